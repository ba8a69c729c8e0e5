"""Connections: too many of them, from everywhere or from one address, and those that never get on with it."""

from __future__ import annotations

import contextlib
import http.client
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from waiting import PATIENCE, PATIENT_SOCKET, wait_for, wait_until
from websockets.sync.client import connect

from burgrave.server.process import allow_many_files
from burgrave.server.settings import settings
from burgrave.server.web.doors import RESERVED_DESCRIPTORS, Doors, most_connections
from server.running import RunningServer, ServerProcess

IDLE = 300
HALVES = {
    "nothing": b"",
    "a blank line": b"\r\n",
    "half a header": b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "half a body": b"POST /preferences HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nname=",
}
WHOLE = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


def connected(port: int, sent: bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    client.sendall(sent)
    return client


def all_of(client: socket.socket) -> bytes:
    """What a client is sent until the server hangs up."""
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := client.recv(65_536):
            told += piece
    client.close()
    return told


def answered(port: int) -> socket.socket | None:
    """A connection whose first request has been answered; None if a busy machine was too late for that."""
    client = connected(port, WHOLE)
    with contextlib.suppress(ConnectionError):
        if client.recv(65_536).startswith(b"HTTP/1.1 200"):
            return client
    client.close()
    return None


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that waits one second for a request."""
    server = RunningServer(tmp_path_factory.mktemp("data"), request_seconds=1.0).start()
    yield server
    server.stop()


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES.keys())
def test_a_connection_without_a_whole_request_is_closed(hasty: RunningServer, sent: bytes) -> None:
    assert all_of(connected(hasty.port, sent)) == b""
    wait_until(lambda: not hasty.doors.open)


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES.keys())
def test_a_connection_without_another_whole_request_is_closed(hasty: RunningServer, sent: bytes) -> None:
    client = wait_for(lambda: answered(hasty.port))
    with contextlib.suppress(ConnectionError):  # a busy machine may be so late that it is closed already
        client.sendall(sent)
    all_of(client)
    wait_until(lambda: not hasty.doors.open)


def test_a_client_that_does_not_read_its_answers_is_hung_up_on(hasty: RunningServer) -> None:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", hasty.port))
    client.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
    wait_until(lambda: not hasty.doors.open)
    client.close()


def test_a_socket_stays_open_for_longer_than_a_request_may_take(hasty: RunningServer) -> None:
    with connect(f"ws://127.0.0.1:{hasty.port}/lobby/live", **PATIENT_SOCKET) as client:
        time.sleep(3 * hasty.settings.request_seconds)
        assert client.ping().wait(PATIENCE)


def test_a_request_that_comes_in_pieces_is_answered(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, request_seconds=PATIENCE).start()
    with connected(server.port, WHOLE[:9]) as client:
        for k in range(9, len(WHOLE)):
            client.sendall(WHOLE[k : k + 1])
        assert client.recv(65_536).startswith(b"HTTP/1.1 200")
    server.stop()


def test_one_address_gets_so_many_connections_and_a_proxy_all(tmp_path: Path) -> None:
    doors = Doors(settings(data_dir=tmp_path, connections_per_client=2, trusted_proxies="10.0.0.7, 10.1.0.0/16"), None)
    assert [doors.enter("192.0.2.1") for _ in range(5)] == [True] * 4 + [False]
    assert [doors.enter(f"2001:db8::{k}") for k in range(5)] == [True] * 4 + [False]
    assert all(doors.enter(proxy) for proxy in ("10.0.0.7", "10.1.2.3", None) for _ in range(5))
    doors.leave("192.0.2.1")
    assert doors.enter("192.0.2.1")
    assert not doors.enter("192.0.2.1")


def test_some_files_are_kept_back_from_connections(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert most_connections(5_000, None) == 5_000
    assert most_connections(5_000, 65_536) == 5_000
    assert most_connections(5_000, 1024) == 1024 - RESERVED_DESCRIPTORS
    assert most_connections(5_000, 100) == 50
    doors = Doors(settings(data_dir=tmp_path), 6)
    assert [doors.enter(f"192.0.2.{k}") for k in range(5)] == [True] * 3 + [False] * 2
    assert [record.getMessage() for record in caplog.records] == ["connections are refused: too many at all"]
    assert "192.0.2" not in str([vars(record) for record in caplog.records])


def test_the_process_may_open_as_many_files_as_it_is_allowed() -> None:
    if sys.platform == "win32":  # which has no such limit
        assert allow_many_files() is None
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
    try:
        allowed = allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == allowed
        assert allowed is not None
        assert allowed > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_idle_and_half_open_connections_keep_nobody_out(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, connections=200, request_seconds=4.0).start()
    try:
        player = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        sent, clients = list(HALVES.values()), []
        for k in range(IDLE):
            if k % 50 == 0:  # somebody who plays on meanwhile
                player.request("GET", "/api/tables")
                assert player.getresponse().read() == b"[]"
            clients.append(connected(server.port, sent[k % len(sent)]))
        player.request("GET", "/api/tables")
        assert player.getresponse().read() == b"[]"
        told = [all_of(client) for client in clients]
        assert sum(answer.startswith(b"HTTP/1.1 503") for answer in told) <= IDLE - 190
        with urllib.request.urlopen(f"{server.address}/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
    finally:
        server.stop()
    assert "connections are refused: too many at all" in (tmp_path / "server.log").read_text()


def test_one_address_cannot_keep_the_others_out(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, connections_per_client=20, trusted_proxies="192.0.2.1").start()
    try:
        first = [connected(server.port, HALVES["half a header"]) for _ in range(40)]
        refused = [all_of(connected(server.port, b"")) for _ in range(IDLE - 40)]
        assert all(answer == b"" or answer.startswith(b"HTTP/1.1 503") for answer in refused)
        with socket.socket() as other:
            other.bind(("127.0.0.2", 0))
            other.settimeout(PATIENCE)
            other.connect(("127.0.0.1", server.port))
            other.sendall(WHOLE)
            assert other.recv(65_536).startswith(b"HTTP/1.1 200")
        for client in first:
            client.close()
    finally:
        server.stop()
