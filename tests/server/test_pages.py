"""What the pages show, asked for as a browser asks."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from server.conftest import client_of

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}
RECORDS = Path(__file__).parents[1] / "records"
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


async def uploaded(app: FastAPI, client: httpx.AsyncClient, name: str) -> str:
    """A finished game of Barony from our records, as a table to replay; its identifier."""
    await app.state.burgrave.engine.ready("barony")
    text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    answer = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    return str(answer.json()["id"])


@pytest.mark.parametrize(("language", "played", "nothing"), [("en", "(played)", "Nobody"), ("pl", "(zagrano)", "Nikt")])
async def test_a_finished_game_is_replayed_with_advice(
    app: FastAPI, client: httpx.AsyncClient, language: str, played: str, nothing: str
) -> None:
    table_id = await uploaded(app, client, "barony-duke-2-players")
    page = await client.get(f"/replay/{table_id}", headers=HTML)
    assert 'data-act="advise"' in page.text
    path = f"/replay/{table_id}/advice?language={language}&n="
    middle = (await client.get(f"{path}64")).json()["html"]
    assert middle.count("<meter") >= 2
    assert middle.count(played) == 1
    last = (await client.get(f"{path}100000")).json()["html"]
    assert nothing in last
    assert "<meter" not in last


async def test_nobody_gets_advice_while_a_game_runs(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    answer = await client.get(f"/replay/{table_id}/advice?n=3")
    assert answer.status_code == 409
    assert 'data-act="advise"' not in (await client.get(f"/replay/{table_id}", headers=HTML)).text
