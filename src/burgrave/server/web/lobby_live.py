"""The lobby's own connection: its lists of tables, whenever they change."""

from __future__ import annotations

import asyncio
import contextlib
import json

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from burgrave.server import metrics
from burgrave.server.store.rows import StoredTable, UnavailableError
from burgrave.server.tables.lobby import Watch
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.live import LONGEST_MESSAGE, in_own_task
from burgrave.server.web.pages.lobby import OwnTables, table_lists
from burgrave.server.web.requests import Application, application, language_of

router = APIRouter()

PACE_SECONDS = 1.0
"""A lobby hears of changes so often at most."""


@router.websocket("/lobby/live")
@in_own_task
async def live(websocket: WebSocket) -> None:
    """All lists once, then those that have changed."""
    app, language = application(websocket), language_of(websocket)
    browser = app.browser(websocket)
    await websocket.accept()
    metrics.CONNECTIONS.inc()
    watch, gone = Watch(browser.player if browser else None), asyncio.Event()
    app.hub.lobby.watches.add(watch)

    async def read() -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
            while len(await websocket.receive_text()) <= LONGEST_MESSAGE:
                pass
        gone.set()
        watch.wake.set()

    reader, mine, shown = asyncio.create_task(read()), OwnTables(), dict[str, str]()
    try:
        while not gone.is_set() and not app.is_blocked(websocket):
            with contextlib.suppress(UnavailableError):  # the next change shows it
                if watch.own_changed and watch.player:
                    watch.own_changed = False
                    mine = await app.storage.tables_of(watch.player)
                    watch.own = {table.made.id for table, _ in mine}
                lists = await elsewhere(table_lists, app, mine, await public_tables(app), language)
                fresh = {name: html for name, html in lists.items() if shown.get(name) != html}
                if fresh:
                    await websocket.send_text(json.dumps({"parts": fresh}))
                    shown = {**lists}
            await asyncio.sleep(PACE_SECONDS)
            await watch.wake.wait()
            watch.wake.clear()
    except (WebSocketDisconnect, RuntimeError):
        pass  # the page was closed
    finally:
        reader.cancel()
        app.hub.lobby.watches.discard(watch)
        metrics.CONNECTIONS.dec()
        if websocket.client_state == WebSocketState.CONNECTED and not gone.is_set():
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close()


async def public_tables(app: Application) -> list[StoredTable]:
    """The public tables, asked for once for all lobbies after a change."""
    number = app.hub.lobby.public
    known, tables = app.public_tables
    if known != number:
        tables = await app.storage.public_tables()
        app.public_tables = number, tables
    return tables
