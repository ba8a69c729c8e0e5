"""The pages of what has been played: replay and result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from markupsafe import Markup

from burgrave.core import words
from burgrave.server import fair
from burgrave.server.chart import score_chart
from burgrave.server.context import Asker, application, asker_of, language_of
from burgrave.server.pages import opened, page, script_texts
from burgrave.server.refusal import Refusal
from burgrave.server.render import badge, colours, environment, replay_parts, say
from burgrave.server.table import CLOSED, OVER, Table

if TYPE_CHECKING:
    from burgrave.bots.search import Candidate, SearchBot

router = APIRouter(include_in_schema=False)

Number = Annotated[int, Query(ge=0, le=100_000)]
Eyes = Annotated[str, Query(max_length=8)]
ADVISER = "hard"
"""The level that gives advice."""
ADVISED = 5
"""How many of the best moves are shown, beside the one that was played."""


def perspective(table: Table, who: Asker, wanted: str) -> tuple[int | None, bool]:
    """Whose eyes a replay uses: one's own or a spectator's while the game runs, anybody's or everything afterwards."""
    if table.status in (OVER, CLOSED):
        if wanted == "all":
            return None, True
        if wanted.isdecimal() and int(wanted) < table.players:
            return int(wanted), False
        return None, wanted != "none"
    if wanted.isdecimal() and int(wanted) in who.seats:
        return int(wanted), False
    return (None if wanted == "none" else who.seat), False


def match_at(table: Table, moves: int) -> Any:
    """The match as it was after so many moves."""
    assert table.match is not None
    return table.match.first(min(moves, len(table.match.moves)))


@router.get("/replay/{table_id}")
async def replay(request: Request, table_id: str, n: Number = 100_000, seat: Eyes = "") -> Response:
    """A game move by move."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    if table.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    language = language_of(request)
    who = await asker_of(request, table_id)
    eyes, everything = perspective(table, who, seat)
    match = match_at(table, n)
    parts = replay_parts(table, match, eyes, language, everything)
    return page(
        request,
        "replay.html",
        table=table,
        parts={name: Markup(html) for name, html in parts.html.items()},
        state=parts.state,
        title=words.title(table.game, language),
        at=len(match.moves),
        length=len(table.match.moves),
        turns=turn_starts(table),
        eyes="all" if everything else ("none" if eyes is None else str(eyes)),
        finished=table.status in (OVER, CLOSED),
        over=table.status == OVER,
        who=who,
        texts=script_texts(language),
    )


@router.get("/replay/{table_id}/parts")
async def replay_position(request: Request, table_id: str, n: Number = 100_000, seat: Eyes = "") -> Response:
    """Another position of a replay, for the page that is open already."""
    table = await application(request).hub.get(table_id)
    if table.match is None:
        raise Refusal("not_playing")
    who = await asker_of(request, table_id)
    eyes, everything = perspective(table, who, seat)
    parts = replay_parts(table, match_at(table, n), eyes, language_of(request), everything)
    return JSONResponse({"state": parts.state, "parts": parts.html})


@router.get("/replay/{table_id}/advice")
async def advice(request: Request, table_id: str, n: Number = 100_000) -> Response:
    """What a search would play in a position of a finished game, knowing what the seat to act knew."""
    app, language = application(request), language_of(request)
    table = await app.hub.get(table_id)
    if table.match is None or table.status not in (OVER, CLOSED):
        raise Refusal("not_over")
    match = match_at(table, n)
    seat, at = match.position.to_act, len(match.moves)
    shown: list[Candidate] = []
    played = table.match.moves[at] if at < len(table.match.moves) else None
    if seat is not None and seat >= 0 and len(match.position.moves()) > 1:
        await app.engine.bot_ready(table.stored.game, ADVISER)
        view = match.view(seat)
        adviser = cast("SearchBot", app.engine.make_bot(ADVISER, table.game))
        candidates = await app.engine.think(lambda: adviser.candidates(view))
        shown = [one for place, one in enumerate(candidates) if place < ADVISED or one.move == played]
    html = environment.get_template("parts/advice.html").render(
        t=say(language),
        name=table.names[seat] if shown and seat is not None else "",
        candidates=[
            (words.label(table.game, one.move, language, match.position.point, table.names), one) for one in shown
        ],
        played=played,
    )
    return JSONResponse({"html": html})


def turn_starts(table: Table) -> list[tuple[int, str]]:
    """Where another seat begins to decide: after how many moves, and whose decision it is."""
    assert table.match is not None
    starts, before = [], None
    for number_, mover in enumerate(table.match.movers):
        if mover >= 0 and mover != before:
            starts.append((number_, table.names[mover]))
            before = mover
    return starts


@router.get("/result/{table_id}")
async def result(request: Request, table_id: str) -> Response:
    """The final page: places, points by source, points over time."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    if table.status != OVER or table.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    language = language_of(request)
    view = table.view(None)
    who = await asker_of(request, table_id)
    chosen = colours(table.stored.game, table.players)
    tell = say(language)
    order = sorted(range(table.players), key=lambda seat: (seat not in view.winners, -view.scores[seat]))
    return page(
        request,
        "result.html",
        table=table,
        who=who,
        title=words.title(table.game, language),
        outcome=words.outcome(view, language),
        order=order,
        view=view,
        names=table.names,
        badges=[badge(colour, 26) for colour in chosen],
        sources=score_table(view, language),
        chart=score_chart(scores_over_time(table), table.names, chosen, tell("result.chart"), tell("result.moves")),
        commitment=table.stored.commitment,
        seed=table.head.seed,
        fair=bool(table.stored.secret_seed) and fair.commitment_of(table.stored.secret_seed) == table.stored.commitment,
        texts=script_texts(language),
    )


def score_table(view: Any, language: str) -> list[tuple[str, list[int]]]:
    """Points by source: the source's name and every seat's points."""
    parts = view.score_parts()
    keys = list(dict.fromkeys(key for seat in parts for key in seat))
    return [(words.score_part(view.game, key, language), [seat.get(key, 0) for seat in parts]) for key in keys]


def scores_over_time(table: Table) -> list[list[int]]:
    """Every seat's points whenever a seat had decided something, as they would have been counted then."""
    assert table.match is not None
    every = table.match.positions
    positions = [every[start] for start, _ in turn_starts(table)] + [every[-1]]
    return [[position.scores[seat] for position in positions] for seat in range(table.players)]
