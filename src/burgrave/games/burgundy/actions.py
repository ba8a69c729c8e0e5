"""The flow of Burgundy: at each decision point the verbs, the rules that must allow each, and what it does."""

from __future__ import annotations

from burgrave.core.actions import Actions, At, Chance, Do
from burgrave.games.burgundy.buildings import carpenter_takes, church_takes, market_takes
from burgrave.games.burgundy.depots import (
    buy_tile,
    can_pay,
    has_not_bought,
    legal_purchases,
    legal_takes,
    lies_in,
    reaches_depot,
    sells_to,
    take_tile,
)
from burgrave.games.burgundy.dice import (
    both_dice_are_used,
    choose_die,
    has_die,
    legal_dice,
    take_workers,
    why_not_decline,
)
from burgrave.games.burgundy.estate import has_colour, is_empty, is_new_in_city, recall_knowledge, touches_a_tile
from burgrave.games.burgundy.goods import holds_goods, reaches_goods, sell_goods
from burgrave.games.burgundy.moves import (
    BUY,
    DEAL,
    DIE,
    DISCARD,
    END,
    FILL,
    FIRST,
    GOODS_FROM,
    KEEP,
    LAY,
    PASS,
    PLACE,
    ROLL,
    SELL,
    SHEET,
    SIDE,
    START,
    TAKE,
    VERBS,
    WHITE,
    WORKERS,
    Reason,
)
from burgrave.games.burgundy.phases import (
    all_tiles_left,
    depot_to_fill,
    end_kind_to_fill,
    fill_hex,
    first_kind_to_fill,
    lay_goods,
    tiles_left,
)
from burgrave.games.burgundy.placing import lay_tile, legal_places, reaches_hex, take_effect
from burgrave.games.burgundy.rounds import goods_to_depot, outcomes_of_two_dice, roll_dice, rolling_seat
from burgrave.games.burgundy.setup import (
    choose_first_player,
    choose_side,
    choose_start,
    deal_goods,
    deal_sheet,
    dealt_seat,
    is_castle_hex,
    is_left,
    is_on_sheet,
    is_seated,
    sheet_seat,
    sheets_left,
)
from burgrave.games.burgundy.ships import (
    depot_offers,
    is_neighbour,
    is_new_type,
    keep_type,
    load_ship,
    look_for_goods,
    name_depot,
    name_neighbour,
    sail,
    some_depot_offers_nothing,
)
from burgrave.games.burgundy.state import Point
from burgrave.games.burgundy.storage import discard_tile, is_stored, legal_discards
from burgrave.games.burgundy.turn import end_action, end_turn

IN_DEPOT = (lies_in, reaches_depot)
FITS = (is_stored, has_colour, is_empty, touches_a_tile, is_new_in_city, reaches_hex)

TAKING = Do(TAKE, take_tile, may=IN_DEPOT, legal=legal_takes, then=end_action)
PLACING = Do(PLACE, (lay_tile, take_effect), may=FITS, legal=legal_places, then=end_action)
SELLING = Do(SELL, (sell_goods, end_action), may=(holds_goods, reaches_goods))
GETTING_WORKERS = Do(WORKERS, (take_workers, end_action))
DECLINING = Do(PASS, end_action)

SETTLED = {SIDE: Reason.SETUP_IS_OVER, START: Reason.SETUP_IS_OVER}
INSIDE_ACTION = {**SETTLED, BUY: Reason.NO_PURCHASE_INSIDE_ACTION}

