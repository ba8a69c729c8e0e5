"""A turn: take one or two pebbles, or roll the die and take as many as it shows."""

from burgrave.core.spec import CHANCE, OVER

from pebbles.moves import Reason
from pebbles.scoring import points
from pebbles.state import ON, Point, rule


@rule
def heap_holds(s, count):
    """Nobody takes more pebbles than there are."""
    return Reason.ALLOWED if count <= s.left else Reason.HEAP_TOO_SMALL


@rule
def plays_with_die(s):
    """The die is an option."""
    return Reason.ALLOWED if s.dice == ON else Reason.NO_DICE


@rule
def take(s, count):
    """The pebbles change hands; then the next player is on, or the game is over."""
    s.left -= count
    s.taken[s.turn] += count
    if s.left == 0:
        finish(s)
    else:
        s.turn = (s.turn + 1) % s.players
        s.point = Point.TAKE
        s.to_act = s.turn


@rule
def roll(s):
    """Chance decides."""
    s.point = Point.DIE
    s.to_act = CHANCE


@rule
def take_rolled(s, face):
    """As many as the die shows, or all that are left."""
    take(s, min(face, int(s.left)))


@rule
def finish(s):
    """The most points win; a tie is shared."""
    best = 0
    for seat in range(s.players):
        best = max(best, points(s, seat))
    for seat in range(s.players):
        if points(s, seat) == best:
            s.winners |= 1 << seat
    s.point = Point.OVER
    s.to_act = OVER
