"""How fast bots think: judgements, search iterations on one core and on two, and whole games between greedy bots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import burgrave
from burgrave.arena.tournament import Plan, play_game
from burgrave.arena.training import Table
from burgrave.bench import Row, best_rate, figure, goal
from burgrave.bots.search import SearchBot
from burgrave.bots.simple import GreedyBot
from burgrave.core.game import Game
from burgrave.core.position import View
from burgrave.core.weights import net_of, weights_of

ITERATIONS = 2000
OPENING_MOVES = 60
"""Greedy moves before the search is asked, so that the position is one from the middle of a game."""


def middle_of_a_game(rules: Game) -> View:
    """The view of a seat that has to choose in the middle of a game between greedy bots."""
    match, bot = rules.match(seed=1), burgrave.bot("greedy", rules, seed=1, learned=0)
    while (seat := match.position.to_act) is not None:
        view = match.view(seat)
        if len(match.moves) >= OPENING_MOVES and len(view.moves()) > 1:
            return view
        match.play(bot.choose(view))
    raise ValueError(f"a game of {rules.name} was over before its middle")


@figure("judging", per_game=True)
def judging(name: str) -> Iterator[Row]:
    """Positions that a second judges, after the moves of one decision, for all seats together: by hand and learned."""
    rules = burgrave.game(name)
    view = middle_of_a_game(rules)
    ways = {"by hand": 0} | ({"learned": 1} if weights_of(rules.rules)[0] else {})
    for way, learned in ways.items():
        bot = GreedyBot(rules, seed=1, samples=1, learned=learned)

        def work(bot: GreedyBot = bot) -> float:
            return sum(len(bot.prospects(view)) for _ in range(50))

        rate = best_rate(work)
        yield Row(f"judgements, {way}", rate, "/s", name)
        yield Row(f"a judgement of one seat, {way}", 1e9 / rate / rules.players, "ns", name)


@figure("training", per_game=True)
def training(name: str) -> Iterator[Row]:
    """Games a second that nets learn from, on one core."""
    rules = burgrave.game(name)
    table, nets, numbers = Table(rules), net_of(rules.rules)[None], count()

    def work() -> float:
        table.play(f"bench {next(numbers)}", nets, [0] * rules.players, noise=0.03, kept=0.1)
        return 1

    yield Row("training games", best_rate(work), "/s", name)


@figure("search", per_game=True)
def search(name: str) -> Iterator[Row]:
    """Iterations of the search bot a second, and what a second core adds."""
    rules = burgrave.game(name)
    view = middle_of_a_game(rules)
    rates = []
    for threads in (1, 2):
        searcher = SearchBot(rules, iterations=ITERATIONS * threads, threads=threads, seed=1)

        def work(searcher: SearchBot = searcher, threads: int = threads) -> float:
            searcher.candidates(view)
            return ITERATIONS * threads

        rates.append(best_rate(work))
    yield Row("search iterations", rates[0], "/s", name)
    yield Row("search on two cores, times one", rates[1] / rates[0], "×", name)


@figure("arena", per_game=True)
def arena(name: str) -> Iterator[Row]:
    """Whole games between greedy bots on one process."""
    plan = Plan(name, {}, ("greedy", "greedy"), games=1_000_000)
    numbers = iter(range(plan.games))

    def work() -> float:
        play_game(plan, next(numbers))
        return 1

    yield Row("arena games, all greedy", best_rate(work), "/s", name, goal("arena", name))
