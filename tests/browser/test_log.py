"""The log: lines with their terms, positions behind them, the whole game by scrolling and searching."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import burgrave
from browser.helpers import SMALL_PAGE, make_table, post, until_live
from browser.situations import SITUATIONS, on_loop, play_out, sit_down

RECORD = Path(__file__).parents[1] / "records" / "catan-with-trade.txt"


def test_a_trade_is_one_line_with_its_terms(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["trade"])
    play_out(server, table, SITUATIONS["trade"], page)
    expect(page.locator("#log .event")).to_have_count(1)
    expect(page.locator("#log .event a")).to_have_text("Ada gives Bea 2 wool. Bea gives Ada 1 ore.")
    expect(page.locator("#log .event p", has_text="Ada offers 2 wool.")).to_be_hidden()
    page.locator("#log .event summary").click()
    expect(page.locator("#log .event p", has_text="Ada offers 2 wool.")).to_be_visible()


def test_ones_own_turn_is_an_alert_with_what_is_to_be_done(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["trade"])
    expect(page.locator("#alert[role=alert]")).to_be_empty()
    play_out(server, table, SITUATIONS["trade"], page, 4)
    prompt = page.locator("#prompt").text_content() or ""
    expect(page.locator("#alert")).to_have_text(f"Your turn! {prompt}")


def test_a_line_shows_its_position_while_the_game_goes_on(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["coin"])
    play_out(server, table, SITUATIONS["coin"], page, 2)
    page.locator("#log .event a").first.click()
    expect(page.locator("#peek")).to_be_visible()
    expect(page.locator("#peek [data-place=b6][data-marked]")).to_have_count(1)
    expect(page.locator("#peek [data-site]")).to_have_count(0)
    expect(page.locator("#log a[aria-current]")).to_have_count(1)
    page.click("#peek button")
    expect(page.locator("#peek")).to_be_hidden()
    expect(page.locator("#log a[aria-current]")).to_have_count(0)


def idle_move(table: Any) -> str:
    """What somebody plays who wants nothing but to get on."""
    texts = [move.text for move in table.state.view(table.state.to_act).moves()]
    return next((text for text in ("roll", "end", "pass") if text in texts), texts[0])


def long_game(page: Page, server: Any, moves: int) -> Any:
    """A Catan table at which nobody does anything but roll and end the turn."""
    page.evaluate("localStorage.forced = 'off'")  # nobody but the loop below plays
    table = server.table(make_table(page, "catan", ["me", "me"], set_up="beginner"))
    page.wait_for_selector("#board")

    async def play() -> None:
        while table.state.match.length < moves:
            await table.play(table.state.to_act, table.seq, idle_move(table))

    on_loop(server, play())
    page.reload()
    until_live(page)
    page.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
    return table


def test_the_log_is_one_stop_of_tab_and_arrows_walk_over_its_lines(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["trade"])
    play_out(server, table, SITUATIONS["trade"], page)
    page.focus("#log")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.querySelector('#log').contains(document.activeElement)")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#log")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log .event a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#peek")).to_be_visible()


def test_the_whole_game_is_loaded_as_one_scrolls_and_searched(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = long_game(page, server, 400)
    first = "Number(document.getElementById('log').dataset.first)"
    begun = page.evaluate(first)
    assert begun > 100
    page.locator("#log .turn").last.scroll_into_view_if_needed()
    page.wait_for_function(f"() => {first} < {begun}")
    wanted = "The dice show 6 and 1."
    lines = [line for turn in table.state.match.story(None, "en") for one in turn.told for line in one.lines]
    assert wanted in lines
    page.fill("#log-search", wanted.upper())
    page.wait_for_function(f"() => {first} === 1")
    expect(page.locator("#log-found")).to_have_text(f"Found: {lines.count(wanted)}")
    expect(page.locator("#log .turn:visible")).to_have_count(lines.count(wanted))
    page.fill("#log-search", "")
    expect(page.locator("#log-found")).to_be_empty()
    numbers = page.evaluate("[...document.querySelectorAll('#log .turn')].map((turn) => Number(turn.dataset.first))")
    assert numbers == sorted(set(numbers), reverse=True)


def test_older_turns_stay_when_a_new_move_comes(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = long_game(page, server, 200)
    page.fill("#log-search", "dice")
    page.wait_for_function("() => document.getElementById('log').dataset.first === '1'")
    page.fill("#log-search", "")
    turns = page.locator("#log .turn").count()
    on_loop(server, table.play(table.state.to_act, table.seq, idle_move(table)))
    page.wait_for_function(f"() => document.getElementById('log').dataset.last === '{table.state.match.length}'")
    assert page.locator("#log .turn").count() in (turns, turns + 1)
    assert page.evaluate("document.getElementById('log').dataset.first") == "1"


def test_a_replay_has_the_same_log_with_the_line_of_its_position(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = long_game(page, server, 200)
    page.goto(f"{server.address}/replay/{table.id}?n=60")
    expect(page.locator("#log a[aria-current]")).to_have_count(1)
    line = page.locator("#log .turn").first.locator("a[data-n]").first
    number = line.get_attribute("data-n")
    line.click()
    expect(page.locator("#at")).to_contain_text(f"{number} /")
    expect(line).to_have_attribute("aria-current", "true")


def test_a_replay_that_is_opened_anywhere_has_the_line_of_its_position_in_sight(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    kept = post(page, server, "/api/records", RECORD.read_text(encoding="utf-8"), "text/plain")["id"]
    length = burgrave.load(RECORD).length
    for number in (length // 4, length // 2, length - 40):
        page.goto(f"{server.address}/replay/{kept}?n={number}")
        expect(page.locator("#log a[aria-current]")).to_be_in_viewport()
