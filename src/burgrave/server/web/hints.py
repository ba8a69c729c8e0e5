"""Hints during play: what a seat should do, made from what it sees, where its table allows that."""

from __future__ import annotations

import threading
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from pydantic import Field

from burgrave.core import words
from burgrave.server.tables import commands
from burgrave.server.tables.events import Hinted
from burgrave.server.tables.refusal import Forbidden, Late, Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.api import PROBLEMS, Seen, Strict, TableId, WhichSeat, asker
from burgrave.server.web.considered import considered
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.requests import application, language_of
from burgrave.server.web.table_tools import as_host

if TYPE_CHECKING:
    from burgrave.arena.hints import Hint
    from burgrave.core.position import View

router = APIRouter(prefix="/api", tags=["hints"])


class HintRule(Strict):
    """Who may have hints at a table."""

    who: Hinted = Field(description="`alone`: whoever plays with nobody but bots; `all`; `nobody`.")


@router.post("/tables/{table_id}/hint", responses=PROBLEMS, summary="What should you play?")
async def hint(request: Request, table_id: TableId, seen: Seen, seat: WhichSeat = None) -> dict[str, Any]:
    """The best move of the position you saw, with its reasons in words, and the next best ones.

    It takes about a second of a bot's time, is made from what your seat sees and nothing else, and ends when you hang
    up. 403 where the table does not allow hints; 409 when the position has changed meanwhile. `chance` is your chance
    to win after the move (null for an only move), and `less` how much more the best one is worth, where that is sure.
    """
    await elsewhere(import_module, "burgrave.arena.hints")  # which takes a while the first time
    table, language = await application(request).hub.get(table_id), language_of(request)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    if not table.may_have_hints(who.seat):
        raise Forbidden("no_hints")
    commands.check_position(table.state, seen.seq)
    if table.state.to_act != who.seat:
        raise Refusal("not_your_turn")
    view, position = table.state.view(who.seat), table.state.position_seq
    found = await thought(request, table, view)
    if table.state.position_seq != position:
        raise Late
    return {"seq": seen.seq, **await elsewhere(hint_json, view, found, language)}


async def thought(request: Request, table: Table, view: View) -> Hint:
    """A hint for a view, from one of the bots' threads."""
    from burgrave.arena import hints

    def think(stop: threading.Event) -> Hint:
        return hints.hint(view, stop=stop)

    ready = partial(application(request).games.judge_ready, table.made.game)
    return await considered(request, table, ready, think, again_after=2)


def hint_json(view: View, found: Hint, language: str) -> dict[str, Any]:
    """A hint as pages and programs read it."""
    from burgrave.arena.hints import told

    only = len(found.options) == 1
    options = [
        {
            "move": one.move.text,
            "label": words.label_in(view, one.move, language),
            "sites": list(view.game.rules.parts.sites(one.move)),
            "chance": None if only else round(one.chance, 3),
            "less": round(one.less, 3),
        }
        for one in found.options
    ]
    return {**options[0], "reasons": told(view, found, language), "others": options[1:]}


@router.post("/tables/{table_id}/hints", responses=PROBLEMS, summary="Say who may have hints")
async def rule_hints(request: Request, table_id: TableId, rule: HintRule) -> dict[str, int]:
    """The host lets everybody have hints, nobody, or whoever plays with nobody but bots; everybody is told."""
    table = await as_host(request, table_id)
    await table.rule_hints(rule.who)
    return {"seq": table.state.seq_for(None)}
