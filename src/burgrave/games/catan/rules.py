"""The game: what is legal, what a move does, what chance may do, and who wins."""

from burgrave.core.dice import below
from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.catan.board import (
    CARDS,
    CITY,
    HEXES,
    INTERSECTIONS,
    PATHS,
    POINT,
    ROAD,
    SETTLEMENT,
)
from burgrave.games.catan.building import (
    can_pay,
    keeps_distance,
    may_build_city,
    may_build_road,
    may_build_settlement,
    may_lay_free_road,
    may_lay_road,
    may_settle,
    pay,
    place_city,
    place_road,
    place_settlement,
    points,
)
from burgrave.games.catan.cards import buy, draw, lay_free_road, may_buy, may_play, name, play, take
from burgrave.games.catan.moves import (
    ALLOWED,
    ALREADY_ROLLED,
    ANSWER_FIRST,
    ARG,
    BANK_LACKS_RESOURCE,
    BUY,
    CARD_NOT_IN_HAND,
    CHOOSE_FIRST,
    CITY_AT,
    DICE,
    DISCARD,
    DISCARD_FIRST,
    DRAW,
    END,
    FINISH_COUNTER_FIRST,
    FINISH_OFFER_FIRST,
    FREE_ROADS_FIRST,
    GIVE,
    MONOPOLY_FIRST,
    NAME,
    NO_MONOPOLY_CARD_PLAYED,
    NO_OFFER_BEGUN,
    NO_PLENTY_CARD_PLAYED,
    NOBODY_TO_DEAL_WITH,
    NOBODY_TO_ROB,
    NOTHING_TO_ANSWER,
    NOTHING_TO_DECLINE,
    NOTHING_TO_DISCARD,
    PASS,
    PLACE_ROAD_FIRST,
    PLACE_SETTLEMENT_FIRST,
    PLAY,
    PLENTY_FIRST,
    ROAD_AT,
    ROB,
    ROBBER,
    ROBBER_FIRST,
    ROBBER_RESTS,
    ROLL,
    ROLL_FIRST,
    SETTLE,
    STEAL,
    STEAL_IS_MANDATORY,
    TAKE,
    VERB_ACCEPT,
    VERB_BANK,
    VERB_BUY,
    VERB_CITY,
    VERB_CORNER,
    VERB_DEAL,
    VERB_DICE,
    VERB_DISCARD,
    VERB_DRAW,
    VERB_END,
    VERB_FIRST,
    VERB_GIVE,
    VERB_HARBOUR,
    VERB_HEX,
    VERB_NAME,
    VERB_OF,
    VERB_OFFER,
    VERB_PASS,
    VERB_PLAY,
    VERB_ROAD,
    VERB_ROB,
    VERB_ROBBER,
    VERB_ROLL,
    VERB_SETTLE,
    VERB_STEAL,
    VERB_TAKE,
    VERB_TOKEN,
    VERB_WANT,
    VICTIM_FIRST,
)
from burgrave.games.catan.robber import (
    lay_aside,
    leave_robber,
    may_move_robber,
    may_rob,
    move_robber,
    rob,
    steal,
    throw,
)
from burgrave.games.catan.setup import (
    begin,
    draw_corner,
    lay_harbour,
    lay_hex,
    lay_token,
    legal_placement,
    may_place_road,
    place_first_road,
    place_first_settlement,
    setup_luck,
    start,
    weigh_setup,
)
from burgrave.games.catan.state import (
    ACCEPTED,
    AT_ANSWER,
    AT_BEFORE_ROLL,
    AT_CHOOSE,
    AT_COMPOSE,
    AT_COUNTER,
    AT_DICE,
    AT_DISCARD,
    AT_DRAW,
    AT_FREE_ROAD,
    AT_MAIN,
    AT_MONOPOLY,
    AT_OVER,
    AT_PLACE_ROAD,
    AT_PLACE_SETTLEMENT,
    AT_PLENTY,
    AT_ROBBER,
    AT_STEAL,
    AT_VICTIM,
    BY_SEVEN,
    NO_CAUSE,
    NOBODY,
    REFUSED,
    rule,
)
from burgrave.games.catan.trade import (
    answer,
    deal,
    drop_offer,
    give_more,
    legal_answers,
    legal_bank_trades,
    legal_deals,
    legal_offer,
    may_accept,
    may_counter,
    may_deal,
    may_give_more,
    may_offer,
    may_open_offer,
    may_trade_with_bank,
    may_want,
    open_counter,
    open_offer,
    speak_offer,
    trade_with_bank,
    want_more,
)

