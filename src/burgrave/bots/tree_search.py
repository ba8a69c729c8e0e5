"""Information-set tree search: bound code, compiled once for each game.

Every iteration chooses a move, fills the view with a guess at what is hidden and walks on down the tree of seats'
moves. Chance is drawn by `luck` on the way and is not part of the tree, so a node stands for all that may happen
between the moves that lead to it. Each seat prefers what is best for itself (max^n). Where the tree ends, everybody
plays on greedily until it is the searching seat's turn again: positions are judged where turns begin, never in the
middle of one. There the learned net, or `value` in a game without one, tells each seat's share of the win; no random
playout to the end is needed. A net costs more than `value`, so it is asked for more than that one judgement only in
games whose weights say so.
"""

import math

import numba
import numpy as np

from burgrave.bots.judgement import prospect, sensible, shares_of_win
from burgrave.bots.tree_nodes import FIRST_SIGHT, NODE
from burgrave.core.bound import apply, fill, kinds, legal
from burgrave.core.drivers import settle_chance
from burgrave.core.net import ASKED, AT_ONCE, EVERYTHING, HEAD, LEAF, MOVES, NEXT_TURN
from burgrave.core.rule import compiler
from burgrave.core.spec import CHANCE, OVER

NODES = numba.types.Array(numba.from_dtype(NODE), 1, "C")
SLOTS = numba.types.Array(numba.types.int32, 1, "C")
known = kinds | {"nodes": NODES, "slots": SLOTS, "trial": kinds["dice"]}
rule, inner = compiler(known, entry=True), compiler(known)

ROOT = 0
NONE = -1
LONGEST_PATH = 256
LOOKS_AT_CHANCE = 3
"""How often a move that leads to chance is tried before it is judged."""
EXPLORATION = 1.25
TEMPERATURE = 0.5
"""How sharply the search prefers moves that look good at once, measured by the spread of their log-odds."""
LEAST_TEMPERATURE = 0.01
GUESSES_APART = 1 << 20
"""Between the luck that goes with one guess at hidden things and the next, in chance moves."""
LOOKS_APART = 1 << 40
"""Between the luck of play and the luck of first judgements."""
LUCK_APART = 1000
"""Between the luck that a look tries and the luck that play then meets, in chance moves."""
LONGEST_PLAY_ON = 60
"""Moves after the end of the tree, at most."""
LEAST_SHARE = 1e-4
"""What looks lost or won for sure is taken to be this far from it."""
LEAST_REACH = 0.02
"""Results that differ by less than this share of the win are nearly the same."""


@inner
def look(work, w, net, seat, move, dice, shares):
    """The share of the win that a move promises its seat at once; several tries where chance comes next."""
    total = 0.0
    tries = 1
    k = 0
    while k < tries:
        work[1] = work[0]
        apply(work[1], w, move)
        if work[1].to_act == CHANCE:
            tries = LOOKS_AT_CHANCE
            dice[2] += np.uint64(1)
            settle_chance(work[1], w, dice)
        shares_of_win(work[1], w, net, shares)
        total += shares[seat]
        k += 1
    return total / tries


@inner
def log_odds(share: float):
    """A share of the win as log-odds, kept finite."""
    kept = min(max(share, LEAST_SHARE), 1.0 - LEAST_SHARE)
    return math.log(kept / (1.0 - kept))


@inner
def open_children(work, w, net, moves, nodes, slots, node, dice, shares):
    """Find the node's child for each legal move, in `slots`; a move seen first gets a child and a first judgement."""
    seat = np.int64(work[0].to_act)
    for k in range(1, moves[0] + 1):
        slots[moves[k]] = NONE
    child = nodes[node].first
    while child != NONE:
        if nodes[child].seat == seat:
            slots[nodes[child].move] = child
        child = nodes[child].next
    for k in range(1, moves[0] + 1):
        move = np.int64(moves[k])
        if slots[move] == NONE:
            made = nodes[ROOT].made
            if made >= nodes.shape[0]:
                continue
            nodes[ROOT].made = made + 1
            nodes[made].move = move
            nodes[made].seat = seat
            nodes[made].first = NONE
            nodes[made].visits = 0
            nodes[made].total = 0.0
            nodes[made].look = look(work, w, net, seat, move, dice, shares) if moves[0] > 1 else 0.5
            nodes[made].next = nodes[node].first
            nodes[node].first = made
            slots[move] = made


@inner
def result_of(nodes, child):
    """What a move has brought its seat so far, its first judgement included."""
    return (nodes[child].total + FIRST_SIGHT * nodes[child].look) / (nodes[child].visits + FIRST_SIGHT)


@inner
def choose_child(moves, nodes, slots, node):
    """The legal child with the best mix of result, first judgement and neglect; NONE when the tree is full.

    Games differ in how much a single move changes a judgement, so both are measured against their spread among the
    moves at hand.
    """
    count = 0
    odds_sum = 0.0
    odds_squares = 0.0
    best_odds = -1e9
    lowest = 1e9
    highest = -1e9
    visits = 1
    for k in range(1, moves[0] + 1):
        child = slots[moves[k]]
        if child != NONE:
            odds = log_odds(nodes[child].look)
            count += 1
            odds_sum += odds
            odds_squares += odds * odds
            best_odds = max(best_odds, odds)
            result = result_of(nodes, child)
            lowest = min(lowest, result)
            highest = max(highest, result)
            visits += nodes[child].visits
    if count == 0:
        return NONE
    mean = odds_sum / count
    temperature = TEMPERATURE * math.sqrt(max(odds_squares / count - mean * mean, 0.0)) + LEAST_TEMPERATURE
    reach = max(highest - lowest, LEAST_REACH)
    weight = 0.0
    for k in range(1, moves[0] + 1):
        child = slots[moves[k]]
        if child != NONE:
            weight += math.exp((log_odds(nodes[child].look) - best_odds) / temperature)
    chosen = NONE
    best = -1e9
    root = math.sqrt(visits)
    for k in range(1, moves[0] + 1):
        child = slots[moves[k]]
        if child != NONE:
            share = math.exp((log_odds(nodes[child].look) - best_odds) / temperature) / weight
            result = result_of(nodes, child)
            merit = (result - lowest) / reach + EXPLORATION * share * root / (1 + nodes[child].visits)
            if merit > best:
                best = merit
                chosen = child
    return chosen


