"""What makes a position good: the greedy bot's and the search bot's eye.

Everything is counted in points: those on the table, and what tiles, goods, workers and unused dice may still bring.
"""

from __future__ import annotations

import numpy as np

from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_CASTLE,
    A_KNOWLEDGE,
    A_MINE,
    A_SHIP,
    AN_ANIMAL,
    BONUS_POINTS,
    COLOUR_COUNT,
    COLOUR_HEX,
    COLOUR_SIZE,
    DEPOT_COUNT,
    FIRST_KNOWLEDGE,
    GOODS_COUNT,
    GOODS_POINTS,
    KIND_COLOUR,
    LARGEST_REGION,
    LAST_PHASE,
    MINE,
    MOST_REGIONS,
    NOTHING,
    PHASE_POINTS,
    REGION,
    REGION_HEX,
    REGION_POINTS,
    REGION_SIZE,
    ROUNDS,
    SLOTS,
    SMALL,
    STORAGE_SPACES,
    UNKNOWN_BOARD,
    WAREHOUSE,
)
from burgrave.games.burgundy.depots import ALL_COLOURS, COLOURS_TO_TAKE, is_wanted, take_cost
from burgrave.games.burgundy.estate import (
    animal_points,
    bonus_tiles_taken,
    count_of,
    fits,
    knowledge,
    number_of,
    touches_a_tile,
)
from burgrave.games.burgundy.goods import free_goods_spaces, sell_cost
from burgrave.games.burgundy.knowledge_tiles import Knowledge
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.placing import place_cost
from burgrave.games.burgundy.scoring import knowledge_points, score_now
from burgrave.games.burgundy.ships import goods_in_named
from burgrave.games.burgundy.state import Point, rule

POINT = 0.09
"""Log-odds of winning that one point is worth."""
ALL_ROUNDS = ROUNDS * (LAST_PHASE + 1)

WORKER = 0.35
"""What a worker brings beyond its half point, while there are dice to change."""
MANY_WORKERS = 4
SILVER = 0.9
"""What a silver brings beyond its point, while there are turns to buy in."""
MANY_SILVER = 5
SALE = 1.2
"""What a sale brings beyond its points: the silver."""
STORED = 0.5
"""The share of a tile's effect that it is worth while it waits in storage."""
NO_ROOM_YET = 0.3
"""The share of that which is left while the tile fits nowhere."""
OPEN_HEX = 0.3
"""What an empty hex beside a tile is worth at the beginning: the next tile may lie there."""
A_TILE = 0.4
"""What any stored tile is worth: it fills a hex one day."""
DIE = 3.5
"""What an unused die of a seat that is not acting brings."""
PROGRESS_SHARE = 0.65

EFFECT = np.zeros(FIRST_KNOWLEDGE, np.float64)
"""What each building does for its owner, in points; those that depend on the position are added there."""
EFFECT[:8] = [0.5, 2.8, 3.2, 2.8, 3.6, 3.4, 3.0, 4.0]
CASTLE_EFFECT = 4.5
SHIP_EFFECT = 1.5
MINE_INCOME = 1.4

BUILDING_COUNTER_WORTH = 5.0
WORTH = {
    Knowledge.BUILDINGS_REPEAT: 3.0,
    Knowledge.MINES_BRING_WORKERS: 3.0,
    Knowledge.SALES_BRING_SILVER: 4.0,
    Knowledge.SALES_BRING_WORKERS: 3.0,
    Knowledge.SHIPS_LOAD_TWICE: 4.0,
    Knowledge.BUYS_ANYWHERE: 5.0,
    Knowledge.ANIMALS_BRING_POINTS: 6.0,
    Knowledge.WORKERS_STEP_FARTHER: 8.0,
    Knowledge.SHIFTS_BUILDINGS: 9.0,
    Knowledge.SHIFTS_SHIPS_AND_ANIMALS: 7.0,
    Knowledge.SHIFTS_CASTLES_MINES_KNOWLEDGE: 7.0,
    Knowledge.SHIFTS_TAKING: 9.0,
    Knowledge.WORKERS_BRING_SILVER: 4.0,
    Knowledge.WORKERS_BRING_WORKERS: 8.0,
    Knowledge.SCORES_TYPES_SOLD: 9.0,
    Knowledge.SCORES_SPECIES: 7.0,
    Knowledge.SCORES_TILES_SOLD: 7.0,
    Knowledge.SCORES_BONUS_TILES: 4.0,
}
KNOWLEDGE_WORTH = np.array([0.0, *(WORTH.get(tile, BUILDING_COUNTER_WORTH) for tile in Knowledge)])
"""What each knowledge tile, by number, brings over a whole game, in points, beyond what it would score now."""

