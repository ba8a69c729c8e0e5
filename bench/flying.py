"""Frames a second while things fly over the board, in a Chromium that is throttled to a quarter of its speed.

    python bench/flying.py            twelve things, three times
    python bench/flying.py --things 24 --throttle 6

It needs what the browser's tests need (`make test` installs it) and an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

ROUNDS = 3
FLY = """async ([things, script]) => {
  const { prepare } = await import(script);
  const sites = [...document.querySelectorAll("#sites [data-site]")].map((site) => site.dataset.site);
  const symbols = [...document.querySelectorAll("symbol[id]")].map((symbol) => symbol.id);
  const flights = Array.from({ length: things }, (_, k) =>
    ["bench", symbols[(7 * k) % symbols.length], 1, sites[(5 * k) % sites.length], "p0", 0]);
  const frames = [];
  await new Promise((done) => {
    const begin = performance.now();
    let last = begin;
    prepare([{ flights, lines: [] }])([]);
    const frame = (now) => {
      frames.push(now - last);
      last = now;
      if (now - begin < 1200) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
  return frames.slice(1);
}"""


def measure(things: int, throttle: float) -> list[list[float]]:
    """The lengths of all frames in milliseconds, round by round."""
    root = Path(__file__).parents[1]
    sys.path[:0] = [str(root), str(root / "tests")]
    from browser.helpers import make_table  # type: ignore[import-not-found]
    from playwright.sync_api import sync_playwright
    from server.running import RunningServer  # type: ignore[import-not-found]

    from tools.browser import find

    server = RunningServer(Path(tempfile.mkdtemp())).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(server.address)
        make_table(page, "catan", ["me", "me"])
        page.wait_for_selector("#board", timeout=180_000)
        page.wait_for_function("() => window.burgrave?.state().seq")
        script = page.evaluate("document.querySelector('script[type=module]').src.replace('play.js', 'effects.js')")
        session: Any = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        found = [page.evaluate(FLY, [things, script]) for _ in range(1 + ROUNDS)][1:]
        browser.close()
    server.stop()
    return found


def main() -> None:
    """Measure and print one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--things", type=int, default=12)
    parser.add_argument("--throttle", type=float, default=4.0)
    chosen = parser.parse_args()
    best = max(measure(chosen.things, chosen.throttle), key=lambda frames: len(frames) / sum(frames))
    rate = 1000 * len(best) / sum(best)
    print(f"{chosen.things} things, throttled {chosen.throttle:g}x: {rate:.1f} frames/s, longest {max(best):.1f} ms")


if __name__ == "__main__":
    main()
