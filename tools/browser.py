"""Finds the browser for the tests and, run as a program, installs one where there is none.

python -m tools.browser [firefox]
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FIREFOX = ("firefox", "firefox-esr")
OLDEST_FIREFOX = 154
"""Playwright speaks to a Firefox as people have it by WebDriver BiDi, and needs commands that older ones lack: 153
does not know `emulation.setMediaFeaturesOverride`."""
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


def find_firefox() -> tuple[str, str | None] | None:
    """Firefox's path and Playwright's channel for it: one from the PATH that is new enough, else Playwright's own."""
    for path in filter(None, map(shutil.which, FIREFOX)):
        if version_of(path) >= OLDEST_FIREFOX:
            return path, "moz-firefox"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.firefox.executable_path
    return (own, None) if os.path.exists(own) else None


def version_of(firefox: str) -> int:
    """The main version of a Firefox; 0 where it tells none."""
    told = subprocess.run((firefox, "--version"), capture_output=True, text=True).stdout
    found = re.search(r"(\d+)\.", told)
    return int(found[1]) if found else 0


def succeeds(*command: str) -> bool:
    """Run a command, its output where ours goes."""
    print("+", *command, file=sys.stderr)
    return subprocess.run(command, stdout=sys.stderr).returncode == 0


def install() -> None:
    """Debian's Chromium when we are root, else Playwright's own."""
    if not install_package("chromium"):
        succeeds(sys.executable, "-m", "playwright", "install", "chromium")


def install_package(name: str, newest: bool = False) -> bool:
    """A package of Debian's when we are root; whether it is there now. `newest` has the lists fetched first."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    fetched = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", name)
    if not newest and succeeds(*fetched):
        return True
    return succeeds("apt-get", "update", "--quiet") and succeeds(*fetched)


def firefox() -> int:
    """Print Firefox's path, having installed Debian's, or Playwright's own where that one is too old."""
    if find_firefox() is None:
        install_package("firefox-esr", newest=True)
    if find_firefox() is None:
        succeeds(sys.executable, "-m", "playwright", "install", "firefox")
    found = find_firefox()
    if found is None:
        sentence = f"No Firefox that Playwright can drive: {OLDEST_FIREFOX} or newer on the PATH, or Playwright's own."
        print(sentence, file=sys.stderr)
        return 1
    print(found[0])
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
