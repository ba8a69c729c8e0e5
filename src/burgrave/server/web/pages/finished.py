"""Finished public games of this server: to browse, to search, to replay and to analyse."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from burgrave.core import words
from burgrave.core.people import LONGEST_NAME, clean_name
from burgrave.server.store.rows import FinishedGames, StoredTable
from burgrave.server.web.api import PROBLEMS
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, colours_of
from burgrave.server.web.json import seat_json
from burgrave.server.web.pages.frame import page
from burgrave.server.web.pages.games import shown_games
from burgrave.server.web.pages.lobby import how_given_up, summary
from burgrave.server.web.requests import application, language_of
from burgrave.server.web.timing import day, duration

router = APIRouter()

AT_ONCE = 30
MOST_PAGES = 1000
Game = Annotated[str, Query(max_length=64, pattern=r"^[\w-]*$", description="The game's name; all games without it.")]
Name = Annotated[str, Query(max_length=LONGEST_NAME, description="A part of somebody's name.")]
Players = Annotated[int, Query(ge=0, le=8, description="How many played; 0 for any number.")]
Page = Annotated[int, Query(alias="page", ge=1, le=MOST_PAGES, description=f"The page, of {AT_ONCE} games each.")]


@router.get("/api/finished", tags=["tables"], responses=PROBLEMS, summary="Finished public games")
async def list_finished(
    request: Request, game: Game = "", name: Name = "", players: Players = 0, number: Page = 1
) -> list[dict[str, Any]]:
    """The latest first, with result and length; `record` and `/replay/{id}` show each whole."""
    wanted = FinishedGames(game, clean_name(name), players)
    found = await application(request).storage.finished_tables(wanted, AT_ONCE, AT_ONCE * (number - 1))
    return [
        {
            "id": table.made.id,
            "game": table.made.game,
            "options": dict(table.made.options),
            "seats": [seat_json(seat) for seat in table.seats],
            **(table.head.result or {}),
            "moves": table.head.moves,
            "begun_at": table.head.begun_at,
            "finished_at": table.head.changed_at,
        }
        for table in found
    ]


@router.get("/finished", include_in_schema=False)
async def finished(
    request: Request, game: Game = "", name: Name = "", players: Players = 0, number: Page = 1
) -> Response:
    """The list, and the form to search in it."""
    wanted = FinishedGames(game, clean_name(name), players)
    # one more than is shown tells whether there is a next page
    found = await application(request).storage.finished_tables(wanted, AT_ONCE + 1, AT_ONCE * (number - 1))
    return await elsewhere(finished_page, request, wanted, number, found)


def finished_page(request: Request, wanted: FinishedGames, number: int, found: list[StoredTable]) -> Response:
    """The page with so much of the list."""
    app, language = application(request), language_of(request)
    games = shown_games(app, language)
    known = {one["name"] for one in games}
    rows = [row(table, language) for table in found[:AT_ONCE] if table.made.game in known]
    return page(
        request, "finished.html", games=games, wanted=wanted, number=number, rows=rows, more=len(found) > AT_ONCE
    )


def row(table: StoredTable, language: str) -> dict[str, Any]:
    """A finished game as the list shows it."""
    head, chosen = table.head, colours_of(table.made, len(table.seats))
    result = head.result or {}
    scores, winners = result.get("scores", ()), set(result.get("winners", ()))
    lasted = head.changed_at - head.begun_at if head.begun_at is not None else 0.0
    return summary(table, language) | {
        "people": [
            {
                "name": seat.name or words.seat_name(seat.seat, None, language),
                "badge": badge(chosen[seat.seat], 22),
                "score": scores[seat.seat] if seat.seat < len(scores) else "",
                "won": seat.seat in winners,
                "gave_up": how_given_up(result, seat.seat, language),
            }
            for seat in table.seats
        ],
        "moves": head.moves,
        "lasted": duration(lasted, language),
        "day": day(head.changed_at, language),
    }
