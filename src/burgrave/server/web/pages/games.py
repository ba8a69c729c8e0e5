"""What the pages tell of a game: its name and cover, its guide, and how far its rules are prepared."""

from __future__ import annotations

import asyncio
import gzip
import logging
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from burgrave.core import lessons, puzzles, registry, words
from burgrave.core.guide import languages, to_html
from burgrave.core.picture import cover, with_fonts
from burgrave.core.spec import Spec
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.pages.frame import page
from burgrave.server.web.requests import Application, application, language_of

log = logging.getLogger("burgrave.server")

router = APIRouter(include_in_schema=False)

PICTURE_MOVES = 140
BLANK_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">'
    '<rect width="160" height="120" rx="8" fill="#e7d6b1"/></svg>'
)


def facts(spec: Spec, language: str) -> dict[str, Any]:
    """What the lobby says of a game."""
    return {
        "name": spec.name,
        "title": words.title(spec, language),
        "tagline": words.tagline(spec, language),
        "players": f"{min(spec.players)}–{max(spec.players)}" if len(spec.players) > 1 else str(spec.players[0]),
        "default_players": spec.default_players,
        "minutes": "–".join(dict.fromkeys(map(str, spec.minutes))),
        "guide": bool(languages(spec.name)),
        "lessons": bool(lessons.names(spec.name)),
        "puzzles": puzzles.are_there(spec.name),
        "cover": shipped_cover(spec.package, language) is not None,
    }


def shown_games(app: Application, language: str) -> list[dict[str, Any]]:
    """All games, as the lobby says them."""
    return [facts(spec, language) for spec in app.games.specs()]


@router.get("/guide/{name}")
async def guide(request: Request, name: str) -> Response:
    """A game's rules for a player."""
    app, language = application(request), language_of(request)
    if name not in {game["name"] for game in shown_games(app, language)}:
        raise Refusal("no_game", 404)
    spec = registry.spec(name)
    preparation = app.games.preparation(name)
    if not preparation.ready:
        return page(request, "preparing.html", title=words.title(spec, language), preparation=preparation, game=name)
    try:
        text = await guide_text(name, language)
    except FileNotFoundError:
        raise Refusal("no_guide", 404) from None
    return page(request, "guide.html", game=facts(spec, language), text=Markup(text))


_writing: dict[tuple[str, str], asyncio.Future[str]] = {}


async def guide_text(name: str, language: str) -> str:
    """A guide as HTML; while it is being written for one reader, the others wait for the same one."""
    key = name, language
    if key not in _writing:
        _writing[key] = asyncio.ensure_future(elsewhere(to_html, name, language))
        _writing[key].add_done_callback(lambda _: _writing.pop(key))
    return await asyncio.shield(_writing[key])


@router.get("/picture/{name}.svg")
async def game_picture(request: Request, name: str) -> Response:
    """A game's cover; for a game that ships none a position, once its rules are ready."""
    app, language = application(request), language_of(request)
    if name not in {spec.name for spec in app.games.specs()}:
        raise Refusal("no_game", 404)
    kept = {"cache-control": "private, max-age=600"}
    shipped = shipped_cover(registry.spec(name).package, language)
    if shipped is not None:
        small = "gzip" in request.headers.get("accept-encoding", "")
        body = shipped if small else gzip.decompress(shipped)
        headers = {**kept, "vary": "accept-encoding"} | ({"content-encoding": "gzip"} if small else {})
        return Response(body, media_type="image/svg+xml", headers=headers)
    if (name, language) not in _pictures:
        if not app.games.preparation(name, urgent=False).ready:
            return Response(BLANK_PICTURE, media_type="image/svg+xml")
        _pictures[name, language] = await asyncio.to_thread(draw_game, app.games.game(name, {}), language)
    return Response(_pictures[name, language], media_type="image/svg+xml", headers=kept)


_pictures: dict[tuple[str, str], str] = {}


@cache
def shipped_cover(package: str, language: str) -> bytes | None:
    """The cover in a game's package with the fonts it needs, compressed; None where there is none."""
    found = files(package).joinpath(f"cover.{language}.svgz")
    if not found.is_file():
        return None
    return gzip.compress(with_fonts(gzip.decompress(found.read_bytes()).decode()).encode(), mtime=0)


def draw_game(rules: Any, language: str) -> str:
    """A game that has been going on for a while, board only."""
    match, luck = rules.match(seed="a picture for the lobby"), Random(1)
    while match.length < PICTURE_MOVES and not match.is_over:
        match.play(luck.choice(match.position.moves()))
    try:
        return with_fonts(cover(match.position.view(None), language))
    except Exception:  # whatever a game's drawing does wrong, the lobby has a picture
        log.exception("a cover cannot be drawn", extra={"game": rules.name})
        return BLANK_PICTURE


@router.get("/preparation/{name}")
async def preparation(request: Request, name: str) -> dict[str, Any]:
    """How far a game's rules are compiled."""
    if name not in registry.games():
        raise Refusal("no_game", 404)
    found = application(request).games.preparation(name, urgent=False)
    return {"ready": found.ready, "done": found.done, "total": found.total, "problem": bool(found.problem)}
