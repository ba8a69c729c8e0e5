"""A hint at the table: asked for by a button or a key, drawn on the board, told in words, played by one click."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from server.running import RunningServer

from browser.helpers import open_table, until_live
from browser.test_table_page import serious


@pytest.mark.parametrize("width", [1280, 390])
def test_a_hint_is_drawn_told_and_played(server: RunningServer, visit: Callable[..., Page], width: int) -> None:
    page = visit("/seat", width=width, height=844)
    table = open_table(page, server, "barony", ["me", "bot:random"])
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    page.wait_for_function("() => window.burgrave.state().turn")
    page.click("#hint-slot button")
    page.wait_for_selector("#hint [data-move]")
    sentences = page.locator("#hint p").all_inner_texts()
    assert sentences[0].startswith("Best now: ")
    assert page.locator("#drawn .best").count() >= 1
    box = page.locator("#hint").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert serious(page) == []
    page.keyboard.press("Escape")
    assert page.is_hidden("#hint")
    assert page.locator("#drawn .best").count() == 0
    page.keyboard.press("?")
    play = page.wait_for_selector("#hint [data-move]")
    assert play
    before, move = table.state.match.length, play.get_attribute("data-move")
    play.click()
    page.wait_for_function(f"() => window.burgrave.state().length > {before}")
    assert table.state.match.log[before] == move
    page.wait_for_selector("#hint", state="hidden")


def test_with_friends_there_is_no_hint_until_the_host_allows_it(
    server: RunningServer, visit: Callable[..., Page]
) -> None:
    page = visit("/seat")
    table = open_table(page, server, "barony", ["me", "me"])
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    page.wait_for_function("() => window.burgrave.state().turn")
    assert page.locator("#hint-slot button").count() == 0
    page.click("#further > summary")
    page.click("#fold-table > summary")
    page.select_option("#hints-for", "all")
    page.wait_for_selector("#hint-slot button")


def test_who_wants_no_hints_is_offered_none(server: RunningServer, visit: Callable[..., Page]) -> None:
    page = visit("/seat")
    table = open_table(page, server, "barony", ["me", "bot:random"])
    page.goto(f"{server.address}/table/{table.id}")
    page.wait_for_selector("#hint-slot button")
    page.click("#preferences > summary")
    page.uncheck("[data-setting=hints]")
    page.wait_for_selector("#hint-slot button", state="detached")
    page.check("[data-setting=hints]")
    page.wait_for_selector("#hint-slot button")


def test_a_hint_about_a_die_or_a_card_is_seen_beside_the_board(
    server: RunningServer, visit: Callable[..., Page]
) -> None:
    page = visit("/seat")
    table = open_table(page, server, "burgundy", ["me", "bot:random"])
    page.goto(f"{server.address}/table/{table.id}")
    page.wait_for_selector("[data-site^=die-][data-live]")
    page.click("#hint-slot button")
    hinted = page.wait_for_selector(".panel [data-hinted]")
    assert hinted
    page.wait_for_selector("#hint [data-move]")
    around = hinted.bounding_box()
    assert around
    shown = page.screenshot(clip=around)
    page.keyboard.press("Escape")
    page.wait_for_selector("#hint", state="hidden")
    assert page.screenshot(clip=around) != shown
