"""The verbs, and why a move is refused."""

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, numbers
from hoard.state import CARDS, CHESTS


class Reason(Named):
    ALLOWED = auto()
    NOT_NOW = auto()
    MARK_FIRST = auto()
    TOO_FEW_COINS = auto()
    WHOLE_CHEST = auto()


VERBS = Verbs(reveals="opens")
MARK = VERBS.player(
    "mark", chest=numbers(CHESTS, 1), sites="chest-{chest}", elsewhere=Reason.NOT_NOW, read_by="read_by_its_seat"
)
TAKE = VERBS.player("take", chest=numbers(CHESTS, 1), count=numbers(2, 1), sites="chest-{chest}")
THROW = VERBS.player("throw")
DEAL = VERBS.chance("deal", card=numbers(CARDS, 1), read_by="read_by_its_owner")
THROWN = VERBS.chance("throw", chest=numbers(CHESTS, 1), key="thrown")
