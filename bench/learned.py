"""The learned weights against the hand-written evaluation, looking one move ahead and searching.

    python bench/learned.py                              # one move ahead: every game, every number of players
    python bench/learned.py hansa --games 600
    python bench/learned.py burgundy --search 100 --by-hand 100 --players 2 --games 40
    python bench/learned.py barony --weights build/train/barony/best.weights --search 150 --by-hand 60
    python bench/learned.py hansa --search 60 --by-hand 60 --former ../former   # against another checkout's evaluation

With --search the search has one seat with the weights and that many iterations for a decision; all other seats have the
search as it was before it had weights and memory (`search:learned=0,memory=0`), with --by-hand iterations. The
processor time of both is printed, so that one can choose iterations that cost the same; after the share of wins comes
the share without what chance has brought, with its interval. Every deal is played from every seat. Catan is played
without trade. With --former the other seats are those of another checkout (its `src` is enough), in a process of its
own, so that a hand-written evaluation that has changed meets what it was; --others names another bot for them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import burgrave
from burgrave.arena.standings import interval, mean_interval
from burgrave.arena.tournament import luck_of
from burgrave.arena.training import Match, Settings, Training
from burgrave.bots import make_bot
from burgrave.bots.search import SearchBot
from burgrave.core.game import Game
from burgrave.core.loader import Rules
from burgrave.core.match import Match as Table
from burgrave.core.verbs import Move
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


class Here:
    """Bots of this checkout in the other seats."""

    def __init__(self, rules: Game, bot: str) -> None:
        self.rules, self.bot = rules, bot

    def begin(self, seed: int, luck: int) -> None:
        """A match begins."""
        self.bots = [make_bot(self.bot, self.rules, f"{luck} {seat}") for seat in range(self.rules.players)]

    def choose(self, match: Table, seat: int) -> tuple[Move, float]:
        """A seat's move, and the processor time it took."""
        view, began = match.view(seat), time.process_time()
        return self.bots[seat].choose(view), time.process_time() - began

    def played(self, move: Move) -> None:
        """A move was made."""


class Former:
    """Bots of another checkout in the other seats: its process plays the same match along."""

    def __init__(self, rules: Game, bot: str, checkout: Path) -> None:
        self.rules = rules
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(Path(__file__).with_name("_former_seat.py")),
                json.dumps([rules.name, rules.options, bot]),
            ],
            env={**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _tell(self, *words: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()

    def begin(self, seed: int, luck: int) -> None:
        """A match begins."""
        self._tell("begin", seed, luck)

    def choose(self, match: Table, seat: int) -> tuple[Move, float]:
        """A seat's move, and the processor time it took."""
        self._tell("choose", seat)
        assert self.process.stdout is not None
        text, seconds = json.loads(self.process.stdout.readline())
        return self.rules.move(text), seconds

    def played(self, move: Move) -> None:
        """A move was made."""
        self._tell("play", move.text)


def searching(rules: Game, games: int, iterations: int, net: Floats, others: Here | Former, told: str) -> None:
    """The search with a net in one seat, others in all the other ones."""
    players = rules.players
    wins, spent, points, adjusted = 0.0, [0.0, 0.0], [0.0, 0.0], []
    for number in range(games):
        own, seed = number % players, 1 + number // players
        searcher = SearchBot(rules, iterations=iterations, net=net, seed=f"{number} {own}")
        match = rules.match(seed=seed)
        others.begin(seed, number)
        while (seat := match.position.to_act) is not None:
            if seat == own:
                view, began = match.view(seat), time.process_time()
                move, seconds = searcher.choose(view), time.process_time() - began
                spent[0] += seconds
            else:
                move, seconds = others.choose(match, seat)
                spent[1] += seconds / (players - 1)
            match.play(move)
            others.played(move)
        scores = match.position.scores
        share = own in match.winners and 1 / len(match.winners)
        wins += share
        adjusted.append(share - luck_of(match)[own])
        points[0] += scores[own]
        points[1] += (sum(scores) - scores[own]) / (players - 1)
        done = number + 1
        thought, mean = (f" {pair[0] / done:.{k}f}, {pair[1] / done:.{k}f} |" for pair, k in ((spent, 2), (points, 1)))
        if done % players == 0 or done == games:
            fair, low, high = mean_interval(adjusted)
            without = f" {fair:.1%} | {low:.1%} to {high:.1%} |"
            one = Match(players, done, wins)
            print(row(told, one, without + thought + mean), flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games; all by default")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--search", type=int, help="iterations with the weights")
    parser.add_argument("--by-hand", type=int, help="iterations with the hand-written evaluation; as many by default")
    parser.add_argument("--weights", type=Path, help="a file of weights; those that the game ships by default")
    parser.add_argument("--former", type=Path, help="another checkout, whose bots take the other seats")
    parser.add_argument("--others", help="their bot; by default the search by hand, without memory")
    given = parser.parse_args()
    for name in given.names or burgrave.games():
        if given.search:
            trade = {"domestic_trade": "off"} if name == "catan" else {}
            rules = burgrave.game(name, players=given.players or burgrave.game(name).players, **trade)
            by_hand = given.by_hand or given.search
            bot = given.others or f"search:iterations={by_hand},learned=0,memory=0"
            others = Former(rules, bot, given.former) if given.former else Here(rules, bot)
            told = f"{name}, {given.search} v {given.others or by_hand}"
            searching(rules, given.games, given.search, judgement(rules.rules, given.weights), others, told)
        else:
            one_move_ahead(name, given.players, given.games, given.weights)


if __name__ == "__main__":
    main()
