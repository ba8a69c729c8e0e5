"""Observations to learn from: a seat's masked record with the own seat first, codes as columns, numbers from -1 to 1.

The layout depends on the game alone, not on players or options: seats that are not in the game stay zero. What a field
is stands in the game's `legend.py`; a game without one gets its numbers as they are, scaled by the width of their type.
`Program` is the same as tables that compiled code follows (`vector_step`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from burgrave.core import contract
from burgrave.core.legend import LEFT_OUT, SEATS, Field, flag, left_out, number, one_of, seat_of, set_of_seats
from burgrave.core.spec import HEADER, Option

if TYPE_CHECKING:
    from burgrave.core.loader import Rules

STEP = "burgrave.envs.vector_step"
WORD, LINE = 8, 64
"""The bytes of a word, and of a line, which memory gives at once and compiled code compares at once."""
BYTE_SCALE = 127
"""What 1.0 is in observations of whole numbers."""

OF_A_BYTE, OF_MANY_BYTES, NUMBER_OF_MANY_BYTES = range(3)
"""Where it stands what a value looks like: at its byte's entry, at its code's, or nowhere, as it is only scaled."""
COLUMN_BITS, KIND_BITS, ENTRY_BITS = 32, 3, 8
"""Where in a number of `Tables.places` the column begins, and its other parts."""
MORE_BITS = 48
"""Where in a number of `Tables.looks` the last part begins."""


class Tables(NamedTuple):
    """What compiled code follows. A value is one number or code of the record; numbers here hold several parts each."""

    places: npt.NDArray[np.int64]
    """For each viewer and byte of a record: how many bytes before it its value begins, which kind of value it is, which
    entry of `looks` is that of the least code, and the value's first column (-1: it is not observed)."""
    looks: npt.NDArray[np.int64]
    """Entries, 256 for each kind of value of one byte: the float32 (as bits) that fills a column, which column of the
    value's that is, counted from 1 (0: none), and where in `more` further ones stand (0: nowhere)."""
    more: npt.NDArray[np.int64]
    """Further columns: how many, then each with its float32 (as bits, like `looks`, but counted from 0)."""
    wide: npt.NDArray[np.int32]
    """For each first byte: bytes, least code and codes (0: a number) of its value, and a number's scale as bits."""
    turning: npt.NDArray[np.uint64]
    """The bytes of a record, as words, that look different to different viewers."""
    neutral: npt.NDArray[np.uint64]
    """What these bytes are when they look like nothing, whoever looks."""


@dataclass(frozen=True)
class Part:
    """A named part of an egocentric observation: a field of the record, and which columns of the row it is.

    `shape` is the field's own, axes of seats first and beginning with the own seat, with a last axis of `columns` where
    a value becomes several.
    """

    name: str
    field: Field
    shape: tuple[int, ...]
    start: int
    stop: int
    columns: tuple[str, ...]


