"""The position of Barony: its decision points, its record and the workspace of its rules."""

from enum import auto

import numpy as np

from burgrave.core.names import Named
from burgrave.core.rule import record, rules, state
from burgrave.games.barony import GAME
from burgrave.games.barony.board import KINDS, MOST_HEXES, MOST_PLAYERS, PIECES, TILE_KINDS

NONE = -1
"""No hex, no seat, no terrain, no building, no pool."""

LIMITED = GAME.option("token_supply").code("limited_per_type")
FREE = GAME.option("noble_title_overpay").code("free")


class Point(Named):
    """What is to be decided."""

    TILE = auto()
    PLACE = auto()
    TURN = auto()
    TAKE = auto()
    SECOND = auto()
    BUILD = auto()
    PAY = auto()
    OVER = auto()


STATE = state(
    GAME,
    [
        ("round_number", np.int16),  # 0 in set-up
        ("turn_of", np.int8),  # the seat whose turn it is; NONE in set-up and when the game is over
        ("last_round", np.int8),  # 1 once somebody is duke or the round is the last one allowed
        ("next_socket", np.int8),  # where chance lays the next tile; NONE once the board is complete
        ("placements_left", np.int8),  # starting cities still to be placed
        ("knights_moved", np.int8),  # by the movement under way
        ("first_knight_at", np.int8),  # the hex that its first knight went to, or NONE
        ("robbed", np.int8),  # the seat that must give up a token, or NONE
        ("title", np.int8, MOST_PLAYERS),
        ("new_cities", np.int8, MOST_PLAYERS),
        ("knights_removed", np.int8, MOST_PLAYERS),  # for good, by expeditions
        ("reserve", np.int8, (MOST_PLAYERS, len(PIECES))),
        ("tokens", np.int16, (MOST_PLAYERS, len(KINDS))),
        ("paid", np.int16, len(KINDS)),  # for the title under way
        ("pool", np.int16, len(KINDS)),  # NONE each with an unlimited supply
        ("tiles_left", np.int8, len(TILE_KINDS)),  # in the box
        ("terrain", np.int8, MOST_HEXES),  # NONE until laid, and beyond the board
        ("buildings", np.int8, MOST_HEXES),  # VILLAGE, STRONGHOLD, CITY or NONE
        ("owners", np.int8, MOST_HEXES),  # of the building, or NONE
        ("knights", np.int8, (MOST_HEXES, MOST_PLAYERS)),
    ],
)

BOARDS = 251
"""How many boards' pulls are remembered; a prime number spreads them well."""

SCRATCH = record(
    [
        ("camps", np.int16, 1 + MOST_HEXES),  # how many hexes have own knights, then these
        ("sites", np.int16, 1 + MOST_HEXES),  # those of them on which a village or stronghold may be built
        ("estates", np.int16, 1 + MOST_HEXES),  # hexes with own buildings
        ("closed", np.int8, MOST_HEXES),  # 1: own knights may not enter
        ("taken", np.int8, MOST_HEXES),  # 1: a lake, or not empty
        # evaluation
        ("draw", np.int8, MOST_HEXES),  # what draws a seat's knights to a hex
        ("board", np.int64),  # which of the boards that were measured this is,
        ("measured", np.int64, BOARDS),  # their numbers,
        ("pull", np.float64, (BOARDS, MOST_HEXES)),  # and how strongly each hex draws knights there
    ]
)

rule = rules(STATE, SCRATCH)
