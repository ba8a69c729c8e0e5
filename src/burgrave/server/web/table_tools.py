"""The API's tools for keeping a table in order: what its host decides, and what anybody can do against a nuisance."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import Field

from burgrave.server.store.kinds import EventKind
from burgrave.server.tables.events import Said, SpectatorsMay
from burgrave.server.tables.keys import digest, new_secret
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.api import PROBLEMS, Answer, Level, SeatNumber, Seq, Strict, TableId, asker
from burgrave.server.web.guard import client_of
from burgrave.server.web.requests import application

router = APIRouter(prefix="/api", tags=["keeping order"])

LONGEST_REASON = 500
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the event that asked or removed.")]


class Switch(Strict):
    """On or off."""

    on: bool


class Spectators(Strict):
    """What people without a seat may do."""

    watch: bool = Field(True, description="Whether they may watch the game; always at a public table.")
    chat: bool = Field(True, description="Whether they may chat.")


class Complaint(Strict):
    """Something for the operator to look at."""

    line: Annotated[int | None, Field(ge=1, le=2**31 - 1, description="The number of a line of chat, if one.")] = None
    reason: str = Field(min_length=1, max_length=LONGEST_REASON)


class Blocking(Strict):
    """Whoever said a line."""

    line: Seq
    on: bool = Field(True, description="False to meet them again.")


async def as_host(request: Request, table_id: str) -> Table:
    """The table, if it is its host who asks."""
    table = await application(request).hub.get(table_id)
    if not (await asker(request, table)).host:
        raise Forbidden("not_host")
    return table


async def as_sitter(request: Request, table_id: str, seat: int) -> Table:
    """The table, if whoever asks sits on that seat."""
    table = await application(request).hub.get(table_id)
    if seat not in (await asker(request, table)).seats:
        raise Forbidden("not_your_seat")
    return table


@router.post("/tables/{table_id}/seats/{seat}/kick", responses=PROBLEMS, summary="Remove a person from a seat")
async def kick(request: Request, table_id: TableId, seat: SeatNumber, chosen: Level) -> dict[str, int]:
    """The host takes a seat away: before the game it is free again, during the game a bot of that level plays on.

    Everybody is told. The seat's links and browsers open it no longer, and those browsers cannot sit down again.
    """
    table = await as_host(request, table_id)
    await table.kick(seat, chosen.level)
    return {"seq": table.state.seq_for(None)}


@router.get("/tables/{table_id}/removed", responses=PROBLEMS, summary="Who was removed")
async def removed(request: Request, table_id: TableId) -> list[dict[str, Any]]:
    """Those who may not sit down again, for the host."""
    table = await as_host(request, table_id)
    return [{"number": number, "name": kicked.name} for number, kicked in table.state.turned_away.items()]


@router.post("/tables/{table_id}/removed/{number}/allow", responses=PROBLEMS, summary="Let a removed person sit again")
async def let_in(request: Request, table_id: TableId, number: Number) -> dict[str, int]:
    """The host allows somebody who was removed to sit down again."""
    table = await as_host(request, table_id)
    await table.let_in(number)
    return {"seq": table.state.seq_for(None)}


@router.post("/tables/{table_id}/seats/{seat}/mute", responses=PROBLEMS, summary="Silence a person in the chat")
async def mute(request: Request, table_id: TableId, seat: SeatNumber, switch: Switch) -> dict[str, int]:
    """The host silences a person, or lets them speak again."""
    table = await as_host(request, table_id)
    await table.mute(seat, switch.on)
    return {"seq": table.state.seq_for(None)}


@router.post("/tables/{table_id}/spectators", responses=PROBLEMS, summary="Say what spectators may do")
async def rule_spectators(request: Request, table_id: TableId, rules: Spectators) -> dict[str, int]:
    """The host lets people without a seat watch and chat, or not."""
    table = await as_host(request, table_id)
    await table.rule_spectators(SpectatorsMay(rules.watch, rules.chat))
    return {"seq": table.state.seq_for(None)}


@router.get("/tables/{table_id}/requests", responses=PROBLEMS, summary="Who asks for a seat")
async def requests(request: Request, table_id: TableId) -> list[dict[str, Any]]:
    """Those who wait for the host's leave to sit down."""
    table = await as_host(request, table_id)
    waiting = table.state.requests.items()
    return [{"number": number, "seat": asked.seat, "name": asked.name} for number, asked in waiting]


