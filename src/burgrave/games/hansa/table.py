"""Where Hansa Teutonica's things lie on the table, and the actions of a turn."""

from __future__ import annotations

from burgrave.core.table import Kind, Table

ACTION = (("hansa-actions", 1),)

TABLE = Table(
    about={"improve": "common"},
    kinds={
        "turn": (
            Kind("income", ("income",), ACTION),
            Kind("place", ("place",), ACTION),
            Kind("displace", ("displace",), ACTION, ("few_for_trader", "few_for_merchant", "no_such_piece")),
            Kind("move", ("lift",), ACTION),
            Kind("establish", ("establish",), ACTION),
            Kind("marker", ("use",)),
        )
    },
)