__all__ = ["apply", "legal", "luck", "reason", "scores", "start", "weigh"]

KINDS = len(CARDS)
FACES = 6
THROWS = FACES * FACES


@rule
def is_composing(point):
    """Whether an offer or counter-offer is being put together."""
    return point in (AT_COMPOSE, AT_COUNTER)


@rule
def is_at_leisure(point):
    """Whether nothing is pending, so that a card may be played."""
    return point in (AT_MAIN, AT_BEFORE_ROLL)


@rule
def legal_cards(s, seat, moves):
    """Development cards that may be played now."""
    if s.old_size[seat] + s.new_size[seat] == 0:
        return
    for card in range(KINDS):
        if may_play(s, seat, card) == ALLOWED:
            offer(moves, PLAY + card)


@rule
def legal_roads(s, seat, moves):
    """Every path where the seat may lay a road."""
    for path in range(PATHS):
        if may_lay_road(s, seat, path) == ALLOWED:
            offer(moves, ROAD_AT + path)


@rule
def legal_main(s, seat, moves):
    """After the roll: build, trade while trading is open, play a card, or end the turn."""
    if s.stock[seat, SETTLEMENT] > 0 and can_pay(s, seat, SETTLEMENT):
        for v in range(INTERSECTIONS):
            if may_settle(s, seat, v) == ALLOWED:
                offer(moves, SETTLE + v)
    if s.stock[seat, ROAD] > 0 and can_pay(s, seat, ROAD):
        legal_roads(s, seat, moves)
    if s.stock[seat, CITY] > 0 and can_pay(s, seat, CITY):
        for v in range(INTERSECTIONS):
            if s.owner[v] == seat and may_build_city(s, seat, v) == ALLOWED:
                offer(moves, CITY_AT + v)
    if s.trading:
        legal_bank_trades(s, seat, moves)
    legal_cards(s, seat, moves)
    if may_open_offer(s, seat) == ALLOWED:
        for resource in range(5):
            if s.hand[seat, resource] > 0:
                offer(moves, GIVE + resource)
    if may_buy(s, seat) == ALLOWED:
        offer(moves, BUY)
    offer(moves, END)


@rule
def may_spare(s):
    """After a seven the thief may take nothing; a soldier's order must be followed."""
    return s.cause == BY_SEVEN and not s.steal_mandatory_on_seven


@rule
def legal(s, w, moves):
    """The moves of the seat to act, in id order."""
    moves[0] = 0
    seat = int(s.to_act)
    point = int(s.point)
    if point == AT_MAIN:
        legal_main(s, seat, moves)
    elif point == AT_BEFORE_ROLL:
        legal_cards(s, seat, moves)
        offer(moves, ROLL)
    elif is_composing(point):
        legal_offer(s, seat, moves)
    elif point == AT_ANSWER:
        legal_answers(s, seat, moves)
    elif point == AT_CHOOSE:
        legal_deals(s, moves)
    elif point == AT_DISCARD:
        for resource in range(5):
            if s.hand[seat, resource] > 0:
                offer(moves, DISCARD + resource)
    elif point == AT_ROBBER:
        for h in range(HEXES):
            if may_move_robber(s, h) == ALLOWED:
                offer(moves, ROBBER + h)
    elif point == AT_VICTIM:
        for other in range(s.players):
            if may_rob(s, other) == ALLOWED:
                offer(moves, ROB + other)
        if may_spare(s):
            offer(moves, PASS)
    elif point == AT_FREE_ROAD:
        legal_roads(s, seat, moves)
    elif point == AT_PLENTY:
        for resource in range(5):
            if s.bank[resource] > 0:
                offer(moves, TAKE + resource)
    elif point == AT_MONOPOLY:
        for resource in range(5):
            offer(moves, NAME + resource)
    else:
        legal_placement(s, moves)


