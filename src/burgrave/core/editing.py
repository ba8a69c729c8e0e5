"""Positions set up by hand: what of a position may be changed, and the texts that change it.

A game that allows it has a module `editing` with two functions:

- `editables(s)`: what may be set in a position like this one, as a list of `Editable`;
- `settle(s, edited)`: whatever follows from the rest is put right (supplies, sizes, who holds the longest road), and
  the position stands at the beginning of a decision of whose turn it is; `edited` names what was set by hand.

Whether the result can be a position at all is then said by the game's `check`, as for any other.

A text is the thing's name, its place and its value: `road 5 p1`, `hand p0 ore 3`, `building 12 none`. The words that
people read stand in the game's catalogues: `edit.<name>` for the thing, with `{0}`, `{1}` for its place, and
`edit.<name>.<first word of the value>` or `edit.<name>.value` for values that are no plain words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core.errors import Mistake, shown
from burgrave.core.nearest import Nearest
from burgrave.core.words import argument, core_words, own_part, words

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import Position

NONE = "none"
"""The value of a place that holds nothing."""

Word = tuple[str, ...]


def counts(most: int, least: int = 0) -> tuple[Word, ...]:
    """Numbers as values."""
    return tuple((str(count),) for count in range(least, most + 1))


def places(*ranges: Iterable[str]) -> tuple[Word, ...]:
    """Every combination of some words."""
    return tuple(product(*ranges))


def seats(players: int) -> tuple[str, ...]:
    """The words for seats."""
    return tuple(f"p{seat}" for seat in range(players))


def stored(name: str, *sizes: int, first: int = 0) -> tuple[Callable[[Any, int], int], Callable[[Any, int, int], None]]:
    """How to get and put the numbers of a field whose places go by these sizes; value 0 is the number `first`."""

    def get(s: Any, place: int) -> int:
        return int(s[name][np.unravel_index(place, sizes)]) - first

    def put(s: Any, place: int, value: int) -> None:
        s[name][np.unravel_index(place, sizes)] = value + first

    return get, put


@dataclass(frozen=True)
class Editable:
    """Something that may be set by hand, at each of its places to one of its values.

    `get(s, place)` gives the number of the value that stands there, `put(s, place, value)` sets it; both count places
    and values from 0. `site` is what a person clicks on the board ("v{0}", with the words of the place), and
    `value_site` the same for a thing that is moved about, with the words of the value. `fits(s, place, value)` leaves
    out values that never make sense at a place.
    """

    name: str
    places: Sequence[Word]
    values: Sequence[Word]
    get: Callable[[Any, int], int]
    put: Callable[[Any, int, int], None]
    site: str = ""
    value_site: str = ""
    fits: Callable[[Any, int, int], bool] | None = None

    def text(self, place: int, value: int) -> str:
        """The text that sets a value."""
        return " ".join((self.name, *self.places[place], *self.values[value]))

    def possible(self, s: Any, place: int) -> list[int]:
        """The values that make sense at a place, and the one that stands there."""
        now = self.get(s, place)
        return [k for k in range(len(self.values)) if k == now or self.fits is None or self.fits(s, place, k)]


@dataclass(frozen=True)
class Choice:
    """A thing at its place, as a page offers it: what it is called, where it is, and what it may be."""

    name: str
    label: str
    site: str
    now: str
    """The text that leaves it as it is."""
    values: tuple[tuple[str, str, str], ...]
    """For each value its text, its name and its site."""


def can_edit(game: Game) -> bool:
    """Whether positions of a game can be set up by hand."""
    return own_part(game.spec.package, "editing", "editables") is not None


def editables(position: Position) -> list[Editable]:
    """What may be set by hand in a position; a Mistake for a game that allows nothing of the kind."""
    found = own_part(position.game.spec.package, "editing", "editables")
    if found is None:
        raise Mistake.of("edit.never", game=position.game.spec.title)
    listed: list[Editable] = found(position.s)
    return listed


def edited(position: Position, texts: Sequence[str]) -> Position:
    """The position with everything set that the texts say, if the game accepts it; a Mistake says why not."""
    from burgrave.core.position import Position, copied

    offered = {one.name: one for one in editables(position)}
    records = copied(position._records)
    s = records[0]
    for text in texts:
        thing, place, value = _read(offered, text)
        thing.put(s, place, value)
    game = position.game
    own_part(game.spec.package, "editing", "settle")(
        s, frozenset(" ".join(text.split()).split(" ")[0] for text in texts)
    )
    game.rules.parts.check(s)
    made = Position(game, records)
    if made.to_act is not None and not made.moves():
        raise Mistake.of("edit.no_move")
    return made


def _read(offered: dict[str, Editable], text: str) -> tuple[Editable, int, int]:
    """The thing, place and value that a text names; a Mistake with what would be valid."""
    name, *rest = " ".join(str(text).split()).lower().split(" ")
    thing = offered.get(name)
    if thing is None:
        raise Mistake.of("edit.unknown", text=shown(text), valid=", ".join(offered))
    size = len(thing.places[0])
    place, value = tuple(rest[:size]), tuple(rest[size:])
    if place in thing.places and value in thing.values:
        return thing, list(thing.places).index(place), list(thing.values).index(value)
    if place in thing.places:
        at = list(thing.places).index(place)
        texts = [thing.text(at, k) for k in range(len(thing.values))]
    else:
        texts = [thing.text(k, 0) for k in range(len(thing.places))]
    near = Nearest(texts).to(str(text)) or texts[:3]
    raise Mistake.of("edit.near", text=shown(text), valid=", ".join(near))


def standing(position: Position) -> list[str]:
    """The texts of everything that may be set, as it stands now."""
    s = position.s
    return [one.text(k, one.get(s, k)) for one in editables(position) for k in range(len(one.places))]


def choices(position: Position, names: Sequence[str], language: str) -> list[Choice]:
    """Everything that may be set, in the words of a language."""
    s, found = position.s, []
    for thing in editables(position):
        titles = [_value_label(position.game, thing, value, names, language) for value in thing.values]
        for place, spot in enumerate(thing.places):
            found.append(
                Choice(
                    thing.name,
                    label(position.game, thing, spot, names, language),
                    thing.site.format(*spot),
                    thing.text(place, thing.get(s, place)),
                    tuple(
                        (thing.text(place, k), titles[k], thing.value_site.format(*thing.values[k]))
                        for k in thing.possible(s, place)
                    ),
                )
            )
    return found


def label(game: Game, thing: Editable, place: Word, names: Sequence[str], language: str) -> str:
    """What a thing at its place is called."""
    told = [argument(game.spec, thing.name, word, language, names) for word in place]
    say, key = words(game.spec.package, language), f"edit.{thing.name}"
    return say(key, None, *told) if key in say else " ".join((thing.name.replace("_", " "), *told))


def _value_label(game: Game, thing: Editable, value: Word, names: Sequence[str], language: str) -> str:
    say = words(game.spec.package, language)
    first = f"edit.{thing.name}.{value[0]}"
    if first in say:
        return say(first, None, *(argument(game.spec, thing.name, word, language, names) for word in value[1:]))
    if value == (NONE,):
        return core_words(language)("edit.none")
    told = [argument(game.spec, thing.name, word, language, names) for word in value]
    key = f"edit.{thing.name}.value"
    return say(key, None, *told) if key in say else " ".join(told)


def named(error: Mistake, names: Sequence[str]) -> Mistake:
    """The same refusal with a seat's name in it where the rules know only its number."""
    seat = error.values.get("who")
    if isinstance(seat, str) and seat[:1] == "p" and seat[1:].isdecimal() and int(seat[1:]) < len(names):
        error.values["who"] = names[int(seat[1:])]
    return error
