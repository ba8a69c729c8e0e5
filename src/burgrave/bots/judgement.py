"""How bots judge a position: bound code, compiled once for each game."""

import math

import numpy as np

from burgrave.core.bound import apply, fill, inner, legal, rule, value
from burgrave.core.drivers import settle_chance
from burgrave.core.spec import OVER

WON = 50.0
"""The value of a won game in log-odds; a lost one is minus this."""


@inner
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


@inner
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


@rule
def shares_at(states, i, scratch, shares):
    """Each seat's share of the win, as evaluation sees it."""
    shares_of_win(states[i], scratch[0], shares)
