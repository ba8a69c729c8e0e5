"""What the pages show, asked for as a browser asks."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from server.conftest import client_of

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}
AWAY = '<span class="tag">away</span>'


async def hot_seat(app: FastAPI, client: httpx.AsyncClient) -> str:
    """A table of Barony at which one browser holds two of three seats; its identifier."""
    await app.state.burgrave.engine.ready("barony")
    await client.get("/", headers=HTML)
    form = "players=3&name=Anna&seat0=me&seat1=me&seat2=bot:random"
    answer = await client.post("/new/barony", content=form, headers=HTML)
    return str(answer.headers["location"].rsplit("/", 1)[1])


async def test_nobody_calls_the_second_seat_of_a_shared_device_absent(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    table = app.state.burgrave.hub.tables[table_id]
    async with client_of(app, headers=HTML) as stranger:
        assert (await stranger.get(f"/table/{table_id}")).text.count(AWAY) == 2
        table.arrive(0)
        assert (await stranger.get(f"/table/{table_id}")).text.count(AWAY) == 0
        table.leave(0)
        assert (await stranger.get(f"/table/{table_id}")).text.count(AWAY) == 2
