"""Where things lie on a table: every place that can be clicked is in sight, or one visible control leads to it.

For every game and number of players, at every decision point that random games reach, each laid out at one table and
looked at in the sizes of a small laptop, a large one, a tablet held upright and a phone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import burgundy.burgundy_table as burgundy
import hansa.hansa_table as hansa
import pytest
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect
from waiting import wait_until

import burgrave
from browser.helpers import (
    FREE_POINT,
    SMALL_PAGE,
    make_table,
    open_table,
    playable,
    post,
    seat_elsewhere,
    serious,
    until_live,
)
from browser.situations import laid_match, on_loop
from burgrave.core import registry
from burgrave.core.growing import Growing
from burgrave.core.position import Position
from burgrave.core.table import table_of
from burgrave.games.burgundy.board import COLOURS, HEX_COLOUR

RECORD = Path(__file__).parents[1] / "records" / "catan-with-trade.txt"
SIZES = ((1280, 720), (1440, 900), (768, 1024), (390, 844))
GAMES_WITHOUT_NEWS = 30
"""After so many random games in a row without a new decision point we have seen them all, but for the rarest."""
MOVES = 2000
NARROW = 760
"""On a screen of this width or less the pane follows the decision; only the action bar keeps its place."""
WIDE = 1051
"""From this width on there is room for the bar's buttons to begin at one place, whatever the prompt is."""
NAMES = ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay")

TABLES = [(game, players, "en") for game in playable() for players in registry.spec(game).players]
TABLES += [(game, registry.spec(game).players[-1], "pl") for game in playable()]
"""The games, numbers of players and languages looked at; Polish has longer words, and most players leave least room."""

