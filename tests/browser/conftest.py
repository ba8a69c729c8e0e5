"""A real browser and a real server, the server in a thread of this process so that tests can look at its tables."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from server.running import RunningServer

WHAT_TO_INSTALL = (
    "browser tests need Chromium: install the Debian package 'chromium', or run 'playwright install chromium'"
)


def browser_path() -> str | None:
    """A browser on the PATH, else Debian's where we may install it, else Playwright's own (None)."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if found := shutil.which(name):
            return found
    if (
        shutil.which("apt-get")
        and Path("/root").exists()
        and subprocess.run(["id", "-u"], capture_output=True, text=True).stdout == "0\n"
    ):
        subprocess.run(["apt-get", "install", "-y", "-q", "chromium"], capture_output=True)
        return shutil.which("chromium")
    return None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        except Exception as error:
            pytest.fail(f"{WHAT_TO_INSTALL} ({str(error).splitlines()[0]})", pytrace=False)
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
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security" in line.text else None)
        page.goto(server.address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