@inner
def best_at_once(work, w, net, moves, dice, trial, shares):
    """The move after which the seat to act stands best; all moves meet the same luck."""
    if moves[0] == 1:
        return np.int64(moves[1])
    seat = np.int64(work[0].to_act)
    chosen = np.int64(moves[1])
    best = -1e300
    for k in range(1, moves[0] + 1):
        work[1] = work[0]
        apply(work[1], w, moves[k])
        if work[1].to_act == CHANCE:
            for word in range(3):
                trial[word] = dice[word]
            settle_chance(work[1], w, trial)
        found = prospect(work[1], w, net, shares, seat)
        if found > best:
            best = found
            chosen = np.int64(moves[k])
    return chosen


@inner
def play_on(work, w, net, moves, dice, trial, shares, seat, mover, leaf):
    """Everybody plays what looks best at once until the seat's next turn begins, or as far as `leaf` says.

    `mover` has made the last move: the end of its turn is where somebody else is to act.
    """
    if leaf == AT_ONCE:
        if work[0].to_act == CHANCE:
            settle_chance(work[0], w, dice)
        return
    waited = False
    for _ in range(LONGEST_PLAY_ON):
        if work[0].to_act == CHANCE:
            settle_chance(work[0], w, dice)
        if work[0].to_act == OVER:
            return
        if leaf == NEXT_TURN:
            if waited and work[0].to_act == seat:
                return
            waited = waited or work[0].to_act != seat
        elif work[0].to_act != mover:
            return
        sensible(work[0], w, moves)
        dice[2] += np.uint64(LUCK_APART)
        chosen = best_at_once(work, w, net, moves, dice, trial, shares)
        dice[2] += np.uint64(LUCK_APART)
        apply(work[0], w, chosen)


@rule
def plant(nodes):
    """A tree that is only its root."""
    nodes[ROOT].made = 1
    nodes[ROOT].first = NONE
    nodes[ROOT].next = NONE
    nodes[ROOT].visits = 0
    nodes[ROOT].total = 0.0


@inner
def guess(states, work, w, seat, dice, number):
    """Put hidden things back; the same number gives the same guess, and the same luck after it."""
    work[0] = states[0]
    dice[2] = np.uint64(number) * np.uint64(GUESSES_APART)
    dice[3] = 0
    fill(work[0], w, seat, dice)
    dice[2] += np.uint64(1)


@inner
def choose_at(work, w, net, moves, nodes, slots, node, dice, trial, shares, every):
    """The child to try next, of every legal move or of the sensible ones; first judgements meet a luck of their own."""
    if every:
        moves[0] = 0
        legal(work[0], w, moves)
    else:
        sensible(work[0], w, moves)
    for word in range(3):
        trial[word] = dice[word]
    trial[2] += np.uint64(LOOKS_APART)
    open_children(work, w, net, moves, nodes, slots, node, trial, shares)
    return np.int64(choose_child(moves, nodes, slots, node))


@rule
def grow(states, work, scratch, net, moves, nodes, slots, shares, seat, dice, iterations, every, completing):
    """Add iterations to the tree of a seat's view; at its root every legal move is looked at, or only sensible ones.

    `completing` has a bit for each decision point in which a seat only completes what it began: no branch ends there,
    so that several moves count as one.

    Which moves the seat has is known from its view, so a move is chosen first and the guess comes then: the first try
    of every move meets the first guess, the second try the second one. Moves are compared under the same luck.
    """
    w = scratch[0]
    path = np.empty(LONGEST_PATH, np.int32)
    trial = np.zeros(4, np.uint64)
    by_hand = np.zeros(HEAD, np.float32)
    at_once = net if net[ASKED] >= MOVES else by_hand
    later = net if net[ASKED] >= EVERYTHING else by_hand
    leaf = np.int64(net[LEAF])
    for _ in range(iterations):
        if nodes[ROOT].first == NONE:
            guess(states, work, w, seat, dice, 0)
        else:
            work[0] = states[0]
        node = choose_at(work, w, at_once, moves, nodes, slots, np.int64(ROOT), dice, trial, shares, every)
        guess(states, work, w, seat, dice, nodes[node].visits)
        depth = 0
        while node != NONE:
            apply(work[0], w, nodes[node].move)
            path[depth] = node
            depth += 1
            if work[0].to_act == CHANCE:
                settle_chance(work[0], w, dice)
            if work[0].to_act == OVER or depth == LONGEST_PATH:
                break
            if nodes[node].visits == 0 and not (completing >> np.int64(work[0].point)) & 1:
                break
            node = choose_at(work, w, at_once, moves, nodes, slots, node, dice, trial, shares, 0)
        mover = np.int64(nodes[path[depth - 1]].seat)
        play_on(work, w, later, moves, dice, trial, shares, seat, mover, leaf)
        shares_of_win(work[0], w, net, shares)
        nodes[ROOT].visits += 1
        for k in range(depth):
            nodes[path[k]].visits += 1
            nodes[path[k]].total += shares[nodes[path[k]].seat]
