"""Buildings: what each does when it is placed."""

from __future__ import annotations

import numpy as np

from burgrave.games.burgundy.board import (
    BANK,
    BANK_SILVER,
    BUILDINGS,
    CARPENTER,
    CHURCH,
    CITYHALL,
    INN,
    INN_WORKERS,
    MARKET,
    NOTHING,
    WAREHOUSE,
    WATCHTOWER,
    WATCHTOWER_POINTS,
)
from burgrave.games.burgundy.depots import COLOURS_TO_TAKE, any_wanted_tile, is_wanted
from burgrave.games.burgundy.estate import something_fits
from burgrave.games.burgundy.goods import goods_held
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.state import Point, rule

ASKS = np.full(len(BUILDINGS), NOTHING, np.int64)
"""The decision point at which a building may be used."""
ASKS[WAREHOUSE] = Point.WAREHOUSE
ASKS[CARPENTER] = Point.CARPENTER
ASKS[CHURCH] = Point.CHURCH
ASKS[MARKET] = Point.MARKET
ASKS[CITYHALL] = Point.CITYHALL


@rule
def is_useful(s, seat, point):
    """True if a building could do something at its point; otherwise its effect lapses."""
    if point == Point.WAREHOUSE:
        return goods_held(s, seat) > 0
    if point == Point.CITYHALL:
        return something_fits(s, seat)
    return any_wanted_tile(s, COLOURS_TO_TAKE[point])


@rule
def use_building(s, seat, kind):
    """What a building does when it is placed; True if nothing more is asked."""
    if kind == INN:
        s.workers[seat] += INN_WORKERS
    elif kind == BANK:
        s.silver[seat] += BANK_SILVER
    elif kind == WATCHTOWER:
        s.points[seat] += WATCHTOWER_POINTS
    elif is_useful(s, seat, ASKS[kind]):
        s.point = ASKS[kind]
        return False
    return True


@rule
def carpenter_takes(kind):
    """A carpenter's workshop takes buildings."""
    if is_wanted(COLOURS_TO_TAKE[Point.CARPENTER], kind):
        return Reason.ALLOWED
    return Reason.CARPENTER_TAKES_BUILDINGS


@rule
def church_takes(kind):
    """A church takes castles, mines and knowledge tiles."""
    if is_wanted(COLOURS_TO_TAKE[Point.CHURCH], kind):
        return Reason.ALLOWED
    return Reason.CHURCH_TAKES_OTHERS


@rule
def market_takes(kind):
    """A market takes ships and animals."""
    if is_wanted(COLOURS_TO_TAKE[Point.MARKET], kind):
        return Reason.ALLOWED
    return Reason.MARKET_TAKES_SHIPS_AND_ANIMALS