@rule
def end_trading(s):
    """The first paid build or purchase ends trading for this turn."""
    if not s.combined_trade_and_build:
        s.trading = 0


@rule
def finish(s, winners):
    """The game is over: every seat turns up its victory-point cards."""
    for seat in range(s.players):
        hidden = s.old[seat, POINT]
        s.shown[seat] += hidden
        s.old_size[seat] -= hidden
        s.old[seat, POINT] = 0
        fresh = s.new[seat, POINT]
        s.shown[seat] += fresh
        s.new_size[seat] -= fresh
        s.new[seat, POINT] = 0
    s.cause = NO_CAUSE
    s.victim = NOBODY
    s.free_roads = 0
    s.winners = winners
    s.to_act = OVER
    s.point = AT_OVER


@rule
def end_turn(s):
    """New cards become old and the seat to the left begins its turn, unless the last turn is over."""
    seat = s.active
    for card in range(KINDS):
        s.old[seat, card] += s.new[seat, card]
        s.new[seat, card] = 0
    s.old_size[seat] += s.new_size[seat]
    s.new_size[seat] = 0
    s.rolled = 0
    s.trading = 0
    s.card_played = 0
    s.offers = 0
    if s.turn >= s.turn_limit:
        finish(s, 0)
        return
    s.turn += 1
    s.active = (s.active + 1) % s.players
    s.to_act = s.active
    s.point = AT_BEFORE_ROLL


@rule
def decline(s, seat):
    """`pass`: spare the victim, drop an offer, refuse one, or deal with nobody."""
    if s.point == AT_VICTIM:
        leave_robber(s)
    elif s.point == AT_ANSWER or s.point == AT_COUNTER:
        answer(s, seat, REFUSED)
    else:
        drop_offer(s)


@rule
def give(s, seat, resource):
    """`give`: begin or go on with an offer or a counter-offer."""
    if s.point == AT_MAIN:
        open_offer(s, resource)
    elif s.point == AT_ANSWER:
        open_counter(s, seat, resource)
    else:
        give_more(s, seat, resource)


@rule
def settle(s, seat, intersection):
    """`settle`: in the placement rounds, or built for its cost."""
    if s.point == AT_PLACE_SETTLEMENT:
        place_first_settlement(s, seat, intersection)
        return
    pay(s, seat, SETTLEMENT)
    end_trading(s)
    place_settlement(s, seat, intersection)


@rule
def lay_road(s, seat, path):
    """`road`: in the placement rounds, free by a card, or built for its cost."""
    if s.point == AT_PLACE_ROAD:
        place_first_road(s, seat, path)
    elif s.point == AT_FREE_ROAD:
        lay_free_road(s, seat, path)
    else:
        pay(s, seat, ROAD)
        end_trading(s)
        place_road(s, seat, path)


@rule
def carry_out(s, w, verb, seat, first, second):
    """What a move does, before anybody asks whether it wins."""
    if verb == VERB_DICE:
        throw(s, w, first + 1, second + 1)
    elif verb == VERB_ROLL:
        s.to_act = CHANCE
        s.point = AT_DICE
    elif verb == VERB_END:
        end_turn(s)
    elif verb == VERB_GIVE:
        give(s, seat, first)
    elif verb == VERB_WANT:
        want_more(s, seat, first)
    elif verb == VERB_PASS:
        decline(s, seat)
    elif verb == VERB_OFFER:
        speak_offer(s, seat)
    elif verb == VERB_ACCEPT:
        answer(s, seat, ACCEPTED)
    elif verb == VERB_DEAL:
        deal(s, first)
    elif verb == VERB_BANK:
        trade_with_bank(s, seat, first, second)
    elif verb == VERB_DISCARD:
        lay_aside(s, seat, first)
    elif verb == VERB_ROBBER:
        move_robber(s, first)
    elif verb == VERB_ROB:
        rob(s, first)
    elif verb == VERB_STEAL:
        steal(s, first)
    elif verb == VERB_ROAD:
        lay_road(s, seat, first)
    elif verb == VERB_SETTLE:
        settle(s, seat, first)
    elif verb == VERB_CITY:
        pay(s, seat, CITY)
        end_trading(s)
        place_city(s, seat, first)
    elif verb == VERB_BUY:
        end_trading(s)
        buy(s, seat)
    elif verb == VERB_DRAW:
        draw(s, first)
    elif verb == VERB_PLAY:
        play(s, seat, first)
    elif verb == VERB_TAKE:
        take(s, seat, first)
    elif verb == VERB_NAME:
        name(s, seat, first)
    elif verb == VERB_HEX:
        lay_hex(s, first, second)
    elif verb == VERB_HARBOUR:
        lay_harbour(s, first, second)
    elif verb == VERB_CORNER:
        draw_corner(s, first)
    elif verb == VERB_TOKEN:
        lay_token(s, first, second)
    elif verb == VERB_FIRST:
        begin(s, first)


