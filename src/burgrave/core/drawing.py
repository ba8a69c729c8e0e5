"""What a game's drawing gives, and the kit of helpers that all drawings share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Panel:
    """A small picture beside the board: a hand, a bank, a seat's figures, a player's own board.

    One unit is one CSS pixel at normal size, so text of 14 units and more is readable. Sites inside carry `data-site`
    and `data-name`. `place`: "hand" is always in sight below the prompt; "table" belongs to everybody; "seat" to one seat.
    """

    key: str
    title: str
    width: float
    height: float
    body: str
    place: Literal["hand", "table", "seat"]
    seat: int | None = None


@dataclass(frozen=True)
class Drawing:
    """A position as a picture: symbols once per page, the ground that only set-up decides, and what changes."""

    symbols: str
    """<symbol>s and <pattern>s; their ids begin with the game's name (seat patterns and shields come from the kit)."""
    box: tuple[float, float, float, float]
    """The board's viewBox."""
    ground: str
    pieces: str
    sites: str
    """The board's clickable places, invisible shapes above everything: data-site and data-name."""
    figures: tuple[Panel, ...]
    """One compact panel (width 170, height at most 44) per seat: what everybody may count; beside name and score."""
    panels: tuple[Panel, ...]
