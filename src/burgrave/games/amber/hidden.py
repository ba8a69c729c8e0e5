"""What a seat may know: views, positions that fit a view, who reads a drawn tile, and what a move tells."""

from burgrave.core.draws import drawn_of, total
from burgrave.games.amber.board import DIG, KINDS, LAY, NOBODY, WAYS_OF
from burgrave.games.amber.reading import reach
from burgrave.games.amber.roads import find_ways
from burgrave.games.amber.state import Point, rule
from burgrave.games.amber.tiles import has_tile_move


@rule
def mask(s, w, seat):
    """Hands of others and the stack are hidden; their sizes, the tiles known of each hand and all else are open.

    Unseen are the tiles in the stack and in those parts of others' hands that this seat cannot know.
    """
    for kind in range(KINDS):
        s.unseen[kind] += s.stack[kind]
        s.stack[kind] = 0
        for owner in range(s.players):
            if owner != seat:
                s.unseen[kind] += max(0, int(s.hand[owner, kind]) - int(s.known[owner, kind]))
                s.hand[owner, kind] = 0


@rule
def deal_hidden(s, owner, dice):
    """A hand: what everybody knows of it, and unseen tiles up to its size, each equally likely."""
    missing = int(s.hand_size[owner])
    for kind in range(KINDS):
        s.hand[owner, kind] = s.known[owner, kind]
        missing -= int(s.known[owner, kind])
    unseen = total(s.unseen)
    for dealt in range(missing):
        kind = drawn_of(dice, s.unseen, unseen - dealt)
        s.unseen[kind] -= 1
        s.hand[owner, kind] += 1


@rule
def take_back(s, owner):
    """The hidden part of a hand is unseen again."""
    for kind in range(KINDS):
        s.unseen[kind] += s.hand[owner, kind] - s.known[owner, kind]
        s.hand[owner, kind] = 0


@rule
def deal_movable(s, w, owner, dice):
    """The hand of a seat that is choosing a tile: it holds something that can be played."""
    find_ways(s, w, owner)
    deal_hidden(s, owner, dice)
    while not has_tile_move(s, w, owner):
        take_back(s, owner)
        deal_hidden(s, owner, dice)


@rule
def deal_stuck(s, w, owner, dice):
    """The hand of a seat that has to swap: nothing in it can be played, so playable kinds are set aside meanwhile."""
    find_ways(s, w, owner)
    for kind in range(KINDS):
        s.stack[kind] = 0
        if w.ways & WAYS_OF[kind]:
            s.stack[kind] = s.unseen[kind]
            s.unseen[kind] = 0
    deal_hidden(s, owner, dice)
    for kind in range(KINDS):
        s.unseen[kind] += s.stack[kind]


@rule
def fill(s, w, seat, dice):
    """Deal the unseen tiles at random: first the hand of the seat on turn, which must fit the point, then the rest."""
    on_turn = NOBODY
    if s.point == Point.TILE and s.turn != seat:
        on_turn = int(s.turn)
        deal_movable(s, w, on_turn, dice)
    elif s.point == Point.SWAP and s.turn != seat:
        on_turn = int(s.turn)
        deal_stuck(s, w, on_turn, dice)
    for owner in range(s.players):
        if owner != seat and owner != on_turn:
            deal_hidden(s, owner, dice)
    for kind in range(KINDS):
        s.stack[kind] = s.unseen[kind]
        s.unseen[kind] = 0


def draws_it(seat, before, now):
    """A drawn tile is read only by the seat that draws it."""
    return seat == before.turn


def tells_of_a_hand(before, after):
    """Whether the move told its player that the next seat can or cannot move, where that depends on its hand."""
    if after.turn == before.turn or after.turn == NOBODY:
        return bool(after.skipped)
    if after.point not in (Point.TILE, Point.SWAP):
        return False
    ways, _ = reach(after, int(after.turn))
    return bool(after.skipped) or ways & (LAY | DIG) != LAY | DIG