ACTIONS = Actions(
    VERBS,
    # Set-up
    At(Point.DEAL, Chance(DEAL, deal_goods, weight="unseen_goods", given={"player": dealt_seat})),
    At(Point.FIRST, Chance(FIRST, choose_first_player, weight=is_seated)),
    At(Point.SHEET, Chance(SHEET, deal_sheet, weight=is_left, given={"player": sheet_seat}, total=sheets_left)),
    At(
        Point.SIDE,
        Do(SIDE, choose_side, may=is_on_sheet),
        first=Reason.CHOOSE_ESTATE_FIRST,
        refuse={START: Reason.CHOOSE_SIDE_FIRST},
    ),
    At(
        Point.START,
        Do(START, choose_start, may=is_castle_hex),
        first=Reason.CHOOSE_ESTATE_FIRST,
        refuse={SIDE: Reason.SIDE_IS_CHOSEN},
    ),
    # A phase, a round
    At(
        Point.FILL,
        Chance(
            FILL,
            fill_hex,
            weight=tiles_left,
            given={"depot": depot_to_fill, "kind": (first_kind_to_fill, end_kind_to_fill)},
            total=all_tiles_left,
        ),
    ),
    At(Point.LAY, Chance(LAY, lay_goods, weight="unseen_goods")),
    At(Point.ROLL, Chance(ROLL, roll_dice, given={"player": rolling_seat}, total=outcomes_of_two_dice)),
    At(Point.WHITE, Chance(WHITE, goods_to_depot)),
    # A turn
    At(
        Point.TURN,
        Do(DIE, choose_die, may=has_die, legal=legal_dice),
        Do(
            BUY,
            buy_tile,
            may=(has_not_bought, can_pay, sells_to, lies_in),
            legal=legal_purchases,
            then=end_action,
        ),
        Do(END, end_turn, may=both_dice_are_used),
        refuse={PASS: why_not_decline},
    ),
    At(Point.ACTION, TAKING, PLACING, SELLING, GETTING_WORKERS, look=recall_knowledge),
    At(
        Point.DISCARD,
        Do(DISCARD, (discard_tile, end_action), may=is_stored, legal=legal_discards),
        first=Reason.DISCARD_FIRST,
        refuse=SETTLED,
    ),
    # What a placed tile does
    At(
        Point.CASTLE,
        *(TAKING, PLACING, SELLING, GETTING_WORKERS),
        refuse={PASS: Reason.ACTION_IS_COMPULSORY},
        look=recall_knowledge,
    ),
    At(
        Point.WAREHOUSE,
        *(SELLING, DECLINING),
        first=Reason.WAREHOUSE_ONLY_SELLS,
        refuse=INSIDE_ACTION,
        look=recall_knowledge,
    ),
    At(
        Point.CARPENTER,
        Do(TAKE, take_tile, may=(carpenter_takes, *IN_DEPOT), legal=legal_takes, then=end_action),
        DECLINING,
        first=Reason.CARPENTER_TAKES_BUILDINGS,
        refuse=INSIDE_ACTION,
        look=recall_knowledge,
    ),
    At(
        Point.CHURCH,
        Do(TAKE, take_tile, may=(church_takes, *IN_DEPOT), legal=legal_takes, then=end_action),
        DECLINING,
        first=Reason.CHURCH_TAKES_OTHERS,
        refuse=INSIDE_ACTION,
        look=recall_knowledge,
    ),
    At(
        Point.MARKET,
        Do(TAKE, take_tile, may=(market_takes, *IN_DEPOT), legal=legal_takes, then=end_action),
        DECLINING,
        first=Reason.MARKET_TAKES_SHIPS_AND_ANIMALS,
        refuse=INSIDE_ACTION,
        look=recall_knowledge,
    ),
    At(
        Point.CITYHALL,
        *(PLACING, DECLINING),
        first=Reason.CITYHALL_ONLY_PLACES,
        refuse=INSIDE_ACTION,
        look=recall_knowledge,
    ),
    # A ship
    At(
        Point.SHIP,
        Do(GOODS_FROM, name_depot, may=depot_offers, then=end_action),
        Do(PASS, (sail, end_action), may=some_depot_offers_nothing),
        first=Reason.LOAD_SHIP_FIRST,
        refuse=INSIDE_ACTION,
        look=look_for_goods,
    ),
    At(
        Point.SHIP2,
        Do(GOODS_FROM, (name_neighbour, load_ship), may=(depot_offers, is_neighbour), then=end_action),
        Do(PASS, load_ship, then=end_action),
        first=Reason.LOAD_SHIP_FIRST,
        refuse=INSIDE_ACTION,
        look=look_for_goods,
    ),
    At(
        Point.KEEP,
        Do(KEEP, keep_type, may=is_new_type, then=end_action),
        first=Reason.CHOOSE_GOODS_TO_KEEP,
        refuse=SETTLED,
    ),
)
