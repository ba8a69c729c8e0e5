"""Phases: the main board is filled by chance, and mines pay at the end."""

from __future__ import annotations

from burgrave.core.spec import CHANCE
from burgrave.games.burgundy.board import (
    A_MINE,
    BLACK,
    BLACK_SLOTS,
    BLACK_USED,
    DEPOT_COUNT,
    END_KIND,
    FACE_DOWN,
    FILL_COUNT,
    FILL_DEPOT,
    FILL_SLOT,
    FIRST_KIND,
    FIXED_TILE,
    KIND_COUNT,
    MINE,
    MINE_SILVER,
    NOTHING,
    ROUNDS,
    SLOT_COLOUR,
    SLOTS,
)
from burgrave.games.burgundy.estate import count_of, extra, knowledge
from burgrave.games.burgundy.knowledge_tiles import Effect, Occasion
from burgrave.games.burgundy.state import Point, rule
from burgrave.games.burgundy.track import read_order


@rule
def clear_depots(s):
    """Tiles still on the main board leave the game; goods stay in the depots."""
    for depot in range(DEPOT_COUNT):
        for slot in range(SLOTS):
            if s.depots[depot, slot] != NOTHING:
                s.removed[s.depots[depot, slot]] += 1
                s.depots[depot, slot] = NOTHING
    for slot in range(BLACK_SLOTS):
        if s.black[slot] != NOTHING:
            s.removed[s.black[slot]] += 1
            s.black[slot] = NOTHING


@rule
def begin_phase(s):
    """Clear the main board and fill it anew: ships, castles and mines at once, the other tiles by chance."""
    clear_depots(s)
    for depot in range(DEPOT_COUNT):
        for slot in range(SLOTS):
            kind = FIXED_TILE[s.players, s.phase, depot, slot]
            if kind != NOTHING:
                s.depots[depot, slot] = kind
                s.supply[kind] -= 1
    read_order(s)
    s.round_number = 1
    s.filled = 0
    s.to_act = CHANCE
    s.point = Point.FILL


@rule
def fills_numbered_depot(s):
    """True while the numbered depots are filled; the black one is filled after them."""
    return s.filled < FILL_COUNT[s.players]


@rule
def depot_to_fill(s):
    """The depot that gets the next tile."""
    return FILL_DEPOT[s.players, s.filled] if fills_numbered_depot(s) else BLACK


@rule
def colour_to_fill(s):
    """The colour of the next hex of a numbered depot."""
    return SLOT_COLOUR[FILL_DEPOT[s.players, s.filled], FILL_SLOT[s.players, s.filled]]


@rule
def first_kind_to_fill(s):
    """The first kind of the next hex's colour; the black depot takes every kind."""
    return FIRST_KIND[colour_to_fill(s)] if fills_numbered_depot(s) else 0


@rule
def end_kind_to_fill(s):
    """The kind after the last of the next hex's colour."""
    return END_KIND[colour_to_fill(s)] if fills_numbered_depot(s) else KIND_COUNT


@rule
def all_tiles_left(s):
    """How many face-down tiles could come to the next hex."""
    return FACE_DOWN[s.players, s.phase, s.filled]


@rule
def tiles_left(s, kind):
    """How many face-down tiles of the kind could come to the next hex, given that its colour is right."""
    return s.supply[kind] if fills_numbered_depot(s) else s.black_supply[kind]


@rule
def fill_hex(s, kind):
    """Lay a drawn tile on the next hex: equal colours of a depot, and the black depot, stay in kind order."""
    if fills_numbered_depot(s):
        depot = FILL_DEPOT[s.players, s.filled]
        slot = FILL_SLOT[s.players, s.filled]
        s.supply[kind] -= 1
        if slot > 0 and SLOT_COLOUR[depot, slot - 1] == SLOT_COLOUR[depot, slot] and s.depots[depot, slot - 1] > kind:
            s.depots[depot, slot] = s.depots[depot, slot - 1]
            slot -= 1
        s.depots[depot, slot] = kind
    else:
        s.black_supply[kind] -= 1
        slot = s.filled - FILL_COUNT[s.players]
        while slot > 0 and s.black[slot - 1] > kind:
            s.black[slot] = s.black[slot - 1]
            slot -= 1
        s.black[slot] = kind
    s.filled += 1
    if s.filled == FILL_COUNT[s.players] + BLACK_USED[s.players]:
        s.filled = 0
        s.point = Point.LAY


@rule
def lay_goods(s, goods):
    """Turn over the next goods tile of the phase and lay it on the next round space."""
    s.unseen_goods[goods] -= 1
    place = 0
    while s.round_goods[place] != NOTHING:
        place += 1
    s.round_goods[place] = goods
    if place == ROUNDS - 1:
        s.point = Point.ROLL


@rule
def mine_income(s):
    """At the end of a phase every mine gives a silver; knowledge may add a worker."""
    for seat in range(s.players):
        mines = count_of(s, seat, A_MINE, MINE)
        known = knowledge(s, seat)
        s.silver[seat] += mines * (MINE_SILVER + extra(known, Effect.SILVER, Occasion.END_PHASE))
        s.workers[seat] += mines * extra(known, Effect.WORKERS, Occasion.END_PHASE)
