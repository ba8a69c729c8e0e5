"""Compiled checks of what every game promises, run at every position of a game, as bound code."""

import numpy as np

from burgrave.core.bound import apply, fill, inner, legal, luck, mask, reason, rule, value, weigh
from burgrave.core.dice import below
from burgrave.core.drivers import random_below
from burgrave.core.spec import CHANCE, OVER

FINE = 0
ACTOR, EMPTY, ORDER, REASON, WEIGHT, LUCK = range(1, 7)
MASK_TWICE, MASK_MOVES, MASK_REASON, FILL_VIEW, FILL_ACTOR, TOO_LONG = range(7, 13)
UNKNOWN_REASON, NOT_FINITE = range(13, 15)
COMPLAINTS = (
    "fine",
    "the actor is not a seat of the game, chance or nobody",
    "whoever is to act has no legal move",
    "the legal list is not in ascending order of players' ids",
    "`reason` and `legal` disagree",
    "an outcome's weight is not positive, or not chance's",
    "`luck` does not draw what `weigh` says",
    "masking a masked record changes it",
    "the legal moves of a view differ from those of the position",
    "`reason` on a view differs from `reason` on the position",
    "masking a filled record does not give the view back",
    "a filled record has another actor or point",
    "the game does not end",
    "a move is refused for a reason that is not on the list",
    "`value` is not a finite number",
)


@inner
def differ(raw, one, two):
    """Whether two records differ in any byte."""
    for k in range(raw.shape[1]):
        if raw[one, k] != raw[two, k]:
            return True
    return False


@inner
def check_lists(s, w, moves, weights, player_ids, reasons):
    """Legal lists ascend, hold only the actor's ids, and agree for every id with `reason`, which knows its list."""
    if s.to_act < OVER or s.to_act >= s.players:
        return ACTOR
    if s.to_act == OVER:
        return FINE
    moves[0] = 0
    if s.to_act == CHANCE:
        weigh(s, w, moves, weights)
    else:
        legal(s, w, moves)
    if moves[0] == 0:
        return EMPTY
    for k in range(1, moves[0] + 1):
        if k > 1 and moves[k] <= moves[k - 1]:
            return ORDER
        if moves[k] >= player_ids and s.to_act != CHANCE:
            return ORDER
        if s.to_act == CHANCE and weights[k] <= 0:
            return WEIGHT
    if s.to_act >= 0:
        at = 1
        for move in range(player_ids):
            listed = at <= moves[0] and moves[at] == move
            if listed:
                at += 1
            answer = reason(s, w, move)
            if (answer == 0) != listed:
                return REASON
            if answer < 0 or answer >= reasons:
                return UNKNOWN_REASON
    return FINE


@inner
def check_luck(s, w, moves, weights, dice):
    """`luck` gives the outcome in whose share of the weights the drawn number falls."""
    total = 0
    for k in range(1, moves[0] + 1):
        total += weights[k]
    retry = dice[3]
    x = below(dice, total)
    dice[3] = retry
    drawn = luck(s, w, dice)
    for k in range(1, moves[0] + 1):
        x -= weights[k]
        if x < 0:
            return FINE if drawn == moves[k] else LUCK
    return LUCK


@inner
def check_view(work, raw, w, moves, others, dice, seat, player_ids):
    """Masking is idempotent, the viewer's own moves survive it, and a filled view gives the same view."""
    work[1] = work[0]
    mask(work[1], w, seat)
    work[2] = work[1]
    mask(work[2], w, seat)
    if differ(raw, 1, 2):
        return MASK_TWICE
    if work[0].to_act == seat and seat >= 0:
        others[0] = 0
        legal(work[1], w, others)
        for k in range(moves[0] + 1):
            if moves[k] != others[k]:
                return MASK_MOVES
        for move in range(player_ids):
            if reason(work[0], w, move) != reason(work[1], w, move):
                return MASK_REASON
    work[3] = work[1]
    fill(work[3], w, seat, dice)
    if work[3].to_act != work[0].to_act or work[3].point != work[0].point:
        return FILL_ACTOR
    mask(work[3], w, seat)
    if differ(raw, 1, 3):
        return FILL_VIEW
    return FINE


@inner
def check_values(s, w):
    """Everybody's chances are finite numbers."""
    for seat in range(s.players):
        if not np.isfinite(value(s, w, seat)):
            return NOT_FINITE
    return FINE


@inner
def liked_move(moves, liking, rng):
    """The place of a random move on the list, each verb as likely as it is liked."""
    total = 0.0
    for k in range(1, moves[0] + 1):
        total += liking[moves[k]]
    x = random_below(rng, 1 << 30) / (1 << 30) * total
    for k in range(1, moves[0] + 1):
        x -= liking[moves[k]]
        if x < 0:
            return k
    return np.int64(moves[0])


@rule
def checked_game(
    work, raw, scratch, moves, others, weights, dice, rng, liking, ids, player_ids, reasons, between_values, views
):
    """Play a random game with all checks on; the complaint, with the moves in `ids` and their number in `dice`."""
    w = scratch[0]
    s = work[0]
    viewer = -1
    while s.to_act != OVER:
        made = np.int64(dice[2])
        if made >= ids.shape[0]:
            return TOO_LONG
        complaint = check_lists(s, w, moves, weights, player_ids, reasons)
        if complaint:
            return complaint
        dice[3] = 0
        if s.to_act == CHANCE:
            complaint = check_luck(s, w, moves, weights, dice)
            if complaint:
                return complaint
        for _ in range(views):
            dice[3] = 100
            viewer = viewer + 1 if viewer + 1 < s.players else -1
            complaint = check_view(work, raw, w, moves, others, dice, viewer, player_ids)
            if complaint:
                return complaint
        if s.to_act >= 0 and views > 0:
            dice[3] = 50
            complaint = check_view(work, raw, w, moves, others, dice, s.to_act, player_ids)
            if complaint:
                return complaint
        if made % between_values == 0:
            complaint = check_values(s, w)
            if complaint:
                return complaint
        dice[3] = 0
        if s.to_act == CHANCE:
            ids[made] = luck(s, w, dice)
        else:
            ids[made] = moves[liked_move(moves, liking, rng)]
        apply(s, w, ids[made])
        dice[2] += np.uint64(1)
    return FINE
