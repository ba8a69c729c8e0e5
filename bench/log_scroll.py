"""The log of a long game in a real Chromium: how long a frame takes while somebody scrolls.

    python bench/log_scroll.py                  scroll the log of a Catan game of 1,000 moves
    python bench/log_scroll.py --slower 4       the same on a processor that is four times slower

The whole log is loaded by scrolling down to its end, as somebody does, then scrolled up again; told is the longest
frame of both, and how many took longer than 50 ms. What an update of the page weighs, `bench/effects.py` tells.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import burgrave
from burgrave.core.match import Match

sys.path.insert(0, str(Path(__file__).parents[1]))

MOVES = 1000
LONG_FRAME = 50.0
PORT = 8977
SCROLL = """async ({down, step}) => {
  const list = document.getElementById("log"), frames = [];
  let box = list;
  const scrolls = (one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === "auto";
  while (box.parentElement && !scrolls(box)) box = box.parentElement;
  const atEnd = () => box.scrollTop + box.clientHeight >= box.scrollHeight - 2 && list.dataset.first === "1";
  const end = () => down ? atEnd() : box.scrollTop <= 0;
  let last = performance.now(), ends = last + 120000;
  while (!end() && last < ends) {
    box.scrollTop += down ? step : -step;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return {frames, turns: list.children.length, nodes: list.querySelectorAll("*").length};
}"""


def greedy_game(name: str, players: int, most: int, **options: Any) -> Match:
    """The first moves of a game that greedy bots play."""
    game = burgrave.game(name, players=players, **options)
    match = game.match(seed=1)
    bots = [burgrave.bot("greedy", game, seed=seat) for seat in range(players)]
    while not match.is_over and match.length < most:
        seat = match.position.to_act
        assert seat is not None
        match.play(bots[seat].choose(match.view(seat)))
    return match


def scroll(slower: int) -> None:
    """Scroll a long log and print the frames."""
    from playwright.sync_api import sync_playwright

    from tools.browser import find

    match = greedy_game("catan", 4, MOVES, target_points=15)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "burgrave", "serve", "--port", str(PORT), "--data-dir", folder, "--no-browser"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            address = f"http://localhost:{PORT}"
            table = uploaded(address, match.text())
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1280, "height": 720})
                page.goto(f"{address}/replay/{table}?n={match.length}")
                page.wait_for_selector("#log .turn", timeout=120_000)
                page.locator("#log").scroll_into_view_if_needed()
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
                for down in (True, False):
                    found = page.evaluate(SCROLL, {"down": down, "step": 60})
                    tell(f"{match.length} moves, {'down' if down else 'up'}", found)
                browser.close()
        finally:
            server.terminate()
            server.wait()


def tell(what: str, found: dict[str, Any]) -> None:
    """Print what was found."""
    frames = found["frames"]
    over = sum(frame > LONG_FRAME for frame in frames)
    print(
        f"{what}: {found['turns']} turns, {found['nodes']} elements; {len(frames)} frames, "
        f"median {statistics.median(frames):.1f} ms, longest {max(frames):.1f} ms, {over} over {LONG_FRAME:.0f} ms"
    )


def uploaded(address: str, record: str) -> str:
    """The table of a record, once the server answers."""
    request = urllib.request.Request(f"{address}/api/records", record.encode(), {"content-type": "text/plain"})
    for _ in range(300):
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return str(json.load(answer)["id"])
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=int, default=1, help="how many times slower the browser's processor is")
    scroll(parser.parse_args().slower)
