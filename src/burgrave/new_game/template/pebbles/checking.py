"""What a sound position looks like."""

from pebbles.state import CARDS, COPIES, Point


def check(s):
    """Raise ValueError unless every pebble and every card is somewhere."""
    if s.left < 0 or (s.taken < 0).any() or s.left + s.taken.sum() != s.heap:
        raise ValueError("the pebbles of the heap and of the players do not add up")
    for card in range(1, CARDS + 1):
        if s.deck[card] < 0 or s.deck[card] + (s.card == card).sum() != COPIES:
            raise ValueError(f"there are {COPIES} cards of each kind, but not of {card}")
    if s.point != Point.DEAL and not (s.card[: s.players] > 0).all():
        raise ValueError("everybody has a card once the game runs")
