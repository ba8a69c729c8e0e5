"""What a net is told about a seat's estate: what it holds, what it has begun, and what its dice can do now."""

from __future__ import annotations

from burgrave.core.features import names_of, starts_of
from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_KNOWLEDGE,
    A_MINE,
    AN_ANIMAL,
    BONUS_POINTS,
    BUILDINGS,
    COLOUR_COUNT,
    COLOUR_HEX,
    COLOUR_SIZE,
    GOODS_COUNT,
    KIND_COLOUR,
    KIND_HEADS,
    KIND_SPECIES,
    LARGEST_REGION,
    LAST_PHASE,
    MINE,
    MOST_REGIONS,
    NOTHING,
    REGION_HEX,
    REGION_POINTS,
    REGION_SIZE,
    SMALL,
    SPECIES_COUNT,
    STORAGE_SPACES,
    TRACK_SPACES,
    UNKNOWN_BOARD,
)
from burgrave.games.burgundy.estate import bonus_tiles_taken, count_of, fits, knowledge, number_of, touches_a_tile
from burgrave.games.burgundy.evaluation import (
    best_extra,
    decision_worth,
    dice_worth,
    effect_worth,
    estate_worth,
    goods_waiting,
    rounds_left,
    waiting_worth,
)
from burgrave.games.burgundy.knowledge_tiles import Knowledge
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.scoring import score_now, tiles_sold, types_sold
from burgrave.games.burgundy.state import NOBODY, SEATS, rule

TILES = len(Knowledge)
BUILDING_COUNT = len(BUILDINGS)
ENOUGH = 4

PARTS = {
    "points": 1,
    "players": 2,
    "rounds left": 1,
    "phase": LAST_PHASE + 1,
    "dice": 2,
    "acting": 1,
    "dice worth": 1,
    "decision worth": 1,
    "estate worth": 1,
    "stored worth": 1,
    "stored extra": 1,
    "workers": 1 + ENOUGH,
    "silver": 1 + ENOUGH,
    "goods": 1,
    "types of goods": 3,
    "most of a type": 1,
    "goods waiting": 1,
    "types sold": 1,
    "tiles sold": 1,
    "knowledge": TILES,
    "filled": COLOUR_COUNT,
    "empty": COLOUR_COUNT,
    "large bonus": COLOUR_COUNT,
    "small bonus": COLOUR_COUNT,
    "open": COLOUR_COUNT,
    "points at so many hexes": LARGEST_REGION,
    "begun at so many hexes": LARGEST_REGION,
    "mines": 1,
    "buildings": BUILDING_COUNT,
    "heads in open pastures": 1,
    "species": SPECIES_COUNT,
    "stored": COLOUR_COUNT,
    "stored buildings": BUILDING_COUNT,
    "stored that fit": 1,
    "stored effects": 1,
    "free storage": 1,
    "track": 1,
    "seats ahead": 1,
}
FEATURES = names_of(PARTS)
(
    POINTS,
    PLAYERS,
    ROUNDS_LEFT,
    PHASE,
    DICE,
    ACTING,
    DICE_WORTH,
    DECISION_WORTH,
    ESTATE_WORTH,
    STORED_WORTH,
    STORED_EXTRA,
    WORKERS,
    SILVER,
    GOODS,
    GOODS_TYPES,
    MOST_GOODS,
    GOODS_WAITING,
    TYPES_SOLD,
    TILES_SOLD,
    KNOWLEDGE,
    FILLED,
    EMPTY,
    LARGE_BONUS,
    SMALL_BONUS,
    OPEN,
    REGION_AT,
    BEGUN_AT,
    MINES,
    BUILT,
    HEADS,
    SPECIES,
    STORED,
    STORED_BUILDINGS,
    STORED_FITTING,
    STORED_EFFECTS,
    FREE_STORAGE,
    TRACK,
    SEATS_AHEAD,
) = starts_of(PARTS)


@rule
def note_supplies(s, seat, inputs):
    """Workers, silver and goods; the first few of each count apart."""
    inputs[WORKERS] = s.workers[seat]
    inputs[SILVER] = s.silver[seat]
    for k in range(ENOUGH):
        inputs[WORKERS + 1 + k] = s.workers[seat] > k
        inputs[SILVER + 1 + k] = s.silver[seat] > k
    types = 0
    for goods in range(GOODS_COUNT):
        tiles = int(s.goods[seat, goods])
        inputs[GOODS] += tiles
        inputs[MOST_GOODS] = max(inputs[MOST_GOODS], tiles)
        if tiles > 0:
            inputs[GOODS_TYPES + types] = 1
            types += 1
    inputs[TYPES_SOLD] = types_sold(s, seat)
    inputs[TILES_SOLD] = tiles_sold(s, seat)


