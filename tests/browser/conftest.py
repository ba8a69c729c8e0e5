"""A real browser and a real server, the server in a thread of this process so that tests can look at its tables."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from server.running import RunningServer
from waiting import PATIENCE

from tools.browser import CHOSEN, find, find_firefox

AT_ONCE = """if (location.protocol !== "about:") { localStorage.speed ??= "instant"; localStorage.forced ??= "off"; }"""
"""Whoever clicks in a test waits for no show, and nobody plays for them; a page may choose otherwise."""

expect.set_options(timeout=PATIENCE * 1000)


class Browsers:
    """A browser for many tests, and another one after it has stopped answering."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._opened: Browser | None = None

    def context(self, **chosen: Any) -> BrowserContext:
        """A new person's window."""
        if self._opened is None or not self._opened.is_connected():
            self._opened = self._launch()
        return self._opened.new_context(**chosen)

    def close(self, context: BrowserContext) -> None:
        """Close a window. Now and then a browser never answers to that, whatever the pages were: then it is ended."""
        impatience = threading.Timer(PATIENCE, end_browsers)
        impatience.start()
        try:
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
    path, channel = (find_firefox() or (None, None)) if firefox else (find(), None)
    if path is None:
        pytest.fail("Install Chromium or Chrome so that it is on the PATH; `make test` does.", pytrace=False)
    with sync_playwright() as playwright:
        if firefox:
            opened = Browsers(lambda: playwright.firefox.launch(executable_path=path, channel=channel))
        else:
            opened = Browsers(lambda: playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]))
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
    """Open a page as a new person: `visit("/")`."""
    contexts: list[BrowserContext] = []

    def open_page(path: str = "/", width: int = 1280, height: int = 720, **more: Any) -> Page:
        context = browsers.context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
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
        browsers.close(context)
    assert problems == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
