"""Set-up: chance lays the tiles, then the barons place their starting cities."""

from burgrave.core.spec import CHANCE
from burgrave.games.barony.board import (
    CITY,
    HEXES,
    HEXES_PER_TILE,
    KINDS,
    KNIGHT,
    LAKE,
    LOOKING_ALIKE,
    MOST_HEXES,
    MOST_PLAYERS,
    PIECE_COUNT,
    PIECES,
    PLACEMENTS,
    PLACER,
    SOCKET,
    SOCKETS,
    TILE_COUNT,
    TILE_KINDS,
    TILE_SHOWING,
    TOKENS_PER_KIND,
)
from burgrave.games.barony.building import suits_city
from burgrave.games.barony.moves import Reason
from burgrave.games.barony.state import LIMITED, NONE, Point, rule
from burgrave.games.barony.turn import clear_action


@rule
def start(s, w):
    """All tiles in the box, all pieces in reserve, all tokens in the pool; chance lays the first tile."""
    s.to_act = CHANCE
    s.point = Point.TILE
    s.winners = 0
    s.round_number = 0
    s.turn_of = NONE
    s.last_round = 0
    s.next_socket = 0
    s.placements_left = PLACEMENTS[s.players]
    clear_action(s)
    for seat in range(MOST_PLAYERS):
        s.title[seat] = 0
        s.new_cities[seat] = 0
        s.knights_removed[seat] = 0
        for piece in range(len(PIECES)):
            s.reserve[seat, piece] = PIECE_COUNT[piece] if seat < s.players else 0
        for kind in range(len(KINDS)):
            s.tokens[seat, kind] = 0
    for kind in range(len(KINDS)):
        s.pool[kind] = TOKENS_PER_KIND if s.token_supply == LIMITED else NONE
    for tile in range(len(TILE_KINDS)):
        s.tiles_left[tile] = TILE_COUNT[tile]
    for hex in range(MOST_HEXES):
        s.terrain[hex] = NONE
        s.buildings[hex] = NONE
        s.owners[hex] = NONE
        for seat in range(MOST_PLAYERS):
            s.knights[hex, seat] = 0


# Tiles


@rule
def tile_weight(s, first, second, third):
    """Every tile in the box and each of its three turnings are equally likely; those that look alike count together."""
    return s.tiles_left[TILE_SHOWING[first, second, third]] * LOOKING_ALIKE[first, second, third]


@rule
def turnings_left(s):
    """Three for every tile in the box."""
    return HEXES_PER_TILE * (SOCKETS[MOST_PLAYERS] - s.next_socket)


@rule
def lay_tile(s, first, second, third):
    """The next socket gets this tile, clockwise; after the last one the barons place their first cities."""
    s.terrain[SOCKET[s.players, s.next_socket, 0]] = first
    s.terrain[SOCKET[s.players, s.next_socket, 1]] = second
    s.terrain[SOCKET[s.players, s.next_socket, 2]] = third
    s.tiles_left[TILE_SHOWING[first, second, third]] -= 1
    s.next_socket += 1
    if s.next_socket == SOCKETS[s.players]:
        s.next_socket = NONE
        s.point = Point.PLACE
        s.to_act = PLACER[s.players, 0]


# Starting cities


@rule
def may_place(s, hex):
    """A starting city stands neither on a lake nor on another city."""
    if s.terrain[hex] == LAKE:
        return Reason.CITY_ON_LAKE
    return Reason.CITY_HERE if s.buildings[hex] == CITY else Reason.ALLOWED


@rule
def any_place_left(s):
    """Whether there is room for another starting city."""
    for hex in range(HEXES[s.players]):
        if may_place(s, hex) == Reason.ALLOWED and suits_city(s, hex) == Reason.ALLOWED:
            return True
    return False


@rule
def place(s, w, seat, hex):
    """A city and a knight go on the hex; without room for the next city set-up begins again with new tiles."""
    s.buildings[hex] = CITY
    s.owners[hex] = seat
    s.knights[hex, seat] = 1
    s.reserve[seat, CITY] -= 1
    s.reserve[seat, KNIGHT] -= 1
    s.placements_left -= 1
    if s.placements_left == 0:
        return True
    if any_place_left(s):
        s.to_act = PLACER[s.players, PLACEMENTS[s.players] - s.placements_left]
    else:
        start(s, w)
    return False
