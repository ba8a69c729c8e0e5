"""Random 4-player Catan beside catanatron, the peer, in the same run and on one core.

The peer knows no domestic trade, so ours is played without it. It lives in an environment of its own under build/, made
here from constraints/peer.txt.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import burgrave
from burgrave.bench import Row, figure, output_of, playout_rates

ROOT = Path(__file__).resolve().parent.parent
ROUNDS, SECONDS = 3, 4.0
"""The two take turns, and the best round of each counts, so that a busy moment of the machine favours neither."""

GAMES = """
import json, sys, time
from catanatron import Color, Game, RandomPlayer

seconds, games, moves = float(sys.argv[1]), 0, 0
began = time.perf_counter()
while time.perf_counter() - began < seconds:
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=games)
    game.play()
    games += 1
    moves += len(game.state.actions)
print(json.dumps([games / (time.perf_counter() - began), moves / (time.perf_counter() - began)]))
"""


def peer_python(name: str = "peer") -> Path:
    """A peer's Python, its environment made if it is not there or pins another version."""
    pins, folder = ROOT / f"constraints/{name}.txt", ROOT / "build" / name
    done, python = folder / "done", folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not done.exists() or done.read_text() != pins.read_text():
        output_of(sys.executable, "-m", "venv", "--clear", folder)
        install = (python, "-m", "pip", "--disable-pip-version-check", "-qq", "install")
        output_of(*install, "--require-hashes", "--no-deps", "-r", pins)
        done.write_text(pins.read_text())
    return python


@figure("peer")
def random_catan() -> Iterator[Row]:
    """Games a second of random players, ours and the peer's."""
    python, rules = peer_python(), burgrave.game("catan", players=4, domestic_trade="off")
    ours, peers = [], []
    for _ in range(ROUNDS):
        peers.append(tuple(json.loads(output_of(python, "-c", GAMES, str(SECONDS)))))
        ours.append(playout_rates(rules))
    (moves, games), (peer_games, peer_moves) = max(ours), max(peers)
    yield Row("catan without trade, games", games, "/s")
    yield Row("catan without trade, moves", moves, "/s")
    yield Row("catanatron, games", peer_games, "/s")
    yield Row("catanatron, moves", peer_moves, "/s")
    yield Row("our games for each of catanatron's", games / peer_games, "×", goal=200.0)
