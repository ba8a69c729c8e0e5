"""The environments' one compiled step: bound code, compiled once for each game."""

import numba
import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from burgrave.core.bound import apply, kinds, legal, luck, mask, scores, start
from burgrave.core.drivers import random_below
from burgrave.core.prefetch import LINE, prefetch
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
    "draft": kinds["states"],
    "draft_words": TYPES.Array(TYPES.uint64, 1, "C"),
    "draft_bytes": TYPES.Array(TYPES.int8, 2, "C"),
    "words": TYPES.Array(TYPES.uint64, 2, "C"),
    "signed": TYPES.Array(TYPES.int8, 2, "C"),
    "shown": TYPES.Array(TYPES.int8, 1, "C"),
    "target": TYPES.uint64,
    "word": TYPES.uint64,
    "bits": TYPES.uint64,
    "number": TYPES.float32,
    "found": TYPES.Array(TYPES.int32, 1, "C"),
    "others": TYPES.Array(TYPES.int32, 1, "C"),
    "value_of": TYPES.Array(TYPES.int32, 1, "C"),
    "values": TYPES.Array(TYPES.int32, 3, "C"),
    "scale": TYPES.Array(TYPES.float32, 1, "C"),
    "looks": TYPES.Array(TYPES.int32, 1, "C"),
    "columns": TYPES.Array(TYPES.int32, 1, "C"),
    "numbers": TYPES.Array(TYPES.float32, 1, "C"),
    "weights": TYPES.Array(TYPES.float32, 1, "C"),
    "turning": TYPES.Array(TYPES.uint64, 1, "C"),
    "neutral": TYPES.Array(TYPES.uint64, 1, "C"),
    "floats": TYPES.Array(TYPES.float32, 2, "C"),
    "final_floats": TYPES.Array(TYPES.float32, 2, "C"),
    "small": TYPES.Array(TYPES.int8, 2, "C"),
    "final_small": TYPES.Array(TYPES.int8, 2, "C"),
}
rule, inner = compiler(known, entry=True, allocates=False), compiler(known, allocates=False)

BY_WIN, BY_DIFFERENCE, BY_GAIN = range(3)
WRITE, WIPE, WIPE_CODES = range(3)
BLOCK = LINE // 8
"""The words that memory gives at once; a row's words are whole blocks."""
AHEAD = 2
"""How many rows ahead memory is asked for."""
LEAVE, SET_UP, GO_ON = -1, -3, -4
"""Instead of an id: leave the row alone; begin its game from its fresh dice; go on from a position put there."""
EVERYTHING = -1
"""Instead of the length of a list: every id is allowed, as after the end."""
BYTE_SCALE = np.float32(127.0)
NO_BITS, WHOLE_BYTE, BYTE = np.uint64(0), np.uint64(255), np.uint64(3)
FIRST_BYTE, BYTES, COLUMN, LOOKS, LEAST, CODES = (np.uint64(place) for place in range(6))
"""What `egocentric.Tables` tells of a value."""


# Observations


# A column is asked for when it is known what belongs there, and written while the next row is worked on: by then it has
# come from memory, which takes longer than everything else here.


def plain_soon(floats, small, target, column):
    """In plain Python nothing is asked for."""


@compiler(known, python=plain_soon, allocates=False)
def soon(floats, small, target, column):
    """Ask for a column of an observation that will be written soon."""
    if small.shape[1] > 0:
        prefetch(small, np.int64(target), column)
    else:
        prefetch(floats, np.int64(target), column)


@inner
def put(columns, numbers, floats, small, target, waiting, column, number):
    """Put one number of an observation among those that wait to be written; how many wait then."""
    columns[np.uint64(waiting)] = column
    numbers[np.uint64(waiting)] = number
    soon(floats, small, target, column)
    return waiting + 1


@inner
def write(columns, numbers, floats, small, target, waiting):
    """Write the numbers that wait, as floats or as whole numbers of one byte."""
    if small.shape[1] > 0:
        for k in range(waiting):
            small[target, np.uint64(columns[k])] = np.int8(round(numbers[k] * BYTE_SCALE))
    else:
        for k in range(waiting):
            floats[target, np.uint64(columns[k])] = numbers[k]


def plain_lowest_byte(bits):
    """The same in plain Python."""
    return np.uint64((int(bits) & -int(bits)).bit_length() - 1) >> BYTE


