"""Puzzles: positions in which one move is clearly best.

A game keeps its puzzles as `puzzles.jsonl` in its package, one a line, as `burgrave puzzles` has found and sorted them.
A puzzle is the beginning of a game: its options, the seed that drew chance, and the seats' moves. The seat to act has
to find the best move, and knows no more than it would at the table. What each legal move is worth, and what the search
expects then, stands beside it, so that nothing needs to be searched when somebody solves it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from burgrave.core import registry
from burgrave.core.errors import IllegalMove, UnknownMove
from burgrave.core.scenes import TextError, game_of
from burgrave.core.spec import CHANCE

if TYPE_CHECKING:
    from datetime import date

    from burgrave.core.match import Match
    from burgrave.core.position import Position, View
    from burgrave.core.verbs import Move

FILE = "puzzles.jsonl"
LEVELS = {"easy": 0, "medium": 1200, "hard": 1350}
"""From which rating on a puzzle is of a level."""
OWN_GUESS = 0
"""Lines are played on in this guess at what is hidden from the seat, never in the true position."""


@dataclass(frozen=True)
class Puzzle:
    """A position, its best move, and what all the others give away."""

    game: str
    options: Mapping[str, Any]
    seed: int
    """What chance was drawn from."""
    moves: tuple[str, ...]
    """The moves of seats that lead to the position; chance's come from the seed."""
    best: str
    values: tuple[int, ...]
    """The chance to win after each legal move, in the order of the rules, in percent."""
    lines: Mapping[str, tuple[str, ...]]
    """What the search expects after the best move and after the next ones."""
    greedy: str
    """What a player would choose who looks no farther than this move."""
    depth: int
    """How many iterations a search needs to find the best move every time."""
    kind: str
    """What it is about: the key of the words that say so in the game's catalogues."""
    rating: int
    """How hard it is."""
    place: int = 0
    """Where it stands in the file: 1 for the first."""

    @property
    def key(self) -> str:
        """What tells it from all others of its game, whatever else the file has."""
        return f"{self.seed}-{len(self.moves)}"

    @property
    def where(self) -> str:
        """How errors name it."""
        return f"{self.game}/{FILE}, puzzle {self.place} ({self.key})"

    @property
    def level(self) -> str:
        """One of LEVELS."""
        return [name for name, least in LEVELS.items() if self.rating >= least][-1]

    def match(self) -> Match:
        """The match that leads to it; from there on nothing is drawn."""
        drawn = game_of(self.game, dict(self.options), self.where).match(seed=self.seed)
        for text in self.moves:
            try:
                drawn.play(text)
            except (IllegalMove, UnknownMove) as error:
                raise TextError(f"{self.where}: the move {text!r} cannot be played: {error}") from None
        return drawn.game.replay(drawn.log)

    def view(self) -> View:
        """What the seat that has to find the move may know."""
        match = self.match()
        return match.view(self.seat_of(match.position))

    def seat_of(self, position: Position) -> int:
        """The seat that has to find the move."""
        if position.to_act is None or position.to_act == CHANCE:
            raise TextError(f"{self.where}: no seat is to act")
        return position.to_act

    def worth(self, moves: tuple[Move, ...]) -> dict[str, int]:
        """The chance to win after each legal move, in percent."""
        if len(moves) != len(self.values):
            raise TextError(f"{self.where}: there are {len(moves)} legal moves, and values for {len(self.values)}")
        return {move.text: value for move, value in zip(moves, self.values, strict=True)}

    def steps(self, view: View, first: str) -> list[tuple[Position, Move, Position]]:
        """A move and what the search expects then, each between its positions, in a guess at what is hidden."""
        position, found = view.sample(OWN_GUESS), []
        for text in (first, *self.lines.get(first, ())):
            try:
                move = view.game.move(text)
                after = position.play(move)
            except (IllegalMove, UnknownMove) as error:
                raise TextError(f"{self.where}: after {first!r} comes {text!r}: {error}") from None
            found.append((position, move, after))
            position = after
        return found

    def check(self) -> None:
        """Play it on the present rules; an error names the file and the puzzle."""
        view = self.view()
        worth = self.worth(view.moves())
        if self.best not in worth:
            raise TextError(f"{self.where}: the best move {self.best!r} is not legal")
        if max(worth.values()) != worth[self.best] or list(worth.values()).count(worth[self.best]) > 1:
            raise TextError(f"{self.where}: another move is worth as much as {self.best!r}")
        if self.greedy not in worth or self.greedy == self.best:
            raise TextError(f"{self.where}: {self.greedy!r} is no other legal move")
        for first in (self.best, *self.lines):
            self.steps(view, first)

    def to_json(self) -> str:
        """The puzzle as a line of its file."""
        told = asdict(self)
        for derived in ("game", "place"):
            told.pop(derived)
        told["moves"] = ",".join(self.moves)
        return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def read(game: str, line: str, place: int) -> Puzzle:
    """A puzzle from a line of its file."""
    where = f"{game}/{FILE}, puzzle {place}"
    try:
        told = json.loads(line)
        told["moves"], told["values"] = tuple(told["moves"].split(",")), tuple(told["values"])
        told["lines"] = {first: tuple(rest) for first, rest in told["lines"].items()}
        return Puzzle(game=game, place=place, **told)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise TextError(f"{where}: this is no puzzle: {error}") from None


def are_there(game: str) -> bool:
    """Whether a game has puzzles, for which nothing is read."""
    return files(registry.spec(game).package).joinpath(FILE).is_file()


@lru_cache(maxsize=32)
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, by kind and from easy to hard; none where it has no file of them."""
    file = files(registry.spec(game).package).joinpath(FILE)
    if not file.is_file():
        return ()
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(read(game, line, place) for place, line in enumerate(lines, 1))


def puzzle(game: str, key: str) -> Puzzle:
    """The puzzle of that key."""
    for one in puzzles(game):
        if one.key == key:
            return one
    raise TextError(f"the game {game!r} has no puzzle {key!r}")


def of_the_day(day: date, games: tuple[str, ...]) -> Puzzle | None:
    """The puzzle of a day, the same for everybody: the games take turns, and none comes again before all have come."""
    having = [game for game in games if puzzles(game)]
    if not having:
        return None
    number = day.toordinal()
    chosen = puzzles(having[number % len(having)])
    # A step that shares no divisor with the count visits every puzzle, and neighbours of the file come far apart.
    count = len(chosen)
    step = next(step for step in range(max(1, round(count * 0.618)), 2 * count + 2) if _have_no_divisor(step, count))
    return chosen[(number // len(having)) * step % count]


def _have_no_divisor(one: int, other: int) -> bool:
    from math import gcd

    return gcd(one, other) == 1


def check(games: tuple[str, ...]) -> Iterator[tuple[Puzzle, str | None]]:
    """Every puzzle with what is wrong with it, if anything is."""
    for game in games:
        for one in puzzles(game):
            try:
                one.check()
            except TextError as error:
                yield one, str(error)
            else:
                yield one, None


def forget() -> None:
    """Read every file of puzzles anew when it is next asked for."""
    puzzles.cache_clear()
