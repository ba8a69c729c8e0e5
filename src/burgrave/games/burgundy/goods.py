"""Goods: sales, and what a ship brings."""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    CHANGE_COST,
    DEPOT_COUNT,
    GOODS_COUNT,
    GOODS_POINTS,
    GOODS_SPACES,
    NOTHING,
    SALE_SILVER,
    SALE_SILVER_WITH_3,
    SALE_WORKERS_WITH_4,
)
from burgrave.games.burgundy.course import advance_pawn
from burgrave.games.burgundy.estate import has, knowledge, step_of
from burgrave.games.burgundy.moves import ALLOWED, NO_GOODS_OF_THAT_TYPE, TOO_FEW_WORKERS
from burgrave.games.burgundy.state import AT_KEEP, AT_SHIP, AT_SHIP2, AT_TURN, rule


@rule
def sell_cost(known, die, goods):
    """Workers needed to change the die to the number of the goods."""
    return CHANGE_COST[step_of(known), 0, die, goods + 1]


@rule
def may_sell(s, seat, goods, known):
    """At least one tile of the type must be held, and the seat must have the workers that change its die."""
    if s.goods[seat, goods] == 0:
        return NO_GOODS_OF_THAT_TYPE
    if sell_cost(known, s.die, goods) > s.workers[seat]:
        return TOO_FEW_WORKERS
    return ALLOWED


@rule
def sell(s, seat, goods, known):
    """Sell all goods of a type: points for each tile, silver for the sale, with knowledge 4 also a worker."""
    tiles = int(s.goods[seat, goods])
    s.goods[seat, goods] = 0
    s.sold[seat, goods] += tiles
    s.points[seat] += tiles * GOODS_POINTS[s.players]
    s.silver[seat] += SALE_SILVER_WITH_3 if has(known, 3) else SALE_SILVER
    if has(known, 4):
        s.workers[seat] += SALE_WORKERS_WITH_4


@rule
def free_goods_spaces(s, seat):
    """How many more types of goods a seat can hold."""
    free = GOODS_SPACES
    for goods in range(GOODS_COUNT):
        if s.goods[seat, goods] > 0:
            free -= 1
    return free


@rule
def depot_offers(s, seat, depot, free):
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
        if depot_offers(s, seat, depot, free):
            offering |= 1 << depot
    return offering


@rule
def offering_neighbours(s, seat):
    """The ring neighbours of the first named depot that offer something, as a set of bits; 6 and 1 are neighbours."""
    named = int(s.ship_depots[0])
    ring = 1 << ((named + 1) % DEPOT_COUNT) | 1 << ((named + DEPOT_COUNT - 1) % DEPOT_COUNT)
    return offering_depots(s, seat) & ring


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
    """True if the named depots hold that type and the seat does not."""
    return s.goods[seat, goods] == 0 and goods_in_named(s, goods) > 0


@rule
def ship_sails(s, seat):
    """After the goods the pawn moves one space to the right."""
    s.ship_depots[0] = NOTHING
    s.ship_depots[1] = NOTHING
    advance_pawn(s, seat)
    s.point = AT_TURN


@rule
def load_ship(s, seat):
    """Types already held come; new types too if there is room for all of them, else the player chooses."""
    new_types = 0
    for goods in range(GOODS_COUNT):
        if s.goods[seat, goods] > 0:
            load_type(s, seat, goods)
        elif goods_in_named(s, goods) > 0:
            new_types += 1
    free = free_goods_spaces(s, seat)
    if new_types <= free:
        for goods in range(GOODS_COUNT):
            load_type(s, seat, goods)
        ship_sails(s, seat)
    elif free > 0:
        s.point = AT_KEEP
    else:
        ship_sails(s, seat)


@rule
def begin_ship(s, seat):
    """A ship loads goods if some depot offers any."""
    if offering_depots(s, seat):
        s.point = AT_SHIP
    else:
        ship_sails(s, seat)


@rule
def name_depot(s, seat, depot):
    """Name a depot to load from; with knowledge 5 a neighbour may follow before anything is taken."""
    if s.point == AT_SHIP:
        s.ship_depots[0] = depot
        if has(knowledge(s, seat), 5) and offering_neighbours(s, seat):
            s.point = AT_SHIP2
            return
    else:
        s.ship_depots[1] = depot
    load_ship(s, seat)


@rule
def keep_type(s, seat, goods):
    """A new type takes one of the free goods spaces."""
    load_type(s, seat, goods)
    if free_goods_spaces(s, seat) == 0:
        ship_sails(s, seat)
