"""The server under attack: what the others at their tables notice of it.

    python bench/server_attack.py                    every attack that follows, one after the other
    python bench/server_attack.py requests frames    some of them
    python bench/server_attack.py endurance          100 kills, 20 database restarts, 4 frozen processes: nothing lost
    python bench/server_attack.py fuzz               100,000 odd requests and frames: no failure of the server's
    python bench/server_attack.py many               100,000 tables stored in PostgreSQL: start-up time and memory

A server runs with its default limits. Some people play there from one address, a few moves a second; another process
attacks from another address of this machine (127.0.0.2) for so many seconds. Told is what the players' moves take from
submission until the other seat has them, and what memory the server takes. Everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import server_load
import sqlalchemy as sa
from server_load import OPTIONS, Requests, Stream, Table, memory, new_loop, postgresql

import burgrave
from burgrave.core.match import Match
from burgrave.server.store.database import make_engine, take_time

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
"""The players' address, and the attacker's: limits count by address."""
PLAYERS, PACE = 4, 16.0
"""So many tables, so many moves a second among them: far below the limits of their address."""
AT_ONCE, MOST_PER_SECOND = 8, 200
"""How many connections an attacker uses, and how many requests a second it is held to, so that it does not simply take
the processors away; the default limits allow 30."""
LONGEST_RECORD = 5_000
LONGEST_ANSWER = 600.0
"""Seconds; the first table of a game waits for its rules to be compiled where nobody has done that before."""
LONGEST_WAIT = 30.0
"""Seconds after the attack for which a bot that has not answered is waited for."""
DEFAULTS = {"LOG_LEVEL": "warning", "PREPARE": "0"}


class Attacker:
    """Somebody at another address who sends what they like."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.ends = port, time.monotonic() + seconds
        self.answers: Counter[str] = Counter()

    @property
    def going_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.ends

    async def connect(self) -> Requests:
        """A new connection."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(Requests, HERE, self.port, local_addr=(ELSEWHERE, 0))
        return wire

    async def ask(self, wire: Requests, request: bytes) -> tuple[int, bytes]:
        """Send a request and note how it is answered."""
        status, body = await asyncio.wait_for(wire.answer(request), LONGEST_ANSWER)
        self.answers[str(status)] += 1
        return status, body

    async def json(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Ask something of the API on a connection of its own."""
        wire = await self.connect()
        try:
            status, answer = await self.ask(wire, request(path, body, token))
            return status, json.loads(answer)
        finally:
            wire.transport.close()

    async def made(self, body: Any) -> Any:
        """Make a table, with the patience that the limits ask for."""
        while True:
            status, answer = await self.json("/api/tables", body)
            if status == 201:
                return answer
            if not self.going_on:
                raise RuntimeError(f"no table: {status} {answer}")
            await asyncio.sleep(0.5)

    async def repeat(self, texts: Callable[[], bytes]) -> None:
        """Send requests on several connections until the time is up."""
        pause = AT_ONCE / MOST_PER_SECOND

        async def one() -> None:
            wire = None
            while self.going_on:
                begun = time.monotonic()
                try:
                    if wire is None or wire.lost:
                        wire = await self.connect()
                    await self.ask(wire, texts())
                except (OSError, TimeoutError):
                    self.answers["cut off"] += 1
                    wire = None
                await asyncio.sleep(max(0.0, begun + pause - time.monotonic()))

        await asyncio.gather(*(one() for _ in range(AT_ONCE)))


def request(path: str, body: Any = None, token: str = "", kind: str = "application/json") -> bytes:
    """A request as it goes over the wire: POST when there is a body."""
    rights = f"authorization: Bearer {token}\r\n" if token else ""
    if body is None:
        return f"GET {path} HTTP/1.1\r\nhost: a\r\naccept: text/html\r\n{rights}\r\n".encode()
    data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: a\r\n{rights}content-type: {kind}\r\ncontent-length: {len(data)}\r\n\r\n"
    return head.encode() + data


