"""The rules of Barony: set-up, turns of one action each, the last round, scores."""

from burgrave.core.lists import offer
from burgrave.core.spec import OVER
from burgrave.games.barony.board import (
    CITY,
    CITY_POINTS,
    EDGE_HEX,
    EDGE_HEXES,
    HEXES,
    KINDS,
    KNIGHT,
    KNIGHTS_FOR_EXPEDITION,
    KNIGHTS_PER_MOVEMENT,
    NEIGHBOUR,
    NEIGHBOURS,
    RECRUITS_BY_LAKE,
    SILVER,
    STRONGHOLD,
    TITLE_POINTS,
    TITLE_PRICE,
    VILLAGE,
)
from burgrave.games.barony.moves import (
    ALLOWED,
    ARG,
    BUILD_CITY,
    BUILD_STRONGHOLD,
    BUILD_VILLAGE,
    DONE,
    EXPEDITION,
    MUST_ACT,
    NOTHING_TO_FINISH,
    NOTHING_TO_TAKE,
    ONE_ACTION,
    PASS,
    PAY,
    PAYMENT_BEGUN,
    PAYMENT_TOO_SMALL,
    PLACE,
    RECRUIT,
    SET_UP_FIRST,
    SET_UP_IS_OVER,
    STEP,
    STEP_ID,
    TAKE,
    TAKE_FIRST,
)
from burgrave.games.barony.rules_actions import (
    build,
    explore,
    found_city,
    free_knights,
    gain_title,
    gold_paid,
    may_build,
    may_build_on,
    may_enter,
    may_explore,
    may_found_city,
    may_pay,
    may_recruit,
    may_step,
    may_take,
    most_recruits,
    pay,
    recruit,
    step,
    take,
)
from burgrave.games.barony.rules_set_up import clear_action, lay_tile, luck, may_place, place, start, weigh
from burgrave.games.barony.state import (
    AT_BUILD,
    AT_OVER,
    AT_PAY,
    AT_PLACE,
    AT_SECOND,
    AT_TAKE,
    AT_TILE,
    AT_TURN,
    NONE,
    rule,
)

__all__ = ["apply", "legal", "luck", "reason", "scores", "start", "weigh"]

# What is allowed


@rule
def find_camps(s, w, seat):
    """List the hexes with own knights."""
    camps = 0
    for hex in range(HEXES[s.players]):
        w.camp[camps] = hex
        camps += s.knights[hex, seat] > 0
    w.camps = camps


@rule
def find_estates(s, w, seat):
    """List the hexes with own buildings."""
    estates = 0
    for hex in range(HEXES[s.players]):
        w.estate[estates] = hex
        estates += s.owners[hex] == seat
    w.estates = estates


@rule
def offer_steps(s, w, seat, moves):
    """Movement: every step of every knight that has not moved."""
    for camp in range(w.camps):
        here = w.camp[camp]
        if free_knights(s, seat, here) > 0:
            for k in range(NEIGHBOURS[s.players, here]):
                if may_enter(s, seat, NEIGHBOUR[s.players, here, k]) == ALLOWED:
                    offer(moves, STEP_ID[s.players, here, k])


@rule
def offer_buildings(s, w, seat, moves):
    """Construction: every village, then every stronghold."""
    if s.reserve[seat, VILLAGE] > 0:
        for camp in range(w.camps):
            if may_build_on(s, seat, w.camp[camp]) == ALLOWED:
                offer(moves, BUILD_VILLAGE + w.camp[camp])
    if s.reserve[seat, STRONGHOLD] > 0:
        for camp in range(w.camps):
            if may_build_on(s, seat, w.camp[camp]) == ALLOWED:
                offer(moves, BUILD_STRONGHOLD + w.camp[camp])


@rule
def offer_payments(s, seat, moves):
    """Noble title: every token that can be paid next."""
    for kind in range(len(KINDS)):
        if may_pay(s, seat, kind) == ALLOWED:
            offer(moves, PAY + kind)


