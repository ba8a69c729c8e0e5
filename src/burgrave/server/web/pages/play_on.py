"""A new table that goes on from a position of a finished game, or of a side line, against bots."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from burgrave.core.people import LONGEST_NAME, clean_name
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.hub import Chair, Wish
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.cookies import Browser
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import say
from burgrave.server.web.pages.analysis import finished
from burgrave.server.web.pages.lines import LONGEST, MoveText, aside
from burgrave.server.web.requests import application, keep_cookie, language_of

router = APIRouter(include_in_schema=False)


class GoingOn(BaseModel):
    """A position, and who plays on from there."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(ge=0, le=100_000)
    moves: list[MoveText] = Field(default_factory=list, max_length=LONGEST)
    """What was played after so many moves of the game instead of its own moves."""
    edits: list[MoveText] = Field(default_factory=list, max_length=LONGEST)
    """What was set by hand before them."""
    seat: int = Field(ge=0, le=7)
    level: str = Field(STAND_IN, max_length=32)
    """How strong the bots on the other seats are."""
    name: str = Field("", max_length=LONGEST_NAME)


@router.post("/replay/{table_id}/play")
async def play_on(request: Request, table_id: str, wanted: GoingOn) -> Response:
    """Make the table: its game has all moves so far, and the dice are the new table's from there on."""
    table, language, app = await finished(request, table_id), language_of(request), application(request)
    assert table.state.match is not None
    match = await elsewhere(aside, table.state.match, wanted.after, wanted.moves, language, wanted.edits)
    if match.is_over:
        raise Refusal("over_there", 422)
    if wanted.seat >= match.game.players:
        raise Refusal("no_seat", 422)
    browser = app.browser_or_new(request)
    browser = Browser(browser.player, clean_name(wanted.name) or browser.name or say(language)("player"))
    await app.check_names(browser.player, browser.name)
    chairs = [Chair("me") if seat == wanted.seat else Chair("bot", wanted.level) for seat in range(match.game.players)]
    wish = Wish(match.game.name, match.game.options, chairs, public=False, given=match)
    async with app.making(request) as held:
        created = await app.hub.create(wish, browser.player, browser.name)
        held.keep(created.table.id)
    response = JSONResponse({"id": created.table.id, "seats": list(created.secrets)}, 201)
    keep_cookie(response, request, browser)
    return response
