"""A real browser and a real server, the server in a thread of this process so that tests can look at its tables."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from typing import Any, cast

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from server.running import RunningServer
from waiting import PATIENCE

from browser.firefox import Firefox
from tools.browser import CHOSEN, find, find_firefox

AT_ONCE = """if (self.origin !== "null") { localStorage.speed ??= "instant"; localStorage.forced ??= "off"; }"""
"""Whoever clicks in a test waits for no show, and nobody plays for them; a page may choose otherwise.

What a window shows before its first page has come keeps nothing, and Firefox says so when it is asked to.
"""

expect.set_options(timeout=PATIENCE * 1000)


class Browsers:
    """A browser for many tests, and another one after it has stopped answering.

    What a person leaves behind is emptied for the next one: it knows nobody any more, and has our scripts and pictures
    still at hand, which is a third of the work of opening a table.
    """

    def __init__(self, launch: Callable[[], Browser], empties: bool) -> None:
        self._launch, self._empties = launch, empties
        self._opened: Browser | None = None
        self._empty: dict[str, list[BrowserContext]] = {}

    def context(self, **chosen: Any) -> BrowserContext:
        """A new person's windows."""
        if self._opened is None or not self._opened.is_connected():
            self._opened = self._launch()
            self._empty.clear()
        kept = self._empty.setdefault(repr(sorted(chosen.items())), [])
        if kept:
            return kept.pop()
        context = self._opened.new_context(reduced_motion="reduce", **chosen)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(AT_ONCE)
        return context

    def leave(self, context: BrowserContext, origin: str, spoilt: bool, **chosen: Any) -> None:
        """Let a person go, whose windows another one may have.

        Now and then a browser never answers to that, whatever the pages were: then it is ended.
        """
        impatience = threading.Timer(PATIENCE, end_browsers)
        impatience.start()
        try:
            if self._empties and not spoilt:
                emptied(context, origin)
                self._empty[repr(sorted(chosen.items()))].append(context)
            else:
                context.close()
        except Error:
            if impatience.is_alive():
                raise
        finally:
            impatience.cancel()

    def quit(self) -> None:
        """Close what is open."""
        if self._opened is not None and self._opened.is_connected():
            self._opened.close()


def emptied(context: BrowserContext, origin: str) -> None:
    """Close all windows and forget whoever it was: cookies, all that pages have stored, the service worker."""
    for page in context.pages:
        page.close(run_before_unload=False)
    blank = context.new_page()
    session = context.new_cdp_session(blank)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    context.clear_cookies()
    context.set_offline(False)
    blank.close()


def end_browsers() -> None:
    """End every browser that this process has opened."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if any(name in process.name() for name in ("chrom", "firefox", "headless_shell")):
                process.kill()


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    """One browser for the tests of this folder: its event loop must be gone when tests with one of their own follow."""
    firefox = os.environ.get(CHOSEN) == "firefox"
    path = find_firefox() if firefox else find()
    if path is None:
        wanted = "Firefox so that it is on the PATH; `make firefox`" if firefox else "Chromium or Chrome; `make test`"
        pytest.fail(f"Install {wanted} does.", pytrace=False)
    with nullcontext() if firefox else sync_playwright() as playwright:
        if playwright is None:
            opened = Browsers(lambda: cast(Browser, Firefox(path)), empties=False)
        else:
            opened = Browsers(
                lambda: playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]), empties=True
            )
        yield opened
        opened.quit()


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
def visit(browsers: Browsers, server: RunningServer, problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Open a page as a new person: `visit("/")`. Windows to which something is done for good, they keep: `spoilt`."""
    contexts: list[tuple[BrowserContext, bool, dict[str, Any]]] = []

    def open_page(path: str = "/", width: int = 1280, height: int = 720, spoilt: bool = False, **more: Any) -> Page:
        chosen = {"viewport": {"width": width, "height": height}, **more}
        context = browsers.context(**chosen)
        contexts.append((context, spoilt, chosen))
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security" in line.text else None)
        page.goto(server.address + path)
        return page

    yield open_page
    for context, spoilt, chosen in contexts:
        browsers.leave(context, server.address, spoilt, **chosen)
    assert problems == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
