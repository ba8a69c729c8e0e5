"""Hexes and squares: neighbours, rings, distances, points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgrave.core import grids

cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def test_a_disk_of_radius_two_is_the_island_of_nineteen_hexes_column_by_column():
    disk = grids.hex_disk(2)
    assert len(disk) == 19
    assert [sum(q == column for q, _ in disk) for column in range(-2, 3)] == [3, 4, 5, 4, 3]
    assert disk[0] == (-2, 0)
    assert disk[-1] == (2, 0)


@given(cells, st.integers(1, 5))
def test_a_hex_ring_is_all_that_is_exactly_so_far_away(centre, radius):
    ring = grids.hex_ring(centre, radius)
    assert len(set(ring)) == 6 * radius
    assert {grids.hex_distance(centre, cell) for cell in ring} == {radius}
    assert all(grids.hex_distance(a, b) == 1 for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def test_the_ring_of_one_is_the_neighbours_in_their_order():
    assert grids.hex_ring((4, -2), 1) == grids.neighbours((4, -2))


def test_a_table_of_neighbours_says_where_the_board_ends():
    table = grids.neighbour_table(grids.hex_disk(1))
    middle = grids.hex_disk(1).index((0, 0))
    assert (table[middle] >= 0).all()
    assert sorted((table >= 0).sum(axis=1).tolist()) == [3, 3, 3, 3, 3, 3, 6]


def test_steps_between_the_ends_of_a_disk():
    board = grids.hex_disk(3)
    steps = grids.distance_table(grids.neighbour_table(board))
    assert steps[board.index((-3, 0)), board.index((3, 0))] == 6
    assert all(steps[0, k] == grids.hex_distance(board[0], board[k]) for k in range(len(board)))


def test_a_cell_that_nothing_touches_cannot_be_reached():
    assert grids.distance_table(grids.neighbour_table([(0, 0), (5, 5)]))[0, 1] == grids.NOWHERE


@pytest.mark.parametrize("flat", [True, False])
def test_neighbouring_hexes_share_two_corners(flat):
    def corners(cell):
        return {(round(x, 6), round(y, 6)) for x, y in grids.hex_corners(grids.hex_centre(cell, 10, flat), 10, flat)}

    for neighbour in grids.neighbours((2, 1)):
        assert len(corners((2, 1)) & corners(neighbour)) == 2


def test_the_lattice_counts_the_corners_and_agrees_with_the_points():
    corners = {corner for cell in grids.hex_disk(2) for corner in grids.hex_corner_lattice(cell)}
    assert len(corners) == 54
    for cell in grids.hex_disk(1):
        points = grids.hex_corners(grids.hex_centre(cell, 30), 30)
        for corner, point in zip(grids.hex_corner_lattice(cell), points, strict=True):
            assert grids.lattice_point(corner, 30) == pytest.approx(point)


@given(cells, st.integers(1, 4))
def test_a_square_ring_goes_once_round(centre, radius):
    ring = grids.square_ring(centre, radius)
    assert len(set(ring)) == 8 * radius
    assert ring[0] == (centre[0], centre[1] - radius)
    assert all(grids.square_distance(a, b) == 1 for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def test_a_ring_of_nothing_is_the_cell_itself():
    assert grids.hex_ring((1, 2), 0) == grids.square_ring((1, 2), 0) == [(1, 2)]


def test_squares_lie_side_by_side():
    assert grids.square_centre((0, 0), 10) == (5, 5)
    assert grids.square_corners((5, 5), 10) == [(0, 0), (10, 0), (10, 10), (0, 10)]
    assert grids.shrunk([(0, 0), (10, 10)], (5, 5), 0.5) == [(2.5, 2.5), (7.5, 7.5)]
    assert grids.between((0, 0), (10, 20)) == (5, 10)
    assert grids.bounds([(0, 0), (10, 20)], margin=1) == (-1, -1, 12, 22)
