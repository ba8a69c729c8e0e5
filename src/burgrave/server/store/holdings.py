"""What addresses hold, by a number that stands for each: tables they have made and seats they have taken."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.connections import Connections
from burgrave.server.store.kinds import Status

THE_TABLE = -1
"""Stands for the table itself where otherwise a seat's number is."""
UNFINISHED = (Status.OPEN, Status.PLAYING)


@dataclass(frozen=True)
class Holding:
    """A seat at a table, or the table itself."""

    table_id: str
    seat: int | None = None


class Holders:
    """Who holds what."""

    def __init__(self, database: Connections) -> None:
        self.database = database

    async def hold(self, client: str, holding: Holding) -> None:
        """Remember that a client has got something; it has it once."""
        h, seat = schema.holdings, THE_TABLE if holding.seat is None else holding.seat
        row = {"client": client, "table_id": holding.table_id, "seat": seat}
        same = sa.and_(*(h.c[name] == value for name, value in row.items()))
        there = sa.select(sa.literal(client), schema.tables.c.id, sa.literal(seat)).where(
            schema.tables.c.id == holding.table_id, ~sa.exists().where(same)
        )
        async with self.database.writing() as connection:
            await connection.execute(h.insert().from_select(list(row), there))

    async def tables(self, client: str) -> int:
        """How many unfinished tables a client has made."""
        return await self._count(client, schema.holdings.c.seat == THE_TABLE, *UNFINISHED)

    async def seats(self, client: str) -> int:
        """How many seats a client has taken at tables that wait for people."""
        return await self._count(client, schema.holdings.c.seat != THE_TABLE, Status.OPEN)

    async def _count(self, client: str, which: sa.ColumnElement[bool], *statuses: Status) -> int:
        h, t = schema.holdings, schema.tables
        counted = sa.select(sa.func.count()).select_from(h.join(t, h.c.table_id == t.c.id))
        async with self.database.reading() as connection:
            return int(
                await connection.scalar(counted.where(h.c.client == client, which, t.c.status.in_(statuses))) or 0
            )


async def clear(connection: AsyncConnection) -> None:
    """Forget who held something of a table that is finished."""
    h, t = schema.holdings, schema.tables
    finished = sa.select(t.c.id).where(t.c.id == h.c.table_id, t.c.status.not_in(UNFINISHED))
    await connection.execute(h.delete().where(sa.exists(finished)))
