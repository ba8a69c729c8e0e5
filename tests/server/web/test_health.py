"""/health says whether moves can be stored: it writes, not too often, and does not wait for ever."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.server.store.rows import UnavailableError
from burgrave.server.web import health
from burgrave.server.web.health import Health

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "REMEMBERED_SECONDS", -1.0)


async def status(client: httpx.AsyncClient) -> tuple[int, bool]:
    answer = await client.get("/health")
    return answer.status_code, answer.json()["database"]


@contextlib.contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file may grow beyond the length that this one has."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
async def test_a_full_disk_is_no_health(client: httpx.AsyncClient, tmp_path: Path) -> None:
    assert await status(client) == (200, True)
    with full_disk(tmp_path / "burgrave.db-wal"):
        assert await status(client) == (503, False)
    assert await status(client) == (200, True)


async def test_a_database_that_refuses_to_be_written_is_no_health(client: httpx.AsyncClient, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "burgrave.db", check_same_thread=False)) as database:
        refuse = "CREATE TRIGGER full BEFORE UPDATE ON server BEGIN SELECT RAISE(FAIL, 'attempt to write'); END"
        await asyncio.to_thread(database.execute, refuse)  # the server may have to finish a write of its own first
        assert (await client.get("/api/tables")).status_code == 200
        assert await status(client) == (503, False)
        await asyncio.to_thread(database.execute, "DROP TRIGGER full")
    assert await status(client) == (200, True)


async def test_a_database_that_others_keep_locked_is_no_health_and_nobody_waits_for_it(
    app: FastAPI, client: httpx.AsyncClient, tmp_path: Path
) -> None:
    parts = app.state.burgrave
    parts.health = Health(parts.storage.heartbeat.beat, 0.2)
    database = sqlite3.connect(tmp_path / "burgrave.db", isolation_level=None, check_same_thread=False)
    with contextlib.closing(database) as other:
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")  # a write of the server's own may come first
        assert await status(client) == (503, False)
        other.execute("ROLLBACK")
    async with asyncio.timeout(PATIENCE):
        while await status(client) != (200, True):
            await asyncio.sleep(0.05)


async def test_many_who_ask_cost_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "REMEMBERED_SECONDS", 3600.0)
    writes: list[Any] = []

    async def write() -> None:
        writes.append(None)
        await asyncio.sleep(0)
        if len(writes) > 1:
            raise UnavailableError

    asked = Health(write, 5.0)
    assert await asyncio.gather(*(asked.is_good() for _ in range(50))) == [True] * 50
    assert await asked.is_good()
    assert len(writes) == 1
    monkeypatch.setattr(health, "REMEMBERED_SECONDS", -1.0)
    assert not await asked.is_good()
