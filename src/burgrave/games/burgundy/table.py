"""Where Burgundy's things lie on the table: depots and dice, the own estate, the others' estates."""

from __future__ import annotations

from burgrave.core.table import Column, Kind, Table

DEPOTS = "depots"
"""The main board; the drawing's own board is the estate."""

UNFIT = "too_few_workers"

TABLE = Table(
    columns=(Column(5, (DEPOTS, "hand")), Column(4, ("board", "log")), Column(3, ("seats", "points"))),
    by_players=dict.fromkeys(
        (2, 3), (Column(5, (DEPOTS, "hand")), Column(4, ("board", "points")), Column(3, ("seats", "log")))
    ),
    about=dict.fromkeys(
        ("turn", "action", "discard", "ship", "ship2", "keep", "carpenter", "church", "market"), DEPOTS
    ),
    kinds={
        "turn": (
            Kind("die", ("die",)),
            Kind("buy", ("buy",), (("burgundy-silver", 2),)),
        ),
        "action": (
            Kind("take", ("take",), why=(UNFIT,)),
            Kind("place", ("place",), why=(UNFIT, "no_tile_next_to_it", "hex_is_taken")),
            Kind("sell", ("sell",), why=(UNFIT,)),
            Kind("workers", ("workers",)),
            Kind("buy", ("buy",), (("burgundy-silver", 2),)),
        ),
    },
    begins={"die": ("action",)},
    dice_follow=True,
)