LOOK = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const inside = (x, y) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  const picture = (element) => element?.closest("svg, .place");
  const light = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4))
    .reduce((sum, part, k) => sum + part * [.2126, .7152, .0722][k], 0);
  const contrast = (...colours) => {
    const [darker, lighter] = colours.map(light).sort((one, other) => one - other);
    return (lighter + .05) / (darker + .05);
  };
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
    const row = button.parentElement.getBoundingClientRect();
    return box.x < 0 || box.y < 0 || box.right > Math.min(innerWidth, row.right) + 1 || box.bottom > innerHeight + 1;
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
  const buttons = [":is(#kinds, #choice) button", "#back button"].map((selector) => document.querySelector(selector));
  const bar = buttons.map((button) => button && Math.round(button.getBoundingClientRect().x));
  const faint = [...document.querySelectorAll(".panel rect[data-live]")].filter((card) =>
    contrast(getComputedStyle(card).stroke, getComputedStyle(document.body).backgroundColor) < 3);
  done({ live, unreachable, outOfSight, cut, withoutKeys, frame, bar, faint: faint.map((card) => card.dataset.site),
    width: document.documentElement.scrollWidth });
})))"""
"""The live sites that no click reaches: outside the window, below something else than their own picture (but the trade
window, which a button in sight puts aside), or everywhere below other live sites. The buttons out of sight. The prompt
if a line of it is cut. The areas that scroll, but not by keys. Where the action bar and the board lie; where the bar's
buttons begin, and where the way back is. The cards whose frame hardly differs from the table. How wide the page is."""


def decisions(game: str, players: int) -> list[Position]:
    """Decisions of seat 0 in random games: at each decision point the one with most to choose from, and the last one.

    Games go on until many in a row have brought no new decision point.
    """
    rules, chance = burgrave.game(game, players=players), random.Random(f"{game} {players}")
    fullest: dict[str, Position] = {}
    latest: dict[str, Position] = {}
    points, without_news = set[str](), 0
    while without_news < GAMES_WITHOUT_NEWS:
        match = rules.match(seed=chance.randrange(2**32))
        known = len(points)
        while not match.is_over and match.length < MOVES:
            position = match.position
            legal, point = position.moves(), position.point
            if position.to_act == 0 and len(legal) > 1:
                points.add(point)
                latest[point] = position
                fullest[point] = max(fullest.get(point, position), position, key=lambda one: len(one.moves()))
            verb = chance.choice(sorted({move.verb for move in legal}))
            match.play(chance.choice([move for move in legal if move.verb == verb]))
        without_news = 0 if len(points) > known else without_news + 1
    return [*latest.values(), *(position for point, position in fullest.items() if position is not latest[point])]


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


STOPS = """() => {
  const inSight = (one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right <= innerWidth && box.bottom <= innerHeight && one.checkVisibility() && !one.disabled;
  };
  const held = (one) => one.closest("svg, #kinds, #choice, #back, #seats");
  const wanted = "[data-live][tabindex='0'], :is(#kinds, #choice, #back) button";
  const stops = [...document.querySelectorAll(wanted)].filter(inSight);
  for (const old of document.querySelectorAll("[data-stop]")) old.removeAttribute("data-stop");
  stops.filter((one, k) => stops.findIndex((other) => held(other) === held(one)) === k)
    .forEach((one, k) => one.setAttribute("data-stop", k));
}"""
"""Marks where one gets by Tab to make a move: one place of every drawing, one button of each part of the bar."""
RING = 60
"""So much lighter or darker, of 255, is a pixel that shows where the focus is."""
RING_PIXELS = 60
"""So many such pixels are seen as a change."""


def focus_can_be_seen(page: Page, where: str) -> None:
    """Whoever walks over the table by keyboard sees where they are: along half of the edge at least, pixels change."""
    page.mouse.move(1, 1)
    page.evaluate(STOPS)
    before = Image.open(BytesIO(page.screenshot())).convert("L")
    stops = page.locator("[data-stop]").all()
    assert stops, where
    for stop in stops:
        stop.focus()
        page.keyboard.press("Shift")
        page.evaluate("document.querySelector('#tip').hidden = true")
        assert page.evaluate("document.activeElement.matches(':focus-visible')"), where
        box = stop.bounding_box()
        assert box is not None
        around = (box["x"] - 12, box["y"] - 12, box["x"] + box["width"] + 12, box["y"] + box["height"] + 12)
        after = Image.open(BytesIO(page.screenshot())).convert("L")
        difference = ImageChops.difference(before.crop(around), after.crop(around))
        changed = sum(difference.histogram()[RING:])
        assert changed >= box["width"] + box["height"], f"{where}: {stop.evaluate('one => one.outerHTML')[:120]}"
    page.evaluate("document.activeElement.blur()")


STOP = """() => {
  const stop = document.activeElement, box = stop.getBoundingClientRect();
  return stop === document.body ? null : [stop.outerHTML.slice(0, 160), box.y < innerHeight && box.bottom > 0];
}"""
LONGEST_WALK = 60
"""So many stops of Tab are walked over on a page."""


@pytest.mark.parametrize("path", ["/", "/new/catan", "/result/{}", "/replay/{}?n=120"])
def test_whoever_walks_over_a_page_by_tab_sees_where_they_are(
    path: str, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    record = RECORD.read_text(encoding="utf-8")
    page.goto(server.address + path.format(post(page, server, "/api/records", record, "text/plain")["id"]))
    page.evaluate("document.fonts.ready.then(() => true)")
    walked = set[str]()
    for _ in range(LONGEST_WALK):
        page.keyboard.press("Tab")
        found = page.evaluate(STOP)
        if found is None or found[0] in walked:
            break
        walked.add(found[0])
        assert found[1], found[0]
        focused = Image.open(BytesIO(page.screenshot())).convert("L")
        page.evaluate("window.walker = document.activeElement, window.walker.blur()")
        plain = Image.open(BytesIO(page.screenshot())).convert("L")
        page.evaluate("window.walker.focus({ preventScroll: true })")
        changed = sum(ImageChops.difference(focused, plain).histogram()[RING:])
        assert changed >= RING_PIXELS, found[0]
    assert len(walked) > 10


@pytest.mark.parametrize(("game", "players", "language"), TABLES)
def test_what_a_decision_needs_is_in_sight_and_nothing_moves(
    game: str, players: int, language: str, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, locale=language)
    page.evaluate("localStorage.setItem('forced', 'off')")  # nothing else changes the table
    table = sit_down(page, server, game, players)
    frames: dict[int, dict[str, str]] = {}
    places: dict[tuple[int, int], set[int]] = {}
    points = set[str]()
    for k, position in enumerate(decisions(game, players)):
        new = position.point not in points
        points.add(position.point)
        lay(page, server, table, position)
        page.emulate_media(color_scheme="dark" if k % 2 else "light")
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
            assert seen["faint"] == [], where
            for number, place in enumerate(seen["bar"]):
                places.setdefault((width, number), set()).update([place] if place is not None else [])
            assert width < WIDE or all(len(found) < 2 for (at, _), found in places.items() if at == width), where
            if (width, height) == SIZES[0]:
                READ.get(game, lambda *_: None)(page, players)
            if new and (width, height) == SIZES[0]:
                focus_can_be_seen(page, where)
            if new and (width, height) == SIZES[k % len(SIZES)]:
                assert serious(page) == [], where


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


WIDTHS_OF_OTHERS_TILES = """() => [...document.querySelectorAll(".estate [id^=tile-]")].map(
  (tile) => tile.getBoundingClientRect().width)"""


OUTSIDE = """() => [...document.querySelectorAll(".estate .panel")].flatMap((panel) => {
  const frame = panel.getBoundingClientRect();
  return [...panel.querySelectorAll("text, use, rect, polygon")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.right > frame.right + 1 || box.bottom > frame.bottom + 1 || box.left < frame.left - 1;
  }).map((part) => part.outerHTML);
})"""


ON_HEXES = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const shares = [.1, .5, .9].flatMap((u) => [.1, .5, .9].map((v) => [u, v]));
  const points = (box) => shares.map(([u, v]) => [box.x + u * box.width, box.y + v * box.height]);
  const onHex = ([x, y]) => [...document.querySelectorAll("#sites [data-site^=x]")].some((site) => {
    const at = new DOMPoint(x, y).matrixTransform(site.getScreenCTM().inverse());
    return site.isPointInFill(at);
  });
  const won = boxes("#pieces [data-name*='onus']");
  return [won.length, won.filter((box) => points(box).some(onHex)).length];
}"""
"""How many bonus tiles somebody has won, and how many of them cover a hex of the estate."""


