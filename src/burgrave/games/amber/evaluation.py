"""What makes a position good: points, the tiles still needed to reach more, and what the hand can do."""

import math

import numpy as np

from burgrave.games.amber.board import (
    ALL_SIDES,
    CASTLE,
    CASTLE_POINTS,
    CODE,
    COIN_POINTS,
    DIG,
    EMPTY,
    END_HAND_SIZE,
    FIELDS,
    FITS,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    MOST_VILLAGES,
    NEIGHBOUR,
    NOWHERE,
    OFF_BOARD,
    REBUILD_SIDES,
    REBUILDS,
    ROTATIONS,
    SEATS,
    SHOVEL,
    SIDES,
    SPECIAL_SHOVEL,
    STEP,
    SWAMP,
    TARGETS,
    VILLAGE_COUNT,
    VILLAGE_POINTS,
    VILLAGES,
    WAYS_OF,
)
from burgrave.games.amber.roads import everything, find_reach, is_second_target, layout_number
from burgrave.games.amber.state import BUCKETS, NOTES, Point, rule
from burgrave.games.amber.supply import row_size

POINT = 0.55
"""What a point is worth in log-odds."""
HOPE = 0.55
"""What a target within reach is worth, against one that is connected."""
FADING = 0.78
"""What each further tile leaves of that hope."""
ALL_CONNECTED = 2.5
"""What standing one tile before the sudden win is worth."""
HOLDING = 0.06
"""What a unit of `USEFUL` in hand is worth."""
WON = 40.0

LAYING, REBUILDING, DRAINING = 1, 2, 3
"""What it costs to drive on over an empty field, over the side of a straight road, over a swamp."""
FARTHEST = 14

_USEFUL = {
    "shovel": 5,
    "roundabout": 4,
    "bridge": 3,
    "crossroads": 3,
    "swamp": 2,
    "tee": 2,
    "tee_stem_out": 1,
    "tee_stem_in": 1,
}
USEFUL = np.array([_USEFUL.get(kind, 0) for kind in KIND_NAMES], np.int64)
"""How much a tile in hand is worth keeping for later, by kind."""
NEAR = np.array([FADING**cost for cost in range(FARTHEST + 2)])

_numbers = np.random.default_rng(1)
TILE_NUMBER = _numbers.integers(1, 1 << 48, FIELDS)
CASTLE_NUMBER = _numbers.integers(1, 1 << 48, SEATS)
LAYOUT_NUMBER, SEAT_NUMBER, REACH_NUMBER = (int(number) for number in _numbers.integers(1, 1 << 48, 3))
"""What tells boards, and who surveys them how far, apart: their sums are the same for nothing but the same."""


@rule
def spend(s, w, field, side, cost):
    """Drive onto a field over a side, paying for what must be built there, and look on from it."""
    tile = int(s.tile[field])
    exits = STEP[tile, side] & ALL_SIDES
    if tile == CASTLE:
        w.cost[field] = min(int(w.cost[field]), cost)
        return
    if tile == EMPTY:
        w.arrivals[field] = ALL_SIDES
        exits = ALL_SIDES
        cost += LAYING
    elif KIND_OF[tile] == SWAMP:
        w.arrivals[field] = ALL_SIDES
        exits = ALL_SIDES
        cost += DRAINING
    elif REBUILD_SIDES[tile] >> side & 1:
        exits = ALL_SIDES
        cost += REBUILDING
    elif exits == 0:
        return
    w.cost[field] = min(int(w.cost[field]), cost)
    bucket = cost % BUCKETS
    for out in range(SIDES):
        if exits >> out & 1 and out != side:
            there = NEIGHBOUR[field, out]
            if not int(w.arrivals[there]) >> (out ^ 2) & 1:
                w.queue[bucket, w.waiting[bucket]] = there << 2 | (out ^ 2)
                w.waiting[bucket] += 1


