"""Games that nets learn from: bound code, compiled once for each game.

Every seat plays the move after which it stands best, by its own net and from nothing but its own view. Now and then
it plays any other move instead, so that a net also meets what nobody would play.
"""

import math

import numba
import numpy as np

from burgrave.bots.judgement import prospects, sensible, shares_of_win
from burgrave.core.bound import apply, features, fill, kinds, mask, scores, start
from burgrave.core.drivers import random_below, settle_chance
from burgrave.core.rule import compiler
from burgrave.core.spec import OVER

known = kinds | {
    "nets": numba.types.Array(numba.types.float32, 2, "C"),
    "rows": numba.types.Array(numba.types.float32, 3, "C"),
    "trial": kinds["dice"],
    "judged": numba.types.Array(numba.types.float64, 2, "C"),
}
rule = compiler(known, entry=True)
inner = compiler(known)

PARTS = 1 << 30
GUESSES = 1 << 40
"""Where the luck of guesses begins, apart from the luck of play."""
GUESSES_APART = 1000


@inner
def chance_of(rng, share: float):
    """True that often."""
    return random_below(rng, PARTS) < share * PARTS


@inner
def choose(states, work, w, net, moves, shares, totals, dice, trial, rng, noise: float):
    """The move after which the seat to act stands best, as far as it can know; a little luck decides between equals."""
    seat = np.int64(states[0].to_act)
    work[0] = states[0]
    mask(work[0], w, seat)
    for word in range(2):
        trial[word] = dice[word]
    trial[2] = np.uint64(GUESSES) + dice[2] * np.uint64(GUESSES_APART)
    trial[3] = 0
    fill(work[0], w, seat, trial)
    for k in range(moves[0]):
        totals[k] = 0.0
    trial[2] += np.uint64(1)
    prospects(work, w, net, moves, shares, totals, seat, trial)
    best = np.int64(moves[1])
    highest = -1e300
    for k in range(moves[0]):
        chance = (1.0 + random_below(rng, PARTS)) / (PARTS + 1.0)
        found = totals[k] - (noise + 1e-9) * math.log(-math.log(chance))
        if found > highest:
            highest = found
            best = np.int64(moves[k + 1])
    return best


@inner
def note(s, w, net, rows, judged, shares, row):
    """Put down what a net is told about each seat, and what this net thinks of it."""
    for seat in range(s.players):
        for k in range(rows.shape[2]):
            rows[row, seat, k] = 0
        features(s, w, seat, rows[row, seat])
    shares_of_win(s, w, net, shares)
    for seat in range(s.players):
        judged[row, seat] = shares[seat]


@rule
def note_at(states, scratch, net, rows, judged, shares, row):
    """Put down a position that others have come to."""
    note(states[0], scratch[0], net, rows, judged, shares, row)


@rule
def play_game(
    states,
    work,
    scratch,
    nets,
    ids,
    moves,
    shares,
    totals,
    dice,
    trial,
    rng,
    rows,
    judged,
    out,
    whim: float,
    noise: float,
    kept: float,
    turns,
    longest,
):
    """Play one game from its options, each seat by the net that `ids` names; how many positions were kept.

    `whim` is how often a seat plays anything, `noise` how far apart (in log-odds) two moves may be and still be
    confused, `kept` the share of positions whose features go into `rows`, and what the last net thinks of them into
    `judged`; with `turns` only positions count in which another seat is to act than before. `out` gets the points, then
    the number of moves. A game that has not ended after `longest` moves is left as it is.
    """
    w = scratch[0]
    start(states[0], w)
    settle_chance(states[0], w, dice)
    count = 0
    made = 0
    while states[0].to_act != OVER and made < longest:
        sensible(states[0], w, moves)
        if moves[0] == 1:
            chosen = np.int64(moves[1])
        elif chance_of(rng, whim):
            chosen = np.int64(moves[1 + random_below(rng, moves[0])])
        else:
            net = nets[ids[states[0].to_act]]
            chosen = choose(states, work, w, net, moves, shares, totals, dice, trial, rng, noise)
        mover = states[0].to_act
        apply(states[0], w, chosen)
        dice[2] += np.uint64(1)
        settle_chance(states[0], w, dice)
        made += 1
        if turns and states[0].to_act == mover:
            continue
        if states[0].to_act != OVER and count < rows.shape[0] and chance_of(rng, kept):
            note(states[0], w, nets[nets.shape[0] - 1], rows, judged, shares, count)
            count += 1
    scores(states[0], w, out)
    out[states[0].players] = made
    return count
