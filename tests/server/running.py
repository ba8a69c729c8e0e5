"""A whole server on a free port, in a thread of the test's process or as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import uvicorn
from waiting import PATIENCE, wait_until

from burgrave.server.process import config
from burgrave.server.settings import settings
from burgrave.server.web.app import make_app

SHARED_KEY = "0123456789abcdef" * 4
"""What servers on one database sign with."""
LIMITS: dict[str, Any] = {
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "tables_per_minute": 1e6,
    "tables_per_client": 100_000,
    "seats_per_client": 100_000,
    "uploads_per_client": 100_000,
    "connections_per_client": 100_000,
    "bot_pause": 0.0,
    "prepare": 0,
    "analysis_iterations": 4,
    "analysis_samples": 1,
}
"""Limits out of the way: tests are one busy client."""


class RunningServer:
    """A server on a free port."""

    def __init__(self, folder: Path, **chosen: Any) -> None:
        self.settings = settings(**{**LIMITS, "database_seconds": PATIENCE, "data_dir": folder, **chosen})
        self.app = make_app(self.settings)
        self.port = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._server: uvicorn.Server | None = None

    def _run(self) -> None:
        chosen = config(self.settings, self.app)
        self.doors = chosen.doors
        chosen.port, chosen.timeout_graceful_shutdown = self.port, 1
        chosen.timeout_keep_alive = int(PATIENCE)  # a client here does not ask again when a kept connection closes
        self._server = uvicorn.Server(chosen)
        asyncio.run(self._serve(self._server))

    async def _serve(self, server: uvicorn.Server) -> None:
        self.loop = asyncio.get_running_loop()
        await server.serve()

    def start(self) -> RunningServer:
        """Begin to serve."""
        self._thread.start()
        wait_until(lambda: self._server is not None and self._server.started)
        assert self._server is not None
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        return self

    def stop(self) -> None:
        """Stop in good order."""
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def restart(self) -> None:
        """Stop and come back at the same address with the same data."""
        self.stop()
        self.app = make_app(self.settings)
        self._server = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.start()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://localhost:{self.port}"

    def table(self, table_id: str) -> Any:
        """The table as the server holds it."""
        return self.app.state.burgrave.hub.tables[table_id]


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server as a process of its own, to be killed."""

    def __init__(
        self, folder: Path, database_url: str | None = None, port: int | None = None, before: str = "", **chosen: Any
    ) -> None:
        self.folder, self.database_url, self.before, self.chosen = folder, database_url, before, chosen
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> ServerProcess:
        """Start and wait until it answers."""
        code = (
            f"import sys; from burgrave.server import run\n{self.before}\n"
            f"sys.exit(run('127.0.0.1', {self.port}, {self.database_url!r}, {str(self.folder)!r}, False))"
        )
        limits = {f"BURGRAVE_{name.upper()}": str(value) for name, value in {**LIMITS, **self.chosen}.items()}
        shared = {"BURGRAVE_SIGNING_KEY": SHARED_KEY} if self.database_url else {}
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env={**os.environ, **limits, **shared}, stdout=log, stderr=log
        )
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=5).close()
            except OSError:
                time.sleep(0.05)
            else:
                return self
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)
