"""The flow of the game: at each decision point the verbs, the rules that must allow each, and what it does."""

from __future__ import annotations

from burgrave.core.actions import Actions, At, Chance, Do
from burgrave.games.hansa.displacing import (
    ask_owner,
    both_in_personal,
    can_pay_for,
    costs_one,
    costs_two,
    displace,
    has_put_lifted,
    has_somewhere_to_go,
    is_anothers,
    is_nearest,
    is_not_origin,
    is_to_come,
    leaves_a_space,
    legal_displace,
    legal_lift_additional,
    legal_relocate,
    lift_additional,
    may_finish_relocating,
    may_lift_additional,
    pay,
    pay_both,
    relocate,
    stood_elsewhere,
    take_place_with,
)
from burgrave.games.hansa.establishing import (
    clear_route,
    establish,
    fills_route,
    has_extra_marker,
    has_merchant,
    is_end,
    is_on_route,
    leads_to_table,
    legal_establish,
    legal_office,
    may_open_office,
    may_sit_at,
    open_extra,
    open_office,
    sit_at_table,
    stands_beside_another,
)
from burgrave.games.hansa.markers import (
    draw_marker,
    has_effect,
    has_marker,
    has_removed,
    in_stack,
    lay_marker,
    legal_remove,
    may_lay_marker,
    may_swap,
    remove_piece,
    swap_offices,
    turn_over,
    use,
)
from burgrave.games.hansa.moves import (
    DEVELOP,
    DISPLACE,
    DONE,
    DRAW,
    END,
    ESTABLISH,
    EXTRA,
    INCOME,
    LIFT,
    MARKER,
    OFFICE,
    PASS,
    PAY,
    PAY_TWO,
    PLACE,
    PUT,
    REMOVE,
    SETTLE,
    START,
    SWAP,
    TABLE,
    USE,
    VERBS,
    WITH,
    Reason,
)
from burgrave.games.hansa.moving import (
    begin_moving,
    hands_are_empty,
    has_lift,
    has_lifted,
    has_own_piece,
    is_first_lifted,
    leaves_own_route,
    legal_lift,
    legal_put,
    lift,
    put,
)
from burgrave.games.hansa.neutral import has_empty_slot, is_neutral_route, legal_settle, settle, settle_neutral_routes
from burgrave.games.hansa.routes import has_space, is_on_board, owner_plays, stands_there
from burgrave.games.hansa.setup import (
    deal_supplies,
    find_starting_player,
    in_start_pile,
    is_seated,
    lay_starting_marker,
)
from burgrave.games.hansa.skills import develop, is_taught_here, may_develop
from burgrave.games.hansa.state import Point
from burgrave.games.hansa.supply import (
    has_income,
    in_general,
    in_personal,
    is_whole_income,
    legal_income,
    legal_place,
    place,
    take_income,
)
from burgrave.games.hansa.turn import end_action, end_effect, end_turn, has_action, replace_markers, spend_action

ACTIONS = Actions(
    VERBS,
    # Set-up
    At(Point.TAVERN, Chance(DRAW, lay_starting_marker, weight=in_start_pile, then=find_starting_player)),
    At(Point.START, Chance(START, deal_supplies, weight=is_seated)),
    # Between actions
    At(
        Point.TURN,
        Do(END, end_turn),
        Do(
            INCOME,
            (spend_action, take_income, end_action),
            may=(has_action, has_income, is_whole_income, in_general),
            legal=legal_income,
        ),
        Do(
            PLACE,
            (spend_action, place, end_action),
            may=(has_action, is_on_board, in_personal, has_space),
            legal=legal_place,
        ),
        Do(LIFT, (spend_action, begin_moving, lift), may=(has_action, is_on_board, has_own_piece), legal=legal_lift),
        Do(
            DISPLACE,
            (spend_action, displace),
            may=(has_action, is_on_board, is_anothers, stands_there, can_pay_for, has_somewhere_to_go),
            legal=legal_displace,
        ),
        Do(ESTABLISH, (spend_action, establish), may=(has_action, is_on_board, fills_route), legal=legal_establish),
        Do(USE, (turn_over, use), may=(has_marker, has_effect)),
    ),
    # Move
    At(
        Point.MOVE,
        Do(LIFT, lift, may=(is_on_board, has_lift, has_own_piece), legal=legal_lift),
        Do(
            PUT,
            put,
            may=(is_on_board, has_lifted, is_first_lifted, has_space, leaves_own_route),
            legal=legal_put,
            then=end_action,
        ),
        Do(DONE, end_action, may=hands_are_empty),
        first=Reason.CHOOSE_MOVE,
    ),
    # Displace
    At(Point.WITH, Do(WITH, take_place_with, may=in_personal), first=Reason.CHOOSE_WITH),
    At(
        Point.PAY,
        Do(PAY, (pay, ask_owner), may=(costs_one, in_personal)),
        Do(PAY_TWO, (pay_both, ask_owner), may=(costs_two, both_in_personal)),
        first=Reason.CHOOSE_PAY,
    ),
    At(
        Point.RELOCATE,
        Do(
            PUT,
            relocate,
            may=(is_on_board, is_to_come, stood_elsewhere, is_not_origin, has_space, is_nearest),
            legal=legal_relocate,
            then=end_action,
        ),
        Do(
            LIFT,
            lift_additional,
            may=(is_on_board, has_put_lifted, may_lift_additional, has_own_piece, leaves_a_space),
            legal=legal_lift_additional,
        ),
        Do(DONE, settle_neutral_routes, may=(has_put_lifted, may_finish_relocating), then=end_action),
        first=Reason.CHOOSE_RELOCATION,
    ),
    At(
        Point.NEUTRAL,
        Do(
            SETTLE,
            (settle, settle_neutral_routes),
            may=(is_neutral_route, has_empty_slot),
            legal=legal_settle,
            then=end_action,
        ),
        first=Reason.CHOOSE_NEUTRAL,
    ),
    # Establish a route
    At(
        Point.ESTABLISH,
        Do(OFFICE, (open_office, clear_route, end_action), may=(is_end, may_open_office), legal=legal_office),
        Do(
            EXTRA,
            (open_extra, clear_route, end_action),
            may=(is_end, has_extra_marker, stands_beside_another, is_on_route),
        ),
        Do(DEVELOP, (develop, clear_route, end_action), may=(is_taught_here, may_develop)),
        Do(TABLE, (sit_at_table, clear_route, end_action), may=(leads_to_table, has_merchant, may_sit_at)),
        Do(PASS, (clear_route, end_action)),
        first=Reason.CHOOSE_ESTABLISH,
    ),
    # Bonus markers
    At(Point.IMPROVE, Do(DEVELOP, (develop, end_effect), may=may_develop), first=Reason.CHOOSE_IMPROVE),
    At(Point.SWAP, Do(SWAP, (swap_offices, end_effect), may=may_swap), first=Reason.CHOOSE_SWAP),
    At(
        Point.REMOVE,
        Do(REMOVE, remove_piece, may=(is_on_board, owner_plays, stands_there), legal=legal_remove, then=end_effect),
        Do(DONE, end_effect, may=has_removed),
        first=Reason.CHOOSE_REMOVE,
    ),
    At(Point.DRAW, Chance(DRAW, draw_marker, weight=in_stack, then=replace_markers)),
    At(
        Point.MARKER,
        Do(MARKER, (lay_marker, replace_markers), may=(is_on_board, may_lay_marker)),
        first=Reason.CHOOSE_MARKER,
    ),
)
