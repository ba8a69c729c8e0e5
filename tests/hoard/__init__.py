"""Hoard: empty the chests, and keep your card and your mark secret."""

from burgrave.core.spec import Option, Spec

GAME = Spec(
    name="hoard",
    title="Hoard",
    package=__name__,
    players=(2, 3),
    default_players=2,
    options=(
        Option("coins", 2, range(1, 4)),
        Option("marks", True, (False, True)),
        Option("deck", "uneven", ("uneven", "even")),
    ),
    minutes=(2, 5),
)
