"""Ratings after Glicko: how strong somebody is, and how sure that is, from results against known ratings."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

Q = math.log(10) / 400
BEGINNING = 1200.0
UNSURE = 350.0
"""The deviation of somebody who has no results yet."""
LEAST = 50.0
"""So sure a rating becomes at most, so that it still moves when somebody gets better."""
OTHERS = 80.0
"""The deviation of what somebody is measured by: puzzles are rated by a machine, not by people."""


@dataclass(frozen=True)
class Rating:
    """A strength, and its standard deviation."""

    value: float = BEGINNING
    deviation: float = UNSURE

    def after(self, other: float, score: float) -> Rating:
        """The rating after a result (1 won, 0 lost) against a rating."""
        damped = 1 / math.sqrt(1 + 3 * (Q * OTHERS / math.pi) ** 2)
        expected = 1 / (1 + 10 ** (-damped * (self.value - other) / 400))
        information = 1 / self.deviation**2 + (Q * damped) ** 2 * expected * (1 - expected)
        value = self.value + Q / information * damped * (score - expected)
        return Rating(value, max(LEAST, math.sqrt(1 / information)))


def rated(results: Iterable[tuple[float, bool]]) -> Rating:
    """The rating of somebody who begins, after results in their order: the other's rating, and whether they won."""
    rating = Rating()
    for other, won in results:
        rating = rating.after(other, float(won))
    return rating
