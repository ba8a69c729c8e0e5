"""Turns: who is next, having no possible move, drawing tiles, and how the game ends."""

from burgrave.core.spec import CHANCE, OVER
from burgrave.games.amber.board import (
    DIG,
    END_HAND_SIZE,
    HAND_SIZE,
    KINDS,
    LAY,
    NOBODY,
    REBUILD,
    REBUILDS,
    SHOVEL,
    SPECIAL_SHOVEL,
)
from burgrave.games.amber.roads import drive
from burgrave.games.amber.roads import points as points_of
from burgrave.games.amber.state import ADVANCED, ALL_OVER, DRAW, SWAP, TAKE, TILE, rule


@rule
def left_of(s, seat):
    """The next seat clockwise."""
    return (int(seat) + 1) % int(s.players)


@rule
def row_size(s):
    """How many tiles lie in the open row."""
    size = 0
    for kind in range(KINDS):
        size += int(s.row[kind])
    return size


@rule
def something_to_draw(s):
    """The stack or the open row is not empty."""
    return s.stack_size > 0 or (s.variant == ADVANCED and row_size(s) > 0)


@rule
def ways_of(kind):
    """The ways in which a kind of tile can be played first in a turn."""
    if kind in (SHOVEL, SPECIAL_SHOVEL):
        return DIG
    if REBUILDS[kind]:
        return LAY | REBUILD
    return LAY


@rule
def has_tile_move(s, ways, seat):
    """Something in the seat's hand, or its special shovel, can be played in one of the ways open to it."""
    if s.special_shovel[seat] and ways & DIG:
        return True
    for kind in range(KINDS):
        if s.hand[seat, kind] and ways & ways_of(kind):
            return True
    return False


@rule
def seats_taking_turns(s):
    """How many seats still take turns: all while there is something to draw, later those with more than 3 tiles."""
    drawing = something_to_draw(s)
    count = 0
    for seat in range(s.players):
        count += drawing or s.hand_size[seat] > END_HAND_SIZE
    return count


@rule
def finish(s, w, winners):
    """The game is over."""
    s.winners = winners
    s.to_act = OVER
    s.point = ALL_OVER
    s.turn = NOBODY


@rule
def most_points(s, w):
    """The seats with the most points, as bits; they win together."""
    best = -1
    seats = 0
    for seat in range(s.players):
        points = points_of(s, w, seat)
        if points > best:
            best = points
            seats = 0
        if points == best:
            seats |= 1 << seat
    return seats


@rule
def begin_turn(s, w, seat):
    """The next seat that takes turns, from this one on, has a turn.

    Without any possible move it loses a coin; then it swaps a tile, or is passed over once the stack is empty. The game
    is over when nobody takes turns, or when all who do were passed over one after another.
    """
    taking_turns = seats_taking_turns(s)
    drawing = something_to_draw(s)
    while s.skipped < taking_turns:
        if drawing or s.hand_size[seat] > END_HAND_SIZE:
            s.turn = seat
            s.to_act = seat
            if has_tile_move(s, drive(s, w, seat), seat):
                s.point = TILE
                return
            if s.coins[seat] > 0:
                s.coins[seat] -= 1
            if s.stack_size > 0:
                s.point = SWAP
                return
            s.skipped += 1
        seat = left_of(s, seat)
    finish(s, w, most_points(s, w))


@rule
def refill(s, w):
    """Draw up to six tiles while there is something to draw; then the next turn begins."""
    seat = int(s.turn)
    if s.hand_size[seat] < HAND_SIZE and something_to_draw(s):
        if s.variant == ADVANCED:
            s.point = TAKE
            s.to_act = seat
        else:
            s.point = DRAW
            s.to_act = CHANCE
    else:
        begin_turn(s, w, left_of(s, seat))
