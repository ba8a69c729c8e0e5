"""Bonus markers: which can be used now, what each does, and how new ones come to the board."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import (
    ACTIONS,
    CITIES,
    ENDS,
    IMPROVE_SKILL,
    MARKER_ACTIONS,
    MARKERS,
    MOST_REMOVED,
    NEUTRAL,
    NO_SLOT,
    OWNERS,
    REMOVE_3,
    ROUTES,
    SKILL_KIND,
    SKILL_STEPS,
    SKILLS,
    SLOTS,
    SPACES,
    SWAP_OFFICES,
    TRADER,
)
from burgrave.games.hansa.cities import empty_slot, owner_of
from burgrave.games.hansa.moves import M_DEVELOP, M_DONE, M_MARKER, REMOVE_IDS, SWAP_IDS, Reason
from burgrave.games.hansa.routes import any_piece_on_routes, first_of, is_on_board, leave, stand
from burgrave.games.hansa.scoring import skill_value
from burgrave.games.hansa.state import IMPROVE, NO_OFFICE, NOTHING, REMOVE, SWAP, SWAP_OWN, TURN, rule

SKILL_COUNT, MARKER_COUNT, CITY_COUNT = len(SKILLS), len(MARKERS), len(CITIES)
OWNER_COUNT, ROUTE_COUNT = len(OWNERS), len(ROUTES)


@rule
def develop(s, seat, skill):
    """The leftmost piece of the track goes to the personal supply; a higher Actions value gives an action at once."""
    before = skill_value(s, seat, skill)
    s.skill_steps[seat, skill] += 1
    s.personal[seat, SKILL_KIND[skill]] += 1
    if skill == ACTIONS and skill_value(s, seat, skill) > before:
        s.actions_left += 1


@rule
def may_develop(s, skill):
    """A full track cannot be developed any more."""
    if s.skill_steps[s.active, skill] == SKILL_STEPS[skill]:
        return Reason.SKILL_FULL
    return Reason.ALLOWED


@rule
def legal_improve(s, moves):
    """Any one skill whose track is not full."""
    for skill in range(SKILL_COUNT):
        if may_develop(s, skill) == Reason.ALLOWED:
            offer(moves, M_DEVELOP + skill)


@rule
def may_swap(s, city, slot):
    """Two offices on neighbouring printed slots, of any owners unless the option asks for an own one."""
    if slot + 1 >= SLOTS[s.side, city]:
        return Reason.NO_SUCH_SLOT
    if s.office[city, slot + 1] == NO_OFFICE:
        return Reason.SLOT_EMPTY
    own = s.active == owner_of(s.office[city, slot]) or s.active == owner_of(s.office[city, slot + 1])
    if s.swap == SWAP_OWN and not own:
        return Reason.SWAP_OWN
    return Reason.ALLOWED


@rule
def legal_swap(s, moves):
    """Every pair of neighbouring offices."""
    for city in range(CITY_COUNT):
        for slot in range(SLOTS[s.side, city] - 1):
            if may_swap(s, city, slot) == Reason.ALLOWED:
                offer(moves, SWAP_IDS[city, slot])


@rule
def any_swap(s):
    """Whether there is a pair of offices to swap."""
    for city in range(CITY_COUNT):
        for slot in range(SLOTS[s.side, city] - 1):
            if may_swap(s, city, slot) == Reason.ALLOWED:
                return True
    return False


@rule
def swap_offices(s, city, slot):
    """The two pieces change places, whatever the colours and shapes of the slots."""
    office = s.office[city, slot]
    s.office[city, slot] = s.office[city, slot + 1]
    s.office[city, slot + 1] = office


@rule
def may_remove(s, owner, kind, route):
    """Any piece on a route, whoever owns it."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if owner != NEUTRAL and owner >= s.players:
        return Reason.NO_SUCH_SEAT
    if s.pieces[owner, kind, route] == 0:
        return Reason.NO_SUCH_PIECE
    return Reason.ALLOWED


@rule
def legal_remove(s, moves):
    """Every piece on every route; `done` after the first."""
    if s.removed > 0:
        offer(moves, M_DONE)
    for owner in range(OWNER_COUNT):
        for kind in range(2):
            routes = s.where[owner, kind]
            while routes != 0:
                offer(moves, REMOVE_IDS[owner, kind, first_of(routes)])
                routes &= routes - 1


@rule
def remove_piece(s, owner, kind, route):
    """A removed piece goes to its owner's personal supply; a neutral one to the stock. True when that was the last."""
    leave(s, owner, kind, route)
    if owner == NEUTRAL:
        s.neutral_stock += 1
    else:
        s.personal[owner, kind] += 1
    s.removed += 1
    return s.removed == MOST_REMOVED or not any_piece_on_routes(s)


@rule
def may_use(s, marker):
    """A marker is used between actions, once, and only if it can do something."""
    if s.markers_unused[s.active, marker] == 0:
        return Reason.NO_MARKER
    if marker == IMPROVE_SKILL:
        for skill in range(SKILL_COUNT):
            if may_develop(s, skill) == Reason.ALLOWED:
                return Reason.ALLOWED
        return Reason.SKILLS_FULL
    if marker == SWAP_OFFICES and not any_swap(s):
        return Reason.NOTHING_TO_SWAP
    if marker == REMOVE_3 and not any_piece_on_routes(s):
        return Reason.ROUTES_EMPTY
    return Reason.ALLOWED


@rule
def any_use(s):
    """Whether the active player could use a marker now."""
    for marker in range(1, MARKER_COUNT):
        if s.markers_unused[s.active, marker] > 0 and may_use(s, marker) == Reason.ALLOWED:
            return True
    return False


@rule
def use(s, marker):
    """The marker is turned over; its effect follows at once."""
    s.markers_unused[s.active, marker] -= 1
    s.markers_used[s.active, marker] += 1
    s.actions_left += MARKER_ACTIONS[marker]
    if marker == IMPROVE_SKILL:
        s.point = IMPROVE
    elif marker == SWAP_OFFICES:
        s.point = SWAP
    elif marker == REMOVE_3:
        s.point = REMOVE
    else:
        s.point = TURN


@rule
def may_take_marker(s, route):
    """A new marker goes to a route without pieces and marker that leads to a city with an empty slot."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if s.empty[route] < SPACES[s.side, route]:
        return Reason.ROUTE_OCCUPIED
    if s.route_marker[route] != NOTHING:
        return Reason.ROUTE_HAS_MARKER
    if empty_slot(s, ENDS[route, 0]) == NO_SLOT and empty_slot(s, ENDS[route, 1]) == NO_SLOT:
        return Reason.NO_FREE_SLOT
    return Reason.ALLOWED


@rule
def any_route_for_marker(s):
    """Whether there is a route for a new marker."""
    for route in range(ROUTE_COUNT):
        if may_take_marker(s, route) == Reason.ALLOWED:
            return True
    return False


@rule
def legal_marker(s, moves):
    """Every route that may take the new marker."""
    for route in range(ROUTE_COUNT):
        if may_take_marker(s, route) == Reason.ALLOWED:
            offer(moves, M_MARKER + route)


@rule
def lay_marker(s, route):
    """The drawn marker goes to a route; with two players a neutral trader comes with it."""
    s.route_marker[route] = s.drawn
    s.drawn = NOTHING
    if s.neutral_stock > 0:
        s.neutral_stock -= 1
        stand(s, NEUTRAL, TRADER, route)
