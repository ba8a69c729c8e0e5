"""What can go wrong, each as one sentence that a player or programmer understands."""

from __future__ import annotations


class IllegalMove(ValueError):
    """The rules forbid this move now; the message is the `why_not` sentence."""


class UnknownMove(ValueError):
    """No move of the game has this text or id."""


class UnknownGame(ValueError):
    """No registered game has this name."""


class ContractError(TypeError):
    """A game lacks a part that every game must give."""


class RecordError(ValueError):
    """A text record cannot be read: which line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class UndoError(ValueError):
    """The last move cannot be taken back."""
