"""A seat's time: a budget that is spent once, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from burgrave.server.store.rows import Timing

Decision = tuple[int, int]
"""How many moves stand before it, and whose it is."""
GRACE_SHARE, LONGEST_GRACE = 1 / 3, 60.0
WORTH_RETURNING = 1.0
"""Seconds; with less there is nothing to take a seat back for."""
NO_TIME = Timing()


@dataclass(frozen=True)
class Absence:
    """When somebody went away, and until when their time stands still."""

    since: float
    until: float

    def lasts(self, at: float) -> float:
        """How long it has lasted by then."""
        return max(0.0, min(at, self.until) - self.since)


@dataclass(frozen=True)
class Clock:
    """The time of every decision of a game, each seat's bank, and whose runs now. Its methods give another one.

    A decision's own time is spent first, then its seat's bank. Both are refilled by nothing, but that every new
    decision brings the bank its increment. Once, where hardly any is left when a decision's time begins to run again
    (somebody has come back to a seat, or a move was taken back), it is made up to the grace.
    """

    timing: Timing | None = None
    """What people are given; None where there is no clock."""
    left: Mapping[Decision, float] = field(default_factory=dict)
    """What was left of the decisions that have been begun, when their time last began to run or stopped."""
    banks: Mapping[int, float] = field(default_factory=dict)
    """What was left of the banks that are not as at first, likewise."""
    helped: frozenset[Decision] = frozenset()
    """The decisions that have had their grace."""
    moves: int = 0
    """How many moves stand now, and when the last one was made or taken back."""
    reached: float = 0.0
    seat: int | None = None
    """The person whose time runs, and since when; that is to come while they are away."""
    since: float = 0.0
    away: Mapping[int, Absence] = field(default_factory=dict)
    """Who is away, or was last."""
    rested: Mapping[int, float] = field(default_factory=dict)
    """For how long seats have been away before that."""

    @property
    def grace(self) -> float:
        """The least that somebody gets who comes back to a decision, once: a third of the clock, a minute at most."""
        given = self.timing or NO_TIME
        return min(LONGEST_GRACE, (given.seconds + given.bank) * GRACE_SHARE)

    @property
    def deadline(self) -> float | None:
        """When the time of the seat to act is up."""
        return None if self.seat is None else self.since + self.left[self.moves, self.seat] + self.bank(self.seat)

    def bank(self, seat: int) -> float:
        """What a seat has beside its decisions' own time."""
        return self.banks.get(seat, float((self.timing or NO_TIME).bank))

    def time_left(self, decision: Decision) -> float:
        """What is left for a decision: its own time and its seat's bank."""
        begun = self._begun(decision)
        return begun.left[decision] + begun.bank(decision[1])

    def time_for(self, decision: Decision) -> float:
        """What somebody would have who began to think about a decision now."""
        left = self.time_left(decision)
        return max(left, self.grace) if decision in self.left and decision not in self.helped else left

    def time_away(self, seat: int, at: float) -> float:
        """For how long a seat has been away in all by then."""
        now = self.away.get(seat)
        return self.rested.get(seat, 0.0) + (now.lasts(at) if now else 0.0)

    def after(self, moves: int, seat: int | None, at: float) -> Clock:
        """Now so many moves stand, and this person is to act, or none."""
        if (moves, seat) == (self.moves, self.seat):
            return self
        return self._stopped(at)._started(moves, seat, at)

    def after_undo(self, by: int, moves: int, seat: int | None, at: float) -> Clock:
        """A seat takes moves back without asking: the time since the last one was its own, and not who had to act's."""
        if self.seat == by or seat != by:
            return self.after(moves, seat, at)
        paid = replace(self, seat=None)._begun((moves, by))._spent((moves, by), self.since_move(at))
        return paid._started(moves, seat, at)

    def since_move(self, at: float) -> float:
        """How long the position has been as it is."""
        return max(0.0, at - self.reached)

    def paused(self, seconds: float, at: float) -> Clock:
        """No server ran for so long, up to now, or the game stood still: nobody's time did run."""
        return replace(self, since=_later(self.since, seconds, at), reached=_later(self.reached, seconds, at))

    def absent(self, seat: int, until: float, at: float) -> Clock:
        """A seat's time stands still until then; an earlier moment than now lets it run again."""
        rested = {**self.rested, seat: self.time_away(seat, at)}
        gone = replace(self, away={**self.away, seat: Absence(at, max(at, until))}, rested=rested)
        return gone if self.seat != seat else gone._stopped(at)._started(self.moves, seat, at)

    def _begun(self, decision: Decision) -> Clock:
        """The same when a decision has been begun; the first time it brings its increment."""
        if decision in self.left:
            return self
        given, seat = self.timing or NO_TIME, decision[1]
        banks = {**self.banks, seat: self.bank(seat) + given.increment} if given.increment else self.banks
        return replace(self, left={**self.left, decision: float(given.seconds)}, banks=banks)

    def _spent(self, decision: Decision, seconds: float) -> Clock:
        """The same when so much was used for a decision."""
        own, bank = self.left[decision], self.bank(decision[1])
        left = {**self.left, decision: max(0.0, own - seconds)}
        if seconds <= own:
            return replace(self, left=left)
        return replace(self, left=left, banks={**self.banks, decision[1]: max(0.0, bank - (seconds - own))})

    def _stopped(self, at: float) -> Clock:
        if self.seat is None:
            return self
        return replace(self._spent((self.moves, self.seat), max(0.0, at - self.since)), seat=None)

    def _started(self, moves: int, seat: int | None, at: float) -> Clock:
        reached = self.reached if moves == self.moves else at
        if seat is None:
            return replace(self, moves=moves, reached=reached)
        decision = moves, seat
        more = self.time_for(decision) - self.time_left(decision)
        begun = self._begun(decision)
        away = self.away.get(seat)
        return replace(
            begun,
            left={**begun.left, decision: begun.left[decision] + more} if more > 0 else begun.left,
            helped=self.helped | {decision} if more > 0 else self.helped,
            moves=moves,
            reached=reached,
            seat=seat,
            since=max(at, away.until) if away else at,
        )


def _later(begun: float, seconds: float, at: float) -> float:
    """A beginning after a pause that ends now, which does not last longer than what it interrupts; or one to come."""
    return begun + (seconds if begun > at else min(seconds, at - begun))
