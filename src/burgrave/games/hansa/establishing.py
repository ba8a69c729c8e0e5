"""Establishing a route: city points, the marker, then an office, a skill, the Coellen table or nothing."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import (
    COELLEN_ROUTE,
    COIN_POINTS,
    ENDS,
    ENDS_IN_ORDER,
    EXTRA_OFFICE,
    KINDS,
    MERCHANT,
    NO_SLOT,
    PRIVILEGE,
    SLOT_COIN,
    SLOT_COLOUR,
    SLOT_KIND,
    TABLE_COLOUR,
    TRADER,
)
from burgrave.games.hansa.cities import (
    empty_slot,
    has_any_office,
    link_east_and_west,
    office_of,
    pay_city_points,
    take_extra_place,
    take_slot,
)
from burgrave.games.hansa.markers import turn_over
from burgrave.games.hansa.moves import ESTABLISH_IDS, OFFICE_IDS, Reason
from burgrave.games.hansa.routes import first_of, is_filled_by, leave
from burgrave.games.hansa.skills import skill_value
from burgrave.games.hansa.state import NOBODY, NOTHING, Point, rule

KIND_COUNT = len(KINDS)


@rule
def fills_route(s, seat, route):
    """Every space of the route must hold an own piece."""
    return Reason.ALLOWED if is_filled_by(s, seat, route) else Reason.ROUTE_NOT_YOURS


@rule
def legal_establish(s, seat, moves):
    """Every route that the player fills."""
    routes = (s.where[seat, TRADER] | s.where[seat, MERCHANT]) & ~s.open_routes
    while routes != 0:
        route = first_of(routes)
        if is_filled_by(s, seat, route):
            offer(moves, ESTABLISH_IDS[route])
        routes &= routes - 1


@rule
def establish(s, w, seat, route):
    """First the cities' controllers score, then the marker is won; the rest is the player's choice."""
    pay_city_points(s, w, route)
    marker = s.route_marker[route]
    if marker != NOTHING:
        s.route_marker[route] = NOTHING
        s.markers_unused[seat, marker] += 1
        s.to_draw += 1
    s.won = marker
    s.route = route
    s.point = Point.ESTABLISH


@rule
def is_end(s, city):
    """The city must be at an end of the route."""
    return Reason.ALLOWED if ENDS[s.route, 0] == city or ENDS[s.route, 1] == city else Reason.NOT_AN_END


@rule
def may_open_office(s, seat, city):
    """The leftmost empty slot, its colour within the Privilege, its shape that of a piece of the route."""
    slot = empty_slot(s, city)
    if slot == NO_SLOT:
        return Reason.CITY_FULL
    if SLOT_COLOUR[s.side, city, slot] > skill_value(s, seat, PRIVILEGE):
        return Reason.PRIVILEGE
    if s.pieces[seat, SLOT_KIND[s.side, city, slot], s.route] == 0:
        return Reason.SHAPE
    return Reason.ALLOWED


@rule
def legal_office(s, seat, moves):
    """Each city at an end of the route that takes an office."""
    for end in range(2):
        city = ENDS_IN_ORDER[s.route, end]
        if may_open_office(s, seat, city) == Reason.ALLOWED:
            offer(moves, OFFICE_IDS[city])


@rule
def has_extra_marker(s, seat):
    """An extra office needs a marker that this action has not just won."""
    owned = s.markers_unused[seat, EXTRA_OFFICE]
    if owned == 0:
        return Reason.NO_MARKER
    if owned == 1 and s.won == EXTRA_OFFICE:
        return Reason.MARKER_JUST_WON
    return Reason.ALLOWED


@rule
def stands_beside_another(s, city):
    """An extra office stands in a city that has an office already."""
    return Reason.ALLOWED if has_any_office(s, city) else Reason.CITY_WITHOUT_OFFICE


@rule
def is_on_route(s, seat, kind):
    """The office is a piece of the route."""
    return Reason.NOT_ON_ROUTE if s.pieces[seat, kind, s.route] == 0 else Reason.ALLOWED


@rule
def leads_to_table(s):
    """Only the route between Coellen and Warburg leads to the Coellen table."""
    return Reason.ALLOWED if s.route == COELLEN_ROUTE else Reason.NOT_COELLEN


@rule
def has_merchant(s, seat):
    """Only a merchant sits at the table."""
    return Reason.NO_MERCHANT if s.pieces[seat, MERCHANT, s.route] == 0 else Reason.ALLOWED


@rule
def may_sit_at(s, seat, place):
    """Any empty place within the Privilege."""
    if s.table[place] != NOBODY:
        return Reason.TABLE_TAKEN
    if TABLE_COLOUR[place] > skill_value(s, seat, PRIVILEGE):
        return Reason.PRIVILEGE
    return Reason.ALLOWED


@rule
def open_office(s, seat, city):
    """A piece of the route becomes an office; a coin pays at once; east and west may be joined."""
    slot = empty_slot(s, city)
    kind = SLOT_KIND[s.side, city, slot]
    leave(s, seat, kind, s.route)
    take_slot(s, city, slot, office_of(seat, kind))
    s.track_vp[seat] += COIN_POINTS * SLOT_COIN[s.side, city, slot]
    link_east_and_west(s, seat)


@rule
def open_extra(s, seat, kind, city):
    """The marker is turned over and the piece stands left of everything in the city."""
    turn_over(s, seat, EXTRA_OFFICE)
    leave(s, seat, kind, s.route)
    take_extra_place(s, city, office_of(seat, kind))
    link_east_and_west(s, seat)


@rule
def sit_at_table(s, seat, place):
    """A merchant of the route takes the place."""
    leave(s, seat, MERCHANT, s.route)
    s.table[place] = seat


@rule
def clear_route(s, seat):
    """All pieces left on the route go to the general supply."""
    for kind in range(KIND_COUNT):
        while s.pieces[seat, kind, s.route] > 0:
            leave(s, seat, kind, s.route)
            s.general[seat, kind] += 1
