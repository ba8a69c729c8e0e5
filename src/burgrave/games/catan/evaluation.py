"""What makes a position good: production and its variety, room to grow, cards in hand, and the points themselves.

The value is a weighted sum of features. The weights were found by hill climbing in games without trade between players
that follow them.
"""

import numpy as np

from burgrave.core.considering import keep_only, leave_out
from burgrave.games.catan.board import (
    BANK,
    CARD,
    CITY,
    COST,
    DESERT,
    GENERIC,
    HAND_LIMIT,
    INTERSECTION_HARBOUR,
    INTERSECTION_HEX,
    INTERSECTION_PATH,
    INTERSECTIONS,
    LEAST_ARMY,
    LEAST_ROAD,
    PATH_INTERSECTION,
    PATHS,
    PIECES,
    PIPS,
    RATIO_BANK,
    RESOURCE_KINDS,
    ROAD,
    SETTLEMENT,
    VICTORY_POINT,
)
from burgrave.games.catan.building import keeps_distance
from burgrave.games.catan.moves import GIVE, OFFER, PASS, WANT, Reason
from burgrave.games.catan.scoring import points
from burgrave.games.catan.state import ACCEPTED, NOBODY, Point, rule

WEIGHTS = {
    "points": 0.497,
    "last_points": 0.252,
    "lumber": 0.054,
    "wool": 0.011,
    "grain": 0.060,
    "brick": 0.056,
    "ore": 0.062,
    "some_lumber": 0.100,
    "some_wool": 0.145,
    "some_grain": 0.093,
    "some_brick": 0.193,
    "some_ore": 0.100,
    "trade_power": 0.062,
    "blocked": -0.023,
    "spot_now": 0.026,
    "spot_near": 0.020,
    "spot_far": 0.014,
    "spots": 0.081,
    "road_lead": 0.007,
    "longest_road": -0.061,
    "army_lead": 0.168,
    "soldier_cards": 0.108,
    "road_cards": -0.055,
    "plenty_cards": 0.019,
    "monopoly_cards": -0.003,
    "cards": 0.012,
    "excess": -0.233,
    "towards_road": -0.025,
    "towards_settlement": 0.300,
    "towards_city": 0.037,
    "towards_card": 0.054,
    "can_settle": 0.287,
    "can_build_city": 0.100,
    "can_buy": -0.010,
}
FEATURES = tuple(WEIGHTS)
WEIGHT = np.array(list(WEIGHTS.values()))
(POINTS_NOW, LAST_POINTS, PIPS_OF) = range(3)
SOME_OF = PIPS_OF + 5
(
    TRADE_POWER,
    BLOCKED,
    SPOT_NOW,
    SPOT_NEAR,
    SPOT_FAR,
    SPOTS,
    ROAD_LEAD,
    LONGEST_ROAD,
    ARMY_LEAD,
    CARDS_OF,
    _,
    _,
    _,
    CARDS_IN_HAND,
    EXCESS,
    TOWARDS,
    _,
    _,
    _,
    CAN_SETTLE,
    CAN_BUILD_CITY,
    CAN_BUY,
) = range(SOME_OF + 5, len(FEATURES))
FEATURE_COUNT = len(FEATURES)
FAR = 3
LAST = 4
MANY = 4
HOPE, LIKELY, SURE = 0.4, 0.5, 0.9
"""How likely an even offer finds a taker, an accepted one is dealt with this very seat, and with anybody."""
TIRING = 0.01
MOST_OFFERS = 2
"""Offers that a bot makes in a turn: the first gives one card for one, the second two for one, so that no offer is
made again that everybody has refused."""
CHANGED = np.array([[cards // max(1, ratio) for cards in range(2 * BANK + 1)] for ratio in range(RATIO_BANK + 1)])
"""How many cards the bank gives for others, by its ratio."""
FIRST_GIVE, AFTER_GIVE = GIVE.base, GIVE.base + RESOURCE_KINDS
FIRST_WANT, AFTER_WANT = WANT.base, WANT.base + RESOURCE_KINDS
SPEAK, DROP = OFFER.base, PASS.base


@rule
def note_production(s, w, seat):
    """Cards a seat expects of each resource in 36 throws; a hex under the robber counts as blocked."""
    for resource in range(RESOURCE_KINDS):
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
    for resource in range(RESOURCE_KINDS):
        w.feature[PIPS_OF + resource] = w.pips[resource]
        w.feature[SOME_OF + resource] = np.sqrt(w.pips[resource])
        power += w.pips[resource] / int(s.ratio[seat, resource])
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
    """The best places for the next settlement: at the own roads, one road away, or further; nearest first."""
    for v in range(INTERSECTIONS):
        w.distance[v] = FAR if s.owner[v] != seat else 0
    for e in range(PATHS):
        if s.road[e] == seat:
            w.distance[PATH_INTERSECTION[e, 0]] = 0
            w.distance[PATH_INTERSECTION[e, 1]] = 0
    count = 0
    for v in range(INTERSECTIONS):
        w.near[count] = v
        count += w.distance[v] == 0
    k = 0
    while k < count:
        a = w.near[k]
        k += 1
        step = w.distance[a] + 1
        if step < FAR and (s.owner[a] == NOBODY or s.owner[a] == seat):
            for side in range(3):
                e = INTERSECTION_PATH[a, side]
                if e >= 0 and s.road[e] == NOBODY:
                    b = PATH_INTERSECTION[e, 0] + PATH_INTERSECTION[e, 1] - a
                    if w.distance[b] > step:
                        w.distance[b] = step
                        w.near[count] = b
                        count += 1
    best = 0.0
    near = 0.0
    far = 0.0
    spots = 0
    for k in range(count):
        v = w.near[k]
        if keeps_distance(s, v) == Reason.ALLOWED:
            worth = worth_of_spot(s, w, v)
            spots += 1
            if w.distance[v] == 0:
                best = max(best, worth)
            elif w.distance[v] == 1:
                near = max(near, worth)
            else:
                far = max(far, worth)
    w.feature[SPOT_NOW] = best
    w.feature[SPOT_NEAR] = near
    w.feature[SPOT_FAR] = far
    w.feature[SPOTS] = min(spots, MANY)


@rule
def readiness(s, seat, thing):
    """The share of a thing's cost that the hand covers, counting what the bank would change."""
    missing = 0
    cost = 0
    change = 0
    for resource in range(RESOURCE_KINDS):
        price = COST[thing, resource]
        held = int(s.hand[seat, resource])
        cost += price
        if held < price:
            missing += price - held
        else:
            change += CHANGED[s.ratio[seat, resource], held - price]
    return 1.0 - max(0, missing - change) / cost


@rule
def note_hand(s, w, seat):
    """Cards in hand, the danger of a seven, and how near they bring the next building."""
    size = 0
    for resource in range(RESOURCE_KINDS):
        size += int(s.hand[seat, resource])
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
    """How far the seat leads, or trails, in roads and soldiers, and the cards it may play."""
    roads = LEAST_ROAD - 1
    army = LEAST_ARMY - 1
    for other in range(s.players):
        if other != seat:
            roads = max(roads, int(s.road_length[other]))
            army = max(army, int(s.soldiers[other]))
    w.feature[ROAD_LEAD] = min(3, max(-4, int(s.road_length[seat]) - roads))
    w.feature[LONGEST_ROAD] = 1.0 if s.longest_road == seat else 0.0
    w.feature[ARMY_LEAD] = min(2, max(-3, int(s.soldiers[seat]) - army))
    for card in range(VICTORY_POINT):
        w.feature[CARDS_OF + card] = int(s.old[seat, card]) + int(s.new[seat, card])


@rule
def note_table(s, w, seat):
    """All features of a seat's position but its hand."""
    missing = s.target_points - points(s, seat)
    w.feature[POINTS_NOW] = -missing
    w.feature[LAST_POINTS] = max(0, LAST - missing)
    note_production(s, w, seat)
    note_room(s, w, seat)
    note_honours(s, w, seat)


@rule
def value_of_hand(s, w, seat):
    """What the cards in hand are worth."""
    note_hand(s, w, seat)
    total = 0.0
    for k in range(CARDS_IN_HAND, FEATURE_COUNT):
        total += WEIGHT[k] * w.feature[k]
    return total


@rule
def value_after_offer(s, w, seat, sign):
    """What a hand would be worth if the offer were dealt: for the seat that made it (1) or one that accepts it (-1)."""
    for resource in range(RESOURCE_KINDS):
        s.hand[seat, resource] += sign * (int(s.wanted[resource]) - int(s.given[resource]))
    total = value_of_hand(s, w, seat)
    for resource in range(RESOURCE_KINDS):
        s.hand[seat, resource] -= sign * (int(s.wanted[resource]) - int(s.given[resource]))
    return total


@rule
def value_after_counter(s, w, seat):
    """What a hand would be worth if the seat's counter-offer were dealt."""
    for resource in range(RESOURCE_KINDS):
        s.hand[seat, resource] += int(s.counter_wanted[seat, resource]) - int(s.counter_given[seat, resource])
    total = value_of_hand(s, w, seat)
    for resource in range(RESOURCE_KINDS):
        s.hand[seat, resource] -= int(s.counter_wanted[seat, resource]) - int(s.counter_given[seat, resource])
    return total


@rule
def best_wish(s, w, seat):
    """What a hand would be worth if the cards given so far brought the best single card in return."""
    best = -1e300
    for resource in range(RESOURCE_KINDS):
        if s.given[resource] == 0:
            s.wanted[resource] += 1
            best = max(best, value_after_offer(s, w, seat, 1))
            s.wanted[resource] -= 1
    return best


@rule
def hope(given, wanted):
    """How likely somebody takes an offer: hardly when it wants more than it gives."""
    return HOPE * min(1.0, given / wanted) ** 2


@rule
def expected_hand(s, w, seat):
    """What the hand is worth, counting what an offer under way may bring; offers that came to nothing tire."""
    now = value_of_hand(s, w, seat)
    if seat == s.active:
        now -= TIRING * int(s.offers)
    given = 0
    wanted = 0
    for resource in range(RESOURCE_KINDS):
        given += int(s.given[resource])
        wanted += int(s.wanted[resource])
    if given == 0:
        return now
    if seat == s.active:
        chance = hope(given, max(1, wanted))
        for other in range(s.players):
            if s.answer[other] == ACCEPTED:
                chance = SURE
        then = best_wish(s, w, seat) if wanted == 0 else value_after_offer(s, w, seat, 1)
        return now + chance * max(0.0, then - TIRING * int(s.offers) - now)
    if s.answer[seat] == ACCEPTED:
        return now + LIKELY * (value_after_offer(s, w, seat, -1) - now)
    given = 0
    wanted = 0
    for resource in range(RESOURCE_KINDS):
        given += int(s.counter_given[seat, resource])
        wanted += int(s.counter_wanted[seat, resource])
    if wanted > 0:
        return now + hope(given, wanted) * (value_after_counter(s, w, seat) - now)
    return now


@rule
def weighed(w):
    """What everything but the cards in hand is worth, once it is noted."""
    total = 0.0
    for k in range(CARDS_IN_HAND):
        total += WEIGHT[k] * w.feature[k]
    return total


@rule
def value(s, w, seat):
    """How good the position is for the seat, in log-odds against an even opponent."""
    note_table(s, w, seat)
    return weighed(w) + expected_hand(s, w, seat)


@rule
def finish_offer(moves, given, wanted, cards):
    """An offer that was begun is completed, so many cards for one, and never dropped."""
    if wanted > 0:
        keep_only(moves, SPEAK, SPEAK + 1)
    elif given >= cards or not keep_only(moves, FIRST_GIVE, AFTER_GIVE):
        keep_only(moves, FIRST_WANT, AFTER_WANT)
    leave_out(moves, DROP, DROP + 1)


@rule
def consider(s, w, moves):
    """Bots make few offers and complete what they begin."""
    seat = np.int64(s.to_act)
    if s.point == Point.MAIN:
        if s.offers >= min(MOST_OFFERS, int(s.hand_size[seat])):
            leave_out(moves, FIRST_GIVE, AFTER_GIVE)
    elif s.point == Point.COMPOSE:
        given = 0
        wanted = 0
        for resource in range(RESOURCE_KINDS):
            given += int(s.given[resource])
            wanted += int(s.wanted[resource])
        finish_offer(moves, given, wanted, int(s.offers))
    elif s.point == Point.COUNTER:
        given = 0
        wanted = 0
        for resource in range(RESOURCE_KINDS):
            given += int(s.counter_given[seat, resource])
            wanted += int(s.counter_wanted[seat, resource])
        finish_offer(moves, given, wanted, 1)