class Egocentric:
    """How a game is observed; with `constants=False` without the number of players and the options."""

    def __init__(self, rules: Rules, *, constants: bool = True) -> None:
        self.rules = rules
        self.most_seats = max(rules.spec.players)
        fields = legend(rules)
        never = () if constants else ("players", *(option.name for option in rules.spec.options))
        parts, start = [], 0
        for name in rules.state.names or ():
            field = fields[name]
            if field.kind == LEFT_OUT or name in never:
                continue
            columns = () if field.is_number else field.columns_for(self.most_seats)
            own = rules.state[name].shape
            shape = tuple(own[axis] for axis in seats_first(field, own)) + ((len(columns),) if columns else ())
            stop = start + int(np.prod(shape, dtype=int))
            parts.append(Part(name, field, shape, start, stop, columns))
            start = stop
        self.parts = tuple(parts)
        self.size = start

    def named(self, row: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """An observation's parts by name, each in its own shape."""
        return {part.name: row[part.start : part.stop].reshape(part.shape) for part in self.parts}


class Program:
    """An egocentric observation as compiled code writes it, for games of so many players."""

    def __init__(self, form: Egocentric, players: int) -> None:
        self.form, self.players = form, players
        self.words = -(-form.rules.state.itemsize // LINE) * (LINE // WORD)
        """The words of a record, in whole lines of memory."""
        size = self.words * WORD
        places = np.full((players, size), -1, np.int64)
        wide = np.zeros((size, 4), np.int32)
        turning, neutral = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        looks = Looks()
        for part in form.parts:
            kind, first, *_ = form.rules.state.fields[part.name]
            width, numbers = kind.base.itemsize, int(np.prod(kind.shape, dtype=int))
            firsts, everywhere = first + width * np.arange(numbers), slice(first, first + width * numbers)
            for me in range(players):
                seen = np.repeat(self._seen_by(me, part, width, looks), width)
                places[me, everywhere] = np.where(seen < 0, -1, seen + np.tile(np.arange(width), numbers))
            codes = 0 if part.field.is_number else len(part.field.table(form.most_seats, players, 0))
            wide[firsts] = width, part.field.least, codes, np.float32(scale(part.field)).view(np.int32)
            if (places[:, firsts] != places[0, firsts]).any():
                turning[everywhere] = 255
                neutral[everywhere] = np.full(numbers, nothing(part.field)).astype(kind.base).view(np.uint8)
        self.tables = Tables(
            places.ravel(),
            np.array(looks.entries, np.int64),
            np.array(looks.more, np.int64),
            wide,
            turning.view(np.uint64),
            neutral.view(np.uint64),
        )
        self.scales = self.tables.wide.view(np.float32)
        """The same memory as the scales that are in it."""

    def _seen_by(self, me: int, part: Part, width: int, looks: Looks) -> npt.NDArray[np.int64]:
        """Where a viewer sees the values of a part, and what they look like."""
        source, present = order(
            part.field, self.form.rules.state[part.name].shape, self.form.most_seats, self.players, me
        )
        columns = np.zeros(len(source), np.int64)
        columns[source] = np.where(present, part.start + max(1, len(part.columns)) * np.arange(len(source)), -1)
        kind, entry = OF_A_BYTE, 0
        if part.field.is_number:
            if width == 1:
                entry = looks.of(numbers_of_a_byte(scale(part.field)))
            else:
                kind = NUMBER_OF_MANY_BYTES
        else:
            table = part.field.table(self.form.most_seats, self.players, me)
            if width == 1:
                every = np.zeros((256, table.shape[1]), np.float32)
                every[np.arange(part.field.least, part.field.least + len(table)) & 255] = table
                entry = looks.of(every)
            else:
                kind, entry = OF_MANY_BYTES, looks.of(table)
        seen: npt.NDArray[np.int64] = columns << COLUMN_BITS | entry << ENTRY_BITS | kind << KIND_BITS
        return seen

    def waiting_room(self) -> tuple[npt.NDArray[Any], ...]:
        """Room for what of one row waits: columns to be wiped, columns with numbers to be written, how many of each.

        What is to be written is there three times, the same memory as whole numbers of 64 and of 32 bits and as floats.
        """
        room = self.form.size + 1
        written = np.zeros(room, np.int64)
        return (
            np.zeros(room, np.int32),
            written,
            written.view(np.int32),
            written.view(np.float32),
            np.zeros(2, np.int64),
        )

    def found_room(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """Room for a list of a record's lines, and for marks of the bytes of each."""
        lines = self.words * WORD // LINE
        return np.zeros(lines, np.int32), np.zeros(lines, np.uint64)

    def observe(self, records: npt.NDArray[Any], viewers: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
        """Masked records as observations of their viewers."""
        out = np.zeros((len(records), self.form.size), np.float32)
        signed = np.ascontiguousarray(records).view(np.int8).reshape(len(records), -1)
        code: Any = self.form.rules.bind(STEP)
        small = np.zeros((0, 0), np.int8)
        code.observe_rows(
            signed, viewers, *self.tables[:4], self.scales, *self.waiting_room(), out.view(np.int32), small, 0,
            len(records),
        )  # fmt: skip
        return out


def bits(number: float) -> int:
    """A float32 as a whole number of the same bits."""
    return int(np.float32(number).view(np.uint32))


def scale(field: Field) -> float:
    """What a number is multiplied by; nothing for codes."""
    return 1 / max(abs(field.least), abs(field.most)) if field.is_number else 0.0


def numbers_of_a_byte(scale: float) -> npt.NDArray[np.float32]:
    """What each byte looks like as a number."""
    values = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.float32)
    numbers: npt.NDArray[np.float32] = np.clip(values * np.float32(scale), np.float32(-1), np.float32(1))[:, None]
    return numbers


class Looks:
    """What values look like, a table for each kind; the same table is there once."""

    def __init__(self) -> None:
        self.entries: list[int] = [0]
        self.more: list[int] = [0]
        self._known: dict[tuple[bytes, int], int] = {}

    def of(self, table: npt.NDArray[np.float32]) -> int:
        """The first entry of a table of codes x columns."""
        name = table.tobytes(), table.shape[1]
        if name not in self._known:
            self._known[name] = len(self.entries)
            self.entries += [self._entry(line) for line in table]
        return self._known[name]

    def _entry(self, line: npt.NDArray[np.float32]) -> int:
        """A code: the first column that it fills, and where the others stand."""
        filled = [0] if len(line) == 1 else np.flatnonzero(line).tolist()
        if not filled:
            return 0
        first, *others = (column << COLUMN_BITS | bits(line[column]) for column in filled)
        place = len(self.more) if others else 0
        assert place < 1 << 63 - MORE_BITS, "a game has too many codes of several columns"
        if others:
            self.more += [len(others), *others]
        return first + (1 << COLUMN_BITS) | place << MORE_BITS


def nothing(field: Field) -> int:
    """A value that looks like nothing, whoever looks."""
    return 0 if field.is_number or field.kind == SEATS else field.least - 1


def seats_first(field: Field, shape: tuple[int, ...]) -> list[int]:
    """The axes of a field as an observation has them."""
    return [*field.seats, *(axis for axis in range(len(shape)) if axis not in field.seats)]


def order(
    field: Field, shape: tuple[int, ...], most_seats: int, players: int, me: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """For each value of a part, in its order: which of the record's it is, and whether its seats are in the game."""
    source = np.arange(int(np.prod(shape, dtype=int))).reshape(shape)
    there = np.ones(shape, np.bool_)
    for axis in field.seats:
        first = field.first_seat
        seats = np.arange(shape[axis])
        present = np.ones(shape[axis], np.bool_)
        for place in range(most_seats):
            seats[first + place] = first + (me + place) % players if place < players else first + place
            present[first + place] = place < players
        source = np.take(source, seats, axis)
        there &= present.reshape([-1 if other == axis else 1 for other in range(len(shape))])
    axes = seats_first(field, shape)
    return source.transpose(axes).ravel(), there.transpose(axes).ravel()


@cache
def legend(rules: Rules) -> dict[str, Field]:
    """What every field of a game's record is."""
    spec = rules.spec
    fields = {
        "to_act": seat_of("whose decision it is"),
        "point": one_of("the decision point", rules.points),
        "players": one_of("the number of players", max(spec.players), least=1),
        "winners": set_of_seats("who has won, once the game is over"),
    }
    assert set(fields) == set(HEADER)
    fields |= {option.name: of_option(option) for option in spec.options}
    own: dict[str, Field] = contract.part(spec, "legend", "LEGEND") if contract.has_module(spec, "legend") else {}
    most_seats = max(spec.players)
    for name in rules.state.names or ():
        if name in fields:
            continue
        kind = rules.state[name]
        seats = [0] if kind.shape and kind.shape[0] == most_seats else []
        fields[name] = own.get(name) or number(
            "a number of the record", int(np.iinfo(kind.base).max), int(np.iinfo(kind.base).min), seats
        )
    return fields


def of_option(option: Option) -> Field:
    """What an option's field is: a number, yes or no, or one of several words."""
    meaning, codes = f"the option {option.name}", [option.code(value) for value in option.values]
    if option.further:
        return left_out(f"{meaning}, a text; other fields say what came of it")
    if isinstance(option.values, range):
        return number(meaning, max(codes), min(codes))
    return flag(meaning) if option.values == (False, True) else one_of(meaning, option.values)


@cache
def egocentric(rules: Rules, constants: bool = True) -> Egocentric:
    """How a game is observed."""
    return Egocentric(rules, constants=constants)


@cache
def program(rules: Rules, players: int, constants: bool = True) -> Program:
    """The same as a table for compiled code."""
    return Program(egocentric(rules, constants), players)
