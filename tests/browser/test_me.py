"""One's own page in a real browser: another device, a passkey of a virtual authenticator, settings, going away."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page, expect
from waiting import wait_until

from browser.test_table_page import serious

SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
.then((shown) => shown.map((one) => [one.title, one.body, one.tag]))"""


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device that keeps passkeys and says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def named(page: Page, name: str) -> None:
    page.locator("#me-name").fill(name)
    with page.expect_navigation():  # with its script: nothing else on the page works before
        page.locator("form:has(#me-name) button").click()
    expect(page.locator("h1")).to_have_text(name)


def test_a_passkey_brings_somebody_back_whose_browser_has_forgotten_them(visit: Callable[..., Page]) -> None:
    page = visit("/me")
    session, device = with_authenticator(page)
    page.goto(page.url.replace("/me", "/"))
    page.goto(page.url + "me")
    named(page, "Anna of the passkey")
    with page.expect_navigation():
        page.locator("[data-passkey=add]").click()
    expect(page.locator("[data-remove-passkey]")).to_have_count(1)
    assert len(session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(page.url)
    expect(page.locator("h1")).not_to_have_text("Anna of the passkey")
    with page.expect_navigation():
        page.locator("[data-passkey=enter]").first.click()
    expect(page.locator("h1")).to_have_text("Anna of the passkey")
    page.locator("[data-remove-passkey]").click()
    with page.expect_navigation():
        page.locator("dialog.sure button.main").click()
    expect(page.locator("[data-remove-passkey]")).to_have_count(0)
    page.locator("[data-passkey=enter]").click()  # the device still has it, the server does not
    expect(page.locator("#toast")).to_have_text("This server does not know the passkey.")


def test_a_link_takes_somebody_to_another_device_with_how_they_like_to_play(visit: Callable[..., Page]) -> None:
    desk = visit("/")
    desk.goto(desk.url + "me")
    named(desk, "Anna at two places")
    for choose in (
        lambda: desk.locator("[data-setting=numbers]").check(),
        lambda: desk.locator("[data-setting=hints]").uncheck(),
        lambda: desk.locator("[data-speed]").select_option("fast"),
        lambda: desk.locator("[data-setting=sound]").uncheck(),
    ):
        with desk.expect_response(lambda answer: answer.url.endswith("/api/me") and answer.request.method == "PATCH"):
            choose()
    desk.locator("[data-transfer]").click()
    address = desk.locator("#transfer-address")
    expect(address).not_to_have_value("")
    phone = visit("/", width=390, height=844)
    phone.goto(address.input_value())
    expect(phone.locator("[data-take-text]")).to_contain_text("Anna at two places")
    assert "#" not in phone.url
    with phone.expect_navigation():
        phone.locator("[data-take-go]").click()
    expect(phone.locator("h1")).to_have_text("Anna at two places")
    expect(phone.locator("[data-setting=numbers]")).to_be_checked()
    expect(phone.locator("[data-setting=hints]")).not_to_be_checked()
    expect(phone.locator("[data-setting=sound]")).not_to_be_checked()
    expect(phone.locator("[data-speed]")).to_have_value("fast")
    assert serious(phone) == []
    assert serious(desk) == []


def test_deleting_asks_first_and_forgets_the_browser(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.goto(page.url + "me")
    named(page, "Anna who leaves")
    page.locator("details:has([data-delete-me]) summary").click()
    page.locator("[data-delete-me]").click()
    page.keyboard.press("Escape")
    expect(page.locator("h1")).to_have_text("Anna who leaves")
    page.locator("[data-delete-me]").click()
    page.locator("dialog.sure button.main").click()
    page.wait_for_url(lambda url: not url.endswith("/me"))
    page.goto(page.url + "me")
    expect(page.locator("h1")).not_to_have_text("Anna who leaves")


def test_without_a_connection_a_page_says_so_and_comes_back(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_function("caches.match('/offline').then((kept) => !!kept)")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("No connection")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('header')).display") == "flex"
    )  # it looks like our pages
    page.context.set_offline(False)
    page.locator("main a.button").click()
    expect(page.locator("h1")).to_have_text("Sit down and play")


def test_the_service_worker_shows_what_was_pushed(visit: Callable[..., Page], server: Any) -> None:
    page = visit("/", permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    told = {"title": "Your turn: Catan", "body": "Bo rolls 7.", "path": "/me", "tag": "turn x"}
    wait_until(lambda: bool(found), lambda seconds: page.wait_for_timeout(seconds * 1000))
    message = {"origin": server.address, "registrationId": found[0], "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", message)
    wait_until(
        lambda: page.evaluate(SHOWN) == [["Your turn: Catan", "Bo rolls 7.", "turn x"]],
        lambda seconds: page.wait_for_timeout(seconds * 1000),
    )
