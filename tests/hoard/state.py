"""The record of a position."""

from enum import auto

import numpy as np

from burgrave.core.names import Named
from burgrave.core.rule import record, rules, state
from hoard import GAME

SEATS, CHESTS, CARDS = 3, 4, 3
COPIES = np.array([[0, 5, 2, 1], [0, 3, 3, 3]])
"""By deck and card: how many there are."""
NONE = 0
HIDDEN = 5
"""Instead of a card or a mark that a seat may not see."""


class Point(Named):
    DEAL = auto()
    MARK = auto()
    TAKE = auto()
    THROW = auto()
    OVER = auto()


STATE = state(
    GAME,
    [
        ("chest", np.int8, CHESTS + 1),  # coins left in each, from 1
        ("emptied_by", np.int8, CHESTS + 1),  # 1 + the seat that took the last coin
        ("taken", np.int8, SEATS),
        ("card", np.int8, SEATS),
        ("mark", np.int8, SEATS),
        ("thrower", np.int8),  # 1 + the seat that waits for the die
    ],
)
SCRATCH = record([("counts", np.int16, CARDS + 1)])
rule = rules(STATE, SCRATCH)
