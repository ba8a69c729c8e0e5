"""A position that a game fails to draw is told as such; page, live connection and replay go on without the picture."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from fastapi import FastAPI
from waiting import PATIENCE, PATIENT_SOCKET

from server.conftest import client_of
from server.running import RunningServer
from server.web.people import put_together
from server.web.test_api import ME, Chair, in_turn, make

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html"}
TOLD = "The picture of this position cannot be drawn."
STATE = re.compile(r'<script type="application/json" id="state">(.*?)</script>', re.DOTALL)


def break_drawing(app: FastAPI, monkeypatch: pytest.MonkeyPatch, game: str = "barony") -> None:
    def fails(view: Any, language: str) -> None:
        raise ZeroDivisionError("the road has no length")

    monkeypatch.setattr(app.state.burgrave.games._rules[game], "draw", fails)


@pytest.mark.parametrize("part", ["table", "replay"])
async def test_the_page_shows_everything_but_the_picture(
    app: FastAPI,
    client: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    part: str,
) -> None:
    made = await make(client, [ME, ME], game="barony")
    chairs = [Chair(client, made["id"], made["tokens"][seat]) for seat in "01"]
    actor, _ = await in_turn(*chairs)
    break_drawing(app, monkeypatch)
    answer = await client.get(f"/{part}/{made['id']}", headers={**HTML, **actor.headers})
    assert answer.status_code == 200
    assert "This position cannot be drawn." in answer.text
    assert "a position cannot be drawn" in caplog.text
    assert "the road has no length" not in answer.text
    if part == "table":
        assert TOLD in answer.text
        found = STATE.search(answer.text)
        assert found is not None
        shown = [move[0] for move in json.loads(found[1])["moves"]]
        assert shown == [move["text"] for move in (await actor.state())["moves"]]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path).start()
    yield server
    server.stop()


async def test_the_live_connection_stays_and_the_picture_comes_back(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with httpx.AsyncClient(base_url=running.address, timeout=PATIENCE) as client:
        made = await make(client, [ME, ME], game="barony")
        chairs = [Chair(client, made["id"], made["tokens"][seat]) for seat in "01"]
        actor, _ = await in_turn(*chairs)
        address = running.address.replace("http", "ws") + f"/table/{made['id']}/live"
        async with websockets.connect(address, **PATIENT_SOCKET) as page:
            shown = json.loads(await page.recv())["parts"]
            drawn = shown["ground"]
            with monkeypatch.context() as broken:
                break_drawing(running.app, broken)
                assert (await actor.play()).status_code == 200
                update = await heard(page, shown, (await actor.state())["seq"])
                assert TOLD in shown["asides"]
                assert "This position cannot be drawn." in shown["ground"]
                assert update["state"]["box"]
            actor, _ = await in_turn(*chairs)
            assert (await actor.play()).status_code == 200
            await heard(page, shown, (await actor.state())["seq"])
            assert TOLD not in shown["asides"]
            assert shown["ground"] == drawn


async def heard(page: Any, shown: dict[str, str], seq: int) -> dict[str, Any]:
    """The update that tells of an event; what is shown changes with all that come until then."""
    while True:
        update: dict[str, Any] = json.loads(await page.recv())
        shown |= {name: put_together(shown.get(name, ""), pieces) for name, pieces in update["parts"].items()}
        if update["state"]["seq"] >= seq:
            return update


async def test_a_cover_that_cannot_be_drawn_is_blank(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    from burgrave.server.web.pages import games

    await app.state.burgrave.games.ready("barony")
    monkeypatch.setattr(games, "shipped_cover", lambda package, language: None)
    monkeypatch.setattr(games, "_pictures", {})
    break_drawing(app, monkeypatch)
    async with client_of(app) as client:
        answer = await client.get("/picture/barony.svg")
    assert (answer.status_code, answer.text) == (200, games.BLANK_PICTURE)
