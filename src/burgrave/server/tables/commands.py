"""What can be done at a table: each command looks whether it may be done now, and says what then happens.

A command that may not be done raises a Refusal, or what the rules say against the move, and nothing has happened.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from burgrave.core import fair
from burgrave.core.errors import shown
from burgrave.core.people import told_apart
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Seat
from burgrave.server.tables import early, entering, pausing, standing, undo
from burgrave.server.tables.bot_names import free_bot_names
from burgrave.server.tables.clock import WORTH_RETURNING
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import (
    AnswerStands,
    BotGone,
    Forfeited,
    Hinted,
    HintsFor,
    Kicked,
    LetIn,
    LinksRenewed,
    Moved,
    Muted,
    Rematched,
    Said,
    Sat,
    SeatAnswered,
    SeatAsked,
    SpectatorsMay,
    Started,
)
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import TableState

LONGEST_CHAT = 500
MOST_REQUESTS = 16
"""So many may wait for the host's leave to sit down."""


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


def check_not_given_up(state: TableState, seat: int) -> None:
    """Refuse what only somebody can do who is still in the game."""
    if seat in state.given_up:
        raise Refusal(state.forfeits[seat].reason)


def play(draft: Draft, seat: int, seq: int, *texts: str) -> None:
    """A seat's move and the chance moves after it, or several moves one after the other."""
    check_position(draft.state, seq)
    _play(draft, seat, texts)


def _play(draft: Draft, seat: int, texts: Sequence[str]) -> None:
    pausing.go_on_by_moving(draft, seat)
    for text in texts:
        if entering.awaited(draft.state):
            entering.enter(draft, seat, text)
        elif draft.state.to_act == seat:
            assert draft.state.game is not None
            draft.add(Moved(seat, draft.state.game.move(text).text))
        else:
            raise Refusal("not_your_turn")
        draft.go_on()


def draw(draft: Draft, seq: int) -> None:
    """Let the server draw what people would enter."""
    check_position(draft.state, seq)
    entering.draw(draft)


def trade(draft: Draft, seat: int, seq: int, texts: Sequence[str]) -> None:
    """Speak a whole offer, or answer one; what is answered before its turn is said then, and nobody knows it before."""
    match = draft.state.match
    goes = early.trade_of(draft.state.game)
    if goes is None or match is None or any(text.partition(" ")[0] not in goes.words for text in texts):
        raise Refusal("no_trade", 422)
    asked = early.asked_at(match, goes)
    if asked is None:
        play(draft, seat, seq, *texts)
        return
    check_position(draft.state, draft.state.seq)
    early.check_offer(draft, seq, asked)
    if draft.state.to_act == seat:
        _play(draft, seat, texts)
    else:
        early.keep(draft, seat, texts, goes, asked)


def take_back(draft: Draft, seat: int, seq: int) -> bool:
    """Take back the seat's last move, or ask the others; True when it is done at once."""
    check_position(draft.state, seq)
    pausing.go_on_by_moving(draft, seat)
    return undo.undo(draft, seat)


def answer_undo(draft: Draft, seat: int, yes: bool) -> None:
    """Agree to an undo or refuse it."""
    undo.answer(draft, seat, yes)


def say(draft: Draft, seat: int | None, name: str, text: str, host: bool = False) -> int:
    """A line of chat; its number."""
    text = " ".join(text.split())[:LONGEST_CHAT]
    if not text:
        raise Refusal("empty", 422)
    if seat in draft.state.muted:
        raise Refusal("muted", 403)
    if seat is None and not host and not draft.state.spectators.chat:
        raise Refusal("spectators_silent", 403)
    draft.add(Said(seat, name, text))
    return draft.state.seq


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


def sit(draft: Draft, seat: int, name: str, entropy: str, player: str | None = None) -> None:
    """A person takes an open seat; the game begins when the last one is taken."""
    _check_free(draft.state, seat, player)
    name = told_apart(name, (other.name for other in draft.state.seats))
    _sit(draft, Seat(seat, SeatKind.PERSON, name, None, fair.clean_entropy(entropy)))


def _check_free(state: TableState, seat: int, player: str | None) -> None:
    if not 0 <= seat < state.players or state.seats[seat].kind != SeatKind.FREE or state.status != Status.OPEN:
        raise Refusal("seat_taken")
    if any(player in kicked.players for kicked in state.turned_away.values()):
        raise Refusal("turned_away", 403)


