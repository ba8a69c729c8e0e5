"""Who plays a game how well: people and the bots' levels on one scale, with how sure that is and how it came about."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from burgrave.bots.level_ratings import level_ratings
from burgrave.core import registry, words
from burgrave.core.drawing import number
from burgrave.server.store.ratings import BOT, Ranked
from burgrave.server.tables.rating import first, shown
from burgrave.server.web.api import PROBLEMS
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import level_name, say
from burgrave.server.web.pages.frame import page
from burgrave.server.web.pages.games import shown_games
from burgrave.server.web.pages.new_table import known
from burgrave.server.web.requests import application, language_of
from burgrave.server.web.timing import day

router = APIRouter()

WIDTH, HEIGHT = 120.0, 28.0


@router.get("/api/ratings/{game}", tags=["ratings"], responses=PROBLEMS, summary="A game's ranking")
async def list_ratings(request: Request, game: str) -> list[dict[str, Any]]:
    """Who has played rated games, the strongest first by what is sure: rating, how far off it can be, last ratings.

    The bots' levels are on the same scale, and stand there before they have played here (`games` 0, `last_at` null):
    with what they reached against each other, where `normal` is 1500, which is where people begin.
    """
    known(request, game)
    language = language_of(request)
    ranked = with_levels(await application(request).storage.ratings.ranking(game), game)
    return [
        {
            "place": place,
            "name": name_of(one, language),
            "bot": one.who.removeprefix(BOT) if one.who.startswith(BOT) else None,
            "rating": shown(one.skill)[0],
            "within": shown(one.skill)[1],
            "games": one.games,
            "history": [shown(skill)[0] for skill in one.history],
            "last_at": one.at or None,
        }
        for place, one in enumerate(ranked, 1)
    ]


@router.get("/ratings/{game}", include_in_schema=False)
async def ratings(request: Request, game: str) -> Response:
    """The ranking as a page."""
    known(request, game)
    ranked = with_levels(await application(request).storage.ratings.ranking(game), game)
    return await elsewhere(ratings_page, request, game, ranked)


def ratings_page(request: Request, game: str, ranked: list[Ranked]) -> Response:
    """The page with everybody who is ranked, and the way to the other games' rankings."""
    app, language = application(request), language_of(request)
    rows = [
        {
            "name": name_of(one, language),
            "bot": one.who.startswith(BOT),
            "rating": shown(one.skill)[0],
            "within": shown(one.skill)[1],
            "games": one.games,
            "curve": curve([shown(skill)[0] for skill in one.history], language),
            "day": day(one.at, language) if one.at else "",
        }
        for one in ranked
    ]
    title = words.title(registry.spec(game), language)
    played = any(one.games for one in ranked)
    return page(
        request, "ratings.html", game=game, title=title, rows=rows, played=played, games=shown_games(app, language)
    )


def with_levels(ranked: list[Ranked], game: str) -> list[Ranked]:
    """The ranking with the bots' levels that have not played here, at the ratings they begin with."""
    there = {one.who for one in ranked}
    levels = [f"{BOT}{level}" for level in level_ratings(game)]
    fresh = [Ranked(who, "", 0, (first(who, game),), 0.0) for who in levels if who not in there]
    return sorted([*ranked, *fresh], key=lambda one: -one.skill.least)


def name_of(one: Ranked, language: str) -> str:
    """What somebody is called: the name of their last game, a bot by its level."""
    if one.who.startswith(BOT):
        return say(language)("ratings.bot", level=level_name(one.who.removeprefix(BOT), language))
    return one.name or say(language)("ratings.former")


def curve(history: list[int], language: str) -> Markup:
    """The last ratings as a line."""
    least, most = min(history), max(history)
    across, up = WIDTH / max(1, len(history) - 1), (HEIGHT - 6) / max(1, most - least)
    points = [f"{number(k * across)},{number(HEIGHT - 3 - (one - least) * up)}" for k, one in enumerate(history)]
    told = say(language)("ratings.curve", least=least, most=most)
    return Markup(
        f'<svg class="sparkline" viewBox="-3 0 {number(WIDTH + 6)} {number(HEIGHT)}" width="126" height="28" '
        f'role="img" aria-label="{Markup.escape(told)}"><polyline points="{" ".join(points)}" '
        'fill="none" stroke="currentColor" '
        f'stroke-width="2"/><circle cx="{points[-1].split(",")[0]}" cy="{points[-1].split(",")[1]}" r="3" '
        'fill="currentColor"/></svg>'
    )
