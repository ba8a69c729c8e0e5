"""What people do at a table, as clicks."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

from burgrave.core import registry

FASTEST = {"catan": {"target_points": "5"}}
"""Options that make a game short enough for a test."""


def playable() -> list[str]:
    """Every registered game."""
    return list(registry.games())


def make_table(page: Page, game: str, seats: list[str], name: str = "Anna", **options: str) -> str:
    """Fill in the form for a new table; the table's id."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + f"/new/{game}")
    page.fill("#name", name)
    page.check(f"input[name=players][value='{len(seats)}']", force=True)
    for number, kind in enumerate(seats):
        page.select_option(f"#seat{number}", kind)
    if options:
        page.click("#options > summary")
    for option, value in options.items():
        page.select_option(f"#option-{option}", value)
    page.click("form.new button.main")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#seats", timeout=180_000)
    return page.url.rsplit("/", 1)[1].partition("?")[0]


FREE_POINT = """site => {
  const box = site.getBoundingClientRect();
  for (const [u, v] of [[.5, .5], [.5, .15], [.5, .85], [.15, .5], [.85, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]]) {
    const [x, y] = [box.x + u * box.width, box.y + v * box.height];
    if (document.elementFromPoint(x, y)?.closest("[data-live]") === site) return [x, y];
  }
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""A point of a site that no other site covers; its middle if it is free."""


def click_site(page: Page, site: str) -> None:
    """Click on a site where it lies open."""
    found = page.locator(f"[data-site='{site}'][data-live]").first
    found.scroll_into_view_if_needed(timeout=5_000)
    x, y = found.evaluate(FREE_POINT)
    page.mouse.click(x, y)


def offered(page: Page, table: Any, before: int, selector: str, patience: float = 10.0) -> bool:
    """Wait until something is on offer; False when the move was made meanwhile, since nothing else was left."""
    ends = time.monotonic() + patience
    while time.monotonic() < ends:
        if table.seq != before:
            return False
        if page.locator(selector).count():
            return True
        page.wait_for_timeout(10)
    raise AssertionError(f"{selector} is not offered")


def click_move(page: Page, table: Any, seat: int, text: str) -> None:
    """Make a move with the mouse only: its sites in order, then its button where several moves are left."""
    move = next(move for move in table.view(seat).moves() if move.text == text)
    before = table.seq
    page.wait_for_function(f"() => window.burgrave?.state().seq === {before}", timeout=10_000)
    steps = [f"[data-site='{site}'][data-live]" for site in table.game.rules.parts.sites(move)]
    for site, selector in zip(table.game.rules.parts.sites(move), steps, strict=True):
        if offered(page, table, before, selector):
            click_site(page, site)
    button = f"#choice button[data-move='{text}']"
    if steps:
        button += f", [data-site='{table.game.rules.parts.sites(move)[-1]}'][data-chosen]"
    if offered(page, table, before, button) and page.locator(f"#choice button[data-move='{text}']").count():
        page.locator(f"#choice button[data-move='{text}']").click(timeout=5_000)
    ends = time.monotonic() + 10
    while table.seq == before and time.monotonic() < ends:
        page.wait_for_timeout(10)
    assert table.seq > before, f"clicking did not play {text!r}"
