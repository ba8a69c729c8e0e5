"""Hansa Teutonica: merchants fill routes, open offices and develop their skills on the map of the Hanse."""

from __future__ import annotations

from collections.abc import Mapping

from burgrave.core.errors import Mistake
from burgrave.core.spec import Option, OptionValue, Spec

SEATS = ("p0", "p1", "p2", "p3", "p4")


def conflict(options: Mapping[str, OptionValue]) -> Mistake | None:
    """The starting player must be one of the seats."""
    first, valid = str(options["first"]), SEATS[: int(options["players"])]
    if first == "random" or first in valid:
        return None
    message = f"option first cannot be {first!r} with {len(valid)} players; valid: random, {', '.join(valid)}"
    return Mistake(message, "conflict.first", __name__, number=SEATS.index(first) + 1, players=len(valid))


GAME = Spec(
    name="hansa",
    title="Hansa Teutonica",
    package=__name__,
    players=(2, 3, 4, 5),
    default_players=4,
    options=(
        Option("first", "random", ("random", *SEATS)),
        Option("swap", "any", ("any", "own")),
        Option("max_rounds", 100, range(1, 10001)),
    ),
    minutes=(45, 90),
    colours={
        2: ("red", "blue"),
        3: ("red", "blue", "yellow"),
        4: ("red", "blue", "yellow", "green"),
        5: ("red", "blue", "yellow", "green", "purple"),
    },
    conflict=conflict,
    completing=("with", "pay"),
)
