"""Every move as a verb and its arguments; what a person clicks for it; why a move may be refused."""

from burgrave.core.verbs import Move, Verb, Verbs, seats
from burgrave.games.amber.board import FIELD_NAMES, KIND_NAMES, ROTATION_NAMES, SEATS

VERBS = Verbs(
    players=[
        Verb("castle", FIELD_NAMES),  # chance's too, when chance turns the ring of castles
        Verb("tile", (*KIND_NAMES, "special_shovel")),
        Verb("lay", FIELD_NAMES, ROTATION_NAMES),
        Verb("rebuild", FIELD_NAMES),
        Verb("dig", FIELD_NAMES),
        Verb("pass"),
        Verb("take", KIND_NAMES),
        Verb("stack"),
        Verb("swap", KIND_NAMES),
    ],
    chance=[Verb("start", seats(SEATS)), Verb("draw", KIND_NAMES), Verb("reveal", KIND_NAMES)],
)

CHOOSE_CASTLE = VERBS.base["castle"]
PICK_TILE = VERBS.base["tile"]
LAY_TILE = VERBS.base["lay"]
REBUILD_ROAD = VERBS.base["rebuild"]
DIG_UP = VERBS.base["dig"]
PASS = VERBS.base["pass"]
TAKE_TILE = VERBS.base["take"]
FROM_STACK = VERBS.base["stack"]
SWAP_TILE = VERBS.base["swap"]
START_SEAT = VERBS.base["start"]
DRAW_TILE = VERBS.base["draw"]
REVEAL_TILE = VERBS.base["reveal"]

VERB_OF = VERBS.verb_of
ARG = VERBS.arg
(
    IS_CASTLE,
    IS_TILE,
    IS_LAY,
    IS_REBUILD,
    IS_DIG,
    IS_PASS,
    IS_TAKE,
    IS_STACK,
    IS_SWAP,
    IS_START,
    IS_DRAW,
    IS_REVEAL,
) = range(len(VERBS.verbs))

REASONS = (
    "allowed",
    "choose_castle_now",
    "choose_tile_now",
    "place_now",
    "second_now",
    "draw_now",
    "swap_now",
    "castles_chosen",
    "no_castle_there",
    "castle_taken",
    "must_move",
    "move_possible",
    "drawn_after_laying",
    "only_advanced",
    "not_in_hand",
    "special_shovel_used",
    "nowhere_to_lay",
    "nothing_to_dig",
    "second_only_rebuilds",
    "shovel_digs",
    "needs_shovel",
    "needs_rebuild_tile",
    "castle_stands",
    "field_taken",
    "not_reached",
    "same_picture",
    "cannot_enter",
    "cannot_touch",
    "nothing_there",
    "not_straight",
    "not_from_the_side",
    "not_from_first_tile",
    "not_in_row",
    "stack_empty",
)


def sites(move: Move) -> tuple[str, ...]:
    """The path of sites a person clicks; a road is laid by its field and then its rotation."""
    if move.verb == "lay":
        return (move.args[0], f"turn-{move.args[1]}")
    if move.verb in ("castle", "rebuild", "dig"):
        return (move.args[0],)
    if move.verb in ("tile", "swap"):
        return (f"hand-{move.args[0]}",)
    if move.verb == "take":
        return (f"row-{move.args[0]}",)
    if move.verb == "stack":
        return ("stack",)
    return ()
