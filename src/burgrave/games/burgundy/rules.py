"""The rules as the core asks for them: start, legal, apply, weigh, luck, reason, scores."""

from __future__ import annotations

from burgrave.core.dice import below
from burgrave.core.lists import offer
from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_CASTLE,
    BLACK,
    BLACK_SLOTS,
    COLOUR_HEX,
    COLOUR_SIZE,
    DEPOT_COUNT,
    END_KIND,
    FACES,
    FILL_COUNT,
    FILL_DEPOT,
    FILL_SLOT,
    FIRST_KIND,
    GOODS_COUNT,
    HEX_COLOUR,
    KIND_COLOUR,
    KIND_COUNT,
    NOTHING,
    PRICE,
    SHEET_COUNT,
    SHEET_SIDE,
    SLOT_COLOUR,
    SLOTS,
    STORAGE_SPACES,
)
from burgrave.games.burgundy.course import end_turn, fill_hex, goods_to_depot, lay_goods, rolling_seat, turn_is_over
from burgrave.games.burgundy.depots import in_storage, is_wanted, may_buy, may_take, take_cost
from burgrave.games.burgundy.effects import (
    buy_tile,
    colours_to_take,
    discard_tile,
    place_tile,
    sell_goods,
    take_tile,
    take_workers,
)
from burgrave.games.burgundy.estate import has, in_city_already, knowledge, may_place, place_cost, touches_a_tile
from burgrave.games.burgundy.goods import (
    is_new_type,
    keep_type,
    load_ship,
    may_sell,
    name_depot,
    offering_depots,
    offering_neighbours,
    sell_cost,
    ship_sails,
)
from burgrave.games.burgundy.moves import (
    A_BUY,
    A_DEAL,
    A_DIE,
    A_DISCARD,
    A_FILL,
    A_FIRST,
    A_GOODS,
    A_KEEP,
    A_LAY,
    A_PASS,
    A_PLACE,
    A_ROLL,
    A_SELL,
    A_SHEET,
    A_SIDE,
    A_START,
    A_TAKE,
    A_WORKERS,
    ACTION_IS_COMPULSORY,
    ALLOWED,
    AN_END,
    ARG,
    BUY_ID,
    CARPENTER_TAKES_BUILDINGS,
    CHOOSE_DIE_FIRST,
    CHOOSE_ESTATE_FIRST,
    CHOOSE_GOODS_TO_KEEP,
    CHOOSE_SIDE_FIRST,
    CHURCH_TAKES_OTHERS,
    CITYHALL_ONLY_PLACES,
    DEAL,
    DEPOT_OFFERS_NOTHING,
    DICE_LEFT,
    DIE,
    DIE_CANNOT_STAY_UNUSED,
    DISCARD,
    DISCARD_FIRST,
    END,
    EVERY_DEPOT_OFFERS,
    FILL_ID,
    FINISH_ACTION_FIRST,
    FIRST,
    GOODS_FROM,
    KEEP,
    LAY,
    LOAD_SHIP_FIRST,
    MARKET_TAKES_SHIPS_AND_ANIMALS,
    NO_PURCHASE_INSIDE_ACTION,
    NO_SHIP_PLACED,
    NO_SUCH_DIE,
    NOT_A_CASTLE_HEX,
    NOT_A_NEIGHBOUR,
    NOT_A_NEW_TYPE,
    NOT_IN_STORAGE,
    NOT_ON_YOUR_SHEET,
    NOTHING_TO_DECLINE,
    PASS,
    PLACE_ID,
    ROLL,
    SELL,
    SETUP_IS_OVER,
    SHEET,
    SHEET_OF,
    SIDE,
    SIDE_IS_CHOSEN,
    START_ID,
    STORAGE_IS_NOT_FULL,
    TAKE_ID,
    VERB_OF,
    WAREHOUSE_ONLY_SELLS,
    WHITE,
    WORKERS,
)
from burgrave.games.burgundy.scoring import scores
from burgrave.games.burgundy.setup import (
    choose_first_player,
    choose_start,
    deal_goods,
    deal_sheet,
    dealt_seat,
    sheet_is_dealt,
    sheet_seat,
    start,
)
from burgrave.games.burgundy.state import (
    AT_ACTION,
    AT_CARPENTER,
    AT_CASTLE,
    AT_CHURCH,
    AT_CITYHALL,
    AT_DEAL,
    AT_DISCARD,
    AT_FILL,
    AT_FIRST,
    AT_KEEP,
    AT_LAY,
    AT_ROLL,
    AT_SHIP,
    AT_SHIP2,
    AT_SIDE,
    AT_START,
    AT_TURN,
    AT_WAREHOUSE,
    AT_WHITE,
    rule,
)

