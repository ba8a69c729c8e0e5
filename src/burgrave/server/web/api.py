"""The JSON API: everything the page can do.

A program acts for a seat with the header `Authorization: Bearer <the seat's secret>`.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Header, HTTPException, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from burgrave.core import words
from burgrave.core.errors import IllegalMove, RecordError, UnknownMove
from burgrave.core.people import LONGEST_NAME, clean_name
from burgrave.server.store.kinds import TimeOut
from burgrave.server.store.rows import Timing
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.commands import LONGEST_CHAT
from burgrave.server.tables.early import LONGEST_OFFER
from burgrave.server.tables.events import Hinted, SeatAsked
from burgrave.server.tables.games import Games
from burgrave.server.tables.hub import Chair, Created, Dice, Wish
from burgrave.server.tables.keys import digest, new_secret
from burgrave.server.tables.once import LONGEST_KEY, SHORTEST_KEY
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.guard import client_of
from burgrave.server.web.html import say as own_words
from burgrave.server.web.json import (
    event_lines,
    events_json,
    moves_json,
    option_json,
    record_name,
    record_text,
    seat_json,
    state_json,
)
from burgrave.server.web.live import FULL, asked_again, in_own_task, is_full, is_welcome, listening
from burgrave.server.web.previewed import table_previews
from burgrave.server.web.requests import Asker, application, asker_of, is_ignored, language_of
from burgrave.server.web.why_not import meant_there, rule_against

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", description="The table's identifier, as in its address.")]
SeatNumber = Annotated[int, Path(ge=0, le=7, description="The seat, from 0.")]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1, description="The number of the last event you have seen.")]
WhichSeat = Annotated[int | None, Query(ge=0, le=7, description="Which of your seats, if you hold several.")]
Text = Annotated[str, Field(max_length=200)]
Entropy = Annotated[
    str, Field(max_length=64, description="Your 16 random bytes for the dice, as 32 hexadecimal digits; keep them.")
]
Promised = Annotated[
    str,
    Field(
        pattern=r"^([0-9a-f]{64})?$",
        description="The commitment that `POST /api/dice` gave you before you drew your bytes; without it you cannot "
        "verify the dice.",
    ),
]
RequestKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=SHORTEST_KEY,
        max_length=LONGEST_KEY,
        description="A random text of yours. Sent again within a day, the same request with the same key does nothing "
        "twice and has the same answer.",
    ),
]

LINES_AT_ONCE = 16

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": sentence}
    for status, sentence in {
        400: "The request cannot be read.",
        401: "The secret opens no seat here.",
        403: "Your seat may not do this.",
        404: "There is no such table.",
        409: "Not now: the position has changed, or it is not your move.",
        413: "Too long.",
        422: "Not valid; `detail` says why.",
        429: "Too many requests or tables.",
        503: "The rules of the game could not be prepared, or the database cannot be reached.",
    }.items()
}


class Strict(BaseModel):
    """What is sent must be what is meant."""

    model_config = ConfigDict(extra="forbid")


class NewSeat(Strict):
    """A seat of a new table."""

    kind: Literal["me", "person", "bot"]
    level: str | None = Field(None, max_length=32, description="A bot's level.")
    name: str = Field("", max_length=LONGEST_NAME)
    colour: str = Field("", max_length=32, description="One of the game's colours; empty: the seat's own.")


class NewTable(Strict):
    """A table to be made."""

    game: str = Field(max_length=64)
    seats: list[NewSeat] = Field(min_length=1, max_length=8)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=64)
    public: bool = False
    clock: int | None = Field(None, description="Seconds for each decision; undo gives none back. Null: no limit.")
    bank: int = Field(0, description="Seconds of each seat for the whole game, used when those of a decision are up.")
    increment: int = Field(0, description="Seconds that each decision adds to the bank.")
    time_out: TimeOut = Field(
        TimeOut.BOT, description="Whether a bot takes over a seat whose time is up, or the seat has lost."
    )
    approval: bool = Field(False, description="Whether whoever wants to sit down must ask you, the host.")
    hints: Hinted = Field(
        Hinted.ALONE, description="Who may have hints: `alone` (with nobody but bots), `all`, `nobody`."
    )
    rated: bool = Field(
        False,
        description="Whether the result counts for ratings. Needs a clock; time lost is the game lost. Nobody has "
        "hints, nobody is asked for an undo, no bot takes over a seat, and everybody has one.",
    )
    by_hand: bool = Field(False, description="Whether you enter what dice and cards bring at a real table.")
    knows: int | None = Field(
        None,
        ge=0,
        le=7,
        description="With `by_hand`: the seat whose knowledge is all that you enter; the rest stays unknown.",
    )
    name: str = Field("", max_length=LONGEST_NAME, description="Your name at the table.")
    entropy: Entropy = ""
    commitment: Promised = ""


class Sitter(Strict):
    """Somebody who sits down."""

    name: str = Field("", max_length=LONGEST_NAME)
    entropy: Entropy = ""


class Challenger(Sitter):
    """Somebody who plays again."""

    commitment: Promised = ""


class Level(Strict):
    """A bot's level."""

    level: str = Field(STAND_IN, max_length=32)


