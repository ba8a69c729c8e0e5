"""Turns of one action each, rounds, and the end of the game."""

from burgrave.core.lists import offer
from burgrave.core.spec import OVER
from burgrave.games.barony.board import HEXES, KINDS, KNIGHT, KNIGHTS_PER_MOVEMENT
from burgrave.games.barony.building import (
    has_city_in_reserve,
    has_stronghold_in_reserve,
    has_village_in_reserve,
    is_own_village,
    may_build_on,
    suits_city,
)
from burgrave.games.barony.hexes import has_no_enemy_knight
from burgrave.games.barony.movement import can_leave
from burgrave.games.barony.moves import PASS_ID, Reason
from burgrave.games.barony.scoring import score
from burgrave.games.barony.state import NONE, Point, rule
from burgrave.games.barony.titles import gain_title, reaches_price

# Turns and rounds


@rule
def begin_turn(s, seat):
    """A seat chooses its one action."""
    s.turn_of = seat
    s.to_act = seat
    s.point = Point.TURN


@rule
def begin_round(s):
    """The first player begins every round."""
    s.round_number += 1
    if s.round_number == s.max_rounds:
        s.last_round = 1
    begin_turn(s, 0)


@rule
def clear_action(s):
    """No action is under way."""
    s.knights_moved = 0
    s.first_knight_at = NONE
    s.robbed = NONE
    for kind in range(len(KINDS)):
        s.paid[kind] = 0


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
    s.point = Point.OVER


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


# Ends of actions


@rule
def go_on_moving(s):
    """The attacker takes a token first; then a second knight may move, and after it the turn ends."""
    if s.robbed != NONE:
        s.point = Point.TAKE
    elif s.knights_moved < KNIGHTS_PER_MOVEMENT:
        s.point = Point.SECOND
    else:
        end_turn(s)


@rule
def finish_title(s, seat):
    """The price is paid: the title is gained and the turn ends."""
    gain_title(s, seat)
    end_turn(s)


# Passing


@rule
def can_build(s, seat, hex):
    """Whether the seat can build a village, a stronghold or a new city on the hex."""
    village, stronghold = has_village_in_reserve(s, seat), has_stronghold_in_reserve(s, seat)
    if Reason.ALLOWED in (village, stronghold) and may_build_on(s, seat, hex) == Reason.ALLOWED:
        return True
    if is_own_village(s, seat, hex) != Reason.ALLOWED or has_city_in_reserve(s, seat) != Reason.ALLOWED:
        return False
    return suits_city(s, hex) == Reason.ALLOWED and has_no_enemy_knight(s, seat, hex) == Reason.ALLOWED


@rule
def can_act(s, seat):
    """Whether the seat has any action; with a knight in reserve it can always recruit, for cities are never lost."""
    if s.reserve[seat, KNIGHT] > 0:
        return True
    for hex in range(HEXES[s.players]):
        if s.knights[hex, seat] > 0 and can_leave(s, seat, hex):
            return True
        if can_build(s, seat, hex):
            return True
    dearest = len(KINDS) - 1
    return reaches_price(s, seat, dearest) == Reason.ALLOWED


@rule
def may_pass(s, seat):
    """Whoever can act must act, unless passing is free."""
    return Reason.MUST_ACT if not s.voluntary_pass and can_act(s, seat) else Reason.ALLOWED


@rule
def legal_pass(s, moves):
    """Passing comes last: it is free, or nothing else is on the list."""
    if s.voluntary_pass or moves[0] == 0:
        offer(moves, PASS_ID)