def long_record() -> str:
    """A legal Catan game that nobody would play: the longest that may be uploaded."""
    match = Match(burgrave.game("catan", players=2, domestic_trade="off", turn_limit=10_000), chance="manual")
    while len(match.moves) < LONGEST_RECORD - 2 and not match.is_over:
        texts = {move.text for move in match.position.moves()}
        wanted = [text for text in ("roll 1 1", "end", "roll") if text in texts]
        match.play(wanted[0] if wanted else min(texts))
    return match.text()


async def unknown_moves(attacker: Attacker) -> None:
    """Move texts that are nearly right, which somebody has to look for in a long list."""
    made = await attacker.made({"game": "hansa", "seats": [{"kind": "me"}] * 3})
    path, token = f"/api/tables/{made['id']}/moves", made["tokens"]["0"]
    await attacker.repeat(lambda: request(path, {"seq": 1, "move": f"displace {random.random()} r7 0 m"}, token))


async def form_pages(attacker: Attacker) -> None:
    """The page on which a table is made."""
    await attacker.repeat(lambda: request("/new/catan"))


async def guide_pages(attacker: Attacker) -> None:
    """The longest page of text."""
    await attacker.repeat(lambda: request("/guide/barony"))


async def other_pages(attacker: Attacker) -> None:
    """Everything else that can be asked for without a table."""
    paths = ("/", "/api/games", "/api/openapi.json", "/picture/catan.svg", "/api/tables", "/guide/catan?language=pl")
    await attacker.repeat(lambda: request(random.choice(paths)))


async def uploads(attacker: Attacker) -> None:
    """Long records, uploaded and then opened in all ways."""
    text = await asyncio.to_thread(long_record)
    kept: list[str] = []
    while attacker.going_on and len(kept) < 30:
        wire = await attacker.connect()
        status, answer = await attacker.ask(wire, request("/api/records", text, kind="text/plain"))
        wire.transport.close()
        if status == 201:
            kept.append(json.loads(answer)["id"])
        elif kept:
            break
        else:
            await asyncio.sleep(0.2)
    paths = [
        path
        for table in kept
        for path in (f"/replay/{table}", f"/result/{table}", f"/api/tables/{table}/events", f"/api/tables/{table}")
    ]
    await attacker.repeat(lambda: request(random.choice(paths)))


async def frames(attacker: Attacker) -> None:
    """A WebSocket full of small texts, then one full of pings."""
    made = await attacker.made({"game": "catan", "seats": [{"kind": "me"}] * 2, "options": OPTIONS})
    loop, path = asyncio.get_running_loop(), f"/api/tables/{made['id']}/stream"
    text, ping = bytes([0x81, 0x81, 0, 0, 0, 0, 65]), bytes([0x89, 0x80, 0, 0, 0, 0])
    while attacker.going_on:
        try:
            _, stream = await loop.create_connection(
                lambda: Stream(path, "", None), HERE, attacker.port, local_addr=(ELSEWHERE, 0)
            )
        except OSError:
            attacker.answers["cut off"] += 1
            await asyncio.sleep(0.05)
            continue
        while attacker.going_on and not stream.lost:
            if stream.open:
                stream.transport.write(random.choice((text, ping)) * 5_000)
                attacker.answers["frames"] += 5_000
            await asyncio.sleep(0.005)
        attacker.answers["connections"] += 1
        stream.transport.close()


async def sockets(attacker: Attacker) -> None:
    """Connections that say nothing, or half of what they want."""
    held: list[socket.socket] = []
    while attacker.going_on and len(held) < 2_000:
        made = socket.socket()
        made.bind((ELSEWHERE, 0))
        made.settimeout(1)
        try:
            made.connect((HERE, attacker.port))
            made.sendall(random.choice((b"", b"GET / HTTP/1.1\r\nhost: a\r\n")) or b"")
            held.append(made)
        except OSError:
            attacker.answers["refused"] += 1
        await asyncio.sleep(0)
    while attacker.going_on:
        await asyncio.sleep(0.2)
    for one in held:
        one.settimeout(0)
        try:
            attacker.answers["open"] += one.recv(1) == b""
        except BlockingIOError:
            attacker.answers["still open"] += 1
        except OSError:
            attacker.answers["closed"] += 1
        one.close()


