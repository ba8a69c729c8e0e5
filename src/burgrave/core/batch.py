"""Many positions at once: an array of records, played by the same rules, on several threads if wanted."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core.dice import dice_of
from burgrave.core.errors import IllegalMove
from burgrave.core.given import made_of, threads_of, whole
from burgrave.core.position import MoveLike, Position, Records, copied
from burgrave.core.spec import OVER

if TYPE_CHECKING:
    from burgrave.core.game import Game


MOST_ROWS = 10_000_000
"""More rows at once than fit into a usual machine's memory."""


def whole_ids(ids: npt.ArrayLike, rows: int) -> npt.NDArray[np.int64]:
    """One id for each row; a ValueError where there are more or fewer, or where they are no whole numbers."""
    try:
        given = np.asarray(ids)
    except ValueError:
        raise ValueError(f"{rows} rows take {rows} ids, not lists of several lengths") from None
    if given.shape != (rows,):
        raise ValueError(f"{rows} rows take {rows} ids, not an array of shape {given.shape}")
    if given.dtype.kind not in "iu" or (given.dtype == np.uint64 and given.max(initial=0) > np.iinfo(np.int64).max):
        raise ValueError(f"ids are whole numbers, and these are of the kind {given.dtype}")
    return np.ascontiguousarray(given, np.int64)


def room(given: Any, own: npt.NDArray[Any], what: str, *kinds: Any) -> npt.NDArray[Any]:
    """The caller's array if it fits, our own if there is none; else a ValueError that says what would fit."""
    if given is None:
        return own
    shape = own.shape
    names = " or ".join(np.dtype(kind).name for kind in kinds)
    wanted = f"{what} must be one contiguous array of the shape {shape} and the kind {names}"
    if not isinstance(given, np.ndarray):
        raise ValueError(f"{wanted}, not a {type(given).__name__}")
    if given.shape != shape or given.dtype not in kinds or not given.flags.c_contiguous or not given.flags.writeable:
        raise ValueError(f"{wanted}; this one has the shape {given.shape} and the kind {given.dtype}")
    return given


