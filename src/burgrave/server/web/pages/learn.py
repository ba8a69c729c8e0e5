"""Lessons: a list for each game, and one page that plays any of them; nothing of a lesson is stored."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from burgrave.core import lessons, registry
from burgrave.core.lessons import Lesson, Step
from burgrave.core.picture import with_fonts
from burgrave.core.scenes import TextError, play_on
from burgrave.core.words import LANGUAGES
from burgrave.server.tables.hub import Chair, Wish
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.cookies import Browser
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import say
from burgrave.server.web.page_state import Parts
from burgrave.server.web.pages.frame import page, script_texts
from burgrave.server.web.pages.games import BLANK_PICTURE, facts, game_picture
from burgrave.server.web.pages.practice import (
    MOST_TEXT,
    Sites,
    Text,
    Tried,
    board_page,
    board_parts,
    preparing,
    read_moves,
    ready,
    told_why_not,
)
from burgrave.server.web.requests import Application, application, keep_cookie, language_of

if TYPE_CHECKING:
    from burgrave.core.match import Match

log = logging.getLogger("burgrave.server")

router = APIRouter(include_in_schema=False)

MOST_MOVES = 400


class Place(BaseModel):
    """How far somebody is in a lesson: the step, what solved those before, and what was begun in this one."""

    step: int = Field(1, ge=1, le=100)
    done: list[list[Annotated[str, Field(max_length=MOST_TEXT)]]] = Field([], max_length=MOST_MOVES)
    begun: list[Annotated[str, Field(max_length=MOST_TEXT)]] = Field([], max_length=MOST_TEXT)


At = Annotated[str, Query(max_length=20_000)]


@dataclass(frozen=True)
class Taught:
    """A lesson at one of its steps, for one reader."""

    lesson: Lesson
    place: Place
    language: str

    @property
    def step(self) -> Step:
        """The step."""
        return self.lesson.steps[self.place.step - 1]

    @property
    def solved(self) -> list[list[str]]:
        """What solved the steps before this one; whoever goes back does the later ones again."""
        return self.place.done[: sum(bool(step.accept) for step in self.lesson.steps[: self.place.step - 1])]

    def match(self) -> Match:
        """The match as far as it was played."""
        try:
            match = self.lesson.at(self.place.step, self.place.done)
            return play_on(match, self.place.begun, self.lesson.seed, self.lesson.where(self.step))
        except TextError:
            raise Refusal("no_lesson", 404) from None


def taught(name: str, lesson: str, at: str, language: str) -> Taught:
    """The lesson and the step that somebody asks for."""
    if lesson not in lessons.names(name):
        raise Refusal("no_lesson", 404)
    found = lessons.lesson(name, lesson)
    try:
        place = Place.model_validate(json.loads(at or "{}"))
    except ValueError:
        raise Refusal("no_lesson", 404) from None
    if place.step > len(found.steps):
        raise Refusal("no_lesson", 404)
    return Taught(found, place, language)


def parts_of(app: Application, one: Taught, match: Match, asked: bool) -> Parts:
    """The parts of the page, as the learner's seat sees it."""
    number = match.length * 100 + one.place.step  # another one for another step of the same position
    return board_parts(app, match, one.lesson.seat, number, one.language, asked=asked)


def told_step(one: Taught, match: Match) -> dict[str, Any]:
    """What the page says of a step."""
    step, sites = one.step, match.game.rules.parts.sites
    shows: list[str] = []
    if step.accept and not one.place.begun:
        shows = [site for text in one.lesson.solutions(step, match)[0][:1] for site in sites(match.game.move(text))]
    return {
        "number": step.number,
        "count": len(one.lesson.steps),
        "text": step.text[one.language],
        "mark": list(step.mark),
        "asks": bool(step.accept),
        "shows": shows,
        "plays": step.play is not None,
        "last": step.number == len(one.lesson.steps),
    }


@router.get("/learn/{name}")
async def lesson_list(request: Request, name: str) -> Response:
    """The lessons of a game."""
    app, language = application(request), language_of(request)
    if name not in {spec.name for spec in app.games.specs()}:
        raise Refusal("no_game", 404)
    if not lessons.names(name):
        raise Refusal("no_lesson", 404)
    return page(
        request,
        "lessons.html",
        game=facts(registry.spec(name), language),
        lessons=[lessons.outline(name, key) for key in lessons.names(name)],
        texts=script_texts(language),
    )


@router.get("/learn/{name}/{lesson}/picture.svg")
async def lesson_picture(request: Request, name: str, lesson: str) -> Response:
    """The board of a lesson, small; the game's cover as long as its rules are being prepared."""
    app, language = application(request), language_of(request)
    if name not in {spec.name for spec in app.games.specs()} or lesson not in lessons.names(name):
        raise Refusal("no_lesson", 404)
    if not app.games.preparation(name, urgent=False).ready:
        cover = await game_picture(request, name)
        cover.headers["cache-control"] = "no-store"
        return cover
    picture = await elsewhere(drawn_picture, name, lesson, language)
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=600"})


def drawn_picture(name: str, lesson: str, language: str) -> str:
    """The picture; whatever a game's drawing does wrong, the list has one."""
    try:
        return with_fonts(lessons.picture(name, lesson, language))
    except Exception:
        log.exception("the board of a lesson cannot be drawn", extra={"game": name})
        return BLANK_PICTURE


@router.get("/learn/{name}/{lesson}")
async def lesson_page(request: Request, name: str, lesson: str, at: At = "") -> Response:
    """A lesson, at its first step or where somebody was."""
    app = application(request)
    if name not in {spec.name for spec in app.games.specs()} or lesson not in lessons.names(name):
        raise Refusal("no_lesson", 404)
    if (waiting := preparing(request, name)) is not None:
        return waiting
    return await elsewhere(drawn_page, request, app, name, lesson, at)


