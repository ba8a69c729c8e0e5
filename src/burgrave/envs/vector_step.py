"""The environments' one compiled step: bound code, compiled once for each game."""

import numba
import numpy as np

from burgrave.core.bound import apply, kinds, legal, luck, mask, scores, start
from burgrave.core.drivers import random_below
from burgrave.core.rule import compiler
from burgrave.core.spec import CHANCE, OVER

TYPES = numba.types
known = kinds | {
    "rewards": TYPES.Array(TYPES.float32, 2, "C"),
    "ended": TYPES.Array(TYPES.boolean, 1, "C"),
    "blank": kinds["states"],
    "fresh": kinds["many_dice"],
    "rngs": kinds["many_dice"],
    "random_seats": TYPES.Array(TYPES.int64, 1, "C"),
    "viewers": TYPES.Array(TYPES.int8, 1, "C"),
    "history": TYPES.Array(TYPES.int16, 2, "C"),
    "finals": kinds["many_out"],
    "signed": TYPES.Array(TYPES.int8, 2, "C"),
    "row": TYPES.Array(TYPES.int8, 1, "C"),
    "runs": TYPES.Array(TYPES.int32, 3, "C"),
    "scale": TYPES.Array(TYPES.float32, 1, "C"),
    "tables": TYPES.Array(TYPES.float32, 1, "C"),
    "columns": TYPES.Array(TYPES.float32, 1, "C"),
    "floats": TYPES.Array(TYPES.float32, 2, "C"),
    "final_floats": TYPES.Array(TYPES.float32, 2, "C"),
    "small": TYPES.Array(TYPES.int8, 2, "C"),
    "final_small": TYPES.Array(TYPES.int8, 2, "C"),
}
rule, inner = compiler(known, entry=True), compiler(known)

BY_WIN, BY_DIFFERENCE, BY_GAIN = range(3)
LEAVE, SET_UP, GO_ON = -1, -3, -4
"""Instead of an id: leave the row alone; begin its game from its fresh dice; go on from a position put there."""
EVERYTHING = -1
"""Instead of the length of a list: every id is allowed, as after the end."""
BYTE_SCALE = np.float32(127.0)


# Observations


@inner
def value_at(row, at, size):
    """A whole number of so many bytes, the lowest first."""
    value = np.int64(row[at + size - 1])
    for k in range(1, size):
        value = (value << 8) | (np.int64(row[at + size - 1 - k]) & 255)
    return value


@inner
def observe_numbers(row, at, step, size, to, count, scale, columns):
    """Write numbers, each scaled to at most 1."""
    target, factor = columns[to : to + count], scale[to : to + count]
    if size == 1 and step == 1:
        source = row[at : at + count]
        for k in range(len(target)):
            scaled = np.float32(source[k]) * factor[k]
            target[k] = max(np.float32(-1.0), min(np.float32(1.0), scaled))
    elif size == 2 and step == 2:
        source = row[at : at + 2 * count]
        for k in range(len(target)):
            value = (np.int64(source[2 * k + 1]) << 8) | (np.int64(source[2 * k]) & 255)
            target[k] = max(np.float32(-1.0), min(np.float32(1.0), np.float32(value) * factor[k]))
    else:
        for k in range(len(target)):
            scaled = np.float32(value_at(row, at + k * step, size)) * factor[k]
            target[k] = max(np.float32(-1.0), min(np.float32(1.0), scaled))


@inner
def observe_codes(row, at, step, size, to, count, width, entries, table, least, codes, tables, columns):
    """Write what each code's line of a table says: so many pairs of a column and its number, column -1 for none."""
    for k in range(count):
        at_code = at + k * step
        code = np.int64(row[np.uint64(at_code)]) if size == 1 else value_at(row, at_code, size)
        code -= least
        if entries == 1 and code >= 0 and code < codes:
            place = np.uint64(table + 2 * code)
            column = np.int64(tables[place])
            if column >= 0:
                columns[np.uint64(to + k * width + column)] = tables[place + np.uint64(1)]
        elif code >= 0 and code < codes:
            for entry in range(entries):
                line = np.uint64(table + 2 * (code * entries + entry))
                column = np.int64(tables[line])
                if column >= 0:
                    columns[np.uint64(to + k * width + column)] = tables[line + np.uint64(1)]


