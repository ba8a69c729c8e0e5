"""Storage: SQLAlchemy over one SQLite file or PostgreSQL. What is acknowledged has been committed.

All writes of a table go through `append`: events get the next numbers after the one the writer last saw, and somebody
else's event in between makes the whole append a `ConflictError`. Appends that arrive while a commit is under way share
the next one, so that many tables cost one flush of the disk and not one each.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets as random_source
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.database import clear_errors, make_engine, make_writer, migrate
from burgrave.server.store.kinds import EventKind, SeatKind, Status
from burgrave.server.store.rows import (
    Append,
    ConflictError,
    EventRow,
    Head,
    Made,
    Seat,
    StoredTable,
    UnavailableError,
)

CHANNEL = "burgrave_tables"
BATCH = 200
"""Appends per commit; a notice names them all and may have 8000 bytes."""
PAGE = 1000
"""Tables whose seats one query asks for; PostgreSQL takes no more than 32,767 values at once."""
SECRETS_PER_SEAT = 16


@dataclass
class _Waiting:
    append: Append
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def _row_to_table(row: Any, seats: Sequence[Seat]) -> StoredTable:
    made = Made(
        row.id,
        row.game,
        row.options,
        row.public,
        row.host,
        row.clock,
        row.secret_seed,
        row.commitment,
        row.created_at,
        tuple(_seat(number, **seat) for number, seat in enumerate(row.first_seats)),
    )
    head = Head(
        Status(row.status),
        row.seq,
        row.position_seq,
        row.to_act,
        row.result,
        row.seed,
        row.rematch,
        row.changed_at,
    )
    return StoredTable(made, head, tuple(seats))


def _seat(number: int, kind: str, name: str, level: str | None, entropy: str) -> Seat:
    return Seat(number, SeatKind(kind), name, level, entropy)


class Storage:
    """The one door to the database."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        self.writer = make_writer(url)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self.process = random_source.token_hex(8)
        self._queue: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._queue_task: asyncio.Task[None] | None = None
        self._closing = False
        self._listener: Any = None
        self.commits = 0
        self.heard: Callable[[str, int], None] = lambda table_id, seq: None
        """Called when another process has written to a table."""

    async def open(self) -> None:
        """Bring the schema up to date and begin to accept writes."""
        with clear_errors():
            await migrate(self.engine)
        self._queue_task = asyncio.create_task(self._write_forever(), name="storage writer")
        if self.shared:
            await self._listen()

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self._closing = True
        self._wake.set()
        if self._queue_task is not None:
            await self._queue_task
        if self._listener is not None and not self._listener.is_closed():
            await self._listener.close()
        if self.writer is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self.writer.dispose)
        self._thread.shutdown()
        await self.engine.dispose()

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            async with self._reading() as connection:
                await connection.execute(sa.text("SELECT 1"))
        except UnavailableError:
            return False
        return True

    async def _listen(self) -> None:
        import asyncpg

        url = self.engine.url.set(drivername="postgresql")
        with clear_errors():
            self._listener = await asyncpg.connect(url.render_as_string(hide_password=False))
            await self._listener.add_listener(CHANNEL, self._hear)

    async def keep_listening(self) -> bool:
        """Listen again when the connection for notices was lost; whether notices may have been missed."""
        if not self.shared or (self._listener is not None and not self._listener.is_closed()):
            return False
        await self._listen()
        return True

    def _hear(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        sender, *tables = payload.split()
        for table_id, seq in (table.split(":") for table in tables if sender != self.process):
            self.heard(table_id, int(seq))

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with clear_errors():
            async with self.engine.connect() as connection:
                yield connection

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        with clear_errors():
            async with self.engine.begin() as connection:
                yield connection

    # Writing

    async def create(
        self,
        table: StoredTable,
        events: Sequence[EventRow],
        sitters: Sequence[tuple[int, str]],
        secrets: Sequence[tuple[str, int | None]],
    ) -> None:
        """A new table with its seats and first events."""
        made, head = table.made, table.head
        async with self._writing() as connection:
            await connection.execute(
                schema.tables.insert().values(
                    id=made.id,
                    game=made.game,
                    options=dict(made.options),
                    public=made.public,
                    host=made.host,
                    clock=made.clock,
                    secret_seed=made.secret_seed,
                    commitment=made.commitment,
                    first_seats=[_seat_values(seat) for seat in made.seats],
                    created_at=made.created_at,
                    bots_run_until=0.0,
                    **_head_values(head),
                )
            )
            rows = [_seat_row(made.id, seat) for seat in table.seats]
            await connection.execute(schema.seats.insert(), rows)
            first = Append(made.id, 0, tuple(events), head, (), tuple(sitters), tuple(secrets))
            await connection.run_sync(self._insert, [first])

    async def append(self, append: Append) -> None:
        """Add events; returns when they are committed. After ConflictError or UnavailableError nothing has changed."""
        if self._closing:
            raise UnavailableError("the server stops")
        waiting = _Waiting(append)
        self._queue.append(waiting)
        self._wake.set()
        await waiting.done

    async def _write_forever(self) -> None:
        while self._queue or not self._closing:
            await self._wake.wait()
            batch, self._queue = self._queue[:BATCH], self._queue[BATCH:]
            if not self._queue:
                self._wake.clear()
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[_Waiting]) -> None:
        problem: Exception | None = None
        try:
            await self._write([waiting.append for waiting in batch])
            self.commits += 1
        except IntegrityError:
            problem = ConflictError()
        except Exception as error:  # whoever waits must hear of it, and the next batch must still be written
            problem = error
        if isinstance(problem, ConflictError) and len(batch) > 1:
            for waiting in batch:
                await self._commit([waiting])
            return
        for waiting in batch:
            if waiting.done.done():
                continue
            if problem is None:
                waiting.done.set_result(None)
            else:
                waiting.done.set_exception(problem)

    async def _write(self, appends: list[Append]) -> None:
        """One transaction. SQLite's is one visit to the writing thread: each further one would wait for its turn."""
        if self.writer is None:
            async with self._writing() as connection:
                await connection.run_sync(self._insert, appends)
            return
        with clear_errors():
            await asyncio.get_running_loop().run_in_executor(self._thread, self._write_directly, appends)

    def _write_directly(self, appends: list[Append]) -> None:
        assert self.writer is not None
        with self.writer.begin() as connection:
            self._insert(connection, appends)

    def _insert(self, connection: sa.Connection, appends: list[Append]) -> None:
        appends = sorted(appends, key=lambda append: append.table_id)  # one order for all processes: no deadlock
        rows = [
            {
                "table_id": append.table_id,
                "seq": e.seq,
                "at": e.at,
                "kind": e.kind,
                "seat": e.seat,
                "data": e.data,
            }
            for append in appends
            for e in append.events
        ]
        if rows:
            connection.execute(_INSERT_EVENT, rows)
        connection.execute(_UPDATE_HEAD, [_head_row(append) for append in appends])
        for append in appends:
            for seat in append.seats:
                row = _seat_row(append.table_id, seat)
                connection.execute(
                    schema.seats.update()
                    .where(schema.seats.c.table_id == append.table_id, schema.seats.c.seat == seat.seat)
                    .values(row)
                )
            for number, player in append.sitters:
                _insert_once(
                    connection, schema.sitters, {"table_id": append.table_id, "seat": number, "player": player}
                )
            if append.secrets:
                now = time.time()
                connection.execute(
                    schema.secrets.insert(),
                    [
                        {"digest": digest, "table_id": append.table_id, "seat": number, "created_at": now}
                        for digest, number in append.secrets
                    ],
                )
        if self.shared:
            self._tell(connection, [(append.table_id, append.head.seq) for append in appends])

    def _tell(self, connection: sa.Connection, written: Sequence[tuple[str, int]]) -> None:
        """Let the other processes know which tables have changed, up to which event."""
        for k in range(0, len(written), BATCH):
            named = (f"{table_id}:{seq}" for table_id, seq in written[k : k + BATCH])
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :payload)"),
                {"channel": CHANNEL, "payload": " ".join([self.process, *named])},
            )

    async def add_sitter(self, table_id: str, seat: int, player: str) -> None:
        """Let another browser act for a seat."""
        async with self._writing() as connection:
            row = {"table_id": table_id, "seat": seat, "player": player}
            await connection.run_sync(_insert_once, schema.sitters, row)

    async def add_secret(self, table_id: str, seat: int | None, digest: str) -> None:
        """Another secret for a seat; the oldest ones are forgotten when there are many."""
        kept = schema.secrets
        async with self._writing() as connection:
            await connection.execute(
                kept.insert().values(digest=digest, table_id=table_id, seat=seat, created_at=time.time())
            )
            same_seat = kept.c.seat.is_(None) if seat is None else kept.c.seat == seat
            found = await connection.execute(
                sa.select(kept.c.digest)
                .where(kept.c.table_id == table_id, same_seat)
                .order_by(kept.c.created_at.desc())
                .offset(SECRETS_PER_SEAT)
            )
            old = list(found.scalars())
            if old:
                await connection.execute(kept.delete().where(kept.c.digest.in_(old)))

    async def lease_bots(self, table_id: str, seconds: float) -> bool:
        """Whether this process may play the table's bots for so long; always, when the database is not shared."""
        if not self.shared:
            return True
        now, t = time.time(), schema.tables
        async with self._writing() as connection:
            result = await connection.execute(
                t.update()
                .where(t.c.id == table_id, sa.or_(t.c.bots_run_by == self.process, t.c.bots_run_until < now))
                .values(bots_run_by=self.process, bots_run_until=now + seconds)
            )
            return bool(result.rowcount)

    async def release_bots(self) -> None:
        """Give all leases back, so that another process takes over at once."""
        if self.shared:
            async with self._writing() as connection:
                t = schema.tables
                await connection.execute(t.update().where(t.c.bots_run_by == self.process).values(bots_run_until=0.0))

    async def clear(self, unstarted_before: float, abandoned_before: float) -> list[str]:
        """Delete tables that never began and close games that nobody has continued for long; which."""
        t = schema.tables
        async with self._writing() as connection:
            deleted = await connection.execute(
                t.delete()
                .where(t.c.status == Status.OPEN, t.c.changed_at < unstarted_before)
                .returning(t.c.id, t.c.seq)
            )
            cleared = [(row.id, row.seq) for row in deleted]
            if cleared and self.shared:
                await connection.run_sync(self._tell, cleared)
        with contextlib.suppress(IntegrityError):  # somebody has just moved there: the next round sees it
            cleared += await self._close(abandoned_before)
        return [table_id for table_id, _ in cleared]

    async def _close(self, abandoned_before: float) -> list[tuple[str, int]]:
        """Let the last event of abandoned games be that they were closed; in the order in which a move is written."""
        t, e = schema.tables, schema.events
        abandoned = sa.and_(t.c.status == Status.PLAYING, t.c.changed_at < abandoned_before)
        last = sa.select(
            t.c.id,
            t.c.seq + 1,
            sa.literal(time.time(), sa.Float),
            sa.literal(EventKind.CLOSE, sa.String),
            sa.null(),
            sa.literal({}, sa.JSON),
        ).where(abandoned)
        async with self._writing() as connection:
            written = await connection.execute(
                e.insert()
                .from_select(["table_id", "seq", "at", "kind", "seat", "data"], last)
                .returning(e.c.table_id, e.c.seq)
            )
            closed = [(row.table_id, row.seq) for row in written]
            if closed:
                await connection.execute(
                    t.update()
                    .where(t.c.id == sa.bindparam("closed_id"))
                    .values(status=Status.CLOSED, seq=sa.bindparam("closed_seq"), to_act=None),
                    [{"closed_id": table_id, "closed_seq": seq} for table_id, seq in closed],
                )
                if self.shared:
                    await connection.run_sync(self._tell, closed)
            return closed

    async def signing_key(self) -> str:
        """The key that signs cookies, made once per database."""
        for _ in range(2):
            async with self._reading() as connection:
                found = await connection.scalar(
                    sa.select(schema.server.c.value).where(schema.server.c.name == "signing_key")
                )
            if found:
                return str(found)
            with contextlib.suppress(IntegrityError):
                async with self._writing() as connection:
                    await connection.execute(
                        schema.server.insert().values(name="signing_key", value=random_source.token_hex(32))
                    )
        raise UnavailableError("the database does not keep what is written to it")

    # Reading

    async def table(self, table_id: str) -> StoredTable | None:
        """A table with its seats."""
        async with self._reading() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id))).first()
            if row is None:
                return None
            return _row_to_table(row, (await _seats_of(connection, [table_id]))[table_id])

    async def events(self, table_id: str, after: int = 0) -> list[EventRow]:
        """The table's events after a number."""
        e = schema.events
        async with self._reading() as connection:
            rows = await connection.execute(
                sa.select(e.c.seq, e.c.at, e.c.kind, e.c.seat, e.c.data)
                .where(e.c.table_id == table_id, e.c.seq > after)
                .order_by(e.c.seq)
            )
            return [EventRow(row.seq, row.at, EventKind(row.kind), row.seat, row.data) for row in rows]

    async def holder(self, digest: str) -> tuple[str, int | None] | None:
        """The table and seat (None = the host's chair) that a secret opens."""
        async with self._reading() as connection:
            row = (
                await connection.execute(
                    sa.select(schema.secrets.c.table_id, schema.secrets.c.seat).where(schema.secrets.c.digest == digest)
                )
            ).first()
            return (row.table_id, row.seat) if row else None

    async def sitters(self, table_id: str) -> dict[int, set[str]]:
        """For each seat the browsers that may act for it."""
        async with self._reading() as connection:
            rows = await connection.execute(
                sa.select(schema.sitters.c.seat, schema.sitters.c.player).where(schema.sitters.c.table_id == table_id)
            )
            found: dict[int, set[str]] = {}
            for row in rows:
                found.setdefault(row.seat, set()).add(row.player)
            return found

    async def public_tables(self, limit: int = 50) -> list[StoredTable]:
        """Open and running public tables, the youngest first."""
        t = schema.tables
        return await self._list(
            sa.select(t)
            .where(t.c.public, t.c.status.in_((Status.OPEN, Status.PLAYING)))
            .order_by(t.c.changed_at.desc())
            .limit(limit)
        )

    async def tables_of(self, player: str, limit: int = 100) -> list[tuple[StoredTable, set[int]]]:
        """The tables where a browser sits or is host, with its seats."""
        t, mine = schema.tables, schema.sitters
        sitting = sa.select(mine.c.table_id).where(mine.c.player == player)
        chosen = (
            sa.select(t)
            .where(sa.or_(t.c.id.in_(sitting), t.c.host == player))
            .order_by(t.c.changed_at.desc())
            .limit(limit)
        )
        found = await self._list(chosen)
        async with self._reading() as connection:
            rows = await connection.execute(sa.select(mine.c.table_id, mine.c.seat).where(mine.c.player == player))
            seats: dict[str, set[int]] = {}
            for row in rows:
                seats.setdefault(row.table_id, set()).add(row.seat)
        return [(table, seats.get(table.made.id, set())) for table in found]

    async def tables_at_work(self) -> list[StoredTable]:
        """The running games in which a bot is to act or a clock runs."""
        t, s = schema.tables, schema.seats
        bot_to_act = sa.exists().where(s.c.table_id == t.c.id, s.c.seat == t.c.to_act, s.c.kind == SeatKind.BOT)
        at_work = sa.or_(t.c.clock.is_not(None), bot_to_act)
        return await self._list(sa.select(t).where(t.c.status == Status.PLAYING, at_work))

    async def every_table(self) -> AsyncIterator[StoredTable]:
        """All tables that were ever started."""
        for table in await self._list(
            sa.select(schema.tables).where(schema.tables.c.status != Status.OPEN).order_by(schema.tables.c.created_at)
        ):
            yield table

    async def count_open(self, host: str) -> int:
        """How many unfinished tables somebody is host of."""
        t = schema.tables
        async with self._reading() as connection:
            return int(
                await connection.scalar(
                    sa.select(sa.func.count()).where(t.c.host == host, t.c.status.in_((Status.OPEN, Status.PLAYING)))
                )
                or 0
            )

    async def _list(self, chosen: sa.Select[Any]) -> list[StoredTable]:
        async with self._reading() as connection:
            rows = list(await connection.execute(chosen))
            seats = await _seats_of(connection, [row.id for row in rows])
        return [_row_to_table(row, seats[row.id]) for row in rows]


