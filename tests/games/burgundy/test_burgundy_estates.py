"""The nine estates and the box."""

import numpy as np
import pytest

from burgrave.games.burgundy.board import (
    BLACK_TILES,
    COLOUR_SIZE,
    COLOURS,
    HEX_COLOUR,
    HEX_NUMBER,
    KIND_COLOUR,
    NEIGHBOURS,
    NORMAL_TILES,
    REGION,
    REGION_HEX,
    REGION_SIZE,
    regions_of,
)

CITIES = {
    1: [5, 3, 3, 1],
    2: [8, 2, 2],
    3: [5, 5, 1, 1],
    4: [5, 5, 2],
    5: [3, 3, 3, 2, 1],
    6: [6, 4, 2],
    7: [7, 3, 2],
    8: [2, 2, 2, 2, 2, 2],
    9: [6, 6],
}
BUILDING, ANIMAL, KNOWLEDGE, CASTLE, MINE, SHIP = range(6)


@pytest.mark.parametrize("board", CITIES)
def test_cities_have_the_sizes_of_the_printed_board(board):
    sizes = sorted(
        (len(region) for region in regions_of(board) if HEX_COLOUR[board, region[0]] == BUILDING), reverse=True
    )
    assert sizes == CITIES[board]


@pytest.mark.parametrize("board", CITIES)
def test_every_board_has_the_same_hexes_of_each_colour(board):
    assert dict(zip(COLOURS, COLOUR_SIZE[board].tolist(), strict=True)) == {
        "building": 12,
        "animal": 6,
        "knowledge": 6,
        "castle": 4,
        "mine": 3,
        "ship": 6,
    }


@pytest.mark.parametrize("board", CITIES)
def test_regions_are_maximal_connected_sets_of_one_colour(board):
    for hexagon in range(37):
        region = REGION[board, hexagon]
        members = REGION_HEX[board, region, : REGION_SIZE[board, region]].tolist()
        assert hexagon in members
        for other in NEIGHBOURS[hexagon]:
            same = HEX_COLOUR[board, other] == HEX_COLOUR[board, hexagon]
            assert (other in members) == same


def test_the_centre_takes_a_six_and_the_numbers_are_read_row_by_row():
    assert HEX_NUMBER[18] == 6
    assert HEX_NUMBER[:9].tolist() == [6, 5, 4, 3, 2, 1, 6, 5, 4]
    assert len(HEX_NUMBER) == 37


def test_the_box_holds_164_tiles():
    assert (int(NORMAL_TILES.sum()), int(BLACK_TILES.sum())) == (124, 40)
    by_colour = np.bincount(KIND_COLOUR, NORMAL_TILES + BLACK_TILES)
    assert by_colour.tolist() == [56, 28, 26, 16, 12, 26]