@rule
def note_tile(s, seat, kind, inputs):
    """A tile in the estate."""
    colour = KIND_COLOUR[kind]
    if colour == A_KNOWLEDGE:
        inputs[KNOWLEDGE + int(number_of(kind)) - 1] = 1
    elif colour == A_BUILDING:
        inputs[BUILT + int(kind)] += 1
    elif colour == AN_ANIMAL:
        inputs[SPECIES + int(KIND_SPECIES[kind])] = 1


@rule
def note_colours(s, seat, inputs):
    """Each colour: hexes filled, empty and open to the next tile, and the bonus tile that is left for it."""
    board = s.board[seat]
    for colour in range(COLOUR_COUNT):
        size = COLOUR_SIZE[board, colour]
        filled = 0
        for k in range(size):
            hexagon = COLOUR_HEX[board, colour, k]
            if s.tiles[seat, hexagon] != NOTHING:
                filled += 1
                note_tile(s, seat, int(s.tiles[seat, hexagon]), inputs)
            elif touches_a_tile(s, seat, hexagon) == Reason.ALLOWED:
                inputs[OPEN + colour] += 1
        inputs[FILLED + colour] = filled
        inputs[EMPTY + colour] = size - filled
        if filled < size:
            taken = bonus_tiles_taken(s, colour)
            if taken <= SMALL:
                bonus = BONUS_POINTS[s.players, taken] * filled / size
                inputs[(LARGE_BONUS if taken < SMALL else SMALL_BONUS) + colour] = bonus


@rule
def note_regions(s, seat, inputs):
    """Unfinished regions by how many hexes they lack: their points, and how many have been begun."""
    board = s.board[seat]
    for region in range(MOST_REGIONS):
        size = int(REGION_SIZE[board, region])
        if size == 0:
            continue
        filled = 0
        heads = 0
        for k in range(size):
            kind = s.tiles[seat, REGION_HEX[board, region, k]]
            if kind != NOTHING:
                filled += 1
                if KIND_COLOUR[kind] == AN_ANIMAL:
                    heads += KIND_HEADS[kind]
        if filled < size:
            inputs[REGION_AT + size - filled - 1] += REGION_POINTS[size]
            inputs[HEADS] += heads
            if filled > 0:
                inputs[BEGUN_AT + size - filled - 1] += 1


@rule
def note_storage(s, seat, known, inputs):
    """Stored tiles by colour and building, how many fit somewhere, and what they would do."""
    board = s.board[seat]
    for space in range(STORAGE_SPACES):
        kind = int(s.storage[seat, space])
        if kind == NOTHING:
            inputs[FREE_STORAGE] += 1
            continue
        colour = int(KIND_COLOUR[kind])
        inputs[STORED + colour] += 1
        if colour == A_BUILDING:
            inputs[STORED_BUILDINGS + kind] += 1
        inputs[STORED_WORTH] += waiting_worth(s, seat, kind, known)
        inputs[STORED_EFFECTS] += effect_worth(s, seat, kind, known)
        for k in range(COLOUR_SIZE[board, colour]):
            if fits(s, seat, kind, COLOUR_HEX[board, colour, k]):
                inputs[STORED_FITTING] += 1
                break
    inputs[STORED_EXTRA] = best_extra(s, seat, known)


@rule
def note_track(s, seat, inputs):
    """How far the seat's ships have come, and how many seats are ahead of it."""
    ahead = 0
    for back in range(TRACK_SPACES):
        for down in range(SEATS):
            pawn = s.track[TRACK_SPACES - 1 - back, SEATS - 1 - down]
            if pawn == seat:
                inputs[TRACK] = TRACK_SPACES - 1 - back
                inputs[SEATS_AHEAD] = ahead
            elif pawn != NOBODY:
                ahead += 1


@rule
def features(s, w, seat, inputs):
    """All that a net is told about a seat."""
    inputs[POINTS] = score_now(s, seat)
    if s.board[seat] == UNKNOWN_BOARD:
        return
    if s.players > 2:
        inputs[PLAYERS + s.players - 3] = 1
    inputs[ROUNDS_LEFT] = rounds_left(s)
    inputs[PHASE + int(s.phase)] = 1
    known = knowledge(s, seat)
    for k in range(2):
        inputs[DICE + k] = s.dice[seat, k] > 0
    inputs[DICE_WORTH] = dice_worth(s, seat, known)
    if s.to_act == seat:
        inputs[ACTING] = 1
        inputs[DECISION_WORTH] = decision_worth(s, seat, known)
    inputs[ESTATE_WORTH] = estate_worth(s, seat)
    inputs[GOODS_WAITING] = goods_waiting(s, seat)
    inputs[MINES] = count_of(s, seat, A_MINE, MINE)
    note_supplies(s, seat, inputs)
    note_colours(s, seat, inputs)
    note_regions(s, seat, inputs)
    note_storage(s, seat, known, inputs)
    note_track(s, seat, inputs)
