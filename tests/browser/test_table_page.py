"""What people do at a table, in a real browser: join, come back, undo, talk, share a device, use the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import waiting
from playwright.sync_api import Page, expect

from browser.helpers import (
    SMALL_PAGE,
    click_move,
    make_table,
    open_table,
    playable,
    post,
    serious,
    take_seat,
    until_live,
)
from burgrave import bot
from burgrave.core import registry
from burgrave.core.palette import PAGE
from burgrave.server.tables import standing

GAME = "catan"


def wait_until(condition: Callable[[], bool], page: Page) -> None:
    waiting.wait_until(condition, lambda seconds: page.wait_for_timeout(1000 * seconds))


@pytest.fixture
def two_people(visit: Callable[..., Page], server: Any) -> tuple[Page, Page, Any]:
    """Anna has made a table, Berta has joined it; the table is being played."""
    return seated(visit, server, ["me", "person"])


def seated(visit: Callable[..., Page], server: Any, seats: list[str], **options: str) -> tuple[Page, Page, Any]:
    anna, berta = visit(SMALL_PAGE), visit(SMALL_PAGE)
    table = open_table(anna, server, GAME, seats, "Anna", **options)
    take_seat(berta, server, table, 1, "Berta")
    for page in (anna, berta):
        page.goto(f"{server.address}/table/{table.id}")
        until_live(page)
    return anna, berta, table


def actor_of(pages: tuple[Page, Page], table: Any) -> tuple[Page, Page]:
    return (pages[0], pages[1]) if table.state.to_act == 0 else (pages[1], pages[0])


def first_move(table: Any) -> str:
    return str(table.state.view(table.state.to_act).moves()[0])


def test_two_people_join_by_link_and_see_each_others_moves(visit: Callable[..., Page], server: Any) -> None:
    anna = visit("/")
    table_id = make_table(anna, GAME, ["me", "person"], "Anna")
    expect(anna.locator(".invitation img[src$='qr.svg']")).to_be_visible()
    berta = visit(f"/table/{table_id}")
    berta.click("[data-act=sit]")
    berta.fill("#asked-name", "Berta")
    berta.press("#asked-name", "Enter")
    for page in (anna, berta):
        page.wait_for_selector("#board")  # a game that begins loads the page anew
        until_live(page)
    table = server.table(table_id)
    assert table.state.names == ("Anna", "Berta")
    actor, other = actor_of((anna, berta), table)
    before = other.locator("#log .event").count()
    click_move(actor, table, table.state.to_act, first_move(table))
    expect(other.locator("#log .event")).to_have_count(before + 1)
    expect(actor.locator(".tag.turn").first).to_be_visible()


def test_bots_are_played_at_once_and_as_at_the_last_table(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/")
    make_table(page, GAME, ["me", "me", "bot:hard"], "Anna", target_points="5")
    page.goto(server.address)
    page.click(f"form[data-now={GAME}] button.main")
    page.wait_for_url("**/table/*")
    until_live(page)
    table = server.table(page.url.rsplit("/", 1)[1])
    assert [(seat.kind, seat.level) for seat in table.state.seats[1:]] == [("bot", "hard")] * 2
    assert table.state.names[0] == "Anna"
    assert table.state.game.options["target_points"] == 5


@pytest.mark.parametrize("game", playable())
def test_a_waiting_table_shows_its_address_and_all_seats(game: str, visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table = open_table(page, server, game, ["me", "person", *["bot:easy"] * (max(registry.spec(game).players) - 2)])
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    expect(page.locator("#seats > li")).to_have_count(len(table.state.seats))
    for what in ("#address", ".invitation img[src$='qr.svg']", "#seats [data-act=bot]", "#seats > li >> nth=-1"):
        expect(page.locator(what)).to_be_in_viewport(ratio=1)


def test_where_a_bot_plays_on_one_takes_the_seat_back_without_anything_being_covered(
    visit: Callable[..., Page], server: Any
) -> None:
    anna = visit(SMALL_PAGE)
    table = open_table(anna, server, "barony", ["me", "person", "person"], "Anna")
    for seat, name in ((1, "Berta"), (2, "Cecylia")):
        take_seat(visit(SMALL_PAGE), server, table, seat, name)
    anna.goto(f"{server.address}/table/{table.id}")
    until_live(anna)
    post(anna, server, f"/api/tables/{table.id}/seats/0/bot", {"level": "easy"})
    back = anna.get_by_role("button", name="Take your seat back")
    expect(back).to_be_visible()
    for width, height in ((1280, 720), (390, 844), (844, 390)):
        anna.set_viewport_size({"width": width, "height": height})
        assert back.evaluate(
            """(button) => [...document.querySelectorAll("#seats .seat, #back button, .panels svg")].every((one) => {
              const [a, b] = [button.closest(".notice").getBoundingClientRect(), one.getBoundingClientRect()];
              return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            })"""
        ), (width, height)
    back.click()
    expect(back).to_have_count(0)


def test_a_lost_connection_is_shown_and_comes_back(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table_id = make_table(page, GAME, ["me", "me"])
    page.wait_for_selector("#board")
    page.context.set_offline(True)
    page.evaluate("window.burgrave.drop()")
    expect(page.locator("#connection")).to_be_visible()
    table = server.table(table_id)
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
    click_move(page, table, table.state.to_act, first_move(table))


def test_a_restarted_server_is_found_again(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table_id = make_table(page, GAME, ["me", "me"])
    page.wait_for_selector("#board")
    server.restart()
    expect(page.locator("#connection")).to_be_hidden()
    wait_until(lambda: table_id in server.app.state.burgrave.hub.tables, page)
    table = server.table(table_id)
    click_move(page, table, table.state.to_act, first_move(table))


def test_ones_own_last_move_is_taken_back(two_people: tuple[Page, Page, Any]) -> None:
    anna, berta, table = two_people
    actor, _ = actor_of((anna, berta), table)
    before = table.state.match.log
    click_move(actor, table, table.state.to_act, first_move(table))
    actor.locator("[data-undo]").click()
    wait_until(lambda: table.state.match.log == before, actor)


@pytest.fixture
def asked(two_people: tuple[Page, Page, Any]) -> tuple[Page, Page, Any]:
    """Whoever moved first asks whoever moved then whether they may take back."""
    anna, berta, table = two_people
    first, second = actor_of((anna, berta), table)
    mover = table.state.to_act
    while table.state.to_act == mover:
        click_move(first, table, mover, first_move(table))
    click_move(second, table, table.state.to_act, first_move(table))
    first.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
    first.locator("[data-undo]").click()
    expect(second.locator("[data-act=agree]")).to_be_visible()
    return first, second, table


def test_an_undo_after_somebody_elses_move_is_asked_for(asked: tuple[Page, Page, Any]) -> None:
    first, second, table = asked
    length = len(table.state.match.log)
    second.click("[data-act=agree]")
    wait_until(lambda: len(table.state.match.log) == length - 2, first)


def test_the_question_about_an_undo_stays_until_it_is_answered_or_withdrawn(asked: tuple[Page, Page, Any]) -> None:
    first, second, table = asked
    length = len(table.state.match.log)
    second.reload()
    until_live(second)
    expect(second.locator("[data-act=agree]")).to_be_visible()
    first.click("[data-act=refuse]")
    expect(second.locator("[data-act=agree]")).to_have_count(0)
    assert len(table.state.match.log) == length


def type_move(page: Page, table: Any, text: str) -> None:
    """Make a move with the keyboard."""
    before = table.seq
    page.wait_for_function(f"() => window.burgrave.state().seq >= {table.state.position_seq}")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    wait_until(lambda: table.seq > before, page)


def offer(table: Any, payable: bool) -> list[str]:
    """The moves of an offer of seat 0 that seat 1 can pay, or cannot; none where hands and turn allow none."""
    start = table.state.match.position
    if start.point != "main" or start.to_act != 0:
        return []
    gifts = [move.text for move in start.moves() if move.verb == "give"]
    for gift, thing, count in product(gifts, ("lumber", "wool", "grain", "brick", "ore"), (1, 2, 3)):
        texts, position = [gift, *[f"want {thing}"] * count, "offer"], start
        try:
            for text in texts:
                position = position.play(text)
        except ValueError:
            continue
        if (position.why_not("accept") is None) == payable:
            return texts
    return []


def test_offers_are_refused_for_who_has_said_so(visit: Callable[..., Page], server: Any) -> None:
    short = {"set_up": "beginner", "first_player": "p0", "domestic_trade": "no_counters"}
    anna, berta, table = seated(visit, server, ["me", "person", "bot:random"], **short)
    for page in (anna, berta):  # else the table refuses by itself what cannot be paid
        page.click("#preferences > summary")
        page.uncheck("[data-setting=forced]")
        page.click("#preferences > summary")

    def waits_for_a_person() -> bool:
        """Whether neither the bot nor a standing answer plays next."""
        position = table.state.match.position
        given = table.state.standing.get(position.to_act, ())
        return position.to_act < 2 and standing.answer_at(position, given) is None

    def offered(payable: bool) -> None:
        wait_until(waits_for_a_person, anna)
        while not (found := offer(table, payable)):
            position = table.state.match.position
            legal = [move.text for move in position.moves()]
            text = next((text for text in ("end", "pass") if text in legal), legal[0])
            type_move((anna, berta)[position.to_act], table, text)
            wait_until(waits_for_a_person, anna)
        for text in found:
            type_move(anna, table, text)

    def refused() -> bool:
        """Seat 1 has answered the last offer, and with a refusal."""
        answers = table.state.match.log[len(table.state.match.log) - table.state.match.log[::-1].index("offer") :]
        return bool(answers and answers[0] == "pass")

    switches = berta.locator("#extras input")
    offered(payable=False)
    expect(switches).to_have_count(2)
    berta.get_by_label("Refuse offers that I cannot pay").click()
    wait_until(refused, berta)
    offered(payable=True)
    berta.wait_for_function("() => window.burgrave.state().turn")
    assert table.state.to_act == 1
    berta.get_by_label("until I play something else").click()
    wait_until(refused, berta)
    offered(payable=True)
    wait_until(refused, berta)
    berta.wait_for_function(
        f"() => window.burgrave.state().seq >= {table.state.position_seq}"
    )  # the bot may have answered too
    expect(berta.locator("#extras input:checked")).to_have_count(2)
    for left, label in ((1, "Refuse offers that I cannot pay"), (0, "Passing automatically")):
        berta.get_by_label(label).click()
        expect(switches).to_have_count(left)
    offered(payable=False)
    berta.wait_for_function("() => window.burgrave.state().turn")
    assert table.state.to_act == 1


def test_chat_reaches_the_others(two_people: tuple[Page, Page, Any]) -> None:
    anna, berta, _ = two_people
    anna.click("#fold-chat > summary")
    anna.fill("#said", "<b>hello</b>")
    anna.press("#said", "Enter")
    expect(berta.locator("#unread")).to_have_text("1")
    expect(berta.locator("#toast")).to_have_text("Anna: <b>hello</b>")
    berta.click("#fold-chat > summary")
    expect(berta.locator("#unread")).to_be_hidden()
    expect(berta.locator("#chat")).to_contain_text("Anna <b>hello</b>")


def test_what_others_do_and_say_is_read_aloud(two_people: tuple[Page, Page, Any]) -> None:
    anna, berta, table = two_people
    actor, other = actor_of((anna, berta), table)
    click_move(actor, table, table.state.to_act, first_move(table))
    told = table.state.match.story(table.state.to_act, "en")[-1].told[-1]
    assert len(told.lines) == 2, "the settlement and its point"
    expect(other.locator("#news[role=log] p")).to_have_text(list(told.lines))
    actor.evaluate("() => document.querySelector('#fold-chat').open = true")
    actor.fill("#said", "hello")
    actor.press("#said", "Enter")
    expect(other.locator("#fold-chat")).not_to_have_attribute("open", "")
    expect(other.locator("#news p").last).to_contain_text("hello")
    expect(actor.locator("#chat")).to_contain_text("hello")
    expect(actor.locator("#news")).not_to_contain_text("hello")


def test_no_button_lies_in_a_place_that_is_one_itself(visit: Callable[..., Page]) -> None:
    page = visit(SMALL_PAGE)
    make_table(page, GAME, ["me", "person"])
    expect(page.locator("#seats button").first).to_be_visible()
    expect(page.locator("#seats [data-site]")).to_have_count(2)
    expect(page.locator("#seats [data-site] :is(button, select)")).to_have_count(0)


def test_a_forbidden_place_says_which_rule_forbids_it(two_people: tuple[Page, Page, Any]) -> None:
    anna, berta, table = two_people
    actor, _ = actor_of((anna, berta), table)
    seat = table.state.to_act
    click_move(actor, table, seat, first_move(table))
    quiet = actor.locator("#sites [data-site]:not([data-live])").first
    actor.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
    quiet.dispatch_event("click")
    expect(actor.locator("#toast")).to_contain_text(re.compile(r"\w+\."))


def test_a_whole_turn_is_played_with_the_keyboard(two_people: tuple[Page, Page, Any]) -> None:
    anna, berta, table = two_people
    actor, _ = actor_of((anna, berta), table)
    seat, before = table.state.to_act, len(table.state.match.log)
    actor.keyboard.type(first_move(table))
    actor.keyboard.press("Enter")
    wait_until(lambda: len(table.state.match.log) > before, actor)
    if table.state.to_act == seat:
        actor.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
        before = len(table.state.match.log)
        actor.keyboard.type("1")
        actor.keyboard.press("Enter")
        wait_until(lambda: len(table.state.match.log) > before, actor)


def test_the_board_is_one_tab_stop_and_arrows_walk_over_it(two_people: tuple[Page, Page, Any]) -> None:
    anna, berta, table = two_people
    actor, _ = actor_of((anna, berta), table)
    assert actor.locator("#sites [tabindex='0']").count() == 1
    actor.locator("#sites [tabindex='0']").focus()
    one = actor.evaluate("document.activeElement.dataset.site")
    for direction in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        actor.keyboard.press(direction)
    assert actor.locator("#sites [tabindex='0']").count() == 1
    actor.keyboard.press("ArrowRight")
    actor.keyboard.press("ArrowDown")
    before = len(table.state.match.log)
    assert actor.evaluate("document.activeElement.hasAttribute('data-live')"), one
    actor.keyboard.press("Enter")
    wait_until(lambda: len(table.state.match.log) > before, actor)


def test_fingers_pan_the_map_ask_for_names_and_then_play(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE, 390, 844, has_touch=True, is_mobile=True)
    table = server.table(make_table(page, "hansa", ["me", "bot:easy"], first="p0"))
    wait_until(lambda: table.state.to_act == 0, page)
    page.wait_for_selector("[data-site=personal-trader][data-live]")
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    assert page.get_attribute("#world", "transform") is None  # the whole map first
    page.tap("#zoomin")
    before = page.get_attribute("#world", "transform")
    touch("touchStart", (200, 200))
    for step in range(1, 6):
        touch("touchMove", (200 - 12 * step, 200))
    touch("touchEnd")
    assert page.get_attribute("#world", "transform") != before
    box = page.locator("[data-site=personal-trader]").bounding_box()
    assert box is not None
    touch("touchStart", (box["x"] + 20, box["y"] + 20))
    expect(page.locator("#tip")).to_be_visible()
    touch("touchEnd")
    assert page.locator("[data-chosen]").count() == 0
    page.wait_for_timeout(500)
    page.tap("[data-site=personal-trader]")
    expect(page.locator("[data-site=personal-trader][data-chosen]")).to_have_count(1)


def curtained(visit: Callable[..., Page], server: Any) -> tuple[Page, Any]:
    """Two people who share a device have played until the device changes hands."""
    page = visit(SMALL_PAGE)
    table_id = make_table(page, GAME, ["me", "me"], "Anna")
    page.wait_for_selector("#board")
    table = server.table(table_id)
    greedy = bot("greedy", table.state.game, seed=3)
    for _ in range(40):
        if page.locator("#curtain[open]").count():
            break
        seat = table.state.to_act
        page.wait_for_function(
            f"() => window.burgrave.state().seat === {seat} || document.querySelector('#curtain').open"
        )
        if not page.locator("#curtain[open]").count():
            click_move(page, table, seat, str(greedy.choose(table.state.view(seat))))
            page.wait_for_function(f"() => window.burgrave.state().seq >= {table.seq}")
    expect(page.locator("#curtain")).to_be_visible()
    return page, table


def test_people_who_share_a_device_have_a_curtain_between_their_secrets(
    visit: Callable[..., Page], server: Any
) -> None:
    page, table = curtained(visit, server)
    page.click("[data-act=lift]")
    page.wait_for_function(f"() => window.burgrave.state().seat === {table.state.to_act}")
    expect(page.locator("#curtain")).to_be_hidden()


def test_the_curtain_stays_until_the_next_persons_view_is_there(visit: Callable[..., Page], server: Any) -> None:
    page, table = curtained(visit, server)
    for _ in range(3):  # browsers close a dialog that was asked twice
        page.keyboard.press("Escape")
        expect(page.locator("#curtain")).to_be_visible()
    page.context.set_offline(True)
    page.click("[data-act=lift]")
    expect(page.locator("#curtain .lost")).to_be_visible()
    expect(page.locator("#curtain")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#curtain")).to_be_hidden()
    assert page.evaluate("window.burgrave.state().seat") == table.state.to_act
    assert page.evaluate("window.burgrave.state().moves.length") == len(table.state.view(table.state.to_act).moves())


def test_a_spectator_sees_no_moves_and_no_hand(two_people: tuple[Page, Page, Any], visit: Callable[..., Page]) -> None:
    _, _, table = two_people
    watcher = visit(f"/table/{table.id}")
    watcher.wait_for_selector("#board")
    assert watcher.locator("[data-live]").count() == 0
    assert watcher.locator("#choice button").count() == 0
    watcher.set_viewport_size({"width": 390, "height": 844})
    expect(watcher.locator(".watching")).to_be_in_viewport(ratio=1)
    for tool in watcher.locator(".tools > :is(a, span, details):visible").all():
        expect(tool).to_be_in_viewport(ratio=1)
    expect(watcher.get_by_role("heading", level=1)).to_be_attached()  # read aloud, even where there is no room


def test_a_seats_secret_link_opens_it_on_another_device(
    two_people: tuple[Page, Page, Any], visit: Callable[..., Page]
) -> None:
    anna = two_people[0]
    anna.click("#preferences > summary")
    anna.click("[data-act=link]")
    expect(anna.locator("#sheet")).to_be_visible()
    link = anna.input_value("#sheet-value")
    phone = visit("/" + link.split("/", 3)[3], 390, 844)
    phone.wait_for_selector("#board")
    assert phone.evaluate("window.burgrave.state().seat") == 0
    assert "#" not in phone.url


def test_everything_is_there_in_polish(visit: Callable[..., Page]) -> None:
    page = visit("/", locale="pl-PL")
    assert page.get_attribute("html", "lang") == "pl"
    expect(page.locator("h1")).to_have_text("Siadaj i graj")
    make_table(page, GAME, ["me", "bot:easy"])
    page.wait_for_selector("#board")
    page.wait_for_selector("[data-live]")
    expect(page.locator(".tag.acts")).to_have_text("ruch")
    page.click("#preferences > summary")
    page.click("button[value=en]")
    page.wait_for_selector("html[lang=en]")


def test_on_a_phone_the_winners_names_are_whole(visit: Callable[..., Page], server: Any) -> None:
    anna, berta = visit(SMALL_PAGE, 390, 844, locale="pl-PL"), visit(SMALL_PAGE)
    table = open_table(anna, server, GAME, ["me", "person"], "Aleksander")
    take_seat(berta, server, table, 1, "Berta")
    anna.goto(f"{server.address}/table/{table.id}")
    until_live(anna)
    post(berta, server, f"/api/tables/{table.id}/seats/1/resign", {})
    winner = anna.locator(".seat.won .name")
    expect(winner).to_have_text("Aleksander")
    assert winner.evaluate("name => name.scrollWidth <= name.clientWidth")
    expect(anna.locator(".seat.won .tag.wins")).to_have_text("zwycięzca")  # is read aloud, where a star stands for it


def test_the_night_is_dark(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.click("#preferences > summary")
    with page.expect_navigation():
        page.click("button[value=dark]")
    page.wait_for_selector("html[data-theme=dark]")
    night = tuple(bytes.fromhex(PAGE["table"][1].removeprefix("#")))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb{night}"


def test_a_finished_game_is_replayed_step_by_step(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table_id = make_table(page, GAME, ["bot:easy", "bot:easy"], target_points="5")
    page.wait_for_selector("#asides a.main")
    page.goto(f"{server.address}/replay/{table_id}?n=0")
    page.click("[data-step=on]")
    expect(page.locator("#at")).to_contain_text("1 /")
    page.click("[data-step=turn-on]")
    page.click("[data-step=last]")
    length = len(server.table(table_id).state.match.log)
    expect(page.locator("#at")).to_have_text(f"{length} / {length}")
    page.select_option("#eyes", "0")
    page.keyboard.press("ArrowLeft")
    with page.expect_download() as download:
        page.click("a[download]")
    assert download.value.suggested_filename.endswith(".txt")
    page.set_viewport_size({"width": 390, "height": 844})
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 300  # a small screen shows the board first, tools by a tab
    page.click("[data-tab=tools]")
    expect(page.locator("#analysis-begin")).to_be_in_viewport()
    expect(page.locator("[data-step=back]")).to_be_in_viewport()


def test_a_replays_frame_fits_the_boards_that_are_drawn(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/")
    text = (Path(__file__).parents[1] / "records/burgundy-two-players.txt").read_text(encoding="utf-8")
    made = post(page, server, "/api/records", text, "text/plain")
    frame, shown = "() => document.getElementById('board').viewBox.baseVal.width", "#pieces > *"
    widths = []
    for number in (26, 27):  # chance is to act and all estates are drawn; then a seat is, and its own one is drawn
        page.goto(f"{server.address}/replay/{made['id']}?n={number}&seat=all")
        page.wait_for_selector(shown, state="attached")
        widths.append(page.evaluate(frame))
    assert widths[0] > 1.5 * widths[1]
    page.click("[data-step=back]")
    page.wait_for_function(f"() => document.getElementById('board').viewBox.baseVal.width === {widths[0]}")
    page.click("[data-step=on]")
    page.wait_for_function(f"() => document.getElementById('board').viewBox.baseVal.width === {widths[1]}")


def test_a_replay_tells_what_should_have_been_played(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/")
    text = (Path(__file__).parents[1] / "records/barony-duke-2-players.txt").read_text(encoding="utf-8")
    made = post(page, server, "/api/records", text, "text/plain")
    page.goto(f"{server.address}/replay/{made['id']}?n=64")
    page.click("[data-act=advise]")
    expect(page.locator("#advice .played")).to_have_count(1)
    assert serious(page) == []
    page.click("[data-step=on]")
    expect(page.locator("#advice")).to_be_empty()


PAGES = ["/", "/seat", "/me", "/take", "/finished", "/nowhere"]
PAGES += [f"/{what}/{GAME}" for what in ("new", "guide", "learn", "puzzles", "ratings", "tournament/new")]


def test_every_guide_fits_a_narrow_phone(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/", 360, 740)
    for game in playable():
        for language in ("en", "pl"):
            page.goto(f"{server.address}/guide/{game}?language={language}")
            page.wait_for_selector(".guide")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, (game, language)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_plain_pages_are_accessible(visit: Callable[..., Page], server: Any, theme: str) -> None:
    page = visit("/", color_scheme=theme)
    for seats in (["me", "bot:easy"], ["me", "person"]):
        open_table(page, server, GAME, seats)  # the lobby and one's own page list them
    for path in PAGES:
        page.goto(server.address + path)
        assert serious(page) == [], path
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.parametrize("game", playable())
def test_every_games_table_is_accessible_and_fits_a_phone(visit: Callable[..., Page], server: Any, game: str) -> None:
    page = visit(SMALL_PAGE, 360, 740)
    from burgrave.core import registry

    make_table(page, game, ["me"] + ["bot:easy"] * (min(registry.spec(game).players) - 1))
    page.wait_for_selector("#board", state="attached")
    page.wait_for_function("() => window.burgrave.state().turn")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(page) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator("#latest")).to_be_in_viewport()
    page.emulate_media(color_scheme="dark")
    assert serious(page) == []
    page.click("#further > summary")
    for fold in ("#fold-moves", "#fold-words"):  # links half below the open menu are too small to be clicked
        page.click(f"{fold} > summary")
        assert serious(page, "#further") == []


def test_result_and_replay_are_accessible(visit: Callable[..., Page], server: Any) -> None:
    page = visit(SMALL_PAGE)
    table_id = make_table(page, GAME, ["bot:easy", "bot:easy"], target_points="5")
    page.wait_for_selector("#asides a.main")
    for path in (f"/result/{table_id}", f"/replay/{table_id}?n=40"):
        page.goto(server.address + path)
        assert serious(page) == [], path
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        page.set_viewport_size({"width": 1280, "height": 720})
