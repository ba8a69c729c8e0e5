"""The estate: the knowledge at hand, where a tile fits, and the points that a placed tile brings."""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_KNOWLEDGE,
    AN_ANIMAL,
    BONUS_POINTS,
    COLOUR_COUNT,
    COLOUR_HEX,
    COLOUR_SIZE,
    FIRST_KNOWLEDGE,
    HEX_COLOUR,
    HEXES,
    KIND_COLOUR,
    KIND_HEADS,
    KIND_SPECIES,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    NOTHING,
    PHASE_POINTS,
    REGION,
    REGION_HEX,
    REGION_POINTS,
    REGION_SIZE,
    SMALL,
    SPECIES_COUNT,
    STORAGE_SPACES,
)
from burgrave.games.burgundy.knowledge_tiles import AMOUNT, HELPER, Effect, Knowledge, Occasion
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.state import rule


@rule
def number_of(kind):
    """The number of a knowledge tile."""
    return int(kind) - FIRST_KNOWLEDGE + 1


@rule
def knowledge(s, seat):
    """The knowledge tiles in the estate: bit n is set if tile n lies there."""
    board = s.board[seat]
    known = 0
    for k in range(COLOUR_SIZE[board, A_KNOWLEDGE]):
        kind = s.tiles[seat, COLOUR_HEX[board, A_KNOWLEDGE, k]]
        if kind != NOTHING:
            known |= 1 << number_of(kind)
    return known


@rule
def recall_knowledge(s, w, seat):
    """Note which knowledge is at hand while moves are listed."""
    w.known = knowledge(s, seat)


@rule
def has(known, tile):
    """1 if a knowledge tile is among the known, else 0."""
    return (known >> tile) & 1


@rule
def extra(known, effect, occasion):
    """How much of an effect the knowledge at hand adds on an occasion."""
    tile = HELPER[effect, occasion]
    return has(known, tile) * AMOUNT[tile]


@rule
def has_colour(s, seat, kind, hexagon):
    """A tile goes to a hex of its colour."""
    return Reason.ALLOWED if HEX_COLOUR[s.board[seat], hexagon] == KIND_COLOUR[kind] else Reason.WRONG_COLOUR


@rule
def is_empty(s, seat, hexagon):
    """A hex holds one tile."""
    return Reason.ALLOWED if s.tiles[seat, hexagon] == NOTHING else Reason.HEX_IS_TAKEN


@rule
def touches_a_tile(s, seat, hexagon):
    """A new tile must lie next to one that is already there."""
    for k in range(NEIGHBOUR_COUNT[hexagon]):
        if s.tiles[seat, NEIGHBOUR[hexagon, k]] != NOTHING:
            return Reason.ALLOWED
    return Reason.NO_TILE_NEXT_TO_IT


@rule
def in_city_already(s, seat, kind, hexagon):
    """True if the region of the hex holds a tile of that kind."""
    board = s.board[seat]
    region = REGION[board, hexagon]
    for k in range(REGION_SIZE[board, region]):
        if s.tiles[seat, REGION_HEX[board, region, k]] == kind:
            return True
    return False


@rule
def is_new_in_city(s, seat, kind, hexagon):
    """A building must be new in its city, unless knowledge lets buildings repeat."""
    if KIND_COLOUR[kind] != A_BUILDING or not in_city_already(s, seat, kind, hexagon):
        return Reason.ALLOWED
    return Reason.ALLOWED if has(knowledge(s, seat), Knowledge.BUILDINGS_REPEAT) else Reason.BUILDING_IS_IN_CITY


@rule
def fits(s, seat, kind, hexagon):
    """True if a tile fits a hex, whatever the number there."""
    return (
        has_colour(s, seat, kind, hexagon) == Reason.ALLOWED
        and is_empty(s, seat, hexagon) == Reason.ALLOWED
        and touches_a_tile(s, seat, hexagon) == Reason.ALLOWED
        and is_new_in_city(s, seat, kind, hexagon) == Reason.ALLOWED
    )


