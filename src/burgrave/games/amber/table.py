"""Where Amber's things lie on the table."""

from __future__ import annotations

from burgrave.core.table import Column, Table

TABLE = Table(
    columns=(Column(6, ("board",)), Column(3, ("hand", "common")), Column(3, ("seats", "points"))),
    by_players=dict.fromkeys(
        (5, 6), (Column(6, ("board",)), Column(3, ("hand", "common", "points")), Column(3, ("seats",)))
    ),
    below=("log",),
    about=dict.fromkeys(("take", "swap"), "common"),
    begins={"tile": ("place", "second place")},
)
