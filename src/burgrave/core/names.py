"""Points and reasons: each declared once, as a member of an enum, with the text it has in records and catalogues."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Self


class Named(IntEnum):
    """Members numbered from 0 as they are declared; `auto()` takes the name in small letters as the text.

        class Point(Named):
            ROLL = auto()
            SECOND_PLACE = "second place"

    Compiled rules see the numbers.
    """

    text: str

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[Any]) -> Any:
        return name.lower()

    def __new__(cls, text: Any) -> Self:
        """The next member."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.text = text
        return member


def texts(names: type[Named]) -> tuple[str, ...]:
    """The texts of all members, by number."""
    return tuple(member.text for member in names)
