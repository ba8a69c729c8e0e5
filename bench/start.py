"""The first minute: a server that has nothing compiled, and the same again when everything is.

    burgrave bench start

For the first row the clock starts with `git clone`, and `make play` installs everything into an empty home: what the
network takes is in it. For the others it starts with the process, when everything is installed. A first move is the
whole of it: a new table of the game, asked for over the API when the page is up, and one move at it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import burgrave
from burgrave.bench import Row, figure
from burgrave.bots import COMPILED
from burgrave.core import loader, registry

LONGEST = 900.0
"""Seconds after which something is not slow but stands still."""
SERVE = [sys.executable, "-m", "burgrave", "serve", "--no-browser"]
REPOSITORY = Path(__file__).parents[1]
CLONE = f"git clone --quiet '{REPOSITORY}' clone && exec make --silent -C clone play"


class Served:
    """A server process of its own, with data of its own."""

    def __init__(self, folder: Path, command: Sequence[str] = SERVE, **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        data = tempfile.mkdtemp(dir=folder)
        chosen = {"BURGRAVE_HOST": "127.0.0.1", "BURGRAVE_PORT": str(port), "BURGRAVE_DATA_DIR": data, **environment}
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command, env=os.environ | chosen, stdout=subprocess.DEVNULL, cwd=folder, start_new_session=True
        )

    def stop(self) -> None:
        """End it, with what it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()

    def passed(self) -> float:
        """The seconds since it was started."""
        return time.perf_counter() - self.began

    def ask(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        """What it answers."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        with urllib.request.urlopen(urllib.request.Request(self.address + path, sent, headers)) as answer:
            return json.load(answer)

    def up(self) -> float:
        """When the first page came."""
        while self.passed() < LONGEST and self.process.poll() is None:
            try:
                urllib.request.urlopen(self.address).close()
                return self.passed()
            except OSError:
                time.sleep(0.01)
        raise RuntimeError("the server does not answer")

    def first_move(self, game: str) -> float:
        """The seconds from asking for a table until a move has been made at it."""
        began = time.perf_counter()
        seats = [{"kind": "me"}] * min(registry.spec(game).players)
        made = self.ask("/api/tables", {"game": game, "seats": seats})
        there = f"/api/tables/{made['id']}"
        token = made["tokens"][str(self.ask(there)["to_act"])]
        state = self.ask(there, token=token)
        self.ask(f"{there}/moves", {"seq": state["seq"], "move": state["moves"][0]["text"]}, token)
        return time.perf_counter() - began

    def compiled(self) -> Iterator[tuple[str, str, float]]:
        """When each module of bound code was compiled for each game, in that order."""
        waiting = [(game, module) for game in burgrave.games() for module in (loader.DRIVERS, *COMPILED.values())]
        while waiting:
            for game, module in [which for which in waiting if loader.is_ready(*which)]:
                waiting.remove((game, module))
                yield game, module, self.passed()
            if self.passed() > LONGEST:
                raise RuntimeError("the games are not compiled")
            time.sleep(0.1)


@contextmanager
def serving(folder: Path, command: Sequence[str] = SERVE, **environment: str) -> Iterator[Served]:
    """A server that ends with this."""
    served = Served(folder, command, **environment)
    try:
        yield served
    finally:
        served.stop()


@contextmanager
def empty_cache() -> Iterator[Path]:
    """A folder for everything, and nothing compiled yet in this process' eyes too."""
    before = os.environ.get("BURGRAVE_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BURGRAVE_CACHE"] = str(Path(folder, "cache"))
        try:
            yield Path(folder)
        finally:
            del os.environ["BURGRAVE_CACHE"]
            if before is not None:
                os.environ["BURGRAVE_CACHE"] = before


@figure("start")
def start() -> Iterator[Row]:
    """From the start of a server to pages, first moves, compiled rules and compiled bots."""
    if shutil.which("git") and (REPOSITORY / ".git").exists():
        with empty_cache() as folder, serving(folder, ["sh", "-c", CLONE], HOME=str(folder), CI="1") as served:
            yield Row("fresh clone, nothing installed: the first page", served.up(), "s", at_least=False)
    with empty_cache() as folder:
        with serving(folder) as served:
            yield Row("nothing compiled: the first page", served.up(), "s", at_least=False)
            for game in burgrave.games():
                yield Row("nothing compiled: table and first move", served.first_move(game), "s", game, 3.0, False)
            for game, module, seconds in served.compiled():
                yield Row(f"nothing compiled: {module.rpartition('.')[2]}", seconds, "s", game, at_least=False)
            yield Row("nothing compiled: everything", seconds, "s", goal=100.0, at_least=False)
        with serving(folder) as served:
            yield Row("all compiled: the first page", served.up(), "s", at_least=False)
            for game in burgrave.games():
                yield Row("all compiled: table and first move", served.first_move(game), "s", game, 3.0, False)
