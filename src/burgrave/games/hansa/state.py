"""The position: every piece, marker and count on the table, and what is unfinished in the current decision."""

from __future__ import annotations

from enum import auto

import numpy as np

from burgrave.core.names import Named
from burgrave.core.rule import record, rules, state
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import (
    CITIES,
    KINDS,
    MARKERS,
    MOST_EXTRAS,
    MOST_LIFTS,
    MOST_SEATS,
    MOST_SLOTS,
    OWNERS,
    ROUTES,
    SKILLS,
    TABLE_POINTS,
)

NOBODY = -1
NOTHING = -1
NO_OFFICE = 0
"""An office is 1 + 2 * owner + kind."""

FIRST_RANDOM, FIRST_NAMED = 0, 1
"""The option `first`: random, or the seats from p0 on."""
SWAP_OWN = 1

STATE = state(
    GAME,
    [
        ("side", np.int8),
        ("starting", np.int8),  # the starting seat, NOBODY until it is known
        ("active", np.int8),  # whose turn it is
        ("actions_left", np.int8),
        ("turns_finished", np.int32),
        ("completed_cities", np.int8),
        ("track_vp", np.int8, MOST_SEATS),
        ("personal", np.int8, (MOST_SEATS, len(KINDS))),
        ("general", np.int8, (MOST_SEATS, len(KINDS))),
        ("skill_steps", np.int8, (MOST_SEATS, len(SKILLS))),
        ("markers_unused", np.int8, (MOST_SEATS, len(MARKERS))),
        ("markers_used", np.int8, (MOST_SEATS, len(MARKERS))),
        ("link_rank", np.int8, MOST_SEATS),  # 1 = first to join Stendal and Arnheim, ..., 0 = not joined
        ("pieces", np.int8, (len(OWNERS), len(KINDS), len(ROUTES))),
        ("empty", np.int8, len(ROUTES)),
        ("where", np.int64, (len(OWNERS), len(KINDS))),  # the routes with such pieces, as a bit set
        ("open_routes", np.int64),  # the routes with an empty space, as a bit set
        ("route_marker", np.int8, len(ROUTES)),
        ("office", np.int8, (len(CITIES), MOST_SLOTS)),
        ("extra", np.int8, (len(CITIES), MOST_EXTRAS)),  # oldest first: the oldest stands nearest to the city
        ("table", np.int8, len(TABLE_POINTS)),
        ("stack", np.int8, len(MARKERS)),
        ("box", np.int8, len(MARKERS)),
        ("start_pile", np.int8, len(MARKERS)),
        ("to_draw", np.int8),  # markers taken this turn and not yet drawn anew
        ("drawn", np.int8),  # the new marker in the active player's hand
        ("neutral_stock", np.int8),
        # The unfinished part of the current decision.
        ("route", np.int8),  # the route being established, or the origin of a displaced piece
        ("won", np.int8),  # the marker that this establishing has won
        ("displaced_owner", np.int8),
        ("displaced_kind", np.int8),  # NOTHING once the displaced piece is down again
        ("additional", np.int8),  # additional pieces that may still come to the board
        ("lifts", np.int8),  # pieces lifted in this Move
        ("queued", np.int8),  # lifted pieces in hand, first lifted first put down
        ("queue_kind", np.int8, MOST_LIFTS),
        ("queue_route", np.int8, MOST_LIFTS),
        ("removed", np.int8),  # pieces that this "remove three" has taken off
    ],
)

SCRATCH = record([("offices", np.int64, len(OWNERS)), ("points", np.int64, MOST_SEATS), ("early", np.float64)])


class Point(Named):
    """The decision points."""

    TAVERN = auto()
    START = auto()
    TURN = auto()
    WITH = auto()
    PAY = auto()
    RELOCATE = auto()
    NEUTRAL = auto()
    MOVE = auto()
    ESTABLISH = auto()
    IMPROVE = auto()
    SWAP = auto()
    REMOVE = auto()
    DRAW = auto()
    MARKER = auto()
    OVER = auto()


rule = rules(STATE, SCRATCH)
