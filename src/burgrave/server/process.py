"""The server as a process: checks the port, logs without secrets, opens the browser, stops in good order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from burgrave.server.settings import Settings, settings

if TYPE_CHECKING:
    from burgrave.server.web.doors import GuardedConfig

COLLECT_AFTER = (10_000, 10, 10)
"""Thresholds of the garbage collector. What is loaded once (compiled rules, libraries) is frozen besides: to look
through it for garbage would stop all tables for a third of a second."""
MANY_FILES = 65_536
SWITCH_SECONDS = 0.001
"""How long a thread that draws a page may keep the others waiting."""
PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line. Only what the code names is logged: no addresses, no cookies, no bodies."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def set_up_logs(level: str) -> None:
    """Structured logs to standard error; a terminal gets plain sentences."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s") if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for noisy in ("uvicorn.access", "sqlalchemy", "alembic", "numba", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    if sys.stderr.isatty():
        logging.getLogger("burgrave.server").setLevel(logging.WARNING)


def bind(host: str, port: int) -> socket.socket | None:
    """A listening socket, or None when somebody else has the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        return None
    return listener


def open_when_up(address: str, first_page: str) -> None:
    """Open the browser as soon as the server answers."""

    def wait() -> None:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{address}/health", timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                webbrowser.open(address + first_page)
                return

    threading.Thread(target=wait, daemon=True).start()


def has_browser() -> bool:
    """Whether a browser can be opened here."""
    if os.environ.get("CI") or (
        sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


class Server(uvicorn.Server):
    """uvicorn's server, but a signal that asks it to stop is obeyed once and is no failure."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order on Ctrl+C and on termination."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)
        yield


def address_of(host: str, port: int) -> str:
    """Where a browser on this machine finds a server that listens there; a bare IPv6 address stands in brackets."""
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def serve(
    host: str | None,
    port: int | None,
    database_url: str | None,
    data_dir: str | Path | None,
    open_browser: bool,
    bots: Sequence[str] | None = None,
    first_page: str = "",
    reload: bool = False,
) -> int:
    """Serve until a signal says stop; 0 when that went well. `first_page` is the path that the browser opens."""
    from burgrave.server.store.database import keep_folder_private
    from burgrave.server.store.rows import UnavailableError
    from burgrave.server.upkeep import make_ready
    from burgrave.server.web.app import make_app

    try:
        chosen = settings(
            host=host,
            port=port,
            database_url=database_url,
            data_dir=data_dir,
            bots=bots or None,
            reload=int(reload) or None,
        )
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    set_up_logs(chosen.log_level)
    listener = bind(chosen.host, chosen.port)
    if listener is None:
        print(f"Port {chosen.port} on {chosen.host} is taken; choose another with --port.", file=sys.stderr)
        return 1
    keep_folder_private(chosen.data_dir)
    address = address_of(chosen.host, listener.getsockname()[1])
    server = Server(config(chosen, make_app(chosen, when_loaded=gc.freeze)))
    loop_factory = server.config.get_loop_factory()
    with contextlib.suppress(KeyboardInterrupt), listener, asyncio.Runner(loop_factory=loop_factory) as runner:
        try:
            runner.run(make_ready(chosen))
        except UnavailableError as error:
            print(f"{str(error)[0].upper()}{str(error)[1:]}.", file=sys.stderr)
            return 1
        print(f"Burgrave is at {address}{first_page} (stop with Ctrl+C)", flush=True)
        if open_browser and has_browser():
            open_when_up(address, first_page)
        gc.set_threshold(*COLLECT_AFTER)
        sys.setswitchinterval(SWITCH_SECONDS)
        runner.run(server.serve([listener]))
    return 0 if server.started else 1


def allow_many_files() -> int | None:
    """Let this process open as many files as it may, connections among them; how many, where that is limited."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # a system that promises more than it gives
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return None if soft == resource.RLIM_INFINITY else soft


def config(chosen: Settings, app: object) -> GuardedConfig:
    """How uvicorn runs the application."""
    from burgrave.server.web.doors import Doors, GuardedConfig, LimitedHttp
    from burgrave.server.web.sockets import LimitedSocket

    return GuardedConfig(
        app,
        Doors(chosen, allow_many_files()),
        http=LimitedHttp,
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=chosen.trusted_proxies,
        timeout_graceful_shutdown=5,
        ws=LimitedSocket,
        ws_max_size=4096,
        server_header=False,
    )
