"""Puzzles in the browser, by mouse, keyboard and phone; the first game's helper; and axe on what one learns by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.helpers import FREE_POINT, TAB, open_table
from browser.test_lessons import wait_for
from browser.test_table_page import serious
from burgrave.core import puzzles
from burgrave.core.puzzles import Puzzle

GAME = "barony"


def easy() -> Puzzle:
    """A puzzle whose best move and greedy move go from hex to hex."""
    return next(one for one in puzzles.puzzles(GAME) if one.best.startswith("move") and one.greedy.startswith("move"))


def opened(visit: Callable[..., Page], one: Puzzle, *size: int, language: str = "en", **more: Any) -> Page:
    page = visit(f"/puzzles/{GAME}/{one.key}?language={language}", *size, **more)
    page.wait_for_selector("#puzzle-next")
    page.locator("#sites [data-live]").first.wait_for(state="attached")
    return page


def click(page: Page, text: str) -> None:
    """Make a knight's move with the mouse."""
    _, start, end = text.split()
    for site in (f"h{start}", f"h{end}"):
        selector = f"[data-site='{site}'][data-live]"

        def free(selector: str = selector) -> Any:
            page.evaluate(TAB, selector)
            return page.evaluate(FREE_POINT, selector)

        page.mouse.click(*wait_for(free, page))
        kind = page.locator("#menu:not([hidden]) [data-verb='move']:not([data-move])")
        whole = page.locator(f"#menu:not([hidden]) [data-move='{text}']")
        if whole.count():
            return whole.first.click()
        if kind.count():
            kind.first.click()


def test_a_puzzle_is_solved_by_clicking_after_a_wrong_try(visit: Callable[..., Page], server: Any) -> None:
    one = easy()
    page = opened(visit, one)
    click(page, one.greedy)
    expect(page.locator("#lesson-said")).to_contain_text("Try again.")
    click(page, one.best)
    expect(page.locator("#lesson-said")).to_contain_text("Right!")
    expect(page.locator("#puzzle-line li")).to_have_count(1 + len(one.lines.get(one.best, ())))
    expect(page.locator("#puzzle-standing")).to_contain_text("in a row: 0")
    page.locator("#puzzle-next").click()
    page.wait_for_url(lambda address: one.key not in address)
    page.goto(f"{server.address}/puzzles/{GAME}")
    expect(page.locator(f"[href$='/{one.key}']")).to_have_attribute("data-tried", "solved")


def test_a_puzzle_is_solved_by_keyboard_alone_in_polish(visit: Callable[..., Page]) -> None:
    one = easy()
    page = opened(visit, one, language="pl")
    page.keyboard.press(one.best[0])
    page.keyboard.type(one.best[1:] if page.locator("#typed").input_value() else one.best)
    page.keyboard.press("Enter")
    expect(page.locator("#lesson-said")).to_contain_text("Dobrze!")
    expect(page.locator("#puzzle-next")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: one.key not in address)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_puzzle_fits_a_phone_and_is_accessible(visit: Callable[..., Page], theme: str) -> None:
    one = easy()
    page = opened(visit, one, 390, 844, language="pl", color_scheme=theme)
    expect(page.locator("#prompt")).to_be_visible()  # what to decide, not only to find the best
    assert serious(page) == []
    page.locator("#puzzle-give-up").click()
    page.wait_for_selector("#puzzle-line li")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#puzzle-retry").click()
    expect(page.locator("#puzzle-give-up")).to_be_visible()


LEARNED_BY = [
    f"/puzzles/{GAME}",
    f"/learn/{GAME}",
    f"/learn/{GAME}/02-combat",
    "/learn/catan/02-trading",
    "/guide/catan",
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lessons_puzzles_and_guides_are_accessible(visit: Callable[..., Page], server: Any, theme: str) -> None:
    page = visit("/seat", color_scheme=theme)
    for path in LEARNED_BY:
        page.goto(f"{server.address}{path}?language=pl")
        page.locator("#lesson, .lessons, .guide").first.wait_for()
        assert serious(page) == [], path


def test_the_first_game_explains_itself_until_somebody_knows_it(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/", 390, 844)
    table = open_table(page, server, GAME, ["me", "bot:easy"])
    page.goto(f"{server.address}/table/{table.id}?language=en")
    page.wait_for_function("() => window.burgrave.state().turn")
    expect(page.locator("#explain-name")).to_have_text("Starting cities")
    assert serious(page) == []
    page.locator("#explain-off").click()
    expect(page.locator("#explain")).to_be_hidden()
    page.locator("#further > summary").click()
    expect(page.locator("#further .sheet")).to_be_in_viewport(ratio=1)
    page.reload()
    page.wait_for_function("() => window.burgrave.state().turn")
    expect(page.locator("#explain")).to_be_hidden()
    page.evaluate("() => document.querySelector('[data-setting=explain]').click()")
    expect(page.locator("#explain")).to_be_visible()
