"""Ratings of bots on one scale for each game: everybody of a fixed pool against everybody else, in games for two.

    python bench/ratings.py                              # all games, the levels that people choose from
    python bench/ratings.py hansa --games 40             # 40 games of each pair
    python bench/ratings.py --pool random,easy,greedy,search:iterations=50,search:iterations=200
    python bench/ratings.py --played                     # what has been played so far, without playing more

Ratings are openskill's (Plackett-Luce): everybody begins at 25, and the interval is the mean and 1.96 deviations either
side. Each pair plays every deal from both seats. Games are kept in build/ratings, so that a run goes on where it
stopped. Catan is played without trade, as everywhere the bots are measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, zip_longest
from pathlib import Path
from typing import Any

import burgrave
from burgrave.arena.standings import NORMAL_95, ratings
from burgrave.arena.tournament import Journal, Outcome, Plan, run
from burgrave.bots import LEVELS, listed

RESULTS = Path(__file__).resolve().parent.parent / "build/ratings"
POOL = ("random", "easy", "greedy", "normal", "hard", "master")
GAMES = 40


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


def in_turn(by_pair: Sequence[list[Outcome]]) -> list[Outcome]:
    """The games of all pairs, one of each at a time: a rating depends on the order of games."""
    order = [one for one in chain.from_iterable(zip_longest(*by_pair)) if one is not None]
    return [replace(one, number=number) for number, one in enumerate(order)]


def rated(outcomes: Sequence[Outcome]) -> list[Rated]:
    """Everybody's rating, the best first."""
    found = []
    for bot, (mean, deviation) in ratings(outcomes).items():
        seats = [(one, seat) for one in outcomes for seat, name in enumerate(one.lineup) if name == bot]
        share = sum(one.share(seat) for one, seat in seats) / len(seats)
        found.append(Rated(bot, mean, deviation, len(seats), share))
    return sorted(found, key=lambda one: -one.mean)


def table(game: str, pool: Sequence[str], games: int, play: bool) -> list[str]:
    """The ratings of a game."""
    by_pair = []
    for pair in combinations(pool, 2):
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
    played = in_turn(by_pair)
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
    chosen = parser.parse_args()
    pool = listed(chosen.pool)
    for name in chosen.names:
        if name not in burgrave.games():
            parser.error(f"there is no game {name!r}; valid: {', '.join(burgrave.games())}")
    if len(set(pool)) < 2 or len(set(pool)) < len(pool):
        parser.error("a pool has two bots at least, each of them once")
    for name in chosen.names or burgrave.games():
        print("\n".join(table(name, pool, chosen.games, not chosen.played)), flush=True)


if __name__ == "__main__":
    main()
