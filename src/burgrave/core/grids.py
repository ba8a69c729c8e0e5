"""Hexes and squares: coordinates, neighbours, rings and positions, for rules and drawings alike.

A hex is axial `(q, r)`, a square `(column, row)`; both grow to the right and downward. Directions go clockwise: those
of flat-topped hexes from the top, those of pointed hexes from the upper left, those of squares from the top.
Points for drawing are `(x, y)` with y growing downward; `size` is a hex's outer radius or a square's side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, pi, sin, sqrt

import numpy as np
import numpy.typing as npt

Cell = tuple[int, int]
Point = tuple[float, float]

HEX_DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
SQUARE_DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
EIGHT_DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

NOWHERE = -1


def neighbours(cell: Cell, directions: Sequence[Cell] = HEX_DIRECTIONS) -> list[Cell]:
    """The cells next to a cell, clockwise."""
    return [(cell[0] + across, cell[1] + down) for across, down in directions]


def neighbour_table(cells: Sequence[Cell], directions: Sequence[Cell] = HEX_DIRECTIONS) -> npt.NDArray[np.int64]:
    """For each cell of a board the index of its neighbour in each direction, -1 off the board."""
    index = {cell: number for number, cell in enumerate(cells)}
    rows = [[index.get(neighbour, NOWHERE) for neighbour in neighbours(cell, directions)] for cell in cells]
    return np.array(rows, np.int64).reshape(len(cells), len(directions))


def neighbour_words(cells: Sequence[Cell], directions: Sequence[Cell] = HEX_DIRECTIONS) -> str:
    """For each cell its number and its neighbours' in all directions, with a dash where the board ends.

    It is for those who cannot see a board: "0: – – 1 8 7 –; 1: – – 2 9 8 0".
    """
    rows = neighbour_table(cells, directions).tolist()
    near = [" ".join("–" if other == NOWHERE else str(other) for other in row) for row in rows]
    return "; ".join(f"{number}: {others}" for number, others in enumerate(near))


def distance_table(adjacent: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Steps between all cells of a board over a table of neighbours; -1 where no way leads."""
    count = len(adjacent)
    steps = np.full((count, count), NOWHERE, np.int64)
    for start in range(count):
        steps[start, start] = 0
        frontier = [start]
        while frontier:
            reached = []
            for cell in frontier:
                for other in adjacent[cell]:
                    if other != NOWHERE and steps[start, other] == NOWHERE:
                        steps[start, other] = steps[start, cell] + 1
                        reached.append(int(other))
            frontier = reached
    return steps


# ---- hexes


def hex_distance(one: Cell, other: Cell) -> int:
    """Steps between two hexes."""
    across, down = other[0] - one[0], other[1] - one[1]
    return max(abs(across), abs(down), abs(across + down))


def hex_ring(centre: Cell, radius: int) -> list[Cell]:
    """The hexes exactly `radius` steps away, clockwise from the one straight in the first direction."""
    if radius == 0:
        return [centre]
    cell = (centre[0] + radius * HEX_DIRECTIONS[0][0], centre[1] + radius * HEX_DIRECTIONS[0][1])
    ring = []
    for side in range(6):
        across, down = HEX_DIRECTIONS[(side + 2) % 6]
        for _ in range(radius):
            ring.append(cell)
            cell = (cell[0] + across, cell[1] + down)
    return ring


def hex_disk(radius: int, centre: Cell = (0, 0)) -> list[Cell]:
    """All hexes at most `radius` steps away: column by column, top to bottom."""
    return [
        (centre[0] + q, centre[1] + r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1)
    ]


def hex_centre(cell: Cell, size: float, flat: bool = True) -> Point:
    """Where a hex's centre lies; flat-topped hexes stand in columns, pointed ones in rows."""
    q, r = cell
    if flat:
        return size * 1.5 * q, size * sqrt(3) * (r + q / 2)
    return size * sqrt(3) * (q + r / 2), size * 1.5 * r


def hex_corners(centre: Point, size: float, flat: bool = True) -> list[Point]:
    """The six corners clockwise, from the right one (flat-topped) or the lower right one (pointed)."""
    turn = 0.0 if flat else pi / 6
    x, y = centre
    return [(x + size * cos(turn + k * pi / 3), y + size * sin(turn + k * pi / 3)) for k in range(6)]


def hex_corner_lattice(cell: Cell) -> list[Cell]:
    """A flat-topped hex's corners on the whole-number lattice where its centre is (3q, 2r + q).

    Neighbouring hexes give the same points, so corners can be counted and numbered without rounding. Clockwise from the
    right corner; `lattice_point` turns one into a point for drawing.
    """
    x, y = 3 * cell[0], 2 * cell[1] + cell[0]
    return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]


def lattice_point(corner: Cell, size: float) -> Point:
    """Where a lattice point lies for drawing."""
    return corner[0] * size / 2, corner[1] * size * sqrt(3) / 2


# ---- squares


def square_distance(one: Cell, other: Cell) -> int:
    """Steps between two squares, straight ones only."""
    return abs(other[0] - one[0]) + abs(other[1] - one[1])


def square_ring(centre: Cell, radius: int) -> list[Cell]:
    """The squares around a square at `radius` rows or columns, clockwise from straight above."""
    if radius == 0:
        return [centre]
    x, y = centre
    ring = [(x + k, y - radius) for k in range(radius)]
    ring += [(x + radius, y - radius + k) for k in range(2 * radius)]
    ring += [(x + radius - k, y + radius) for k in range(2 * radius)]
    ring += [(x - radius, y + radius - k) for k in range(2 * radius)]
    return ring + [(x - radius + k, y - radius) for k in range(radius)]


def square_centre(cell: Cell, size: float) -> Point:
    """Where a square's centre lies."""
    return (cell[0] + 0.5) * size, (cell[1] + 0.5) * size


def square_corners(centre: Point, size: float) -> list[Point]:
    """The four corners clockwise from the upper left one."""
    x, y, half = *centre, size / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


# ---- both


def shrunk(corners: Iterable[Point], centre: Point, by: float) -> list[Point]:
    """A shape drawn towards its centre: `by` 0.9 leaves nine tenths of it."""
    return [(centre[0] + (x - centre[0]) * by, centre[1] + (y - centre[1]) * by) for x, y in corners]


def between(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point that far along the way from one to the other."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def bounds(points: Iterable[Point], margin: float = 0) -> tuple[float, float, float, float]:
    """The box `(x, y, width, height)` around points, as an SVG viewBox wants it."""
    across, down = zip(*points, strict=True)
    left, top = min(across) - margin, min(down) - margin
    return left, top, max(across) + margin - left, max(down) + margin - top


def compass(point: Point) -> int:
    """Where a point lies as seen from the origin: one of eight directions, clockwise from the north."""
    x, y = point
    return round(atan2(x, -y) / (pi / 4)) % 8
