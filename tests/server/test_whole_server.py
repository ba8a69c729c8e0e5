"""A server as people run it: on a port, as a process that is stopped, killed and doubled."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import json
import logging
import logging.handlers
import os
import queue
import random
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
import websockets
from waiting import PATIENCE, PATIENT_SOCKET, wait_until

import burgrave
from burgrave.core import fair
from burgrave.server import run
from burgrave.server.process import address_of
from burgrave.server.tables.autoplay import LEASE_SECONDS
from burgrave.server.upkeep import backup, check_live
from server.conftest import fresh_database
from server.running import RunningServer, ServerProcess, free_port

pytestmark = pytest.mark.slow

Serve = Callable[..., ServerProcess]

KILLS, RESTARTS, FREEZES = (
    int(os.environ.get(f"BURGRAVE_{name}", count)) for name, count in (("KILLS", 5), ("RESTARTS", 2), ("FREEZES", 1))
)
"""How often the server is killed, its database restarted, a process frozen; `bench/server_attack.py` asks for more."""
FROZEN_SECONDS = LEASE_SECONDS + 3.0
"""Long enough for the other process to take the bots over."""


def example_client() -> Any:
    path = Path(__file__).parents[2] / "examples" / "play_over_api.py"
    found = importlib.util.spec_from_file_location("play_over_api", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module.Client


Client = example_client()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture
def serve() -> Iterator[Callable[..., ServerProcess]]:
    """Start servers as processes of their own; none outlives its test."""
    started: list[ServerProcess] = []

    def start(*where: Any) -> ServerProcess:
        started.append(ServerProcess(*where))
        return started[-1].start()

    yield start
    for server in started:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def hot_seat(address: str, bots: int = 0, **options: Any) -> list[Any]:
    """Both seats of a new table for two, or for two and some bots."""
    seats = [*[{"kind": "me"}] * 2, *[{"kind": "bot", "level": "random"}] * bots]
    made = Client(address).ask("/tables", {"game": "catan", "seats": seats, "options": options})
    return [Client(address, made["id"], made["tokens"][str(seat)]) for seat in range(2)]


def test_the_example_client_plays_a_whole_game(running: RunningServer) -> None:
    made = Client(running.address).ask(
        "/tables",
        {"game": "catan", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"target_points": 5}},
    )
    client = Client(running.address, made["id"], made["tokens"]["0"])
    state = client.play(pause=0.01)
    assert state["winners"]


def test_a_finished_record_opens_the_seal_that_was_shown_before(running: RunningServer, tmp_path: Path) -> None:
    seal, entropy = Client(running.address).ask("/dice", {})["commitment"], "5e" * 16
    made = Client(running.address).ask(
        "/tables",
        {
            "game": "catan",
            "seats": [{"kind": "me"}, {"kind": "bot"}],
            "options": {"target_points": 5},
            "commitment": seal,
            "entropy": entropy,
        },
    )
    assert made["commitment"] == seal
    Client(running.address, made["id"], made["tokens"]["0"]).play(pause=0.01)
    with urllib.request.urlopen(f"{running.address}/api/tables/{made['id']}/record") as answer:
        text = answer.read().decode()
    (tmp_path / "record.txt").write_text(text)
    match = burgrave.load(tmp_path / "record.txt")  # reading checks that chance followed the seed
    assert match.is_over
    kept = fair.Kept(seal, {0: entropy})
    assert fair.check_record(text, match).verdict == fair.Verdict.VERIFIED
    assert fair.check_record(text, match, kept).verdict == fair.Verdict.VERIFIED
    assert fair.check_record(text, match, fair.Kept(seal, {0: "0" * 32})).verdict == fair.Verdict.TAMPERED
    assert fair.check_record(text.replace(seal, "0" * 64), match).verdict == fair.Verdict.TAMPERED


def test_a_stream_tells_every_event_once_and_continues_where_it_was_left(running: RunningServer) -> None:
    chairs = hot_seat(running.address)

    async def listen(after: int, count: int) -> list[dict[str, Any]]:
        address = running.address.replace("http", "ws") + f"/api/tables/{chairs[0].table}/stream?after={after}"
        headers = {"authorization": f"Bearer {chairs[0].token}"}
        async with websockets.connect(address, additional_headers=headers, **PATIENT_SOCKET) as stream:
            return [json.loads(await asyncio.wait_for(stream.recv(), PATIENCE)) for _ in range(count)]

    seq = chairs[0].state()["seq"]
    first = asyncio.run(listen(0, seq))
    assert [event["seq"] for event in first] == list(range(1, seq + 1))
    state = chairs[0].state()
    actor = chairs[state["to_act"]]
    moves = actor.state()["moves"]
    actor.ask(f"/tables/{actor.table}/moves", {"seq": seq, "move": moves[0]["text"]})
    assert asyncio.run(listen(seq, 1))[0]["seq"] == seq + 1


def test_a_page_of_another_site_gets_no_connection(running: RunningServer) -> None:
    chairs = hot_seat(running.address)
    address = running.address.replace("http", "ws") + f"/table/{chairs[0].table}/live"

    async def connect(origin: str) -> None:
        async with websockets.connect(address, origin=websockets.Origin(origin), **PATIENT_SOCKET) as stream:
            await asyncio.wait_for(stream.recv(), PATIENCE)

    asyncio.run(connect(running.address))
    with pytest.raises(websockets.exceptions.InvalidStatus):
        asyncio.run(connect("http://elsewhere.example"))


def test_one_connection_too_many_is_refused_and_is_no_failure(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, connections_per_client=1).start()
    failures: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
    listener = logging.handlers.QueueHandler(failures)  # type: ignore[arg-type]
    listener.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addHandler(listener)
    table = hot_seat(server.address)[0].table
    address = server.address.replace("http", "ws")

    async def connect(path: str) -> None:
        async with websockets.connect(address + path, **PATIENT_SOCKET) as first:
            await asyncio.wait_for(first.recv(), PATIENCE)
            with pytest.raises(websockets.exceptions.InvalidStatus):
                await websockets.connect(address + path, **PATIENT_SOCKET)

    try:
        for path in (f"/table/{table}/live", f"/api/tables/{table}/stream"):
            asyncio.run(connect(path))
    finally:
        server.stop()
        logging.getLogger("uvicorn.error").removeHandler(listener)
    assert failures.empty()


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://localhost:80"), ("::1", "http://[::1]:80"), ("10.0.0.7", "http://10.0.0.7:80")],
)
def test_the_address_that_is_printed_can_be_opened(host: str, address: str) -> None:
    assert address_of(host, 80) == address


class Player(threading.Thread):
    """Plays both seats of table after table with random moves and remembers what the server acknowledged."""

    def __init__(self, address: str, number: int, stop: threading.Event, bots: int = 0) -> None:
        super().__init__(daemon=True)
        self.address, self.stopped, self.bots = address, stop, bots
        self.tables = [hot_seat(address, bots)]
        self.acknowledged: list[tuple[int, int, int, str, int]] = []
        self.random = random.Random(number)

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.play_one()
            except (OSError, HTTPException, json.JSONDecodeError):
                time.sleep(0.02)  # the server was killed, or had our move without telling; look again

    def play_one(self) -> None:
        chairs = self.tables[-1]
        state = chairs[0].state()
        if state["status"] != "playing":
            self.tables.append(hot_seat(self.address, self.bots))
            return
        seat = state["to_act"]
        if seat >= len(chairs):  # a bot's turn
            time.sleep(0.02)
            return
        state = chairs[seat].state()
        move = self.random.choice(state["moves"])["text"]
        done = chairs[seat].ask(f"/tables/{chairs[seat].table}/moves", {"seq": state["seq"], "move": move})
        self.acknowledged.append((len(self.tables) - 1, seat, state["seq"], move, done["seq"]))

    def check(self) -> None:
        """Every event has its number, and every acknowledged move stands where it was put."""
        read = {}
        for number, chairs in enumerate(self.tables):
            for seat, chair in enumerate(chairs):
                read[number, seat] = events = chair.ask(f"/tables/{chair.table}/events")
                assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        last = 0, 0
        for number, seat, seen, move, told in self.acknowledged:
            assert last <= (number, seen) < (number, told)
            event = read[number, seat][seen]
            assert (event["kind"], event["seat"], event["text"]) == ("move", seat, move)
            last = number, told


def play_during(players: list[Player], stop: threading.Event, times: int, disturb: Callable[[], object]) -> None:
    """Disturb people so many times, each time when all of them are playing again; then nothing may be lost."""
    for player in players:
        player.start()
    moments = random.Random(7)
    for _ in range(times):
        before = [len(player.acknowledged) for player in players]
        time.sleep(moments.uniform(0.3, 1.5))
        while any(len(player.acknowledged) == count for player, count in zip(players, before, strict=True)):
            time.sleep(0.01)
        disturb()
    stop.set()
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive()
        player.check()
    moves, tables = sum(len(player.acknowledged) for player in players), sum(len(player.tables) for player in players)
    print(f"{times} times: {moves} moves at {tables} tables, none lost, none doubled")


def test_killing_the_server_loses_no_acknowledged_move(serve: Serve, tmp_path: Path) -> None:
    server, stop = serve(tmp_path), threading.Event()
    players = [Player(server.address, number, stop) for number in range(4)]

    def kill() -> None:
        server.kill()
        server.start()

    play_during(players, stop, KILLS, kill)
    assert server.stop() == 0
    checked, misfits = check_live(data_dir=tmp_path)
    assert checked >= sum(len(player.tables) for player in players)
    assert misfits == []


@pytest.fixture
def pair(serve: Serve, postgres: str, tmp_path: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two processes on one database; in the end all its games are as the rules have them."""
    url = asyncio.run(fresh_database(postgres))
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    one, other = (serve(folder, url) for folder in folders)
    yield one, other
    assert [one.stop(), other.stop()] == [0, 0]
    checked, misfits = check_live(database_url=url)
    assert checked >= 4
    assert misfits == []