@rule
def all_found(s, w, seat, cost):
    """No target can be reached any more cheaply, once all that costs less has been looked at."""
    layout = layout_number(s)
    for village in range(VILLAGE_COUNT[layout]):
        if w.cost[VILLAGES[layout, village]] > cost:
            return False
    for other in range(s.players):
        if other != seat and s.castle[other] != NOWHERE and w.cost[s.castle[other]] > cost:
            return False
    return True


@rule
def survey(s, w, seat, farthest):
    """How many tiles the seat needs to drive onto each target; nearest first, existing roads for nothing."""
    for field in range(FIELDS + 1):
        w.arrivals[field] = 0
        w.cost[field] = FARTHEST + 1
    w.arrivals[OFF_BOARD] = ALL_SIDES
    for bucket in range(BUCKETS):
        w.waiting[bucket] = 0
    castle = int(s.castle[seat])
    for side in range(SIDES):
        w.queue[0, side] = NEIGHBOUR[castle, side] << 2 | (side ^ 2)
    w.waiting[0] = SIDES
    for cost in range(min(farthest, FARTHEST)):
        if all_found(s, w, seat, cost):
            return
        bucket = cost % BUCKETS
        while w.waiting[bucket] > 0:
            w.waiting[bucket] -= 1
            place = int(w.queue[bucket, w.waiting[bucket]])
            field = place >> 2
            side = place & 3
            if int(w.arrivals[field]) >> side & 1:
                continue
            w.arrivals[field] |= 1 << side
            spend(s, w, field, side, cost)


@rule
def board_number(s):
    """A number that goes with the board as it lies: layout, castles and tiles."""
    number = LAYOUT_NUMBER * (1 + int(layout_number(s)))
    for seat in range(s.players):
        number += CASTLE_NUMBER[seat] * int(s.castle[seat])
    for field in range(FIELDS):
        number += TILE_NUMBER[field] * int(s.tile[field])
    return number


@rule
def field_of(s, layout, target):
    """Where a target lies: a village of the layout, a seat's castle; NOWHERE when there is none."""
    if target < MOST_VILLAGES:
        return VILLAGES[layout, target] if target < VILLAGE_COUNT[layout] else NOWHERE
    other = target - MOST_VILLAGES
    return int(s.castle[other]) if other < s.players else NOWHERE


@rule
def survey_once(s, w, seat, farthest, board):
    """What it costs the seat to drive onto each target, in `cost`; the same board is surveyed only once."""
    key = board + SEAT_NUMBER * (1 + seat) + REACH_NUMBER * (FARTHEST + min(farthest, FARTHEST))
    note = key % NOTES
    layout = layout_number(s)
    if w.noted_for[note] != key:
        survey(s, w, seat, farthest)
        w.noted_for[note] = key
        for target in range(TARGETS):
            field = field_of(s, layout, target)
            if field != NOWHERE:
                w.noted[note, target] = w.cost[field]
        return
    for target in range(TARGETS):
        field = field_of(s, layout, target)
        if field != NOWHERE:
            w.cost[field] = w.noted[note, target]


@rule
def tiles_to_come(s, seat):
    """About how many tiles the seat will still lay."""
    return (int(s.stack_size) + row_size(s)) // int(s.players) + int(s.hand_size[seat]) - END_HAND_SIZE


@rule
def standing(s, w, seat):
    """How well a seat stands by itself: its points, its way to the rest, its hand. Notes its connections."""
    return standing_on(s, w, seat, board_number(s))


@rule
def standing_on(s, w, seat, board):
    """The same, the board's number being known."""
    left = tiles_to_come(s, seat)
    survey_once(s, w, seat, left + 1, board)
    layout = layout_number(s)
    points = float(s.coins[seat]) * COIN_POINTS
    needed = 0
    links = 0
    for target in range(TARGETS):
        field = field_of(s, layout, target)
        if field == NOWHERE or target == MOST_VILLAGES + seat:
            continue
        worth = float(VILLAGE_POINTS if target < MOST_VILLAGES else CASTLE_POINTS)
        cost = int(w.cost[field])
        needed += cost
        if cost == 0:
            links |= 1 << target
            points += worth
        elif cost <= left:
            worth += float(s.coin[target]) * COIN_POINTS
            points += HOPE * NEAR[cost] * worth
    w.links[seat] = links
    held = 0
    for kind in range(KINDS):
        held += int(s.hand[seat, kind]) * USEFUL[kind]
    held += int(s.special_shovel[seat]) * USEFUL[SHOVEL]
    total = POINT * points + HOLDING * held
    if not s.sudden_win_off and needed <= left:
        total += ALL_CONNECTED * FADING**needed
    return total


