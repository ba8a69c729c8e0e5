"""Points: coins, the card, and the own mark on a chest that one has emptied."""

from hoard.state import HIDDEN, NONE, SEATS, rule

MARK_POINTS = 2


@rule
def card_points(s, seat):
    """What the card is worth, as far as it is seen."""
    return 0 if s.card[seat] == HIDDEN else int(s.card[seat])


@rule
def mark_points(s, seat):
    """The bonus, as far as the mark is seen."""
    mark = s.mark[seat]
    if mark in (NONE, HIDDEN):
        return 0
    return MARK_POINTS if s.emptied_by[mark] == 1 + seat else 0


@rule
def points(s, seat):
    """A seat's points now."""
    return int(s.taken[seat]) + card_points(s, seat) + mark_points(s, seat)


@rule
def scores(s, w, out):
    """Everybody's points now."""
    for seat in range(min(int(s.players), SEATS)):
        out[seat] = points(s, seat)
