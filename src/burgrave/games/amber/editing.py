"""What of a position may be set by hand: tiles on the board and in hands, coins, and whose turn it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgrave.core.editing import NONE, Editable, counts, places, seats, stored
from burgrave.core.errors import Mistake
from burgrave.games.amber.board import (
    CASTLE,
    CODE,
    EMPTY,
    FIELD_NAMES,
    FIELDS,
    HAND_SIZE,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    NOBODY,
    NOWHERE,
    ROTATION_NAMES,
    ROTATIONS,
    SHOVEL,
    SUPPLY,
    TARGETS,
)
from burgrave.games.amber.checking import is_set_up
from burgrave.games.amber.reading import can_move, links_of, reach
from burgrave.games.amber.state import Point

LYING = [(kind, turns) for kind in range(KINDS) if kind != SHOVEL for turns in range(int(ROTATIONS[kind]))]
CODES = [EMPTY, *(int(CODE[kind, turns]) for kind, turns in LYING)]


def editables(s: Any) -> list[Editable]:
    """What may be set."""
    sat = seats(int(s.players))
    fields = [number for number in range(FIELDS) if s.tile[number] != CASTLE]

    def tile(s: Any, place: int) -> int:
        return CODES.index(int(s.tile[fields[place]]))

    def lay(s: Any, place: int, value: int) -> None:
        s.tile[fields[place]] = CODES[value]

    def begin(s: Any, place: int, value: int) -> None:
        s.turn = value

    return [
        Editable("turn", ((),), places(sat), lambda s, place: max(0, int(s.turn)), begin),
        Editable(
            "tile",
            [(FIELD_NAMES[number],) for number in fields],
            ((NONE,), *((KIND_NAMES[kind], ROTATION_NAMES[turns]) for kind, turns in LYING)),
            tile,
            lay,
            "{0}",
        ),
        Editable("hand", places(sat, KIND_NAMES), counts(HAND_SIZE), *stored("hand", len(sat), KINDS)),
        Editable("coins", places(sat), counts(TARGETS), *stored("coins", len(sat))),
    ]


def settle(s: Any, edited: frozenset[str]) -> None:
    """The stack and what is known of hands follow; coins that are due are taken; a turn begins."""
    if is_set_up(s):
        raise Mistake.of("edit.too_early")
    lying = np.bincount([KIND_OF[code] for code in s.tile.tolist() if KIND_OF[code] != NOWHERE], minlength=KINDS)
    s.stack[:] = SUPPLY - lying - s.hand.astype(np.int64).sum(axis=0) - s.row - s.box
    s.stack_size = int(s.stack.sum())
    s.hand_size[:] = s.hand.sum(axis=1)
    s.known[:] = np.minimum(s.known, s.hand)
    s.winners = s.skipped = s.sudden_win_off = 0
    s.chosen = s.first = NOWHERE
    links = [links_of(s, seat) for seat in range(s.players)]
    for target in range(TARGETS):
        near = [seat for seat, reached in enumerate(links) if reached >> target & 1]
        if s.coin[target] and near:
            s.coin[target] = 0
            if len(near) == 1 and "coins" not in edited:
                s.coins[near[0]] += 1
    if s.turn == NOBODY:
        s.turn = s.start_player
    s.to_act = s.turn
    able = can_move(s, int(s.turn), reach(s, int(s.turn))[0])
    s.point = Point.TILE if able or not s.stack_size else Point.SWAP
