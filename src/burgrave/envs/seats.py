"""One learning seat in each of many games: who plays the other seats, and what happens until it is to decide again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core.batch import whole_ids
from burgrave.core.errors import IllegalMove, shown
from burgrave.core.spec import OVER
from burgrave.envs.observing import flatten
from burgrave.envs.vector import VectorEnv

if TYPE_CHECKING:
    from burgrave.bots import Bot
    from burgrave.core.game import Game
    from burgrave.core.position import Position

Opponent = Any
"""A bot as `burgrave arena` names it, a bot object, or a callable: observations and masks of n decisions to n ids."""

RANDOM = "random"
OBSERVATIONS = ("record", "egocentric", "flat")
"""Whole numbers as in the record with a mask; egocentric numbers with a mask; or those alone, as one array."""


def opponents_of(given: Opponent | Sequence[Opponent], game: Game) -> list[Opponent]:
    """One opponent for each other seat, in the order of play after the own; an unknown one gets a sentence."""
    from burgrave.bots import described

    if isinstance(given, (list, tuple)):
        if len(given) != game.players - 1:
            raise ValueError(f"{game.players} seats take {game.players - 1} opponents, not {len(given)}")
        several = list(given)
    else:
        several = [given] * (game.players - 1)
    for one in several:
        if isinstance(one, str):
            described(one)
        elif not callable(one) and not hasattr(one, "choose"):
            raise ValueError(
                "an opponent is a bot's name, a bot, or a callable that takes observations and masks and gives ids, "
                f"not {shown(repr(one))}"
            )
    return several


class Seats:
    """`rows` games with one own seat in each: a number, or "random" for another seat in each game."""

    def __init__(self, env: VectorEnv, own: int | str, opponents: Opponent | Sequence[Opponent], form: str) -> None:
        self.env = env
        if own != RANDOM and (isinstance(own, str) or env.game.check_seat(own) is None):
            raise ValueError(f"the own seat is a number from 0 to {env.game.players - 1} or {RANDOM!r}, not {own!r}")
        self._wanted = own
        self._opponents = opponents_of(opponents, env.game)
        self._form = form
        self._rows = np.arange(env.rows)
        self.own = np.zeros(env.rows, np.int8)
        """The own seat in each row."""
        self._bots: dict[tuple[int, int], Bot] = {}

    def begin(self, rows: Sequence[int], seeds: Sequence[int], rng: np.random.Generator, positions: Any = None) -> None:
        """Begin games in some rows, up to the first own decision."""
        players = self.env.game.players
        for row, seed in zip(rows, seeds, strict=True):
            own = int(rng.integers(players)) if self._wanted == RANDOM else int(self._wanted)
            self.own[row] = self.env._viewers[row] = own
            bits = 0
            for place, opponent in enumerate(self._opponents):
                seat = (own + 1 + place) % players
                if opponent == RANDOM:
                    bits |= 1 << seat
                elif isinstance(opponent, str):
                    self._engage(row, seat, opponent, seed)
            self.env._random_seats[row] = bits
        self.env.reset_rows(rows, seeds=seeds, positions=positions)
        self._let_others_play()

    def _engage(self, row: int, seat: int, text: str, seed: int) -> None:
        from burgrave.bots import dismissed, make_bot

        old = self._bots.get((row, seat))
        if old is not None:
            dismissed([old])
        self._bots[row, seat] = make_bot(text, self.env.game, f"{seed} {seat}")

    def play(self, ids: npt.NDArray[np.int64]) -> None:
        """Play own moves that have been checked (-1: leave a row alone), and the others' up to the next own one."""
        self.env._run(ids)
        self._let_others_play()

    def _let_others_play(self) -> None:
        env = self.env
        while True:
            actors = env._actors
            waiting = self._rows[(actors != self.own) & (actors != OVER)]
            if not len(waiting):
                return
            ids = np.full(env.rows, -1, np.int64)
            asked: dict[int, tuple[Callable[..., Any], list[int]]] = {}
            for row in waiting.tolist():
                seat = int(actors[row])
                opponent = self._opponents[(seat - int(self.own[row]) - 1) % env.game.players]
                if callable(opponent) and not hasattr(opponent, "choose"):
                    asked.setdefault(id(opponent), (opponent, []))[1].append(row)
                else:
                    bot = self._bots[row, seat] if isinstance(opponent, str) else opponent
                    ids[row] = env.game.move(bot.choose(env.position(row).view(seat))).id
            for opponent, rows in asked.values():
                chosen = np.asarray(rows)
                seen = env.seen_by_actors(chosen)
                given = opponent(self._shown(seen, actors[chosen]), env._mask[chosen].view(np.int8))
                ids[chosen] = whole_ids(given, len(rows))
            bad = env._code.forbidden_row(env._mask, ids, env._moves, 0, env.rows)
            if bad >= 0:
                raise IllegalMove(f"an opponent may not do that: {env._complaint(int(bad), int(ids[bad]))}")
            env._run(ids, clear=False)

    def _shown(self, seen: npt.NDArray[Any], viewers: npt.NDArray[np.int8]) -> npt.NDArray[Any]:
        if self._form == "record":
            return flatten(self.env.game.rules, seen)
        return self.env.egocentric(seen, viewers)

    def observations(self) -> npt.NDArray[Any]:
        """What the own seats see (rows x numbers), in arrays of their own."""
        env = self.env
        return env.observations() if self._form == "record" else env.now.observations.copy()

    def rewards(self) -> npt.NDArray[np.float32]:
        """What the own seats were paid since their last decisions."""
        paid: npt.NDArray[np.float32] = self.env._rewards[self._rows, self.own]
        return paid

    def scores(self) -> npt.NDArray[np.int64]:
        """Everybody's points as the own seats see them."""
        env = self.env
        points = np.zeros((env.rows, env.game.players), np.int64)
        env.game.rules.drivers.scores_rows(np.ascontiguousarray(env._seen), env._shares[0].scratch, points, 0, env.rows)
        return points

    def position(self, row: int = 0) -> Position:
        """A row's whole position."""
        return self.env.position(row)

    def close(self) -> None:
        """Let the bots go."""
        from burgrave.bots import dismissed

        dismissed(list(self._bots.values()))
        self._bots.clear()