__all__ = ["apply", "legal", "luck", "reason", "scores", "start", "weigh"]

ALL_DEPOTS = (1 << DEPOT_COUNT) - 1


@rule
def legal_purchases(s, seat, moves):
    """Offer every kind that may be bought now."""
    if s.bought or s.silver[seat] < PRICE:
        return
    if has(knowledge(s, seat), 6):
        for depot in range(DEPOT_COUNT):
            last = NOTHING
            for slot in range(SLOTS):
                kind = s.depots[depot, slot]
                if kind != NOTHING and kind != last:
                    offer(moves, BUY_ID[depot, kind])
                    last = kind
    last = NOTHING
    for slot in range(BLACK_SLOTS):
        kind = s.black[slot]
        if kind != NOTHING and kind != last:
            offer(moves, BUY_ID[BLACK, kind])
            last = kind


@rule
def legal_turn(s, seat, moves):
    """Choose an unused die or make this turn's purchase; with both dice used the turn may be ended."""
    low = min(int(s.dice[seat, 0]), int(s.dice[seat, 1]))
    high = max(int(s.dice[seat, 0]), int(s.dice[seat, 1]))
    if low > 0:
        offer(moves, DIE + low - 1)
    if high > low:
        offer(moves, DIE + high - 1)
    legal_purchases(s, seat, moves)
    if high == 0:
        offer(moves, END)


@rule
def legal_takes(s, seat, known, colours, moves):
    """Offer every tile of the colours in depots whose number the die can reach."""
    for depot in range(DEPOT_COUNT):
        if take_cost(known, s.die, depot) > s.workers[seat]:
            continue
        last = NOTHING
        for slot in range(SLOTS):
            kind = s.depots[depot, slot]
            if kind != NOTHING and kind != last and is_wanted(colours, kind):
                offer(moves, TAKE_ID[depot, kind])
                last = kind


@rule
def legal_places(s, seat, known, moves):
    """Offer every hex that each stored kind fits and the die can reach."""
    board = s.board[seat]
    last = NOTHING
    for space in range(STORAGE_SPACES):
        kind = s.storage[seat, space]
        if kind == NOTHING:
            return
        if kind == last:
            continue
        last = kind
        colour = KIND_COLOUR[kind]
        must_be_new = colour == A_BUILDING and not has(known, 1)
        for k in range(COLOUR_SIZE[board, colour]):
            hexagon = COLOUR_HEX[board, colour, k]
            if (
                s.tiles[seat, hexagon] == NOTHING
                and place_cost(known, s.die, colour, hexagon) <= s.workers[seat]
                and touches_a_tile(s, seat, hexagon)
                and not (must_be_new and in_city_already(s, seat, kind, hexagon))
            ):
                offer(moves, PLACE_ID[kind, hexagon])


@rule
def legal_sales(s, seat, known, moves):
    """Offer every held type of goods whose number the die can reach."""
    for goods in range(GOODS_COUNT):
        if s.goods[seat, goods] > 0 and sell_cost(known, s.die, goods) <= s.workers[seat]:
            offer(moves, SELL + goods)