async def bots(attacker: Attacker) -> None:
    """Twenty tables of four hard bots that nobody looks at, and advice that nobody waits for."""
    wanted = {"game": "catan", "seats": [{"kind": "bot", "level": "hard"}] * 4}
    for _ in range(20):
        await attacker.made(wanted)
    match = Match(burgrave.game("catan", players=2, **OPTIONS), seed=3)
    while not match.is_over:
        match.play(random.choice(match.position.moves()))
    wire = await attacker.connect()
    status, answer = await attacker.ask(wire, request("/api/records", match.text(), kind="text/plain"))
    table = json.loads(answer)["id"] if status == 201 else ""
    while attacker.going_on:
        _, writer = await asyncio.open_connection(HERE, attacker.port, local_addr=(ELSEWHERE, 0))
        writer.write(request(f"/replay/{table}/advice?n={random.randrange(50, 200)}"))
        await asyncio.sleep(0.05)
        writer.transport.abort()
        attacker.answers["advice asked for"] += 1


async def study(attacker: Attacker) -> None:
    """Whole games to be analysed, looked at while they are; side lines, positions set up by hand, and hints."""
    kept: list[str] = []
    for seed in range(4):
        match = Match(burgrave.game("catan", players=2, **OPTIONS), seed=seed)
        while not match.is_over:
            match.play(random.choice(match.position.moves()))
        wire = await attacker.connect()
        status, answer = await attacker.ask(wire, request("/api/records", match.text(), kind="text/plain"))
        if status == 201:
            kept.append(json.loads(answer)["id"])
            status, _ = await attacker.ask(wire, request(f"/replay/{kept[-1]}/analysis", {}))
        attacker.answers[f"{status} to an analysis"] += 1
        wire.transport.close()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    made = await attacker.made({"game": "barony", "seats": seats})  # in which the first seat decides first
    path, token = f"/api/tables/{made['id']}", made["tokens"]["0"]
    _, state = await attacker.json(path, token=token)
    hint = request(f"{path}/hint", {"seq": state["seq"]}, token)

    def asked() -> bytes:
        table, number = random.choice(kept), random.randrange(60, 200)
        what = ("analysis", f"line?n={number}", f"line/chances?n={number}&samples=256", f"set-up?n={number}")
        return hint if random.random() < 0.2 else request(f"/replay/{table}/{random.choice(what)}")

    await attacker.repeat(asked)


ATTACKS: dict[str, tuple[Callable[[Attacker], Coroutine[Any, Any, None]], ...]] = {
    "calm": (),
    "requests": (unknown_moves, form_pages, guide_pages, other_pages),
    "uploads": (uploads,),
    "frames": (frames,),
    "bots": (bots,),
    "study": (study,),
    "sockets": (sockets,),
}


def attack(name: str, port: int, seconds: float) -> None:
    """Attack, in a process of its own, and print how it was answered."""
    (what,) = (found for attacks in ATTACKS.values() for found in attacks if found.__name__ == name)
    attacker = Attacker(port, seconds)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(what(attacker))
    print(", ".join(f"{count} × {answer}" for answer, count in attacker.answers.most_common()))


