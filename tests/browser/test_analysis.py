"""The analysis of a finished game on its replay page: one click, a curve, key moments, moves drawn on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from server.running import RunningServer

from browser.helpers import post

RECORD = Path(__file__).parents[1] / "records" / "barony-duke-2-players.txt"


@pytest.fixture
def table_id(server: RunningServer, visit: Callable[..., Page]) -> str:
    """A finished game of Barony."""
    page = visit("/new/barony")
    page.wait_for_selector("form.new")
    return str(post(page, server, "/api/records", RECORD.read_text(encoding="utf-8"), "text/plain")["id"])


def at(page: Page) -> str:
    return page.inner_text("#at").split(" / ")[0]


OVERFLOW = """setInterval(() => {
  const tools = document.querySelector("[data-area=tools]");
  if (tools) window.over = Math.max(window.over ?? 0, tools.scrollWidth - tools.clientWidth);
}, 20)"""
"""By how much, at the most, what belongs to the analysis was wider than its column."""


def test_one_click_explains_a_game(visit: Callable[..., Page], table_id: str) -> None:
    page = visit(f"/result/{table_id}")
    page.add_init_script(OVERFLOW)
    page.click("a[href$='#analyse']")
    page.wait_for_selector(".verdict-line")
    assert page.evaluate("window.over") == 0
    assert page.is_hidden("#analysis-begin")
    assert page.is_hidden("#analysis-going")
    box = page.locator(".curve").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => Number(document.querySelector('#at').textContent.split(' ')[0]) > 60")
    assert 60 < int(at(page)) < 110
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => document.querySelector('#at').textContent.startsWith('0 ')")
    first = page.locator(".moments [data-go]").first.get_attribute("data-go")
    page.keyboard.press(".")
    page.wait_for_function(f"() => document.querySelector('#at').textContent.startsWith('{first} ')")
    page.locator(".moments [data-go]", has_text="moves a knight from").last.click()
    page.wait_for_selector("#drawn .best", state="attached")
    page.wait_for_selector("#drawn .played", state="attached")
    assert page.locator("#advice meter").count() >= 2
    page.reload()
    page.wait_for_selector(".verdict-line")


def test_a_side_line_is_played_on_at_a_new_table(
    server: RunningServer, visit: Callable[..., Page], table_id: str
) -> None:
    page = visit(f"/replay/{table_id}?n=18")
    page.click("#lines > summary")
    page.locator("#lines-moves button").first.click()
    page.wait_for_selector("#lines-told li")
    page.click("#play-on > summary")
    page.select_option("#play-on-seat", "1")
    page.select_option("#play-on-level", "random")
    page.click("#play-on-form button")
    page.wait_for_url("**/table/*")
    table = server.table(page.url.rsplit("/", 1)[1])
    assert table.state.match.length >= 19
    assert [seat.kind for seat in table.state.seats] == ["bot", "person"]
    page.wait_for_selector("#board")


def test_a_position_is_set_up_by_hand_and_what_cannot_be_is_said(visit: Callable[..., Page], table_id: str) -> None:
    page = visit(f"/replay/{table_id}?n=80")
    page.click("#lines > summary")
    page.click("#set-up-begin")
    page.wait_for_selector("#set-up-things select")
    page.fill("#set-up-filter", "title")
    page.locator("#set-up-things select").first.select_option(index=2)
    page.wait_for_selector("#set-up-edits li:not(.waiting)")
    page.fill("#set-up-filter", "round")
    page.locator("#set-up-things select").first.select_option(index=0)  # fewer rounds than what was done needs
    page.wait_for_selector("#set-up-wrong:visible")
    assert page.locator("#set-up-edits li.waiting").count() == 1
    page.click("#set-up-back")
    page.wait_for_selector("#set-up-wrong", state="hidden")
    assert page.locator("#set-up-edits li").count() == 1
