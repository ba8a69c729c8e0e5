"""What the page of a result counts."""

from __future__ import annotations

from pathlib import Path

import burgrave
from burgrave.server.web.counts import gains

RECORD = Path(__file__).parents[2] / "records" / "burgundy-four-players-agreed-boards.txt"


def test_a_kind_of_thing_has_one_row_however_it_was_got() -> None:
    match = burgrave.load(RECORD)
    colours = {"czerwone", "pomarańczowe", "turkusowe", "brązowe", "różowe", "fioletowe"}
    assert {name for name, _ in gains(match, "pl")} == colours  # dealt in the set-up, and loaded by ships
