"""What the fields of the record are to somebody who learns from it."""

from burgrave.core.legend import described, flag, number, one_of, seat_of
from burgrave.games.amber.board import (
    CASTLE,
    CODES,
    COINS,
    FIELDS,
    HAND_SIZE,
    KIND_NAMES,
    MOST_VILLAGES,
    SIDES,
    SUPPLY,
    SUPPLY_SIZE,
)

QUARTERS = tuple(f"{quarter} quarter turns" for quarter in range(SIDES))
TILE_COLUMNS = (*KIND_NAMES, "castle", *QUARTERS)


def on_the_board(code: int) -> list[float]:
    """A tile's kind and its rotation, or a castle."""
    columns = dict.fromkeys(TILE_COLUMNS, 0.0)
    if code == CASTLE:
        columns["castle"] = 1
    else:
        kind, quarter = divmod(code - 1, SIDES)
        columns[KIND_NAMES[kind]] = columns[QUARTERS[quarter]] = 1
    return list(columns.values())


MOST_OF_A_KIND = int(SUPPLY.max())
MANY_SKIPS = 6

LEGEND = {
    "start_player": seat_of("who has begun"),
    "turn": seat_of("whose turn it is"),
    "chosen": one_of("the tile picked up and not yet laid", (*KIND_NAMES, "special shovel")),
    "first": one_of("the field of the road just laid", FIELDS),
    "sudden_win_off": flag("whether several were connected to everything at the same moment"),
    "skipped": number("turns without any move since the last placement", MANY_SKIPS),
    "castle": one_of("the field of each seat's castle", FIELDS, seats=[0]),
    "special_shovel": flag("whether the special shovel is still there", seats=[0]),
    "coins": number("coins owned", COINS, seats=[0]),
    "coin": flag("whether a village or castle still has its coin", seats=[0], first_seat=MOST_VILLAGES),
    "tile": described(
        "what lies on each field", TILE_COLUMNS, [on_the_board(code) for code in range(1, CODES)], least=1
    ),
    "hand": number("tiles in hand; of others' hands nothing", HAND_SIZE, seats=[0]),
    "hand_size": number("how many tiles each seat holds", HAND_SIZE, seats=[0]),
    "known": number("the part of each hand that everybody knows", HAND_SIZE, seats=[0]),
    "row": number("tiles in the open row", MOST_OF_A_KIND),
    "box": number("tiles out of the game", MOST_OF_A_KIND),
    "stack": number("tiles in the stack; nobody sees them", MOST_OF_A_KIND),
    "stack_size": number("how many tiles the stack has", SUPPLY_SIZE),
    "unseen": number("tiles in the stack or in the hidden parts of hands", MOST_OF_A_KIND),
}
