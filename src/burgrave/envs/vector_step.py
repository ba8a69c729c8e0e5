"""The environments' one compiled step: bound code, compiled once for each game."""

import numba
import numpy as np

from burgrave.core.bound import apply, kinds, legal, luck, mask, scores, start
from burgrave.core.drivers import random_below
from burgrave.core.marks import changed_bytes, lowest_bit
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
    "turned": TYPES.boolean,
    "bits": TYPES.uint64,
    "found": TYPES.Array(TYPES.uint64, 1, "C"),
    "found_lines": TYPES.Array(TYPES.int32, 1, "C"),
    "places": TYPES.Array(TYPES.int64, 1, "C"),
    "looks": TYPES.Array(TYPES.int64, 1, "C"),
    "more": TYPES.Array(TYPES.int64, 1, "C"),
    "wide": TYPES.Array(TYPES.int32, 2, "C"),
    "scales": TYPES.Array(TYPES.float32, 2, "C"),
    "turning": TYPES.Array(TYPES.uint64, 1, "C"),
    "neutral": TYPES.Array(TYPES.uint64, 1, "C"),
    "wiped": TYPES.Array(TYPES.int32, 1, "C"),
    "written": TYPES.Array(TYPES.int64, 1, "C"),
    "halves": TYPES.Array(TYPES.int32, 1, "C"),
    "numbers": TYPES.Array(TYPES.float32, 1, "C"),
    "waiting": TYPES.Array(TYPES.int64, 1, "C"),
    "floats": TYPES.Array(TYPES.int32, 2, "C"),
    "final_floats": TYPES.Array(TYPES.int32, 2, "C"),
    "small": TYPES.Array(TYPES.int8, 2, "C"),
    "final_small": TYPES.Array(TYPES.int8, 2, "C"),
}
rule, inner = compiler(known, entry=True, allocates=False), compiler(known, allocates=False)
inlined = compiler(known, allocates=False, inlined=True)
"""For what is done in every step, and for every value of a record."""

BY_WIN, BY_DIFFERENCE, BY_GAIN = range(3)
BLOCK = LINE // 8
"""The words that memory gives at once; a row's words are whole blocks."""
AHEAD = 2
"""How many rows ahead memory is asked for."""
LEAVE, SET_UP, GO_ON = -1, -3, -4
"""Instead of an id: leave the row alone; begin its game from its fresh dice; go on from a position put there."""
EVERYTHING = -1
"""Instead of the length of a list: every id is allowed, as after the end."""
BYTE_SCALE = np.float32(127.0)
ONE = np.float32(1.0)
NO_BITS, LAST_BIT = np.uint64(0), np.uint64(1)
OF_MANY_BYTES, NUMBER_OF_MANY_BYTES = 1, 2
BEFORE, KIND, KINDS, ENTRY, ENTRIES, COLUMN = 7, 3, 3, 8, (1 << 24) - 1, 32
"""The parts of a number of `egocentric.Tables.places`: bits, or where they begin and then what is left there."""
FLOAT, FILLED, MORE = (1 << 32) - 1, (1 << 16) - 1, 48
"""The parts of one of its `looks`."""
SIZE, LEAST, CODES, SCALE = (np.uint64(place) for place in range(4))
"""What its `wide` tells."""
WIPED, WRITTEN = np.uint64(0), np.uint64(1)
"""How many columns of a row wait to be wiped, and to be written."""


# Observations


# A column is asked for when it is known what belongs there, and written while the next row is worked on: by then it has
# come from memory, which takes longer than everything else here.


def plain_soon(floats, small, target, column):
    """In plain Python nothing is asked for."""


@compiler(known, python=plain_soon, allocates=False, inlined=True)
def soon(floats, small, target, column):
    """Ask for a column of an observation that will be written soon."""
    if small.shape[1] > 0:
        prefetch(small, np.int64(target), column)
    else:
        prefetch(floats, np.int64(target), column)


