"""Where Barony's things lie on the table, and the six actions of a turn."""

from __future__ import annotations

from burgrave.core.table import Column, Kind, Table

TABLE = Table(
    columns=(Column(6, ("board",)), Column(3, ("hand", "common", "points")), Column(3, ("seats", "log"))),
    kinds={
        "turn": (
            Kind("recruitment", ("recruit",)),
            Kind("movement", ("move",)),
            Kind("construction", ("village", "stronghold")),
            Kind("new_city", ("city",)),
            Kind("expedition", ("expedition",)),
            Kind("title", ("pay",)),
        )
    },
)
