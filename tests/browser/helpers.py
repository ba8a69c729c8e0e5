"""What people do at a table, as clicks."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, TimeoutError
from waiting import PATIENCE

from burgrave.core import registry
from burgrave.core.table import table_of

FASTEST = {"catan": {"target_points": "5"}}
"""Options that make a game short enough for a test."""
SMALL_PAGE = "/seat"
"""Where somebody arrives who is going elsewhere: it is there sooner than the lobby."""


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
        if page.locator(f"input[type=checkbox]#option-{option}").count():
            page.set_checked(f"#option-{option}", value == "true")
        elif page.locator(f"input#option-{option}").count():
            page.fill(f"#option-{option}", value)
        else:
            page.select_option(f"#option-{option}", value)
    page.click("form.new button.main")
    page.wait_for_url("**/table/*")
    until_live(page)
    return page.url.rsplit("/", 1)[1].partition("?")[0]


def until_live(page: Page) -> None:
    """Wait until a table's page has its connection, and nothing that was on the way any more changes it."""
    page.wait_for_function("() => window.burgrave?.live()")


def open_table(page: Page, server: Any, game: str, chairs: list[str], name: str = "Anna", **options: str) -> Any:
    """A table made for the person at this page without the form; the page is not opened."""
    seats = [{"kind": kind} if not level else {"kind": kind, "level": level} for kind, _, level in map(parted, chairs)]
    wanted = {"game": game, "seats": seats, "name": name, "options": options}
    return server.table(post(page, server, "/api/tables", wanted)["id"])


def parted(chair: str) -> tuple[str, str, str]:
    """A seat as the form writes it, in parts: `bot:easy`."""
    return chair.partition(":")


def take_seat(page: Page, server: Any, table: Any, seat: int, name: str) -> None:
    """Let the person at this page, which is not opened, sit down."""
    post(page, server, f"/api/tables/{table.id}/seats/{seat}", {"name": name})


def seat_elsewhere(server: Any, table: Any, seat: int, name: str) -> None:
    """Let somebody sit down who has no page here."""
    address = f"{server.address}/api/tables/{table.id}/seats/{seat}"
    sat = httpx.post(address, json={"name": name}, timeout=PATIENCE)
    assert sat.status_code == 201, sat.text


def post(page: Page, server: Any, path: str, sent: dict[str, Any] | str, kind: str = "application/json") -> Any:
    """What the server answers to the person at this page."""
    headers = {"origin": server.address, "content-type": kind}
    answer = page.request.post(server.address + path, data=sent, headers=headers, timeout=PATIENCE * 1000)
    assert answer.ok, answer.text()
    return answer.json()


FREE_POINT = """async selector => {
  const drawn = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const place = () => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && [box.x, box.y, box.width, box.height].join(" ");
  };
  document.querySelector(selector)?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  for (let stood = null; stood !== place(); ) {
    stood = place();
    await drawn();
  }
  const site = document.querySelector(selector);
  if (!site) return null;
  const box = site.getBoundingClientRect();
  for (const [u, v] of [[.5, .5], [.5, .15], [.5, .85], [.15, .5], [.85, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]]) {
    const [x, y] = [box.x + u * box.width, box.y + v * box.height];
    if (document.elementFromPoint(x, y)?.closest("[data-live]") === site) return [x, y];
  }
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""A point of the first such site that no other site covers, its middle if it is free; null if there is none now.

The site stands still by then: for a moment after the window has changed its size, it does not.
"""


AT_REST = "seq => window.burgrave?.state().seq >= seq && !window.burgrave.busy()"
"""Whether the page shows the position of that number and no move is on its way; others' secret answers count too."""

TAB = """selector => {
  const site = document.querySelector(selector), area = site?.closest(".area");
  if (!area || getComputedStyle(area).display !== "none") return;
  document.querySelector(`[data-tab="${area.dataset.area}"]`).click();
}"""
"""On a small screen the tab that leads to a site is pressed first."""


def click_site(page: Page, table: Any, before: int, site: str) -> None:
    """Click on a site where it lies open, unless the move is made meanwhile, since nothing else was left."""
    selector = f"[data-site='{site}'][data-live]"

    def look() -> Any:
        shown = table.seq == before and page.evaluate(AT_REST, table.state.position_seq)
        if not shown:  # the site would be offered for what comes next
            return None
        page.evaluate(TAB, selector)
        return page.evaluate(FREE_POINT, selector)

    point = offered(page, table, before, selector, look)
    if point:
        page.mouse.click(*point)


def choose_kind(page: Page, text: str) -> None:
    """Where a click can mean several things, say which: the move itself or its kind."""
    entry = page.locator(f"#menu:not([hidden]) [data-move='{text}']")
    kind = page.locator(f"#menu:not([hidden]) [data-verb='{text.split()[0]}']:not([data-move])")
    for line in (entry, kind):
        if line.count():
            line.first.click()
            return


def offered(page: Page, table: Any, before: int, what: str, look: Callable[[], Any]) -> Any:
    """Look until something is found; None when the move was made meanwhile."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if table.seq != before:
            return None
        found = look()
        if found:
            return found
        page.wait_for_timeout(10)
    raise AssertionError(f"{what} is not offered")


def in_trade_window(page: Page, table: Any, move: Any) -> bool:
    """Where a move belongs into the trade window: put it together there, or type what is a part of an offer only."""
    trade = table_of(table.state.game.spec).trade
    if trade is None or move.verb not in (trade.give, trade.want, trade.bank):
        return False
    if move.verb == trade.bank:
        if not page.locator("#trade").is_visible():
            page.click("#kinds [data-opens=trade]")
        page.click("#trade-with-bank")
        for side, word in zip(("given", "wanted"), move.args, strict=True):
            page.click(f"#trade-{side}-{word}")
        return True
    page.fill("#typed", move.text)
    page.press("#typed", "Enter")
    return True


def click_move(page: Page, table: Any, seat: int, text: str) -> None:
    """Make a move with the mouse only: its sites in order, then its button where several moves are left.

    An only move is made by the table itself, maybe while this looks at it. Part of an offer is typed: a person puts
    the whole offer together before anything is sent.
    """
    before, view = table.seq, table.state.view(seat)
    move = next(move for move in view.moves() if move.text == text)
    if len(view.moves()) > 1:
        page.wait_for_function(AT_REST, arg=table.state.position_seq)
    sites = () if in_trade_window(page, table, move) else table.state.game.rules.parts.sites(move)
    for site in sites:
        click_site(page, table, before, site)
        choose_kind(page, text)
    button = page.locator(f":is(#choice, #trade) button[data-move='{text}']")
    sent = "window.burgrave.busy()"
    offered(page, table, before, text, lambda: button.count() or page.evaluate(sent))
    ends = time.monotonic() + PATIENCE
    while table.seq == before and time.monotonic() < ends:
        if button.count() and not page.evaluate(sent):  # a second time where a move is asked about
            with suppress(TimeoutError):  # an only move is made meanwhile
                button.click(timeout=2_000)
        page.wait_for_timeout(10)
    assert table.seq > before, f"clicking did not play {text!r}"


AXE = Path(__file__).parents[2] / "build" / "tests" / "axe.min.js"
AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


def serious(page: Page, part: str = "html") -> list[str]:
    """What axe calls serious or critical in a part of a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("([part, rules]) => axe.run(part, rules)", [part, AXE_RULES])
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
