"""The log of a table as its page shows it: turns of lines with symbols, the newest at once, older ones when asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgrave.core.effects import Effect, counted, icon_of
from burgrave.server.web.page_state import Gains, Log, LogLine, LogTurn

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.story import Event, Turn

NEWEST = 6
"""The moves that a page shows at least; their turns are shown whole."""
OLDER = 120
"""About as many moves come at once when somebody scrolls back."""
LATEST = 2
"""How many of the last moves stand beside the board."""
DICE = "icon-dice"
MINUS = "\N{MINUS SIGN}"


def newest(match: Match, seat: int | None, everything: bool, language: str) -> Log:
    """The turns of the last moves."""
    return log_between(match, match.length - NEWEST + 1, match.length, seat, everything, language)


def older(match: Match, before: int, seat: int | None, everything: bool, language: str) -> Log:
    """The turns before a move."""
    last = min(before - 1, match.length)
    return log_between(match, last - OLDER + 1, last, seat, everything, language)


def log_between(match: Match, first: int, last: int, seat: int | None, everything: bool, language: str) -> Log:
    """The turns of some moves as somebody may read them, each from its beginning."""
    from burgrave.core.story import Reader, story, turn_start

    eyes = "all" if everything else ("none" if seat is None else str(seat))
    if last < 1:
        return Log(eyes=eyes)
    first = turn_start(match, max(1, first))
    tinctures = match.colours
    turns = story(match, Reader(seat, everything), language, first, last)
    return Log([shown_turn(match, turn, tinctures) for turn in reversed(turns)], first, last, eyes)


def shown_turn(match: Match, turn: Turn, tinctures: Sequence[str]) -> LogTurn:
    """A turn as the page shows it."""
    lines = [shown_line(match, event, turn.seat, tinctures) for event in turn.events]
    return LogTurn(turn.first, turn.headline, tincture_of(turn.seat, tinctures), lines)


def shown_line(match: Match, event: Event, turn_of: int | None, tinctures: Sequence[str]) -> LogLine:
    """A line as the page shows it; what chance does belongs to whoever has the turn."""
    mover = event.main.mover
    return LogLine(
        number=event.number,
        text=event.text,
        times=event.times,
        tincture=tincture_of(turn_of if mover < 0 else mover, tinctures),
        icon=event.main.icon or (DICE if mover < 0 else ""),
        gains=[shown_gains(match, sentence, group, tinctures) for sentence, group in event.gains],
        details=event.details,
    )


def shown_gains(match: Match, sentence: str, group: Sequence[Effect], tinctures: Sequence[str]) -> Gains:
    """Gains and losses as the page shows them."""
    spec = match.game.spec
    amounts = [
        (f"+{one.amount}" if one.amount > 0 else f"{MINUS}{-one.amount}", icon_of(spec, one)) for one in counted(group)
    ]
    return Gains(sentence, tincture_of(group[0].seat, tinctures), amounts)


def tincture_of(seat: int | None, tinctures: Sequence[str]) -> str:
    """A seat's colour; nothing for nobody and for chance."""
    return "" if seat is None or seat < 0 else tinctures[seat]


def latest(match: Match, seat: int | None, language: str) -> list[str]:
    """The last two moves of which there is something to tell, the newest first."""
    from burgrave.core.story import Reader, told

    found: list[str] = []
    for number in range(match.length, max(0, match.length - NEWEST), -1):
        lines = told(match, number, Reader(seat), language).lines
        found += [" ".join(lines)] if lines else []
        if len(found) == LATEST:
            break
    return found


def marks(match: Match, seat: int | None, everything: bool) -> list[str]:
    """The sites that the last move was about, as far as somebody may know: those of what it brought, and its own.

    Its own sites may be places that everybody has, as an estate's hexes are: they count for whoever made the move, and
    for the others only where it brought nothing. Who sees everything looks from beside the table.
    """
    from burgrave.core.story import Reader

    if not match.length:
        return []
    move, before, _ = match.move_at(match.length)
    reader = Reader(None if everything else seat)
    brought = reader.effects(match, match.length)[2]
    places = [place for effect in brought for place in (effect.source, effect.target) if place]
    own: tuple[str, ...] = ()
    if (before.to_act == reader.seat or not places) and reader.text(match, match.length, match.position) == move.text:
        own = tuple(match.game.rules.parts.sites(move))
    return list(dict.fromkeys([*own, *places]))
