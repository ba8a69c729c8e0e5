"""How fast bots think: search iterations on one core and on two, and whole games between greedy bots."""

from __future__ import annotations

from collections.abc import Iterator

import burgrave
from burgrave.arena.tournament import Plan, play_game
from burgrave.bench import Row, best_rate, figure
from burgrave.bots.search import SearchBot

ITERATIONS = 2000
OPENING_MOVES = 60
"""Greedy moves before the search is asked, so that the position is one from the middle of a game."""


@figure("search", per_game=True)
def search(name: str) -> Iterator[Row]:
    """Iterations of the search bot a second, and what a second core adds."""
    rules = burgrave.game(name)
    match, bot = rules.match(seed=1), burgrave.bot("greedy", rules, seed=1)
    moves = 0
    while (seat := match.position.to_act) is not None:
        view = match.view(seat)
        if moves >= OPENING_MOVES and len(view.moves()) > 1:
            break
        match.play(bot.choose(view))
        moves += 1
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

    yield Row("arena games, all greedy", best_rate(work), "/s", name)
