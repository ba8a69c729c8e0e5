"""What the pages show, asked for as a browser asks."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

import burgrave.server.web
from burgrave.core import guide, nearest
from burgrave.server.tables.games import Preparation
from burgrave.server.tables.thinking import Advice
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
    """A finished game from our records, as a table to replay; its identifier."""
    await app.state.burgrave.games.ready(name.partition("-")[0])
    text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    answer = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    return str(answer.json()["id"])


async def test_a_replay_says_what_led_here_after_half_a_move_too(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, "amber-sudden-win")
    said = {}
    for number in range(20):
        parts = (await client.get(f"/replay/{table_id}/parts?n={number}&language=en")).json()["parts"]
        said[number] = re.sub("<[^>]*>", "", parts["prompt"]).strip()
    assert all(said.values()), said
    tile = next(n for n in said if n and said[n] == said[n - 1])  # choosing a tile tells nothing before it lies there
    assert said[tile + 1] != said[tile]


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


async def test_a_bot_whose_code_is_not_compiled_yet_says_so_at_its_seat(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = app.state.burgrave.games
    await games.ready("barony")
    await client.get("/", headers=HTML)
    form = "players=3&name=Anna&seat0=me&seat1=bot:random&seat2=bot:hard"
    table = (await client.post("/new/barony", content=form, headers=HTML)).headers["location"]
    games.preparations["barony"].done, games.preparations["barony"].total = 2, 5
    for is_compiled, level in ((False, ["random", "hard", "warming up, 40 %"]), (True, ["random", "hard"])):
        monkeypatch.setattr("burgrave.server.tables.games.is_prepared", lambda rules, kind, told=is_compiled: told)
        games.when_faster("barony")
        page = (await client.get(table, headers=HTML)).text
        assert re.findall(r'<span class="tag"[^>]*>\s*((?:random|hard|warming)[^<]*)</span>', page) == level


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
        assert "<b>Anna (spectator)</b> I watch" in page


async def test_a_guide_does_not_wait_for_thinking_bots(app: FastAPI, client: httpx.AsyncClient) -> None:
    games, thought = app.state.burgrave.games, threading.Event()
    await games.ready("barony")
    claims = [Advice(f"client {k}", "table") for k in range(app.state.burgrave.settings.bot_threads)]
    thinking = [asyncio.create_task(games.thinking.think(claim, lambda: thought.wait(PATIENCE))) for claim in claims]
    try:
        async with asyncio.timeout(PATIENCE):
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
    page = " ".join((await client.get(f"/new/catan?language={language}", headers=HTML)).text.split())
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


async def test_browsers_keep_scripts_that_import_each_other_under_one_version(client: httpx.AsyncClient) -> None:
    page = (await client.get("/", headers=HTML)).text
    (script,) = re.findall(r'<script type="module" src="([^"]+)"', page)
    answer = await client.get(script)
    assert "immutable" in answer.headers["cache-control"]
    for name in re.findall(r'from "\./([^"]+)"', answer.text):
        imported = await client.get(f"{script.rsplit('/', 1)[0]}/{name}")
        assert imported.status_code == 200
        assert "immutable" in imported.headers["cache-control"]
    assert (await client.get("/static/play.js")).headers["cache-control"] == "no-cache"
    assert (await client.get("/static/000000000000/play.js")).status_code == 404


@pytest.mark.parametrize("path", ["/", "/new/amber", "/new/barony", "/new/burgundy", "/new/catan", "/new/hansa"])
async def test_the_way_to_a_table_is_small(client: httpx.AsyncClient, path: str) -> None:
    assert len((await client.get(path, headers=HTML)).content) < 40_000


async def test_the_form_shows_the_shields_of_every_number_of_players(client: httpx.AsyncClient) -> None:
    page = (await client.get("/new/catan", headers=HTML)).text
    first = page.partition('data-seat-row="0"')[2].partition("<select")[0]
    shields = re.findall(r'data-players="(\d)"( hidden)?>.*?url\(#hatch-(\w+)\)', first, re.DOTALL)
    assert [(players, bool(hidden), colour) for players, hidden, colour in shields] == [
        ("2", True, "blue"),
        ("3", True, "blue"),
        ("4", False, "red"),
    ]


async def test_a_switch_that_is_off_says_so(app: FastAPI, client: httpx.AsyncClient) -> None:
    page = (await client.get("/new/barony", headers=HTML)).text
    assert '<input type="hidden" name="voluntary_pass" value="false">' in page
    form = "players=2&name=Anna&seat0=me&seat1=bot:random&voluntary_pass=false"
    for sent, chosen in ((form, False), (f"{form}&voluntary_pass=true", True)):
        answer = await client.post("/new/barony", content=sent, headers=HTML)
        table = app.state.burgrave.hub.tables[answer.headers["location"].rsplit("/", 1)[1]]
        assert table.made.options["voluntary_pass"] is chosen


async def test_players_at_one_device_have_names_of_their_own(app: FastAPI, client: httpx.AsyncClient) -> None:
    form = "players=2&name=Anna&seat0=me&seat1=me&name1=Bartek"
    answer = await client.post("/new/barony", content=form, headers=HTML)
    table = app.state.burgrave.hub.tables[answer.headers["location"].rsplit("/", 1)[1]]
    assert list(table.state.names) == ["Anna", "Bartek"]


@pytest.mark.parametrize(
    ("language", "reason", "total"), [("en", "The game is over", "Total"), ("pl", "Koniec gry", "Razem")]
)
async def test_a_result_has_its_reason_its_board_and_its_figures(
    app: FastAPI, client: httpx.AsyncClient, language: str, reason: str, total: str
) -> None:
    table_id = await uploaded(app, client, "barony-duke-2-players")
    page = (await client.get(f"/result/{table_id}?language={language}", headers=HTML)).text
    assert f'<p class="lead">{reason}' in page
    assert '<figure class="final">' in page
    assert page.count(f'<th scope="row">{total}</th>') == 2


async def test_the_games_played_last_come_first(app: FastAPI, client: httpx.AsyncClient) -> None:
    before = re.findall(r'data-now="(\w+)"', (await client.get("/", headers=HTML)).text)
    assert before[0] != "hansa"
    await app.state.burgrave.games.ready("hansa")
    await client.post("/new/hansa", content="players=2&seat0=me&seat1=bot:random", headers=HTML)
    after = re.findall(r'data-now="(\w+)"', (await client.get("/", headers=HTML)).text)
    assert after == ["hansa", *(game for game in before if game != "hansa")]


async def test_fonts_and_colours_are_served_as_long_kept_files(client: httpx.AsyncClient) -> None:
    page = (await client.get("/", headers=HTML)).text
    version = re.search(r"/static/(\w+)/palette.css", page)
    assert version is not None
    for name, kind in (("palette.css", "text/css"), ("grenze-latin-600-normal.woff2", "font/woff2")):
        answer = await client.get(f"/static/{version[1]}/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert "immutable" in answer.headers["cache-control"]


async def test_the_form_says_for_how_many_players_a_value_can_be_chosen(client: httpx.AsyncClient) -> None:
    page = (await client.get("/new/burgundy", headers=HTML)).text
    assert '<option value="1234" data-seats="4">' in page
    assert '<option value="basic" selected>' in page


async def test_a_result_tells_the_dice_and_what_everybody_did(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, "catan-turn-limit")
    page = (await client.get(f"/result/{table_id}?language=en", headers=HTML)).text
    assert "<caption>Dice thrown</caption>" in page
    assert "<caption>Actions</caption>" in page
    assert re.search(r'<th scope="row">Road</th>\s*<td', page)


async def test_no_line_of_a_template_is_too_long_to_read() -> None:
    folder = Path(burgrave.server.web.__file__).parent / "templates"
    long = [path.name for path in folder.rglob("*.html") if max(map(len, path.read_text().splitlines())) > 140]
    assert long == []
