"""The one small net that learned judgements go through, compiled: features in, three numbers out.

A net is one list of 32-bit numbers: the sizes of its layers, its weights, then room for one evaluation, so that every
thread thinks with a copy of its own, and for the last evaluation of each seat: what a move leaves as it was for a seat
is not thought about again. The outputs are the seat's share of the win as log-odds, the points it will still
gain, and how steeply points count; `bots/judgement` puts the seats' outputs together.
"""

from __future__ import annotations

from burgrave.core.rule import LISTS, compiler
from burgrave.core.spec import MOST_SEATS

HEAD = 8
"""Numbers before the weights: the sizes of the four layers, the unit of points and what bots ask the net; others are
spare."""
INPUTS, FIRST, SECOND, OUTPUTS, UNIT, ASKED, LEAF = range(7)
TURNS, MOVES, EVERYTHING = range(3)
"""What bots ask a net: to judge positions where turns begin; single moves at first sight too; all they look at."""
NEXT_TURN, OTHERS_TURN, AT_ONCE = range(3)
"""How far the search plays on from the end of a branch before it judges: to its seat's next turn, until somebody else
is to act, or not at all."""
SHARE, TO_COME, STEEPNESS = range(3)
OUTPUT_COUNT = 3
FORGOTTEN = -3e38
"""Stands where no seat has been judged yet: no feature is that small."""

rule = compiler(LISTS)


@rule
def spread(net, source, table, target, sources, count):
    """Add each input, times its row of weights, to a layer; inputs that are zero cost nothing."""
    layer = net[target : target + count]
    given = net[source : source + sources]
    for k in range(sources):
        strength = given[k]
        if strength != 0:
            row = net[table + k * count : table + (k + 1) * count]
            for j in range(count):  # plain places in short lists: the processor does eight at once
                layer[j] += strength * row[j]


@rule
def begin(net, biases, target, count):
    """Fill a layer with its biases."""
    for j in range(count):
        net[target + j] = net[biases + j]


@rule
def keep_positive(net, target, count):
    """Cut a layer off at zero."""
    for j in range(count):
        net[target + j] = max(net[target + j], net[0] * 0)


@rule
def room(net):
    """Where the inputs stand."""
    inputs, first, second, outputs = int(net[INPUTS]), int(net[FIRST]), int(net[SECOND]), int(net[OUTPUTS])
    return HEAD + (inputs + 1) * first + (first + 1) * second + (second + 1) * outputs


@rule
def think(net):
    """Let the inputs go through the layers; where the outputs then stand."""
    inputs, first, second, outputs = int(net[INPUTS]), int(net[FIRST]), int(net[SECOND]), int(net[OUTPUTS])
    weights = HEAD
    source = room(net)
    target = source + inputs
    begin(net, weights + inputs * first, target, first)
    spread(net, source, weights, target, inputs, first)
    keep_positive(net, target, first)
    weights += (inputs + 1) * first
    source = target
    target += first
    begin(net, weights + first * second, target, second)
    spread(net, source, weights, target, first, second)
    keep_positive(net, target, second)
    weights += (first + 1) * second
    source = target
    target += second
    begin(net, weights + second * outputs, target, outputs)
    spread(net, source, weights, target, second, outputs)
    return target


@rule
def judged(net, seat):
    """Where the outputs for a seat stand, whose inputs have been written; they are kept for as long as those stay."""
    inputs, outputs = int(net[INPUTS]), int(net[OUTPUTS])
    source = room(net)
    kept = source + inputs + int(net[FIRST]) + int(net[SECOND]) + outputs + seat * (inputs + outputs)
    same = True
    for k in range(inputs):
        if net[source + k] != net[kept + k]:
            same = False
            break
    if not same:
        out = think(net)
        for k in range(inputs):
            net[kept + k] = net[source + k]
        for k in range(outputs):
            net[kept + inputs + k] = net[out + k]
    return kept + inputs


def memory(inputs: int, outputs: int) -> int:
    """How many numbers the last evaluations of all seats take."""
    return MOST_SEATS * (inputs + outputs)
