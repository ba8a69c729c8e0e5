"""What can be read off a position in plain Python, for words, pictures and checks; compiled rules count the same."""

from __future__ import annotations

from typing import Any

from burgrave.games.hansa.board import (
    ARNHEIM,
    CITIES,
    CONTROL_POINTS,
    FULL_SKILL_POINTS,
    KEYS,
    MARKER_POINTS,
    NEIGHBOURS,
    NEUTRAL,
    NEUTRAL_PIECES,
    SKILL_STEPS,
    SKILL_VALUE,
    SKILLS,
    SLOTS,
    SPACES,
    STENDAL,
    TABLE_POINTS,
)
from burgrave.games.hansa.state import NO_OFFICE, NOBODY

Office = tuple[int, int]
"""An owner and a kind of piece."""


def office(code: int) -> Office:
    """Whose piece an office is, and of which kind."""
    owner, kind = divmod(int(code) - 1, 2)
    return owner, kind


def printed_offices(s: Any, city: int) -> list[Office]:
    """The offices on a city's printed slots from left to right."""
    return [office(code) for code in s.office[city].tolist() if code != NO_OFFICE]


def extra_offices(s: Any, city: int) -> list[Office]:
    """The offices beside a city, the oldest, which stands nearest to it, first."""
    return [office(code) for code in s.extra[city].tolist() if code != NO_OFFICE]


def offices(s: Any, city: int) -> list[Office]:
    """All offices of a city from left to right."""
    return extra_offices(s, city)[::-1] + printed_offices(s, city)


def control(s: Any, city: int) -> int:
    """Who controls a city: most offices, then the rightmost one."""
    owners = [owner for owner, _ in offices(s, city)]
    if not owners:
        return NOBODY
    most = max(owners.count(owner) for owner in owners)
    return next(owner for owner in reversed(owners) if owners.count(owner) == most)


def is_complete(s: Any, city: int) -> bool:
    """Whether all printed slots of a city are taken."""
    return len(printed_offices(s, city)) == int(SLOTS[s.side, city])


def routes_on_board(s: Any) -> list[int]:
    """The routes of this side of the board."""
    return [route for route, spaces in enumerate(SPACES[s.side].tolist()) if spaces]


def offices_by_city(s: Any, seat: int) -> list[int]:
    """How many offices a seat has in each city."""
    trader, merchant = office_code(seat, 0), office_code(seat, 1)
    rows = [slots + extra for slots, extra in zip(s.office.tolist(), s.extra.tolist(), strict=True)]
    return [codes.count(trader) + codes.count(merchant) for codes in rows]


def office_code(owner: int, kind: int) -> int:
    """How an owner's piece is written down as an office."""
    return 1 + 2 * owner + kind


def networks(s: Any, offices: list[int]) -> list[set[int]]:
    """The networks of a seat with so many offices in each city: sets of neighbouring cities that have one."""
    left = {city for city, count in enumerate(offices) if count}
    neighbours = NEIGHBOURS[s.side].tolist()
    found = []
    while left:
        edge = {left.pop()}
        network = set(edge)
        while edge:
            edge = {city for city in left if any(neighbours[city] >> near & 1 for near in edge)}
            left -= edge
            network |= edge
        found.append(network)
    return found


def largest_network(s: Any, seat: int) -> int:
    """The offices of the seat's largest network."""
    counts = offices_by_city(s, seat)
    return max((sum(counts[city] for city in network) for network in networks(s, counts)), default=0)


def has_joined_east_and_west(s: Any, seat: int) -> bool:
    """Whether a network of the seat holds Stendal and Arnheim."""
    return any(STENDAL in network and ARNHEIM in network for network in networks(s, offices_by_city(s, seat)))


def skill(s: Any, seat: int, number: int) -> int:
    """The value of a seat's skill."""
    return int(SKILL_VALUE[number, s.skill_steps[seat, number]])


def markers_owned(s: Any, seat: int) -> int:
    """How many bonus markers a seat has, used or not."""
    return int(s.markers_unused[seat].sum() + s.markers_used[seat].sum())


def points_by_source(s: Any, seat: int) -> dict[str, int]:
    """A seat's points: those on the track, and what would be added if the game ended now."""
    full = [int(FULL_SKILL_POINTS[k]) for k in range(len(SKILLS)) if s.skill_steps[seat, k] == SKILL_STEPS[k]]
    return {
        "track": int(s.track_vp[seat]),
        "skills": sum(full),
        "markers": int(MARKER_POINTS[markers_owned(s, seat)]),
        "table": sum(int(points) for points, owner in zip(TABLE_POINTS, s.table, strict=True) if owner == seat),
        "cities": CONTROL_POINTS * sum(control(s, city) == seat for city in range(len(CITIES))),
        "network": largest_network(s, seat) * skill(s, seat, KEYS),
    }


def has_neutral(s: Any) -> bool:
    """Whether the neutral colour plays."""
    return bool(NEUTRAL_PIECES[s.players] > 0)


def is_neutral_route(s: Any, route: int) -> bool:
    """Whether every space of the route is held by neutral traders."""
    return bool(s.pieces[NEUTRAL, 0, route]) and s.pieces[NEUTRAL, 0, route] == SPACES[s.side, route]


def turn_number(s: Any) -> int:
    """Which turn of the game this is; while its markers are replaced, and after the last round, it is finished."""
    finished = int(s.turns_finished)
    begun = (int(s.starting) + finished) % int(s.players) == s.active
    return finished + int(begun)
