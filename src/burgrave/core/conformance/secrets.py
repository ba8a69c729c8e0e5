"""Secrets stay secret: in views, in the log, in what can be undone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from burgrave.core.conformance.findings import Nonconformance, finding_in, require, watching, who
from burgrave.core.match import Match
from burgrave.core.position import Position, View
from burgrave.core.spec import CHANCE
from burgrave.core.verbs import Move

MOST_OUTCOMES = 60
"""Of a longer list of moves only so many are compared with each other."""
SAMPLES = 4
MOVES_TRIED = 6


def public(position: Position) -> tuple[int, int, int]:
    """What nobody can overlook: who is to act, at what point, and who has won."""
    return int(position.s.to_act), int(position.s.point), int(position.s.winners)


def differing(one: View, other: View) -> str:
    """The fields in which two views differ."""
    fields = one.fields, other.fields
    return ", ".join(repr(name) for name in fields[0] if fields[0][name] != fields[1][name])


def check_readings(match: Match, number: int) -> None:
    """Moves that read the same to a seat leave it equal views, and moves that leave it equal views read the same."""
    position, seen_as = match.positions[number], match.game.rules.parts.seen_as
    moves = position.moves()
    afters = [(move, position.play(move)) for move in moves[:: 1 + len(moves) // MOST_OUTCOMES]]
    for seat in (None, *range(match.game.players)):
        if seat is not None and position.to_act == seat:
            continue
        by_view: dict[View, tuple[str, Position]] = {}
        by_reading: dict[Any, tuple[Move, View]] = {}
        for move, after in afters:
            reading, view = seen_as(move, seat, position.s, after.s), after.view(seat)
            like, elsewhere = by_view.setdefault(view, (reading, after))
            same = like == reading or elsewhere == after  # dice may lie either way round without a secret
            require(same, f"the log tells {who(seat)} a secret", match, number)
            twin, seen = by_reading.setdefault((reading, public(after)), (move, view))
            if seen != view and after.to_act is not None:  # at the end all may be turned up
                texts = f"{twin.text!r} and {move.text!r} both read {reading!r}"
                complaint = f"the view tells {who(seat)} a secret: {texts}, but show another {differing(seen, view)}"
                raise Nonconformance(finding_in(match, complaint, number))


class Twin:
    """Another course of a match that reads the same to one seat, as far as that goes."""

    def __init__(self, match: Match, seat: int | None, dice: random.Random) -> None:
        self.match, self.seat, self.dice = match, seat, dice
        self.seen_as = match.game.rules.parts.seen_as
        self.position = match.positions[0]
        self.steps: list[tuple[Move, Position]] = []

    def reads_like(self, move: Move, after: Position, reading: str, public_after: Any) -> bool:
        """Whether the seat cannot tell this move here from the one of the match."""
        if public(after) != public_after:
            return False
        text: str = self.seen_as(move, self.seat, self.position.s, after.s)
        return text == reading

    def step(self, move: Move, after: Position, reading: str) -> bool:
        """Go on with a move that reads the same, another one if there is one; False if there is none."""
        wanted = public(after)
        choices: Iterable[Move] = [move] if move in self.position.moves() else []
        if reading != move.text:
            others = [other for other in self.position.moves() if other != move]
            choices = [*self.dice.sample(others, len(others)), *choices]
        for choice in choices:
            then = self.position.play(choice)
            if self.reads_like(choice, then, reading, wanted):
                self.steps.append((choice, self.position))
                self.position = then
                return True
        return False

    def log(self) -> list[str]:
        """The whole course as the seat reads it now."""
        return [self.seen_as(move, self.seat, before.s, self.position.s) for move, before in self.steps]


def check_histories(match: Match, seat: int | None, dice: random.Random) -> None:
    """A seat for which two courses of a game read the same has the same view after both, until the game is over."""
    twin, seen_as, positions = Twin(match, seat, dice), match.game.rules.parts.seen_as, match.positions
    for number, (move, before) in enumerate(match.steps()):
        after = positions[number + 1]
        if after.to_act is None:
            return
        reading = seen_as(move, seat, before.s, after.s)
        with watching(match, number):
            if twin.position == before and reading == move.text:
                twin.steps.append((move, before))
                twin.position = after
                continue
            if not twin.step(move, after, reading):
                return
            ours, theirs = after.view(seat), twin.position.view(seat)
            if ours == theirs:
                continue
            if tuple(twin.log()) != match.first(number + 1).log_for(seat):
                return
        complaint = (
            f"the view tells {who(seat)} a secret: after another course of the game that reads the same "
            f"it shows another {differing(ours, theirs)}"
        )
        raise Nonconformance(finding_in(match, complaint, number + 1))


def check_undo(match: Match, number: int) -> None:
    """A move that told nothing can be taken back, and gives the very position before; chance's cannot."""
    if not number:
        return
    short = match.first(number)
    refusal = short.may_undo()
    if match.positions[number - 1].to_act == CHANCE:
        require(refusal is not None, "chance's move could be undone", match, number)
    elif refusal is None:
        require(short.undo() == match.positions[number - 1], "undo gives another position", match, number)


def check_reveals(match: Match, number: int, dice: random.Random) -> None:
    """A move after which its player sees something that hung on what it did not know is one that told it something."""
    before = match.positions[number]
    seat = before.to_act
    if seat is None or seat == CHANCE:
        return
    reveals, view = match.game.rules.parts.reveals, before.view(seat)
    samples = [view.sample(dice) for _ in range(SAMPLES)]
    moves = before.moves()
    for move in dice.sample(moves, min(MOVES_TRIED, len(moves))):
        after = before.play(move)
        seen, told = after.view(seat), bool(reveals(move, before.s, after.s))
        for sample in samples:
            other = sample.play(move)
            if other.view(seat) != seen:
                denied = f"{move.text!r} tells its player something new, and `reveals` denies it"
                require(told, denied, match, number)
            else:
                same = bool(reveals(move, sample.s, other.s)) == told
                require(same, f"whether {move.text!r} can be undone tells its player a secret", match, number)
