"""The neutral colour of the two-player game: routes that it fills are established at once."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import ENDS, NEUTRAL, NO_SLOT, TRADER
from burgrave.games.hansa.cities import empty_slot, office_of, pay_city_points, take_slot
from burgrave.games.hansa.moves import NEUTRAL_IDS, Reason
from burgrave.games.hansa.routes import first_of, is_filled_by, leave
from burgrave.games.hansa.state import NEUTRAL_ROUTE, NOTHING, rule
from burgrave.games.hansa.turn import forget_decision


@rule
def may_settle(s, route, city):
    """A route full of neutral traders gives an office in one of its cities with an empty slot."""
    if not is_filled_by(s, NEUTRAL, route):
        return Reason.NOT_NEUTRAL_ROUTE
    if empty_slot(s, city) == NO_SLOT:
        return Reason.CITY_FULL
    return Reason.ALLOWED


@rule
def legal_neutral(s, moves):
    """Every neutral route, and each of its cities with an empty slot, in the order of the ids."""
    routes = s.where[NEUTRAL, TRADER] & ~s.open_routes
    while routes != 0:
        route = first_of(routes)
        low = min(ENDS[route, 0], ENDS[route, 1])
        high = max(ENDS[route, 0], ENDS[route, 1])
        if may_settle(s, route, low) == Reason.ALLOWED:
            offer(moves, NEUTRAL_IDS[route, low])
        if may_settle(s, route, high) == Reason.ALLOWED:
            offer(moves, NEUTRAL_IDS[route, high])
        routes &= routes - 1


@rule
def settle(s, w, route, city):
    """City points, the marker to the box, an office unless both cities are full, the traders back to the stock."""
    pay_city_points(s, w, route)
    marker = s.route_marker[route]
    if marker != NOTHING:
        s.route_marker[route] = NOTHING
        s.box[marker] += 1
        s.to_draw += 1
    if city != NOTHING:
        take_slot(s, city, empty_slot(s, city), office_of(NEUTRAL, TRADER))
        leave(s, NEUTRAL, TRADER, route)
    while s.pieces[NEUTRAL, TRADER, route] > 0:
        leave(s, NEUTRAL, TRADER, route)
        s.neutral_stock += 1


@rule
def settle_neutral_routes(s, w):
    """Routes between two full cities are settled by themselves; the active player orders the others.

    True when none is left, so that the action is complete.
    """
    waiting = False
    routes = s.where[NEUTRAL, TRADER] & ~s.open_routes
    while routes != 0:
        route = first_of(routes)
        routes &= routes - 1
        if is_filled_by(s, NEUTRAL, route):
            if empty_slot(s, ENDS[route, 0]) == NO_SLOT and empty_slot(s, ENDS[route, 1]) == NO_SLOT:
                settle(s, w, route, NOTHING)
            else:
                waiting = True
    if waiting:
        forget_decision(s)
        s.to_act = s.active
        s.point = NEUTRAL_ROUTE
    return not waiting
