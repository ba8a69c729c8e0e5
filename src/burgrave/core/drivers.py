"""Generic drivers over a game's rules, compiled once for each game.

This file is executed once per game (`burgrave.core.loader.bind`) with the game's rules in its namespace: `start`,
`legal`, `apply`, `weigh`, `luck`, `reason`, `scores`, `mask`, `fill`, `value`, and `rule`, the decorator that knows the
game's record. Calls are direct, so the compiler may inline across them, and every driver has one explicit signature.

Names: `states` positions, `work` room for positions, `scratch` the rules' workspace, `rng` the one word of a
fast generator for players' random choices, which nobody needs to verify later.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import math

import numpy as np

from burgrave.core.dice import PLAIN, next_word
from burgrave.core.spec import CHANCE, OVER

WON = 50.0
"""The value of a won game in log-odds; a lost one is minus this."""


@rule
def start_at(states, i, scratch):
    """Set up a position whose options are filled in."""
    start(states[i], scratch[0])


@rule
def list_moves(s, w, moves, weights):
    """Legal moves of a seat, or chance's outcomes, or nothing."""
    moves[0] = 0
    if s.to_act >= 0:
        legal(s, w, moves)
    elif s.to_act == CHANCE:
        weigh(s, w, moves, weights)


@rule
def moves_at(states, i, scratch, moves, weights):
    """The moves of whoever is to act, with weights where that is chance."""
    list_moves(states[i], scratch[0], moves, weights)


@rule
def is_legal_at(states, i, scratch, moves, weights, move):
    """Whether a move is on the list of whoever is to act."""
    list_moves(states[i], scratch[0], moves, weights)
    for k in range(1, moves[0] + 1):
        if moves[k] == move:
            return True
    return False


@rule
def apply_at(states, i, scratch, move):
    """Carry out a legal move."""
    apply(states[i], scratch[0], move)


@rule
def reason_at(states, i, scratch, move):
    """Why a seat's move is not legal; 0 when it is."""
    return reason(states[i], scratch[0], move)


@rule
def scores_at(states, i, scratch, out):
    """Everybody's points now."""
    scores(states[i], scratch[0], out)


@rule
def mask_at(states, i, scratch, seat):
    """Blank what a seat may not know."""
    mask(states[i], scratch[0], seat)


@rule
def fill_at(states, i, scratch, seat, dice):
    """Put random hidden things back."""
    fill(states[i], scratch[0], seat, dice)


@rule
def luck_at(states, i, scratch, dice):
    """Chance's move, drawn from the dice."""
    return luck(states[i], scratch[0], dice)


@rule
def value_at(states, i, scratch, seat):
    """How good the position is for a seat."""
    return value(states[i], scratch[0], seat)


@rule
def settle_chance(s, w, dice):
    """Draw chance's moves until a seat decides or the game is over; `dice[2]` counts the moves."""
    while s.to_act == CHANCE:
        dice[3] = 0
        apply(s, w, luck(s, w, dice))
        dice[2] += np.uint64(1)


@rule
def start_rows(states, scratch, many_dice, first, last):
    """Set up rows and draw chance's first moves."""
    for i in range(first, last):
        start(states[i], scratch[0])
        settle_chance(states[i], scratch[0], many_dice[i])


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
def play_rows(states, scratch, ids, many_dice, first, last):
    """Play one checked move in each row and the chance moves after it."""
    for i in range(first, last):
        if states[i].to_act >= 0:
            apply(states[i], scratch[0], ids[i])
            many_dice[i, 2] += np.uint64(1)
            settle_chance(states[i], scratch[0], many_dice[i])


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
def scores_rows(states, scratch, many_out, first, last):
    """Everybody's points in each row."""
    for i in range(first, last):
        scores(states[i], scratch[0], many_out[i])


if PLAIN:

    def random_below(rng, n):
        """A random number in range(n), from a fast generator (splitmix64)."""
        word = (1 << 64) - 1
        rng[0] = np.uint64((int(rng[0]) + 0x9E3779B97F4A7C15) & word)
        z = int(rng[0])
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & word
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & word
        return (((z ^ (z >> 31)) >> 32) * int(n)) >> 32

else:

    @rule
    def random_below(rng, n):
        """A random number in range(n), from a fast generator (splitmix64)."""
        rng[0] += np.uint64(0x9E3779B97F4A7C15)
        z = rng[0]
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
        return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@rule
def random_game(s, w, moves, dice, rng):
    """Play random moves to the end; the number of moves made, chance's included."""
    first = dice[2]
    settle_chance(s, w, dice)
    while s.to_act >= 0:
        moves[0] = 0
        legal(s, w, moves)
        apply(s, w, moves[1 + random_below(rng, moves[0])])
        dice[2] += np.uint64(1)
        settle_chance(s, w, dice)
    return np.int64(dice[2] - first)


@rule
def playout_rows(states, work, scratch, moves, many_dice, many_out, first, last):
    """Random playouts of each row in a copy: final points, and in the last column the number of moves."""
    dice = np.empty(4, np.uint64)
    rng = np.empty(1, np.uint64)
    length = many_out.shape[1] - 1
    for i in range(first, last):
        work[0] = states[i]
        for k in range(4):
            dice[k] = many_dice[i, k]
        rng[0] = next_word(dice)
        many_out[i, length] = random_game(work[0], scratch[0], moves, dice, rng)
        scores(work[0], scratch[0], many_out[i])
        many_out[i, length - 1] = work[0].winners


@rule
def shares_of_win(s, w, shares):
    """Each seat's share of the win: the result when the game is over, else the softmax of the seats' values."""
    players = s.players
    if s.to_act == OVER:
        winners = 0
        for seat in range(players):
            winners += (s.winners >> seat) & 1
        for seat in range(players):
            shares[seat] = 1.0 / players if winners == 0 else ((s.winners >> seat) & 1) / winners
        return
    highest = -1e300
    for seat in range(players):
        shares[seat] = value(s, w, seat)
        highest = max(highest, shares[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = math.exp(shares[seat] - highest)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@rule
def prospect(s, w, seat):
    """How well a seat stands against all others, in log-odds."""
    if s.to_act == OVER:
        return WON if (s.winners >> seat) & 1 else -WON
    own = value(s, w, seat)
    others = 0.0
    for other in range(s.players):
        if other != seat:
            others += math.exp(min(value(s, w, other) - own, 60.0))
    return -math.log(others + 1e-30)


@rule
def greedy_at(states, work, scratch, moves, totals, seat, dice, samples):
    """Add up, for each legal move of a view, how the seat stands after it, over several samples of what is hidden."""
    w = scratch[0]
    moves[0] = 0
    legal(states[0], w, moves)
    for k in range(moves[0]):
        totals[k] = 0.0
    luck_dice = np.empty(4, np.uint64)
    for sample in range(samples):
        work[0] = states[0]
        fill(work[0], w, seat, dice)
        for k in range(moves[0]):
            work[1] = work[0]
            apply(work[1], w, moves[k + 1])
            luck_dice[0] = dice[0]
            luck_dice[1] = dice[1]
            luck_dice[2] = np.uint64(sample * 1000)
            settle_chance(work[1], w, luck_dice)
            totals[k] += prospect(work[1], w, seat)
