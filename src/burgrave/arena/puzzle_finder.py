"""Finding puzzles: positions of self-played games in which one move is clearly best, and not the first one seen.

A search plays whole games against itself, quickly. Where its move is not the greedy one and seems clearly better than
all others, longer searches look again, with several seeds, then twice as long, then ten times as long: a puzzle is
what all of them agree on. The same settings find the same puzzles; every game depends on nothing but its own seed, so a
finder that was stopped goes on with the next game. More are found than are wanted, and those that are kept are taken
from all kinds and difficulties in turn.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgrave.bots.search import Candidate, SearchBot
from burgrave.bots.simple import GreedyBot
from burgrave.core.errors import IllegalMove
from burgrave.core.game import game as game_of
from burgrave.core.puzzles import OWN_GUESS, Puzzle, read
from burgrave.core.table import table_of

if TYPE_CHECKING:
    from burgrave.core.position import View
    from burgrave.core.verbs import Move

SEEDS = 3
"""How many searches must agree."""
DEEPER = 10
"""The last search is so many times as long as the first ones."""
HINT = 0.25
"""The share of the wanted difference from which on a quick look is worth a longer one."""
SCREEN, SCREEN_HINT = 0.25, 0.6
"""That one is so much as long as the first of the searches that must agree, and so much of the difference must be left,
since most of what a quick look takes for a difference is chance."""
FIRST_DEPTH = 10
"""How hard a puzzle is begins with a search of so many iterations, and doubles."""
WON = 0.95
RESTING = 5
"""A seat that is surely winning, or that has too little left to lose, plays so many decisions greedily, unlooked at."""
LINE = 5
WRONG_LINES = 4
"""To so many wrong moves the expected answers are kept."""
MOST_OF_A_GAME = 2
"""No more of one game, so that puzzles differ."""
SURPLUS = 1.25
"""So many times as many are found as are wanted, so that there is a choice among kinds and difficulties."""
EASIEST = 1000
PER_DOUBLING = 110
PER_CHOICE = 60
PER_POINT = -3
"""A puzzle's rating: more where the search must go deeper and where there are more moves to choose from, less where
the others are far worse."""


@dataclass(frozen=True)
class Settings:
    """What is looked for, and how hard; the same settings find the same puzzles."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3)
    """The numbers of players, in turns."""
    least: float = 0.15
    """How much more of the win the best move promises than any other."""
    iterations: int = 200
    quick: int = 24
    """Iterations of the searches that play, and look for the first time."""
    early: float = 0.3
    """So much of a game is played greedily and not looked at: early on hardly a move changes a chance by much."""
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.least < 1:
            raise ValueError(f"the least difference is a share of the win between 0 and 1, not {self.least}")
        if not 0 <= self.early < 1:
            raise ValueError(f"the early part is a share of the game, at least 0 and less than 1, not {self.early}")
        for name in ("iterations", "quick"):
            if getattr(self, name) < 1:
                raise ValueError(f"a finder needs {name} of one at least, not {getattr(self, name)}")


@dataclass
class Found:
    """What one game has brought."""

    number: int
    decisions: int = 0
    """Positions with several legal moves that were looked at."""
    candidates: int = 0
    """Those that a quick look found promising, and a longer one too."""
    agreed: int = 0
    """Those of them on which all searches agreed but the longest, which was not asked yet."""
    seconds: float = 0.0
    puzzles: list[dict[str, Any]] = field(default_factory=list)


