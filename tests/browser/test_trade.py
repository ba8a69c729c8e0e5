"""The trade window: offers put together and sent whole, answers of all at once, deals by a click, the bank if meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from playing import NAMES
from playwright.sync_api import Locator, Page, expect
from waiting import wait_until

from browser.helpers import SMALL_PAGE, open_table, take_seat, until_live
from browser.situations import Situation, lay_out, on_loop
from browser.test_table_page import serious
from burgrave.core.position import Position

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
HOMES = ((24, 18), (46, 50), (12, 17))


def traders(*hands: dict[str, int], **changes: Any) -> Position:
    """Ada is to trade; everybody has cards."""
    homes = zip(HOMES, hands, strict=False)
    seats = [Seat(settlements=[home], roads=walk(home, on), hand=hand) for (home, on), hand in homes]
    return catan_table(*seats, **changes)


def three() -> Position:
    """Ada has wool and much brick, Bea and Cyd have ore."""
    return traders({"wool": 2, "brick": 4}, {"ore": 1, "grain": 1}, {"ore": 2, "lumber": 1})


def two() -> Position:
    """Ada has wool and much brick, Bea has ore."""
    return traders({"wool": 2, "brick": 4}, {"ore": 1, "grain": 2})


def sit_down(
    visit: Callable[..., Page], server: Any, position: Callable[[], Position], language: str = "en", **more: Any
) -> tuple[list[Page], Any]:
    """The pages of all players of a laid-out position, and the table."""
    players = position().game.players
    pages = [visit(SMALL_PAGE, locale=language, **more) for _ in range(players)]
    table = open_table(pages[0], server, "catan", ["me"] + ["person"] * (players - 1), NAMES[0])
    for seat in range(1, players):
        take_seat(pages[seat], server, table, seat, NAMES[seat])
    lay_out(server, table, Situation(position, "", ""))
    for seat, page in enumerate(pages):
        page.goto(f"{server.address}/table/{table.id}?seat={seat}")
        until_live(page)
        page.wait_for_function("() => window.burgrave.state().trade !== undefined")
    return pages, table


def log(table: Any) -> list[str]:
    return list(table.state.match.log)


def until(page: Page, done: Callable[[], bool]) -> None:
    """Wait until something is so at the server."""
    wait_until(done, lambda seconds: page.wait_for_timeout(1000 * seconds))


def opened(page: Page) -> Locator:
    """The trade window of whoever's turn it is."""
    page.click("#kinds [data-opens=trade]")
    expect(page.locator("#trade")).to_be_visible()
    return page.locator("#trade")


def compose(page: Page, given: str, wanted: str) -> None:
    """Put goods into the open window."""
    for side, words in (("given", given), ("wanted", wanted)):
        for word in words.split():
            page.click(f"#trade-{side}-{word}")


def offer(page: Page, given: str = "wool", wanted: str = "ore") -> None:
    """Make an offer to the players."""
    opened(page)
    compose(page, given, wanted)
    page.click("#trade-send")


def test_an_offer_is_put_together_and_then_sent_whole(visit: Callable[..., Page], server: Any) -> None:
    (ada, bea), table = sit_down(visit, server, two)
    window = opened(ada)
    before = table.seq
    compose(ada, "wool wool", "ore")
    ada.click("#trade-wanted-ore", force=True)  # nobody has a second one
    expect(window.locator("#trade-given-wool .count")).to_have_text("2")
    expect(window.locator("#trade-wanted-ore .count")).to_have_text("1")
    expect(window.locator("#trade-wanted-wool")).to_have_attribute("aria-disabled", "true")
    ada.click("#trade-less-given-wool")
    expect(window.locator("#trade-hint")).to_have_text("1 × wool for 1 × ore")
    expect(bea.locator("#trade")).to_be_hidden()
    assert (table.seq, log(table)) == (before, [])
    ada.click("#trade-send")
    expect(bea.locator("#trade-title")).to_have_text("Ada offers")
    assert log(table) == ["give wool", "want ore", "offer"]
    expect(ada.locator("#trade-answer-1")).to_contain_text("is thinking")
    spectator = visit(f"/table/{table.id}")
    expect(spectator.locator("#trade .half .side-name")).to_have_text(["Ada gives", "Ada wants"])
    assert [button.get_attribute("id") for button in spectator.locator("#trade button").all()] == ["trade-close"]
    bea.click("#trade [data-move=accept]")
    expect(spectator.locator("#trade-answer-1")).to_contain_text("accepts")
    ada.click("#trade-deal-1")
    until(ada, lambda: log(table)[-2:] == ["accept", "deal p1"])
    expect(ada.locator("#trade")).to_be_hidden()
    expect(bea.locator("#trade")).to_be_hidden()
    expect(bea.locator("#trade-body button")).to_have_count(0)  # "Refuse" would be a pass that means something else
    expect(opened(ada).locator("#trade-past")).to_contain_text("deal with Bea")


