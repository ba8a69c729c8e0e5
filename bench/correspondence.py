"""Many games that last days, on one server: how soon it is up, how fast it serves a move, how sharp clocks are.

    python bench/correspondence.py                  10,000 running tables
    python bench/correspondence.py --tables 1000 --moves 100 --together 200 --notices 200

One game of Catan is begun and copied into a SQLite file as many times as wanted, each with a clock of a day. Then the
server is started, and one thing after the other is measured, always at tables that nobody has looked at before, so
that each is read from the database first:

- moves: a table is opened, then somebody moves there;
- clocks that run out one after the other, and clocks that run out in the same moment: when the bot has sat down,
  after the deadline;
- notices: it becomes the turn of many people in the same moment, and all of them are told at a web address of this
  machine; when each has arrived, after it was due, and by how much another person's moves are slower meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import sqlite3
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from server_load import memory, server

from burgrave.server.settings import settings
from burgrave.server.web.app import make_app

DAY = 24 * 3600
OPENING = 40
SOON, BETWEEN = 45.0, 0.1
"""When the first clock runs out after it was wound, and how far apart clocks do that run out one after the other."""
NOTICE_AFTER = 10.0
QUIET_LOAD = 0.5
PATIENCE = 300.0
TIMES = {"at", "changed_at", "created_at", "begun_at", "due_at", "turn_at"}
"""Columns that hold a moment of a game."""


async def template(folder: Path) -> None:
    """Begin a game between two people and play its opening, in a database of its own."""
    import httpx

    app = make_app(settings(data_dir=folder, prepare=0, tables_per_minute=1e6, requests_per_second=1e6))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://bench") as client,
    ):
        seats = [{"kind": "me"}, {"kind": "me", "name": "Bo"}]
        wanted = {"game": "catan", "seats": seats, "clock": DAY, "bank": 3 * DAY}
        made = (await client.post("/api/tables", json=wanted, timeout=600)).json()
        table = await app.state.burgrave.hub.get(made["id"])
        while table.state.match is None:
            await asyncio.sleep(0.1)
        for _ in range(OPENING):
            move = random.choice(table.state.match.position.moves())
            await table.play(table.state.to_act, table.seq, move.text)


def secret_of(number: int) -> str:
    """The secret that opens the seat to act at a copy."""
    return f"secret-{number}"


class Copies:
    """The copied tables of a database."""

    def __init__(self, file: Path, tables: int) -> None:
        self.file = file
        self.names = [f"copy{number:018d}" for number in range(tables)]
        with closing(sqlite3.connect(file)) as database, database:
            (first,) = database.execute("SELECT id FROM tables").fetchone()
            (self.to_act, self.due_at) = database.execute("SELECT to_act, due_at FROM tables").fetchone()
            columns = {
                table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
                for table in ("tables", "seats", "events")
            }
            for number, name in enumerate(self.names):
                for table, fields in columns.items():
                    key = "id" if table == "tables" else "table_id"
                    chosen = ", ".join(f"'{name}'" if field == key else field for field in fields)
                    database.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table} WHERE {key} = ?", [first])
                mark = hashlib.sha256(secret_of(number).encode()).hexdigest()
                database.execute("INSERT INTO secrets VALUES (?, ?, ?, ?)", [mark, name, self.to_act, time.time()])
                database.execute("INSERT INTO sitters (table_id, seat, player) VALUES (?, ?, ?)", self.sitter(number))
            for table, key in (
                ("events", "table_id"),
                ("seats", "table_id"),
                ("sitters", "table_id"),
                ("tables", "id"),
            ):
                database.execute(f"DELETE FROM {table} WHERE {key} = ?", [first])
            database.execute("DELETE FROM server WHERE name = 'heartbeat'")

    def sitter(self, number: int) -> tuple[str, int, str]:
        """The table, the seat and the person to act at a copy."""
        return self.names[number], self.to_act, f"player{number:016d}"

    def wind(self, deadlines: dict[int, float]) -> None:
        """Let the clocks of copies run out at these moments: everything happened so much earlier there."""
        with closing(sqlite3.connect(self.file, timeout=60)) as database, database:
            for table in ("events", "tables"):
                fields = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[1] in TIMES]
                change = ", ".join(f"{field} = {field} + :later" for field in fields)
                key = "id" if table == "tables" else "table_id"
                database.executemany(
                    f"UPDATE {table} SET {change} WHERE {key} = :name",
                    [{"later": moment - self.due_at, "name": self.names[k]} for k, moment in deadlines.items()],
                )

    def taken(self, numbers: Sequence[int]) -> dict[str, float]:
        """When bots have sat down at copies."""
        first, last = self.names[numbers[0]], self.names[numbers[-1]]
        chosen = (
            "SELECT table_id, min(at) FROM events WHERE kind = 'sit' AND table_id BETWEEN ? AND ? GROUP BY table_id"
        )
        with closing(sqlite3.connect(self.file, timeout=60)) as database:
            return dict(database.execute(chosen, [first, last]))

    def give_addresses(self, numbers: Sequence[int], address: str) -> None:
        """Let the people to act at copies be told at addresses of their own."""
        data = json.dumps({"style": "json", "origin": address})
        rows = [
            (f"channel{k:015d}", self.sitter(k)[2], "webhook", f"{address}/{k}", data, True, 0.0, "") for k in numbers
        ]
        fields = "id, player, kind, address, data, confirmed, created_at, problem"
        with closing(sqlite3.connect(self.file, timeout=60)) as database, database:
            database.executemany(f"INSERT INTO channels ({fields}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def begin_turns(self, numbers: Sequence[int]) -> float:
        """Let it have become their turn now; when."""
        now = time.time()
        with closing(sqlite3.connect(self.file, timeout=60)) as database, database:
            change = "UPDATE tables SET turn_at = ? WHERE id = ?"
            database.executemany(change, [(now, self.names[number]) for number in numbers])
        return now


class Receiver:
    """A web address that takes notices, and remembers when each came."""

    def __init__(self) -> None:
        self.came: dict[str, list[float]] = {}
        came = self.came

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                came.setdefault(self.path, []).append(time.time())
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        self._server.shutdown()


def http(address: str) -> HTTPConnection:
    """A connection to the server."""
    return HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=60)


def ask(connection: HTTPConnection, path: str, number: int, body: dict[str, Any] | None = None) -> Any:
    """Ask the API as who is to act at a copy."""
    headers = {"authorization": f"Bearer {secret_of(number)}", "content-type": "application/json"}
    connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    found = json.load(answer)
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status} {found}")
    return found


def one_move(address: str, number: int, luck: random.Random) -> tuple[float, float]:
    """Make any move at a copy that nobody has looked at; how long it takes to open it, and to move."""
    path = urllib.parse.urlsplit(address).path
    with closing(http(address)) as connection:
        begun = time.perf_counter()
        state = ask(connection, path, number)
        opened = time.perf_counter()
        move = luck.choice(state["moves"])["text"]
        ask(connection, f"{path}/moves", number, {"seq": state["seq"], "move": move})
        return opened - begun, time.perf_counter() - opened


def moves(copies: Copies, numbers: Sequence[int], address: str, luck: random.Random, what: str) -> None:
    """Move at tables one after the other, and tell how long that took."""
    took = [one_move(f"{address}/api/tables/{copies.names[number]}", number, luck) for number in numbers]
    told(f"tables opened for the first time{what}", [opening for opening, _ in took])
    told(f"moves there{what}", [moving for _, moving in took])


def clocks(copies: Copies, numbers: Sequence[int], between: float, what: str) -> None:
    """Let clocks run out, and tell how long after its deadline each seat was a bot's."""
    first = time.time() + SOON
    deadlines = {number: first + place * between for place, number in enumerate(numbers)}
    copies.wind(deadlines)
    last, taken = max(deadlines.values()), dict[str, float]()
    while len(taken) < len(numbers) and time.time() < last + PATIENCE:
        time.sleep(0.5)
        taken = copies.taken(numbers)
    late = [taken[copies.names[k]] - moment for k, moment in deadlines.items() if copies.names[k] in taken]
    told(f"clocks that ran out {what}, from deadline to effect", late, len(numbers))


