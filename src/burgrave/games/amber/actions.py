"""The flow of Amber: at each decision point the verbs, the rules that must allow each, and what it does."""

from burgrave.core.actions import Actions, At, Chance, Do
from burgrave.games.amber.coins import settle
from burgrave.games.amber.moves import (
    CHOOSE_CASTLE,
    DIG_UP,
    DRAW_TILE,
    FROM_STACK,
    LAY_TILE,
    PASS,
    PICK_TILE,
    REBUILD_ROAD,
    REVEAL_TILE,
    START_PLAYER,
    SWAP_TILE,
    TAKE_TILE,
    VERBS,
    Reason,
)
from burgrave.games.amber.roads import find_reach, find_ways, list_reach
from burgrave.games.amber.setup import (
    begin_deal,
    begin_play,
    castle_stands,
    choose_castle,
    is_castle,
    is_free,
    next_in_row,
    next_to_deal,
    seats,
    takes_part,
)
from burgrave.games.amber.state import Point
from burgrave.games.amber.supply import (
    draw_tile,
    has_stack,
    has_tile,
    in_stack,
    is_in_game,
    is_in_row,
    not_drawn_now,
    not_drawn_when_stuck,
    reveal_tile,
    stack_size,
    swap_tile,
    take_tile,
    to_stack,
)
from burgrave.games.amber.tiles import (
    can_be_dug,
    decline_second,
    dig_up,
    fits,
    has_placement,
    has_rotation,
    is_empty,
    is_from_first_tile,
    is_from_the_side,
    is_reached,
    is_rebuild_tile,
    is_shovel,
    is_straight,
    lay_tile,
    may_be_laid,
    may_be_second,
    offer_second,
    pick_tile,
    rebuild_road,
    to_place,
    to_second_place,
)
from burgrave.games.amber.turn import refill

IN_PLAY = {
    CHOOSE_CASTLE: Reason.CASTLES_CHOSEN,
    TAKE_TILE: not_drawn_now,
    FROM_STACK: not_drawn_now,
    SWAP_TILE: Reason.MOVE_POSSIBLE,
}
"""Why some verbs are refused at most points of a turn."""

ACTIONS = Actions(
    VERBS,
    # Set-up
    At(Point.START, Chance(START_PLAYER, begin_deal, weight=takes_part, total=seats)),
    At(Point.DEAL, Chance(DRAW_TILE, (draw_tile, next_to_deal), weight=in_stack, total=stack_size)),
    At(
        Point.ROW,  # in play too, where the row has a gap
        Chance(REVEAL_TILE, (reveal_tile, next_in_row), weight=in_stack, total=stack_size, then=refill),
    ),
    At(
        Point.CASTLE,
        Do(CHOOSE_CASTLE, choose_castle, may=(is_castle, is_free), then=begin_play),
        Chance(CHOOSE_CASTLE, choose_castle, weight=castle_stands, total=seats, then=begin_play),
        first=Reason.CHOOSE_CASTLE_NOW,
    ),
    # A turn: a tile, perhaps a second one, and drawing
    At(
        Point.TILE,
        Do(PICK_TILE, (pick_tile, to_place), may=(is_in_game, has_tile, has_placement)),
        look=find_ways,
        first=Reason.CHOOSE_TILE_NOW,
        refuse={**IN_PLAY, PASS: Reason.MUST_MOVE},
    ),
    At(
        Point.PLACE,
        Do(
            LAY_TILE,
            (lay_tile, settle, offer_second),
            may=(may_be_laid, is_empty, is_reached, has_rotation, fits),
            among="in_reach",
            then=refill,
        ),
        Do(
            REBUILD_ROAD,
            (rebuild_road, settle),
            may=(is_rebuild_tile, is_straight, is_from_the_side),
            among="in_reach",
            then=refill,
        ),
        Do(DIG_UP, (dig_up, refill), may=(is_shovel, can_be_dug, is_reached), among="in_reach"),
        look=(find_reach, list_reach),
        first=Reason.PLACE_NOW,
        refuse={**IN_PLAY, PASS: Reason.MUST_MOVE},
    ),
    At(
        Point.SECOND,
        Do(PICK_TILE, (pick_tile, to_second_place), may=(is_in_game, may_be_second, has_tile)),
        Do(PASS, (decline_second, refill)),
        first=Reason.SECOND_NOW,
        refuse=IN_PLAY,
    ),
    At(
        Point.SECOND_PLACE,
        Do(REBUILD_ROAD, (rebuild_road, settle), may=(is_straight, is_from_first_tile), then=refill),
        look=find_reach,
        first=Reason.PLACE_NOW,
        refuse={**IN_PLAY, LAY_TILE: Reason.SECOND_ONLY_REBUILDS, DIG_UP: Reason.NEEDS_SHOVEL},
    ),
    At(
        Point.TAKE,
        Do(TAKE_TILE, take_tile, may=is_in_row, then=refill),
        Do(FROM_STACK, to_stack, may=has_stack),
        first=Reason.DRAW_NOW,
        refuse=IN_PLAY,
    ),
    At(Point.DRAW, Chance(DRAW_TILE, (draw_tile, refill), weight=in_stack, total=stack_size)),
    # A turn without any possible move
    At(
        Point.SWAP,
        Do(SWAP_TILE, (swap_tile, to_stack), may=has_tile),
        first=Reason.SWAP_NOW,
        refuse={**IN_PLAY, TAKE_TILE: not_drawn_when_stuck, FROM_STACK: not_drawn_when_stuck},
    ),
)
