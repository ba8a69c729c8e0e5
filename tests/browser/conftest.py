"""A real browser and a real server, the server in a thread of this process so that tests can look at its tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from server.running import RunningServer
from waiting import PATIENCE

from tools.browser import CHOSEN, find, find_firefox

AT_ONCE = """if (location.protocol !== "about:") { localStorage.speed ??= "instant"; localStorage.forced ??= "off"; }"""
"""Whoever clicks in a test waits for no show, and nobody plays for them; a page may choose otherwise."""

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this folder: its event loop must be gone when tests with one of their own follow."""
    firefox = os.environ.get(CHOSEN) == "firefox"
    path, channel = (find_firefox() or (None, None)) if firefox else (find(), None)
    if path is None:
        pytest.fail("Install Chromium or Chrome so that it is on the PATH; `make test` does.", pytrace=False)
    with sync_playwright() as playwright:
        if firefox:
            opened = playwright.firefox.launch(executable_path=path, channel=channel)
        else:
            opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests."""
    running = RunningServer(tmp_path_factory.mktemp("data")).start()
    yield running
    running.stop()


@pytest.fixture
def problems() -> list[str]:
    """What the pages of a test complained about."""
    return []


@pytest.fixture
def visit(browser: Browser, server: RunningServer, problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Open a page as a new person: `visit("/")`."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", width: int = 1280, height: int = 720, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security" in line.text else None)
        page.goto(server.address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
