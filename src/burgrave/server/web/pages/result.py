"""The page of a finished game: places, points by source, points over time."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from burgrave.core import fair, words
from burgrave.server.store.kinds import Status
from burgrave.server.tables.table import Table
from burgrave.server.web.chart import score_chart
from burgrave.server.web.html import badge, colours, say
from burgrave.server.web.pages.frame import page, script_texts
from burgrave.server.web.pages.replay import turn_starts
from burgrave.server.web.pages.table import opened
from burgrave.server.web.requests import asker_of, language_of

router = APIRouter(include_in_schema=False)


@router.get("/result/{table_id}")
async def result(request: Request, table_id: str) -> Response:
    """The final page: places, points by source, points over time."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    if table.state.status != Status.OVER or table.state.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    language = language_of(request)
    view = table.state.view(None)
    who = await asker_of(request, table_id)
    chosen = colours(table.made.game, table.state.players)
    tell = say(language)
    order = sorted(range(table.state.players), key=lambda seat: (seat not in view.winners, -view.scores[seat]))
    return page(
        request,
        "result.html",
        table=table,
        who=who,
        title=words.title(view.game, language),
        outcome=words.outcome(view, language),
        order=order,
        view=view,
        names=table.state.names,
        badges=[badge(colour, 26) for colour in chosen],
        sources=score_table(view, language),
        chart=score_chart(
            scores_over_time(table), table.state.names, chosen, tell("result.chart"), tell("result.moves")
        ),
        commitment=table.made.commitment,
        seed=table.state.seed,
        fair=bool(table.made.secret_seed) and fair.commitment_of(table.made.secret_seed) == table.made.commitment,
        texts=script_texts(language),
    )


def score_table(view: Any, language: str) -> list[tuple[str, list[int]]]:
    """Points by source: the source's name and every seat's points."""
    parts = view.score_parts()
    keys = list(dict.fromkeys(key for seat in parts for key in seat))
    return [(words.score_part(view.game, key, language), [seat.get(key, 0) for seat in parts]) for key in keys]


def scores_over_time(table: Table) -> list[list[int]]:
    """Every seat's points whenever a seat had decided something, as they would have been counted then."""
    assert table.state.match is not None
    every = table.state.match.positions
    positions = [every[start] for start, _ in turn_starts(table)] + [every[-1]]
    return [[position.scores[seat] for position in positions] for seat in range(table.state.players)]
