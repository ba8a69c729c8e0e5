"""The flow of the game."""

from burgrave.core.actions import Actions, At, Chance, Do
from hoard.moves import DEAL, MARK, TAKE, THROW, THROWN, VERBS, Reason
from hoard.setup import copies_left, deal, set_mark
from hoard.state import Point
from hoard.turn import holds, leaves_one, next_seat, pay_out, take, throw

ACTIONS = Actions(
    VERBS,
    At(Point.DEAL, Chance(DEAL, deal, weight=copies_left)),
    At(Point.MARK, Do(MARK, set_mark), first=Reason.MARK_FIRST),
    At(Point.TAKE, Do(TAKE, (take, next_seat), may=(holds, leaves_one)), Do(THROW, throw)),
    At(Point.THROW, Chance(THROWN, (pay_out, next_seat))),
)
