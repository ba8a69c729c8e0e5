"""Before the first turn everybody gets a secret card."""

from burgrave.core.spec import CHANCE

from pebbles.state import CARDS, COPIES, Point, rule


@rule
def start(s, w):
    """The heap lies on the table; the cards are dealt first."""
    s.left = s.heap
    for card in range(1, CARDS + 1):
        s.deck[card] = COPIES
    s.point = Point.DEAL
    s.to_act = CHANCE


@rule
def deal(s, card):
    """The next player gets the card; after the last one the first turn begins."""
    s.deck[card] -= 1
    s.card[s.turn] = card
    s.turn = (s.turn + 1) % s.players
    if s.turn == 0:
        s.point = Point.TAKE
        s.to_act = 0
