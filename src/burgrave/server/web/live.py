"""One WebSocket per page: after every change the page receives what has changed on it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from burgrave.server import metrics
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.guard import client_of
from burgrave.server.web.parts import table_parts
from burgrave.server.web.requests import Application, application, asker_of, language_of

router = APIRouter()

LONGEST_MESSAGE = 2_000
NORMAL, GONE, FULL = 1000, 4404, 4429


@contextlib.asynccontextmanager
async def listening(
    websocket: WebSocket, table: Table, seat: int | None, app: Application
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Accept a connection and give a function that waits for the table's next change; ends when the other side goes."""
    client = client_of(websocket.scope)
    if app.connections.get(client, 0) >= app.settings.connections_per_client:
        await websocket.close(FULL, "Too many open pages.")
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # nothing more can be sent
            yield _never
        return
    await websocket.accept()
    app.connections[client] = app.connections.get(client, 0) + 1
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
    table.arrive(seat)
    try:
        yield changed
    except (WebSocketDisconnect, RuntimeError):
        pass  # the page was closed; it comes back with the number of the last event it saw
    finally:
        reader.cancel()
        table.listeners.discard(wake.set)
        table.leave(seat)
        metrics.CONNECTIONS.dec()
        app.connections[client] -= 1
        if not app.connections[client]:
            del app.connections[client]
        if websocket.client_state == WebSocketState.CONNECTED and not gone:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close(GONE if table.gone else NORMAL)


async def _never() -> None:
    raise WebSocketDisconnect


@router.websocket("/table/{table_id}/live")
async def live(websocket: WebSocket, table_id: str, seat: int | None = None) -> None:
    """The page's own connection: everything once, then whatever has changed."""
    app, language = application(websocket), language_of(websocket)
    try:
        table = await app.hub.get(table_id)
        who = await asker_of(websocket, table_id, seat)
    except Refusal:
        await websocket.close(GONE)
        return
    shown: dict[str, int] = {}
    async with listening(websocket, table, seat, app) as changed:
        while not table.gone:
            parts = table_parts(table, seat, language, who)
            fresh = {name: html for name, html in parts.html.items() if shown.get(name) != hash(html)}
            await websocket.send_text(json.dumps({"state": parts.state.told, "parts": fresh}))
            shown = {name: hash(html) for name, html in parts.html.items()}
            await changed()
