"""Where a game's areas lie: what it may declare."""

from __future__ import annotations

import pytest

from burgrave.core.table import PLAIN, Column, Table

BESIDE = Column(6, ("seats", "log"))
SWAPPED = (Column(6, ("seats",)), Column(6, ("board", "log")))


def test_the_columns_fill_the_window() -> None:
    with pytest.raises(ValueError, match=r"\[8, 6\] wide, not 12"):
        Table(columns=(Column(8, ("board",)), BESIDE))


def test_a_decision_is_about_an_area_that_there_is() -> None:
    with pytest.raises(ValueError, match="about 'depots'"):
        Table(about={"take": "depots"})


def test_things_may_lie_elsewhere_for_few_players() -> None:
    table = Table(columns=(Column(6, ("board",)), BESIDE), by_players={2: SWAPPED})
    assert table.columns_for(2) == SWAPPED
    assert table.columns_for(3) == table.columns
    assert PLAIN.columns_for(2) == PLAIN.columns


def test_for_few_players_nothing_is_left_out() -> None:
    with pytest.raises(ValueError, match="the areas are board, seats, log"):
        Table(columns=(Column(6, ("board",)), BESIDE), by_players={2: (Column(12, ("board", "seats")),)})


def test_below_the_columns_there_is_room_beside_a_board_alone() -> None:
    table = Table(columns=(Column(8, ("board",)), Column(4, ("seats",))), below=("log",))
    assert table.areas == ("board", "seats", "log")
    with pytest.raises(ValueError, match="the first column has another area"):
        Table(columns=(Column(8, ("board", "hand")), Column(4, ("seats",))), below=("log",))