@rule
def offer_actions(s, w, seat, moves):
    """A turn: the first move of each of the six actions."""
    find_camps(s, w, seat)
    find_estates(s, w, seat)
    if s.reserve[seat, KNIGHT] > 0:
        for estate in range(w.estates):
            hex = w.estate[estate]
            if s.buildings[hex] == CITY:
                for k in range(most_recruits(s, seat, hex)):
                    offer(moves, RECRUIT + RECRUITS_BY_LAKE * hex + k)
    offer_steps(s, w, seat, moves)
    offer_buildings(s, w, seat, moves)
    if s.reserve[seat, CITY] > 0:
        for estate in range(w.estates):
            if may_found_city(s, seat, w.estate[estate]) == ALLOWED:
                offer(moves, BUILD_CITY + w.estate[estate])
    if s.reserve[seat, KNIGHT] >= KNIGHTS_FOR_EXPEDITION:
        for k in range(EDGE_HEXES[s.players]):
            hex = EDGE_HEX[s.players, k]
            if may_explore(s, seat, hex) == ALLOWED:
                offer(moves, EXPEDITION + hex)
    offer_payments(s, seat, moves)
    if s.voluntary_pass or moves[0] == 0:
        offer(moves, PASS)


@rule
def legal(s, w, moves):
    """List what the seat to act may do."""
    moves[0] = 0
    seat = s.to_act
    if s.point == AT_TURN:
        offer_actions(s, w, seat, moves)
    elif s.point == AT_SECOND:
        find_camps(s, w, seat)
        offer_steps(s, w, seat, moves)
        offer(moves, DONE)
    elif s.point == AT_BUILD:
        find_camps(s, w, seat)
        offer_buildings(s, w, seat, moves)
        offer(moves, DONE)
    elif s.point == AT_PAY:
        offer_payments(s, seat, moves)
        if s.noble_title_overpay and gold_paid(s) >= TITLE_PRICE:
            offer(moves, DONE)
    elif s.point == AT_TAKE:
        for kind in range(len(KINDS)):
            if may_take(s, kind) == ALLOWED:
                offer(moves, TAKE + kind)
    elif s.point == AT_PLACE:
        for hex in range(HEXES[s.players]):
            if may_place(s, hex) == ALLOWED:
                offer(moves, PLACE + hex)


@rule
def can_act(s, seat):
    """Whether the seat has any action; with a knight in reserve it can always recruit, for cities are never lost."""
    if s.reserve[seat, KNIGHT] > 0:
        return True
    for hex in range(HEXES[s.players]):
        if s.knights[hex, seat] > 0:
            for k in range(NEIGHBOURS[s.players, hex]):
                if may_enter(s, seat, NEIGHBOUR[s.players, hex, k]) == ALLOWED:
                    return True
        if may_build(s, seat, hex, VILLAGE) == ALLOWED or may_build(s, seat, hex, STRONGHOLD) == ALLOWED:
            return True
        if may_found_city(s, seat, hex) == ALLOWED:
            return True
    for kind in range(len(KINDS)):
        if may_pay(s, seat, kind) == ALLOWED:
            return True
    return False


@rule
def reason_against_building(s, seat, move):
    """Why this village or stronghold cannot be built."""
    if move < BUILD_STRONGHOLD:
        return may_build(s, seat, move - BUILD_VILLAGE, VILLAGE)
    return may_build(s, seat, move - BUILD_STRONGHOLD, STRONGHOLD)


@rule
def reason_in_action(s, seat, move):
    """Why a move cannot continue the action under way."""
    if s.point == AT_PAY:
        if PAY <= move < TAKE:
            return may_pay(s, seat, move - PAY)
        if move != DONE:
            return PAYMENT_BEGUN
        return ALLOWED if s.noble_title_overpay and gold_paid(s) >= TITLE_PRICE else PAYMENT_TOO_SMALL
    if move == DONE:
        return ALLOWED
    if s.point == AT_SECOND and STEP <= move < BUILD_VILLAGE:
        return may_step(s, seat, ARG[move, 0], ARG[move, 1])
    if s.point == AT_BUILD and BUILD_VILLAGE <= move < BUILD_CITY:
        return reason_against_building(s, seat, move)
    return ONE_ACTION


@rule
def reason_in_turn(s, seat, move):
    """Why a move cannot begin the turn's action."""
    if move < STEP:
        return may_recruit(s, seat, ARG[move, 0], ARG[move, 1] + 1)
    if move < BUILD_VILLAGE:
        return may_step(s, seat, ARG[move, 0], ARG[move, 1])
    if move < BUILD_CITY:
        return reason_against_building(s, seat, move)
    if move < EXPEDITION:
        return may_found_city(s, seat, move - BUILD_CITY)
    if move < PAY:
        return may_explore(s, seat, move - EXPEDITION)
    if move < TAKE:
        return may_pay(s, seat, move - PAY)
    if move == DONE:
        return NOTHING_TO_FINISH
    return MUST_ACT if not s.voluntary_pass and can_act(s, seat) else ALLOWED


