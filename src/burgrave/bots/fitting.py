"""Fitting a net to games, in numpy: who won, the points in the end, and what was thought on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from burgrave.core.net import OUTPUT_COUNT, SHARE, STEEPNESS, TO_COME
from burgrave.core.weights import Floats, Weights

HIDDEN = (64, 16)


@dataclass(frozen=True)
class Pace:
    """How a net learns: from so many positions at once, and how fast its layers and the straight part beside them."""

    batch: int
    learning: float
    straight: float
    imitating: float
    imitating_straight: float
    """The same while it learns to judge as the hand-written evaluation does."""


CAUTIOUS = Pace(256, 3e-4, 9e-4, 2e-3, 6e-4)
"""For results, which few games tell little about: the straight part is harder to lead astray."""
QUICK = Pace(512, 7e-4, 7e-4, 2e-3, 2e-3)
"""For points, of which every position tells something."""
DECAY = 0.3
STEEPEST, FLATTEST = 5.0, -6.0
FIRST_STEEPNESS = -3.0
"""At first points to come count little: a new net goes by what it imitates."""
AS_BY_HAND = 10.0
"""How much more it counts that a net judges as by hand than that it guesses the points, while it imitates by points."""
NO_STEEPNESS = -30.0
"""What a net says of the steepness when points shall not count at all."""
AIMS = ("both", "win", "points")
"""What a net judges by: points to come and the rest of its share of the win, only the share, or only the points. Where
players decide when a game ends, points to come tempt them to put the end off; where everybody builds for themselves,
results tell little that points do not tell better."""
VALUE = "value"
"""The feature that is the hand-written evaluation, in log-odds: a net that is told it begins there, and learns what it
leaves out."""
RAREST = 0.2
"""Features that spread less are not drawn out farther, where a net begins from the hand-written evaluation: what is met
rarely shall not be learned in leaps."""
FARSIGHTED = 0.8
"""How much of what came later is left, in what a net learns, with each position of its game before it; 1: it learns
from results only."""
ALWAYS_POSITIVE = 256.0
"""Added to numbers that the layers shall let pass unchanged, and taken off at the end."""


@dataclass(frozen=True)
class Sample:
    """Positions of games for one number of players, in the order in which they were met."""

    features: Floats
    """By position, seat and feature; the first feature is the seat's points."""
    shares: Floats
    """By position and seat: the share of the win that the seat got, or that a teacher saw in the position."""
    points: Floats
    """By position and seat: the points in the end."""
    ends: npt.NDArray[np.int64]
    """How many positions there are up to the end of each game."""
    thought: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    """By position and seat: the shares of the win that a search saw, nan where there was none."""

    def __post_init__(self) -> None:
        if self.thought.shape != self.shares.shape:
            object.__setattr__(self, "thought", np.full_like(self.shares, np.nan))

    def __len__(self) -> int:
        return len(self.shares)

    @property
    def players(self) -> int:
        """For how many players these games were."""
        return int(self.shares.shape[1])

    def rows(self, chosen: Any) -> Sample:
        """Some of the positions, without their order."""
        no_order = np.zeros(0, np.int64)
        return Sample(self.features[chosen], self.shares[chosen], self.points[chosen], no_order, self.thought[chosen])


def joined(samples: Sequence[Sample]) -> list[Sample]:
    """Samples put together by number of players."""
    found = []
    for players in sorted({one.players for one in samples}):
        same = [one for one in samples if one.players == players]
        before = np.cumsum([0, *map(len, same)])
        found.append(
            Sample(
                np.concatenate([one.features for one in same]),
                np.concatenate([one.shares for one in same]),
                np.concatenate([one.points for one in same]),
                np.concatenate([one.ends + start for one, start in zip(same, before, strict=False)]),
                np.concatenate([one.thought for one in same]),
            )
        )
    return found


@dataclass(frozen=True)
class Judged:
    """What a net says of some positions, with everything that its slopes need."""

    inputs: Floats
    first: Floats
    second: Floats
    outputs: Floats
    points: Floats
    """Points in the end, in units, less the mean of the seats."""
    steepness: Floats
    """As each seat says it; the mean counts."""
    shares: Floats


