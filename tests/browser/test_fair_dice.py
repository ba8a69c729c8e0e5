"""Fair dice in a browser: it keeps the seal and its bytes, compares them at the end, and says what it found."""

from __future__ import annotations

import hashlib
import re
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.helpers import SMALL_PAGE, make_table
from burgrave.core import fair, records

PLAY = """async (table) => {
  const ask = async (path, body) => (await fetch(`/api/tables/${table}${path}`,
    body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
  for (;;) {
    const state = await ask(""); // as the seat to act, where it is one of ours
    if (state.status === "over") return;
    if (state.moves.length) await ask(`/moves?seat=${state.seat}`, { seq: state.seq, move: state.moves[0].text });
    else await new Promise((later) => setTimeout(later, 20));
  }
}"""
KEPT = "() => JSON.parse(localStorage.getItem('dice'))"
CHANGE = """([table, change]) => {
  const all = JSON.parse(localStorage.getItem("dice"));
  Object.assign(all[table], change);
  localStorage.setItem("dice", JSON.stringify(all));
}"""


def short_table(page: Page, seats: list[str]) -> str:
    return make_table(page, "barony", seats, max_rounds="1")


def test_a_browser_checks_the_dice_with_what_it_kept_and_raises_the_alarm_when_they_differ(
    visit: Callable[..., Page], server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit(SMALL_PAGE)
    table = short_table(page, ["me", "bot:random"])
    (kept,) = page.evaluate(KEPT).values()
    assert kept["seals"] == [server.table(table).made.commitment]
    page.click("#further > summary")
    page.click("#fold-dice > summary")
    expect(page.locator("#fold-dice")).to_contain_text("the dice can be verified by Anna")
    page.evaluate(PLAY, table)
    page.goto(f"{server.address}/result/{table}")
    said = page.locator("#dice-check")
    expect(said).to_contain_text("Your browser checked the dice: the seed opens the seal")
    expect(said).to_contain_text(f"Anna {kept['bytes']['0']}")
    expect(said).not_to_have_class(re.compile("alarm"))

    page.click("details:has(#dice-check) > summary")
    seal, given = re.findall(r"--commitment (\w+) --bytes p0=(\w+)", page.inner_text("#dice-command"))[0]
    with urllib.request.urlopen(f"{server.address}/api/tables/{table}/record") as answer:
        text = answer.read().decode()
    finding = fair.check_record(text, records.read(text), fair.Kept(seal, {0: given}))
    assert (finding.verdict, finding.key) == (fair.Verdict.VERIFIED, "kept")

    page.evaluate(CHANGE, [table, {"bytes": {"0": "0" * 32}}])
    page.reload()
    expect(said).to_contain_text("Alarm: these are not the dice that your browser was promised.")
    expect(said).to_contain_text(f"For Anna it gave the bytes {'0' * 32}, but the seed has {given}.")
    expect(said).to_have_class(re.compile("alarm"))
    page.evaluate(CHANGE, [table, {"bytes": {"0": given}, "seals": ["0" * 64]}])
    page.goto(f"{server.address}/replay/{table}")
    expect(said).to_be_visible()
    expect(said).to_contain_text(f"It got the seal {'0' * 64}, but this seed gives {seal}.")
    with monkeypatch.context() as hiding:
        held = server.table(table)
        hiding.setattr(held, "state", replace(held.state, made=replace(held.made, commitment="")))
        page.goto(f"{server.address}/result/{table}")
        expect(page.locator("main")).to_contain_text("no server had promised them before the game")
        expect(said).to_contain_text(f"It got the seal {'0' * 64}")
    page.evaluate("localStorage.removeItem('dice')")
    page.goto(f"{server.address}/result/{table}")
    expect(said).to_contain_text("Your browser has kept nothing of this table, so it cannot tell")

    page.click("[data-act=rematch]")
    page.wait_for_url("**/table/*")
    again = page.url.rsplit("/", 1)[1]
    assert again != table
    assert list(page.evaluate(KEPT)) == [again]
    assert page.evaluate(KEPT)[again]["seals"] == [server.table(again).made.commitment]


def test_a_browser_finds_out_a_server_that_replaced_its_bytes(
    visit: Callable[..., Page], server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ground(secret_seed: str, entropy: Any) -> str:
        return "-".join([secret_seed, "0" * 32, *entropy[1:]])

    page = visit(SMALL_PAGE)
    with monkeypatch.context() as cheating:
        cheating.setattr(fair, "joint_seed", ground)
        table = short_table(page, ["me", "me"])
    (kept,) = page.evaluate(KEPT).values()
    assert set(kept["bytes"]) == {"0", "1"}
    page.evaluate(PLAY, table)
    page.goto(f"{server.address}/result/{table}")
    expect(page.locator("main")).to_contain_text("This server says: The seed opens the commitment")
    expect(page.locator("#dice-check")).to_contain_text(
        f"it gave the bytes {kept['bytes']['0']}, but the seed has 0000"
    )


def test_who_sits_down_keeps_the_seal_of_the_page_and_the_own_bytes(visit: Callable[..., Page], server: Any) -> None:
    host, guest = visit(SMALL_PAGE), visit(SMALL_PAGE)
    table = make_table(host, "barony", ["me", "person"])
    guest.goto(f"{server.address}/table/{table}")
    guest.evaluate("() => (document.getElementById('own-name').value = 'Berta')")
    guest.click("[data-act=sit]")
    guest.wait_for_function("() => window.burgrave?.state().status === 'playing'")
    state = server.table(table).state
    assert guest.evaluate(KEPT)[table] == {"seals": [state.made.commitment], "bytes": {"1": state.seats[1].entropy}}
    assert state.verifiable_by == {0, 1}


def test_a_seat_that_somebody_else_got_leaves_nothing_kept(visit: Callable[..., Page], server: Any) -> None:
    host, guest = visit(SMALL_PAGE), visit(SMALL_PAGE)
    table = make_table(host, "barony", ["me", "person", "person"])
    guest.goto(f"{server.address}/table/{table}")
    guest.evaluate("() => (document.getElementById('own-name').value = 'Berta')")
    hosts = f"{server.address}/api/tables/{table}/seats/0"
    guest.route("**/api/tables/*/seats/1", lambda route: route.continue_(url=hosts))  # as if the host had been faster
    guest.click("[data-act=sit]")
    expect(guest.locator("#toast")).not_to_be_empty()
    guest.wait_for_function("() => localStorage.getItem('dice') === '{}'")


def test_a_table_that_cannot_be_made_leaves_the_form_as_it_was_filled_in(visit: Callable[..., Page]) -> None:
    page = visit("/new/barony")
    page.fill("#name", "Anna")
    page.evaluate("() => document.querySelector('#clock').append(new Option('odd', '3', true, true))")
    page.click("form.new button.main")
    expect(page.locator("#problem")).to_contain_text("seconds")
    expect(page.locator("#name")).to_have_value("Anna")
    expect(page.locator("form.new button.main")).to_be_enabled()
    assert page.evaluate(KEPT) is None


def test_the_scripts_own_hash_is_sha_256(visit: Callable[..., Page]) -> None:
    page = visit("/")
    texts = ["ż5e" * length for length in range(90)]
    hashes = page.evaluate("texts => texts.map(window.burgrave.sha256)", texts)
    assert hashes == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
