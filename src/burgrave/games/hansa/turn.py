"""The frame of a turn: how it begins, goes on after an action, and ends; and how the game ends."""

from __future__ import annotations

from burgrave.core.spec import CHANCE, OVER
from burgrave.games.hansa.board import ACTIONS, LAST_COMPLETED_CITY, LAST_TRACK_POINT, MARKERS
from burgrave.games.hansa.markers import any_route_for_marker, any_use
from burgrave.games.hansa.scoring import skill_value, winners
from burgrave.games.hansa.state import DRAW, GAME_OVER, MARKER, NOBODY, NOTHING, TURN, rule

MARKER_COUNT = len(MARKERS)

# What a move has completed.
NOT_YET, ACTION, EFFECT, WHOLE_TURN = range(4)


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
def stack_size(s):
    """How many markers the stack still holds."""
    size = 0
    for marker in range(MARKER_COUNT):
        size += s.stack[marker]
    return size


@rule
def finish_game(s, w):
    """The game is over and the winners are known."""
    s.actions_left = 0
    s.winners = winners(s, w)
    s.to_act = OVER
    s.point = GAME_OVER


@rule
def begin_turn(s, seat):
    """A turn has as many actions as the Actions track shows."""
    s.active = seat
    s.to_act = seat
    s.point = TURN
    s.actions_left = skill_value(s, seat, ACTIONS)


@rule
def replace_markers(s):
    """A new marker is drawn and placed for each one taken this turn; then the next seat's turn begins."""
    if s.to_draw > 0:
        s.to_act = CHANCE
        s.point = DRAW
    else:
        begin_turn(s, (int(s.active) + 1) % int(s.players))


@rule
def draw_marker(s, marker):
    """The drawn marker is the active player's to place; without a route for it, it goes to the box."""
    s.stack[marker] -= 1
    s.to_draw -= 1
    if any_route_for_marker(s):
        s.drawn = marker
        s.to_act = s.active
        s.point = MARKER
    else:
        s.box[marker] += 1
        replace_markers(s)


@rule
def has_ended(s):
    """Enough points on the track, enough complete cities, or a marker that the stack cannot replace."""
    for seat in range(s.players):
        if s.track_vp[seat] >= LAST_TRACK_POINT:
            return True
    if s.completed_cities >= LAST_COMPLETED_CITY:
        return True
    return s.to_draw > 0 and s.to_draw > stack_size(s)


@rule
def finish_turn(s, w):
    """Unused actions are lost; after the last round the game ends, otherwise the markers are replaced."""
    s.actions_left = 0
    s.turns_finished += 1
    if int(s.turns_finished) == int(s.max_rounds) * int(s.players):
        finish_game(s, w)
    else:
        replace_markers(s)


@rule
def advance(s, w, complete):
    """What follows when a move has completed an action, a marker's effect or the turn.

    An action may end the game at once; a turn closes by itself without an action and a usable marker.
    """
    forget_decision(s)
    if complete == ACTION and has_ended(s):
        finish_game(s, w)
    elif complete == WHOLE_TURN or (s.actions_left == 0 and not any_use(s)):
        finish_turn(s, w)
    else:
        s.to_act = s.active
        s.point = TURN
