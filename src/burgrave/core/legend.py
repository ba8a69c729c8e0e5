"""What the fields of a record are to somebody who learns from it: kinds, ranges, and which axes are seats.

A game says it in its `legend.py`, a `Field` for each field of its record; see `burgrave.envs.egocentric` for its use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

NUMBER, FLAG, ONE_OF, SEAT, SEATS, DESCRIBED, LEFT_OUT = (
    "number",
    "flag",
    "one of",
    "seat",
    "set of seats",
    "described",
    "left out",
)


@dataclass(frozen=True)
class Field:
    """A field of a record: what it means, of which kind it is, its range, and which of its axes are seats.

    A value of the kinds `number` and `flag` stays one column; all others become several (`columns`), and a value
    outside the range is none of them. A number beyond its range looks like the end of the range. `first_seat` is where
    the seats begin on their axes.
    """

    meaning: str
    kind: str
    least: int = 0
    most: int = 1
    columns: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    first_seat: int = 0
    per_seat: tuple[str, ...] = ("",)
    others: tuple[str, ...] = ()
    rows: tuple[tuple[float, ...], ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether a value stays one column."""
        return self.kind in (NUMBER, FLAG)

    def columns_for(self, most_seats: int) -> tuple[str, ...]:
        """The names of the columns that one value becomes; none for a number."""
        relative = ("me", *(f"next {place}" for place in range(1, most_seats)))
        if self.kind == SEATS:
            return relative
        if self.kind == SEAT:
            owners = (*relative, *self.others)
            return tuple(f"{owner} {kind}".strip() for owner in owners for kind in self.per_seat)
        return self.columns

    def table(self, most_seats: int, players: int, me: int) -> Floats:
        """What each code from `least` to `most` becomes, for this seat: codes x columns."""
        width = len(self.columns_for(most_seats))
        if self.kind == DESCRIBED:
            return np.array(self.rows, np.float32)
        if self.kind == SEATS:
            table = np.zeros((1 << most_seats, width), np.float32)
            for code in range(1 << players):
                for seat in range(players):
                    table[code, (seat - me) % players] = code >> seat & 1
            return table
        if self.kind == ONE_OF:
            return np.eye(width, dtype=np.float32)
        table = np.zeros((width, width), np.float32)
        kinds = len(self.per_seat)
        for code in range(width):
            owner, kind = divmod(code, kinds)
            if owner < players:
                table[code, (owner - me) % players * kinds + kind] = 1
            elif owner >= most_seats:
                table[code, code] = 1
        return table


def number(meaning: str, most: int, least: int = 0, seats: Sequence[int] = ()) -> Field:
    """A quantity."""
    return Field(meaning, NUMBER, least, most, seats=tuple(seats))


def flag(meaning: str, seats: Sequence[int] = (), first_seat: int = 0) -> Field:
    """Yes or no."""
    return Field(meaning, FLAG, 0, 1, seats=tuple(seats), first_seat=first_seat)


def one_of(meaning: str, names: Sequence[Any] | int, least: int = 0, seats: Sequence[int] = ()) -> Field:
    """One of several things that have no order; the first has the code `least`."""
    columns = tuple(map(str, range(least, least + names) if isinstance(names, int) else names))
    return Field(meaning, ONE_OF, least, least + len(columns) - 1, columns, tuple(seats))


def seat_of(
    meaning: str,
    *,
    least: int = 0,
    per_seat: Sequence[str] = ("",),
    others: Sequence[str] = (),
    seats: Sequence[int] = (),
) -> Field:
    """A seat, as seen from one's own; with `per_seat` something of a seat, and `others` are owners after the seats."""
    return Field(meaning, SEAT, least, 0, (), tuple(seats), 0, tuple(per_seat), tuple(others))


def set_of_seats(meaning: str) -> Field:
    """Several seats, a bit for each."""
    return Field(meaning, SEATS)


def described(
    meaning: str, columns: Sequence[str], rows: Sequence[Sequence[float]], least: int = 0, seats: Sequence[int] = ()
) -> Field:
    """A thing with several properties: one row of them, each from 0 to 1, for each code from `least` on."""
    table = tuple(tuple(map(float, row)) for row in rows)
    return Field(meaning, DESCRIBED, least, least + len(table) - 1, tuple(columns), tuple(seats), rows=table)


def left_out(why: str) -> Field:
    """What tells nothing that other fields do not tell."""
    return Field(why, LEFT_OUT)
