"""The pages as an app: manifest, icons, service worker, what is shared; and what links show beforehand."""

from __future__ import annotations

import re

import httpx
import pytest
from fastapi import FastAPI

from burgrave.server.web.previews import drawn
from server.web.people import HTML, person

pytestmark = pytest.mark.asyncio

ME, FRIEND = {"kind": "me"}, {"kind": "person"}
PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


async def test_a_device_can_keep_the_server_like_an_app(client: httpx.AsyncClient) -> None:
    html = (await client.get("/", headers=HTML)).text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html
    manifest = (await client.get("/manifest.webmanifest")).json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    pictures = {icon["src"]: icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    for path, size in pictures.items():
        width, height = size_of((await client.get(path)).content)
        assert f"{width}x{height}" == size
    assert {"192x192", "512x512"} <= set(pictures.values())
    assert (await client.get("/icon-7.png")).status_code == 404
    worker = await client.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "No connection" in (await client.get("/offline", headers=HTML)).text


@pytest.mark.parametrize(
    ("shared", "leads"),
    [
        ({"url": "http://testserver/table/abc?seat=1"}, "/table/abc?seat=1"),
        ({"text": "come and play http://testserver/take#secret now"}, "/take#secret"),
        ({"url": "http://evil.example/table/abc"}, "/"),
        ({"url": "http://testserver//evil.example"}, "/"),
        ({"text": "http://["}, "/"),
        ({}, "/"),
    ],
)
async def test_a_shared_link_of_this_server_leads_where_it_leads(
    client: httpx.AsyncClient, shared: dict[str, str], leads: str
) -> None:
    answer = await client.get("/share", params=shared)
    assert (answer.status_code, answer.headers["location"]) == (303, leads)


def told(html: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(title|description|image)" content="([^"]*)"', html))


async def test_a_link_tells_who_invites_then_who_plays_and_then_who_has_won(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, FRIEND)
        page = f"/table/{table.rpartition('/')[2]}"
        waiting = told((await bo.page(page)).text)
        assert waiting["title"] == "Settlers of Catan"
        assert waiting["description"] == "Anna invites you: 1 seat is free."
        await bo.post(f"{table}/seats/1", name="Bo")
        playing = told((await bo.page(page)).text)
        assert playing["description"] == "Anna and Bo"
        running = told((await bo.page(page.replace("table", "replay"))).text)
        assert running == playing
        await bo.post(f"{table}/seats/1/resign")
        for kind in ("table", "result", "replay"):
            over = told((await bo.page(page.replace("table", kind))).text)
            assert over["description"] == "The game is over. Won by Anna."
            assert f"{page}/preview.png" in over["image"]


async def test_lists_show_the_board_of_a_table_that_is_played_and_else_the_games_cover(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo, person(app, "") as stranger:
        table = await anna.make(ME, FRIEND)
        board = f"{table.replace('/api/tables', '/table')}/board.svg"
        assert board not in (await anna.page("/")).text
        await bo.post(f"{table}/seats/1", name="Bo")
        assert board in (await anna.page("/")).text
        seen = (await stranger.get(board)).text
        assert seen.startswith("<svg")
        assert seen != (await stranger.get("/picture/catan.svg")).text
        assert (await anna.post(f"{table}/spectators", watch=False)).status_code == 200
        hidden = await stranger.get(board)
        assert hidden.headers["location"] == "/picture/catan.svg?language=en"


async def test_the_picture_is_what_a_spectator_sees_whoever_asks(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo, person(app, "") as stranger:
        table = await anna.make(ME, FRIEND)
        page = f"/table/{table.rpartition('/')[2]}"
        await bo.post(f"{table}/seats/1", name="Bo")
        address = told((await anna.page(page)).text)["image"].replace("&amp;", "&")
        seen = [(await one.get(address)).content for one in (anna, bo, stranger)]
        assert seen[0] == seen[1] == seen[2]
        assert size_of(seen[0])[0] == 1200
        state = app.state.burgrave.hub.tables[table.rpartition("/")[2]].state
        assert seen[0] == drawn(state, "en")
        assert (await anna.post(f"{table}/spectators", watch=False)).status_code == 200
        assert (await anna.get(address)).status_code == 404

        async def hidden(*kinds: str) -> None:
            for kind in kinds:
                found = told((await anna.page(page.replace("table", kind))).text)
                assert found["image"] == "http://testserver/icon-512.png"
                assert "Anna" not in found["description"]

        await hidden("table", "replay")
        await bo.post(f"{table}/seats/1/resign")
        await hidden("table", "replay", "result")
