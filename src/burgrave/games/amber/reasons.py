"""Why a move may not be played: the rule that forbids it."""

from burgrave.games.amber.board import (
    CASTLE,
    CASTLE_AT,
    DIG,
    EMPTY,
    ENTER,
    FITS,
    NEIGHBOUR,
    NOWHERE,
    REBUILD_SIDES,
    REBUILDS,
    ROTATIONS,
    SIDES,
    SPECIAL_SHOVEL,
)
from burgrave.games.amber.moves import (
    ARG,
    IS_CASTLE,
    IS_DIG,
    IS_LAY,
    IS_PASS,
    IS_REBUILD,
    IS_STACK,
    IS_SWAP,
    IS_TAKE,
    IS_TILE,
    REASONS,
    VERB_OF,
)
from burgrave.games.amber.roads import drive, is_second_target, layout_number
from burgrave.games.amber.setup import is_taken
from burgrave.games.amber.state import ADVANCED, CASTLE_CHOICE, PLACE, SECOND, SECOND_PLACE, SWAP, TAKE, TILE, rule
from burgrave.games.amber.turns import ways_of

(
    ALLOWED,
    CHOOSE_CASTLE_NOW,
    CHOOSE_TILE_NOW,
    PLACE_NOW,
    SECOND_NOW,
    DRAW_NOW,
    SWAP_NOW,
    CASTLES_CHOSEN,
    NO_CASTLE_THERE,
    CASTLE_TAKEN,
    MUST_MOVE,
    MOVE_POSSIBLE,
    DRAWN_AFTER_LAYING,
    ONLY_ADVANCED,
    NOT_IN_HAND,
    SPECIAL_SHOVEL_USED,
    NOWHERE_TO_LAY,
    NOTHING_TO_DIG,
    SECOND_ONLY_REBUILDS,
    SHOVEL_DIGS,
    NEEDS_SHOVEL,
    NEEDS_REBUILD_TILE,
    CASTLE_STANDS,
    FIELD_TAKEN,
    NOT_REACHED,
    SAME_PICTURE,
    CANNOT_ENTER,
    CANNOT_TOUCH,
    NOTHING_THERE,
    NOT_STRAIGHT,
    NOT_FROM_THE_SIDE,
    NOT_FROM_FIRST_TILE,
    NOT_IN_ROW,
    STACK_EMPTY,
) = range(len(REASONS))


@rule
def why_not_castle(s, field):
    """Only castles of the layout that nobody has chosen, and only at set-up."""
    if s.point != CASTLE_CHOICE:
        return CASTLES_CHOSEN
    if CASTLE_AT[layout_number(s), field] == NOWHERE:
        return NO_CASTLE_THERE
    return CASTLE_TAKEN if is_taken(s, field) else ALLOWED


@rule
def why_not_tile(s, ways, kind):
    """Only a tile one has, and only if it can be played; the second tile is a bridge or a roundabout."""
    seat = int(s.turn)
    if kind == SPECIAL_SHOVEL and s.variant != ADVANCED:
        return ONLY_ADVANCED
    if s.point == SECOND and (kind == SPECIAL_SHOVEL or not REBUILDS[kind]):
        return SECOND_ONLY_REBUILDS
    if kind == SPECIAL_SHOVEL and not s.special_shovel[seat]:
        return SPECIAL_SHOVEL_USED
    if kind != SPECIAL_SHOVEL and not s.hand[seat, kind]:
        return NOT_IN_HAND
    if s.point == SECOND or ways & ways_of(kind):
        return ALLOWED
    return NOTHING_TO_DIG if ways_of(kind) == DIG else NOWHERE_TO_LAY


@rule
def why_not_lay(s, w, field, rotation):
    """On an empty reached field, turned so that it joins a road over which the seat arrives."""
    kind = int(s.chosen)
    if ways_of(kind) == DIG:
        return SHOVEL_DIGS
    if s.tile[field] == CASTLE:
        return CASTLE_STANDS
    if s.tile[field] != EMPTY:
        return FIELD_TAKEN
    if not w.arrivals[field]:
        return NOT_REACHED
    if rotation >= ROTATIONS[kind]:
        return SAME_PICTURE
    if FITS[s.placement_join, kind, w.arrivals[field]] >> rotation & 1:
        return ALLOWED
    return CANNOT_ENTER if s.placement_join == ENTER else CANNOT_TOUCH


