"""The two simplest bots: any legal move, and the move that looks best at once."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING, Any

from burgrave.core.dice import dice_of
from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import View

NEAR = 1e-9
"""Moves whose prospects differ by less than this look the same."""


def own_moves(view: View) -> tuple[Move, ...]:
    """The moves a bot may choose from; an error when its seat is not to act."""
    moves = view.moves()
    if not moves:
        raise ValueError("a bot chooses only from a view whose seat is to act")
    return moves


class RandomBot:
    """Chooses any legal move, all equally likely."""

    name = "random"

    def __init__(self, game: Game, *, seed: int | str | None = None) -> None:
        self.game = game
        self._random = random.Random(secrets.token_hex(16) if seed is None else str(seed))

    def choose(self, view: View) -> Move:
        """Any legal move."""
        return self._random.choice(own_moves(view))


class GreedyBot:
    """Chooses the move after which its seat stands best, over several guesses at what is hidden."""

    name = "greedy"

    def __init__(self, game: Game, *, seed: int | str | None = None, samples: int = 4) -> None:
        if samples < 1:
            raise ValueError(f"a greedy bot looks at one sample at least, not {samples}")
        self.game = game
        self.samples = samples
        self._seed = secrets.token_hex(16) if seed is None else str(seed)
        self._random = random.Random(self._seed)
        self._choices = 0

    def choose(self, view: View) -> Move:
        """The move with the best prospect; one of the best when several look the same."""
        moves = own_moves(view)
        if len(moves) == 1:
            return moves[0]
        totals = self.prospects(view)[: len(moves)]
        best = max(totals)
        return self._random.choice([move for move, total in zip(moves, totals, strict=True) if total > best - NEAR])

    def prospects(self, view: View) -> list[float]:
        """How the seat stands after each legal move, in log-odds summed over the samples."""
        room = self.game.workspace
        dice = dice_of(self._seed, self._choices)
        self._choices += 1
        code: Any = self.game.rules.bind("burgrave.bots.judgement")
        code.greedy_at(view._records, room.work, room.scratch, room.moves, room.totals, view.seat, dice, self.samples)
        prospects: list[float] = room.totals[: room.moves[0]].tolist()
        return prospects
