"""What makes a position good: points now, skills for later, pieces ready for use and routes nearly filled."""

from __future__ import annotations

import numpy as np

from burgrave.core.considering import has_any, leave_out
from burgrave.core.draws import total
from burgrave.games.hansa.board import (
    COELLEN_ROUTE,
    DISPLACE_PAYS,
    ENDS,
    EXTRA_OFFICE,
    KEYS,
    LAST_COMPLETED_CITY,
    LAST_TRACK_POINT,
    MARKERS,
    MERCHANT,
    NO_SLOT,
    PRIVILEGE,
    SKILL_OF_CITY,
    SKILL_STEPS,
    SKILLS,
    SLOT_COLOUR,
    SLOT_KIND,
    SPACES,
    STACK_MARKERS,
    TABLE_COLOUR,
    TABLE_POINTS,
    TRADER,
)
from burgrave.games.hansa.cities import control, empty_slot
from burgrave.games.hansa.moves import END, INCOME, PLACE
from burgrave.games.hansa.routes import bit, first_of
from burgrave.games.hansa.scoring import (
    control_points,
    marker_points,
    network_points,
    skill_points,
    table_points,
)
from burgrave.games.hansa.skills import skill_value
from burgrave.games.hansa.state import NOBODY, NOTHING, Point, rule

STACK = int(STACK_MARKERS.sum())
MARKER_COUNT, SKILL_COUNT = len(MARKERS), len(SKILLS)
TABLE_PLACES = len(TABLE_POINTS)

# All weights are in points.
POINTS_PER_LOGIT = 4.0
SKILL_WORTH = np.array(
    [
        [0.0, 2.0, 2.5, 4.5, 6.5, 0.0],
        [0.0, 7.0, 8.0, 13.0, 14.0, 18.0],
        [0.0, 3.0, 5.0, 6.5, 0.0, 0.0],
        [0.0, 2.5, 4.0, 5.0, 0.0, 0.0],
        [0.0, 2.0, 3.5, 4.5, 0.0, 0.0],
    ]
)
"""What a track's steps are worth at the start of the game; it fades towards the end."""
UNUSED_MARKER = np.array([1.0, 0.4, 1.5, 2.0, 2.5, 0.8])
MARKER_ON_ROUTE = 3.0
OFFICE = 2.5
PERSONAL = np.array([0.0, 0.6, 1.1, 1.5, 1.9, 2.2, 2.5, 2.7, 2.9, 3.0])
PERSONAL_MERCHANT = 0.3
GENERAL = 0.05
ROUTE_PIECE = 0.15
ACTION = 0.1
ESTABLISHED = 4.0
OTHERS_ON_ROUTE = 0.7
FIRST_INCOME, AFTER_INCOME = INCOME.base, INCOME.base + len(INCOME.combinations)
FIRST_PLACE, AFTER_PLACE = PLACE.base, PLACE.base + len(PLACE.combinations)
END_OF_TURN = END.base


@rule
def progress(s):
    """How far the game has come to one of its ends, 0 to 1."""
    done = max(s.completed_cities / LAST_COMPLETED_CITY, 1.0 - total(s.stack) / STACK)
    for seat in range(s.players):
        done = max(done, s.track_vp[seat] / LAST_TRACK_POINT)
    return min(1.0, done)


@rule
def points_now(s, w, seat):
    """The points that count now."""
    points = int(s.track_vp[seat]) + skill_points(s, seat) + marker_points(s, seat)
    return points + table_points(s, seat) + control_points(s, w, seat) + network_points(s, seat)


@rule
def office_worth(s, seat, city, route):
    """What a route brings for an office in one of its cities."""
    slot = empty_slot(s, city)
    extra = s.markers_unused[seat, EXTRA_OFFICE] > 0
    if slot == NO_SLOT:
        return OFFICE - 1.0 if extra else 0.0
    if SLOT_COLOUR[s.side, city, slot] > skill_value(s, seat, PRIVILEGE):
        return OFFICE - 1.0 if extra and slot > 0 else 0.0
    if SLOT_KIND[s.side, city, slot] == MERCHANT and s.pieces[seat, MERCHANT, route] == 0:
        return 0.3
    if SLOT_KIND[s.side, city, slot] == TRADER and s.pieces[seat, TRADER, route] == 0:
        return 0.3
    return OFFICE + skill_value(s, seat, KEYS)


