"""The land and what is printed: tiles, the three boards' shapes, token values, the score board.

Hexes are pointy-topped with axial coordinates (q, r), r growing downward; on a board they are numbered by r, then q.
Tables that differ from board to board have the number of players as their first index.
"""

from collections import Counter

import numpy as np

TERRAINS = ("mountain", "forest", "field", "plain", "lake")
MOUNTAIN, FOREST, FIELD, PLAIN, LAKE = range(len(TERRAINS))
KINDS = TERRAINS[:LAKE]
"""Token kinds: the terrains but the lake, in rising order of value."""

GOLD = np.array([2, 3, 4, 5], np.int64)
SILVER = np.array([0, 1, 2, 3], np.int64)
TOKENS_PER_KIND = 20

TITLES = ("baron", "viscount", "count", "marquis", "duke")
DUKE = len(TITLES) - 1
TITLE_PRICE = 15
TITLE_POINTS = 15
CITY_POINTS = 10

PIECES = ("knight", "village", "stronghold", "city")
KNIGHT, VILLAGE, STRONGHOLD, CITY = range(len(PIECES))
PIECE_COUNT = np.array([7, 14, 2, 5], np.int64)
START_CITIES = 3
NEW_CITIES = int(PIECE_COUNT[CITY]) - START_CITIES

RECRUITS, RECRUITS_BY_LAKE = 2, 3
KNIGHTS_PER_MOVEMENT = 2
PIECES_THAT_HOLD_A_HEX = 2
KNIGHTS_FOR_EXPEDITION = 2

MOST_PLAYERS = 4
TILES_PER_PLAYER = 9
HEXES_PER_TILE = 3
MOST_HEXES = MOST_PLAYERS * TILES_PER_PLAYER * HEXES_PER_TILE
MOST_SOCKETS = MOST_PLAYERS * TILES_PER_PLAYER
SIDES = 6

TILES = Counter(
    tuple(TERRAINS.index(name) for name in names.split())
    for names in """
    mountain mountain mountain | mountain mountain forest | mountain mountain field | mountain mountain plain
    mountain mountain lake | mountain mountain lake | mountain forest forest | mountain forest lake
    mountain field forest | mountain field field | mountain plain forest | mountain plain field
    mountain plain plain | mountain lake field | mountain lake plain
    forest forest forest | forest forest forest | forest forest field | forest forest plain
    forest forest lake | forest forest lake | forest field field | forest field plain
    forest plain plain | forest lake field | forest lake plain
    field field field | field field field | field field plain | field field lake | field field lake
    field plain plain | field plain lake
    plain plain plain | plain plain lake | plain plain lake
    """.replace("\n", "|").split("|")
    if names.strip()
)
"""The 36 tiles: the terrains clockwise, and how many such tiles there are."""

TILE_KINDS = tuple(TILES)
TILE_COUNT = np.array([TILES[kind] for kind in TILE_KINDS], np.int64)

STRIPS = {
    2: ((-2, 4), (-4, 5), (-5, 5), (-5, 4)),
    3: ((-3, 5), (-5, 6), (-5, 5), (-7, 6), (-7, 5)),
    4: ((-4, 6), (-5, 6), (-6, 6), (-7, 6), (-8, 6), (-9, 6)),
}
"""Each board's strips of tiles, two rows of hexes high: the q of the first upper hex, and the number of tiles."""


def turnings(tile):
    """The distinct ways to lay a tile: it is turned, never flipped."""
    return {tile[k:] + tile[:k] for k in range(HEXES_PER_TILE)}


def sockets(strips):
    """The places for tiles, each three hexes clockwise: along a strip a tile points up, the next one down."""
    places = []
    for number, (q, tiles) in enumerate(strips):
        r = 2 * number
        for k in range(tiles):
            if k % 2 == 0:
                places.append(((q, r), (q, r + 1), (q - 1, r + 1)))
                q += 1
            else:
                places.append(((q, r), (q + 1, r), (q, r + 1)))
                q += 2
    return places


def setup_order(players):
    """The seats that place starting cities: one each, the last seat all of its three, then backwards the rest."""
    others = range(players - 1)
    last = (players - 1,) * START_CITIES
    return (*others, *last, *(seat for seat in reversed(others) for _ in range(START_CITIES - 1)))


def table(*shape):
    """An empty table: -1 everywhere."""
    return np.full(shape, -1, np.int64)


TILE_SHOWING = table(len(TERRAINS), len(TERRAINS), len(TERRAINS))
"""The kind of tile that shows these terrains, clockwise from a socket's first hex; -1: there is none."""
LOOKING_ALIKE = np.zeros(TILE_SHOWING.shape, np.int64)
"""Of the three turnings of that tile, how many show the same."""
for kind, tile in enumerate(TILE_KINDS):
    for turning in turnings(tile):
        TILE_SHOWING[turning] = kind
        LOOKING_ALIKE[turning] = HEXES_PER_TILE // len(turnings(tile))

COORDINATES = {
    players: tuple(sorted((hex for socket in sockets(strips) for hex in socket), key=lambda hex: (hex[1], hex[0])))
    for players, strips in STRIPS.items()
}
"""Each board's hexes as (q, r), in the order of their numbers."""

HEXES = np.array([len(COORDINATES.get(players, ())) for players in range(MOST_PLAYERS + 1)], np.int64)
SOCKETS = HEXES // HEXES_PER_TILE
SOCKET = table(MOST_PLAYERS + 1, MOST_SOCKETS, HEXES_PER_TILE)
NEIGHBOUR = table(MOST_PLAYERS + 1, MOST_HEXES, SIDES)
NEIGHBOURS = np.zeros((MOST_PLAYERS + 1, MOST_HEXES), np.int64)
EDGE_HEX = table(MOST_PLAYERS + 1, MOST_HEXES)
EDGE_HEXES = np.zeros(MOST_PLAYERS + 1, np.int64)
PLACEMENTS = np.zeros(MOST_PLAYERS + 1, np.int64)
PLACER = table(MOST_PLAYERS + 1, MOST_PLAYERS * START_CITIES)

for players, strips in STRIPS.items():
    hexes = COORDINATES[players]
    number_of = {hex: number for number, hex in enumerate(hexes)}
    for number, socket in enumerate(sockets(strips)):
        SOCKET[players, number] = [number_of[hex] for hex in socket]
    for number, (q, r) in enumerate(hexes):
        steps = ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))
        near = sorted(number_of[step] for step in steps if step in number_of)
        NEIGHBOURS[players, number] = len(near)
        NEIGHBOUR[players, number, : len(near)] = near
    edge = np.flatnonzero(NEIGHBOURS[players, : len(hexes)] < SIDES)
    EDGE_HEXES[players] = len(edge)
    EDGE_HEX[players, : len(edge)] = edge
    order = setup_order(players)
    PLACEMENTS[players] = len(order)
    PLACER[players, : len(order)] = order