@rule
def legal_set(bits, count, first, moves):
    """Offer `first` + k for each k in the set."""
    for k in range(count):
        if (bits >> k) & 1:
            offer(moves, first + k)


@rule
def legal(s, w, moves):
    """Every move of the seat to act, in id order."""
    moves[0] = 0
    seat = int(s.to_act)
    point = s.point
    if point == AT_TURN:
        legal_turn(s, seat, moves)
        return
    if point in (AT_ACTION, AT_CASTLE):
        known = knowledge(s, seat)
        legal_takes(s, seat, known, colours_to_take(point), moves)
        legal_places(s, seat, known, moves)
        legal_sales(s, seat, known, moves)
        offer(moves, WORKERS)
        return
    if point == AT_DISCARD:
        for space in range(STORAGE_SPACES):
            if space == 0 or s.storage[seat, space] != s.storage[seat, space - 1]:
                offer(moves, DISCARD + int(s.storage[seat, space]))
        return
    if point == AT_KEEP:
        for goods in range(GOODS_COUNT):
            if is_new_type(s, seat, goods):
                offer(moves, KEEP + goods)
        return
    if point == AT_SIDE:
        for k in range(2):
            offer(moves, SIDE + SHEET_SIDE[s.sheet[seat], k] - 1)
        return
    if point == AT_START:
        board = s.board[seat]
        for k in range(COLOUR_SIZE[board, A_CASTLE]):
            offer(moves, START_ID[COLOUR_HEX[board, A_CASTLE, k]])
        return
    if point == AT_SHIP:
        offering = offering_depots(s, seat)
        legal_set(offering, DEPOT_COUNT, GOODS_FROM, moves)
        if offering != ALL_DEPOTS:
            offer(moves, PASS)
        return
    if point == AT_SHIP2:
        legal_set(offering_neighbours(s, seat), DEPOT_COUNT, GOODS_FROM, moves)
    elif point == AT_WAREHOUSE:
        legal_sales(s, seat, knowledge(s, seat), moves)
    elif point == AT_CITYHALL:
        legal_places(s, seat, knowledge(s, seat), moves)
    else:
        legal_takes(s, seat, knowledge(s, seat), colours_to_take(point), moves)
    offer(moves, PASS)


@rule
def choose_die(s, seat, value):
    """Use one of the unused dice for an action."""
    if s.dice[seat, 0] == value:
        s.dice[seat, 0] = s.dice[seat, 1]
    s.dice[seat, 1] = 0
    s.die = value
    s.point = AT_ACTION


@rule
def decline(s, seat):
    """Leave an effect unused; a ship's pawn moves all the same."""
    if s.point == AT_SHIP:
        ship_sails(s, seat)
    elif s.point == AT_SHIP2:
        load_ship(s, seat)
    else:
        s.point = AT_TURN


@rule
def apply_by_seat(s, seat, verb, first, second):
    """Carry out a seat's move."""
    if verb == A_DIE:
        choose_die(s, seat, first + 1)
    elif verb == A_PLACE:
        place_tile(s, seat, first, second)
    elif verb == A_TAKE:
        take_tile(s, seat, first, second)
    elif verb == A_SELL:
        sell_goods(s, seat, first)
    elif verb == A_WORKERS:
        take_workers(s, seat)
    elif verb == A_BUY:
        buy_tile(s, seat, first, second)
    elif verb == A_DISCARD:
        discard_tile(s, seat, first)
    elif verb == A_GOODS:
        name_depot(s, seat, first)
    elif verb == A_KEEP:
        keep_type(s, seat, first)
    elif verb == A_PASS:
        decline(s, seat)
    elif verb == A_SIDE:
        s.board[seat] = first + 1
        s.point = AT_START
    else:
        choose_start(s, seat, first)


@rule
def roll_dice(s, seat, one, two):
    """A seat's two dice, the lower first, so that 4 5 and 5 4 are one position; after the last seat the white die."""
    s.dice[seat, 0] = min(one, two)
    s.dice[seat, 1] = max(one, two)
    if seat + 1 == s.players:
        s.point = AT_WHITE


