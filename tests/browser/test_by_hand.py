"""Burgrave beside a real table, on one device: dice are entered by buttons, and taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from playwright.sync_api import Page
from server.running import RunningServer
from waiting import PATIENCE

from browser.helpers import until_live

NEXT = "() => !window.burgrave.busy() && window.burgrave.state().by_hand"


def test_dice_are_entered_die_by_die_and_taken_back(server: RunningServer, visit: Callable[..., Page]) -> None:
    page = visit("/new/catan", width=390, height=844)
    page.check("input[name=players][value='3']", force=True)
    for seat in range(3):
        page.select_option(f"#seat{seat}", "me")
    page.click("#options > summary")
    page.select_option("#option-set_up", "beginner")
    page.check("input[name=by_hand]", force=True)
    page.click("form.new button.main")
    page.wait_for_url("**/table/*")
    until_live(page)
    table = server.table(page.url.rsplit("/", 1)[1].partition("?")[0])
    while table.state.match.position.point != "dice":
        seat, move = max(0, table.state.to_act), table.state.match.position.moves()[0].text
        asyncio.run_coroutine_threadsafe(table.play(seat, table.seq, move), server.loop).result(PATIENCE)
    page.wait_for_function(NEXT)
    length = table.state.match.length
    page.click("#choice button:text-is('3')")
    page.click("#choice button:text-is('5')")
    page.wait_for_function(f"() => window.burgrave.state().length > {length}")
    assert table.state.match.log[length] == "roll 3 5"
    page.click("#back [data-undo]")
    page.wait_for_function(f"() => window.burgrave.state().length === {length}")
    page.wait_for_function(NEXT)
    assert page.is_visible("#choice button:text-is('6')")
