"""What a notice says: in its reader's language, and nothing that the reader's seat may not know."""

from __future__ import annotations

from dataclasses import dataclass

from burgrave.core import registry, words
from burgrave.server.store.kinds import Status
from burgrave.server.store.notices import Notice, NoticeKind
from burgrave.server.tables.state import TableState

MOST_LINES = 8
"""The last of what happened since the reader's own move."""
LOOK_BACK = 200


@dataclass(frozen=True)
class Message:
    """A notice in words."""

    title: str
    lines: tuple[str, ...]
    path: str
    """Where on this server it leads."""
    tag: str
    """What later notices of the same thing replace."""
    leads: str
    """What one does by going there, as a link says it."""


def is_current(state: TableState, notice: Notice) -> bool:
    """Whether it still is as the notice says."""
    match notice.kind:
        case NoticeKind.TURN:
            return state.status == Status.PLAYING and state.to_act == notice.seat and state.turn_seq == notice.number
        case NoticeKind.UNDO:
            asked = state.undo_request
            return asked is not None and notice.seat not in asked.agreed
        case NoticeKind.SEAT:
            return notice.number in state.requests
        case NoticeKind.REMATCH:
            return state.rematch is not None
        case NoticeKind.OVER:
            return state.status == Status.OVER


def written(state: TableState, notice: Notice, language: str) -> Message:
    """The notice in words."""
    made, tell = state.made, words.words("burgrave.server", language)
    game = words.title(registry.spec(made.game), language)
    path, lines = f"/table/{made.id}", tuple[str, ...]()
    values: dict[str, str] = {}
    leads = tell("notice.result" if notice.kind == NoticeKind.OVER else "notice.open")
    match notice.kind:
        case NoticeKind.TURN:
            lines = since_own_move(state, notice.seat, language)
            path = f"{path}?seat={notice.seat}"
        case NoticeKind.OVER:
            lines, path = (outcome(state, language),), f"/result/{made.id}"
        case NoticeKind.UNDO:
            values["who"] = state.names[state.undo_request.seat] if state.undo_request else ""
        case NoticeKind.REMATCH:
            path = f"/table/{state.rematch}"
        case NoticeKind.SEAT:
            values["who"] = state.requests[notice.number].name if notice.number in state.requests else ""
    title = tell(f"notice.{notice.kind}", game=game, **values)
    return Message(title, lines, path, f"{notice.kind} {made.id}", leads)


def since_own_move(state: TableState, seat: int | None, language: str) -> tuple[str, ...]:
    """The last lines of the log since the seat's own last move, as that seat may read them."""
    from burgrave.core.story import Reader, line_of, story

    match = state.match
    if match is None or not match.length:
        return ()
    first = max(1, match.length - LOOK_BACK + 1)
    own = (number for number in range(match.length, first - 1, -1) if match.move_at(number)[1].to_act == seat)
    begin = next(own, first - 1) + 1
    if begin > match.length:
        return ()
    turns = story(match, Reader(seat), language, begin, match.length)
    lines = [line_of(event, language) for turn in turns for event in turn.events]
    return tuple(line for line in lines if line)[-MOST_LINES:]


def outcome(state: TableState, language: str) -> str:
    """Who has won, and everybody's points."""
    tell = words.words("burgrave.server", language)
    result = state.result
    if result is None:
        return ""
    scores = ", ".join(f"{name} {points}" for name, points in zip(state.names, result.scores, strict=True))
    winners = words.joined([state.names[seat] for seat in result.winners], language)
    return tell("notice.outcome", who=winners, scores=scores) if winners else scores
