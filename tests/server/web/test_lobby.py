"""The lobby: games, open tables, one's own tables and finished games; and the ways into a table."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import httpx
import pytest
import segno
from fastapi import FastAPI
from waiting import PATIENCE

from server.conftest import client_of

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}
RECORD = Path(__file__).parents[2] / "records" / "barony-duke-2-players.txt"


def rows(page: str) -> dict[str, str]:
    """What the lists of tables say of each table, by its address."""
    found = re.findall(r'<li class="table-row.*?href="([^"]+)">.*?<span class="verb">(.*?)</span>', page, re.DOTALL)
    return dict(found)


async def lobby(client: httpx.AsyncClient) -> dict[str, str]:
    return rows((await client.get("/", headers=HTML)).text)


async def test_a_game_is_shown_with_its_players_and_its_length(client: httpx.AsyncClient) -> None:
    page = (await client.get("/", headers=HTML)).text
    assert "2–4 players · 45–60 min" in page
    assert "/guide/barony" in page


async def test_an_open_table_is_joined_then_watched_and_tells_whose_turn_it_is(app: FastAPI) -> None:
    await app.state.burgrave.games.ready("barony")
    async with (
        client_of(app, headers=HTML) as anna,
        client_of(app, headers=HTML) as berta,
        client_of(app, headers=HTML) as cid,
    ):
        await anna.get("/")
        await berta.get("/")
        made = await anna.post("/new/barony", content="players=2&name=Anna&seat0=me&seat1=person&public=yes")
        address = made.headers["location"]
        assert await lobby(anna) == {address: "1 seat is free"}
        assert await lobby(berta) == {address: "Sit down"}
        await berta.post(f"/api{address.replace('table', 'tables')}/seats/1", json={"name": "Berta"})
        both = [(await lobby(anna))[address], (await lobby(berta))[address]]
        assert sorted(both) == ["Continue", "Your turn"]
        table = app.state.burgrave.hub.tables[address.rsplit("/", 1)[1]]
        assert both[table.state.to_act] == "Your turn"
        assert await lobby(cid) == {address: "Watch"}


async def test_what_people_play_in_public_comes_first_for_a_newcomer_and_their_own_games_before_it(
    app: FastAPI,
) -> None:
    public = "players=2&name=Anna&seat0=me&seat1=person&public=yes"
    async with client_of(app, headers=HTML) as anna, client_of(app, headers=HTML) as berta:
        for game in ("hansa", "burgundy", "hansa"):
            await app.state.burgrave.games.ready(game)
            await anna.post(f"/new/{game}", content=public)
        assert (await games_in_order(berta))[:2] == ["hansa", "burgundy"]
        await app.state.burgrave.games.ready("barony")
        await berta.post("/new/barony", content="players=2&name=Berta&seat0=me&seat1=bot:easy")
        assert (await games_in_order(berta))[:3] == ["barony", "hansa", "burgundy"]


async def games_in_order(client: httpx.AsyncClient) -> list[str]:
    return re.findall(r'data-now="(\w+)"', (await client.get("/", headers=HTML)).text)


async def test_a_table_by_link_is_not_listed_and_has_a_code_to_photograph(app: FastAPI) -> None:
    async with client_of(app, headers=HTML) as anna, client_of(app, headers=HTML) as berta:
        await anna.get("/")
        made = await anna.post("/new/barony", content="players=2&name=Anna&seat0=me&seat1=person&public=no")
        address = made.headers["location"]
        assert await lobby(berta) == {}
        expected = io.BytesIO()
        code = segno.make(f"http://testserver{address}", error="m")
        code.save(expected, kind="svg", border=3, scale=4, dark="#2b2118", light="#ffffff")
        assert (await berta.get(f"{address}/qr.svg")).content == expected.getvalue()


async def test_ones_finished_games_are_listed_with_who_won(app: FastAPI) -> None:
    await app.state.burgrave.games.ready("barony")
    async with client_of(app, headers=HTML) as anna:
        await anna.get("/")
        made = await anna.post(
            "/new/barony", content="players=2&name=Anna&seat0=bot:random&seat1=bot:random&max_rounds=1"
        )
        address = made.headers["location"]
        table = app.state.burgrave.hub.tables[address.rsplit("/", 1)[1]]
        await anna.get(address)
        async with asyncio.timeout(PATIENCE):
            while table.state.status != "over":
                await asyncio.sleep(0.02)
        result = address.replace("table", "result")
        assert (await lobby(anna))[result].startswith("Won by ")
        page = (await anna.get(result)).text
        assert 'class="chart wide"' in page
        assert 'class="scores"' in page


async def test_a_record_becomes_a_replay_with_a_link_to_every_position(app: FastAPI, client: httpx.AsyncClient) -> None:
    form = str(httpx.QueryParams({"record": RECORD.read_text(encoding="utf-8")}))
    answer = await client.post("/upload", content=form, headers=HTML)
    address, _, query = answer.headers["location"].partition("?")
    assert query == "n=0"
    page = (await client.get(f"{address}?n=30&seat=none", headers=HTML)).text
    assert re.search(r'<output id="at" for="slider">30 / \d+</output>', page)
    shown, first = [page], int(re.search(r'data-first="(\d+)"', page)[1])  # type: ignore[index]
    while first > 1:
        more = (await client.get(f"{address}/log?before={first}&seat=none")).json()
        shown, first = [*shown, more["html"]], more["first"]
    links = re.findall(r'<li id="line-(\d+)".*?<a\s+href="([^"]+)"', "".join(shown), re.DOTALL)
    numbers = [int(number) for number, _ in links]
    assert len(numbers) == len(set(numbers)) > 30
    assert max(numbers) == int(re.search(r"30 / (\d+)</output>", page)[1])  # type: ignore[index]
    assert all(link == f"{address}?n={number}&amp;seat=none" for number, link in links)
