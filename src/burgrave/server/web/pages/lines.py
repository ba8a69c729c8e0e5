"""Side lines of a finished game: any other move from any position, what it promises, and a record that keeps them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from burgrave.core import words
from burgrave.core.errors import Mistake, told
from burgrave.core.spec import CHANCE
from burgrave.core.words import core_words
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.considered import considered
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.pages.analysis import finished
from burgrave.server.web.pages.replay import Eyes, Number, perspective
from burgrave.server.web.parts import replay_parts
from burgrave.server.web.rendered import Glance
from burgrave.server.web.requests import application, asker_of, language_of

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.verbs import Move

router = APIRouter(include_in_schema=False)

BETWEEN = "~"
"""Stands between the moves of a line in an address; no move has it."""
LONGEST = 300
Line = Annotated[str, Query(max_length=10_000)]
MoveText = Annotated[str, Field(max_length=200)]
Samples = Annotated[int, Query(ge=1, le=1024)]


def aside(whole: Match, after: int, texts: list[str], language: str, edits: Sequence[str] = ()) -> Match:
    """The match as it would have gone on; a Refusal that names the move which cannot be played, and why.

    What is set by hand comes first; a Refusal says why no such position can be.
    """
    from burgrave.core.editing import named
    from burgrave.core.variations import go_aside

    if whole.knows is not None:
        raise Refusal("guessed")
    if len(texts) > LONGEST or len(edits) > LONGEST:
        raise Refusal("long_line", 422, most=LONGEST)
    try:
        match = go_aside(whole.first(min(after, whole.length)), edits)
    except Mistake as error:
        raise Refusal("bad_set_up", 422, reason=told(named(error, whole.names), language)) from None
    for text in texts:
        try:
            match.play(text)
        except Mistake as error:
            raise Refusal("side_line", 422, text=text, reason=told(error, language)) from None
    return match


def moves_of(line: str) -> list[str]:
    """The moves of a line in an address."""
    return [text for text in line.split(BETWEEN) if text]


@router.get("/replay/{table_id}/line")
async def side_line(
    request: Request, table_id: str, n: Number, line: Line = "", seat: Eyes = "", edits: Line = ""
) -> Response:
    """A position off the game: the page's parts, the moves that led there in words, and those that can follow."""
    table, language = await finished(request, table_id), language_of(request)
    eyes, everything = perspective(table, await asker_of(request, table), seat)
    off = n, moves_of(line), moves_of(edits)
    return JSONResponse(await elsewhere(shown, Glance.at(table), *off, eyes, everything, language))


@router.get("/replay/{table_id}/set-up")
async def set_up(request: Request, table_id: str, n: Number, edits: Line = "") -> Response:
    """What may be set by hand in a position, and how it stands."""
    table, language = await finished(request, table_id), language_of(request)
    assert table.state.match is not None
    return JSONResponse(await elsewhere(settable, table.state.match, n, moves_of(edits), language))


def settable(whole: Match, after: int, edits: list[str], language: str) -> dict[str, Any]:
    """Everything that may be set by hand, by its kind; a Refusal where the position allows nothing of it."""
    from burgrave.core.editing import choices

    match = aside(whole, after, [], language, edits)
    try:
        offered = choices(match.position, match.names, language)
    except Mistake as error:
        raise Refusal("bad_set_up", 422, reason=told(error, language)) from None
    return {"things": [[one.name, one.label, one.site, one.now, one.values] for one in offered]}


def shown(
    table: Glance,
    after: int,
    texts: list[str],
    edits: list[str],
    eyes: int | None,
    everything: bool,
    language: str,
) -> dict[str, Any]:
    """A position off the game, as the page shows it."""
    from burgrave.core.story import Reader, told

    whole = table.state.match
    assert whole is not None
    match = aside(whole, after, texts, language, edits)
    parts = replay_parts(
        replace(table, state=replace(table.state, match=match)), match.length, eyes, language, everything
    )
    reader, first = Reader(eyes, everything), 1 if edits else min(after, whole.length) + 1
    position, chance = match.position, match.position.to_act == CHANCE
    odds = position.odds() if chance else ()
    return {
        "state": parts.state.told,
        "parts": parts.html,
        "line": [" ".join(told(match, number, reader, language).lines) for number in range(first, match.length + 1)],
        "actor": "" if position.to_act is None else "chance" if chance else match.names[position.to_act],
        "moves": [
            {
                "text": move.text,
                "label": label(match, move, language),
                "sites": list(match.game.rules.parts.sites(move)),
                "odds": odds[k] if chance else None,
            }
            for k, move in enumerate(position.moves())
        ],
    }


def label(match: Match, move: Move, language: str) -> str:
    """What a button for a move says; chance's moves read as they are told."""
    if move.by_chance:
        return words.tell(match.game, move.text, CHANCE, language, match.names, match.view(None))
    return words.label_in(match.view(match.position.to_act), move, language)


@router.get("/replay/{table_id}/line/chances")
async def chances(
    request: Request, table_id: str, n: Number, line: Line = "", samples: Samples = 16, edits: Line = ""
) -> Response:
    """Everybody's chance to win in a position off the game, with its error; more samples make it smaller."""
    table, language = await finished(request, table_id), language_of(request)
    assert table.state.match is not None
    match = await elsewhere(aside, table.state.match, n, moves_of(line), language, moves_of(edits))
    found = await judged(request, table, match, samples)
    return JSONResponse({"chances": found[0], "error": found[1], "names": match.names})


async def judged(request: Request, table: Table, match: Match, samples: int) -> tuple[list[float], list[float]]:
    """What a judge thinks of a position."""
    from burgrave.arena.judge import Judge

    def judge(stop: threading.Event) -> tuple[list[float], list[float]]:
        if stop.is_set():
            return [], []
        found = Judge(match.game).position(match.position, samples, "line")
        return found.chances[0].tolist(), found.error

    ready = partial(application(request).games.judge_ready, table.made.game)
    return await considered(request, table, ready, judge, again_after=1)


class KeptLine(BaseModel):
    """A side line that somebody keeps."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(ge=0, le=100_000)
    moves: list[MoveText] = Field(max_length=LONGEST)
    edits: list[MoveText] = Field(default_factory=list, max_length=LONGEST)
    comment: str = Field("", max_length=500)


class Kept(BaseModel):
    """All of them."""

    model_config = ConfigDict(extra="forbid")
    lines: list[KeptLine] = Field(max_length=200)


@router.post("/replay/{table_id}/record")
async def record(request: Request, table_id: str, kept: Kept) -> Response:
    """The game's record with side lines and comments in it."""
    table, language = await finished(request, table_id), language_of(request)
    assert table.state.match is not None
    return JSONResponse({"text": await elsewhere(noted, table.state.match, kept, language)})


def noted(match: Match, kept: Kept, language: str) -> str:
    """A record with notes; a Refusal when a line cannot be played."""
    from burgrave.core.variations import Notes, SideLine, write

    lines = []
    for line in sorted(kept.lines, key=lambda one: one.after):
        aside(match, line.after, line.moves, language, line.edits)
        if not line.moves and not line.edits:
            raise Refusal("side_line", 422, text="", reason=core_words(language)("record.empty_side_line"))
        comment = "".join(sign for sign in " ".join(line.comment.split()) if sign.isprintable())
        comments = {0 if line.edits else 1: comment} if comment else {}
        lines.append(SideLine(min(line.after, match.length), tuple(line.moves), comments, edits=tuple(line.edits)))
    return write(match, Notes({}, tuple(lines)))
