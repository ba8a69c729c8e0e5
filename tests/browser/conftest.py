"""A real browser and a real server, the server in a thread of this process so that tests can look at its tables."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from burgrave.server.app import make_app
from burgrave.server.settings import settings

WHAT_TO_INSTALL = (
    "browser tests need Chromium: install the Debian package 'chromium', or run 'playwright install chromium'"
)


class RunningServer:
    """A server on a free port."""

    def __init__(self, folder: Path, **chosen: Any) -> None:
        limits = {"requests_per_second": 10_000.0, "request_burst": 100_000, "tables_per_minute": 10_000.0}
        self.settings = settings(data_dir=folder, port=0, bot_pause=0.0, tables_per_client=10_000, **limits, **chosen)
        self.app = make_app(self.settings)
        self.port = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._server: uvicorn.Server | None = None

    def _run(self) -> None:
        config = uvicorn.Config(self.app, port=self.port, log_level="warning", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        asyncio.run(self._server.serve())

    def start(self) -> RunningServer:
        self._thread.start()
        while self._server is None or not self._server.started:
            time.sleep(0.02)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        return self

    def stop(self) -> None:
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(15)

    def restart(self) -> None:
        """Stop and come back at the same address with the same data."""
        self.stop()
        self.app = make_app(self.settings)
        self._server = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def table(self, table_id: str) -> Any:
        """The table as the server holds it."""
        return self.app.state.burgrave.hub.tables[table_id]


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


if sys.platform == "win32":
    pytest.skip("the browser tests need a system where Chromium runs headless", allow_module_level=True)
