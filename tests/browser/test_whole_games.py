"""Every game played through the page, by clicking only; the clicking seat follows the greedy bot."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.helpers import FASTEST, click_move, make_table, playable
from burgrave import bot
from burgrave.core import registry

PHONE_MOVES = 4
LONGEST = 240.0


def wait_for_turn(page: Page, table: Any, seat: int) -> bool:
    """Wait until the seat is to act; False when the game is over."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        if table.state.status == "over":
            return False
        if table.state.to_act == seat:
            return True
        page.wait_for_timeout(5)
    raise AssertionError(f"nothing moves on: {table.state.to_act} to act")


@pytest.mark.parametrize("game", playable())
def test_a_whole_game_is_played_by_clicking(game: str, visit: Callable[..., Page], server: Any) -> None:
    page = visit("/")
    seats = ["me"] + ["bot:easy"] * (min(registry.spec(game).players) - 1)
    table_id = make_table(page, game, seats, **FASTEST.get(game, {}))
    page.wait_for_selector("#board", timeout=180_000)
    table = server.table(table_id)
    greedy = bot("greedy", table.state.game, seed=1)
    clicked, begun = 0, time.monotonic()
    page.set_viewport_size({"width": 390, "height": 844})
    while wait_for_turn(page, table, 0):
        assert time.monotonic() - begun < LONGEST, "the game takes too long"
        if clicked == PHONE_MOVES:
            page.set_viewport_size({"width": 1280, "height": 720})
        click_move(page, table, 0, str(greedy.choose(table.state.view(0))))
        clicked += 1
    page.wait_for_selector("#asides a.main")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#asides a.main")
    page.wait_for_selector(".chart.narrow")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert clicked > 5
