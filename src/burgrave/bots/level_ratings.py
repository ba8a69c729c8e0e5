"""How strong the bots' levels are in each game: numbers that come with the package, measured by `bench/ratings.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FILE = "level_ratings.json"
MIDDLE = "normal"
"""The level that stands in the middle of the scale, where everybody begins."""


@dataclass(frozen=True)
class LevelRating:
    """A level's rating by openskill: the mean, how far off it may be, from how many games, and what played them."""

    mean: float
    deviation: float
    games: int
    played_as: str
    """The bot that stood for the level: where time bounds a level, so many iterations stand for it."""


@cache
def _measured() -> Mapping[str, Mapping[str, LevelRating]]:
    found = json.loads((files("burgrave.bots") / FILE).read_text(encoding="utf-8"))
    return {game: {level: LevelRating(**rated) for level, rated in levels.items()} for game, levels in found.items()}


def measured_games() -> list[str]:
    """The games whose levels have ratings."""
    return list(_measured())


def level_ratings(game: str) -> Mapping[str, LevelRating]:
    """The ratings of a game's levels by their names; none for a game of which nothing was measured."""
    return _measured().get(game, {})
