"""Thoughts that somebody asks for: advice, hints, chances of a position. They wait in the bots' queue."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from fastapi import Request

from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.table import Table
from burgrave.server.tables.thinking import Advice
from burgrave.server.web.guard import client_of
from burgrave.server.web.requests import application, unless_hung_up

T = TypeVar("T")


async def considered(
    request: Request,
    table: Table,
    ready: Callable[[], Awaitable[object]],
    think: Callable[[threading.Event], T],
    again_after: int,
) -> T:
    """What comes of thinking about a game, behind all bots that somebody waits for.

    One thing is thought about at a time for each client, and no longer than until they hang up.
    """
    app, client, stop = application(request), client_of(request.scope), threading.Event()
    if client in app.advised:
        raise Refusal("advising", 429, {"retry-after": str(again_after)})

    async def thought() -> T:
        await ready()
        return await app.games.thinking.think(Advice(client, table.id), partial(think, stop))

    app.advised.add(client)
    try:
        return await unless_hung_up(request, thought())
    finally:
        stop.set()
        app.advised.discard(client)
