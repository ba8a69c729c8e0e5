"""What a client may send over a WebSocket, and what of it the logs hold."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import websockets
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from waiting import PATIENCE, PATIENT_SOCKET, wait_until

from burgrave.server.process import config
from burgrave.server.web.sockets import BYTES_AT_ONCE, TOO_MUCH, LimitedSocket
from server.running import RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    started = RunningServer(tmp_path_factory.mktemp("data")).start()
    yield started
    started.stop()


def stream_of(server: RunningServer) -> str:
    """The address of a new table's stream."""
    wanted = json.dumps({"game": "catan", "seats": [{"kind": "me"}, {"kind": "me"}]}).encode()
    request = urllib.request.Request(f"{server.address}/api/tables", wanted, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)["id"]
    return f"{server.address.replace('http', 'ws')}/api/tables/{table}/stream"


@pytest.mark.parametrize("kind", ["texts", "pings"])
def test_a_client_that_sends_too_much_is_sent_away(server: RunningServer, kind: str) -> None:
    address = stream_of(server)

    async def flood(stream: websockets.ClientConnection) -> None:
        for _ in range(BYTES_AT_ONCE):
            if kind == "texts":
                await stream.send("x")
            else:
                await stream.ping()
            await asyncio.sleep(0)

    async def attack() -> int | None:
        async with websockets.connect(address, compression=None, **PATIENT_SOCKET) as stream:
            flooding = asyncio.create_task(flood(stream))
            async with asyncio.timeout(PATIENCE):
                with contextlib.suppress(websockets.ConnectionClosed):
                    async for _ in stream:
                        pass
            await asyncio.gather(flooding, return_exceptions=True)
            return stream.close_code

    assert asyncio.run(attack()) == TOO_MUCH
    wait_until(lambda: not server.app.state.burgrave.connections and not server.doors.open)


def test_a_client_that_says_little_stays(server: RunningServer) -> None:
    address = f"{stream_of(server)}?after=100000"

    async def talk() -> None:
        async with websockets.connect(address, **PATIENT_SOCKET) as stream:
            for _ in range(20):
                await stream.send("hello")
                await asyncio.wait_for(await stream.ping(), PATIENCE)

    asyncio.run(talk())


def test_nonsense_before_the_handshake_has_ended_is_no_failure(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = urllib.parse.urlsplit(stream_of(server)).path
    hub, asked, goes_on = server.app.state.burgrave.hub, threading.Event(), threading.Event()
    get = hub.get

    async def slowly(table_id: str) -> Any:
        asked.set()
        await asyncio.to_thread(goes_on.wait, PATIENCE)
        return await get(table_id)

    monkeypatch.setattr(hub, "get", slowly)
    head = f"GET {path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    key = f"sec-websocket-version: 13\r\nsec-websocket-key: {'a' * 22}==\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall((head + key).encode())
        assert asked.wait(PATIENCE)
        client.sendall(b"\xff" * 20)
        with contextlib.suppress(ConnectionResetError):
            assert client.recv(100) == b""
    goes_on.set()
    wait_until(lambda: not server.app.state.burgrave.connections and not server.doors.open)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_whoever_hangs_up_during_the_handshake_is_gone_at_once(server: RunningServer) -> None:
    async def accept() -> None:
        chosen = config(server.settings, server.app)
        chosen.load()
        protocol = LimitedSocket(chosen, ServerState(), {})
        here, there = socket.socketpair()
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: protocol, sock=here)
        transport.abort()
        with pytest.raises(ClientDisconnected):
            await protocol.send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        there.close()

    asyncio.run(accept())


def test_the_logs_hold_neither_clients_nor_tables(server: RunningServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)
    address = stream_of(server)

    async def connect(path: str) -> None:
        async with websockets.connect(path, **PATIENT_SOCKET) as stream:
            await asyncio.wait_for(stream.recv(), PATIENCE)

    asyncio.run(connect(address))
    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(connect(f"{address}?seat=1"))
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("uvicorn.error", "burgrave"))]
    assert lines
    assert not [line for line in lines if "127.0.0.1" in line or address.split("/")[-2] in line]


def test_a_client_that_sends_too_much_in_one_piece_is_sent_away_too(server: RunningServer) -> None:
    address = stream_of(server)

    async def attack() -> int | None:
        async with websockets.connect(address, compression=None, **PATIENT_SOCKET) as stream:
            with contextlib.suppress(websockets.ConnectionClosed):
                await stream.send(["x" * 1000] * 50)
                async with asyncio.timeout(PATIENCE):
                    async for _ in stream:
                        pass
            return stream.close_code

    assert asyncio.run(attack()) == TOO_MUCH
