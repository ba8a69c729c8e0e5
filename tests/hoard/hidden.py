"""Cards and marks are secret until the end."""

from burgrave.core.dice import below
from burgrave.core.draws import drawn
from hoard.setup import copies_left
from hoard.state import CARDS, CHESTS, HIDDEN, NONE, Point, rule


@rule
def mask(s, w, seat):
    """Nobody sees the others' cards and marks while the game runs."""
    if s.point == Point.OVER:
        return
    for other in range(s.players):
        if other != seat:
            if s.card[other] != NONE:
                s.card[other] = HIDDEN
            if s.mark[other] != NONE:
                s.mark[other] = HIDDEN


@rule
def fill(s, w, seat, dice):
    """Unseen cards are dealt as from a shuffled deck; any chest may be marked."""
    for other in range(s.players):
        if s.card[other] == HIDDEN:
            for card in range(1, CARDS + 1):
                w.counts[card] = copies_left(s, card)
            s.card[other] = drawn(dice, w.counts)
        if s.mark[other] == HIDDEN:
            s.mark[other] = 1 + below(dice, CHESTS)


def read_by_its_seat(seat, before, now):
    """A mark is its seat's secret until the end."""
    return now.point == Point.OVER or seat == before.to_act


def read_by_its_owner(seat, before, now):
    """A card is its owner's secret until the end."""
    return now.point == Point.OVER or seat == [int(card) for card in before.card].index(NONE)


def opens(before, after):
    """The move that ends the game turns everything up."""
    return after.point == Point.OVER
