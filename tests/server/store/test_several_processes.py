"""Processes on one PostgreSQL know of each other's people, and none waits for ever for a database that is frozen."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from waiting import PATIENCE

from burgrave.server.store import presence, schema
from burgrave.server.store.kinds import Notice
from burgrave.server.store.lookups import PAGE
from burgrave.server.store.rows import TableAtWork, UnavailableError
from burgrave.server.store.storage import Storage
from server.conftest import fresh_database
from server.store.test_storage import a_table, moves

pytestmark = pytest.mark.asyncio


@contextlib.asynccontextmanager
async def two(postgres: str) -> AsyncIterator[tuple[Storage, Storage]]:
    url = await fresh_database(postgres)
    one, other = Storage(url, PATIENCE), Storage(url, PATIENCE)
    await asyncio.gather(one.open(), other.open())
    yield one, other
    await one.close()
    await other.close()


async def test_who_is_present_is_known_to_the_other_process(postgres: str) -> None:
    async with two(postgres) as (one, other):
        table = a_table()
        await one.create(table, [], [], [])
        heard: asyncio.Queue[tuple[str, Notice]] = asyncio.Queue()
        other.heard_change = lambda table_id, notice: heard.put_nowait((table_id, notice))
        one.presences.arrive(table.made.id, 0)
        one.presences.arrive("deleted", 0)
        await one.presences.tell()
        async with asyncio.timeout(PATIENCE):
            while await heard.get() != (table.made.id, Notice.PEOPLE):
                pass
        found = await other.presences.elsewhere()
        assert set(found) == {table.made.id}
        assert found[table.made.id][0] > time.time()
        assert await one.presences.elsewhere(table.made.id) == {}
        one.presences.leave(table.made.id, 0)
        await one.presences.tell()
        assert await other.presences.elsewhere() == {}


async def test_the_people_of_a_process_that_crashed_are_forgotten(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(postgres) as (one, other):
        table = a_table()
        await one.create(table, [], [], [])
        one.presences.arrive(table.made.id, 0)
        monkeypatch.setattr(presence, "PRESENT_SECONDS", -1.0)  # its last word is old
        await one.presences.tell()
        assert await other.presences.elsewhere() == {}
        await other.presences.tell()
        async with other.engine.connect() as connection:
            assert (await connection.execute(sa.select(schema.presence))).all() == []


async def test_a_process_that_was_silent_for_long_says_again_who_is_there(postgres: str) -> None:
    async with two(postgres) as (one, other):
        table = a_table()
        await one.create(table, [], [], [])
        one.presences.arrive(table.made.id, 0)
        await one.presences.tell()
        async with other.engine.begin() as connection:
            await connection.execute(schema.presence.delete())
        for _ in range(2):
            await one.presences.tell()
        assert set(await other.presences.elsewhere()) == {table.made.id}


async def test_the_people_of_a_process_that_stops_are_gone_at_once(postgres: str) -> None:
    async with two(postgres) as (one, other):
        table = a_table()
        await one.create(table, [], [], [])
        one.presences.arrive(table.made.id, 1)
        await one.presences.tell()
        await one.presences.close()
        assert await other.presences.elsewhere() == {}


async def test_a_browser_that_was_admitted_and_a_new_secret_are_told(postgres: str) -> None:
    async with two(postgres) as (one, other):
        table = a_table()
        await one.create(table, [], [], [])
        heard: asyncio.Queue[tuple[str, Notice]] = asyncio.Queue()
        other.heard_change = lambda table_id, notice: heard.put_nowait((table_id, notice))
        await one.add_sitter(table.made.id, 0, "me")
        await one.add_secret(table.made.id, 0, "digest")
        async with asyncio.timeout(PATIENCE):
            told = [await heard.get(), await heard.get()]
        assert told == [(table.made.id, Notice.PEOPLE), (table.made.id, Notice.SECRETS)]


async def test_what_another_process_plays_is_not_woken_here(postgres: str) -> None:
    async with two(postgres) as (one, other):
        table = a_table()
        await one.create(table, [], [], [])
        assert await one.lease_bots(table.made.id, 60)
        assert [found.id for found in await one.tables_at_work(time.time())] == [table.made.id]
        assert await other.tables_at_work(time.time()) == []


async def test_due_tables_are_read_page_by_page_and_others_not_at_all(storage: Storage) -> None:
    table, person = a_table(), a_table()
    await storage.create(table, [], [], [])
    await storage.create(person, [], [], [])
    await storage.append(moves(person, 0, "end"))
    copied = [column for column in schema.tables.c if column.name not in ("id", "due_at")]
    numbers = sa.text(
        f"WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {2 * PAGE}) SELECT k FROM n"
    )
    many = numbers.columns(sa.column("k", sa.Integer)).subquery()
    copies = (
        sa.select(
            sa.literal("many", sa.String).concat(sa.cast(many.c.k, sa.String)),
            sa.cast(many.c.k % 7, sa.Float),
            *copied,
        )
        .select_from(schema.tables.join(many, sa.true()))
        .where(schema.tables.c.id == table.made.id)
    )
    async with storage.engine.begin() as connection:
        names = ["id", "due_at", *(column.name for column in copied)]
        await connection.execute(schema.tables.insert().from_select(names, copies))
    found: list[TableAtWork] = []
    while page := await storage.tables_at_work(time.time() + 1, found[-1] if found else None):
        assert len(page) <= PAGE
        found += page
    assert len({due.id for due in found}) == len(found) == 2 * PAGE + 1
    assert [due.due_at for due in found] == sorted(due.due_at for due in found)


class Between:
    """A proxy before PostgreSQL's socket that can be frozen: it takes everything and passes nothing on."""

    def __init__(self, url: str, folder: Path) -> None:
        address = sa.make_url(url)
        self.real = Path(str(address.query["host"])) / f".s.PGSQL.{address.port or 5432}"
        self.url = address.update_query_dict({"host": str(folder)}).render_as_string(hide_password=False)
        self.place = folder / self.real.name
        self.thawed = asyncio.Event()
        self.thawed.set()
        self.work: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Between:
        self.server = await asyncio.start_unix_server(self.take, self.place)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.work:
            task.cancel()
        await asyncio.gather(*self.work, return_exceptions=True)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, away = await asyncio.open_unix_connection(self.real)
        for source, target in ((reader, away), (there, writer)):
            task = asyncio.create_task(self.pass_on(source, target))
            self.work.add(task)
            task.add_done_callback(self.work.discard)

    async def pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self.thawed.wait()
                target.write(data)
                await target.drain()
        target.close()