class Finder:
    """Finds the puzzles of one game."""

    def __init__(self, settings: Settings, number: int) -> None:
        self.settings, self.found = settings, Found(number)
        self.seed = settings.seed + number
        players = settings.players[number % len(settings.players)]
        self.game = game_of(settings.game, **{**settings.options, "players": players})
        self.greedy = [GreedyBot(self.game, seed=f"{self.seed} greedy {k}") for k in range(SEEDS)]
        self.quick = self._bot(settings.quick, 0)

    def _bot(self, iterations: int, k: int) -> SearchBot:
        return SearchBot(self.game, iterations=iterations, seed=f"{self.seed} {iterations} {k}")

    @cached_property
    def _screen(self) -> SearchBot:
        return self._bot(max(1, round(SCREEN * self.settings.iterations)), 0)

    @cached_property
    def _strict(self) -> list[SearchBot]:
        """The searches that must agree, the short ones first."""
        once = self.settings.iterations
        return [self._bot(length, k) for length in (once, 2 * once) for k in range(SEEDS)]

    @cached_property
    def _deepest(self) -> SearchBot:
        return self._bot(DEEPER * self.settings.iterations, 0)

    def run(self) -> Found:
        """Play the game to its end, and look at every decision but the early ones."""
        began = time.process_time()
        early = self.settings.early * self._length()
        match = self.game.match(seed=self.seed)
        played: list[str] = []
        resting: Counter[int] = Counter()
        while not match.is_over:
            view = match.view(match.position.to_act)
            assert view.seat is not None
            chosen = view.moves()[0]
            if len(view.moves()) > 1:
                if len(played) < early:
                    chosen = self.greedy[0].choose(view)
                elif resting[view.seat]:
                    resting[view.seat] -= 1
                    chosen = self.greedy[0].choose(view)
                else:
                    self.found.decisions += 1
                    chosen, value = self._looked_at(view, played)
                    resting[view.seat] = RESTING if value > WON or value < self.settings.least else 0
            match.play(chosen)
            played.append(chosen.text)
        self.found.seconds = round(time.process_time() - began, 2)
        return self.found

    def _length(self) -> int:
        """How many moves the game has when everybody plays greedily: about as many as it will have."""
        match, count = self.game.match(seed=self.seed), 0
        bot = GreedyBot(self.game, seed=f"{self.seed} length", samples=1)
        while not match.is_over:
            match.play(bot.choose(match.view(match.position.to_act)))
            count += 1
        return count

    def _looked_at(self, view: View, played: list[str]) -> tuple[Move, float]:
        """What a quick search plays, and what that promises; where it is promising, a puzzle may come of it."""
        candidates = self.quick.candidates(view)
        if self._is_promising(view, candidates):
            self.found.candidates += 1
            self._look(view, played)
        return candidates[0].move, candidates[0].value

    def _is_promising(self, view: View, candidates: list[Candidate]) -> bool:
        if gap(candidates) < HINT * self.settings.least:
            return False
        if any(bot.choose(view) == candidates[0].move for bot in self.greedy):
            return False
        longer = self._screen.candidates(view)
        return longer[0].move == candidates[0].move and gap(longer) >= SCREEN_HINT * self.settings.least

    def _look(self, view: View, played: list[str]) -> None:
        """Keep the position if all searches agree on its best move."""
        looks: list[list[Candidate]] = []
        for bot in self._strict:
            looks.append(bot.candidates(view))
            if looks[-1][0].move != looks[0][0].move or gap(looks[-1]) < self.settings.least:
                return
        best = looks[0][0].move
        greedy = self.greedy[0].choose(view)
        if greedy == best:
            return
        self.found.agreed += 1
        deepest = self._deepest.candidates(view)
        if deepest[0].move != best or gap(deepest) < self.settings.least:
            return
        values = mean_values([*looks[SEEDS:], deepest])
        worth = [round(100 * values[move]) for move in view.moves()]
        lines = {one.move.text: self._line(view, one.move) for one in deepest[: WRONG_LINES + 1]}
        depth = self._depth(view, best)
        self.found.puzzles.append(
            {
                "options": {"players": self.game.players, **self.settings.options},
                "seed": self.seed,
                "moves": ",".join(played),
                "best": best.text,
                "values": worth,
                "lines": {first: rest for first, rest in lines.items() if rest},
                "greedy": greedy.text,
                "depth": depth,
                "kind": kind_of(view, best),
                "rating": rating_of(depth, worth),
            }
        )

    def _depth(self, view: View, best: Move) -> int:
        """With how many iterations a search finds the best move whatever its luck."""
        depth = FIRST_DEPTH
        while depth < self.settings.iterations:
            if all(self._bot(depth, k).candidates(view)[0].move == best for k in range(SEEDS)):
                return depth
            depth *= 2
        return self.settings.iterations

    def _line(self, view: View, move: Move) -> list[str]:
        """What is expected after a move until chance decides something, as far as a guess at what is hidden allows."""
        position, found = view.sample(OWN_GUESS), []
        for seat, expected in self._deepest.line(move, LINE):
            if position.to_act != seat:
                break
            try:
                position = position.play(expected)
            except IllegalMove:
                break
            found.append(expected.text)
        return found[1:]