class Submission(Strict):
    """A move for the position you saw."""

    seq: Seq
    move: Text


class Dealing(Strict):
    """The moves of a whole offer, or of an answer to one, for the offer you saw; none takes an early answer back."""

    seq: Seq
    moves: list[Text] = Field(max_length=LONGEST_OFFER)


class Seen(Strict):
    """The last event you saw."""

    seq: Seq


class Answer(Strict):
    """Yes or no."""

    yes: bool


class Words(Strict):
    """A line of chat."""

    text: str = Field(min_length=1, max_length=LONGEST_CHAT)


class Standing(Strict):
    """A standing answer.

    `forced` plays your only move, `pass <point>` passes there until you move elsewhere; a game may have more: in Catan
    `refuse` refuses what you cannot pay.
    """

    answer: Text
    on: bool


async def asker(request: Request, table: Table, need: Literal["seat", "any"] = "any", seat: int | None = None) -> Asker:
    """Who asks, with the right the request needs."""
    found = await asker_of(request, table, seat)
    if need == "seat" and found.seat is None:
        raise Forbidden("not_seated")
    if need == "seat" and found.seat is not None and found.seat in table.state.given_up:
        raise Forbidden(table.state.forfeits[found.seat].reason)
    return found


# Routes are tried from the top: the busiest comes first.


@router.post("/tables/{table_id}/moves", response_model=dict[str, int], responses=PROBLEMS, summary="Make a move")
async def play(request: Request, table_id: TableId, submission: Submission, seat: WhichSeat = None) -> Response:
    """Play a text for the position you saw; 409 when it is no longer the position.

    At a table beside a real one, whoever may see what chance has brought enters it in the same way.
    """
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    try:
        await table.play(who.seat, submission.seq, submission.move)
    except (IllegalMove, UnknownMove) as error:
        raise HTTPException(422, error.told(language_of(request))) from None
    return JSONResponse({"seq": table.state.seq_for(who.seat)})


@router.get("/games", summary="The games, their players and options")
async def list_games(request: Request) -> list[dict[str, Any]]:
    """Every registered game. An option has its `values`, or the least and the greatest number in `range`."""
    return await elsewhere(_games, application(request).games, language_of(request))


def _games(games: Games, language: str) -> list[dict[str, Any]]:
    return [
        {
            "name": spec.name,
            "title": words.title(spec, language),
            "players": list(spec.players),
            "minutes": list(spec.minutes),
            "options": [option_json(spec, option, language) for option in spec.options],
            "levels": list(games.levels),
        }
        for spec in games.specs()
    ]


@router.get("/tables", summary="Public tables that are open or being played")
async def list_tables(request: Request) -> list[dict[str, Any]]:
    """The lobby's list."""
    return [
        {
            "id": table.made.id,
            "game": table.made.game,
            "options": dict(table.made.options),
            "status": table.head.status,
            "seats": [seat_json(seat) for seat in table.seats],
        }
        for table in await application(request).storage.public_tables()
    ]


@router.post("/dice", status_code=201, responses=PROBLEMS, summary="Let the server fix its part of the dice")
async def promise_dice(request: Request) -> dict[str, str]:
    """A commitment for one new table, good for an hour: draw your bytes after it and send both with the table."""
    app = application(request)
    app.limit_promises(request)
    return {"commitment": await app.hub.promise()}


