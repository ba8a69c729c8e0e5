"""Many games at once for training: one compiled step with observations, masks, rewards and automatic new games."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core.batch import MOST_ROWS, room, whole_ids
from burgrave.core.dice import dice_of
from burgrave.core.errors import IllegalMove
from burgrave.core.given import threads_of, whole
from burgrave.core.position import Position, copied
from burgrave.core.spec import OVER
from burgrave.envs.egocentric import LINE, STEP, WORD, egocentric, program
from burgrave.envs.observing import REWARDS, check_rewards, flatten, make

if TYPE_CHECKING:
    from burgrave.core.game import Game

AUTORESETS = ("same_step", "next_step", "disabled")
"""When a finished row begins anew: within the step that ends it, with the next one, or when it is told to."""
OBSERVATIONS = ("records", "egocentric")
OTHER_LUCK = np.uint64(0x9E3779B97F4A7C15)
"""What seats that play at random draw from is another source than chance's."""


@dataclass(frozen=True)
class Step:
    """What a step gives. All arrays are the environment's own and change with the next step; copy what you keep."""

    seats: npt.NDArray[np.int8]
    """Whose decision each row waits for; -2 where a game is over and has not begun anew."""
    records: npt.NDArray[Any]
    """Each row as that seat sees it: a masked record, its fields by name."""
    mask: npt.NDArray[np.bool_]
    """Which ids that seat may play (rows x players' ids); everything where a game is over."""
    rewards: npt.NDArray[np.float32]
    """What the step paid (rows x seats)."""
    ended: npt.NDArray[np.bool_]
    """Which rows' games ended with this step."""
    observations: npt.NDArray[Any]
    """With `observation="egocentric"` what the seats see as numbers (rows x columns); else without columns."""
    final_observations: npt.NDArray[Any]
    """The last observation of rows that have ended and begun anew within this step; other rows mean nothing."""
    final_scores: npt.NDArray[np.int64]
    """The points of rows that have ended with this step (rows x seats); other rows mean nothing."""
    final_lengths: npt.NDArray[np.int64]
    """How many moves their games had, chance's included."""


@dataclass(frozen=True)
class Buffers:
    """The caller's own arrays, into which an environment writes; what is None the environment makes itself."""

    observations: npt.NDArray[Any] | None = None
    """Rows x columns, float32 or int8, for egocentric observations."""
    mask: npt.NDArray[Any] | None = None
    """Rows x players' ids, uint8 or bool."""
    rewards: npt.NDArray[np.float32] | None = None
    """Rows x seats."""
    ended: npt.NDArray[Any] | None = None
    """One for each row, uint8 or bool; or rows x seats, since a game ends for all its seats."""


LARGE_PAGE = 1 << 21


