"""The pages: lobby, a new table, the table, guide."""

from __future__ import annotations

import asyncio
import gzip
import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import segno
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from burgrave.bots import LEVELS
from burgrave.core import registry, words
from burgrave.core.drawing import kit_symbols
from burgrave.core.errors import told
from burgrave.core.guide import to_html
from burgrave.core.picture import cover
from burgrave.core.spec import Spec
from burgrave.core.words import LANGUAGES
from burgrave.server import assets
from burgrave.server.context import LANGUAGE_COOKIE, Application, application, asker_of, language_of
from burgrave.server.hub import LONGEST_CLOCK, SHORTEST_CLOCK, Chair, Wish
from burgrave.server.identity import COOKIE, COOKIE_DAYS, Browser, clean_name
from burgrave.server.refusal import Forbidden, Refusal
from burgrave.server.render import badge, bot_levels, colours, environment, level_help, level_name, say, table_parts
from burgrave.server.stored import StoredTable
from burgrave.server.table import OPEN, OVER, PLAYING, Table

router = APIRouter(include_in_schema=False)

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")
CLOCKS = (None, 60, 180, 600, 3600, 24 * 3600)
PICTURE_MOVES = 140
BLANK_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">'
    '<rect width="160" height="120" rx="8" fill="#e7d6b1"/></svg>'
)
KIT = Markup(f'<svg class="symbols" width="0" height="0" aria-hidden="true">{kit_symbols()}</svg>')


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page in the asker's language and theme."""
    app, language = application(request), language_of(request)
    browser = app.browser_or_new(request)
    theme = request.cookies.get(THEME_COOKIE, "auto")
    html = environment.get_template(template).render(
        t=say(language),
        language=language,
        languages=LANGUAGES,
        theme=theme if theme in THEMES else "auto",
        themes=THEMES,
        browser=browser,
        path=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        assets=assets.version(),
        kit=KIT,
        **values,
    )
    response = HTMLResponse(html, status)
    keep_cookie(response, request, browser)
    return response


def keep_cookie(response: Response, request: Request, browser: Browser) -> None:
    """Let the browser remember who it is."""
    response.set_cookie(
        COOKIE,
        application(request).signer.sign(browser),
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=base_url(request).startswith("https:"),
    )


