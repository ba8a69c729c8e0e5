"""What can be read off a position in plain Python, for words, pictures and checks."""

from __future__ import annotations

from typing import Any

from burgrave.games.burgundy.board import BONUS_POINTS, COLOUR_COUNT, NOTHING
from burgrave.games.burgundy.state import Point

SETTING_UP = (Point.DEAL, Point.FIRST, Point.SHEET, Point.SIDE, Point.START)
"""The points before phase A."""


def in_set_up(s: Any) -> bool:
    """True before phase A has begun."""
    return int(s.point) in SETTING_UP


def bonus_left(s: Any, players: int) -> list[list[int]]:
    """For each colour the points of the bonus tiles that nobody has won yet."""
    won = {int(tile) for tile in s.bonus.ravel() if tile != NOTHING}
    return [
        [int(BONUS_POINTS[players, size]) for size in range(2) if 2 * colour + size not in won]
        for colour in range(COLOUR_COUNT)
    ]
