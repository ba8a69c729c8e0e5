"""Games between greedy bots, without the match, positions and views that people and other bots need.

Every seat still sees nothing but its own view. Moves, luck and results are those of the same game played as a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core.dice import dice_of
from burgrave.core.position import Position, copied
from burgrave.core.spec import CHANCE, MOST_SEATS, OVER
from burgrave.core.weights import net_of

if TYPE_CHECKING:
    from burgrave.bots.simple import GreedyBot
    from burgrave.core.game import Game
    from burgrave.core.verbs import Move


@dataclass(frozen=True)
class Played:
    """A whole game: who made which move, how it ended, and what chance brought each seat."""

    steps: list[tuple[int, Move]]
    end: Position
    luck: list[float]


def play(game: Game, bots: Sequence[GreedyBot], seed: int) -> Played:
    """Play a game whose chance is drawn from a seed."""
    rules, room = game.rules, game.workspace
    drivers, scratch, moves, weights = rules.drivers, room.scratch, room.moves, room.weights
    code: Any = rules.bind("burgrave.bots.judgement")
    net, shares, totals = net_of(rules), np.zeros(2 * MOST_SEATS), np.zeros(MOST_SEATS)
    records, dice = copied(game.start()._records), dice_of(seed)
    seen, to_act = np.empty_like(records), records["to_act"]
    steps: list[tuple[int, Move]] = []
    while (mover := to_act.item(0)) != OVER:
        if mover == CHANCE:
            dice[2], dice[3] = len(steps), 0
            move = int(drivers.luck_at(records, 0, scratch, dice))
            code.luck_at(records, 0, room.work, scratch, net, moves, weights, shares, totals, move)
        else:
            drivers.mask_rows(records, seen, scratch, mover, 0, 1)
            drivers.moves_at(seen, 0, scratch, moves, weights)
            move = int(moves[1]) if moves[0] == 1 else bots[mover].best_of(seen, mover)
        drivers.apply_at(records, 0, scratch, move)
        steps.append((mover, rules.verbs.moves[move]))
    return Played(steps, Position(game, records), totals[: game.players].tolist())
