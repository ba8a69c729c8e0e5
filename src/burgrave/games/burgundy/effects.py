"""What tiles do: the action of a die or a castle, and the effect of each placed tile.

When nothing more is asked the point is `turn` again; `apply` then looks whether the turn is over.
"""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_CASTLE,
    A_KNOWLEDGE,
    A_MINE,
    A_SHIP,
    ACTION_SILVER_WITH_13,
    ACTION_WORKERS,
    ACTION_WORKERS_WITH_14,
    AN_ANIMAL,
    BANK,
    BANK_SILVER,
    CITYHALL,
    COLOUR_HEX,
    COLOUR_SIZE,
    INN,
    INN_WORKERS,
    KIND_COLOUR,
    NOTHING,
    PRICE,
    STORAGE_SPACES,
    WAREHOUSE,
    WATCHTOWER,
    WATCHTOWER_POINTS,
)
from burgrave.games.burgundy.depots import (
    any_wanted_tile,
    remove_from,
    storage_is_full,
    store,
    take_cost,
    take_out_of_storage,
)
from burgrave.games.burgundy.estate import animal_points, fits, has, knowledge, place_cost, score_estate
from burgrave.games.burgundy.goods import begin_ship, sell, sell_cost
from burgrave.games.burgundy.moves import ALLOWED
from burgrave.games.burgundy.scoring import goods_held
from burgrave.games.burgundy.state import (
    AT_CARPENTER,
    AT_CASTLE,
    AT_CHURCH,
    AT_CITYHALL,
    AT_DISCARD,
    AT_MARKET,
    AT_TURN,
    AT_WAREHOUSE,
    rule,
)

ALL_COLOURS = -1
CARPENTER_COLOURS = 1 << A_BUILDING
CHURCH_COLOURS = 1 << A_CASTLE | 1 << A_MINE | 1 << A_KNOWLEDGE
MARKET_COLOURS = 1 << A_SHIP | 1 << AN_ANIMAL


@rule
def colours_to_take(point):
    """Which colours may be taken at a decision point, as a set of bits."""
    if point == AT_CARPENTER:
        return CARPENTER_COLOURS
    if point == AT_CHURCH:
        return CHURCH_COLOURS
    if point == AT_MARKET:
        return MARKET_COLOURS
    return ALL_COLOURS


@rule
def something_fits(s, seat):
    """True if some stored tile can be placed, whatever its number."""
    board = s.board[seat]
    known = knowledge(s, seat)
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            return False
        colour = KIND_COLOUR[kind]
        for k in range(COLOUR_SIZE[board, colour]):
            if fits(s, seat, kind, COLOUR_HEX[board, colour, k], known) == ALLOWED:
                return True
    return False


@rule
def ask_if(s, useful, point):
    """Ask for the use of a building's effect, or let it lapse when there is nothing it could do."""
    if useful:
        s.point = point


@rule
def building_effect(s, seat, kind):
    """What a building does when it is placed."""
    if kind == WAREHOUSE:
        ask_if(s, goods_held(s, seat) > 0, AT_WAREHOUSE)
    elif kind == CITYHALL:
        ask_if(s, something_fits(s, seat), AT_CITYHALL)
    elif kind == INN:
        s.workers[seat] += INN_WORKERS
    elif kind == BANK:
        s.silver[seat] += BANK_SILVER
    elif kind == WATCHTOWER:
        s.points[seat] += WATCHTOWER_POINTS
    else:
        point = AT_CARPENTER + kind - 1
        ask_if(s, any_wanted_tile(s, colours_to_take(point)), point)


@rule
def place_tile(s, seat, kind, hexagon):
    """Pay the change of the die, lay the tile, score region and colour, then let the tile take effect."""
    known = knowledge(s, seat)
    colour = KIND_COLOUR[kind]
    s.workers[seat] -= place_cost(known, s.die, colour, hexagon)
    s.die = 0
    take_out_of_storage(s, seat, kind)
    s.tiles[seat, hexagon] = kind
    score_estate(s, seat, hexagon)
    s.point = AT_TURN
    if colour == A_BUILDING:
        building_effect(s, seat, kind)
    elif colour == A_SHIP:
        begin_ship(s, seat)
    elif colour == A_CASTLE:
        s.point = AT_CASTLE
    elif colour == AN_ANIMAL:
        s.points[seat] += animal_points(s, seat, kind, hexagon, known)


@rule
def acquire(s, seat, depot, kind):
    """The tile leaves its depot for storage; if storage is full an old tile has to be discarded first."""
    remove_from(s, depot, kind)
    s.die = 0
    if storage_is_full(s, seat):
        s.taking = kind
        s.point = AT_DISCARD
    else:
        store(s, seat, kind)
        s.point = AT_TURN


@rule
def take_tile(s, seat, depot, kind):
    """Take a tile from a numbered depot, paying the change of the die."""
    s.workers[seat] -= take_cost(knowledge(s, seat), s.die, depot)
    acquire(s, seat, depot, kind)


@rule
def buy_tile(s, seat, depot, kind):
    """Make the purchase of the turn."""
    s.silver[seat] -= PRICE
    s.bought = 1
    acquire(s, seat, depot, kind)


@rule
def discard_tile(s, seat, kind):
    """An old tile leaves the game and the new one takes its place."""
    take_out_of_storage(s, seat, kind)
    s.removed[kind] += 1
    store(s, seat, s.taking)
    s.taking = NOTHING
    s.point = AT_TURN


@rule
def sell_goods(s, seat, goods):
    """Sell all goods of a type, paying the change of the die."""
    known = knowledge(s, seat)
    s.workers[seat] -= sell_cost(known, s.die, goods)
    s.die = 0
    sell(s, seat, goods, known)
    s.point = AT_TURN


@rule
def take_workers(s, seat):
    """Two workers, four with knowledge 14; with knowledge 13 also a silver."""
    known = knowledge(s, seat)
    s.die = 0
    s.workers[seat] += ACTION_WORKERS_WITH_14 if has(known, 14) else ACTION_WORKERS
    if has(known, 13):
        s.silver[seat] += ACTION_SILVER_WITH_13
    s.point = AT_TURN
