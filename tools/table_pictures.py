"""Takes the README's pictures of tables: a server and a browser of their own, and games between greedy bots.

python -m tools.table_pictures [table-burgundy ...]
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from time import sleep
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import burgrave
from burgrave.core.match import Match
from tools.browser import find
from tools.pictures import FOLDER, SEED, write

NAME = "Ada"
"""Who sits at the page; the others are bots, who have names of their own."""
PATIENCE = 120
"""Seconds that a server may need to start."""


@dataclass(frozen=True)
class Shot:
    """A table at one of its decisions, and the window it is seen in."""

    name: str
    game: str
    players: int
    point: str
    share: float
    """How far into the game it is taken, at the least."""
    size: tuple[int, int] = (1440, 900)
    theme: Literal["light", "dark"] = "light"


SHOTS = (
    Shot("table", "catan", 4, "main", 0.6),
    Shot("table-phone", "catan", 4, "main", 0.6, (390, 844)),
    Shot("table-burgundy", "burgundy", 4, "turn", 0.6),
    Shot("table-night", "hansa", 5, "turn", 0.6, theme="dark"),
)


@cache
def played(game: str, players: int, point: str, share: float) -> Match:
    """A game up to a decision of the seat that begins, with something to choose from."""
    rules = burgrave.game(game, players=players)
    match, bot = rules.match(seed=SEED), burgrave.bot("greedy", rules, seed=SEED)
    while not match.is_over:
        match.play(bot.choose(match.view(match.position.to_act)))
    for length in range(int(share * match.length), match.length):
        shown = match.first(length)
        if shown.position.to_act == 0 and shown.position.point == point and len(shown.position.moves()) > 1:
            return shown
    raise ValueError(f"{game}: no decision {point!r} after {share:.0%} of the game")


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that lives as long as this."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        command = (sys.executable, "-m", "burgrave", "serve", "--port", str(port), "--data-dir", data, "--no-browser")
        unhurried = {**os.environ, "BURGRAVE_REQUEST_BURST": "100000"}  # one picture follows the other
        server = subprocess.Popen(command, env=unhurried, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(server, address)
            yield address
        finally:
            server.terminate()
            server.wait()


def wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    """Wait until a server answers."""
    for _ in range(PATIENCE * 4):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(address).close()
        except (urllib.error.URLError, ConnectionError):
            sleep(0.25)
        else:
            return
    raise SystemExit("The server does not start; `burgrave serve` says why.")


def take(browser: Browser, address: str, shot: Shot) -> bytes:
    """The picture of a table that is played on from that decision."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=shot.theme, reduced_motion="reduce", locale="en"
    )
    context.set_default_timeout(PATIENCE * 1000)
    page, match = context.new_page(), played(shot.game, shot.players, shot.point, shot.share)
    headers = {"origin": address}
    record = {**headers, "content-type": "text/plain"}
    kept = context.request.post(f"{address}/api/records", data=match.text(), headers=record).json()["id"]
    wanted = {"after": match.length, "seat": 0, "name": NAME, "level": "easy"}
    made = context.request.post(f"{address}/replay/{kept}/play", data=wanted, headers=headers).json()["id"]
    page.add_init_script("localStorage.explain = 'off'")
    page.goto(f"{address}/table/{made}")
    page.wait_for_function("() => window.burgrave?.live() && !window.burgrave.busy()")
    page.evaluate("document.fonts.ready.then(() => true)")
    picture = page.screenshot(animations="disabled")
    context.close()
    return picture


def smaller(picture: bytes) -> bytes:
    """The same with a palette: drawings have few colours."""
    found = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
        found, "PNG", optimize=True
    )
    return found.getvalue()


def main() -> None:
    """Take the pictures named, or all of them."""
    path = find()
    if path is None:
        raise SystemExit("Pictures of tables need Chromium or Chrome on the PATH; `make test` installs one.")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for shot in SHOTS:
            if shot.name in (sys.argv[1:] or [one.name for one in SHOTS]):
                write(FOLDER / f"{shot.name}.png", smaller(take(browser, address, shot)))
        browser.close()


if __name__ == "__main__":
    main()
