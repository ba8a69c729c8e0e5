"""The flow of the game: at each point the moves, what must allow them, and what they do."""

from burgrave.core.actions import Actions, At, Chance, Do

from pebbles.moves import DEAL, ROLL, ROLLED, TAKE, VERBS
from pebbles.setup import deal
from pebbles.state import Point
from pebbles.turn import heap_holds, plays_with_die, roll, take, take_rolled

ACTIONS = Actions(
    VERBS,
    At(Point.DEAL, Chance(DEAL, deal, weight="deck")),
    At(Point.TAKE, Do(TAKE, take, may=heap_holds), Do(ROLL, roll, may=plays_with_die)),
    At(Point.DIE, Chance(ROLLED, take_rolled)),
)
