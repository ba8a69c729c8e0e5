"""The operator's own bots at the table: they play like any other, and one that fails loses and disturbs nobody."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.core.game import Game
from burgrave.core.records import read
from burgrave.server.settings import settings
from burgrave.server.upkeep import check_live
from server.conftest import application, client_of

pytestmark = pytest.mark.asyncio

EXAMPLE = Path(__file__).parents[3] / "examples" / "bots" / "first.py"
HTML = {"accept": "text/html", "origin": "http://testserver"}
READY = "import json, os, sys, time\nsys.stdin.readline()\nprint(json.dumps({'ready': True}), flush=True)\n"
FAILING = {
    "ended": READY + "sys.stdin.readline()\nraise SystemExit(3)\n",
    "late": READY + "time.sleep(600)\n",
    "unreadable": READY + "sys.stdin.readline()\nprint('hello', flush=True)\ntime.sleep(600)\n",
    "illegal": READY + "sys.stdin.readline()\nprint(json.dumps({'move': 'take 9'}), flush=True)\ntime.sleep(600)\n",
}
DIARY = READY + (
    "with open(sys.argv[1], 'a') as diary:\n"
    "    for line in sys.stdin:\n"
    "        print(line, file=diary, end='', flush=True)\n"
    "        print(json.dumps({'move': json.loads(line)['moves'][0]}), flush=True)\n"
)
"""Notes every question and plays the first legal move."""


def named(name: str, code: str, folder: Path, *arguments: object) -> str:
    """A bot as an operator names it."""
    program = folder / f"{name}.py"
    program.write_text(code)
    return " ".join(map(str, (f"{name}={sys.executable}", program, *arguments)))


@asynccontextmanager
async def server(folder: Path, *bots: str, **chosen: Any) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """A server with these bots, and a program that talks to it."""
    made = application(folder, bots=bots, **{"outside_seconds": PATIENCE, **chosen})
    async with made.router.lifespan_context(made), client_of(made) as client:
        yield made, client


async def make(client: httpx.AsyncClient, *levels: str | None) -> dict[str, Any]:
    """A table of the small game: bots of these levels, and we where there is none."""
    seats = [{"kind": "bot", "level": level} if level else {"kind": "me"} for level in levels]
    answer = await client.post("/api/tables", json={"game": "pebbles", "seats": seats})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def until(client: httpx.AsyncClient, table_id: str, **wanted: Any) -> dict[str, Any]:
    """The table as soon as it is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            state: dict[str, Any] = (await client.get(f"/api/tables/{table_id}")).json()
            if all(state[name] == value for name, value in wanted.items()):
                return state
            await asyncio.sleep(0.02)


async def events(client: httpx.AsyncClient, table_id: str, kind: str) -> list[dict[str, Any]]:
    found = (await client.get(f"/api/tables/{table_id}/events")).json()
    return [event for event in found if event["kind"] == kind]


def programs(app: FastAPI) -> list[Any]:
    """The processes that wait for their seats' next move."""
    return [bot._program.process for bot in app.state.burgrave.games.programs._idle.values()]


