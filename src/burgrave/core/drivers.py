"""Generic drivers over a game's rules, compiled once for each game.

This is bound code: the names from `core/bound` are a game's own rules.

Two processes compile them, one from the top and one from the bottom: functions that use the same rules stand together.

Names: `states` positions, `work` room for positions, `scratch` the rules' workspace, `rng` the one word of a
fast generator for players' random choices, which nobody needs to verify later.
"""

import numpy as np

from burgrave.core.bound import apply, fill, inner, kinds, legal, luck, mask, reason, rule, scores, start, weigh
from burgrave.core.dice import next_word
from burgrave.core.rule import compiler
from burgrave.core.spec import CHANCE, OVER

SET_UP = -3
"""Instead of an id in `play_rows`: begin this row's game."""


@rule
def moves_at(states, i, scratch, moves, weights):
    """Legal moves of a seat, or chance's outcomes with their weights, or nothing."""
    moves[0] = 0
    if states[i].to_act >= 0:
        legal(states[i], scratch[0], moves)
    elif states[i].to_act == CHANCE:
        weigh(states[i], scratch[0], moves, weights)


@rule
def legal_rows(states, scratch, many_moves, first, last):
    """List the legal moves of each row; a finished row has none."""
    for i in range(first, last):
        many_moves[i, 0] = 0
        if states[i].to_act >= 0:
            legal(states[i], scratch[0], many_moves[i])


@rule
def allow_rows(many_moves, allowed, first, last):
    """Turn legal lists into masks over the players' ids."""
    for i in range(first, last):
        for k in range(allowed.shape[1]):
            allowed[i, k] = False
        for k in range(1, many_moves[i, 0] + 1):
            allowed[i, many_moves[i, k]] = True


@rule
def reason_at(states, i, scratch, move):
    """Why a seat's move is not legal; 0 when it is."""
    return reason(states[i], scratch[0], move)


@rule
def bad_row(states, scratch, ids, most, first, last):
    """The first row whose id cannot be played, or -1; a finished row takes -1 only."""
    for i in range(first, last):
        if states[i].to_act == OVER:
            if ids[i] != -1:
                return i
        elif ids[i] < 0 or ids[i] >= most or reason(states[i], scratch[0], ids[i]) != 0:
            return i
    return -1


@rule
def mask_rows(states, work, scratch, seat, first, last):
    """Copy rows and mask the copies: for one seat, or (seat = -2) each for its seat to act."""
    for i in range(first, last):
        work[i] = states[i]
        viewer = seat
        if seat == OVER:
            viewer = states[i].to_act if states[i].to_act >= 0 else -1
        mask(work[i], scratch[0], viewer)


@rule
def fill_at(states, i, scratch, seat, dice):
    """Put random hidden things back."""
    fill(states[i], scratch[0], seat, dice)


@rule
def scores_at(states, i, scratch, out):
    """Everybody's points now."""
    scores(states[i], scratch[0], out)


@rule
def scores_rows(states, scratch, many_out, first, last):
    """Everybody's points in each row."""
    for i in range(first, last):
        scores(states[i], scratch[0], many_out[i])


@rule
def luck_at(states, i, scratch, dice):
    """Chance's move, drawn from the dice."""
    return luck(states[i], scratch[0], dice)


@rule
def start_at(states, i, scratch):
    """Set up a position whose options are filled in."""
    start(states[i], scratch[0])


@rule
def apply_at(states, i, scratch, move):
    """Carry out a legal move."""
    apply(states[i], scratch[0], move)


@inner
def settle_chance(s, w, dice):
    """Draw chance's moves until a seat decides or the game is over; `dice[2]` counts the moves."""
    while s.to_act == CHANCE:
        dice[3] = 0
        apply(s, w, luck(s, w, dice))
        dice[2] += np.uint64(1)


@rule
def play_rows(states, scratch, ids, many_dice, first, last):
    """Play one checked move in each row, or set it up, and the chance moves after that."""
    for i in range(first, last):
        if ids[i] == SET_UP:
            start(states[i], scratch[0])
        elif states[i].to_act >= 0:
            apply(states[i], scratch[0], ids[i])
            many_dice[i, 2] += np.uint64(1)
        settle_chance(states[i], scratch[0], many_dice[i])


def plain_random_below(rng, n):
    """The same in plain Python."""
    word = (1 << 64) - 1
    rng[0] = np.uint64((int(rng[0]) + 0x9E3779B97F4A7C15) & word)
    z = int(rng[0])
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & word
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & word
    return (((z ^ (z >> 31)) >> 32) * int(n)) >> 32


@compiler(kinds, python=plain_random_below)
def random_below(rng, n):
    """A random number in range(n), from a fast generator (splitmix64)."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@rule
def playout_rows(states, work, scratch, moves, many_dice, many_out, first, last):
    """Random playouts of each row in a copy: final points, then the winners and the number of moves."""
    w = scratch[0]
    dice = np.empty(4, np.uint64)
    rng = np.empty(1, np.uint64)
    players = many_out.shape[1] - 2
    for i in range(first, last):
        work[0] = states[i]
        s = work[0]
        for k in range(4):
            dice[k] = many_dice[i, k]
        rng[0] = next_word(dice)
        while True:
            settle_chance(s, w, dice)
            if s.to_act < 0:
                break
            moves[0] = 0
            legal(s, w, moves)
            apply(s, w, moves[1 + random_below(rng, moves[0])])
            dice[2] += np.uint64(1)
        scores(s, w, many_out[i])
        many_out[i, players] = s.winners
        many_out[i, players + 1] = np.int64(dice[2] - many_dice[i, 2])
