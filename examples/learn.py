"""A policy that learns to play by itself, in numpy alone: masked actor-critic on the vectorised environment.

    python examples/learn.py                          # two-player Catan without trade, three minutes
    python examples/learn.py --game barony --minutes 10 --out curve.svg

Seat 0 learns; the other seat plays random legal moves. Every decision is a row of the batch: a small network reads the
seat's masked record, forbidden ids are masked out, and a step is judged by the points it gains over the opponent. The
learning curve (share of wins against random moves) is drawn as an SVG picture and printed as it grows. The same seed
gives the same curve when the number of updates is fixed (`--updates`).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import burgrave
from burgrave.core.game import Game
from burgrave.envs.observing import size
from burgrave.envs.vector import VectorEnv

Floats = npt.NDArray[np.float32]
LEARNER = 0
DISCOUNT = 0.99
ENTROPY = 0.01
GAIN = 0.25
"""What a point more than the opponent is worth."""
FORESIGHT = 0.95
NONE, END = -1, -2


def features(rows: npt.NDArray[np.int16]) -> Floats:
    """Small whole numbers as numbers a network likes: squashed, with a mark for what is there at all."""
    values = rows.astype(np.float32)
    return np.concatenate([np.tanh(values / 6), (values > 0).astype(np.float32)], axis=1)


@dataclass
class Network:
    """One hidden layer, a logit for every id, and a judgement of the position; learns by Adam."""

    inputs: int
    ids: int
    rng: np.random.Generator
    hidden: int = 96
    rate: float = 1.5e-3
    weights: dict[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Small random weights."""
        shapes = {"w": (self.inputs, self.hidden), "p": (self.hidden, self.ids), "v": (self.hidden, 1)}
        for name, shape in shapes.items():
            scale = 0.01 if name == "p" else 1 / np.sqrt(shape[0])
            self.weights[name] = (self.rng.standard_normal(shape) * scale).astype(np.float32)
        self.weights |= {"wb": np.zeros(self.hidden, np.float32), "pb": np.zeros(self.ids, np.float32)}
        self.weights["vb"] = np.zeros(1, np.float32)
        self.first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.updates = 0

    def forward(self, x: Floats, mask: npt.NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the probability of each allowed id, and the judgement."""
        h = np.maximum(x @ self.weights["w"] + self.weights["wb"], 0)
        logits = np.where(mask, h @ self.weights["p"] + self.weights["pb"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return h, chances, (h @ self.weights["v"] + self.weights["vb"])[:, 0]

    def learn(
        self,
        x: Floats,
        mask: npt.NDArray[np.bool_],
        ids: npt.NDArray[np.int64],
        advantage: Floats,
        returns: Floats,
    ) -> None:
        """One step towards what did better than expected."""
        h, chances, judged = self.forward(x, mask)
        better = returns - judged
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        rows = np.arange(len(ids))
        logs = np.log(chances + 1e-9)
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        push = chances.copy()
        push[rows, ids] -= 1
        push *= advantage[:, None]
        push += ENTROPY * chances * (logs + spread)
        push /= len(ids)
        judge = (-better[:, None] * 0.5 / len(ids)).astype(np.float32)
        back = (push @ self.weights["p"].T + judge @ self.weights["v"].T) * (h > 0)
        self._move(
            {
                "w": x.T @ back,
                "wb": back.sum(axis=0),
                "p": h.T @ push,
                "pb": push.sum(axis=0),
                "v": h.T @ judge,
                "vb": judge.sum(axis=0),
            }
        )

    def _move(self, slopes: dict[str, Floats]) -> None:
        self.updates += 1
        for name, slope in slopes.items():
            self.first[name] += 0.1 * (slope - self.first[name])
            self.second[name] += 0.001 * (slope * slope - self.second[name])
            first = self.first[name] / (1 - 0.9**self.updates)
            second = self.second[name] / (1 - 0.999**self.updates)
            self.weights[name] -= (self.rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


def pick(chances: Floats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """One id for each row, by its chances."""
    sums = chances.cumsum(axis=1)
    picked: npt.NDArray[np.int64] = (sums < rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return picked.clip(max=chances.shape[1] - 1)


def pick_any(mask: npt.NDArray[np.bool_], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Any allowed id for each row."""
    return pick(mask.astype(np.float32), rng)


class Learner:
    """Plays many games at once and learns from its own decisions."""

    def __init__(self, game: Game, rows: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.env = VectorEnv(game, rows, seed=seed, rewards="score_gain")
        self.network = Network(2 * size(game.rules), game.rules.verbs.player_ids, self.rng)

    def update(self, steps: int) -> None:
        """Play some steps, then learn from the decisions and what came of them."""
        rows, lived, judged = self.env.rows, [], np.zeros(0, np.float32)
        newest = np.full(rows, NONE)  # each row's latest decision, by its place in the list of all
        earned, follows = np.zeros(0, np.float32), np.zeros(0, np.int64)
        for _ in range(steps):
            now = self.env.now
            mine = np.flatnonzero(now.seats == LEARNER)
            x, mask = features(self.env.observations()[mine]), now.mask[mine]
            _, chances, judgement = self.network.forward(x, mask)
            ids = pick_any(now.mask, self.rng)
            ids[mine] = pick(chances, self.rng)
            places = len(judged) + np.arange(len(mine))
            known = newest[mine] != NONE
            follows[newest[mine[known]]] = places[known]
            newest[mine] = places
            lived.append((x, mask, ids[mine]))
            judged = np.concatenate([judged, judgement])
            earned = np.concatenate([earned, np.zeros(len(mine), np.float32)])
            follows = np.concatenate([follows, np.full(len(mine), NONE)])
            step = self.env.step(ids)
            decided = np.flatnonzero(newest != NONE)
            gained = step.rewards[decided, LEARNER] - step.rewards[decided, 1 - LEARNER]
            earned[newest[decided]] += GAIN * gained
            over = decided[step.ended[decided]]
            follows[newest[over]] = END
            newest[over] = NONE
        self._learn(lived, judged, earned, follows)

    def _learn(self, lived: list[Any], judged: Floats, earned: Floats, follows: npt.NDArray[np.int64]) -> None:
        """Judge every decision by what followed, further ahead the less it counts; unfinished ones are left out."""
        advantage = np.zeros(len(judged), np.float32)
        for place in range(len(judged) - 1, -1, -1):
            after = follows[place]
            if after == END:
                advantage[place] = earned[place] - judged[place]
            elif after != NONE:
                surprise = earned[place] + DISCOUNT * judged[after] - judged[place]
                advantage[place] = surprise + DISCOUNT * FORESIGHT * advantage[after]
        kept = np.flatnonzero(follows != NONE)
        x, mask, ids = (np.concatenate(parts)[kept] for parts in zip(*lived, strict=True))
        self.network.learn(x, mask, ids, advantage[kept], advantage[kept] + judged[kept])

    def share_of_wins(self, games: int, seed: int = 10_000) -> float:
        """How often the policy beats random moves, over games it did not learn from."""
        env = VectorEnv(self.env.game, games, seed=seed)
        rng = np.random.default_rng(seed)
        shares = np.full(games, np.nan)
        while np.isnan(shares).any():
            now = env.now
            ids = pick_any(now.mask, rng)
            mine = np.flatnonzero(now.seats == LEARNER)
            chances = self.network.forward(features(env.observations()[mine]), now.mask[mine])[1]
            ids[mine] = pick(chances, rng)
            step = env.step(ids)
            new = step.ended & np.isnan(shares)
            shares[new] = step.rewards[new, LEARNER]
        return float(shares.mean())


def curve(points: list[tuple[float, float]], title: str) -> str:
    """The learning curve as an SVG picture."""
    width, height, left, top = 640, 320, 56, 40
    most = max(seconds for seconds, _ in points) or 1
    xy = [(left + (width - left - 24) * s / most, top + (height - top - 44) * (1 - share)) for s, share in points]
    lines = "".join(
        f'<path d="M{left} {y:.0f}H{width - 24}" stroke="#c9b27f"/>'
        f'<text x="{left - 8}" y="{y + 5:.0f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
        for y in [top + (height - top - 44) * (1 - share)]
    )
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in xy)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#c8372d"/>' for x, y in xy)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Alegreya Sans, Candara, DejaVu Sans, sans-serif" font-size="14" fill="#2b2118">'
        f'<rect width="{width}" height="{height}" fill="#f3e7cf"/><text x="{left}" y="26" font-size="16">{title}</text>'
        f"{lines}"
        f'<path d="{path}" fill="none" stroke="#c8372d" stroke-width="3"/>{dots}'
        f'<text x="{width - 24}" y="{height - 12}" text-anchor="end">seconds of training: {most:.0f}</text></svg>'
    )


