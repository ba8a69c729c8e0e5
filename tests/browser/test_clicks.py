"""What a click does, and that it does nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import burgundy.burgundy_table as burgundy
import hansa.hansa_table as hansa
import pytest
from playwright.sync_api import Page, expect

from browser.helpers import FREE_POINT, SMALL_PAGE, open_table
from browser.situations import LANGUAGES, Situation, sit_down
from burgrave.core.position import Position

INSIDE = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""


def low_on_the_map() -> Position:
    """Bea may place or displace at the lower edge of the map."""
    return hansa.Table(3, first="p1").stand("coellen-warburg", "p2 merchant").position()


def last_of_a_round() -> Position:
    """Bea has one die left, with which she may place a tile that has a long name."""
    bea = burgundy.seat(storage=["k23"], dice=[1])
    return burgundy.table(burgundy.seat(), bea, phase="B", turn=1)


def first_of_a_turn() -> Position:
    """Bea has two dice to choose from, and goods beside them."""
    bea = burgundy.seat(dice=[2, 5], goods={"turquoise": 1, "red": 1, "brown": 1}, workers=1, silver=1)
    return burgundy.table(burgundy.seat(), bea, phase="B", turn=1)


def test_what_was_clicked_leaves_no_box_on_what_takes_its_place(visit: Callable[..., Page], server: Any) -> None:
    page, _ = sit_down(visit, server, Situation(first_of_a_turn, "", ""))
    page.locator("[data-site=die-5][data-live]").click()
    page.wait_for_selector("[data-site=workers][data-live]")
    expect(page.locator(".panel [role=button]:not([data-live])")).to_have_count(0)
    assert page.evaluate("document.activeElement === document.body")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_menu_stays_in_sight_when_its_lines_tell_what_they_cost(
    visit: Callable[..., Page], server: Any, language: str
) -> None:
    page, _ = sit_down(visit, server, Situation(low_on_the_map, "", ""), language)
    page.mouse.click(*page.evaluate(FREE_POINT, "[data-site=coellen-warburg][data-live]"))
    page.wait_for_selector("#menu .preview")
    page.wait_for_function(INSIDE, arg="#menu")


ALL_WORDS = """() => [...document.querySelectorAll("#choice button, #kinds button")].every((button) => {
  const box = button.getBoundingClientRect(), bar = button.parentNode.getBoundingClientRect();
  return box.left >= bar.left - 1 && box.right <= bar.right + 1 && button.scrollHeight <= button.clientHeight + 1;
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_question_for_a_yes_is_in_the_bar_from_its_first_word_to_its_last(
    visit: Callable[..., Page], server: Any, language: str
) -> None:
    page, _ = sit_down(visit, server, Situation(last_of_a_round, "", ""), language)
    page.locator("[data-site=die-1][data-live]").click()
    page.locator("[data-site=store-k23][data-live]").click()
    page.locator("#sites [data-live]").first.click()
    page.wait_for_selector("#choice [data-confirm]")
    assert page.evaluate(ALL_WORDS)


BAR_IN_SIGHT = """() => document.documentElement.scrollWidth <= innerWidth
  && [...document.querySelectorAll(".ask button")].every((one) => one.getBoundingClientRect().right <= innerWidth)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lay_out", [low_on_the_map, first_of_a_turn])
def test_a_phone_held_sideways_has_all_buttons_and_boards_that_can_be_read(
    visit: Callable[..., Page], server: Any, lay_out: Callable[[], Position], language: str
) -> None:
    page, _ = sit_down(visit, server, Situation(lay_out, "", ""), language, width=844, height=390)
    expect(page.locator("#kinds button").first).to_be_visible()
    assert page.evaluate(BAR_IN_SIGHT)
    drawn = page.locator(".area.field svg").evaluate_all(
        "boards => boards.map((one) => one.getBoundingClientRect().height)"
    )
    assert max(drawn) > 180
    for name in page.locator("#seats .name").all():
        assert name.evaluate("one => one.clientWidth > 0 && one.scrollWidth <= one.clientWidth")


def test_the_sides_of_a_sheet_are_large_enough_to_choose_from(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = open_table(page, server, "burgundy", ["me", "bot:random"], estates="sheets")
    page.goto(f"{server.address}/table/{table.id}")
    sides = page.locator("#sites [data-site^=side-][data-live]")
    expect(sides).to_have_count(2)
    assert min(sides.evaluate_all("sides => sides.map((one) => one.getBoundingClientRect().width)")) > 180
    sides.last.click()
    expect(page.locator("#sites [data-site^=side-]")).to_have_count(0)
