"""The page of a finished game: places, points by source, points over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from burgrave.core import fair, words
from burgrave.server.store.kinds import Status
from burgrave.server.web.chart import score_chart
from burgrave.server.web.html import badge, colours, say
from burgrave.server.web.pages.frame import page, script_texts
from burgrave.server.web.pages.replay import turn_starts
from burgrave.server.web.pages.table import opened
from burgrave.server.web.requests import asker_of, language_of

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View

router = APIRouter(include_in_schema=False)


@router.get("/result/{table_id}")
async def result(request: Request, table_id: str) -> Response:
    """The final page: places, points by source, points over time."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    state, made = table.state, table.made
    if state.status != Status.OVER or state.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    language = language_of(request)
    view = state.view(None)
    who = await asker_of(request, table_id)
    chosen = colours(made.game, state.players)
    tell = say(language)
    points = scores_over_time(state.match)
    return page(
        request,
        "result.html",
        table_id=table.id,
        may_rematch=bool(who.seats) or who.host,
        rematch=state.rematch,
        title=words.title(view.game, language),
        outcome=words.outcome(view, language),
        order=sorted(range(state.players), key=lambda seat: (seat not in view.winners, -view.scores[seat])),
        winners=view.winners,
        scores=view.scores,
        names=state.names,
        badges=[badge(colour, 26) for colour in chosen],
        sources=score_table(view, language),
        chart=score_chart(points, state.names, chosen, tell("result.chart"), tell("result.moves")),
        commitment=made.commitment,
        seed=state.seed,
        fair=bool(made.secret_seed) and fair.commitment_of(made.secret_seed) == made.commitment,
        texts=script_texts(language),
    )


def score_table(view: View, language: str) -> list[tuple[str, list[int]]]:
    """Points by source: the source's name and every seat's points."""
    parts = view.score_parts()
    keys = list(dict.fromkeys(key for seat in parts for key in seat))
    return [(words.score_part(view.game, key, language), [seat.get(key, 0) for seat in parts]) for key in keys]


def scores_over_time(match: Match) -> list[list[int]]:
    """Every seat's points whenever a seat had decided something, as they would have been counted then."""
    every = match.positions
    positions = [every[start] for start, _ in turn_starts(match)] + [every[-1]]
    return [[position.scores[seat] for position in positions] for seat in range(match.game.players)]
