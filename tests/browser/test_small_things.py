"""Small things at a table that one misses when they fail: going back, gliding, the log's links, the switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.helpers import click_move, make_table

COUNT_GLIDES = """() => {
  const animate = Element.prototype.animate;
  window.glides = 0;
  Element.prototype.animate = function (...how) { window.glides += 1; return animate.apply(this, how); };
}"""


def test_escape_goes_back_pieces_glide_switches_stay_and_the_log_leads_to_positions(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit("/")
    page.emulate_media(reduced_motion="no-preference")
    table = server.table(make_table(page, "hansa", ["me", "bot:easy"]))
    page.wait_for_function("() => window.burgrave?.state().turn", timeout=60_000)

    page.click("[data-site=personal-trader][data-live]")
    expect(page.locator("[data-site=personal-trader][data-chosen]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-chosen]")).to_have_count(0)

    page.evaluate(COUNT_GLIDES)
    placing = next(move.text for move in table.state.view(0).moves() if move.verb.startswith("place"))
    click_move(page, table, 0, placing)
    page.wait_for_function(f"() => window.burgrave.state().seq >= {table.seq}")
    assert page.evaluate("window.glides") > 0
    assert page.locator("#pieces .last").count() > 0

    page.click("#preferences > summary")
    page.locator("[data-setting=sound]").uncheck()
    page.reload()
    page.click("#preferences > summary")
    expect(page.locator("[data-setting=sound]")).not_to_be_checked()
    page.keyboard.press("Escape")
    page.click("main", position={"x": 5, "y": 5})

    line = page.locator("#log li").nth(1)
    number = str(line.get_attribute("id")).removeprefix("line-")
    line.locator("a").click()
    page.wait_for_url(f"**/replay/{table.id}?n={number}*")
    expect(page.locator("#at")).to_contain_text(f"{number} /")


def test_a_position_that_cannot_be_drawn_is_played_from_the_list_of_moves(
    visit: Callable[..., Page], server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit("/")
    table = server.table(make_table(page, "barony", ["me", "me"]))
    page.wait_for_function("() => window.burgrave?.state().turn", timeout=60_000)

    def fails(view: Any, language: str) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(server.app.state.burgrave.games._rules["barony"], "draw", fails)
        click_move(page, table, table.state.to_act, table.state.view(table.state.to_act).moves()[0].text)
        expect(page.locator("#asides")).to_contain_text("The picture of this position cannot be drawn.")
        expect(page.locator("#connection")).to_be_hidden()
        page.reload()
        expect(page.locator("#ground")).to_contain_text("This position cannot be drawn.")
        page.wait_for_function(f"() => window.burgrave?.state().turn && window.burgrave.state().seq === {table.seq}")
        before = table.seq
        page.click("#fold-moves > summary")
        page.locator("#allmoves button").first.click()
        page.wait_for_function(f"() => window.burgrave.state().seq > {before}")
    page.reload()  # the ground comes with the page
    click_move(page, table, table.state.to_act, table.state.view(table.state.to_act).moves()[0].text)
    expect(page.locator("#asides")).not_to_contain_text("cannot be drawn")
    expect(page.locator("#pieces .piece").first).to_be_attached()
