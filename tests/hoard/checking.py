"""What a sound position is."""

from hoard.state import CARDS, CHESTS, COPIES, NONE, Point


def check(s):
    """No coin is lost, no card exists too often, nobody lacks a card or a mark that the game has asked for."""
    if s.chest.min() < 0 or int(s.chest.sum() + s.taken.sum()) != CHESTS * int(s.coins):
        raise ValueError("the coins of chests and seats do not add up")
    cards = [int(card) for card in s.card[: s.players]]
    if any(cards.count(card) > COPIES[s.deck, card] for card in range(1, CARDS + 1)):
        raise ValueError("there are more cards of a kind than the deck has")
    if any(card not in range(CARDS + 1) for card in cards) or (s.point != Point.DEAL and NONE in cards):
        raise ValueError("everybody has a card once they are dealt")
    marks = [int(mark) for mark in s.mark[: s.players]]
    if any(mark not in range(CHESTS + 1) for mark in marks):
        raise ValueError("a mark lies on a chest")