def test_everybody_answers_at_once_and_is_heard_in_the_order_of_the_rules(
    visit: Callable[..., Page], server: Any
) -> None:
    (ada, bea, cyd), table = sit_down(visit, server, three)
    offer(ada)
    expect(cyd.locator("#trade [data-move=accept]")).to_be_visible()
    assert table.state.to_act == 1
    cyd.click("#trade [data-move=accept]")
    expect(cyd.locator("#trade .said")).to_contain_text("You have answered: I accept")
    assert log(table) == ["give wool", "want ore", "offer"]
    for other in (ada, bea):
        expect(other.locator("#trade-answer-2")).to_contain_text("is thinking")
        assert "early" not in other.evaluate("JSON.stringify(window.burgrave.state().trade.early ?? '')")
    cyd.reload()
    expect(cyd.locator("#trade .said")).to_contain_text("You have answered: I accept")
    bea.click("#trade [data-move=pass]")
    until(bea, lambda: log(table)[-2:] == ["pass", "accept"])
    expect(ada.locator("#trade-answer-1")).to_contain_text("refuses")
    expect(ada.locator("#trade-answer-2")).to_contain_text("accepts")
    expect(ada.locator("#panel-offer")).to_be_hidden()
    ada.keyboard.press("Escape")
    ada.click("#panel-offer [data-site=p2][data-live]")  # the panel beside the board deals too
    until(ada, lambda: log(table)[-1] == "deal p2")


def test_an_early_answer_can_be_changed(visit: Callable[..., Page], server: Any) -> None:
    (ada, bea, cyd), table = sit_down(visit, server, three)
    offer(ada)
    cyd.click("#trade [data-move=accept]")
    cyd.click("#trade-change")
    cyd.click("#trade [data-move=pass]")
    expect(cyd.locator("#trade .said")).to_contain_text("I refuse")
    bea.click("#trade [data-move=pass]")
    until(bea, lambda: log(table)[-2:] == ["pass", "pass"])
    expect(ada.locator("#trade-past")).to_contain_text("no deal")  # the window stays, with what was put together
    expect(ada.locator("#trade-given-wool .count")).to_have_text("1")


def test_a_counter_offer_is_made_before_its_turn_and_dealt_on_its_terms(
    visit: Callable[..., Page], server: Any
) -> None:
    (ada, bea, cyd), table = sit_down(visit, server, three)
    offer(ada)
    cyd.click("#trade-counter")
    expect(cyd.locator("#trade-title")).to_have_text("Counter-offer to Ada")
    expect(cyd.locator("#trade-given-ore .count")).to_have_text("1")  # begins with what was asked for
    compose(cyd, "", "wool")
    cyd.click("#trade-send")
    expect(cyd.locator("#trade .said")).to_contain_text("1 × ore for 2 × wool")
    bea.click("#trade [data-move=pass]")
    expect(ada.locator("#trade-answer-2")).to_contain_text("offers instead")
    assert log(table)[-4:] == ["give ore", "want wool", "want wool", "offer"]
    ada.click("#trade-answer-2 .name")  # anywhere on the answer
    until(ada, lambda: log(table)[-1] == "deal p2")
    assert table.state.view(0).s.hand[0].tolist() == [0, 0, 0, 4, 1]


