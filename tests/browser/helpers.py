"""What people do at a table, as clicks."""

from __future__ import annotations

import time
from collections.abc import Callable
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
        if page.locator(f"input#option-{option}").count():
            page.fill(f"#option-{option}", value)
        else:
            page.select_option(f"#option-{option}", value)
    page.click("form.new button.main")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#seats", timeout=180_000)
    return page.url.rsplit("/", 1)[1].partition("?")[0]


FREE_POINT = """selector => {
  const site = document.querySelector(selector);
  if (!site) return null;
  site.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = site.getBoundingClientRect();
  for (const [u, v] of [[.5, .5], [.5, .15], [.5, .85], [.15, .5], [.85, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]]) {
    const [x, y] = [box.x + u * box.width, box.y + v * box.height];
    if (document.elementFromPoint(x, y)?.closest("[data-live]") === site) return [x, y];
  }
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""A point of the first such site that no other site covers, its middle if it is free; null if there is none now."""


def click_site(page: Page, table: Any, before: int, site: str) -> None:
    """Click on a site where it lies open, unless the move is made meanwhile, since nothing else was left."""
    selector = f"[data-site='{site}'][data-live]"
    point = offered(page, table, before, selector, lambda: page.evaluate(FREE_POINT, selector))
    if point:
        page.mouse.click(*point)


def offered(page: Page, table: Any, before: int, what: str, look: Callable[[], Any], patience: float = 20.0) -> Any:
    """Look until something is found; None when the move was made meanwhile."""
    ends = time.monotonic() + patience
    while time.monotonic() < ends:
        if table.seq != before:
            return None
        found = look()
        if found:
            return found
        page.wait_for_timeout(10)
    raise AssertionError(f"{what} is not offered")


def click_move(page: Page, table: Any, seat: int, text: str) -> None:
    """Make a move with the mouse only: its sites in order, then its button where several moves are left."""
    move = next(move for move in table.state.view(seat).moves() if move.text == text)
    before = table.seq
    page.wait_for_function(f"() => window.burgrave?.state().seq === {before}", timeout=20_000)
    for site in table.state.game.rules.parts.sites(move):
        click_site(page, table, before, site)
    button = page.locator(f"#choice button[data-move='{text}']")
    sent = "window.burgrave.busy()"
    if offered(page, table, before, text, lambda: button.count() or page.evaluate(sent)) and button.count():
        button.click(timeout=10_000)
    ends = time.monotonic() + 20
    while table.seq == before and time.monotonic() < ends:
        page.wait_for_timeout(10)
    assert table.seq > before, f"clicking did not play {text!r}"
