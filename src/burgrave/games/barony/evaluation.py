"""What makes a position good for a baron, in points that the game is likely to bring.

Everything is weighed in the score board's points: what is reached, what the tokens will buy, and what knights,
villages and cities still promise. The sum is turned into log-odds, the more steeply the nearer somebody is to duke.
"""

import numpy as np

from burgrave.games.barony.board import (
    CITY,
    CITY_POINTS,
    DUKE,
    GOLD,
    HEXES,
    KINDS,
    KNIGHT,
    KNIGHTS_PER_MOVEMENT,
    LAKE,
    MOST_HEXES,
    MOST_PLAYERS,
    MOUNTAIN,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECES_THAT_HOLD_A_HEX,
    STRONGHOLD,
    TITLE_POINTS,
    TITLE_PRICE,
    VILLAGE,
)
from burgrave.games.barony.building import may_build_on, suits_city
from burgrave.games.barony.hexes import has_no_enemy_knight, lake_adjacent
from burgrave.games.barony.movement import free_knights, may_enter
from burgrave.games.barony.moves import Reason
from burgrave.games.barony.state import BOARDS, NONE, Point, rule
from burgrave.games.barony.titles import cheapest_paid, gold_paid

GOLD_WORTH = 0.9
"""Points that a gold still to be spent brings in the end: some is lost as change, some is left over."""

SITE = np.array([0.6, 1.4, 2.3, 3.1, 0.0])
"""What a building on each terrain will bring: its token's gold, less what the limited number of buildings costs."""

READY = 0.62
"""The share of a site's worth that a knight standing there already has; the rest comes with the building."""
NEAR = 0.35
"""The share that the best aim next to a knight gives it."""
FADING = 0.65
"""What is left of an aim's pull one step farther away."""
RAID = 1.2
"""An opponent's village as an aim for knights."""
CAMP = 0.55
"""A knight on the board rather than in reserve."""
RESERVE = 0.12
"""A knight in reserve rather than out of the game."""
SITE_OF_CITY = 2.6
"""A village that can become a city, for each city in reserve."""
BY_LAKE = 0.9
"""A city that recruits three knights at once."""
LAND = 0.09
"""Free land next to a city, per gold of its token."""
OWN_STRONGHOLD = 0.25
"""A stronghold kept for a threatened place."""
SECOND_KNIGHT = 0.7
"""The chance to move another knight in this turn."""
VILLAGE_AT_RISK = 1.4
"""A village that an opponent's knights can destroy in one turn."""
KNIGHT_AT_RISK = 0.4
"""A knight that an opponent's knights can destroy in one turn."""

PATIENT, IMPATIENT = 40, 60
"""Rounds up to which dangers count in full, and from which on they count for nothing: two careful barons would guard
their land for ever."""

CLOSED, EMPTY_HANDED, SITE_ON = range(3)
RAIDED = SITE_ON + len(SITE)
"""What draws knights to a hex: they may not enter, they gain nothing, a site on some terrain, a village to raid."""
DRAW = np.array([0.0, 0.0, *SITE, RAID])
DRAW_NUMBER = np.random.default_rng(1).integers(1, 1 << 50, (MOST_PLAYERS + 1, MOST_HEXES))
"""What tells apart where knights are drawn to what: the sums are the same for nothing but the same."""

FLAT, STEEP = 11.0, 5.5
"""Points per unit of log-odds, while all are barons and when somebody is about to become duke."""


@rule
def best_payment(s, seat, kind, gold):
    """The smallest sum of at least the price that tokens of this kind and cheaper ones complete."""
    if gold >= TITLE_PRICE:
        return gold
    if kind < 0:
        return 2 * TITLE_PRICE
    best = 2 * TITLE_PRICE
    for count in range(int(s.tokens[seat, kind]) + 1):
        best = min(best, best_payment(s, seat, kind - 1, gold))
        gold += GOLD[kind]
        if gold >= TITLE_PRICE:
            if count < s.tokens[seat, kind]:
                best = min(best, gold)
            break
    return best


@rule
def wealth(s, seat):
    """What is on the score board and what the tokens will buy; a title being paid counts as gained."""
    gold = 0.0
    for kind in range(len(KINDS)):
        gold += GOLD[kind] * s.tokens[seat, kind]
    points = float(TITLE_POINTS * s.title[seat] + CITY_POINTS * s.new_cities[seat])
    if s.point == Point.PAY and s.turn_of == seat:
        paid = gold_paid(s)
        points += TITLE_POINTS
        gold -= best_payment(s, seat, cheapest_paid(s), paid) - paid
    return points + GOLD_WORTH * gold


@rule
def attackers(s, seat, hex):
    """The most knights with which one opponent can be on the hex after this turn's movement, counting two arrivals."""
    most = 0
    for other in range(s.players):
        if other != seat:
            near = 0
            for k in range(NEIGHBOURS[s.players, hex]):
                near += s.knights[NEIGHBOUR[s.players, hex, k], other]
            most = max(most, min(near, KNIGHTS_PER_MOVEMENT) + s.knights[hex, other])
    return most


@rule
def caution(s):
    """How much dangers count: a game that drags on makes the barons bold."""
    return min(1.0, max(0.0, (IMPATIENT - s.round_number) / (IMPATIENT - PATIENT)))