class Batch:
    """`count` games of the same rules; row i plays exactly as `game.match(seed=seed + i)`.

    Chance is drawn inside, so a row's actor is a seat, or -2 when its game is over. Results do not depend on the
    number of threads.
    """

    def __init__(self, game: Game, count: int, seed: int = 0, *, threads: int = 1) -> None:
        made_of(game)
        count = whole(count, "the number of rows", 1, MOST_ROWS)
        game.rules.compiled()
        self.game = game
        self.seed = whole(seed, "the seed of a batch")
        self.threads = threads_of(threads)
        self._records: Records = game.blank(count)
        self._dice = np.zeros((count, 4), np.uint64)
        for row in range(count):
            self._dice[row] = dice_of(self.seed + row)
        self._lists: npt.NDArray[np.int16] | None = None
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._playouts = 0
        self._play(np.full(count, game.rules.drivers.SET_UP, np.int64))

    def __len__(self) -> int:
        return len(self._records)

    @property
    def records(self) -> Records:
        """The rows' records as they are now, to be read: `play` and `restart` change them."""
        readable = self._records.view()
        readable.flags.writeable = False
        return readable

    def _over(self, work: Callable[[int, int, Records], Any]) -> list[Any]:
        """Run a driver over all rows, an equal share of them on each thread."""
        scratch = [np.zeros(1, self.game.rules.scratch) for _ in range(self.threads)]
        if self._pool is None:
            return [work(0, len(self), scratch[0])]
        bounds = [len(self) * share // self.threads for share in range(self.threads + 1)]
        return list(self._pool.map(work, bounds[:-1], bounds[1:], scratch))

    @property
    def to_act(self) -> npt.NDArray[np.int8]:
        """Each row's seat to act, or -2 when its game is over."""
        actors: npt.NDArray[np.int8] = self.records["to_act"]
        return actors

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """How many moves each row has had so far, chance's included."""
        return self._dice[:, 2].astype(np.int64)

    @property
    def is_over(self) -> bool:
        """Whether every row's game is over."""
        return bool((self.to_act == OVER).all())

    def legal_lists(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """How many legal moves each row has, and their ids (rows x most; beyond its count a row means nothing)."""
        if self._lists is None:
            self._lists = np.zeros((len(self), self.game.rules.verbs.player_ids + 1), np.int16)
        lists, drivers = self._lists, self.game.rules.drivers
        self._over(lambda first, last, scratch: drivers.legal_rows(self._records, scratch, lists, first, last))
        counts = lists[:, 0]
        most = int(counts.max())
        return counts, lists[:, 1 : most + 1]

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """For each row and each id that players use, whether it is legal now."""
        self.legal_lists()
        lists = self._lists
        own = np.empty((len(self), self.game.rules.verbs.player_ids), np.bool_)
        allowed = room(out, own, "out", np.bool_)
        drivers = self.game.rules.drivers
        self._over(lambda first, last, scratch: drivers.allow_rows(lists, allowed, first, last))
        return allowed

    def play(self, ids: npt.ArrayLike) -> None:
        """Play one id in each row (-1 in a finished one); one bad id raises and nothing has changed."""
        chosen = whole_ids(ids, len(self))
        drivers, most = self.game.rules.drivers, self.game.rules.verbs.player_ids
        states = self._records
        bad = self._over(lambda first, last, scratch: drivers.bad_row(states, scratch, chosen, most, first, last))
        rows = [row for row in bad if row >= 0]
        if rows:
            raise IllegalMove(self._complaint(min(rows), int(chosen[min(rows)])))
        self._play(chosen)

    def _play(self, ids: npt.NDArray[np.int64]) -> None:
        play_rows = self.game.rules.drivers.play_rows
        self._over(lambda first, last, scratch: play_rows(self._records, scratch, ids, self._dice, first, last))

    def _complaint(self, row: int, move: MoveLike) -> str:
        position = self.position(row)
        if move == -1:
            return f"row {row}: the game is not over, so -1 is no move"
        try:
            sentence = position.why_not(move)
        except ValueError as error:
            sentence = str(error)
        return f"row {row}: {sentence}"

    def position(self, row: int) -> Position:
        """A copy of one row as a position."""
        row = whole(row, "a row", 0, len(self) - 1)
        return Position(self.game, copied(self.records[row : row + 1]))

    def masked(self, seat: int | None = None, out: Records | None = None) -> Records:
        """Every row as its seat to act sees it (a spectator when it is over), or as one seat sees all of them."""
        viewer = OVER if seat is None else self.game.check_seat(seat)
        seen = room(out, np.empty_like(self._records), "out", self._records.dtype)
        drivers = self.game.rules.drivers
        self._over(lambda first, last, scratch: drivers.mask_rows(self._records, seen, scratch, viewer, first, last))
        return seen

    def scores(self) -> npt.NDArray[np.int64]:
        """The points of each row's seats now (rows x players)."""
        points = np.zeros((len(self), self.game.players), np.int64)
        drivers = self.game.rules.drivers
        self._over(lambda first, last, scratch: drivers.scores_rows(self._records, scratch, points, first, last))
        return points

    def wins(self) -> npt.NDArray[np.bool_]:
        """Which seats have won in each row (rows x players)."""
        seats = np.arange(self.game.players)
        won: npt.NDArray[np.bool_] = (self.records["winners"][:, None] >> seats & 1).astype(np.bool_)
        return won

    def restart(self, rows: npt.ArrayLike, seeds: npt.ArrayLike) -> None:
        """Begin new games in some rows, each from its own seed."""
        chosen = [whole(row, "a row", 0, len(self) - 1) for row in np.atleast_1d(rows).tolist()]
        luck = [dice_of(whole(seed, "the seed of a row")) for seed in np.atleast_1d(seeds).tolist()]
        if len(chosen) != len(luck):
            raise ValueError(f"{len(chosen)} rows take {len(chosen)} seeds, not {len(luck)}")
        blank = self.game.blank()
        ids = np.full(len(self), -1, np.int64)
        drivers, scratch = self.game.rules.drivers, np.zeros(1, self.game.rules.scratch)
        for row, dice in zip(chosen, luck, strict=True):
            self._records[row] = blank[0]
            self._dice[row] = dice
            ids[row] = drivers.SET_UP
            drivers.play_rows(self._records, scratch, ids, self._dice, row, row + 1)

    def playout(self, seed: int = 0) -> npt.NDArray[np.int64]:
        """Final points (rows x players) of one random playout from each row; the batch stays as it is."""
        return self.playouts(seed)[:, : self.game.players]

    def playouts(self, seed: int = 0) -> npt.NDArray[np.int64]:
        """As `playout`, with two more columns: the winners as a bit set, and the number of moves made."""
        results = np.zeros((len(self), self.game.players + 2), np.int64)
        dice = np.empty_like(self._dice)
        dice[:, :2] = self._dice[:, :2]
        luck = whole(seed, "the seed of playouts") % (1 << 32)
        dice[:, 2], dice[:, 3] = self._dice[:, 2], 1 + np.uint64(luck) * np.uint64(1 << 20)
        drivers, ids = self.game.rules.drivers, len(self.game.rules.verbs)

        def run(first: int, last: int, scratch: Records) -> None:
            work, moves = np.zeros(1, self.game.rules.state), np.zeros(ids + 1, np.int16)
            drivers.playout_rows(self._records, work, scratch, moves, dice, results, first, last)

        self._over(run)
        return results

    def __repr__(self) -> str:
        return f"<batch of {len(self)} games of {self.game.spec.title} for {self.game.players} players>"
