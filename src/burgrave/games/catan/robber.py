"""The seven and the robber: production, discards, where the robber goes and whom it robs."""

from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import BUILDING_POINTS, DESERT, HAND_LIMIT, HEX_INTERSECTION, HEXES, SEVEN
from burgrave.games.catan.moves import (
    ALLOWED,
    NO_BUILDING_AT_ROBBER,
    NO_CARDS_TO_ROB,
    NOT_YOURSELF,
    ROBBER_MUST_MOVE,
    ROBBER_NOT_TO_DESERT,
    SEAT_NOT_IN_GAME,
)
from burgrave.games.catan.state import (
    AT_BEFORE_ROLL,
    AT_DISCARD,
    AT_MAIN,
    AT_ROBBER,
    AT_STEAL,
    AT_VICTIM,
    BY_SEVEN,
    NO_CAUSE,
    NOBODY,
    TURN_ORDER,
    rule,
)


@rule
def back_to_turn(s):
    """The active seat goes on with its turn where it was."""
    s.to_act = s.active
    s.point = AT_MAIN if s.rolled else AT_BEFORE_ROLL


@rule
def gain(s, seat, resource, count):
    """Cards from the bank."""
    s.hand[seat, resource] += count
    s.hand_size[seat] += count
    s.bank[resource] -= count


@rule
def pay_out(s, w, resource):
    """A scarce resource goes to a single claimant as far as it lasts, to several not at all; or seat by seat."""
    wanted = 0
    claimants = 0
    for seat in range(s.players):
        wanted += w.due[seat, resource]
        claimants += w.due[seat, resource] > 0
    if wanted > s.bank[resource] and claimants > 1 and s.bank_shortage != TURN_ORDER:
        return
    for k in range(s.players):
        seat = (s.active + k) % s.players
        gain(s, seat, resource, min(w.due[seat, resource], int(s.bank[resource])))


@rule
def produce(s, w, number):
    """Every hex of the number yields 1 card to each settlement and 2 to each city, except under the robber."""
    claimed = 0
    for h in range(HEXES):
        if s.number[h] != number or h == s.robber:
            continue
        resource = int(s.terrain[h])
        if not claimed >> resource & 1:
            claimed |= 1 << resource
            for seat in range(s.players):
                w.due[seat, resource] = 0
        for k in range(6):
            intersection = HEX_INTERSECTION[h, k]
            if s.owner[intersection] != NOBODY:
                w.due[s.owner[intersection], resource] += BUILDING_POINTS[s.building[intersection]]
    for resource in range(5):
        if claimed >> resource & 1:
            pay_out(s, w, resource)


@rule
def next_discard(s):
    """The next seat with cards to discard, left of the active seat first; after the last all cards go to the bank."""
    players = int(s.players)
    for k in range(players):
        seat = (int(s.active) + 1 + k) % players
        if s.owed[seat] > 0:
            s.to_act = seat
            s.point = AT_DISCARD
            return
    for seat in range(players):
        if s.aside_size[seat] > 0:
            s.aside_size[seat] = 0
            for resource in range(5):
                s.bank[resource] += s.aside[seat, resource]
                s.aside[seat, resource] = 0
    s.to_act = s.active
    s.point = AT_ROBBER


@rule
def throw(s, w, first, second):
    """The dice: production, or on a seven discards and the robber. Trading opens."""
    s.roll[0] = first
    s.roll[1] = second
    s.rolled = 1
    s.trading = 1
    if first + second != SEVEN:
        back_to_turn(s)
        produce(s, w, first + second)
        return
    for seat in range(s.players):
        size = int(s.hand_size[seat])
        s.owed[seat] = size // 2 if size > HAND_LIMIT else 0
    s.cause = BY_SEVEN
    next_discard(s)


@rule
def lay_aside(s, seat, resource):
    """One discarded card, face down before its owner until everybody has discarded."""
    s.hand[seat, resource] -= 1
    s.hand_size[seat] -= 1
    s.aside[seat, resource] += 1
    s.aside_size[seat] += 1
    s.owed[seat] -= 1
    if s.owed[seat] == 0:
        next_discard(s)


@rule
def may_move_robber(s, h):
    """The robber goes to another hex, not to the desert unless the option says so."""
    if h == s.robber:
        return ROBBER_MUST_MOVE
    if s.terrain[h] == DESERT and not s.robber_may_return_to_desert:
        return ROBBER_NOT_TO_DESERT
    return ALLOWED


@rule
def may_rob(s, other):
    """A victim is another seat with a building at the robber's hex and at least one resource card."""
    if other >= s.players:
        return SEAT_NOT_IN_GAME
    if other == s.active:
        return NOT_YOURSELF
    for k in range(6):
        if s.owner[HEX_INTERSECTION[s.robber, k]] == other:
            return ALLOWED if s.hand_size[other] > 0 else NO_CARDS_TO_ROB
    return NO_BUILDING_AT_ROBBER


@rule
def leave_robber(s):
    """The robber's business is done."""
    s.cause = NO_CAUSE
    s.victim = NOBODY
    back_to_turn(s)


@rule
def move_robber(s, h):
    """The robber moves; if somebody can be robbed the active seat chooses whom."""
    s.robber = h
    for seat in range(s.players):
        if may_rob(s, seat) == ALLOWED:
            s.point = AT_VICTIM
            return
    leave_robber(s)


@rule
def rob(s, other):
    """Chance draws one of the victim's cards."""
    s.victim = other
    s.to_act = CHANCE
    s.point = AT_STEAL


@rule
def steal(s, resource):
    """The drawn card changes hands."""
    thief = s.active
    victim = s.victim
    s.hand[victim, resource] -= 1
    s.hand_size[victim] -= 1
    s.hand[thief, resource] += 1
    s.hand_size[thief] += 1
    s.steals[thief, victim, resource] += 1
    leave_robber(s)
