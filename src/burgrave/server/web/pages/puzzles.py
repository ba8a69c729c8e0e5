"""Puzzles: a list for each game, one page that shows any of them, and how somebody does at them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from burgrave.core import puzzles, registry, words
from burgrave.core.glicko import BEGINNING, rated
from burgrave.core.puzzles import Puzzle
from burgrave.core.scenes import TextError
from burgrave.server.store.puzzling import Tried as PastTry
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.conditions import chosen_options
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, colours, say
from burgrave.server.web.pages.frame import page
from burgrave.server.web.pages.games import facts
from burgrave.server.web.pages.practice import (
    Sites,
    Text,
    Tried,
    board_page,
    board_parts,
    known,
    names_of,
    preparing,
    read_moves,
    ready,
    told_why_not,
)
from burgrave.server.web.requests import Application, application, language_of

if TYPE_CHECKING:
    from burgrave.core.match import Match

router = APIRouter(include_in_schema=False)


def match_of(one: Puzzle) -> Match:
    """The match that leads to a puzzle; nobody changes it."""
    return _match_of(one.game, one.key)


@lru_cache(maxsize=64)
def _match_of(game: str, key: str) -> Match:
    return puzzles.puzzle(game, key).match()


def found(name: str, key: str) -> Puzzle:
    """The puzzle that somebody asks for."""
    try:
        return puzzles.puzzle(name, key)
    except TextError:
        raise Refusal("no_puzzle", 404) from None


@dataclass(frozen=True)
class Standing:
    """How somebody does at the puzzles of a game."""

    tries: Sequence[PastTry]

    @property
    def told(self) -> dict[str, Any]:
        """As pages show it: the rating and how sure it is, how many in a row were right at once, how many solved."""
        rating = rated((one.rating, one.at_once) for one in self.tries)
        streak = sum(1 for _ in takewhile(lambda one: one.at_once, reversed(self.tries)))
        return {
            "rating": round(rating.value),
            "error": round(2 * rating.deviation),
            "streak": streak,
            "solved": len(self.solved),
            "tried": len(self.tries),
        }

    @property
    def solved(self) -> set[str]:
        """The puzzles that are solved."""
        return {one.puzzle for one in self.tries if one.solved}


async def standing(request: Request, name: str) -> Standing:
    """How whoever asks does at the puzzles of a game."""
    app = application(request)
    browser = app.browser(request)
    return Standing(await app.storage.puzzling.of(browser.player, name) if browser else [])


def following(name: str, so_far: Standing, after: str = "") -> Puzzle | None:
    """The unsolved puzzle whose rating is nearest to one's own; where all are solved, the one after this."""
    every = puzzles.puzzles(name)
    left = [one for one in every if one.key not in so_far.solved and one.key != after]
    own = so_far.told["rating"] if so_far.tries else BEGINNING
    if left:
        return min(left, key=lambda one: (abs(one.rating - own), one.place))
    at = next((one.place for one in every if one.key == after), 0)
    return every[at % len(every)] if every else None


def of_today(app: Application, language: str) -> dict[str, Any] | None:
    """The puzzle of the day as the lobby shows it."""
    one = puzzles.of_the_day(datetime.now(UTC).date(), tuple(sorted(spec.name for spec in app.games.specs())))
    if one is None:
        return None
    spec = registry.spec(one.game)
    return {
        "game": one.game,
        "key": one.key,
        "title": words.title(spec, language),
        "level": say(language)(f"puzzle.level.{one.level}"),
        "rating": one.rating,
    }


@router.get("/puzzles/{name}")
async def puzzle_list(request: Request, name: str) -> Response:
    """The puzzles of a game by kind, from easy to hard, and how one does at them."""
    known(application(request), name)
    return await elsewhere(drawn_list, request, name, await standing(request, name))


def drawn_list(request: Request, name: str, so_far: Standing) -> Response:
    """The list as a page."""
    language, spec, every = language_of(request), registry.spec(name), puzzles.puzzles(name)
    if not every:
        raise Refusal("no_puzzle", 404)
    tried = {one.puzzle: one for one in so_far.tries}
    kinds = [
        (words.kind_name(spec, kind, language), [(one, tried.get(one.key)) for one in of_kind])
        for kind, of_kind in groupby(every, key=lambda one: one.kind)
    ]
    return page(
        request,
        "puzzles.html",
        game=facts(spec, language),
        kinds=kinds,
        standing=so_far.told,
        count=len(every),
        first=following(name, so_far),
    )


@router.get("/puzzles/{name}/next")
async def next_puzzle(request: Request, name: str, after: Text = "") -> Response:
    """On to a puzzle that fits one's rating."""
    known(application(request), name)
    so_far = await standing(request, name)
    one = await elsewhere(following, name, so_far, after)
    if one is None:
        raise Refusal("no_puzzle", 404)
    return RedirectResponse(f"/puzzles/{name}/{one.key}", 303)


@router.get("/puzzles/{name}/{key}")
async def puzzle_page(request: Request, name: str, key: str) -> Response:
    """A puzzle, as its seat sees it."""
    app = application(request)
    known(app, name)
    if (waiting := preparing(request, name)) is not None:
        return waiting
    return await elsewhere(drawn_page, request, app, name, key, await standing(request, name))


