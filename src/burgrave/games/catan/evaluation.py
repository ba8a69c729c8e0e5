"""What makes a position good: production and its variety, room to grow, cards in hand, and the points themselves.

The value is a weighted sum of features. The weights were fitted so that the softmax of the seats' values predicts who
wins games between players that follow them.
"""

import numpy as np

from burgrave.games.catan.board import (
    CARD,
    CITY,
    COST,
    DESERT,
    GENERIC,
    HAND_LIMIT,
    INTERSECTION_HARBOUR,
    INTERSECTION_HEX,
    INTERSECTIONS,
    LEAST_ARMY,
    LEAST_ROAD,
    PATH_INTERSECTION,
    PATHS,
    PIECES,
    PIPS,
    POINT,
    ROAD,
    SETTLEMENT,
)
from burgrave.games.catan.building import keeps_distance, points
from burgrave.games.catan.moves import ALLOWED
from burgrave.games.catan.state import NOBODY, rule

WEIGHTS = {
    "points": 0.6,
    "last_points": 0.1,
    "lumber": 0.05,
    "wool": 0.03,
    "grain": 0.06,
    "brick": 0.05,
    "ore": 0.06,
    "some_lumber": 0.1,
    "some_wool": 0.1,
    "some_grain": 0.1,
    "some_brick": 0.1,
    "some_ore": 0.1,
    "trade_power": 0.05,
    "late_production": 0.0,
    "blocked": -0.02,
    "spot_now": 0.04,
    "spot_near": 0.03,
    "spot_far": 0.02,
    "spots": 0.02,
    "late_spot": 0.0,
    "cards": 0.06,
    "excess": -0.06,
    "towards_road": 0.05,
    "towards_settlement": 0.3,
    "towards_city": 0.3,
    "towards_card": 0.15,
    "can_settle": 0.1,
    "can_build_city": 0.1,
    "can_buy": 0.1,
    "road_lead": 0.03,
    "longest_road": 0.0,
    "army_lead": 0.05,
    "largest_army": 0.0,
    "soldier_cards": 0.15,
    "road_cards": 0.15,
    "plenty_cards": 0.15,
    "monopoly_cards": 0.15,
    "roads": -0.01,
    "no_settlement_left": 0.0,
    "no_city_left": 0.0,
}
FEATURES = tuple(WEIGHTS)
WEIGHT = np.array(list(WEIGHTS.values()))
(POINTS_NOW, LAST_POINTS, PIPS_OF) = range(3)
SOME_OF = PIPS_OF + 5
(
    TRADE_POWER,
    LATE_PRODUCTION,
    BLOCKED,
    SPOT_NOW,
    SPOT_NEAR,
    SPOT_FAR,
    SPOTS,
    LATE_SPOT,
    CARDS_IN_HAND,
    EXCESS,
    TOWARDS,
    _,
    _,
    _,
    CAN_SETTLE,
    CAN_BUILD_CITY,
    CAN_BUY,
    ROAD_LEAD,
    LONGEST_ROAD,
    ARMY_LEAD,
    LARGEST_ARMY,
    CARDS_OF,
    _,
    _,
    _,
    ROADS_BUILT,
    NO_SETTLEMENT_LEFT,
    NO_CITY_LEFT,
) = range(SOME_OF + 5, len(FEATURES))
FAR = 3
LAST = 4
MANY = 4


@rule
def lateness(s):
    """How far the game has come: the leader's share of the points that win."""
    most = 0
    for seat in range(s.players):
        most = max(most, points(s, seat))
    return most / s.target_points


@rule
def note_production(s, w, seat):
    """Cards a seat expects of each resource in 36 throws; a hex under the robber counts as blocked."""
    for resource in range(5):
        w.pips[resource] = 0.0
    blocked = 0
    for v in range(INTERSECTIONS):
        if s.owner[v] != seat:
            continue
        for k in range(3):
            h = INTERSECTION_HEX[v, k]
            if h >= 0 and s.terrain[h] >= 0 and s.terrain[h] != DESERT:
                pips = PIPS[s.number[h]] * int(s.building[v])
                w.pips[s.terrain[h]] += pips
                if h == s.robber:
                    blocked += pips
    power = 0.0
    total = 0.0
    for resource in range(5):
        w.feature[PIPS_OF + resource] = w.pips[resource]
        w.feature[SOME_OF + resource] = np.sqrt(w.pips[resource])
        power += w.pips[resource] / int(s.ratio[seat, resource])
        total += w.pips[resource]
    w.feature[TRADE_POWER] = power
    w.feature[LATE_PRODUCTION] = total * lateness(s)
    w.feature[BLOCKED] = blocked


@rule
def worth_of_spot(s, w, v):
    """What a settlement would yield here, in pips; a resource that the seat lacks counts half as much again."""
    worth = 0.0
    for k in range(3):
        h = INTERSECTION_HEX[v, k]
        if h >= 0 and s.terrain[h] != DESERT:
            pips = PIPS[s.number[h]]
            worth += pips if w.pips[s.terrain[h]] > 0 else 1.5 * pips
    place = INTERSECTION_HARBOUR[v]
    if place >= 0:
        kind = s.harbour[place]
        worth += 1.0 if kind == GENERIC else 0.25 * w.pips[kind]
    return worth


