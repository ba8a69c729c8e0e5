"""A position in words."""

from burgrave.core.words import seat_name, words
from hoard.scoring import MARK_POINTS
from hoard.state import CHESTS, HIDDEN, NONE


def describe(view, language):
    """The chests, then everybody's coins."""
    say = words("hoard", language)
    lines = [say("holds", int(view.s.chest[chest]), number=chest) for chest in range(1, CHESTS + 1)]
    for seat in range(view.game.players):
        lines.append(say("has", int(view.s.taken[seat]), who=seat_name(seat, view.names, language)))
    return "\n".join(lines)


def score_parts(view):
    """Coins, card and mark, as far as they are seen."""
    return tuple(parts(view.s, seat) for seat in range(view.game.players))


def parts(s, seat):
    """The points of one seat by source."""
    card, mark = int(s.card[seat]), int(s.mark[seat])
    marked = mark not in (NONE, HIDDEN) and s.emptied_by[mark] == 1 + seat
    return {
        "coins": int(s.taken[seat]),
        "card": 0 if card == HIDDEN else card,
        "mark": MARK_POINTS if marked else 0,
    }
