"""What a host does at the table, as clicks, and what the others then see."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.helpers import until_live


def arrive(visit: Callable[..., Page], name: str, **more: object) -> Page:
    page = visit("/", **more)
    page.click("#preferences > summary")
    page.fill("#own-name", name)
    with page.expect_navigation():
        page.click("#preferences .row button")
    return page


def test_a_host_admits_somebody_and_removes_them_again(visit: Callable[..., Page]) -> None:
    host, guest = arrive(visit, "Hanna"), arrive(visit, "Gustaw", width=390, height=844)
    host.goto(host.url + "new/catan")
    host.check("input[name=players][value='2']", force=True)
    host.select_option("#seat1", "person")
    host.check("input[name=approval]")
    host.click("form.new button.main")
    host.wait_for_url("**/table/*")
    until_live(host)
    guest.goto(host.url)
    guest.click("[data-act=sit]")
    expect(guest.locator("#seats")).to_contain_text("the host decides")
    host.click("[data-act=decline]")
    guest.click("[data-act=sit]")
    host.click("[data-act=admit]")
    for page in (host, guest):
        page.wait_for_selector("#board")  # a game that begins loads the page anew
        until_live(page)
    assert guest.evaluate("window.burgrave.state().yours.length") == 1
    assert guest.evaluate("window.burgrave.state().seat") == 1
    host.click("#further > summary")
    host.click("#fold-table > summary")
    host.click("[data-act=kick]")
    expect(host.locator("dialog.sure")).to_contain_text("Give Gustaw's seat to a bot?")
    host.keyboard.press("Enter")  # by itself that changes nothing
    expect(host.locator("dialog.sure")).to_have_count(0)
    assert guest.evaluate("window.burgrave.state().seat") == 1
    host.click("[data-act=kick]")
    host.click("dialog.sure button.main")
    guest.wait_for_function("() => window.burgrave?.state().seat === null")
    assert guest.evaluate("window.burgrave.state().yours") == []
    expect(guest.locator("#chat em")).to_have_text("The host gave Gustaw's seat to a bot.")


def test_a_line_is_reported_and_its_speaker_blocked(visit: Callable[..., Page]) -> None:
    host, guest = arrive(visit, "Hanna"), arrive(visit, "Gustaw")
    host.goto(host.url + "new/catan")
    host.check("input[name=players][value='2']", force=True)
    host.select_option("#seat1", "person")
    host.click("form.new button.main")
    host.wait_for_url("**/table/*")
    until_live(host)
    guest.goto(host.url)
    for page in (host, guest):
        page.click("#fold-chat > summary")
    guest.fill("#said", "something unpleasant")
    guest.press("#said", "Enter")
    host.click("#chat .about")
    host.fill("#reason", "an insult")
    host.click("#report button.main")
    expect(host.locator("#toast")).to_have_text("Thank you. The operator will see it.")
    host.click("#chat .about")
    host.click("[data-act=block]")
    expect(host.locator("#chat")).not_to_contain_text("something unpleasant")
    expect(guest.locator("#chat")).to_contain_text("something unpleasant")
    host.click("[data-act=unblock]")
    expect(host.locator("#chat")).to_contain_text("something unpleasant")
