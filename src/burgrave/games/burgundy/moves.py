"""The moves: one table of verbs and the ranges of their arguments; ids and texts are generated from it."""

from __future__ import annotations

import numpy as np

from burgrave.core.verbs import Move, Verb, Verbs, numbers, seats
from burgrave.games.burgundy.board import (
    A_CASTLE,
    BOARD_COUNT,
    DEPOT_COUNT,
    DEPOTS,
    FACES,
    GOODS,
    HEX_COLOUR,
    HEXES,
    KIND_COLOUR,
    KINDS,
    SHEETS,
    may_be_drawn_to,
    may_lie_in,
)


def may_be_placed(kind: int, hexagon: int) -> bool:
    """True if some board has a hex of the kind's colour there."""
    return bool((HEX_COLOUR[:, hexagon] == KIND_COLOUR[kind]).any())


def may_start_at(hexagon: int) -> bool:
    """True if some board has a castle hex there."""
    return bool((HEX_COLOUR[:, hexagon] == A_CASTLE).any())


BOARD_WORDS = numbers(BOARD_COUNT, 1)
FACE_WORDS = numbers(FACES, 1)
SEAT_WORDS = seats(4)

VERBS = Verbs(
    players=[
        Verb("die", FACE_WORDS),
        Verb("buy", DEPOTS, KINDS, where=may_lie_in),
        Verb("take", DEPOTS[:DEPOT_COUNT], KINDS, where=may_lie_in),
        Verb("place", KINDS, numbers(HEXES), where=may_be_placed),
        Verb("sell", GOODS),
        Verb("workers"),
        Verb("discard", KINDS),
        Verb("goods", DEPOTS[:DEPOT_COUNT]),
        Verb("keep", GOODS),
        Verb("side", BOARD_WORDS),
        Verb("start", numbers(HEXES), where=may_start_at),
        Verb("pass"),
        Verb("end"),
    ],
    chance=[
        Verb("deal", SEAT_WORDS, GOODS),
        Verb("first", SEAT_WORDS),
        Verb(
            "sheet",
            SEAT_WORDS,
            BOARD_WORDS,
            BOARD_WORDS,
            where=lambda seat, front, back: (front + 1, back + 1) in SHEETS,
        ),
        Verb("fill", DEPOTS, KINDS, where=may_be_drawn_to),
        Verb("lay", GOODS),
        Verb("roll", SEAT_WORDS, FACE_WORDS, FACE_WORDS),
        Verb("white", FACE_WORDS),
    ],
)
VERB_OF = VERBS.verb_of
ARG = VERBS.arg

(
    A_DIE,
    A_BUY,
    A_TAKE,
    A_PLACE,
    A_SELL,
    A_WORKERS,
    A_DISCARD,
    A_GOODS,
    A_KEEP,
    A_SIDE,
    A_START,
    A_PASS,
    AN_END,
    A_DEAL,
    A_FIRST,
    A_SHEET,
    A_FILL,
    A_LAY,
    A_ROLL,
    A_WHITE,
) = range(len(VERBS.verbs))
"""The verbs' numbers in VERB_OF."""

DIE = VERBS.base["die"]
SELL = VERBS.base["sell"]
WORKERS = VERBS.base["workers"]
DISCARD = VERBS.base["discard"]
GOODS_FROM = VERBS.base["goods"]
KEEP = VERBS.base["keep"]
SIDE = VERBS.base["side"]
PASS = VERBS.base["pass"]
END = VERBS.base["end"]
DEAL = VERBS.base["deal"]
FIRST = VERBS.base["first"]
SHEET = VERBS.base["sheet"]
LAY = VERBS.base["lay"]
ROLL = VERBS.base["roll"]
WHITE = VERBS.base["white"]

# Ids by the arguments' codes; -1 where no such move exists.
BUY_ID = VERBS.table("buy")
TAKE_ID = VERBS.table("take")
PLACE_ID = VERBS.table("place")
START_ID = VERBS.table("start")
FILL_ID = VERBS.table("fill")
SHEET_OF = np.array(
    [SHEETS.index((move.codes[1] + 1, move.codes[2] + 1)) if move.verb == "sheet" else -1 for move in VERBS.moves],
    np.int64,
)
"""The place in SHEETS of a `sheet` move."""

