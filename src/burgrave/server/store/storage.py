"""Storage: SQLAlchemy over one SQLite file or PostgreSQL. What is acknowledged has been committed.

All writes of a table go through `append`: events get the next numbers after the one the writer last saw, and somebody
else's event in between makes the whole append a `ConflictError`. Appends that arrive while a commit is under way share
the next one, so that many tables cost one flush of the disk and not one each.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from burgrave.server.store import holdings, puzzling, requests, schema
from burgrave.server.store.analyses import Analyses
from burgrave.server.store.connections import TABLES_PER_NOTICE
from burgrave.server.store.database import (
    DATABASE_SECONDS,
    clear_errors,
    make_writer,
    migrate,
)
from burgrave.server.store.heartbeat import Heartbeat
from burgrave.server.store.kinds import EventKind, Notice, Status
from burgrave.server.store.lookups import EVENTS_AT_ONCE, Lookups
from burgrave.server.store.notices import Notices
from burgrave.server.store.presence import Presences
from burgrave.server.store.ratings import Ratings
from burgrave.server.store.requests import RequestRow
from burgrave.server.store.rows import (
    Append,
    ConflictError,
    EventRow,
    Head,
    PromiseGoneError,
    Seat,
    StoredTable,
    Timing,
    UnavailableError,
)
from burgrave.server.store.tournaments import Tournaments

SECRETS_PER_SEAT = 16


@dataclass
class _Waiting:
    append: Append
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Storage(Lookups):
    """The one door to the database: what is asked of it, and all that is written."""

    def __init__(self, url: str, seconds: float = DATABASE_SECONDS) -> None:
        super().__init__(url, seconds)
        self.writer = make_writer(url)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._queue: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._queue_task: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0
        self.heartbeat = Heartbeat(self.writing, self.writing_long, self.tell_of_pause)
        self.holders = holdings.Holders(self)
        self.analyses = Analyses(self)
        self.notices = Notices(self)
        self.ratings = Ratings(self)
        self.puzzling = puzzling.Puzzling(self)
        self.tournaments = Tournaments(self)
        self.presences = Presences(self.process, self.reading, self.writing, self.tell_people)

    async def open(self) -> None:
        """Bring the schema up to date and begin to accept writes."""
        with clear_errors():
            await migrate(self.engine)
        self._queue_task = asyncio.create_task(self._write_forever(), name="storage writer")
        await self.listen()

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self._closing = True
        self._wake.set()
        if self._queue_task is not None:
            await self._queue_task
        if self.writer is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self.writer.dispose)
        self._thread.shutdown()
        await self.disconnect()

    # Writing

    async def create(
        self,
        table: StoredTable,
        events: Sequence[EventRow],
        sitters: Sequence[tuple[int, str]],
        secrets: Sequence[tuple[str, int | None]],
        promised: bool = False,
        request: RequestRow | None = None,
    ) -> None:
        """A new table with its seats and first events; one whose dice were promised uses that promise up.

        ConflictError when the request for it has been answered.
        """
        made, head = table.made, table.head
        async with self.writing() as connection:
            if promised:
                kept = schema.promises
                used = await connection.execute(kept.delete().where(kept.c.commitment == made.commitment))
                if not used.rowcount:
                    raise PromiseGoneError
            await connection.execute(
                schema.tables.insert().values(
                    id=made.id,
                    game=made.game,
                    options=dict(made.options),
                    public=made.public,
                    host=made.host,
                    **_timing_values(made.clock),
                    secret_seed=made.secret_seed,
                    commitment=made.commitment,
                    first_seats=[_first_seat(seat) for seat in made.seats],
                    verifiable_by=made.verifiable_by,
                    approval=made.approval,
                    rated=made.rated,
                    created_at=made.created_at,
                    bots_run_until=0.0,
                    uploaded_by=made.uploaded_by,
                    **_head_values(head),
                )
            )
            rows = [_seat_row(made.id, seat) for seat in table.seats]
            await connection.execute(schema.seats.insert(), rows)
            for k in range(0, len(events), EVENTS_AT_ONCE):  # between two pieces others have their turn
                chunk = [_event_row(made.id, event) for event in events[k : k + EVENTS_AT_ONCE]]
                await connection.execute(_INSERT_EVENT, chunk)
            first = Append(made.id, 0, (), head, (), tuple(sitters), tuple(secrets))
            await connection.run_sync(self._insert, [first])
            if request is not None:
                try:
                    await connection.run_sync(requests.insert, request)
                except IntegrityError:
                    raise ConflictError from None
            if self.shared:
                await connection.run_sync(self.tell, [(made.id, head.seq)])
        self.noticed(made.id, ())

    async def promise(self, commitment: str, secret_seed: str, at: float) -> None:
        """Keep the secret behind a commitment for the table that will be made with it."""
        async with self.writing() as connection:
            values = {"commitment": commitment, "secret_seed": secret_seed, "created_at": at}
            await connection.execute(schema.promises.insert().values(values))

    async def promised(self, commitment: str, since: float) -> str:
        """The secret behind a commitment not older than that; PromiseGoneError when there is none."""
        kept = schema.promises
        async with self.reading() as connection:
            found = await connection.scalar(
                sa.select(kept.c.secret_seed).where(kept.c.commitment == commitment, kept.c.created_at >= since)
            )
        if found is None:
            raise PromiseGoneError
        return str(found)

    async def forget_promises(self, before: float) -> None:
        """Forget what was promised before that and never used."""
        async with self.writing() as connection:
            await connection.execute(schema.promises.delete().where(schema.promises.c.created_at < before))

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
            batch, self._queue = self._queue[:TABLES_PER_NOTICE], self._queue[TABLES_PER_NOTICE:]
            if not self._queue:
                self._wake.clear()
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[_Waiting]) -> None:
        problem: Exception | None = None
        try:
            await self._write([waiting.append for waiting in batch])
            self.commits += 1
            for waiting in batch:
                self.noticed(waiting.append.table_id, [player for _, player in waiting.append.sitters])
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
            async with self.writing() as connection:
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
        events = [(append.table_id, event) for append in appends for event in append.events]
        for k in range(0, len(events), EVENTS_AT_ONCE):
            rows = [_event_row(table_id, event) for table_id, event in events[k : k + EVENTS_AT_ONCE]]
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
            for number in append.revoked:
                for kept in (schema.sitters, schema.secrets):
                    connection.execute(kept.delete().where(kept.c.table_id == append.table_id, kept.c.seat == number))
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
            if append.request is not None:
                requests.insert(connection, append.request)
        if self.shared:
            self.tell(connection, [(append.table_id, append.head.seq) for append in appends])

    async def add_sitter(self, table_id: str, seat: int, player: str) -> None:
        """Let another browser act for a seat."""
        async with self.writing() as connection:
            row = {"table_id": table_id, "seat": seat, "player": player}
            await connection.run_sync(_insert_once, schema.sitters, row)
            await connection.run_sync(self.tell_people, [table_id])

    async def add_secret(self, table_id: str, seat: int | None, digest: str) -> list[str]:
        """Another secret for a seat; the oldest ones, which are told, are forgotten when there are many."""
        kept = schema.secrets
        async with self.writing() as connection:
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
            await connection.run_sync(self._notify, [f"{table_id}:{Notice.SECRETS}"])
            return old

    async def lease_bots(self, table_id: str, seconds: float) -> bool:
        """Whether this process may play the table's bots for so long; always, when the database is not shared."""
        if not self.shared:
            return True
        now, t = time.time(), schema.tables
        async with self.writing() as connection:
            result = await connection.execute(
                t.update()
                .where(t.c.id == table_id, sa.or_(t.c.bots_run_by == self.process, t.c.bots_run_until < now))
                .values(bots_run_by=self.process, bots_run_until=now + seconds)
            )
            return bool(result.rowcount)

    async def release_bots(self, table_id: str | None = None) -> None:
        """Give a table's lease back, or all of them, so that another process takes over at once."""
        if self.shared:
            t = schema.tables
            leased = t.c.bots_run_by == self.process
            if table_id is not None:
                leased &= t.c.id == table_id
            async with self.writing() as connection:
                await connection.execute(t.update().where(leased).values(bots_run_until=0.0))

    async def clear(self, unstarted_before: float, abandoned_before: float) -> list[str]:
        """Delete tables that never began and close games that nobody has continued for long; which."""
        t = schema.tables
        async with self.writing_long() as connection:
            deleted = await connection.execute(
                t.delete()
                .where(t.c.status == Status.OPEN, t.c.changed_at < unstarted_before)
                .returning(t.c.id, t.c.seq)
            )
            cleared = [(row.id, row.seq) for row in deleted]
            if cleared and self.shared:
                await connection.run_sync(self.tell, cleared)
            await requests.clear(connection, time.time())
            await holdings.clear(connection)
            await puzzling.clear(connection)
        with contextlib.suppress(IntegrityError):  # somebody has just moved there: the next round sees it
            cleared += await self._close(abandoned_before)
        return [table_id for table_id, _ in cleared]

    async def clear_uploads(self, uploaded_before: float) -> list[str]:
        """Delete records that were uploaded long ago; which."""
        t = schema.tables
        async with self.writing() as connection:
            deleted = await connection.execute(
                t.delete()
                .where(t.c.uploaded_by.is_not(None), t.c.created_at < uploaded_before)
                .returning(t.c.id, t.c.seq)
            )
            cleared = [(row.id, row.seq) for row in deleted]
            if cleared and self.shared:
                await connection.run_sync(self.tell, cleared)
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
        async with self.writing_long() as connection:
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
                    .values(status=Status.CLOSED, seq=sa.bindparam("closed_seq"), to_act=None, due_at=None),
                    [{"closed_id": table_id, "closed_seq": seq} for table_id, seq in closed],
                )
                if self.shared:
                    await connection.run_sync(self.tell, closed)
            return closed


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
        "due_at": head.due_at,
        "turn_seq": head.turn_seq,
        "turn_at": head.turn_at,
        "moves": head.moves,
        "begun_at": head.begun_at,
    }