@rule
def apply(s, w, move):
    """One legal move of whoever is to act; who has the points in the own turn wins at once."""
    carry_out(s, w, VERB_OF[move], int(s.to_act), ARG[move, 0], ARG[move, 1])
    if s.turn > 0 and s.to_act != OVER and points(s, s.active) >= s.target_points:
        finish(s, 1 << int(s.active))


@rule
def hidden_count(s, k):
    """Cards of a kind in the victim's hand or in the deck."""
    return int(s.hand[s.victim, k]) if s.point == AT_STEAL else int(s.deck[k])


@rule
def hidden_move(s, k):
    """The id of drawing a card of that kind."""
    return STEAL + k if s.point == AT_STEAL else DRAW + k


@rule
def weigh(s, w, moves, weights):
    """Chance's outcomes: dice as thrown, a card of the victim's hand, a card of the deck, or a step of set-up."""
    moves[0] = 0
    if s.point == AT_DICE:
        for k in range(THROWS):
            offer(moves, DICE + k)
            weights[k + 1] = 1
    elif s.point == AT_STEAL or s.point == AT_DRAW:
        for k in range(KINDS):
            count = hidden_count(s, k)
            if count > 0:
                offer(moves, hidden_move(s, k))
                weights[moves[0]] = count
    else:
        weigh_setup(s, moves, weights)


@rule
def luck(s, w, dice):
    """One of chance's outcomes by its weight."""
    if s.point == AT_DICE:
        return DICE + below(dice, THROWS)
    if s.point != AT_STEAL and s.point != AT_DRAW:
        return setup_luck(s, dice)
    total = int(s.hand_size[s.victim]) if s.point == AT_STEAL else int(s.deck_size)
    x = below(dice, total)
    for k in range(KINDS):
        x -= hidden_count(s, k)
        if x < 0:
            return hidden_move(s, k)
    return -1


@rule
def scores(s, w, out):
    """The points that would be counted now, hidden victory-point cards included."""
    for seat in range(s.players):
        out[seat] = points(s, seat)


@rule
def duty(point):
    """What the seat to act has to do before anything else."""
    if point == AT_PLACE_SETTLEMENT:
        return PLACE_SETTLEMENT_FIRST
    if point == AT_PLACE_ROAD:
        return PLACE_ROAD_FIRST
    if point == AT_BEFORE_ROLL:
        return ROLL_FIRST
    if point == AT_DISCARD:
        return DISCARD_FIRST
    if point == AT_ROBBER:
        return ROBBER_FIRST
    if point == AT_VICTIM:
        return VICTIM_FIRST
    if point == AT_FREE_ROAD:
        return FREE_ROADS_FIRST
    if point == AT_PLENTY:
        return PLENTY_FIRST
    if point == AT_MONOPOLY:
        return MONOPOLY_FIRST
    if point == AT_COMPOSE:
        return FINISH_OFFER_FIRST
    if point == AT_ANSWER:
        return ANSWER_FIRST
    if point == AT_COUNTER:
        return FINISH_COUNTER_FIRST
    if point == AT_CHOOSE:
        return CHOOSE_FIRST
    return ALLOWED


