"""The neutral colour of the two-player game: routes that it fills are established at once."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import ENDS_IN_ORDER, NEUTRAL, NO_SLOT, TRADER
from burgrave.games.hansa.cities import (
    both_ends_full,
    empty_slot,
    office_of,
    pay_city_points,
    take_slot,
)
from burgrave.games.hansa.moves import SETTLE_IDS, Reason
from burgrave.games.hansa.routes import first_of, is_filled_by, leave
from burgrave.games.hansa.state import NOTHING, Point, rule
from burgrave.games.hansa.turn import forget_decision


@rule
def is_neutral_route(s, route):
    """Only a route full of neutral traders is settled."""
    return Reason.ALLOWED if is_filled_by(s, NEUTRAL, route) else Reason.NOT_NEUTRAL_ROUTE


@rule
def has_empty_slot(s, city):
    """The office needs an empty slot."""
    return Reason.CITY_FULL if empty_slot(s, city) == NO_SLOT else Reason.ALLOWED


@rule
def legal_settle(s, moves):
    """Every neutral route, and each of its cities with an empty slot."""
    routes = s.where[NEUTRAL, TRADER] & ~s.open_routes
    while routes != 0:
        route = first_of(routes)
        routes &= routes - 1
        if is_filled_by(s, NEUTRAL, route):
            for end in range(2):
                city = ENDS_IN_ORDER[route, end]
                if has_empty_slot(s, city) == Reason.ALLOWED:
                    offer(moves, SETTLE_IDS[route, city])


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
            if both_ends_full(s, route):
                settle(s, w, route, NOTHING)
            else:
                waiting = True
    if waiting:
        forget_decision(s)
        s.to_act = s.active
        s.point = Point.NEUTRAL
    return not waiting