def test_a_restarted_database_loses_no_acknowledged_move(
    pair: tuple[ServerProcess, ServerProcess], postgres_server: Any
) -> None:
    stop = threading.Event()
    players = [Player(server.address, number, stop) for server in pair for number in range(2)]
    command = ["pg_ctl", "-w", "-m", "immediate", "-D", str(postgres_server.pgdata), "restart"]
    play_during(players, stop, RESTARTS, lambda: run_as_database(postgres_server, command))


def run_as_database(server: Any, command: list[str]) -> None:
    """Run a program of PostgreSQL's, as the user that may."""
    user = {"user": server.system_user} if server.system_user else {}
    path = str(server.bin_path / command[0])
    subprocess.run([path, *command[1:]], check=True, stdout=subprocess.DEVNULL, **user)


def test_a_frozen_process_loses_and_doubles_no_move_while_bots_run(pair: tuple[ServerProcess, ServerProcess]) -> None:
    stop = threading.Event()
    players = [Player(server.address, number, stop, bots=1) for server in pair for number in range(2)]
    frozen = itertools.cycle(pair)

    def freeze() -> None:
        process = next(frozen).process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        time.sleep(FROZEN_SECONDS)
        process.send_signal(signal.SIGCONT)

    play_during(players, stop, FREEZES, freeze)


