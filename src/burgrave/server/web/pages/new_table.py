"""A new table: the form, the table it makes, and a record that somebody uploads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from burgrave.bots import LEVELS
from burgrave.core import registry, words
from burgrave.core.errors import told
from burgrave.core.people import clean_name
from burgrave.core.spec import Option, OptionValue, Spec
from burgrave.server.tables.events import Hinted
from burgrave.server.tables.hub import Chair, Dice, Wish
from burgrave.server.tables.once import LONGEST_KEY
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.cookies import Browser
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, bot_levels, colours, level_help, level_name, say
from burgrave.server.web.json import bounds
from burgrave.server.web.pages.frame import form_of, page, script_texts
from burgrave.server.web.pages.games import facts
from burgrave.server.web.requests import application, keep_cookie, language_of
from burgrave.server.web.timing import offered, timing_of

router = APIRouter(include_in_schema=False)

GROUPS = ("variants", "switches", "limits")
"""Options by what one does with them: choose one of several, switch on or off, type a number."""


@router.get("/new/{name}")
async def new_table(request: Request, name: str) -> Response:
    """The form for a new table."""
    application(request).games.preparation(known(request, name).name)
    return await elsewhere(table_form, request, name)


def known(request: Request, name: str) -> Spec:
    """A game of that name."""
    if name not in {spec.name for spec in application(request).games.specs()}:
        raise Refusal("no_game", 404)
    return registry.spec(name)


def table_form(request: Request, name: str, problem: str = "", given: Mapping[str, str] | None = None) -> Response:
    """The form, with what was filled in before and why that cannot be."""
    app, language, spec = application(request), language_of(request), registry.spec(name)
    return page(
        request,
        "new.html",
        game=facts(spec, language),
        spec=spec,
        options=option_groups(spec, language),
        levels=bot_levels(app.games, language, name),
        strengths=", ".join(f"{level_name(level, language)} ({level_help(level, language)})" for level in LEVELS),
        programs=", ".join(level for level in app.games.levels if level not in LEVELS),
        clocks=offered(language),
        badges=[
            [(players, badge(colours(name, players)[seat])) for players in spec.players if seat < players]
            for seat in range(max(spec.players))
        ],
        colours={players: colours(name, players) for players in spec.players},
        every_shield=[(one, words.colour_name(one, language), badge(one)) for one in spec.all_colours],
        most_seats=max(spec.players),
        problem=problem,
        given=given or {},
        texts=script_texts(language),
    )


def option_groups(spec: Spec, language: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """A game's options as a form shows them, under their headings."""
    fields = [option_field(spec, option, language) for option in spec.options]
    groups = [(group, [field for field in fields if group_of(field) == group]) for group in GROUPS]
    return [(group, members) for group, members in groups if members]


def group_of(field: Mapping[str, Any]) -> str:
    """Under which heading an option stands."""
    return "switches" if field["switch"] else "limits" if field["bounds"] else "variants"


def option_field(spec: Spec, option: Option, language: str) -> dict[str, Any]:
    """An option as the form shows it: a list of its values, or a number to type where the list would be long."""
    ends, told_help = bounds(option), words.option_help(spec, option.name, language)
    if ends:
        told_help += f" ({words.core_words(language)('mistake.range', least=ends[0], most=ends[1])})"
    return {
        "name": option.name,
        "label": words.option_name(spec, option.name, language),
        "help": told_help,
        "switch": isinstance(option.default, bool),
        "default": option.default,
        "further": option.further,
        "bounds": ends,
        "values": [
            (
                str(value).lower() if isinstance(value, bool) else value,
                words.option_value(spec, option, value, language),
                seats_for(spec, option, value),
            )
            for value in (() if ends else option.values)
        ],
    }


