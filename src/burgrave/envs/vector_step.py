"""The vectorised environment's one compiled step: bound code, compiled once for each game."""

import numba
import numpy as np

from burgrave.core.bound import apply, kinds, legal, mask, scores, start
from burgrave.core.drivers import settle_chance
from burgrave.core.rule import compiler
from burgrave.core.spec import OVER

FLOATS = numba.types.Array(numba.types.float32, 2, "C")
FLAGS = numba.types.Array(numba.types.boolean, 1, "C")
known = kinds | {"rewards": FLOATS, "ended": FLAGS, "blank": kinds["states"], "fresh": kinds["many_dice"]}
rule, inner = compiler(known, entry=True), compiler(known)

BY_WIN, BY_DIFFERENCE, BY_GAIN = range(3)


@inner
def pay(s, w, out, rewards, row, kind, players):
    """The rewards of a row whose game is over; a share of the win, or the points ahead of the best other seat."""
    if kind == BY_WIN:
        winners = 0
        for seat in range(players):
            winners += (s.winners >> seat) & 1
        for seat in range(players):
            rewards[row, seat] = ((s.winners >> seat) & 1) / max(1, winners)
    elif kind == BY_DIFFERENCE:
        scores(s, w, out)
        for seat in range(players):
            best = np.int64(-(1 << 40))
            for other in range(players):
                if other != seat:
                    best = max(best, out[other])
            rewards[row, seat] = out[seat] - best


@inner
def show(states, work, w, many_moves, allowed, i):
    """What a row's seat to act sees, and what it may do."""
    for k in range(1, many_moves[i, 0] + 1):
        allowed[i, many_moves[i, k]] = False
    many_moves[i, 0] = 0
    legal(states[i], w, many_moves[i])
    for k in range(1, many_moves[i, 0] + 1):
        allowed[i, many_moves[i, k]] = True
    work[i] = states[i]
    mask(work[i], w, np.int64(states[i].to_act))


@rule
def begin_rows(states, work, scratch, many_dice, many_moves, allowed, first, last):
    """Set up rows and show them."""
    for i in range(first, last):
        start(states[i], scratch[0])
        settle_chance(states[i], scratch[0], many_dice[i])
        show(states, work, scratch[0], many_moves, allowed, i)


@rule
def forbidden_row(allowed, ids, first, last):
    """The first row whose id is not allowed, or -1."""
    for i in range(first, last):
        if ids[i] < 0 or ids[i] >= allowed.shape[1] or not allowed[i, ids[i]]:
            return i
    return -1


@rule
def step_rows(
    states,
    work,
    blank,
    scratch,
    ids,
    many_dice,
    fresh,
    many_moves,
    allowed,
    many_out,
    rewards,
    ended,
    kind,
    first,
    last,
):
    """Play one move in each row; a row whose game is over is paid and begins anew with its fresh dice."""
    w = scratch[0]
    players = rewards.shape[1]
    for i in range(first, last):
        if kind == BY_GAIN:
            scores(states[i], w, many_out[i])
            for seat in range(players):
                rewards[i, seat] = -many_out[i, seat]
        else:
            for seat in range(players):
                rewards[i, seat] = 0.0
        apply(states[i], w, ids[i])
        many_dice[i, 2] += np.uint64(1)
        settle_chance(states[i], w, many_dice[i])
        if kind == BY_GAIN:
            scores(states[i], w, many_out[i])
            for seat in range(players):
                rewards[i, seat] += many_out[i, seat]
        ended[i] = states[i].to_act == OVER
        if ended[i]:
            pay(states[i], w, many_out[i], rewards, i, kind, players)
            states[i] = blank[0]
            for k in range(4):
                many_dice[i, k] = fresh[i, k]
            start(states[i], w)
            settle_chance(states[i], w, many_dice[i])
        show(states, work, w, many_moves, allowed, i)
