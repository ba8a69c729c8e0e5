"""What a click does, and that it does nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import burgundy.burgundy_table as burgundy
import hansa.hansa_table as hansa
import pytest
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from playwright.sync_api import Page, expect

from browser.helpers import FREE_POINT, SMALL_PAGE, open_table, post, seat_elsewhere
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


def last_of_the_game() -> Position:
    """Bea has one die left, and nobody plays after her."""
    return burgundy.table(burgundy.seat(), burgundy.seat(dice=[1]), phase="E", round_number=5, turn=1)


def with_a_ship_to_place() -> Position:
    """Bea has a ship that fits two hexes of her estate."""
    bea = burgundy.seat(storage=["ship"], dice=[2, 2], workers=3)
    return burgundy.table(burgundy.seat(), bea, phase="B", turn=1)


def with_cards_to_build() -> Position:
    """Bea may build a road or a settlement, trade, or end her turn."""
    bea = Seat(settlements=[46], roads=walk(46, 50), hand={"brick": 1, "lumber": 1})
    return catan_table(Seat(settlements=[24], roads=walk(24, 18)), bea, to_act=1, active=1)


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


ALL_WORDS = """() => {
  const inside = (one, other) => {
    const [part, whole] = [one, other].map((element) => element.getBoundingClientRect());
    return part.height && ["left", "top"].every((side) => part[side] >= whole[side] - 1)
      && ["right", "bottom"].every((side) => part[side] <= whole[side] + 1);
  };
  const [text, bar] = [document.createRange(), document.querySelector(".ask")];
  text.selectNodeContents(document.querySelector("#step"));
  const buttons = [...document.querySelectorAll("#choice button, #kinds button")]
    .filter((one) => one.checkVisibility());
  return inside(text, bar) && buttons.every((button) =>
    inside(button, button.parentNode) && button.scrollHeight <= button.clientHeight + 1);
}"""
PLACE_OF_BAR = "JSON.stringify(document.querySelector('.ask').getBoundingClientRect())"
ASKED = {
    "en": ("Place knowledge tile 23", "in the north-east?", "This ends your turn, and the dice are rolled."),
    "pl": ("Umieść żeton nauki 23", "na północnym wschodzie", "To kończy turę, po czym rzuca się kośćmi."),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390), (768, 1024)])
def test_all_of_a_long_question_for_a_yes_stands_in_the_bar_and_nothing_moves_for_it(
    visit: Callable[..., Page], server: Any, language: str, size: tuple[int, int]
) -> None:
    width, height = size
    page, _ = sit_down(visit, server, Situation(last_of_a_round, "", ""), language, width=width, height=height)
    page.locator("[data-site=die-1][data-live]").click()
    before = page.evaluate(PLACE_OF_BAR)
    page.locator("[data-site=store-k23][data-live]").click()  # it fits one hex only
    for part in ASKED[language]:
        expect(page.locator("#step")).to_contain_text(part)
    page.wait_for_function(ALL_WORDS)
    assert page.evaluate(PLACE_OF_BAR) == before


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


def test_a_phone_held_sideways_shows_ones_own_pieces_and_five_seats_beside_the_map(
    visit: Callable[..., Page], server: Any
) -> None:
    page = visit(SMALL_PAGE, width=844, height=390)
    table = open_table(page, server, "hansa", ["me", *["person"] * 4])
    for seat, name in enumerate(("Bea", "Maximilian", "Cid", "Dan"), 1):
        seat_elsewhere(server, table, seat, name)
    page.goto(f"{server.address}/table/{table.id}")
    for one in [*page.locator("#seats .name").all(), *page.locator("[data-site^=personal-]").all()]:
        expect(one).to_be_in_viewport(ratio=1)
    for shown in page.locator("#seats .name").all():
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert min(page.locator("#seats .who > .panel").evaluate_all("all => all.map((one) => one.clientWidth)")) > 120


def skill_from_a_marker() -> Position:
    """Bea may develop any skill."""
    return hansa.Table(4, first="p1").give(1, "improve_skill").position().play("use improve_skill")


def test_a_phone_held_sideways_has_skills_in_sight_when_one_is_to_be_chosen(
    visit: Callable[..., Page], server: Any
) -> None:
    page, _ = sit_down(visit, server, Situation(skill_from_a_marker, "", ""), width=844, height=390)
    for skill in page.locator("[data-site^=skill-][data-live]").all():
        expect(skill).to_be_in_viewport(ratio=0.9)


WIDTHS = """selector => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().width)"""


def test_on_a_phone_held_sideways_what_the_decision_is_about_has_the_height_of_the_window(
    visit: Callable[..., Page], server: Any
) -> None:
    page, _ = sit_down(visit, server, Situation(first_of_a_turn, "", ""), width=844, height=390)
    page.locator("[data-site=die-2][data-live]").click()
    tiles, hexes = "#area-depots [data-site^=depot-]", "#sites [data-site^=x]"
    page.wait_for_function("() => window.burgrave.state().point === 'action'")
    large = min(page.evaluate(WIDTHS, tiles))
    assert large > 100
    page, _ = sit_down(visit, server, Situation(last_of_a_round, "", ""), width=844, height=390)
    page.locator("[data-site=die-1][data-live]").click()
    page.locator("#kinds button:has-text('Place')").click()
    page.wait_for_function(f"() => ({WIDTHS})('{hexes}').every((width) => width > 40)")
    assert max(page.evaluate(WIDTHS, tiles)) < large
    expect(page.locator("[data-area=hand] svg")).to_be_in_viewport(ratio=1)


def test_the_last_move_of_a_game_is_asked_about_where_it_is_clicked_and_where_it_is_listed(
    visit: Callable[..., Page], server: Any
) -> None:
    page, table = sit_down(visit, server, Situation(last_of_the_game, "", ""))
    page.locator("[data-site=die-1][data-live]").click()
    page.locator("[data-site=workers][data-live]").click()
    expect(page.locator("#step")).to_contain_text("This ends the game.")
    page.click("#back button")
    expect(page.locator("#step")).to_be_hidden()
    page.click("#further > summary")
    page.click("#fold-moves > summary")
    page.click("#allmoves [data-move=workers]")
    expect(page.locator("#step")).to_contain_text("This ends the game.")
    page.keyboard.press("Escape")
    page.click("#kinds button:has-text('Workers')")
    page.click("#choice [data-confirm]")
    page.wait_for_function("() => window.burgrave.state().status === 'over'")
    assert table.state.match.log[-1] == "workers"


def test_a_tile_that_is_taken_up_says_what_to_click_next(visit: Callable[..., Page], server: Any) -> None:
    page, _ = sit_down(visit, server, Situation(with_a_ship_to_place, "", ""))
    page.locator("[data-site=die-2][data-live]").click()
    page.locator("[data-site=store-ship][data-live]").click()
    expect(page.locator("#step")).to_have_text("Place: choose what glows")
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator("#sites [data-live]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_standing_answer_leaves_the_bar_to_what_can_be_done(
    visit: Callable[..., Page], server: Any, language: str
) -> None:
    page, table = sit_down(visit, server, Situation(with_cards_to_build, "", ""), language)
    post(page, server, f"/api/tables/{table.id}/standing?seat=1", {"answer": "refuse", "on": True})
    page.click("#preferences > summary")
    expect(page.locator("#standing input")).to_be_checked()
    page.click("#preferences > summary")
    expect(page.locator("#choice button")).to_have_count(1)
    page.wait_for_function(ALL_WORDS.replace("inside(text, bar) && ", ""))


def test_the_sides_of_a_sheet_are_large_enough_to_choose_from(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = open_table(page, server, "burgundy", ["me", "bot:random"], estates="sheets")
    page.goto(f"{server.address}/table/{table.id}")
    sides = page.locator("#sites [data-site^=side-][data-live]")
    expect(sides).to_have_count(2)
    assert min(sides.evaluate_all("sides => sides.map((one) => one.getBoundingClientRect().width)")) > 180
    sides.last.click()
    expect(page.locator("#sites [data-site^=side-]")).to_have_count(0)
