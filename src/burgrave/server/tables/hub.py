"""All tables of this process: found in memory or loaded, kept up with other processes, tidied now and then."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgrave.core import fair, registry
from burgrave.core.errors import shown
from burgrave.core.people import clean_name, told_apart
from burgrave.server import metrics
from burgrave.server.settings import Settings
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Made, Seat, StoredTable, UnavailableError
from burgrave.server.store.storage import Storage
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.bot_names import free_bot_names
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import Closed, Ended, Forfeited, Moved, Started, encoded
from burgrave.server.tables.games import Games
from burgrave.server.tables.keys import digest, is_id, new_id, new_secret
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table

log = logging.getLogger("burgrave.server")

IDLE_SECONDS = 600.0
ROUND_SECONDS = 5.0
MOST_UPLOADED_MOVES = 5_000
"""The longest of the games we keep as examples has a sixth of this."""
SHORTEST_CLOCK, LONGEST_CLOCK = 10, 7 * 24 * 3600


@dataclass(frozen=True)
class Chair:
    """A seat as somebody wants it when creating a table: me, another person, or a bot of some level."""

    kind: str
    level: str | None = None
    name: str = ""


@dataclass(frozen=True)
class Wish:
    """A table as somebody wants it."""

    game: str
    options: Mapping[str, Any]
    chairs: Sequence[Chair]
    public: bool = True
    clock: int | None = None


@dataclass(frozen=True)
class Created:
    """A new table, the secrets of its creator's seats, and the host's."""

    table: Table
    secrets: dict[int, str]
    host_secret: str


class Hub:
    """Finds and makes tables."""

    def __init__(self, settings: Settings, storage: Storage, games: Games) -> None:
        self.settings, self.storage, self.games = settings, storage, games
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._refreshing: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        """Tables that have to read again what others have written."""

    async def open(self) -> None:
        """Begin to look after the stored tables."""
        self.storage.heard = self._heard
        self._rounds = asyncio.create_task(self._go_round(), name="rounds")

    async def close(self) -> None:
        """Stop all tables' work."""
        if self._rounds is not None:
            self._rounds.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._rounds
        for table in self.tables.values():
            await table.stop()
        with contextlib.suppress(UnavailableError):
            await self.storage.release_bots()

    def _heard(self, table_id: str, seq: int) -> None:
        table = self.tables.get(table_id)
        if table is not None and seq >= table.seq:
            task = asyncio.get_running_loop().create_task(self._refresh(table_id))
            self._refreshing.add(task)
            task.add_done_callback(self._refreshing.discard)

    async def get(self, table_id: str) -> Table:
        """A table with its game ready; Refusal when there is none."""
        table = self.tables.get(table_id)
        if table is not None and table.gone:
            await self._drop(table)
        elif table is not None:
            table.used_at = time.monotonic()
            return table
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if table_id not in self.tables:
                    table = Table(await self.made(table_id), self.storage, self.games, self.settings.bot_pause)
                    await table.load()
                    self.tables[table_id] = table
                    metrics.TABLES.set(len(self.tables))
                    if self.storage.shared:
                        await table.refresh()  # what was written while it was being loaded
        finally:
            self._loading.pop(table_id, None)
        return self.tables[table_id]

    def open_anew(self, game: str) -> None:
        """Let every page at a table of this game load anew; the tables are read again from what is stored."""
        for table in self.tables.values():
            if table.made.game == game:
                table.leave_memory()

    async def made(self, table_id: str) -> Made:
        """What a table was made with, without waiting for its rules."""
        if table_id in self.tables:
            return self.tables[table_id].made
        stored = await self.storage.table(table_id) if is_id(table_id) else None
        if stored is None:
            raise Refusal("no_table", 404)
        return stored.made

    async def create(self, wish: Wish, player: str, name: str, entropy: str) -> Created:
        """A new table; its game begins at once when every seat is taken."""
        spec = registry.spec(wish.game)
        options = spec.settle_options({**wish.options, "players": len(wish.chairs)})
        clock = wish.clock
        if clock is not None and not SHORTEST_CLOCK <= clock <= LONGEST_CLOCK:
            raise Refusal("clock", 422, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
        if await self.storage.count_open(player) >= self.settings.tables_per_client:
            raise Refusal("too_many_tables", 429)
        seats: list[Seat] = []
        secrets: dict[int, str] = {}
        bot_names = iter(free_bot_names((name, *(chair.name for chair in wish.chairs))))
        for number, chair in enumerate(wish.chairs):
            own, others = clean_name(chair.name), [seat.name for seat in seats]
            if chair.kind == "me":
                shown_name = told_apart(own or name, others)
                seats.append(Seat(number, SeatKind.PERSON, shown_name, None, fair.clean_entropy(entropy)))
                secrets[number] = new_secret()
            elif chair.kind == "bot":
                level = chair.level or STAND_IN
                if level not in self.games.levels:
                    raise Refusal("no_level", 422, level=shown(level), valid=", ".join(self.games.levels))
                seats.append(Seat(number, SeatKind.BOT, told_apart(own or next(bot_names), others), level))
            elif chair.kind == "person":
                seats.append(Seat(number, SeatKind.FREE))
            else:
                raise Refusal("no_sitter", 422, kind=shown(chair.kind))
        secret_seed, host_secret = fair.new_secret_seed(), new_secret()
        made = Made(
            new_id(),
            wish.game,
            options,
            wish.public,
            player,
            clock,
            secret_seed,
            fair.commitment_of(secret_seed),
            time.time(),
            tuple(seats),
        )
        kept = [(digest(host_secret), None), *((digest(secret), seat) for seat, secret in secrets.items())]
        await self._create(TableState.of(made), [(seat, player) for seat in secrets], kept)
        table = await self.get(made.id)
        if not table.state.free and self.games.preparation(wish.game).ready:
            await table.begin()
        return Created(table, secrets, host_secret)

    async def _create(
        self,
        state: TableState,
        sitters: Sequence[tuple[int, str]] = (),
        secrets: Sequence[tuple[str, int | None]] = (),
    ) -> None:
        stored = StoredTable(state.made, state.head, state.seats)
        await self.storage.create(stored, [encoded(event) for event in state.events], sitters, secrets)

    async def store_record(self, text: str, player: str) -> str:
        """Keep an uploaded record as a finished table; its address."""
        from burgrave.core import records

        name = await asyncio.to_thread(records.game_of, text)
        if name in registry.games():
            await self.games.ready(name)
        state = await asyncio.to_thread(recorded, text, player)
        await self._create(state)
        return state.made.id

    async def rematch(self, table: Table, player: str, mine: Collection[int], name: str, entropy: str) -> Created | str:
        """The same game again: the asker and the bots sit down, the other seats wait for their people.

        Only one is made: whoever asks later gets its address.
        """
        if table.state.status != Status.OVER:
            raise Refusal("not_over")
        async with table.rematching:
            return table.state.rematch or await self._again(table, player, mine, name, entropy)

    async def _again(self, table: Table, player: str, mine: Collection[int], name: str, entropy: str) -> Created | str:
        chairs = []
        for seat in table.state.seats:
            if seat.kind == SeatKind.BOT:
                level = seat.level if seat.level in self.games.levels else STAND_IN
                chairs.append(Chair("bot", level, seat.name))
            else:
                chairs.append(Chair("me" if seat.seat in mine else "person", name=seat.name))
        wish = Wish(table.made.game, table.made.options, chairs, table.made.public, table.made.clock)
        created = await self.create(wish, player, name, entropy)
        try:
            await table.follow_with(created.table.id)
        except Late:
            if table.state.rematch:  # somebody at another process was faster
                return table.state.rematch
            raise
        return created

    async def _go_round(self) -> None:
        """Every few seconds: catch up, wake tables whose bots or clocks are due, forget idle ones, clear stale ones."""
        while True:
            for work in (self._catch_up, self._wake, self._forget, self._clear):
                with self._going_on(work.__name__):
                    await work()
            await asyncio.sleep(ROUND_SECONDS)

    @contextlib.contextmanager
    def _going_on(self, work: str, table_id: str | None = None) -> Iterator[None]:
        """Whatever goes wrong is logged, and the rounds go on."""
        try:
            yield
        except UnavailableError as error:
            metrics.STORAGE_ERRORS.inc()
            log.error("the database cannot be used", extra={"error": str(error)})
        except Refusal:
            pass
        except Exception:
            log.exception("a round failed", extra={"work": work, "table": table_id})

    async def _catch_up(self) -> None:
        """Read again what notices may have told while nobody listened."""
        if await self.storage.keep_listening():
            self._behind.update(self.tables)
        for table_id in list(self._behind):
            await self._refresh(table_id)

    async def _refresh(self, table_id: str) -> None:
        """Let a table catch up; one that cannot tries again in the next round."""
        self._behind.add(table_id)
        with self._going_on("refresh", table_id):
            if table_id in self.tables:
                await self.tables[table_id].refresh()
            self._behind.discard(table_id)

    async def _wake(self) -> None:
        for stored in await self.storage.tables_at_work():
            made = stored.made
            if made.id not in self.tables and self.games.preparation(made.game, urgent=False).ready:
                with self._going_on("wake", made.id):
                    await self.get(made.id)

    async def _clear(self) -> None:
        now, chosen = time.time(), self.settings
        cleared = await self.storage.clear(now - chosen.forget_unstarted_after, now - chosen.close_abandoned_after)
        for table_id in cleared:
            await self._refresh(table_id)

    async def _forget(self) -> None:
        now = time.monotonic()
        for table in list(self.tables.values()):
            timed = table.state.status == Status.PLAYING and table.made.clock
            busy = table.listeners or any(table.present.values()) or timed
            if table.gone or (not busy and now - table.used_at > IDLE_SECONDS):
                await self._drop(table)

    async def _drop(self, table: Table) -> None:
        """Forget a table that nobody looks at, or that is no more."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        metrics.TABLES.set(len(self.tables))
        await table.stop()


def recorded(text: str, player: str) -> TableState:
    """The table that a text record becomes; it replays the whole game."""
    from burgrave.core import records

    match, now = records.read(text, MOST_UPLOADED_MOVES), time.time()
    names = [clean_name(name) or f"p{seat}" for seat, name in enumerate(match.names)]
    seats = tuple(Seat(seat, SeatKind.PERSON, name) for seat, name in enumerate(names))
    promised = fair.REMARK.search(text)
    commitment = promised[1] if promised else ""
    made = Made(new_id(), match.game.name, match.game.options, False, player, None, "", commitment, now, seats)
    draft = Draft(TableState.of(made, match.game), now)
    draft.add(Started(None if match.seed is None else str(match.seed)))
    for seat in sorted(match.forfeited):
        draft.add(Forfeited(seat, names[seat], "record"))
    for move, mover in zip(match.moves, match.movers, strict=True):
        draft.add(Moved(mover, move.text))
    draft.add(Ended(match.position.scores, match.winners) if match.is_over else Closed())
    return draft.state
