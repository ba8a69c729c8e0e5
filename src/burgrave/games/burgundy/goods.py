"""Goods held, and their sale."""

from __future__ import annotations

from burgrave.games.burgundy.board import GOODS_COUNT, GOODS_POINTS, GOODS_SPACES, SALE_SILVER
from burgrave.games.burgundy.dice import workers_needed
from burgrave.games.burgundy.estate import extra, knowledge
from burgrave.games.burgundy.knowledge_tiles import Effect, Occasion
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.state import rule


@rule
def goods_held(s, seat):
    """How many unsold goods tiles a seat has."""
    tiles = 0
    for goods in range(GOODS_COUNT):
        tiles += int(s.goods[seat, goods])
    return tiles


@rule
def free_goods_spaces(s, seat):
    """How many more types of goods a seat can hold."""
    free = GOODS_SPACES
    for goods in range(GOODS_COUNT):
        if s.goods[seat, goods] > 0:
            free -= 1
    return free


@rule
def sell_cost(known, die, goods):
    """Workers needed to change the die to the number of the goods."""
    return workers_needed(known, die, Occasion.SELL_GOODS, goods + 1)


@rule
def holds_goods(s, seat, goods):
    """At least one tile of the type must be held."""
    return Reason.NO_GOODS_OF_THAT_TYPE if s.goods[seat, goods] == 0 else Reason.ALLOWED


@rule
def reaches_goods(s, w, seat, goods):
    """The seat must have the workers that change its die to the number of the goods."""
    return Reason.ALLOWED if sell_cost(w.known, s.die, goods) <= s.workers[seat] else Reason.TOO_FEW_WORKERS


@rule
def sell_goods(s, seat, goods):
    """Sell all goods of a type, paying the change of the die: points for each tile, silver for the sale."""
    known = knowledge(s, seat)
    s.workers[seat] -= sell_cost(known, s.die, goods)
    s.die = 0
    tiles = int(s.goods[seat, goods])
    s.goods[seat, goods] = 0
    s.sold[seat, goods] += tiles
    s.points[seat] += tiles * GOODS_POINTS[s.players]
    s.silver[seat] += SALE_SILVER + extra(known, Effect.SILVER, Occasion.SELL_GOODS)
    s.workers[seat] += extra(known, Effect.WORKERS, Occasion.SELL_GOODS)
