"""Who knows what: blanking what a seat may not know, dealing it again at random, and what moves tell to whom.

Everything about resource cards is public except steals between two other seats and discards until all have discarded.
So a view keeps what its seat could have written down (`seen`), how many cards went from whom to whom unseen
(`unseen_steals`), and which development cards are in the deck or in other hands (`unseen_cards`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from burgrave.core.dice import below
from burgrave.core.draws import drawn, drawn_of, total
from burgrave.games.catan.board import CARD_KINDS, DECK, RESOURCE_KINDS, VICTORY_POINT
from burgrave.games.catan.reading import could_have_won
from burgrave.games.catan.scoring import points
from burgrave.games.catan.state import ACCEPTED, Point, rule

LOG_FACTORIAL = np.array([math.lgamma(n + 1) for n in range(256)])
MOST_POINT_CARDS = int(DECK[VICTORY_POINT])
WORD = 1 << 48
IMPOSSIBLE = -1e300
PATIENCE = 4
MIXING_PER_STEAL = 8
LEAST_MIXING, MOST_MIXING = 64, 160
EXCHANGE, CHAIN = range(2)
WAYS_TO_MIX = 4
"""Every other step draws one steal again by itself."""
LONGEST_CHAIN = 4
"""Around all seats."""


@rule
def mask(s, w, seat):
    """Blank what the seat (or a spectator, -1) may not know and write down what it may remember."""
    if s.viewer != 0:
        return
    s.viewer = seat + 2
    players = int(s.players)
    for card in range(CARD_KINDS):
        unseen = int(s.deck[card])
        s.deck[card] = 0
        for other in range(players):
            if other != seat:
                unseen += int(s.old[other, card]) + int(s.new[other, card])
                s.old[other, card] = 0
                s.new[other, card] = 0
        s.unseen_cards[card] = unseen
    for other in range(players):
        for resource in range(RESOURCE_KINDS):
            s.seen[other, resource] = int(s.hand[other, resource]) + int(s.aside[other, resource])
            if other != seat:
                s.hand[other, resource] = 0
                s.aside[other, resource] = 0
    for thief in range(players):
        for victim in range(players):
            if thief == seat or victim == seat:
                continue
            for resource in range(RESOURCE_KINDS):
                count = int(s.steals[thief, victim, resource])
                s.unseen_steals[thief, victim] += count
                s.seen[thief, resource] -= count
                s.seen[victim, resource] += count
                s.steals[thief, victim, resource] = 0


@rule
def draw_unseen(s, dice):
    """One of the unseen cards, each as likely as any other."""
    card = drawn(dice, s.unseen_cards)
    s.unseen_cards[card] -= 1
    return card


@rule
def draw_no_point(s, dice):
    """One of the unseen cards that are no victory points, each as likely as any other."""
    card = drawn(dice, s.unseen_cards[:VICTORY_POINT])
    s.unseen_cards[card] -= 1
    return card


@rule
def ways(n, k):
    """How many hands of k cards n cards give."""
    if k < 0 or k > n:
        return 0
    result = 1
    for j in range(k):
        result = result * (n - j) // (j + 1)
    return result


@rule
def draw_points(s, w, dice, cards, most):
    """How many of a seat's hidden cards are victory points, given that they are at most so many."""
    hidden_points = int(s.unseen_cards[VICTORY_POINT])
    others = total(s.unseen_cards) - hidden_points
    for count in range(MOST_POINT_CARDS + 1):
        hands = ways(hidden_points, count) * ways(others, cards - count)
        w.point_hands[count] = hands if count <= most else 0
    return drawn(dice, w.point_hands)


@rule
def deal_bounded(s, w, dice, other, most):
    """Hidden cards for a seat that can have at most so many victory points."""
    cards = int(s.old_size[other]) + int(s.new_size[other])
    left = draw_points(s, w, dice, cards, min(most, cards))
    for k in range(cards):
        if below(dice, cards - k) < left:
            card = VICTORY_POINT
            s.unseen_cards[VICTORY_POINT] -= 1
            left -= 1
        else:
            card = draw_no_point(s, dice)
        if k < s.old_size[other]:
            s.old[other, card] += 1
        else:
            s.new[other, card] += 1


@rule
def deal_cards(s, w, seat, dice):
    """Hidden development cards as a shuffle of the unseen ones; who could have won has not the points for it."""
    active = int(s.active)
    for other in range(s.players):
        if other == seat:
            continue
        if s.point == Point.OVER:
            deal_bounded(s, w, dice, other, 0)
        elif other == active and s.turn > 0:
            deal_bounded(s, w, dice, other, s.target_points - 1 - points(s, other))
    for other in range(s.players):
        if other == seat or s.point == Point.OVER or (other == active and s.turn > 0):
            continue
        for _ in range(s.old_size[other]):
            s.old[other, draw_unseen(s, dice)] += 1
        for _ in range(s.new_size[other]):
            s.new[other, draw_unseen(s, dice)] += 1
    for card in range(CARD_KINDS):
        s.deck[card] = s.unseen_cards[card]
        s.unseen_cards[card] = 0


