"""Barony's moves: the table of verbs, the hexes a person clicks for each, and the reasons for refusing one."""

import numpy as np

from burgrave.core.verbs import Move, Verb, Verbs, numbers
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
    TILE_KINDS,
    table,
    turnings,
)

HEX_NUMBERS = numbers(MOST_HEXES)

STEPS = {
    (start, int(target))
    for players in STRIPS
    for start in range(MOST_HEXES)
    for target in NEIGHBOUR[players, start, : NEIGHBOURS[players, start]]
}
"""Pairs of hexes that are neighbours on at least one board."""

TILE_OF = {turning: kind for kind, tile in enumerate(TILE_KINDS) for turning in turnings(tile)}
"""The tile that shows these terrains, clockwise from a socket's first hex."""

VERBS = Verbs(
    players=[
        Verb("place", HEX_NUMBERS),
        Verb("recruit", HEX_NUMBERS, numbers(RECRUITS_BY_LAKE, first=1)),
        Verb("move", HEX_NUMBERS, HEX_NUMBERS, where=lambda start, target: (start, target) in STEPS),
        Verb("village", HEX_NUMBERS),
        Verb("stronghold", HEX_NUMBERS),
        Verb("city", HEX_NUMBERS),
        Verb("expedition", HEX_NUMBERS),
        Verb("pay", KINDS),
        Verb("take", KINDS),
        Verb("done"),
        Verb("pass"),
    ],
    chance=[Verb("tile", TERRAINS, TERRAINS, TERRAINS, where=lambda *terrains: terrains in TILE_OF)],
)

PLACE = VERBS.base["place"]
RECRUIT = VERBS.base["recruit"]
STEP = VERBS.base["move"]
BUILD_VILLAGE = VERBS.base["village"]
BUILD_STRONGHOLD = VERBS.base["stronghold"]
BUILD_CITY = VERBS.base["city"]
EXPEDITION = VERBS.base["expedition"]
PAY = VERBS.base["pay"]
TAKE = VERBS.base["take"]
DONE = VERBS.base["done"]
PASS = VERBS.base["pass"]
TILE = VERBS.base["tile"]
TURNINGS = len(VERBS) - TILE

ARG = VERBS.arg

STEP_ID = table(MOST_PLAYERS + 1, MOST_HEXES, SIDES)
"""The id of `move` from a hex to its k-th neighbour on a board."""
for players in STRIPS:
    for start in range(MOST_HEXES):
        for k in range(NEIGHBOURS[players, start]):
            STEP_ID[players, start, k] = VERBS.table("move")[start, NEIGHBOUR[players, start, k]]

TURNING_TILE = np.array([TILE_OF[move.codes] for move in VERBS.moves[TILE:]], np.int64)
TURNING_WEIGHT = np.array([3 // len(turnings(TILE_KINDS[tile])) for tile in TURNING_TILE], np.int64)
"""Of the three turnings of a tile, how many look like this one."""

REASONS = (
    "allowed",
    "set_up_first",
    "set_up_is_over",
    "take_first",
    "one_action",
    "payment_begun",
    "nothing_to_take",
    "nothing_to_finish",
    "must_act",
    "not_on_this_board",
    "city_on_lake",
    "city_on_forest",
    "city_here",
    "city_next_to_city",
    "not_your_city",
    "no_knight_in_reserve",
    "too_few_knights_in_reserve",
    "third_recruit_needs_lake",
    "no_knight_to_move",
    "knight_has_moved",
    "not_adjacent",
    "knight_on_lake",
    "walls",
    "two_pieces",
    "mountain_held",
    "no_knight_to_replace",
    "building_here",
    "enemy_knight_here",
    "no_village_in_reserve",
    "no_stronghold_in_reserve",
    "no_city_in_reserve",
    "not_your_village",
    "expedition_needs_two_knights",
    "not_on_the_edge",
    "hex_not_empty",
    "token_not_held",
    "dearest_token_first",
    "too_little_gold",
    "payment_too_small",
    "victim_has_no_such_token",
)
(
    ALLOWED,
    SET_UP_FIRST,
    SET_UP_IS_OVER,
    TAKE_FIRST,
    ONE_ACTION,
    PAYMENT_BEGUN,
    NOTHING_TO_TAKE,
    NOTHING_TO_FINISH,
    MUST_ACT,
    NOT_ON_THIS_BOARD,
    CITY_ON_LAKE,
    CITY_ON_FOREST,
    CITY_HERE,
    CITY_NEXT_TO_CITY,
    NOT_YOUR_CITY,
    NO_KNIGHT_IN_RESERVE,
    TOO_FEW_KNIGHTS_IN_RESERVE,
    THIRD_RECRUIT_NEEDS_LAKE,
    NO_KNIGHT_TO_MOVE,
    KNIGHT_HAS_MOVED,
    NOT_ADJACENT,
    KNIGHT_ON_LAKE,
    WALLS,
    TWO_PIECES,
    MOUNTAIN_HELD,
    NO_KNIGHT_TO_REPLACE,
    BUILDING_HERE,
    ENEMY_KNIGHT_HERE,
    NO_VILLAGE_IN_RESERVE,
    NO_STRONGHOLD_IN_RESERVE,
    NO_CITY_IN_RESERVE,
    NOT_YOUR_VILLAGE,
    EXPEDITION_NEEDS_TWO_KNIGHTS,
    NOT_ON_THE_EDGE,
    HEX_NOT_EMPTY,
    TOKEN_NOT_HELD,
    DEAREST_TOKEN_FIRST,
    TOO_LITTLE_GOLD,
    PAYMENT_TOO_SMALL,
    VICTIM_HAS_NO_SUCH_TOKEN,
) = range(len(REASONS))


def sites(move: Move) -> tuple[str, ...]:
    """What a person clicks: hexes, and beside the board the knights of an expedition and the tokens to pay or take."""
    if move.verb in ("place", "village", "stronghold", "city", "recruit"):
        return (f"h{move.args[0]}",)
    if move.verb == "move":
        return (f"h{move.args[0]}", f"h{move.args[1]}")
    if move.verb == "expedition":
        return ("expedition", f"h{move.args[0]}")
    if move.verb in ("pay", "take"):
        return (f"{move.verb}-{move.args[0]}",)
    return ()