@compiler(known, python=plain_lowest_byte, allocates=False)
def lowest_byte(bits):
    """Which byte of a word has the lowest bit that is set."""
    return trailing_zeros(bits) >> BYTE  # type: ignore[call-arg]


@inner
def list_values(bits, word, value_of, found, count):
    """Put the values whose bytes are marked in a word on a list, each once; how many it has then."""
    while bits != NO_BITS:
        byte = lowest_byte(bits)
        bits &= ~(WHOLE_BYTE << (byte << BYTE))
        v = value_of[(word << BYTE) + byte]
        if v >= 0 and (count == 0 or found[np.uint64(count - 1)] != v):
            found[np.uint64(count)] = v
            count += 1
    return count


@inner
def changed_values(words, draft_words, turning, turned: bool, value_of, found, i):
    """List the values that are not what they were; of a row that has turned only those that look the same to all."""
    count, row = 0, np.uint64(i)
    for block in range(0, words.shape[1], BLOCK):
        any_bits = NO_BITS
        for w in range(block, block + BLOCK):
            any_bits |= words[row, np.uint64(w)] ^ draft_words[np.uint64(w)]
        if any_bits != NO_BITS:
            for w in range(block, block + BLOCK):
                word = np.uint64(w)
                bits = words[row, word] ^ draft_words[word]
                if turned:
                    bits &= ~turning[word]
                if bits != NO_BITS:
                    count = list_values(bits, word, value_of, found, count)
    return count


@inner
def turning_values(words, turning, neutral, value_of, found, i):
    """List the values that look different to different viewers and do not look like nothing."""
    count = 0
    for w in range(words.shape[1]):
        word = np.uint64(w)
        bits = (words[np.uint64(i), word] ^ neutral[word]) & turning[word]
        if bits != NO_BITS:
            count = list_values(bits, word, value_of, found, count)
    return count


@inner
def draw(
    found, count, signed, row, values, scale, looks, weights, me, wiping, columns, numbers, floats, small, i, waiting,
):  # fmt: skip
    """Put down what listed values of a masked record look like to a viewer, or with `wiping` take it away.

    `WIPE_CODES` leaves numbers as they are: they are about to be written over.
    """
    viewer, source, target = np.uint64(me), np.uint64(row), np.uint64(i)
    for n in range(count):
        v = np.uint64(found[np.uint64(n)])
        column, start = np.int64(values[viewer, v, COLUMN]), np.int64(values[viewer, v, LOOKS])
        if column < 0 or (start < 0 and wiping == WIPE_CODES):
            continue
        at, size = np.int64(values[viewer, v, FIRST_BYTE]), np.int64(values[viewer, v, BYTES])
        value = np.int64(signed[source, np.uint64(at + size - 1)])
        if size > 1:
            for k in range(2, size + 1):
                value = (value << 8) | (np.int64(signed[source, np.uint64(at + size - k)]) & 255)
        if start < 0:
            number = np.float32(0.0)
            if wiping == WRITE:
                number = max(np.float32(-1.0), min(np.float32(1.0), np.float32(value) * scale[v]))
            waiting = put(columns, numbers, floats, small, target, waiting, column, number)
        else:
            code = value - np.int64(values[viewer, v, LEAST])
            if code < 0 or code >= np.int64(values[viewer, v, CODES]):
                continue
            line = np.int64(looks[np.uint64(start + code)])
            if line < 0:
                number = np.float32(1.0) if wiping == WRITE else np.float32(0.0)
                waiting = put(columns, numbers, floats, small, target, waiting, column - line - 1, number)
                continue
            for k in range(line + 1, line + 1 + np.int64(looks[np.uint64(line)])):
                number = weights[np.uint64(k)] if wiping == WRITE else np.float32(0.0)
                place = column + np.int64(looks[np.uint64(k)])
                waiting = put(columns, numbers, floats, small, target, waiting, place, number)
    return waiting


@inner
def observe(signed, row, me, found, values, scale, looks, weights, columns, numbers, floats, small, i):
    """Write the whole of what a masked record shows its seat; nothing else may wait to be written."""
    for k in range(floats.shape[1]):
        floats[i, k] = np.float32(0.0)
    for k in range(small.shape[1]):
        small[i, k] = 0
    for v in range(values.shape[1]):
        found[v] = v
    waiting = draw(
        found, values.shape[1], signed, row, values, scale, looks, weights, me, WRITE, columns, numbers, floats, small,
        i, 0,
    )  # fmt: skip
    write(columns, numbers, floats, small, np.uint64(i), waiting)


