"""What a net is told about a seat: its points, its way to every target, its hand, and how much is still to be laid."""

from __future__ import annotations

from burgrave.core.features import names_of, starts_of
from burgrave.games.amber.board import (
    CASTLE_POINTS,
    COIN_POINTS,
    KINDS,
    MOST_VILLAGES,
    NOWHERE,
    SEATS,
    TARGETS,
    VILLAGE_COUNT,
    VILLAGE_POINTS,
    VILLAGES,
)
from burgrave.games.amber.evaluation import FARTHEST, standing, tiles_to_come, value
from burgrave.games.amber.roads import layout_number
from burgrave.games.amber.state import Point, rule
from burgrave.games.amber.supply import row_size

FAR = 7
"""Targets that need so many tiles or more count together."""

PARTS = {
    "points": 1,
    "value": 1,
    "standing": 1,
    "players": SEATS,
    "to come": 1,
    "last tiles": 4,
    "stack": 1,
    "coins": 1,
    "villages": 1,
    "castles": 1,
    "targets left": 1,
    "villages at so many tiles": FAR + 1,
    "castles at so many tiles": FAR + 1,
    "coins at so many tiles": FAR + 1,
    "needed": 1,
    "in reach": 1,
    "sudden win": 1,
    "hand": KINDS,
    "hand size": 1,
    "special shovel": 1,
    "picked up": 1,
    "own turn": 1,
    "until own turn": SEATS,
}
FEATURES = names_of(PARTS)
(
    POINTS,
    VALUE,
    STANDING,
    PLAYERS,
    TO_COME,
    LAST_TILES,
    STACK,
    COINS,
    VILLAGES_JOINED,
    CASTLES_JOINED,
    TARGETS_LEFT,
    VILLAGES_AT,
    CASTLES_AT,
    COINS_AT,
    NEEDED,
    IN_REACH,
    SUDDEN_WIN,
    HAND,
    HAND_SIZE,
    SPECIAL,
    PICKED_UP,
    OWN_TURN,
    UNTIL_TURN,
) = starts_of(PARTS)
LAST = 4


@rule
def note_target(s, w, target, field, left, inputs):
    """How far a village or another's castle is, once `standing` has surveyed the board."""
    cost = int(w.cost[field])
    is_village = target < MOST_VILLAGES
    inputs[NEEDED] += cost
    near = min(cost, FAR)
    inputs[(VILLAGES_AT if is_village else CASTLES_AT) + near] += 1
    if s.coin[target]:
        inputs[COINS_AT + near] += 1
    if cost == 0:
        inputs[VILLAGES_JOINED if is_village else CASTLES_JOINED] += 1
        inputs[POINTS] += VILLAGE_POINTS if is_village else CASTLE_POINTS
    else:
        inputs[TARGETS_LEFT] += 1
        inputs[IN_REACH] += cost <= left


@rule
def note_targets(s, w, seat, left, inputs):
    """All targets of a seat."""
    layout = layout_number(s)
    for target in range(TARGETS):
        if target < MOST_VILLAGES:
            if target < VILLAGE_COUNT[layout]:
                note_target(s, w, target, VILLAGES[layout, target], left, inputs)
        else:
            other = target - MOST_VILLAGES
            if other < s.players and other != seat and s.castle[other] != NOWHERE:
                note_target(s, w, target, int(s.castle[other]), left, inputs)


@rule
def features(s, w, seat, inputs):
    """All that a net is told about a seat."""
    inputs[PLAYERS + s.players - 1] = 1
    if s.castle[seat] == NOWHERE:
        return
    is_picked_up = s.turn == seat and (s.point == Point.PLACE or s.point == Point.SECOND_PLACE)
    inputs[VALUE] = value(s, w, seat)
    inputs[STANDING] = standing(s, w, seat) if is_picked_up else inputs[VALUE]
    left = tiles_to_come(s, seat)
    inputs[TO_COME] = left
    for k in range(LAST):
        inputs[LAST_TILES + k] = left <= k
    inputs[STACK] = int(s.stack_size) + row_size(s)
    inputs[COINS] = s.coins[seat]
    inputs[POINTS] = COIN_POINTS * int(s.coins[seat])
    note_targets(s, w, seat, left, inputs)
    if not s.sudden_win_off:
        inputs[SUDDEN_WIN] = max(0, FARTHEST - int(inputs[NEEDED])) / FARTHEST
    for kind in range(KINDS):
        inputs[HAND + kind] = s.hand[seat, kind]
    inputs[HAND_SIZE] = s.hand_size[seat]
    inputs[SPECIAL] = s.special_shovel[seat]
    inputs[PICKED_UP] = is_picked_up
    if s.turn >= 0:
        inputs[OWN_TURN] = s.turn == seat
        inputs[UNTIL_TURN + (seat - s.turn) % s.players] = 1