@inlined
def write(wiped, halves, numbers, waiting, floats, small, target):
    """Wipe and write the columns that wait, as the bits of floats or as whole numbers of one byte."""
    if small.shape[1] > 0:
        for k in range(waiting[WIPED]):
            small[target, np.uint64(wiped[np.uint64(k)])] = 0
        for k in range(waiting[WRITTEN]):
            small[target, np.uint64(halves[np.uint64(2 * k + 1)])] = np.int8(
                round(numbers[np.uint64(2 * k)] * BYTE_SCALE)
            )
    else:
        for k in range(waiting[WIPED]):
            floats[target, np.uint64(wiped[np.uint64(k)])] = 0
        for k in range(waiting[WRITTEN]):
            floats[target, np.uint64(halves[np.uint64(2 * k + 1)])] = halves[np.uint64(2 * k)]
    waiting[WIPED] = 0
    waiting[WRITTEN] = 0


def plain_changed(words, i, line, draft_words, turning, neutral, turned):
    """The same in plain Python."""
    some = slice(line * BLOCK, (line + 1) * BLOCK)
    old, new, neutral, turning = words[i, some], draft_words[some], neutral[some], turning[some]
    if not turned:
        turning = np.zeros_like(turning)
    bits = ((old ^ new) & ~turning) | (((old ^ neutral) | (new ^ neutral)) & turning)
    return np.packbits(bits.view(np.uint8) != 0, bitorder="little").view(np.uint64)[0]


@compiler(known, python=plain_changed, allocates=False, inlined=True)
def changed(words, i, line, draft_words, turning, neutral, turned):
    """Marks of the bytes of a line that tell what is to be written: what has changed.

    Of a row that has turned also what looks different to different viewers and did not or does not look like nothing.
    """
    return changed_bytes(words, i, line, draft_words, turning, neutral, turned)


def plain_lowest(bits):
    """The same in plain Python."""
    return (int(bits) & -int(bits)).bit_length() - 1


@compiler(known, python=plain_lowest, allocates=False, inlined=True)
def lowest(bits):
    """The lowest mark."""
    return lowest_bit(bits)


@inlined
def find_changes(words, draft_words, turning, neutral, turned, found_lines, found, i):
    """Mark the bytes that tell what is to be written, and list the lines in which there are any; how many there are.

    There is no telling which they are, so nothing here depends on it but numbers: to guess wrong which way the code
    goes on takes longer than to list what is not wanted, and write over it.
    """
    some = 0
    for line in range(found.shape[0]):
        bits = changed(words, i, line, draft_words, turning, neutral, turned)
        found[np.uint64(line)] = bits
        found_lines[np.uint64(some)] = line
        some += np.int64(bits != NO_BITS)  # type: ignore[assignment]
    return some


@inlined
def wide_value(signed, row, at, size):
    """A whole number of several bytes."""
    value = np.int64(signed[np.uint64(row), np.uint64(at + size - 1)])
    for k in range(2, size + 1):
        value = (value << 8) | (np.int64(signed[np.uint64(row), np.uint64(at + size - k)]) & 255)
    return value


@inlined
def look_of(signed, row, at, place, looks, wide):
    """What a value looks like; 0: like nothing."""
    entry = (place >> ENTRY) & ENTRIES
    if (place >> KIND) & KINDS == OF_MANY_BYTES:
        code = wide_value(signed, row, at, np.int64(wide[np.uint64(at), SIZE])) - np.int64(wide[np.uint64(at), LEAST])
        return np.int64(looks[np.uint64(entry + code)]) if 0 <= code < np.int64(wide[np.uint64(at), CODES]) else 0
    return np.int64(looks[np.uint64(entry + (np.int64(signed[np.uint64(row), np.uint64(at)]) & 255))])


@inlined
def wipe(signed, row, at, place, looks, more, wide, wiped, count):
    """Note the columns that a value fills as those to be wiped; how many are noted then."""
    column = place >> COLUMN
    look = look_of(signed, row, at, place, looks, wide)
    filled = (look >> COLUMN) & FILLED
    wiped[np.uint64(count)] = column + filled - 1
    count += np.int64(filled != 0)
    further = look >> MORE
    if further:
        for k in range(further + 1, further + 1 + np.int64(more[np.uint64(further)])):
            wiped[np.uint64(count)] = column + (np.int64(more[np.uint64(k)]) >> COLUMN)
            count += 1
    return count


