"""What happens is told and seen: a line of the log, read aloud; things fly, points float, dice roll, banners tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import burgundy.burgundy_table as burgundy
import hansa.hansa_table as hansa
import pytest
from playwright.sync_api import Page, expect

from browser.helpers import FREE_POINT
from browser.situations import (
    LANGUAGES,
    LOOKS,
    SITUATIONS,
    THERE,
    Situation,
    on_loop,
    play_on,
    play_out,
    rich_and_poor,
    sit_down,
    told_of,
    trader_in_the_way,
)
from burgrave.core.position import Position

WATCH_SKY = """() => {
  window.seen = [];
  const moves = (element) => element.getAnimations({ subtree: true }).length > 0;
  const dice = (element) => [...element.querySelectorAll("[data-value]")].map((die) => Number(die.dataset.value));
  const look = (element) => ({ text: element.textContent, moves: moves(element), dice: dice(element) });
  const note = (what, element) => window.seen.push({ what, ...look(element), ...element.dataset });
  new MutationObserver((changes) => changes.flatMap((change) => [...change.addedNodes]).forEach((element) => {
    for (const kind of ["flying", "points-float", "dice-roll", "banner"])
      if (element.classList?.contains(kind)) note(kind, element);
  })).observe(document.body, { childList: true, subtree: true });
}"""
"""Writes down whatever appears above the page, at once: on a busy machine it may be gone when somebody looks."""
STAND_STILL = "window.setTimeout = () => 0"
"""What is shown for a while is shown for ever, however long a busy machine takes to look."""

FLIGHTS = {
    "seven": ("discards", "p0", ""),
    "trade": ("gives", "hand-ore", "p0"),
    "region": ("loss.stored", "p0", "p0"),
    "displaced": ("relocates", "hamburg-lubeck", "stade-hamburg"),
    "combat": ("destroyed.village", f"h{THERE}", "p1"),
    "coin": ("coin.village", "b6", "p0"),
}
"""Kind, from and to of one thing that must fly as Bea looks on."""


def seen(page: Page, what: str) -> list[dict[str, Any]]:
    """What has appeared of a kind."""
    page.wait_for_function("what => window.seen.some((one) => one.what === what)", arg=what)
    found: list[dict[str, Any]] = page.evaluate("what => window.seen.filter((one) => one.what === what)", what)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SITUATIONS)
def test_what_happens_is_in_the_log_is_read_aloud_and_is_seen_to_fly(
    visit: Callable[..., Page], server: Any, name: str, language: str
) -> None:
    page, table = sit_down(visit, server, SITUATIONS[name], language)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(WATCH_SKY)
    play_out(server, table, SITUATIONS[name], page)
    told = told_of(SITUATIONS[name], language)
    assert told
    for sentence in told:
        expect(page.locator("#log li.turn", has_text=sentence)).to_have_count(1)
        expect(page.locator("#news[aria-live=polite] p", has_text=sentence)).to_have_count(told.count(sentence))
    flights = seen(page, "flying")
    assert FLIGHTS[name] in [(one["kind"], one["from"], one["to"]) for one in flights]
    assert all(one["moves"] for one in flights)


def test_points_float_at_the_seat_that_scores_them(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["region"])
    page.evaluate(WATCH_SKY)
    play_out(server, table, SITUATIONS["region"], page)
    assert [(one["text"], one["seat"]) for one in seen(page, "points-float")] == [("+9", "0")]


def test_the_dice_that_were_rolled_are_seen_to_fall(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["seven"])
    page.evaluate(WATCH_SKY)
    play_out(server, table, SITUATIONS["seven"], page, last=1)
    (thrown,) = seen(page, "dice-roll")
    assert (len(thrown["dice"]), sum(thrown["dice"])) == (2, 7)


def test_without_motion_everything_is_shown_where_it_goes(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["coin"])
    page.evaluate(WATCH_SKY)
    play_out(server, table, SITUATIONS["coin"], page)
    flights = seen(page, "flying")
    assert FLIGHTS["coin"] in [(one["kind"], one["from"], one["to"]) for one in flights]
    assert not any(one["moves"] for one in [*flights, *seen(page, "points-float")])


WAITING = "[window.burgrave.state().seq, window.burgrave.pending()]"
"""What the page shows, and how much of what has come waits behind it."""
TWO_ACTIONS = Situation(trader_in_the_way, "place trader stade-hamburg, place trader stade-hamburg", "places")


def test_others_moves_wait_for_each_other_and_a_key_shows_them_all(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, TWO_ACTIONS)
    page.evaluate("localStorage.speed = 'slow'")
    page.evaluate(STAND_STILL)
    before = table.seq
    play_on(server, table, TWO_ACTIONS, page)
    seq, waits = page.evaluate(WAITING)
    assert waits > 0
    assert before < seq < table.seq
    page.keyboard.press("Shift")
    assert page.evaluate(WAITING) == [table.seq, 0]
    assert page.evaluate("window.burgrave.state().turn")


def test_a_click_that_shows_what_waits_plays_nothing(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, TWO_ACTIONS)
    page.evaluate("localStorage.speed = 'slow'")
    page.evaluate(STAND_STILL)
    play_on(server, table, TWO_ACTIONS, page)
    assert page.evaluate("window.burgrave.pending()") > 0
    seq = table.seq
    page.locator("#boardbox").click()
    page.wait_for_function(f"() => window.burgrave.state().seq === {seq}")
    assert not page.evaluate("window.burgrave.busy()")
    assert table.seq == seq


def test_the_steps_of_one_decision_do_not_wait_for_each_other(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["displaced"])
    page.evaluate("localStorage.speed = 'slow'")
    page.evaluate(STAND_STILL)
    play_on(server, table, SITUATIONS["displaced"], page, 3)
    assert page.evaluate(WAITING) == [table.seq, 0]


def test_the_chosen_speed_is_remembered(visit: Callable[..., Page], server: Any) -> None:
    page, _ = sit_down(visit, server, SITUATIONS["combat"])
    page.click("#preferences > summary")
    page.select_option("[data-speed]", "fast")
    page.reload()
    assert page.locator("[data-speed]").input_value() == "fast"


def test_what_others_changed_is_marked_until_one_acts(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["displaced"])
    play_out(server, table, SITUATIONS["displaced"], page, last=3)
    expect(page.locator("#sites [data-site=hamburg-lubeck]")).to_have_attribute("data-news", "")
    on_loop(server, table.play(LOOKS, table.seq, "put trader stade-hamburg"))
    expect(page.locator("#sites [data-site=hamburg-lubeck]")).not_to_have_attribute("data-news", "")


def first_turn() -> Position:
    """Two routes that Ada begins; both have room for Bea."""
    return hansa.Table(2).position()


FIRST_TURN = Situation(first_turn, "place trader hamburg-lubeck, place trader stade-hamburg", "places")


def test_news_is_marked_where_one_may_click_too(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, FIRST_TURN)
    play_out(server, table, FIRST_TURN, page)
    expect(page.locator("#sites [data-news][data-live]")).to_have_count(2)
    expect(page.locator("#marked-news > *")).to_have_count(2)
    marked, clicked = (page.locator(one).first.bounding_box() for one in ("#marked-news > *", "#sites [data-news]"))
    assert marked is not None
    assert clicked is not None
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (marked, clicked)]
    assert middles[0] == pytest.approx(middles[1], abs=1)  # around the place that takes the click
    assert marked["width"] > clicked["width"]
    page.mouse.click(*page.evaluate(FREE_POINT, "#sites [data-site=hamburg-lubeck]"))
    page.locator("#menu [data-move='place trader hamburg-lubeck']").click()
    expect(page.locator("#marked-news > *")).to_have_count(0)


def dear_tile() -> Position:
    """Bea has a three, three workers, and a castle in the second depot."""
    own = burgundy.seat(workers=3, dice=[3, 5])
    return burgundy.table(burgundy.seat(), own, depots={2: ["castle"]}, turn=1)


DEAR_TILE = Situation(dear_tile, "die 3", "rolls")


@pytest.mark.parametrize(("language", "cost"), [("en", "1 worker"), ("pl", "1 robotnik")])
def test_a_target_shows_what_it_costs_on_the_board_and_beside_its_name(
    visit: Callable[..., Page], server: Any, language: str, cost: str
) -> None:
    page, table = sit_down(visit, server, DEAR_TILE, language)
    play_out(server, table, DEAR_TILE, page)
    target = page.locator("[data-site=d2-castle][data-live]")
    expect(target).to_have_attribute("data-preview", cost)
    expect(page.locator(".cost-badge text").first).to_have_text("1")
    target.hover()
    expect(page.locator("#tip .preview")).to_have_text(cost)


def test_a_choice_tells_what_it_brings(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, DEAR_TILE)
    play_out(server, table, DEAR_TILE, page)
    page.click("#further > summary")
    page.click("#fold-moves > summary")
    expect(page.locator("#allmoves [data-move=workers] .preview")).to_have_text("+2 workers")


def test_what_happened_since_ones_last_move_is_stepped_through(visit: Callable[..., Page], server: Any) -> None:
    page, table = sit_down(visit, server, SITUATIONS["displaced"])
    expect(page.locator("#recap")).to_be_hidden()
    play_out(server, table, SITUATIONS["displaced"], page, last=3)
    page.click("#recap > summary")
    lines = page.locator("#recap-list li")
    expect(lines).to_have_count(2)
    page.click("[data-recap='1']")
    expect(lines.nth(0).locator("button")).to_have_attribute("aria-current", "step")
    expect(lines.nth(0)).to_contain_text("Ada displaces Bea’s trader on Hamburg–Lübeck.")
    expect(page.locator("#sites [data-spot]")).to_have_attribute("data-site", "hamburg-lubeck")
    page.click("[data-recap='1']")
    expect(page.locator("#recap-at")).to_have_text("2 / 2")
    expect(lines.nth(1)).to_be_in_viewport(ratio=1)
    expect(page.locator("#log")).to_be_hidden()  # the two take turns
    page.click("#recap > summary")
    expect(page.locator("#log")).to_be_visible()
    page.reload()
    expect(page.locator("#recap-list li")).to_have_count(2)
    on_loop(server, table.play(LOOKS, table.seq, "put trader stade-hamburg"))
    expect(page.locator("#recap")).to_be_hidden()


def new_phase() -> Position:
    """Ada has the last die of phase B."""
    ada, bea = burgundy.seat(dice=[1]), burgundy.seat()
    return burgundy.table(ada, bea, phase="B", round_number=5, turn=1, order=(1, 0))


PHASE = Situation(new_phase, "die 1, workers", "phase")


@pytest.mark.parametrize(("language", "banner"), [("en", "Phase C, round 1"), ("pl", "Faza C, runda 1")])
def test_a_banner_tells_of_a_new_phase(visit: Callable[..., Page], server: Any, language: str, banner: str) -> None:
    page, table = sit_down(visit, server, PHASE, language)
    page.evaluate(WATCH_SKY)
    play_out(server, table, PHASE, page)
    assert [one["text"] for one in seen(page, "banner")] == [banner]


def test_each_kind_of_thing_has_its_own_sound_and_silence_is_remembered(
    visit: Callable[..., Page], server: Any
) -> None:
    page, table = sit_down(visit, server, SITUATIONS["seven"])
    page.evaluate("heard = []; document.addEventListener('burgrave-sound', (event) => heard.push(event.detail))")
    play_out(server, table, SITUATIONS["seven"], page, last=2)
    assert page.evaluate("heard")[:2] == ["dice", "lost"]
    page.click("#preferences > summary")
    page.locator("[data-setting=sound]").uncheck()
    page.locator("[data-volume]").fill("30")
    page.reload()
    page.evaluate("heard = []; document.addEventListener('burgrave-sound', (event) => heard.push(event.detail))")
    on_loop(server, table.play(0, table.seq, "discard wool"))
    page.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
    assert page.evaluate("[heard, document.querySelector('[data-volume]').value]") == [[], "30"]


def test_an_only_move_is_played_by_itself_for_whoever_has_not_said_otherwise(
    visit: Callable[..., Page], server: Any
) -> None:
    def one_kind_of_die() -> Position:
        return burgundy.table(burgundy.seat(), burgundy.seat(dice=[3, 3]), turn=1)

    page, table = sit_down(visit, server, Situation(one_kind_of_die, "die 3", "rolls"))
    assert table.state.match.length == 0
    page.add_init_script("localStorage.removeItem('forced')")
    page.reload()
    page.wait_for_function("() => window.burgrave?.state().length >= 1")
    assert table.state.match.log[0] == "die 3"


def test_dice_never_lie_on_those_of_the_roll_before(visit: Callable[..., Page], server: Any) -> None:
    two_rolls = Situation(rich_and_poor, "roll, end, roll", "")
    page, table = sit_down(visit, server, two_rolls)
    page.evaluate(
        """() => {
          window.most = 0;
          const count = () => { window.most = Math.max(window.most, document.querySelectorAll(".dice-roll").length); };
          new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    play_out(server, table, two_rolls, page)
    page.wait_for_function("() => window.most > 0")
    assert page.evaluate("window.most") == 1
