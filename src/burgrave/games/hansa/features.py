"""What a net is told about a seat: points by source, skills, supplies, routes under way, and how near the end is."""

from __future__ import annotations

from burgrave.core.draws import total
from burgrave.core.features import names_of, starts_of
from burgrave.games.hansa.board import (
    LAST_COMPLETED_CITY,
    LAST_TRACK_POINT,
    MARKERS,
    MERCHANT,
    MOST_SEATS,
    MOST_STEPS,
    SKILLS,
    SPACES,
    TRADER,
)
from burgrave.games.hansa.cities import cities_of, largest_network, offices_in
from burgrave.games.hansa.evaluation import progress, routes_worth, supply_worth, value
from burgrave.games.hansa.routes import first_of
from burgrave.games.hansa.scoring import (
    control_points,
    marker_points,
    network_points,
    skill_points,
    table_points,
)
from burgrave.games.hansa.state import NOTHING, Point, rule

SKILL_COUNT, MARKER_COUNT = len(SKILLS), len(MARKERS)
MOST_LACKING = 4
MOST_ACTIONS = 5

PARTS = {
    "points": 1,
    "value": 1,
    "players": 3,
    "progress": 1,
    "cities to complete": 1,
    "markers in the stack": 1,
    "track points to the end": 1,
    "own track points to the end": 1,
    "lead": 1,
    "track points": 1,
    "skill points": 1,
    "marker points": 1,
    "table points": 1,
    "control points": 1,
    "network points": 1,
    "network": 1,
    "offices": 1,
    "cities": 1,
    "skills": SKILL_COUNT * (MOST_STEPS + 1),
    "markers": MARKER_COUNT,
    "markers used": 1,
    "personal": 2,
    "general": 2,
    "supply worth": 1,
    "routes worth": 1,
    "pieces on routes": 2,
    "routes lacking": MOST_LACKING + 1,
    "markers on own routes": 1,
    "active": 1,
    "actions": MOST_ACTIONS + 1,
    "establishing": 1,
    "in a decision": 1,
    "until own turn": MOST_SEATS,
    "early actions": 1,
    "early keys": 1,
}
FEATURES = names_of(PARTS)
(
    POINTS,
    VALUE,
    PLAYERS,
    PROGRESS,
    CITIES_LEFT,
    STACK,
    TRACK_LEFT,
    OWN_TRACK_LEFT,
    LEAD,
    TRACK_POINTS,
    SKILL_POINTS,
    MARKER_POINTS,
    TABLE_POINTS,
    CONTROL_POINTS,
    NETWORK_POINTS,
    NETWORK,
    OFFICES,
    CITIES_HELD,
    SKILLS_AT,
    MARKERS_AT,
    MARKERS_USED,
    PERSONAL,
    GENERAL,
    SUPPLY,
    ROUTES_WORTH,
    PIECES,
    LACKING,
    MARKERS_AHEAD,
    ACTIVE,
    ACTIONS,
    ESTABLISHING,
    DECIDING,
    UNTIL_TURN,
    EARLY_ACTIONS,
    EARLY_KEYS,
) = starts_of(PARTS)


@rule
def note_points(s, w, seat, inputs):
    """The points that count now, by source."""
    inputs[TRACK_POINTS] = s.track_vp[seat]
    inputs[SKILL_POINTS] = skill_points(s, seat)
    inputs[MARKER_POINTS] = marker_points(s, seat)
    inputs[TABLE_POINTS] = table_points(s, seat)
    inputs[CONTROL_POINTS] = control_points(s, w, seat)
    inputs[NETWORK_POINTS] = network_points(s, seat)
    for k in range(TRACK_POINTS, NETWORK_POINTS + 1):
        inputs[POINTS] += inputs[k]


@rule
def note_end(s, seat, inputs):
    """How near each of the three ends is."""
    inputs[PROGRESS] = progress(s)
    inputs[CITIES_LEFT] = LAST_COMPLETED_CITY - s.completed_cities
    inputs[STACK] = total(s.stack)
    most = 0
    for other in range(s.players):
        most = max(most, int(s.track_vp[other]))
    inputs[TRACK_LEFT] = LAST_TRACK_POINT - most
    inputs[OWN_TRACK_LEFT] = LAST_TRACK_POINT - s.track_vp[seat]
    inputs[LEAD] = most - s.track_vp[seat]


@rule
def note_offices(s, seat, inputs):
    """Offices, cities and the largest network."""
    inputs[NETWORK] = largest_network(s, seat)
    cities = cities_of(s, seat)
    while cities != 0:
        city = first_of(cities)
        cities &= cities - 1
        inputs[CITIES_HELD] += 1
        inputs[OFFICES] += offices_in(s, seat, city)


@rule
def note_routes(s, seat, inputs):
    """Pieces on routes, and how many spaces their routes still lack."""
    routes = s.where[seat, TRADER] | s.where[seat, MERCHANT]
    while routes != 0:
        route = first_of(routes)
        routes &= routes - 1
        own = int(s.pieces[seat, TRADER, route]) + int(s.pieces[seat, MERCHANT, route])
        inputs[PIECES] += s.pieces[seat, TRADER, route]
        inputs[PIECES + 1] += s.pieces[seat, MERCHANT, route]
        inputs[LACKING + min(MOST_LACKING, SPACES[s.side, route] - own)] += 1
        if s.route_marker[route] != NOTHING:
            inputs[MARKERS_AHEAD] += 1


@rule
def features(s, w, seat, inputs):
    """All that a net is told about a seat."""
    inputs[VALUE] = value(s, w, seat)
    if s.players > 2:
        inputs[PLAYERS + s.players - 3] = 1
    note_points(s, w, seat, inputs)
    note_end(s, seat, inputs)
    note_offices(s, seat, inputs)
    note_routes(s, seat, inputs)
    for skill in range(SKILL_COUNT):
        inputs[SKILLS_AT + skill * (MOST_STEPS + 1) + s.skill_steps[seat, skill]] = 1
    for marker in range(MARKER_COUNT):
        inputs[MARKERS_AT + marker] = s.markers_unused[seat, marker]
        inputs[MARKERS_USED] += s.markers_used[seat, marker]
    for kind in range(2):
        inputs[PERSONAL + kind] = s.personal[seat, kind]
        inputs[GENERAL + kind] = s.general[seat, kind]
    inputs[SUPPLY] = supply_worth(s, seat)
    inputs[ROUTES_WORTH] = routes_worth(s, w, seat)
    early = 1.0 - inputs[PROGRESS]
    inputs[EARLY_ACTIONS] = early * s.skill_steps[seat, 1]
    inputs[EARLY_KEYS] = early * s.skill_steps[seat, 0]
    if s.active >= 0:
        inputs[UNTIL_TURN + (seat - s.active) % s.players] = 1
    if seat == s.active:
        inputs[ACTIVE] = 1
        inputs[ACTIONS + max(0, min(MOST_ACTIONS, int(s.actions_left)))] = 1
        inputs[ESTABLISHING] = s.point == Point.ESTABLISH
        inputs[DECIDING] = s.point != Point.TURN and s.point != Point.ESTABLISH
