"""Many games that last days, on one server: how soon it is up, how fast it serves a move, how sharp clocks are.

    python bench/correspondence.py                  10,000 running tables, 300 moves, 100 clocks that run out
    python bench/correspondence.py --tables 1000

One game of Catan is begun and copied into a SQLite file as many times as wanted, each with a clock of a day. Moves are
made at tables that nobody has looked at before, so that each is read from the database first; of some tables the clock
runs out meanwhile, and the effect's time is compared with the deadline.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import sqlite3
import tempfile
import time
import urllib.parse
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from server_load import memory, server

from burgrave.server.settings import settings
from burgrave.server.web.app import make_app

DAY = 24 * 3600
OPENING = 40
FIRST_DUE, BETWEEN = 60.0, 0.1
"""When the first clock runs out after the tables were made, and how far apart they do."""


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


def copies(file: Path, tables: int, due: int) -> dict[str, float]:
    """Copy the only table of a database; the clocks of the first ones run out soon. Identifiers and deadlines."""
    with closing(sqlite3.connect(file)) as database, database:
        (first,) = database.execute("SELECT id FROM tables").fetchone()
        (to_act, due_at) = database.execute("SELECT to_act, due_at FROM tables").fetchone()
        names = [f"copy{number:018d}" for number in range(tables)]
        columns = {
            table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            for table in ("tables", "seats", "events")
        }
        begun, deadlines = time.time(), dict[str, float]()
        for number, name in enumerate(names):
            wanted = begun + FIRST_DUE + number * BETWEEN if number < due else due_at
            deadlines[name] = wanted
            later = wanted - due_at  # everything happened so much later, or earlier
            shifted = {"at", "changed_at", "created_at", "begun_at", "due_at"}
            for table, fields in columns.items():
                key = "id" if table == "tables" else "table_id"
                chosen = ", ".join(
                    f"'{name}'" if field == key else f"{field} + {later!r}" if field in shifted else field
                    for field in fields
                )
                database.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table} WHERE {key} = ?", [first])
            mark = hashlib.sha256(secret_of(number).encode()).hexdigest()
            database.execute("INSERT INTO secrets VALUES (?, ?, ?, ?)", [mark, name, to_act, begun])
        for table, key in (("events", "table_id"), ("seats", "table_id"), ("sitters", "table_id"), ("tables", "id")):
            database.execute(f"DELETE FROM {table} WHERE {key} = ?", [first])
        database.execute("DELETE FROM server WHERE name = 'heartbeat'")
    return deadlines


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--due", type=int, default=100)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        asyncio.run(template(folder))
        deadlines = copies(folder / "burgrave.db", chosen.tables, chosen.due)
        names, begun = list(deadlines), time.perf_counter()
        with server(folder, "", "") as (port, pid):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=60).read()
            print(f"{len(names)} tables: up after {time.perf_counter() - begun:.1f} s, {memory(pid) / 1000:.0f} MB")
            taken, luck = list[float](), random.Random(1)
            for number in luck.sample(range(chosen.due, chosen.tables), chosen.moves):
                taken.append(one_move(f"http://127.0.0.1:{port}/api/tables/{names[number]}", number, luck))
            told("moves at tables read from the database", taken)
            print(f"{memory(pid) / 1000:.0f} MB afterwards")
            told("clocks that ran out, from deadline to effect", effects(folder / "burgrave.db", deadlines, chosen.due))


def one_move(address: str, number: int, luck: random.Random) -> float:
    """Make any move at a copy that nobody has looked at; how long the server takes from its submission."""
    with closing(http(address)) as connection:
        path = urllib.parse.urlsplit(address).path
        state = ask(connection, path, number)
    seq, move = state["seq"], luck.choice(state["moves"])["text"]
    before = time.perf_counter()
    with closing(http(address)) as connection:
        ask(connection, f"{path}/moves", number, {"seq": seq, "move": move})
    return time.perf_counter() - before


def effects(file: Path, deadlines: dict[str, float], due: int) -> list[float]:
    """Wait for the clocks that run out; how long after its deadline each bot sat down."""
    wanted = list(deadlines.items())[:due]
    last, until = wanted[-1][0], wanted[-1][1] + 60
    while time.time() < until:
        with closing(sqlite3.connect(file)) as database:
            chosen = "SELECT table_id, at FROM events WHERE kind = 'sit' AND table_id <= ? ORDER BY seq DESC"
            sat = dict(database.execute(chosen, [last]))
        if len(sat) == due:
            break
        time.sleep(0.5)
    return [sat[name] - deadline for name, deadline in wanted if name in sat]


def told(what: str, seconds: list[float]) -> None:
    """Print how long things took."""
    ordered = sorted(seconds)
    middle, late, most = (1000 * ordered[place] for place in (len(ordered) // 2, int(len(ordered) * 0.99), -1))
    print(f"{len(ordered)} {what}: p50 {middle:.1f} ms, p99 {late:.1f} ms, most {most:.1f} ms")


if __name__ == "__main__":
    main()
