"""Every move as a verb and its arguments, with what a person clicks for it; and why a move may be refused."""

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, seats
from burgrave.games.amber.board import FIELD_NAMES, KIND_NAMES, ROTATION_NAMES, SEATS


class Reason(Named):
    """Why a move may not be played now."""

    ALLOWED = auto()
    CHOOSE_CASTLE_NOW = auto()
    CHOOSE_TILE_NOW = auto()
    PLACE_NOW = auto()
    SECOND_NOW = auto()
    DRAW_NOW = auto()
    SWAP_NOW = auto()
    CASTLES_CHOSEN = auto()
    NO_CASTLE_THERE = auto()
    CASTLE_TAKEN = auto()
    MUST_MOVE = auto()
    MOVE_POSSIBLE = auto()
    DRAWN_AFTER_LAYING = auto()
    ONLY_ADVANCED = auto()
    NOT_IN_HAND = auto()
    SPECIAL_SHOVEL_USED = auto()
    NOWHERE_TO_LAY = auto()
    NOTHING_TO_DIG = auto()
    SECOND_ONLY_REBUILDS = auto()
    SHOVEL_DIGS = auto()
    NEEDS_SHOVEL = auto()
    NEEDS_REBUILD_TILE = auto()
    CASTLE_STANDS = auto()
    FIELD_TAKEN = auto()
    NOT_REACHED = auto()
    SAME_PICTURE = auto()
    CANNOT_ENTER = auto()
    CANNOT_TOUCH = auto()
    NOTHING_THERE = auto()
    NOT_STRAIGHT = auto()
    NOT_FROM_THE_SIDE = auto()
    NOT_FROM_FIRST_TILE = auto()
    NOT_IN_ROW = auto()
    STACK_EMPTY = auto()


VERBS = Verbs(reveals="tells_of_a_hand")

CHOOSE_CASTLE = VERBS.player("castle", field=FIELD_NAMES, sites="{field}")
PICK_TILE = VERBS.player("tile", kind=(*KIND_NAMES, "special_shovel"), sites="hand-{kind}")
LAY_TILE = VERBS.player("lay", field=FIELD_NAMES, rotation=ROTATION_NAMES, sites="{field} turn-{rotation}")
REBUILD_ROAD = VERBS.player("rebuild", field=FIELD_NAMES, sites="{field}")
DIG_UP = VERBS.player("dig", field=FIELD_NAMES, sites="{field}")
PASS = VERBS.player("pass")
TAKE_TILE = VERBS.player("take", kind=KIND_NAMES, sites="row-{kind}")
FROM_STACK = VERBS.player("stack", sites="stack")
SWAP_TILE = VERBS.player("swap", kind=KIND_NAMES, sites="hand-{kind}")

START_PLAYER = VERBS.chance("start", player=seats(SEATS))
DRAW_TILE = VERBS.chance("draw", kind=KIND_NAMES, read_by="draws_it")
REVEAL_TILE = VERBS.chance("reveal", kind=KIND_NAMES)
