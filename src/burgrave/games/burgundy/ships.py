"""Ships: the goods they load, and the pawn that moves ahead."""

from __future__ import annotations

from burgrave.games.burgundy.board import DEPOT_COUNT, GOODS_COUNT, NOTHING
from burgrave.games.burgundy.estate import has, knowledge
from burgrave.games.burgundy.goods import free_goods_spaces
from burgrave.games.burgundy.knowledge_tiles import Knowledge
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.state import Point, rule
from burgrave.games.burgundy.track import advance_pawn

ALL_DEPOTS = (1 << DEPOT_COUNT) - 1


@rule
def offers_something(s, seat, depot, free):
    """A depot offers something if it holds goods of a type the seat has, or any goods while a goods space is free."""
    for goods in range(GOODS_COUNT):
        if s.depot_goods[depot, goods] > 0 and (free > 0 or s.goods[seat, goods] > 0):
            return True
    return False


@rule
def offering_depots(s, seat):
    """The depots that offer something, as a set of bits."""
    free = free_goods_spaces(s, seat)
    offering = 0
    for depot in range(DEPOT_COUNT):
        if offers_something(s, seat, depot, free):
            offering |= 1 << depot
    return offering


@rule
def look_for_goods(s, w, seat):
    """Note which depots offer the ship something."""
    w.offering = offering_depots(s, seat)


@rule
def depot_offers(w, depot):
    """The depot must offer something."""
    return Reason.ALLOWED if (w.offering >> depot) & 1 else Reason.DEPOT_OFFERS_NOTHING


@rule
def some_depot_offers_nothing(w):
    """Loading may be declined only by naming a depot that offers nothing."""
    return Reason.EVERY_DEPOT_OFFERS if w.offering == ALL_DEPOTS else Reason.ALLOWED


@rule
def neighbours_of_named(s):
    """The ring neighbours of the first named depot, as a set of bits; 6 and 1 are neighbours."""
    named = int(s.ship_depots[0])
    return 1 << ((named + 1) % DEPOT_COUNT) | 1 << ((named + DEPOT_COUNT - 1) % DEPOT_COUNT)


@rule
def is_neighbour(s, depot):
    """The second depot must be a ring neighbour of the first."""
    return Reason.ALLOWED if (neighbours_of_named(s) >> depot) & 1 else Reason.NOT_A_NEIGHBOUR


@rule
def some_neighbour_offers(s, seat):
    """True if a ring neighbour of the first named depot offers something."""
    return offering_depots(s, seat) & neighbours_of_named(s) != 0


@rule
def goods_in_named(s, goods):
    """How many tiles of a type lie in the depots that the ship has named."""
    tiles = 0
    for k in range(2):
        if s.ship_depots[k] != NOTHING:
            tiles += int(s.depot_goods[s.ship_depots[k], goods])
    return tiles


@rule
def load_type(s, seat, goods):
    """All tiles of a type come from the named depots."""
    for k in range(2):
        depot = s.ship_depots[k]
        if depot != NOTHING:
            s.goods[seat, goods] += s.depot_goods[depot, goods]
            s.depot_goods[depot, goods] = 0


@rule
def is_new_type(s, seat, goods):
    """The named depots must hold that type and the seat must not."""
    if s.goods[seat, goods] == 0 and goods_in_named(s, goods) > 0:
        return Reason.ALLOWED
    return Reason.NOT_A_NEW_TYPE


@rule
def sail(s, seat):
    """After the goods the pawn moves one space to the right."""
    s.ship_depots[0] = NOTHING
    s.ship_depots[1] = NOTHING
    advance_pawn(s, seat)


@rule
def load_ship(s, seat):
    """Types already held come; new types too if there is room for all of them, else the player chooses; then sail."""
    new_types = 0
    for goods in range(GOODS_COUNT):
        if s.goods[seat, goods] > 0:
            load_type(s, seat, goods)
        elif goods_in_named(s, goods) > 0:
            new_types += 1
    free = free_goods_spaces(s, seat)
    if 0 < free < new_types:
        s.point = Point.KEEP
        return False
    if free > 0:
        for goods in range(GOODS_COUNT):
            load_type(s, seat, goods)
    sail(s, seat)
    return True


@rule
def begin_ship(s, seat):
    """A ship loads goods if some depot offers any; True if it sails without."""
    if offering_depots(s, seat):
        s.point = Point.SHIP
        return False
    sail(s, seat)
    return True


@rule
def name_depot(s, seat, depot):
    """Name a depot to load from; knowledge may let a neighbour follow before anything is taken."""
    s.ship_depots[0] = depot
    if has(knowledge(s, seat), Knowledge.SHIPS_LOAD_TWICE) and some_neighbour_offers(s, seat):
        s.point = Point.SHIP2
        return False
    return load_ship(s, seat)


@rule
def name_neighbour(s, depot):
    """Name a second depot to load from."""
    s.ship_depots[1] = depot


@rule
def keep_type(s, seat, goods):
    """A new type takes one of the free goods spaces; when none is left the ship sails."""
    load_type(s, seat, goods)
    if free_goods_spaces(s, seat) > 0:
        return False
    sail(s, seat)
    return True
