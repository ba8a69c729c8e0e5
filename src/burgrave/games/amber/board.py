"""The board of 11 x 11 fields, the start layouts and the building tiles, as tables of whole numbers.

Sides are 0 north, 1 east, 2 south, 3 west; a set of sides or of rotations is a sum of bits. A field is
`row * 11 + column` from the south-west corner, `a1`.
"""

import numpy as np

COLUMNS = "abcdefghijk"
WIDTH = len(COLUMNS)
FIELDS = WIDTH * WIDTH
FIELD_NAMES = tuple(f"{column}{row}" for row in range(1, WIDTH + 1) for column in COLUMNS)
OFF_BOARD = FIELDS
"""Where a road over the edge of the board leads."""

SEATS = 6
SIDES = 4
ALL_SIDES = 15
NOWHERE = -1
NOBODY = -1


def field(name):
    """The number of a field: 0 for `a1`, 120 for `k11`."""
    return FIELD_NAMES.index(name.lower())


def _neighbours():
    table = np.full((FIELDS + 1, SIDES), OFF_BOARD, np.int64)
    for row in range(WIDTH):
        for column in range(WIDTH):
            for side, (up, right) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
                if 0 <= row + up < WIDTH and 0 <= column + right < WIDTH:
                    table[row * WIDTH + column, side] = (row + up) * WIDTH + column + right
    return table


NEIGHBOUR = _neighbours()
OPPOSITE = np.array([2, 3, 0, 1], np.int64)

# Tiles: how many there are, their roads at rotation 0 ("S>N" one way, "N=S" both ways), their distinct rotations

TILES = {
    "straight": (12, "N=S", 2),
    "straight_oneway": (12, "S>N", 4),
    "curve": (12, "S=E", 4),
    "curve_oneway_right": (8, "S>E", 4),
    "curve_oneway_left": (8, "S>W", 4),
    "tee": (8, "W=E W=S E=S", 4),
    "tee_stem_out": (4, "W=E W>S E>S", 4),
    "tee_stem_in": (4, "W=E S>W S>E", 4),
    "crossroads": (4, "N=E N=S N=W E=S E=W S=W", 1),
    "bridge": (5, "N=S E=W", 1),
    "roundabout": (5, "N=E N=S N=W E=S E=W S=W", 1),
    "swamp": (4, "", 1),
    "shovel": (6, "", 1),
}
KIND_NAMES = tuple(TILES)
KINDS = len(KIND_NAMES)
(
    STRAIGHT,
    STRAIGHT_ONEWAY,
    CURVE,
    CURVE_ONEWAY_RIGHT,
    CURVE_ONEWAY_LEFT,
    TEE,
    TEE_STEM_OUT,
    TEE_STEM_IN,
    CROSSROADS,
    BRIDGE,
    ROUNDABOUT,
    SWAMP,
    SHOVEL,
) = range(KINDS)
ROAD_KINDS = SWAMP
"""The kinds below this number are roads."""
SPECIAL_SHOVEL = KINDS
"""Chosen like a kind of tile, but never part of a hand."""

SUPPLY = np.array([count for count, _, _ in TILES.values()], np.int64)
SUPPLY_SIZE = int(SUPPLY.sum())
ROTATIONS = np.array([rotations for _, _, rotations in TILES.values()], np.int64)
ROTATION_NAMES = ("0", "90", "180", "270")
REBUILDS = np.array([kind in (BRIDGE, ROUNDABOUT) for kind in range(KINDS + 1)], np.int64)
"""Kinds that may replace a straight road."""

# What lies on a field: one code for nothing, a castle, or a tile as turned

EMPTY = 0
CASTLE = 1 + SIDES * KINDS
CODES = CASTLE + 1


def code(kind, rotation):
    """The code of a tile as it lies on the board; `rotation` in quarter turns."""
    return 1 + SIDES * kind + rotation


CODE = np.array([[code(kind, rotation) for rotation in range(SIDES)] for kind in range(KINDS)], np.int64)
"""The same for compiled rules."""


def roads(kind, rotation):
    """The pairs (side driven in over, side left over) of a tile as turned."""
    pairs = []
    for road in TILES[KIND_NAMES[kind]][1].split():
        first, last = "NESW".index(road[0]), "NESW".index(road[2])
        pairs.append((first, last))
        if road[1] == "=":
            pairs.append((last, first))
    return [((first + rotation) % SIDES, (last + rotation) % SIDES) for first, last in pairs]


LAY, DIG, REBUILD = 1, 2, 4
"""Ways to play a tile, as bits: on an empty field, by digging up, by replacing a straight road."""
WAYS_OF = np.array(
    [DIG if kind in (SHOVEL, SPECIAL_SHOVEL) else LAY | REBUILD * REBUILDS[kind] for kind in range(KINDS + 1)], np.int64
)
"""The ways in which a kind of tile can be played first in a turn."""


def _tile_tables():
    kind_of = np.full(CODES, -1, np.int64)
    rotation_of = np.zeros(CODES, np.int64)
    exits = np.zeros((CODES, SIDES), np.int64)
    entrances = np.zeros(CODES, np.int64)
    blank = np.zeros(CODES, np.int64)
    rebuild_sides = np.zeros(CODES, np.int64)
    ways = np.zeros((CODES, SIDES), np.int64)
    ways[EMPTY] = LAY
    for kind in range(KINDS):
        if kind == SHOVEL:
            continue
        for rotation in range(ROTATIONS[kind]):
            lying = code(kind, rotation)
            kind_of[lying], rotation_of[lying] = kind, rotation
            used = 0
            for first, last in roads(kind, rotation):
                exits[lying, first] |= 1 << last
                entrances[lying] |= 1 << first
                used |= 1 << first | 1 << last
            blank[lying] = ALL_SIDES & ~used
            if kind in (STRAIGHT, STRAIGHT_ONEWAY):
                rebuild_sides[lying] = blank[lying]
            for side in range(SIDES):
                ways[lying, side] = DIG | (REBUILD if rebuild_sides[lying] >> side & 1 else 0)
    return kind_of, rotation_of, exits, entrances, blank, rebuild_sides, ways


