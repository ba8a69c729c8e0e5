"""What a program reads of a table: states, moves, events and records, each as its seat may know it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from burgrave.core import fair, words
from burgrave.core.spec import CHANCE, Option, Spec
from burgrave.server.store.kinds import EventKind, Status
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables.events import Event
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import FEW_EVENTS, Table
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.fresh import Fresh
from burgrave.server.web.rendered import rendered
from burgrave.server.web.timing import timing_json

LONGEST_LIST = 20
"""What happens between a seat and the table: told to that seat alone."""


def seat_json(seat: Seat) -> dict[str, Any]:
    """A seat as everybody sees it."""
    return {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "level": seat.level}


def bounds(option: Option) -> tuple[int, int] | None:
    """The least and the greatest of an option's numbers, where a list of them would be long."""
    values = option.values
    return (values[0], values[-1]) if isinstance(values, range) and len(values) > LONGEST_LIST else None


def option_json(spec: Spec, option: Option, language: str) -> dict[str, Any]:
    """An option of a game: a list of its values, or the range they are from."""
    ends = bounds(option)
    return {
        "name": option.name,
        "default": option.default,
        "values": None if ends else list(option.values),
        "range": ends,
        "help": words.option_help(spec, option.name, language),
    }


def moves_json(table: Table, seat: int | None, language: str) -> list[dict[str, Any]]:
    """The legal moves of a seat."""
    if table.state.match is None or seat is None or table.state.status != Status.PLAYING:
        return []
    if seat in table.state.given_up:
        return []
    view = table.state.view(seat)
    sites = view.game.rules.parts.sites
    return [
        {
            "text": move.text,
            "id": move.id,
            "sites": list(sites(move)),
            "label": words.label_in(view, move, language),
        }
        for move in view.moves()
    ]


def state_json(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    """A table as a seat, or a spectator, may see it; made once per seat, language and change, but for the time."""
    made, key = rendered(table).states, (seat, language)
    if key not in made:
        made[key] = _state_json(table, seat, language)
    clock = {} if made[key]["deadline"] is None else {"now": time.time()}
    return made[key] | clock


def _state_json(table: Table, seat: int | None, language: str) -> dict[str, Any]:
    made, state = table.made, table.state
    found: dict[str, Any] = {
        "id": made.id,
        "game": made.game,
        "options": dict(made.options),
        "status": state.status,
        "uploaded": made.uploaded,
        "seq": state.seq_for(seat),
        "commitment": made.commitment,
        "verifiable_by": sorted(state.verifiable_by),
        "seats": [seat_json(other) for other in state.seats],
        "seat": seat,
        "to_act": state.to_act,
        "deadline": state.deadline,
        **timing_json(state),
        "forfeits": [
            {"seat": forfeited, "bot": forfeit.bot, "reason": forfeit.reason}
            for forfeited, forfeit in sorted(state.forfeits.items())
        ],
        "undo_request": state.undo_request.seat if state.undo_request else None,
        "rematch": state.rematch,
        "approval": made.approval,
        "rated": made.rated,
        "muted": sorted(state.muted),
        "hints": state.hints.who,
        "by_hand": state.by_hand,
        "knows": state.knows,
        "spectators": {"watch": state.spectators.watch, "chat": state.spectators.chat},
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


def events_json(state: TableState, seat: int | None, after: int) -> list[dict[str, Any]]:
    """The events after a number as a seat may read them now."""
    fresh = Fresh.after(state, after)
    texts = fresh.texts(seat)
    return [event_json(event, texts, state.status) for event in fresh.told(seat)]


async def event_lines(table: Table, seat: int | None, after: int) -> list[str]:
    """The same as text, made once for all who listen with the same eyes; many of them outside the event loop."""
    found, key, state = rendered(table), (seat, after), table.state
    lines, written = found.lines, found.written
    if key not in lines:
        if state.seq - after > FEW_EVENTS:
            lines[key] = await elsewhere(lambda: _lines(Fresh.after(state, after), seat, written))
        else:
            if after not in found.fresh:
                found.fresh[after] = Fresh.after(state, after)
            lines[key] = _lines(found.fresh[after], seat, written)
    return lines[key]


def _lines(fresh: Fresh, seat: int | None, written: dict[tuple[int, str], str]) -> list[str]:
    """The events as text; an event that others read in the same way is written already."""
    texts, lines = fresh.texts(seat), []
    for event in fresh.told(seat):
        key = event.seq, texts.get(event.seq, "")
        if key not in written:
            written[key] = json.dumps(event_json(event, texts, fresh.status))
        lines.append(written[key])
    return lines


def event_json(event: Event, texts: Mapping[int, str], status: Status) -> dict[str, Any]:
    """One event as a seat may read it, given its reading of the moves."""
    kind, seat = event.kind, event.seat
    if kind == EventKind.MOVE:
        data: dict[str, Any] = {"text": texts[event.seq]}
    elif kind in (EventKind.START, EventKind.RESUME) and status != Status.OVER:
        data = {}  # the seed is told when the game is over
    else:
        data = event.data
    if kind == EventKind.SIT:
        data["sitter"] = data.pop("kind")
        if status in (Status.OPEN, Status.PLAYING):
            del data["entropy"]  # with the server's part it makes the dice; told when the game is over
    elif kind in (EventKind.KICK, EventKind.ASK_SEAT):
        data = {"name": data["name"]}  # who a browser is, and what opens the seat, is nobody's business
    return {"seq": event.seq, "at": event.at, "kind": kind, "seat": "chance" if seat == CHANCE else seat, **data}


def record_text(made: Made, state: TableState) -> str:
    """The record of a table, with the commitment that was shown before and whose bytes followed it."""
    assert state.match is not None
    first, _, rest = state.match.text().partition("\n")
    promise = fair.remarks(made.commitment, state.verifiable_by) if made.commitment else ""
    return f"{first}\n{promise}{rest}"


def record_name(made: Made) -> str:
    """The file that the record is downloaded as."""
    return f"{made.game}-{made.id[:6]}.txt"
