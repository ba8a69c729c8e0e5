"""Requests that happen once however often they are sent: what was asked, and the table that came of it."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema

KEPT_SECONDS = 24 * 3600.0


@dataclass(frozen=True)
class RequestRow:
    """A request that has happened. `mark` says whose it is and under which key, `asked` what was asked."""

    mark: str
    asked: str
    table_id: str
    seats: tuple[int, ...]
    """The seats whose secrets the answer tells."""
    at: float


def insert(connection: sa.Connection, request: RequestRow) -> None:
    """Keep a request beside what it does."""
    connection.execute(
        schema.requests.insert().values(
            mark=request.mark,
            asked=request.asked,
            table_id=request.table_id,
            seats=list(request.seats),
            at=request.at,
        )
    )


async def find(connection: AsyncConnection, mark: str) -> RequestRow | None:
    """What came of a request, if it has happened."""
    r = schema.requests
    row = (await connection.execute(sa.select(r).where(r.c.mark == mark))).first()
    return RequestRow(row.mark, row.asked, row.table_id, tuple(row.seats), row.at) if row else None


async def clear(connection: AsyncConnection, now: float) -> None:
    """Forget the requests that nobody sends again."""
    r = schema.requests
    await connection.execute(r.delete().where(r.c.at < now - KEPT_SECONDS))
