"""A lesson in the browser, by clicking, in both languages; and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import waiting
from playwright.sync_api import Page, expect

from browser.helpers import FREE_POINT, TAB
from burgrave.core import lessons
from burgrave.core.lessons import Lesson

GAME, NAME = "barony", "02-combat"


def wait_for(look: Callable[[], Any], page: Page) -> Any:
    """What looking finds, once it finds something."""
    return waiting.wait_for(look, lambda seconds: page.wait_for_timeout(1000 * seconds))


def click(page: Page, lesson: Lesson, text: str) -> None:
    """Make a move with the mouse only: its sites one after the other, or its button."""
    game = lesson.begin.game
    for site in game.rules.parts.sites(game.move(text)):
        selector = f"[data-site='{site}'][data-live]"

        def free(selector: str = selector) -> Any:
            page.evaluate(TAB, selector)
            return page.evaluate(FREE_POINT, selector)

        page.mouse.click(*wait_for(free, page))
        whole = page.locator(f"#menu:not([hidden]) [data-move='{text}']")
        if whole.count():
            return whole.first.click()
        kind = page.locator(f"#menu:not([hidden]) [data-verb='{text.split()[0]}']:not([data-move])")
        if kind.count():
            kind.first.click()
    if not game.rules.parts.sites(game.move(text)):
        page.locator(f"#choice [data-move='{text}']").click()


def solve(page: Page, lesson: Lesson, language: str) -> None:
    """Click through all steps by the first thing that each accepts."""
    for step in lesson.steps:
        expect(page.locator("#lesson-at")).to_have_text(re.compile(rf"^{step.number} "))
        expect(page.locator("#lesson-text")).to_have_text(step.text[language])
        if step.accept:
            texts = lesson.solutions(step, lesson.at(step.number))[0]
            for number, text in enumerate(texts, 1):
                before = page.evaluate("() => window.burgrave.state().seq")
                click(page, lesson, text)
                wait_for(lambda before=before: page.evaluate("() => window.burgrave.state().seq") != before, page)
                if number < len(texts):
                    expect(page.locator("#lesson-next")).to_be_hidden()
            expect(page.locator("#lesson-said")).to_have_text(step.after[language])
        if step.number < len(lesson.steps):
            page.locator("#lesson-next").click()
    expect(page.locator("#lesson-end")).to_be_visible()


def test_a_lesson_is_solved_by_clicking(visit: Callable[..., Page], server: Any) -> None:
    lesson = lessons.lesson(GAME, NAME)
    page = visit(f"/learn/{GAME}/{NAME}?language=en")
    page.wait_for_selector("#lesson")
    page.locator("[data-site='h23'][data-live]").wait_for(state="attached")
    solve(page, lesson, "en")
    page.goto(f"{server.address}/learn/{GAME}")
    expect(page.locator(f"[data-lesson='{NAME}']")).to_have_attribute("data-done", "")
    expect(page.locator("#lessons-done")).to_have_text("1 of 3 lessons done")


def test_the_list_leads_on_to_where_one_was(visit: Callable[..., Page], server: Any) -> None:
    page = visit(f"/learn/{GAME}/{NAME}?language=en")
    page.wait_for_selector("#lesson", timeout=1000 * waiting.PATIENCE)
    page.evaluate("() => document.querySelector('#further').open = true")
    for text in ("move 23 24", "done"):
        page.locator(f"#allmoves [data-move='{text}']").click()
    page.evaluate("() => document.querySelector('#further').open = false")
    page.locator("#lesson-next").click()
    expect(page.locator("#lesson-at")).to_have_text("2 of 4")
    page.goto(f"{server.address}/learn/{GAME}")
    expect(page.locator(f"[data-lesson='{NAME}'] .verb")).to_have_text("Go on: step 2 of 4")
    page.locator(f"[data-lesson='{NAME}']").click()
    expect(page.locator("#lesson-at")).to_have_text("2 of 4")
    expect(page.locator("#lesson-text")).to_have_text(lessons.lesson(GAME, NAME).steps[1].text["en"])


def test_a_wrong_move_is_explained_and_one_can_go_back(visit: Callable[..., Page]) -> None:
    lesson = lessons.lesson(GAME, NAME)
    page = visit(f"/learn/{GAME}/{NAME}?language=pl", 390, 844)
    page.wait_for_selector("#lesson")
    page.evaluate("() => document.querySelector('#further').open = true")
    page.locator("#allmoves [data-move='recruit 23 1']").click()
    expect(page.locator("#lesson-said")).to_have_text(lesson.steps[0].wrong[0][1]["pl"])
    page.locator("#allmoves [data-move='move 23 24']").click()
    page.locator("#allmoves [data-move='done']").click()
    expect(page.locator("#lesson-said")).to_have_text(lesson.steps[0].after["pl"])
    page.evaluate("() => document.querySelector('#further').open = false")
    page.locator("#lesson-next").click()
    expect(page.locator("#lesson-text")).to_have_text(lesson.steps[1].text["pl"])
    page.locator("#lesson-back").click()
    expect(page.locator("#lesson-text")).to_have_text(lesson.steps[0].text["pl"])
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390


def test_on_a_phone_an_offer_is_made_without_scrolling(visit: Callable[..., Page]) -> None:
    page = visit("/learn/catan/02-trading?language=pl", 390, 844)
    page.wait_for_selector("#lesson")
    click(page, lessons.lesson("catan", "02-trading"), "roll")
    page.locator("#lesson-next").click()
    page.locator("#kinds [data-opens=trade]").click()
    for good in ("given-lumber", "wanted-grain"):
        page.locator(f"#trade-{good}").click()
    expect(page.locator("#trade-send")).to_be_in_viewport(ratio=1)
    page.locator("#trade-send").click()
    expect(page.locator("#lesson-next")).to_be_visible()
