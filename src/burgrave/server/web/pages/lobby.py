"""The lobby: the games, open tables, one's own tables; and what a browser prefers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from burgrave.core import registry, words
from burgrave.core.people import clean_name
from burgrave.core.words import LANGUAGES
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import StoredTable
from burgrave.server.store.tournaments import Tournament
from burgrave.server.tables.events import OUT_OF_TIME, RESIGNED
from burgrave.server.web.cookies import THEMES
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, colours_of, environment, say
from burgrave.server.web.identity import kept, show_chosen
from burgrave.server.web.pages.frame import form_of, own_path, page, script_texts
from burgrave.server.web.pages.games import shown_games
from burgrave.server.web.pages.puzzles import of_today
from burgrave.server.web.requests import Application, application, language_of
from burgrave.server.web.timing import timing_told

router = APIRouter(include_in_schema=False)

UNFINISHED = (Status.OPEN, Status.PLAYING)
AT_ONCE = 6
"""So many tables of a list are shown before one asks for more: the games stay near."""
OwnTables = list[tuple[StoredTable, set[int]]]
"""Tables, with the seats that are one's own."""


@router.get("/")
async def lobby(request: Request) -> Response:
    """The games, open tables, own tables."""
    app = application(request)
    browser = app.browser(request)
    mine = await app.storage.tables_of(browser.player) if browser else []
    blocked = sorted({name for _, name in await app.ignored_by(browser.player if browser else None)})
    contests = await app.storage.tournaments.of(browser.player) if browser else []
    return await elsewhere(lobby_page, request, mine, await app.storage.public_tables(), blocked, contests)


def lobby_page(
    request: Request, mine: OwnTables, others: list[StoredTable], blocked: list[str], contests: list[Tournament]
) -> Response:
    """The page with one's own tables and the public ones, and whom one has blocked."""
    app, language = application(request), language_of(request)
    games = shown_games(app, language)
    known = {game["name"] for game in games}
    own = [summary(table, language, seats) for table, seats in mine if table.made.game in known]
    return page(
        request,
        "lobby.html",
        games=wanted_first(games, own, Counter(table.made.game for table in others)),
        has_tables=any(table["status"] in UNFINISHED for table in own),
        lists=table_lists(app, mine, others, language),
        blocked=blocked,
        puzzle=of_today(app, language),
        tournaments=[contest for contest in contests if contest.status in UNFINISHED],
        texts=script_texts(language),
    )


def table_lists(app: Application, mine: OwnTables, others: list[StoredTable], language: str) -> dict[str, Markup]:
    """The lobby's lists of tables, which change while one looks, by the ids of their elements."""
    known = {game["name"] for game in shown_games(app, language)}
    own = [summary(table, language, seats) for table, seats in mine if table.made.game in known]
    ids = {table["id"] for table in own}
    public = [summary(table, language) for table in others if table.made.game in known]
    running = [table for table in own if table["status"] in UNFINISHED]
    shown = {
        "own": sorted(running, key=lambda table: not table["your_turn"]),
        "public": [table for table in public if table["id"] not in ids],
        "done": [table for table in own if table["status"] == Status.OVER],
    }
    template = environment.get_template("parts/tables.html")
    return {
        f"{which}-tables": Markup(
            template.render(t=say(language), which=which, tables=tables, language=language, at_once=AT_ONCE)
        )
        for which, tables in shown.items()
    }


def wanted_first(
    games: list[dict[str, Any]], own: list[dict[str, Any]], public: Mapping[str, int]
) -> list[dict[str, Any]]:
    """The games in the order in which one has played them last; then those of most public tables."""
    last = {table["game"]: table["changed_at"] for table in sorted(own, key=lambda table: table["changed_at"])}
    return sorted(games, key=lambda game: (-last.get(game["name"], 0), -public.get(game["name"], 0)))


def summary(table: StoredTable, language: str, seats: set[int] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
    """A table as lists show it."""
    result = table.head.result or {}
    winners = [table.seats[seat].name for seat in result.get("winners", ())]
    chosen = colours_of(table.made, len(table.seats))
    return {
        "id": table.made.id,
        "game": table.made.game,
        "title": words.title(registry.spec(table.made.game), language),
        "seats": [
            {
                "name": seat.name,
                "kind": seat.kind,
                "badge": badge(chosen[seat.seat], 22),
                "gave_up": how_given_up(result, seat.seat, language),
            }
            for seat in table.seats
        ],
        "status": table.head.status,
        "free": sum(seat.kind == SeatKind.FREE for seat in table.seats),
        "your_turn": table.head.status == Status.PLAYING and table.head.to_act in seats,
        "winners": words.joined(winners, language),
        "changed_at": table.head.changed_at,
        "rated": table.made.rated,
        "clock": timing_told(table.made.clock, language) if table.made.clock else "",
    }


def how_given_up(result: Mapping[str, Any], seat: int, language: str) -> str:
    """In a word how a seat lost a game that is over before its end; empty where it has played on."""
    reasons = [forfeit["reason"] for forfeit in result.get("forfeits", ()) if forfeit["seat"] == seat]
    known = {RESIGNED: "seat.resigned", OUT_OF_TIME: "seat.out_of_time"}
    return say(language)(known.get(reasons[0], "seat.forfeited")) if reasons else ""


@router.post("/unblock")
async def unblock(request: Request) -> Response:
    """Meet somebody again whom this browser has blocked."""
    app = application(request)
    browser = app.browser(request)
    if browser is not None:
        name = (await form_of(request)).get("name", "")
        keys = {key for key, blocked in await app.ignored_by(browser.player) if key and blocked == name}
        await app.ignore(browser.player, keys, name, False)
    return RedirectResponse("/", 303)


@router.post("/preferences")
async def preferences(request: Request) -> Response:
    """Language, theme, name; they are kept for every device of the same person."""
    app = application(request)
    form = await form_of(request)
    response = RedirectResponse(own_path(form.get("back", "/")), 303)
    offered = {"language": LANGUAGES, "theme": THEMES}
    settings = {name: form[name] for name, values in offered.items() if form.get(name) in values}
    browser = app.browser_or_new(request)
    name = clean_name(form["name"]) if "name" in form else None
    if name is not None:
        await app.check_names(browser.player, name)
    if settings or name is not None:
        show_chosen(response, request, await kept(app, browser, name, settings))
    return response