@dataclass
class Victim:
    """Somebody at a table with a bot: how long the bot takes to answer."""

    port: int
    waits: list[float] = field(default_factory=list)

    async def play(self, begins: float, ends: float) -> None:
        """Play first moves until the time is up, and look now and then whether the bot has answered."""
        wire = Table(self.port, 0, burgrave.game("catan", players=2, **OPTIONS), [])
        seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
        _, made = await wire.ask("/api/tables", {"game": "catan", "seats": seats, "options": OPTIONS})
        token, path = made["tokens"]["0"], f"/api/tables/{made['id']}"
        while time.perf_counter() < ends:
            state = await self.state(path, token)
            if state["status"] == "over":
                return
            if state["to_act"] != 0:
                begun = time.perf_counter()
                while (
                    state["to_act"] == 1 and state["status"] == "playing" and time.perf_counter() < ends + LONGEST_WAIT
                ):
                    await asyncio.sleep(0.2)
                    state = await self.state(path, token)
                if begun >= begins:
                    self.waits.append(time.perf_counter() - begun)
                continue
            move = random.choice(state["moves"])["text"]
            await wire.ask(f"{path}/moves", {"seq": state["seq"], "move": move}, token)
            await asyncio.sleep(0.3)

    async def state(self, path: str, token: str) -> Any:
        """The table as the seat sees it."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(Requests, HERE, self.port)
        rights = f"authorization: Bearer {token}\r\n" if token else ""
        head = f"GET {path} HTTP/1.1\r\nhost: a\r\n{rights}\r\n"
        _, answer = await asyncio.wait_for(wire.answer(head.encode()), 120)
        wire.transport.close()
        return json.loads(answer)


@asynccontextmanager
async def people(port: int, delays: list[float], seconds: float) -> AsyncIterator[list[Victim]]:
    """People who play while something else goes on; `delays` has what their moves took."""
    loop, game = asyncio.get_running_loop(), burgrave.game("catan", players=2, **OPTIONS)
    tables = [Table(port, number, game, delays) for number in range(PLAYERS)]
    for table in tables:
        await table.make()
        for seat in range(2):
            path, heard = f"/api/tables/{table.id}/stream", hearing(table, seat)
            await loop.create_connection(partial(Stream, path, table.tokens[seat], heard), HERE, port)
    while any(min(table.seen) == 0 for table in tables):
        await asyncio.sleep(0.05)
    begun = time.perf_counter()
    victim = Victim(port)
    playing = [asyncio.create_task(table.play(begun, begun + seconds, PLAYERS / PACE)) for table in tables] + [
        asyncio.create_task(victim.play(begun, begun + seconds))
    ]
    yield [victim]
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if result is not None:
            print(f"a table stopped: {result!r}", file=sys.stderr)


def hearing(table: Table, seat: int) -> Callable[[bytes], None]:
    """What a stream calls with its messages."""
    return lambda message: table.hear(seat, message)


async def watch(name: str, port: int, pid: int, seconds: float) -> None:
    """Let people play during one attack and print what they notice."""
    delays: list[float] = []
    before = memory(pid)
    process = None
    async with people(port, delays, seconds) as (victim,):
        await asyncio.sleep(2)
        delays.clear()
        if name != "calm":
            command = [sys.executable, __file__, "--attacker", name, "--port", str(port), "--seconds", str(seconds - 4)]
            process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    answers = (await process.communicate())[0].decode().strip() if process else ""
    delays.sort()
    waits = sorted(victim.waits) or [0.0]
    p50, p99 = (1000 * delays[int(len(delays) * share)] for share in (0.5, 0.99))
    print(
        f"{name:>14}  {len(delays)} moves: p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {1000 * delays[-1]:.1f} ms; "
        f"an easy bot's answer: median {waits[len(waits) // 2]:.2f} s, longest {waits[-1]:.2f} s; "
        f"memory {before / 1e3:.0f} → {memory(pid) / 1e3:.0f} MB; {answers}",
        flush=True,
    )


@contextmanager
def serving(settings: dict[str, str], url: str = "", folder: str = "") -> Iterator[tuple[int, int]]:
    """A server with these settings instead of the load test's."""
    free, server_load.FREE = server_load.FREE, settings
    try:
        with tempfile.TemporaryDirectory() as own, server_load.server(Path(folder or own), url, "") as found:
            yield found
    finally:
        server_load.FREE = free


