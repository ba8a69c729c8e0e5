"""Bots as people choose them at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.helpers import make_table


def test_the_host_chooses_which_bot_takes_a_free_seat(visit: Callable[..., Page], server: Any) -> None:
    page = visit()
    table = server.table(make_table(page, "barony", ["me", "person", "person"]))
    for seat, level in ((1, "hard"), (2, "random")):
        page.select_option(f"#fill-{seat}", level)
        page.click(f"[data-act=bot][data-seat='{seat}']")
        expect(page.locator(f"#seats li:nth-child({seat + 1}) .tags")).to_contain_text(level)
    assert [seat.level for seat in table.state.seats] == [None, "hard", "random"]
    assert table.state.status == "playing"