@rule
def at_risk(s, seat, hex, pieces):
    """Whether an opponent can bring a second knight here and destroy the one piece that stands here."""
    if pieces >= PIECES_THAT_HOLD_A_HEX or s.terrain[hex] == MOUNTAIN:
        return False
    return attackers(s, seat, hex) >= PIECES_THAT_HOLD_A_HEX


@rule
def draw(s, seat, hex):
    """What draws the seat's knights to a hex."""
    if may_enter(s, seat, hex) != Reason.ALLOWED:
        return CLOSED
    if s.buildings[hex] != NONE:
        return RAIDED if s.owners[hex] != seat else EMPTY_HANDED
    return SITE_ON + int(s.terrain[hex]) if s.terrain[hex] != NONE else EMPTY_HANDED


@rule
def pull_near(s, w, hex):
    """The strongest pull next to a hex."""
    best = 0.0
    for k in range(NEIGHBOURS[s.players, hex]):
        best = max(best, w.pull[w.board, NEIGHBOUR[s.players, hex, k]])
    return best


@rule
def spread_pull(s, w):
    """How strongly each hex draws knights: by itself, and less so what is next to it, fading with every step."""
    for hex in range(HEXES[s.players]):
        w.pull[w.board, hex] = DRAW[w.draw[hex]]
    for sweep in range(2):
        for step in range(HEXES[s.players]):
            hex = step if sweep == 0 else HEXES[s.players] - 1 - step
            if w.draw[hex] != CLOSED:
                w.pull[w.board, hex] = max(w.pull[w.board, hex], FADING * pull_near(s, w, hex))


@rule
def measure_pull(s, w, seat):
    """How strongly each hex draws the seat's knights; what was measured before is looked up."""
    number = 0
    for hex in range(HEXES[s.players]):
        kind = draw(s, seat, hex)
        w.draw[hex] = kind
        number += kind * DRAW_NUMBER[s.players, hex]
    w.board = number % BOARDS
    if w.measured[w.board] != number:
        w.measured[w.board] = number
        spread_pull(s, w)


@rule
def knights_worth(s, w, seat, hex, buildings_left):
    """What the knights on a hex promise: a building here, for the others one nearby."""
    count = s.knights[hex, seat]
    worth = CAMP * count
    others = count
    if buildings_left and may_build_on(s, seat, hex) == Reason.ALLOWED:
        worth += READY * SITE[s.terrain[hex]]
        others -= 1
        if s.point == Point.BUILD and s.turn_of == seat:
            worth += (1 - READY) * SITE[s.terrain[hex]]
    if others > 0:
        worth += NEAR * pull_near(s, w, hex) * min(others, KNIGHTS_PER_MOVEMENT)
    if s.buildings[hex] == NONE and at_risk(s, seat, hex, count):
        worth -= KNIGHT_AT_RISK * caution(s)
    return worth


@rule
def city_worth(s, hex):
    """What a city promises: knights to come and land to build on."""
    worth = BY_LAKE if lake_adjacent(s, hex) else 0.0
    for k in range(NEIGHBOURS[s.players, hex]):
        there = NEIGHBOUR[s.players, hex, k]
        if s.buildings[there] == NONE and s.terrain[there] != LAKE:
            worth += LAND * GOLD[s.terrain[there]]
    return worth


@rule
def promise(s, w, seat):
    """What knights, villages and cities on the board still promise."""
    measure_pull(s, w, seat)
    worth = RESERVE * s.reserve[seat, KNIGHT] + OWN_STRONGHOLD * s.reserve[seat, STRONGHOLD]
    buildings_left = s.reserve[seat, VILLAGE] + s.reserve[seat, STRONGHOLD] > 0
    city_sites = 0
    can_move = False
    for hex in range(HEXES[s.players]):
        if s.knights[hex, seat] > 0:
            worth += knights_worth(s, w, seat, hex, buildings_left)
            can_move = can_move or free_knights(s, seat, hex) > 0
        if s.owners[hex] == seat:
            if s.buildings[hex] == CITY:
                worth += city_worth(s, hex)
            elif s.buildings[hex] == VILLAGE:
                if at_risk(s, seat, hex, 1 + s.knights[hex, seat]):
                    worth -= VILLAGE_AT_RISK * caution(s)
                undisturbed = has_no_enemy_knight(s, seat, hex) == Reason.ALLOWED
                if undisturbed and suits_city(s, hex) == Reason.ALLOWED:
                    city_sites += 1
    worth += SITE_OF_CITY * min(city_sites, int(s.reserve[seat, CITY]))
    if s.point == Point.SECOND and s.turn_of == seat and can_move:
        worth += SECOND_KNIGHT
    return worth


@rule
def points_per_unit(s):
    """How many points make a unit of log-odds now."""
    highest = 0
    for other in range(s.players):
        highest = max(highest, int(s.title[other]))
    return FLAT + (STEEP - FLAT) * highest / DUKE


@rule
def value(s, w, seat):
    """How good the position is for the seat, in log-odds against the other seats' values."""
    return (wealth(s, seat) + promise(s, w, seat)) / points_per_unit(s)
