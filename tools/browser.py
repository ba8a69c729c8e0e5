"""Finds the browser for the tests and, run as a program, installs one where there is none.

python -m tools.browser [firefox]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FIREFOX = ("firefox", "firefox-esr")
CHOSEN = "BURGRAVE_BROWSER"
"""The variable that chooses Firefox for the browser tests."""


def find() -> str | None:
    """The browser's path: Chromium or Chrome from the PATH, else the one that Playwright has installed."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if os.path.exists(own) else None


def find_firefox() -> str | None:
    """Firefox's path."""
    return next(filter(None, map(shutil.which, FIREFOX)), None)


def succeeds(*command: str) -> bool:
    """Run a command, its output where ours goes."""
    print("+", *command, file=sys.stderr)
    return subprocess.run(command, stdout=sys.stderr).returncode == 0


def install() -> None:
    """Debian's Chromium when we are root, else Playwright's own."""
    if not install_package("chromium"):
        succeeds(sys.executable, "-m", "playwright", "install", "chromium")


def install_package(name: str) -> bool:
    """A package of Debian's when we are root; whether it is there now."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    fetched = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", name)
    if succeeds(*fetched):
        return True
    return succeeds("apt-get", "update", "--quiet") and succeeds(*fetched)


def firefox() -> int:
    """Print Firefox's path, having installed Debian's if there was none."""
    if find_firefox() is None:
        install_package("firefox-esr")
    path = find_firefox()
    if path is None:
        print("Install Firefox so that it is on the PATH.", file=sys.stderr)
        return 1
    print(path)
    return 0


def main() -> int:
    """Print the browser's path, having installed one if there was none."""
    if sys.argv[1:] == ["firefox"]:
        return firefox()
    if find() is None:
        install()
    path = find()
    if path is None:
        print("The tests need a browser: install Chromium or Chrome so that it is on the PATH.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
