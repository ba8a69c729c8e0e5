"""What a net is told about a seat: score board, tokens, pieces on the board and in reserve, and dangers."""

from __future__ import annotations

from burgrave.core.features import names_of, starts_of
from burgrave.games.barony.board import (
    CITY,
    DUKE,
    GOLD,
    HEXES,
    KINDS,
    MOST_PLAYERS,
    PIECES,
    STRONGHOLD,
    TERRAINS,
    TITLE_PRICE,
    VILLAGE,
)
from burgrave.games.barony.building import may_build_on, suits_city
from burgrave.games.barony.evaluation import at_risk, city_worth, points_per_unit, promise, wealth
from burgrave.games.barony.hexes import has_no_enemy_knight
from burgrave.games.barony.moves import Reason
from burgrave.games.barony.scoring import score
from burgrave.games.barony.state import NONE, Point, rule

KIND_COUNT, PIECE_COUNT, TERRAIN_COUNT = len(KINDS), len(PIECES), len(TERRAINS)

PARTS = {
    "points": 1,
    "value": 1,
    "wealth": 1,
    "promise": 1,
    "players": 2,
    "round": 1,
    "last round": 1,
    "title": DUKE + 1,
    "highest title of others": DUKE + 1,
    "most gold of others": 1,
    "new cities": 1,
    "tokens": KIND_COUNT,
    "gold": 1,
    "short of a title": 1,
    "reserve": PIECE_COUNT,
    "knights": 1,
    "knights by number": 2,
    "knights at risk": 1,
    "sites": TERRAIN_COUNT,
    "villages": TERRAIN_COUNT,
    "villages at risk": 1,
    "strongholds": 1,
    "cities": 1,
    "city worth": 1,
    "city sites": 1,
    "own turn": 1,
    "moving second": 1,
    "building": 1,
    "paying": 1,
    "until own turn": MOST_PLAYERS,
}
FEATURES = names_of(PARTS)
(
    POINTS,
    VALUE,
    WEALTH,
    PROMISE,
    PLAYERS,
    ROUND,
    LAST_ROUND,
    TITLE,
    OTHERS_TITLE,
    OTHERS_GOLD,
    NEW_CITIES,
    TOKENS,
    GOLD_HELD,
    SHORT,
    RESERVE,
    KNIGHTS,
    KNIGHTS_BY,
    KNIGHTS_AT_RISK,
    SITES,
    VILLAGES,
    VILLAGES_AT_RISK,
    STRONGHOLDS,
    CITIES,
    CITY_WORTH,
    CITY_SITES,
    OWN_TURN,
    SECOND,
    BUILDING,
    PAYING,
    UNTIL_TURN,
) = starts_of(PARTS)


@rule
def gold_of(s, seat):
    """The gold that a seat's tokens are worth."""
    gold = 0
    for kind in range(KIND_COUNT):
        gold += GOLD[kind] * s.tokens[seat, kind]
    return gold


@rule
def note_knights(s, seat, hex, inputs):
    """Knights on a hex: alone or several, on a site, in danger."""
    count = s.knights[hex, seat]
    inputs[KNIGHTS] += count
    inputs[KNIGHTS_BY + min(count, 2) - 1] += 1
    if may_build_on(s, seat, hex) == Reason.ALLOWED:
        inputs[SITES + s.terrain[hex]] += 1
    if s.buildings[hex] == NONE and at_risk(s, seat, hex, count):
        inputs[KNIGHTS_AT_RISK] += 1


@rule
def note_building(s, seat, hex, inputs):
    """An own building."""
    if s.buildings[hex] == CITY:
        inputs[CITIES] += 1
        inputs[CITY_WORTH] += city_worth(s, hex)
    elif s.buildings[hex] == STRONGHOLD:
        inputs[STRONGHOLDS] += 1
    elif s.buildings[hex] == VILLAGE:
        inputs[VILLAGES + s.terrain[hex]] += 1
        if at_risk(s, seat, hex, 1 + s.knights[hex, seat]):
            inputs[VILLAGES_AT_RISK] += 1
        if has_no_enemy_knight(s, seat, hex) == Reason.ALLOWED and suits_city(s, hex) == Reason.ALLOWED:
            inputs[CITY_SITES] += 1


@rule
def note_wealth(s, seat, inputs):
    """Titles, tokens and gold, the seat's and the best of the others'."""
    gold = gold_of(s, seat)
    inputs[POINTS] = score(s, seat)
    inputs[TITLE + s.title[seat]] = 1
    inputs[NEW_CITIES] = s.new_cities[seat]
    inputs[GOLD_HELD] = gold
    inputs[SHORT] = max(0, TITLE_PRICE - gold)
    highest = 0
    for other in range(s.players):
        if other != seat:
            highest = max(highest, int(s.title[other]))
            inputs[OTHERS_GOLD] = max(inputs[OTHERS_GOLD], gold_of(s, other))
    inputs[OTHERS_TITLE + highest] = 1
    for kind in range(KIND_COUNT):
        inputs[TOKENS + kind] = s.tokens[seat, kind]
    for piece in range(PIECE_COUNT):
        inputs[RESERVE + piece] = s.reserve[seat, piece]


@rule
def features(s, w, seat, inputs):
    """All that a net is told about a seat."""
    inputs[WEALTH] = wealth(s, seat)
    inputs[PROMISE] = promise(s, w, seat)
    inputs[VALUE] = (inputs[WEALTH] + inputs[PROMISE]) / points_per_unit(s)
    if s.players > 2:
        inputs[PLAYERS + s.players - 3] = 1
    inputs[ROUND] = s.round_number
    inputs[LAST_ROUND] = s.last_round
    note_wealth(s, seat, inputs)
    for hex in range(HEXES[s.players]):
        if s.knights[hex, seat] > 0:
            note_knights(s, seat, hex, inputs)
        if s.owners[hex] == seat:
            note_building(s, seat, hex, inputs)
    if s.turn_of >= 0:
        inputs[UNTIL_TURN + (seat - s.turn_of) % s.players] = 1
    if s.turn_of == seat:
        inputs[OWN_TURN] = 1
        inputs[SECOND] = s.point == Point.SECOND
        inputs[BUILDING] = s.point == Point.BUILD
        inputs[PAYING] = s.point == Point.PAY