def side_by_side(*wanted: tuple[tuple[int, ...], Any]) -> list[npt.NDArray[Any]]:
    """Arrays of zeroes, of these shapes and kinds, in one piece of memory.

    A piece as large as this is, the system gives in large pages: in rows here and there, to look up where a small page
    is takes longer than what is to be done there.
    """
    sizes = [int(np.prod(shape, dtype=int)) * np.dtype(kind).itemsize for shape, kind in wanted]
    places = np.cumsum([0, *(-(-size // LINE) * LINE for size in sizes)]).tolist()
    edge = LARGE_PAGE if places[-1] > LARGE_PAGE else LINE
    piece = np.zeros(places[-1] + edge, np.uint8)
    piece = piece[-piece.ctypes.data % edge :]
    return [
        piece[place : place + size].view(kind).reshape(shape)
        for place, size, (shape, kind) in zip(places, sizes, wanted, strict=False)
    ]


def kind_of_numbers(given: Any) -> np.dtype[Any]:
    """The kind of numbers that observations are made of."""
    try:
        kind: np.dtype[Any] | None = np.dtype(given)
    except TypeError:
        kind = None
    if kind is None or kind not in (np.float32, np.int8):
        raise ValueError(f"observations are of the kind float32 or int8, not {given}")
    return kind


@dataclass(frozen=True)
class Share:
    """The rows of one thread, and its room to work in."""

    scratch: npt.NDArray[Any]
    draft: npt.NDArray[np.uint64]
    found: tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]
    waiting: tuple[npt.NDArray[Any], ...]
    first: int
    last: int


def records_in(words: npt.NDArray[np.uint64], state: np.dtype[Any]) -> npt.NDArray[Any]:
    """The records that begin the rows of an array of words."""
    return np.ndarray(len(words), state, words, strides=(words.shape[1] * WORD,))


class VectorEnv:
    """`rows` games that never stop. Row i's first game is `match(seed=seed + i)`, its k-th `seed + i + k * rows`.

    Every seat decides: `step.seats` says which one in each row, and it sees what that seat may know.
    """

    def __init__(
        self,
        game: str | Game,
        rows: int,
        *,
        seed: int = 0,
        rewards: str = "win",
        threads: int = 1,
        observation: str = "records",
        constants: bool = True,
        dtype: Any = np.float32,
        autoreset: str = "same_step",
        buffers: Buffers | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        self.game = make(game, options)
        self.rows = rows = whole(rows, "the number of rows", 1, MOST_ROWS)
        self.threads = threads = threads_of(threads)
        rules = self.game.rules
        self._kind = REWARDS.index(check_rewards(rewards))
        for word, valid in ((observation, OBSERVATIONS), (autoreset, AUTORESETS)):
            if word not in valid:
                what = "observation" if valid is OBSERVATIONS else "autoreset"
                raise ValueError(f"{what} cannot be {word!r}; valid: {', '.join(valid)}")
        self.autoreset = autoreset
        self.form = egocentric(rules, constants)
        """How egocentric observations are laid out."""
        self._program = program(rules, self.game.players, constants)
        self._make_room(observation, dtype, Buffers() if buffers is None else buffers)
        if compiled:
            rules.compiled(STEP)
        self._code: Any = rules.bind(STEP)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._closed = False
        bounds = [rows * share // threads for share in range(threads + 1)]
        self._shares = [
            Share(
                np.zeros(1, rules.scratch),
                np.zeros((1, self._program.words), np.uint64),
                self._program.found_room(),
                self._program.waiting_room(),
                first,
                last,
            )
            for first, last in pairwise(bounds)
        ]
        self.reset(seed)

    def _make_room(self, observation: str, dtype: Any, buffers: Buffers) -> None:
        if not isinstance(buffers, Buffers):
            raise ValueError(f"buffers are `Buffers(...)`, not a {type(buffers).__name__}")
        rows, players, rules = self.rows, self.game.players, self.game.rules
        ids = rules.verbs.player_ids
        width = self.form.size if observation == "egocentric" else 0
        if buffers.observations is not None:
            if not width:
                raise ValueError('a buffer for observations needs observation="egocentric"')
            dtype = buffers.observations.dtype if isinstance(buffers.observations, np.ndarray) else dtype
        dtype = kind_of_numbers(dtype)
        self._states, self._words, self._moves, allowed, seen, final = side_by_side(
            ((rows,), rules.state), ((rows, self._program.words), np.uint64), ((rows, ids + 1), np.int16),
            ((rows, ids), np.bool_), ((rows, width), dtype),
            ((rows if self.autoreset == "same_step" else 1, width), dtype),
        )  # fmt: skip
        self._states[:] = self._blank = self.game.blank()
        self._seen = records_in(self._words, rules.state)
        self._shown = np.full(rows, -1, np.int8)
        self._dice, self._fresh = np.zeros((rows, 4), np.uint64), np.zeros((rows, 4), np.uint64)
        self._rngs, self._random_seats = np.zeros((rows, 1), np.uint64), np.zeros(rows, np.int64)
        self._viewers, self._actors = np.full(rows, -1, np.int8), np.zeros(rows, np.int8)
        self._mask = room(buffers.mask, allowed, "the mask", np.bool_, np.uint8).view(np.bool_)
        self._points, self._finals = np.zeros((rows, players), np.int64), np.zeros((rows, players + 1), np.int64)
        self._rewards = room(buffers.rewards, np.zeros((rows, players), np.float32), "rewards", np.float32)
        self._ended, self._ended_seats = np.zeros(rows, np.bool_), None
        if isinstance(buffers.ended, np.ndarray) and buffers.ended.ndim > 1:
            seats = np.zeros((rows, players), np.bool_)
            self._ended_seats = room(buffers.ended, seats, "what has ended", np.bool_, np.uint8)
        else:
            self._ended = room(buffers.ended, self._ended, "what has ended", np.bool_, np.uint8).view(np.bool_)
        self._history = np.zeros((rows, 0), np.int16)
        own = room(buffers.observations, seen, "observations", dtype)
        self._floats = self._final_floats = np.zeros((rows, 0), np.int32)
        self._small = self._final_small = np.zeros((rows, 0), np.int8)
        if dtype == np.int8:
            self._small, self._final_small = own, final
        else:
            self._floats, self._final_floats = own.view(np.int32), final.view(np.int32)
        self._step = Step(
            self._actors, self._seen, self._mask, self._rewards, self._ended, own, final, self._finals[:, :players],
            self._finals[:, players],
        )  # fmt: skip

    def _run(self, ids: npt.NDArray[np.int64], clear: bool = True) -> None:
        """Let compiled code play, one share of the rows on each thread."""
        again = self.autoreset == "same_step"

        def work(share: Share) -> None:
            self._code.step_rows(
                self._states, self._words, self._words.view(np.int8), self._shown, self._blank, share.scratch,
                records_in(share.draft, self.game.rules.state), share.draft[0], share.draft.view(np.int8),
                *share.found, ids, self._dice, self._fresh, self._rngs, self._random_seats, self._viewers,
                self._actors, self._moves, self._mask, self._points, self._finals, self._rewards, self._ended,
                self._history, *self._program.tables, self._program.scales, *share.waiting, self._floats,
                self._final_floats, self._small, self._final_small, self._kind, again, clear, share.first, share.last,
            )  # fmt: skip

        if self._pool is None:
            work(self._shares[0])
        else:
            list(self._pool.map(work, self._shares))
        if self._ended_seats is not None:
            self._ended_seats[:] = self._ended[:, None]

    def reset(self, seed: int = 0) -> Step:
        """Begin all games anew."""
        self.seed = whole(seed, "the seed of a vectorised environment")
        self._episodes = np.zeros(self.rows, np.int64)
        self._begin(range(self.rows), [self.seed + row for row in range(self.rows)])
        return self.now

    def reset_rows(
        self,
        rows: Sequence[int] | npt.NDArray[Any],
        *,
        seeds: Sequence[int | str] | None = None,
        positions: Sequence[Position] | None = None,
    ) -> Step:
        """Begin some rows anew: from their next seeds, from these, or from these positions."""
        chosen = [whole(row, "a row", 0, self.rows - 1) for row in np.atleast_1d(np.asarray(rows)).tolist()]
        for what, given in (("seeds", seeds), ("positions", positions)):
            if given is not None and len(given) != len(chosen):
                raise ValueError(f"{len(chosen)} rows take {len(chosen)} {what}, not {len(given)}")
        for position in positions or ():
            if not isinstance(position, Position) or position.game != self.game or position.to_act is None:
                wanted = f"a row begins from a position of {self.game!r} that is not over"
                raise ValueError(f"{wanted}, not from {position!r}")
        self._begin(chosen, seeds or [self._next_seed(row) for row in chosen], positions)
        return self.now

    def _begin(self, rows: Any, seeds: Any, positions: Any = None) -> None:
        self._check_open()
        ids = np.full(self.rows, self._code.LEAVE, np.int64)
        for place, (row, seed) in enumerate(zip(rows, seeds, strict=True)):
            self._shown[row] = -1
            self._fresh[row] = dice_of(seed)
            self._rngs[row, 0] = self._fresh[row, 1] ^ OTHER_LUCK
            ids[row] = self._code.SET_UP
            if positions is not None:
                self._states[row] = positions[place]._records[0]
                self._dice[row] = self._fresh[row]
                ids[row] = self._code.GO_ON
        self._run(ids)
        for row in rows:
            self._prepare(row)

    def _next_seed(self, row: int) -> int:
        return self.seed + int(row) + int(self._episodes[row]) * self.rows

    def _prepare(self, row: int) -> None:
        """Lay out the dice of a row's next game."""
        self._episodes[row] += 1
        self._fresh[row] = dice_of(self._next_seed(row))

    @property
    def now(self) -> Step:
        """The present decisions, without a step."""
        return self._step

    @property
    def legal_lists(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """How many ids each row's seat may play, and which (rows x ids; beyond its count a row means nothing).

        A row whose game is over has the count -1: every id is taken there, and ignored.
        """
        return self._moves[:, 0], self._moves[:, 1:]

    def step(self, ids: npt.ArrayLike) -> Step:
        """Play one id in each row; one that is not allowed raises, naming its row, and nothing has changed."""
        self._check_open()
        chosen = whole_ids(ids, self.rows)
        bad = self._code.forbidden_row(self._mask, chosen, self._moves, 0, self.rows)
        if bad >= 0 or (chosen < 0).any():
            bad = bad if bad >= 0 else int(np.argmin(chosen))
            raise IllegalMove(self._complaint(bad, int(chosen[bad])))
        if self.autoreset != "same_step" and (over := self._actors == OVER).any():
            begin = self._code.SET_UP if self.autoreset == "next_step" else self._code.LEAVE
            chosen = np.where(over, begin, chosen)
        self._run(chosen)
        for row in np.flatnonzero(self._ended):
            self._prepare(int(row))
        return self.now

    def close(self) -> None:
        """Let the threads go; a closed environment plays no more, and its arrays stay as they are."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("this environment is closed")

    def _complaint(self, row: int, move: int) -> str:
        position = self.position(row)
        try:
            sentence = position.why_not(move)
        except ValueError as error:
            sentence = str(error)
        return f"row {row}: {sentence}"

    def __repr__(self) -> str:
        return f"<environment of {self.rows} games of {self.game.spec.title} for {self.game.players} players>"

    def position(self, row: int) -> Position:
        """A copy of one row as a whole position, hidden things included."""
        row = whole(row, "a row", 0, self.rows - 1)
        return Position(self.game, copied(self._states[row : row + 1]))

    def observations(self, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
        """What the seats to act see, as rows of whole numbers (see `burgrave.envs.observing.layout`)."""
        return flatten(self.game.rules, self._seen, out)

    def seen_by_actors(self, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The records of some rows, each as its seat to act may see it, whoever looks at the environment."""
        states = self._states[rows]
        seen: npt.NDArray[Any] = np.empty_like(states)
        rules = self.game.rules
        rules.drivers.mask_rows(states, seen, self._shares[0].scratch, OVER, 0, len(states))
        return seen

    def egocentric(self, seen: npt.NDArray[Any], viewers: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
        """Masked records as egocentric observations of their viewers."""
        return self._program.observe(seen, viewers)