@rule
def outlook(s, w, seat, board):
    """How the seat would stand against all others on the board of that number, coins and sudden win being due."""
    anybody = 0
    several = 0
    complete = 0
    winner = NOWHERE
    for other in range(s.players):
        w.standing[other] = standing_on(s, w, other, board)
        links = int(w.links[other])
        several |= anybody & links
        anybody |= links
        if links == everything(s, other):
            complete += 1
            winner = other
    if complete == 1 and not s.sudden_win_off:
        return WON if winner == seat else -WON
    for target in range(TARGETS):
        if s.coin[target] and anybody >> target & 1 and not several >> target & 1:
            for other in range(s.players):
                if int(w.links[other]) >> target & 1:
                    w.standing[other] += POINT * COIN_POINTS
    others = 0.0
    for other in range(s.players):
        if other != seat:
            others += math.exp(w.standing[other] - w.standing[seat])
    return -math.log(others)


@rule
def outlook_with(s, w, seat, board, field, tile):
    """The outlook if that tile lay on the field of this board."""
    before = int(s.tile[field])
    s.tile[field] = tile
    result = outlook(s, w, seat, board + TILE_NUMBER[field] * (tile - before))
    s.tile[field] = before
    return result


@rule
def note_reach(s, w, seat):
    """Where the tile picked up may go: reached fields with their sides, or the roads a second tile may rebuild."""
    find_reach(s, w, seat)
    for field in range(FIELDS):
        w.reached[field] = w.arrivals[field] if s.point == Point.PLACE else 0
    if s.point == Point.SECOND_PLACE:
        for side in range(SIDES):
            if is_second_target(s, w, int(s.first), side):
                w.reached[NEIGHBOUR[s.first, side]] = ALL_SIDES


@rule
def best_placement(s, w, seat):
    """The outlook after the best placement of the tile picked up."""
    kind = int(s.chosen)
    best = -WON
    board = board_number(s)
    note_reach(s, w, seat)
    for field in range(FIELDS):
        arrivals = int(w.reached[field])
        tile = int(s.tile[field])
        if arrivals == 0 or tile == CASTLE:
            continue
        if WAYS_OF[kind] == DIG:
            if tile != EMPTY:
                best = max(best, outlook_with(s, w, seat, board, field, EMPTY))
        elif tile == EMPTY:
            rotations = FITS[s.placement_join, kind, arrivals]
            for rotation in range(ROTATIONS[kind]):
                if rotations >> rotation & 1:
                    best = max(best, outlook_with(s, w, seat, board, field, CODE[kind, rotation]))
        elif REBUILDS[kind] and arrivals & REBUILD_SIDES[tile]:
            best = max(best, outlook_with(s, w, seat, board, field, CODE[kind, 0]))
    return best


@rule
def value(s, w, seat):
    """How good a position is for a seat, in log-odds; with a tile picked up, as good as its best placement makes it."""
    if s.castle[seat] == NOWHERE:
        return 0.0
    if s.turn != seat or (s.point != Point.PLACE and s.point != Point.SECOND_PLACE):
        return standing(s, w, seat)
    board = board_number(s)
    others = 0.0
    for other in range(s.players):
        if other != seat:
            others += math.exp(standing_on(s, w, other, board))
    spent = SHOVEL if s.chosen == SPECIAL_SHOVEL else int(s.chosen)
    return best_placement(s, w, seat) + math.log(others) - HOLDING * USEFUL[spent]