def ask_seat(draft: Draft, asked: SeatAsked) -> None:
    """Ask the host for an open seat."""
    state = draft.state
    _check_free(state, asked.seat, asked.player)
    if asked.player and any(asked.player == other.player for other in state.requests.values()):
        raise Refusal("asked_already")
    if len(state.requests) >= MOST_REQUESTS:
        raise Refusal("too_many_asking", 429)
    draft.add(replace(asked, entropy=fair.clean_entropy(asked.entropy)))


def answer_seat(draft: Draft, number: int, yes: bool) -> None:
    """Let whoever asked for a seat sit down, or not."""
    asked = draft.state.requests.get(number)
    if asked is None:
        raise Refusal("no_seat_request", 404)
    draft.add(SeatAnswered(asked.seat, number, yes))
    if yes:
        sit(draft, asked.seat, asked.name, asked.entropy)


def kick(draft: Draft, seat: int, level: str, levels: Collection[str], players: tuple[str, ...] = ()) -> None:
    """Take a person's seat away: before the game it is free again, during the game a bot plays on."""
    state = draft.state
    if not 0 <= seat < state.players or state.seats[seat].kind != SeatKind.PERSON or state.is_finished:
        raise Refusal("nobody_to_kick", 422)
    if level not in levels:
        raise Refusal("no_level", 422, level=shown(level), valid=", ".join(levels))
    if state.made.rated and state.status == Status.PLAYING:
        raise Refusal("rated_bot")
    draft.add(Kicked(seat, state.seats[seat].name, players))
    if state.status == Status.PLAYING:
        fill(draft, seat, level, levels)


def let_in(draft: Draft, number: int) -> None:
    """Allow somebody who was removed to sit down again."""
    if number not in draft.state.turned_away:
        raise Refusal("nobody_to_let_in", 404)
    draft.add(LetIn(number))


def mute(draft: Draft, seat: int, on: bool) -> None:
    """Silence a person in the chat, or let them speak again."""
    if not 0 <= seat < draft.state.players or draft.state.seats[seat].kind != SeatKind.PERSON:
        raise Refusal("nobody_to_mute", 422)
    draft.add(Muted(seat, on))


def rule_spectators(draft: Draft, rules: SpectatorsMay) -> None:
    """Say whether people without a seat may watch and chat; at a public table everybody may watch."""
    if draft.state.made.public and not rules.watch:
        raise Refusal("public_table", 422)
    draft.add(rules)


def rule_hints(draft: Draft, who: Hinted) -> None:
    """Say who may have hints; everybody is told."""
    if draft.state.is_finished:
        raise Refusal("not_playing")
    if draft.state.made.rated:
        raise Refusal("no_hints")
    if draft.state.hints.who != who:
        draft.add(HintsFor(who))


def renew_links(draft: Draft, seat: int) -> None:
    """Make all former links of a seat invalid."""
    if not 0 <= seat < draft.state.players:
        raise Refusal("no_seat", 422)
    draft.add(LinksRenewed(seat))


def fill(draft: Draft, seat: int, level: str, levels: Collection[str]) -> None:
    """A bot takes over a seat: an open one, or one whose person does not come back."""
    state = draft.state
    if not 0 <= seat < state.players or level not in levels or state.is_finished:
        raise Refusal("no_seat", 422)
    if state.made.rated:
        raise Refusal("rated_bot")
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
    check_not_given_up(draft.state, seat)
    clock, decision = draft.state.clock, (len(draft.state.move_seqs), seat)
    if draft.state.to_act == seat and clock.timing is not None and clock.time_for(decision) < WORTH_RETURNING:
        raise Refusal("time_up")
    _sit(draft, replace(old, kind=SeatKind.PERSON, level=None))


def _sit(draft: Draft, seat: Seat) -> None:
    draft.add(Sat(seat.seat, seat.kind, seat.name, seat.level, seat.entropy))
    begin(draft)
    undo.settle(draft)
    pausing.settle(draft)


def begin(draft: Draft) -> None:
    """Start the game when every seat is taken."""
    state = draft.state
    if state.status != Status.OPEN or state.free:
        return
    if state.game is None:
        raise RulesNeeded
    seed = fair.joint_seed(state.made.secret_seed, [seat.entropy for seat in state.seats])
    draft.add(Started(None if state.by_hand else seed))
    draft.go_on()


def follow_with(draft: Draft, table_id: str) -> None:
    """Point everybody to the rematch."""
    if draft.state.rematch:
        raise Late
    draft.add(Rematched(table_id))
