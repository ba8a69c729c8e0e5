"""What of a position may be set by hand: pieces on routes, offices, supplies, skills, markers, points, whose turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgrave.core.editing import NONE, Editable, counts, places, seats, stored
from burgrave.core.errors import Mistake
from burgrave.games.hansa.board import (
    ACTIONS,
    CITIES,
    KINDS,
    LAST_TRACK_POINT,
    LINK_POINTS,
    MARKERS,
    MERCHANT,
    NEUTRAL,
    NEUTRAL_PIECES,
    PIECES,
    ROUTES,
    SCORE_TRACK_TRADERS,
    SKILL_KIND,
    SKILL_STEPS,
    SKILLS,
    SLOT_KIND,
    SLOTS,
    SPACES,
    STACK_MARKERS,
    START_MARKERS,
    TRADER,
)
from burgrave.games.hansa.checking import offices_of
from burgrave.games.hansa.reading import has_joined_east_and_west, is_complete, routes_on_board, skill
from burgrave.games.hansa.state import NO_OFFICE, NOTHING, Point

SHORT = ("route", "won", "displaced_owner", "displaced_kind")
"""What is forgotten with the decision under way: nothing is -1."""
COUNTED = ("additional", "lifts", "queued", "removed")
"""And this is 0."""


def editables(s: Any) -> list[Editable]:
    """What may be set."""
    players = int(s.players)
    sat = seats(players)
    routes = routes_on_board(s)
    slots = [(city, slot) for city in range(len(CITIES)) for slot in range(int(SLOTS[s.side, city]))]
    on_routes = [(route, seat, kind) for route in routes for seat in range(players) for kind in range(len(KINDS))]
    steps = [(seat, track) for seat in range(players) for track in range(len(SKILLS))]

    def pieces(s: Any, place: int) -> int:
        route, seat, kind = on_routes[place]
        return int(s.pieces[seat, kind, route])

    def put_pieces(s: Any, place: int, value: int) -> None:
        route, seat, kind = on_routes[place]
        s.pieces[seat, kind, route] = value

    def room(s: Any, place: int, value: int) -> bool:
        return bool(value <= SPACES[s.side, on_routes[place][0]])

    def office(s: Any, place: int) -> int:
        code = int(s.office[slots[place]])
        owner = (code - 1) // 2
        return 0 if code == NO_OFFICE else 1 + (players if owner == NEUTRAL else owner)

    def put_office(s: Any, place: int, value: int) -> None:
        kind = int(SLOT_KIND[s.side, slots[place][0], slots[place][1]])
        code = 1 + 2 * NEUTRAL + TRADER if value > players else 1 + 2 * (value - 1) + kind
        s.office[slots[place]] = code if value else NO_OFFICE

    def in_game(s: Any, place: int, value: int) -> bool:
        return value <= players or bool(NEUTRAL_PIECES[players])

    def begin(s: Any, place: int, value: int) -> None:
        ahead = (value - int(s.starting) - int(s.turns_finished)) % players
        s.turns_finished += ahead
        s.active = value

    return [
        Editable("turn", ((),), places(sat), lambda s, place: max(0, int(s.active)), begin),
        Editable(
            "pieces",
            [(ROUTES[route], sat[seat], KINDS[kind]) for route, seat, kind in on_routes],
            counts(int(SPACES.max())),
            pieces,
            put_pieces,
            "{0}",
            fits=room,
        ),
        Editable(
            "office",
            [(CITIES[city], str(slot + 1)) for city, slot in slots],
            ((NONE,), *places(sat), ("neutral",)),
            office,
            put_office,
            "{0}",
            fits=in_game,
        ),
        Editable("personal", places(sat, KINDS), counts(int(PIECES.max())), *stored("personal", players, len(KINDS))),
        Editable(
            "skill",
            places(sat, SKILLS),
            counts(int(SKILL_STEPS.max())),
            *stored("skill_steps", players, len(SKILLS)),
            fits=lambda s, place, value: bool(value <= SKILL_STEPS[steps[place][1]]),
        ),
        Editable(
            "marker",
            places(sat, MARKERS),
            counts(int((START_MARKERS + STACK_MARKERS).max())),
            *stored("markers_unused", players, len(MARKERS)),
        ),
        Editable("points", places(sat), counts(LAST_TRACK_POINT - 1), *stored("track_vp", players)),
    ]


def settle(s: Any, edited: frozenset[str]) -> None:
    """Supplies, complete cities, links between east and west and the stack follow from the board; a turn begins."""
    if s.point in (Point.TAVERN, Point.START):
        raise Mistake.of("edit.too_early")
    for name in SHORT:
        s[name] = NOTHING
    for name in COUNTED:
        s[name] = 0
    s.queue_kind[:] = s.queue_route[:] = NOTHING
    s.winners = 0
    settle_board(s)
    settle_supplies(s)
    settle_markers(s)
    settle_links(s)
    if s.point != Point.TURN or "turn" in edited:
        s.turns_finished -= int(s.turns_finished) == int(s.max_rounds) * int(s.players)
        s.active = (int(s.starting) + int(s.turns_finished)) % int(s.players)
        s.actions_left = skill(s, int(s.active), ACTIONS)
    s.actions_left = max(1, min(int(s.actions_left), skill(s, int(s.active), ACTIONS)))
    s.point, s.to_act = Point.TURN, s.active


def settle_board(s: Any) -> None:
    """Empty spaces, and where whose pieces are."""
    pieces = s.pieces.astype(np.int64)
    bits = 1 << np.arange(len(ROUTES), dtype=np.int64)
    s.empty[:] = SPACES[s.side] - pieces.sum(axis=(0, 1))
    s.open_routes = int(bits[s.empty > 0].sum())
    for owner in range(NEUTRAL + 1):
        for kind in range(len(KINDS)):
            s.where[owner, kind] = int(bits[pieces[owner, kind] > 0].sum())
    s.completed_cities = sum(is_complete(s, city) for city in range(len(CITIES)))


def settle_supplies(s: Any) -> None:
    """What is nowhere else is in the general supply."""
    for seat in range(int(s.players)):
        elsewhere = [SCORE_TRACK_TRADERS, int((s.table == seat).sum())]
        for kind in range(len(KINDS)):
            elsewhere[kind] += int(s.personal[seat, kind]) + int(s.pieces[seat, kind].sum()) + offices_of(s, seat, kind)
        for track in range(len(SKILLS)):
            elsewhere[SKILL_KIND[track]] += int(SKILL_STEPS[track]) - int(s.skill_steps[seat, track])
        for kind in (TRADER, MERCHANT):
            s.general[seat, kind] = int(PIECES[kind]) - elsewhere[kind]
    neutral = int(s.pieces[NEUTRAL, TRADER].sum()) + offices_of(s, NEUTRAL, TRADER)
    s.neutral_stock = int(NEUTRAL_PIECES[s.players]) - neutral


def settle_markers(s: Any) -> None:
    """What is nowhere else is in the stack; a marker in hand goes back and is drawn again."""
    if s.drawn != NOTHING:
        s.drawn, s.to_draw = NOTHING, s.to_draw + 1
    held = s.markers_unused.astype(np.int64).sum(axis=0) + s.markers_used.astype(np.int64).sum(axis=0)
    lying = np.bincount([marker for marker in s.route_marker.tolist() if marker != NOTHING], minlength=len(MARKERS))
    s.stack[:] = START_MARKERS + STACK_MARKERS - held - lying - s.box


def settle_links(s: Any) -> None:
    """Who has joined east and west before keeps the rank; whoever does now comes after."""
    joined = [seat for seat in range(int(s.players)) if has_joined_east_and_west(s, seat)]
    order = sorted(joined, key=lambda seat: (s.link_rank[seat] == 0, int(s.link_rank[seat])))
    before = s.link_rank.copy()
    s.link_rank[:] = 0
    for rank, seat in enumerate(order, 1):
        s.link_rank[seat] = rank
        if not before[seat]:
            s.track_vp[seat] = max(int(s.track_vp[seat]), int(LINK_POINTS[rank]))
