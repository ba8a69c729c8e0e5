"""How honest the error of an analysis's sum is: greedy bots play, and rests are compared with their errors.

    python bench/sums.py catan barony --games 20

A rest should be within its error 19 times of 20. Seats of one game are not independent, so the interval is by games.
"""

from __future__ import annotations

import argparse
import math

import burgrave
from burgrave.arena.analysis import Settings, analyse
from burgrave.core import registry


def measured(name: str, players: int | None, games: int, settings: Settings, threads: int) -> list[tuple[float, float]]:
    """The rests of some games with their errors, one for each seat."""
    found = []
    for seed in range(games):
        game = burgrave.game(name, **({} if players is None else {"players": players}))
        match, bot = game.match(seed=seed), burgrave.bot("greedy", game, seed=seed)
        while not match.is_over:
            match.play(bot.choose(match.view(match.position.to_act)))
        made = analyse(match, settings, threads=threads)
        found += [(one.parts.rest, one.parts.error) for one in made.seats]
    return found


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(registry.games()))
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=Settings.iterations)
    parser.add_argument("--samples", type=int, default=Settings.samples)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    settings = Settings(given.iterations, given.samples)
    print("game            seats   within   95 %   mean rest   mean error")
    for name in given.game:
        rests = measured(name, given.players, given.games, settings, given.threads)
        share = sum(abs(rest) <= error for rest, error in rests) / len(rests)
        spread = 1.96 * math.sqrt(max(share * (1 - share), 1 / len(rests)) / given.games)
        size = sum(abs(rest) for rest, _ in rests) / len(rests)
        error = sum(error for _, error in rests) / len(rests)
        print(f"{name:<14} {len(rests):>6} {share:>8.0%} ±{spread:>4.0%} {size:>11.3f} {error:>12.3f}", flush=True)


if __name__ == "__main__":
    main()
