"""Storage on SQLite and on PostgreSQL: events only grow, numbers are never reused, what is acknowledged stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from waiting import PATIENCE

from burgrave.server.store import database, schema
from burgrave.server.store.database import (
    backup_sqlite,
    keep_folder_private,
    make_engine,
    migrate,
    prepare,
    sqlite_url,
)
from burgrave.server.store.kinds import EventKind, SeatKind, Status
from burgrave.server.store.lookups import EVENTS_AT_ONCE
from burgrave.server.store.rows import (
    Append,
    ConflictError,
    EventRow,
    Head,
    Made,
    Seat,
    StoredTable,
    Timing,
    UnavailableError,
)
from burgrave.server.store.schema import metadata
from burgrave.server.store.signing import signing_key
from burgrave.server.store.storage import SECRETS_PER_SEAT, Storage
from burgrave.server.tables.keys import new_id
from burgrave.server.upkeep import backup
from server.conftest import fresh_database

pytestmark = pytest.mark.asyncio


def a_table(status: Status = Status.PLAYING, host: str = "host", public: bool = True) -> StoredTable:
    seats = (Seat(0, SeatKind.PERSON, "Anna"), Seat(1, SeatKind.BOT, "Bruno", "easy"))
    head = Head(status, 0, 0, to_act=1, changed_at=time.time(), due_at=time.time())
    first = (Seat(0, SeatKind.FREE), seats[1])
    made = Made(new_id(), "catan", {"players": 2}, public, host, None, "aa", "bb", time.time(), first)
    return StoredTable(made, head, seats)


def moves(table: StoredTable, after: int, *texts: str) -> Append:
    events = tuple(
        EventRow(after + 1 + k, time.time(), EventKind.MOVE, 0, {"text": text}) for k, text in enumerate(texts)
    )
    last = after + len(texts)
    return Append(table.made.id, after, events, Head(Status.PLAYING, last, last, to_act=0, changed_at=time.time()))


async def test_a_stored_table_comes_back_as_it_was(storage: Storage) -> None:
    table = a_table()
    await storage.create(table, [], [(0, "me")], [("digest", 0)])
    assert await storage.table(table.made.id) == table
    assert await storage.holder("digest") == (table.made.id, 0)
    assert await storage.sitters(table.made.id) == {0: {"me"}}


async def test_a_move_and_the_chance_moves_after_it_are_stored_together(storage: Storage) -> None:
    table = a_table()
    await storage.create(table, [], [], [])
    await storage.append(moves(table, 0, "roll", "roll 3 4"))
    stored = await storage.table(table.made.id)
    assert stored is not None
    assert stored.head.seq == 2
    assert [event.data["text"] for event in await storage.events(table.made.id)] == ["roll", "roll 3 4"]


async def test_a_number_is_never_used_twice(storage: Storage) -> None:
    table = a_table()
    await storage.create(table, [], [], [])
    await storage.append(moves(table, 0, "end"))
    with pytest.raises(ConflictError):
        await storage.append(moves(table, 0, "settle 3"))
    assert [event.data["text"] for event in await storage.events(table.made.id)] == ["end"]


async def test_of_two_moves_for_the_same_position_one_wins_and_other_tables_do_not_notice(storage: Storage) -> None:
    one, other = a_table(), a_table()
    for table in (one, other):
        await storage.create(table, [], [], [])
    work = [
        storage.append(moves(one, 0, "a")),
        storage.append(moves(one, 0, "b")),
        storage.append(moves(other, 0, "c")),
    ]
    results = await asyncio.gather(*work, return_exceptions=True)
    assert sum(isinstance(result, ConflictError) for result in results[:2]) == 1
    assert results[2] is None
    assert len(await storage.events(one.made.id)) == 1


async def test_many_tables_share_a_commit(storage: Storage) -> None:
    tables = [a_table() for _ in range(40)]
    for table in tables:
        await storage.create(table, [], [], [])
    before = storage.commits
    await asyncio.gather(*(storage.append(moves(table, 0, "end")) for table in tables))
    assert storage.commits - before < 10


async def test_own_tables_are_found_by_seat_and_by_host(storage: Storage) -> None:
    seated, hosted, foreign = a_table(), a_table(host="me"), a_table()
    await storage.create(seated, [], [(1, "me")], [])
    await storage.create(hosted, [], [], [])
    await storage.create(foreign, [], [], [])
    found = {table.made.id: seats for table, seats in await storage.tables_of("me")}
    assert found == {seated.made.id: {1}, hosted.made.id: set()}
    assert await storage.count_open("me") == 1


async def test_private_and_finished_tables_are_not_in_the_lobby(storage: Storage) -> None:
    shown, private, over = a_table(), a_table(public=False), a_table(status=Status.OVER)
    for table in (shown, private, over):
        await storage.create(table, [], [], [])
    assert [table.made.id for table in await storage.public_tables()] == [shown.made.id]


async def test_tables_where_a_bot_is_to_act_are_found(storage: Storage) -> None:
    bots_turn, persons_turn = a_table(), a_table()
    for table in (bots_turn, persons_turn):
        await storage.create(table, [], [], [])
    await storage.append(moves(persons_turn, 0, "end"))
    assert [table.id for table in await storage.tables_at_work(time.time())] == [bots_turn.made.id]


async def test_uploads_are_counted_by_address_and_cleared_by_age(storage: Storage) -> None:
    played, one, other = a_table(Status.OVER), a_table(Status.OVER), a_table(Status.OVER)
    uploads = [replace(table, made=replace(table.made, uploaded_by="address")) for table in (one, other)]
    for table in (played, *uploads):
        await storage.create(table, [], [], [])
    assert await storage.count_uploads("address") == 2
    assert await storage.count_uploads("another") == 0
    assert [table.made.id for table, _ in await storage.tables_of("host")] == [played.made.id]
    assert await storage.clear_uploads(time.time() - 10) == []
    assert sorted(await storage.clear_uploads(time.time() + 10)) == sorted(table.made.id for table in uploads)
    assert await storage.table(played.made.id) == played


async def test_a_long_game_is_stored_and_read_in_pieces(storage: Storage) -> None:
    table, count = a_table(), 2 * EVENTS_AT_ONCE + 1
    events = [EventRow(seq, 1.5, EventKind.MOVE, 0, {"text": f"{seq}"}) for seq in range(1, count + 1)]
    await storage.create(table, events, [], [])
    assert await storage.events(table.made.id) == events
    assert await storage.events(table.made.id, EVENTS_AT_ONCE) == events[EVENTS_AT_ONCE:]
    assert await storage.events(table.made.id, count) == []


async def test_stale_tables_are_cleared(storage: Storage) -> None:
    waiting, playing = a_table(status=Status.OPEN), a_table()
    for table in (waiting, playing):
        await storage.create(table, [], [(0, "me")], [])
    later = time.time() + 10
    assert await storage.clear(later, later) == [waiting.made.id, playing.made.id]
    assert await storage.table(waiting.made.id) is None
    closed = await storage.table(playing.made.id)
    assert closed is not None
    assert closed.head.status == "closed"
    assert [(event.seq, event.kind) for event in await storage.events(playing.made.id)] == [(1, EventKind.CLOSE)]
    assert closed.head.seq == 1


async def test_the_oldest_secrets_of_a_seat_are_forgotten(storage: Storage) -> None:
    table = a_table()
    await storage.create(table, [], [], [])
    for number in range(SECRETS_PER_SEAT + 1):
        await storage.add_secret(table.made.id, 0, f"digest{number}")
    assert await storage.holder("digest0") is None
    assert await storage.holder("digest1") == (table.made.id, 0)


async def test_a_database_that_cannot_be_reached_is_one_clear_error() -> None:
    lost = Storage("sqlite+aiosqlite:////nowhere/at/all.db")
    with pytest.raises(UnavailableError, match="cannot be used now"):
        await lost.open()
    await lost.close()


async def test_a_full_disk_leaves_no_half_move(tmp_path: Path) -> None:
    storage = Storage(sqlite_url(tmp_path))
    await storage.open()
    table = a_table()
    await storage.create(table, [], [], [])

    assert storage.writer is not None
    with storage.writer.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with pytest.raises(UnavailableError):
        await storage.append(moves(table, 0, *("x" * 100 for _ in range(2000))))
    stored = await storage.table(table.made.id)
    assert stored is not None
    assert stored.head.seq == 0
    assert await storage.events(table.made.id) == []
    await storage.close()


async def test_a_backup_is_taken_while_moves_are_stored(tmp_path: Path) -> None:
    storage = Storage(sqlite_url(tmp_path))
    await storage.open()
    table = a_table()
    await storage.create(table, [], [], [])
    await storage.append(moves(table, 0, "roll", "roll 1 1"))
    backup_sqlite(tmp_path / "burgrave.db", tmp_path / "copy.db")
    await storage.append(moves(table, 2, "end"))
    await storage.close()
    restored = Storage(f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}")
    await restored.open()
    assert len(await restored.events(table.made.id)) == 2
    await restored.close()


async def test_a_backup_of_postgresql_is_restored(
    postgres: str, postgres_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{postgres_server.bin_path}{os.pathsep}{os.environ['PATH']}")
    source, target = await fresh_database(postgres), await fresh_database(postgres)
    storage = Storage(source, PATIENCE)
    await storage.open()
    table = a_table()
    await storage.create(table, [], [], [])
    await storage.append(moves(table, 0, "roll", "roll 1 1"))
    backup(tmp_path / "monday", source)
    await storage.append(moves(table, 2, "end"))
    await storage.close()
    subprocess.run(["pg_restore", "--no-owner", f"--dbname={target}", tmp_path / "monday"], check=True)
    restored = Storage(target, PATIENCE)
    await restored.open()
    assert len(await restored.events(table.made.id)) == 2
    await restored.close()


async def test_a_lost_connection_costs_no_move_and_is_found_again(postgres: str) -> None:
    url = await fresh_database(postgres)
    storage = Storage(url, PATIENCE)
    await storage.open()
    table = a_table()
    await storage.create(table, [], [], [])
    assert not await storage.keep_listening()
    await run_sql(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    await storage.append(moves(table, 0, "end"))
    assert await storage.keep_listening()  # and what was not heard of meanwhile is read again
    assert [event.data["text"] for event in await storage.events(table.made.id)] == ["end"]
    await storage.close()


async def test_closing_waits_for_the_commit_under_way(tmp_path: Path) -> None:
    storage = Storage(sqlite_url(tmp_path))
    await storage.open()
    table = a_table()
    await storage.create(table, [], [], [])
    database = sqlite3.connect(tmp_path / "burgrave.db", isolation_level=None, check_same_thread=False)
    with contextlib.closing(database) as other:
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        writing = asyncio.create_task(storage.append(moves(table, 0, "end")))
        await asyncio.sleep(0.05)
        closing = asyncio.create_task(storage.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        other.execute("ROLLBACK")
        await asyncio.wait_for(asyncio.gather(writing, closing), PATIENCE)
    with pytest.raises(UnavailableError):
        await storage.append(moves(table, 1, "end"))


async def refuse_connections(postgres: str, url: str, refuse: bool) -> None:
    """Let a database take no more connections and lose those it has, or take them again."""
    name = sa.make_url(url).database
    engine = make_engine(postgres, PATIENCE).execution_options(isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {not refuse}"))
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
        await connection.execute(sa.text(ended), {"name": name})
    await engine.dispose()


async def test_a_database_that_takes_no_connections_is_one_clear_error(postgres: str) -> None:
    url = await fresh_database(postgres)
    storage = Storage(url, PATIENCE)
    await storage.open()
    await refuse_connections(postgres, url, True)
    asked = (storage.keep_listening, storage.release_bots, storage.heartbeat.beat, storage.presences.elsewhere)
    for ask in asked:
        with pytest.raises(UnavailableError):
            await ask()
    await refuse_connections(postgres, url, False)
    assert await storage.keep_listening()
    assert await storage.tables_at_work(time.time()) == []
    await storage.close()


async def test_a_table_that_was_cleared_away_is_told_to_other_processes(postgres: str) -> None:
    url = await fresh_database(postgres)
    one, other = Storage(url, PATIENCE), Storage(url, PATIENCE)
    await asyncio.gather(one.open(), other.open())
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    other.heard = lambda table_id, seq: heard.put_nowait((table_id, seq))
    table = a_table(status=Status.OPEN)
    await one.create(table, [], [], [])
    await one.clear(time.time() + 10, 0.0)
    async with asyncio.timeout(PATIENCE):
        assert [await heard.get(), await heard.get()] == [(table.made.id, 0)] * 2  # made, and cleared away
    await one.close()
    await other.close()


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    steps = ScriptDirectory.from_config(config).walk_revisions()
    return [step.revision for step in reversed(list(steps))]


@pytest.mark.parametrize("revision", revisions())
async def test_every_former_schema_is_brought_up_to_date(database_url: str, revision: str) -> None:
    engine = make_engine(database_url, PATIENCE)
    await migrate(engine, revision)
    await migrate(engine)
    async with engine.connect() as connection:
        different = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata))
    await engine.dispose()
    assert different == []


async def run_sql(url: str, *statements: str) -> None:
    engine = make_engine(url, PATIENCE)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await engine.dispose()


def released_schemas() -> list[Path]:
    return sorted((Path(__file__).parent / "schemas").glob("*.sql"))


async def test_every_schema_has_a_database_to_upgrade_from() -> None:
    assert [path.stem for path in released_schemas()] == revisions()


def statements(released: Path) -> list[str]:
    lines = [line for line in released.read_text().splitlines() if not line.startswith("--")]
    return "\n".join(lines).removesuffix(";").split(";\n")


@pytest.mark.parametrize("released", released_schemas(), ids=lambda path: path.stem)
async def test_an_upgrade_keeps_everything_that_was_stored(database_url: str, released: Path) -> None:
    await run_sql(database_url, *statements(released))
    storage = Storage(database_url, PATIENCE)
    await storage.open()
    played, waiting = await storage.table("a" * 22), await storage.table("b" * 22)
    assert played is not None
    assert waiting is not None
    assert (played.made.game, played.made.options, played.made.public, played.made.clock) == (
        "catan",
        {"players": 2},
        True,
        Timing(600),
    )
    result = {"scores": [10, 4], "winners": [0]}
    assert played.head == Head(Status.OVER, 5, 4, None, result, "aa|cc|", waiting.made.id, 2000.5, None, 2, 1000.5)
    assert played.seats == (Seat(0, SeatKind.PERSON, "Zażółć", None, "cc"), Seat(1, SeatKind.BOT, "Bruno", "easy"))
    assert (waiting.made.public, waiting.head.status, waiting.seats) == (False, "open", (Seat(0, SeatKind.FREE),))
    events = await storage.events(played.made.id)
    assert [event.seq for event in events] == [1, 2, 3, 4, 5]
    assert events[2] == EventRow(3, 1500.5, EventKind.MOVE, 0, {"text": "settle 12"})
    assert await storage.sitters(played.made.id) == {0: {"me"}}
    assert await storage.holder("digest of a seat") == (played.made.id, 0)
    assert await storage.holder("digest of a host") == (waiting.made.id, None)
    await storage.close()


async def test_bots_stored_under_the_former_names_of_levels_have_the_present_ones(database_url: str) -> None:
    place = "'aaaaaaaaaaaaaaaaaaaaaa'"
    seats = "INSERT INTO seats VALUES ({}, {}, 'bot', '{}', 'Bruno', '')"
    sat = """INSERT INTO events VALUES ({}, {}, 1.5, 'sit', {}, '{{"kind": "bot", "name": "Bruno", "level": "{}"}}')"""
    former = {2: "search", 3: "deep", 4: "random"}
    await run_sql(
        database_url,
        *statements(released_schemas()[0]),
        *(seats.format(place, seat, level) for seat, level in former.items()),
        *(sat.format(place, seat + 4, seat, level) for seat, level in former.items()),
    )
    storage = Storage(database_url, PATIENCE)
    await storage.open()
    stored = await storage.table("a" * 22)
    assert stored is not None
    assert [seat.level for seat in stored.seats] == [None, "easy", "normal", "hard", "random"]
    events = await storage.events(stored.made.id, 5)
    assert [event.data["level"] for event in events] == ["normal", "hard", "random"]
    assert events[0].data == {"kind": "bot", "name": "Bruno", "level": "normal"}
    await storage.close()


async def test_what_was_uploaded_before_uploads_were_counted_is_known_as_such(database_url: str) -> None:
    (former,) = (path for path in released_schemas() if path.stem == "0003")
    uploaded = "UPDATE tables SET secret_seed = '', host = 'me' WHERE id = 'aaaaaaaaaaaaaaaaaaaaaa'"
    await run_sql(database_url, *statements(former), uploaded)
    storage = Storage(database_url, PATIENCE)
    await storage.open()
    found = [await storage.table(table_id * 22) for table_id in "ab"]
    assert [table.made.uploaded_by for table in found if table] == ["me", None]
    assert await storage.count_uploads("me") == 1
    assert await storage.tables_of("me") == []
    await storage.close()


async def test_a_database_of_a_newer_version_is_left_alone_and_said_so(database_url: str) -> None:
    storage = Storage(database_url, PATIENCE)
    await storage.open()
    await storage.close()
    await run_sql(database_url, "UPDATE alembic_version SET version_num = '9999'")
    newer = Storage(database_url, PATIENCE)
    with pytest.raises(UnavailableError, match=r"newer version of Burgrave \(schema 9999\)"):
        await newer.open()
    await newer.close()


async def test_two_processes_share_tables_and_one_of_them_plays_the_bots(postgres: str) -> None:
    url = await fresh_database(postgres)
    one, other = Storage(url, PATIENCE), Storage(url, PATIENCE)
    await asyncio.gather(one.open(), other.open())
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    other.heard = lambda table_id, seq: heard.put_nowait((table_id, seq))
    table = a_table()
    await one.create(table, [], [], [])
    await one.append(moves(table, 0, "end"))
    while (await asyncio.wait_for(heard.get(), PATIENCE)) != (table.made.id, 1):
        pass
    leases = await asyncio.gather(one.lease_bots(table.made.id, 600), other.lease_bots(table.made.id, 600))
    assert sorted(leases) == [False, True]
    await (one if leases[0] else other).release_bots("another table")
    assert not await (other if leases[0] else one).lease_bots(table.made.id, 600)
    await (one if leases[0] else other).release_bots(table.made.id)
    assert await (other if leases[0] else one).lease_bots(table.made.id, 600)
    await one.close()
    await other.close()


def rights(path: Path) -> int:
    """Who may read and write a file, as three octal digits."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another thing there")