async def drain(stream: Any) -> None:
    async for _ in stream:
        pass


def test_the_server_stops_in_good_order_with_open_streams(serve: Serve, tmp_path: Path) -> None:
    server = serve(tmp_path)
    chairs = hot_seat(server.address)

    async def hold_open() -> int:
        address = server.address.replace("http", "ws") + f"/api/tables/{chairs[0].table}/stream"
        async with websockets.connect(address, **PATIENT_SOCKET) as stream:
            await stream.recv()
            code = await asyncio.to_thread(server.stop)
            with pytest.raises(websockets.exceptions.ConnectionClosed):
                await drain(stream)
            assert stream.close_code == 1012  # "service restart": come back
            return code

    assert asyncio.run(hold_open()) == 0


def test_a_taken_port_is_said_so(serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = serve(tmp_path)
    assert run("127.0.0.1", first.port, None, tmp_path, False) == 1
    assert f"Port {first.port}" in capsys.readouterr().err


def test_a_database_that_cannot_be_used_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "burgrave.db").write_text("This is a letter and not a database. " * 100)
    assert run("127.0.0.1", free_port(), None, tmp_path, False) == 1
    shown = capsys.readouterr()
    assert "The database cannot be used now: file is not a database" in shown.err
    assert "Burgrave is at" not in shown.out


def test_a_backup_taken_while_running_is_a_whole_server(serve: Serve, tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    folder.mkdir()
    copy.mkdir()
    server = serve(folder)
    chairs = hot_seat(server.address)
    before = chairs[0].state()
    backup(copy / "burgrave.db", data_dir=folder)
    server.stop()
    restored = serve(copy)
    again = Client(restored.address, chairs[0].table, chairs[0].token)
    assert again.state() == before
    restored.stop()


def test_two_processes_on_one_database_serve_one_table(serve: Serve, postgres: str, tmp_path: Path) -> None:
    url = asyncio.run(fresh_database(postgres))
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    one, other = (serve(folder, url) for folder in folders)
    wanted = {"game": "catan", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    made = Client(one.address).ask("/tables", wanted)
    here = Client(one.address, made["id"], made["tokens"]["0"])
    there = Client(other.address, made["id"], made["tokens"]["0"])
    turn, ends = 0, time.monotonic() + PATIENCE
    while turn < 60:
        assert time.monotonic() < ends, "the moves are not taken"
        client = (here, there)[turn % 2]
        state = client.state()
        if state["status"] == "over":
            break
        if state["to_act"] != 0:
            time.sleep(0.01)
            continue
        try:
            client.ask(f"/tables/{made['id']}/moves", {"seq": state["seq"], "move": state["moves"][0]["text"]})
            turn += 1
        except urllib.error.HTTPError as error:
            if error.code != 409:  # the other process was faster
                raise
    assert turn >= 20
    wait_until(lambda: here.ask(f"/tables/{made['id']}/events") == there.ask(f"/tables/{made['id']}/events"))
    one.kill()
    ends = time.monotonic() + PATIENCE
    before = there.state()["seq"]
    while time.monotonic() < ends:
        state = there.state()
        if state["status"] == "over" or (state["to_act"] == 0 and state["seq"] > before):
            break
        if state["to_act"] == 0:
            there.ask(f"/tables/{made['id']}/moves", {"seq": state["seq"], "move": state["moves"][0]["text"]})
        time.sleep(0.05)
    else:
        raise AssertionError("the other process did not take over the bots")
    assert other.stop() == 0
    checked, misfits = check_live(database_url=url)
    assert (checked, misfits) == (1, [])