_INSERT_EVENT = schema.events.insert()


def _head_values(head: Head) -> dict[str, Any]:
    return {
        "status": head.status,
        "seq": head.seq,
        "position_seq": head.position_seq,
        "to_act": head.to_act,
        "result": head.result,
        "seed": head.seed,
        "rematch": head.rematch,
        "changed_at": head.changed_at,
    }


_UPDATE_HEAD = (
    schema.tables.update()
    .where(schema.tables.c.id == sa.bindparam("table_id"))
    .values({name: sa.bindparam(f"new_{name}") for name in _head_values(Head(Status.OPEN, 0, 0))})
)


def _head_row(append: Append) -> dict[str, Any]:
    return {"table_id": append.table_id} | {f"new_{name}": value for name, value in _head_values(append.head).items()}


def _seat_values(seat: Seat) -> dict[str, Any]:
    return {"kind": seat.kind, "name": seat.name, "level": seat.level, "entropy": seat.entropy}


def _seat_row(table_id: str, seat: Seat) -> dict[str, Any]:
    return {"table_id": table_id, "seat": seat.seat, **_seat_values(seat)}


async def _seats_of(connection: AsyncConnection, table_ids: Sequence[str]) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {table_id: [] for table_id in table_ids}
    s = schema.seats
    for k in range(0, len(table_ids), PAGE):
        page = table_ids[k : k + PAGE]
        rows = await connection.execute(sa.select(s).where(s.c.table_id.in_(page)).order_by(s.c.table_id, s.c.seat))
        for row in rows:
            found[row.table_id].append(_seat(row.seat, row.kind, row.name, row.level, row.entropy))
    return found


def _insert_once(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    same = sa.and_(*(table.c[name] == value for name, value in row.items()))
    if connection.scalar(sa.select(sa.func.count()).select_from(table).where(same)) == 0:
        connection.execute(table.insert().values(row))