@inner
def observe(row, me, runs, tables, scale, columns):
    """Write what a masked record shows its seat, run by run; see `burgrave.envs.egocentric`."""
    for k in range(len(columns)):
        columns[k] = np.float32(0.0)
    for r in range(runs.shape[1]):
        size, at, step = np.int64(runs[me, r, 0]), np.int64(runs[me, r, 1]), np.int64(runs[me, r, 2])
        count, to, width = np.int64(runs[me, r, 3]), np.int64(runs[me, r, 4]), np.int64(runs[me, r, 5])
        if size == 0:
            break
        if width == 0:
            observe_numbers(row, at, step, size, to, count, scale, columns)
        else:
            entries, table = np.int64(runs[me, r, 6]), np.int64(runs[me, r, 7])
            least, codes = np.int64(runs[me, r, 8]), np.int64(runs[me, r, 9])
            observe_codes(row, at, step, size, to, count, width, entries, table, least, codes, tables, columns)


@rule
def observe_rows(signed, viewers, runs, tables, scale, floats, first, last):
    """What masked records show their viewers."""
    for i in range(first, last):
        observe(signed[i], np.int64(viewers[i]), runs, tables, scale, floats[i])


@inner
def shrink(columns, small, i):
    """An observation as whole numbers of one byte."""
    for k in range(len(columns)):
        small[i, k] = np.int8(round(columns[k] * BYTE_SCALE))


# A row's game


@inner
def note(many_dice, history, i, move):
    """Count a move of a row, and write it down where there is room."""
    if many_dice[i, 2] < np.uint64(history.shape[1]):
        history[i, np.int64(many_dice[i, 2])] = move
    many_dice[i, 2] += np.uint64(1)


@inner
def go_on(s, w, many_dice, rngs, random_seats, many_moves, history, i):
    """Play chance's moves, and at random those of seats that play at random, until somebody decides or it is over."""
    while s.to_act != OVER:
        if s.to_act == CHANCE:
            many_dice[i, 3] = 0
            move = np.int64(luck(s, w, many_dice[i]))
        elif (random_seats[i] >> np.int64(s.to_act)) & 1:
            many_moves[i, 0] = 0
            legal(s, w, many_moves[i])
            move = np.int64(many_moves[i, 1 + random_below(rngs[i], np.int64(many_moves[i, 0]))])
        else:
            break
        apply(s, w, move)
        note(many_dice, history, i, move)


@inner
def forget(many_moves, allowed, i):
    """Clear a row's mask."""
    if many_moves[i, 0] == EVERYTHING:
        for k in range(allowed.shape[1]):
            allowed[i, k] = False
    else:
        for k in range(1, many_moves[i, 0] + 1):
            allowed[i, many_moves[i, k]] = False


@inner
def show(states, work, w, many_moves, allowed, viewer, i):
    """What a row's viewer sees, and what the seat to act may do; after the end everything is allowed and ignored."""
    many_moves[i, 0] = 0
    if states[i].to_act == OVER:
        for k in range(allowed.shape[1]):
            allowed[i, k] = True
        many_moves[i, 0] = EVERYTHING
    else:
        legal(states[i], w, many_moves[i])
        for k in range(1, many_moves[i, 0] + 1):
            allowed[i, many_moves[i, k]] = True
    work[i] = states[i]
    mask(work[i], w, viewer)


@inner
def pay(s, w, out, rewards, i, kind, players):
    """The rewards of a row whose game is over: a share of the win, or the points ahead of the best other seat."""
    if kind == BY_WIN:
        winners = 0
        for seat in range(players):
            winners += (s.winners >> seat) & 1
        for seat in range(players):
            rewards[i, seat] += np.float32(((s.winners >> seat) & 1) / max(1, winners))
    elif kind == BY_DIFFERENCE:
        for seat in range(players):
            best = np.int64(-(1 << 40))
            for other in range(players):
                if other != seat:
                    best = max(best, out[other])
            rewards[i, seat] += np.float32(out[seat] - best)