def test_who_cannot_pay_is_told_so_and_refuses(visit: Callable[..., Page], server: Any) -> None:
    (ada, bea, _), table = sit_down(visit, server, three)
    offer(ada, "wool", "ore ore")
    accept = bea.get_by_role("button", name="Accept")
    expect(accept).to_have_attribute("aria-disabled", "true")
    names = bea.locator("#trade .trade-do button").all_inner_texts()
    assert names == ["Accept", "Refuse", "Counter…"]
    accept.click(force=True)
    expect(bea.locator("#toast")).not_to_be_empty()
    bea.click("#trade [data-move=pass]")
    until(bea, lambda: log(table)[-1] == "pass")


def test_the_bank_is_traded_with_by_choice_only(visit: Callable[..., Page], server: Any) -> None:
    (ada, _), table = sit_down(visit, server, two)
    ada.click("[data-site=hand-brick]")  # enough for the bank: the same gesture as with few cards
    expect(ada.locator("#trade-given-brick .count")).to_have_text("1")
    ada.click("[data-site=bank-grain]")
    expect(ada.locator("#trade-wanted-grain .count")).to_have_text("1")
    ada.click("[data-site=bank-lumber]")
    expect(ada.locator("#toast")).to_have_text("That does not fit into this offer.")  # nobody has any
    expect(ada.get_by_role("radio", name="With players")).to_be_checked()
    assert log(table) == []
    ada.get_by_role("radio", name="With the bank").click()
    ada.click("[data-site=hand-brick]")
    expect(ada.locator("#trade-given-brick .count")).to_have_text("4")
    expect(ada.locator("#trade-hint")).to_have_text("The bank gives 1 for that; you have chosen 0.")
    ada.click("[data-site=bank-lumber]")
    ada.get_by_role("button", name="Trade with the bank").click()
    until(ada, lambda: log(table) == ["bank brick lumber"])
    expect(ada.locator("#trade")).to_be_hidden()
    expect(opened(ada).locator("#trade-past")).to_contain_text("with the bank")


def test_several_trades_with_the_bank_go_together(visit: Callable[..., Page], server: Any) -> None:
    (ada, _), table = sit_down(visit, server, lambda: traders({"brick": 9, "wool": 1}, {"ore": 1}))
    opened(ada)
    ada.click("#trade-with-bank")
    compose(ada, "brick brick", "lumber")
    expect(ada.locator("#trade-send")).to_have_attribute("aria-disabled", "true")
    compose(ada, "", "ore")
    ada.click("#trade-send")
    until(ada, lambda: log(table) == ["bank brick lumber", "bank brick ore"])
    assert table.state.view(0).s.hand[0].tolist() == [1, 1, 0, 1, 1]


def test_typed_moves_and_the_window_go_together(visit: Callable[..., Page], server: Any) -> None:
    (ada, bea), table = sit_down(visit, server, two)
    for text in ("give wool", "want ore"):
        before = table.seq
        ada.keyboard.type(text)
        ada.keyboard.press("Enter")
        until(ada, lambda before=before: table.seq > before)
        ada.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
    expect(ada.locator("#trade-given-wool .count")).to_have_text("1")
    expect(ada.locator("#trade-less-given-wool")).to_be_hidden()  # what was said is said
    ada.click("#trade-send")
    until(ada, lambda: log(table) == ["give wool", "want ore", "offer"])
    expect(bea.locator("#trade")).to_be_visible()
    bea.keyboard.press("Escape")
    expect(bea.locator("#trade")).to_be_hidden()
    expect(bea.locator("#choice button")).to_have_text(["Accept the offer", "Refuse", "Show the trade"])
    bea.get_by_role("button", name="Show the trade").click()
    expect(bea.locator("#trade")).to_be_visible()
    bea.click("#trade [data-move=pass]")
    until(bea, lambda: log(table)[-1] == "pass")


