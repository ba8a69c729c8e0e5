"""The printed facts: tiles, depots, estates and points, as constant tables."""

from __future__ import annotations

import numpy as np

from burgrave.games.burgundy.knowledge_tiles import Effect, Knowledge

# Kinds of tiles, in kind order.
BUILDINGS = ("warehouse", "carpenter", "church", "market", "inn", "bank", "cityhall", "watchtower")
SPECIES = ("cow", "sheep", "pig", "chicken")
SPECIES_COUNT = len(SPECIES)
ANIMALS = tuple(f"{species}{count}" for species in SPECIES for count in (2, 3, 4))
KNOWLEDGE = tuple(f"k{tile.value}" for tile in Knowledge)
KINDS = (*BUILDINGS, *ANIMALS, *KNOWLEDGE, "castle", "mine", "ship")
KIND_COUNT = len(KINDS)
NOTHING = -1

WAREHOUSE, CARPENTER, CHURCH, MARKET, INN, BANK, CITYHALL, WATCHTOWER = range(8)
FIRST_ANIMAL = len(BUILDINGS)
FIRST_KNOWLEDGE = FIRST_ANIMAL + len(ANIMALS)
CASTLE, MINE, SHIP = range(FIRST_KNOWLEDGE + len(KNOWLEDGE), KIND_COUNT)

# Colours of tiles and hexes, in the order of the kinds.
COLOURS = ("building", "animal", "knowledge", "castle", "mine", "ship")
A_BUILDING, AN_ANIMAL, A_KNOWLEDGE, A_CASTLE, A_MINE, A_SHIP = range(6)
COLOUR_COUNT = len(COLOURS)
LETTERS = "BAKCMS"
KIND_COLOUR = np.array(
    [A_BUILDING] * len(BUILDINGS)
    + [AN_ANIMAL] * len(ANIMALS)
    + [A_KNOWLEDGE] * len(KNOWLEDGE)
    + [A_CASTLE, A_MINE, A_SHIP],
    np.int64,
)


def knowledge_tile(kind: int) -> Knowledge:
    """The knowledge tile of a kind."""
    return tuple(Knowledge)[kind - FIRST_KNOWLEDGE]


FIRST_KIND = np.searchsorted(KIND_COLOUR, np.arange(COLOUR_COUNT)).astype(np.int64)
END_KIND = np.array([*FIRST_KIND[1:], KIND_COUNT], np.int64)

# How many tiles of each kind are in the box, by the colour of their back.
NORMAL_TILES = np.array(
    [5] * len(BUILDINGS)
    + [2, 2, 1] * len(SPECIES)
    + [0 if tile.has_black_back else 1 for tile in Knowledge]
    + [14, 10, 20],
    np.int64,
)
BLACK_TILES = np.array(
    [2] * len(BUILDINGS)
    + [0, 1, 1] * len(SPECIES)
    + [1 if tile.has_black_back else 0 for tile in Knowledge]
    + [2, 2, 6],
    np.int64,
)

