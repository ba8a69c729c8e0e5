"""Where things lie on a table: every place that can be clicked is in sight, or one visible control leads to it.

For every game and number of players, at decisions of a random game, each laid out at one table and looked at in the
sizes of a small laptop, a large one, a tablet held upright and a phone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

import burgundy.burgundy_table as burgundy
import hansa.hansa_table as hansa
import pytest
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from playwright.sync_api import Page, expect

import burgrave
from browser.helpers import FREE_POINT, SMALL_PAGE, make_table, open_table, playable, seat_elsewhere, until_live
from browser.situations import laid_match, on_loop
from burgrave.core import registry
from burgrave.core.growing import Growing
from burgrave.core.position import Position
from burgrave.core.table import table_of

SIZES = ((1280, 720), (1440, 900), (768, 1024), (390, 844))
DECISIONS = 3
"""So many decisions are looked at, more where a game has more decision points."""
MOVES = 2000
NARROW = 760
"""On a screen of this width or less the pane follows the decision; only the action bar keeps its place."""
NAMES = ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay")

TABLES = [(game, players) for game in playable() for players in registry.spec(game).players]

LOOK = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const inside = (x, y) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  const picture = (element) => element?.closest("svg, .place");
  const spots = [[.5, .5], [.5, .15], [.5, .85], [.15, .5], [.85, .5], [.3, .3], [.7, .3], [.3, .7], [.7, .7]];
  const unreachable = [];
  const aside = document.querySelector("#trade:not([hidden]) #trade-close")?.getBoundingClientRect();
  const canBePutAside = aside?.width && inside(aside.x, aside.y) && inside(aside.right, aside.bottom);
  for (const site of document.querySelectorAll("[data-live]")) {
    const area = site.closest(".area");
    if (area && getComputedStyle(area).display === "none") {
      const tab = document.querySelector(`[data-tab="${area.dataset.area}"]`).getBoundingClientRect();
      const reached = tab.width && inside(tab.x, tab.y) && inside(tab.right, tab.bottom);
      if (!reached) unreachable.push(`${site.dataset.site}: no tab`);
      continue;
    }
    const box = site.getBoundingClientRect();
    const twins = [...document.querySelectorAll(`[data-live][data-site="${site.dataset.site}"]`)];
    if (!box.width && twins.some((twin) => twin.getBoundingClientRect().width)) continue; // drawn elsewhere too
    const free = spots.some(([u, v]) => {
      const [x, y] = [box.x + u * box.width, box.y + v * box.height];
      if (!inside(x, y)) return false;
      if (document.elementFromPoint(x, y)?.closest("#trade")) return canBePutAside;
      if (picture(document.elementFromPoint(x, y)) !== picture(site)) return false;
      return document.elementsFromPoint(x, y).map((one) => one.closest("[data-live]")).find(Boolean) === site;
    });
    if (!free) unreachable.push(site.dataset.site);
  }
  const outOfSight = [...document.querySelectorAll(":is(#choice, #kinds, #back) button")].filter((button) => {
    const box = button.getBoundingClientRect();
    return box.x < 0 || box.y < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  }).map((button) => button.textContent);
  const frame = Object.fromEntries([".ask", ".field", "#seats", "[id^=area-] > svg"].map((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return [selector, box && [box.x, box.y, box.width, box.height].map(Math.round).join(" ")];
  }));
  const live = document.querySelectorAll("[data-live], #choice button").length;
  const scrolled = [...document.querySelectorAll(".area[aria-label]")].filter((area) => area.clientHeight &&
    getComputedStyle(area).overflowY === "auto" && area.scrollHeight > area.clientHeight && area.tabIndex !== 0);
  const withoutKeys = scrolled.map((area) => area.dataset.area);
  const prompt = document.querySelector("#prompt"), words = prompt.closest(".ask-text");
  const cut = [prompt, words].some((text) => text.scrollHeight > text.clientHeight + 8) ? prompt.textContent : "";
  done({ live, unreachable, outOfSight, cut, withoutKeys, frame, width: document.documentElement.scrollWidth });
})))"""
"""The live sites that no click reaches: outside the window, below something else than their own picture (but the trade
window, which a button in sight puts aside), or everywhere below other live sites. The buttons out of sight. The prompt
if a line of it is cut. The areas that scroll, but not by keys. Where the action bar and the board lie. How wide the
page is."""


def decisions(game: str, players: int) -> list[Position]:
    """Decisions of seat 0 in a random game: of each decision point the last one, more where there are few points."""
    match, chance = burgrave.game(game, players=players).match(seed=5), random.Random(f"{game} {players}")
    found: dict[str, list[Position]] = {}
    while not match.is_over and match.length < MOVES:
        position = match.position
        legal = position.moves()
        if position.to_act == 0 and len(legal) > 1:
            found.setdefault(position.point, []).append(position)
        verb = chance.choice(sorted({move.verb for move in legal}))
        match.play(chance.choice([move for move in legal if move.verb == verb]))
    rounds = zip_longest(*(reversed(positions) for positions in found.values()))
    return [position for position in chain.from_iterable(rounds) if position][: max(DECISIONS, len(found))]