KIND_OF, ROTATION_OF, EXITS, ENTRANCES, BLANK, REBUILD_SIDES, _WAYS = _tile_tables()
"""Of a code: kind, rotation, sides one may leave over (by side of arrival), sides one may drive in over, sides without
a road, and the sides from which it may be rebuilt (the blank ones of a straight road)."""

WAY_BITS, STEP_BITS = 4, 7
STEP = EXITS | _WAYS << WAY_BITS
"""What arriving at a field's code over a side gives: exits in the low four bits, ways to play a tile above them."""
QUICK_STEP = STEP.astype(np.int8)
"""The same in few bytes, for what is looked up all the time."""
FIELD_BITS, CODE_BITS = 127, 63
"""The bits of a field and of a code: with these alone no number is taken for one that counts from the end."""
QUICK_NEIGHBOUR = np.full((FIELD_BITS + 1, SIDES), OFF_BOARD, np.int8)
QUICK_NEIGHBOUR[: FIELDS + 1] = NEIGHBOUR

ENTER, TOUCH, NONE = range(3)
"""The option `placement_join`: how a road tile must meet the roads it is added to."""


def _fitting():
    table = np.zeros((3, KINDS, ALL_SIDES + 1), np.int64)
    for kind in range(SHOVEL):
        for rotation in range(ROTATIONS[kind]):
            lying = code(kind, rotation)
            meets = {ENTER: int(ENTRANCES[lying]), TOUCH: ALL_SIDES & ~int(BLANK[lying]), NONE: ALL_SIDES}
            for join, sides in meets.items():
                for arrivals in range(1, ALL_SIDES + 1):
                    if kind == SWAMP or arrivals & sides:
                        table[join, kind, arrivals] |= 1 << rotation
    return table


FITS = _fitting()
"""By `placement_join`, kind and the set of sides over which a field is reached: the fitting rotations, as bits."""

# Start layouts: castles clockwise, then villages

LAYOUTS = {
    "2A": ("c7 i5", "a1 c10 e1 g11 i2 k11"),
    "2B": ("e10 g2", "a11 b4 d5 f4 f8 h7 j8 k1"),
    "2C": ("c2 i10", "a3 a9 d7 e2 g10 h5 k3 k9"),
    "3A": ("b10 j10 f2", "b6 d3 d11 h3 h11 j6"),
    "3B": ("f10 h5 d5", "a5 b9 d11 f6 h11 j9 k5"),
    "3C": ("c6 f9 i6", "b2 c9 d5 f4 f7 h5 i9 j2"),
    "4A": ("d8 h8 h4 d4", "b6 f2 f6 f10 j6"),
    "4B": ("b10 j10 j2 b2", "a7 c4 d9 e1 g11 h3 i8 k5"),
    "4C": ("c10 i10 i2 c2", "b4 b8 f2 f6 f10 j4 j8"),
    "5A": ("c10 i10 j3 f2 b3", "a9 b6 f5 f11 j6 k9"),
    "5B": ("c10 i10 j4 f2 b4", "b7 c2 d9 f7 h9 i2 j7"),
    "5C": ("b9 j9 j4 f3 b4", "a6 a11 d2 d10 h2 h10 k6 k11"),
    "6A": ("b8 f10 j8 j4 f2 b4", "b6 c2 c10 f4 f8 i2 i10 j6"),
    "6B": ("b6 d10 h10 j6 h2 d2", "b3 b9 f4 f8 j3 j9"),
    "6C": ("b6 d8 h8 j6 h4 d4", "a4 a8 b2 b10 j2 j10 k4 k8"),
}
LAYOUT_NAMES = tuple(LAYOUTS)
FEWEST_SEATS = 2
LAYOUTS_PER_COUNT = 3
MOST_VILLAGES = 8
TARGETS = MOST_VILLAGES + SEATS
"""What roads lead to and what has a coin at first: villages in the layout's order, then castles by seat."""


def _layout_tables():
    castles = np.full((len(LAYOUTS), SEATS), NOWHERE, np.int64)
    villages = np.full((len(LAYOUTS), MOST_VILLAGES), NOWHERE, np.int64)
    castle_at = np.full((len(LAYOUTS), FIELDS), NOWHERE, np.int64)
    for number, (castle_names, village_names) in enumerate(LAYOUTS.values()):
        for place, name in enumerate(castle_names.split()):
            castles[number, place] = field(name)
            castle_at[number, field(name)] = place
        for place, name in enumerate(village_names.split()):
            villages[number, place] = field(name)
    return castles, villages, castle_at


CASTLES, VILLAGES, CASTLE_AT = _layout_tables()
"""By layout: castle fields clockwise, village fields, and which castle of the list stands on a field."""
VILLAGE_COUNT = (VILLAGES != NOWHERE).sum(1).astype(np.int64)

# Figures of the rulebook

HAND_SIZE = 6
END_HAND_SIZE = 3
COIN_POINTS = 1
VILLAGE_POINTS = 1
CASTLE_POINTS = 2
COINS = 14