@inner
def renew(
    words, signed, draft_words, found, others, value_of, values, scale, looks, weights, turning, neutral, old, me,
    columns, numbers, floats, small, i,
):  # fmt: skip
    """Bring a row's masked record up to date, and tell how many numbers of its observation wait to be written.

    `words` and `signed` are the record as it was shown to `old`, the draft is what `me` sees now. Only what has changed
    is written. For another viewer, what looks different to different viewers is wiped as the old one saw it and then
    written anew.
    """
    turned, waiting = old != me, 0
    if turned:
        count = turning_values(words, turning, neutral, value_of, others, i)
        waiting = draw(
            others, count, signed, i, values, scale, looks, weights, old, WIPE, columns, numbers, floats, small, i,
            waiting,
        )  # fmt: skip
    changed = changed_values(words, draft_words, turning, turned, value_of, found, i)
    if changed:
        waiting = draw(
            found, changed, signed, i, values, scale, looks, weights, me, WIPE_CODES, columns, numbers, floats, small,
            i, waiting,
        )  # fmt: skip
    for word in range(words.shape[1]):
        words[i, word] = draft_words[word]
    if changed:
        waiting = draw(
            found, changed, signed, i, values, scale, looks, weights, me, WRITE, columns, numbers, floats, small, i,
            waiting,
        )  # fmt: skip
    if turned:
        count = turning_values(words, turning, neutral, value_of, others, i)
        waiting = draw(
            others, count, signed, i, values, scale, looks, weights, me, WRITE, columns, numbers, floats, small, i,
            waiting,
        )  # fmt: skip
    return waiting


@rule
def observe_rows(signed, viewers, found, values, scale, looks, weights, columns, numbers, floats, small, first, last):
    """What masked records show their viewers."""
    for i in range(first, last):
        observe(
            signed, i, np.int64(viewers[i]), found, values, scale, looks, weights, columns, numbers, floats, small, i,
        )  # fmt: skip


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


def plain_come(states, words, many_moves, allowed, i):
    """In plain Python nothing is asked for."""


