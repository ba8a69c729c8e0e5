"""Offices in cities: control, networks, the link between Stendal and Arnheim."""

from __future__ import annotations

from burgrave.games.hansa.board import (
    ARNHEIM,
    CITIES,
    ENDS,
    LINK_POINTS,
    MOST_EXTRAS,
    MOST_SEATS,
    MOST_SLOTS,
    NEIGHBOURS,
    NO_SLOT,
    OWNERS,
    ROUTE_CONTROL_POINTS,
    SLOTS,
    STENDAL,
)
from burgrave.games.hansa.routes import bit, first_of
from burgrave.games.hansa.state import NO_OFFICE, NOBODY, rule

CITY_COUNT, OWNER_COUNT = len(CITIES), len(OWNERS)


@rule
def office_of(owner, kind):
    """How an owner's piece is written down as an office."""
    return 1 + 2 * owner + kind


@rule
def owner_of(office):
    """Whose piece an office is."""
    return (int(office) - 1) >> 1


@rule
def empty_slot(s, city):
    """The leftmost empty slot of a city, or NO_SLOT."""
    for slot in range(SLOTS[s.side, city]):
        if s.office[city, slot] == NO_OFFICE:
            return slot
    return NO_SLOT


@rule
def both_ends_full(s, route):
    """Whether neither city of a route has an empty slot."""
    return empty_slot(s, ENDS[route, 0]) == NO_SLOT and empty_slot(s, ENDS[route, 1]) == NO_SLOT


@rule
def has_any_office(s, city):
    """Whether anybody has an office in the city."""
    return s.office[city, 0] != NO_OFFICE


@rule
def take_slot(s, city, slot, office):
    """A piece becomes an office on a printed slot; the last slot completes the city."""
    s.office[city, slot] = office
    if slot + 1 == SLOTS[s.side, city]:
        s.completed_cities += 1


@rule
def take_extra_place(s, city, office):
    """A piece becomes an office beside the city, left of everything there."""
    for place in range(MOST_EXTRAS):
        if s.extra[city, place] == NO_OFFICE:
            s.extra[city, place] = office
            return


@rule
def offices_in(s, owner, city):
    """How many offices an owner has in a city, those beside it included."""
    count = 0
    for slot in range(MOST_SLOTS):
        if s.office[city, slot] != NO_OFFICE and owner_of(s.office[city, slot]) == owner:
            count += 1
    for place in range(MOST_EXTRAS):
        if s.extra[city, place] == NO_OFFICE:
            break
        if owner_of(s.extra[city, place]) == owner:
            count += 1
    return count


@rule
def control(s, w, city):
    """Most offices control a city; among equals the one with the rightmost office. NOBODY if there is none."""
    if s.office[city, 0] == NO_OFFICE:
        return NOBODY
    for owner in range(OWNER_COUNT):
        w.offices[owner] = 0
    most = 0
    for slot in range(MOST_SLOTS):
        if s.office[city, slot] != NO_OFFICE:
            owner = owner_of(s.office[city, slot])
            w.offices[owner] += 1
            most = max(most, w.offices[owner])
    for place in range(MOST_EXTRAS):
        if s.extra[city, place] == NO_OFFICE:
            break
        owner = owner_of(s.extra[city, place])
        w.offices[owner] += 1
        most = max(most, w.offices[owner])
    for k in range(MOST_SLOTS):
        office = s.office[city, MOST_SLOTS - 1 - k]
        if office != NO_OFFICE and w.offices[owner_of(office)] == most:
            return owner_of(office)
    for place in range(MOST_EXTRAS):
        office = s.extra[city, place]
        if office != NO_OFFICE and w.offices[owner_of(office)] == most:
            return owner_of(office)
    return NOBODY


@rule
def pay_city_points(s, w, route):
    """Whoever controls a city at an end of an established route scores a point."""
    for end in range(2):
        owner = control(s, w, ENDS[route, end])
        if 0 <= owner < MOST_SEATS:
            s.track_vp[owner] += ROUTE_CONTROL_POINTS


@rule
def cities_of(s, owner):
    """The cities with an office of this owner, as a bit set."""
    cities = 0
    for city in range(CITY_COUNT):
        if s.office[city, 0] != NO_OFFICE and offices_in(s, owner, city) > 0:
            cities |= 1 << city
    return cities


@rule
def connected(s, cities, reached):
    """All members of a set of cities that a chain of neighbouring members joins with those already reached."""
    edge = reached
    while edge != 0:
        around = 0
        while edge != 0:
            around |= NEIGHBOURS[s.side, first_of(edge)]
            edge &= edge - 1
        edge = around & cities & ~reached
        reached |= edge
    return reached


@rule
def link_east_and_west(s, seat):
    """Joining Stendal and Arnheim by a chain of own offices scores once, by rank."""
    if s.link_rank[seat] != 0 or offices_in(s, seat, STENDAL) == 0 or offices_in(s, seat, ARNHEIM) == 0:
        return
    if connected(s, cities_of(s, seat), bit(STENDAL)) & bit(ARNHEIM) == 0:
        return
    rank = 1
    for other in range(MOST_SEATS):
        if s.link_rank[other] != 0:
            rank += 1
    s.link_rank[seat] = rank
    s.track_vp[seat] += LINK_POINTS[rank]


@rule
def largest_network(s, seat):
    """The number of offices in the seat's largest network of neighbouring cities."""
    cities = cities_of(s, seat)
    best = 0
    while cities != 0:
        network = connected(s, cities, cities & -cities)
        cities &= ~network
        size = 0
        while network != 0:
            size += offices_in(s, seat, first_of(network))
            network &= network - 1
        best = max(best, size)
    return best
