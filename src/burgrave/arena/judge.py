"""The judge of positions: every seat's chance to win, with the error of that figure."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core.dice import dice_of
from burgrave.core.spec import MOST_SEATS
from burgrave.core.weights import net_of

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules
    from burgrave.core.position import Look, Position, View
    from burgrave.core.verbs import Move

MODULE = "burgrave.arena.judging"
"""The compiled code that positions are judged with."""
CHANCES = "chances.weights"
"""The file in a game's package that says how sure its evaluation may be; `bench/calibration.py` writes it."""
NOBODY = -1
NO_MOVE = -1

Shares = npt.NDArray[np.float64]
"""Shares of the win: sample by sample, for each move that is compared, for each seat."""


class Estimate:
    """Every seat's chance to win after each of some moves, from samples that all of them share."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self.chances: Shares = shares.mean(axis=0)

    @property
    def error(self) -> list[float]:
        """The standard error of every seat's chance after the first move."""
        return standard_error(self.shares[:, 0])

    def difference(self, one: int, other: int) -> tuple[list[float], list[float]]:
        """What one move is worth more than another to each seat, and the standard error of that."""
        apart = self.shares[:, one] - self.shares[:, other]
        return apart.mean(axis=0).tolist(), standard_error(apart)

    def above_mean(self, one: int, odds: Sequence[float]) -> tuple[list[float], list[float]]:
        """What one move is worth more than the mean of all by their odds, and the standard error of that."""
        apart = self.shares[:, one] - np.einsum("smp,m->sp", self.shares, np.asarray(odds))
        return apart.mean(axis=0).tolist(), standard_error(apart)


def standard_error(samples: Shares) -> list[float]:
    """The standard error of the mean of samples."""
    if len(samples) < 2:
        return [0.0] * samples.shape[1]
    found: list[float] = (samples.std(axis=0, ddof=1) / math.sqrt(len(samples))).tolist()
    return found


@cache
def sharpness(rules: Rules, players: int) -> float:
    """How much surer than its evaluation says a game may be of a win: 1 as it says, less where it promises too much."""
    found = files(rules.spec.package).joinpath(CHANCES)
    if not found.is_file():
        return 1.0
    return float(json.loads(found.read_text(encoding="utf-8"))["sharpness"].get(str(players), 1.0))


def calibrated(shares: Shares, sharpness: float) -> Shares:
    """Shares of the win as chances: their odds raised to a power, so that a promise of 70 % is kept 7 times in 10."""
    if sharpness == 1.0:
        return shares
    powers: Shares = shares**sharpness
    chances: Shares = powers / powers.sum(axis=-1, keepdims=True)
    return chances


class Judge:
    """Judges positions of one game; each thread needs its own."""

    def __init__(self, game: Game, *, sharp: float | None = None) -> None:
        rules = game.rules
        self.game = game
        self.code: Any = rules.compiled(MODULE)
        self._sharpness = sharpness(rules, game.players) if sharp is None else sharp
        self._net = net_of(rules)
        self._work = np.zeros(3, rules.state)
        self._scratch = np.zeros(1, rules.scratch)
        self._moves = np.zeros(len(rules.verbs) + 1, np.int16)
        self._shares = np.zeros(2 * MOST_SEATS)

    def position(self, position: Position, samples: int, seed: str) -> Estimate:
        """How everybody stands in a position, everything open."""
        return self._judged(position, [NO_MOVE], NOBODY, samples, seed)

    def outcomes(self, position: Position, outcomes: Sequence[Move], samples: int, seed: str) -> Estimate:
        """How everybody would stand after each of some moves, everything open."""
        return self._judged(position, [move.id for move in outcomes], NOBODY, samples, seed)

    def seen(self, view: View, samples: int, seed: str) -> Estimate:
        """How everybody stands in a position, as far as a seat may know."""
        assert view.seat is not None
        return self._judged(view, [NO_MOVE], view.seat, samples, seed)

    def moves(self, view: View, moves: Sequence[Move], samples: int, seed: str) -> Estimate:
        """How everybody would stand after each of some moves, as far as the seat to act may know."""
        assert view.seat is not None
        return self._judged(view, [move.id for move in moves], view.seat, samples, seed)

    def _judged(self, look: Look, ids: list[int], viewer: int, samples: int, seed: str) -> Estimate:
        players, dice = self.game.players, dice_of(seed)

        def sampled(first: int, count: int) -> Shares:
            totals = np.zeros(count * len(ids) * players)
            self.code.judge(
                look._records, self._work, self._scratch, self._net, self._moves, np.array(ids, np.int64), totals,
                self._shares, viewer, dice, first, count,
            )  # fmt: skip
            return totals.reshape(count, len(ids), players)

        found = sampled(0, 2 * players)  # twice, and each seat's turn once
        if (found[:players] == found[players:]).all():
            found = found[:players]  # nothing is left to chance, and more samples would tell the same
        elif samples > 2 * players:
            found = np.concatenate([found, sampled(2 * players, samples - 2 * players)])
        return Estimate(calibrated(found, self._sharpness))
