"""The API's way to let time stand still: a pause that everybody agrees to, and days away from a slow game."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from burgrave.server.tables.refusal import Forbidden
from burgrave.server.tables.table import Table
from burgrave.server.web.api import PROBLEMS, Answer, SeatNumber, Strict, TableId, WhichSeat, asker
from burgrave.server.web.requests import application

router = APIRouter(prefix="/api", tags=["time"])


class Absent(Strict):
    """Until when you are away."""

    until: float | None = Field(
        ge=0, le=1e11, description="Seconds since 1970; null, or a moment that is past, when you are back."
    )


async def sitting(request: Request, table_id: str, seat: int | None) -> tuple[Table, int]:
    """The table, and the seat of whoever asks."""
    table = await application(request).hub.get(table_id)
    who = await asker(request, table, "seat", seat)
    assert who.seat is not None
    return table, who.seat


@router.post("/tables/{table_id}/pause", responses=PROBLEMS, summary="Ask for a pause")
async def ask_halt(request: Request, table_id: TableId, seat: WhichSeat = None) -> dict[str, Any]:
    """Ask the others to stop the clock; with bots only it stops at once. It runs again when anybody goes on."""
    table, mine = await sitting(request, table_id, seat)
    return {"paused": await table.ask_halt(mine), "seq": table.state.seq_for(mine)}


@router.post("/tables/{table_id}/pause/answer", responses=PROBLEMS, summary="Agree to a pause, or refuse it")
async def answer_halt(request: Request, table_id: TableId, answer: Answer, seat: WhichSeat = None) -> dict[str, int]:
    """Everybody else must agree; whoever asked may withdraw it."""
    table, mine = await sitting(request, table_id, seat)
    await table.answer_halt(mine, answer.yes)
    return {"seq": table.state.seq_for(mine)}


@router.post("/tables/{table_id}/continue", responses=PROBLEMS, summary="End a pause")
async def go_on(request: Request, table_id: TableId, seat: WhichSeat = None) -> dict[str, int]:
    """Anybody at the table can; a move does so too."""
    table, mine = await sitting(request, table_id, seat)
    await table.go_on(mine)
    return {"seq": table.state.seq_for(mine)}


@router.post("/tables/{table_id}/seats/{seat}/away", responses=PROBLEMS, summary="Say until when you are away")
async def go_away(request: Request, table_id: TableId, seat: SeatNumber, absent: Absent) -> dict[str, int]:
    """At a table that is played over days your time stands still until then, for thirty days of a game in all."""
    table = await application(request).hub.get(table_id)
    if seat not in (await asker(request, table)).seats:
        raise Forbidden("not_your_seat")
    await table.go_away(seat, absent.until or 0.0)
    return {"seq": table.state.seq_for(None)}
