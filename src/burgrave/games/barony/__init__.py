"""Barony (Marc André, 2015): barons spread knights and villages over a land of tiles and strive to become duke."""

from burgrave.core.spec import Option, Spec

GAME = Spec(
    name="barony",
    title="Barony",
    package=__name__,
    players=(2, 3, 4),
    default_players=4,
    options=(
        Option("max_rounds", 500, range(1, 10_000)),
        Option("token_supply", "unlimited", ("unlimited", "limited_per_type")),
        Option("noble_title_overpay", "minimal", ("minimal", "free")),
        Option("voluntary_pass", False, (False, True)),
    ),
    minutes=(45, 60),
    colours={
        2: ("blue", "yellow"),
        3: ("blue", "yellow", "green"),
        4: ("blue", "yellow", "green", "red"),
    },
    completing=("pay",),
)