@rule
def note_room(s, w, seat):
    """The best places for the next settlement: at the own roads, one road away, or further."""
    for v in range(INTERSECTIONS):
        w.distance[v] = FAR if s.owner[v] != seat else 0
    for e in range(PATHS):
        if s.road[e] == seat:
            w.distance[PATH_INTERSECTION[e, 0]] = 0
            w.distance[PATH_INTERSECTION[e, 1]] = 0
    for reach in range(FAR - 1):
        for e in range(PATHS):
            if s.road[e] == NOBODY:
                for end in range(2):
                    a = PATH_INTERSECTION[e, end]
                    b = PATH_INTERSECTION[e, 1 - end]
                    free = s.owner[a] == NOBODY or s.owner[a] == seat
                    if w.distance[a] == reach and free and w.distance[b] > reach + 1:
                        w.distance[b] = reach + 1
    best = 0.0
    near = 0.0
    far = 0.0
    count = 0
    for v in range(INTERSECTIONS):
        if w.distance[v] < FAR and keeps_distance(s, v) == ALLOWED:
            worth = worth_of_spot(s, w, v)
            count += 1
            if w.distance[v] == 0:
                best = max(best, worth)
            elif w.distance[v] == 1:
                near = max(near, worth)
            else:
                far = max(far, worth)
    w.feature[SPOT_NOW] = best
    w.feature[SPOT_NEAR] = near
    w.feature[SPOT_FAR] = far
    w.feature[SPOTS] = min(count, MANY)
    w.feature[LATE_SPOT] = max(best, near) * lateness(s)


@rule
def readiness(s, seat, thing):
    """The share of a thing's cost that the hand covers, counting what the bank would change."""
    missing = 0
    cost = 0
    change = 0
    for resource in range(5):
        price = COST[thing, resource]
        held = int(s.hand[seat, resource])
        cost += price
        if held < price:
            missing += price - held
        else:
            change += (held - price) // max(1, int(s.ratio[seat, resource]))
    return 1.0 - max(0, missing - change) / cost


@rule
def note_hand(s, w, seat):
    """Cards in hand, the danger of a seven, and how near they bring the next building."""
    size = int(s.hand_size[seat])
    w.feature[CARDS_IN_HAND] = min(size, HAND_LIMIT)
    w.feature[EXCESS] = max(0, size - HAND_LIMIT)
    for thing in range(4):
        w.feature[TOWARDS + thing] = 0.0
    if s.stock[seat, ROAD] > 0:
        w.feature[TOWARDS + ROAD] = readiness(s, seat, ROAD)
    if s.stock[seat, SETTLEMENT] > 0 and w.feature[SPOT_NOW] > 0:
        w.feature[TOWARDS + SETTLEMENT] = readiness(s, seat, SETTLEMENT)
    if s.stock[seat, CITY] > 0 and s.stock[seat, SETTLEMENT] < PIECES[SETTLEMENT]:
        w.feature[TOWARDS + CITY] = readiness(s, seat, CITY)
    if s.deck_size > 0:
        w.feature[TOWARDS + CARD] = readiness(s, seat, CARD)
    w.feature[CAN_SETTLE] = 1.0 if w.feature[TOWARDS + SETTLEMENT] == 1.0 else 0.0
    w.feature[CAN_BUILD_CITY] = 1.0 if w.feature[TOWARDS + CITY] == 1.0 else 0.0
    w.feature[CAN_BUY] = 1.0 if w.feature[TOWARDS + CARD] == 1.0 else 0.0


@rule
def note_honours(s, w, seat):
    """How far the seat leads, or trails, in roads and soldiers, the cards it may play and the pieces it has left."""
    roads = LEAST_ROAD - 1
    army = LEAST_ARMY - 1
    for other in range(s.players):
        if other != seat:
            roads = max(roads, int(s.road_length[other]))
            army = max(army, int(s.soldiers[other]))
    w.feature[ROAD_LEAD] = min(3, max(-4, int(s.road_length[seat]) - roads))
    w.feature[LONGEST_ROAD] = 1.0 if s.longest_road == seat else 0.0
    w.feature[ARMY_LEAD] = min(2, max(-3, int(s.soldiers[seat]) - army))
    w.feature[LARGEST_ARMY] = 1.0 if s.largest_army == seat else 0.0
    for card in range(POINT):
        w.feature[CARDS_OF + card] = int(s.old[seat, card]) + int(s.new[seat, card])
    w.feature[ROADS_BUILT] = PIECES[ROAD] - int(s.stock[seat, ROAD])
    w.feature[NO_SETTLEMENT_LEFT] = 1.0 if s.stock[seat, SETTLEMENT] == 0 else 0.0
    w.feature[NO_CITY_LEFT] = 1.0 if s.stock[seat, CITY] == 0 else 0.0


@rule
def note_features(s, w, seat):
    """All features of a seat's position."""
    missing = s.target_points - points(s, seat)
    w.feature[POINTS_NOW] = -missing
    w.feature[LAST_POINTS] = max(0, LAST - missing)
    note_production(s, w, seat)
    note_room(s, w, seat)
    note_hand(s, w, seat)
    note_honours(s, w, seat)


@rule
def value(s, w, seat):
    """How good the position is for the seat, in log-odds against an even opponent."""
    note_features(s, w, seat)
    total = 0.0
    for k in range(len(WEIGHT)):
        total += WEIGHT[k] * w.feature[k]
    return total
