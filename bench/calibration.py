"""How far chances to win can be trusted: a promise of 70 % must be kept 7 times in 10.

    python bench/calibration.py                     # measure all games
    python bench/calibration.py catan --games 1000
    python bench/calibration.py --fit               # fit each game's sharpness and write it into its package

The table's own bots play games; at some positions of each the judge of analyses says everybody's chance, and the
results tell what became of it. One figure for each game and number of players, its sharpness, says how much surer than
its evaluation a game may be; it is the one with the smallest log loss.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import burgrave
from burgrave.arena.judge import CHANCES, Judge, Shares, calibrated
from burgrave.arena.standings import interval
from burgrave.core import registry

POSITIONS = 8
"""Positions of each game that are looked at."""
BANDS = 10
LEAST = 1e-3
STEPS = [round(0.1 * step, 2) for step in range(2, 31)]
"""The figures for sharpness that are tried."""
Results = npt.NDArray[np.float64]


def samples(name: str, players: int, games: int, bot: str, seed: int, samples: int) -> Iterator[tuple[Shares, Results]]:
    """Shares of the win in some positions of games, sample by sample and seat by seat, and what became of them."""
    from burgrave.bots import make_bot

    game = burgrave.game(name, players=players)
    judge = Judge(game, sharp=1.0)
    for number in range(games):
        drawn, match = random.Random(f"{seed} {number}"), game.match(seed=f"calibration {seed} {number}")
        bots = [make_bot(bot, game, f"{seed} {number} {seat}") for seat in range(players)]
        while (seat := match.position.to_act) is not None:
            match.play(bots[seat].choose(match.view(seat)))
        winners = match.winners or tuple(range(players))
        result = np.array([1 / len(winners) if seat in winners else 0.0 for seat in range(players)])
        decided = [k for k, mover in enumerate(match.movers) if mover >= 0]
        positions = match.positions
        for at in drawn.sample(decided, min(POSITIONS, len(decided))):
            yield judge.position(positions[at], samples, f"{seed} {number} {at}").shares[:, 0], result


def chances(found: list[tuple[Shares, Results]], sharpness: float) -> tuple[Results, Results]:
    """Promises and results, one for each seat of each position."""
    promised = np.concatenate([calibrated(shares, sharpness).mean(axis=0) for shares, _ in found])
    return promised, np.concatenate([result for _, result in found])


def log_loss(promised: Results, kept: Results) -> float:
    """The mean surprise at what became of promises."""
    bound = np.clip(promised, LEAST, 1 - LEAST)
    return float(-(kept * np.log(bound) + (1 - kept) * np.log(1 - bound)).mean())


def fitted(found: list[tuple[Shares, Results]]) -> float:
    """The sharpness with the smallest log loss."""
    return min(STEPS, key=lambda step: log_loss(*chances(found, step)))


def reliability(promised: Results, kept: Results) -> list[dict[str, Any]]:
    """What was promised and what was kept, in bands of promises, with 95 % intervals."""
    bands = np.minimum((promised * BANDS).astype(int), BANDS - 1)
    rows = []
    for band in range(BANDS):
        inside = bands == band
        count = int(inside.sum())
        if count:
            low, high = interval(float(kept[inside].sum()), count)
            means = {"promised": float(promised[inside].mean()), "kept": float(kept[inside].mean())}
            rows.append({**means, "low": low, "high": high, "seats": count})
    return rows


def report(name: str, players: int, sharpness: float, found: list[tuple[Shares, Results]]) -> dict[str, Any]:
    """How well chances are calibrated."""
    promised, kept = chances(found, sharpness)
    rows = reliability(promised, kept)
    total = sum(row["seats"] for row in rows)
    return {
        "game": name,
        "players": players,
        "sharpness": sharpness,
        "positions": len(found),
        "error": sum(abs(row["promised"] - row["kept"]) * row["seats"] for row in rows) / total,
        "brier": float(((promised - kept) ** 2).mean()),
        "log_loss": log_loss(promised, kept),
        "fair_log_loss": math.log(players) / players + (1 - 1 / players) * -math.log(1 - 1 / players),
        "reliability": rows,
    }


def shown(figures: dict[str, Any]) -> str:
    """A report as text."""
    lines = [
        f"{figures['game']} for {figures['players']}: sharpness {figures['sharpness']}, "
        f"{figures['positions']} positions, calibration error {figures['error']:.1%}, "
        f"Brier {figures['brier']:.3f}, log loss {figures['log_loss']:.3f} "
        f"(knowing nothing {figures['fair_log_loss']:.3f})"
    ]
    for row in figures["reliability"]:
        kept = f"{row['kept']:.0%} ({row['low']:.0%} to {row['high']:.0%})"
        lines.append(f"  promised {row['promised']:.0%}, kept {kept}, {row['seats']} times")
    return "\n".join(lines)


def write(name: str, players: int, sharpness: float) -> None:
    """Keep a game's sharpness in its package."""
    path = Path(str(files(registry.spec(name).package).joinpath(CHANCES)))
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"sharpness": {}}
    known["sharpness"][str(players)] = sharpness
    known["sharpness"] = dict(sorted(known["sharpness"].items()))
    path.write_text(json.dumps(known) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, and fit where that is wanted."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("games", nargs="*", metavar="game", help="games; all of them when none is named")
    given.add_argument("--games", dest="count", type=int, default=200, help="games that are played for each")
    given.add_argument("--players", type=int, help="seats; every number when none is given")
    given.add_argument("--bot", default="greedy", help="who plays, as in the arena")
    given.add_argument("--samples", type=int, default=8, help="how many times a position is played on")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--fit", action="store_true", help="fit the sharpness on half of the games and write it down")
    given.add_argument("--json", action="store_true")
    chosen = given.parse_args()
    told = []
    for name in chosen.games or burgrave.games():
        spec = registry.spec(name)
        for players in [chosen.players] if chosen.players else spec.players:
            found = list(samples(name, players, chosen.count, chosen.bot, chosen.seed, chosen.samples))
            half = len(found) // 2
            if chosen.fit:
                sharpness, found = fitted(found[:half]), found[half:]
                write(name, players, sharpness)
            else:
                from burgrave.arena.judge import sharpness as kept

                sharpness = kept(burgrave.game(name, players=players).rules, players)
            told.append(report(name, players, sharpness, found))
            if not chosen.json:
                print(shown(told[-1]), flush=True)
    if chosen.json:
        print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
