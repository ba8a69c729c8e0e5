"""Ratings of bots on one scale for each game: everybody of a fixed pool against everybody else, in games for two.

    python bench/ratings.py                              # all games, the levels that people choose from
    python bench/ratings.py hansa --games 40             # 40 games of each pair
    python bench/ratings.py --pool random,easy,greedy,search:iterations=50,search:iterations=200
    python bench/ratings.py --played                     # what has been played so far, without playing more
    python bench/ratings.py --levels --games 20          # the levels that people choose, and ship their ratings

Ratings are openskill's (Plackett-Luce): everybody begins at 25, and the interval is the mean and 1.96 deviations either
side, both of them means over many orders of the games. Each pair plays every deal from both seats. Games are kept in
build/ratings, so that a run goes on where it stopped. Catan is played without trade, as everywhere the bots are
measured.

With --levels each level plays those next to it and next but one, and what comes out is written into the package, where
servers take it as what is known of a level: the level normal in the middle of the scale, where people begin. Time
bounds the levels above easy, four times as much each, and a machine that does other things too would change what they
reach; so iterations stand for them here (--iterations for normal), four times as many each. Levels whose games put
them in the wrong order are not told apart by them, and share one rating.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import burgrave
from burgrave.arena.standings import NORMAL_95, ratings
from burgrave.arena.tournament import Journal, Outcome, Plan, run
from burgrave.bots import LEVELS, level_ratings, listed
from burgrave.bots.level_ratings import FILE, MIDDLE

RESULTS = Path(__file__).resolve().parent.parent / "build/ratings"
POOL = ("random", "easy", "greedy", "normal", "hard", "master")
GAMES = 40
FIRST_MEAN = 25.0
ITERATIONS = 25
"""What stands for half a second of the level normal."""
ORDERS = 200
"""Ratings are means over so many orders of the games."""
NEAR = 2
"""A level plays those that are so many places away: who is far weaker never wins, and that tells nothing."""


@dataclass(frozen=True)
class Rated:
    """A bot's rating: openskill's mean and deviation, its games and its share of them."""

    bot: str
    mean: float
    deviation: float
    games: int
    share: float

    @property
    def row(self) -> str:
        """A line of the table."""
        reach = NORMAL_95 * self.deviation
        bounds = f"{self.mean - reach:.1f} to {self.mean + reach:.1f}"
        return f"| `{self.bot}` | {self.mean:.1f} | {bounds} | {self.games} | {self.share:.1%} |"


def plan_of(game: str, pair: Sequence[str], games: int) -> Plan:
    """The games of two bots against each other."""
    options: dict[str, Any] = {"players": 2}
    if game == "catan":
        options["domestic_trade"] = "off"
    return Plan(game, options, tuple(pair), games)


def journal_of(plan: Plan) -> Journal:
    """Where the games of a pair are kept."""
    name = "-".join(bot.replace(":", "-").replace("=", "-") for bot in plan.bots)
    return Journal(RESULTS / plan.game / f"{name}.jsonl", plan)


def in_any_order(outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """Everybody's mean and deviation: a rating depends on the order of games, so it is the mean over many orders."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for number in range(ORDERS):
        order = random.Random(number).sample(outcomes, len(outcomes))
        for bot, rating in ratings(replace(one, number=place) for place, one in enumerate(order)).items():
            found[bot].append(rating)
    return {bot: (fmean(mean for mean, _ in many), fmean(one for _, one in many)) for bot, many in found.items()}


def rated(outcomes: Sequence[Outcome]) -> list[Rated]:
    """Everybody's rating, the best first."""
    found = []
    for bot, (mean, deviation) in in_any_order(outcomes).items():
        seats = [(one, seat) for one in outcomes for seat, name in enumerate(one.lineup) if name == bot]
        share = sum(one.share(seat) for one, seat in seats) / len(seats)
        found.append(Rated(bot, mean, deviation, len(seats), share))
    return sorted(found, key=lambda one: -one.mean)


