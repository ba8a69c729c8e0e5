"""What others see of a link before they follow it: a title, a sentence and a picture, as a spectator may see them."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from typing import TypedDict

from burgrave.core import registry, words
from burgrave.core.picture import cover, to_png, to_svg
from burgrave.server.store.kinds import Status
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.html import say

WIDTH = 1200
KEPT = 32


class LinkPreview(TypedDict):
    """What the head of a page tells other programs."""

    title: str
    text: str
    picture: str


def may_be_seen(state: TableState) -> bool:
    """Whether somebody without a seat may see the game: a host may keep them away."""
    return state.match is not None and state.spectators.watch


def preview_of(state: TableState, language: str, address: str) -> LinkPreview:
    """The preview of a link to a table, its result or its replay; of a game that strangers may not watch only which."""
    made, tell = state.made, say(language)
    title = words.title(registry.spec(made.game), language)
    seen = may_be_seen(state)
    if not seen and state.status != Status.OPEN:
        text = words.tagline(registry.spec(made.game), language)
    elif state.status == Status.OPEN:
        people = words.joined([seat.name for seat in state.seats if seat.name], language)
        text = tell("preview.open", state.free, who=people) if people else tell("preview.empty")
    elif state.result is not None:
        text = tell("preview.over", who=words.joined([state.names[seat] for seat in state.result.winners], language))
    else:
        text = words.joined(list(state.names), language)
    drawn = f"{address}/table/{made.id}/preview.png?seq={state.position_seq}&language={language}" if seen else ""
    return LinkPreview(title=title, text=text, picture=drawn or f"{address}/icon-512.png")


class Pictures:
    """The last pictures that were asked for; one is drawn at a time, and the same is drawn once."""

    def __init__(self, draw: Callable[[TableState, str], bytes]) -> None:
        self._draw = draw
        self._drawn: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def of(self, table: Table, language: str) -> bytes:
        """The table as a spectator sees it now."""
        state = table.state
        key = table.id, state.position_seq, language
        async with self._drawing:
            if key not in self._drawn:
                self._drawn[key] = await asyncio.to_thread(self._draw, state, language)
                while len(self._drawn) > KEPT:
                    self._drawn.popitem(last=False)
            return self._drawn[key]


def drawn(state: TableState, language: str) -> bytes:
    """The picture of a spectator's view."""
    return to_png(to_svg(state.view(None), language), WIDTH)


def board_alone(state: TableState, language: str) -> bytes:
    """The board of a spectator's view as a small compressed drawing, for lists of tables."""
    return gzip.compress(cover(state.view(None), language).encode(), mtime=0)
