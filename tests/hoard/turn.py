"""Coins out of chests, until all are empty."""

from burgrave.core.spec import CHANCE, OVER
from hoard.moves import Reason
from hoard.scoring import points
from hoard.state import CHESTS, NONE, Point, rule


@rule
def holds(s, chest, count):
    """A chest holds the coins that are taken."""
    return Reason.TOO_FEW_COINS if count > s.chest[chest] else Reason.ALLOWED


@rule
def leaves_one(s, chest, count):
    """Nobody takes a full chest at once."""
    return Reason.WHOLE_CHEST if 1 < count == s.coins else Reason.ALLOWED


@rule
def take(s, seat, chest, count):
    """Coins go to a seat; who empties a chest is remembered."""
    s.chest[chest] -= count
    s.taken[seat] += count
    if s.chest[chest] == 0:
        s.emptied_by[chest] = 1 + seat


@rule
def throw(s, seat):
    """The die will say which chest gives a coin."""
    s.thrower = 1 + seat
    s.point = Point.THROW
    s.to_act = CHANCE


@rule
def pay_out(s, chest):
    """A coin of that chest, if there is one, for who threw."""
    s.to_act = s.thrower - 1
    s.point = Point.TAKE
    s.thrower = NONE
    if s.chest[chest] > 0:
        take(s, int(s.to_act), chest, 1)


@rule
def next_seat(s, w):
    """The next seat is on, or all chests are empty and the most points win."""
    s.to_act = (s.to_act + 1) % s.players
    for chest in range(1, CHESTS + 1):
        if s.chest[chest] > 0:
            return
    best = 0
    for seat in range(s.players):
        best = max(best, points(s, seat))
    for seat in range(s.players):
        if points(s, seat) == best:
            s.winners |= 1 << seat
    s.point = Point.OVER
    s.to_act = OVER
