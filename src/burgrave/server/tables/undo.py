"""Undo: what a seat may take back by itself, what the others must agree to, and when they have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Seat
from burgrave.server.tables.events import HaltAnswered, UndoAnswered, UndoAsked, Undone
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.standing import answer_at

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.server.tables.draft import Draft
    from burgrave.server.tables.state import TableState


@dataclass(frozen=True)
class Request:
    """Somebody asks the others for something; who has agreed so far."""

    seat: int
    agreed: frozenset[int] = frozenset()

    def after(self, answer: UndoAnswered | HaltAnswered) -> Self | None:
        """The request after an answer; a refusal ends it."""
        return replace(self, agreed=self.agreed | {answer.seat}) if answer.yes else None

    def awaits(self, seat: int | None) -> bool:
        """Whether a seat has not yet said what it thinks of it."""
        return seat is not None and seat != self.seat and seat not in self.agreed

    def is_granted(self, seats: Iterable[Seat]) -> bool:
        """Whether every other person at the table has agreed."""
        return others(seats, self.seat) <= self.agreed


@dataclass(frozen=True)
class UndoRequest(Request):
    """Somebody asks to take back the last `count` moves."""

    count: int = 0


@dataclass(frozen=True)
class Possible:
    """What a seat may take back: so many moves, and whether the others must agree."""

    count: int
    ask: bool


def others(seats: Iterable[Seat], seat: int) -> set[int]:
    """The seats of the other people."""
    return {other.seat for other in seats if other.kind == SeatKind.PERSON and other.seat != seat}


def back_to_choice(match: Match, seat: int, standing: frozenset[str]) -> int:
    """How many moves back a seat's last one is that its standing answers would not make anew at once; 0 for none."""
    back = match.back_to(seat)
    while back:
        before = match.first(match.length - back)
        if answer_at(before.position, standing) is None:
            break
        earlier = before.back_to(seat)
        back = earlier and back + earlier
    return back


def possible(state: TableState, seat: int) -> Possible | None:
    """What a seat may take back now: its last move and whatever came after it; None when nothing."""
    if state.match is None or state.status != Status.PLAYING or state.undo_request:
        return None
    if state.by_hand:
        return Possible(1, False) if state.match.length else None
    count = back_to_choice(state.match, seat, state.standing.get(seat, frozenset()))
    if count == 0 or count > state.match.length - state.given:
        return None
    if state.match.may_undo(count) is None:
        return Possible(count, False)
    if state.match.may_undo(count, consent=True) is None and not state.made.rated:
        return Possible(count, bool(others(state.seats, seat)))
    return None


def has_time(state: TableState, seat: int, count: int, at: float) -> bool:
    """Whether a seat has time left for its decision; what has passed since the last move is taken from it."""
    clock, decision = state.clock, (len(state.move_seqs) - count, seat)
    if clock.timing is None:
        return True
    if clock.seat == seat:
        return clock.time_for(decision) > 0
    return clock.time_left(decision) > clock.since_move(at)


def undo(draft: Draft, seat: int) -> bool:
    """Take back a seat's last move, or ask the others; True when it is done at once."""
    found = possible(draft.state, seat)
    if found is None:
        raise Refusal("no_undo")
    if not found.ask and not has_time(draft.state, seat, found.count, draft.at):
        raise Refusal("no_time_to_undo")
    draft.add(UndoAsked(seat, found.count) if found.ask else Undone(seat, found.count))
    return not found.ask


def answer(draft: Draft, seat: int, yes: bool) -> None:
    """Agree to an undo or refuse it; the last to agree lets it happen, and whoever asked may withdraw it."""
    request = draft.state.undo_request
    if request is None or not (request.awaits(seat) or (seat == request.seat and not yes)):
        raise Refusal("no_request")
    draft.add(UndoAnswered(seat, yes))
    settle(draft)


def settle(draft: Draft) -> None:
    """Let an undo happen that nobody is asked about any more: all have agreed, or left their seats to bots."""
    request = draft.state.undo_request
    if request is not None and request.is_granted(draft.state.seats):
        draft.add(Undone(request.seat, request.count))