@rule
def why_not_rebuild(s, w, field):
    """With a bridge or roundabout, in place of a straight road reached over its blank side."""
    if s.chosen == SPECIAL_SHOVEL or not REBUILDS[s.chosen]:
        return NEEDS_REBUILD_TILE
    if not REBUILD_SIDES[s.tile[field]]:
        return NOT_STRAIGHT
    if s.point == SECOND_PLACE:
        for side in range(SIDES):
            if NEIGHBOUR[s.first, side] == field and is_second_target(s, w, int(s.first), side):
                return ALLOWED
        return NOT_FROM_FIRST_TILE
    return ALLOWED if w.arrivals[field] & REBUILD_SIDES[s.tile[field]] else NOT_FROM_THE_SIDE


@rule
def why_not_dig(s, w, field):
    """With a shovel, a road or swamp tile on a reached field."""
    if ways_of(int(s.chosen)) != DIG:
        return NEEDS_SHOVEL
    if s.tile[field] == CASTLE:
        return CASTLE_STANDS
    if s.tile[field] == EMPTY:
        return NOTHING_THERE
    return ALLOWED if w.arrivals[field] else NOT_REACHED


@rule
def why_not_draw(s, verb, kind):
    """In the advanced variant, after laying: a tile that lies in the row, or the top of the stack."""
    if s.variant != ADVANCED:
        return ONLY_ADVANCED
    if s.point != TAKE:
        return DRAWN_AFTER_LAYING
    if verb == IS_STACK:
        return ALLOWED if s.stack_size > 0 else STACK_EMPTY
    return ALLOWED if s.row[kind] else NOT_IN_ROW


@rule
def asked_now(s):
    """What the seat to act has to do first."""
    if s.point == CASTLE_CHOICE:
        return CHOOSE_CASTLE_NOW
    if s.point == TILE:
        return CHOOSE_TILE_NOW
    if s.point == PLACE or s.point == SECOND_PLACE:
        return PLACE_NOW
    if s.point == SECOND:
        return SECOND_NOW
    return DRAW_NOW if s.point == TAKE else SWAP_NOW


@rule
def reason(s, w, move):
    """Why the seat to act may not play this move now; 0 if it may."""
    verb = VERB_OF[move]
    argument = ARG[move, 0]
    if verb == IS_CASTLE:
        return why_not_castle(s, argument)
    if s.point == CASTLE_CHOICE:
        return CHOOSE_CASTLE_NOW
    if verb in (IS_TAKE, IS_STACK):
        if s.point == SWAP and s.variant == ADVANCED:
            return SWAP_NOW
        return why_not_draw(s, verb, argument)
    ways = drive(s, w, int(s.turn))
    if verb == IS_TILE and (s.point == TILE or s.point == SECOND):
        return why_not_tile(s, ways, argument)
    if verb == IS_LAY and s.point == PLACE:
        return why_not_lay(s, w, argument, ARG[move, 1])
    if verb == IS_LAY and s.point == SECOND_PLACE:
        return SECOND_ONLY_REBUILDS
    if verb == IS_REBUILD and (s.point == PLACE or s.point == SECOND_PLACE):
        return why_not_rebuild(s, w, argument)
    if verb == IS_DIG and (s.point == PLACE or s.point == SECOND_PLACE):
        return why_not_dig(s, w, argument)
    if verb == IS_PASS:
        if s.point == SECOND:
            return ALLOWED
        return MUST_MOVE if s.point == TILE or s.point == PLACE else asked_now(s)
    if verb == IS_SWAP:
        if s.point == SWAP:
            return ALLOWED if s.hand[s.turn, argument] else NOT_IN_HAND
        return MOVE_POSSIBLE
    return asked_now(s)
