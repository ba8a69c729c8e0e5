"""How often `fill` gives what: as often as chance would have, for all that a seat has seen.

Where a seat knows the whole position and chance then decides unseen by it, the weights of the outcomes say exactly how
likely everything is that it may think of. As long as nothing else happens to what is hidden, samples must agree.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from burgrave.core.conformance.findings import Nonconformance, finding_in, watching, who
from burgrave.core.conformance.secrets import public
from burgrave.core.match import Match
from burgrave.core.position import Position
from burgrave.core.rule import PLAIN
from burgrave.core.spec import CHANCE
from burgrave.core.verbs import Move

SAMPLES = 200 if PLAIN else 600
MOST_POSSIBLE = 300
"""More positions than this are not followed."""
MOST_STEPS = 3000
"""Nor are positions if a step takes more outcomes than this to look at."""
LOOKS = (1, 4, 16, 64)
"""After so many moves from the first unseen one on samples are counted."""
LEAST_ODDS = 25.0
"""A frequency is wrong if chance gives one as far off once in e to this power, which is never."""

Possible = dict[Position, float]


def surprise(seen: int, among: int, likely: float) -> float:
    """How improbable a count is at least (Chernoff's bound, as a natural logarithm)."""
    if (seen and not likely) or (seen < among and likely >= 1):
        return math.inf
    share = seen / among
    hits = share * math.log(share / likely) if seen else 0.0
    misses = (1 - share) * math.log((1 - share) / (1 - likely)) if seen < among else 0.0
    return among * (hits + misses)


class Thoughts:
    """What a seat may think of as a match goes on: every position that fits all it has seen, with its probability."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match, self.seat = match, seat
        self.seen_as = match.game.rules.parts.seen_as
        self.possible: Possible = {match.positions[0]: 1.0}
        """Empty while what the seat may think is not known."""
        self.unread: list[tuple[Move, Position, str]] = []
        """The moves that it cannot read in full: each with the position before it and as it reads."""

    def hidden(self, position: Position) -> Any:
        """Which bytes of a position the seat does not see as they are."""
        record, view = position._records.view(np.uint8), position.view(self.seat)._records.view(np.uint8)
        return record != view

    def step(self, move: Move, before: Position, after: Position) -> None:
        """Take in one more move."""
        reading = self.seen_as(move, self.seat, before.s, after.s)
        if before.to_act == CHANCE and reading != move.text:
            self.possible = self.drawn(reading, public(after))
        else:
            self.possible = self.moved(move, reading, before, after)
        if reading != move.text:
            self.unread.append((move, before, reading))
        if self.possible and any(self.now(move, then, after) != once for move, then, once in self.unread):
            self.possible = {}  # what was secret came out
        while self.unread and self.now(*self.unread[0][:2], after) == self.unread[0][0].text:
            del self.unread[0]
        if not self.unread:
            self.possible = {after: 1.0}
        total = sum(self.possible.values())
        self.possible = {position: share / total for position, share in self.possible.items()}

    def now(self, move: Move, before: Position, after: Position) -> str:
        """How a move of before reads now."""
        text: str = self.seen_as(move, self.seat, before.s, after.s)
        return text

    def drawn(self, reading: str, then: Any) -> Possible:
        """After chance has decided something that the seat does not see."""
        steps = sum(len(position.moves()) for position in self.possible)
        reached: Possible = {}
        for position, share in self.possible.items() if steps <= MOST_STEPS else ():
            odds = position.odds()
            for move, weight in zip(position.moves(), odds, strict=True):
                after = position.play(move)
                if public(after) == then and self.seen_as(move, self.seat, position.s, after.s) == reading:
                    reached[after] = reached.get(after, 0.0) + share * weight / sum(odds)
        return reached if len(reached) <= MOST_POSSIBLE else {}

    def moved(self, move: Move, reading: str, before: Position, after: Position) -> Possible:
        """After a move that everybody sees and that leaves alone what is hidden; else nothing can be said."""
        changed = before._records.view(np.uint8) != after._records.view(np.uint8)
        if reading != move.text or np.any(changed & (self.hidden(before) | self.hidden(after))):
            return {}
        reached: Possible = {}
        for position, share in self.possible.items():
            if move not in position.moves():
                return {}
            if before.to_act == CHANCE:
                odds = position.odds()
                share *= odds[position.moves().index(move)] / sum(odds)
            then = position.play(move)
            if public(then) == public(after):
                reached[then] = reached.get(then, 0.0) + share
        return reached


def check_fill(match: Match, seat: int | None, dice: random.Random) -> None:
    """Samples for a seat are as frequent as they are likely, wherever that is known."""
    thoughts, positions, followed = Thoughts(match, seat), match.positions, 0
    for number, (move, before) in enumerate(match.steps()):
        with watching(match, number):
            thoughts.step(move, before, positions[number + 1])
            followed = followed + 1 if len(thoughts.possible) > 1 else 0
            if followed not in LOOKS or positions[number + 1].to_act is None:
                continue
            view = positions[number + 1].view(seat)
            samples = Counter(view.sample(dice) for _ in range(SAMPLES))
            complaint = bias(thoughts.possible, samples)
        if complaint:
            raise Nonconformance(finding_in(match, f"samples for {who(seat)} are biased: {complaint}", number + 1))


def bias(possible: Mapping[Position, float], samples: Counter[Position]) -> str | None:
    """What is too frequent or too rare among samples: one value of a field, or a whole position."""
    for position in samples:
        if position not in possible:
            return "one of them cannot have come about"
    places = list(possible)
    records = np.concatenate([position._records for position in places])
    shares = np.array([possible[position] for position in places])
    counts = np.array([samples[position] for position in places])
    for name in records.dtype.names or ():
        values = records[name].reshape(len(records), -1)
        for k in range(values.shape[1]):
            for value in np.unique(values[:, k]) if np.ptp(values[:, k]) else ():
                here = values[:, k] == value
                seen, likely = int(counts[here].sum()), float(shares[here].sum())
                if surprise(seen, SAMPLES, min(likely, 1.0)) > LEAST_ODDS:
                    place = f"{name}[{k}]" if records.dtype[name].shape else name
                    return f"{place!r} is {value} in {seen} of {SAMPLES}, and should be in about {likely * SAMPLES:.0f}"
    for position, likely in possible.items():
        if surprise(samples[position], SAMPLES, min(likely, 1.0)) > LEAST_ODDS:
            return f"one of them came {samples[position]} times of {SAMPLES} instead of about {likely * SAMPLES:.0f}"
    return None
