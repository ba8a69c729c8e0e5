"""The lobby's covers: shipped with a game, or drawn once its rules are ready."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.core import registry
from burgrave.server.web.pages.games import BLANK_PICTURE
from server.conftest import application, client_of

pytestmark = pytest.mark.asyncio


async def test_every_game_has_its_cover_at_once(app: FastAPI, client: httpx.AsyncClient) -> None:
    lobby = (await client.get("/", headers={"accept": "text/html"})).text
    assert "data-game" not in lobby
    for name in registry.games():
        assert f'src="/picture/{name}.svg?language=en"' in lobby
        picture = await client.get(f"/picture/{name}.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg ")
        assert len(picture.text) > 10 * len(BLANK_PICTURE)
    assert app.state.burgrave.games.preparations == {}


async def test_a_cover_follows_the_language_and_is_sent_as_the_client_can_read_it(client: httpx.AsyncClient) -> None:
    english = await client.get("/picture/burgundy.svg?language=en")
    polish = await client.get("/picture/burgundy.svg?language=pl")
    plain = await client.get("/picture/burgundy.svg?language=pl", headers={"accept-encoding": "identity"})
    assert english.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert ">Board 1<" in english.text
    assert ">Plansza 1<" in polish.text
    assert polish.text == plain.text


async def test_a_game_without_a_cover_is_drawn_once_its_rules_are_ready(pebbles_folder: Path, tmp_path: Path) -> None:
    app = application(tmp_path)
    async with app.router.lifespan_context(app), client_of(app) as client:
        lobby = (await client.get("/", headers={"accept": "text/html"})).text
        assert 'data-game="pebbles"' in lobby
        assert (await client.get("/picture/pebbles.svg")).text == BLANK_PICTURE
        async with asyncio.timeout(PATIENCE):
            while not (await client.get("/preparation/pebbles")).json()["ready"]:
                await asyncio.sleep(0.1)
        assert 'viewBox="0 0 310 100"' in (await client.get("/picture/pebbles.svg")).text