@inner
def gain(states, work, w, many_out, finals, rewards, i, players):
    """Pay the points that everybody has seen somebody gain since the last time; hidden ones when the game is over."""
    if states[i].to_act == OVER:
        scores(states[i], w, finals[i])
    else:
        work[i] = states[i]
        mask(work[i], w, np.int64(-1))
        scores(work[i], w, finals[i])
    for seat in range(players):
        rewards[i, seat] += np.float32(finals[i, seat] - many_out[i, seat])
        many_out[i, seat] = finals[i, seat]


@inner
def begin(states, work, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history, kind, i):
    """A row's new game from its fresh dice, up to the first decision."""
    states[i] = blank[0]
    for k in range(4):
        many_dice[i, k] = fresh[i, k]
    start(states[i], w)
    settle(states, work, w, many_dice, rngs, random_seats, many_moves, many_out, history, kind, i)


@inner
def settle(states, work, w, many_dice, rngs, random_seats, many_moves, many_out, history, kind, i):
    """A row's first decision, and the points that everybody sees then."""
    go_on(states[i], w, many_dice, rngs, random_seats, many_moves, history, i)
    if kind == BY_GAIN:
        work[i] = states[i]
        mask(work[i], w, np.int64(-1))
        scores(work[i], w, many_out[i])


@rule
def step_rows(
    states,
    work,
    signed,
    blank,
    scratch,
    ids,
    many_dice,
    fresh,
    rngs,
    random_seats,
    viewers,
    actors,
    many_moves,
    allowed,
    many_out,
    finals,
    rewards,
    ended,
    history,
    runs,
    tables,
    scale,
    floats,
    final_floats,
    small,
    final_small,
    kind,
    again,
    clear,
    first,
    last,
):
    """Play one checked move in each row, or what stands instead of an id; then chance and the random seats play on.

    A row whose game is over is paid, and with `again` begins anew from its fresh dice. `viewers` says who looks: a
    seat, or -1 for the seat to act (at the end, the one that moved last). `actors` tells who is to act. The last column
    of `finals` is the number of moves.
    """
    w = scratch[0]
    players = rewards.shape[1]
    for i in range(first, last):
        if clear:
            ended[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0
        if ids[i] == LEAVE:
            continue
        forget(many_moves, allowed, i)
        mover = np.int64(max(0, states[i].to_act))
        if ids[i] == SET_UP:
            begin(
                states, work, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history, kind, i,
            )  # fmt: skip
        elif ids[i] == GO_ON:
            settle(states, work, w, many_dice, rngs, random_seats, many_moves, many_out, history, kind, i)
        else:
            apply(states[i], w, ids[i])
            note(many_dice, history, i, ids[i])
            go_on(states[i], w, many_dice, rngs, random_seats, many_moves, history, i)
            if kind == BY_GAIN:
                gain(states, work, w, many_out, finals, rewards, i, players)
        over = states[i].to_act == OVER
        if over and not ended[i]:
            ended[i] = True
            scores(states[i], w, finals[i])
            finals[i, players] = np.int64(many_dice[i, 2])
            pay(states[i], w, finals[i], rewards, i, kind, players)
            if again:
                viewer = np.int64(viewers[i]) if viewers[i] >= 0 else mover
                if floats.shape[1] > 0 or small.shape[1] > 0:
                    work[i] = states[i]
                    mask(work[i], w, viewer)
                    observe(signed[i], viewer, runs, tables, scale, final_floats[i])
                    if small.shape[1] > 0:
                        shrink(final_floats[i], final_small, i)
                begin(
                    states, work, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history,
                    kind, i,
                )  # fmt: skip
        viewer = np.int64(viewers[i])
        if viewer < 0:
            viewer = np.int64(states[i].to_act) if states[i].to_act >= 0 else mover
        actors[i] = states[i].to_act
        show(states, work, w, many_moves, allowed, viewer, i)
        if floats.shape[1] > 0:
            observe(signed[i], viewer, runs, tables, scale, floats[i])
            if small.shape[1] > 0:
                shrink(floats[i], small, i)


@rule
def forbidden_row(allowed, ids, many_moves, first, last):
    """The first row whose id is not allowed, or -1; rows to be left alone are."""
    for i in range(first, last):
        if ids[i] == LEAVE or many_moves[i, 0] == EVERYTHING:
            continue
        if ids[i] < 0 or ids[i] >= allowed.shape[1] or not allowed[i, ids[i]]:
            return i
    return -1
