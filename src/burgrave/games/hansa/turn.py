"""The frame of a turn: how it begins, goes on after an action, and ends; and how the game ends."""

from __future__ import annotations

from burgrave.core.draws import total
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.hansa.board import ACTIONS, LAST_COMPLETED_CITY, LAST_TRACK_POINT
from burgrave.games.hansa.markers import any_use
from burgrave.games.hansa.moves import Reason
from burgrave.games.hansa.scoring import winners
from burgrave.games.hansa.skills import skill_value
from burgrave.games.hansa.state import NOBODY, NOTHING, Point, rule


@rule
def forget_decision(s):
    """Nothing of the finished decision stays in the position."""
    s.route = NOTHING
    s.won = NOTHING
    s.displaced_owner = NOBODY
    s.displaced_kind = NOTHING
    s.additional = 0
    s.lifts = 0
    s.removed = 0


@rule
def finish_game(s, w):
    """The game is over and the winners are known."""
    s.actions_left = 0
    s.winners = winners(s, w)
    s.to_act = OVER
    s.point = Point.OVER


@rule
def begin_turn(s, seat):
    """A turn has as many actions as the Actions track shows."""
    s.active = seat
    s.to_act = seat
    s.point = Point.TURN
    s.actions_left = skill_value(s, seat, ACTIONS)


@rule
def has_action(s):
    """Every action takes one of those that the turn has left."""
    return Reason.NO_ACTIONS_LEFT if s.actions_left == 0 else Reason.ALLOWED


@rule
def spend_action(s):
    """An action is paid for with its first move."""
    s.actions_left -= 1


@rule
def replace_markers(s):
    """A new marker is drawn and placed for each one taken this turn; then the next seat's turn begins."""
    if s.to_draw > 0:
        s.to_act = CHANCE
        s.point = Point.DRAW
    else:
        begin_turn(s, (int(s.active) + 1) % int(s.players))


@rule
def has_ended(s):
    """Enough points on the track, enough complete cities, or a marker that the stack cannot replace."""
    for seat in range(s.players):
        if s.track_vp[seat] >= LAST_TRACK_POINT:
            return True
    if s.completed_cities >= LAST_COMPLETED_CITY:
        return True
    return s.to_draw > 0 and s.to_draw > total(s.stack)


@rule
def end_turn(s, w):
    """Unused actions are lost; after the last round the game ends, otherwise the markers are replaced."""
    s.actions_left = 0
    s.turns_finished += 1
    if int(s.turns_finished) == int(s.max_rounds) * int(s.players):
        finish_game(s, w)
    else:
        replace_markers(s)


@rule
def go_on(s, w):
    """The active player goes on; without an action and a usable marker the turn closes by itself."""
    if s.actions_left == 0 and not any_use(s):
        end_turn(s, w)
    else:
        s.to_act = s.active
        s.point = Point.TURN


@rule
def end_action(s, w):
    """A complete action may end the game at once."""
    forget_decision(s)
    if has_ended(s):
        finish_game(s, w)
    else:
        go_on(s, w)


@rule
def end_effect(s, w):
    """A marker's effect is no action."""
    forget_decision(s)
    go_on(s, w)
