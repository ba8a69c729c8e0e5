"""Leaving a table: before the game a seat is free again, during the game it is given up; a host closes the table."""

from __future__ import annotations

from collections.abc import Collection

from burgrave.server.store.kinds import SeatKind, Status, TimeOut
from burgrave.server.tables import commands, pausing, undo
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import (
    OUT_OF_TIME,
    RESIGNED,
    Closed,
    Ended,
    Forfeited,
    HaltAnswered,
    Left,
    Sat,
    UndoAnswered,
)
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.state import TableState

ABANDONED_SECONDS = 24 * 3600.0
"""After so long without a move a host may close a game although other people play it."""


def leave(draft: Draft, seat: int) -> None:
    """Get up from a seat before the game begins; it is free again."""
    state = draft.state
    if state.status != Status.OPEN or not 0 <= seat < state.players or state.seats[seat].kind != SeatKind.PERSON:
        raise Refusal("nothing_to_leave")
    draft.add(Left(seat, state.seats[seat].name))


def resign(draft: Draft, seat: int, people: Collection[int]) -> None:
    """Give the game up: the seat cannot win any more. `people` are the seats that somebody holds."""
    state = draft.state
    if state.status != Status.PLAYING or state.match is None or state.problem:
        raise Refusal("not_playing")
    commands.check_not_given_up(state, seat)
    _give_up(draft, seat, RESIGNED, people)


def run_out(draft: Draft, seat: int, people: Collection[int], levels: Collection[str]) -> None:
    """A seat's time is up: a bot takes over until its person returns, or the seat has lost, as the table was made."""
    state = draft.state
    timing, deadline = state.clock.timing, state.deadline
    if timing is None or deadline is None or seat != state.clock.seat or draft.at < deadline or state.problem:
        raise Refusal("not_playing")
    if timing.out == TimeOut.FORFEIT:
        _give_up(draft, seat, OUT_OF_TIME, people)
    else:
        commands.fill(draft, seat, STAND_IN, levels)


def _give_up(draft: Draft, seat: int, reason: str, people: Collection[int]) -> None:
    """A seat loses for good.

    A bot plays on for it as long as there is a person among those left, and somebody for them to beat; else the game
    ends, and the best of those left have won.
    """
    state = draft.state
    assert state.match is not None
    if state.undo_request is not None and state.undo_request.seat == seat:
        draft.add(UndoAnswered(seat, False))
    if state.halt_request is not None and state.halt_request.seat == seat:
        draft.add(HaltAnswered(seat, False))
    draft.add(Forfeited(seat, "", reason))
    left = {other for other in range(state.players) if other not in draft.state.forfeits}
    if len(left) > 1 and left & set(people):
        old = state.seats[seat]
        draft.add(Sat(seat, SeatKind.BOT, old.name, old.level or STAND_IN, old.entropy))
        undo.settle(draft)
        pausing.settle(draft)
        return
    conceded = state.match.copy()
    conceded.forfeited, conceded.conceded = frozenset(draft.state.forfeits), True
    draft.add(Ended(conceded.position.scores, conceded.winners))


def close(draft: Draft, others: Collection[int]) -> None:
    """End a table that nobody needs: it has not begun, or no other person plays it, or nobody has moved for a day.

    `others` are the seats that other people than the host hold.
    """
    state = draft.state
    if not may_close(state, others, draft.at):
        raise Refusal("not_abandoned" if state.status == Status.PLAYING else "not_playing")
    draft.add(Closed())


def may_close(state: TableState, others: Collection[int], now: float) -> bool:
    """Whether a host may close the table now."""
    if state.status == Status.OPEN:
        return True
    held = any(state.seats[seat].kind == SeatKind.PERSON for seat in others if seat not in state.given_up)
    return state.status == Status.PLAYING and (not held or now - state.changed_at > ABANDONED_SECONDS)
