"""What a game counts, as tables: points by source, what everybody got, the dice that fell, what everybody did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgrave.core import words
from burgrave.core.effects import dice_in
from burgrave.core.table import table_of

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View

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


def gains(match: Match, language: str) -> list[Row]:
    """What every seat got in the course of the game, of whatever the game counts by kind: cards, goods, tokens."""
    spec = match.game.spec
    say = words.words(spec.package, language)
    sums: dict[str, list[int]] = {}
    for step in range(1, match.length + 1):
        for effect in match.effects(step):
            if effect.what and effect.amount > 0 and effect.seat is not None and f"effect.item.{effect.stock}" in say:
                counts = sums.setdefault(effect.what, [0] * match.game.players)
                counts[effect.seat] += effect.amount
    named = [(words.argument(spec, "", what, language), counts) for what, counts in sums.items()]
    return sorted(named, key=lambda row: -sum(row[1]))


def actions(match: Match, language: str) -> list[Row]:
    """How often every seat did what, by the kinds of action that the game's table names."""
    lies, say = table_of(match.game.spec), words.words(match.game.spec.package, language)
    names = {verb: kind.name for kinds in lies.kinds.values() for kind in kinds for verb in kind.verbs}
    sums = {name: [0] * match.game.players for name in names.values()}
    for move, mover in zip(match.moves, match.movers, strict=True):
        if mover >= 0 and move.verb in names:
            sums[names[move.verb]][mover] += 1
    return [(say(f"kind.{name}"), counts) for name, counts in sums.items() if any(counts)]


def throws(match: Match) -> list[tuple[int, int, int]]:
    """How often the dice showed each sum, and that of a hundred of the most frequent; nothing where none are thrown."""
    spec = match.game.spec
    thrown = [dice for move in match.moves if (dice := dice_in(spec, move.verb, [str(arg) for arg in move.args]))]
    if not thrown:
        return []
    sums, least = Counter(map(sum, thrown)), len(thrown[0])
    most = max(sums.values())
    return [(total, sums[total], 100 * sums[total] // most) for total in range(least, 6 * least + 1)]


def told(rows: Sequence[Row]) -> list[Row]:
    """The rows in which somebody has something."""
    return [row for row in rows if any(row[1])]