@router.post("/tables", status_code=201, responses=PROBLEMS, summary="Make a table")
async def create_table(request: Request, wanted: NewTable, key: RequestKey = None) -> dict[str, Any]:
    """A new table; the secrets of your seats and of the host's chair are told only now."""
    app = application(request)
    browser = app.creator(request)
    name = clean_name(wanted.name) or browser.name or own_words(language_of(request))("player")
    chairs = [Chair(seat.kind, seat.level, seat.name, seat.colour) for seat in wanted.seats]
    timing = None
    if wanted.clock is not None or wanted.bank or wanted.increment:
        timing = Timing(wanted.clock or 0, wanted.bank, wanted.increment, wanted.time_out)
    wish = Wish(
        wanted.game,
        wanted.options,
        chairs,
        wanted.public,
        timing,
        wanted.approval,
        wanted.hints,
        wanted.rated,
        wanted.by_hand,
        wanted.knows,
    )
    await app.check_names(browser.player, name, *(clean_name(seat.name) for seat in wanted.seats if seat.kind == "me"))
    once = app.once(browser.player, key, "create", wanted.model_dump(exclude={"entropy", "commitment"}))
    async with app.making(request) as held:
        try:
            await app.games.ready(wanted.game) if wanted.game in {spec.name for spec in app.games.specs()} else None
            created = await app.hub.create(wish, browser.player, name, Dice(wanted.entropy, wanted.commitment), once)
        except ValueError as error:
            raise HTTPException(422, str(error)) from None
        held.keep(created.table.id)
    return told(created)


def told(created: Created) -> dict[str, Any]:
    """A new table as its maker is told of it."""
    return {
        "id": created.table.id,
        "commitment": created.table.made.commitment,
        "verifiable_by": sorted(created.table.state.verifiable_by),
        "host_token": created.host_secret,
        "tokens": {str(seat): secret for seat, secret in created.secrets.items()},
    }


@router.get("/tables/{table_id}", responses=PROBLEMS, summary="A table as you may see it")
async def show_table(request: Request, table_id: TableId, seat: WhichSeat = None) -> dict[str, Any]:
    """Your view, your legal moves, everybody's scores; a spectator's if you do not sit there.

    Where somebody's clock runs, `deadline` is when their time is up and `now` what time it is here, both in seconds
    since 1970.
    """
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, seat=seat)
    return state_json(table, who.seat, language_of(request))


@router.get("/tables/{table_id}/moves", responses=PROBLEMS, summary="Your legal moves")
async def legal_moves(request: Request, table_id: TableId, seat: WhichSeat = None) -> list[dict[str, Any]]:
    """Text, id, path of sites and label of each move you may make now."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, seat=seat)
    return moves_json(table, who.seat, language_of(request))


@router.get("/tables/{table_id}/why_not", responses=PROBLEMS, summary="Why a move is not legal")
async def why_not(
    request: Request,
    table_id: TableId,
    move: Annotated[str, Query(max_length=200, description="A move's text,")] = "",
    sites: Annotated[str, Query(max_length=400, description="or the sites clicked, with commas.")] = "",
    seat: WhichSeat = None,
) -> dict[str, str | None]:
    """One sentence that names the rule, or null when you may make the move; and where the guide states that rule."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    if table.state.match is None:
        raise Refusal("not_playing")
    view, language = table.state.view(who.seat), language_of(request)

    def told() -> dict[str, str | None]:
        meant = meant_there(view, sites.split(",")) if sites else view.game.move(move)
        if meant is None:
            return {"why_not": None, "guide": None}
        return {"why_not": view.why_not(meant, language), "guide": rule_against(view, meant)}

    try:
        return await elsewhere(told)
    except UnknownMove as error:
        raise HTTPException(422, error.told(language)) from None


@router.get("/tables/{table_id}/previews", responses=PROBLEMS, summary="What your moves would cost and bring")
async def previews(request: Request, table_id: TableId, seat: WhichSeat = None) -> dict[str, Any]:
    """By the text of each legal move: a sentence, the costs as symbol and amount, and which symbol it puts where.

    They are made from what your seat knows; what is hidden from you or left to chance is not told.
    """
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    if table.state.match is None or who.seat is None:
        raise Refusal("not_playing")
    return await table_previews(table, who.seat, language_of(request))


@router.post("/tables/{table_id}/draw", responses=PROBLEMS, summary="Let the server draw what you would enter")
async def draw(request: Request, table_id: TableId, seen: Seen, seat: WhichSeat = None) -> dict[str, int]:
    """At a table beside a real one: chance's moves, until somebody has to decide."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    await table.draw(seen.seq)
    return {"seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/undo", responses=PROBLEMS, summary="Take your last move back, or ask to")
async def undo(request: Request, table_id: TableId, seen: Seen, seat: WhichSeat = None) -> dict[str, Any]:
    """Done at once where nobody has moved since and nothing new was learnt; else the others are asked."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    done = await table.undo(who.seat, seen.seq)
    return {"done": done, "seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/undo/answer", responses=PROBLEMS, summary="Agree to an undo, or refuse it")