class Fit:
    """A net being fitted: layers, and beside them a straight part from the inputs to the outputs.

    The straight part learns the worth of each feature quickly and the layers what is more than a sum. The inputs are
    put on one scale; the finished weights take in both that and the straight part.
    """

    def __init__(
        self, features: tuple[str, ...], samples: Sequence[Sample], rng: np.random.Generator, aim: str = AIMS[0]
    ) -> None:
        self.features, self.aim = features, aim
        rows = np.concatenate([one.features.reshape(-1, len(features)) for one in samples])
        self.middle, spread = rows.mean(axis=0), rows.std(axis=0)
        least = RAREST if self.begins_by_hand else 1e-6
        self.scale = np.where(spread > 1e-6, 1 / np.maximum(spread, least), 0).astype(np.float32)
        gains = np.concatenate([(one.points - one.features[:, :, 0]).ravel() for one in samples])
        self.unit = float(max(gains.std(), 1e-3))
        self.parameters: list[Floats] = []
        for before, size in pairwise((len(features), *HIDDEN, OUTPUT_COUNT)):
            self.parameters.append((rng.standard_normal((before, size)) * np.sqrt(2 / before)).astype(np.float32))
            self.parameters.append(np.zeros(size, np.float32))
        self.parameters[-2] *= 0
        self.parameters[-1][TO_COME] = gains.mean() / self.unit
        self.parameters[-1][STEEPNESS] = 0 if aim == "points" else FIRST_STEEPNESS
        self.parameters.append(np.zeros((len(features), OUTPUT_COUNT), np.float32))
        if self.begins_by_hand:
            value = features.index(VALUE)
            self.parameters[-1][value, SHARE] = 1 / self.scale[value]
            self.parameters[-2][STEEPNESS] = FLATTEST
        self._moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parameters]
        self._steps = 0

    @property
    def pace(self) -> Pace:
        """How fast it learns."""
        return QUICK if self.aim == "points" else CAUTIOUS

    @property
    def begins_by_hand(self) -> bool:
        """Whether the net is told the hand-written evaluation, and judges as it does before it has learned anything."""
        return VALUE in self.features

    # Keeping it between rounds

    def arrays(self) -> dict[str, Any]:
        """Everything that fitting goes on from."""
        found: dict[str, Any] = {"middle": self.middle, "scale": self.scale, "unit": self.unit, "steps": self._steps}
        for k, (part, (mean, square)) in enumerate(zip(self.parameters, self._moments, strict=True)):
            found |= {f"part {k}": part, f"mean {k}": mean, f"square {k}": square}
        return found

    @staticmethod
    def from_arrays(features: tuple[str, ...], read: Any, aim: str = AIMS[0]) -> Fit:
        """A fit to go on with."""
        fit = Fit.__new__(Fit)
        fit.features, fit.aim, fit.middle, fit.scale = features, aim, read["middle"], read["scale"]
        fit.unit, fit._steps = float(read["unit"]), int(read["steps"])
        count = sum(name.startswith("part ") for name in read)
        fit.parameters = [read[f"part {k}"] for k in range(count)]
        fit._moments = [(read[f"mean {k}"], read[f"square {k}"]) for k in range(count)]
        return fit

    # Judging

    def judged(self, features: Floats) -> Judged:
        """What the net says of some positions."""
        count, players, _ = features.shape
        first, first_bias, second, second_bias, last, last_bias, straight = self.parameters
        inputs = (features.reshape(count * players, -1) - self.middle) * self.scale
        one = np.maximum(inputs @ first + first_bias, 0)
        two = np.maximum(one @ second + second_bias, 0)
        outputs = (two @ last + last_bias + inputs @ straight).reshape(count, players, OUTPUT_COUNT)
        points = features[:, :, 0] / self.unit + outputs[:, :, TO_COME]
        points = points - points.mean(axis=1, keepdims=True)
        steepness = np.exp(np.clip(outputs[:, :, STEEPNESS], FLATTEST, STEEPEST))
        if self.aim == "win":
            steepness = np.zeros_like(steepness)
        odds = outputs[:, :, SHARE] + steepness.mean(axis=1, keepdims=True) * points
        shares = np.exp(odds - odds.max(axis=1, keepdims=True))
        return Judged(inputs, one, two, outputs, points, steepness, shares / shares.sum(axis=1, keepdims=True))

    def expected(self, sample: Sample) -> tuple[Floats, Floats]:
        """The shares of the win and the points in the end that the net expects."""
        shares, points = np.empty_like(sample.shares), np.empty_like(sample.points)
        for first in range(0, len(sample), 8192):
            part = slice(first, first + 8192)
            judged = self.judged(sample.features[part])
            shares[part] = judged.shares
            points[part] = sample.features[part, :, 0] + judged.outputs[:, :, TO_COME] * self.unit
        return shares, points

    def foreseen(self, sample: Sample, farsighted: float = FARSIGHTED) -> Sample:
        """What to learn from each position: the result, mixed with what is thought of it and of the positions after it.

        A result tells little about a single position long before it; what is thought of the next positions tells more.
        A search thinks better than the net, so its word about a position counts there, and for the positions before.
        """
        expected_shares, expected_points = self.expected(sample)
        searched = np.isfinite(sample.thought).all(axis=1)
        expected_shares[searched] = sample.thought[searched]
        shares, points = sample.shares.copy(), sample.points.copy()
        starts = np.concatenate([[0], sample.ends[:-1]])
        for back in range(2, int((sample.ends - starts).max(initial=0)) + 1):
            here = sample.ends - back
            here = here[here >= starts]
            for aim, expected in ((shares, expected_shares), (points, expected_points)):
                aim[here] = farsighted * aim[here + 1] + (1 - farsighted) * expected[here + 1]
        shares[searched] = farsighted * shares[searched] + (1 - farsighted) * sample.thought[searched]
        return Sample(sample.features, shares, points, sample.ends, sample.thought)

    def losses(self, sample: Sample) -> tuple[float, float]:
        """How wrong the shares are (log loss) and the points in the end (mean error, in points)."""
        shares, points = self.expected(sample)
        log_loss = -float((sample.shares * np.log(np.maximum(shares, 1e-9))).sum())
        return log_loss / max(1, len(sample)), float(np.abs(points - sample.points).mean())

    # Learning

    def step(self, sample: Sample, learning: float, straight: float, imitating: bool = False) -> None:
        """One step of Adam down the slope of both losses.

        A net that aims at points learns them from points alone, once it no longer imitates, and from results only how
        steeply they count.
        """
        count, players = sample.shares.shape
        judged = self.judged(sample.features)
        slope = np.empty_like(judged.outputs)
        wrong = (judged.shares - sample.shares) / count
        slope[:, :, SHARE] = 0 if self.aim == "points" else wrong
        off = judged.outputs[:, :, TO_COME] - (sample.points - sample.features[:, :, 0]) / self.unit
        pull = 1.0 if self.aim != "points" else AS_BY_HAND if imitating else 0.0
        slope[:, :, TO_COME] = pull * wrong * judged.steepness.mean(axis=1, keepdims=True) + off / (count * players)
        said = judged.outputs[:, :, STEEPNESS]
        free = judged.steepness * ((said < STEEPEST) & (said > FLATTEST)) / players
        slope[:, :, STEEPNESS] = (wrong * judged.points).sum(axis=1, keepdims=True) * free
        self._adam(self._slopes(judged, slope.reshape(count * players, OUTPUT_COUNT)), learning, straight)

    def _slopes(self, judged: Judged, slope: Floats) -> list[Floats]:
        second = (slope @ self.parameters[4].T) * (judged.second > 0)
        first = (second @ self.parameters[2].T) * (judged.first > 0)
        found = []
        for layer, down in ((judged.inputs, first), (judged.first, second), (judged.second, slope)):
            found += [layer.T @ down, down.sum(axis=0)]
        return [*found, judged.inputs.T @ slope]

    def _adam(self, slopes: list[Floats], learning: float, straight: float) -> None:
        self._steps += 1
        warm = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for k, (part, (mean, square), slope) in enumerate(zip(self.parameters, self._moments, slopes, strict=True)):
            mean *= 0.9
            mean += 0.1 * slope
            square *= 0.999
            square += 0.001 * slope * slope
            is_straight = k == len(slopes) - 1
            rate = warm * (straight if is_straight else learning)
            part -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
            if part.ndim > 1 and not is_straight:
                part *= np.float32(1 - learning * DECAY)

    def train(
        self, samples: Sequence[Sample], rng: np.random.Generator, epochs: float, imitating: bool = False
    ) -> None:
        """Go through all positions so many times, in random order; the steps grow smaller towards the end."""
        samples = [one for one in samples if len(one)]
        counts = np.array([len(one) for one in samples], float)
        pace, batch = self.pace, self.pace.batch
        learning = pace.imitating if imitating else pace.learning
        straight = pace.imitating_straight if imitating else pace.straight
        total = max(1, int(epochs * counts.sum() / batch))
        for done in range(total):
            one = samples[rng.choice(len(samples), p=counts / counts.sum())]
            chosen, slower = rng.integers(0, len(one), min(batch, len(one))), 1 - 0.9 * done / total
            self.step(one.rows(chosen), learning * slower, straight * slower, imitating)

    def weights(self, **trained: object) -> Weights:
        """The net as bots use it: the scale of the inputs and the straight part are in its layers.

        The straight part goes through units of its own that are always positive.
        """
        first, first_bias, second, second_bias, last, last_bias, straight = (part.copy() for part in self.parameters)
        if self.aim == "win":
            last[:, STEEPNESS] = straight[:, STEEPNESS] = 0
            last_bias[STEEPNESS] = NO_STEEPNESS
        middle = self.middle * self.scale
        wide = np.concatenate([first, straight], axis=1)
        bias = np.concatenate([first_bias, np.full(OUTPUT_COUNT, ALWAYS_POSITIVE)]) - middle @ wide
        sizes = np.array(second.shape) + OUTPUT_COUNT
        between = np.zeros(sizes, np.float32)
        between[: second.shape[0], : second.shape[1]] = second
        between[second.shape[0] :, second.shape[1] :] = np.eye(OUTPUT_COUNT)
        layers = (
            (wide * self.scale[:, None], bias),
            (between, np.concatenate([second_bias, np.zeros(OUTPUT_COUNT)])),
            (np.concatenate([last, np.eye(OUTPUT_COUNT)]), last_bias - ALWAYS_POSITIVE),
        )
        floats = tuple((one.astype(np.float32), other.astype(np.float32)) for one, other in layers)
        return Weights(self.features, floats, self.unit, dict(trained))
