"""Every game played through the page, by clicking only; the clicking seat follows the greedy bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from waiting import wait_until

from browser.helpers import FASTEST, SMALL_PAGE, click_move, make_table, playable
from burgrave import bot
from burgrave.core import registry

PHONE_MOVES = 4
LONGEST = 1000
"""No game takes so many clicked moves."""


def wait_for_turn(page: Page, table: Any, seat: int) -> bool:
    """Wait until the seat is to act; False when the game is over."""
    wait_until(lambda: table.state.status == "over" or table.state.to_act == seat, lambda _: page.wait_for_timeout(5))
    return bool(table.state.status != "over")


@pytest.mark.parametrize("game", playable())
def test_a_whole_game_is_played_by_clicking(game: str, visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    seats = ["me"] + ["bot:easy"] * (min(registry.spec(game).players) - 1)
    table_id = make_table(page, game, seats, **FASTEST.get(game, {}))
    page.wait_for_selector("#board")
    table = server.table(table_id)
    greedy = bot("greedy", table.state.game, seed=1)
    clicked = 0
    page.set_viewport_size({"width": 390, "height": 844})
    while wait_for_turn(page, table, 0):
        assert clicked < LONGEST, "the game does not end"
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
