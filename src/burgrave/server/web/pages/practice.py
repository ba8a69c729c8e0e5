"""Boards to learn on: the parts of a table's page without a table behind them, for lessons and puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from burgrave.core import lessons, registry, words
from burgrave.core.errors import UnknownMove
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.state import TableState
from burgrave.server.web.html import colours
from burgrave.server.web.page_state import LiveState, Parts
from burgrave.server.web.pages.frame import layout, page, script_texts
from burgrave.server.web.parts import drawn_parts
from burgrave.server.web.rendered import Glance
from burgrave.server.web.requests import Application, Asker, application, language_of
from burgrave.server.web.why_not import meant_there, rule_against

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import View
    from burgrave.core.verbs import Move

MOST_TEXT = 40

Text = Annotated[str, Query(max_length=MOST_TEXT)]
Sites = Annotated[str, Query(max_length=400)]


class Tried(BaseModel):
    """A move that somebody tries, or several that belong together."""

    move: str = Field("", max_length=MOST_TEXT)
    moves: list[Annotated[str, Field(max_length=MOST_TEXT)]] = Field([], max_length=MOST_TEXT)

    @property
    def texts(self) -> list[str]:
        """The moves in their order."""
        return self.moves or [self.move]


def names_of(match: Match, language: str) -> tuple[str, ...]:
    """What the seats are called where nobody sits: by their colours."""
    return tuple(
        words.capital(words.colour_name(colour, language)) for colour in colours(match.game.name, match.game.players)
    )


def board_parts(app: Application, match: Match, seat: int, number: int, language: str, *, asked: bool) -> Parts:
    """The parts of a table's page as a seat sees it; nothing can be clicked where nothing is asked.

    `number` tells what is shown apart from what was shown before.
    """
    game = match.game
    shown = match.copy()
    shown.names = names_of(match, language)
    seats = tuple(
        Seat(other, SeatKind.PERSON if other == seat else SeatKind.BOT, shown.names[other], lessons.BOT)
        for other in range(game.players)
    )
    made = Made(f"{game.name}-lesson", game.name, game.options, False, "", None, "", "", 0.0, seats)
    state = TableState(made, game, seats, 0.0, status=Status.PLAYING, match=shown, seq=match.length)
    glance = Glance(made, state, app.games, frozenset({seat}), {}, frozenset())
    parts = drawn_parts(glance, seat, language, Asker((seat,), seat, False, "", None))
    told = parts.state
    assert isinstance(told, LiveState)
    told = replace(told, seq=number, undo=None, standing=[], next_seat=None)
    if not asked:
        told = replace(told, moves=[], kinds=[], trade=None, enders={}, turn=False)
    return Parts(parts.html, told)


def board_page(request: Request, template: str, game: Game, parts: Parts, now: float, **values: Any) -> Response:
    """A whole page with such a board."""
    language = language_of(request)
    return page(
        request,
        template,
        game=game.name,
        table_id="",
        address="",
        host=False,
        uploaded=False,
        explanations={},
        newcomer=False,
        approval=False,
        conditions=(),
        rated=False,
        seated=True,
        dice={"commitment": "", "promise": ""},
        parts=parts.markup,
        state=parts.state.told,
        now=now,
        title=words.title(game, language),
        texts=script_texts(language),
        **layout(game.name, game.players, language),
        **values,
    )


def preparing(request: Request, name: str) -> Response | None:
    """The page that says that a game's rules are being prepared; None when they are there."""
    preparation = application(request).games.preparation(name)
    if preparation.ready:
        return None
    title = words.title(registry.spec(name), language_of(request))
    return page(request, "preparing.html", title=title, preparation=preparation, game=name)


def read_moves(match: Match, texts: Sequence[str], language: str) -> list[Move]:
    """Moves as somebody typed them; an error names one that the game does not have."""
    try:
        return [match.game.move(text) for text in texts]
    except UnknownMove as error:
        raise HTTPException(422, error.told(language)) from None


def told_why_not(view: View, move: str, sites: str, language: str) -> dict[str, str | None]:
    """One sentence that names the rule against a move, and where the guide states it."""
    try:
        meant = meant_there(view, sites.split(",")) if sites else view.game.move(move)
    except UnknownMove as error:
        raise HTTPException(422, error.told(language)) from None
    if meant is None:
        return {"why_not": None, "guide": None}
    return {"why_not": view.why_not(meant, language), "guide": rule_against(view, meant)}


def known(app: Application, name: str) -> None:
    """See to it that there is such a game."""
    if name not in {spec.name for spec in app.games.specs()}:
        raise Refusal("no_game", 404)


async def ready(app: Application, name: str) -> None:
    """See to it that there is such a game and that its rules are there."""
    known(app, name)
    await app.games.ready(name)