async def answer_undo(request: Request, table_id: TableId, answer: Answer, seat: WhichSeat = None) -> dict[str, int]:
    """Everybody else must agree."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    await table.answer_undo(who.seat, answer.yes)
    return {"seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/trade", responses=PROBLEMS, summary="Make a whole offer, or answer one at once")
async def trade(request: Request, table_id: TableId, dealing: Dealing, seat: WhichSeat = None) -> dict[str, int]:
    """Play the moves of an offer or an answer together.

    An answer may come before your turn to speak: it is told to nobody until the rules ask you, and then played.
    """
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    try:
        await table.trade(who.seat, dealing.seq, dealing.moves)
    except (IllegalMove, UnknownMove) as error:
        raise HTTPException(422, error.told(language_of(request))) from None
    return {"seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/standing", responses=PROBLEMS, summary="Give a standing answer, or take it back")
async def stand(request: Request, table_id: TableId, standing: Standing, seat: WhichSeat = None) -> dict[str, int]:
    """Let the server answer for you where you always answer the same."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    await table.stand(who.seat, standing.answer, standing.on)
    return {"seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/chat", responses=PROBLEMS, summary="Say something")
async def say(request: Request, table_id: TableId, line: Words, seat: WhichSeat = None) -> dict[str, int]:
    """Everybody at the table reads it."""
    app = application(request)
    table = await app.hub.get(table_id)
    who = await asker(request, table, seat=seat)
    if who.seat is None and not who.name:
        raise Forbidden("no_name")
    if who.seat is None and not who.host and not app.spectator_lines.take(client_of(request.scope)):
        raise Refusal("too_many_lines", 429, {"retry-after": "10"})
    name = table.state.names[who.seat] if who.seat is not None else who.name
    if who.seat is None:
        await app.check_names(who.player, name)
    app.remember_speaker(table_id, await table.say(who.seat, name, line.text, who.host), request)
    return {"seq": table.state.seq_for(who.seat)}


@router.post(
    "/tables/{table_id}/seats/{seat}",
    status_code=201,
    responses={**PROBLEMS, 202: {"description": "The host was asked; the secret opens the seat once they agree."}},
    summary="Sit down",
)
async def sit(
    request: Request,
    response: Response,
    table_id: TableId,
    seat: SeatNumber,
    sitter: Sitter,
    key: RequestKey = None,
) -> dict[str, Any]:
    """Take an open seat; its secret is told only now. Where the host decides who sits down, this asks them."""
    app = application(request)
    table = await app.hub.get(table_id)
    browser = app.browser(request)
    once = app.once(app.creator(request).player, key, "sit", table_id, seat, sitter.name)
    secret = once.secret(table_id, seat) if once else new_secret()
    name = clean_name(sitter.name) or (browser.name if browser else "")
    name = name or words.seat_name(seat, None, language_of(request))
    player = browser.player if browser else None
    await app.check_names(player, name)
    if is_ignored(await app.ignored_by(table.made.host), player, name):
        raise Forbidden("host_blocks")
    kept = once.answered(table_id, (seat,)) if once else None
    waiting = table.made.approval and not (await asker(request, table)).host
    if await app.hub.answered(once) is None:
        try:
            async with app.sitting(request, table, seat):
                if waiting:
                    await table.ask_seat(SeatAsked(seat, name, sitter.entropy, player, digest(secret)), kept)
                else:
                    await table.sit(seat, name, sitter.entropy, player, digest(secret), kept)
        except Refusal:
            if await app.hub.answered(once) is None:  # unless the same request has just been answered
                raise
    if waiting:
        response.status_code = 202
    return {"seat": seat, "token": secret, "waiting": waiting}


@router.post("/tables/{table_id}/seats/{seat}/bot", responses=PROBLEMS, summary="Let a bot take a seat")
async def fill(request: Request, table_id: TableId, seat: SeatNumber, chosen: Level) -> dict[str, int]:
    """The host fills an open or abandoned seat; a seat's own person may hand it over too."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table)
    if not who.host and seat not in who.seats:
        raise Forbidden("not_host_nor_you")
    if seat not in who.seats:
        await table.look_around()
        if table.is_taken(seat):
            raise Refusal("seat_present")
    await table.fill(seat, chosen.level)
    return {"seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/seats/{seat}/return", responses=PROBLEMS, summary="Take your seat back from a bot")
async def come_back(request: Request, table_id: TableId, seat: SeatNumber) -> dict[str, int]:
    """Only who sat there can."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table)
    if seat not in who.seats:
        raise Forbidden("not_your_seat")
    await table.come_back(seat)
    return {"seq": table.state.seq_for(who.seat)}