def drawn_page(request: Request, app: Application, name: str, lesson: str, at: str) -> Response:
    """The whole page."""
    one = taught(name, lesson, at, language_of(request))
    match, language = one.match(), one.language
    parts = parts_of(app, one, match, bool(one.step.accept))
    keys = lessons.names(one.lesson.game)
    following = keys[keys.index(one.lesson.name) + 1 :][:1]
    offers = next((step for step in one.lesson.steps if step.play is not None), None)
    return board_page(
        request,
        "lesson.html",
        match.game,
        parts,
        time.time(),
        lesson=one.lesson.name,
        lesson_title=one.lesson.title[language],
        following=following[0] if following else None,
        real=None if offers is None or offers.play is None else real_game(one.lesson.game, offers.play),
        goes_on=offers is not None and bool(offers.begins),
        step=told_step(one, match),
        place=one.place.model_dump(),
    )


def real_game(name: str, options: Mapping[str, str]) -> dict[str, str]:
    """The fields of the form that makes a table for a real game: the learner first, easy bots on the other seats."""
    spec = registry.spec(name)
    players = int(options.get("players", spec.default_players))
    seats = {f"seat{seat}": "me" if seat == 0 else f"bot:{lessons.BOT}" for seat in range(players)}
    return {**options, "players": str(players), **seats}


@router.post("/learn/{name}/{lesson}/play")
async def play_short_game(request: Request, name: str, lesson: str) -> Response:
    """Make the table of a real game that goes on from a scene, so that it is short; and go there."""
    app, language = application(request), language_of(request)
    await ready(app, name)
    given, seat = await elsewhere(short_game, name, lesson)
    browser = app.browser_or_new(request)
    browser = Browser(browser.player, browser.name or say(language)("player"))
    chairs = [Chair("me") if other == seat else Chair("bot", lessons.BOT) for other in range(given.game.players)]
    wish = Wish(name, given.game.options, chairs, public=False, given=given)
    async with app.making(request) as held:
        created = await app.hub.create(wish, browser.player, browser.name)
        held.keep(created.table.id)
    response = RedirectResponse(f"/table/{created.table.id}", 303)
    keep_cookie(response, request, browser)
    return response


def short_game(name: str, lesson: str) -> tuple[Match, int]:
    """What a lesson's real game goes on from, and the learner's seat."""
    one = taught(name, lesson, "", LANGUAGES[0]).lesson
    for step in one.steps:
        if (begun := one.real_game(step)) is not None:
            return begun, one.seat
    raise Refusal("no_lesson", 404)


@router.get("/learn/{name}/{lesson}/parts")
async def lesson_step(request: Request, name: str, lesson: str, at: At = "") -> Response:
    """Another step, for the page that is open already."""
    app, language = application(request), language_of(request)
    await ready(app, name)

    def made() -> Response:
        one = taught(name, lesson, at, language)
        match = one.match()
        parts = parts_of(app, one, match, bool(one.step.accept))
        return JSONResponse({"step": told_step(one, match), "state": parts.state.told, "parts": parts.html})

    return await elsewhere(made)


@router.post("/learn/{name}/{lesson}/moves")
@router.post("/learn/{name}/{lesson}/trade")
async def try_moves(request: Request, name: str, lesson: str, tried: Tried, at: At = "") -> Response:
    """Whether a move solves the step; what it brings, or why it does not."""
    app, language = application(request), language_of(request)
    await ready(app, name)
    return await elsewhere(lambda: answer_to(app, taught(name, lesson, at, language), tried.texts))


def answer_to(app: Application, one: Taught, texts: Sequence[str]) -> Response:
    """What a try brings."""
    match, step, tell = one.match(), one.step, say(one.language)
    wanted = [*one.place.begun, *texts]
    moves = read_moves(match, texts, one.language)
    why = match.position.why_not(moves[0], one.language)
    if why is not None or not step.accept:
        return JSONResponse({"lesson": True, "solved": False, "said": why or tell("lesson.only_read")})
    begun = replace(one, place=one.place.model_copy(update={"begun": wanted}))
    if step.is_begun_by(wanted):
        after = begun.match()
        parts = parts_of(app, begun, after, True)
        told = {"lesson": True, "solved": False, "begun": wanted, "state": parts.state.told, "parts": parts.html}
        return JSONResponse({**told, "said": ""})
    if not step.is_solved_by(wanted):
        said = step.about_wrong(moves[0].text, one.language) or tell("lesson.other")
        return JSONResponse({"lesson": True, "solved": False, "said": said})
    after = one.lesson.after(step, one.lesson.at(one.place.step, one.place.done), wanted)
    parts = parts_of(app, one, after, False)
    state = replace(parts.state, seq=parts.state.seq + 1)
    return JSONResponse(
        {
            "lesson": True,
            "solved": True,
            "done": [*one.solved, wanted],
            "said": step.after.get(one.language, "") or tell("lesson.solved"),
            "state": state.told,
            "parts": parts.html,
        }
    )


@router.get("/learn/{name}/{lesson}/why_not")
async def why_not(
    request: Request,
    name: str,
    lesson: str,
    at: At = "",
    move: Text = "",
    sites: Sites = "",
) -> dict[str, str | None]:
    """One sentence that names the rule, and where the guide states it."""
    app, language = application(request), language_of(request)
    await ready(app, name)

    def told() -> dict[str, str | None]:
        one = taught(name, lesson, at, language)
        return told_why_not(one.match().view(one.lesson.seat), move, sites, language)

    return await elsewhere(told)
