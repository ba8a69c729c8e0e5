"""Tiles on the main board and in storage: taking, buying, discarding."""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    BLACK,
    BLACK_SLOTS,
    CHANGE_COST,
    DEPOT_COUNT,
    KIND_COLOUR,
    NOTHING,
    PRICE,
    SLOTS,
    STORAGE_SPACES,
)
from burgrave.games.burgundy.estate import has, knowledge, step_of
from burgrave.games.burgundy.moves import (
    ALLOWED,
    ALREADY_BOUGHT,
    NOT_IN_DEPOT,
    ONLY_BLACK_DEPOT,
    TOO_FEW_WORKERS,
    TOO_LITTLE_SILVER,
)
from burgrave.games.burgundy.state import rule


@rule
def lies_in(s, depot, kind):
    """True if a tile of that kind lies in the depot."""
    if depot == BLACK:
        for slot in range(BLACK_SLOTS):
            if s.black[slot] == kind:
                return True
        return False
    for slot in range(SLOTS):
        if s.depots[depot, slot] == kind:
            return True
    return False


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
def in_storage(s, seat, kind):
    """True if the seat's storage holds a tile of that kind."""
    for space in range(STORAGE_SPACES):
        if s.storage[seat, space] == kind:
            return True
    return False


@rule
def storage_is_full(s, seat):
    """True if all three storage spaces are taken."""
    return s.storage[seat, STORAGE_SPACES - 1] != NOTHING


@rule
def store(s, seat, kind):
    """Put a tile into a free storage space, keeping kind order."""
    space = STORAGE_SPACES - 1
    while space > 0 and (s.storage[seat, space - 1] == NOTHING or s.storage[seat, space - 1] > kind):
        s.storage[seat, space] = s.storage[seat, space - 1]
        space -= 1
    s.storage[seat, space] = kind


@rule
def take_out_of_storage(s, seat, kind):
    """Remove one tile of that kind from storage and close the gap."""
    space = 0
    while s.storage[seat, space] != kind:
        space += 1
    while space + 1 < STORAGE_SPACES:
        s.storage[seat, space] = s.storage[seat, space + 1]
        space += 1
    s.storage[seat, space] = NOTHING


@rule
def take_cost(known, die, depot):
    """Workers needed to take a tile from the depot; knowledge 12 gives a free shift."""
    return CHANGE_COST[step_of(known), has(known, 12), die, depot + 1]


@rule
def may_take(s, seat, depot, kind, known):
    """The kind must lie in the depot, and the seat must have the workers that change its die to the depot's number."""
    if not lies_in(s, depot, kind):
        return NOT_IN_DEPOT
    if take_cost(known, s.die, depot) > s.workers[seat]:
        return TOO_FEW_WORKERS
    return ALLOWED


@rule
def may_buy(s, seat, depot, kind, known):
    """One purchase a turn, for two silver, from the black depot; with knowledge 6 from any depot."""
    if s.bought:
        return ALREADY_BOUGHT
    if s.silver[seat] < PRICE:
        return TOO_LITTLE_SILVER
    if depot != BLACK and not has(known, 6):
        return ONLY_BLACK_DEPOT
    if not lies_in(s, depot, kind):
        return NOT_IN_DEPOT
    return ALLOWED


@rule
def may_buy_anything(s, seat):
    """True if some purchase is still legal this turn."""
    if s.bought or s.silver[seat] < PRICE:
        return False
    for slot in range(BLACK_SLOTS):
        if s.black[slot] != NOTHING:
            return True
    return has(knowledge(s, seat), 6) and any_wanted_tile(s, -1)
