"""Many games at once for training: one compiled step with observations, masks, rewards and automatic new games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core.batch import MOST_ROWS, whole_ids
from burgrave.core.dice import dice_of
from burgrave.core.errors import IllegalMove
from burgrave.core.given import whole
from burgrave.core.position import Position, copied
from burgrave.envs.observing import REWARDS, check_rewards, flatten, make

if TYPE_CHECKING:
    from burgrave.core.game import Game


@dataclass(frozen=True)
class Step:
    """What a step gives. All arrays are the environment's own and change with the next step; copy what you keep."""

    seats: npt.NDArray[np.int8]
    """Whose decision each row waits for."""
    records: npt.NDArray[Any]
    """Each row as that seat sees it: a masked record, its fields by name."""
    mask: npt.NDArray[np.bool_]
    """Which ids that seat may play (rows x players' ids)."""
    rewards: npt.NDArray[np.float32]
    """What the step paid (rows x seats)."""
    ended: npt.NDArray[np.bool_]
    """Which rows' games ended with this step; they have begun anew."""


class VectorEnv:
    """`rows` games that never stop. Row i's first game is `match(seed=seed + i)`, its k-th `seed + i + k * rows`."""

    def __init__(
        self, game: str | Game, rows: int, *, seed: int = 0, rewards: str = "win", threads: int = 1, **options: Any
    ) -> None:
        self.game = make(game, options)
        self.rows = rows = whole(rows, "the number of rows", 1, MOST_ROWS)
        self.threads = threads = whole(threads, "the number of threads", 1)
        rules = self.game.rules
        self._kind = REWARDS.index(check_rewards(rewards))
        self._code: Any = rules.compiled("burgrave.envs.vector_step")
        self._states, self._seen, self._blank = self.game.blank(rows), self.game.blank(rows), self.game.blank()
        self._scratch = [np.zeros(1, rules.scratch) for _ in range(threads)]
        self._dice, self._fresh = np.zeros((rows, 4), np.uint64), np.zeros((rows, 4), np.uint64)
        self._moves = np.zeros((rows, rules.verbs.player_ids + 1), np.int16)
        self._mask = np.zeros((rows, rules.verbs.player_ids), np.bool_)
        self._points = np.zeros((rows, self.game.players), np.int64)
        self._rewards = np.zeros((rows, self.game.players), np.float32)
        self._ended = np.zeros(rows, np.bool_)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        bounds = [rows * share // threads for share in range(threads + 1)]
        self._shares = list(zip(self._scratch, bounds[:-1], bounds[1:], strict=True))
        self.reset(seed)

    def _each(self, work: Any) -> list[Any]:
        if self._pool is None:
            return [work(*self._shares[0])]
        return list(self._pool.map(lambda share: work(*share), self._shares))

    def reset(self, seed: int = 0) -> Step:
        """Begin all games anew."""
        self.seed = whole(seed, "the seed of a vectorised environment")
        self._episodes = np.zeros(self.rows, np.int64)
        self._states[:] = self._blank[0]
        self._mask[:] = False
        self._moves[:, 0] = 0
        self._rewards[:] = 0
        self._ended[:] = False
        for row in range(self.rows):
            self._dice[row] = dice_of(self.seed + row)
        self._prepare(range(self.rows))
        self._each(
            lambda scratch, first, last: self._code.begin_rows(
                self._states, self._seen, scratch, self._dice, self._moves, self._mask, first, last
            )
        )
        return self.now

    def _prepare(self, rows: Any) -> None:
        """Lay out the dice of the rows' next games."""
        for row in rows:
            self._episodes[row] += 1
            self._fresh[row] = dice_of(self.seed + int(row) + int(self._episodes[row]) * self.rows)

    @property
    def now(self) -> Step:
        """The present decisions, without a step."""
        return Step(self._states["to_act"], self._seen, self._mask, self._rewards, self._ended)

    def step(self, ids: npt.ArrayLike) -> Step:
        """Play one id in each row; one that is not allowed raises, naming its row, and nothing has changed."""
        chosen = whole_ids(ids, self.rows)
        bad = [
            row
            for row in self._each(
                lambda scratch, first, last: self._code.forbidden_row(self._mask, chosen, first, last)
            )
            if row >= 0
        ]
        if bad:
            raise IllegalMove(self._complaint(min(bad), int(chosen[min(bad)])))
        self._each(
            lambda scratch, first, last: self._code.step_rows(
                self._states, self._seen, self._blank, scratch, chosen, self._dice, self._fresh, self._moves,
                self._mask, self._points, self._rewards, self._ended, self._kind, first, last,
            )
        )  # fmt: skip
        if self._ended.any():
            self._prepare(np.flatnonzero(self._ended))
        return self.now

    def _complaint(self, row: int, move: int) -> str:
        position = Position(self.game, copied(self._states[row : row + 1]))
        try:
            sentence = position.why_not(move)
        except ValueError as error:
            sentence = str(error)
        return f"row {row}: {sentence}"

    def observations(self, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
        """What the seats to act see, as rows of whole numbers (see `burgrave.envs.observing.layout`)."""
        return flatten(self.game.rules, self._seen, out)
