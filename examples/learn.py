"""A network that learns to play, in numpy alone: a masked actor-critic on the vectorised environment.

    python examples/learn.py                                        # all five games for two, a few minutes
    python examples/learn.py catan --decisions 600000 --seed 2      # one game, longer, other dice

Seat 0 learns, the other seat plays random legal moves. A small network reads the seat's masked record and gives every
id a probability; forbidden ids get none. A decision is judged by the points gained over the opponent afterwards,
compared with what the network had expected. Now and then the network plays games from seeds it never trained on; the
share it wins is printed and drawn as a curve. The same seed gives the same figures.
"""

from __future__ import annotations

import argparse
import time
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import burgrave
from burgrave.core.drawing import EDGE, FONT, PARCHMENT, TINCTURES, circle, line, rectangle, text
from burgrave.core.game import Game
from burgrave.envs.vector import VectorEnv

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.int64]

# Random moves trade all day, and buy every title in the end: without trade and against the clock, playing well shows.
QUICK: dict[str, dict[str, Any]] = {"catan": {"domestic_trade": "off"}, "barony": {"max_rounds": 50}}
LEARNER, OPPONENT = 0, 1
ROWS, STEPS = 256, 128  # games at once, and steps between two lessons
HIDDEN, RATE, PORTION = 64, 2e-3, 1024
DISCOUNT, FORESIGHT, CURIOSITY = 0.995, 0.95, 0.01
MEASUREMENTS = 6
COLOURS = ("red", "blue", "green", "purple", "orange")
UNSEEN = 10**9  # where the seeds begin that are kept for measurements


