"""What can be done at a table: each command looks whether it may be done now, and says what then happens.

A command that may not be done raises a Refusal, or what the rules say against the move, and nothing has happened.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from burgrave.core import fair
from burgrave.core.people import told_apart
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Seat
from burgrave.server.tables import standing, undo
from burgrave.server.tables.bot_names import free_bot_names
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import AnswerStands, BotGone, Forfeited, Moved, Rematched, Said, Sat, Started
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import TableState

LONGEST_CHAT = 500


class RulesNeeded(Exception):
    """The game begins with this, and its rules have not been loaded yet."""


def check_position(state: TableState, seq: int) -> None:
    """Refuse what was submitted for another position than the present one."""
    if state.problem:
        raise Refusal("broken")
    if state.status != Status.PLAYING or state.match is None:
        raise Refusal("not_playing")
    if not state.position_seq <= seq <= state.seq:
        raise Late


def play(draft: Draft, seat: int, seq: int, text: str) -> None:
    """A seat's move and the chance moves after it."""
    check_position(draft.state, seq)
    if draft.state.to_act != seat:
        raise Refusal("not_your_turn")
    assert draft.state.game is not None
    draft.add(Moved(seat, draft.state.game.move(text).text))
    draft.go_on()


def take_back(draft: Draft, seat: int, seq: int) -> bool:
    """Take back the seat's last move, or ask the others; True when it is done at once."""
    check_position(draft.state, seq)
    return undo.undo(draft, seat)


def answer_undo(draft: Draft, seat: int, yes: bool) -> None:
    """Agree to an undo or refuse it."""
    undo.answer(draft, seat, yes)


def say(draft: Draft, seat: int | None, name: str, text: str) -> None:
    """A line of chat."""
    text = " ".join(text.split())[:LONGEST_CHAT]
    if not text:
        raise Refusal("empty", 422)
    draft.add(Said(seat, name, text))


def stand(draft: Draft, seat: int, answer: str, on: bool) -> None:
    """Give or take back a standing answer."""
    match = draft.state.match
    if match is None or answer not in standing.known(match.game):
        raise Refusal("no_answer", 422)
    draft.add(AnswerStands(seat, answer, on))


def forfeit(draft: Draft, seat: int, bot: str, reason: str) -> None:
    """The program that plays a seat has failed: the seat plays on and cannot win."""
    sitting = draft.state.seats[seat]
    if draft.state.status != Status.PLAYING or (sitting.kind, sitting.level) != (SeatKind.BOT, bot):
        raise Refusal("no_seat", 422)
    draft.add(Forfeited(seat, bot, reason))


def sit(draft: Draft, seat: int, name: str, entropy: str) -> None:
    """A person takes an open seat; the game begins when the last one is taken."""
    state = draft.state
    if not 0 <= seat < state.players or state.seats[seat].kind != SeatKind.FREE or state.status != Status.OPEN:
        raise Refusal("seat_taken")
    name = told_apart(name, (other.name for other in state.seats))
    _sit(draft, Seat(seat, SeatKind.PERSON, name, None, fair.clean_entropy(entropy)))


def fill(draft: Draft, seat: int, level: str, levels: Collection[str]) -> None:
    """A bot takes over a seat: an open one, or one whose person does not come back."""
    state = draft.state
    if not 0 <= seat < state.players or level not in levels or state.is_finished:
        raise Refusal("no_seat", 422)
    old = state.seats[seat]
    name = old.name or free_bot_names(other.name for other in state.seats)[0]
    _sit(draft, replace(old, kind=SeatKind.BOT, level=level, name=name))


def stand_in(draft: Draft, seat: int, level: str, levels: Collection[str]) -> None:
    """Another bot plays for one that the operator has taken away; everybody is told."""
    old = draft.state.seats[seat]
    if old.kind != SeatKind.BOT or old.level is None or old.level in levels or draft.state.status != Status.PLAYING:
        raise Refusal("no_seat", 422)
    draft.add(BotGone(seat, old.level))
    _sit(draft, replace(old, level=level))


def come_back(draft: Draft, seat: int) -> None:
    """Whoever sat there takes the seat back from the bot."""
    old = draft.state.seats[seat]
    if old.kind != SeatKind.BOT or draft.state.status != Status.PLAYING:
        raise Refusal("no_seat", 422)
    _sit(draft, replace(old, kind=SeatKind.PERSON, level=None))


def _sit(draft: Draft, seat: Seat) -> None:
    draft.add(Sat(seat.seat, seat.kind, seat.name, seat.level, seat.entropy))
    begin(draft)
    undo.settle(draft)


def begin(draft: Draft) -> None:
    """Start the game when every seat is taken."""
    state = draft.state
    if state.status != Status.OPEN or state.free:
        return
    if state.game is None:
        raise RulesNeeded
    draft.add(Started(fair.joint_seed(state.made.secret_seed, [seat.entropy for seat in state.seats])))
    draft.go_on()


def follow_with(draft: Draft, table_id: str) -> None:
    """Point everybody to the rematch."""
    if draft.state.rematch:
        raise Late
    draft.add(Rematched(table_id))