async def warm_up(port: int) -> None:
    """Let the server load the rules and bots that are needed, so that no attack meets a compiler."""
    victim, wire = Victim(port), Table(port, 0, burgrave.game("catan", players=2), [])
    for game in ("barony", "catan", "hansa"):
        while not (await victim.state(f"/preparation/{game}", ""))["ready"]:
            await asyncio.sleep(0.5)
    for game, level in (("catan", "easy"), ("catan", "hard"), ("hansa", "random")):
        seats = [{"kind": "bot", "level": level}, {"kind": "me"}, {"kind": "me"}]
        _, made = await wire.ask("/api/tables", {"game": game, "seats": seats})
        path, answered = f"/api/tables/{made['id']}", False
        while not answered:
            state = await victim.state(path, made["tokens"]["1"])
            token = made["tokens"].get(str(state["to_act"]))
            if token is None:
                await asyncio.sleep(0.5)
                continue
            answered = await bot_has_moved(victim, path, token)
            state = await victim.state(path, token)
            if not answered and state["moves"]:
                await wire.ask(f"{path}/moves", {"seq": state["seq"], "move": state["moves"][0]["text"]}, token)


async def bot_has_moved(victim: Victim, path: str, token: str) -> bool:
    """Whether the bot at the first seat has made a move."""
    events = await victim.state(f"{path}/events", token)
    return any(event["kind"] == "move" and event["seat"] == 0 for event in events)


def stalling(names: list[str], seconds: float) -> None:
    """One server for each attack, so that none profits from another."""
    for group in names:
        for name in [found.__name__ for found in ATTACKS[group]] or ["calm"]:
            with serving(DEFAULTS) as (port, pid), asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(warm_up(port))
                runner.run(watch(name, port, pid, seconds))


def endurance() -> None:
    """The tests that kill, restart and freeze, as often as a server's whole life may see it."""
    counts = {"BURGRAVE_KILLS": "100", "BURGRAVE_RESTARTS": "20", "BURGRAVE_FREEZES": "4"}
    chosen = "killing or restarted or frozen"
    root = Path(__file__).parents[1]
    tests = [str(root / "tests" / "server" / name) for name in ("test_whole_server.py", "test_killed.py")]
    patient = ["-v", "-s", "-p", "no:cacheprovider", "--timeout", "0"]
    command = [sys.executable, "-m", "pytest", *patient, "-k", chosen, *tests]
    subprocess.run(command, env=os.environ | counts, check=True, cwd=root)


PAGES = (
    "/",
    "/new/{name}",
    "/guide/{name}",
    "/table/{table_id}",
    "/table/{table_id}/qr.svg",
    "/replay/{table_id}",
    "/replay/{table_id}/parts",
    "/replay/{table_id}/log",
    "/result/{table_id}",
    "/picture/{name}.svg",
    "/preparation/{name}",
    "/seat",
    "/operator",
)
FORMS = ("/new/{name}", "/seat", "/upload", "/preferences", "/unblock", "/operator/door", "/operator/block")
ODD = (b"null", b"-1", b"1e999", b"9" * 400, b"[]", b"{}", b'""', b'"\\u0000"', b'"\\ud800"', b'"../../x"', b"[" * 500)


