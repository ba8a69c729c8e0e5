"""The position: the fields of its record, and the decision points."""

from __future__ import annotations

from enum import auto

import numpy as np

from burgrave.core.names import Named
from burgrave.core.rule import record, rules, state
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    BLACK_SLOTS,
    COLOUR_COUNT,
    DEPOT_COUNT,
    GOODS_COUNT,
    HEXES,
    KIND_COUNT,
    ROUNDS,
    SLOTS,
    STORAGE_SPACES,
    TRACK_SPACES,
)

SEATS = 4


class Point(Named):
    """The decision points."""

    DEAL = auto()
    FIRST = auto()
    SHEET = auto()
    SIDE = auto()
    START = auto()
    FILL = auto()
    LAY = auto()
    ROLL = auto()
    WHITE = auto()
    TURN = auto()
    ACTION = auto()
    DISCARD = auto()
    CASTLE = auto()
    WAREHOUSE = auto()
    CARPENTER = auto()
    CHURCH = auto()
    MARKET = auto()
    CITYHALL = auto()
    SHIP = auto()
    SHIP2 = auto()
    KEEP = auto()
    OVER = auto()


BASIC, SHEETS_DEALT = 0, 1
"""Values of the option `estates`; greater ones stand for a text of boards."""
OPEN, SECRET = 0, 1
"""Values of the option `choice`."""
NOBODY = -1

STATE = state(
    GAME,
    [
        ("phase", np.int8),  # 0 to 4 for A to E
        ("round_number", np.int8),  # 1 to 5; 1 while the phase is set up
        ("first", np.int8),  # first player of the game
        ("order", np.int8, SEATS),  # seats in turn order of the round; in set-up the order of choosing
        ("turn", np.int8),  # seats that have finished their turn in this round; in set-up, their choice
        ("track", np.int8, (TRACK_SPACES, SEATS)),  # stacks of seats, each from bottom to top
        ("sheet", np.int8, SEATS),  # place in SHEETS
        ("board", np.int8, SEATS),  # 1 to 9, or 0
        ("start", np.int8, SEATS),  # hex of the starting castle
        ("tiles", np.int8, (SEATS, HEXES)),  # the estates
        ("storage", np.int8, (SEATS, STORAGE_SPACES)),  # in kind order, empty spaces last
        ("goods", np.int8, (SEATS, GOODS_COUNT)),
        ("sold", np.int8, (SEATS, GOODS_COUNT)),
        ("silver", np.int16, SEATS),
        ("workers", np.int16, SEATS),
        ("points", np.int16, SEATS),  # the score track
        ("bonus", np.int8, (SEATS, COLOUR_COUNT)),  # 2 * colour + (0 large, 1 small), in the order won
        ("dice", np.int8, (SEATS, 2)),  # unused, ascending; 0 for a used one, last
        ("depots", np.int8, (DEPOT_COUNT, SLOTS)),  # tiles on the hexes, in the order of SLOT_COLOUR
        ("black", np.int8, BLACK_SLOTS),  # filled in kind order; a bought tile leaves a gap
        ("depot_goods", np.int8, (DEPOT_COUNT, GOODS_COUNT)),
        ("round_goods", np.int8, ROUNDS),  # goods still on the round spaces, top first
        ("supply", np.int8, KIND_COUNT),  # face-down tiles with a coloured back
        ("black_supply", np.int8, KIND_COUNT),  # face-down tiles with a black back
        ("unseen_goods", np.int8, GOODS_COUNT),
        ("removed", np.int8, KIND_COUNT),  # tiles out of the game
        ("filled", np.int8),  # hexes that chance has filled, at fill
        ("bought", np.int8),  # 1 after this turn's purchase
        ("die", np.int8),  # value of the die at action
        ("taking", np.int8),  # tile that waits at discard
        ("ship_depots", np.int8, 2),  # depots named at ship2 and keep
    ],
)
SCRATCH = record(
    [
        ("known", np.int32),  # the knowledge tiles of the seat to act, as bits
        ("offering", np.int8),  # the depots that offer its ship something, as bits
    ]
)

rule = rules(STATE, SCRATCH)
entry = rules(STATE, SCRATCH, entry=True)
"""For rules that Python asks."""