PROGRESS = np.array(
    [
        [0.0 if size == 0 else PROGRESS_SHARE * min(1.0, filled / size) ** 1.6 for filled in range(LARGEST_REGION + 1)]
        for size in range(LARGEST_REGION + 1)
    ]
)
"""The share of a region's points that it is worth when so many of its hexes hold a tile."""


@rule
def rounds_left(s):
    """How many rounds follow the running one."""
    return ALL_ROUNDS - (ROUNDS * int(s.phase) + int(s.round_number))


@rule
def time_left(s):
    """The share of the game that is still to come."""
    return rounds_left(s) / ALL_ROUNDS


@rule
def filled_in(s, seat, region):
    """How many hexes of a region hold a tile."""
    board = s.board[seat]
    filled = 0
    for k in range(REGION_SIZE[board, region]):
        if s.tiles[seat, REGION_HEX[board, region, k]] != NOTHING:
            filled += 1
    return filled


@rule
def region_worth(s, size, filled):
    """What a region with so many tiles is worth: nothing when it can hardly be filled in time."""
    if filled == size or size - filled > 1 + rounds_left(s):
        return 0.0
    return PROGRESS[size, filled] * (REGION_POINTS[size] + PHASE_POINTS[s.phase])


@rule
def colour_worth(s, seat, colour, filled):
    """What progress towards a bonus tile is worth."""
    size = COLOUR_SIZE[s.board[seat], colour]
    taken = bonus_tiles_taken(s, colour)
    if filled >= size or taken > SMALL or size - filled > 1 + rounds_left(s):
        return 0.0
    share = filled / size
    return 0.5 * BONUS_POINTS[s.players, taken] * share * share


@rule
def estate_worth(s, seat):
    """What regions and colours in progress, mines, knowledge and open hexes are worth beyond the points now."""
    board = s.board[seat]
    if board == UNKNOWN_BOARD:
        return 0.0
    worth = 0.0
    for region in range(MOST_REGIONS):
        size = REGION_SIZE[board, region]
        if size > 1:
            worth += region_worth(s, size, filled_in(s, seat, region))
    left = time_left(s)
    for colour in range(COLOUR_COUNT):
        filled = 0
        for k in range(COLOUR_SIZE[board, colour]):
            hexagon = COLOUR_HEX[board, colour, k]
            kind = int(s.tiles[seat, hexagon])
            if kind != NOTHING:
                filled += 1
                if colour == A_KNOWLEDGE:
                    worth += KNOWLEDGE_WORTH[number_of(kind)] * left
            elif touches_a_tile(s, seat, hexagon) == Reason.ALLOWED:
                worth += OPEN_HEX * left
        worth += colour_worth(s, seat, colour, filled)
    if s.point != Point.OVER:
        incomes = LAST_PHASE + 1 - int(s.phase)
        worth += MINE_INCOME * incomes * count_of(s, seat, A_MINE, MINE)
    return worth


@rule
def sale_worth(s, seat, goods):
    """What selling a type brings beyond keeping it."""
    tiles = int(s.goods[seat, goods])
    return SALE + tiles * (GOODS_POINTS[s.players] - 1.0) if tiles > 0 else 0.0


@rule
def best_sale(s, seat, known, die):
    """The best sale that the die can reach, less the workers it costs."""
    best = 0.0
    for goods in range(GOODS_COUNT):
        cost = sell_cost(known, die, goods)
        if s.goods[seat, goods] > 0 and cost <= s.workers[seat]:
            best = max(best, sale_worth(s, seat, goods) - cost * (WORKER + 0.5))
    return best


