"""The position: one record of everything that lies on the table and in the hands.

Seats that are not in the game keep zeroes. Arrays over resources, terrains, harbours and cards follow the words of
board.py.
"""

from __future__ import annotations

from enum import auto

import numpy as np

from burgrave.core.names import Named
from burgrave.core.rule import record, rules, state
from burgrave.games.catan import GAME

SEATS = 4
NOBODY = -1

STATE = state(
    GAME,
    [
        ("viewer", np.int8),  # whose view this is: 0 everything, 1 a spectator's, 2 + seat
        # the island
        ("terrain", np.int8, 19),  # -1 until laid
        ("number", np.int8, 19),  # 0: no token
        ("harbour", np.int8, 9),  # -1 until laid
        ("robber", np.int8),
        ("owner", np.int8, 54),
        ("building", np.int8, 54),  # 0 none, 1 settlement, 2 city
        ("road", np.int8, 72),  # its owner
        # cards and pieces
        ("bank", np.int8, 5),
        ("hand", np.int8, (4, 5)),
        ("hand_size", np.int8, 4),
        ("aside", np.int8, (4, 5)),  # discards still lying face down
        ("aside_size", np.int8, 4),
        ("owed", np.int8, 4),  # cards a seat still has to discard
        ("deck", np.int8, 5),
        ("deck_size", np.int8),
        ("old", np.int8, (4, 5)),  # hidden development cards of earlier turns
        ("old_size", np.int8, 4),
        ("new", np.int8, (4, 5)),  # and those bought this turn
        ("new_size", np.int8, 4),
        ("soldiers", np.int8, 4),  # face up
        ("shown", np.int8, 4),  # victory-point cards face up
        ("used", np.int8, 5),  # progress cards that left the game
        ("stock", np.int8, (4, 3)),  # roads, settlements, cities left
        ("ratio", np.int8, (4, 5)),  # cards the bank wants for one
        ("road_length", np.int8, 4),
        ("longest_road", np.int8),  # who holds the card
        ("largest_army", np.int8),
        # the turn
        ("turn", np.int16),  # 0 during set-up
        ("first", np.int8),
        ("active", np.int8),
        ("step", np.int8),  # moves made of a set-up chain
        ("placed", np.int8),  # the settlement that waits for its set-up road
        ("roll", np.int8, 2),  # the last throw
        ("rolled", np.int8),  # thrown this turn
        ("trading", np.int8),  # open
        ("card_played", np.int8),
        ("cause", np.int8),  # why the robber moves: 1 a seven, 2 a soldier
        ("victim", np.int8),
        ("free_roads", np.int8),  # still to place
        ("picks", np.int8),  # cards still to take by Year of Plenty
        # the offer under way
        ("offers", np.int8),  # begun this turn
        ("given", np.int8, 5),
        ("wanted", np.int8, 5),
        ("answer", np.int8, 4),
        ("counter_given", np.int8, (4, 5)),  # by the seat that counters
        ("counter_wanted", np.int8, (4, 5)),
        # who took what from whom with the robber: thief, victim, resource
        ("steals", np.int16, (4, 4, 5)),
        # remembered: zero except in a view
        ("seen", np.int16, (4, 5)),
        ("unseen_steals", np.int16, (4, 4)),
        ("unseen_cards", np.int8, 5),
    ],
)

MOST_STEALS = 10_240
"""More than a game of the longest turn limit can hold."""

SCRATCH = record(
    [
        ("due", np.int64, (4, 5)),  # cards a throw owes
        # drawing a position that fits a view
        ("thief", np.int64, MOST_STEALS),  # steals nobody told the viewer about
        ("robbed", np.int64, MOST_STEALS),
        ("loot", np.int64, MOST_STEALS),
        ("least", np.int64, (4, 5)),  # cards a seat has shown to hold
        ("held", np.int64, (4, 5)),  # cards a seat holds
        ("handled", np.int64, (4, 5)),  # cards a seat holds or has lost unseen
        ("chosen", np.int64, 4),
        ("before", np.int64, 4),
        ("spare", np.int64, 5),  # cards a victim may have lost
        ("point_hands", np.int64, 6),  # hands with so many victory-point cards
        # evaluation
        ("feature", np.float64, 64),
        ("pips", np.float64, 5),
        ("distance", np.int64, 54),
        ("near", np.int64, 54),
    ]
)


class Point(Named):
    """What is to be decided."""

    HEX = auto()
    HARBOUR = auto()
    CORNER = auto()
    TOKEN = auto()
    FIRST = auto()
    PLACE_SETTLEMENT = auto()
    PLACE_ROAD = auto()
    BEFORE_ROLL = auto()
    DICE = auto()
    MAIN = auto()
    DISCARD = auto()
    ROBBER = auto()
    VICTIM = auto()
    STEAL = auto()
    DRAW = auto()
    FREE_ROAD = auto()
    PLENTY = auto()
    MONOPOLY = auto()
    COMPOSE = auto()
    ANSWER = auto()
    COUNTER = auto()
    CHOOSE = auto()
    OVER = auto()


NO_BUILDING, A_SETTLEMENT, A_CITY = range(3)
NO_CAUSE, BY_SEVEN, BY_SOLDIER = range(3)
NOT_ASKED, WAITING, REFUSED, ACCEPTED, COUNTERED = range(5)

VARIABLE, FIXED_BOARD, BEGINNERS = range(3)
SPIRAL_TOKENS, RANDOM_TOKENS = range(2)
ANY_CORNER = 0
FIRST_BY_RULE, FIRST_RANDOM, FIRST_NAMED = range(3)
TRADE_ON, TRADE_WITHOUT_COUNTERS, TRADE_OFF = range(3)
SINGLE_CLAIMANT, TURN_ORDER = range(2)

rule = rules(STATE, SCRATCH)
entry = rules(STATE, SCRATCH, entry=True)
"""For rules that Python asks."""
