"""A hint for the seat to act: the best move, what it brings at once, and how much of the win it is worth.

Everything is made from the seat's view: a search finds the best moves, and the judge of analyses compares them.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from burgrave.arena.analysis import BEST, SURE
from burgrave.arena.judge import Judge
from burgrave.arena.telling import percent
from burgrave.bots.search import SearchBot
from burgrave.core import words
from burgrave.core.position import View
from burgrave.core.previews import preview, samples_of
from burgrave.core.words import core_words

if TYPE_CHECKING:
    from burgrave.core.verbs import Move

SECONDS = 1.0
AHEAD = 2
"""How many of the seat's own next moves are told."""
SAMPLES = 64
NOTICEABLE = 0.01
"""A difference of less than this share of the win is not spoken of."""


@dataclass(frozen=True)
class Option:
    """One of the best moves: its seat's chance to win after it, and how much less that is than after the best one.

    Where the difference is within its error there is none, and the chance is the same: the search has looked further
    ahead than the judge, so nothing counts as better than what it found best.
    """

    move: Move
    chance: float
    less: float = 0.0


@dataclass(frozen=True)
class Hint:
    """The best moves of the seat to act, the best of all first."""

    options: tuple[Option, ...]
    then: tuple[Move, ...] = ()
    """What the search expects the same seat to go on with before anybody else acts."""

    @property
    def best(self) -> Option:
        """What to play."""
        return self.options[0]


def hint(
    view: View,
    *,
    seconds: float | None = SECONDS,
    iterations: int | None = None,
    samples: int = SAMPLES,
    stop: threading.Event | None = None,
) -> Hint:
    """What the seat to act should play, as far as it can know; when `stop` is set meanwhile, it ends early."""
    if len(view.moves()) == 1:
        return Hint((Option(view.moves()[0], 0.0),))
    bot = SearchBot(view.game, seconds=None if iterations else seconds, iterations=iterations, seed="hint")
    moves = [one.move for one in bot.candidates(view, stop)[:BEST]]
    judged = Judge(view.game).moves(view, moves, samples if not (stop and stop.is_set()) else 1, "hint")
    chance, options = float(judged.chances[0][view.seat or 0]), []
    for place, move in enumerate(moves):
        more, error = (figures[view.seat or 0] for figures in judged.difference(0, place))
        less = more if more > max(NOTICEABLE, SURE * error) else 0.0
        options.append(Option(move, chance - less, less))
    options.sort(key=lambda one: one.less)
    return Hint(tuple(options), tuple(goes_on(view.seat, bot.line(moves[0], 1 + AHEAD)[1:])))


def goes_on(seat: int | None, line: list[tuple[int, Move]]) -> list[Move]:
    """The moves of a line that a seat makes by itself."""
    return [move for _, move in takewhile(lambda one: one[0] == seat, line)]


def told(view: View, found: Hint, language: str) -> list[str]:
    """A hint in a few sentences: what to play, what it brings at once, and how much of the win it is worth."""
    say, best = core_words(language), found.best
    sentences = [say("hint.best", move=words.label_in(view, best.move, language))]
    brings = preview(view, samples_of(view), best.move, language, view.names).text
    if brings:
        sentences.append(say("hint.brings", brings=brings))
    then = plan(view, found, language)
    if then:
        sentences.append(say("hint.then", moves=then))
    if len(found.options) == 1:
        return [*sentences, say("hint.only")]
    second = found.options[1]
    worth = {"chance": percent(best.chance), "second": percent(best.chance - second.less)}
    return [*sentences, say("hint.ahead" if second.less else "hint.even", **worth)]


def plan(view: View, found: Hint, language: str) -> str:
    """What the seat would go on with, each move with what it brings, as far as nothing hidden decides it."""
    steps: list[str] = []
    samples = [sample.play(found.best.move) for sample in samples_of(view)]
    for move in found.then:
        views = {sample.view(view.seat) for sample in samples}
        if len(views) > 1 or any(move not in seen.moves() for seen in views):
            break
        seen = View(samples[0], view.seat, names=view.names, colours=view.chosen_colours)
        brings = preview(seen, samples, move, language, view.names).text
        steps.append(words.label_in(seen, move, language) + (f" ({brings})" if brings else ""))
        samples = [sample.play(move) for sample in samples]
    return "; ".join(steps)
