"""Turns: who is next, having no possible move, drawing after a move, and how the game ends."""

from burgrave.core.spec import OVER
from burgrave.games.amber.board import END_HAND_SIZE, HAND_SIZE, NOBODY
from burgrave.games.amber.roads import find_ways
from burgrave.games.amber.scoring import most_points
from burgrave.games.amber.state import ADVANCED, Point, rule
from burgrave.games.amber.supply import something_to_draw, to_stack
from burgrave.games.amber.tiles import has_tile_move


@rule
def left_of(s, seat):
    """The next seat clockwise."""
    return (int(seat) + 1) % int(s.players)


@rule
def seats_taking_turns(s, drawing):
    """How many seats still take turns: all while there is something to draw, later those with more than 3 tiles."""
    count = 0
    for seat in range(s.players):
        count += drawing or s.hand_size[seat] > END_HAND_SIZE
    return count


@rule
def finish(s, winners):
    """The game is over."""
    s.winners = winners
    s.to_act = OVER
    s.point = Point.OVER
    s.turn = NOBODY


@rule
def begin_turn(s, w, seat):
    """The next seat that takes turns, from this one on, has a turn.

    Without any possible move it loses a coin; then it swaps a tile, or is passed over once the stack is empty. The game
    is over when nobody takes turns, or when all who do were passed over one after another.
    """
    drawing = something_to_draw(s)
    taking_turns = seats_taking_turns(s, drawing)
    while s.skipped < taking_turns:
        if drawing or s.hand_size[seat] > END_HAND_SIZE:
            s.turn = seat
            s.to_act = seat
            find_ways(s, w, seat)
            if has_tile_move(s, w, seat):
                s.point = Point.TILE
                return
            if s.coins[seat] > 0:
                s.coins[seat] -= 1
            if s.stack_size > 0:
                s.point = Point.SWAP
                return
            s.skipped += 1
        seat = left_of(s, seat)
    finish(s, most_points(s, w))


@rule
def refill(s, w):
    """Draw up to six tiles while there is something to draw; then the next turn begins."""
    seat = int(s.turn)
    if s.hand_size[seat] < HAND_SIZE and something_to_draw(s):
        if s.variant == ADVANCED:
            s.point = Point.TAKE
            s.to_act = seat
        else:
            to_stack(s)
    else:
        begin_turn(s, w, left_of(s, seat))
