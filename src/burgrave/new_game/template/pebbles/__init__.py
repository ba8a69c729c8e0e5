"""Pebbles: take from the heap, keep your card secret."""

from burgrave.core.spec import Option, Spec

GAME = Spec(
    name="pebbles",
    title="Pebbles",
    package=__name__,
    players=(2, 3),
    default_players=2,
    options=(Option("heap", 12, range(6, 31)), Option("dice", "on", ("on", "off"))),
    minutes=(2, 5),
)