_UPDATE_HEAD = (
    schema.tables.update()
    .where(schema.tables.c.id == sa.bindparam("table_id"))
    .values({name: sa.bindparam(f"new_{name}") for name in _head_values(Head(Status.OPEN, 0, 0))})
)


def _head_row(append: Append) -> dict[str, Any]:
    return {"table_id": append.table_id} | {f"new_{name}": value for name, value in _head_values(append.head).items()}


def _event_row(table_id: str, event: EventRow) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "data": event.data,
    }


def _timing_values(clock: Timing | None) -> dict[str, Any]:
    if clock is None:
        return {"clock": None}
    return {"clock": clock.seconds, "bank": clock.bank, "increment": clock.increment, "time_out": clock.out}


def _seat_values(seat: Seat) -> dict[str, Any]:
    return {"kind": seat.kind, "name": seat.name, "level": seat.level, "entropy": seat.entropy}


def _first_seat(seat: Seat) -> dict[str, Any]:
    """A seat as the table was made with it; a colour stays with it, whoever sits down."""
    return _seat_values(seat) | ({"colour": seat.colour} if seat.colour else {})


def _seat_row(table_id: str, seat: Seat) -> dict[str, Any]:
    return {"table_id": table_id, "seat": seat.seat, **_seat_values(seat)}


def _insert_once(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    same = sa.and_(*(table.c[name] == value for name, value in row.items()))
    if connection.scalar(sa.select(sa.func.count()).select_from(table).where(same)) == 0:
        connection.execute(table.insert().values(row))
