"""Barony's moves: the verbs with the hexes and tokens a person clicks for each, and the reasons for refusing one."""

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, numbers
from burgrave.games.barony.board import (
    KINDS,
    MOST_HEXES,
    MOST_PLAYERS,
    NEIGHBOUR,
    NEIGHBOURS,
    RECRUITS_BY_LAKE,
    SIDES,
    STRIPS,
    TERRAINS,
    TILE_SHOWING,
    table,
)


class Reason(Named):
    """Why a move is refused."""

    ALLOWED = auto()
    SET_UP_FIRST = auto()
    SET_UP_IS_OVER = auto()
    TAKE_FIRST = auto()
    ONE_ACTION = auto()
    PAYMENT_BEGUN = auto()
    NOTHING_TO_TAKE = auto()
    NOTHING_TO_FINISH = auto()
    MUST_ACT = auto()
    NOT_ON_THIS_BOARD = auto()
    CITY_ON_LAKE = auto()
    CITY_ON_FOREST = auto()
    CITY_HERE = auto()
    CITY_NEXT_TO_CITY = auto()
    NOT_YOUR_CITY = auto()
    NO_KNIGHT_IN_RESERVE = auto()
    TOO_FEW_KNIGHTS_IN_RESERVE = auto()
    THIRD_RECRUIT_NEEDS_LAKE = auto()
    NO_KNIGHT_TO_MOVE = auto()
    KNIGHT_HAS_MOVED = auto()
    NOT_ADJACENT = auto()
    KNIGHT_ON_LAKE = auto()
    WALLS = auto()
    TWO_PIECES = auto()
    MOUNTAIN_HELD = auto()
    NO_KNIGHT_TO_REPLACE = auto()
    BUILDING_HERE = auto()
    ENEMY_KNIGHT_HERE = auto()
    NO_VILLAGE_IN_RESERVE = auto()
    NO_STRONGHOLD_IN_RESERVE = auto()
    NO_CITY_IN_RESERVE = auto()
    NOT_YOUR_VILLAGE = auto()
    EXPEDITION_NEEDS_TWO_KNIGHTS = auto()
    NOT_ON_THE_EDGE = auto()
    HEX_NOT_EMPTY = auto()
    TOKEN_NOT_HELD = auto()
    DEAREST_TOKEN_FIRST = auto()
    TOO_LITTLE_GOLD = auto()
    PAYMENT_TOO_SMALL = auto()
    VICTIM_HAS_NO_SUCH_TOKEN = auto()


HEX_NUMBERS = numbers(MOST_HEXES)

STEPS = {
    (here, int(there))
    for players in STRIPS
    for here in range(MOST_HEXES)
    for there in NEIGHBOUR[players, here, : NEIGHBOURS[players, here]]
}
"""Pairs of hexes that are neighbours on at least one board."""

VERBS = Verbs()
PLACE = VERBS.player("place", hex=HEX_NUMBERS, sites="h{hex}", elsewhere=Reason.SET_UP_IS_OVER)
RECRUIT = VERBS.player("recruit", hex=HEX_NUMBERS, count=numbers(RECRUITS_BY_LAKE, first=1), sites="h{hex}")
MOVE = VERBS.player(
    "move",
    here=HEX_NUMBERS,
    there=HEX_NUMBERS,
    where=lambda here, there: (here, there) in STEPS,
    sites="h{here} h{there}",
)
BUILD_VILLAGE = VERBS.player("village", hex=HEX_NUMBERS, sites="h{hex}")
BUILD_STRONGHOLD = VERBS.player("stronghold", hex=HEX_NUMBERS, sites="h{hex}")
FOUND_CITY = VERBS.player("city", hex=HEX_NUMBERS, sites="h{hex}")
EXPEDITION = VERBS.player("expedition", hex=HEX_NUMBERS, sites="expedition h{hex}")
PAY = VERBS.player("pay", kind=KINDS, sites="pay-{kind}")
TAKE = VERBS.player("take", kind=KINDS, sites="take-{kind}", elsewhere=Reason.NOTHING_TO_TAKE)
DONE = VERBS.player("done", elsewhere=Reason.NOTHING_TO_FINISH)
PASS = VERBS.player("pass")
TILE = VERBS.chance(
    "tile",
    first=TERRAINS,
    second=TERRAINS,
    third=TERRAINS,
    where=lambda *terrains: TILE_SHOWING[terrains] >= 0,
)

MOVE_ID = table(MOST_PLAYERS + 1, MOST_HEXES, SIDES)
"""The id of `move` from a hex to its k-th neighbour on a board."""
for players in STRIPS:
    for here in range(MOST_HEXES):
        for k in range(NEIGHBOURS[players, here]):
            MOVE_ID[players, here, k] = MOVE.ids[here, NEIGHBOUR[players, here, k]]

VILLAGE_IDS = BUILD_VILLAGE.ids
STRONGHOLD_IDS = BUILD_STRONGHOLD.ids
EXPEDITION_IDS = EXPEDITION.ids
PASS_ID = PASS.id