async def test_only_the_owner_reads_the_database_and_its_backup(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    keep_folder_private(folder)
    assert rights(folder) == 0o700
    storage = Storage(sqlite_url(folder))
    await storage.open()
    await signing_key(storage, "", folder)
    files = sorted(path.name for path in folder.iterdir())
    assert files == ["burgrave.db", "burgrave.db-shm", "burgrave.db-wal", "signing.key"]
    assert {rights(path) for path in folder.iterdir()} == {0o600}
    backup_sqlite(folder / "burgrave.db", tmp_path / "copy.db")
    assert rights(tmp_path / "copy.db") == 0o600
    await storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another thing there")
async def test_a_database_that_others_could_read_becomes_the_owners(tmp_path: Path) -> None:
    await prepare(sqlite_url(tmp_path))
    (tmp_path / "burgrave.db").chmod(0o644)
    tmp_path.chmod(0o755)
    keep_folder_private(tmp_path)
    await prepare(sqlite_url(tmp_path))
    assert (rights(tmp_path), rights(tmp_path / "burgrave.db")) == (0o700, 0o600)


async def test_a_folder_that_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    before = rights(tmp_path)
    tmp_path.chmod(0o755)
    keep_folder_private(tmp_path)
    assert rights(tmp_path) == 0o755
    tmp_path.chmod(before)


async def test_more_tables_than_a_query_may_name_are_read_with_their_seats(storage: Storage) -> None:
    first = [a_table() for _ in range(3)]
    for table in first:
        await storage.create(table, [], [], [])
    copied = [column for column in schema.tables.c if column.name != "id"]
    places = sa.text("WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 33000) SELECT k FROM n")
    many = places.columns(sa.column("k", sa.Integer)).subquery()
    original = (
        sa.select(sa.literal("many", sa.String).concat(sa.cast(many.c.k, sa.String)), *copied)
        .select_from(schema.tables.join(many, sa.true()))
        .where(schema.tables.c.id == first[0].made.id)
    )
    async with storage.writing_long() as connection:
        await connection.execute(schema.tables.insert().from_select(["id", *(c.name for c in copied)], original))
    read = {table.made.id: table async for table in storage.every_table()}
    assert len(read) == 33_003
    assert all(read[table.made.id].seats == table.seats for table in first)
