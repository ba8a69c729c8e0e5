"""Reaching: where a seat can drive from its castle, and what it is connected to. Everything else asks this."""

from burgrave.games.amber.board import (
    ALL_SIDES,
    CODE_BITS,
    DIG,
    ENTRANCES,
    FEWEST_SEATS,
    FIELD_BITS,
    FIELDS,
    LAY,
    LAYOUTS_PER_COUNT,
    MOST_VILLAGES,
    NEIGHBOUR,
    OFF_BOARD,
    QUICK_NEIGHBOUR,
    QUICK_STEP,
    REBUILD_SIDES,
    SEATS,
    SIDES,
    STEP_BITS,
    VILLAGE_COUNT,
    VILLAGES,
    WAY_BITS,
)
from burgrave.games.amber.state import rule

NEVER_ENOUGH = -1
"""More ways than there are: a drive to the end of all roads."""
UNKNOWN = -1
"""Instead of the ways of a seat that has not driven on this board."""


@rule
def layout_number(s):
    """The start layout as a row of the layout tables."""
    return (s.players - FEWEST_SEATS) * LAYOUTS_PER_COUNT + s.layout


@rule
def survey(s, w):
    """Note what lies on the board; what was found on another one is forgotten."""
    changed = 0
    for field in range(FIELDS):
        changed |= int(w.land[field]) ^ int(s.tile[field])
        w.land[field] = s.tile[field]
    for seat in range(SEATS):
        changed |= int(w.castles[seat]) ^ int(s.castle[seat])
        w.castles[seat] = s.castle[seat]
    if changed:
        for seat in range(SEATS):
            w.ways_of[seat] = UNKNOWN


@rule
def drive(s, w, seat, enough):
    """Drive along the roads from a seat's castle; notes the sides over which each field is reached.

    One-way roads count only along their arrow, and nobody drives through a castle. Notes and gives the ways (LAY, DIG,
    REBUILD) in which some tile could be played on a reached field, and ends early once these ways are `enough`.

    Which way the roads turn cannot be foreseen: all sides are looked at alike, and what leads nowhere adds nothing.
    """
    survey(s, w)
    for field in range(FIELDS):
        w.arrivals[field] = 0
    w.arrivals[OFF_BOARD] = ALL_SIDES
    ways = 0
    w.todo[0] = int(s.castle[seat]) << SIDES | ALL_SIDES
    first = 0
    last = 1
    while first < last and ways & enough != enough:
        here = int(w.todo[first])
        first += 1
        for side in range(SIDES):
            there = int(QUICK_NEIGHBOUR[here >> SIDES & FIELD_BITS, side]) & FIELD_BITS
            back = side ^ 2
            arrivals = int(w.arrivals[there])
            driven = here >> side & 1
            w.arrivals[there] = arrivals | driven << back
            again = (driven ^ 1 | arrivals >> back) & 1
            step = int(QUICK_STEP[int(w.land[there]) & CODE_BITS, back]) >> again * STEP_BITS
            ways |= step >> WAY_BITS
            w.todo[last] = there << SIDES | step & ALL_SIDES
            last += int(step & ALL_SIDES != 0)
    w.ways_of[seat] = ways
    return ways


@rule
def find_reach(s, w, seat):
    """Note the sides over which the seat reaches each field."""
    drive(s, w, seat, NEVER_ENOUGH)


@rule
def list_reach(w):
    """List the fields that are reached."""
    count = 0
    for field in range(FIELDS):
        w.in_reach[count + 1] = field
        count += int(w.arrivals[field] != 0)
    w.in_reach[0] = count


@rule
def find_ways(s, w, seat):
    """Note the ways in which the seat could play a tile; what can be rebuilt matters only if nothing can be laid."""
    survey(s, w)
    if w.ways_of[seat] == UNKNOWN:
        drive(s, w, seat, LAY | DIG)
    w.ways = w.ways_of[seat]


@rule
def connections(s, w, seat):
    """The targets the seat is connected to now, as bits: villages it can drive onto, castles of others it reaches."""
    find_reach(s, w, seat)
    layout = layout_number(s)
    links = 0
    for village in range(VILLAGE_COUNT[layout]):
        field = VILLAGES[layout, village]
        if w.arrivals[field] & ENTRANCES[s.tile[field]]:
            links |= 1 << village
    for other in range(s.players):
        if other != seat and w.arrivals[s.castle[other]]:
            links |= 1 << MOST_VILLAGES + other
    return links


@rule
def everything(s, seat):
    """All villages and all castles of others, as bits."""
    villages = (1 << VILLAGE_COUNT[layout_number(s)]) - 1
    castles = (1 << int(s.players)) - 1 & ~(1 << seat)
    return villages | castles << MOST_VILLAGES


@rule
def is_second_target(s, w, first, side):
    """A straight road beside the road just laid, reached (having driven) from there over its blank side."""
    there = NEIGHBOUR[first, side]
    if there == OFF_BOARD:
        return False
    return int(w.arrivals[there]) & REBUILD_SIDES[s.tile[there]] & 1 << (side ^ 2) != 0


@rule
def beside_straight(s, first):
    """A neighbour of the field is a straight road that turns its blank side to it."""
    for side in range(SIDES):
        there = NEIGHBOUR[first, side]
        if there != OFF_BOARD and REBUILD_SIDES[s.tile[there]] >> (side ^ 2) & 1:
            return True
    return False


@rule
def has_second_target(s, w, seat, first):
    """The road just laid lets the seat drive into the side of a straight road."""
    if beside_straight(s, first):
        find_reach(s, w, seat)
        for side in range(SIDES):
            if is_second_target(s, w, first, side):
                return True
    return False
