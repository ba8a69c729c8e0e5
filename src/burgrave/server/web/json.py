"""What a program reads of a table: states, moves, events and records, each as its seat may know it."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from burgrave.core import fair, words
from burgrave.core.spec import CHANCE
from burgrave.server.store.kinds import EventKind, Status
from burgrave.server.store.rows import Seat
from burgrave.server.tables.events import Event
from burgrave.server.tables.table import Table
from burgrave.server.web.rendered import rendered


def seat_json(seat: Seat) -> dict[str, Any]:
    """A seat as everybody sees it."""
    return {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "level": seat.level}


def moves_json(table: Table, seat: int | None, language: str) -> list[dict[str, Any]]:
    """The legal moves of a seat."""
    if table.state.match is None or seat is None or table.state.status != Status.PLAYING:
        return []
    view = table.state.view(seat)
    sites = view.game.rules.parts.sites
    return [
        {
            "text": move.text,
            "id": move.id,
            "sites": list(sites(move)),
            "label": words.label(view.game, move, language, view.point, table.state.names),
        }
        for move in view.moves()
    ]


def state_json(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    """A table as a seat, or a spectator, may see it; made once per seat, language and change."""
    made, key = rendered(table).states, (seat, language)
    if key not in made:
        made[key] = _state_json(table, seat, language)
    return dict(made[key])


def _state_json(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    made, state = table.made, table.state
    found: dict[str, Any] = {
        "id": made.id,
        "game": made.game,
        "options": dict(made.options),
        "status": state.status,
        "seq": state.seq,
        "commitment": made.commitment,
        "seats": [seat_json(other) for other in state.seats],
        "seat": seat,
        "to_act": state.to_act,
        "forfeits": [
            {"seat": forfeited, "bot": forfeit.bot, "reason": forfeit.reason}
            for forfeited, forfeit in sorted(state.forfeits.items())
        ],
        "undo_request": state.undo_request.seat if state.undo_request else None,
        "rematch": state.rematch,
        "problem": state.problem.reason if state.problem else None,
    }
    if state.match is not None:
        view = state.view(seat)
        found |= {
            "point": view.point,
            "prompt": view.prompt(language),
            "scores": list(view.scores),
            "winners": list(view.winners),
            "moves": moves_json(table, seat, language),
            "view": json.loads(view.to_json()),
        }
    if state.status == Status.OVER:
        found["seed"] = state.seed
    return found


def events_json(table: Table, seat: int | None, after: int) -> list[dict[str, Any]]:
    """The events after a number as a seat may read them now."""
    fresh = table.state.events[after:]  # numbers begin with 1 and leave no gap
    moves = {event.seq for event in fresh if event.kind == EventKind.MOVE}
    texts = masked_moves(table, seat, moves)
    return [
        event_json(event, texts, table.state.status)
        for event in fresh
        if event.kind != EventKind.STANDING or event.seat == seat
    ]


def event_lines(table: Table, seat: int | None, after: int) -> list[str]:
    """The same as text, made once for all who listen with the same eyes."""
    made, key = rendered(table).lines, (seat, after)
    if key not in made:
        made[key] = [json.dumps(event) for event in events_json(table, seat, after)]
    return made[key]


def event_json(event: Event, texts: Mapping[int, str], status: Status) -> dict[str, Any]:
    """One event as a seat may read it, given its reading of the moves."""
    data = event.data
    if event.kind == EventKind.MOVE:
        data = {"text": texts[event.seq]}
    elif event.kind == EventKind.START and status != Status.OVER:
        data = {}  # the seed is told when the game is over
    elif event.kind == EventKind.SIT and status in (Status.OPEN, Status.PLAYING):
        del data["entropy"]  # with the server's part it makes the dice; told when the game is over
    if event.kind == EventKind.SIT:
        data["sitter"] = data.pop("kind")
    mover = "chance" if event.seat == CHANCE else event.seat
    return {"seq": event.seq, "at": event.at, "kind": event.kind, "seat": mover, **data}


def masked_moves(table: Table, seat: int | None, wanted: set[int]) -> dict[int, str]:
    """The texts of moves as a seat reads them, by event number; a move that was taken back reads as nothing."""
    if table.state.match is None or not wanted:
        return {}
    texts = dict.fromkeys(wanted, "")
    first = bisect_left(table.state.move_seqs, min(wanted))
    match = table.state.match
    seen_as, now = match.game.rules.parts.seen_as, match.position.s
    # fewer moves than events: a game that no longer fits the rules
    for seq, (move, before) in zip(table.state.move_seqs[first:], match.steps(first), strict=False):
        if seq in wanted:
            texts[seq] = seen_as(move, seat, before.s, now)
    return texts


def record_text(table: Table) -> str:
    """The record of a table, with the commitment that was made before its first move."""
    assert table.state.match is not None
    first, _, rest = table.state.match.text().partition("\n")
    promise = f"{fair.remark(table.made.commitment)}\n" if table.made.commitment else ""
    return f"{first}\n{promise}{rest}"
