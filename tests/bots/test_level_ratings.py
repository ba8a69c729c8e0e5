"""The levels' ratings that come with the package: whole for a game, and the page about strength tells the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.ratings import Rated, ascending
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


@pytest.mark.parametrize("game", measured_games())
def test_no_level_is_told_to_be_weaker_than_an_easier_one(game: str) -> None:
    means = [one.mean for one in level_ratings(game).values()]
    assert means == sorted(means)


def test_levels_that_games_put_in_the_wrong_order_share_the_likeliest_rating() -> None:
    found = [Rated(str(mean), mean, deviation, 40, 0.5) for mean, deviation in ((1, 1), (5, 1), (4, 1), (0, 2), (9, 1))]
    assert ascending(found) == [1.0, 4.0, 4.0, 4.0, 9.0]
    assert ascending(found[:2]) == [1.0, 5.0]


def test_an_unknown_game_has_none() -> None:
    assert level_ratings("shells") == {}
