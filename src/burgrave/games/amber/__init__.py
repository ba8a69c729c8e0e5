"""Amber (Tomasz Lewandowicz, 2012): barons lay roads from their castles to the villages that gather amber."""

from burgrave.core.spec import Option, Spec

COLOURS = ("red", "blue", "yellow", "green", "white", "black")

GAME = Spec(
    name="amber",
    title="Amber",
    package=__name__,
    players=(2, 3, 4, 5, 6),
    default_players=2,
    options=(
        Option("layout", "A", ("A", "B", "C")),
        Option("variant", "basic", ("basic", "advanced")),
        Option("castles", "choose", ("choose", "clockwise")),
        Option("start", "random", ("random", "p0")),
        Option("placement_join", "enter", ("enter", "touch", "none")),
    ),
    minutes=(30, 30),
    colours={players: COLOURS[:players] for players in range(2, 7)},
    completing=("place", "second place"),
)
