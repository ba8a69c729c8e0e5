"""The 26 knowledge tiles as one table: what each does, how much of it, when or for what, and how it looks."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Effect(IntEnum):
    """What a knowledge tile does."""

    PERMIT = 0  # the tile's name says what is permitted
    SILVER = 1  # more silver on an occasion, at the end of a phase for each mine
    WORKERS = 2  # more workers, likewise
    POINTS = 3  # more points for each animal tile that is scored
    STEP = 4  # a worker changes a die by so much more
    SHIFT = 5  # a die changes by so much for nothing
    SCORE = 6  # at the end so many points for each thing that is counted


class Occasion(IntEnum):
    """When a knowledge tile helps: placing a tile comes first, in the order of the tiles' colours."""

    PLACE_BUILDING = 0
    PLACE_ANIMAL = 1
    PLACE_KNOWLEDGE = 2
    PLACE_CASTLE = 3
    PLACE_MINE = 4
    PLACE_SHIP = 5
    TAKE_TILE = 6
    SELL_GOODS = 7
    TAKE_WORKERS = 8
    END_PHASE = 9


class Counted(IntEnum):
    """What is counted at the end: buildings come first, in kind order."""

    WAREHOUSES = 0
    CARPENTERS = 1
    CHURCHES = 2
    MARKETS = 3
    INNS = 4
    BANKS = 5
    CITYHALLS = 6
    WATCHTOWERS = 7
    SPECIES = 8
    TYPES_SOLD = 9
    TILES_SOLD = 10
    BONUS_TILES = 11


PERMIT, SILVER, WORKERS, POINTS, STEP, SHIFT, SCORE = Effect
BUILDING, ANIMAL, KNOWLEDGE, CASTLE, MINE, SHIP, TAKE, SELL, WORK, PHASE = Occasion
WITH_DIE = (BUILDING, ANIMAL, KNOWLEDGE, CASTLE, MINE, SHIP, TAKE, SELL)
COLOURED, BLACK = False, True


class Knowledge(IntEnum):
    """The tiles by name; a tile is its number, which is what compiled rules see."""

    effect: Effect
    amount: int
    of: tuple[int, ...]
    has_black_back: bool
    figure: str
    symbol: str

    def __new__(
        cls, number: int, effect: Effect, amount: int, of: tuple[int, ...], back: bool, figure: str, symbol: str
    ) -> Knowledge:
        """One row of the table."""
        tile = int.__new__(cls, number)
        tile._value_ = number
        tile.effect, tile.amount, tile.of, tile.has_black_back = effect, amount, of, back
        tile.figure, tile.symbol = figure, symbol
        return tile

    # fmt: off
    # number, effect, amount, when or for what, back, figure and symbol on its face
    BUILDINGS_REPEAT               =  1, PERMIT,  0, (),                        COLOURED, "2×", "building"
    MINES_BRING_WORKERS            =  2, WORKERS, 1, (PHASE,),                  COLOURED, "+",  "worker"
    SALES_BRING_SILVER             =  3, SILVER,  1, (SELL,),                   COLOURED, "2",  "silver"
    SALES_BRING_WORKERS            =  4, WORKERS, 1, (SELL,),                   COLOURED, "+",  "worker"
    SHIPS_LOAD_TWICE               =  5, PERMIT,  0, (),                        COLOURED, "2×", "ship"
    BUYS_ANYWHERE                  =  6, PERMIT,  0, (),                        COLOURED, "2",  "silver"
    ANIMALS_BRING_POINTS           =  7, POINTS,  1, (ANIMAL,),                 BLACK,    "+1", "animal"
    WORKERS_STEP_FARTHER           =  8, STEP,    1, WITH_DIE,                  COLOURED, "±2", "worker"
    SHIFTS_BUILDINGS               =  9, SHIFT,   1, (BUILDING,),               COLOURED, "±1", "building"
    SHIFTS_SHIPS_AND_ANIMALS       = 10, SHIFT,   1, (SHIP, ANIMAL),            COLOURED, "±1", "ship"
    SHIFTS_CASTLES_MINES_KNOWLEDGE = 11, SHIFT,   1, (CASTLE, MINE, KNOWLEDGE), COLOURED, "±1", "castle"
    SHIFTS_TAKING                  = 12, SHIFT,   1, (TAKE,),                   BLACK,    "±1", "tile"
    WORKERS_BRING_SILVER           = 13, SILVER,  1, (WORK,),                   COLOURED, "+",  "silver"
    WORKERS_BRING_WORKERS          = 14, WORKERS, 2, (WORK,),                   BLACK,    "4",  "worker"
    SCORES_TYPES_SOLD              = 15, SCORE,   3, (Counted.TYPES_SOLD,),     BLACK,    "3",  "goods"
    SCORES_WAREHOUSES              = 16, SCORE,   4, (Counted.WAREHOUSES,),     COLOURED, "4",  "warehouse"
    SCORES_WATCHTOWERS             = 17, SCORE,   4, (Counted.WATCHTOWERS,),    COLOURED, "4",  "watchtower"
    SCORES_CARPENTERS              = 18, SCORE,   4, (Counted.CARPENTERS,),     COLOURED, "4",  "carpenter"
    SCORES_CHURCHES                = 19, SCORE,   4, (Counted.CHURCHES,),       COLOURED, "4",  "church"
    SCORES_MARKETS                 = 20, SCORE,   4, (Counted.MARKETS,),        COLOURED, "4",  "market"
    SCORES_INNS                    = 21, SCORE,   4, (Counted.INNS,),           COLOURED, "4",  "inn"
    SCORES_BANKS                   = 22, SCORE,   4, (Counted.BANKS,),          COLOURED, "4",  "bank"
    SCORES_CITYHALLS               = 23, SCORE,   4, (Counted.CITYHALLS,),      COLOURED, "4",  "cityhall"
    SCORES_SPECIES                 = 24, SCORE,   4, (Counted.SPECIES,),        BLACK,    "4",  "animal"
    SCORES_TILES_SOLD              = 25, SCORE,   1, (Counted.TILES_SOLD,),     BLACK,    "1",  "sold"
    SCORES_BONUS_TILES             = 26, SCORE,   2, (Counted.BONUS_TILES,),    COLOURED, "2",  "star"
    # fmt: on


# The columns for compiled rules. Number 0, which no tile has, stands for no tile.
NO_TILE = 0
AMOUNT = np.zeros(len(Knowledge) + 1, np.int64)
HELPER = np.full((len(Effect), len(Occasion)), NO_TILE, np.int64)
"""The tile with an effect on an occasion."""
NOT_COUNTED = -1
COUNTS = np.full(len(Knowledge) + 1, NOT_COUNTED, np.int64)
"""What a tile counts at the end."""
for _tile in Knowledge:
    AMOUNT[_tile] = _tile.amount
    if _tile.effect == SCORE:
        COUNTS[_tile] = _tile.of[0]
    else:
        HELPER[_tile.effect, list(_tile.of)] = _tile
