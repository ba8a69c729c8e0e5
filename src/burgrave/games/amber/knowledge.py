"""What a seat may know: views, positions that fit a view, moves as others read them, and damaged positions."""

from burgrave.core.dice import below
from burgrave.games.amber.asking import reach
from burgrave.games.amber.board import DIG, FIELDS, KIND_OF, KINDS, LAY, NOBODY, NOWHERE, SUPPLY
from burgrave.games.amber.checking import check
from burgrave.games.amber.roads import drive
from burgrave.games.amber.state import SWAP, TILE, rule
from burgrave.games.amber.turns import has_tile_move, ways_of

__all__ = ["check", "fill", "mask", "reveals", "seen_as"]


@rule
def count_unseen(s, seat):
    """Of each kind: the tiles that lie in the stack or in the part of another's hand that this seat cannot know."""
    for kind in range(KINDS):
        unseen = SUPPLY[kind] - int(s.box[kind]) - int(s.row[kind])
        for owner in range(s.players):
            unseen -= int(s.hand[owner, kind]) if owner == seat else int(s.known[owner, kind])
        s.unseen[kind] = unseen
    for field in range(FIELDS):
        kind = KIND_OF[s.tile[field]]
        if kind != NOWHERE:
            s.unseen[kind] -= 1


@rule
def mask(s, w, seat):
    """Hands of others and the stack are hidden; their sizes, the tiles known of each hand and all else are open."""
    count_unseen(s, seat)
    for owner in range(s.players):
        if owner != seat:
            for kind in range(KINDS):
                s.hand[owner, kind] = 0
    for kind in range(KINDS):
        s.stack[kind] = 0


@rule
def take_unseen(s, owner, dice, total):
    """One of the `total` unseen tiles, each equally likely, goes to a hand."""
    left = below(dice, total)
    kind = 0
    while left >= s.unseen[kind]:
        left -= int(s.unseen[kind])
        kind += 1
    s.unseen[kind] -= 1
    s.hand[owner, kind] += 1


@rule
def deal_hidden(s, owner, dice):
    """A hand: what everybody knows of it, and unseen tiles up to its size."""
    total = 0
    for kind in range(KINDS):
        total += int(s.unseen[kind])
    missing = int(s.hand_size[owner])
    for kind in range(KINDS):
        s.hand[owner, kind] = s.known[owner, kind]
        missing -= int(s.known[owner, kind])
    for _ in range(missing):
        take_unseen(s, owner, dice, total)
        total -= 1


@rule
def take_back(s, owner):
    """The hidden part of a hand is unseen again."""
    for kind in range(KINDS):
        s.unseen[kind] += s.hand[owner, kind] - s.known[owner, kind]
        s.hand[owner, kind] = 0


@rule
def deal_movable(s, w, owner, dice):
    """The hand of a seat that is choosing a tile: it holds something that can be played."""
    ways = drive(s, w, owner)
    deal_hidden(s, owner, dice)
    while not has_tile_move(s, ways, owner):
        take_back(s, owner)
        deal_hidden(s, owner, dice)


@rule
def deal_stuck(s, w, owner, dice):
    """The hand of a seat that has to swap: nothing in it can be played, so playable kinds are set aside meanwhile."""
    ways = drive(s, w, owner)
    for kind in range(KINDS):
        s.stack[kind] = 0
        if ways & ways_of(kind):
            s.stack[kind] = s.unseen[kind]
            s.unseen[kind] = 0
    deal_hidden(s, owner, dice)
    for kind in range(KINDS):
        s.unseen[kind] += s.stack[kind]


@rule
def fill(s, w, seat, dice):
    """Deal the unseen tiles at random: first the hand of the seat on turn, which must fit the point, then the rest."""
    on_turn = NOBODY
    if s.point == TILE and s.turn != seat:
        on_turn = int(s.turn)
        deal_movable(s, w, on_turn, dice)
    elif s.point == SWAP and s.turn != seat:
        on_turn = int(s.turn)
        deal_stuck(s, w, on_turn, dice)
    for owner in range(s.players):
        if owner != seat and owner != on_turn:
            deal_hidden(s, owner, dice)
    for kind in range(KINDS):
        s.stack[kind] = s.unseen[kind]
        s.unseen[kind] = 0


def seen_as(move, seat, before, now):
    """A drawn tile is read only by the seat that draws it; all other moves are open."""
    if move.verb == "draw" and seat != before.turn:
        return "draw ?"
    return move.text


def reveals(move, before, after):
    """Whether the move told its player that the next seat can or cannot move, where that depends on its hand."""
    if after.turn == before.turn or after.turn == NOBODY:
        return bool(after.skipped)
    if after.point not in (TILE, SWAP):
        return False
    ways, _ = reach(after, int(after.turn))
    return bool(after.skipped) or ways & (LAY | DIG) != LAY | DIG
