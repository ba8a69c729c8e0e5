"""The island and everything printed: geometry, layouts, number tokens, costs, cards and points.

Hexes are flat-topped, in five columns of 3, 4, 5, 4, 3; axial (q, r), q a column, r growing downward. A hex's centre
lies at (3q, 2r + q) of a lattice whose x unit is half a side and whose y unit is half a hex's height. Hexes are
numbered column by column, intersections and paths by where they lie, left to right and top to bottom.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.int64]

RESOURCES = ("lumber", "wool", "grain", "brick", "ore")
LUMBER, WOOL, GRAIN, BRICK, ORE = range(5)
TERRAINS = ("forest", "pasture", "fields", "hills", "mountains", "desert")
"""A terrain's code is the code of the resource that it yields; the desert yields none."""
DESERT = 5
HARBOURS = (*RESOURCES, "generic")
"""A special harbour's code is its resource's."""
GENERIC = 5
CARDS = ("soldier", "roads", "plenty", "monopoly", "point")
SOLDIER, ROADS, PLENTY, MONOPOLY, VICTORY_POINT = range(5)
RESOURCE_KINDS, CARD_KINDS = len(RESOURCES), len(CARDS)

RADIUS = 2
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""To the neighbouring hex: N, NE, SE, S, SW, NW."""
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""From a hex's centre to its corners: E, SE, SW, W, NW, NE."""


def centre(q: int, r: int) -> tuple[int, int]:
    """Where a hex lies on the lattice."""
    return 3 * q, 2 * r + q


def ring(radius: int) -> list[tuple[int, int]]:
    """The hexes at that distance from the middle, clockwise from the top."""
    q, r = 0, -radius
    hexes = []
    for side in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            hexes.append((q, r))
            q, r = q + STEPS[side][0], r + STEPS[side][1]
    return hexes


def padded(rows: list[list[int]], width: int) -> Table:
    """Rows of different length as one table; -1 fills the rest."""
    return np.array([row + [-1] * (width - len(row)) for row in rows], np.int64)


HEX_AT = sorted((q, r) for radius in range(RADIUS + 1) for q, r in (ring(radius) if radius else [(0, 0)]))
"""The axial place of each land hex."""
HEX_OF = {place: h for h, place in enumerate(HEX_AT)}
HEX_POINTS = [[(centre(q, r)[0] + x, centre(q, r)[1] + y) for x, y in CORNERS] for q, r in HEX_AT]
INTERSECTION_AT = sorted({point for points in HEX_POINTS for point in points})
"""The lattice point of each intersection."""
INTERSECTION_OF = {point: v for v, point in enumerate(INTERSECTION_AT)}
PATH_ENDS = sorted(
    {
        tuple(sorted((INTERSECTION_OF[points[k]], INTERSECTION_OF[points[k - 1]])))
        for points in HEX_POINTS
        for k in range(6)
    }
)

HEXES, INTERSECTIONS, PATHS = len(HEX_AT), len(INTERSECTION_AT), len(PATH_ENDS)

HEX_INTERSECTION: Table = np.array([[INTERSECTION_OF[point] for point in points] for points in HEX_POINTS], np.int64)
HEX_HEX = padded([[HEX_OF[q + x, r + y] for x, y in STEPS if (q + x, r + y) in HEX_OF] for q, r in HEX_AT], len(STEPS))
PATH_INTERSECTION: Table = np.array(PATH_ENDS, np.int64)
INTERSECTION_HEX = padded([[h for h in range(HEXES) if v in HEX_INTERSECTION[h]] for v in range(INTERSECTIONS)], 3)
INTERSECTION_PATH = padded([[e for e in range(PATHS) if v in PATH_ENDS[e]] for v in range(INTERSECTIONS)], 3)
INTERSECTION_NEXT = padded([sorted(sum(ends) - v for ends in PATH_ENDS if v in ends) for v in range(INTERSECTIONS)], 3)
"""The neighbouring intersections of an intersection."""

HARBOUR_SEA = tuple(ring(RADIUS + 1)[1::2])
"""Harbours stand on every second sea hex, clockwise from the top."""
HARBOUR_FACES = (3, 4, 5, 5, 0, 1, 1, 2, 3)
"""The direction each harbour looks: along the longest straight line of land hexes."""
HARBOUR_HEX: Table = np.array(
    [HEX_OF[q + STEPS[k][0], r + STEPS[k][1]] for (q, r), k in zip(HARBOUR_SEA, HARBOUR_FACES, strict=True)],
    np.int64,
)
"""The land hex that each harbour faces."""


def shared_points(first: tuple[int, int], second: tuple[int, int]) -> list[tuple[int, int]]:
    """The two corners where neighbouring hexes touch."""
    corners = [{(centre(*place)[0] + x, centre(*place)[1] + y) for x, y in CORNERS} for place in (first, second)]
    return sorted(corners[0] & corners[1])


HARBOUR_INTERSECTION: Table = np.array(
    [
        [INTERSECTION_OF[point] for point in shared_points(sea, HEX_AT[land])]
        for sea, land in zip(HARBOUR_SEA, HARBOUR_HEX, strict=True)
    ],
    np.int64,
)
"""The two intersections that a harbour serves."""
INTERSECTION_HARBOUR: Table = np.full(INTERSECTIONS, -1, np.int64)
for _place, _ends in enumerate(HARBOUR_INTERSECTION):
    INTERSECTION_HARBOUR[_ends] = _place
