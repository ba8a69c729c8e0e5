"""The key that signs cookies stands outside the database, and all servers of a database have the same one."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import stat
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE

from burgrave.server.process import serve
from burgrave.server.settings import settings
from burgrave.server.store.database import backup_sqlite, prepare, sqlite_url
from burgrave.server.store.rows import UnavailableError
from burgrave.server.store.signing import FILE, FORMER, forget_key, signing_key
from burgrave.server.store.storage import Storage
from burgrave.server.upkeep import make_ready
from server.conftest import Command, application, client_of, fresh_database
from server.store.test_storage import released_schemas, run_sql, statements

FORMER_KEY = "a key that an older version kept in the database"
OTHERS = "an operator's own key, the same for all servers"


async def keep_as_before(url: str) -> None:
    await run_sql(url, f"INSERT INTO server VALUES ('{FORMER}', '{FORMER_KEY}')")


async def rows_of(storage: Storage) -> str:
    async with storage.reading() as connection:
        return str((await connection.exec_driver_sql("SELECT * FROM server")).all())


@pytest.mark.asyncio
async def test_a_key_is_made_once_and_stands_in_the_data_folder_only(storage: Storage, tmp_path: Path) -> None:
    key = await signing_key(storage, "", tmp_path)
    assert len(key) == 64
    assert (tmp_path / FILE).read_text().strip() == key
    assert await signing_key(storage, "", tmp_path) == key
    assert key not in await rows_of(storage)


@pytest.mark.asyncio
@pytest.mark.skipif(sys.platform == "win32", reason="rights are another thing there")
async def test_only_its_owner_reads_the_key(storage: Storage, tmp_path: Path) -> None:
    await signing_key(storage, "", tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    (tmp_path / FILE).chmod(0o644)
    await signing_key(storage, "", tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.asyncio
@pytest.mark.parametrize("released", released_schemas(), ids=lambda path: path.stem)
async def test_the_key_of_an_older_database_moves_out_of_it(database_url: str, released: Path, tmp_path: Path) -> None:
    await run_sql(database_url, *statements(released))
    storage = Storage(database_url, PATIENCE)
    await storage.open()
    assert await signing_key(storage, "", tmp_path) == "the key"
    assert (tmp_path / FILE).read_text() == "the key\n"
    assert "the key" not in await rows_of(storage)
    await storage.close()


@pytest.mark.asyncio
async def test_a_copy_of_the_database_has_no_trace_of_the_key_that_was_in_it(tmp_path: Path) -> None:
    await prepare(sqlite_url(tmp_path))
    await keep_as_before(sqlite_url(tmp_path))
    backup_sqlite(tmp_path / "burgrave.db", tmp_path / "before.db")
    assert FORMER_KEY.encode() in (tmp_path / "before.db").read_bytes()
    storage = Storage(sqlite_url(tmp_path))
    await storage.open()
    await signing_key(storage, "", tmp_path)
    backup_sqlite(tmp_path / "burgrave.db", tmp_path / "after.db")
    assert FORMER_KEY.encode() not in (tmp_path / "after.db").read_bytes()
    await storage.close()


@pytest.mark.asyncio
async def test_a_key_that_is_set_is_written_nowhere(storage: Storage, tmp_path: Path) -> None:
    assert await signing_key(storage, OTHERS, tmp_path) == OTHERS
    assert not (tmp_path / FILE).exists()
    assert OTHERS not in await rows_of(storage)


@pytest.mark.asyncio
async def test_servers_of_one_database_must_have_the_same_key(storage: Storage, tmp_path: Path) -> None:
    await signing_key(storage, OTHERS, tmp_path)
    with pytest.raises(UnavailableError, match="another key"):
        await signing_key(storage, OTHERS[::-1], tmp_path)
    assert await signing_key(storage, OTHERS, tmp_path) == OTHERS
    await forget_key(storage)
    assert await signing_key(storage, OTHERS[::-1], tmp_path) == OTHERS[::-1]


@pytest.mark.asyncio
async def test_a_server_without_the_others_key_does_not_make_one_of_its_own(postgres: str, tmp_path: Path) -> None:
    storage = Storage(await fresh_database(postgres), PATIENCE)
    await storage.open()
    await signing_key(storage, "", tmp_path / "one")
    with pytest.raises(UnavailableError, match="another key"):
        await signing_key(storage, "", tmp_path / "two")
    assert not (tmp_path / "two" / FILE).exists()
    await storage.close()


@pytest.mark.asyncio
async def test_a_copy_without_its_key_can_be_served_and_its_browsers_are_strangers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(sqlite_url(tmp_path))
    await storage.open()
    former = await signing_key(storage, "", tmp_path)
    (tmp_path / FILE).unlink()
    with caplog.at_level(logging.WARNING):
        assert await signing_key(storage, "", tmp_path) != former
    assert "a stranger" in caplog.text
    await storage.close()


@pytest.mark.asyncio
async def test_a_cookie_of_before_the_upgrade_still_tells_who_one_is(tmp_path: Path) -> None:
    app = application(tmp_path)
    async with app.router.lifespan_context(app), client_of(app) as client:
        made = await client.post(
            "/preferences", data={"name": "Anna", "back": "/"}, headers={"origin": "http://testserver"}
        )
        cookie = made.cookies["burgrave"]
    key = (tmp_path / FILE).read_text().strip()
    (tmp_path / FILE).unlink()
    with sqlite3.connect(tmp_path / "burgrave.db") as database:  # as the older version had it
        database.execute("DELETE FROM server")
        database.execute("INSERT INTO server VALUES (?, ?)", (FORMER, key))
    again = application(tmp_path)
    async with again.router.lifespan_context(again):
        found = again.state.burgrave.signer.read(cookie)
    assert found is not None
    assert found.name == "Anna"


def test_a_server_with_another_key_says_so_in_one_sentence_and_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(make_ready(settings(data_dir=tmp_path, signing_key=OTHERS)))
    monkeypatch.setenv("BURGRAVE_SIGNING_KEY", OTHERS[::-1])
    assert serve("127.0.0.1", 0, None, tmp_path, False) == 1
    assert "another key" in capsys.readouterr().err


def test_a_key_that_is_easily_guessed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="BURGRAVE_SIGNING_KEY must have at least 32"):
        settings(data_dir=tmp_path, signing_key="short")


def test_the_key_is_never_shown_with_the_settings(tmp_path: Path) -> None:
    assert OTHERS not in repr(settings(data_dir=tmp_path, signing_key=OTHERS))


def test_a_backup_says_what_it_holds_and_what_it_does_not(command: Command, tmp_path: Path) -> None:
    asyncio.run(prepare(sqlite_url(tmp_path)))
    _, told, _ = command("backup", tmp_path / "copy.db", "--data-dir", tmp_path)
    assert "seeds of running games" in told
    assert "not the key" in told
    assert "signing.key" in told