def odd_request(chance: random.Random, routes: list[tuple[str, str]], table: str, token: str) -> bytes:
    """Something that no client of ours sends."""
    method, path = chance.choice(routes)
    if chance.random() < 0.05:
        method = chance.choice(("GET", "POST", "PUT", "HEAD", "OPTIONS"))
    path = path.replace("{table_id}", chance.choice((table, table, "x", "%00")))
    path = path.replace("{seat}", chance.choice(("0", "1", "9", "-1", "%ff"))).replace("{name}", "catan")
    if chance.random() < 0.2:
        path += "?" + "&".join(
            f"{chance.choice(('n', 'seat', 'language', 'after'))}=%{chance.randrange(256):02x}{k}" for k in range(3)
        )
    value = chance.choice((*ODD, chance.randbytes(20), b'"' + chance.randbytes(12).hex().encode() + b'"'))
    names = (
        b"seq",
        b"move",
        b"text",
        b"yes",
        b"on",
        b"answer",
        b"game",
        b"seats",
        b"options",
        b"name",
        b"entropy",
        b"level",
    )
    fields = b", ".join(b'"' + name + b'": ' + chance.choice((b"1", b'"x"', value)) for name in chance.sample(names, 3))
    body = chance.choice((b"{" + fields + b"}", value, b""))
    kind = chance.choice(
        (b"application/json", b"application/x-www-form-urlencoded", b"text/plain", b"multipart/form-data; boundary=x")
    )
    rights = chance.choice((b"", f"authorization: Bearer {token}\r\n".encode()))
    accept = chance.choice((b"text/html", b"*/*", b"application/json"))
    head = b"%s %s HTTP/1.1\r\nhost: a\r\nconnection: close\r\naccept: %s\r\n" % (
        method.encode(),
        path.encode(),
        accept,
    )
    return head + b"%scontent-type: %s\r\ncontent-length: %d\r\n\r\n" % (rights, kind, len(body)) + body


async def fuzz(port: int, count: int) -> Counter[str]:
    """Send odd requests and frames; how they were answered."""
    attacker = Attacker(port, 1e9)
    made = await attacker.made({"game": "catan", "seats": [{"kind": "me"}, {"kind": "person"}], "options": OPTIONS})
    _, described = await attacker.json("/api/openapi.json")
    routes = [(method.upper(), path) for path, methods in described["paths"].items() for method in methods]
    routes += [("GET", path) for path in PAGES] + [("POST", path) for path in FORMS]
    token = made["tokens"]["0"]
    answers: Counter[str] = Counter()
    numbers = iter(range(count))

    async def one() -> None:
        for number in numbers:
            chance = random.Random(number)
            reader, writer = await asyncio.open_connection(HERE, port)
            if number % 10:
                writer.write(odd_request(chance, routes, made["id"], token))
            else:  # a WebSocket with odd frames
                head = f"GET /api/tables/{made['id']}/stream?after={chance.randrange(-2, 9)} HTTP/1.1\r\nhost: a\r\n"
                upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
                writer.write(f"{head}{upgrade}sec-websocket-key: {'a' * 22}==\r\n\r\n".encode())
                writer.write(chance.randbytes(chance.randrange(1, 200)))
            line = await asyncio.wait_for(reader.readline(), 60)
            with suppress(OSError):
                writer.close()
            answers[line.split(b" ")[1].decode() if line.count(b" ") else "closed"] += 1

    await asyncio.gather(*(one() for _ in range(32)))
    return answers


def fuzzing(count: int) -> None:
    """Odd requests against a server without limits; the server must still play afterwards."""
    with serving(server_load.FREE) as (port, _), asyncio.Runner(loop_factory=new_loop) as runner:
        begun = time.perf_counter()
        answers = runner.run(fuzz(port, count))
        alive = json.load(urllib.request.urlopen(f"http://{HERE}:{port}/health", timeout=30))["database"]
        failures = sum(number for answer, number in answers.items() if answer.startswith("5"))
        told = ", ".join(f"{number} × {answer}" for answer, number in answers.most_common())
        took = time.perf_counter() - begun
        print(f"{count} odd requests and frames in {took:.0f} s: {failures} failures; {told}; {alive=}")


