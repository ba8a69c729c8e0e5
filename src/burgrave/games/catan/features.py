"""What a net is told about a seat: all that the hand-written evaluation weighs, the hand card by card, and the turn."""

from __future__ import annotations

from burgrave.core.features import names_of, starts_of
from burgrave.games.catan.board import RESOURCE_KINDS
from burgrave.games.catan.evaluation import FEATURES as WEIGHED
from burgrave.games.catan.evaluation import expected_hand, note_table, value_of_hand, weighed
from burgrave.games.catan.scoring import points
from burgrave.games.catan.state import SEATS, rule

WEIGHED_COUNT = len(WEIGHED)
STOCKS = 3
PARTS = {
    "points": 1,
    "value": 1,
    "players": 2,
    "missing": 1,
    "setting up": 1,
    "active": 1,
    "rolled": 1,
    "until own turn": SEATS,
    "weighed": WEIGHED_COUNT,
    "offer": 1,
    "hand": RESOURCE_KINDS,
    "ratio": RESOURCE_KINDS,
    "stock": STOCKS,
    "soldiers": 1,
    "road length": 1,
    "largest army": 1,
    "new cards": 1,
    "others missing": 1,
    "others' cards": 1,
}
FEATURES = names_of(PARTS)
(
    POINTS,
    VALUE,
    PLAYERS,
    MISSING,
    SETTING_UP,
    ACTIVE,
    ROLLED,
    UNTIL_TURN,
    WEIGHED_AT,
    OFFER,
    HAND,
    RATIO,
    STOCK,
    SOLDIERS,
    ROAD_LENGTH,
    ARMY,
    NEW_CARDS,
    OTHERS_MISSING,
    OTHERS_CARDS,
) = starts_of(PARTS)


@rule
def note_others(s, seat, inputs):
    """How near the best of the others is to winning, and how many cards the others hold."""
    inputs[OTHERS_MISSING] = s.target_points
    for other in range(s.players):
        if other != seat:
            inputs[OTHERS_MISSING] = min(inputs[OTHERS_MISSING], s.target_points - points(s, other))
            inputs[OTHERS_CARDS] += s.hand_size[other]


@rule
def features(s, w, seat, inputs):
    """All that a net is told about a seat."""
    now = points(s, seat)
    inputs[POINTS] = now
    if s.players > 2:
        inputs[PLAYERS + s.players - 3] = 1
    inputs[MISSING] = s.target_points - now
    inputs[SETTING_UP] = s.turn == 0
    inputs[ACTIVE] = s.active == seat
    inputs[ROLLED] = s.active == seat and s.rolled
    if s.active >= 0:
        inputs[UNTIL_TURN + (seat - s.active) % s.players] = 1
    note_table(s, w, seat)
    apart_from_hand = weighed(w)
    hand = expected_hand(s, w, seat)
    inputs[VALUE] = apart_from_hand + hand
    inputs[OFFER] = hand - value_of_hand(s, w, seat)
    for k in range(WEIGHED_COUNT):
        inputs[WEIGHED_AT + k] = w.feature[k]
    for resource in range(RESOURCE_KINDS):
        inputs[HAND + resource] = s.hand[seat, resource]
        inputs[RATIO + resource] = s.ratio[seat, resource]
    for piece in range(STOCKS):
        inputs[STOCK + piece] = s.stock[seat, piece]
    inputs[SOLDIERS] = s.soldiers[seat]
    inputs[ROAD_LENGTH] = s.road_length[seat]
    inputs[ARMY] = s.largest_army == seat
    inputs[NEW_CARDS] = s.new_size[seat]
    note_others(s, seat, inputs)