@rule
def apply_by_chance(s, move, verb, first, second):
    """Carry out a move of chance."""
    if verb == A_ROLL:
        roll_dice(s, first, second + 1, ARG[move, 2] + 1)
    elif verb == A_FILL:
        fill_hex(s, second)
    elif verb == A_LAY:
        lay_goods(s, first)
    elif verb == A_DEAL:
        deal_goods(s, first, second)
    elif verb == A_FIRST:
        choose_first_player(s, first)
    elif verb == A_SHEET:
        deal_sheet(s, first, SHEET_OF[move])
    else:
        goods_to_depot(s, first)


@rule
def apply(s, w, move):
    """Carry out one legal move."""
    verb = VERB_OF[move]
    first = ARG[move, 0]
    second = ARG[move, 1]
    if verb >= A_DEAL:
        apply_by_chance(s, move, verb, first, second)
        return
    seat = int(s.to_act)
    if verb != AN_END:
        apply_by_seat(s, seat, verb, first, second)
    if s.point == AT_TURN and (verb == AN_END or turn_is_over(s, seat)):
        end_turn(s)


@rule
def fill_weight(s, kind):
    """How many face-down tiles of the kind could come to the next hex, given that its colour is right."""
    return int(s.supply[kind] if s.filled < FILL_COUNT[s.players] else s.black_supply[kind])


@rule
def fill_depot(s):
    """The depot that gets the next tile."""
    return FILL_DEPOT[s.players, s.filled] if s.filled < FILL_COUNT[s.players] else BLACK


@rule
def fill_first_kind(s):
    """The first kind of the next hex's colour; the black depot takes every kind."""
    if s.filled < FILL_COUNT[s.players]:
        return FIRST_KIND[SLOT_COLOUR[FILL_DEPOT[s.players, s.filled], FILL_SLOT[s.players, s.filled]]]
    return 0


@rule
def fill_end_kind(s):
    """The kind after the last of the next hex's colour."""
    if s.filled < FILL_COUNT[s.players]:
        return END_KIND[SLOT_COLOUR[FILL_DEPOT[s.players, s.filled], FILL_SLOT[s.players, s.filled]]]
    return KIND_COUNT


@rule
def weigh_one(moves, weights, move, weight):
    """Put one outcome with its weight on the list, if it is possible."""
    if weight > 0:
        offer(moves, move)
        weights[moves[0]] = weight


@rule
def weigh(s, w, moves, weights):
    """Chance's possible moves and their weights."""
    moves[0] = 0
    point = s.point
    if point == AT_ROLL:
        first = ROLL + FACES * FACES * rolling_seat(s)
        for k in range(FACES * FACES):
            weigh_one(moves, weights, first + k, 1)
    elif point == AT_WHITE:
        for depot in range(DEPOT_COUNT):
            weigh_one(moves, weights, WHITE + depot, 1)
    elif point == AT_FILL:
        depot = fill_depot(s)
        for kind in range(fill_first_kind(s), fill_end_kind(s)):
            weigh_one(moves, weights, FILL_ID[depot, kind], fill_weight(s, kind))
    elif point == AT_LAY:
        for goods in range(GOODS_COUNT):
            weigh_one(moves, weights, LAY + goods, int(s.unseen_goods[goods]))
    elif point == AT_DEAL:
        first = DEAL + GOODS_COUNT * dealt_seat(s)
        for goods in range(GOODS_COUNT):
            weigh_one(moves, weights, first + goods, int(s.unseen_goods[goods]))
    elif point == AT_FIRST:
        for seat in range(s.players):
            weigh_one(moves, weights, FIRST + seat, 1)
    else:
        first = SHEET + SHEET_COUNT * sheet_seat(s)
        for sheet in range(SHEET_COUNT):
            weigh_one(moves, weights, first + sheet, 0 if sheet_is_dealt(s, sheet) else 1)


