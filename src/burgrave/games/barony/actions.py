"""The flow of Barony: at each decision point the verbs, the rules that must allow each, and what it does."""

from burgrave.core.actions import Actions, At, Chance, Do
from burgrave.games.barony.building import (
    build_stronghold,
    build_village,
    find_sites,
    found_city,
    has_city_in_reserve,
    has_stronghold_in_reserve,
    has_village_in_reserve,
    is_own_village,
    legal_strongholds,
    legal_villages,
    may_build_on,
    suits_city,
)
from burgrave.games.barony.hexes import find_camps, find_estates, has_no_enemy_knight, is_on_board
from burgrave.games.barony.movement import (
    find_closed,
    has_knight_to_move,
    is_adjacent,
    legal_steps,
    may_enter,
    may_take,
    stays_on_board,
    step,
    take,
)
from burgrave.games.barony.moves import (
    BUILD_STRONGHOLD,
    BUILD_VILLAGE,
    DONE,
    EXPEDITION,
    FOUND_CITY,
    MOVE,
    PASS,
    PAY,
    PLACE,
    RECRUIT,
    TAKE,
    TILE,
    VERBS,
    Reason,
)
from burgrave.games.barony.recruiting import (
    explore,
    has_expedition_in_reserve,
    has_knight_in_reserve,
    is_own_city,
    legal_expeditions,
    may_explore,
    may_recruit,
    recruit,
)
from burgrave.games.barony.setup import lay_tile, may_place, place, tile_weight, turnings_left
from burgrave.games.barony.state import Point
from burgrave.games.barony.titles import holds_token, is_paid, keeps_order, pay, reaches_price
from burgrave.games.barony.turn import begin_round, end_turn, finish_title, go_on_moving, legal_pass, may_pass

MOVE_A_KNIGHT = Do(
    MOVE,
    (step, go_on_moving),
    may=(stays_on_board, has_knight_to_move, is_adjacent, may_enter),
    legal=legal_steps,
)
BUILD = (
    Do(BUILD_VILLAGE, build_village, may=(has_village_in_reserve, is_on_board, may_build_on), legal=legal_villages),
    Do(
        BUILD_STRONGHOLD,
        build_stronghold,
        may=(has_stronghold_in_reserve, is_on_board, may_build_on),
        legal=legal_strongholds,
    ),
)
PAY_A_TOKEN = Do(PAY, pay, may=(holds_token, keeps_order, reaches_price), then=finish_title)

NOT_IN_AN_ACTION = {PLACE: Reason.SET_UP_IS_OVER, TAKE: Reason.NOTHING_TO_TAKE}

ACTIONS = Actions(
    VERBS,
    # Set-up
    At(Point.TILE, Chance(TILE, lay_tile, weight=tile_weight, total=turnings_left)),
    At(
        Point.PLACE,
        Do(PLACE, place, may=(is_on_board, may_place, suits_city), then=begin_round),
        first=Reason.SET_UP_FIRST,
    ),
    # A turn is one of six actions
    At(
        Point.TURN,
        Do(
            RECRUIT,
            (recruit, end_turn),
            may=(is_on_board, is_own_city, has_knight_in_reserve, may_recruit),
            among="estates",
        ),
        MOVE_A_KNIGHT,
        *BUILD,
        Do(
            FOUND_CITY,
            (found_city, end_turn),
            may=(is_on_board, is_own_village, has_city_in_reserve, suits_city, has_no_enemy_knight),
            among="estates",
        ),
        Do(
            EXPEDITION,
            (explore, end_turn),
            may=(is_on_board, has_expedition_in_reserve, may_explore),
            legal=legal_expeditions,
        ),
        PAY_A_TOKEN,
        Do(PASS, end_turn, may=may_pass, legal=legal_pass),
        look=(find_camps, find_closed, find_sites, find_estates),
    ),
    # Actions of several moves
    At(
        Point.TAKE,
        Do(TAKE, (take, go_on_moving), may=may_take),
        first=Reason.TAKE_FIRST,
        refuse={PLACE: Reason.SET_UP_IS_OVER},
    ),
    At(
        Point.SECOND,
        MOVE_A_KNIGHT,
        Do(DONE, end_turn),
        look=(find_camps, find_closed),
        first=Reason.ONE_ACTION,
        refuse=NOT_IN_AN_ACTION,
    ),
    At(
        Point.BUILD,
        *BUILD,
        Do(DONE, end_turn),
        look=(find_camps, find_sites),
        first=Reason.ONE_ACTION,
        refuse=NOT_IN_AN_ACTION,
    ),
    At(
        Point.PAY,
        PAY_A_TOKEN,
        Do(DONE, finish_title, may=is_paid),
        first=Reason.PAYMENT_BEGUN,
        refuse=NOT_IN_AN_ACTION,
    ),
)
