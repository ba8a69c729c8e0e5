"""One WebSocket per page: after every change the page receives what has changed on it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, ParamSpec

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from burgrave.server import metrics
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.changes import changes
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.guard import client_of
from burgrave.server.web.page_state import Parts
from burgrave.server.web.parts import table_parts
from burgrave.server.web.requests import Application, Asker, application, asker_of, language_of, may_look

router = APIRouter()
Given = ParamSpec("Given")

LONGEST_MESSAGE = 2_000
MOVES, STATE = "moves", "state"
"""The marks that say how many moves a page knows, and which state; the parts of a page are named otherwise."""
NORMAL, GONE, FULL = 1000, 4404, 4429


def in_own_task(serve: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, Coroutine[Any, Any, None]]:
    """Serve a connection in a task of its own: to wake it then does not go through all layers of the application."""

    @wraps(serve)
    async def served(*given: Given.args, **more: Given.kwargs) -> None:
        await asyncio.create_task(serve(*given, **more))

    return served


@contextlib.asynccontextmanager
async def listening(
    websocket: WebSocket, table: Table, seat: int | None
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Accept a connection and give a function that waits for the table's next change; ends when the other side goes."""
    await websocket.accept()
    metrics.CONNECTIONS.inc()
    wake, gone = asyncio.Event(), False

    async def read() -> None:
        nonlocal gone
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
            while len(await websocket.receive_text()) <= LONGEST_MESSAGE:
                pass
        gone = True
        wake.set()

    async def changed() -> None:
        await wake.wait()
        wake.clear()
        if gone:
            raise WebSocketDisconnect

    reader = asyncio.create_task(read())
    table.listeners.add(wake.set)
    client = client_of(websocket.scope)
    table.arrive(seat, client)
    try:
        yield changed
    except (WebSocketDisconnect, RuntimeError):
        pass  # the page was closed; it comes back with the number of the last event it saw
    finally:
        reader.cancel()
        table.listeners.discard(wake.set)
        table.leave(seat, client)
        metrics.CONNECTIONS.dec()
        if websocket.client_state == WebSocketState.CONNECTED and not gone:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close(GONE if table.gone else NORMAL)


def is_full(table: Table, who: Asker, app: Application) -> bool:
    """Whether so many watch a table already that one more without a seat cannot."""
    return not who.seats and not who.host and table.present[None] >= app.settings.spectators_per_table


def is_welcome(app: Application, websocket: WebSocket, table: Table, who: Asker) -> bool:
    """Whether somebody may listen, as far as that can change without anybody's rights."""
    return may_look(table, who) and not app.is_blocked(websocket)


async def asked_again(app: Application, websocket: WebSocket, table: Table, seat: int | None) -> tuple[Asker, int]:
    """Who listens, by the rights that they have now; a Refusal when they may not listen any more."""
    rights = table.rights
    if app.is_blocked(websocket):
        raise Forbidden("blocked")
    return await asker_of(websocket, table, seat), rights


@router.websocket("/table/{table_id}/live")
@in_own_task
async def live(websocket: WebSocket, table_id: str, seat: int | None = None) -> None:
    """The page's own connection: everything once, then whatever has changed."""
    app, language = application(websocket), language_of(websocket)
    try:
        table = await app.hub.get(table_id)
        who = await asker_of(websocket, table, seat)
    except Refusal:
        await websocket.close(GONE)
        return
    if is_full(table, who, app):
        await websocket.close(FULL, "Too many spectators.")
        return
    shown: dict[str, Any] = {}
    told: Parts | None = None
    rights = table.rights
    async with listening(websocket, table, seat) as changed:
        while not (table.gone or table.stopped):
            try:
                if table.rights != rights or not is_welcome(app, websocket, table, who):
                    who, rights = await asked_again(app, websocket, table, seat)
            except Refusal:
                await websocket.close(GONE)
                return
            parts = await table_parts(table, seat, language, who)
            if parts != told:  # a change that this page need not know of sends nothing
                text, shown = await elsewhere(news, parts, shown)
                await websocket.send_text(text)
                told = parts
            await changed()


def news(parts: Parts, shown: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What a page is sent that shows these parts: what has changed in the state and the parts; and what it shows then.

    Of what happened, a page that knows the moves up to a number is sent the later ones.
    """
    fresh = {
        name: changes(shown[name], html) if name in shown else html
        for name, html in parts.html.items()
        if shown.get(name) != html
    }
    state, known = parts.state.told, shown.get(STATE, {})
    later = [one for one in state["happened"] if one["number"] > shown.get(MOVES, 0)]
    changed = {name: value for name, value in state.items() if name not in known or known[name] != value}
    news = {"state": {**changed, "happened": later}, "now": time.time(), "parts": fresh}
    told = json.dumps(news, ensure_ascii=False, separators=(",", ":"))
    return told, {**parts.html, MOVES: state["length"], STATE: state}