async def ended(processes: list[Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(process.poll() is None for process in processes):
            await asyncio.sleep(0.02)


async def test_a_program_plays_a_whole_game_and_is_stopped_afterwards(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, f"First={sys.executable} {EXAMPLE}") as (app, client):
        made = await make(client, "First", "random")
        state = await until(client, made["id"], status="over")
        moves = await events(client, made["id"], "move")
        assert {event["text"] for event in moves if event["seat"] == 0} == {"take 1"}
        assert state["forfeits"] == []
        assert state["seats"][0]["level"] == "First"
        assert programs(app) == []


async def test_it_can_be_chosen_in_the_form_and_for_a_free_seat_and_by_programs(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, f"First={sys.executable} {EXAMPLE}") as (_, client):
        games = (await client.get("/api/games")).json()
        assert all(game["levels"] == ["random", "easy", "normal", "hard", "master", "First"] for game in games)
        form = await client.get("/new/pebbles", headers=HTML)
        assert '<option value="bot:First">Bot: First</option>' in form.text
        assert (
            "easy (the move that looks best at once, with the mistakes of a beginner), normal (thinks ahead"
            in form.text
        )
        assert "Programs of this server&#39;s operator: First." in form.text
        answer = await client.post("/new/pebbles", content="players=2&seat0=bot:First&seat1=person", headers=HTML)
        path = answer.headers["location"]
        assert '<option value="First">First</option>' in (await client.get(path, headers=HTML)).text
        own = {"origin": HTML["origin"]}
        path = path.replace("table", "api/tables")
        answer = await client.post(f"{path}/seats/1/bot", json={"level": "First"}, headers=own)
        assert answer.status_code == 200
        await until(client, path.rsplit("/", 1)[1], status="over")


@pytest.mark.parametrize("command", ["sh -c id", "outside:sh -c id", "outside", "greedy", "First "])
async def test_nobody_can_name_a_program_that_the_operator_has_not_named(
    pebbles: Game, tmp_path: Path, command: str
) -> None:
    async with server(tmp_path, f"First={sys.executable} {EXAMPLE}") as (_, client):
        seats = [{"kind": "bot", "level": command}, {"kind": "me"}]
        answer = await client.post("/api/tables", json={"game": "pebbles", "seats": seats})
        assert answer.status_code == 422
        assert "valid: random, easy, normal, hard, master, First" in answer.json()["detail"]
        made = await make(client, None, None)
        bearer = {"authorization": f"Bearer {made['host_token']}"}
        path = f"/api/tables/{made['id']}/seats/1/bot"
        assert (await client.post(path, json={"level": command}, headers=bearer)).status_code == 422


async def test_a_program_is_told_what_its_seat_may_know_and_nothing_else(pebbles: Game, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    async with server(tmp_path, named("Diary", DIARY, tmp_path, diary)) as (app, client):
        made = await make(client, "random", "Diary")
        await until(client, made["id"], status="over")
        match = app.state.burgrave.hub.tables[made["id"]].state.match
    told = [json.loads(line) for line in diary.read_text().splitlines()]
    asked = [match.first(number) for number, mover in enumerate(match.movers) if mover == 1]
    assert len(told) == len(asked) > 1
    for question, then in zip(told, asked, strict=True):
        assert set(question) == {"ask", "view", "moves"}
        assert question["view"] == json.loads(then.view(1).to_json())
        assert question["moves"] == [move.text for move in then.position.moves()]


@pytest.mark.parametrize("reason", FAILING)
async def test_a_program_that_fails_forfeits_and_the_others_play_on(pebbles: Game, tmp_path: Path, reason: str) -> None:
    patience = 0.5 if reason == "late" else PATIENCE
    async with server(tmp_path, named("Bad", FAILING[reason], tmp_path), outside_seconds=patience) as (app, client):
        made = await make(client, "Bad", "random")
        state = await until(client, made["id"], status="over")
        assert state["forfeits"] == [{"seat": 0, "bot": "Bad", "reason": reason}]
        assert len(await events(client, made["id"], "forfeit")) == 1
        assert len([event for event in await events(client, made["id"], "move") if event["seat"] == 0]) > 1
        assert state["winners"] == state["view"]["winners"] == [1]
        stored = await app.state.burgrave.storage.table(made["id"])
        assert stored.head.result["winners"] == [1]
        assert (await events(client, made["id"], "over"))[0]["winners"] == [1]
        assert programs(app) == []


async def lost_by_forfeit(client: httpx.AsyncClient) -> tuple[str, dict[str, Any]]:
    """A finished game in which the failing bot had the most points at the end."""
    while True:
        made = await make(client, "Bad", "random")
        state = await until(client, made["id"], status="over")
        if state["scores"][0] > state["scores"][1]:
            return made["id"], state


@pytest.mark.parametrize(
    ("language", "told", "tag", "won", "headline"),
    [
        ("en", "Bad has forfeited: its program has ended.", "forfeited", "{} wins.", "{} wins"),
        (
            "pl",
            "Bot Bad przegrywa walkowerem: jego program zakończył działanie.",
            "walkower",
            "wygrywa {}.",
            "Wygrywa {}",
        ),
    ],
)
async def test_everybody_reads_of_a_forfeit_and_who_has_won_because_of_it(
    pebbles: Game, tmp_path: Path, language: str, told: str, tag: str, won: str, headline: str
) -> None:
    async with server(tmp_path, named("Bad", FAILING["ended"], tmp_path)) as (_, client):
        table_id, state = await lost_by_forfeit(client)
        loser, winner = (seat["name"] for seat in state["seats"])
        pages = [
            (await client.get(f"/{page}/{table_id}?language={language}", headers=HTML)).text
            for page in ("table", "replay", "result")
        ]
        assert pages[0].count(told) == 1
        assert f'<span class="tag gone">{tag}</span>' in pages[0]
        for page in pages[:2]:
            assert won.format(winner) in page
        assert f"<h1>{headline.format(winner)}</h1>" in pages[2]
        for page in pages:
            assert won.format(loser) not in page
            assert headline.format(loser) not in page


async def test_a_record_keeps_a_forfeit_wherever_it_is_read(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, named("Bad", FAILING["ended"], tmp_path)) as (_, client):
        table_id, _ = await lost_by_forfeit(client)
        text = (await client.get(f"/api/tables/{table_id}/record")).text
        assert "forfeits: p0\n" in text
        assert read(text).winners == (1,)
        answer = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
        again = (await client.get(f"/api/tables/{answer.json()['id']}")).json()
        assert again["winners"] == [1]
        assert again["forfeits"][0]["seat"] == 0


async def test_a_stored_game_with_a_forfeit_fits_the_rules(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, named("Bad", FAILING["ended"], tmp_path)) as (_, client):
        await lost_by_forfeit(client)
    checked, misfits = await asyncio.to_thread(check_live, None, tmp_path)
    assert checked >= 1
    assert misfits == []


async def test_a_forfeit_outlives_the_server(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, named("Bad", FAILING["illegal"], tmp_path)) as (_, client):
        made = await make(client, "Bad", None)
        before = await until(client, made["id"], forfeits=[{"seat": 0, "bot": "Bad", "reason": "illegal"}], to_act=1)
    async with server(tmp_path, named("Bad", FAILING["illegal"], tmp_path)) as (_, client):
        headers = {"authorization": f"Bearer {made['tokens']['1']}"}
        again = (await client.get(f"/api/tables/{made['id']}", headers=headers)).json()
        assert again["forfeits"] == before["forfeits"]
        state = again
        while state["status"] == "playing":
            if state["to_act"] == 1:
                move = {"seq": state["seq"], "move": state["moves"][0]["text"]}
                answer = await client.post(f"/api/tables/{made['id']}/moves", json=move, headers=headers)
                assert answer.status_code == 200, answer.text
            await asyncio.sleep(0.02)
            state = (await client.get(f"/api/tables/{made['id']}", headers=headers)).json()
        assert state["winners"] == [1]
        assert len(await events(client, made["id"], "forfeit")) == 1


async def test_a_program_is_started_again_in_the_middle_of_a_game_after_a_restart(
    pebbles: Game, tmp_path: Path
) -> None:
    first = f"First={sys.executable} {EXAMPLE}"
    async with server(tmp_path, first) as (app, client):
        made = await make(client, "First", None)
        state = await until(client, made["id"], to_act=1)
        running = programs(app)
        assert len(running) == 1
    await ended(running)
    async with server(tmp_path, first) as (_, client):
        headers = {"authorization": f"Bearer {made['tokens']['1']}"}
        await client.get(f"/api/tables/{made['id']}")
        move = {"seq": state["seq"], "move": "take 1"}
        answer = await client.post(f"/api/tables/{made['id']}/moves", json=move, headers=headers)
        assert answer.status_code == 200
        state = await until(client, made["id"], to_act=1)
        assert state["forfeits"] == []
        assert len([event for event in await events(client, made["id"], "move") if event["seat"] == 0]) > 1


async def test_a_server_that_stops_does_not_wait_for_a_program_that_hangs(pebbles: Game, tmp_path: Path) -> None:
    note = tmp_path / "number"
    code = READY + "open(sys.argv[1], 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    async with server(tmp_path, named("Slow", code, tmp_path, note), outside_seconds=PATIENCE) as (_, client):
        made = await make(client, "Slow", "random")
        await client.get(f"/api/tables/{made['id']}")  # bots among themselves play while somebody looks
        async with asyncio.timeout(PATIENCE):
            while not note.exists() or not note.read_text():
                await asyncio.sleep(0.02)
    async with asyncio.timeout(PATIENCE):
        while Path(f"/proc/{note.read_text()}").exists():
            await asyncio.sleep(0.02)
    async with server(tmp_path, f"Slow={sys.executable} {EXAMPLE}") as (_, client):
        await client.get(f"/api/tables/{made['id']}")
        assert (await until(client, made["id"], status="over"))["forfeits"] == []


async def test_a_bot_that_was_taken_away_is_replaced_and_everybody_is_told(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, f"First={sys.executable} {EXAMPLE}") as (_, client):
        made = await make(client, "First", None)
        state = await until(client, made["id"], to_act=1)
    async with server(tmp_path) as (_, client):
        headers = {"authorization": f"Bearer {made['tokens']['1']}"}
        await client.get(f"/api/tables/{made['id']}")
        move = {"seq": state["seq"], "move": "take 1"}
        await client.post(f"/api/tables/{made['id']}/moves", json=move, headers=headers)
        state = await until(client, made["id"], to_act=1)
        assert state["seats"][0]["level"] == "easy"
        page = (await client.get(f"/table/{made['id']}", headers=HTML)).text
        assert page.count("The bot First is no longer on this server") == 1


async def test_a_rematch_keeps_the_bot_also_after_a_forfeit(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, named("Bad", FAILING["ended"], tmp_path)) as (_, client):
        made = await make(client, "Bad", "random")
        await until(client, made["id"], status="over")
        bearer = {"authorization": f"Bearer {made['host_token']}"}
        answer = await client.post(f"/api/tables/{made['id']}/rematch", json={}, headers=bearer)
        again = await until(client, answer.json()["id"], status="over")
        assert again["seats"][0]["level"] == "Bad"
        assert again["forfeits"][0]["reason"] == "ended"


async def test_a_person_who_comes_back_can_win_whatever_the_bot_has_done(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, named("Bad", FAILING["ended"], tmp_path)) as (_, client):
        made = await make(client, None, None)
        headers = [{"authorization": f"Bearer {made['tokens'][seat]}"} for seat in "01"]
        path = f"/api/tables/{made['id']}/seats"
        for seat in (0, 1):
            await client.post(f"{path}/{seat}/bot", json={"level": "Bad"}, headers=headers[seat])
            await client.post(f"{path}/{seat}/return", headers=headers[seat])
        assert (await client.get(f"/api/tables/{made['id']}")).json()["forfeits"] == []


async def test_no_more_programs_run_than_the_operator_allows(pebbles: Game, tmp_path: Path) -> None:
    async with server(tmp_path, f"First={sys.executable} {EXAMPLE}", outside_programs=2) as (app, client):
        tables = [(await make(client, "First", None))["id"] for _ in range(4)]
        for table_id in tables:
            state = await until(client, table_id, to_act=1)
            assert state["forfeits"] == []
        assert len(programs(app)) == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("First", "NAME=COMMAND"),
        ("First=", "NAME=COMMAND"),
        ("=python3 bot.py", "NAME=COMMAND"),
        ("hard=python3 bot.py", "there is a bot 'hard' already"),
        ("A=sh;A=sh", "there is a bot 'A' already"),
        ("A, B=sh", "no , # or :"),
        ("A=no-such-program-anywhere", "there is no program 'no-such-program-anywhere'"),
    ],
)
async def test_a_bot_that_cannot_be_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, given: str, told: str
) -> None:
    monkeypatch.setenv("BURGRAVE_BOTS", given)
    with pytest.raises(ValueError, match=told):
        settings()


async def test_bots_are_named_by_argument_or_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BURGRAVE_BOTS", "A=sh a.sh; B = sh -c 'echo b'")
    assert settings(data_dir=tmp_path).bots == (("A", "sh a.sh"), ("B", "sh -c 'echo b'"))
    assert settings(data_dir=tmp_path, bots=["C=sh c.sh"]).bots == (("C", "sh c.sh"),)
    assert os.environ["BURGRAVE_BOTS"]
