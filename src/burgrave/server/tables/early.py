"""Answers to an offer that are given before their turn: all are asked at once, and speak in the order of the rules.

What was answered early is known to its seat alone, and is played as soon as the rules ask the seat. Where the rules
then forbid it, because of what others have answered meanwhile, the seat is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from burgrave.core.table import table_of
from burgrave.server.store.kinds import SeatKind
from burgrave.server.tables.events import AnsweredEarly, Moved
from burgrave.server.tables.refusal import Late, Refusal

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import Position
    from burgrave.core.trade import Trade
    from burgrave.server.tables.draft import Draft

LONGEST_OFFER = 100
"""So many moves an offer has at most; every card of the game on one side of it would be fewer."""
Answers = Mapping[int, AnsweredEarly]
"""By seat."""


def trade_of(game: Game | None) -> Trade | None:
    """How a game's trade goes, where it has one."""
    return table_of(game.spec).trade if game is not None else None


def asked_at(match: Match, trade: Trade) -> int | None:
    """After how many moves the others were first asked about the present offer; None when nobody is asked."""
    if match.position.point not in trade.asking:
        return None
    number = match.length
    while number and match.move_at(number)[1].point in trade.asking:
        number -= 1
    return number


def when_asked(position: Position, seat: int, trade: Trade) -> Position | None:
    """The position in which a seat is asked if those before it refuse; None when it is not asked any more."""
    while position.point in trade.asking and position.to_act != seat:
        position = position.play(trade.refuse)
    return position if position.point in trade.asking else None


def after_move(answers: Answers, seat: int, position: Position | None) -> Answers:
    """What is still to be said after a seat's move: nothing of its own, and nothing when the offer is over."""
    trade = trade_of(position.game) if position is not None else None
    if position is not None and (trade is None or position.point not in trade.asking):
        return {}
    return {other: answer for other, answer in answers.items() if other != seat}


def after_undo(answers: Answers, moves: int) -> Answers:
    """What is still to be said when so many moves stand: answers to an offer that stands."""
    return {seat: answer for seat, answer in answers.items() if answer.asked_at <= moves}


def check_offer(draft: Draft, seq: int, asked: int) -> None:
    """Refuse what answers another offer than the present one; what others have answered meanwhile is no matter."""
    spoken = draft.state.move_seqs[asked - 1] if asked else 0
    if not spoken <= seq <= draft.state.seq:
        raise Late


def keep(draft: Draft, seat: int, texts: Sequence[str], trade: Trade, asked: int) -> None:
    """Keep a seat's answer until it is asked, or let it take back the one that is kept."""
    state = draft.state
    if state.seats[seat].kind != SeatKind.PERSON:
        raise Refusal("not_your_turn")
    if not texts:
        if seat in state.early:
            draft.add(AnsweredEarly(seat))
        return
    assert state.match is not None
    position = when_asked(state.match.position, seat, trade)
    if position is None:
        raise Refusal("not_your_turn")
    moves = tuple(position.game.move(text).text for text in texts)
    for text in moves:
        if position.to_act != seat:
            raise Refusal("not_your_turn")
        position = position.play(text)
    if position.to_act == seat and position.point in trade.asking:
        raise Refusal("half_an_answer", 422)
    draft.add(AnsweredEarly(seat, moves, asked))


def speak(draft: Draft, answer: AnsweredEarly) -> None:
    """Play what a seat answered early, now that it is asked; what is not allowed any more lets it be asked again."""
    assert draft.state.match is not None
    position = draft.state.match.position
    try:
        for text in answer.moves:
            position = position.play(text)
    except ValueError:
        draft.add(AnsweredEarly(answer.seat))
        return
    for text in answer.moves:
        draft.add(Moved(answer.seat, text))
