"""Small things at a table that one misses when they fail: going back, gliding, the log's links, the switches."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from waiting import wait_until

from browser.helpers import SMALL_PAGE, click_move, make_table, playable, post, until_live

RECORD = Path(__file__).parents[1] / "records" / "catan-beginners.txt"

COUNT_GLIDES = """() => {
  const animate = Element.prototype.animate;
  window.glides = 0;
  Element.prototype.animate = function (...how) { window.glides += 1; return animate.apply(this, how); };
}"""


def test_escape_goes_back_pieces_glide_switches_stay_and_the_log_leads_to_positions(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE)
    page.emulate_media(reduced_motion="no-preference")
    table = server.table(make_table(page, "hansa", ["me", "bot:easy"], first="p0"))
    page.wait_for_function("() => window.burgrave?.state().turn")

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

    line = page.locator("#log .event a").first
    number = str(line.get_attribute("data-n"))
    line.click()
    expect(page.locator("#peek")).to_be_visible()
    page.click("#peek-replay")
    page.wait_for_url(f"**/replay/{table.id}?n={number}*")
    expect(page.locator("#at")).to_contain_text(f"{number} /")


def test_a_position_that_cannot_be_drawn_is_played_from_the_list_of_moves(
    visit: Callable[..., Page], server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit(SMALL_PAGE)
    table = server.table(make_table(page, "barony", ["me", "me"]))
    page.wait_for_function("() => window.burgrave?.state().turn")

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
        page.click("#further > summary")
        page.click("#fold-moves > summary")
        page.locator("#allmoves button").first.click()
        page.wait_for_function(f"() => window.burgrave.state().seq > {before}")
    page.reload()  # the ground comes with the page
    click_move(page, table, table.state.to_act, table.state.view(table.state.to_act).moves()[0].text)
    expect(page.locator("#asides")).not_to_contain_text("cannot be drawn")
    expect(page.locator("#pieces .piece").first).to_be_attached()


def test_the_clock_counts_down_to_the_servers_deadline_whatever_the_device_believes(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit("/new/catan", spoilt=True)
    page.select_option("#clock", "600+0+0")
    page.fill("#name", "Anna")
    page.check("input[name=players][value='2']", force=True)
    for seat in (0, 1):
        page.select_option(f"#seat{seat}", "me")
    page.click("form.new button.main")
    page.wait_for_url("**/table/*")
    until_live(page)
    table = server.table(page.url.rsplit("/", 1)[1].partition("?")[0])

    def shows(skipped: int) -> bool:
        """Whether the page shows what is left by the server's clock, but for seconds that only the page skipped."""
        minutes, seconds = page.inner_text("#clock").split(":")
        left = table.state.deadline - time.time() - skipped
        return abs(60 * int(minutes) + int(seconds) - left) < 3

    page.clock.install(time="2001-02-03 04:05:06")  # years behind
    page.reload()
    page.wait_for_selector("#clock:not([hidden])")
    until_live(page)
    wait_until(lambda: shows(0))
    page.clock.fast_forward("03:00")
    wait_until(lambda: shows(180))


@pytest.mark.parametrize("game", playable())
def test_the_form_for_a_new_table_asks_for_what_matters_only_and_its_button_is_in_sight(
    game: str, visit: Callable[..., Page]
) -> None:
    page = visit(f"/new/{game}")
    for field in ("#name", "#clock", "[name=rated]", "#hints", "form.new button.main"):
        expect(page.locator(field)).to_be_in_viewport()
    expect(page.locator("#time_out")).to_be_hidden()
    page.select_option("#clock", "600+0+0")
    expect(page.locator("#time_out")).to_be_visible()
    expect(page.locator("#knows")).to_be_hidden()
    page.check("[name=by_hand]")
    expect(page.locator("#knows")).to_be_visible()


NUMBERS = """() => Object.fromEntries([...document.querySelectorAll("#sites [data-site]")].map((site) => {
  const box = site.getBoundingClientRect(), at = (one) => one.getBoundingClientRect();
  const off = (one) => at(one).y + at(one).height / 2 - box.y;
  const beside = (one) => Math.abs(at(one).x + at(one).width / 2 - box.x - box.width / 2);
  const inside = (one) => beside(one) < 1 && off(one) > 0 && off(one) < box.height;
  return [site.dataset.site, [...document.querySelectorAll(".place-number")].find(inside)?.textContent ?? ""];
}))"""


def test_places_show_the_numbers_that_texts_name_them_by_when_asked_to(visit: Callable[..., Page]) -> None:
    page = visit(SMALL_PAGE)
    make_table(page, "catan", ["me", "bot:random"])
    page.wait_for_selector("#board")
    expect(page.locator(".place-number")).to_have_count(0)
    page.click("#preferences > summary")
    page.check("[data-setting=numbers]")
    page.reload()
    page.wait_for_selector(".place-number")
    shown = page.evaluate(NUMBERS)
    assert [shown[site] for site in ("v12", "e30")] == ["12", "30"]
    page.click("#preferences > summary")
    page.uncheck("[data-setting=numbers]")
    expect(page.locator(".place-number")).to_have_count(0)


def test_a_new_person_finds_nothing_of_the_one_before(browsers: Any, server: Any) -> None:
    """Windows are used again by the tests here; whatever pages have kept is gone by then."""
    told = """async () => [
      localStorage.length, sessionStorage.length, (await caches.keys()).length, document.cookie,
      (await navigator.serviceWorker.getRegistrations()).length]"""
    before = browsers.context()
    page = before.new_page()
    page.goto(server.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => { localStorage.mine = sessionStorage.mine = 'x'; })")
    assert before.cookies() != []
    browsers.leave(before, server.address, spoilt=False)
    after = browsers.context()
    assert (after, after.cookies(), after.pages) == (before, [], [])
    page = after.new_page()
    page.goto(server.address + "/api/games")
    assert page.evaluate(told)[1:] == [0, 0, "", 0]
    assert page.evaluate("localStorage.mine") is None
    browsers.leave(after, server.address, spoilt=True)


def test_a_celebration_that_is_cut_short_leaves_nothing_behind(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    page.emulate_media(reduced_motion="no-preference")
    kept = post(page, server, "/api/records", RECORD.read_text(encoding="utf-8"), "text/plain")["id"]
    page.goto(f"{server.address}/result/{kept}")
    expect(page.locator(".confetto")).not_to_have_count(0)
    page.evaluate("document.getAnimations().forEach((one) => one.cancel())")  # as when the page is left
    expect(page.locator(".confetto")).to_have_count(0)