@compiler(known, python=plain_come, allocates=False)
def come(states, words, many_moves, allowed, i):
    """Ask for what the next rows will need."""
    later = i + AHEAD
    prefetch(many_moves, later + AHEAD, 0)
    for word in range(0, words.shape[1], BLOCK):
        prefetch(states, later, word * (LINE // BLOCK))
        prefetch(words, later, word)
    if later < many_moves.shape[0]:
        for k in range(1, many_moves[later, 0] + 1):
            prefetch(allowed, later, np.int64(many_moves[later, k]))


@inner
def forget(many_moves, allowed, i):
    """Clear a row's mask."""
    if many_moves[i, 0] == EVERYTHING:
        for k in range(allowed.shape[1]):
            allowed[i, k] = False
    else:
        for k in range(1, many_moves[i, 0] + 1):
            allowed[i, many_moves[i, k]] = False


def plain_ask_for_mask(many_moves, allowed, i):
    """In plain Python nothing is asked for."""


@compiler(known, python=plain_ask_for_mask, allocates=False)
def ask_for_mask(many_moves, allowed, i):
    """Ask for the places of a row's mask that will be written soon."""
    for k in range(1, many_moves[i, 0] + 1):
        prefetch(allowed, i, np.int64(many_moves[i, k]))


@inner
def show(states, draft, w, many_moves, allowed, viewer, i):
    """What a row's viewer sees, and what the seat to act may do; after the end everything is allowed and ignored."""
    many_moves[i, 0] = 0
    if states[i].to_act == OVER:
        for k in range(allowed.shape[1]):
            allowed[i, k] = True
        many_moves[i, 0] = EVERYTHING
    else:
        legal(states[i], w, many_moves[i])
        ask_for_mask(many_moves, allowed, i)
    draft[0] = states[i]
    mask(draft[0], w, viewer)


@inner
def finish(many_moves, allowed, columns, numbers, floats, small, i, waiting):
    """Write what a row still waits for: its mask and its observation."""
    for k in range(1, many_moves[i, 0] + 1):
        allowed[i, many_moves[i, k]] = True
    write(columns, numbers, floats, small, np.uint64(i), waiting)


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
def gain(states, draft, w, many_out, finals, rewards, i, players):
    """Pay the points that everybody has seen somebody gain since the last time; hidden ones when the game is over."""
    if states[i].to_act == OVER:
        scores(states[i], w, finals[i])
    else:
        draft[0] = states[i]
        mask(draft[0], w, np.int64(-1))
        scores(draft[0], w, finals[i])
    for seat in range(players):
        rewards[i, seat] += np.float32(finals[i, seat] - many_out[i, seat])
        many_out[i, seat] = finals[i, seat]


@inner
def begin(states, draft, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history, kind, i):
    """A row's new game from its fresh dice, up to the first decision."""
    states[i] = blank[0]
    for k in range(4):
        many_dice[i, k] = fresh[i, k]
    start(states[i], w)
    settle(states, draft, w, many_dice, rngs, random_seats, many_moves, many_out, history, kind, i)


@inner
def settle(states, draft, w, many_dice, rngs, random_seats, many_moves, many_out, history, kind, i):
    """A row's first decision, and the points that everybody sees then."""
    go_on(states[i], w, many_dice, rngs, random_seats, many_moves, history, i)
    if kind == BY_GAIN:
        draft[0] = states[i]
        mask(draft[0], w, np.int64(-1))
        scores(draft[0], w, many_out[i])


@rule
def step_rows(
    states,
    words,
    signed,
    shown,
    blank,
    scratch,
    draft,
    draft_words,
    draft_bytes,
    found,
    others,
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
    value_of,
    values,
    scale,
    looks,
    weights,
    turning,
    neutral,
    columns,
    numbers,
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
    observed = floats.shape[1] > 0 or small.shape[1] > 0
    unfinished, waiting = -1, 0
    for i in range(first, last):
        if clear:
            ended[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0
        if ids[i] == LEAVE:
            continue
        come(states, words, many_moves, allowed, i)
        forget(many_moves, allowed, i)
        mover = np.int64(max(0, states[i].to_act))
        if ids[i] == SET_UP:
            begin(
                states, draft, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history, kind, i,
            )  # fmt: skip
        elif ids[i] == GO_ON:
            settle(states, draft, w, many_dice, rngs, random_seats, many_moves, many_out, history, kind, i)
        else:
            apply(states[i], w, ids[i])
            note(many_dice, history, i, ids[i])
            go_on(states[i], w, many_dice, rngs, random_seats, many_moves, history, i)
            if kind == BY_GAIN:
                gain(states, draft, w, many_out, finals, rewards, i, players)
        if unfinished >= 0:
            finish(many_moves, allowed, columns, numbers, floats, small, unfinished, waiting)
        over = states[i].to_act == OVER
        if over and not ended[i]:
            ended[i] = True
            scores(states[i], w, finals[i])
            finals[i, players] = np.int64(many_dice[i, 2])
            pay(states[i], w, finals[i], rewards, i, kind, players)
            if again:
                viewer = np.int64(viewers[i]) if viewers[i] >= 0 else mover
                if observed:
                    draft[0] = states[i]
                    mask(draft[0], w, viewer)
                    observe(
                        draft_bytes, 0, viewer, found, values, scale, looks, weights, columns, numbers, final_floats,
                        final_small, i,
                    )  # fmt: skip
                begin(
                    states, draft, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history,
                    kind, i,
                )  # fmt: skip
        viewer = np.int64(viewers[i])
        if viewer < 0:
            viewer = np.int64(states[i].to_act) if states[i].to_act >= 0 else mover
        actors[i] = states[i].to_act
        show(states, draft, w, many_moves, allowed, viewer, i)
        unfinished, waiting = i, 0
        if observed and shown[i] >= 0:
            waiting = renew(
                words, signed, draft_words, found, others, value_of, values, scale, looks, weights, turning, neutral,
                np.int64(shown[i]), viewer, columns, numbers, floats, small, i,
            )  # fmt: skip
        else:
            if observed:
                observe(
                    draft_bytes, 0, viewer, found, values, scale, looks, weights, columns, numbers, floats, small, i,
                )  # fmt: skip
            for word in range(words.shape[1]):
                words[i, word] = draft_words[word]
        shown[i] = viewer
    if unfinished >= 0:
        finish(many_moves, allowed, columns, numbers, floats, small, unfinished, waiting)


@rule
def forbidden_row(allowed, ids, many_moves, first, last):
    """The first row whose id is not allowed, or -1; rows to be left alone are, and after the end everything is."""
    for i in range(first, last):
        if ids[i] >= 0 and ids[i] < allowed.shape[1] and allowed[i, ids[i]]:
            continue
        if ids[i] != LEAVE and many_moves[i, 0] != EVERYTHING:
            return i
    return -1
