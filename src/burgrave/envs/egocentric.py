"""Observations to learn from: a seat's masked record with the own seat first, codes as columns, numbers from -1 to 1.

The layout depends on the game alone, not on players or options: seats that are not in the game stay zero. What a field
is stands in the game's `legend.py`; a game without one gets its numbers as they are, scaled by the width of their type.
`Program` is the same as a table that compiled code follows (`vector_step.observe`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core import contract
from burgrave.core.legend import LEFT_OUT, Field, number, one_of, seat_of, set_of_seats
from burgrave.core.spec import HEADER

if TYPE_CHECKING:
    from burgrave.core.loader import Rules

RUN = 10
"""The numbers of a run: bytes of a value, first byte, bytes from one value to the next, values, first column, columns
of a value or 0 for numbers; then the entries of a code in its table, where that begins, the first code, how many."""
BYTE_SCALE = 127
"""What 1.0 is in observations of whole numbers."""


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
    """An egocentric observation as compiled code writes it: for each own seat, runs of values that lie side by side."""

    def __init__(self, form: Egocentric, players: int) -> None:
        self.form = form
        self.scale = np.zeros(form.size, np.float32)
        tables: list[npt.NDArray[np.float32]] = []
        programs = [self._runs(players, me, tables) for me in range(players)]
        self.runs = np.zeros((players, 1 + max(map(len, programs)), RUN), np.int32)
        for me, runs in enumerate(programs):
            self.runs[me, : len(runs)] = runs
        flat = [np.ravel(table) for table in tables]
        self.tables = np.concatenate(flat) if flat else np.zeros(0, np.float32)

    def _runs(self, players: int, me: int, tables: list[Any]) -> list[list[int]]:
        """Runs for one own seat; numbers side by side are one run, whatever their fields are."""
        runs: list[list[int]] = []
        for part in self.form.parts:
            kind, first_byte, *_ = self.form.rules.state.fields[part.name]
            size, width, coded = kind.base.itemsize, len(part.columns), [0, 0, 0, 0]
            if part.field.is_number:
                self.scale[part.start : part.stop] = 1 / max(abs(part.field.least), abs(part.field.most))
            else:
                table = part.field.table(self.form.most_seats, players, me)
                entries = int(np.count_nonzero(table, axis=1).max())
                coded = [entries, self._place(sparse(table, entries), tables), part.field.least, len(table)]
            for start, count, source, step in spans(part.field, kind.shape, self.form.most_seats, players, me):
                place = [size, first_byte + source * size, step * size, count, part.start + start * max(1, width)]
                run = [*place, width, *coded]
                if runs and self._follows(runs[-1], run):
                    runs[-1][3] += count
                else:
                    runs.append(run)
        return runs

    def _follows(self, one: list[int], other: list[int]) -> bool:
        """Whether two runs of numbers lie side by side in the record and in the row."""
        size, first, step, count, start, *coded = one
        alike = step == other[2] == size == other[0] and not any(coded) and not any(other[5:])
        return alike and first + count * size == other[1] and start + count == other[4]

    def _place(self, table: npt.NDArray[np.float32], tables: list[Any]) -> int:
        """Where a table begins among all."""
        start = 0
        for other in tables:
            if other.shape == table.shape and (other == table).all():
                return start
            start += other.size
        tables.append(table)
        return start


def sparse(table: npt.NDArray[np.float32], entries: int) -> npt.NDArray[np.float32]:
    """A table of codes x columns as pairs of a column and its number, the same count of pairs for each code."""
    pairs = np.full((len(table), entries, 2), -1, np.float32)
    for code, line in enumerate(table):
        for entry, column in enumerate(np.flatnonzero(line)):
            pairs[code, entry] = column, line[column]
    return pairs


def seats_first(field: Field, shape: tuple[int, ...]) -> list[int]:
    """The axes of a field as an observation has them."""
    return [*field.seats, *(axis for axis in range(len(shape)) if axis not in field.seats)]


def spans(
    field: Field, shape: tuple[int, ...], most_seats: int, players: int, me: int
) -> list[tuple[int, int, int, int]]:
    """An observation's values of a field in runs: the first one, how many, where in the record, how far apart there."""
    source = np.arange(int(np.prod(shape, dtype=int))).reshape(shape)
    there = np.ones(shape, np.bool_)
    for axis in field.seats:
        first = field.first_seat
        order = np.arange(shape[axis])
        present = np.ones(shape[axis], np.bool_)
        for place in range(most_seats):
            order[first + place] = first + (me + place) % players if place < players else first + place
            present[first + place] = place < players
        source = np.take(source, order, axis)
        there &= present.reshape([-1 if other == axis else 1 for other in range(len(shape))])
    axes = seats_first(field, shape)
    flat, seen = source.transpose(axes).ravel().tolist(), there.transpose(axes).ravel().tolist()
    found, start = [], 0
    while start < len(flat):
        step, stop = 1, start + 1
        if stop < len(flat) and flat[stop] > flat[start]:
            step = flat[stop] - flat[start]
        while stop < len(flat) and seen[stop] == seen[start] and flat[stop] == flat[stop - 1] + step:
            stop += 1
        if stop == start + 1:
            step = 1
        if seen[start]:
            found.append((start, stop - start, flat[start], step))
        start = stop
    return found


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
