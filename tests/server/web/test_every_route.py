"""What holds for every route there is: no other site acts for somebody, and nobody asks without end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from server.conftest import application, client_of
from server.web.people import person
from server.web.test_event_loop import routes_of

pytestmark = pytest.mark.asyncio

WEBSOCKET = "WebSocket"
UNGUARDED = {"GET"}
FREE = "/static/"


def routes(app: FastAPI) -> list[tuple[str, str]]:
    """Method and an address of every route; what stands in braces is somebody's guess."""
    return [(method, re.sub(r"{[^}]*}", "x" * 22, path)) for method, path in routes_of(app.routes)]


async def knock(app: FastAPI, path: str, headers: dict[str, str]) -> list[dict[str, Any]]:
    """Ask for a connection; what the server says to that."""
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        said.append(message)

    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
        "subprotocols": [],
    }
    await app(scope, receive, send)
    return said


async def test_another_site_acts_by_no_route(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
        asked = 0
        for origin in ("http://evil.example", "null"):
            for method, path in routes(app):
                if method == WEBSOCKET:
                    said = await knock(app, path, {"origin": origin, "host": "testserver", "cookie": cookie})
                    assert [message["type"] for message in said] == ["websocket.close"], path
                elif method not in UNGUARDED:
                    answer = await anna.client.request(method, path, headers={"origin": origin})
                    assert answer.status_code == 403, (method, path)
                    asked += 1
        assert asked > 100
        me = (await anna.get("/api/me")).json()
        assert me["name"] == "Anna"


async def test_whoever_asks_without_end_is_refused_by_every_route(tmp_path: Path) -> None:
    app = application(tmp_path, requests_per_second=1e-9, request_burst=1)
    async with app.router.lifespan_context(app), client_of(app) as client:
        assert (await client.get("/api/games")).status_code == 200
        for method, path in routes(app):
            if method == WEBSOCKET:
                said = await knock(app, path, {"host": "testserver"})
                assert [message["type"] for message in said] == ["websocket.close"], path
            elif not path.startswith(FREE):
                answer: httpx.Response = await client.request(method, path)
                assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (429, True), (method, path)