class Network:
    """One hidden layer, a probability for every allowed id, and what the seat may expect; learns by Adam."""

    def __init__(self, inputs: int, ids: int, rng: np.random.Generator) -> None:
        shapes = ((inputs, HIDDEN), (1, HIDDEN), (HIDDEN, ids), (1, ids), (HIDDEN, 1), (1, 1))
        scales = (inputs**-0.5, 0, 0.01, 0, 0.01, 0)
        self.weights = [
            (scale * rng.standard_normal(shape)).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.drift = [np.zeros_like(weight) for weight in self.weights]
        self.spread = [np.zeros_like(weight) for weight in self.weights]
        self.lessons = 0

    def judge(self, x: Floats, mask: Mask) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, each id's probability, and the points expected from here on."""
        into, into_bias, policy, policy_bias, value, value_bias = self.weights
        hidden = np.maximum(x @ into + into_bias, 0)
        chances = hidden @ policy + policy_bias
        chances[~mask] = -np.inf
        chances = np.exp(chances - chances.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ value + value_bias)[:, 0]

    def learn(self, x: Floats, mask: Mask, ids: Ids, surprise: Floats, gained: Floats, rate: float) -> None:
        """Make what went better than expected likelier, expect what was gained, and stay curious (entropy)."""
        hidden, chances, expected = self.judge(x, mask)
        logs = np.log(chances + 1e-9)
        slope = chances * (surprise[:, None] + CURIOSITY * (logs - (chances * logs).sum(axis=1, keepdims=True)))
        slope[np.arange(len(ids)), ids] -= surprise
        error = (0.5 * (expected - gained))[:, None]
        back = (slope @ self.weights[2].T + error @ self.weights[4].T) * (hidden > 0)
        slopes = []
        for below, above in ((x, back), (hidden, slope), (hidden, error)):
            slopes += [below.T @ above / len(ids), above.mean(axis=0, keepdims=True)]
        self.lessons += 1
        rate *= (1 - 0.999**self.lessons) ** 0.5 / (1 - 0.9**self.lessons)
        for weight, drift, spread, new in zip(self.weights, self.drift, self.spread, slopes, strict=True):
            drift += 0.1 * (new - drift)
            spread += 0.001 * (new * new - spread)
            weight -= rate * drift / (np.sqrt(spread) + 1e-6)


def any_allowed(mask: Mask, rng: np.random.Generator) -> Ids:
    """A random allowed id for each row."""
    counts = np.count_nonzero(mask, axis=1)
    ids: Ids = np.nonzero(mask)[1][counts.cumsum() - 1 - rng.integers(counts)]
    return ids


def draw(chances: Floats, rng: np.random.Generator) -> Ids:
    """An id for each row, by its chances."""
    sums = chances.cumsum(axis=1)
    ids: Ids = (sums <= sums[:, -1:] * rng.random((len(chances), 1))).sum(axis=1)
    return ids


class Learner:
    """Plays many games at once and learns from its own decisions."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, np.random.default_rng(seed)
        self.env = VectorEnv(game, ROWS, seed=seed, rewards="score_gain")
        self.decisions = 0
        self._look_around(VectorEnv(game, 64, seed=seed, rewards="score_difference"))

    def _look_around(self, env: VectorEnv, steps: int = 2500) -> None:
        """Random games tell which numbers of an observation vary, by how much, and what a usual margin is."""
        seen, margins = [], []
        for step in range(steps):
            now = env.step(any_allowed(env.now.mask, self.rng))
            margins.append(now.rewards[now.ended, LEARNER].copy())
            if step % 20 == 0:
                seen.append(env.observations()[now.seats == LEARNER])
        rows = np.concatenate(seen).astype(np.float32)
        self.vary = np.flatnonzero(rows.std(axis=0))
        self.mean, self.deviation = rows.mean(axis=0)[self.vary], rows.std(axis=0)[self.vary]
        self.margin = float(np.concatenate(margins).std())
        self.network = Network(len(self.vary), env.now.mask.shape[1], self.rng)

    def features(self, env: VectorEnv, rows: Ids) -> Floats:
        """What the learner sees in these rows, as numbers around 0."""
        seen: Floats = (env.observations()[np.ix_(rows, self.vary)] - self.mean) / self.deviation
        return seen.clip(-3, 3)

    def practise(self, rate: float) -> None:
        """Play on for some steps, then learn from every real choice and what came of it."""
        lived: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            now = self.env.now
            rows = np.flatnonzero((now.seats == LEARNER) & (np.count_nonzero(now.mask, axis=1) > 1))
            x, mask = self.features(self.env, rows), now.mask[rows]
            _, chances, expected = self.network.judge(x, mask)
            ids = any_allowed(now.mask, self.rng)
            ids[rows] = draw(chances, self.rng)
            after = self.env.step(ids)
            gained = (after.rewards[:, LEARNER] - after.rewards[:, OPPONENT]) / self.margin
            lived.append((rows, x, mask, ids[rows], expected, gained, after.ended.copy()))
        surprises, gains, known = self._hindsight(lived)
        x, mask, ids = (np.concatenate(parts) for parts in list(zip(*lived, strict=True))[1:4])
        order = self.rng.permutation(np.flatnonzero(known))
        surprises = (surprises - surprises[order].mean()) / surprises[order].std()
        for first in range(0, len(order), PORTION):
            part = order[first : first + PORTION]
            self.network.learn(x[part], mask[part], ids[part], surprises[part], gains[part], rate)
        self.decisions += len(order)

    def _hindsight(self, lived: list[tuple[Any, ...]]) -> tuple[Floats, Floats, Mask]:
        """From the last step back: how each choice surprised, what it gained, and whether its outcome is known yet."""
        gained, later, ahead = np.zeros((3, ROWS), np.float32)  # since the last choice; its surprise; expected there
        settled, backwards = np.zeros(ROWS, bool), []
        for rows, _, _, _, expected, gain, ended in reversed(lived):
            for array in (gained, later, ahead):
                array[ended] = 0
            gained += gain
            settled |= ended
            surprise = gained[rows] + DISCOUNT * (ahead[rows] + FORESIGHT * later[rows]) - expected
            backwards.append((surprise, surprise + expected, settled[rows]))
            gained[rows], later[rows], ahead[rows], settled[rows] = 0, surprise, expected, True
        surprises, gains, known = (np.concatenate(parts[::-1]) for parts in zip(*backwards, strict=True))
        return surprises, gains, known

    def share_of_wins(self, games: int) -> float:
        """How often the network beats random moves in games it did not learn from."""
        env, rng = VectorEnv(self.game, games, seed=UNSEEN), np.random.default_rng(0)
        shares = np.full(games, np.nan)
        while (unfinished := np.isnan(shares)).any():
            rows = np.flatnonzero((env.now.seats == LEARNER) & unfinished)
            ids = any_allowed(env.now.mask, rng)
            ids[rows] = draw(self.network.judge(self.features(env, rows), env.now.mask[rows])[1], rng)
            step = env.step(ids)
            new = step.ended & unfinished
            shares[new] = step.rewards[new, LEARNER]
        return float(shares.mean())


def picture(curves: dict[str, list[tuple[int, float]]], games: int) -> str:
    """The learning curves as SVG, each with its game's name at its end."""
    width, height, left, right, top, bottom = 760, 420, 60, 590, 56, 370
    most = max(curve[-1][0] for curve in curves.values())
    shapes = [text(f"Share of {games} games won against random moves", left, 28, 17, "start", bold=True)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - (bottom - top) * share
        shapes += [line((left, y), (right, y), EDGE, 1), text(f"{share:.0%}", left - 10, y, anchor="end")]
    shapes.append(text(f"{most:,} decisions learned from", right, bottom + 26, anchor="end"))
    names = sorted(curves, key=lambda name: -curves[name][-1][1])
    heights = [bottom - (bottom - top) * curves[name][-1][1] for name in names]
    for place in range(1, len(names)):
        heights[place] = max(heights[place], heights[place - 1] + 20)
    for name, height_of_name, tincture in zip(names, heights, cycle(COLOURS)):
        colour = TINCTURES[tincture]
        spots = [(left + (right - left) * x / most, bottom - (bottom - top) * y) for x, y in curves[name]]
        shapes += [line(one, other, colour, 3) for one, other in pairwise(spots)]
        shapes += [circle(x, y, 4, colour) for x, y in spots]
        shapes.append(text(f"{name} {curves[name][-1][1]:.1%}", right + 14, height_of_name, 15, "start", bold=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="{FONT}">{rectangle(0, 0, width, height, PARCHMENT, None)}{"".join(shapes)}</svg>\n'
    )


def train(name: str, decisions: int, seed: int, games: int) -> list[tuple[int, float]]:
    """Learn a game; the share of wins before, between and after."""
    learner = Learner(burgrave.game(name, players=2, **QUICK.get(name, {})), seed)
    curve = [(0, learner.share_of_wins(games))]
    print(f"{name}: untrained, it wins {curve[0][1]:.1%} of {games} games against random moves", flush=True)
    trained = 0.0
    for measurement in range(1, MEASUREMENTS + 1):
        began = time.perf_counter()
        while learner.decisions * MEASUREMENTS < decisions * measurement:
            learner.practise(RATE * (1 - learner.decisions / decisions))  # ever smaller steps settle
        trained += time.perf_counter() - began
        curve.append((learner.decisions, learner.share_of_wins(games)))
        print(f"{name}: {curve[-1][1]:.1%} after {curve[-1][0]:,} decisions, {trained:.0f} s of training", flush=True)
    return curve


def main() -> None:
    """Train, tell how it goes, draw the curves."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("names", nargs="*", metavar="game", help="games to learn (all, if none is named)")
    options.add_argument("--decisions", type=int, default=300_000, help="how many to learn from, in each game")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=400, help="games of each measurement")
    options.add_argument("--out", type=Path, default=Path("learning.svg"), help="where the curves are drawn")
    chosen = options.parse_args()
    curves = {}
    for name in chosen.names or burgrave.games():
        curves[name] = train(name, chosen.decisions, chosen.seed, chosen.games)
        chosen.out.write_text(picture(curves, chosen.games), encoding="utf-8")
    print(f"{chosen.out} shows the curves")


if __name__ == "__main__":
    main()