@inlined
def draw(signed, row, at, place, looks, more, wide, written, count, floats, small, target):
    """Note what a value looks like: columns, and the numbers that belong there; how many are noted then."""
    column = place >> COLUMN
    look = look_of(signed, row, at, place, looks, wide)
    filled = (look >> COLUMN) & FILLED
    written[np.uint64(count)] = (column + filled - 1) << COLUMN | look & FLOAT
    soon(floats, small, target, column + filled - 1)
    count += np.int64(filled != 0)
    further = look >> MORE
    if further:
        for k in range(further + 1, further + 1 + np.int64(more[np.uint64(further)])):
            look = np.int64(more[np.uint64(k)]) + (column << COLUMN)
            written[np.uint64(count)] = look
            soon(floats, small, target, look >> COLUMN)
            count += 1
    return count


@inlined
def draw_wide_number(signed, row, at, column, wide, scales, halves, numbers, count, floats, small, target):
    """Note a number of several bytes."""
    value = np.float32(wide_value(signed, row, at, np.int64(wide[np.uint64(at), SIZE])))
    numbers[np.uint64(2 * count)] = max(-ONE, min(ONE, value * scales[np.uint64(at), SCALE]))
    halves[np.uint64(2 * count + 1)] = column
    soon(floats, small, target, column)
    return count + 1


@inlined
def renew(
    words, signed, draft_words, draft_bytes, found_lines, found, places, looks, more, wide, scales, turning, neutral,
    old, me, wiped, written, halves, numbers, waiting, floats, small, i,
):  # fmt: skip
    """Bring a row's masked record up to date, and note what of its observation is to be wiped and written.

    `words` and `signed` are the record as it was shown to `old`, the draft is what `me` sees now. Only what has changed
    is written; for another viewer also what looks different to different viewers.
    """
    target = np.uint64(i)
    size = signed.shape[1]
    last, gone, come = -1, 0, 0
    for n in range(find_changes(words, draft_words, turning, neutral, old != me, found_lines, found, i)):
        line = np.int64(found_lines[np.uint64(n)])
        bits = found[np.uint64(line)]
        while bits != NO_BITS:
            byte = line * LINE + lowest(bits)
            bits &= bits - LAST_BIT
            place = np.int64(places[np.uint64(me * size + byte)])
            at = byte - (place & BEFORE)
            if place < 0 or at == last:
                continue
            last = at  # type: ignore[assignment]
            if (place >> KIND) & KINDS == NUMBER_OF_MANY_BYTES:
                wiped[np.uint64(gone)] = np.int64(places[np.uint64(old * size + at)]) >> COLUMN
                gone += 1
                come = draw_wide_number(
                    draft_bytes, 0, at, place >> COLUMN, wide, scales, halves, numbers, come, floats, small, target
                )
            else:
                gone = wipe(signed, i, at, np.int64(places[np.uint64(old * size + at)]), looks, more, wide, wiped, gone)
                come = draw(draft_bytes, 0, at, place, looks, more, wide, written, come, floats, small, target)
    waiting[WIPED], waiting[WRITTEN] = gone, come
    for word in range(words.shape[1]):
        words[i, word] = draft_words[word]


@inner
def observe(
    signed, row, me, places, looks, more, wide, scales, wiped, written, halves, numbers, waiting, floats, small, i,
):  # fmt: skip
    """Write the whole of what a masked record shows its seat; nothing else may wait to be written."""
    for k in range(floats.shape[1]):
        floats[i, k] = 0
    for k in range(small.shape[1]):
        small[i, k] = 0
    size = wide.shape[0]
    count, target = 0, np.uint64(i)
    for at in range(size):
        place = np.int64(places[np.uint64(me * size + at)])
        if place < 0 or place & BEFORE:
            continue
        if (place >> KIND) & KINDS == NUMBER_OF_MANY_BYTES:
            count = draw_wide_number(
                signed, row, at, place >> COLUMN, wide, scales, halves, numbers, count, floats, small, target
            )
        else:
            count = draw(signed, row, at, place, looks, more, wide, written, count, floats, small, target)
    waiting[WRITTEN] = count
    write(wiped, halves, numbers, waiting, floats, small, target)


@rule
def observe_rows(
    signed, viewers, places, looks, more, wide, scales, wiped, written, halves, numbers, waiting, floats, small, first,
    last,
):  # fmt: skip
    """What masked records show their viewers."""
    for i in range(first, last):
        observe(
            signed, i, np.int64(viewers[i]), places, looks, more, wide, scales, wiped, written, halves, numbers,
            waiting, floats, small, i,
        )  # fmt: skip


# A row's game


@inlined
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


