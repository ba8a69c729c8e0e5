"""What words, drawing and `check` ask of the rules: two compiled questions, and small ones answered in Python."""

import numpy as np

from burgrave.games.amber.board import (
    DIG,
    FEWEST_SEATS,
    FIELDS,
    KINDS,
    LAYOUTS_PER_COUNT,
    MOST_VILLAGES,
    NEIGHBOUR,
    NOWHERE,
    OFF_BOARD,
    REBUILD_SIDES,
    SEATS,
    SIDES,
    VILLAGE_COUNT,
    WAYS_OF,
)
from burgrave.games.amber.roads import NEVER_ENOUGH, connections, drive
from burgrave.games.amber.state import SCRATCH, entry


@entry
def ask_ways(s, w, seat):
    """Drive, and tell the ways in which a tile could be played."""
    return drive(s, w, seat, NEVER_ENOUGH)


@entry
def ask_connections(s, w, seat):
    """The targets a seat is connected to."""
    return connections(s, w, seat)


def reach(s, seat):
    """The ways (LAY, DIG, REBUILD) open to a seat, and the sides over which it reaches each field."""
    w = np.zeros(1, SCRATCH)[0]
    ways = int(ask_ways(s, w, seat))
    return ways, w.arrivals[:FIELDS].tolist()


def links_of(s, seat):
    """The targets a seat is connected to, as bits; none before every castle has an owner."""
    if NOWHERE in s.castle[: s.players]:
        return 0
    return int(ask_connections(s, np.zeros(1, SCRATCH)[0], seat))


def village_links(links):
    """The villages among connected targets, by their number in the layout."""
    return [village for village in range(MOST_VILLAGES) if links >> village & 1]


def castle_links(links):
    """The seats whose castles are among connected targets."""
    return [seat for seat in range(SEATS) if links >> MOST_VILLAGES + seat & 1]


def layout_of(s):
    """The start layout as a row of the layout tables."""
    return (int(s.players) - FEWEST_SEATS) * LAYOUTS_PER_COUNT + int(s.layout)


def is_complete(s, seat, links):
    """Whether these targets are all villages and all castles of others."""
    return links == (1 << VILLAGE_COUNT[layout_of(s)]) - 1 | ((1 << int(s.players)) - 1 & ~(1 << seat)) << MOST_VILLAGES


def can_be_drawn(s):
    """The stack or the open row is not empty."""
    return s.stack_size > 0 or bool(s.row.any())


def playable(kind, ways):
    """Whether a kind of tile, or the special shovel, can be played in one of these ways."""
    return bool(ways & WAYS_OF[kind])


def can_move(s, seat, ways):
    """Whether the seat has something that can be played in one of these ways."""
    kinds = [kind for kind in range(KINDS) if s.hand[seat, kind]]
    return any(playable(kind, ways) for kind in kinds) or bool(s.special_shovel[seat] and ways & DIG)


def second_targets(s, arrivals, first):
    """The straight roads that the road on this field runs into from the side, for a seat that arrives like this."""
    beside = [(int(NEIGHBOUR[first, side]), side ^ 2) for side in range(SIDES)]
    return [
        field
        for field, side in beside
        if field != OFF_BOARD and arrivals[field] & int(REBUILD_SIDES[s.tile[field]]) & 1 << side
    ]
