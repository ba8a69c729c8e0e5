"""Cards are secret until the game is over."""

from burgrave.core.draws import drawn

from pebbles.state import FACE_DOWN, NO_CARD, Point, rule


@rule
def mask(s, w, seat):
    """Others' cards lie face down, as unknown as those in the deck."""
    for other in range(s.players):
        if other != seat and s.card[other] > NO_CARD and s.point != Point.OVER:
            s.deck[s.card[other]] += 1
            s.card[other] = FACE_DOWN


@rule
def fill(s, w, seat, dice):
    """Deal the cards that lie face down as a shuffle would."""
    for other in range(s.players):
        if s.card[other] == FACE_DOWN:
            s.card[other] = drawn(dice, s.deck)
            s.deck[s.card[other]] -= 1


def its_owner(seat, before, now):
    """A dealt card is read by whom it is dealt to, and by all when the game is over."""
    return now.point == Point.OVER or seat == before.turn


def cards_are_opened(before, after):
    """The move that ends the game opens all cards, so it cannot be taken back."""
    return after.point == Point.OVER
