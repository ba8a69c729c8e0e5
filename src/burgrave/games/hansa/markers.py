"""Bonus markers: which can be used now, what each does, and how new ones come to the board."""

from __future__ import annotations

import numpy as np

from burgrave.games.hansa.board import (
    CITIES,
    IMPROVE_SKILL,
    KINDS,
    MARKER_ACTIONS,
    MARKERS,
    MOST_REMOVED,
    NEUTRAL,
    OWNERS,
    REMOVE_3,
    ROUTES,
    SLOTS,
    SPACES,
    SWAP_OFFICES,
    TRADER,
)
from burgrave.games.hansa.cities import both_ends_full, owner_of
from burgrave.games.hansa.moves import REMOVE_IDS, Reason
from burgrave.games.hansa.routes import any_piece_on_routes, is_on_board, leave, offer_each, stand
from burgrave.games.hansa.skills import any_to_develop
from burgrave.games.hansa.state import NO_OFFICE, NOTHING, SWAP_OWN, Point, rule

KIND_COUNT, MARKER_COUNT, CITY_COUNT = len(KINDS), len(MARKERS), len(CITIES)
OWNER_COUNT, ROUTE_COUNT = len(OWNERS), len(ROUTES)

POINT_OF_EFFECT = np.full(MARKER_COUNT, Point.TURN, np.int64)
"""Where a marker's effect is decided; one that only adds actions leads back to the turn."""
POINT_OF_EFFECT[IMPROVE_SKILL] = Point.IMPROVE
POINT_OF_EFFECT[SWAP_OFFICES] = Point.SWAP
POINT_OF_EFFECT[REMOVE_3] = Point.REMOVE


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
def legal_remove(s, moves):
    """Every piece on every route, whoever owns it."""
    for owner in range(OWNER_COUNT):
        for kind in range(KIND_COUNT):
            offer_each(moves, s.where[owner, kind], REMOVE_IDS[owner, kind])


@rule
def has_removed(s):
    """At least one piece is removed."""
    return Reason.ALLOWED if s.removed > 0 else Reason.REMOVE_ONE


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
def has_marker(s, marker):
    """A marker is used once."""
    return Reason.NO_MARKER if s.markers_unused[s.active, marker] == 0 else Reason.ALLOWED


@rule
def has_effect(s, marker):
    """A marker is used only if it can do something."""
    if marker == IMPROVE_SKILL and not any_to_develop(s, s.active):
        return Reason.SKILLS_FULL
    if marker == SWAP_OFFICES and not any_swap(s):
        return Reason.NOTHING_TO_SWAP
    if marker == REMOVE_3 and not any_piece_on_routes(s):
        return Reason.ROUTES_EMPTY
    return Reason.ALLOWED


@rule
def any_use(s):
    """Whether the active player could use a marker between actions now."""
    for marker in range(SWAP_OFFICES, MARKER_COUNT):
        if has_marker(s, marker) == Reason.ALLOWED and has_effect(s, marker) == Reason.ALLOWED:
            return True
    return False


@rule
def turn_over(s, seat, marker):
    """A used marker stays with its player."""
    s.markers_unused[seat, marker] -= 1
    s.markers_used[seat, marker] += 1


@rule
def use(s, marker):
    """The marker's actions or its effect follow at once."""
    s.actions_left += MARKER_ACTIONS[marker]
    s.point = POINT_OF_EFFECT[marker]


@rule
def in_stack(s, marker):
    """How many markers of a kind the stack still holds."""
    return s.stack[marker]


@rule
def may_lay_marker(s, route):
    """A new marker goes to a route without pieces and marker that leads to a city with an empty slot."""
    if s.empty[route] < SPACES[s.side, route]:
        return Reason.ROUTE_OCCUPIED
    if s.route_marker[route] != NOTHING:
        return Reason.ROUTE_HAS_MARKER
    if both_ends_full(s, route):
        return Reason.NO_FREE_SLOT
    return Reason.ALLOWED


@rule
def any_route_for_marker(s):
    """Whether there is a route for a new marker."""
    for route in range(ROUTE_COUNT):
        if is_on_board(s, route) == Reason.ALLOWED and may_lay_marker(s, route) == Reason.ALLOWED:
            return True
    return False


@rule
def draw_marker(s, marker):
    """The drawn marker is the active player's to lay. True when it has no route and goes to the box."""
    s.stack[marker] -= 1
    s.to_draw -= 1
    if any_route_for_marker(s):
        s.drawn = marker
        s.to_act = s.active
        s.point = Point.MARKER
        return False
    s.box[marker] += 1
    return True


@rule
def lay_marker(s, route):
    """The drawn marker goes to a route; with two players a neutral trader comes with it."""
    s.route_marker[route] = s.drawn
    s.drawn = NOTHING
    if s.neutral_stock > 0:
        s.neutral_stock -= 1
        stand(s, NEUTRAL, TRADER, route)
