"""Pebbles and the card count."""

from pebbles.state import rule


@rule
def points(s, seat):
    """A point for each pebble, and those on the card if it is known."""
    return int(s.taken[seat]) + max(int(s.card[seat]), 0)


@rule
def scores(s, w, out):
    """Everybody's points now."""
    for seat in range(s.players):
        out[seat] = points(s, seat)
