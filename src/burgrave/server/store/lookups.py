"""What can be asked of the database: tables, their events, who may act for whom."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import requests, schema
from burgrave.server.store.connections import Connections
from burgrave.server.store.kinds import EventKind, SeatKind, Status, TimeOut
from burgrave.server.store.requests import RequestRow
from burgrave.server.store.rows import EventRow, FinishedGames, Head, Made, Seat, StoredTable, TableAtWork, Timing

TABLES_AT_ONCE = 40
"""Tables whose seats one statement reads; PostgreSQL takes no more than 32,767 values at once."""
EVENTS_AT_ONCE = 200
"""Events that one statement reads or writes. Between two statements everybody else has their turn."""
PAGE = 500
"""Tables that are read at once where all are read, so that memory does not grow with their number."""


class Lookups(Connections):
    """Everything that is read."""

    async def table(self, table_id: str) -> StoredTable | None:
        """A table with its seats."""
        async with self.reading() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id))).first()
            if row is None:
                return None
            return _row_to_table(row, (await _seats_of(connection, [table_id]))[table_id])

    async def events(self, table_id: str, after: int = 0) -> list[EventRow]:
        """The table's events after a number."""
        e, found = schema.events, list[EventRow]()
        async with self.reading() as connection:
            while True:
                rows = await connection.execute(
                    sa.select(e.c.seq, e.c.at, e.c.kind, e.c.seat, e.c.data)
                    .where(e.c.table_id == table_id, e.c.seq > (found[-1].seq if found else after))
                    .order_by(e.c.seq)
                    .limit(EVENTS_AT_ONCE)
                )
                page = [EventRow(row.seq, row.at, EventKind(row.kind), row.seat, row.data) for row in rows]
                found += page
                if len(page) < EVENTS_AT_ONCE:
                    return found

    async def holder(self, digest: str) -> tuple[str, int | None] | None:
        """The table and seat (None = the host's chair) that a secret opens."""
        async with self.reading() as connection:
            row = (
                await connection.execute(
                    sa.select(schema.secrets.c.table_id, schema.secrets.c.seat).where(schema.secrets.c.digest == digest)
                )
            ).first()
            return (row.table_id, row.seat) if row else None

    async def secrets(self, table_id: str) -> dict[str, int | None]:
        """The secrets that open a table's seats, each as its digest."""
        async with self.reading() as connection:
            rows = await connection.execute(
                sa.select(schema.secrets.c.digest, schema.secrets.c.seat).where(schema.secrets.c.table_id == table_id)
            )
            return {row.digest: row.seat for row in rows}

    async def host(self, table_id: str) -> str | None:
        """Who is host of a table: whoever made it, by the number they have now."""
        async with self.reading() as connection:
            found: str | None = await connection.scalar(
                sa.select(schema.tables.c.host).where(schema.tables.c.id == table_id)
            )
            return found

    async def sitters_of(self, table_ids: Sequence[str]) -> dict[tuple[str, int], set[str]]:
        """For each seat of some tables the browsers that may act for it."""
        s, found = schema.sitters, dict[tuple[str, int], set[str]]()
        async with self.reading() as connection:
            for k in range(0, len(table_ids), TABLES_AT_ONCE):
                some = table_ids[k : k + TABLES_AT_ONCE]
                for row in await connection.execute(sa.select(s).where(s.c.table_id.in_(some))):
                    found.setdefault((row.table_id, row.seat), set()).add(row.player)
        return found

    async def sitters(self, table_id: str) -> dict[int, set[str]]:
        """For each seat the browsers that may act for it."""
        async with self.reading() as connection:
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
        return await self.listed(
            sa.select(t)
            .where(t.c.public, t.c.status.in_((Status.OPEN, Status.PLAYING)))
            .order_by(t.c.changed_at.desc())
            .limit(limit)
        )

    async def finished_tables(self, wanted: FinishedGames, limit: int, offset: int = 0) -> list[StoredTable]:
        """Public games that are over, the latest first; of one game, or where somebody of such a name played."""
        t, s = schema.tables, schema.seats
        chosen = sa.select(t).where(t.c.public, t.c.status == Status.OVER, t.c.uploaded_by.is_(None))
        if wanted.game:
            chosen = chosen.where(t.c.game == wanted.game)
        if wanted.players:
            counted = sa.select(sa.func.count()).where(s.c.table_id == t.c.id).scalar_subquery()
            chosen = chosen.where(counted == wanted.players)
        if wanted.name:
            named = sa.func.lower(s.c.name).contains(wanted.name.lower(), autoescape=True)
            chosen = chosen.where(sa.exists().where(s.c.table_id == t.c.id, named))
        return await self.listed(chosen.order_by(t.c.changed_at.desc(), t.c.id).limit(limit).offset(offset))

    async def tables_of(self, player: str, limit: int = 100) -> list[tuple[StoredTable, set[int]]]:
        """The tables where a browser sits or is host, with its seats; records it has uploaded are no games of its."""
        t, mine = schema.tables, schema.sitters
        sitting = sa.select(mine.c.table_id).where(mine.c.player == player)
        chosen = (
            sa.select(t)
            .where(sa.or_(t.c.id.in_(sitting), t.c.host == player), t.c.uploaded_by.is_(None))
            .order_by(t.c.changed_at.desc())
            .limit(limit)
        )
        found = await self.listed(chosen)
        async with self.reading() as connection:
            rows = await connection.execute(sa.select(mine.c.table_id, mine.c.seat).where(mine.c.player == player))
            seats: dict[str, set[int]] = {}
            for row in rows:
                seats.setdefault(row.table_id, set()).add(row.seat)
        return [(table, seats.get(table.made.id, set())) for table in found]

    async def has_played(self, player: str, game: str, besides: str) -> bool:
        """Whether a browser has a seat at another table of a game."""
        t, mine = schema.tables, schema.sitters
        others = (
            sa.select(t.c.id)
            .join(mine, mine.c.table_id == t.c.id)
            .where(mine.c.player == player, t.c.game == game, t.c.id != besides)
            .limit(1)
        )
        async with self.reading() as connection:
            return await connection.scalar(others) is not None

    async def tables_at_work(
        self, until: float, after: TableAtWork | None = None, limit: int = PAGE
    ) -> list[TableAtWork]:
        """The tables where a bot is to act or somebody's time is up by then; those that wait longest first."""
        t = schema.tables
        chosen = sa.select(t.c.id, t.c.game, t.c.due_at).where(t.c.due_at <= until, t.c.status == Status.PLAYING)
        if self.shared:  # what another process plays just now is its own
            chosen = chosen.where(sa.or_(t.c.bots_run_by == self.process, t.c.bots_run_until < time.time()))
        if after is not None:
            same = sa.and_(t.c.due_at == after.due_at, t.c.id > after.id)
            chosen = chosen.where(sa.or_(t.c.due_at > after.due_at, same))
        async with self.reading() as connection:
            rows = await connection.execute(chosen.order_by(t.c.due_at, t.c.id).limit(limit))
            return [TableAtWork(row.id, row.game, row.due_at) for row in rows]

    async def every_table(self) -> AsyncIterator[StoredTable]:
        """All tables that were ever started, in the order of their identifiers."""
        t, last = schema.tables, ""
        while page := await self.listed(
            sa.select(t).where(t.c.status != Status.OPEN, t.c.id > last).order_by(t.c.id).limit(PAGE)
        ):
            for table in page:
                yield table
            last = page[-1].made.id

    async def request(self, mark: str) -> RequestRow | None:
        """What came of a request that must happen once, if it has happened."""
        async with self.reading() as connection:
            return await requests.find(connection, mark)

    async def count_open(self, host: str) -> int:
        """How many unfinished tables somebody is host of."""
        t = schema.tables
        async with self.reading() as connection:
            return int(
                await connection.scalar(
                    sa.select(sa.func.count()).where(t.c.host == host, t.c.status.in_((Status.OPEN, Status.PLAYING)))
                )
                or 0
            )

    async def count_uploads(self, client: str) -> int:
        """How many uploaded records are kept for an address."""
        t = schema.tables
        async with self.reading() as connection:
            return int(await connection.scalar(sa.select(sa.func.count()).where(t.c.uploaded_by == client)) or 0)

    async def listed(self, chosen: sa.Select[Any]) -> list[StoredTable]:
        """The tables that a query chooses, with their seats."""
        async with self.reading() as connection:
            rows, found = list(await connection.execute(chosen)), list[StoredTable]()
            for k in range(0, len(rows), TABLES_AT_ONCE):
                some = rows[k : k + TABLES_AT_ONCE]
                seats = await _seats_of(connection, [row.id for row in some])
                found += [_row_to_table(row, seats[row.id]) for row in some]
            return found