def outcomes_of(game: str, pairs: Iterable[Sequence[str]], games: int, play: bool) -> list[Outcome]:
    """The games of pairs of bots, played as far as they were not yet if that is wanted."""
    by_pair = []
    for pair in pairs:
        plan = plan_of(game, pair, games)
        journal = journal_of(plan)
        if not play:
            by_pair.append(journal.read())
            continue
        outcomes = []
        for outcome in run(plan, journal):
            outcomes.append(outcome)
            print(f"\r{game}, {' v '.join(pair)}: {len(outcomes)} of {games}   ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        by_pair.append(outcomes)
    return list(chain.from_iterable(by_pair))


def stand_ins(iterations: int) -> dict[str, str]:
    """What plays for each level: where time bounds one, so many iterations for as much as normal has."""
    usual = LEVELS[MIDDLE][1]["seconds"]
    return {
        level: f"{bot}:iterations={round(iterations * chosen['seconds'] / usual)}" if "seconds" in chosen else level
        for level, (bot, chosen) in LEVELS.items()
    }


def ascending(found: Sequence[Rated]) -> list[float]:
    """The likeliest means where nobody is weaker than those before: neighbours in the wrong order share one.

    A level that searches longer than another in the same way is not weaker; where it seems so, too few games were
    played to tell the two apart. Each mean has the weight of how sure it is.
    """
    pools: list[tuple[float, float, int]] = []
    for one in found:
        mean, weight, count = one.mean, one.deviation**-2, 1
        while pools and pools[-1][0] > mean:
            below, sure, many = pools.pop()
            mean = (below * sure + mean * weight) / (sure + weight)
            weight, count = weight + sure, count + many
        pools.append((mean, weight, count))
    return [mean for mean, _, count in pools for _ in range(count)]


def ship(game: str, players: Mapping[str, str], games: int, play: bool) -> None:
    """Rate a game's levels by what plays for them, and write that into the package."""
    levels = list(players)
    near = [(a, b) for a, b in combinations(levels, 2) if levels.index(b) - levels.index(a) <= NEAR]
    pairs = [(players[a], players[b]) for a, b in near]
    by_bot = {one.bot: one for one in rated(outcomes_of(game, pairs, games, play))}
    means = dict(zip(levels, ascending([by_bot[bot] for bot in players.values()]), strict=True))
    off = FIRST_MEAN - means[MIDDLE]
    file = Path(level_ratings.__file__).with_name(FILE)
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    known[game] = {
        level: {
            "mean": round(means[level] + off, 2),
            "deviation": round(by_bot[bot].deviation, 2),
            "games": by_bot[bot].games,
            "played_as": bot,
        }
        for level, bot in players.items()
    }
    file.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")


def table(game: str, pool: Sequence[str], games: int, play: bool) -> list[str]:
    """The ratings of a game."""
    played = outcomes_of(game, combinations(pool, 2), games, play)
    if not played:
        return []
    head = [f"### {burgrave.game(game).spec.title}", "", "| bot | rating | 95 % interval | games | wins |"]
    return [*head, "|" + " --- |" * 5, *(one.row for one in rated(played)), ""]


def main() -> None:
    """Play what is missing and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games; all by default")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair")
    parser.add_argument("--pool", default=",".join(POOL), help=f"bots, two at least; levels are {', '.join(LEVELS)}")
    parser.add_argument("--played", action="store_true", help="show what was played so far and play nothing")
    parser.add_argument("--levels", action="store_true", help="rate the levels that people choose, and ship that")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help="those that stand for the level normal")
    chosen = parser.parse_args()
    pool = listed(chosen.pool)
    for name in chosen.names:
        if name not in burgrave.games():
            parser.error(f"there is no game {name!r}; valid: {', '.join(burgrave.games())}")
    if len(set(pool)) < 2 or len(set(pool)) < len(pool):
        parser.error("a pool has two bots at least, each of them once")
    for name in chosen.names or burgrave.games():
        if chosen.levels:
            players = stand_ins(chosen.iterations)
            ship(name, players, chosen.games, not chosen.played)
            pool = list(players.values())
        print("\n".join(table(name, pool, chosen.games, not (chosen.played or chosen.levels))), flush=True)


if __name__ == "__main__":
    main()