@rule
def something_fits(s, seat):
    """True if some stored tile can be placed, whatever its number."""
    board = s.board[seat]
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            return False
        colour = KIND_COLOUR[kind]
        for k in range(COLOUR_SIZE[board, colour]):
            if fits(s, seat, kind, COLOUR_HEX[board, colour, k]):
                return True
    return False


@rule
def region_is_full(s, seat, region):
    """True if every hex of the region holds a tile."""
    board = s.board[seat]
    for k in range(REGION_SIZE[board, region]):
        if s.tiles[seat, REGION_HEX[board, region, k]] == NOTHING:
            return False
    return True


@rule
def colour_is_complete(s, seat, colour):
    """True if every hex of the colour holds a tile."""
    board = s.board[seat]
    for k in range(COLOUR_SIZE[board, colour]):
        if s.tiles[seat, COLOUR_HEX[board, colour, k]] == NOTHING:
            return False
    return True


@rule
def bonus_tiles_taken(s, colour):
    """How many bonus tiles of the colour have been won: the large one goes first."""
    taken = 0
    for seat in range(s.players):
        for k in range(COLOUR_COUNT):
            if s.bonus[seat, k] != NOTHING and s.bonus[seat, k] // 2 == colour:
                taken += 1
    return taken


@rule
def win_bonus_tile(s, seat, colour):
    """The first to complete a colour takes the large bonus tile, the second the small one, later ones nothing."""
    size = bonus_tiles_taken(s, colour)
    if size > SMALL:
        return
    s.points[seat] += BONUS_POINTS[s.players, size]
    for k in range(COLOUR_COUNT):
        if s.bonus[seat, k] == NOTHING:
            s.bonus[seat, k] = 2 * colour + size
            return


@rule
def score_estate(s, seat, hexagon):
    """A region just filled scores its size and the phase; a colour just completed wins a bonus tile."""
    board = s.board[seat]
    region = REGION[board, hexagon]
    if region_is_full(s, seat, region):
        s.points[seat] += REGION_POINTS[REGION_SIZE[board, region]] + PHASE_POINTS[s.phase]
        colour = HEX_COLOUR[board, hexagon]
        if colour_is_complete(s, seat, colour):
            win_bonus_tile(s, seat, colour)


@rule
def animal_points(s, seat, kind, hexagon, known):
    """Animals on all tiles of the same species in the pasture, the new one included; knowledge may add to each tile."""
    board = s.board[seat]
    region = REGION[board, hexagon]
    more = extra(known, Effect.POINTS, Occasion.PLACE_ANIMAL)
    points = KIND_HEADS[kind] + more
    for k in range(REGION_SIZE[board, region]):
        place = REGION_HEX[board, region, k]
        other = s.tiles[seat, place]
        if place != hexagon and other != NOTHING and KIND_SPECIES[other] == KIND_SPECIES[kind]:
            points += KIND_HEADS[other] + more
    return points


@rule
def count_of(s, seat, colour, kind):
    """How many tiles of a kind lie in the estate; `colour` is the kind's."""
    board = s.board[seat]
    count = 0
    for k in range(COLOUR_SIZE[board, colour]):
        if s.tiles[seat, COLOUR_HEX[board, colour, k]] == kind:
            count += 1
    return count


@rule
def species_in_estate(s, seat):
    """How many kinds of animals live in the estate."""
    board = s.board[seat]
    seen = 0
    for k in range(COLOUR_SIZE[board, AN_ANIMAL]):
        kind = s.tiles[seat, COLOUR_HEX[board, AN_ANIMAL, k]]
        if kind != NOTHING:
            seen |= 1 << KIND_SPECIES[kind]
    count = 0
    for species in range(SPECIES_COUNT):
        count += (seen >> species) & 1
    return count


@rule
def empty_hexes(s, seat):
    """How many hexes of the estate hold no tile."""
    empty = 0
    for hexagon in range(HEXES):
        if s.tiles[seat, hexagon] == NOTHING:
            empty += 1
    return empty


@rule
def bonus_tiles_of(s, seat):
    """How many bonus tiles a seat has won, large or small."""
    count = 0
    for k in range(COLOUR_COUNT):
        if s.bonus[seat, k] != NOTHING:
            count += 1
    return count
