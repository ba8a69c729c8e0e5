"""Connections to the database, SQLite or PostgreSQL: none is waited for longer than it may take.

Over PostgreSQL processes tell each other by notices which tables have changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets as random_source
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store.database import (
    CONNECTIONS,
    DATABASE_SECONDS,
    clear_errors,
    make_engine,
    take_time,
)
from burgrave.server.store.kinds import EVERYTHING, Notice
from burgrave.server.store.rows import UnavailableError

CHANNEL = "burgrave_tables"
TABLES_PER_NOTICE = 200
"""A notice may have 8000 bytes; a commit writes no more tables than one notice names."""
LONG_SECONDS = 600.0
"""What work on all tables at once may take, which nobody waits for."""


class _Patience:
    """Ends a connection of asyncpg that takes too long; whoever waits for its answer is told so."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self.is_over = False

    def watch(self, driver: Any, seconds: float) -> None:
        """Give a connection so many seconds from now on."""
        self._stop()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._end, driver)

    def _end(self, driver: Any) -> None:
        self.is_over = True
        driver.terminate()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def __enter__(self) -> _Patience:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()


async def _answers(driver: Any) -> bool:
    """Whether a connection of asyncpg is still good."""
    try:
        with clear_errors():
            await driver.execute("SELECT 1")
    except UnavailableError:
        return False
    return True


class Connections:
    """The database as a process reaches it, and what it hears from other processes."""

    def __init__(self, url: str, seconds: float = DATABASE_SECONDS) -> None:
        self.seconds = seconds
        self.engine = make_engine(url, seconds)
        self.shared = self.engine.dialect.name == "postgresql"
        self.process = random_source.token_hex(8)
        self._listener: Any = None
        self.heard: Callable[[str, int], None] = lambda table_id, seq: None
        """Called when another process has written to a table."""
        self.heard_change: Callable[[str, Notice], None] = lambda table_id, notice: None
        """Called when something has changed at a table that is no event, or at all tables."""
        self.noticed: Callable[[str, Collection[str]], None] = lambda table_id, newcomers: None
        """Called when a table was written to, by this process or by another, with who has sat down if that is known."""

    async def listen(self) -> None:
        """Hear what other processes write, where there may be others."""
        if self.shared:
            await self._listen()

    async def disconnect(self) -> None:
        """Let go of the database."""
        if self._listener is not None and not self._listener.is_closed():
            with contextlib.suppress(TimeoutError):
                await self._listener.close(timeout=self.seconds)
        with contextlib.suppress(TimeoutError):  # of a frozen database, which will notice by itself
            async with asyncio.timeout(self.seconds):
                await self.engine.dispose()

    async def _listen(self) -> None:
        import asyncpg

        url = self.engine.url.set(drivername="postgresql")
        with clear_errors():
            address = url.render_as_string(hide_password=False)
            with _Patience() as patience:
                listener = await asyncpg.connect(address, timeout=self.seconds)
                patience.watch(listener, self.seconds)
                await listener.add_listener(CHANNEL, self._hear)
            self._listener = listener

    async def keep_listening(self) -> bool:
        """Listen again when the connection for notices was lost or is silent; whether notices may have been missed."""
        if not self.shared or (self._listener is not None and await self._is_heard()):
            return False
        await self._listen()
        return True

    async def _is_heard(self) -> bool:
        """Whether the connection for notices still answers; one that does not is ended."""
        with _Patience() as patience:
            patience.watch(self._listener, self.seconds)
            heard = await _answers(self._listener)
        if not heard:
            self._listener.terminate()
        return heard

    def _hear(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        sender, *tables = payload.split()
        for table_id, what in (table.split(":") for table in tables if sender != self.process):
            if what.isdecimal():
                self.heard(table_id, int(what))
                self.noticed(table_id, ())
            else:
                self.heard_change(table_id, Notice(what))

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to ask."""
        with clear_errors():
            async with self._connected(self.seconds) as connection:
                yield connection

    @contextlib.asynccontextmanager
    async def writing(self, seconds: float | None = None) -> AsyncIterator[AsyncConnection]:
        """A transaction."""
        with clear_errors():
            async with self._connected(seconds or self.seconds) as connection, connection.begin():
                yield connection

    @contextlib.asynccontextmanager
    async def writing_long(self) -> AsyncIterator[AsyncConnection]:
        """A transaction over all tables."""
        async with self.writing(LONG_SECONDS) as connection:
            if self.shared:
                await take_time(connection)
            yield connection

    @contextlib.asynccontextmanager
    async def _connected(self, seconds: float) -> AsyncIterator[AsyncConnection]:
        """A connection; PostgreSQL's has just answered, and is cut when it takes longer than that."""
        if not self.shared:
            async with self.engine.connect() as connection:
                yield connection
            return
        for _ in range(CONNECTIONS + 1):
            with _Patience() as patience:
                async with self.engine.connect() as connection:
                    driver = (await connection.get_raw_connection()).driver_connection
                    patience.watch(driver, self.seconds)
                    if await _answers(driver):
                        patience.watch(driver, seconds)
                        yield connection
                        return
                    await connection.invalidate()  # lost while nobody used it, as the others may be
                if patience.is_over:
                    break
        raise UnavailableError("the database does not answer")

    def tell(self, connection: sa.Connection, written: Sequence[tuple[str, int]]) -> None:
        """Let the other processes know which tables have changed, up to which event."""
        self._notify(connection, [f"{table_id}:{seq}" for table_id, seq in written])

    def tell_people(self, connection: sa.Connection, table_ids: Sequence[str]) -> None:
        """Let the other processes know at which tables it has changed who may act or who is here."""
        self._notify(connection, [f"{table_id}:{Notice.PEOPLE}" for table_id in table_ids])

    def tell_of_tournament(self, connection: sa.Connection, tournament_id: str) -> None:
        """Let the other processes know that a tournament has changed."""
        self._notify(connection, [f"{tournament_id}:{Notice.TOURNAMENT}"])

    def tell_of_pause(self, connection: sa.Connection) -> None:
        """Let everybody know, this process included, that all clocks stood still."""
        self._notify(connection, [f"{EVERYTHING}:{Notice.CLOCKS}"])
        self.heard_change(EVERYTHING, Notice.CLOCKS)

    def _notify(self, connection: sa.Connection, notices: Sequence[str]) -> None:
        if not self.shared:
            return
        for k in range(0, len(notices), TABLES_PER_NOTICE):
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :payload)"),
                {"channel": CHANNEL, "payload": " ".join([self.process, *notices[k : k + TABLES_PER_NOTICE]])},
            )
