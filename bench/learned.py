"""The learned weights against the hand-written evaluation, looking one move ahead and searching.

    python bench/learned.py                              # one move ahead: every game, every number of players
    python bench/learned.py hansa --games 600
    python bench/learned.py burgundy --search 100 --by-hand 100 --players 2 --games 40
    python bench/learned.py barony --weights build/train/barony/best.weights --search 150 --by-hand 60

With --search the search has one seat with the weights and that many iterations for a decision; all other seats have the
search as it was before it had weights and memory (`search:learned=0,memory=0`), with --by-hand iterations. The
processor time of both is printed, so that one can choose iterations that cost the same; after the share of wins comes
the share without what chance has brought, with its interval. Every deal is played from every seat. Catan is played
without trade.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import burgrave
from burgrave.arena.standings import interval, mean_interval
from burgrave.arena.tournament import luck_of
from burgrave.arena.training import Match, Settings, Training
from burgrave.bots.search import SearchBot
from burgrave.core.loader import Rules
from burgrave.core.weights import Floats, from_bytes, net_of, no_net


def row(name: str, one: Match, more: str) -> str:
    """A line of a table."""
    low, high = interval(one.wins, one.games)
    share = f"{one.rate:.1%} | {low:.1%} to {high:.1%} | {1 / one.players:.0%}"
    return f"| {name} | {one.players} | {one.games} | {share} |{more}"


def judgement(rules: Rules, weights: Path | None) -> Floats:
    """The net of a file, or the one that the game ships."""
    return net_of(rules, 1) if weights is None else from_bytes(weights.read_bytes(), rules.parts.feature_names).flat()


def one_move_ahead(name: str, players: int | None, games: int, weights: Path | None) -> None:
    """Weights against the hand-written evaluation when both play what looks best at once."""
    counts = (players,) if players else ()
    training = Training(Settings(name, players=counts, match_games=games), Path("build/nowhere"))
    net = judgement(training.tables[0].rules, weights)
    for one in training.match(net, no_net(), 0, lambda done, total: None):
        print(row(name, one, ""), flush=True)


def searching(name: str, players: int, games: int, iterations: int, by_hand: int, weights: Path | None) -> None:
    """Weights in one seat against the hand-written evaluation in all others, all of them searching."""
    trade = {"domestic_trade": "off"} if name == "catan" else {}
    rules = burgrave.game(name, players=players, **trade)
    net = judgement(rules.rules, weights)
    wins, spent, points, adjusted = 0.0, [0.0, 0.0], [0.0, 0.0], []
    for number in range(games):
        own = number % players
        bots = [
            SearchBot(rules, iterations=iterations, net=net, seed=f"{number} {seat}")
            if seat == own
            else SearchBot(rules, iterations=by_hand, learned=0, memory=0, seed=f"{number} {seat}")
            for seat in range(players)
        ]
        match = rules.match(seed=1 + number // players)
        while (seat := match.position.to_act) is not None:
            view, began = match.view(seat), time.process_time()
            move = bots[seat].choose(view)
            spent[seat != own] += (time.process_time() - began) / (1 if seat == own else players - 1)
            match.play(move)
        scores = match.position.scores
        share = own in match.winners and 1 / len(match.winners)
        wins += share
        adjusted.append(share - luck_of(match)[own])
        points[0] += scores[own]
        points[1] += (sum(scores) - scores[own]) / (players - 1)
        done = number + 1
        seconds, mean = (f" {pair[0] / done:.{k}f}, {pair[1] / done:.{k}f} |" for pair, k in ((spent, 2), (points, 1)))
        if done % players == 0 or done == games:
            fair, low, high = mean_interval(adjusted)
            without = f" {fair:.1%} | {low:.1%} to {high:.1%} |"
            one = Match(players, done, wins)
            print(row(f"{name}, {iterations} v {by_hand}", one, without + seconds + mean), flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games; all by default")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--search", type=int, help="iterations with the weights")
    parser.add_argument("--by-hand", type=int, help="iterations with the hand-written evaluation; as many by default")
    parser.add_argument("--weights", type=Path, help="a file of weights; those that the game ships by default")
    given = parser.parse_args()
    for name in given.names or burgrave.games():
        if given.search:
            players = given.players or burgrave.game(name).players
            searching(name, players, given.games, given.search, given.by_hand or given.search, given.weights)
        else:
            one_move_ahead(name, given.players, given.games, given.weights)


if __name__ == "__main__":
    main()
