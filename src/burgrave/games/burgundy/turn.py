"""Whose turn it is, and the end of actions, turns, rounds and the game."""

from __future__ import annotations

from burgrave.core.spec import CHANCE, OVER
from burgrave.games.burgundy.board import LAST_PHASE, ROUNDS
from burgrave.games.burgundy.depots import may_buy_anything
from burgrave.games.burgundy.phases import begin_phase, mine_income
from burgrave.games.burgundy.scoring import winner
from burgrave.games.burgundy.state import Point, rule
from burgrave.games.burgundy.track import read_order


@rule
def begin_turn(s):
    """The next seat of the turn order has its turn."""
    s.to_act = s.order[s.turn]
    s.point = Point.TURN


@rule
def finish_game(s):
    """The winner is named and nobody acts any more."""
    s.winners = 1 << winner(s)
    s.to_act = OVER
    s.point = Point.OVER


@rule
def end_round(s):
    """After the last turn the next round begins, after the fifth round the next phase, after phase E nothing."""
    if s.round_number < ROUNDS:
        s.round_number += 1
        read_order(s)
        s.to_act = CHANCE
        s.point = Point.ROLL
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
def end_action(s, seat):
    """After an action with all its effects, or a purchase, the turn goes on while a die is left or a purchase legal."""
    if s.dice[seat, 0] == 0 and not may_buy_anything(s, seat):
        end_turn(s)
    else:
        s.point = Point.TURN
