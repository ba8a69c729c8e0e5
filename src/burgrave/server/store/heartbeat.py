"""The servers' heartbeat: how long none of them ran, so that nobody's time runs out meanwhile.

All processes on a database keep one time in it. Whoever finds that it is old tells every table where somebody's clock
runs. To write it is also how `/health` knows that moves can be stored.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.kinds import EventKind, SeatKind, Status
from burgrave.server.store.rows import UnavailableError

BEAT_SECONDS = 5.0
LONGEST_GAP = 3 * BEAT_SECONDS
"""A heartbeat that is older than this was missed by every process."""
TRIES = 3
NAME, KEPT = "heartbeat", schema.server
Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class Heartbeat:
    """The time at which some process last ran."""

    def __init__(
        self, writing: Connecting, writing_all: Connecting, tell_of_pause: Callable[[sa.Connection], None]
    ) -> None:
        self._writing, self._writing_all, self._tell_of_pause = writing, writing_all, tell_of_pause
        self.last: float | None = None
        """When this process last wrote it."""

    def is_steady(self, now: float) -> bool:
        """Whether nothing was missed, so that somebody's time can be up; a computer that has slept must look first."""
        return self.last is None or now - self.last <= LONGEST_GAP

    async def beat(self, now: float | None = None, longest_gap: float = LONGEST_GAP) -> float:
        """Write that a server runs now; for how long none did, if for longer than the gap that means nothing."""
        now = time.time() if now is None else now
        for _ in range(TRIES):
            with contextlib.suppress(IntegrityError):  # another process was faster, or a move
                silent = await self._write(now, longest_gap)
                self.last = now
                return silent if silent > longest_gap else 0.0
        raise UnavailableError("the database does not keep what is written to it")

    async def _write(self, now: float, longest_gap: float) -> float:
        """Put the time forward and tell of a gap, in one transaction; how long ago the last time was."""
        async with self._writing() as connection:
            before = await connection.scalar(sa.select(KEPT.c.value).where(KEPT.c.name == NAME))
            silent = 0.0 if before is None else now - float(before)
            if before is None:
                await connection.execute(KEPT.insert().values(name=NAME, value=str(now)))
            elif silent <= longest_gap:
                await _put_forward(connection, str(before), now)
        if silent > longest_gap:
            async with self._writing_all() as connection:
                if await _put_forward(connection, str(before), now):
                    await _pause(connection, now, silent)
                    await connection.run_sync(self._tell_of_pause)
        return silent


async def _put_forward(connection: AsyncConnection, before: str, now: float) -> bool:
    """Write the present time in place of the one that was read; False when another process has done so already."""
    put = await connection.execute(
        KEPT.update().where(KEPT.c.name == NAME, KEPT.c.value == before).values(value=str(now))
    )
    return bool(put.rowcount)


async def _pause(connection: AsyncConnection, now: float, seconds: float) -> None:
    """Tell all tables where a person's clock runs; events first, as a move is written."""
    t, e = schema.tables, schema.events
    bot_to_act = sa.exists().where(
        schema.seats.c.table_id == t.c.id, schema.seats.c.seat == t.c.to_act, schema.seats.c.kind == SeatKind.BOT
    )
    running = sa.and_(t.c.status == Status.PLAYING, t.c.clock.is_not(None), t.c.due_at.is_not(None), ~bot_to_act)
    happened = sa.select(
        t.c.id,
        t.c.seq + 1,
        sa.literal(now, sa.Float),
        sa.literal(EventKind.PAUSE, sa.String),
        sa.null(),
        sa.literal({"seconds": seconds}, sa.JSON),
    ).where(running)
    await connection.execute(
        e.insert().from_select(["table_id", "seq", "at", "kind", "seat", "data"], happened, include_defaults=False)
    )
    written = sa.exists().where(e.c.table_id == t.c.id, e.c.seq == t.c.seq + 1, e.c.kind == EventKind.PAUSE)
    later = max(0.0, seconds - BEAT_SECONDS)  # a little early: the table itself knows it to the second
    await connection.execute(t.update().where(running, written).values(seq=t.c.seq + 1, due_at=t.c.due_at + later))
