"""Move texts and ids, generated from one table of verbs and the ranges of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

MOST_IDS = 4096
MOST_ARGUMENTS = 3


def numbers(count: int, first: int = 0) -> tuple[str, ...]:
    """The words for `count` sites, tokens or amounts: "0", "1", ..."""
    return tuple(str(first + k) for k in range(count))


def seats(count: int) -> tuple[str, ...]:
    """The words for seats: "p0", "p1", ..."""
    return tuple(f"p{k}" for k in range(count))


@dataclass(frozen=True)
class Move:
    """One choice: its fixed id and its text. `args` are the arguments' words, `codes` their places in their ranges."""

    id: int
    text: str
    verb: str
    args: tuple[str, ...]
    codes: tuple[int, ...]
    by_chance: bool

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Verb:
    """A kind of move: the first word of its text and the words each argument may be.

    `where` leaves out combinations that no rule ever allows (it gets the arguments' codes). `key` names the verb in
    code and catalogues when its word is not enough: chance's `roll 3 4` beside a player's `roll`.
    """

    def __init__(
        self, word: str, *ranges: Sequence[str], key: str | None = None, where: Callable[..., bool] | None = None
    ) -> None:
        self.word = word
        self.key = key or word
        self.ranges = tuple(tuple(words) for words in ranges)
        self.where = where

    @cached_property
    def combinations(self) -> list[tuple[int, ...]]:
        """The arguments' codes of each move of this verb, in id order."""
        codes = product(*(range(len(words)) for words in self.ranges))
        return [code for code in codes if self.where is None or self.where(*code)]


class Verbs:
    """The whole table: players' verbs come first, chance's after them, so that masks over players' moves are short.

    `BASE[key]` is the first id of a verb. For compiled rules: `VERB_OF[id]` is the verb's number (`NUMBER[key]`),
    `ARG[id, k]` the code of its k-th argument.
    """

    def __init__(self, players: Sequence[Verb], chance: Sequence[Verb]) -> None:
        self.verbs = (*players, *chance)
        self.moves: list[Move] = []
        self.base: dict[str, int] = {}
        self.number: dict[str, int] = {}
        self._tables: dict[str, npt.NDArray[Any]] = {}
        for number, verb in enumerate(self.verbs):
            if verb.key in self.base:
                raise ValueError(f"two verbs have the key {verb.key!r}")
            self.base[verb.key] = len(self.moves)
            self.number[verb.key] = number
            for codes in verb.combinations:
                args = tuple(words[code] for words, code in zip(verb.ranges, codes, strict=True))
                text = " ".join((verb.word, *args))
                self.moves.append(Move(len(self.moves), text, verb.key, args, codes, number >= len(players)))
            if number == len(players) - 1:
                self.player_ids = len(self.moves)
        if len(self.moves) > MOST_IDS:
            raise ValueError(f"{len(self.moves)} moves are more than the {MOST_IDS} that a game may have")
        self.by_text = {move.text: move for move in self.moves}
        if len(self.by_text) < len(self.moves):
            raise ValueError("two moves have the same text")

    def __len__(self) -> int:
        return len(self.moves)

    @cached_property
    def verb_of(self) -> npt.NDArray[np.int64]:
        """The verb's number of each id."""
        return np.array([self.number[move.verb] for move in self.moves], np.int64)

    @cached_property
    def arg(self) -> npt.NDArray[np.int64]:
        """The arguments' codes of each id (-1 where a verb has fewer)."""
        table = np.full((len(self.moves), MOST_ARGUMENTS), -1, np.int64)
        for move in self.moves:
            table[move.id, : len(move.codes)] = move.codes
        return table

    def id(self, key: str, *codes: int) -> int:
        """The id of a verb's move with these arguments' codes."""
        return int(self.table(key)[codes])

    def table(self, key: str) -> npt.NDArray[Any]:
        """Ids of a verb by its arguments' codes; -1 where the combination is left out."""
        if key in self._tables:
            return self._tables[key]
        verb = self.verbs[self.number[key]]
        ids = np.full([len(words) for words in verb.ranges], -1, np.int64)
        for k, codes in enumerate(verb.combinations):
            ids[codes] = self.base[key] + k
        self._tables[key] = ids
        return ids