@rule
def note_promises(s, w):
    """A seat holds what it has given in an offer or counter-offer, or all that is wanted if it accepted."""
    for seat in range(s.players):
        accepted = s.answer[seat] == ACCEPTED
        for resource in range(RESOURCE_KINDS):
            least = int(s.counter_given[seat, resource])
            if accepted:
                least = int(s.wanted[resource])
            if seat == s.active:
                least = int(s.given[resource])
            w.least[seat, resource] = least


@rule
def relabel(w, steal, resource):
    """Say that another card was stolen."""
    thief = w.thief[steal]
    victim = w.robbed[steal]
    before = w.loot[steal]
    w.loot[steal] = resource
    w.held[thief, before] -= 1
    w.handled[thief, before] -= 1
    w.held[victim, before] += 1
    w.held[thief, resource] += 1
    w.handled[thief, resource] += 1
    w.held[victim, resource] -= 1


@rule
def guess_steals(s, w, dice):
    """A first guess: each unseen steal took one of the cards that its victim may have; the number of steals."""
    steals = 0
    for thief in range(s.players):
        for victim in range(s.players):
            for _ in range(s.unseen_steals[thief, victim]):
                for resource in range(RESOURCE_KINDS):
                    w.spare[resource] = max(0, w.held[victim, resource] - w.least[victim, resource])
                loot = below(dice, RESOURCE_KINDS)
                if total(w.spare) > 0:
                    loot = drawn(dice, w.spare)
                w.thief[steals] = thief
                w.robbed[steals] = victim
                w.loot[steals] = loot
                w.held[thief, loot] += 1
                w.handled[thief, loot] += 1
                w.held[victim, loot] -= 1
                steals += 1
    return steals


@rule
def shortage(w, players):
    """How many cards are missing for all hands to be possible."""
    missing = 0
    for seat in range(players):
        for resource in range(RESOURCE_KINDS):
            missing += max(0, w.least[seat, resource] - w.held[seat, resource])
    return missing


@rule
def find_gap(w, players, first):
    """A seat and resource (5 * seat + resource) of which a card is missing; -1 if all hands are possible."""
    cells = RESOURCE_KINDS * players
    for k in range(cells):
        cell = (first + k) % cells
        seat = cell // RESOURCE_KINDS
        resource = cell % RESOURCE_KINDS
        if w.held[seat, resource] < w.least[seat, resource]:
            return cell
    return -1


@rule
def touch_gap(w, steals, gap, dice):
    """Relabel a random steal so that the gap gets its card: one that lost it there, or one that won another."""
    seat = gap // RESOURCE_KINDS
    resource = gap % RESOURCE_KINDS
    first = below(dice, steals)
    for k in range(steals):
        steal = (first + k) % steals
        lost = w.robbed[steal] == seat and w.loot[steal] == resource
        gained = w.thief[steal] == seat and w.loot[steal] != resource
        if lost or gained:
            w.before[0] = w.loot[steal]
            relabel(w, steal, resource if gained else below(dice, RESOURCE_KINDS))
            return steal
    return -1


@rule
def mend(s, w, steals, dice):
    """Relabel steals until every hand is possible; a step that opens another gap is taken now and then."""
    players = int(s.players)
    missing = shortage(w, players)
    while missing > 0:
        gap = find_gap(w, players, below(dice, RESOURCE_KINDS * players))
        steal = touch_gap(w, steals, gap, dice)
        then = shortage(w, players)
        if then > missing and below(dice, PATIENCE) > 0:
            relabel(w, steal, w.before[0])
        else:
            missing = then


@rule
def log_ways(w, players):
    """In how many ways (as a logarithm) the cards of all victims could have been stolen as guessed."""
    logarithm = 0.0
    for seat in range(players):
        for resource in range(RESOURCE_KINDS):
            held = w.held[seat, resource]
            handled = w.handled[seat, resource]
            if held < w.least[seat, resource]:
                return IMPOSSIBLE
            if handled != held:
                if handled < len(LOG_FACTORIAL):
                    logarithm += LOG_FACTORIAL[handled] - LOG_FACTORIAL[held]
                else:
                    logarithm += math.lgamma(handled + 1.0) - math.lgamma(held + 1.0)
    return logarithm


@rule
def ways_to_lose(w, thief, victim, resource):
    """How much likelier the guess becomes with one more card of that kind going from victim to thief."""
    held = w.held[victim, resource]
    if held <= w.least[victim, resource]:
        return 0.0
    return held * (w.handled[thief, resource] + 1.0) / (w.held[thief, resource] + 1.0)