@compiler(known, python=plain_come, allocates=False, inlined=True)
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


@inlined
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


@compiler(known, python=plain_ask_for_mask, allocates=False, inlined=True)
def ask_for_mask(many_moves, allowed, i):
    """Ask for the places of a row's mask that will be written soon."""
    for k in range(1, many_moves[i, 0] + 1):
        prefetch(allowed, i, np.int64(many_moves[i, k]))


@inlined
def allow(states, w, many_moves, allowed, i):
    """List what the seat to act may do; after the end everything is allowed and ignored."""
    many_moves[i, 0] = 0
    if states[i].to_act == OVER:
        for k in range(allowed.shape[1]):
            allowed[i, k] = True
        many_moves[i, 0] = EVERYTHING
    else:
        legal(states[i], w, many_moves[i])
        ask_for_mask(many_moves, allowed, i)


@inlined
def show(states, draft, w, viewer, i):
    """What a viewer sees of a row."""
    draft[0] = states[i]
    mask(draft[0], w, viewer)


@inlined
def finish(many_moves, allowed, wiped, halves, numbers, waiting, floats, small, i):
    """Write what a row still waits for: its mask and its observation."""
    for k in range(1, many_moves[i, 0] + 1):
        allowed[i, many_moves[i, k]] = True
    write(wiped, halves, numbers, waiting, floats, small, np.uint64(i))


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
    found_lines,
    found,
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
    places,
    looks,
    more,
    wide,
    turning,
    neutral,
    scales,
    wiped,
    written,
    halves,
    numbers,
    waiting,
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

    A row is written while the next one is worked on, and read again (listing, comparing) some time after it was
    written: both spare waiting.
    """
    w = scratch[0]
    players = rewards.shape[1]
    observed = floats.shape[1] > 0 or small.shape[1] > 0
    unfinished = -1
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
        over = states[i].to_act == OVER
        if over and not ended[i]:
            ended[i] = True
            scores(states[i], w, finals[i])
            finals[i, players] = np.int64(many_dice[i, 2])
            pay(states[i], w, finals[i], rewards, i, kind, players)
            if again:
                viewer = np.int64(viewers[i]) if viewers[i] >= 0 else mover
                if observed:
                    if unfinished >= 0:
                        finish(many_moves, allowed, wiped, halves, numbers, waiting, floats, small, unfinished)
                        unfinished = -1
                    show(states, draft, w, viewer, i)
                    observe(
                        draft_bytes, 0, viewer, places, looks, more, wide, scales, wiped, written, halves, numbers,
                        waiting, final_floats, final_small, i,
                    )  # fmt: skip
                begin(
                    states, draft, blank, w, many_dice, fresh, rngs, random_seats, many_moves, many_out, history,
                    kind, i,
                )  # fmt: skip
        viewer = np.int64(viewers[i])
        if viewer < 0:
            viewer = np.int64(states[i].to_act) if states[i].to_act >= 0 else mover
        actors[i] = states[i].to_act
        allow(states, w, many_moves, allowed, i)
        show(states, draft, w, viewer, i)
        if unfinished >= 0:
            finish(many_moves, allowed, wiped, halves, numbers, waiting, floats, small, unfinished)
        unfinished = i
        if observed and shown[i] >= 0:
            renew(
                words, signed, draft_words, draft_bytes, found_lines, found, places, looks, more, wide, scales, turning,
                neutral, np.int64(shown[i]), viewer, wiped, written, halves, numbers, waiting, floats, small, i,
            )  # fmt: skip
        else:
            if observed:
                observe(
                    draft_bytes, 0, viewer, places, looks, more, wide, scales, wiped, written, halves, numbers,
                    waiting, floats, small, i,
                )  # fmt: skip
            for word in range(words.shape[1]):
                words[i, word] = draft_words[word]
        shown[i] = viewer
    if unfinished >= 0:
        finish(many_moves, allowed, wiped, halves, numbers, waiting, floats, small, unfinished)


@rule
def forbidden_row(allowed, ids, many_moves, first, last):
    """The first row whose id is not allowed, or -1; rows to be left alone are, and after the end everything is."""
    for i in range(first, last):
        if ids[i] >= 0 and ids[i] < allowed.shape[1] and allowed[i, ids[i]]:
            continue
        if ids[i] != LEAVE and many_moves[i, 0] != EVERYTHING:
            return i
    return -1
