"""However many long games people open, the tables in memory stay within what the operator allows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from waiting import PATIENCE

import burgrave
from burgrave.core import match as matches
from burgrave.server.tables.hub import MEGABYTE, Hub
from burgrave.server.tables.refusal import Late
from burgrave.server.tables.table import Table
from burgrave.server.web import api, live
from server.conftest import application
from server.web.test_api import ME, make

pytestmark = pytest.mark.asyncio

MOVES, BOUND = 600, 6


def long_record() -> str:
    """A game of Catan that goes on and on."""
    match, luck = burgrave.game("catan", players=2, turn_limit=10_000).match(seed=1), Random(1)
    while match.length < MOVES:
        match.play(luck.choice(match.position.moves()))
    return match.text()


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """A server with little memory for tables."""
    made = application(tmp_path, memory_for_tables=BOUND)
    async with made.router.lifespan_context(made):
        yield made


async def opened(app: FastAPI, client: httpx.AsyncClient, count: int) -> list[str]:
    """So many long records, uploaded and then looked at."""
    text, found = long_record(), []
    for _ in range(count):
        answer = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
        found.append(answer.json()["id"])
    for table_id in found:
        assert (await client.get(f"/replay/{table_id}")).status_code == 200
    return found


def held(hub: Hub) -> int:
    return sum(table.weight for table in hub.tables.values())


async def test_opening_many_long_records_keeps_few_of_them_in_memory(app: FastAPI, client: httpx.AsyncClient) -> None:
    hub = app.state.burgrave.hub
    ids = await opened(app, client, 8)
    assert held(hub) <= BOUND * MEGABYTE
    assert 0 < len(hub.tables) < 4
    assert list(hub.tables) == ids[-len(hub.tables) :]
    assert (await client.get(f"/replay/{ids[0]}")).status_code == 200


async def test_many_at_once_are_no_way_around_it(app: FastAPI, client: httpx.AsyncClient) -> None:
    ids = await opened(app, client, 6)
    answers = await asyncio.gather(*(client.get(f"/replay/{table_id}") for table_id in ids * 2))
    assert {answer.status_code for answer in answers} == {200}
    assert held(app.state.burgrave.hub) <= BOUND * MEGABYTE


async def test_tables_that_somebody_has_open_and_games_with_a_clock_stay(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    hub = app.state.burgrave.hub
    looked_at, timed, idle = [(await make(client, [ME, ME], clock=clock))["id"] for clock in (None, 600, None)]
    hub.tables[looked_at].arrive(None)
    await opened(app, client, 6)
    assert looked_at in hub.tables
    assert timed in hub.tables
    assert idle not in hub.tables


async def test_who_still_has_a_forgotten_table_in_hand_changes_nothing(app: FastAPI, client: httpx.AsyncClient) -> None:
    hub = app.state.burgrave.hub
    made = await make(client, [ME, ME])
    old: Table = await hub.get(made["id"])
    await opened(app, client, 6)
    new = await hub.get(made["id"])
    assert new is not old
    with pytest.raises(Late):
        await old.say(0, "Anna", "hello")
    await new.say(0, "Anna", "hello")
    assert len(new.state.chat) == 1


async def test_a_long_finished_game_is_held_with_few_positions(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "LONG", MOVES)
    (table_id,) = await opened(app, client, 1)
    match = app.state.burgrave.hub.tables[table_id].state.match
    assert match.length >= MOVES
    assert match.positions_held < MOVES / 5
    parts = (await client.get(f"/replay/{table_id}/parts?n=100")).json()
    assert parts["state"]["at"] == 100


@pytest.mark.parametrize(("module", "path"), [(live, "/table/{}/live"), (api, "/api/tables/{}/stream")])
async def test_a_page_that_would_listen_to_a_forgotten_table_is_told_to_come_back(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, module: Any, path: str
) -> None:
    hub, made = app.state.burgrave.hub, await make(client, [ME, ME])
    asker_of = module.asker_of

    async def forgotten_meanwhile(*asked: Any) -> Any:
        await hub._drop(hub.tables[made["id"]])
        return await asker_of(*asked)

    monkeypatch.setattr(module, "asker_of", forgotten_meanwhile)
    sent: list[Any] = []
    received: asyncio.Queue[Any] = asyncio.Queue()
    received.put_nowait({"type": "websocket.connect"})

    async def send(message: Any) -> None:
        sent.append(message)

    place = path.format(made["id"])
    scope = {"type": "websocket", "path": place, "raw_path": place.encode(), "query_string": b"", "headers": []}
    async with asyncio.timeout(PATIENCE):
        await app({**scope, "scheme": "ws", "client": ("192.0.2.1", 1)}, received.get, send)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[-1]["code"] == live.NORMAL