@rule
def luck_of_goods(s, dice):
    """A random type of the unseen goods."""
    total = 0
    for goods in range(GOODS_COUNT):
        total += int(s.unseen_goods[goods])
    share = below(dice, total)
    for goods in range(GOODS_COUNT):
        share -= int(s.unseen_goods[goods])
        if share < 0:
            return goods
    return NOTHING


@rule
def luck_of_tiles(s, dice):
    """A random kind for the next hex."""
    first = fill_first_kind(s)
    end = fill_end_kind(s)
    total = 0
    for kind in range(first, end):
        total += fill_weight(s, kind)
    share = below(dice, total)
    for kind in range(first, end):
        share -= fill_weight(s, kind)
        if share < 0:
            return kind
    return NOTHING


@rule
def luck_of_sheets(s, dice):
    """A random sheet that nobody has got."""
    share = below(dice, SHEET_COUNT - sheet_seat(s))
    for sheet in range(SHEET_COUNT):
        if not sheet_is_dealt(s, sheet):
            if share == 0:
                return sheet
            share -= 1
    return NOTHING


@rule
def luck(s, w, dice):
    """The move that chance draws."""
    point = s.point
    if point == AT_ROLL:
        return ROLL + FACES * FACES * rolling_seat(s) + below(dice, FACES * FACES)
    if point == AT_WHITE:
        return WHITE + below(dice, DEPOT_COUNT)
    if point == AT_FILL:
        return FILL_ID[fill_depot(s), luck_of_tiles(s, dice)]
    if point == AT_LAY:
        return LAY + luck_of_goods(s, dice)
    if point == AT_DEAL:
        return DEAL + GOODS_COUNT * dealt_seat(s) + luck_of_goods(s, dice)
    if point == AT_FIRST:
        return FIRST + below(dice, int(s.players))
    return SHEET + SHEET_COUNT * sheet_seat(s) + luck_of_sheets(s, dice)


@rule
def why_not_setup(s, seat, verb, first):
    """Why a move is refused while sides and start hexes are chosen."""
    if verb == A_SIDE:
        if s.point != AT_SIDE:
            return SIDE_IS_CHOSEN
        sheet = s.sheet[seat]
        on_sheet = SHEET_SIDE[sheet, 0] == first + 1 or SHEET_SIDE[sheet, 1] == first + 1
        return ALLOWED if on_sheet else NOT_ON_YOUR_SHEET
    if verb == A_START:
        if s.point != AT_START:
            return CHOOSE_SIDE_FIRST
        return ALLOWED if HEX_COLOUR[s.board[seat], first] == A_CASTLE else NOT_A_CASTLE_HEX
    return CHOOSE_ESTATE_FIRST


@rule
def why_not_turn(s, seat, verb, first, second):
    """Why a move is refused between actions."""
    if verb == A_DIE:
        return ALLOWED if s.dice[seat, 0] == first + 1 or s.dice[seat, 1] == first + 1 else NO_SUCH_DIE
    if verb == A_BUY:
        return may_buy(s, seat, first, second, knowledge(s, seat))
    if verb == AN_END:
        return ALLOWED if s.dice[seat, 0] == 0 else DICE_LEFT
    if verb == A_PASS:
        return NOTHING_TO_DECLINE if s.dice[seat, 0] == 0 else DIE_CANNOT_STAY_UNUSED
    if verb == A_DISCARD:
        return STORAGE_IS_NOT_FULL
    if verb in (A_GOODS, A_KEEP):
        return NO_SHIP_PLACED
    return CHOOSE_DIE_FIRST


