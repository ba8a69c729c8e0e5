"""The points of search bots that play among themselves.

    python bench/points.py burgundy --players 2 --iterations 1000 --games 6
    python bench/points.py hansa --players 3 --iterations 600 --games 30

Every seat has the same search. After each game come its points, the mean of all seats and of the winners so far, and
the processor time of a game, all seats together.
"""

from __future__ import annotations

import argparse
import time

import burgrave
from burgrave.bots.search import SearchBot

FIRST_DEAL = 1000
"""The seed of the first game; each further one takes the next."""


def play(name: str, players: int, iterations: int, games: int) -> None:
    """Play and print."""
    rules = burgrave.game(name, players=players)
    everybody: list[int] = []
    winners: list[int] = []
    spent = 0.0
    for number in range(games):
        bots = [SearchBot(rules, iterations=iterations, seed=f"{number} {seat}") for seat in range(players)]
        match = rules.match(seed=FIRST_DEAL + number)
        began = time.process_time()
        while (seat := match.position.to_act) is not None:
            match.play(bots[seat].choose(match.view(seat)))
        spent += time.process_time() - began
        scores = match.position.scores
        everybody += scores
        winners.append(max(scores))
        mean, best = sum(everybody) / len(everybody), sum(winners) / len(winners)
        told = f"mean {mean:.1f}, winners {best:.1f}, {spent / len(winners):.1f} s a game"
        print(f"{name}, {number + 1} games, {', '.join(map(str, scores))}: {told}", flush=True)


def main() -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="a game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    play(given.name, given.players, given.iterations, given.games)


if __name__ == "__main__":
    main()
