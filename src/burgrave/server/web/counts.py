"""What a game counts, as tables: points by source, what everybody got, the dice that fell, what everybody did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from burgrave.core import words
from burgrave.core.effects import dice_in
from burgrave.core.table import table_of

if TYPE_CHECKING:
    from burgrave.core.effects import Effect
    from burgrave.core.match import Match
    from burgrave.core.position import View
    from burgrave.core.spec import Spec

FACES = range(1, 7)
Row = tuple[str, list[int]]
"""A name, and a number for every seat."""


def score_table(view: View, language: str) -> list[Row]:
    """Points by source, as far as whoever looks knows them."""
    parts = view.score_parts()
    keys = list(dict.fromkeys(key for seat in parts for key in seat))
    return [
        (words.capital(words.score_part(view.game, key, language)), [seat.get(key, 0) for seat in parts])
        for key in keys
    ]


class Gains(NamedTuple):
    """What every seat got, the most of it first, and all of it together where that is of one stock."""

    rows: list[Row]
    total: list[int] | None


def gains(match: Match, language: str) -> Gains:
    """What every seat got in the course of the game: of each stock that has a name for this, or is counted by kind.

    What all begin with, in moves that belong to nobody's turn, is not gained.
    """
    from burgrave.core.story import turn_of

    sums: dict[str, list[int]] = {}
    stocks = set()
    for step in range(1, match.length + 1):
        if turn_of(match, step)[0] is None:
            continue
        for effect in match.effects(step):
            if effect.amount > 0 and effect.seat is not None and (name := gained(match.game.spec, effect, language)):
                sums.setdefault(name, [0] * match.game.players)[effect.seat] += effect.amount
                stocks.add(effect.stock)
    rows = sorted(((words.capital(name), counts) for name, counts in sums.items()), key=lambda row: -sum(row[1]))
    return Gains(rows, [sum(seat) for seat in zip(*sums.values(), strict=True)] if len(stocks) == 1 else None)


def gained(spec: Spec, effect: Effect, language: str) -> str:
    """What something is counted as: `gained.<kind>` or `gained.<stock>` of the game's catalogue, or else its kind.

    "" if it is not, as where a "-" stands: what only comes back to its owner is not gained.
    """
    say = words.words(spec.package, language)
    what = words.argument(spec, "", effect.what, language) if effect.what else ""
    own = next((key for key in (f"gained.{effect.kind}", f"gained.{effect.stock}") if key in say), None)
    if own is not None:
        return "" if say.sentences[own] == "-" else say(own, what=what)
    return what if f"effect.item.{effect.stock}" in say else ""


def actions(match: Match, language: str) -> list[Row]:
    """How often every seat did what, by the kinds of action that the table names; of trade, each offer."""
    lies, say = table_of(match.game.spec), words.words(match.game.spec.package, language)
    names = {verb: kind.name for kinds in lies.kinds.values() for kind in kinds for verb in kind.verbs}
    if lies.trade and lies.trade.give in names:
        names[lies.trade.offer] = names.pop(lies.trade.give)
    sums = {name: [0] * match.game.players for name in names.values()}
    for move, mover in zip(match.moves, match.movers, strict=True):
        if mover >= 0 and move.verb in names:
            sums[names[move.verb]][mover] += 1
    return [(say(f"kind.{name}"), counts) for name, counts in sums.items() if any(counts)]


@dataclass(frozen=True)
class Throw:
    """A sum of the dice that everybody uses."""

    total: int
    times: int
    usual: float
    """How often it comes up in so many throws, on average."""


def throws(match: Match) -> list[Throw]:
    """How often the dice showed each sum; nothing where no dice are added up."""
    thrown = [faces for seat, faces in dice_of(match) if seat is None and len(faces) > 1]
    if not thrown:
        return []
    sums, count = Counter(map(sum, thrown)), len(thrown[0])
    ways = Counter(map(sum, product(FACES, repeat=count)))
    share = len(thrown) / ways.total()
    return [Throw(total, sums[total], ways[total] * share) for total in sorted(ways)]


def own_throws(match: Match) -> list[Row]:
    """How often every seat's own dice showed each face; nothing where nobody has dice of their own."""
    sums = {str(face): [0] * match.game.players for face in FACES}
    for seat, faces in dice_of(match):
        if seat is None:
            continue
        for face in faces:
            sums[str(face)][seat] += 1
    return [*sums.items()] if any(map(any, sums.values())) else []


def dice_of(match: Match) -> Iterator[tuple[int | None, list[int]]]:
    """All throws: the seat whose dice they are, which the move names then, and the faces."""
    for move in match.moves:
        args = [str(arg) for arg in move.args]
        if faces := dice_in(match.game.spec, move.verb, args):
            yield next((int(found[1]) for arg in args if (found := words.SEAT.fullmatch(arg))), None), faces


def told(rows: Sequence[Row]) -> list[Row]:
    """The rows in which somebody has something."""
    return [row for row in rows if any(row[1])]
