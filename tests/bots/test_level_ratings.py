"""The levels' ratings that come with the package: whole for a game, and the page about strength tells the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgrave.bots import LEVELS
from burgrave.bots.level_ratings import MIDDLE, level_ratings, measured_games

PAGE = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", measured_games())
def test_every_level_of_a_game_was_measured_and_the_page_says_how(game: str) -> None:
    rated = level_ratings(game)
    assert list(rated) == list(LEVELS)
    assert rated[MIDDLE].mean == 25.0
    for level, one in rated.items():
        row = f"| {game} | {level} | `{one.played_as}` | {one.mean:.1f} | {one.deviation:.1f} | {one.games} |"
        assert row in PAGE


def test_an_unknown_game_has_none() -> None:
    assert level_ratings("shells") == {}