def test_a_trade_with_the_keyboard(visit: Callable[..., Page], server: Any) -> None:
    (ada, _), table = sit_down(visit, server, two)
    ada.focus("#kinds [data-opens=trade]")
    ada.keyboard.press("Enter")
    expect(ada.locator("#trade-given-lumber")).to_be_focused()
    ada.focus("#trade-given-wool")
    ada.keyboard.press("Enter")
    expect(ada.locator("#trade-given-wool")).to_be_focused()
    ada.focus("#trade-wanted-ore")
    ada.keyboard.press("Space")
    ada.keyboard.press("Escape")
    expect(ada.locator("#trade")).to_be_hidden()
    expect(ada.locator("#kinds [data-opens=trade]")).to_be_focused()
    ada.keyboard.press("Enter")
    ada.focus("#trade-send")
    ada.keyboard.press("Enter")
    until(ada, lambda: log(table) == ["give wool", "want ore", "offer"])


WORDS = {
    "en": ("Trade", "With players", "With the bank", "Offer to the players", "Ada offers", "Accept", "Deal with Bea"),
    "pl": ("Handel", "Z graczami", "Z bankiem", "Zaproponuj graczom", "Ada oferuje", "Przyjmij", "wymiana z: Bea"),
}


def complaints(page: Page) -> list[str]:
    """What axe says against the page, but for the log, whose lines are links in summaries."""
    return [one for one in serious(page) if "<summary>" not in one]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_window_speaks_both_languages_and_is_accessible(
    visit: Callable[..., Page], server: Any, language: str, theme: str
) -> None:
    title, players, bank, send, offers, accept, deal = WORDS[language]
    (ada, bea), _ = sit_down(visit, server, two, language, color_scheme=theme)
    window = opened(ada)
    expect(window.locator("h2")).to_have_text(title)
    for name in (players, bank):
        expect(window.get_by_role("radio", name=name)).to_be_visible()
    compose(ada, "wool", "ore")
    assert complaints(ada) == []
    window.get_by_role("button", name=send).click()
    expect(bea.locator("#trade-title")).to_have_text(offers)
    assert complaints(bea) == []
    bea.locator("#trade").get_by_role("button", name=accept).click()
    expect(ada.locator("#trade").get_by_role("button", name=re.compile(deal))).to_be_visible()
    assert complaints(ada) == []


COVERED = """selector => [...document.querySelectorAll(selector)].filter((button) => {
  const box = button.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
  return box.width && !button.contains(document.elementFromPoint(...at));
}).map((button) => button.id)"""


def test_the_window_fits_a_phone(visit: Callable[..., Page], server: Any) -> None:
    (ada, bea, cyd), table = sit_down(visit, server, three, **PHONE)
    ada.tap("#kinds [data-opens=trade]")
    assert ada.evaluate(COVERED, "#trade button:not(:disabled)") == []
    assert ada.evaluate("document.documentElement.scrollWidth") <= 390
    ada.tap("[data-site=hand-wool]")
    ada.tap("#trade-wanted-ore")
    ada.tap("#trade-send")
    cyd.tap("#trade [data-move=accept]")
    expect(cyd.locator("#trade .said")).to_be_visible()
    bea.tap("#trade-counter")
    assert bea.evaluate(COVERED, "#trade button:not(:disabled)") == []
    bea.tap("#trade-back")
    bea.tap("#trade [data-move=accept]")
    ada.tap("#trade-deal-2")
    until(ada, lambda: log(table)[-1] == "deal p2")
    expect(ada.locator("#trade")).to_be_hidden()


def test_a_bots_offer_is_shown_as_a_whole(visit: Callable[..., Page], server: Any) -> None:
    (_, bea), table = sit_down(visit, server, two)
    seen = """() => (window.stages = [], setInterval(() => {
      const { state } = window.burgrave; const one = document.querySelector("#prompt").textContent;
      if (window.stages.at(-1) !== one) window.stages.push(one);
    }, 1))"""
    bea.evaluate(seen)
    texts = iter(("give wool", "give wool", "want ore", "offer"))

    async def chosen(*_: Any) -> str:
        return next(texts)

    table.autoplay._chosen = chosen
    on_loop(server, table.fill(0, "easy"))
    expect(bea.locator("#trade-title")).to_have_text("Ada offers")
    assert log(table) == ["give wool", "give wool", "want ore", "offer"]
    moved = [event for event in table.state.events if event.kind == "move"][-4:]
    assert len({event.at for event in moved}) == 1
    assert not [stage for stage in bea.evaluate("window.stages") if "nothing" in stage]