def seats_for(spec: Spec, option: Option, value: OptionValue) -> str:
    """The numbers of players with which a value can be chosen; nothing where that is all the same."""
    usual = {one.name: one.default for one in spec.options} | {option.name: value}
    fit = [n for n in spec.players if not spec.conflict({**usual, "players": n})]
    return "" if len(fit) in (0, len(spec.players)) else " ".join(map(str, fit))


@router.post("/new/{name}")
async def make_table(request: Request, name: str) -> Response:
    """Make the table and go there; our script, which has to keep what it gave for the dice, is told where that is."""
    app, language, spec = application(request), language_of(request), known(request, name)
    app.games.preparation(name)
    form = await form_of(request)
    browser = app.browser_or_new(request)
    browser = Browser(browser.player, clean_name(form.get("name", "")) or browser.name or say(language)("player"))
    by_script = "application/json" in request.headers.get("accept", "")
    try:
        asked = {field: value for field, value in form.items() if field not in ("key", "entropy", "commitment")}
        once = app.once(browser.player, form.get("key", "")[:LONGEST_KEY], "create", name, asked)
        wish = wish_of(spec, form)
        guests = [chair.name for chair in wish.chairs if chair.kind == "me"]
        await app.check_names(browser.player, browser.name, *guests)
        async with app.making(request) as held:
            created = await app.hub.create(wish, browser.player, browser.name, dice_of(form), once)
            held.keep(created.table.id)
    except ValueError as error:
        if by_script:
            raise HTTPException(422, told(error, language)) from None
        return table_form(request, name, told(error, language), form)
    except Refusal as refusal:
        if by_script or refusal.status != 422:
            raise
        return table_form(request, name, refusal.told(language), form)
    made = {"id": created.table.id, "seats": list(created.secrets)}
    response = JSONResponse(made, 201) if by_script else RedirectResponse(f"/table/{created.table.id}", 303)
    keep_cookie(response, request, browser)
    return response


def dice_of(form: Mapping[str, str]) -> Dice:
    """The bytes for the dice that a form brings, and the commitment they were drawn after; neither without a script."""
    return Dice(form.get("entropy", ""), form.get("commitment", ""))


def options_in(spec: Spec, form: Mapping[str, str]) -> dict[str, str]:
    """The game's options that a form gives, as they were typed or chosen."""
    return {
        option.name: form[option.name] or form.get(f"{option.name}.further", "")
        for option in spec.options
        if option.name in form
    }


def wish_of(spec: Spec, form: Mapping[str, str]) -> Wish:
    """The table that a form describes."""
    players = spec.parse("players", form.get("players", str(spec.default_players)))
    chairs = []
    for seat in range(int(players)):
        kind, _, level = form.get(f"seat{seat}", "person").partition(":")
        name, colour = clean_name(form.get(f"name{seat}", "")), form.get(f"colour{seat}", "")
        chairs.append(Chair(kind, level or None, name, colour))
    public, approval = form.get("public") == "yes", form.get("approval") == "yes"
    try:
        hints = Hinted(form.get("hints") or Hinted.ALONE)
    except ValueError:
        raise Refusal("no_hint_rule", 422, valid=", ".join(Hinted)) from None
    rated, by_hand = form.get("rated") == "yes", form.get("by_hand") == "yes"
    wish = Wish(spec.name, options_in(spec, form), chairs, public, timing_of(form), approval, hints, rated, by_hand)
    told = form.get("knows", "")
    return replace(wish, knows=int(told)) if by_hand and told.isdecimal() else wish


@router.post("/upload")
async def upload(request: Request) -> Response:
    """A record file becomes a replay."""
    app = application(request)
    app.limit_creation(request)
    form = await form_of(request)
    try:
        player, client = app.browser_or_new(request).player, app.address_key(request)
        table_id = await app.hub.store_record(form.get("record", ""), player, client)
    except ValueError as error:
        return page(request, "message.html", 422, sentence=told(error, language_of(request)), missing=False)
    return RedirectResponse(f"/replay/{table_id}?n=0", 303)
