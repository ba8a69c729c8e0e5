"""Hansa Teutonica: merchants fill routes, open offices and develop their skills on the map of the Hanse."""

from __future__ import annotations

from collections.abc import Mapping

from burgrave.core.spec import Option, OptionValue, Spec

SEATS = ("p0", "p1", "p2", "p3", "p4")


def conflict(options: Mapping[str, OptionValue]) -> str | None:
    """The starting player must be one of the seats."""
    valid = SEATS[: int(options["players"])]
    if options["first"] == "random" or options["first"] in valid:
        return None
    return f"option first cannot be {options['first']!r} with {len(valid)} players; valid: random, {', '.join(valid)}"


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
)