HARBOUR_PLACES = len(HARBOUR_SEA)

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
NUMBER: Table = np.array(NUMBERS, np.int64)
PIPS: Table = np.array([max(0, 6 - abs(7 - n)) if n in NUMBERS else 0 for n in range(13)], np.int64)
"""In how many of 36 throws a number comes."""
TOKENS: Table = np.array([5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11], np.int64)
"""The number tokens by their letters A to R."""
TOKEN_COUNT: Table = np.array([np.count_nonzero(n == TOKENS) for n in NUMBERS], np.int64)
RED_TOKENS: Table = np.array([6, 6, 8, 8], np.int64)
"""The red numbers, in the order in which they are put down when none may touch another."""
RED: Table = np.array([n in RED_TOKENS for n in range(13)], np.int64)

OUTER = ring(RADIUS)[::-1]
INNER = ring(RADIUS - 1)[::-1]


def spiral(start: tuple[int, int]) -> list[int]:
    """The hexes counter-clockwise round the outer ring from a corner, then round the inner one, then the middle."""
    at = OUTER.index(start)
    inner_at = INNER.index((start[0] // RADIUS, start[1] // RADIUS))
    places = OUTER[at:] + OUTER[:at] + INNER[inner_at:] + INNER[:inner_at] + [(0, 0)]
    return [HEX_OF[place] for place in places]


START_CORNERS = ((-2, 0), (-2, 2), (0, 2), (2, 0), (2, -2), (0, -2))
"""The corners of the island in the order of the option's words: upper-left, lower-left, bottom and on."""
SPIRAL: Table = np.array([spiral(start) for start in START_CORNERS], np.int64)
CORNER_HEXES: Table = np.sort(SPIRAL[:, 0])
CORNER_SPIRAL: Table = np.argsort(SPIRAL[:, 0]).astype(np.int64)
"""The spiral that starts at each of CORNER_HEXES."""

TERRAIN_COUNT: Table = np.array([4, 4, 4, 3, 3, 1], np.int64)
HARBOUR_COUNT: Table = np.array([1, 1, 1, 1, 1, 4], np.int64)
BANK = 19
"""Cards of each resource."""
DECK: Table = np.array([14, 2, 2, 2, 5], np.int64)
"""Development cards of each kind."""

ROAD, SETTLEMENT, CITY, CARD = range(4)
PIECES: Table = np.array([15, 5, 4], np.int64)
"""A seat's roads, settlements and cities."""
COST: Table = np.array([[1, 0, 0, 1, 0], [1, 1, 1, 1, 0], [0, 0, 2, 0, 3], [0, 1, 1, 0, 1]], np.int64)
"""What a road, a settlement, a city and a development card cost of each resource."""
BUILDING_POINTS: Table = np.array([0, 1, 2], np.int64)
"""Points, and cards of each production, for nothing, a settlement, a city."""
HONOUR_POINTS = 2
"""Points for Longest Road and for Largest Army."""
LEAST_ROAD = 5
LEAST_ARMY = 3
HAND_LIMIT = 7
SEVEN = 7
FREE_ROADS = 2
PLENTY_CARDS = 2
RATIO_BANK, RATIO_GENERIC, RATIO_SPECIAL = 4, 3, 2


def layout(terrain: str, numbers: tuple[int, ...], harbours: str) -> dict[str, Any]:
    """A printed board from its words."""
    return {
        "terrain": [TERRAINS.index(word) for word in terrain.split()],
        "number": list(numbers),
        "harbour": [HARBOURS.index(word) for word in harbours.split()],
    }


LAYOUTS = (
    layout(
        "mountains fields forest hills pasture pasture mountains desert forest fields"
        " forest fields hills mountains hills pasture forest pasture fields",
        (5, 2, 6, 8, 10, 9, 3, 0, 3, 11, 4, 8, 4, 6, 5, 10, 11, 12, 9),
        "ore generic wool generic generic brick lumber generic grain",
    ),
    layout(
        "hills fields pasture forest mountains fields pasture fields forest desert"
        " forest mountains fields hills pasture hills mountains pasture forest",
        (5, 6, 11, 8, 3, 4, 5, 9, 11, 0, 3, 8, 12, 6, 4, 10, 10, 2, 9),
        "lumber generic grain ore generic wool generic generic brick",
    ),
)
"""The beginners' boards in the order of the option's words."""
LAYOUT_TERRAIN: Table = np.array([board["terrain"] for board in LAYOUTS], np.int64)
LAYOUT_NUMBER: Table = np.array([board["number"] for board in LAYOUTS], np.int64)
LAYOUT_HARBOUR: Table = np.array([board["harbour"] for board in LAYOUTS], np.int64)

BEGINNER: Table = np.array(
    [
        [
            [[35, 51], [24, 36]],
            [[5, 3], [12, 19]],
            [[39, 56], [14, 15]],
            [[46, 60], [31, 37]],
        ],
        [
            [[44, 57], [22, 25]],
            [[14, 21], [12, 12]],
            [[34, 41], [25, 37]],
            [[41, 59], [13, 14]],
        ],
    ],
    np.int64,
)
"""By layout and colour (red, blue, white, orange): settlement and road, then the starred settlement and its road."""
COLOURS = ("red", "blue", "white", "orange")
SEAT_COLOUR: Table = np.array([[-1] * 4, [-1] * 4, [1, 2, -1, -1], [1, 2, 3, -1], [0, 1, 2, 3]], np.int64)
"""The colour of each seat by number of players: red is the one left out."""
