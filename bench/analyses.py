"""How long an analysis takes: its first curve, a whole game, and one position of the analysis board.

Greedy bots play the game, the rules and the searches are compiled before, and two threads analyse at the depth that
people get; the seconds are those of a clock on an idle machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import burgrave
from burgrave.arena.analysis import Analysis, Settings, findings, tasks
from burgrave.arena.judge import Judge
from burgrave.bench import GOALS, Row, figure, goal
from burgrave.core.match import Match
from burgrave.core.registry import spec

OURS = ("amber", "barony", "burgundy", "catan", "hansa")
GOALS |= {
    "first curve": dict.fromkeys(OURS, 5.0),
    "whole analysis": dict.fromkeys(OURS, 30.0),
    "position judged": dict.fromkeys(OURS, 0.3),
}
THREADS = 2
FIRST_LOOK = 16
"""Samples of the first answer that the analysis board shows."""
SEATS = 4


def played(name: str) -> Match:
    """A whole game of greedy bots, for four where so many can play."""
    players = min(SEATS, max(spec(name).players))
    match = burgrave.game(name, players=players).match(seed=1)
    bots = [burgrave.bot("greedy", match.game, seed=seat) for seat in range(players)]
    while (seat := match.position.to_act) is not None:
        match.play(bots[seat].choose(match.view(seat)))
    return match


@figure("analysis", per_game=True)
def analysis(name: str) -> Iterator[Row]:
    """A whole game analysed, as after a click."""
    match, settings = played(name), Settings()
    wanted = tasks(match)
    list(findings(match, settings, wanted[-1:]))  # compiles what is missing
    found, first, began = [], 0.0, time.perf_counter()
    for one in findings(match, settings, wanted, threads=THREADS):
        found.append(one)
        if one.kind == "glance":
            first = time.perf_counter() - began
    whole = time.perf_counter() - began
    made = Analysis(match, settings, found)
    yield Row("moves of the analysed game", match.length, "", name)
    yield Row("turns of it", made.turns[-1], "", name)
    yield Row("first curve", first, "s", name, goal("first curve", name), at_least=False)
    yield Row("whole analysis", whole, "s", name, goal("whole analysis", name), at_least=False)
    judge, slowest = Judge(match.game), 0.0
    for number in range(0, match.length, max(1, match.length // 50)):
        began = time.perf_counter()
        judge.position(match.positions[number], FIRST_LOOK, "line")
        slowest = max(slowest, time.perf_counter() - began)
    yield Row("position judged, slowest of 50", slowest, "s", name, goal("position judged", name), at_least=False)
