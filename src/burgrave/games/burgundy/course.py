"""The course of the game: phases, rounds, turns and the turn-order track."""

from __future__ import annotations

from burgrave.core.spec import CHANCE, OVER
from burgrave.games.burgundy.board import (
    A_MINE,
    BLACK_SLOTS,
    BLACK_USED,
    DEPOT_COUNT,
    FILL_COUNT,
    FILL_DEPOT,
    FILL_SLOT,
    FIXED_TILE,
    LAST_PHASE,
    MINE,
    NOTHING,
    ROUNDS,
    SLOT_COLOUR,
    SLOTS,
    TRACK_SPACES,
)
from burgrave.games.burgundy.depots import may_buy_anything
from burgrave.games.burgundy.estate import count_of, empty_hexes, has, knowledge
from burgrave.games.burgundy.scoring import score_now
from burgrave.games.burgundy.state import AT_FILL, AT_LAY, AT_OVER, AT_ROLL, AT_TURN, NOBODY, SEATS, rule


@rule
def read_order(s):
    """The pawn farther right acts first; within one stack from top to bottom."""
    place = 0
    for back in range(TRACK_SPACES):
        for down in range(SEATS):
            seat = s.track[TRACK_SPACES - 1 - back, SEATS - 1 - down]
            if seat != NOBODY:
                s.order[place] = seat
                place += 1
    s.turn = 0


@rule
def advance_pawn(s, seat):
    """Move a pawn one space to the right, on top of the pawns already there."""
    for space in range(TRACK_SPACES - 1):
        for height in range(SEATS):
            if s.track[space, height] != seat:
                continue
            for above in range(height, SEATS - 1):
                s.track[space, above] = s.track[space, above + 1]
            s.track[space, SEATS - 1] = NOBODY
            top = 0
            while s.track[space + 1, top] != NOBODY:
                top += 1
            s.track[space + 1, top] = seat
            return


@rule
def clear_depots(s):
    """Tiles still on the main board leave the game; goods stay in the depots."""
    for depot in range(DEPOT_COUNT):
        for slot in range(SLOTS):
            if s.depots[depot, slot] != NOTHING:
                s.removed[s.depots[depot, slot]] += 1
                s.depots[depot, slot] = NOTHING
    for slot in range(BLACK_SLOTS):
        if s.black[slot] != NOTHING:
            s.removed[s.black[slot]] += 1
            s.black[slot] = NOTHING


@rule
def begin_phase(s):
    """Clear the main board and fill it anew: ships, castles and mines at once, the other tiles by chance."""
    clear_depots(s)
    for depot in range(DEPOT_COUNT):
        for slot in range(SLOTS):
            kind = FIXED_TILE[s.players, s.phase, depot, slot]
            if kind != NOTHING:
                s.depots[depot, slot] = kind
                s.supply[kind] -= 1
    read_order(s)
    s.round_number = 1
    s.filled = 0
    s.to_act = CHANCE
    s.point = AT_FILL


@rule
def fill_hex(s, kind):
    """Lay a drawn tile on the next hex: equal colours of a depot, and the black depot, stay in kind order."""
    if s.filled < FILL_COUNT[s.players]:
        depot = FILL_DEPOT[s.players, s.filled]
        slot = FILL_SLOT[s.players, s.filled]
        s.supply[kind] -= 1
        if slot > 0 and SLOT_COLOUR[depot, slot - 1] == SLOT_COLOUR[depot, slot] and s.depots[depot, slot - 1] > kind:
            s.depots[depot, slot] = s.depots[depot, slot - 1]
            slot -= 1
        s.depots[depot, slot] = kind
    else:
        s.black_supply[kind] -= 1
        slot = s.filled - FILL_COUNT[s.players]
        while slot > 0 and s.black[slot - 1] > kind:
            s.black[slot] = s.black[slot - 1]
            slot -= 1
        s.black[slot] = kind
    s.filled += 1
    if s.filled == FILL_COUNT[s.players] + BLACK_USED[s.players]:
        s.filled = 0
        s.point = AT_LAY


@rule
def lay_goods(s, goods):
    """Turn over the next goods tile of the phase and lay it on the next round space."""
    s.unseen_goods[goods] -= 1
    place = 0
    while s.round_goods[place] != NOTHING:
        place += 1
    s.round_goods[place] = goods
    if place == ROUNDS - 1:
        s.point = AT_ROLL


@rule
def rolling_seat(s):
    """The seat whose dice are thrown next."""
    for seat in range(s.players):
        if s.dice[seat, 0] == 0:
            return seat
    return NOBODY


@rule
def begin_turn(s):
    """The next seat of the turn order has its turn."""
    s.to_act = s.order[s.turn]
    s.point = AT_TURN


@rule
def goods_to_depot(s, depot):
    """The topmost goods tile of the round spaces goes to the depot that the white die shows; then the first turn."""
    s.depot_goods[depot, s.round_goods[0]] += 1
    for place in range(ROUNDS - 1):
        s.round_goods[place] = s.round_goods[place + 1]
    s.round_goods[ROUNDS - 1] = NOTHING
    begin_turn(s)


@rule
def mine_income(s):
    """At the end of a phase every mine gives one silver, with knowledge 2 also one worker."""
    for seat in range(s.players):
        mines = count_of(s, seat, A_MINE, MINE)
        s.silver[seat] += mines
        if has(knowledge(s, seat), 2):
            s.workers[seat] += mines


@rule
def finish_game(s):
    """Most points win; a tie goes to more empty hexes, then to the later turn in the last round."""
    best = s.order[0]
    for place in range(1, s.players):
        seat = s.order[place]
        ahead = score_now(s, seat) - score_now(s, best)
        if ahead > 0 or (ahead == 0 and empty_hexes(s, seat) >= empty_hexes(s, best)):
            best = seat
    s.winners = 1 << int(best)
    s.to_act = OVER
    s.point = AT_OVER


@rule
def end_round(s):
    """After the last turn the next round begins, after the fifth round the next phase, after phase E nothing."""
    if s.round_number < ROUNDS:
        s.round_number += 1
        read_order(s)
        s.to_act = CHANCE
        s.point = AT_ROLL
        return
    mine_income(s)
    if s.phase == LAST_PHASE:
        finish_game(s)
    else:
        s.phase += 1
        begin_phase(s)


@rule
def end_turn(s):
    """The next seat of the turn order acts, or the round is over."""
    s.bought = 0
    s.turn += 1
    if s.turn < s.players:
        begin_turn(s)
    else:
        end_round(s)


@rule
def turn_is_over(s, seat):
    """A turn ends by itself when no die is left and nothing can be bought."""
    return s.dice[seat, 0] == 0 and not may_buy_anything(s, seat)