def sit_down(page: Page, server: Any, game: str, players: int) -> Any:
    """A table with somebody at this page and people elsewhere."""
    table = open_table(page, server, game, ["person" if seat else "me" for seat in range(players)], NAMES[0])
    for seat in range(1, players):
        seat_elsewhere(server, table, seat, NAMES[seat])
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    page.evaluate("document.fonts.ready.then(() => true)")  # with other letters things lie elsewhere
    return table


def lay(page: Page, server: Any, table: Any, position: Position) -> None:
    """Put a position on the table, and wait until the page shows it."""

    async def change() -> None:
        async with table.lock:
            match = laid_match(position, table.state.names)
            seq = table.seq + 1
            table.state = replace(table.state, game=match.game, match=match, move_seqs=Growing(), seq=seq)
        table._changed()

    on_loop(server, change())
    page.wait_for_function(f"() => window.burgrave?.state().seq === {table.seq} && !window.burgrave.busy()")


SIZES_OF_TEXT = """() => [...document.querySelectorAll("#board text")].map((text) => [
  text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])"""


WIDTHS_OF_TILES = """() => [...document.querySelectorAll("#area-depots [data-site]")].filter(
  (tile) => /^d[1-6]-/.test(tile.dataset.site)).map((tile) => tile.getBoundingClientRect().width)"""


def burgundy_can_be_read(page: Page, players: int) -> None:
    """Tiles are large enough, and everybody's estate is in sight."""
    widths = page.evaluate(WIDTHS_OF_TILES)
    assert all(width >= 64 for width in widths)
    expect(page.locator(".estate")).to_have_count(players - 1)
    for estate in page.locator(".estate").all():
        expect(estate).to_be_in_viewport(ratio=0.9)


def hansa_can_be_read(page: Page, players: int) -> None:
    """Names of cities and the numerals of offices are large enough, and five skills of everybody are in sight."""
    sizes = page.evaluate(SIZES_OF_TEXT)
    names = {text: size for text, size in sizes if text in ("Hamburg", "Coellen", "Quedlinburg")}
    numerals = [size for text, size in sizes if text in ("I", "II", "III", "IV")]
    assert len(names) == 3
    assert numerals
    assert min([*names.values(), *numerals]) >= 11
    figures = page.locator("#seats .who .panel")
    expect(figures).to_have_count(players)
    for figure in figures.all():
        expect(figure).to_be_in_viewport(ratio=1)
        skills = figure.locator("use").evaluate_all("symbols => symbols.map((one) => one.getAttribute('href'))")
        assert {f"#hansa-{skill}" for skill in ("keys", "actions", "privilege", "book", "purse")} <= set(skills)


READ = {"burgundy": burgundy_can_be_read, "hansa": hansa_can_be_read}
"""What must be readable on a small laptop, by game."""


def focus_can_be_seen(page: Page) -> None:
    """Whoever walks over the board by keyboard sees where they are."""
    site = page.locator("svg [data-live][tabindex='0']:visible").first
    box = site.bounding_box()
    assert box is not None
    clip = {"x": box["x"] - 12, "y": box["y"] - 12, "width": box["width"] + 24, "height": box["height"] + 24}
    page.mouse.move(1, 1)
    before = page.screenshot(clip=clip)  # type: ignore[arg-type]
    site.focus()
    page.keyboard.press("Shift")
    page.evaluate("document.querySelector('#tip').hidden = true")
    assert page.evaluate("document.activeElement.matches(':focus-visible')")
    assert page.screenshot(clip=clip) != before  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_a_decision_needs_is_in_sight_and_nothing_moves(
    game: str, players: int, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    page.evaluate("localStorage.setItem('forced', 'off')")  # nothing else changes the table
    table = sit_down(page, server, game, players)
    frames: dict[int, dict[str, str]] = {}
    for position in decisions(game, players):
        lay(page, server, table, position)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            seen, where = page.evaluate(LOOK), f"{position.point} at {width}x{height}"
            assert seen["live"], where
            assert seen["unreachable"] == [], where
            assert seen["outOfSight"] == [], where
            assert seen["cut"] == "", where
            assert seen["withoutKeys"] == [], where
            assert seen["width"] <= width, where
            frame = seen["frame"] if width > NARROW else {".ask": seen["frame"][".ask"]}
            assert frames.setdefault(width, frame) == frame, where
            if (width, height) == SIZES[0]:
                READ.get(game, lambda *_: None)(page, players)
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[0], strict=True)))  # type: ignore[arg-type]
    focus_can_be_seen(page)


FILLED = """() => {
  const board = document.querySelector("#board").viewBox.baseVal;
  const free = document.querySelector(".lone").getBoundingClientRect();
  const log = document.querySelector("#fold-log").getBoundingClientRect();
  const scale = document.querySelector("#board").getScreenCTM().a;
  const [high, wide] = [board.height * scale / free.height, board.width * scale / free.width];
  return { high, wide, below: innerHeight - log.bottom, log: log.height };
}"""
"""How much of its column the board fills; how far above the window's lower edge the log ends, and how high it is."""


