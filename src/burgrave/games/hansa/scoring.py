"""Points and winners."""

from __future__ import annotations

from burgrave.games.hansa.board import (
    ACTIONS,
    CITIES,
    CONTROL_POINTS,
    FULL_SKILL_POINTS,
    KEYS,
    MARKER_POINTS,
    MARKERS,
    MOST_SEATS,
    SKILL_STEPS,
    SKILLS,
    TABLE_POINTS,
)
from burgrave.games.hansa.cities import control, largest_network
from burgrave.games.hansa.skills import skill_value
from burgrave.games.hansa.state import rule

SKILL_COUNT, MARKER_COUNT, TABLE_PLACES, CITY_COUNT = len(SKILLS), len(MARKERS), len(TABLE_POINTS), len(CITIES)


@rule
def skill_points(s, seat):
    """Every fully developed skill except Keys is worth points."""
    points = 0
    for skill in range(SKILL_COUNT):
        if s.skill_steps[seat, skill] == SKILL_STEPS[skill]:
            points += FULL_SKILL_POINTS[skill]
    return points


@rule
def marker_points(s, seat):
    """Bonus markers, used or not, are worth more the more there are."""
    count = 0
    for marker in range(MARKER_COUNT):
        count += int(s.markers_unused[seat, marker]) + int(s.markers_used[seat, marker])
    return MARKER_POINTS[count]


@rule
def table_points(s, seat):
    """Every merchant at the Coellen table is worth what its place shows."""
    points = 0
    for place in range(TABLE_PLACES):
        if s.table[place] == seat:
            points += TABLE_POINTS[place]
    return points


@rule
def control_points(s, w, seat):
    """Every controlled city is worth points."""
    points = 0
    for city in range(CITY_COUNT):
        if control(s, w, city) == seat:
            points += CONTROL_POINTS
    return points


@rule
def network_points(s, seat):
    """Every office of the largest network is worth the value of Keys."""
    return largest_network(s, seat) * skill_value(s, seat, KEYS)


@rule
def count_points(s, w):
    """Points on the track and all that would be added if the game ended now, into the workspace."""
    for seat in range(s.players):
        w.points[seat] = int(s.track_vp[seat]) + skill_points(s, seat) + marker_points(s, seat)
        w.points[seat] += table_points(s, seat) + network_points(s, seat)
    for city in range(CITY_COUNT):
        owner = control(s, w, city)
        if 0 <= owner < MOST_SEATS:
            w.points[owner] += CONTROL_POINTS


@rule
def scores(s, w, out):
    """Every seat's points if they were counted now."""
    count_points(s, w)
    for seat in range(s.players):
        out[seat] = w.points[seat]


@rule
def is_ahead(s, w, seat, other):
    """More points; then fewer steps on the Actions track; then more network points."""
    if w.points[seat] != w.points[other]:
        return w.points[seat] > w.points[other]
    if s.skill_steps[seat, ACTIONS] != s.skill_steps[other, ACTIONS]:
        return s.skill_steps[seat, ACTIONS] < s.skill_steps[other, ACTIONS]
    return network_points(s, seat) > network_points(s, other)


@rule
def winners(s, w):
    """The seats that nobody is ahead of, as a bit set."""
    count_points(s, w)
    ahead = 0
    for seat in range(s.players):
        beaten = False
        for other in range(s.players):
            if is_ahead(s, w, other, seat):
                beaten = True
        if not beaten:
            ahead |= 1 << seat
    return ahead