def gap(candidates: Sequence[Candidate]) -> float:
    """How much more of the win the first move promises than any other."""
    return candidates[0].value - max(one.value for one in candidates[1:])


def mean_values(looks: Sequence[Sequence[Candidate]]) -> dict[Move, float]:
    """What each move is worth, on the mean of several searches, each counted by its visits."""
    sums: dict[Move, tuple[float, float]] = {}
    for one in (candidate for look in looks for candidate in look):
        weight = one.visits + 1
        total, weights = sums.get(one.move, (0.0, 0.0))
        sums[one.move] = total + weight * one.value, weights + weight
    return {move: total / weights for move, (total, weights) in sums.items()}


def kind_of(view: View, move: Move) -> str:
    """What a move is about: its kind of action where the game declares some there, else the decision point."""
    for kind in table_of(view.game.spec).kinds.get(view.point, ()):
        if move.verb in kind.verbs:
            return f"kind.{kind.name}"
    return f"point.{view.point}"


def rating_of(depth: int, worth: Sequence[int]) -> int:
    """How hard a puzzle is, before anybody has tried it."""
    best, second = sorted(worth, reverse=True)[:2]
    deep, wide = math.log2(depth / FIRST_DEPTH), math.log2(len(worth))
    return round(EASIEST + PER_DOUBLING * deep + PER_CHOICE * wide + PER_POINT * (best - second))


class Search:
    """A finder's journal: games are looked through one after the other, and a stopped finder goes on."""

    def __init__(self, settings: Settings, journal: Path) -> None:
        self.settings, self.journal = settings, journal
        self.games: list[Found] = []
        head = json.dumps(asdict(settings), sort_keys=True)
        if journal.exists():
            first, *lines = journal.read_text(encoding="utf-8").splitlines() or [""]
            if first != head:
                raise ValueError(f"{journal} was begun with other settings; take another folder, or delete it")
            self.games = [Found(**json.loads(line)) for line in lines if line.endswith("}")]
        else:
            journal.parent.mkdir(parents=True, exist_ok=True)
            journal.write_text(head + "\n", encoding="utf-8")

    def run(self, wanted: int, games: int | None = None) -> Iterator[Found]:
        """Look through games, so many at most, until there are enough puzzles to choose so many from."""
        while len(self.puzzles()) < SURPLUS * wanted and (games is None or len(self.games) < games):
            found = Finder(self.settings, len(self.games)).run()
            self.games.append(found)
            with self.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(found)) + "\n")
            yield found

    def puzzles(self) -> list[Puzzle]:
        """What was found, few of each game, in the order of the games."""
        kept = [told for game in self.games for told in game.puzzles[:MOST_OF_A_GAME]]
        return [read(self.settings.game, json.dumps(told), 0) for told in kept]

    def chosen(self, wanted: int) -> list[Puzzle]:
        """So many of them: of every kind and difficulty in turn, as long as there are some; sorted, easy ones first."""
        groups: dict[tuple[str, str], list[Puzzle]] = {}
        for one in self.puzzles():
            groups.setdefault((one.kind, one.level), []).append(one)
        turns = [(turn, key, one) for key, group in groups.items() for turn, one in enumerate(group)]
        turns.sort(key=lambda told: told[:2])
        kept = sorted((one for _, _, one in turns[:wanted]), key=lambda one: (one.kind, one.rating, one.key))
        return [replace(one, place=place) for place, one in enumerate(kept, 1)]

    @property
    def figures(self) -> dict[str, float]:
        """What the search cost and brought so far."""
        decisions, candidates, agreed = (
            sum(getattr(game, name) for game in self.games) for name in ("decisions", "candidates", "agreed")
        )
        puzzles = sum(len(game.puzzles) for game in self.games)
        return {
            "games": len(self.games),
            "decisions": decisions,
            "candidates": candidates,
            "agreed": agreed,
            "puzzles": puzzles,
            "kept": puzzles / candidates if candidates else 0.0,
            "agreement": puzzles / agreed if agreed else 0.0,
            "seconds": round(sum(game.seconds for game in self.games), 1),
        }