@router.post("/tables/{table_id}/seats/{seat}/link", responses=PROBLEMS, summary="A new secret for your seat")
async def link(request: Request, table_id: TableId, seat: SeatNumber) -> dict[str, Any]:
    """A secret that opens the seat on another device or to a program."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table)
    if seat not in who.seats:
        raise Forbidden("not_your_seat")
    secret = new_secret()
    await table.add_link(seat, digest(secret))
    return {"seat": seat, "token": secret}


@router.post("/tables/{table_id}/rematch", responses=PROBLEMS, summary="Play again")
async def rematch(request: Request, table_id: TableId, sitter: Challenger, key: RequestKey = None) -> dict[str, Any]:
    """A new table with the same game, options and bots; whoever makes it is told the secrets of their seats."""
    app = application(request)
    table = await app.hub.get(table_id)
    who = await asker(request, table)
    if not who.seats and not who.host:
        raise Forbidden("not_played")
    browser = app.creator(request)
    player = table.made.host if who.host else browser.player
    mine = who.seats or table.seats_of(player)
    name = clean_name(sitter.name) or browser.name or own_words(language_of(request))("player")
    await app.check_names(browser.player, name)
    once = app.once(browser.player, key, "rematch", table_id, sorted(mine), sitter.name)
    async with app.making(request) as held:
        found = await app.hub.rematch(table, player, mine, name, Dice(sitter.entropy, sitter.commitment), once)
        if isinstance(found, str):  # somebody else has made it
            return {"id": found, "tokens": {}}
        held.keep(found.table.id)
    return told(found)


@router.get(
    "/tables/{table_id}/record", response_class=PlainTextResponse, responses=PROBLEMS, summary="The game as text"
)
async def record(request: Request, table_id: TableId) -> Response:
    """A finished game's record with its seed; `burgrave check` verifies it."""
    table = await application(request).hub.get(table_id)
    await asker(request, table)
    if table.state.match is None or not table.state.is_finished:
        raise Refusal("not_over")
    text = await elsewhere(record_text, table.made, table.state)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{record_name(table.made)}"'})


@router.post("/records", status_code=201, responses=PROBLEMS, summary="Upload a record")
async def upload(
    request: Request, text: Annotated[str, Body(media_type="text/plain", max_length=500_000)]
) -> dict[str, str]:
    """A record becomes a table that everybody with its address can replay, for some days."""
    app = application(request)
    app.limit_creation(request)
    browser = app.creator(request)
    try:
        return {"id": await app.hub.store_record(text, browser.player, app.address_key(request))}
    except (RecordError, ValueError) as error:
        raise HTTPException(422, str(error)) from None


@router.get(
    "/tables/{table_id}/events",
    response_model=list[dict[str, Any]],
    responses=PROBLEMS,
    summary="What has happened",
)
async def events(
    request: Request, table_id: TableId, after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0, seat: WhichSeat = None
) -> Response:
    """All events after a number, each as you may read it now."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, seat=seat)
    state = table.state
    return await elsewhere(lambda: JSONResponse(events_json(state, who.seat, after)))


@router.websocket("/tables/{table_id}/stream")
@in_own_task
async def stream(websocket: WebSocket, table_id: str, after: int = 0, seat: int | None = None) -> None:
    """A stream of events: first what you have missed since `after`, then everything as it happens."""
    app = application(websocket)
    try:
        table = await app.hub.get(table_id)
        who = await asker_of(websocket, table, seat)
    except Refusal as refusal:
        await websocket.close(4404, refusal.told("en")[:100])
        return
    if is_full(table, who, app):
        await websocket.close(FULL, "Too many spectators.")
        return
    sent, rights, mine = max(0, after), table.rights, who.seat
    async with listening(websocket, table, mine) as changed:
        while not (table.gone or table.stopped):
            try:
                if table.rights != rights or not is_welcome(app, websocket, table, who):
                    who, rights = await asked_again(app, websocket, table, mine)
            except Refusal as refusal:
                await websocket.close(4404, refusal.told("en")[:100])
                return
            if table.seq > sent:
                seen, sent = sent, table.seq
                for number, line in enumerate(await event_lines(table, mine, seen), 1):
                    await websocket.send_text(line)
                    if number % LINES_AT_ONCE == 0:
                        await asyncio.sleep(0)  # sending does not wait, and others want their turn
            await changed()
