"""Time that stands still: a pause that everybody agrees to, and people who are away from a slow game for some days."""

from __future__ import annotations

from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import HaltAnswered, HaltAsked, Halted, WentAway, WentOn
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.state import TableState

DAY = 24 * 3600.0
MOST_AWAY = 30 * DAY
"""For so long somebody may be away from one game, in all."""


def ask_halt(draft: Draft, seat: int) -> None:
    """Ask the others to let the game stand still; where nobody else plays it does at once."""
    state = draft.state
    if state.status != Status.PLAYING or state.problem or state.seats[seat].kind != SeatKind.PERSON:
        raise Refusal("not_playing")
    if state.clock.timing is None:
        raise Refusal("no_clock", 422)
    if state.halted_at is not None or state.halt_request is not None:
        raise Refusal("halt_asked")
    draft.add(HaltAsked(seat))
    settle(draft)


def answer_halt(draft: Draft, seat: int, yes: bool) -> None:
    """Agree to a pause or refuse it; whoever asked may withdraw it."""
    request = draft.state.halt_request
    if request is None or not (request.awaits(seat) or (seat == request.seat and not yes)):
        raise Refusal("no_halt_request")
    draft.add(HaltAnswered(seat, yes))
    settle(draft)


def settle(draft: Draft) -> None:
    """Let the game stand still when nobody is asked about it any more."""
    request = draft.state.halt_request
    if request is not None and request.is_granted(draft.state.seats):
        draft.add(Halted())


def go_on(draft: Draft, seat: int) -> None:
    """End a pause: anybody at the table can."""
    if draft.state.halted_at is None:
        raise Refusal("not_halted")
    draft.add(WentOn(seat))


def go_on_by_moving(draft: Draft, seat: int) -> None:
    """A person who moves ends a pause by that; bots wait."""
    if draft.state.halted_at is None:
        return
    if draft.state.seats[seat].kind != SeatKind.PERSON:
        raise Refusal("halted")
    draft.add(WentOn(seat))


def may_go_away(state: TableState) -> bool:
    """Whether people can be away from a game for days."""
    timing = state.clock.timing
    return timing is not None and timing.is_slow and state.status == Status.PLAYING


def time_to_be_away(state: TableState, seat: int, at: float) -> float:
    """For how long a seat may still be away, from now on."""
    return max(0.0, MOST_AWAY - state.clock.time_away(seat, at))


def go_away(draft: Draft, seat: int, until: float) -> None:
    """Let a seat's time stand still until then; a moment that is past ends that."""
    state, at = draft.state, draft.at
    if not may_go_away(state) or state.seats[seat].kind != SeatKind.PERSON:
        raise Refusal("not_slow")
    if until > at + time_to_be_away(state, seat, at):
        raise Refusal("away_too_long", 422, days=int(time_to_be_away(state, seat, at) // DAY))
    away = state.clock.away.get(seat)
    if until <= at and (away is None or away.until <= at):
        raise Refusal("not_away")
    draft.add(WentAway(seat, max(at, until)))
