"""Dice: choosing one, changing it with workers, and using it for workers."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.burgundy.board import ACTION_WORKERS, CHANGE_COST, SHIFTS
from burgrave.games.burgundy.estate import extra, knowledge
from burgrave.games.burgundy.knowledge_tiles import Effect, Occasion
from burgrave.games.burgundy.moves import DIE_IDS, Reason
from burgrave.games.burgundy.state import Point, rule


@rule
def has_die(s, seat, value):
    """A die can be used that has not been used yet."""
    if s.dice[seat, 0] == value or s.dice[seat, 1] == value:
        return Reason.ALLOWED
    return Reason.NO_SUCH_DIE


@rule
def legal_dice(s, seat, moves):
    """Offer the unused dice, equal ones once."""
    low = min(int(s.dice[seat, 0]), int(s.dice[seat, 1]))
    high = max(int(s.dice[seat, 0]), int(s.dice[seat, 1]))
    if low > 0:
        offer(moves, DIE_IDS[low])
    if high > low:
        offer(moves, DIE_IDS[high])


@rule
def choose_die(s, seat, value):
    """Use one of the unused dice for an action."""
    if s.dice[seat, 0] == value:
        s.dice[seat, 0] = s.dice[seat, 1]
    s.dice[seat, 1] = 0
    s.die = value
    s.point = Point.ACTION


@rule
def both_dice_are_used(s, seat):
    """A turn ends only when both dice are used."""
    return Reason.ALLOWED if s.dice[seat, 0] == 0 else Reason.DICE_LEFT


@rule
def why_not_decline(s, seat):
    """Between actions there is nothing to decline, least of all a die."""
    return Reason.NOTHING_TO_DECLINE if s.dice[seat, 0] == 0 else Reason.DIE_CANNOT_STAY_UNUSED


@rule
def way_to_change(known, occasion):
    """How a die is changed on an occasion: how far a worker goes, and how far it goes for nothing."""
    return SHIFTS * extra(known, Effect.STEP, occasion) + extra(known, Effect.SHIFT, occasion)


@rule
def workers_needed(known, die, occasion, number):
    """The fewest workers that change a die to a number; none when any number will do (die 0)."""
    return CHANGE_COST[way_to_change(known, occasion), die, number]


@rule
def take_workers(s, seat):
    """Two workers; knowledge may add workers and silver."""
    known = knowledge(s, seat)
    s.die = 0
    s.workers[seat] += ACTION_WORKERS + extra(known, Effect.WORKERS, Occasion.TAKE_WORKERS)
    s.silver[seat] += extra(known, Effect.SILVER, Occasion.TAKE_WORKERS)
