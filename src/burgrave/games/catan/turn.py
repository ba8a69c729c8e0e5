"""Whose turn it is, where it goes on after an interruption, and how the game ends."""

from burgrave.core.spec import OVER
from burgrave.games.catan.board import CARD_KINDS, VICTORY_POINT
from burgrave.games.catan.scoring import points
from burgrave.games.catan.state import NO_CAUSE, NOBODY, Point, rule


@rule
def begin_turn(s, seat):
    """The seat begins the next turn; it may play a card before it rolls."""
    s.turn += 1
    s.active = seat
    s.to_act = seat
    s.point = Point.BEFORE_ROLL


@rule
def back_to_turn(s):
    """The active seat goes on with its turn where it was."""
    s.to_act = s.active
    s.point = Point.MAIN if s.rolled else Point.BEFORE_ROLL


@rule
def finish(s, winners):
    """The game is over: every seat turns up its victory-point cards."""
    for seat in range(s.players):
        hidden = s.old[seat, VICTORY_POINT]
        s.shown[seat] += hidden
        s.old_size[seat] -= hidden
        s.old[seat, VICTORY_POINT] = 0
        fresh = s.new[seat, VICTORY_POINT]
        s.shown[seat] += fresh
        s.new_size[seat] -= fresh
        s.new[seat, VICTORY_POINT] = 0
    s.cause = NO_CAUSE
    s.victim = NOBODY
    s.free_roads = 0
    s.winners = winners
    s.to_act = OVER
    s.point = Point.OVER


@rule
def end_turn(s):
    """New cards become old and the seat to the left begins its turn, unless the last turn is over."""
    seat = s.active
    for card in range(CARD_KINDS):
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
    begin_turn(s, (s.active + 1) % s.players)


@rule
def win_at_once(s):
    """Who has the points in the own turn wins at once."""
    if s.turn > 0 and s.to_act != OVER and points(s, s.active) >= s.target_points:
        finish(s, 1 << int(s.active))