@rule
def why_not_action(s, seat, verb, first, second):
    """Why a move is refused as the action of a die or a castle."""
    known = knowledge(s, seat)
    if verb == A_TAKE:
        return may_take(s, seat, first, second, known)
    if verb == A_PLACE:
        return may_place(s, seat, first, second, known) if in_storage(s, seat, first) else NOT_IN_STORAGE
    if verb == A_SELL:
        return may_sell(s, seat, first, known)
    if verb == A_WORKERS:
        return ALLOWED
    if verb == A_BUY:
        return NO_PURCHASE_INSIDE_ACTION
    if verb == A_PASS:
        return DIE_CANNOT_STAY_UNUSED if s.point == AT_ACTION else ACTION_IS_COMPULSORY
    if verb == A_DISCARD:
        return STORAGE_IS_NOT_FULL
    if verb in (A_GOODS, A_KEEP):
        return NO_SHIP_PLACED
    return FINISH_ACTION_FIRST


@rule
def why_not_taking_building(s, seat, verb, first, second, refusal):
    """Why a move is refused at a carpenter's workshop, church or market."""
    if verb == A_TAKE:
        if not is_wanted(colours_to_take(s.point), second):
            return refusal
        return may_take(s, seat, first, second, knowledge(s, seat))
    return refusal


@rule
def why_not_effect(s, seat, verb, first, second):
    """Why a move is refused at a building that may be used or declined."""
    if verb == A_PASS:
        return ALLOWED
    if verb == A_BUY:
        return NO_PURCHASE_INSIDE_ACTION
    if s.point == AT_WAREHOUSE:
        return may_sell(s, seat, first, knowledge(s, seat)) if verb == A_SELL else WAREHOUSE_ONLY_SELLS
    if s.point == AT_CITYHALL:
        if verb != A_PLACE:
            return CITYHALL_ONLY_PLACES
        return may_place(s, seat, first, second, knowledge(s, seat)) if in_storage(s, seat, first) else NOT_IN_STORAGE
    if s.point == AT_CARPENTER:
        return why_not_taking_building(s, seat, verb, first, second, CARPENTER_TAKES_BUILDINGS)
    if s.point == AT_CHURCH:
        return why_not_taking_building(s, seat, verb, first, second, CHURCH_TAKES_OTHERS)
    return why_not_taking_building(s, seat, verb, first, second, MARKET_TAKES_SHIPS_AND_ANIMALS)


@rule
def why_not_ship(s, seat, verb, first):
    """Why a move is refused while a ship loads goods."""
    if s.point == AT_KEEP:
        if verb == A_KEEP:
            return ALLOWED if is_new_type(s, seat, first) else NOT_A_NEW_TYPE
        return CHOOSE_GOODS_TO_KEEP
    offering = offering_depots(s, seat)
    if verb == A_PASS:
        return EVERY_DEPOT_OFFERS if s.point == AT_SHIP and offering == ALL_DEPOTS else ALLOWED
    if verb != A_GOODS:
        return NO_PURCHASE_INSIDE_ACTION if verb == A_BUY else LOAD_SHIP_FIRST
    if not (offering >> first) & 1:
        return DEPOT_OFFERS_NOTHING
    if s.point == AT_SHIP2 and not (offering_neighbours(s, seat) >> first) & 1:
        return NOT_A_NEIGHBOUR
    return ALLOWED


@rule
def reason(s, w, move):
    """Why a player's move is not legal now; 0 if it is."""
    seat = int(s.to_act)
    point = s.point
    verb = VERB_OF[move]
    first = ARG[move, 0]
    second = ARG[move, 1]
    if point in (AT_SIDE, AT_START):
        return why_not_setup(s, seat, verb, first)
    if verb in (A_SIDE, A_START):
        return SETUP_IS_OVER
    if point == AT_TURN:
        return why_not_turn(s, seat, verb, first, second)
    if point in (AT_ACTION, AT_CASTLE):
        return why_not_action(s, seat, verb, first, second)
    if point == AT_DISCARD:
        if verb != A_DISCARD:
            return DISCARD_FIRST
        return ALLOWED if in_storage(s, seat, first) else NOT_IN_STORAGE
    if point in (AT_SHIP, AT_SHIP2, AT_KEEP):
        return why_not_ship(s, seat, verb, first)
    return why_not_effect(s, seat, verb, first, second)