def _row_to_table(row: Any, seats: Sequence[Seat]) -> StoredTable:
    made = Made(
        row.id,
        row.game,
        row.options,
        row.public,
        row.host,
        _timing(row),
        row.secret_seed,
        row.commitment,
        row.created_at,
        tuple(_seat(number, **seat) for number, seat in enumerate(row.first_seats)),
        None if row.verifiable_by is None else tuple(row.verifiable_by),
        row.uploaded_by,
        row.approval,
        row.rated,
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
        row.due_at,
        row.moves,
        row.begun_at,
        row.turn_seq,
        row.turn_at,
    )
    return StoredTable(made, head, tuple(seats))


def _timing(row: Any) -> Timing | None:
    return None if row.clock is None else Timing(row.clock, row.bank, row.increment, TimeOut(row.time_out))


def _seat(number: int, kind: str, name: str, level: str | None, entropy: str, colour: str = "") -> Seat:
    return Seat(number, SeatKind(kind), name, level, entropy, colour)


async def _seats_of(connection: AsyncConnection, table_ids: Sequence[str]) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {table_id: [] for table_id in table_ids}
    s = schema.seats
    rows = await connection.execute(sa.select(s).where(s.c.table_id.in_(table_ids)).order_by(s.c.table_id, s.c.seat))
    for row in rows:
        found[row.table_id].append(_seat(row.seat, row.kind, row.name, row.level, row.entropy))
    return found