@pytest.mark.parametrize("players", registry.spec("burgundy").players)
def test_bonus_tiles_that_were_won_cover_no_hex(players: int, visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "burgundy", players)
    won = ("knowledge", "castle", "mine", "ship")
    fresh = (f"k{number}" for number in range(1, 27))
    colours = {hexagon: COLOURS[colour] for hexagon, colour in enumerate(HEX_COLOUR[1])}
    tiles = {
        hexagon: next(fresh) if colour == "knowledge" else colour
        for hexagon, colour in colours.items()
        if colour in won
    }
    rich = burgundy.seat(tiles, dice=[1, 2], bonus=[(colour, "large") for colour in won])
    lay(page, server, table, burgundy.table(rich, *[burgundy.seat()] * (players - 1), phase="E"))
    assert page.evaluate(ON_HEXES) == [len(won), 0]


@pytest.mark.parametrize("players", registry.spec("burgundy").players)
def test_nothing_that_a_rich_seat_has_is_cut_off(players: int, visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "burgundy", players)
    rich = burgundy.seat(
        workers=18,
        silver=16,
        goods={"red": 3, "brown": 2, "violet": 1},
        sold={"orange": 7, "turquoise": 5},
        dice=[5, 6],
        storage=["castle", "ship", "mine"],
    )
    poor = [burgundy.seat(dice=[1, 2])] * (players - 1)
    lay(page, server, table, burgundy.table(poor[0], rich, *poor[1:], phase="E", round_number=5))
    expect(page.locator(".estate").first).to_contain_text("18")
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("players", registry.spec("burgundy").players)
def test_others_estates_are_as_large_as_the_window_and_their_number_allow(
    players: int, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "burgundy", players)
    lay(page, server, table, decisions("burgundy", players)[0])
    smallest = []
    for width, height in ((1280, 720), (1440, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        smallest.append(min(page.evaluate(WIDTHS_OF_OTHERS_TILES)))
        for estate in page.locator(".estate").all():
            expect(estate).to_be_in_viewport(ratio=0.98)
    assert smallest[0] > (15 if players == 4 else 20), smallest
    assert smallest == sorted(smallest), smallest
    assert smallest[-1] > 1.7 * smallest[0], smallest


COVERED = """() => [...document.querySelectorAll(".seat:has(.stand-in)")].flatMap((seat) => {
  const box = seat.querySelector(".stand-in > summary").getBoundingClientRect(), middle = box.y + box.height / 2;
  const across = box.width < 30 ? [box.right - 6] : [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => box.x + share * box.width);
  return [...seat.querySelectorAll(".name, .panel text, .panel use")].filter((one) => {
    const there = one.getBoundingClientRect();
    const [from, to] = one.matches(".name") ? [there.x, there.x + one.scrollWidth / 2] : [there.x, there.right];
    const level = there.y + 2 < middle && middle < there.bottom - 2;
    return one.checkVisibility() && level && across.some((x) => from < x && x < to);
  }).map((one) => `${seat.innerText}: ${one.textContent || one.getAttribute("href")}`);
})"""
"""What lies below the word, or the sign, that says that somebody is away."""


@pytest.mark.parametrize(("game", "players"), [("burgundy", 4), ("hansa", 5), ("barony", 4)])
def test_that_somebody_is_away_is_said_beside_what_they_have(
    game: str, players: int, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, locale="pl")
    table = sit_down(page, server, game, players)
    lay(page, server, table, decisions(game, players)[0])
    for width, height in (*SIZES, (844, 390), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".stand-in > summary").first).to_be_visible()
        assert page.evaluate(COVERED) == [], f"{width}x{height}"


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
    expect(page.locator("#pieces .ghost")).to_have_count(1)  # the settlement, as it would stand there
    assert table.seq == before
    page.keyboard.press("Escape")
    expect(page.locator("#choice [data-confirm]")).to_have_count(0)
    expect(page.locator("#pieces .ghost")).to_have_count(0)
    page.locator("#sites [data-live]").first.dispatch_event("click")
    page.click("#choice [data-confirm]")
    page.wait_for_function(f"() => window.burgrave.state().seq > {before}")


def test_a_line_of_the_menu_says_the_whole_move_and_is_not_asked_about_again(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    page.evaluate("localStorage.setItem('confirm', 'on')")
    table = sit_down(page, server, "hansa", 3)
    lay(page, server, table, hansa.Table(3).position())
    page.mouse.click(*page.evaluate(FREE_POINT, "#sites [data-site='hamburg-lubeck']"))
    page.click("#menu [data-move='place merchant hamburg-lubeck']")
    page.wait_for_function("() => !window.burgrave.busy()")
    assert table.state.match.log[-1] == "place merchant hamburg-lubeck"


def test_another_tile_takes_the_place_of_the_one_that_was_chosen_even_if_all_news_come_late(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    news: list[Any] = []
    holds: list[str] = []

    def listen(socket: Any) -> None:
        to_server = socket.connect_to_server()
        socket.on_message(to_server.send)
        to_server.on_message(lambda message: news.append((socket, message)) if holds else socket.send(message))

    def answer(route: Any) -> None:
        found = route.fetch()
        if holds:  # the page hears of both, the tile taken back and the other one, before it has this answer
            wait_until(lambda: len(news) >= 2, lambda _: page.wait_for_timeout(10))
            holds.clear()
            for socket, message in news:
                socket.send(message)
            page.wait_for_timeout(200)
        route.fulfill(response=found)

    page.route_web_socket("**", listen)
    page.route("**/moves*", answer)
    table = sit_down(page, server, "amber", 2)
    tiles = [position for position in decisions("amber", 2) if position.point == "tile"]
    position = max(tiles, key=lambda one: len(one.moves()))
    lay(page, server, table, position)
    first, second, *_ = (move.text.split()[1] for move in position.moves() if move.verb == "tile")
    page.mouse.click(*page.evaluate(FREE_POINT, f"[data-site='hand-{first}']"))
    page.wait_for_function("() => window.burgrave.state().point === 'place' && !window.burgrave.busy()")
    holds.append(second)
    page.mouse.click(*page.evaluate(FREE_POINT, f"[data-site='hand-{second}']"))
    wait_until(lambda: table.state.match.log[-1:] == (f"tile {second}",), lambda _: page.wait_for_timeout(10))
    page.wait_for_function(f"() => window.burgrave.state().seq >= {table.seq} && !window.burgrave.busy()")
    expect(page.locator("#sites [data-live]").first).to_be_visible()


SCALE = "document.querySelector('#world').getScreenCTM().a"


def test_on_a_phone_a_tap_beside_everything_brings_the_board_near_and_back(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, *SIZES[-1])
    table = sit_down(page, server, "hansa", 3)
    lay(page, server, table, hansa.Table(3).position())
    before, whole = table.seq, page.evaluate(SCALE)
    box = page.locator("#boardbox").bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + 12)  # the sea
    page.mouse.click(*at)
    assert page.evaluate(SCALE) > 2 * whole
    page.mouse.click(*at)
    assert page.evaluate(SCALE) == pytest.approx(whole)
    assert table.seq == before


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


def test_a_place_that_nothing_leads_to_leaves_a_move_that_waits_for_a_yes(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('confirm', 'on')")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    table = sit_down(page, server, "amber", 2)
    position = next(position for position in decisions("amber", 2) if position.point == "castle")
    lay(page, server, table, position)
    chosen = position.moves()[0].args[0]
    page.mouse.click(*page.evaluate(FREE_POINT, f"#sites [data-site='{chosen}']"))
    expect(page.locator("#choice [data-confirm]")).to_be_visible()
    page.locator("#sites [data-site]:not([data-live])").first.dispatch_event("click")
    expect(page.locator("#choice [data-confirm]")).to_be_visible()
    assert page.locator("#menu").is_hidden()
    assert faults == []


def test_on_a_phone_the_map_stays_while_the_bar_offers_all_that_can_be_done(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, *SIZES[-1])
    table = sit_down(page, server, "catan", 2)
    ada = Seat(settlements=[24], roads=walk(24, 18), hand={"wool": 1, "grain": 1, "ore": 1})
    lay(page, server, table, catan_table(ada, Seat(settlements=[46], roads=walk(46, 50))))
    expect(page.locator("[data-tab=common][data-waits]")).to_be_visible()  # the cards that can be bought lie there
    expect(page.locator("[data-tab=board]")).to_have_attribute("aria-selected", "true")


def test_on_a_phone_what_lies_behind_a_tab_has_a_button(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE, *SIZES[-1])
    table = sit_down(page, server, "hansa", 3)
    route = hansa.Table(3).stand("groningen-emden", "p0", "p0", "p0").position()
    lay(page, server, table, route.play("establish groningen-emden"))
    expect(page.locator("[data-tab=board]")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#choice button")).to_contain_text(["Develop Book", "None of these: clear the route"])
    page.click("#choice [data-move='develop book']")
    page.wait_for_function("() => window.burgrave.state().point === 'turn'")
    assert table.state.match.log[-1] == "develop book"


def test_on_a_phone_five_long_names_can_be_read(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = open_table(page, server, "hansa", ["me", *["person"] * 4], "Wilhelmina")
    for seat in range(1, 5):
        seat_elsewhere(server, table, seat, f"Dobromira {seat}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    names = page.locator("#seats .name")
    expect(names).to_have_count(5)
    for name in names.all():
        expect(name).to_be_in_viewport(ratio=1)
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_kind_of_action_that_is_chosen_says_how_it_goes_on(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "hansa", 3)
    lay(page, server, table, hansa.Table(3).position())
    prompt, step = page.locator("#prompt"), page.locator("#step")
    expect(prompt).to_be_visible()
    expect(step).to_be_hidden()
    page.locator("#kinds button").get_by_text("Place", exact=True).click()
    expect(step).to_have_text("Place: choose what glows")
    expect(prompt).to_be_hidden()
    page.keyboard.press("Escape")
    expect(prompt).to_be_visible()
    expect(step).to_be_hidden()


def test_a_price_begins_what_is_paid_with_it_or_says_what_is_lacking(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = sit_down(page, server, "catan", 2)
    ada = Seat(settlements=[24], roads=walk(24, 18), hand={"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1})
    lay(page, server, table, catan_table(ada, Seat(settlements=[46], roads=walk(46, 50))))
    before = table.seq
    page.click("[data-kind=city]")
    expect(page.locator("#toast")).to_contain_text("you lack 1 grain and 2 ore")
    page.click("[data-kind=road]")
    expect(page.locator("#kinds [aria-pressed=true]")).to_contain_text("Road")
    expect(page.locator("#sites [data-live]")).to_have_count(4)
    page.click("[data-kind=buy]")
    assert table.seq == before  # nothing is bought unasked
    page.click("#choice [data-confirm=buy]")
    page.wait_for_function("() => !window.burgrave.busy()")
    assert "buy" in table.state.match.log


def vain_route() -> Position:
    """Anna may establish one route only, and it has neither an office nor a skill for her."""
    return hansa.Table(2).office("goslar", "p1").stand("goslar-magdeburg", "p0", "p0").position()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_kind_of_action_with_one_possibility_says_what_it_would_bring_and_waits(
    width: int, visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, width, 844)
    table = sit_down(page, server, "hansa", 2)
    lay(page, server, table, vain_route())
    before, kind, yes = table.seq, page.locator("#kinds button").nth(4), page.locator("#choice [data-confirm]")
    kind.click()
    expect(page.locator("#step")).to_contain_text("Establish the route Goslar–Magdeburg?")
    expect(page.locator("#step")).to_contain_text("neither an office nor a skill to be had there")
    expect(kind).to_have_attribute("aria-pressed", "true")
    page.click("#back button") if width < NARROW else kind.click()
    expect(yes).to_have_count(0)
    expect(kind).to_have_attribute("aria-pressed", "false")
    kind.focus()
    page.keyboard.press("Enter")
    expect(yes).to_be_focused()
    assert table.seq == before
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => window.burgrave.state().seq > {before}")
    assert "establish goslar-magdeburg" in table.state.match.log


def test_on_a_phone_a_tile_is_picked_up_without_being_asked_about_and_the_board_stays_where_it_is(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, *SIZES[-1])
    page.evaluate("localStorage.setItem('confirm', 'on')")
    table = sit_down(page, server, "amber", 3)
    choosing = next(position for position in decisions("amber", 3) if position.point == "tile")
    lay(page, server, table, choosing)
    board = page.locator("#boardbox").bounding_box()
    page.locator("[data-site^=hand-][data-live]").first.click()
    page.wait_for_selector("[data-site^=turn-]")
    assert page.locator("#boardbox").bounding_box() == board
    assert table.state.match.position.point in ("place", "second place")


def test_on_a_phone_the_first_games_helper_keeps_its_room_and_says_what_others_do(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, *SIZES[-1])
    page.evaluate("Object.assign(localStorage, { explain: 'on', speed: 'slow' })")  # others' moves are shown one by one
    table = open_table(page, server, "hansa", ["me", "bot:random", "bot:random"], first="p0")
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    board, helper = page.locator("#boardbox"), page.locator("#explain")
    expect(helper).to_contain_text("Your actions")
    places = [board.bounding_box(), page.locator("#explain-off").bounding_box()]
    page.click("#choice [data-move=end]")
    expect(page.locator("#explain-text")).to_contain_text(f"{table.state.names[1]} ")
    assert [board.bounding_box(), page.locator("#explain-off").bounding_box()] == places


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
