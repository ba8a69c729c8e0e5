"""Pieces on routes: standing, leaving, and which routes are nearest."""

from __future__ import annotations

from burgrave.core.rule import generic
from burgrave.games.hansa.board import BIT_PRIME, MERCHANT, MOST_RINGS, NEUTRAL, PLACE_OF_BIT, RINGS, SPACES, TRADER
from burgrave.games.hansa.moves import Reason
from burgrave.games.hansa.state import rule


@rule
def bit(place):
    """The bit set with only this route or city in it."""
    return 1 << int(place)


@rule
def first_of(places):
    """The lowest member of a bit set that is not empty."""
    return PLACE_OF_BIT[(places & -places) % BIT_PRIME]


@rule
def several(places):
    """Whether a bit set has two members or more."""
    return places & (places - 1) != 0


@generic
def offer_each(moves, places, ids):
    """Offer the move of every member of a bit set."""
    count = moves[0]
    while places != 0:
        count += 1
        moves[count] = ids[first_of(places)]
        places &= places - 1
    moves[0] = count


@rule
def is_on_board(s, route):
    """Two routes are printed only on the side for four and five players."""
    return Reason.NO_SUCH_ROUTE if SPACES[s.side, route] == 0 else Reason.ALLOWED


@rule
def has_space(s, route):
    """A full route takes no piece."""
    return Reason.ROUTE_FULL if s.empty[route] == 0 else Reason.ALLOWED


@rule
def owner_plays(s, owner):
    """Only the seats of this game, and neutral, have pieces."""
    return Reason.NO_SUCH_SEAT if s.players <= owner < NEUTRAL else Reason.ALLOWED


@rule
def stands_there(s, owner, kind, route):
    """Such a piece must stand on the route."""
    return Reason.NO_SUCH_PIECE if s.pieces[owner, kind, route] == 0 else Reason.ALLOWED


@rule
def stand(s, owner, kind, route):
    """A piece takes an empty space of a route."""
    s.pieces[owner, kind, route] += 1
    s.where[owner, kind] |= bit(route)
    s.empty[route] -= 1
    if s.empty[route] == 0:
        s.open_routes &= ~bit(route)


@rule
def leave(s, owner, kind, route):
    """A piece is taken off a route."""
    s.pieces[owner, kind, route] -= 1
    if s.pieces[owner, kind, route] == 0:
        s.where[owner, kind] &= ~bit(route)
    s.empty[route] += 1
    s.open_routes |= bit(route)


@rule
def any_piece_on_routes(s):
    """Whether any piece stands on any route."""
    for owner in range(s.where.shape[0]):
        if (s.where[owner, TRADER] | s.where[owner, MERCHANT]) != 0:
            return True
    return False


@rule
def is_filled_by(s, owner, route):
    """Whether every space of the route holds a piece of this owner."""
    there = int(s.pieces[owner, TRADER, route]) + int(s.pieces[owner, MERCHANT, route])
    return there > 0 and there == SPACES[s.side, route]


@rule
def nearest_open(s, origin, left_out):
    """The routes with an empty space in the nearest ring round the origin that has any, as a bit set."""
    for ring in range(MOST_RINGS):
        found = RINGS[s.side, origin, ring] & s.open_routes & ~left_out
        if found != 0:
            return found
    return 0


@rule
def spaces_outside(s, origin):
    """Empty spaces on routes other than the origin: 0, 1, or 2 for two and more."""
    routes = s.open_routes & ~bit(origin)
    if routes == 0:
        return 0
    if several(routes):
        return 2
    return min(2, int(s.empty[first_of(routes)]))
