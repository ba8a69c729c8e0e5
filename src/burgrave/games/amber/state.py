"""The decision points, the position as one record, and the workspace."""

from enum import auto

import numpy as np

from burgrave.core.names import Named
from burgrave.core.rule import record, rules, state
from burgrave.games.amber import GAME
from burgrave.games.amber.board import FIELDS, KINDS, SEATS, TARGETS


class Point(Named):
    """What is to be decided next."""

    START = auto()
    DEAL = auto()
    ROW = auto()
    CASTLE = auto()
    TILE = auto()
    PLACE = auto()
    SECOND = auto()
    SECOND_PLACE = "second place"
    TAKE = auto()
    DRAW = auto()
    SWAP = auto()
    OVER = auto()


BASIC, ADVANCED = range(2)
CHOOSE, CLOCKWISE = range(2)
START_RANDOM, START_P0 = range(2)

STATE = state(
    GAME,
    [
        ("start_player", np.int8),  # -1 until it is drawn
        ("turn", np.int8),  # whose turn it is, whose tile is dealt, who chooses a castle; -1: nobody
        ("chosen", np.int8),  # the kind picked up and not yet laid (13: the special shovel), or -1
        ("first", np.int8),  # at second and second place: the field of the road just laid, else -1
        ("sudden_win_off", np.int8),  # 1 once several seats were connected to everything at the same moment
        ("skipped", np.int8),  # turns without any move since the last placement
        ("castle", np.int8, SEATS),  # the field of each seat's castle, -1 until it is chosen
        ("special_shovel", np.int8, SEATS),  # 1: not used yet
        ("coins", np.int8, SEATS),  # coins owned
        ("coin", np.int8, TARGETS),  # 1: its coin is still there; villages as in the layout, then castles by seat
        ("tile", np.int8, FIELDS),  # 0 nothing, 53 a castle, else 1 + 4 * kind + quarter turns
        ("hand", np.int8, (SEATS, KINDS)),
        ("hand_size", np.int8, SEATS),
        ("known", np.int8, (SEATS, KINDS)),  # the part of each hand that everybody knows
        ("row", np.int8, KINDS),  # the open row
        ("box", np.int8, KINDS),  # tiles out of the game
        ("stack", np.int8, KINDS),
        ("stack_size", np.int8),
        ("unseen", np.int8, KINDS),  # only in a view: what lies in the stack and in the hidden parts of hands
    ],
)

BUCKETS = 4
NOTES = 4093
"""Room for surveys that need not be made again; a prime number spreads them well."""
SCRATCH = record(
    [
        ("land", np.int8, FIELDS + 1),  # the tiles of the board that was driven on last, and nothing beyond its edge
        ("castles", np.int8, SEATS),  # and the castles there
        ("ways_of", np.int8, SEATS),  # the ways (LAY, DIG, REBUILD) to play a tile that each seat found there, or -1
        ("arrivals", np.int8, FIELDS + 1),  # the sides over which a field is reached, as bits
        ("todo", np.int16, 4 * FIELDS + 2),
        ("in_reach", np.int16, 1 + FIELDS),  # how many fields are reached, then these
        ("ways", np.int8),  # those of the seat to act
        ("links", np.int16, SEATS),  # the targets each seat is connected to, as bits
        ("standing", np.float64, SEATS),
        ("reached", np.int8, FIELDS),
        ("cost", np.int8, FIELDS + 1),  # how many tiles it takes to drive onto a field
        ("queue", np.int16, (BUCKETS, 12 * FIELDS)),
        ("waiting", np.int16, BUCKETS),
        ("noted_for", np.int64, NOTES),  # surveys that were made: of which board for whom,
        ("noted", np.int8, (NOTES, TARGETS)),  # and what it costs to drive onto each target
    ]
)

rule = rules(STATE, SCRATCH)
entry = rules(STATE, SCRATCH, entry=True)
"""For rules that Python asks."""
