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
from burgrave.core.legend import LEFT_OUT, SEATS, Field, number, one_of, seat_of, set_of_seats
from burgrave.core.spec import HEADER

if TYPE_CHECKING:
    from burgrave.core.loader import Rules

STEP = "burgrave.envs.vector_step"
WORD, LINE = 8, 64
"""The bytes of a word, by which compiled code looks for what has changed, and of a line, which memory gives at once."""
BYTE_SCALE = 127
"""What 1.0 is in observations of whole numbers."""


class Tables(NamedTuple):
    """What compiled code follows. A value is one number or code of the record, in the record's order."""

    value_of: npt.NDArray[np.int32]
    """For each byte of a record its value; -1 for what is not observed."""
    values: npt.NDArray[np.int32]
    """For each viewer and value: first byte, bytes, first column (-1: a seat that is not in the game), then for codes
    where they begin in `looks` (-1: a number), the first code, how many; two more make it half a line of memory."""
    scale: npt.NDArray[np.float32]
    """What each number is multiplied by."""
    looks: npt.NDArray[np.int32]
    """What codes look like. For each code of a kind -1 - n where it fills its column n with a one, or else the place
    of its line in this same array: how many columns it fills, then which, counted from the value's first."""
    weights: npt.NDArray[np.float32]
    """The numbers in these columns, at the same places."""
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
        value_of = np.full(self.words * WORD, -1, np.int32)
        turning, neutral = np.zeros(self.words * WORD, np.uint8), np.zeros(self.words * WORD, np.uint8)
        looks = Looks()
        values: list[npt.NDArray[np.int32]] = []
        scale: list[float] = []
        for part in form.parts:
            kind, first_byte, *_ = form.rules.state.fields[part.name]
            size, numbers = kind.base.itemsize, int(np.prod(kind.shape, dtype=int))
            ours = np.stack([self._seen_by(me, part, first_byte, size, looks) for me in range(players)])
            bytes_here = slice(first_byte, first_byte + size * numbers)
            value_of[bytes_here] = len(scale) + np.repeat(np.arange(numbers), size)
            if (ours != ours[0]).any():
                turning[bytes_here] = 255
                neutral[bytes_here] = np.full(numbers, nothing(part.field)).astype(kind.base).view(np.uint8)
            values.append(ours)
            scale += [1 / max(abs(part.field.least), abs(part.field.most)) if part.field.is_number else 0.0] * numbers
        self.tables = Tables(
            value_of,
            np.concatenate(values, axis=1),
            np.array(scale, np.float32),
            np.array(looks.numbers, np.int32),
            np.array(looks.weights, np.float32),
            turning.view(np.uint64),
            neutral.view(np.uint64),
        )

    def _seen_by(self, me: int, part: Part, first_byte: int, size: int, looks: Looks) -> npt.NDArray[np.int32]:
        """The values of a part as one viewer sees them."""
        source, present = order(
            part.field, self.form.rules.state[part.name].shape, self.form.most_seats, self.players, me
        )
        values = np.zeros((len(source), 8), np.int32)
        values[:, 0] = first_byte + size * np.arange(len(source))
        values[:, 1] = size
        columns = part.start + max(1, len(part.columns)) * np.arange(len(source))
        values[source, 2] = np.where(present, columns, -1)
        values[:, 3] = -1
        if not part.field.is_number:
            table = part.field.table(self.form.most_seats, self.players, me)
            values[:, 3:6] = looks.of(table), part.field.least, len(table)
        return values

    def waiting_room(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Room for the columns and numbers of one row that wait to be written: each wiped once and written once."""
        return np.zeros(2 * self.form.size, np.int32), np.zeros(2 * self.form.size, np.float32)

    def observe(self, records: npt.NDArray[Any], viewers: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
        """Masked records as observations of their viewers."""
        out = np.zeros((len(records), self.form.size), np.float32)
        signed = np.ascontiguousarray(records).view(np.int8).reshape(len(records), -1)
        code: Any = self.form.rules.bind(STEP)
        found, small = np.zeros(len(self.tables.scale), np.int32), np.zeros((0, 0), np.int8)
        code.observe_rows(signed, viewers, found, *self.tables[1:5], *self.waiting_room(), out, small, 0, len(records))
        return out


class Looks:
    """What codes look like, one list behind the other; the same list is there once."""

    def __init__(self) -> None:
        self.numbers: list[int] = [0]
        self.weights: list[float] = [0.0]
        self._places: dict[tuple[tuple[int, float], ...], int] = {(): 0}

    def of(self, table: npt.NDArray[np.float32]) -> int:
        """The place of a table of codes x columns."""
        return self._place(tuple((self._line(filled(line)), 0.0) for line in table))

    def _line(self, columns: list[tuple[int, float]]) -> int:
        if len(columns) == 1 and columns[0][1] == 1.0:
            return -1 - columns[0][0]
        return self._place(((len(columns), 0.0), *columns)) if columns else 0

    def _place(self, entries: tuple[tuple[int, float], ...]) -> int:
        if entries not in self._places:
            self._places[entries] = len(self.numbers)
            self.numbers += [number for number, _ in entries]
            self.weights += [weight for _, weight in entries]
        return self._places[entries]


def filled(line: npt.NDArray[np.float32]) -> list[tuple[int, float]]:
    """The columns that a code fills, with their numbers."""
    return [(int(column), float(line[column])) for column in np.flatnonzero(line)]


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
    for option in spec.options:
        codes = [option.code(value) for value in option.values]
        fields[option.name] = number(f"the option {option.name}", max(1, *codes), min(codes))
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


@cache
def egocentric(rules: Rules, constants: bool = True) -> Egocentric:
    """How a game is observed."""
    return Egocentric(rules, constants=constants)


@cache
def program(rules: Rules, players: int, constants: bool = True) -> Program:
    """The same as a table for compiled code."""
    return Program(egocentric(rules, constants), players)
