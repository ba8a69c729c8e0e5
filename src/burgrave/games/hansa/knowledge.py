"""What a seat may know: everything. No position holds the stack's order, and all else lies open."""

from __future__ import annotations

from typing import Any

from burgrave.core.verbs import Move
from burgrave.games.hansa.checking import check
from burgrave.games.hansa.state import rule

__all__ = ["check", "fill", "mask", "reveals", "seen_as"]


@rule
def mask(s, w, seat):
    """Nothing is hidden."""


@rule
def fill(s, w, seat, dice):
    """A view is already a whole position."""


def seen_as(move: Move, seat: int | None, before: Any, now: Any) -> str:
    """Every move is public."""
    return move.text


def reveals(move: Move, before: Any, after: Any) -> bool:
    """No player's move tells anything that was not known before it."""
    return False
