"""Standing answers: what a seat lets the table play for it, where it always answers the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import Position

FORCED = "forced"
"""Play my only move."""
REFUSE = "refuse"
"""Refuse what I cannot accept."""
PASS = "pass"
ACCEPT = "accept"
ANSWER = "answer"
"""The decision point at which a seat is asked to accept something or pass."""


def passing(point: str) -> str:
    """The answer that passes at a decision point until the seat moves elsewhere."""
    return f"{PASS} {point}"


def is_known(answer: str, game: Game) -> bool:
    """Whether there is such an answer in a game."""
    return answer in (FORCED, REFUSE, *map(passing, game.rules.points))


def after_move(chosen: frozenset[str], point: str, text: str) -> frozenset[str]:
    """What still stands after a seat's own move: anything but the pass it had announced ends passing."""
    if passing(point) in chosen and text == PASS:
        return chosen
    return frozenset(answer for answer in chosen if not answer.startswith(f"{PASS} "))


def answer_at(position: Position, chosen: Collection[str]) -> str | None:
    """The move that these answers make in a position; None when they make none."""
    if not chosen:
        return None
    texts = [move.text for move in position.moves()]
    if FORCED in chosen and len(texts) == 1:
        return texts[0]
    point = position.point
    refused = passing(point) in chosen or (REFUSE in chosen and point == ANSWER and ACCEPT not in texts)
    return PASS if refused and PASS in texts else None
