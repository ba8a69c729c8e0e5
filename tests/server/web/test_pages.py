"""What the pages show, asked for as a browser asks."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from burgrave.core import guide, nearest
from burgrave.server.tables.games import Preparation
from server.conftest import client_of

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}
RECORDS = Path(__file__).parents[2] / "records"
AWAY = '<span class="tag">away</span>'


async def hot_seat(app: FastAPI, client: httpx.AsyncClient) -> str:
    """A table of Barony at which one browser holds two of three seats; its identifier."""
    await app.state.burgrave.games.ready("barony")
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
    await app.state.burgrave.games.ready("barony")
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


async def test_a_page_whose_rules_cannot_be_compiled_says_so_and_rests(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = app.state.burgrave.games
    monkeypatch.setattr(games, "preparation", lambda name, urgent=True: Preparation())
    assert "data-preparing" in (await client.get("/guide/barony", headers=HTML)).text
    monkeypatch.setattr(games, "preparation", lambda name, urgent=True: Preparation(problem="no compiler"))
    page = (await client.get("/guide/barony", headers=HTML)).text
    assert "data-preparing" not in page
    assert 'class="notice alarm"' in page


async def test_a_game_that_nobody_finished_is_replayed_from_every_side_and_downloaded(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await app.state.burgrave.games.ready("barony")
    text = (RECORDS / "barony-duke-2-players.txt").read_text(encoding="utf-8").rpartition("p0:")[0]
    lines = [line for line in text.splitlines() if not line.startswith("seed:")]
    answer = await client.post("/api/records", content="\n".join(lines), headers={"content-type": "text/plain"})
    table_id = answer.json()["id"]
    page = (await client.get(f"/replay/{table_id}", headers=HTML)).text
    assert '<option value="all"' in page
    assert f'href="/api/tables/{table_id}/record"' in page
    assert f'href="/table/{table_id}"' in page
    assert (await client.get(f"/api/tables/{table_id}/record")).status_code == 200


async def test_a_spectator_with_a_players_name_is_told_apart(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    await client.post(f"/api/tables/{table_id}/chat", json={"text": "I play"}, headers=HTML)
    async with client_of(app, headers=HTML) as stranger:
        await stranger.get("/")
        await stranger.post("/new/barony", content="players=2&name=Anna&seat0=me&seat1=bot:random")
        await stranger.post(f"/api/tables/{table_id}/chat", json={"text": "I watch"})
        page = (await stranger.get(f"/table/{table_id}")).text
        assert "<b>Anna</b> I play" in page
        assert "<b>Anna</b> (spectator) I watch" in page


async def test_a_guide_does_not_wait_for_thinking_bots(app: FastAPI, client: httpx.AsyncClient) -> None:
    games, thought = app.state.burgrave.games, threading.Event()
    await games.ready("barony")
    thinking = [games.pool.submit(thought.wait, 60) for _ in range(app.state.burgrave.settings.bot_threads)]
    try:
        async with asyncio.timeout(30):
            assert (await client.get("/guide/barony", headers=HTML)).status_code == 200
        assert not any(bot.done() for bot in thinking)
    finally:
        thought.set()


async def test_a_guide_is_made_once_for_all_who_read_it(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await app.state.burgrave.games.ready("barony")
    guide.forget()
    made: list[str] = []
    text = guide.text
    monkeypatch.setattr(guide, "text", lambda name, language: (made.append(language), text(name, language))[1])
    pages = [(await client.get(f"/guide/barony?language={chosen}")).text for chosen in ("en", "pl", "en", "pl")]
    assert made == ["en", "pl"]
    assert 'lang="pl"' in pages[3]
    assert pages[0] != pages[1]


@pytest.mark.parametrize(("language", "limits"), [("en", "(1 to 10000)"), ("pl", "(od 1 do 10000)")])
async def test_a_long_range_is_a_number_to_type_and_not_a_list(
    client: httpx.AsyncClient, language: str, limits: str
) -> None:
    page = (await client.get(f"/new/catan?language={language}", headers=HTML)).text
    assert '<input type="number" id="option-turn_limit" name="turn_limit" value="2000" min="1" max="10000"' in page
    assert '<label for="option-turn_limit">' in page
    assert limits in page
    assert page.count("<option") < 200
    assert '<select id="option-target_points"' in page


async def test_a_number_out_of_range_is_refused_with_what_is_valid(client: httpx.AsyncClient) -> None:
    form = "players=2&seat0=me&seat1=bot:easy&turn_limit="
    for typed in ("0", "10001", "many", ""):
        answer = await client.post("/new/catan", content=form + typed, headers=HTML)
        assert "1 to 10000" in answer.text
        assert f'name="turn_limit" value="{typed}"' in answer.text


async def test_an_unknown_move_is_compared_with_few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{verb} {one}-{two}" for verb in ("settle", "build") for one in range(60) for two in range(30)]
    compared: list[int] = []
    closest = nearest.get_close_matches

    def counting(typed: str, likely: list[str], count: int, likeness: float) -> list[str]:
        compared.append(len(likely))
        assert len(typed) <= nearest.LONGEST_COMPARED
        return closest(typed, likely, count, likeness)

    monkeypatch.setattr(nearest, "get_close_matches", counting)
    known = nearest.Nearest(texts)
    assert known.to("setle 12-7")[0] == "settle 12-7"
    assert known.to(" BUILD   3-4x")[0] == "build 3-4"
    assert known.to("y" * 1_000_000) == []
    assert max(compared) <= nearest.CANDIDATES