def base_url(request: Request) -> str:
    """The address people use for this server."""
    return application(request).settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a plain form."""
    body = (await request.body()).decode("utf-8", "replace")
    return {name: values[-1] for name, values in parse_qs(body, keep_blank_values=True, max_num_fields=200).items()}


def own_path(text: str) -> str:
    """Where to go back to: a path of this server and nothing else."""
    parts = urlsplit(text)
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) and not parts.netloc else "/"


def facts(spec: Spec, language: str) -> dict[str, Any]:
    """What the lobby says of a game."""
    return {
        "name": spec.name,
        "title": words.title(spec, language),
        "tagline": words.tagline(spec, language),
        "players": f"{min(spec.players)}–{max(spec.players)}" if len(spec.players) > 1 else str(spec.players[0]),
        "minutes": "–".join(dict.fromkeys(map(str, spec.minutes))),
        "cover": shipped_cover(spec.package, language) is not None,
    }


def shown_games(app: Application, language: str) -> list[dict[str, Any]]:
    """The games that have words; one without is not finished and is left out."""
    found = []
    for spec in app.engine.specs():
        try:
            found.append(facts(spec, language))
        except (KeyError, FileNotFoundError, ModuleNotFoundError):
            continue
    return found


def summary(table: StoredTable, language: str, seats: set[int] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
    """A table as lists show it."""
    result = table.head.result or {}
    winners = [table.seats[seat].name for seat in result.get("winners", ())]
    chosen = colours(table.game, len(table.seats))
    return {
        "id": table.id,
        "game": table.game,
        "title": words.title(registry.spec(table.game), language),
        "seats": [
            {"name": seat.name, "kind": seat.kind, "badge": badge(chosen[seat.seat], 22)} for seat in table.seats
        ],
        "status": table.head.status,
        "free": sum(seat.kind == OPEN for seat in table.seats),
        "your_turn": table.head.status == PLAYING and table.head.to_act in seats,
        "winners": words.joined(winners, language),
        "changed_at": table.head.changed_at,
    }


@router.get("/")
async def lobby(request: Request) -> Response:
    """The games, open tables, own tables."""
    app, language = application(request), language_of(request)
    known = {game["name"] for game in shown_games(app, language)}
    browser = app.browser(request)
    mine = await app.storage.tables_of(browser.player) if browser else []
    own = [summary(table, language, seats) for table, seats in mine if table.game in known]
    ids = {table["id"] for table in own}
    public = [summary(table, language) for table in await app.storage.public_tables() if table.game in known]
    running = [table for table in own if table["status"] in (OPEN, PLAYING)]
    return page(
        request,
        "lobby.html",
        games=shown_games(app, language),
        running=sorted(running, key=lambda table: not table["your_turn"]),
        finished=[table for table in own if table["status"] == OVER],
        tables=[table for table in public if table["id"] not in ids],
    )


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
    app.engine.preparation(name)
    options = [
        {
            "name": option.name,
            "label": words.option_name(spec, option.name, language),
            "help": words.option_help(spec, option.name, language),
            "switch": isinstance(option.default, bool),
            "default": option.default,
            "further": option.further,
            "values": [
                (
                    str(value).lower() if isinstance(value, bool) else value,
                    words.option_value(spec, option, value, language),
                )
                for value in option.values
            ],
        }
        for option in spec.options
    ]
    chosen = colours(name, max(spec.players))
    return page(
        request,
        "new.html",
        game=facts(spec, language),
        spec=spec,
        options=options,
        levels=bot_levels(app.engine, language),
        strengths=", ".join(f"{level_name(level, language)} ({level_help(level, language)})" for level in LEVELS),
        programs=", ".join(level for level in app.engine.levels if level not in LEVELS),
        clocks=CLOCKS,
        badges=[badge(chosen[seat]) for seat in range(max(spec.players))],
        colours=[words.colour_name(chosen[seat], language) for seat in range(max(spec.players))],
        problem=problem,
        given=given or {},
    )


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
        wish = wish_of(registry.spec(name), form, browser.name)
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


def wish_of(spec: Spec, form: Mapping[str, str], name: str) -> Wish:
    """The table that a form describes."""
    players = spec.parse("players", form.get("players", str(spec.default_players)))
    chairs, mine = [], 0
    for seat in range(int(players)):
        kind, _, level = form.get(f"seat{seat}", "person").partition(":")
        mine += kind == "me"
        own = f"{name} {mine}" if kind == "me" and mine > 1 else (name if kind == "me" else "")
        chairs.append(Chair(kind, level or None, clean_name(form.get(f"name{seat}", "")) or own))
    clock = form.get("clock", "")
    if clock and (not clock.isdecimal() or len(clock) > len(str(LONGEST_CLOCK))):
        raise Refusal("clock", 422, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
    options = {}
    for option in spec.options:
        if option.name in form:
            options[option.name] = form[option.name] or form.get(f"{option.name}.further", "")
    return Wish(spec.name, options, chairs, form.get("public") == "yes", int(clock) if clock else None)


async def opened(request: Request, table_id: str) -> Table | Response:
    """The table with its rules ready, or the page that says they are being prepared."""
    app = application(request)
    stored = await app.hub.stored(table_id)
    preparation = app.engine.preparation(stored.game)
    if not preparation.ready:
        title = words.title(registry.spec(stored.game), language_of(request))
        return page(request, "preparing.html", title=title, preparation=preparation, game=stored.game)
    table = await app.hub.get(table_id)
    if table.status == OPEN and all(seat.kind != OPEN for seat in table.seats):
        await table.begin()
    return table


@router.get("/table/{table_id}")
async def table_page(request: Request, table_id: str, seat: int | None = None) -> Response:
    """The table, as one of one's seats or as a spectator."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    language = language_of(request)
    try:
        who = await asker_of(request, table_id, seat)
    except Forbidden:
        return RedirectResponse(f"/table/{table_id}", 303)
    parts = table_parts(table, who.seat, language, who)
    return page(
        request,
        "table.html",
        table=table,
        who=who,
        parts={name: Markup(html) for name, html in parts.html.items()},
        state=parts.state,
        title=words.title(table.game, language),
        address=f"{base_url(request)}/table/{table_id}",
        texts=script_texts(language),
    )


def script_texts(language: str) -> dict[str, str]:
    """The sentences the script itself says."""
    tell = say(language)
    return {key.removeprefix("script."): tell.template(key) for key in tell.sentences if key.startswith("script.")}