def main() -> None:
    """Train, tell how it goes, draw the curve."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--game", default="catan", help="a game for two")
    options.add_argument("--minutes", type=float, default=3.0)
    options.add_argument("--updates", type=int, help="stop after so many updates instead (repeatable)")
    options.add_argument("--rows", type=int, default=128)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=200, help="games of each measurement")
    options.add_argument("--out", type=Path, default=Path("learning-curve.svg"))
    chosen = options.parse_args()
    quick = {"domestic_trade": "off"} if chosen.game == "catan" else {}
    learner = Learner(burgrave.game(chosen.game, players=2, **quick), chosen.rows, chosen.seed)
    points = [(0.0, learner.share_of_wins(chosen.games))]
    print(f"before: {points[0][1]:.1%} of games won against random moves")
    trained, updates = 0.0, 0
    while (updates < chosen.updates) if chosen.updates else (trained < chosen.minutes * 60):
        began = time.perf_counter()
        learner.update(64)
        trained += time.perf_counter() - began
        updates += 1
        if updates % 50 == 0:
            points.append((trained, learner.share_of_wins(chosen.games)))
            print(f"{updates} updates, {trained:.0f} s: {points[-1][1]:.1%}", flush=True)
    points.append((trained, learner.share_of_wins(chosen.games)))
    print(f"after {updates} updates, {trained:.0f} s: {points[-1][1]:.1%}")
    chosen.out.write_text(curve(points, f"{learner.env.game.spec.title}: wins against random moves"))


if __name__ == "__main__":
    main()
