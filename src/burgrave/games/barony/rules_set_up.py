"""Set-up: chance lays the tiles, then the barons place their starting cities."""

from burgrave.core.dice import below
from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE
from burgrave.games.barony.board import (
    CITY,
    FOREST,
    HEXES,
    HEXES_PER_TILE,
    KINDS,
    KNIGHT,
    LAKE,
    MOST_HEXES,
    MOST_PLAYERS,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECE_COUNT,
    PIECES,
    PLACEMENTS,
    PLACER,
    SOCKET,
    SOCKETS,
    TILE_COUNT,
    TILE_KINDS,
    TOKENS_PER_KIND,
)
from burgrave.games.barony.moves import (
    ALLOWED,
    ARG,
    CITY_HERE,
    CITY_NEXT_TO_CITY,
    CITY_ON_FOREST,
    CITY_ON_LAKE,
    NOT_ON_THIS_BOARD,
    TILE,
    TURNING_TILE,
    TURNING_WEIGHT,
    TURNINGS,
)
from burgrave.games.barony.state import AT_PLACE, AT_TILE, NONE, rule


@rule
def clear_action(s):
    """No action is under way."""
    s.knights_moved = 0
    s.first_knight_at = NONE
    s.robbed = NONE
    for kind in range(len(KINDS)):
        s.paid[kind] = 0


@rule
def start(s, w):
    """All tiles in the box, all pieces in reserve, all tokens in the pool; chance lays the first tile."""
    s.to_act = CHANCE
    s.point = AT_TILE
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
        s.pool[kind] = TOKENS_PER_KIND if s.token_supply else NONE
    for tile in range(len(TILE_KINDS)):
        s.tiles_left[tile] = TILE_COUNT[tile]
    for hex in range(MOST_HEXES):
        s.terrain[hex] = NONE
        s.buildings[hex] = NONE
        s.owners[hex] = NONE
        for seat in range(MOST_PLAYERS):
            s.knights[hex, seat] = 0


@rule
def weigh(s, w, moves, weights):
    """Every tile in the box and each of its three turnings are equally likely; those that look alike count together."""
    moves[0] = 0
    for turning in range(TURNINGS):
        left = s.tiles_left[TURNING_TILE[turning]]
        if left > 0:
            offer(moves, TILE + turning)
            weights[moves[0]] = left * TURNING_WEIGHT[turning]


@rule
def luck(s, w, dice):
    """The tile and turning that chance draws."""
    share = below(dice, HEXES_PER_TILE * (SOCKETS[MOST_PLAYERS] - s.next_socket))
    for turning in range(TURNINGS):
        share -= s.tiles_left[TURNING_TILE[turning]] * TURNING_WEIGHT[turning]
        if share < 0:
            return TILE + turning
    return NONE


@rule
def lay_tile(s, move):
    """The next socket gets this tile; after the last one the barons place their first cities."""
    for k in range(HEXES_PER_TILE):
        s.terrain[SOCKET[s.players, s.next_socket, k]] = ARG[move, k]
    s.tiles_left[TURNING_TILE[move - TILE]] -= 1
    s.next_socket += 1
    if s.next_socket == SOCKETS[s.players]:
        s.next_socket = NONE
        s.point = AT_PLACE
        s.to_act = PLACER[s.players, 0]


@rule
def city_adjacent(s, hex):
    """Whether anybody's city stands on a neighbouring hex."""
    for k in range(NEIGHBOURS[s.players, hex]):
        if s.buildings[NEIGHBOUR[s.players, hex, k]] == CITY:
            return True
    return False


@rule
def may_place(s, hex):
    """A starting city stands neither on lake nor forest, neither on nor next to another city."""
    if hex >= HEXES[s.players]:
        return NOT_ON_THIS_BOARD
    if s.terrain[hex] == LAKE:
        return CITY_ON_LAKE
    if s.terrain[hex] == FOREST:
        return CITY_ON_FOREST
    if s.buildings[hex] == CITY:
        return CITY_HERE
    if city_adjacent(s, hex):
        return CITY_NEXT_TO_CITY
    return ALLOWED


@rule
def any_place_left(s):
    """Whether there is room for another starting city."""
    for hex in range(HEXES[s.players]):
        if may_place(s, hex) == ALLOWED:
            return True
    return False


@rule
def place(s, w, hex):
    """A city and a knight go on the hex; without room for the next city set-up begins again with new tiles."""
    seat = s.to_act
    s.buildings[hex] = CITY
    s.owners[hex] = seat
    s.knights[hex, seat] = 1
    s.reserve[seat, CITY] -= 1
    s.reserve[seat, KNIGHT] -= 1
    s.placements_left -= 1
    if s.placements_left > 0:
        if any_place_left(s):
            s.to_act = PLACER[s.players, PLACEMENTS[s.players] - s.placements_left]
        else:
            start(s, w)
