"""Full chests, then a card and a mark for everybody."""

from burgrave.core.spec import CHANCE
from hoard.state import CHESTS, COPIES, NONE, Point, rule


@rule
def start(s, w):
    """The chests are full; the cards are dealt first."""
    for chest in range(1, CHESTS + 1):
        s.chest[chest] = s.coins
    s.point = Point.DEAL
    s.to_act = CHANCE


@rule
def copies_left(s, card):
    """Cards of this kind that nobody has."""
    count = int(COPIES[s.deck, card])
    for seat in range(s.players):
        if s.card[seat] == card:
            count -= 1
    return count


@rule
def deal(s, card):
    """The next seat gets a card; after the last one marks are set, or the game begins."""
    for seat in range(s.players):
        if s.card[seat] == NONE:
            s.card[seat] = card
            break
    if s.card[s.players - 1] != NONE:
        s.to_act = 0
        s.point = Point.MARK if s.marks else Point.TAKE


@rule
def set_mark(s, seat, chest):
    """A secret mark; then it is the next seat's, or the game begins."""
    s.mark[seat] = chest
    s.to_act = (seat + 1) % s.players
    if s.to_act == 0:
        s.point = Point.TAKE