def many(count: int) -> None:
    """Fill a PostgreSQL database with copies of a few tables and start a server on it."""
    with tempfile.TemporaryDirectory() as name:
        url = postgresql(Path(name) / "postgresql")
        with serving(server_load.FREE, url, name) as (port, _), asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(some_tables(port))
        begun = time.perf_counter()
        asyncio.run(fill(url, count))
        print(f"{count} tables stored in {time.perf_counter() - begun:.0f} s", flush=True)
        begun = time.perf_counter()
        with serving(server_load.FREE, url, name) as (port, pid):
            address = f"http://{HERE}:{port}"
            urllib.request.urlopen(f"{address}/health", timeout=60).close()
            up = time.perf_counter() - begun
            peaks = [memory(pid)]
            times = []
            for _ in range(20):
                asked = time.perf_counter()
                urllib.request.urlopen(f"{address}/", timeout=60).close()
                times.append(time.perf_counter() - asked)
                peaks.append(memory(pid))
                time.sleep(1)
            print(
                f"up after {up:.1f} s, {peaks[0] / 1e3:.0f} MB, {max(peaks) / 1e3:.0f} MB at most within 20 s; "
                f"the lobby takes {1000 * sorted(times)[10]:.0f} ms, {1000 * max(times):.0f} ms at most"
            )


async def fill(url: str, count: int) -> None:
    """Store so many tables."""
    engine = make_engine(url)
    async with engine.begin() as connection:
        await take_time(connection)
        await connection.run_sync(copy_tables, count)
    await engine.dispose()


async def some_tables(port: int) -> None:
    """Tables in all states: waiting, being played by people, by a person and a bot, and finished."""
    game = burgrave.game("catan", players=2, **OPTIONS)
    for number in range(4):
        table = Table(port, number, game, [])
        kinds = [{"kind": "me"}, {"kind": ("me", "person", "bot", "me")[number]}]
        await table.ask("/api/tables", {"game": "catan", "seats": kinds, "options": OPTIONS})
    await asyncio.sleep(3)


def copy_tables(connection: sa.Connection, count: int) -> None:
    """Copy every stored table with its rows until there are so many; ids get a number in front."""
    found = sa.MetaData()
    found.reflect(connection)
    tables = found.tables["tables"]
    (there,) = connection.execute(sa.select(sa.func.count()).select_from(tables)).one()
    copies = f"generate_series(1, {count // there}) AS copy"
    for table in found.sorted_tables:
        key = "id" if table is tables else "table_id"
        if key not in table.c:
            continue
        marked = {key: f"substr(lpad(copy::text, 7, '0') || {key}, 1, 22)"}
        if "digest" in table.c:
            marked["digest"] = "md5(copy::text || digest) || md5(digest || copy::text)"
        if table is tables and "commitment" in table.c:
            marked["commitment"] = "md5(copy::text || commitment) || md5(commitment || copy::text)"
        names = ", ".join(column.name for column in table.c)
        values = ", ".join(marked.get(column.name, f"{table.name}.{column.name}") for column in table.c)
        connection.execute(sa.text(f"INSERT INTO {table.name} ({names}) SELECT {values} FROM {table.name}, {copies}"))


def main() -> None:
    """Choose and run."""
    parser = argparse.ArgumentParser(description="Attack a server of one's own and measure what others notice.")
    parser.add_argument("what", nargs="*", choices=[*ATTACKS, "endurance", "fuzz", "many", []], default=[])
    parser.add_argument("--seconds", type=float, default=24.0, help="how long people play during each attack")
    parser.add_argument("--count", type=int, default=100_000, help="requests for fuzz, tables for many")
    parser.add_argument("--attacker", default="", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.attacker:
        attack(chosen.attacker, chosen.port, chosen.seconds)
        return
    wanted = chosen.what or [*ATTACKS]
    stalling([name for name in wanted if name in ATTACKS], chosen.seconds)
    if "endurance" in wanted:
        endurance()
    if "fuzz" in wanted:
        fuzzing(chosen.count)
    if "many" in wanted:
        many(chosen.count)


if __name__ == "__main__":
    main()
