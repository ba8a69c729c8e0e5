"""What a program reads of a table: states, moves, events and records, each as its seat may know it."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from burgrave.core import fair, words
from burgrave.core.spec import CHANCE
from burgrave.server.store.rows import Event
from burgrave.server.tables.table import OPEN, OVER, PLAYING, Table


def seat_json(seat: Any) -> dict[str, Any]:
    """A seat as everybody sees it."""
    return {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "level": seat.level}


def moves_json(table: Table, seat: int | None, language: str) -> list[dict[str, Any]]:
    """The legal moves of a seat."""
    if table.match is None or seat is None or table.status != PLAYING:
        return []
    view = table.view(seat)
    sites = table.game.rules.parts.sites
    return [
        {
            "text": move.text,
            "id": move.id,
            "sites": list(sites(move)),
            "label": words.label(table.game, move, language, view.point, table.names),
        }
        for move in view.moves()
    ]


def state_json(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    """A table as a seat, or a spectator, may see it; made once per seat, language and change."""
    key = "json", seat, language
    if key not in table.pages:
        table.pages[key] = _state_json(table, seat, language)
    return dict(table.pages[key])


def _state_json(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    state: dict[str, Any] = {
        "id": table.id,
        "game": table.stored.game,
        "options": dict(table.stored.options),
        "status": table.status,
        "seq": table.seq,
        "commitment": table.stored.commitment,
        "seats": [seat_json(other) for other in table.seats],
        "seat": seat,
        "to_act": table.to_act,
        "forfeits": [
            {"seat": forfeited, "bot": forfeit.bot, "reason": forfeit.reason}
            for forfeited, forfeit in sorted(table.forfeits.items())
        ],
        "undo_request": table.undo_request.seat if table.undo_request else None,
        "rematch": table.head.rematch,
        "problem": table.problem,
    }
    if table.match is not None:
        view = table.view(seat)
        state |= {
            "point": view.point,
            "prompt": view.prompt(language),
            "scores": list(view.scores),
            "winners": list(view.winners),
            "moves": moves_json(table, seat, language),
            "view": json.loads(view.to_json()),
        }
    if table.status == OVER:
        state["seed"] = table.head.seed
    return state


def events_json(table: Table, seat: int | None, after: int) -> list[dict[str, Any]]:
    """The events after a number as a seat may read them now."""
    fresh = table.events[after:]  # numbers begin with 1 and leave no gap
    moves = {event.seq for event in fresh if event.kind == "move"}
    texts = masked_moves(table, seat, moves)
    return [
        event_json(event, seat, texts, table.status)
        for event in fresh
        if event.kind != "standing" or event.seat == seat
    ]


def event_lines(table: Table, seat: int | None, after: int) -> list[str]:
    """The same as text, made once for all who listen with the same eyes."""
    key = "stream", seat, after
    if key not in table.pages:
        table.pages[key] = [json.dumps(event) for event in events_json(table, seat, after)]
    lines: list[str] = table.pages[key]
    return lines


def event_json(event: Event, seat: int | None, texts: Mapping[int, str], status: str) -> dict[str, Any]:
    """One event as a seat may read it."""
    data = dict(event.data)
    if event.kind == "move":
        data = {"text": texts[event.seq]}
    elif event.kind == "sit" and status in (OPEN, PLAYING):
        data.pop("entropy", None)  # with the server's part it makes the dice; told when the game is over
    mover = "chance" if event.seat == CHANCE else event.seat
    return {"seq": event.seq, "at": event.at, "kind": event.kind, "seat": mover, **data}


def masked_moves(table: Table, seat: int | None, wanted: set[int]) -> dict[int, str]:
    """The texts of moves as a seat reads them, by event number; a move that was taken back reads as nothing."""
    if table.match is None or not wanted:
        return {}
    texts = dict.fromkeys(wanted, "")
    first = bisect_left(table.move_seqs, min(wanted))
    seen_as, now = table.game.rules.parts.seen_as, table.match.position.s
    # fewer moves than events: a game that no longer fits the rules
    for seq, (move, before) in zip(table.move_seqs[first:], table.match.steps(first), strict=False):
        if seq in wanted:
            texts[seq] = seen_as(move, seat, before.s, now)
    return texts


def record_text(table: Table) -> str:
    """The record of a table, with the commitment that was made before its first move."""
    assert table.match is not None
    first, _, rest = table.match.text().partition("\n")
    promise = f"{fair.remark(table.stored.commitment)}\n" if table.stored.commitment else ""
    return f"{first}\n{promise}{rest}"
