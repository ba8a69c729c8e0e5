"""What a position is."""

from enum import auto

import numpy as np
from burgrave.core.names import Named
from burgrave.core.rule import rules, state

from pebbles import GAME

SEATS = max(GAME.players)
CARDS = 3  # worth 1, 2 and 3 points
COPIES = 2  # of each card
NO_CARD, FACE_DOWN = 0, -1
ON, OFF = range(2)  # the option `dice`


class Point(Named):
    """Where somebody, or chance, has to decide."""

    DEAL = auto()
    TAKE = auto()
    DIE = auto()
    OVER = auto()


STATE = state(
    GAME,
    [
        ("turn", np.int8),  # whose turn it is, or whose card is dealt
        ("left", np.int8),  # pebbles in the heap
        ("taken", np.int8, SEATS),
        ("card", np.int8, SEATS),
        ("deck", np.int8, CARDS + 1),  # how many of each card are left; nothing at 0
    ],
)
rule = rules(STATE)
