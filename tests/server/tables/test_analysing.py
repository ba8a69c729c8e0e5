"""Analyses of finished games: made once, broken off and gone on with, cancelled, and never of a running game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from burgrave.arena import analysis
from burgrave.server.store.analyses import Stage
from burgrave.server.store.storage import Storage
from server.conftest import application, client_of
from server.store.test_storage import a_table
from server.web.test_pages import HTML, hot_seat, uploaded

pytestmark = pytest.mark.asyncio

ORIGIN = {"origin": "http://testserver"}
RECORD = "barony-duke-2-players"
SHALLOW = {"analysis_iterations": 4, "analysis_samples": 1}


async def told(client: httpx.AsyncClient, table_id: str, **asked: Any) -> dict[str, Any]:
    """What the page of a replay hears of the analysis."""
    answer = await client.get(f"/replay/{table_id}/analysis", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def until(condition: Callable[[], Awaitable[bool]], patience: float = 120.0) -> None:
    """Wait for something that happens by itself."""
    async with asyncio.timeout(patience):
        while not await condition():
            await asyncio.sleep(0.02)


async def finished(client: httpx.AsyncClient, app: FastAPI, table_id: str) -> dict[str, Any]:
    """The same when it is done."""

    async def is_done() -> bool:
        return bool(await app.state.burgrave.analysing.stage(table_id) == Stage.DONE)

    await until(is_done)
    return await told(client, table_id)


async def test_a_finished_game_is_analysed_by_one_click_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = application(tmp_path, **SHALLOW)
    async with app.router.lifespan_context(app), client_of(app, headers=ORIGIN) as client:
        table_id = await uploaded(app, client, RECORD)
        page = (await client.get(f"/replay/{table_id}", headers=HTML)).text
        assert 'id="analysis-begin"' in page
        assert f'href="/replay/{table_id}?n=0#analyse"' in (await client.get(f"/result/{table_id}", headers=HTML)).text
        assert await told(client, table_id) == {"stage": None, "done": 0, "total": 242}
        assert (await client.post(f"/replay/{table_id}/analysis")).json() == {"stage": "wanted"}
        done = await finished(client, app, table_id)
        assert done["done"] == done["total"] == 242
        assert 'class="curve"' in done["html"]
        assert "analysis-panel" in done["html"]
        assert "html" not in await told(client, table_id, known=242), "a page that knows it gets nothing new"

        async def never(*_: object) -> None:
            raise AssertionError("it is made once")

        monkeypatch.setattr(app.state.burgrave.analysing, "_make", never)
        assert (await client.post(f"/replay/{table_id}/analysis")).json() == {"stage": "done"}
        async with client_of(app) as somebody:
            assert (await told(somebody, table_id))["html"] == done["html"]
        choice = (await client.get(f"/replay/{table_id}/analysis/at?n=63")).json()
        assert choice["html"].count("<meter") >= 2
        assert choice["drawn"][0][0] == "best"
        assert "Szansa wygranej" in (await told(client, table_id, language="pl"))["html"]


async def test_a_server_that_was_killed_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, int]] = []
    find = analysis.Analyst.found

    def counted(analyst: analysis.Analyst, task: analysis.Task) -> analysis.Finding:
        made.append(task.key)
        return find(analyst, task)

    monkeypatch.setattr(analysis.Analyst, "found", counted)
    monkeypatch.setattr("burgrave.server.tables.analysing.KEEP_SECONDS", 0.0)
    first = application(tmp_path, **SHALLOW)
    async with first.router.lifespan_context(first), client_of(first, headers=ORIGIN) as client:
        table_id = await uploaded(first, client, RECORD)
        kept = first.state.burgrave.storage.analyses

        async def nothing() -> None:
            """A process that is killed gives nothing back."""

        monkeypatch.setattr(kept, "release", nothing)
        await client.post(f"/replay/{table_id}/analysis")

        async def has_begun() -> bool:
            return len(await first.state.burgrave.analysing.found(table_id)) > 5

        await until(has_begun)
    stored = len(made)
    assert stored < 242
    second = application(tmp_path, **SHALLOW)
    async with second.router.lifespan_context(second), client_of(second, headers=ORIGIN) as client:
        before = {(one["kind"], one["number"]) for one in await second.state.burgrave.analysing.found(table_id)}
        made.clear()
        done = await finished(client, second, table_id)
        assert done["done"] == 242
        assert before
        assert not before & set(made), "what was found is not made again"


async def test_an_analysis_can_be_stopped_and_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgrave.server.tables.analysing.KEEP_SECONDS", 0.0)
    app = application(tmp_path, **SHALLOW)
    async with app.router.lifespan_context(app), client_of(app, headers=ORIGIN) as client:
        table_id = await uploaded(app, client, RECORD)
        await client.post(f"/replay/{table_id}/analysis")
        assert (await client.post(f"/replay/{table_id}/analysis/cancel")).json() == {"stage": "cancelled"}
        running = app.state.burgrave.analysing._running

        async def is_still() -> bool:
            return not running

        await until(is_still)
        assert (await told(client, table_id))["stage"] == "cancelled"
        assert (await client.post(f"/replay/{table_id}/analysis")).json() == {"stage": "wanted"}
        assert (await finished(client, app, table_id))["done"] == 242


async def test_nothing_is_told_of_a_running_game(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    for method, path in (("POST", ""), ("GET", ""), ("GET", "/at?n=3"), ("POST", "/cancel")):
        answer = await client.request(method, f"/replay/{table_id}/analysis{path}", headers=ORIGIN)
        assert answer.status_code == 409
        assert set(answer.json()) == {"detail"}
    assert "analysis-begin" not in (await client.get(f"/replay/{table_id}", headers=HTML)).text


async def test_one_of_several_processes_makes_an_analysis(database_url: str) -> None:
    one, two = Storage(database_url), Storage(database_url)
    await one.open()
    await two.open()
    try:
        table = a_table()
        await one.create(table, (), (), ())
        t = table.made.id
        assert await one.analyses.want(t, "4-1-1") == Stage.WANTED
        assert await two.analyses.waiting(5) == [(t, "4-1-1")]
        assert await one.analyses.lease(t, "4-1-1", 60)
        assert not await two.analyses.lease(t, "4-1-1", 60)
        assert await two.analyses.waiting(5) == []
        finding = {"kind": "glance", "number": 3, "chances": [0.5, 0.5]}
        await one.analyses.add(t, "4-1-1", [finding])
        await two.analyses.add(t, "4-1-1", [finding])
        assert await two.analyses.found(t, "4-1-1") == [finding]
        await one.analyses.release()
        assert await two.analyses.lease(t, "4-1-1", 60)
        await two.analyses.end(t, "4-1-1", Stage.DONE)
        assert await one.analyses.want(t, "4-1-1") == Stage.DONE
    finally:
        await one.close()
        await two.close()