def notices(copies: Copies, numbers: Sequence[int], others: Sequence[int], address: str, luck: random.Random) -> None:
    """Let it become many people's turn in one moment, and tell when they heard; others move meanwhile."""
    receiver = Receiver()
    copies.give_addresses(numbers, receiver.address)
    due = copies.begin_turns(numbers) + NOTICE_AFTER
    time.sleep(max(0.0, due - time.time()))
    moves(copies, others, address, luck, " while notices are sent")
    while len(receiver.came) < len(numbers) and time.time() < due + PATIENCE:
        time.sleep(0.2)
    came = list(receiver.came.values())
    told("notices of one moment, from when they were due", [min(times) - due for times in came], len(numbers))
    again = sum(len(times) - 1 for times in came)
    print(f"the last one after {max(max(times) for times in came) - due:.1f} s; {again} came twice")
    receiver.close()


def told(what: str, seconds: list[float], wanted: int | None = None) -> None:
    """Print how long things took."""
    missing = "" if wanted is None or len(seconds) == wanted else f" ({wanted - len(seconds)} MISSING)"
    ordered = sorted(seconds)
    middle, late, most = (1000 * ordered[place] for place in (len(ordered) // 2, int(len(ordered) * 0.99), -1))
    print(f"{len(ordered)} {what}{missing}: p50 {middle:.1f} ms, p99 {late:.1f} ms, most {most:.1f} ms", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--due", type=int, default=100, help="clocks that run out one after the other")
    parser.add_argument("--together", type=int, default=1000, help="clocks that run out in one moment")
    parser.add_argument("--notices", type=int, default=1000)
    chosen = parser.parse_args()
    if os.getloadavg()[0] > QUIET_LOAD:
        print(
            f"this machine does other things too (load {os.getloadavg()[0]:.1f}): figures are worse than they could be"
        )
    os.environ |= {"BURGRAVE_ALLOW_PRIVATE_ADDRESSES": "1", "BURGRAVE_NOTICE_AFTER": str(NOTICE_AFTER)}
    with tempfile.TemporaryDirectory() as place:
        folder, luck = Path(place), random.Random(1)
        asyncio.run(template(folder))
        copies, unused = Copies(folder / "burgrave.db", chosen.tables), list(range(chosen.tables))

        def fresh(count: int) -> list[int]:
            """Copies that were not used for anything."""
            taken, unused[:] = unused[:count], unused[count:]
            return taken

        begun = time.perf_counter()
        with server(folder, "", "") as (port, pid):
            address = f"http://127.0.0.1:{port}"
            urllib.request.urlopen(f"{address}/health", timeout=60).read()
            print(f"{chosen.tables} tables: up after {time.perf_counter() - begun:.1f} s, {memory(pid) / 1000:.0f} MB")
            moves(copies, fresh(chosen.moves), address, luck, "")
            clocks(copies, fresh(chosen.due), BETWEEN, "one after the other")
            clocks(copies, fresh(chosen.together), 0.0, "in one moment")
            notices(copies, fresh(chosen.notices), fresh(chosen.moves), address, luck)
            print(f"{memory(pid) / 1000:.0f} MB afterwards")


if __name__ == "__main__":
    main()
