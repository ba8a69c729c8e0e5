"""What the moves of a seat would cost and bring, for pages and programs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from burgrave.server.tables.table import Table
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.rendered import rendered

if TYPE_CHECKING:
    from burgrave.core.position import View


async def table_previews(table: Table, seat: int, language: str) -> dict[str, Any]:
    """The previews of a seat's legal moves now, made once while the event loop goes on."""
    made, key = rendered(table).previews, (seat, language)
    if key not in made:
        made[key] = asyncio.ensure_future(
            elsewhere(previews_json, table.state.view(seat), language, table.state.seq_for(seat))
        )
    return await asyncio.shield(made[key])


def previews_json(view: View, language: str, seq: int) -> dict[str, Any]:
    """By the moves' texts: what each costs and brings in words, its costs, and what it puts where."""
    from burgrave.core.previews import previews

    found = previews(view, language, view.names)
    return {"seq": seq, "previews": {text: [one.text, one.costs, one.pieces] for text, one in found.items()}}