KIND_SPECIES = np.array([(kind - FIRST_ANIMAL) // 3 for kind in range(KIND_COUNT)], np.int64)
KIND_HEADS = np.array([2 + (kind - FIRST_ANIMAL) % 3 for kind in range(KIND_COUNT)], np.int64)

# Goods; a type's die face is its place in the list plus one.
GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")
GOODS_COUNT = len(GOODS)
GOODS_OF_A_TYPE = 7
GOODS_SPACES = 3
GOODS_DEALT = 3

# The course of the game.
PHASES = "ABCDE"
LAST_PHASE = len(PHASES) - 1
ROUNDS = 5
STORAGE_SPACES = 3
START_SILVER = 1
PRICE = 2
TRACK_SPACES = 7
FACES = 6

# Depots: each hex has a colour and the smallest number of players that uses it, in the order of the printed board.
DEPOT_COUNT = 6
BLACK = DEPOT_COUNT
DEPOTS = ("1", "2", "3", "4", "5", "6", "black")
PRINTED_DEPOTS = ("K3 B2 S2 A4", "K2 B3 C2 B4", "A2 S3 B2 K4", "M4 S2 B2 A3", "B3 M2 B4 K2", "C3 B2 S4 A2")
SLOTS = 4
BLACK_SLOTS = 8
BLACK_USED = np.array([0, 0, 4, 6, 8], np.int64)
"""Hexes of the black depot in use, by players."""
MINE_IN_DEPOT_SIX = {3: "BD"}
"""The phases in which the last depot gets a mine instead of a castle, by players."""


def printed_depot(depot: int) -> list[tuple[int, int]]:
    """The hexes of a depot as (colour, smallest number of players), in the order of the printed board."""
    return [(LETTERS.index(text[0]), int(text[1])) for text in PRINTED_DEPOTS[depot].split()]


def depot_slots(depot: int) -> list[tuple[int, int]]:
    """The same hexes in the order of colours, which is how a position holds them."""
    return sorted(printed_depot(depot))


SLOT_COLOUR = np.array([[colour for colour, _ in depot_slots(depot)] for depot in range(DEPOT_COUNT)], np.int64)
SLOT_PLAYERS = np.array([[least for _, least in depot_slots(depot)] for depot in range(DEPOT_COUNT)], np.int64)


def filled_by_chance(players: int) -> list[tuple[int, int]]:
    """The hexes (depot, slot) whose tile is drawn, in the order in which they are filled."""
    return [
        (depot, depot_slots(depot).index(hexagon))
        for depot in range(DEPOT_COUNT)
        for hexagon in printed_depot(depot)
        if hexagon[1] <= players and hexagon[0] in (A_BUILDING, AN_ANIMAL, A_KNOWLEDGE)
    ]


FILL_COUNT = np.array([len(filled_by_chance(players)) for players in range(5)], np.int64)
FILL_DEPOT = np.zeros((5, 24), np.int64)
FILL_SLOT = np.zeros((5, 24), np.int64)
for _players in range(5):
    for _place, (_depot, _slot) in enumerate(filled_by_chance(_players)):
        FILL_DEPOT[_players, _place] = _depot
        FILL_SLOT[_players, _place] = _slot


def face_down(players: int, phase: int, filled: int) -> int:
    """How many tiles the next hex is drawn from when chance has filled so many in the phase."""
    colours = [int(SLOT_COLOUR[place]) for place in filled_by_chance(players)]
    if filled >= len(colours):
        return int(BLACK_TILES.sum() - phase * BLACK_USED[players]) - (filled - len(colours))
    colour = colours[filled]
    drawn = phase * colours.count(colour) + colours[:filled].count(colour)
    return int(NORMAL_TILES[colour == KIND_COLOUR].sum()) - drawn


FACE_DOWN = np.array(
    [
        [
            [face_down(players, phase, filled) for filled in range(FILL_DEPOT.shape[1] + BLACK_SLOTS)]
            for phase in range(len(PHASES))
        ]
        for players in range(5)
    ],
    np.int64,
)
"""How many tiles the next hex is drawn from, by players, phase and hexes that chance has filled."""


def kind_without_choice(players: int, phase: int, depot: int, slot: int) -> int:
    """The tile that fills a hex without a draw; with three players depot 6 changes between castle and mine."""
    colour, least = depot_slots(depot)[slot]
    if least > players:
        return NOTHING
    if colour == A_CASTLE and depot == DEPOT_COUNT - 1 and PHASES[phase] in MINE_IN_DEPOT_SIX.get(players, ""):
        return MINE
    return {A_CASTLE: CASTLE, A_MINE: MINE, A_SHIP: SHIP}.get(colour, NOTHING)


FIXED_TILE = np.array(
    [
        [
            [
                [kind_without_choice(players, phase, depot, slot) for slot in range(SLOTS)]
                for depot in range(DEPOT_COUNT)
            ]
            for phase in range(len(PHASES))
        ]
        for players in range(5)
    ],
    np.int64,
)


def may_be_drawn_to(depot: int, kind: int) -> bool:
    """True if chance can put that kind into that depot."""
    if depot == BLACK:
        return bool(BLACK_TILES[kind])
    drawn = KIND_COLOUR[kind] in (A_BUILDING, AN_ANIMAL, A_KNOWLEDGE)
    return bool(drawn and NORMAL_TILES[kind] and KIND_COLOUR[kind] in SLOT_COLOUR[depot])


def may_lie_in(depot: int, kind: int) -> bool:
    """True if a tile of that kind can ever lie in that depot."""
    fixed = depot != BLACK and kind in FIXED_TILE[:, :, depot]
    return may_be_drawn_to(depot, kind) or bool(fixed)


# Estates. Row 0 of every table by board stands for a board not known yet: it has no hexes of any colour.
HEXES = 37
CENTRE = 18
ROW_LENGTHS = (4, 5, 6, 7, 6, 5, 4)
ROW_FIRST_Q = (0, -1, -2, -3, -3, -3, -3)
HEX_Q = np.array([q + k for q, n in zip(ROW_FIRST_Q, ROW_LENGTHS, strict=True) for k in range(n)], np.int64)
HEX_R = np.array([row - 3 for row, n in enumerate(ROW_LENGTHS) for _ in range(n)], np.int64)
HEX_NUMBER = np.array(
    [int(digit) for digit in "6543 21654 543123 6126541 254312 61256 3413".replace(" ", "")], np.int64
)
PRINTED_ESTATES = (
    "ACCK AACKB AABKBB SSSCSSS BBMBBA BMKBB MKKB",
    "SBAC ASBAB AAABKB BBBBBKC KKMKMS BBMKS CSSC",
    "AAAA SSCSS BMKKSB BBKCKBB BBKKBB CAMMC BASB",
    "CABS AABSS BBBSCM AAAKKMS BCKBBB BMBKK SBKC",
    "ABBS AABMM BCKSSS BBAKCBB KCAKSB BABCS KKBM",
    "KKCS KBBSB AAMSBB KBBCSBB KBBMSB KMAAS CAAC",
    "KCCS KAAAS SMBBMA SKBBBAB BKBBAB BSMKB SCCK",
    "BBSB SCKCB BKMKKS BAKMAKB SAAAMB BCACS BSBB",
    "BBCK BBAAS BBAASS CKKMSCK SSKMBA KBBBA MCBB",
)
BOARD_COUNT = len(PRINTED_ESTATES)
UNKNOWN_BOARD = 0
HEX_COLOUR = np.full((BOARD_COUNT + 1, HEXES), NOTHING, np.int64)
for _board, _rows in enumerate(PRINTED_ESTATES, 1):
    HEX_COLOUR[_board] = [LETTERS.index(letter) for letter in _rows.replace(" ", "")]

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
HEX_AT = {(int(q), int(r)): number for number, (q, r) in enumerate(zip(HEX_Q, HEX_R, strict=True))}
NEIGHBOURS = [sorted(HEX_AT[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in HEX_AT) for q, r in HEX_AT]
NEIGHBOUR_COUNT = np.array([len(around) for around in NEIGHBOURS], np.int64)
NEIGHBOUR = np.array([around + [NOTHING] * (6 - len(around)) for around in NEIGHBOURS], np.int64)

MOST_OF_A_COLOUR = 12
COLOUR_SIZE = np.array([[int((row == colour).sum()) for colour in range(COLOUR_COUNT)] for row in HEX_COLOUR], np.int64)
COLOUR_HEX = np.full((BOARD_COUNT + 1, COLOUR_COUNT, MOST_OF_A_COLOUR), NOTHING, np.int64)
for _board in range(1, BOARD_COUNT + 1):
    for _colour in range(COLOUR_COUNT):
        _hexes = np.flatnonzero(HEX_COLOUR[_board] == _colour)
        COLOUR_HEX[_board, _colour, : len(_hexes)] = _hexes


def regions_of(board: int) -> list[list[int]]:
    """The regions of a board: maximal connected sets of hexes of one colour, by their first hex."""
    regions: list[list[int]] = []
    for first in range(HEXES):
        if any(first in region for region in regions):
            continue
        region = [first]
        for place in region:
            region += [
                other
                for other in NEIGHBOURS[place]
                if HEX_COLOUR[board, other] == HEX_COLOUR[board, first] and other not in region
            ]
        regions.append(sorted(region))
    return regions


LARGEST_REGION = 8
MOST_REGIONS = max(len(regions_of(board)) for board in range(1, BOARD_COUNT + 1))
REGION = np.full((BOARD_COUNT + 1, HEXES), NOTHING, np.int64)
REGION_SIZE = np.zeros((BOARD_COUNT + 1, MOST_REGIONS), np.int64)
REGION_HEX = np.full((BOARD_COUNT + 1, MOST_REGIONS, LARGEST_REGION), NOTHING, np.int64)
for _board in range(1, BOARD_COUNT + 1):
    for _number, _region in enumerate(regions_of(_board)):
        REGION[_board, _region] = _number
        REGION_SIZE[_board, _number] = len(_region)
        REGION_HEX[_board, _number, : len(_region)] = _region

# The variant for experienced players: which boards share a sheet.
SHEETS = ((1, 2), (1, 3), (1, 4), (1, 5), (6, 7), (8, 9))
SHEET_SIDE = np.array(SHEETS, np.int64)
SHEET_COUNT = len(SHEETS)
SHEET_WITH = np.full((BOARD_COUNT + 1, BOARD_COUNT + 1), NOTHING, np.int64)
"""The place in SHEETS of the sheet with these two sides."""
for _sheet, _sides in enumerate(SHEETS):
    SHEET_WITH[_sides] = _sheet

# Points and gains.
REGION_POINTS = np.array([0, 1, 3, 6, 10, 15, 21, 28, 36], np.int64)
PHASE_POINTS = np.array([10, 8, 6, 4, 2], np.int64)
LARGE, SMALL = range(2)
BONUS_POINTS = np.array([[0, 0], [0, 0], [5, 2], [6, 3], [7, 4]], np.int64)
"""Points of the large and the small bonus tile, by players."""
GOODS_POINTS = np.array([0, 0, 2, 3, 4], np.int64)
"""Points of a sold goods tile, by players."""
SALE_SILVER = 1
MINE_SILVER = 1
ACTION_WORKERS = 2
INN_WORKERS = 4
BANK_SILVER = 2
WATCHTOWER_POINTS = 4
WORKERS_FOR_A_POINT = 2

# Changing a die: 1 and 6 are neighbours; a die of 0 stands for "any number".
ANY_NUMBER = 0


def workers_to_change(step: int, free: int, value: int, target: int) -> int:
    """The fewest workers that turn a die into the number asked for, each by so much, the first `free` for nothing."""
    if value == ANY_NUMBER:
        return 0
    distance = min(abs(value - target), FACES - abs(value - target))
    return -(-max(0, distance - free) // step)


def most(effect: Effect) -> int:
    """The most that a knowledge tile with that effect gives."""
    return max(tile.amount for tile in Knowledge if tile.effect == effect)


SHIFTS = 1 + most(Effect.SHIFT)
CHANGE_COST = np.zeros(((1 + most(Effect.STEP)) * SHIFTS, FACES + 1, FACES + 1), np.int64)
"""Workers by [SHIFTS * what knowledge adds to a step + free shift, die, number asked for]."""
for _way, _value, _target in np.ndindex(CHANGE_COST.shape):
    CHANGE_COST[_way, _value, _target] = workers_to_change(1 + _way // SHIFTS, _way % SHIFTS, _value, _target)
