"""A new table: the form, the table it makes, and a record that somebody uploads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from burgrave.bots import LEVELS
from burgrave.core import registry, words
from burgrave.core.errors import told
from burgrave.core.people import clean_name
from burgrave.core.spec import Option, Spec
from burgrave.server.tables.hub import LONGEST_CLOCK, SHORTEST_CLOCK, Chair, Wish
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.cookies import Browser
from burgrave.server.web.html import badge, bot_levels, colours, level_help, level_name, say
from burgrave.server.web.pages.frame import form_of, keep_cookie, page
from burgrave.server.web.pages.games import facts, shown_games
from burgrave.server.web.requests import application, language_of

router = APIRouter(include_in_schema=False)

LONGEST_LIST = 20
CLOCKS = (None, 60, 180, 600, 3600, 24 * 3600)


@router.get("/new/{name}")
async def new_table(request: Request, name: str) -> Response:
    """The form for a new table."""
    return table_form(request, name)


def table_form(request: Request, name: str, problem: str = "", given: Mapping[str, str] | None = None) -> Response:
    """The form, with what was filled in before and why that cannot be."""
    app, language = application(request), language_of(request)
    if name not in {game["name"] for game in shown_games(app, language)}:
        raise Refusal("no_game", 404)
    spec = registry.spec(name)
    app.games.preparation(name)
    options = [option_field(spec, option, language) for option in spec.options]
    chosen = colours(name, max(spec.players))
    return page(
        request,
        "new.html",
        game=facts(spec, language),
        spec=spec,
        options=options,
        levels=bot_levels(app.games, language),
        strengths=", ".join(f"{level_name(level, language)} ({level_help(level, language)})" for level in LEVELS),
        programs=", ".join(level for level in app.games.levels if level not in LEVELS),
        clocks=CLOCKS,
        badges=[badge(chosen[seat]) for seat in range(max(spec.players))],
        colours=[words.colour_name(chosen[seat], language) for seat in range(max(spec.players))],
        problem=problem,
        given=given or {},
    )


def option_field(spec: Spec, option: Option, language: str) -> dict[str, Any]:
    """An option as the form shows it: a list of its values, or a number to type where the list would be long."""
    values, told_help = option.values, words.option_help(spec, option.name, language)
    bounds = (values[0], values[-1]) if isinstance(values, range) and len(values) > LONGEST_LIST else None
    if bounds:
        told_help += f" ({words.core_words(language)('mistake.range', least=bounds[0], most=bounds[1])})"
    return {
        "name": option.name,
        "label": words.option_name(spec, option.name, language),
        "help": told_help,
        "switch": isinstance(option.default, bool),
        "default": option.default,
        "further": option.further,
        "bounds": bounds,
        "values": [
            (
                str(value).lower() if isinstance(value, bool) else value,
                words.option_value(spec, option, value, language),
            )
            for value in (() if bounds else values)
        ],
    }


@router.post("/new/{name}")
async def make_table(request: Request, name: str) -> Response:
    """Make the table and go there."""
    app, language = application(request), language_of(request)
    if name not in {game["name"] for game in shown_games(app, language)}:
        raise Refusal("no_game", 404)
    app.limit_creation(request)
    form = await form_of(request)
    browser = app.browser_or_new(request)
    browser = Browser(browser.player, clean_name(form.get("name", "")) or browser.name or say(language)("player"))
    try:
        wish = wish_of(registry.spec(name), form)
        created = await app.hub.create(wish, browser.player, browser.name, form.get("entropy", ""))
    except ValueError as error:
        return table_form(request, name, told(error, language), form)
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        return table_form(request, name, refusal.told(language), form)
    response = RedirectResponse(f"/table/{created.table.id}", 303)
    keep_cookie(response, request, browser)
    return response


def wish_of(spec: Spec, form: Mapping[str, str]) -> Wish:
    """The table that a form describes."""
    players = spec.parse("players", form.get("players", str(spec.default_players)))
    chairs = []
    for seat in range(int(players)):
        kind, _, level = form.get(f"seat{seat}", "person").partition(":")
        chairs.append(Chair(kind, level or None, clean_name(form.get(f"name{seat}", ""))))
    clock = form.get("clock", "")
    if clock and (not clock.isdecimal() or len(clock) > len(str(LONGEST_CLOCK))):
        raise Refusal("clock", 422, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
    options = {}
    for option in spec.options:
        if option.name in form:
            options[option.name] = form[option.name] or form.get(f"{option.name}.further", "")
    return Wish(spec.name, options, chairs, form.get("public") == "yes", int(clock) if clock else None)


@router.post("/upload")
async def upload(request: Request) -> Response:
    """A record file becomes a replay."""
    app = application(request)
    app.limit_creation(request)
    form = await form_of(request)
    try:
        table_id = await app.hub.store_record(form.get("record", ""), app.browser_or_new(request).player)
    except ValueError as error:
        return page(request, "message.html", 422, sentence=told(error, language_of(request)))
    return RedirectResponse(f"/replay/{table_id}?n=0", 303)
