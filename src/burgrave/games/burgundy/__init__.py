"""The Castles of Burgundy: dice, depots and an estate of 37 hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgrave.core.errors import Mistake
from burgrave.core.spec import Option, OptionValue, Spec

BOARDS = "123456789"
NAMED_WAYS = ("basic", "sheets")
MOST_SEATS = 4


class Estates(Option):
    """Which estates are played: a named way, or a text with the number of each seat's board.

    `values` are the named ways and, for every number of seats, texts that together show all nine boards; every other
    text of digits 1 to 9 is valid too.
    """

    def parse(self, value: Any) -> OptionValue:
        """A named way, or two to four digits from 1 to 9."""
        if isinstance(value, str):
            digits = 2 <= len(value) <= MOST_SEATS and all(letter in BOARDS for letter in value)
            if value in NAMED_WAYS or digits:
                return value
        raise ValueError(f"option {self.name} cannot be {value!r}; valid: {self.valid()}")

    def valid(self) -> str:
        """The valid values as one phrase."""
        return f"{', '.join(NAMED_WAYS)}, or a text with one digit 1 to 9 for each seat (such as 39 for two players)"

    def code(self, value: OptionValue) -> int:
        """A named way's place; after those the texts of two digits in order, then of three, then of four."""
        text = str(value)
        if text in NAMED_WAYS:
            return NAMED_WAYS.index(text)
        number = 0
        for digit in text:
            number = number * len(BOARDS) + BOARDS.index(digit)
        return estates_before(len(text)) + number

    def value(self, code: int) -> OptionValue:
        """The way or the text of boards that a record's number stands for."""
        if code < len(NAMED_WAYS):
            return NAMED_WAYS[code]
        seats = max(count for count in range(2, MOST_SEATS + 1) if estates_before(count) <= code)
        number, text = code - estates_before(seats), ""
        for _ in range(seats):
            text = BOARDS[number % len(BOARDS)] + text
            number //= len(BOARDS)
        return text


def estates_before(seats: int) -> int:
    """How many values of the option come before the texts for that many seats."""
    texts: list[int] = [len(BOARDS) ** count for count in range(2, seats)]
    return len(NAMED_WAYS) + sum(texts)


def one_board_each(options: Mapping[str, OptionValue]) -> Mistake | None:
    """A text of boards must name exactly one board for each seat."""
    estates, players = str(options["estates"]), int(options["players"])
    if estates in NAMED_WAYS or len(estates) == players:
        return None
    named = len(estates)
    message = f"option estates {estates!r} names {named} boards for {players} players; it needs one digit for each"
    return Mistake(message, "conflict.estates", __name__, n=named, estates=estates, players=players)


GAME = Spec(
    name="burgundy",
    title="The Castles of Burgundy",
    package=__name__,
    players=(2, 3, 4),
    default_players=2,
    options=(
        Estates(
            "estates",
            "basic",
            (*NAMED_WAYS, "12", "34", "56", "78", "99", "123", "456", "789", "1234", "5678", "9182"),
            further=f"[{BOARDS[0]}-{BOARDS[-1]}]{{2,{MOST_SEATS}}}",
        ),
        Option("choice", "open", ("open", "secret")),
    ),
    minutes=(60, 90),
    colours={2: ("red", "blue"), 3: ("red", "blue", "green"), 4: ("red", "blue", "green", "black")},
    conflict=one_board_each,
)
