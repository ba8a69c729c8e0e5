"""Set-up: the empty board, the taverns' markers, the neutral colour, the starting player and the first supplies."""

from __future__ import annotations

from burgrave.core.draws import total
from burgrave.core.spec import CHANCE
from burgrave.games.hansa.board import (
    ENDS,
    FIRST_PERSONAL,
    KINDS,
    LOOSE,
    MARKERS,
    MOST_LIFTS,
    NEUTRAL,
    NEUTRAL_PIECES,
    ROUTES,
    SIDE_OF_PLAYERS,
    SKILL_OF_CITY,
    SPACES,
    STACK_MARKERS,
    START_MARKERS,
    TABLE_POINTS,
    TAVERNS,
    TRADER,
)
from burgrave.games.hansa.routes import bit, stand
from burgrave.games.hansa.state import FIRST_NAMED, FIRST_RANDOM, NOBODY, NOTHING, Point, rule
from burgrave.games.hansa.turn import begin_turn, forget_decision

ROUTE_COUNT, MARKER_COUNT, TABLE_PLACES = len(ROUTES), len(MARKERS), len(TABLE_POINTS)
KIND_COUNT, TAVERN_COUNT = len(KINDS), len(TAVERNS)


@rule
def start(s, w):
    """An empty board; chance lays out the starting markers first."""
    s.side = SIDE_OF_PLAYERS[s.players]
    s.starting = NOBODY
    s.active = NOBODY
    s.drawn = NOTHING
    forget_decision(s)
    for k in range(MOST_LIFTS):
        s.queue_kind[k] = NOTHING
        s.queue_route[k] = NOTHING
    for route in range(ROUTE_COUNT):
        s.route_marker[route] = NOTHING
        s.empty[route] = SPACES[s.side, route]
        if s.empty[route] > 0:
            s.open_routes |= bit(route)
    for place in range(TABLE_PLACES):
        s.table[place] = NOBODY
    for seat in range(s.players):
        for kind in range(KIND_COUNT):
            s.general[seat, kind] = LOOSE[kind]
    for marker in range(MARKER_COUNT):
        s.start_pile[marker] = START_MARKERS[marker]
        s.stack[marker] = STACK_MARKERS[marker]
    s.neutral_stock = NEUTRAL_PIECES[s.players]
    s.to_act = CHANCE
    s.point = Point.TAVERN


@rule
def place_first_neutral(s):
    """A neutral trader stands on every route that leads to a skill city or has a marker."""
    for route in range(ROUTE_COUNT):
        skill_route = SKILL_OF_CITY[ENDS[route, 0]] != NOTHING or SKILL_OF_CITY[ENDS[route, 1]] != NOTHING
        if SPACES[s.side, route] > 0 and (skill_route or s.route_marker[route] != NOTHING):
            s.neutral_stock -= 1
            stand(s, NEUTRAL, TRADER, route)


@rule
def in_start_pile(s, marker):
    """How many starting markers of a kind are still to be laid out."""
    return s.start_pile[marker]


@rule
def lay_starting_marker(s, marker):
    """The taverns get the starting markers one after the other. True when all have one."""
    laid = TAVERN_COUNT - total(s.start_pile)
    s.start_pile[marker] -= 1
    s.route_marker[TAVERNS[laid]] = marker
    return laid + 1 == TAVERN_COUNT


@rule
def is_seated(s, player):
    """Every seat may be the starting player."""
    return player < s.players


@rule
def deal_supplies(s, player):
    """Later seats begin with more traders in the personal supply; the starting player's turn begins."""
    s.starting = player
    for turn in range(s.players):
        seat = (player + turn) % int(s.players)
        for kind in range(KIND_COUNT):
            s.personal[seat, kind] = FIRST_PERSONAL[turn, kind]
            s.general[seat, kind] = LOOSE[kind] - FIRST_PERSONAL[turn, kind]
    begin_turn(s, player)


@rule
def find_starting_player(s):
    """Neutral traders join the markers; then the option names the starting player, or chance draws one."""
    if s.neutral_stock > 0:
        place_first_neutral(s)
    if s.first == FIRST_RANDOM:
        s.point = Point.START
    else:
        deal_supplies(s, int(s.first) - FIRST_NAMED)
