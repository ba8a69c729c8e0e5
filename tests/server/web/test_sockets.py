"""What a client may send over a WebSocket, and what of it the logs hold."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import urllib.request
from collections.abc import Iterator

import pytest
import websockets

from burgrave.server.web.sockets import BYTES_AT_ONCE, TOO_MUCH
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
        async with websockets.connect(address, compression=None) as stream:
            flooding = asyncio.create_task(flood(stream))
            async with asyncio.timeout(60):
                with contextlib.suppress(websockets.ConnectionClosed):
                    async for _ in stream:
                        pass
            await asyncio.gather(flooding, return_exceptions=True)
            return stream.close_code

    assert asyncio.run(attack()) == TOO_MUCH
    assert not server.app.state.burgrave.connections


def test_a_client_that_says_little_stays(server: RunningServer) -> None:
    address = f"{stream_of(server)}?after=100000"

    async def talk() -> None:
        async with websockets.connect(address) as stream:
            for _ in range(20):
                await stream.send("hello")
                await asyncio.wait_for(await stream.ping(), 30)

    asyncio.run(talk())


def test_the_logs_hold_neither_clients_nor_tables(server: RunningServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)
    address = stream_of(server)

    async def connect(path: str) -> None:
        async with websockets.connect(path) as stream:
            await asyncio.wait_for(stream.recv(), 30)

    asyncio.run(connect(address))
    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(connect(f"{address}?seat=1"))
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("uvicorn.error", "burgrave"))]
    assert lines
    assert not [line for line in lines if "127.0.0.1" in line or address.split("/")[-2] in line]
