"""Analyses of finished games: which are wanted, which process makes them, and what was found so far.

Findings are kept one by one, so a job that was broken off goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from burgrave.server.store import schema
from burgrave.server.store.connections import Connections

TRIES = 3
A, F = schema.analyses, schema.findings


class Stage(StrEnum):
    """How far an analysis is."""

    WANTED = "wanted"
    """It is being made, or waits for its turn."""
    DONE = "done"
    CANCELLED = "cancelled"


class Analyses:
    """The analyses in a database."""

    def __init__(self, database: Connections) -> None:
        self.database = database

    async def want(self, table_id: str, settings: str) -> Stage:
        """See to it that an analysis is made; what has become of it. One that is done or under way stays as it is."""
        with contextlib.suppress(IntegrityError):  # somebody else has just asked for it
            async with self.database.writing() as connection:
                known = await connection.scalar(sa.select(A.c.status).where(self._is(table_id, settings)))
                if known is None:
                    row = {"table_id": table_id, "settings": settings, "status": Stage.WANTED, "asked_at": time.time()}
                    await connection.execute(A.insert().values(run_until=0.0, **row))
                elif known == Stage.CANCELLED:
                    await connection.execute(
                        A.update()
                        .where(self._is(table_id, settings))
                        .values(status=Stage.WANTED, asked_at=time.time(), run_until=0.0)
                    )
        return await self.stage(table_id, settings) or Stage.WANTED

    async def stage(self, table_id: str, settings: str) -> Stage | None:
        """How far an analysis is; None when nobody has asked for it."""
        async with self.database.reading() as connection:
            found = await connection.scalar(sa.select(A.c.status).where(self._is(table_id, settings)))
            return None if found is None else Stage(found)

    async def lease(self, table_id: str, settings: str, seconds: float) -> bool:
        """Whether this process may make a wanted analysis for so long; it asks again before the time is over."""
        now, process = time.time(), self.database.process
        free = sa.or_(A.c.run_by == process, A.c.run_until < now)
        async with self.database.writing() as connection:
            taken = await connection.execute(
                A.update()
                .where(self._is(table_id, settings), A.c.status == Stage.WANTED, free)
                .values(run_by=process, run_until=now + seconds)
            )
            return bool(taken.rowcount)

    async def release(self) -> None:
        """Give everything back that this process makes; where no other process can be, all that any has left."""
        mine = A.c.run_by == self.database.process if self.database.shared else sa.true()
        async with self.database.writing() as connection:
            await connection.execute(A.update().where(A.c.status == Stage.WANTED, mine).values(run_until=0.0))

    async def waiting(self, most: int) -> list[tuple[str, str]]:
        """Wanted analyses that nobody makes, those first that were asked for first: tables and settings."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                sa.select(A.c.table_id, A.c.settings)
                .where(A.c.status == Stage.WANTED, A.c.run_until < time.time())
                .order_by(A.c.asked_at)
                .limit(most)
            )
            return [(row.table_id, row.settings) for row in found]

    async def add(self, table_id: str, settings: str, found: Iterable[Mapping[str, Any]]) -> None:
        """Keep findings, each once: another process may have been at the same one."""
        rows = [
            {"table_id": table_id, "settings": settings, "kind": one["kind"], "number": one["number"], "data": one}
            for one in found
        ]
        same = sa.and_(F.c.table_id == table_id, F.c.settings == settings)
        for _ in range(TRIES):
            with contextlib.suppress(IntegrityError):
                async with self.database.writing() as connection:
                    found_before = await connection.execute(sa.select(F.c.kind, F.c.number).where(same))
                    known = {(row.kind, row.number) for row in found_before}
                    new = [row for row in rows if (row["kind"], row["number"]) not in known]
                    if new:
                        await connection.execute(F.insert(), new)
                return

    async def end(self, table_id: str, settings: str, stage: Stage) -> None:
        """Say that a wanted analysis is done, or that nobody wants it any more; what was found stays."""
        async with self.database.writing() as connection:
            await connection.execute(
                A.update().where(self._is(table_id, settings), A.c.status == Stage.WANTED).values(status=stage)
            )

    async def found(self, table_id: str, settings: str) -> list[dict[str, Any]]:
        """What was found so far."""
        same = sa.and_(F.c.table_id == table_id, F.c.settings == settings)
        async with self.database.reading() as connection:
            return [dict(data) for data in (await connection.execute(sa.select(F.c.data).where(same))).scalars()]

    def _is(self, table_id: str, settings: str) -> sa.ColumnElement[bool]:
        return sa.and_(A.c.table_id == table_id, A.c.settings == settings)
