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
    MONOPOLY,
    PATH_INTERSECTION,
    PATHS,
    PIECES,
    PIPS,
    PLENTY,
    ROAD,
    ROADS,
    SETTLEMENT,
    SOLDIER,
)
from burgrave.games.catan.building import keeps_distance, points
from burgrave.games.catan.moves import ALLOWED
from burgrave.games.catan.state import NOBODY, rule

WEIGHTS = {
    "points": 0.6,
    "points_late": 0.1,
    "lumber": 0.05,
    "wool": 0.03,
    "grain": 0.06,
    "brick": 0.05,
    "ore": 0.06,
    "variety": 0.25,
    "trade_power": 0.05,
    "blocked": -0.02,
    "spot_now": 0.04,
    "spot_near": 0.03,
    "spot_far": 0.02,
    "spots": 0.02,
    "cards": 0.06,
    "excess": -0.06,
    "towards_road": 0.05,
    "towards_settlement": 0.3,
    "towards_city": 0.3,
    "towards_card": 0.15,
    "road_lead": 0.03,
    "army_lead": 0.05,
    "soldiers": 0.15,
    "road_cards": 0.15,
    "plenty_cards": 0.15,
    "monopoly_cards": 0.15,
    "roads": -0.01,
}
FEATURES = tuple(WEIGHTS)
WEIGHT = np.array(list(WEIGHTS.values()))
(
    POINTS_NOW,
    POINTS_LATE,
    PIPS_OF,
    _,
    _,
    _,
    _,
    VARIETY,
    TRADE_POWER,
    BLOCKED,
    SPOT_NOW,
    SPOT_NEAR,
    SPOT_FAR,
    SPOTS,
    CARDS_IN_HAND,
    EXCESS,
    TOWARDS_ROAD,
    TOWARDS_SETTLEMENT,
    TOWARDS_CITY,
    TOWARDS_CARD,
    ROAD_LEAD,
    ARMY_LEAD,
    SOLDIERS,
    ROAD_CARDS,
    PLENTY_CARDS,
    MONOPOLY_CARDS,
    ROADS_BUILT,
) = range(len(FEATURES))
FAR = 3
LATE = 7


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
    variety = 0.0
    for resource in range(5):
        w.feature[PIPS_OF + resource] = w.pips[resource]
        power += w.pips[resource] / max(1, int(s.ratio[seat, resource]))
        variety += np.sqrt(w.pips[resource])
    w.feature[VARIETY] = variety
    w.feature[TRADE_POWER] = power
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
    w.feature[SPOTS] = min(count, 4)


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
    w.feature[TOWARDS_ROAD] = readiness(s, seat, ROAD) if s.stock[seat, ROAD] > 0 else 0.0
    ready = 0.0
    if s.stock[seat, SETTLEMENT] > 0 and w.feature[SPOT_NOW] > 0:
        ready = readiness(s, seat, SETTLEMENT)
    w.feature[TOWARDS_SETTLEMENT] = ready
    ready = 0.0
    if s.stock[seat, CITY] > 0 and s.stock[seat, SETTLEMENT] < PIECES[SETTLEMENT]:
        ready = readiness(s, seat, CITY)
    w.feature[TOWARDS_CITY] = ready
    w.feature[TOWARDS_CARD] = readiness(s, seat, CARD) if s.deck_size > 0 else 0.0


@rule
def note_honours(s, w, seat):
    """How far the seat leads, or trails, in roads and soldiers, and the cards it may play."""
    roads = LEAST_ROAD - 1
    army = LEAST_ARMY - 1
    for other in range(s.players):
        if other != seat:
            roads = max(roads, int(s.road_length[other]))
            army = max(army, int(s.soldiers[other]))
    w.feature[ROAD_LEAD] = min(3, max(-4, int(s.road_length[seat]) - roads))
    w.feature[ARMY_LEAD] = min(2, max(-3, int(s.soldiers[seat]) - army))
    w.feature[SOLDIERS] = int(s.old[seat, SOLDIER]) + int(s.new[seat, SOLDIER])
    w.feature[ROAD_CARDS] = int(s.old[seat, ROADS]) + int(s.new[seat, ROADS])
    w.feature[PLENTY_CARDS] = int(s.old[seat, PLENTY]) + int(s.new[seat, PLENTY])
    w.feature[MONOPOLY_CARDS] = int(s.old[seat, MONOPOLY]) + int(s.new[seat, MONOPOLY])
    w.feature[ROADS_BUILT] = PIECES[ROAD] - int(s.stock[seat, ROAD])


@rule
def note_features(s, w, seat):
    """All features of a seat's position."""
    missing = s.target_points - points(s, seat)
    w.feature[POINTS_NOW] = -missing
    w.feature[POINTS_LATE] = max(0, 10 - LATE + 1 - missing)
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
