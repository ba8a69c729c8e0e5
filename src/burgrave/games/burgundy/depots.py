"""Tiles on the main board: taking and buying."""

from __future__ import annotations

import numpy as np

from burgrave.core.lists import offer
from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_CASTLE,
    A_KNOWLEDGE,
    A_MINE,
    A_SHIP,
    AN_ANIMAL,
    BLACK,
    BLACK_SLOTS,
    COLOUR_COUNT,
    DEPOT_COUNT,
    KIND_COLOUR,
    NOTHING,
    PRICE,
    SLOTS,
)
from burgrave.games.burgundy.dice import workers_needed
from burgrave.games.burgundy.estate import has, knowledge
from burgrave.games.burgundy.knowledge_tiles import Knowledge, Occasion
from burgrave.games.burgundy.moves import BUY_IDS, TAKE_IDS, Reason
from burgrave.games.burgundy.state import Point, rule
from burgrave.games.burgundy.storage import storage_is_full, store

ALL_COLOURS = (1 << COLOUR_COUNT) - 1
COLOURS_TO_TAKE = np.zeros(len(Point), np.int64)
"""The colours that may be taken at a decision point, as bits."""
COLOURS_TO_TAKE[[Point.ACTION, Point.CASTLE]] = ALL_COLOURS
COLOURS_TO_TAKE[Point.CARPENTER] = 1 << A_BUILDING
COLOURS_TO_TAKE[Point.CHURCH] = 1 << A_CASTLE | 1 << A_MINE | 1 << A_KNOWLEDGE
COLOURS_TO_TAKE[Point.MARKET] = 1 << A_SHIP | 1 << AN_ANIMAL


@rule
def lies_in(s, depot, kind):
    """A tile of that kind must lie in the depot."""
    if depot == BLACK:
        for slot in range(BLACK_SLOTS):
            if s.black[slot] == kind:
                return Reason.ALLOWED
        return Reason.NOT_IN_DEPOT
    for slot in range(SLOTS):
        if s.depots[depot, slot] == kind:
            return Reason.ALLOWED
    return Reason.NOT_IN_DEPOT


@rule
def remove_from(s, depot, kind):
    """Take a tile off the main board; nothing fills the gap before the next phase."""
    if depot == BLACK:
        for slot in range(BLACK_SLOTS):
            if s.black[slot] == kind:
                s.black[slot] = NOTHING
                return
    else:
        for slot in range(SLOTS):
            if s.depots[depot, slot] == kind:
                s.depots[depot, slot] = NOTHING
                return


@rule
def is_wanted(colours, kind):
    """True if the kind's colour is in the set of colours."""
    return (colours >> KIND_COLOUR[kind]) & 1


@rule
def any_wanted_tile(s, colours):
    """True if a tile of one of the colours lies in a numbered depot."""
    for depot in range(DEPOT_COUNT):
        for slot in range(SLOTS):
            kind = s.depots[depot, slot]
            if kind != NOTHING and is_wanted(colours, kind):
                return True
    return False


@rule
def take_cost(known, die, depot):
    """Workers needed to take a tile from the depot."""
    return workers_needed(known, die, Occasion.TAKE_TILE, depot + 1)


@rule
def reaches_depot(s, w, seat, depot):
    """The seat must have the workers that change its die to the depot's number."""
    return Reason.ALLOWED if take_cost(w.known, s.die, depot) <= s.workers[seat] else Reason.TOO_FEW_WORKERS


@rule
def legal_takes(s, w, seat, moves):
    """Offer every tile of the colours asked for in depots whose number the die can reach."""
    colours = COLOURS_TO_TAKE[s.point]
    known = w.known
    for depot in range(DEPOT_COUNT):
        if take_cost(known, s.die, depot) > s.workers[seat]:
            continue
        last = NOTHING
        for slot in range(SLOTS):
            kind = s.depots[depot, slot]
            if kind != NOTHING and kind != last and is_wanted(colours, kind):
                offer(moves, TAKE_IDS[depot, kind])
                last = kind


@rule
def acquire(s, seat, depot, kind):
    """The tile leaves its depot for storage, True; if that is full an old tile has to be discarded first."""
    remove_from(s, depot, kind)
    s.die = 0
    if storage_is_full(s, seat):
        s.taking = kind
        s.point = Point.DISCARD
        return False
    store(s, seat, kind)
    return True


@rule
def take_tile(s, seat, depot, kind):
    """Take a tile from a numbered depot, paying the change of the die."""
    s.workers[seat] -= take_cost(knowledge(s, seat), s.die, depot)
    return acquire(s, seat, depot, kind)


@rule
def has_not_bought(s):
    """One purchase a turn."""
    return Reason.ALREADY_BOUGHT if s.bought else Reason.ALLOWED


@rule
def can_pay(s, seat):
    """A tile costs two silver."""
    return Reason.TOO_LITTLE_SILVER if s.silver[seat] < PRICE else Reason.ALLOWED


@rule
def sells_to(s, seat, depot):
    """The black depot sells to everybody, the others only to those who know how to buy there."""
    if depot == BLACK or has(knowledge(s, seat), Knowledge.BUYS_ANYWHERE):
        return Reason.ALLOWED
    return Reason.ONLY_BLACK_DEPOT


@rule
def legal_purchases(s, seat, moves):
    """Offer every kind in the depots that sell to the seat."""
    if has(knowledge(s, seat), Knowledge.BUYS_ANYWHERE):
        for depot in range(DEPOT_COUNT):
            last = NOTHING
            for slot in range(SLOTS):
                kind = s.depots[depot, slot]
                if kind != NOTHING and kind != last:
                    offer(moves, BUY_IDS[depot, kind])
                    last = kind
    last = NOTHING
    for slot in range(BLACK_SLOTS):
        kind = s.black[slot]
        if kind != NOTHING and kind != last:
            offer(moves, BUY_IDS[BLACK, kind])
            last = kind


@rule
def may_buy_anything(s, seat):
    """True if some purchase is still legal this turn."""
    if has_not_bought(s) != Reason.ALLOWED or can_pay(s, seat) != Reason.ALLOWED:
        return False
    for slot in range(BLACK_SLOTS):
        if s.black[slot] != NOTHING:
            return True
    return has(knowledge(s, seat), Knowledge.BUYS_ANYWHERE) and any_wanted_tile(s, ALL_COLOURS)


@rule
def buy_tile(s, seat, depot, kind):
    """Make the purchase of the turn."""
    s.silver[seat] -= PRICE
    s.bought = 1
    return acquire(s, seat, depot, kind)
