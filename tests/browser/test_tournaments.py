"""A tournament in the browser: its form with the game's options, and a page that changes while one looks."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from server.running import RunningServer

from browser.helpers import SMALL_PAGE
from browser.test_table_page import serious


def test_a_tournament_is_made_with_options_joined_and_followed_without_reloading(
    server: RunningServer, visit: Callable[..., Page]
) -> None:
    host = visit(SMALL_PAGE)
    host.goto(f"{server.address}/tournament/new/catan")
    host.fill("#title", "Kubek")
    host.fill("#name", "Hanna")
    host.check("input[name=players][value='2']", force=True)
    host.fill("#rounds", "1")
    host.click("#options > summary")
    host.select_option("#option-target_points", "6")
    host.click("form.new button.main")
    host.wait_for_url("**/tournament/*")
    expect(host.locator(".facts")).to_contain_text("Points to win: 6")
    expect(host.locator("#tournament-standings")).to_contain_text("Hanna")
    guest = visit(SMALL_PAGE, width=390, height=844)
    guest.goto(host.url)
    assert serious(guest) == []
    guest.fill("#name", "Gustaw")
    guest.click("#tournament-deeds button.main")
    expect(host.locator("#tournament-standings")).to_contain_text("Gustaw")
    host.click("#tournament-deeds button.main")
    expect(guest.locator("#tournament-stage")).to_have_text("Round 1 of 1")
    expect(guest.locator(".while-open")).to_be_hidden()
    mine = guest.locator("#tournament-rounds a.button.main")
    expect(mine).to_be_visible()
    assert serious(guest) == []
    mine.click()
    guest.wait_for_url("**/table/*")
