"""Move texts and ids, generated from one table of verbs and the named ranges of their arguments."""

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
TAKEN = (
    *("s", "t", "w", "seat", "moves", "weights", "dice", "out"),
    *("move", "weight", "point", "effect", "question", "end", "no", "left", "k"),
)
"""What rules and the code made from the action table call other things; no argument has such a name."""


class Numbers(tuple[str, ...]):
    """Words that are numbers: rules get the numbers themselves, which begin with `first`."""

    first: int = 0


def numbers(count: int, first: int = 0) -> Numbers:
    """The words for `count` sites, tokens or amounts, "0", "1", ... or from `first` on; rules get the numbers."""
    words = Numbers(str(first + k) for k in range(count))
    words.first = first
    return words


def words_from(words: Sequence[str], first: int) -> Numbers:
    """The words from place `first` on; rules get their places among all of them."""
    some = Numbers(words[first:])
    some.first = first
    return some


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
    """A kind of move: the first word of its text and, by name, the words that each argument may be.

    Everything that belongs to the kind of move stands here; its words are found in the catalogues by `key`.

    `key` tells it from another verb with the same first word: chance's `roll 3 4` beside a player's `roll`.
    `where` leaves out combinations that no rule ever allows; it gets the arguments as rules do.
    `sites` is the path that a person clicks ("hand-{given} bank-{taken}"); without one the move is a plain button.
    `elsewhere` is the reason told where the action table says nothing else about the verb.
    `read_by` names the function `(seat, before, now)` of the game's `hidden.py` that says who reads the move in full;
    to the others it reads `draw ?`. Without one everybody does.
    `reveals` says whether the move tells its player something new, so that it cannot be taken back: True, or the name
    of a function `(before, after)` of `hidden.py`.
    """

    def __init__(
        self,
        word: str,
        *,
        key: str | None = None,
        where: Callable[..., bool] | None = None,
        sites: str = "",
        elsewhere: int = 0,
        read_by: str = "",
        reveals: bool | str = False,
        **arguments: Sequence[str],
    ) -> None:
        self.word = word
        self.key = key or word
        for name in arguments:
            if name in TAKEN:
                raise ValueError(f"{self.key}: rules call something else {name!r}; give the argument another name")
        if len(arguments) > MOST_ARGUMENTS:
            raise ValueError(f"{self.key} has {len(arguments)} arguments; a verb has {MOST_ARGUMENTS} at most")
        self.arguments = tuple(arguments)
        self.ranges = tuple(tuple(words) for words in arguments.values())
        self.firsts = tuple(words.first if isinstance(words, Numbers) else 0 for words in arguments.values())
        self.where = where
        self.sites = tuple(sites.split())
        for site in self.sites:
            self._check_site(site)
        self.elsewhere = int(elsewhere)
        self.read_by, self.reveals = read_by, reveals
        self.number = -1
        self.base = -1

    def _check_site(self, site: str) -> None:
        try:
            site.format(**dict.fromkeys(self.arguments, ""))
        except (KeyError, IndexError):
            known = ", ".join(self.arguments) or "none"
            raise ValueError(
                f"{self.key}: the site {site!r} names an argument it does not have; it has {known}"
            ) from None

    @cached_property
    def combinations(self) -> list[tuple[int, ...]]:
        """The arguments' places in their ranges, for each move of this verb in id order."""
        every = product(*(range(len(words)) for words in self.ranges))
        return [codes for codes in every if self.where is None or self.where(*self.as_rules_get(codes))]

    def as_rules_get(self, codes: Sequence[int]) -> tuple[int, ...]:
        """Arguments as rules get them, from their places in their ranges."""
        return tuple(first + code for first, code in zip(self.firsts, codes, strict=True))

    @cached_property
    def ids(self) -> npt.NDArray[np.int64]:
        """The id of each move by the arguments as rules get them; -1 where there is none. For compiled rules."""
        ids = np.full([first + len(words) for first, words in zip(self.firsts, self.ranges, strict=True)], -1, np.int64)
        for k, codes in enumerate(self.combinations):
            ids[self.as_rules_get(codes)] = self.base + k
        return ids

    @property
    def id(self) -> int:
        """The id of the one move of a verb without arguments. For compiled rules."""
        if self.arguments:
            raise ValueError(f"{self.key} has {len(self.combinations)} moves; their ids are in `ids`")
        return self.base

    def __repr__(self) -> str:
        return f"<verb {self.key}>"


class Verbs:
    """The whole table: players' verbs first, chance's after them, so that masks over players' moves are short.

        VERBS = Verbs()
        SETTLE = VERBS.player("settle", corner=numbers(54), sites="i{corner}")
        ROLLED = VERBS.chance("roll", one=numbers(6, 1), two=numbers(6, 1), key="dice")

    Ids go by the order of these calls. `reveals` names a function `(before, after)` of the game's `hidden.py` that is
    asked about every move of a player, beside what its verb says.
    """

    def __init__(self, *, reveals: str = "") -> None:
        self.reveals = reveals
        self.verbs: list[Verb] = []
        self.moves: list[Move] = []
        self.number: dict[str, int] = {}
        self.by_text: dict[str, Move] = {}
        self.player_ids = 0

    def player(self, word: str, **declared: Any) -> Verb:
        """One more verb of players."""
        if len(self.moves) > self.player_ids:
            raise ValueError(f"the players' verb {word!r} must stand before chance's verbs")
        verb = self._add(Verb(word, **declared), by_chance=False)
        self.player_ids = len(self.moves)
        return verb

    def chance(self, word: str, **declared: Any) -> Verb:
        """One more verb of chance."""
        return self._add(Verb(word, **declared), by_chance=True)

    def _add(self, verb: Verb, *, by_chance: bool) -> Verb:
        if verb.key in self.number:
            raise ValueError(f"two verbs have the key {verb.key!r}")
        if len(self.moves) + len(verb.combinations) > MOST_IDS:
            total = len(self.moves) + len(verb.combinations)
            raise ValueError(f"with {verb.key!r} there are {total} moves; a game may have {MOST_IDS}")
        verb.number, verb.base = len(self.verbs), len(self.moves)
        self.number[verb.key] = verb.number
        self.verbs.append(verb)
        for codes in verb.combinations:
            args = tuple(words[code] for words, code in zip(verb.ranges, codes, strict=True))
            move = Move(len(self.moves), " ".join((verb.word, *args)), verb.key, args, codes, by_chance)
            if move.text in self.by_text:
                raise ValueError(f"two moves have the text {move.text!r}")
            self.moves.append(move)
            self.by_text[move.text] = move
        return verb

    def __len__(self) -> int:
        return len(self.moves)

    def verb(self, move: Move) -> Verb:
        """The verb of a move."""
        return self.verbs[self.number[move.verb]]

    def sites(self, move: Move) -> tuple[str, ...]:
        """The path of sites a person clicks to make the move; () is a plain button."""
        verb = self.verb(move)
        words = dict(zip(verb.arguments, move.args, strict=True))
        return tuple(site.format(**words) for site in verb.sites)

    @cached_property
    def verb_of(self) -> npt.NDArray[np.int64]:
        """The verb's number of each id."""
        return np.array([self.number[move.verb] for move in self.moves], np.int64)

    @cached_property
    def arg(self) -> npt.NDArray[np.int64]:
        """The arguments of each id as rules get them (-1 where a verb has fewer)."""
        table = np.full((len(self.moves), MOST_ARGUMENTS), -1, np.int64)
        for move in self.moves:
            table[move.id, : len(move.codes)] = self.verb(move).as_rules_get(move.codes)
        return table