@router.post("/tables/{table_id}/requests/{number}", responses=PROBLEMS, summary="Admit or refuse who asks for a seat")
async def answer_seat(request: Request, table_id: TableId, number: Number, answer: Answer) -> dict[str, int]:
    """The host lets whoever asked sit down, or not."""
    table = await as_host(request, table_id)
    await table.answer_seat(number, answer.yes)
    return {"seq": table.state.seq_for(None)}


@router.post("/tables/{table_id}/seats/{seat}/renew", responses=PROBLEMS, summary="Make old links to your seat invalid")
async def renew(request: Request, table_id: TableId, seat: SeatNumber) -> dict[str, Any]:
    """A new secret; all former ones and every other browser that has opened one of them are out."""
    table = await as_sitter(request, table_id, seat)
    who = await asker(request, table)
    secret = new_secret()
    await table.renew_links(seat, digest(secret), who.player)
    return {"seat": seat, "token": secret}


@router.post("/tables/{table_id}/seats/{seat}/leave", responses=PROBLEMS, summary="Get up before the game begins")
async def leave(request: Request, table_id: TableId, seat: SeatNumber) -> dict[str, int]:
    """Your seat is free again for anybody; neither your browser nor your secret opens it any more."""
    table = await as_sitter(request, table_id, seat)
    await table.leave_seat(seat)
    return {"seq": table.state.seq_for(None)}


@router.post("/tables/{table_id}/seats/{seat}/resign", responses=PROBLEMS, summary="Give the game up")
async def resign(request: Request, table_id: TableId, seat: SeatNumber) -> dict[str, int]:
    """Your seat cannot win any more; there is no way back.

    A bot plays on for you as long as a person is left who has somebody to beat; else the game is over, and the best of
    those left have won.
    """
    table = await as_sitter(request, table_id, seat)
    await table.resign(seat)
    return {"seq": table.state.seq_for(None)}


@router.post("/tables/{table_id}/close", responses=PROBLEMS, summary="Close a table that nobody needs")
async def close(request: Request, table_id: TableId) -> dict[str, int]:
    """The host ends a table before its game has begun, or one that no other person plays, or has for a day."""
    table = await as_host(request, table_id)
    await table.close()
    return {"seq": table.state.seq_for(None)}


@router.post("/tables/{table_id}/reports", status_code=201, responses=PROBLEMS, summary="Report to the operator")
async def report(request: Request, table_id: TableId, complaint: Complaint) -> dict[str, bool]:
    """Tell the server's operator about a table or a line of its chat."""
    app = application(request)
    table = await app.hub.get(table_id)
    await asker(request, table)
    reason = " ".join(complaint.reason.split())
    if not reason:
        raise Refusal("empty", 422)
    about: set[str] = set()
    if complaint.line is not None:
        about = browsers_of(request, table, said_at(table, complaint.line), complaint.line)
        about |= {key for key in app.speakers.get((table_id, complaint.line), ()) if key}
    if not app.reports.take(client_of(request.scope)):
        raise Refusal("too_many_reports", 429, {"retry-after": "600"})
    reporter = app.creator(request).player
    if not await app.hub.desk.report(table_id, complaint.line, reason, reporter, about):
        raise Refusal("too_many_reports", 429, {"retry-after": "3600"})
    return {"reported": True}


@router.post("/tables/{table_id}/blocks", responses=PROBLEMS, summary="Block whoever said a line, for yourself")
async def block(request: Request, table_id: TableId, blocking: Blocking) -> dict[str, bool]:
    """Your pages hide their lines, and they cannot sit down at your tables; needs the browser's cookie."""
    app = application(request)
    table = await app.hub.get(table_id)
    who = await asker(request, table)
    if who.player is None:
        raise Forbidden("no_browser")
    said = said_at(table, blocking.line)
    keys = browsers_of(request, table, said, blocking.line)
    if who.player in keys:
        raise Refusal("yourself", 422)
    await app.ignore(who.player, keys, said.name, blocking.on)
    table.ask_again()
    return {"blocked": blocking.on}


def said_at(table: Table, line: int) -> Said:
    """What was said by the event of a number."""
    events = table.state.events
    event = events[line - 1] if 0 < line <= len(events) else None
    if event is None or event.kind != EventKind.CHAT or not isinstance(event.what, Said):
        raise Refusal("no_line", 404)
    return event.what


def browsers_of(request: Request, table: Table, said: Said, line: int) -> set[str]:
    """The browsers that a line came from, as far as they are known."""
    player, _ = application(request).speakers.get((table.id, line), (None, ""))
    seated = table.sitters.get(said.seat, set()) if said.seat is not None else set()
    return {*seated, *([player] if player else [])}
