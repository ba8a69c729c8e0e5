"""A game move by move, with a search's advice once it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from burgrave.core import words
from burgrave.server.store.kinds import Status
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.html import environment, say
from burgrave.server.web.pages.frame import page, script_texts
from burgrave.server.web.pages.table import opened
from burgrave.server.web.parts import replay_parts
from burgrave.server.web.requests import Asker, application, asker_of, language_of

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
    """Whose eyes a replay uses: one's own or a spectator's while the game runs, anybody's or everything afterwards."""
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
    return table.state.match.first(moves)


@router.get("/replay/{table_id}")
async def replay(request: Request, table_id: str, n: Number = 100_000, seat: Eyes = "") -> Response:
    """A game move by move."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    if table.state.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    language = language_of(request)
    who = await asker_of(request, table_id)
    eyes, everything = perspective(table, who, seat)
    match = match_at(table, n)
    parts = replay_parts(table, match, eyes, language, everything)
    finished = table.state.is_finished
    return page(
        request,
        "replay.html",
        table_id=table.id,
        parts=parts.markup,
        state=parts.state.told,
        title=words.title(match.game, language),
        at=match.length,
        length=table.state.match.length,
        turns=turn_starts(table.state.match),
        eyes="all" if everything else ("none" if eyes is None else str(eyes)),
        others_eyes=[(seat.seat, seat.name) for seat in table.state.seats if finished or seat.seat in who.seats],
        finished=finished,
        over=table.state.status == Status.OVER,
        texts=script_texts(language),
    )


@router.get("/replay/{table_id}/parts")
async def replay_position(request: Request, table_id: str, n: Number = 100_000, seat: Eyes = "") -> Response:
    """Another position of a replay, for the page that is open already."""
    table = await application(request).hub.get(table_id)
    if table.state.match is None:
        raise Refusal("not_playing")
    who = await asker_of(request, table_id)
    eyes, everything = perspective(table, who, seat)
    parts = replay_parts(table, match_at(table, n), eyes, language_of(request), everything)
    return JSONResponse({"state": parts.state.told, "parts": parts.html})


@router.get("/replay/{table_id}/advice")
async def advice(request: Request, table_id: str, n: Number = 100_000) -> Response:
    """What a search would play in a position of a finished game, knowing what the seat to act knew."""
    from burgrave.arena import analysis

    app, language = application(request), language_of(request)
    table = await app.hub.get(table_id)
    if table.state.match is None or not table.state.is_finished:
        raise Refusal("not_over")
    match = match_at(table, n)
    seat, at = match.position.to_act, match.length
    shown: list[Candidate] = []
    played = table.state.match.moves[at] if at < table.state.match.length else None
    if analysis.is_decision(match.position):
        await app.games.bot_ready(table.made.game, ADVISER)
        adviser = cast("SearchBot", app.games.make_bot(ADVISER, match.game))
        candidates = await app.games.think(lambda: analysis.advice(match, adviser))
        shown = [one for place, one in enumerate(candidates) if place < ADVISED or one.move == played]
    html = environment.get_template("parts/advice.html").render(
        t=say(language),
        name=table.state.names[seat] if shown and seat is not None else "",
        candidates=[
            (words.label(match.game, one.move, language, match.position.point, table.state.names), one) for one in shown
        ],
        played=played,
    )
    return JSONResponse({"html": html})


def turn_starts(match: Match) -> list[tuple[int, str]]:
    """Where another seat begins to decide: after how many moves, and whose decision it is."""
    starts, before = [], None
    for number, mover in enumerate(match.movers):
        if mover >= 0 and mover != before:
            starts.append((number, match.names[mover]))
            before = mover
    return starts