async def test_a_frozen_database_is_an_error_soon_and_is_found_again(postgres: str, tmp_path: Path) -> None:
    url = await fresh_database(postgres)
    async with Between(url, tmp_path) as between:
        storage = Storage(between.url)
        await storage.open()
        table = a_table()
        await storage.create(table, [], [], [])
        between.thawed.clear()
        asked = [
            storage.append(moves(table, 0, "never")),
            *(storage.public_tables() for _ in range(40)),  # more than there are connections
            storage.heartbeat.beat(),
            storage.lease_bots(table.made.id, 5),
            storage.keep_listening(),
        ]
        async with asyncio.timeout(PATIENCE):  # without limits they would wait for ever
            answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [UnavailableError] * len(asked)
        between.thawed.set()
        async with asyncio.timeout(PATIENCE):
            assert await storage.keep_listening()
            await storage.append(moves(table, 0, "end"))
        assert [event.data["text"] for event in await storage.events(table.made.id)] == ["end"]
        await storage.close()


async def test_a_lock_that_somebody_keeps_is_an_error_soon(postgres: str) -> None:
    url = await fresh_database(postgres)
    storage, other = Storage(url, PATIENCE), Storage(url, PATIENCE)
    await storage.open()
    table = a_table()
    await storage.create(table, [], [], [])
    storage.seconds = 0.5
    async with other.engine.begin() as connection:
        await connection.execute(sa.text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(UnavailableError):
            async with asyncio.timeout(PATIENCE):
                await storage.append(moves(table, 0, "never"))
    storage.seconds = PATIENCE
    await storage.append(moves(table, 0, "end"))
    await other.engine.dispose()
    await storage.close()
