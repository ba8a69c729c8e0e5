"""The connections of pages that list tables, a lobby's and a tournament's: their parts, whenever they change."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from burgrave.server import metrics
from burgrave.server.store.rows import StoredTable, UnavailableError
from burgrave.server.tables.lobby import Watch
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.live import GONE, LONGEST_MESSAGE, in_own_task
from burgrave.server.web.pages.lobby import OwnTables, table_lists
from burgrave.server.web.pages.tournaments import read, tournament_parts
from burgrave.server.web.requests import Application, application, language_of

router = APIRouter()

PACE_SECONDS = 1.0
"""A page hears of changes so often at most."""


@router.websocket("/lobby/live")
@in_own_task
async def lobby(websocket: WebSocket) -> None:
    """All lists once, then those that have changed."""
    app, language = application(websocket), language_of(websocket)
    browser = app.browser(websocket)
    watch, mine = Watch(browser.player if browser else None), OwnTables()

    async def lists() -> Mapping[str, str]:
        nonlocal mine
        if watch.own_changed and watch.player:
            watch.own_changed = False
            mine = await app.storage.tables_of(watch.player)
            watch.own = {table.made.id for table, _ in mine}
        return await elsewhere(table_lists, app, mine, await public_tables(app), language)

    await keep_showing(app, websocket, watch, lists)


@router.websocket("/tournament/{tournament_id}/live")
@in_own_task
async def tournament(websocket: WebSocket, tournament_id: str) -> None:
    """All of a tournament's page once, then what has changed: who joins, tables that open, results, standings."""
    app, language = application(websocket), language_of(websocket)
    browser = app.browser(websocket)
    try:
        await app.hub.tournaments.find(tournament_id)
    except Refusal:
        await websocket.close(GONE)
        return
    watch = Watch(browser.player if browser else None, [tournament_id], is_lobby=False)

    async def parts() -> Mapping[str, str]:
        state = await read(app, tournament_id)
        watch.own = {tournament_id, *(pairing.table_id for pairing in state.pairings)}
        return await elsewhere(tournament_parts, state, browser, language)

    await keep_showing(app, websocket, watch, parts)


async def keep_showing(
    app: Application, websocket: WebSocket, watch: Watch, parts: Callable[[], Awaitable[Mapping[str, str]]]
) -> None:
    """Accept a connection and send the page's parts, then those that are others now, until the page is closed."""
    await websocket.accept()
    metrics.CONNECTIONS.inc()
    gone = asyncio.Event()
    app.hub.lobby.watches.add(watch)

    async def read_on() -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
            while len(await websocket.receive_text()) <= LONGEST_MESSAGE:
                pass
        gone.set()
        watch.wake.set()

    reader, shown = asyncio.create_task(read_on()), dict[str, str]()
    try:
        while not gone.is_set() and not app.is_blocked(websocket):
            with contextlib.suppress(UnavailableError):  # the next change shows it
                now = await parts()
                fresh = {name: html for name, html in now.items() if shown.get(name) != html}
                if fresh:
                    await websocket.send_text(json.dumps({"parts": fresh}))
                    shown = {**now}
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