REASONS = (
    "allowed",
    "choose_estate_first",
    "setup_is_over",
    "choose_side_first",
    "side_is_chosen",
    "not_on_your_sheet",
    "not_a_castle_hex",
    "choose_die_first",
    "finish_action_first",
    "no_purchase_inside_action",
    "no_such_die",
    "die_cannot_stay_unused",
    "dice_left",
    "already_bought",
    "too_little_silver",
    "only_black_depot",
    "not_in_depot",
    "not_in_storage",
    "storage_is_not_full",
    "too_few_workers",
    "hex_is_taken",
    "wrong_colour",
    "no_tile_next_to_it",
    "building_is_in_city",
    "no_goods_of_that_type",
    "discard_first",
    "action_is_compulsory",
    "warehouse_only_sells",
    "carpenter_takes_buildings",
    "church_takes_others",
    "market_takes_ships_and_animals",
    "cityhall_only_places",
    "load_ship_first",
    "no_ship_placed",
    "depot_offers_nothing",
    "every_depot_offers",
    "not_a_neighbour",
    "choose_goods_to_keep",
    "not_a_new_type",
    "nothing_to_decline",
)
(
    ALLOWED,
    CHOOSE_ESTATE_FIRST,
    SETUP_IS_OVER,
    CHOOSE_SIDE_FIRST,
    SIDE_IS_CHOSEN,
    NOT_ON_YOUR_SHEET,
    NOT_A_CASTLE_HEX,
    CHOOSE_DIE_FIRST,
    FINISH_ACTION_FIRST,
    NO_PURCHASE_INSIDE_ACTION,
    NO_SUCH_DIE,
    DIE_CANNOT_STAY_UNUSED,
    DICE_LEFT,
    ALREADY_BOUGHT,
    TOO_LITTLE_SILVER,
    ONLY_BLACK_DEPOT,
    NOT_IN_DEPOT,
    NOT_IN_STORAGE,
    STORAGE_IS_NOT_FULL,
    TOO_FEW_WORKERS,
    HEX_IS_TAKEN,
    WRONG_COLOUR,
    NO_TILE_NEXT_TO_IT,
    BUILDING_IS_IN_CITY,
    NO_GOODS_OF_THAT_TYPE,
    DISCARD_FIRST,
    ACTION_IS_COMPULSORY,
    WAREHOUSE_ONLY_SELLS,
    CARPENTER_TAKES_BUILDINGS,
    CHURCH_TAKES_OTHERS,
    MARKET_TAKES_SHIPS_AND_ANIMALS,
    CITYHALL_ONLY_PLACES,
    LOAD_SHIP_FIRST,
    NO_SHIP_PLACED,
    DEPOT_OFFERS_NOTHING,
    EVERY_DEPOT_OFFERS,
    NOT_A_NEIGHBOUR,
    CHOOSE_GOODS_TO_KEEP,
    NOT_A_NEW_TYPE,
    NOTHING_TO_DECLINE,
) = range(len(REASONS))


def sites(move: Move) -> tuple[str, ...]:
    """The path of sites a person clicks: dice, tiles of a depot, stored tiles, hexes of the own estate, goods."""
    word, args = move.verb, move.args
    if word == "die":
        return (f"die-{args[0]}",)
    if word in ("buy", "take"):
        return (f"d{args[0]}-{args[1]}",)
    if word == "place":
        return (f"store-{args[0]}", f"x{args[1]}")
    if word == "discard":
        return (f"store-{args[0]}",)
    if word == "sell":
        return (f"good-{args[0]}",)
    if word == "workers":
        return ("workers",)
    if word == "goods":
        return (f"depot-{args[0]}",)
    if word == "keep":
        return (f"keep-{args[0]}",)
    if word == "side":
        return (f"side-{args[0]}",)
    if word == "start":
        return (f"x{args[0]}",)
    return ()
