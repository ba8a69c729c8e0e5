"""Points: coins, and the villages and castles a seat is connected to."""

from burgrave.games.amber.board import CASTLE_POINTS, COIN_POINTS, MOST_VILLAGES, NOWHERE, VILLAGE_POINTS
from burgrave.games.amber.roads import connections
from burgrave.games.amber.state import rule


@rule
def worth(links):
    """The points that connections count."""
    points = 0
    for target in range(MOST_VILLAGES):
        points += (links >> target & 1) * VILLAGE_POINTS
    castles = links >> MOST_VILLAGES
    while castles:
        points += (castles & 1) * CASTLE_POINTS
        castles >>= 1
    return points


@rule
def points_of(s, w, seat):
    """A seat's points now: its coins, and the villages and castles it is connected to."""
    return int(s.coins[seat]) * COIN_POINTS + worth(connections(s, w, seat))


@rule
def most_points(s, w):
    """The seats with the most points, as bits; they win together."""
    best = -1
    seats = 0
    for seat in range(s.players):
        points = points_of(s, w, seat)
        if points > best:
            best = points
            seats = 0
        if points == best:
            seats |= 1 << seat
    return seats


@rule
def scores(s, w, out):
    """Coins and connections of every seat now; nothing until every castle has an owner."""
    owned = True
    for seat in range(s.players):
        owned = owned and s.castle[seat] != NOWHERE
    for seat in range(s.players):
        out[seat] = points_of(s, w, seat) if owned else 0
