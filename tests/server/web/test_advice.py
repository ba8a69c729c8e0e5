"""A search's advice costs the others nothing: it waits for watched tables, comes one at a time, and can be given up."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.arena import analysis
from burgrave.server.tables.thinking import Advice
from server.conftest import client_of
from server.tables.test_hub import until
from server.web.test_pages import uploaded as uploaded_record

pytestmark = pytest.mark.asyncio

RECORD = "barony-duke-2-players"
MIDDLE = 64


async def uploaded(app: FastAPI, client: httpx.AsyncClient) -> str:
    """A finished game to be advised on, with the search compiled; its identifier."""
    await app.state.burgrave.games.bot_ready("barony", "hard")
    return await uploaded_record(app, client, RECORD)


class SlowSearch:
    """A search that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.begun, self.stopped = threading.Event(), threading.Event()

    def __call__(self, match: Any, bot: Any, stop: threading.Event) -> tuple[()]:
        self.begun.set()
        if stop.wait(PATIENCE):
            self.stopped.set()
        return ()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowSearch:
    search = SlowSearch()
    monkeypatch.setattr(analysis, "advice", search)
    return search


class Page:
    """A browser that asks for advice and can hang up."""

    def __init__(self, app: FastAPI, table_id: str, host: str = "192.0.2.1") -> None:
        self.messages: list[Any] = []
        self._gone, self._asked = asyncio.Event(), False
        path = f"/replay/{table_id}/advice"
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": f"n={MIDDLE}".encode(),
            "headers": [(b"host", b"testserver")],
            "client": (host, 1234),
            "server": ("testserver", 80),
        }
        self.answered = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.messages.append(message)

    async def hang_up(self) -> None:
        self._gone.set()
        await self.answered


async def test_a_running_search_stops_when_its_page_is_closed(
    app: FastAPI, client: httpx.AsyncClient, slow: SlowSearch
) -> None:
    table_id, queue = await uploaded(app, client), app.state.burgrave.games.thinking.queue
    page = Page(app, table_id)
    await until(slow.begun.is_set)
    await page.hang_up()
    assert await asyncio.to_thread(slow.stopped.wait, PATIENCE)
    await until(lambda: not queue._taken)
    assert page.messages == []
    assert app.state.burgrave.advised == set()


async def test_a_search_that_has_not_begun_leaves_the_queue_when_its_page_is_closed(
    app: FastAPI, client: httpx.AsyncClient, slow: SlowSearch
) -> None:
    table_id, queue = await uploaded(app, client), app.state.burgrave.games.thinking.queue
    for k in range(queue.places):
        await queue.take(Advice(f"somebody {k}", ""))
    page = Page(app, table_id)
    await until(lambda: bool(queue._waiting))
    await page.hang_up()
    await until(lambda: not queue._waiting)
    for k in range(queue.places):
        queue.give_back(f"somebody {k}")
    assert not queue._taken
    assert not slow.begun.is_set()


@pytest.mark.parametrize(("language", "told"), [("en", "one piece at a time"), ("pl", "Już czekasz na jedną radę")])
async def test_a_client_gets_one_piece_of_advice_at_a_time(
    app: FastAPI, client: httpx.AsyncClient, slow: SlowSearch, language: str, told: str
) -> None:
    table_id = await uploaded(app, client)
    page = Page(app, table_id)
    await until(slow.begun.is_set)
    path = f"/replay/{table_id}/advice?n={MIDDLE}&language={language}"
    here = httpx.ASGITransport(app=app, client=("192.0.2.1", 4321))
    async with httpx.AsyncClient(transport=here, base_url="http://testserver") as again:
        refused = await again.get(path)
    assert refused.status_code == 429
    assert told in refused.json()["detail"]
    assert not page.answered.done()
    slow.begun.clear()
    other = Page(app, table_id, "192.0.2.2")
    await until(slow.begun.is_set)
    await page.hang_up()
    await other.hang_up()


async def test_who_has_got_advice_may_ask_again(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client)
    async with client_of(app) as reader:
        for number in (MIDDLE, MIDDLE + 1):
            answer = await reader.get(f"/replay/{table_id}/advice?n={number}")
            assert answer.status_code == 200
