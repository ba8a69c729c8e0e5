"""A seat's time for a decision: a budget that is spent once, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Decision = tuple[int, int]
"""How many moves stand before it, and whose it is."""
GRACE_SHARE, LONGEST_GRACE = 1 / 3, 60.0
WORTH_RETURNING = 1.0
"""Seconds; with less there is nothing to take a seat back for."""


@dataclass(frozen=True)
class Clock:
    """The time of every decision of a game, and whose runs now. It never changes: its methods give another one.

    A decision's time is refilled by nothing. Once, where hardly any is left when it begins to run again (somebody has
    come back to a seat, or a move was taken back), it is made up to the grace.
    """

    seconds: int | None = None
    """What each decision is given; None where there is no clock."""
    left: Mapping[Decision, float] = field(default_factory=dict)
    """What was left of the decisions that have been begun, when their time last began to run or stopped."""
    helped: frozenset[Decision] = frozenset()
    """The decisions that have had their grace."""
    moves: int = 0
    """How many moves stand now, and when the last one was made or taken back."""
    reached: float = 0.0
    seat: int | None = None
    """The person whose time runs, and since when."""
    since: float = 0.0

    @property
    def grace(self) -> float:
        """The least that somebody gets who comes back to a decision, once: a third of the clock, a minute at most."""
        return min(LONGEST_GRACE, (self.seconds or 0) * GRACE_SHARE)

    @property
    def deadline(self) -> float | None:
        """When the time of the seat to act is up."""
        return None if self.seat is None else self.since + self.left[self.moves, self.seat]

    def time_for(self, decision: Decision) -> float:
        """What somebody would have who began to think about a decision now."""
        left = self.time_left(decision)
        return left if decision in self.helped else max(left, self.grace)

    def after(self, moves: int, seat: int | None, at: float) -> Clock:
        """Now so many moves stand, and this person is to act, or none."""
        if (moves, seat) == (self.moves, self.seat):
            return self
        return self._stopped(at)._started(moves, seat, at)

    def after_undo(self, by: int, moves: int, seat: int | None, at: float) -> Clock:
        """A seat takes moves back without asking: the time since the last one was its own, and not who had to act's."""
        if self.seat == by or seat != by:
            return self.after(moves, seat, at)
        paid = {**self.left, (moves, by): max(0.0, self.time_left((moves, by)) - self.since_move(at))}
        return replace(self, left=paid, seat=None)._started(moves, seat, at)

    def time_left(self, decision: Decision) -> float:
        """What is left of a decision's own time."""
        return self.left.get(decision, float(self.seconds or 0))

    def since_move(self, at: float) -> float:
        """How long the position has been as it is."""
        return max(0.0, at - self.reached)

    def paused(self, seconds: float, at: float) -> Clock:
        """No server ran for so long, up to now: nobody's time did."""
        return replace(self, since=_later(self.since, seconds, at), reached=_later(self.reached, seconds, at))

    def _stopped(self, at: float) -> Clock:
        if self.seat is None:
            return self
        decision = self.moves, self.seat
        left = max(0.0, self.left[decision] - max(0.0, at - self.since))
        return replace(self, left={**self.left, decision: left}, seat=None)

    def _started(self, moves: int, seat: int | None, at: float) -> Clock:
        reached = self.reached if moves == self.moves else at
        if seat is None:
            return replace(self, moves=moves, reached=reached)
        decision = moves, seat
        left, own = self.time_for(decision), self.time_left(decision)
        helped = self.helped | {decision} if left > own else self.helped
        return Clock(self.seconds, {**self.left, decision: left}, helped, moves, reached, seat, at)


def _later(begun: float, seconds: float, at: float) -> float:
    """A beginning after a pause that ends now; a pause does not last longer than what it interrupts."""
    return begun + max(0.0, min(seconds, at - begun))