@rule
def reason_to_build(s, verb, seat, site):
    """Why a road, settlement or city may not stand there now."""
    point = int(s.point)
    if verb == VERB_SETTLE:
        if point == AT_PLACE_SETTLEMENT:
            return keeps_distance(s, site)
        return may_build_settlement(s, seat, site) if point == AT_MAIN else duty(point)
    if verb == VERB_CITY:
        return may_build_city(s, seat, site) if point == AT_MAIN else duty(point)
    if point == AT_PLACE_ROAD:
        return may_place_road(s, site)
    if point == AT_FREE_ROAD:
        return may_lay_free_road(s, seat, site)
    return may_build_road(s, seat, site) if point == AT_MAIN else duty(point)


@rule
def reason_to_give(s, seat, resource):
    """Why a card may not be offered now."""
    point = int(s.point)
    if is_composing(point):
        return may_give_more(s, seat, resource)
    if point == AT_ANSWER:
        return may_counter(s, seat, resource)
    if point != AT_MAIN:
        return duty(point)
    opened = may_open_offer(s, seat)
    if opened == ALLOWED and s.hand[seat, resource] == 0:
        return CARD_NOT_IN_HAND
    return opened


@rule
def reason_to_pass(s):
    """Why there is nothing to decline now."""
    point = int(s.point)
    if point >= AT_COMPOSE:
        return ALLOWED
    if point == AT_VICTIM:
        return ALLOWED if may_spare(s) else STEAL_IS_MANDATORY
    return NOTHING_TO_DECLINE if point == AT_MAIN else duty(point)


@rule
def elsewhere(point, otherwise):
    """A move of another moment: what has to be done first, or at leisure why this is not its moment."""
    return otherwise if point == AT_MAIN else duty(point)


@rule
def reason(s, w, move):
    """Why the seat to act may not make this move; 0 when it may."""
    verb = VERB_OF[move]
    seat = int(s.to_act)
    point = int(s.point)
    first = ARG[move, 0]
    second = ARG[move, 1]
    if verb <= VERB_CITY:
        return reason_to_build(s, verb, seat, first)
    if verb == VERB_ROBBER:
        return may_move_robber(s, first) if point == AT_ROBBER else elsewhere(point, ROBBER_RESTS)
    if verb == VERB_ROB:
        return may_rob(s, first) if point == AT_VICTIM else elsewhere(point, NOBODY_TO_ROB)
    if verb == VERB_DEAL:
        return may_deal(s, first) if point == AT_CHOOSE else elsewhere(point, NOBODY_TO_DEAL_WITH)
    if verb == VERB_BANK:
        return may_trade_with_bank(s, seat, first, second) if point == AT_MAIN else duty(point)
    if verb == VERB_PLAY:
        return may_play(s, seat, first) if is_at_leisure(point) else duty(point)
    if verb == VERB_DISCARD:
        if point == AT_DISCARD:
            return ALLOWED if s.hand[seat, first] > 0 else CARD_NOT_IN_HAND
        return elsewhere(point, NOTHING_TO_DISCARD)
    if verb == VERB_TAKE:
        if point == AT_PLENTY:
            return ALLOWED if s.bank[first] > 0 else BANK_LACKS_RESOURCE
        return elsewhere(point, NO_PLENTY_CARD_PLAYED)
    if verb == VERB_NAME:
        return ALLOWED if point == AT_MONOPOLY else elsewhere(point, NO_MONOPOLY_CARD_PLAYED)
    if verb == VERB_GIVE:
        return reason_to_give(s, seat, first)
    if verb == VERB_WANT:
        return may_want(s, seat, first) if is_composing(point) else elsewhere(point, NO_OFFER_BEGUN)
    if verb == VERB_OFFER:
        return may_offer(s, seat) if is_composing(point) else elsewhere(point, NO_OFFER_BEGUN)
    if verb == VERB_ROLL:
        return ALLOWED if point == AT_BEFORE_ROLL else elsewhere(point, ALREADY_ROLLED)
    if verb == VERB_BUY:
        return may_buy(s, seat) if point == AT_MAIN else duty(point)
    if verb == VERB_END:
        return ALLOWED if point == AT_MAIN else duty(point)
    if verb == VERB_PASS:
        return reason_to_pass(s)
    return may_accept(s, seat) if point == AT_ANSWER else elsewhere(point, NOTHING_TO_ANSWER)
