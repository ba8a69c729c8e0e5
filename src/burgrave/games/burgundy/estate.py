"""The estate: which knowledge is at hand, where a tile fits, and the points that a placed tile brings."""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_KNOWLEDGE,
    AN_ANIMAL,
    ANIMAL_POINTS_WITH_7,
    BONUS_POINTS,
    CHANGE_COST,
    COLOUR_COUNT,
    COLOUR_HEX,
    COLOUR_SIZE,
    FIRST_KNOWLEDGE,
    FREE_SHIFT_TILE,
    HEX_COLOUR,
    HEX_NUMBER,
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
)
from burgrave.games.burgundy.moves import (
    ALLOWED,
    BUILDING_IS_IN_CITY,
    HEX_IS_TAKEN,
    NO_TILE_NEXT_TO_IT,
    TOO_FEW_WORKERS,
    WRONG_COLOUR,
)
from burgrave.games.burgundy.state import rule


@rule
def knowledge(s, seat):
    """The knowledge tiles in the estate: bit n is set if tile n lies there."""
    board = s.board[seat]
    known = 0
    for k in range(COLOUR_SIZE[board, A_KNOWLEDGE]):
        kind = s.tiles[seat, COLOUR_HEX[board, A_KNOWLEDGE, k]]
        if kind != NOTHING:
            known |= 1 << (int(kind) - FIRST_KNOWLEDGE + 1)
    return known


@rule
def has(known, number):
    """True if knowledge tile `number` is among the known."""
    return (known >> number) & 1


@rule
def step_of(known):
    """How far one worker changes a die, less one: knowledge 8 lets it change by two."""
    return has(known, 8)


@rule
def touches_a_tile(s, seat, hexagon):
    """A new tile must lie next to one that is already there."""
    for k in range(NEIGHBOUR_COUNT[hexagon]):
        if s.tiles[seat, NEIGHBOUR[hexagon, k]] != NOTHING:
            return True
    return False


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
def place_cost(known, die, colour, hexagon):
    """Workers needed to place a tile of that colour on the hex; none when any number will do (die 0)."""
    return CHANGE_COST[step_of(known), has(known, FREE_SHIFT_TILE[colour]), die, HEX_NUMBER[hexagon]]


@rule
def fits(s, seat, kind, hexagon, known):
    """A tile fits an empty hex of its colour next to a tile; without knowledge 1 a building must be new in its city."""
    colour = KIND_COLOUR[kind]
    if HEX_COLOUR[s.board[seat], hexagon] != colour:
        return WRONG_COLOUR
    if s.tiles[seat, hexagon] != NOTHING:
        return HEX_IS_TAKEN
    if not touches_a_tile(s, seat, hexagon):
        return NO_TILE_NEXT_TO_IT
    if colour == A_BUILDING and not has(known, 1) and in_city_already(s, seat, kind, hexagon):
        return BUILDING_IS_IN_CITY
    return ALLOWED


@rule
def may_place(s, seat, kind, hexagon, known):
    """The tile must fit, and the seat must have the workers that change its die to the number of the hex."""
    why = fits(s, seat, kind, hexagon, known)
    if why == ALLOWED and place_cost(known, s.die, KIND_COLOUR[kind], hexagon) > s.workers[seat]:
        return TOO_FEW_WORKERS
    return why


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
    """Animals on all tiles of the same species in the pasture, the new one included; knowledge 7: one more for each."""
    board = s.board[seat]
    region = REGION[board, hexagon]
    extra = ANIMAL_POINTS_WITH_7 if has(known, 7) else 0
    points = KIND_HEADS[kind] + extra
    for k in range(REGION_SIZE[board, region]):
        place = REGION_HEX[board, region, k]
        other = s.tiles[seat, place]
        if place != hexagon and other != NOTHING and KIND_SPECIES[other] == KIND_SPECIES[kind]:
            points += KIND_HEADS[other] + extra
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
    return (seen & 1) + (seen >> 1 & 1) + (seen >> 2 & 1) + (seen >> 3 & 1)


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
