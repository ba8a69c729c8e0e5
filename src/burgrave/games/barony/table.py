"""Where Barony's things lie on the table, and the six actions of a turn."""

from __future__ import annotations

from burgrave.core.table import Column, Kind, Table

TABLE = Table(
    columns=(Column(6, ("board",)), Column(3, ("hand", "common")), Column(3, ("seats", "points"))),
    below=("log",),
    kinds={
        "turn": (
            Kind("recruitment", ("recruit",), why=("no_knight_in_reserve",)),
            Kind("movement", ("move",)),
            Kind("construction", ("village", "stronghold"), why=("no_knight_to_replace",)),
            Kind("new_city", ("city",), why=("no_city_in_reserve", "city_next_to_city", "city_on_forest")),
            Kind("expedition", ("expedition",)),
            Kind("title", ("pay",), why=("too_little_gold",)),
        )
    },
)