@rule
def table_worth(s, seat):
    """What the best place at the Coellen table brings."""
    best = 0.0
    if s.pieces[seat, MERCHANT, COELLEN_ROUTE] > 0:
        for place in range(TABLE_PLACES):
            if s.table[place] == NOBODY and TABLE_COLOUR[place] <= skill_value(s, seat, PRIVILEGE):
                best = max(best, float(TABLE_POINTS[place]))
    return best


@rule
def route_worth(s, w, seat, route):
    """What establishing a route would bring."""
    choice = 0.0
    points = 0.5
    for end in range(2):
        city = ENDS[route, end]
        choice = max(choice, office_worth(s, seat, city, route))
        skill = SKILL_OF_CITY[city]
        if skill != NOTHING and s.skill_steps[seat, skill] < SKILL_STEPS[skill]:
            step = s.skill_steps[seat, skill]
            choice = max(choice, 0.5 + w.early * (SKILL_WORTH[skill, step + 1] - SKILL_WORTH[skill, step]))
        owner = control(s, w, city)
        if owner == seat:
            points += 1.0
        elif owner != NOBODY:
            points -= 0.4
    if route == COELLEN_ROUTE:
        choice = max(choice, table_worth(s, seat))
    if s.route_marker[route] != NOTHING:
        points += MARKER_ON_ROUTE
    return choice + points


@rule
def routes_worth(s, w, seat):
    """Pieces on routes are worth part of what their route will bring, the more the fuller it is."""
    worth = 0.0
    routes = s.where[seat, TRADER] | s.where[seat, MERCHANT]
    taking = -1
    if seat == s.active and s.point == Point.WITH:
        taking = int(s.route)
        routes |= bit(taking)
    while routes != 0:
        route = first_of(routes)
        routes &= routes - 1
        own = int(s.pieces[seat, TRADER, route]) + int(s.pieces[seat, MERCHANT, route])
        if route == taking:
            own += 1
        spaces = SPACES[s.side, route]
        share = own / spaces
        part = share * share * route_worth(s, w, seat, route)
        if own + s.empty[route] < spaces:
            part *= OTHERS_ON_ROUTE
        worth += part + ROUTE_PIECE * own
    return worth


@rule
def supply_worth(s, seat):
    """Pieces in the personal supply are worth having, the first ones most."""
    pieces = int(s.personal[seat, TRADER]) + int(s.personal[seat, MERCHANT])
    if seat == s.active and s.point == Point.WITH:
        pieces -= 1 + DISPLACE_PAYS[s.displaced_kind]
    elif seat == s.active and s.point == Point.PAY:
        pieces -= DISPLACE_PAYS[s.displaced_kind]
    worth = PERSONAL[max(0, min(pieces, 9))] + PERSONAL_MERCHANT * int(s.personal[seat, MERCHANT])
    return worth + GENERAL * (int(s.general[seat, TRADER]) + int(s.general[seat, MERCHANT]))


@rule
def value(s, w, seat):
    """How good the position is for a seat, in log-odds."""
    w.early = 1.0 - progress(s)
    worth = points_now(s, w, seat) + supply_worth(s, seat) + routes_worth(s, w, seat)
    for skill in range(SKILL_COUNT):
        worth += w.early * SKILL_WORTH[skill, s.skill_steps[seat, skill]]
    for marker in range(MARKER_COUNT):
        worth += w.early * UNUSED_MARKER[marker] * s.markers_unused[seat, marker]
    if seat == s.active:
        worth += ACTION * s.actions_left
        if s.point == Point.ESTABLISH:
            worth += ESTABLISHED
    return worth / POINTS_PER_LOGIT


@rule
def consider(s, w, moves):
    """No action is left unused while a piece can be placed or taken into the supply."""
    useful = has_any(moves, FIRST_INCOME, AFTER_INCOME) or has_any(moves, FIRST_PLACE, AFTER_PLACE)
    if useful and s.point == Point.TURN and s.actions_left > 0:
        leave_out(moves, END_OF_TURN, END_OF_TURN + 1)