@rule
def goods_waiting(s, seat):
    """Roughly how many goods tiles a ship could load now."""
    best = 0
    free = free_goods_spaces(s, seat)
    for depot in range(DEPOT_COUNT):
        tiles = 0
        for goods in range(GOODS_COUNT):
            if free > 0 or s.goods[seat, goods] > 0:
                tiles += int(s.depot_goods[depot, goods])
        best = max(best, tiles)
    return best


@rule
def effect_worth(s, seat, kind, known):
    """What a tile does for its owner when it is placed, wherever that is."""
    colour = KIND_COLOUR[kind]
    if colour == A_BUILDING:
        if kind == WAREHOUSE:
            return EFFECT[kind] + best_sale(s, seat, known, 0)
        return EFFECT[kind]
    if colour == A_KNOWLEDGE:
        tile = number_of(kind)
        return KNOWLEDGE_WORTH[tile] * time_left(s) + knowledge_points(s, seat, tile)
    if colour == A_CASTLE:
        return CASTLE_EFFECT
    if colour == A_MINE:
        return MINE_INCOME * (LAST_PHASE + 1 - int(s.phase))
    if colour == A_SHIP:
        return SHIP_EFFECT + 0.8 * GOODS_POINTS[s.players] * goods_waiting(s, seat)
    return 0.0


@rule
def place_worth(s, seat, kind, hexagon, known):
    """What placing a tile on a hex brings: its effect, animals, and the region that it fills or furthers."""
    board = s.board[seat]
    colour = KIND_COLOUR[kind]
    region = REGION[board, hexagon]
    size = REGION_SIZE[board, region]
    filled = filled_in(s, seat, region)
    worth = effect_worth(s, seat, kind, known)
    if colour == AN_ANIMAL:
        worth += animal_points(s, seat, kind, hexagon, known)
    if filled + 1 == size:
        worth += REGION_POINTS[size] + PHASE_POINTS[s.phase]
    else:
        worth += region_worth(s, size, filled + 1)
    return worth - region_worth(s, size, filled)


@rule
def best_place(s, seat, kind, known, die):
    """The best hex for a stored tile that the die can reach, less workers; -1 if there is none."""
    board = s.board[seat]
    colour = KIND_COLOUR[kind]
    best = -1.0
    for k in range(COLOUR_SIZE[board, colour]):
        hexagon = COLOUR_HEX[board, colour, k]
        cost = place_cost(known, die, colour, hexagon)
        if cost <= s.workers[seat] and fits(s, seat, kind, hexagon):
            best = max(best, place_worth(s, seat, kind, hexagon, known) - cost * (WORKER + 0.5))
    return best


@rule
def waiting_worth(s, seat, kind, known):
    """What a tile is worth in storage for its effect alone; nothing when no hex of its colour is left, or no time."""
    left = rounds_left(s)
    if left == 0 and s.dice[seat, 0] == 0:
        return 0.0
    board = s.board[seat]
    colour = KIND_COLOUR[kind]
    share = 0.0
    for k in range(COLOUR_SIZE[board, colour]):
        hexagon = COLOUR_HEX[board, colour, k]
        if s.tiles[seat, hexagon] == NOTHING:
            if fits(s, seat, kind, hexagon):
                share = 1.0
                break
            share = NO_ROOM_YET
    return share * (STORED * effect_worth(s, seat, kind, known) + A_TILE) if share > 0.0 else 0.0


@rule
def extra_worth(s, seat, kind, known):
    """What the best hex for a stored tile adds to its effect, points of its region and animals included."""
    waiting = waiting_worth(s, seat, kind, known)
    if waiting == 0.0:
        return 0.0
    return max(0.0, STORED * best_place(s, seat, kind, known, 0) - waiting)


@rule
def best_extra(s, seat, known):
    """Only one stored tile can have the best hex: the most that a hex adds to any of them."""
    best = 0.0
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            break
        best = max(best, extra_worth(s, seat, kind, known))
    return best


@rule
def storage_worth(s, seat, known):
    """What all stored tiles are worth together; a second tile of a kind counts half."""
    worth = best_extra(s, seat, known)
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            break
        again = space > 0 and s.storage[seat, space - 1] == kind
        worth += waiting_worth(s, seat, kind, known) * (0.5 if again else 1.0)
    return worth


