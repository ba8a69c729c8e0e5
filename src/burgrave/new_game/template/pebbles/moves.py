"""The moves, what a person clicks for each, and why one may be refused."""

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, numbers

from pebbles.state import CARDS


class Reason(Named):
    """Why not."""

    ALLOWED = auto()
    HEAP_TOO_SMALL = auto()
    NO_DICE = auto()


VERBS = Verbs(reveals="cards_are_opened")
TAKE = VERBS.player("take", count=numbers(2, 1), sites="heap")
ROLL = VERBS.player("roll")
DEAL = VERBS.chance("deal", card=numbers(CARDS, 1), read_by="its_owner")
ROLLED = VERBS.chance("roll", face=numbers(3, 1), key="rolled")