def drawn_page(request: Request, app: Application, name: str, key: str, so_far: Standing) -> Response:
    """The whole page."""
    one, language = found(name, key), language_of(request)
    match = match_of(one)
    seat = one.seat_of(match.position)
    parts = board_parts(app, match, seat, match.length, language, asked=True)
    return board_page(
        request,
        "puzzle.html",
        match.game,
        parts,
        time.time(),
        puzzle=one,
        options=chosen_options(name, one.options, language),
        colour=names_of(match, language)[seat],
        shield=badge(colours(name, match.game.players)[seat], 22),
        standing=so_far.told,
        solved=one.key in so_far.solved,
    )


@router.post("/puzzles/{name}/{key}/moves")
@router.post("/puzzles/{name}/{key}/trade")
async def try_move(request: Request, name: str, key: str, tried: Tried) -> Response:
    """Whether a move is the best one; the line that follows, or what the move gives away."""
    app, language = application(request), language_of(request)
    await ready(app, name)
    one, answer = await elsewhere(answer_to, app, name, key, tried.texts, language)
    if "solved" in answer:
        answer["standing"] = await noted(request, one, answer["solved"])
    return JSONResponse(answer)


async def noted(request: Request, one: Puzzle, solved: bool) -> dict[str, Any]:
    """Keep a try of somebody whose browser is known; how they do now."""
    app = application(request)
    browser = app.browser(request)
    if browser is None:
        return Standing(()).told
    await app.storage.puzzling.note(browser.player, one.game, one.key, one.rating, solved)
    return (await standing(request, one.game)).told


def answer_to(
    app: Application, name: str, key: str, texts: Sequence[str], language: str
) -> tuple[Puzzle, dict[str, Any]]:
    """What a try brings; what the rules refuse is no try."""
    one = found(name, key)
    match = match_of(one)
    move = read_moves(match, texts[:1], language)[0]
    why = match.position.why_not(move, language)
    if why is not None:
        return one, {"said": why}
    if move.text == one.best:
        return one, {"solved": True, **solution_of(app, one, match, language)}
    view = match.view(one.seat_of(match.position))
    worth = one.worth(view.moves())
    tell = say(language)
    given = max(1, worth[one.best] - worth[move.text])
    told = {"move": words.label_in(view, move, language), "left": worth[move.text], "best": worth[one.best]}
    said = [tell("puzzle.wrong", given, **told)]
    if line := told_line(one, match, move.text, language)[1:]:
        said.append(tell("puzzle.then", line=" ".join(line)))
    return one, {"solved": False, "said": " ".join((*said, tell("puzzle.try")))}


def solution_of(app: Application, one: Puzzle, match: Match, language: str) -> dict[str, Any]:
    """The position after the best move, what it is worth, and the line that the search expects, in sentences."""
    seat = one.seat_of(match.position)
    moves = match.view(seat).moves()
    worth = one.worth(moves)
    after = match.copy()
    after.play(one.best)
    parts = board_parts(app, after, seat, after.length, language, asked=False)
    others = max(value for text, value in worth.items() if text != one.best)
    kind = words.kind_name(match.game, one.kind, language)
    return {
        "said": say(language)("puzzle.worth", best=worth[one.best], second=others, kind=kind),
        "line": told_line(one, match, one.best, language),
        "state": parts.state.told,
        "parts": parts.html,
    }


def told_line(one: Puzzle, match: Match, first: str, language: str) -> list[str]:
    """A move and what is expected then, in sentences, as the puzzle's seat would read them."""
    from burgrave.core.position import View

    seat, game = one.seat_of(match.position), match.game
    names, told = names_of(match, language), []
    for before, move, after in one.steps(match.view(seat), first):
        text = game.rules.parts.seen_as(move, seat, before.s, after.s)
        view = View(before, seat, names=names)
        told.append(words.tell(game, text, before.to_act, language, names, view))
    return told


@router.post("/puzzles/{name}/{key}/solution")
async def show_solution(request: Request, name: str, key: str) -> Response:
    """The solution, for somebody who gives up; a puzzle that was not tried counts as not solved."""
    app, language = application(request), language_of(request)
    await ready(app, name)

    def shown() -> tuple[Puzzle, dict[str, Any]]:
        one = found(name, key)
        return one, {"shown": True, **solution_of(app, one, match_of(one), language)}

    one, answer = await elsewhere(shown)
    return JSONResponse({**answer, "standing": await noted(request, one, False)})


@router.get("/puzzles/{name}/{key}/why_not")
async def why_not(request: Request, name: str, key: str, move: Text = "", sites: Sites = "") -> dict[str, str | None]:
    """One sentence that names the rule, and where the guide states it."""
    app, language = application(request), language_of(request)
    await ready(app, name)

    def told() -> dict[str, str | None]:
        one = found(name, key)
        match = match_of(one)
        return told_why_not(match.view(one.seat_of(match.position)), move, sites, language)

    return await elsewhere(told)