@rule
def best_stored(s, seat, known, die):
    """The best placement of a stored tile, beyond what it is worth in storage."""
    best = 0.0
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            break
        worth = best_place(s, seat, kind, known, die)
        if worth > 0.0:
            best = max(best, worth - waiting_worth(s, seat, kind, known) - extra_worth(s, seat, kind, known))
    return best


@rule
def least_stored(s, seat, known):
    """What the tile is worth that a full storage would lose; nothing while a space is free."""
    if s.storage[seat, STORAGE_SPACES - 1] == NOTHING:
        return 0.0
    least = waiting_worth(s, seat, s.storage[seat, 0], known)
    for space in range(1, STORAGE_SPACES):
        least = min(least, waiting_worth(s, seat, s.storage[seat, space], known))
    return least


@rule
def best_take(s, seat, known, die, colours):
    """The best tile that the die can reach, less workers and the tile that has to go."""
    best = 0.0
    extra = best_extra(s, seat, known)
    lost = least_stored(s, seat, known)
    for depot in range(DEPOT_COUNT):
        cost = take_cost(known, die, depot)
        if cost > s.workers[seat]:
            continue
        for slot in range(SLOTS):
            kind = s.depots[depot, slot]
            if kind != NOTHING and is_wanted(colours, kind):
                worth = waiting_worth(s, seat, kind, known) + max(0.0, extra_worth(s, seat, kind, known) - extra)
                best = max(best, worth - lost - cost * (WORKER + 0.5))
    return best


@rule
def best_action(s, seat, known, die):
    """The best use of a die (0: of a castle)."""
    workers = 2.0 * (WORKER + 0.5) if s.workers[seat] < MANY_WORKERS else 1.0
    best = max(workers, best_sale(s, seat, known, die))
    best = max(best, best_stored(s, seat, known, die))
    return max(best, best_take(s, seat, known, die, ALL_COLOURS))


@rule
def dice_worth(s, seat, known):
    """What the unused dice will bring: the acting seat's are looked at, the others' are not."""
    worth = 0.0
    for k in range(2):
        die = s.dice[seat, k]
        if die > 0:
            worth += best_action(s, seat, known, die) if s.to_act == seat else DIE
    return worth


@rule
def decision_worth(s, seat, known):
    """What the effect brings that is being decided."""
    point = s.point
    if point == Point.ACTION:
        return best_action(s, seat, known, s.die)
    if point == Point.CASTLE:
        return best_action(s, seat, known, 0)
    if point == Point.CITYHALL:
        return best_stored(s, seat, known, 0)
    if point == Point.WAREHOUSE:
        return best_sale(s, seat, known, 0)
    if point == Point.DISCARD:
        return max(0.0, waiting_worth(s, seat, s.taking, known) - least_stored(s, seat, known))
    if point == Point.SHIP:
        return 0.8 * GOODS_POINTS[s.players] * goods_waiting(s, seat)
    if point == Point.SHIP2 or point == Point.KEEP:
        tiles = 0
        for goods in range(GOODS_COUNT):
            tiles += goods_in_named(s, goods)
        return 0.8 * GOODS_POINTS[s.players] * tiles
    return best_take(s, seat, known, 0, COLOURS_TO_TAKE[point]) if COLOURS_TO_TAKE[point] else 0.0


@rule
def worth(s, seat):
    """A seat's prospects in points."""
    points = float(score_now(s, seat))
    if s.board[seat] == UNKNOWN_BOARD:
        return points
    known = knowledge(s, seat)
    busy = min(1.0, 0.15 * rounds_left(s))
    points += WORKER * busy * min(MANY_WORKERS, int(s.workers[seat]))
    points += SILVER * busy * min(MANY_SILVER, int(s.silver[seat]))
    for goods in range(GOODS_COUNT):
        points += 0.7 * busy * sale_worth(s, seat, goods)
    points += estate_worth(s, seat) + storage_worth(s, seat, known) + dice_worth(s, seat, known)
    if s.to_act == seat:
        points += decision_worth(s, seat, known)
    return points


@rule
def value(s, w, seat):
    """How good the position is for the seat, in log-odds: a point counts for more towards the end."""
    return POINT * (1.6 - time_left(s)) * worth(s, seat)
