"""A game move by move, with a search's advice once it is over."""

from __future__ import annotations

import threading
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from burgrave.core import words
from burgrave.core.editing import can_edit
from burgrave.server.store.analyses import Stage
from burgrave.server.store.kinds import Status
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.considered import considered
from burgrave.server.web.dice import dice_facts
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.history import older
from burgrave.server.web.html import bot_levels, environment, say
from burgrave.server.web.pages.frame import layout, page, script_texts
from burgrave.server.web.pages.table import opened
from burgrave.server.web.parts import replay_parts
from burgrave.server.web.previews import preview_of
from burgrave.server.web.rendered import Glance
from burgrave.server.web.requests import Asker, application, asker_of, base_url, language_of

if TYPE_CHECKING:
    from burgrave.bots.search import Candidate, SearchBot
    from burgrave.core.match import Match

router = APIRouter(include_in_schema=False)

Number = Annotated[int, Query(ge=0, le=100_000)]
Eyes = Annotated[str, Query(max_length=8)]
ADVISER = "hard"
"""The level that gives advice."""
ADVISED = 5
"""How many of the best moves are shown, beside the one that was played."""


def perspective(table: Table, who: Asker, wanted: str) -> tuple[int | None, bool]:
    """Whose eyes a replay uses: one's own or a spectator's while the game runs, anybody's or everything afterwards.

    Of a game of which only one seat's knowledge was entered there is nothing else to see.
    """
    if table.state.knows is not None:
        known = table.state.knows if table.state.is_finished or table.state.knows in who.seats else None
        return (None if wanted == "none" else known), False
    if table.state.is_finished:
        if wanted == "all":
            return None, True
        if wanted.isdecimal() and int(wanted) < table.state.players:
            return int(wanted), False
        return None, wanted != "none"
    if wanted.isdecimal() and int(wanted) in who.seats:
        return int(wanted), False
    return (None if wanted == "none" else who.seat), False


def match_at(table: Table, moves: int) -> Match:
    """The match as it was after so many moves."""
    assert table.state.match is not None
    return table.state.match.first(min(moves, table.state.match.length))


@router.get("/replay/{table_id}")
async def replay(request: Request, table_id: str, n: Number = 100_000, seat: Eyes = "") -> Response:
    """A game move by move."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    if table.state.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    who = await asker_of(request, table)
    eyes, everything = perspective(table, who, seat)
    stage = await application(request).analysing.stage(table_id) if table.state.is_finished else None
    return await elsewhere(replay_page, request, Glance.at(table), who, n, eyes, everything, stage)


def replay_page(
    request: Request,
    table: Glance,
    who: Asker,
    moves: int,
    eyes: int | None,
    everything: bool,
    stage: Stage | None,
) -> Response:
    """The whole page."""
    language, whole = language_of(request), table.state.match
    assert whole is not None
    match = whole.first(min(moves, whole.length))
    parts = replay_parts(table, moves, eyes, language, everything)
    finished = table.state.is_finished
    return page(
        request,
        "replay.html",
        table_id=table.id,
        uploaded=table.made.uploaded,
        parts=parts.markup,
        state=parts.state.told,
        title=words.title(match.game, language),
        at=match.length,
        length=whole.length,
        turns=changes_of_hand(whole),
        eyes="all" if everything else ("none" if eyes is None else str(eyes)),
        others_eyes=[
            (seat.seat, seat.name)
            for seat in table.state.seats
            if (finished or seat.seat in who.seats) and table.state.knows in (None, seat.seat)
        ],
        guessed=table.state.knows is not None,
        settable=finished and table.state.knows is None and can_edit(match.game),
        finished=finished,
        seat=next(iter(who.seats), 0),
        levels=bot_levels(table.games, language),
        stand_in=STAND_IN,
        stage=stage,
        over=table.state.status == Status.OVER,
        dice=dice_facts(table.state, language) if finished else None,
        preview=preview_of(table.state, language, base_url(request)),
        texts=script_texts(language),
        **layout(table.made.game, len(table.state.seats), language),
    )


@router.get("/replay/{table_id}/parts")
async def replay_position(request: Request, table_id: str, n: Number = 100_000, seat: Eyes = "") -> Response:
    """Another position of a replay, for the page that is open already."""
    table = await application(request).hub.get(table_id)
    match = table.state.match
    if match is None:
        raise Refusal("not_playing")
    who = await asker_of(request, table)
    eyes, everything = perspective(table, who, seat)

    def parts(table: Glance, language: str) -> Response:
        made = replay_parts(table, n, eyes, language, everything)
        return JSONResponse({"state": made.state.told, "parts": made.html})

    return await elsewhere(parts, Glance.at(table), language_of(request))


@router.get("/replay/{table_id}/log")
async def replay_log(request: Request, table_id: str, before: Number = 100_000, seat: Eyes = "") -> Response:
    """The turns before a move as lines of the log, for a page that shows the newer ones already."""
    table = await application(request).hub.get(table_id)
    match = table.state.match
    if match is None:
        raise Refusal("not_playing")
    who = await asker_of(request, table)
    eyes, everything = perspective(table, who, seat)
    return await elsewhere(older_turns, table_id, match, before, eyes, everything, language_of(request))


def older_turns(
    table_id: str, match: Match, before: int, eyes: int | None, everything: bool, language: str
) -> Response:
    """Older turns of the log, and the number of the first move among them."""
    log = older(match, before, eyes, everything, language)
    html = environment.get_template("parts/turns.html").render(log=log, table_id=table_id, t=say(language))
    return JSONResponse({"html": html, "first": log.first})


@router.get("/replay/{table_id}/advice")
async def advice(request: Request, table_id: str, n: Number = 100_000) -> Response:
    """What a search would play in a position of a finished game, knowing what the seat to act knew."""
    await elsewhere(import_module, "burgrave.arena.analysis")  # which takes a while the first time
    from burgrave.arena import analysis

    language = language_of(request)
    table = await application(request).hub.get(table_id)
    await asker_of(request, table)
    if table.state.match is None or not table.state.is_finished:
        raise Refusal("not_over")
    match = match_at(table, n)
    seat, at = match.position.to_act, match.length
    shown: list[Candidate] = []
    played = table.state.match.moves[at] if at < table.state.match.length else None
    if analysis.is_decision(match.position) and match.knows in (None, seat):
        candidates = await advised(request, table, match)
        shown = [one for place, one in enumerate(candidates) if place < ADVISED or one.move == played]
    html = environment.get_template("parts/advice.html").render(
        t=say(language),
        name=table.state.names[seat] if shown and seat is not None else "",
        candidates=[
            (
                words.label_in(match.view(seat), one.move, language),
                match.game.rules.parts.sites(one.move),
                one,
            )
            for one in sorted(shown, key=lambda one: -one.value)
        ],
        played=played,
    )
    return JSONResponse({"html": html})


async def advised(request: Request, table: Table, match: Match) -> tuple[Candidate, ...]:
    """What a search thinks of the moves."""
    from burgrave.arena import analysis

    games = application(request).games

    def search(stop: threading.Event) -> tuple[Candidate, ...]:
        return analysis.advice(match, cast("SearchBot", games.make_bot(ADVISER, match.game)), stop)

    return await considered(request, table, partial(games.bot_ready, table.made.game, ADVISER), search, again_after=5)


def changes_of_hand(match: Match) -> list[tuple[int, str]]:
    """Where another seat begins to decide: after how many moves, and whose decision it is."""
    starts, before = [], None
    for number, mover in enumerate(match.movers):
        if mover >= 0 and mover != before:
            starts.append((number, match.names[mover]))
            before = mover
    return starts
