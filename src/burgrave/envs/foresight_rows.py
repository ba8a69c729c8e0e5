"""What comes of every allowed move: bound code, compiled once for each game."""

import numba
import numpy as np

from burgrave.core.bound import apply, features, fill, kinds
from burgrave.core.drivers import settle_chance
from burgrave.core.rule import compiler
from burgrave.core.spec import OVER

known = kinds | {
    "before": numba.types.Array(numba.types.float32, 3, "C"),
    "after": numba.types.Array(numba.types.float32, 3, "C"),
    "counts": numba.types.Array(numba.types.int64, 1, "C"),
}
rule, inner = compiler(known, entry=True), compiler(known)

GUESSES_APART = 1000
"""How far apart the luck of two rows is."""


@inner
def tell(s, w, me, before, i, after, place):
    """Put down what is to be said about each seat, the own one first; the last number is who has won."""
    players = np.int64(s.players)
    result = after.shape[2] - 1
    for k in range(players):
        seat = (me + k) % players
        if s.to_act == OVER:
            for number in range(result):
                after[place, k, number] = before[i, k, number]
            after[place, k, result] = 1.0 if (s.winners >> seat) & 1 else -1.0
        else:
            for number in range(result + 1):
                after[place, k, number] = 0.0
            features(s, w, seat, after[place, k])


@rule
def foresee_rows(states, work, scratch, ids, counts, dice, before, after):
    """For masked records: what is to be said now, and after each of their allowed moves, all under the same luck."""
    w = scratch[0]
    place = 0
    for i in range(states.shape[0]):
        me = np.int64(states[i].to_act)
        work[0] = states[i]
        dice[3] = 0
        fill(work[0], w, me, dice)
        tell(work[0], w, me, before, i, before, i)
        dice[2] += np.uint64(1)
        first = dice[2]
        for _ in range(counts[i]):
            work[1] = work[0]
            apply(work[1], w, ids[place])
            dice[2] = first
            settle_chance(work[1], w, dice)
            tell(work[1], w, me, before, i, after, place)
            place += 1
        dice[2] = first + np.uint64(GUESSES_APART)
