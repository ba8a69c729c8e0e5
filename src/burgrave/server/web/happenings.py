"""What the last moves brought, for the script of a table: what flies from where to where, points, dice, banners.

Everything comes from the effects that one pair of eyes may read, so nothing more can be seen to fly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from burgrave.core.effects import POINTS, banner, dice_in, icon_of, is_told
from burgrave.core.spec import CHANCE
from burgrave.core.words import own_part, verb_of_text
from burgrave.server.web.page_state import Happening, Shown

if TYPE_CHECKING:
    from burgrave.core.effects import Effect
    from burgrave.core.match import Match
    from burgrave.core.position import Position
    from burgrave.core.story import Reader
    from burgrave.core.verbs import Move

MOST_MOVES = 40
"""So many of the last moves are told at most; a turn with its chance moves is rarely longer."""
KEPT = 4096


def happenings(match: Match, seat: int | None, language: str) -> list[Happening]:
    """The moves from the seat's own last one on, the last ones for a spectator."""
    from burgrave.core.story import Reader

    first = max(1, match.length - MOST_MOVES + 1)
    if seat is not None:
        own = (number for number in range(match.length, first, -1) if match.move_at(number)[1].to_act == seat)
        first = next(own, first)
    found = [happening(match, number, Reader(seat), language) for number in range(first, match.length + 1)]
    return together(found)


def together(found: list[Happening]) -> list[Happening]:
    """The same with chance's moves of which nothing is told put into one: the tiles of a new phase."""
    shorter: list[Happening] = []
    for one in found:
        last = shorter[-1] if shorter else None
        if last is not None and is_silent(last) and is_silent(one):
            shorter[-1] = {**one, "flights": [*last.get("flights", ()), *one.get("flights", ())]}
        else:
            shorter.append(one)
    return shorter


def is_silent(happening: Happening) -> bool:
    """Whether chance lets something be seen at most, and tells nothing."""
    return happening["by"] == CHANCE and not (
        happening["lines"] or happening.get("points") or happening.get("dice") or happening.get("banner")
    )


def happening(match: Match, number: int, reader: Reader, language: str) -> Happening:
    """One move as somebody may see it."""
    from burgrave.core.story import told

    move, old, new = match.move_at(number)
    one = told(match, number, reader, language)
    return {
        "number": number,
        "by": one.mover,
        "lines": one.lines,
        **shown(old, move, new, reader, language, match.names),
    }


def _copies(effect: Effect) -> int:
    """How many things fly, with the sign of a loss: without a stock an amount is no count, as on a die."""
    return int(effect.amount) if effect.stock else max(-1, min(1, int(effect.amount)))


@lru_cache(maxsize=KEPT)
def shown(old: Position, move: Move, new: Position, reader: Reader, language: str, names: tuple[str, ...]) -> Shown:
    """What a move lets the board show; kept, since a page asks again for the moves since its seat's last one."""
    spec = old.game.spec
    _, after, found = reader.effects_between(old, move, new)
    points: dict[int, int] = {}
    for effect in found:
        if effect.stock == POINTS and effect.seat is not None and is_told(spec, effect, language):
            points[effect.seat] = points.get(effect.seat, 0) + effect.amount
    verb, args = verb_of_text(spec, reader.reading(old, move, new))
    parts: Shown = {
        "flights": [
            (effect.kind, icon_of(spec, effect), _copies(effect), effect.source, effect.target, effect.seat)
            for effect in found
            if (effect.source or effect.target) and effect.stock != POINTS
        ],
        "points": [(seat, amount) for seat, amount in points.items() if amount],
        "dice": dice_in(spec, verb.key, args),
        "banner": banner(after, found, language, names),
        "goes_on": new.to_act == old.to_act and new.point in (own_part(spec.package, "effects", "GOES_ON") or ()),
    }
    return {name: part for name, part in parts.items() if part}  # type: ignore[return-value]
