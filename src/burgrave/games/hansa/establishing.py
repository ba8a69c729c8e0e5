"""Establishing a route: city points, the marker, then an office, a skill, the Coellen table or nothing."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import (
    COELLEN_ROUTE,
    COIN_POINTS,
    ENDS,
    EXTRA_OFFICE,
    MERCHANT,
    NO_SLOT,
    PRIVILEGE,
    SKILL_OF_CITY,
    SLOT_COIN,
    SLOT_COLOUR,
    SLOT_KIND,
    TABLE_COLOUR,
    TABLE_POINTS,
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
from burgrave.games.hansa.markers import may_develop
from burgrave.games.hansa.moves import EXTRA, M_DEVELOP, M_ESTABLISH, M_OFFICE, M_PASS, M_TABLE, Reason
from burgrave.games.hansa.routes import first_of, is_filled_by, is_on_board, leave
from burgrave.games.hansa.scoring import skill_value
from burgrave.games.hansa.state import ESTABLISH, NOBODY, NOTHING, rule

TABLE_PLACES = len(TABLE_POINTS)


@rule
def may_establish(s, route):
    """Every space of the route must hold an own piece."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if not is_filled_by(s, s.active, route):
        return Reason.ROUTE_NOT_YOURS
    return Reason.ALLOWED


@rule
def legal_establish(s, moves):
    """Every route that the active player fills."""
    routes = (s.where[s.active, 0] | s.where[s.active, 1]) & ~s.open_routes
    while routes != 0:
        route = first_of(routes)
        if is_filled_by(s, s.active, route):
            offer(moves, M_ESTABLISH + route)
        routes &= routes - 1


@rule
def establish(s, w, route):
    """First the cities' controllers score, then the marker is won; the rest is the player's choice."""
    s.actions_left -= 1
    pay_city_points(s, w, route)
    marker = s.route_marker[route]
    if marker != NOTHING:
        s.route_marker[route] = NOTHING
        s.markers_unused[s.active, marker] += 1
        s.to_draw += 1
    s.won = marker
    s.route = route
    s.point = ESTABLISH


@rule
def is_end(s, city):
    """Whether the city is at an end of the route being established."""
    return ENDS[s.route, 0] == city or ENDS[s.route, 1] == city


@rule
def may_open_office(s, city):
    """The leftmost empty slot, its colour within the Privilege, its shape that of a piece of the route."""
    if not is_end(s, city):
        return Reason.NOT_AN_END
    slot = empty_slot(s, city)
    if slot == NO_SLOT:
        return Reason.CITY_FULL
    if SLOT_COLOUR[s.side, city, slot] > skill_value(s, s.active, PRIVILEGE):
        return Reason.PRIVILEGE
    if s.pieces[s.active, SLOT_KIND[s.side, city, slot], s.route] == 0:
        return Reason.SHAPE
    return Reason.ALLOWED


@rule
def may_open_extra(s, kind, city):
    """Beside a city that has an office already, with a marker that this action has not just won."""
    if not is_end(s, city):
        return Reason.NOT_AN_END
    owned = int(s.markers_unused[s.active, EXTRA_OFFICE])
    if owned == 0:
        return Reason.NO_MARKER
    if owned == 1 and s.won == EXTRA_OFFICE:
        return Reason.MARKER_JUST_WON
    if not has_any_office(s, city):
        return Reason.CITY_WITHOUT_OFFICE
    if s.pieces[s.active, kind, s.route] == 0:
        return Reason.NOT_ON_ROUTE
    return Reason.ALLOWED


@rule
def may_develop_here(s, skill):
    """The skill of a city at an end of the route, while its track is not full."""
    if SKILL_OF_CITY[ENDS[s.route, 0]] != skill and SKILL_OF_CITY[ENDS[s.route, 1]] != skill:
        return Reason.NO_SKILL_CITY
    return may_develop(s, skill)


@rule
def may_sit_at_table(s, place):
    """A merchant of the route between Coellen and Warburg, on any empty place within the Privilege."""
    if s.route != COELLEN_ROUTE:
        return Reason.NOT_COELLEN
    if s.pieces[s.active, MERCHANT, s.route] == 0:
        return Reason.NO_MERCHANT
    if s.table[place] != NOBODY:
        return Reason.TABLE_TAKEN
    if TABLE_COLOUR[place] > skill_value(s, s.active, PRIVILEGE):
        return Reason.PRIVILEGE
    return Reason.ALLOWED


@rule
def legal_established(s, moves):
    """Nothing, or one of an office, an extra office, a skill, a place at the table."""
    low = min(ENDS[s.route, 0], ENDS[s.route, 1])
    high = max(ENDS[s.route, 0], ENDS[s.route, 1])
    offer(moves, M_PASS)
    if may_open_office(s, low) == Reason.ALLOWED:
        offer(moves, M_OFFICE + low)
    if may_open_office(s, high) == Reason.ALLOWED:
        offer(moves, M_OFFICE + high)
    if s.markers_unused[s.active, EXTRA_OFFICE] > 0:
        for kind in range(2):
            if may_open_extra(s, kind, low) == Reason.ALLOWED:
                offer(moves, EXTRA[kind, low])
            if may_open_extra(s, kind, high) == Reason.ALLOWED:
                offer(moves, EXTRA[kind, high])
    for end in range(2):
        skill = SKILL_OF_CITY[ENDS[s.route, end]]
        if skill != NOTHING and may_develop(s, skill) == Reason.ALLOWED:
            offer(moves, M_DEVELOP + skill)
    if s.route == COELLEN_ROUTE:
        for place in range(TABLE_PLACES):
            if may_sit_at_table(s, place) == Reason.ALLOWED:
                offer(moves, M_TABLE + place)


@rule
def clear_route(s):
    """All pieces left on the route go to the general supply."""
    for kind in range(2):
        while s.pieces[s.active, kind, s.route] > 0:
            leave(s, s.active, kind, s.route)
            s.general[s.active, kind] += 1


@rule
def open_office(s, city):
    """A piece of the route becomes an office; a coin pays at once; east and west may be joined."""
    slot = empty_slot(s, city)
    kind = SLOT_KIND[s.side, city, slot]
    leave(s, s.active, kind, s.route)
    take_slot(s, city, slot, office_of(int(s.active), kind))
    s.track_vp[s.active] += COIN_POINTS * SLOT_COIN[s.side, city, slot]
    link_east_and_west(s, s.active)


@rule
def open_extra(s, kind, city):
    """The marker is turned over and the piece stands left of everything in the city."""
    s.markers_unused[s.active, EXTRA_OFFICE] -= 1
    s.markers_used[s.active, EXTRA_OFFICE] += 1
    leave(s, s.active, kind, s.route)
    take_extra_place(s, city, office_of(int(s.active), kind))
    link_east_and_west(s, s.active)


@rule
def sit_at_table(s, place):
    """A merchant of the route takes the place."""
    leave(s, s.active, MERCHANT, s.route)
    s.table[place] = s.active