@router.get("/table/{table_id}/qr.svg")
async def qr_code(request: Request, table_id: str) -> Response:
    """The table's address to be photographed."""
    await application(request).hub.stored(table_id)
    out = io.BytesIO()
    segno.make(f"{base_url(request)}/table/{table_id}", error="m").save(
        out, kind="svg", border=3, scale=4, dark="#2b2118", light="#ffffff"
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


@router.get("/seat")
async def seat_page(request: Request) -> Response:
    """Where a seat's secret link leads; the secret stands after the # and never reaches a log."""
    return page(request, "seat.html")


@router.post("/seat")
async def take_seat(request: Request) -> Response:
    """Let this browser act for the seat whose secret it has."""
    app = application(request)
    form = await form_of(request)
    held = await app.holder(form.get("secret", ""))
    if held is None or held[1] is None:
        raise Refusal("no_secret", 404)
    table = await app.hub.get(held[0])
    browser = app.browser_or_new(request)
    await table.admit(held[1], browser.player)
    name = browser.name or table.names[held[1]]
    response = RedirectResponse(f"/table/{table.id}?seat={held[1]}", 303)
    keep_cookie(response, request, Browser(browser.player, name))
    return response


@router.post("/preferences")
async def preferences(request: Request) -> Response:
    """Language, theme, name."""
    app = application(request)
    form = await form_of(request)
    response = RedirectResponse(own_path(form.get("back", "/")), 303)
    if form.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, form["language"], max_age=COOKIE_DAYS * 24 * 3600, samesite="lax")
    if form.get("theme") in THEMES:
        response.set_cookie(THEME_COOKIE, form["theme"], max_age=COOKIE_DAYS * 24 * 3600, samesite="lax")
    if "name" in form:
        keep_cookie(response, request, Browser(app.browser_or_new(request).player, clean_name(form["name"])))
    return response


# Guide, pictures, files


@router.get("/guide/{name}")
async def guide(request: Request, name: str) -> Response:
    """A game's rules for a player."""
    app, language = application(request), language_of(request)
    if name not in {game["name"] for game in shown_games(app, language)}:
        raise Refusal("no_game", 404)
    spec = registry.spec(name)
    preparation = app.engine.preparation(name)
    if not preparation.ready:
        return page(request, "preparing.html", title=words.title(spec, language), preparation=preparation, game=name)
    try:
        text = await asyncio.to_thread(to_html, name, language)
    except FileNotFoundError:
        raise Refusal("no_guide", 404) from None
    return page(request, "guide.html", game=facts(spec, language), text=Markup(text))


@router.get("/picture/{name}.svg")
async def game_picture(request: Request, name: str) -> Response:
    """A game's cover; for a game that ships none a position, once its rules are ready."""
    app, language = application(request), language_of(request)
    if name not in {spec.name for spec in app.engine.specs()}:
        raise Refusal("no_game", 404)
    kept = {"cache-control": "private, max-age=600"}
    shipped = shipped_cover(registry.spec(name).package, language)
    if shipped is not None:
        small = "gzip" in request.headers.get("accept-encoding", "")
        body = shipped if small else gzip.decompress(shipped)
        headers = {**kept, "vary": "accept-encoding"} | ({"content-encoding": "gzip"} if small else {})
        return Response(body, media_type="image/svg+xml", headers=headers)
    if (name, language) not in _pictures:
        if not app.engine.preparation(name, urgent=False).ready:
            return Response(BLANK_PICTURE, media_type="image/svg+xml")
        drawn = await asyncio.to_thread(draw_game, app.engine.game(name, {}), language)
        _pictures[name, language] = drawn
    return Response(_pictures[name, language], media_type="image/svg+xml", headers=kept)


_pictures: dict[tuple[str, str], str] = {}


@cache
def shipped_cover(package: str, language: str) -> bytes | None:
    """The cover in a game's package, compressed as it lies there; None where there is none."""
    found = files(package).joinpath(f"cover.{language}.svgz")
    return found.read_bytes() if found.is_file() else None


def draw_game(rules: Any, language: str) -> str:
    """A game that has been going on for a while, board only."""
    match, luck = rules.match(seed="a picture for the lobby"), Random(1)
    while len(match.moves) < PICTURE_MOVES and not match.is_over:
        match.play(luck.choice(match.position.moves()))
    return cover(match.position.view(None), language)


@router.get("/preparation/{name}")
async def preparation(request: Request, name: str) -> dict[str, Any]:
    """How far a game's rules are compiled."""
    if name not in registry.games():
        raise Refusal("no_game", 404)
    found = application(request).engine.preparation(name, urgent=False)
    return {"ready": found.ready, "done": found.done, "total": found.total, "problem": bool(found.problem)}


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


@router.get("/static/{name:path}")
async def static(request: Request, name: str) -> Response:
    """The script, the style sheet, and what the build fetched."""
    path: Path | None = assets.find(name)
    if path is None:
        raise Refusal("no_page", 404)
    age = "public, max-age=31536000, immutable" if request.query_params.get("v") else "no-cache"
    return FileResponse(path, media_type=assets.TYPES[path.suffix], headers={"cache-control": age})
