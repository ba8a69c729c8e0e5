"""The moves: the verbs with their arguments, from which ids and texts are made, and why a move can be refused."""

from __future__ import annotations

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, numbers, seats
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
from burgrave.games.burgundy.state import SEATS


class Reason(Named):
    """Why a move is not legal now."""

    ALLOWED = auto()
    CHOOSE_ESTATE_FIRST = auto()
    SETUP_IS_OVER = auto()
    CHOOSE_SIDE_FIRST = auto()
    SIDE_IS_CHOSEN = auto()
    NOT_ON_YOUR_SHEET = auto()
    NOT_A_CASTLE_HEX = auto()
    CHOOSE_DIE_FIRST = auto()
    FINISH_ACTION_FIRST = auto()
    NO_PURCHASE_INSIDE_ACTION = auto()
    NO_SUCH_DIE = auto()
    DIE_CANNOT_STAY_UNUSED = auto()
    DICE_LEFT = auto()
    ALREADY_BOUGHT = auto()
    TOO_LITTLE_SILVER = auto()
    ONLY_BLACK_DEPOT = auto()
    NOT_IN_DEPOT = auto()
    NOT_IN_STORAGE = auto()
    STORAGE_IS_NOT_FULL = auto()
    TOO_FEW_WORKERS = auto()
    HEX_IS_TAKEN = auto()
    WRONG_COLOUR = auto()
    NO_TILE_NEXT_TO_IT = auto()
    BUILDING_IS_IN_CITY = auto()
    NO_GOODS_OF_THAT_TYPE = auto()
    DISCARD_FIRST = auto()
    ACTION_IS_COMPULSORY = auto()
    WAREHOUSE_ONLY_SELLS = auto()
    CARPENTER_TAKES_BUILDINGS = auto()
    CHURCH_TAKES_OTHERS = auto()
    MARKET_TAKES_SHIPS_AND_ANIMALS = auto()
    CITYHALL_ONLY_PLACES = auto()
    LOAD_SHIP_FIRST = auto()
    NO_SHIP_PLACED = auto()
    DEPOT_OFFERS_NOTHING = auto()
    EVERY_DEPOT_OFFERS = auto()
    NOT_A_NEIGHBOUR = auto()
    CHOOSE_GOODS_TO_KEEP = auto()
    NOT_A_NEW_TYPE = auto()
    NOTHING_TO_DECLINE = auto()


def may_be_placed(kind: int, hexagon: int) -> bool:
    """True if some board has a hex of the kind's colour there."""
    return bool((HEX_COLOUR[:, hexagon] == KIND_COLOUR[kind]).any())


def may_start_at(hexagon: int) -> bool:
    """True if some board has a castle hex there."""
    return bool((HEX_COLOUR[:, hexagon] == A_CASTLE).any())


def is_a_sheet(player: int, front: int, back: int) -> bool:
    """True if the two boards share a sheet."""
    return (front, back) in SHEETS


BOARD = numbers(BOARD_COUNT, 1)
FACE = numbers(FACES, 1)
HEX = numbers(HEXES)
NUMBERED = DEPOTS[:DEPOT_COUNT]
PLAYER = seats(SEATS)

VERBS = Verbs()
DIE = VERBS.player("die", value=FACE, sites="die-{value}", elsewhere=Reason.FINISH_ACTION_FIRST)
BUY = VERBS.player(
    "buy",
    depot=DEPOTS,
    kind=KINDS,
    where=may_lie_in,
    sites="d{depot}-{kind}",
    elsewhere=Reason.NO_PURCHASE_INSIDE_ACTION,
)
TAKE = VERBS.player(
    "take",
    depot=NUMBERED,
    kind=KINDS,
    where=may_lie_in,
    sites="d{depot}-{kind}",
    elsewhere=Reason.CHOOSE_DIE_FIRST,
)
PLACE = VERBS.player(
    "place",
    kind=KINDS,
    hexagon=HEX,
    where=may_be_placed,
    sites="store-{kind} x{hexagon}",
    elsewhere=Reason.CHOOSE_DIE_FIRST,
)
SELL = VERBS.player("sell", goods=GOODS, sites="good-{goods}", elsewhere=Reason.CHOOSE_DIE_FIRST)
WORKERS = VERBS.player("workers", sites="workers", elsewhere=Reason.CHOOSE_DIE_FIRST)
DISCARD = VERBS.player("discard", kind=KINDS, sites="store-{kind}", elsewhere=Reason.STORAGE_IS_NOT_FULL)
GOODS_FROM = VERBS.player("goods", depot=NUMBERED, sites="depot-{depot}", elsewhere=Reason.NO_SHIP_PLACED)
KEEP = VERBS.player("keep", goods=GOODS, sites="keep-{goods}", elsewhere=Reason.NO_SHIP_PLACED)
SIDE = VERBS.player("side", board=BOARD, sites="side-{board}", elsewhere=Reason.SETUP_IS_OVER, read_by="reads_choice")
START = VERBS.player(
    "start",
    hexagon=HEX,
    where=may_start_at,
    sites="x{hexagon}",
    elsewhere=Reason.SETUP_IS_OVER,
    read_by="reads_choice",
    reveals="shows_all_choices",
)
PASS = VERBS.player("pass", elsewhere=Reason.DIE_CANNOT_STAY_UNUSED)
END = VERBS.player("end", elsewhere=Reason.FINISH_ACTION_FIRST)

DEAL = VERBS.chance("deal", player=PLAYER, goods=GOODS)
FIRST = VERBS.chance("first", player=PLAYER)
SHEET = VERBS.chance("sheet", player=PLAYER, front=BOARD, back=BOARD, where=is_a_sheet)
FILL = VERBS.chance("fill", depot=DEPOTS, kind=KINDS, where=may_be_drawn_to)
LAY = VERBS.chance("lay", goods=GOODS)
ROLL = VERBS.chance("roll", player=PLAYER, one=FACE, two=FACE)
WHITE = VERBS.chance("white", depot=NUMBERED)

# For rules that list moves themselves: ids by the arguments.
DIE_IDS = DIE.ids
BUY_IDS = BUY.ids
TAKE_IDS = TAKE.ids
PLACE_IDS = PLACE.ids
DISCARD_IDS = DISCARD.ids
