"""Placing a tile in the estate, and what the tile does then."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_CASTLE,
    A_SHIP,
    AN_ANIMAL,
    CHANGE_COST,
    COLOUR_HEX,
    COLOUR_SIZE,
    HEX_NUMBER,
    KIND_COLOUR,
    NOTHING,
    STORAGE_SPACES,
)
from burgrave.games.burgundy.buildings import use_building
from burgrave.games.burgundy.dice import way_to_change, workers_needed
from burgrave.games.burgundy.estate import (
    animal_points,
    is_empty,
    is_new_in_city,
    knowledge,
    score_estate,
    touches_a_tile,
)
from burgrave.games.burgundy.moves import PLACE_IDS, Reason
from burgrave.games.burgundy.ships import begin_ship
from burgrave.games.burgundy.state import Point, rule
from burgrave.games.burgundy.storage import take_out_of_storage


@rule
def place_cost(known, die, colour, hexagon):
    """Workers needed to place a tile of that colour on the hex."""
    return workers_needed(known, die, colour, HEX_NUMBER[hexagon])


@rule
def reaches_hex(s, w, seat, kind, hexagon):
    """The seat must have the workers that change its die to the number of the hex."""
    cost = place_cost(w.known, s.die, KIND_COLOUR[kind], hexagon)
    return Reason.ALLOWED if cost <= s.workers[seat] else Reason.TOO_FEW_WORKERS


@rule
def legal_places(s, w, seat, moves):
    """Offer every hex that each stored kind fits and the die can reach."""
    board = s.board[seat]
    last = NOTHING
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            return
        if kind == last:
            continue
        last = kind
        colour = KIND_COLOUR[kind]
        way = way_to_change(w.known, colour)
        for k in range(COLOUR_SIZE[board, colour]):
            hexagon = COLOUR_HEX[board, colour, k]
            if (
                is_empty(s, seat, hexagon) == Reason.ALLOWED
                and CHANGE_COST[way, s.die, HEX_NUMBER[hexagon]] <= s.workers[seat]
                and touches_a_tile(s, seat, hexagon) == Reason.ALLOWED
                and is_new_in_city(s, seat, kind, hexagon) == Reason.ALLOWED
            ):
                offer(moves, PLACE_IDS[kind, hexagon])


@rule
def lay_tile(s, seat, kind, hexagon):
    """Pay the change of the die, lay the tile, score region and colour."""
    s.workers[seat] -= place_cost(knowledge(s, seat), s.die, KIND_COLOUR[kind], hexagon)
    s.die = 0
    take_out_of_storage(s, seat, kind)
    s.tiles[seat, hexagon] = kind
    score_estate(s, seat, hexagon)


@rule
def take_effect(s, seat, kind, hexagon):
    """What a tile does when it is placed; True if nothing more is asked."""
    colour = KIND_COLOUR[kind]
    if colour == A_BUILDING:
        return use_building(s, seat, kind)
    if colour == A_SHIP:
        return begin_ship(s, seat)
    if colour == A_CASTLE:
        s.point = Point.CASTLE
        return False
    if colour == AN_ANIMAL:
        s.points[seat] += animal_points(s, seat, kind, hexagon, knowledge(s, seat))
    return True
