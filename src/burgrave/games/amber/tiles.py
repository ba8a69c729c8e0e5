"""Playing tiles: picking one up, laying, rebuilding, digging, and the second tile of a turn."""

from burgrave.games.amber.board import (
    CASTLE,
    CODE,
    DIG,
    EMPTY,
    END_HAND_SIZE,
    ENTER,
    FITS,
    KIND_OF,
    KINDS,
    NEIGHBOUR,
    NOWHERE,
    REBUILD_SIDES,
    REBUILDS,
    ROAD_KINDS,
    ROTATIONS,
    SHOVEL,
    SIDES,
    SPECIAL_SHOVEL,
    WAYS_OF,
)
from burgrave.games.amber.moves import Reason
from burgrave.games.amber.roads import has_second_target, is_second_target
from burgrave.games.amber.state import Point, rule
from burgrave.games.amber.supply import part_with, something_to_draw


@rule
def has_tile_move(s, w, seat):
    """Something in the seat's hand, or its special shovel, can be played in one of the ways found for it."""
    if s.special_shovel[seat] and w.ways & DIG:
        return True
    for kind in range(KINDS):
        if s.hand[seat, kind] and w.ways & WAYS_OF[kind]:
            return True
    return False


@rule
def has_placement(w, kind):
    """Only a tile that can be played on some reached field."""
    if w.ways & WAYS_OF[kind]:
        return Reason.ALLOWED
    return Reason.NOTHING_TO_DIG if WAYS_OF[kind] == DIG else Reason.NOWHERE_TO_LAY


@rule
def may_be_second(kind):
    """The second tile is a bridge or a roundabout; asked even without one, so that the question gives nothing away."""
    return Reason.ALLOWED if REBUILDS[kind] else Reason.SECOND_ONLY_REBUILDS


@rule
def pick_tile(s, seat, kind):
    """A tile is picked up; from now on everybody knows that the seat has one of that kind."""
    s.chosen = kind
    if kind != SPECIAL_SHOVEL and s.known[seat, kind] == 0:
        s.known[seat, kind] = 1


@rule
def to_place(s):
    """The tile picked up has to be placed."""
    s.point = Point.PLACE


@rule
def to_second_place(s):
    """The second tile picked up has to be placed."""
    s.point = Point.SECOND_PLACE


@rule
def may_be_laid(s):
    """Every tile but a shovel can be laid."""
    return Reason.SHOVEL_DIGS if WAYS_OF[s.chosen] == DIG else Reason.ALLOWED


@rule
def is_empty(s, field):
    """Tiles are laid on fields without tile and castle."""
    if s.tile[field] == EMPTY:
        return Reason.ALLOWED
    return Reason.CASTLE_STANDS if s.tile[field] == CASTLE else Reason.FIELD_TAKEN


@rule
def is_reached(w, field):
    """Only a field that roads from the seat's castle lead to."""
    return Reason.ALLOWED if w.arrivals[field] else Reason.NOT_REACHED


@rule
def has_rotation(s, rotation):
    """Turned further, some tiles look the same again."""
    return Reason.ALLOWED if rotation < ROTATIONS[s.chosen] else Reason.SAME_PICTURE


@rule
def fits(s, w, field, rotation):
    """A road is turned so that it joins a road over which the seat arrives."""
    if FITS[s.placement_join, s.chosen, w.arrivals[field]] >> rotation & 1:
        return Reason.ALLOWED
    return Reason.CANNOT_ENTER if s.placement_join == ENTER else Reason.CANNOT_TOUCH


@rule
def is_rebuild_tile(s):
    """Only a bridge or a roundabout takes the place of another tile."""
    return Reason.ALLOWED if REBUILDS[s.chosen] else Reason.NEEDS_REBUILD_TILE


@rule
def is_straight(s, field):
    """Only a straight road is rebuilt."""
    return Reason.ALLOWED if REBUILD_SIDES[s.tile[field]] else Reason.NOT_STRAIGHT


@rule
def is_from_the_side(s, w, field):
    """A straight road is rebuilt where the seat arrives over its blank side."""
    return Reason.ALLOWED if w.arrivals[field] & REBUILD_SIDES[s.tile[field]] else Reason.NOT_FROM_THE_SIDE


@rule
def is_from_first_tile(s, w, field):
    """With a second tile: the straight road that the road just laid runs into from the side."""
    for side in range(SIDES):
        if NEIGHBOUR[s.first, side] == field and is_second_target(s, w, int(s.first), side):
            return Reason.ALLOWED
    return Reason.NOT_FROM_FIRST_TILE


@rule
def is_shovel(s):
    """Only a shovel digs."""
    return Reason.ALLOWED if WAYS_OF[s.chosen] == DIG else Reason.NEEDS_SHOVEL


@rule
def can_be_dug(s, field):
    """A shovel digs up a road or a swamp."""
    if s.tile[field] == CASTLE:
        return Reason.CASTLE_STANDS
    return Reason.NOTHING_THERE if s.tile[field] == EMPTY else Reason.ALLOWED


@rule
def put_down(s):
    """What was picked up is placed."""
    s.chosen = NOWHERE
    s.skipped = 0


@rule
def lay_tile(s, seat, field, rotation):
    """The chosen tile is laid as turned."""
    kind = int(s.chosen)
    part_with(s, seat, kind)
    put_down(s)
    s.tile[field] = CODE[kind, rotation]


@rule
def offer_second(s, w, seat, field):
    """After a road that runs into the side of a straight one the seat may lay a second tile; true if it draws now."""
    if s.point == Point.OVER:
        return False
    may_go_on = s.hand_size[seat] > END_HAND_SIZE or something_to_draw(s)
    if KIND_OF[s.tile[field]] < ROAD_KINDS and may_go_on and has_second_target(s, w, seat, field):
        s.first = field
        s.point = Point.SECOND
        return False
    return True


@rule
def decline_second(s):
    """No second tile is laid."""
    s.first = NOWHERE


@rule
def rebuild_road(s, seat, field):
    """The chosen bridge or roundabout takes the place of a straight road, which goes to the box."""
    kind = int(s.chosen)
    part_with(s, seat, kind)
    put_down(s)
    s.first = NOWHERE
    s.box[KIND_OF[s.tile[field]]] += 1
    s.tile[field] = CODE[kind, 0]


@rule
def dig_up(s, seat, field):
    """The tile and the shovel go to the box; a special shovel is out of the game."""
    if s.chosen == SPECIAL_SHOVEL:
        s.special_shovel[seat] = 0
    else:
        part_with(s, seat, SHOVEL)
        s.box[SHOVEL] += 1
    put_down(s)
    s.box[KIND_OF[s.tile[field]]] += 1
    s.tile[field] = EMPTY
