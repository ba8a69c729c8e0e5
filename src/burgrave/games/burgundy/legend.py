"""What the fields of the record are to somebody who learns from it."""

from burgrave.core.legend import described, flag, number, one_of, seat_of
from burgrave.games.burgundy.board import (
    ANIMALS,
    BLACK_TILES,
    BOARD_COUNT,
    BUILDINGS,
    COLOURS,
    DEPOT_COUNT,
    FIRST_ANIMAL,
    FIRST_KNOWLEDGE,
    GOODS,
    GOODS_OF_A_TYPE,
    HEXES,
    KIND_COLOUR,
    KIND_COUNT,
    KIND_HEADS,
    KIND_SPECIES,
    KINDS,
    KNOWLEDGE,
    NORMAL_TILES,
    PHASES,
    ROUNDS,
    SHEET_COUNT,
    SPECIES,
)

MANY_POINTS = 250
MANY_COINS = 20
MOST_HEADS = 4
TILE_COLUMNS = (*COLOURS, *BUILDINGS, *SPECIES, "heads", "number of the knowledge tile")


def tile(kind: int) -> list[float]:
    """A tile's colour, what it does, its animals."""
    columns = dict.fromkeys(TILE_COLUMNS, 0.0)
    columns[COLOURS[KIND_COLOUR[kind]]] = 1
    if kind < FIRST_ANIMAL:
        columns[BUILDINGS[kind]] = 1
    elif kind < FIRST_ANIMAL + len(ANIMALS):
        columns[SPECIES[KIND_SPECIES[kind]]] = 1
        columns["heads"] = KIND_HEADS[kind] / MOST_HEADS
    elif kind < FIRST_KNOWLEDGE + len(KNOWLEDGE):
        columns["number of the knowledge tile"] = (1 + kind - FIRST_KNOWLEDGE) / len(KNOWLEDGE)
    return list(columns.values())


TILES = [tile(kind) for kind in range(KIND_COUNT)]
MOST_TILES = int(max(NORMAL_TILES.max(), BLACK_TILES.max()))
BONUSES = [f"{size} {colour}" for colour in COLOURS for size in ("large", "small")]

LEGEND = {
    "phase": one_of("the phase", PHASES),
    "round_number": one_of("the round of the phase", range(1, ROUNDS + 1), least=1),
    "first": seat_of("who has begun"),
    "order": seat_of("the seats in turn order"),
    "turn": number("seats that have finished their turn in this round", 4),
    "track": seat_of("the stacks of seats on the order track, each from bottom to top"),
    "sheet": one_of("the sheet dealt to each seat", SHEET_COUNT, seats=[0]),
    "board": one_of("the estate of each seat", range(1, BOARD_COUNT + 1), least=1, seats=[0]),
    "start": one_of("the hex of the starting castle", HEXES, seats=[0]),
    "tiles": described("what lies on each hex of the estates", TILE_COLUMNS, TILES, seats=[0]),
    "storage": described("tiles in storage", TILE_COLUMNS, TILES, seats=[0]),
    "goods": number("goods of each type", GOODS_OF_A_TYPE, seats=[0]),
    "sold": number("goods sold of each type", GOODS_OF_A_TYPE, seats=[0]),
    "silver": number("silver", MANY_COINS, seats=[0]),
    "workers": number("workers", MANY_COINS, seats=[0]),
    "points": number("points on the score track", MANY_POINTS, seats=[0]),
    "bonus": one_of("bonus tiles in the order won", BONUSES, seats=[0]),
    "dice": one_of("unused dice", range(1, 7), least=1, seats=[0]),
    "depots": described("tiles in the numbered depots", TILE_COLUMNS, TILES),
    "black": described("tiles in the black depot", TILE_COLUMNS, TILES),
    "depot_goods": number("goods in each depot", GOODS_OF_A_TYPE),
    "round_goods": one_of("goods still on the round spaces, top first", GOODS),
    "supply": number("face-down tiles with a coloured back", MOST_TILES),
    "black_supply": number("face-down tiles with a black back", MOST_TILES),
    "unseen_goods": number("goods that nobody has seen yet", GOODS_OF_A_TYPE),
    "removed": number("tiles out of the game", MOST_TILES),
    "filled": number("hexes that chance has filled", 24),
    "bought": flag("whether this turn's purchase is made"),
    "die": one_of("the die of the action under way", range(1, 7), least=1),
    "taking": one_of("the tile that waits for a discard", KINDS),
    "ship_depots": one_of("depots named for the ship", DEPOT_COUNT),
}
