"""Whether another search agrees with shipped puzzles.

It is ten times as long as the first searches that found them, and has luck of its own, which none of those has met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from burgrave.arena.puzzle_finder import DEEPER, gap
from burgrave.bots.search import SearchBot
from burgrave.core.puzzles import Puzzle


@dataclass(frozen=True)
class Verdict:
    """What another search thinks of a puzzle."""

    puzzle: Puzzle
    best: str
    """The move that it would make."""
    lead: float
    """How much more of the win that move promises than any other."""

    @property
    def agrees(self) -> bool:
        """Whether it finds the same move."""
        return self.best == self.puzzle.best

    def confirms(self, least: float) -> bool:
        """Whether it finds the same move, and so far ahead of all others."""
        return self.agrees and self.lead >= least

    def __str__(self) -> str:
        told = f"{self.puzzle.where}: {self.puzzle.best!r}, and another search "
        if self.agrees:
            return told + f"finds it {100 * self.lead:.0f} points ahead"
        return told + f"would play {self.best!r}"


def verdicts(puzzles: Iterable[Puzzle], iterations: int, seed: int) -> Iterator[Verdict]:
    """What another search thinks of each puzzle; it depends on nothing but the puzzle, the iterations and the seed."""
    for one in puzzles:
        view = one.view()
        bot = SearchBot(view.game, iterations=DEEPER * iterations, seed=f"verify {seed} {one.key}")
        found = bot.candidates(view)
        yield Verdict(one, found[0].move.text, gap(found))
