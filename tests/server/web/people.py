"""People with browsers, as tests need several of them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
from fastapi import FastAPI

from burgrave.server.web.changes import BETWEEN
from server.conftest import client_of

HTML = {"accept": "text/html"}
FORM = {"content-type": "application/x-www-form-urlencoded", **HTML}


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(path)

    async def page(self, path: str) -> httpx.Response:
        return await self.client.get(path, headers=HTML)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.client.post(path, json=body)

    async def send(self, path: str, **fields: str) -> httpx.Response:
        """Send a form."""
        return await self.client.post(path, content=str(httpx.QueryParams(fields)), headers=FORM)

    async def make(self, *seats: dict[str, Any], **more: Any) -> str:
        """Make a table; its address in the API."""
        answer = await self.post("/api/tables", game="catan", seats=list(seats), **more)
        assert answer.status_code == 201, answer.text
        return f"/api/tables/{answer.json()['id']}"


@contextlib.asynccontextmanager
async def person(app: FastAPI, name: str) -> AsyncIterator[Person]:
    """Somebody who has opened the lobby and chosen a name."""
    async with client_of(app, headers={"origin": "http://testserver"}) as client:
        await client.get("/", headers=HTML)
        found = Person(client)
        await found.send("/preferences", name=name)
        yield found


def put_together(old: str, pieces: str | list[Any]) -> str:
    """What the script makes of the pieces of a part that came over the wire."""
    if isinstance(pieces, str):
        return pieces
    tags = old.split(BETWEEN)
    return BETWEEN.join(piece if isinstance(piece, str) else BETWEEN.join(tags[slice(*piece)]) for piece in pieces)