@rule
def reason(s, w, move):
    """Why a move is not legal now; ALLOWED if it is."""
    seat = s.to_act
    if s.point == AT_PLACE:
        return may_place(s, move - PLACE) if move < RECRUIT else SET_UP_FIRST
    if move < RECRUIT:
        return SET_UP_IS_OVER
    if s.point == AT_TAKE:
        return may_take(s, move - TAKE) if TAKE <= move < DONE else TAKE_FIRST
    if TAKE <= move < DONE:
        return NOTHING_TO_TAKE
    if s.point == AT_TURN:
        return reason_in_turn(s, seat, move)
    return reason_in_action(s, seat, move)


# What happens


@rule
def score(s, seat):
    """The marker's place on the score board and the silver of the tokens held."""
    points = TITLE_POINTS * s.title[seat] + CITY_POINTS * s.new_cities[seat]
    for kind in range(len(KINDS)):
        points += SILVER[kind] * s.tokens[seat, kind]
    return points


@rule
def scores(s, w, out):
    """The points of every seat if they were counted now."""
    for seat in range(s.players):
        out[seat] = score(s, seat)


@rule
def begin_turn(s, seat):
    """A seat chooses its one action."""
    s.turn_of = seat
    s.to_act = seat
    s.point = AT_TURN


@rule
def begin_round(s):
    """The first player begins every round."""
    s.round_number += 1
    if s.round_number == s.max_rounds:
        s.last_round = 1
    begin_turn(s, 0)


@rule
def finish(s):
    """The highest score wins; of tied seats the one farthest from the first player."""
    king = 0
    for seat in range(s.players):
        if score(s, seat) >= score(s, king):
            king = seat
    s.winners = 1 << king
    s.turn_of = NONE
    s.to_act = OVER
    s.point = AT_OVER


@rule
def end_turn(s):
    """The next seat's turn; the game ends only after a whole round."""
    clear_action(s)
    if s.turn_of + 1 < s.players:
        begin_turn(s, s.turn_of + 1)
    elif s.last_round:
        finish(s)
    else:
        begin_round(s)


@rule
def go_on_moving(s):
    """The attacker takes a token first; then a second knight may move, and after it the turn ends."""
    if s.robbed != NONE:
        s.point = AT_TAKE
    elif s.knights_moved < KNIGHTS_PER_MOVEMENT:
        s.point = AT_SECOND
    else:
        end_turn(s)


@rule
def finish_title(s, seat):
    """The price is paid: the title is gained and the turn ends."""
    gain_title(s, seat)
    end_turn(s)


@rule
def apply_player(s, w, move):
    """Carry out a legal move of the seat to act."""
    seat = int(s.to_act)
    if move < RECRUIT:
        place(s, w, move - PLACE)
        if s.placements_left == 0:
            begin_round(s)
    elif move < STEP:
        recruit(s, seat, ARG[move, 0], ARG[move, 1] + 1)
        end_turn(s)
    elif move < BUILD_VILLAGE:
        step(s, seat, ARG[move, 0], ARG[move, 1])
        go_on_moving(s)
    elif move < BUILD_STRONGHOLD:
        build(s, seat, move - BUILD_VILLAGE, VILLAGE)
        s.point = AT_BUILD
    elif move < BUILD_CITY:
        build(s, seat, move - BUILD_STRONGHOLD, STRONGHOLD)
        s.point = AT_BUILD
    elif move < EXPEDITION:
        found_city(s, seat, move - BUILD_CITY)
        end_turn(s)
    elif move < PAY:
        explore(s, seat, move - EXPEDITION)
        end_turn(s)
    elif move < TAKE:
        pay(s, seat, move - PAY)
        s.point = AT_PAY
        if not s.noble_title_overpay and gold_paid(s) >= TITLE_PRICE:
            finish_title(s, seat)
    elif move < DONE:
        take(s, seat, move - TAKE)
        go_on_moving(s)
    elif move == DONE and s.point == AT_PAY:
        finish_title(s, seat)
    else:
        end_turn(s)


@rule
def apply(s, w, move):
    """Carry out one legal move of whoever is to act."""
    if s.point == AT_TILE:
        lay_tile(s, move)
    else:
        apply_player(s, w, move)
