"""What positions promise everybody: bound code, compiled once for each game.

A position is played on, greedily by everybody and with chance drawn, until a turn begins; there the evaluation tells
each seat's share of the win. It is the turn of each seat in one sample after the other: whoever is about to move looks
a little better than they are, and so nobody does more than others. Everything that is compared meets the same guesses
at what is hidden and the same luck, so that differences are surer than the figures themselves.
"""

import numpy as np

from burgrave.bots.judgement import shares_of_win
from burgrave.bots.tree_search import play_on
from burgrave.core.bound import apply, fill, rule
from burgrave.core.net import ASKED, EVERYTHING, HEAD, LEAF

SAMPLES_APART = 1 << 20
"""Between the luck of one sample and the next, in chance moves."""


@rule
def judge(states, work, scratch, net, moves, ids, totals, shares, viewer, dice, first, samples):
    """Write every seat's share of the win after each of some moves (-1: none), sample by sample, into `totals`.

    With a viewer the position is that seat's view, and each sample puts other hidden things back.
    """
    w = scratch[0]
    players = np.int64(states[0].players)
    count = ids.shape[0]
    luck = np.zeros(4, np.uint64)
    trial = np.zeros(4, np.uint64)
    by_hand = np.zeros(HEAD, np.float32)
    later = net if net[ASKED] >= EVERYTHING else by_hand
    leaf = np.int64(net[LEAF])
    for word in range(2):
        luck[word] = dice[word]
    for sample in range(samples):
        luck[2] = np.uint64(first + sample) * np.uint64(SAMPLES_APART)
        luck[3] = 0
        work[2] = states[0]
        if viewer >= 0:
            fill(work[2], w, viewer, luck)
        mover = np.int64(work[2].to_act)
        for k in range(count):
            luck[2] = np.uint64(first + sample) * np.uint64(SAMPLES_APART) + np.uint64(1)
            luck[3] = 0
            work[0] = work[2]
            if ids[k] >= 0:
                apply(work[0], w, ids[k])
            play_on(work, w, later, moves, luck, trial, shares, (first + sample) % players, mover, leaf)
            shares_of_win(work[0], w, net, shares)
            for other in range(players):
                totals[(sample * count + k) * players + other] = shares[other]
