"""The lobby's lists change while one looks; finished public games are browsed and searched."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets.asyncio.client
from fastapi import FastAPI
from waiting import PATIENCE, PATIENT_SOCKET

from burgrave.server.web.pages import finished
from server.running import RunningServer
from server.web.people import person
from server.web.test_leaving import ME, PERSON, page_of
from server.web.test_lobby import rows

pytestmark = pytest.mark.asyncio


class OpenLobby:
    """Somebody's lobby, as the page shows it after what the server has sent."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.parts = stream, dict[str, str]()

    async def until(self, which: str, expected: dict[str, str]) -> None:
        async with asyncio.timeout(PATIENCE):
            while rows(self.parts.get(f"{which}-tables", "")) != expected:
                self.parts |= json.loads(await self.stream.recv())["parts"]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path).start()
    yield server
    server.stop()


@contextlib.asynccontextmanager
async def browser(running: RunningServer) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who has opened the lobby."""
    address = running.address
    async with httpx.AsyncClient(base_url=address, headers={"origin": address}, timeout=PATIENCE) as client:
        await client.get("/", headers={"accept": "text/html"})
        yield client


def live(client: httpx.AsyncClient, page: str) -> websockets.asyncio.client.connect:
    """What a page that somebody has open is sent."""
    cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
    origin = {"origin": client.headers["origin"]}
    address = str(client.base_url.copy_with(scheme="ws", path=f"{page}/live"))
    return websockets.asyncio.client.connect(address, additional_headers=cookie | origin, **PATIENT_SOCKET)


async def test_open_tables_and_own_tables_change_without_reloading(running: RunningServer) -> None:
    async with browser(running) as anna, browser(running) as berta, live(berta, "/lobby") as stream:
        lobby = OpenLobby(stream)
        await lobby.until("public", {})
        seats = [ME, PERSON]
        made = (await anna.post("/api/tables", json={"game": "barony", "seats": seats, "public": True})).json()
        table = f"/table/{made['id']}"
        await lobby.until("public", {table: "Sit down"})
        await berta.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Berta"})
        await lobby.until("public", {})
        state = (await berta.get(f"/api/tables/{made['id']}")).json()
        await lobby.until("own", {table: "Your turn" if state["to_act"] == 1 else "Continue"})
        await anna.post(f"/api/tables/{made['id']}/seats/0/resign")
        await lobby.until("own", {})
        await lobby.until("done", {f"/result/{made['id']}": "Won by Berta"})


async def test_a_tournament_is_followed_without_reloading(running: RunningServer) -> None:
    async with browser(running) as anna, browser(running) as berta, browser(running) as stranger:
        wanted = {"name": "Cup", "game": "barony", "players": 2, "rounds": 1, "clock": 86400}
        cup = f"/api/tournaments/{(await anna.post('/api/tournaments', json=wanted)).json()['id']}"
        await anna.post(f"{cup}/join", json={"name": "Anna"})
        page = cup.replace("/api/tournaments", "/tournament")
        async with live(stranger, page) as stream:
            shown: dict[str, str] = {}

            async def until(part: str, *expected: str) -> None:
                async with asyncio.timeout(PATIENCE):
                    while not all(text in shown.get(f"tournament-{part}", "") for text in expected):
                        shown.update(json.loads(await stream.recv())["parts"])

            await until("standings", "Anna")
            await until("deeds", "Take part")
            await berta.post(f"{cup}/join", json={"name": "Berta"})
            await until("standings", "Anna", "Berta")
            await anna.post(f"{cup}/start")
            await until("stage", "Round 1 of 1")
            (table,) = (await anna.get(cup)).json()["tables"]
            await until("rounds", f"/table/{table['id']}", "Watch")
            assert "Take part" not in shown["tournament-deeds"]
            await berta.post(f"/api/tables/{table['id']}/seats/{table['seats'].index('Berta')}/resign")
            await until("rounds", f"/result/{table['id']}", "winner")
        with pytest.raises(websockets.exceptions.InvalidStatus):
            await live(stranger, page.replace("/tournament/", "/tournament/x"))


async def test_finished_public_games_are_found_by_game_name_and_number_of_players(app: FastAPI) -> None:
    async with person(app, "Hanna") as host, person(app, "Gustaw") as guest, person(app, "Nobody") as stranger:
        games = []
        for public in (True, False):
            table = await host.make(ME, PERSON, public=public)
            await guest.post(f"{table}/seats/1")
            await guest.post(f"{table}/seats/1/resign")
            games.append(table.rsplit("/", 1)[1])
        shown, hidden = games
        page = (await stranger.page("/finished")).text
        assert (shown in page, hidden in page) == (True, False)
        for link in (f"/result/{shown}", f"/replay/{shown}?n=0", f"/replay/{shown}?n=0#analyse"):
            assert f'href="{link}"' in page
        (found,) = (await stranger.get("/api/finished?game=catan&name=gust&players=2")).json()
        assert (found["id"], found["winners"], len(found["scores"])) == (shown, [0], 2)
        assert found["forfeits"] == [{"seat": 1, "bot": "", "reason": "resigned"}]
        for row in (page, (await host.page("/me")).text, (await host.page("/")).text):
            assert re.findall(r"<span>\s*(\w+)</span>(?:[^>]*<b>\d+</b>)?\s*<span class=\"tag\">(\w+)<", row)[:1] == [
                ("Gustaw", "resigned")
            ]
        events = (await host.get(f"/api/tables/{shown}/events")).json()
        assert found["moves"] == len([event for event in events if event["kind"] == "move"])
        assert found["begun_at"] <= found["finished_at"]
        for nothing in ("game=barony", "name=stranger", "players=3", "page=2", "name=%25"):
            assert (await stranger.get(f"/api/finished?{nothing}")).json() == []
        assert "No public game like that" in (await stranger.page("/finished?name=stranger")).text
        assert (await stranger.get("/api/finished?page=0")).status_code == 422
        assert (await stranger.get("/api/finished?game=%00")).status_code == 422, "no database stores that"
        assert (await stranger.get("/api/finished?name=gust%00&players=2")).json() == [found]
        assert page_of(f"/api/tables/{shown}", "result") in page


async def test_a_long_list_has_pages(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "AT_ONCE", 1)
    async with person(app, "Hanna") as host:
        for _ in range(2):
            table = await host.make(ME, {"kind": "bot", "level": "random"}, public=True)
            await host.post(f"{table}/seats/0/resign")
        first, second = [(await host.page(f"/finished?page={number}")).text for number in (1, 2)]
        assert (first.count('class="finished-row"'), "page=2" in first, "Newer" in first) == (1, True, False)
        assert (second.count('class="finished-row"'), "Newer" in second, "Older" in second) == (1, True, False)