@rule
def steal_again(w, steal, dice):
    """Draw what one steal took anew, each card that its victim may have lost as likely as any other."""
    thief = w.thief[steal]
    victim = w.robbed[steal]
    before = w.loot[steal]
    if w.held[thief, before] <= w.least[thief, before]:
        return
    w.held[thief, before] -= 1
    w.handled[thief, before] -= 1
    w.held[victim, before] += 1
    all_ways = 0.0
    for resource in range(RESOURCE_KINDS):
        all_ways += ways_to_lose(w, thief, victim, resource)
    x = below(dice, WORD) * all_ways / WORD
    loot = before
    for resource in range(RESOURCE_KINDS):
        share = ways_to_lose(w, thief, victim, resource)
        if share > 0.0 and x >= 0.0:
            loot = resource
        x -= share
    w.loot[steal] = loot
    w.held[thief, loot] += 1
    w.handled[thief, loot] += 1
    w.held[victim, loot] -= 1


@rule
def choose_steals(w, steals, way, dice):
    """Two steals of different loot, or a chain of equal loot; 0 if what was drawn is none of these."""
    count = 2 if way == EXCHANGE else 2 + below(dice, LONGEST_CHAIN - 1)
    for k in range(count):
        w.chosen[k] = below(dice, steals)
        w.before[k] = w.loot[w.chosen[k]]
        if k > 0 and (w.before[k] != w.before[0]) != (way == EXCHANGE):
            return 0
        for j in range(k):
            if w.chosen[j] == w.chosen[k]:
                return 0
    return count


@rule
def mix(s, w, steals, dice):
    """Draw steals again, exchange two, or relabel a chain of up to four; more ways to steal are more likely."""
    players = int(s.players)
    for steal in range(steals):
        steal_again(w, steal, dice)
    for _ in range(max(LEAST_MIXING, min(MOST_MIXING, MIXING_PER_STEAL * steals))):
        way = below(dice, WAYS_TO_MIX)
        if way > CHAIN:
            steal_again(w, below(dice, steals), dice)
            continue
        count = choose_steals(w, steals, way, dice)
        if count == 0:
            continue
        now = log_ways(w, players)
        if way == EXCHANGE:
            relabel(w, w.chosen[0], w.before[1])
            relabel(w, w.chosen[1], w.before[0])
        else:
            resource = below(dice, RESOURCE_KINDS)
            for k in range(count):
                relabel(w, w.chosen[k], resource)
        then = log_ways(w, players)
        if then < now and (then == IMPOSSIBLE or below(dice, WORD) > math.exp(then - now) * WORD):
            for k in range(count):
                relabel(w, w.chosen[k], w.before[k])


@rule
def lay_some_aside(s, other, dice):
    """Cards laid aside come at random out of the same hand."""
    size = int(s.hand_size[other]) + int(s.aside_size[other])
    for k in range(s.aside_size[other]):
        resource = drawn_of(dice, s.hand[other], size - k)
        s.hand[other, resource] -= 1
        s.aside[other, resource] += 1


@rule
def deal_hands(s, w, seat, dice):
    """Hands as remembered, with a card for every unseen steal."""
    for other in range(s.players):
        for resource in range(RESOURCE_KINDS):
            w.held[other, resource] = s.seen[other, resource]
            w.handled[other, resource] = s.seen[other, resource]
            s.seen[other, resource] = 0
    note_promises(s, w)
    steals = guess_steals(s, w, dice)
    if steals > 0:
        mend(s, w, steals, dice)
        mix(s, w, steals, dice)
    for k in range(steals):
        s.steals[w.thief[k], w.robbed[k], w.loot[k]] += 1
    for other in range(s.players):
        for victim in range(s.players):
            s.unseen_steals[other, victim] = 0
        if other == seat:
            continue
        for resource in range(RESOURCE_KINDS):
            s.hand[other, resource] = w.held[other, resource]
        lay_some_aside(s, other, dice)


@rule
def fill(s, w, seat, dice):
    """Turn a view into a position that fits it: hidden cards dealt as a shuffle, unseen steals at random."""
    s.viewer = 0
    deal_cards(s, w, seat, dice)
    deal_hands(s, w, seat, dice)


def is_buyer(seat: int | None, before: Any, now: Any) -> bool:
    """A drawn card is its buyer's secret."""
    return bool(seat == before.active)


def is_thief_or_victim(seat: int | None, before: Any, now: Any) -> bool:
    """A stolen card is known to thief and victim."""
    return seat in (before.active, before.victim)


def may_read_discard(seat: int | None, before: Any, now: Any) -> bool:
    """A discard is its seat's secret until all are made."""
    all_made = now.point != Point.DISCARD or now.turn != before.turn
    return bool(seat == before.to_act or all_made)


def discard_shows_others(before: Any, after: Any) -> bool:
    """The last discard shows what others have discarded."""
    others = sum(int(size) for size in before.aside_size) - int(before.aside_size[before.to_act])
    return bool(after.point != Point.DISCARD and others > 0)


def next_seat_might_have_won(before: Any, after: Any) -> bool:
    """The end of a turn tells whether the next seat's hidden cards win."""
    return bool(could_have_won(after, int(after.active), int(before.to_act)))


def game_is_over(before: Any, after: Any) -> bool:
    """At the end all victory-point cards are turned up."""
    return bool(after.point == Point.OVER)
