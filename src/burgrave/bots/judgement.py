"""How bots judge a position: bound code, compiled once for each game."""

import math

import numpy as np

from burgrave.core.bound import apply, consider, features, fill, inner, legal, rule, value, weigh
from burgrave.core.drivers import settle_chance
from burgrave.core.net import INPUTS, SHARE, STEEPNESS, TO_COME, UNIT, judged, room
from burgrave.core.spec import OVER

WON = 50.0
"""The value of a won game in log-odds; a lost one is minus this."""


@inner
def learned_values(s, w, net, shares):
    """How well each seat stands, in log-odds, as a net has learned it.

    The points that the seats will have count as steeply as the net says at this stage of the game, on average of what
    it says for each seat; to that comes its judgement of everything else.
    """
    players = np.int64(s.players)
    start = room(net)
    count = np.int64(net[INPUTS])
    steepness = 0.0
    middle = 0.0
    for seat in range(players):
        for k in range(count):
            net[start + k] = 0
        features(s, w, seat, net[start : start + count])
        points = net[start] / net[UNIT]
        out = judged(net, seat)
        steepness += math.exp(min(net[out + STEEPNESS], 5.0))
        shares[seat] = points + net[out + TO_COME]
        shares[players + seat] = net[out + SHARE]
        middle += shares[seat]
    for seat in range(players):
        shares[seat] = shares[players + seat] + (shares[seat] - middle / players) * steepness / players


@inner
def values(s, w, net, shares):
    """How well each seat stands, in log-odds."""
    if net[INPUTS] > 0:
        learned_values(s, w, net, shares)
    else:
        for seat in range(s.players):
            shares[seat] = value(s, w, seat)


@inner
def shares_of_win(s, w, net, shares):
    """Each seat's share of the win: the result when the game is over, else the softmax of the seats' values."""
    players = s.players
    if s.to_act == OVER:
        winners = 0
        for seat in range(players):
            winners += (s.winners >> seat) & 1
        for seat in range(players):
            shares[seat] = 1.0 / players if winners == 0 else ((s.winners >> seat) & 1) / winners
        return
    values(s, w, net, shares)
    highest = -1e300
    for seat in range(players):
        highest = max(highest, shares[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = math.exp(shares[seat] - highest)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@inner
def prospect(s, w, net, shares, seat):
    """How well a seat stands against all others, in log-odds."""
    if s.to_act == OVER:
        return WON if (s.winners >> seat) & 1 else -WON
    values(s, w, net, shares)
    others = 0.0
    for other in range(s.players):
        if other != seat:
            others += math.exp(min(shares[other] - shares[seat], 60.0))
    return -math.log(others + 1e-30)


@inner
def sensible(s, w, moves):
    """List the legal moves that a bot looks at."""
    moves[0] = 0
    legal(s, w, moves)
    if moves[0] > 1:
        consider(s, w, moves)


@inner
def prospects(work, w, net, moves, shares, totals, seat, dice):
    """Add to each move's total how the seat stands after it; all moves meet the same luck. Whether any met some."""
    first = dice[2]
    met = False
    for k in range(moves[0]):
        work[1] = work[0]
        apply(work[1], w, moves[k + 1])
        dice[2] = first
        settle_chance(work[1], w, dice)
        met = met or dice[2] != first
        totals[k] += prospect(work[1], w, net, shares, seat)
    return met


@rule
def greedy_at(states, work, scratch, net, moves, shares, totals, seat, dice, samples):
    """Add up how the seat stands after each sensible move of a view, over several samples of what is hidden.

    Where no move meets chance one sample counts for all: moves are compared under the same guess, and what others hide
    weighs on all of them alike.
    """
    w = scratch[0]
    sensible(states[0], w, moves)
    for k in range(moves[0]):
        totals[k] = 0.0
    luck_dice = np.empty(4, np.uint64)
    for sample in range(samples):
        work[0] = states[0]
        fill(work[0], w, seat, dice)
        luck_dice[0] = dice[0]
        luck_dice[1] = dice[1]
        luck_dice[2] = np.uint64(sample * 1000)
        met = prospects(work, w, net, moves, shares, totals, seat, luck_dice)
        if sample == 0 and not met:
            for k in range(moves[0]):
                totals[k] *= samples
            return


@rule
def luck_at(states, i, work, scratch, net, moves, weights, shares, totals, move):
    """Add to each seat's total what chance's move brought it: its share of the win then, less the mean of all outcomes.

    Whatever the evaluation thinks, the mean of this over chance's outcomes is nothing.
    """
    w = scratch[0]
    weigh(states[i], w, moves, weights)
    if moves[0] < 2:
        return
    all_weights = 0
    for k in range(1, moves[0] + 1):
        all_weights += weights[k]
    for k in range(1, moves[0] + 1):
        work[0] = states[i]
        apply(work[0], w, moves[k])
        shares_of_win(work[0], w, net, shares)
        for seat in range(states[i].players):
            totals[seat] -= shares[seat] * weights[k] / all_weights
            if moves[k] == move:
                totals[seat] += shares[seat]
