"""Rounds: dice are thrown and goods come to a depot."""

from __future__ import annotations

from burgrave.games.burgundy.board import FACES, NOTHING, ROUNDS
from burgrave.games.burgundy.state import NOBODY, Point, rule
from burgrave.games.burgundy.turn import begin_turn


@rule
def rolling_seat(s):
    """The seat whose dice are thrown next."""
    for seat in range(s.players):
        if s.dice[seat, 0] == 0:
            return seat
    return NOBODY


@rule
def outcomes_of_two_dice():
    """How many ways two dice can fall."""
    return FACES * FACES


@rule
def roll_dice(s, player, one, two):
    """A seat's two dice, the lower first, so that 4 5 and 5 4 are one position; after the last seat the white die."""
    s.dice[player, 0] = min(one, two)
    s.dice[player, 1] = max(one, two)
    if player + 1 == s.players:
        s.point = Point.WHITE


@rule
def goods_to_depot(s, depot):
    """The topmost goods tile of the round spaces goes to the depot that the white die shows; then the first turn."""
    s.depot_goods[depot, s.round_goods[0]] += 1
    for place in range(ROUNDS - 1):
        s.round_goods[place] = s.round_goods[place + 1]
    s.round_goods[ROUNDS - 1] = NOTHING
    begin_turn(s)
