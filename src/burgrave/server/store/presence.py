"""Who is present at the other processes on a database; whoever crashes is not there any more after a while."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema

PRESENT_SECONDS = 15.0
"""For how long somebody is believed to be there whose process says nothing more."""

Place = tuple[str, int]
"""A table and a seat."""
Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class Presences:
    """The rows that say who is present where."""

    def __init__(
        self,
        process: str,
        reading: Connecting,
        writing: Connecting,
        tell: Callable[[sa.Connection, Sequence[str]], None],
    ) -> None:
        self._process, self._reading, self._writing, self._tell = process, reading, writing, tell
        self._here: Counter[Place] = Counter()
        self._told: frozenset[Place] = frozenset()
        self._forgotten = False
        """Whether others have deleted some of what was told, as they do with a process that is silent for long."""
        self._changed = asyncio.Event()
        self._telling = asyncio.Lock()

    def arrive(self, table_id: str, seat: int) -> None:
        """Somebody is at this process now."""
        self._here[table_id, seat] += 1
        self._changed.set()

    def leave(self, table_id: str, seat: int) -> None:
        """They have gone."""
        self._here[table_id, seat] -= 1
        if self._here[table_id, seat] <= 0:
            del self._here[table_id, seat]
        self._changed.set()

    async def wait(self) -> None:
        """Until somebody comes or goes, or until it is time to say again who is here."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), PRESENT_SECONDS / 3)

    async def tell(self) -> None:
        """Let the others know who has come to this process and who has left, and that all the rest is still here."""
        async with self._telling:
            self._changed.clear()
            here = frozenset(self._here)
            came = here if self._forgotten else here - self._told
            kept = await self._write(came, self._told - here)
            self._told, self._forgotten = here, kept != len(here)

    async def _write(self, came: Collection[Place], left: Collection[Place]) -> int:
        """Write who has come and gone; how many are here then."""
        p, t = schema.presence, schema.tables
        now = time.time()
        one = sa.and_(p.c.process == self._process, p.c.table_id == sa.bindparam("at"), p.c.seat == sa.bindparam("on"))
        new = sa.select(
            sa.literal(self._process, sa.String),
            t.c.id,
            sa.bindparam("on", type_=sa.Integer),
            sa.literal(now + PRESENT_SECONDS, sa.Float),
        ).where(t.c.id == sa.bindparam("at"))
        async with self._writing() as connection:
            changed = [{"at": table_id, "on": seat} for table_id, seat in sorted({*came, *left})]
            if changed:
                await connection.execute(p.delete().where(one), changed)
            if came:
                rows = [{"at": table_id, "on": seat} for table_id, seat in sorted(came)]
                await connection.execute(p.insert().from_select(["process", "table_id", "seat", "until"], new), rows)
            own = p.c.process == self._process
            kept = await connection.execute(p.update().where(own).values(until=now + PRESENT_SECONDS))
            await connection.execute(p.delete().where(p.c.until < now))
            if changed:
                await connection.run_sync(self._tell, sorted({table_id for table_id, _ in {*came, *left}}))
            return kept.rowcount

    async def close(self) -> None:
        """Let the others know that nobody is at this process any more."""
        p = schema.presence
        async with self._writing() as connection:
            gone = await connection.execute(p.delete().where(p.c.process == self._process).returning(p.c.table_id))
            table_ids = sorted(set(gone.scalars()))
            if table_ids:
                await connection.run_sync(self._tell, table_ids)

    async def elsewhere(self, table_id: str | None = None) -> dict[str, dict[int, float]]:
        """Which seats of which tables have somebody at another process, and until when that is believed."""
        p = schema.presence
        chosen = sa.select(p.c.table_id, p.c.seat, sa.func.max(p.c.until).label("until")).where(
            p.c.process != self._process, p.c.until > time.time()
        )
        if table_id is not None:
            chosen = chosen.where(p.c.table_id == table_id)
        found: dict[str, dict[int, float]] = {}
        async with self._reading() as connection:
            for row in await connection.execute(chosen.group_by(p.c.table_id, p.c.seat)):
                found.setdefault(row.table_id, {})[row.seat] = row.until
        return found