@pytest.mark.parametrize("game", [game for game in playable() if table_of(registry.spec(game)).below])
def test_a_board_grows_with_the_window_and_the_log_fills_what_is_left(
    game: str, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, game, registry.spec(game).players[-1])
    lay(page, server, table, decisions(game, registry.spec(game).players[-1])[0])
    for width, height in ((1280, 720), (1440, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(FILLED)
        assert seen["high"] > 0.94, seen
        assert seen["wide"] > 0.94, seen
        assert 0 <= seen["below"] < 16, seen
        assert seen["log"] > 100, seen


def test_a_click_that_can_mean_several_things_asks_which_at_the_pointer(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "hansa", 3)
    route = "hamburg-lubeck"
    lay(page, server, table, hansa.Table(3).position())
    page.mouse.click(*page.evaluate(FREE_POINT, f"#sites [data-site='{route}']"))
    expect(page.locator("#menu [data-verb=place] .lens")).to_have_count(2)  # a trader or a merchant, drawn
    page.locator(f"#menu [data-move='place merchant {route}']").click()
    page.wait_for_function("() => !window.burgrave.busy()")
    assert table.state.match.log[-1] == f"place merchant {route}"
    # it has room for more, and a trader that could be moved on
    lay(page, server, table, hansa.Table(3).stand(route, "p0").position())
    page.mouse.click(*page.evaluate(FREE_POINT, f"#sites [data-site='{route}']"))
    expect(page.locator("#menu [data-verb=place]").first).to_be_visible()
    expect(page.locator("#menu [data-verb=lift]")).to_be_visible()
    on_loop(server, table.say(1, NAMES[1], "Take your time."))
    expect(page.locator("#chat li")).to_have_count(1)
    expect(page.locator("#menu [data-verb=lift]")).to_be_visible()  # what others say takes nothing out of one's hand
    before = table.seq
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    assert table.seq == before


def test_a_move_is_confirmed_where_somebody_wants_that(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    page.evaluate("localStorage.setItem('confirm', 'on')")
    table = server.table(make_table(page, "catan", ["me", "me"]))
    page.wait_for_selector("#sites [data-live]")
    before = table.seq
    page.locator("#sites [data-live]").first.dispatch_event("click")
    expect(page.locator("#choice [data-confirm]")).to_be_visible()
    assert table.seq == before
    page.keyboard.press("Escape")
    expect(page.locator("#choice [data-confirm]")).to_have_count(0)
    page.locator("#sites [data-live]").first.dispatch_event("click")
    page.click("#choice [data-confirm]")
    page.wait_for_function(f"() => window.burgrave.state().seq > {before}")


def test_a_move_that_waits_for_a_yes_can_be_clicked_to_its_end(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('confirm', 'on')")
    table = sit_down(page, server, "burgundy", 2)
    seats = (burgundy.seat(storage=["mine"], dice=[4, 4]), burgundy.seat())
    lay(page, server, table, burgundy.table(*seats, phase="B").play("die 4"))
    page.mouse.click(*page.evaluate(FREE_POINT, "[data-site='store-mine'][data-live]"))  # it fits one hex only
    expect(page.locator("#choice [data-confirm]")).to_be_visible()
    page.mouse.click(*page.evaluate(FREE_POINT, "[data-site='x24'][data-live]"))
    expect(page.locator("#choice [data-confirm]")).to_be_visible()
    page.click("#choice [data-confirm]")
    page.wait_for_function("() => !window.burgrave.busy()")
    assert table.state.match.log[-1] == "place mine 24"


def test_on_a_phone_the_map_stays_while_the_bar_offers_all_that_can_be_done(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, *SIZES[-1])
    table = sit_down(page, server, "catan", 2)
    ada = Seat(settlements=[24], roads=walk(24, 18), hand={"wool": 1, "grain": 1, "ore": 1})
    lay(page, server, table, catan_table(ada, Seat(settlements=[46], roads=walk(46, 50))))
    expect(page.locator("[data-tab=common][data-waits]")).to_be_visible()  # the cards that can be bought lie there
    expect(page.locator("[data-tab=board]")).to_have_attribute("aria-selected", "true")


def test_a_button_rolls_the_dice(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "catan", 2)
    ada, bea = Seat(settlements=[24], roads=walk(24, 18)), Seat(settlements=[46], roads=walk(46, 50))
    lay(page, server, table, catan_table(ada, bea, point="before_roll"))
    expect(page.locator("#choice button.main")).to_have_text("Roll the dice")
    ada.old = ["soldier"]
    lay(page, server, table, catan_table(ada, bea, point="before_roll"))
    expect(page.locator("#choice button")).to_have_text(["Roll the dice", re.compile("Soldier")])
    expect(page.locator("#choice button.main")).to_have_text("Roll the dice")  # the card may be played before it
