"""Who may connect: so many at once, so many from one address, and nobody who does not get on with it."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from burgrave.server.settings import Settings
from burgrave.server.web.guard import client_key

if TYPE_CHECKING:
    from burgrave.server.web.sockets import LimitedSocket

log = logging.getLogger("burgrave.server")

RESERVED_DESCRIPTORS = 256
"""Files that are kept back for the database, bots and pages when connections are counted."""
LINGER_SECONDS = 2.0
"""How long a client has to read the last thing it is told."""
SECONDS_BETWEEN_LINES = 60.0
SOCKETS_PER_PAGE = 2
"""A browser has connections for requests beside the one that a page listens with."""
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n"
    b"cache-control: no-store\r\n\r\n"
)


def most_connections(wanted: int, descriptors: int | None) -> int:
    """How many connections there may be where a process may open so many files."""
    if descriptors is None:
        return wanted
    return min(wanted, descriptors - min(RESERVED_DESCRIPTORS, descriptors // 2))


class Doors:
    """Counts the connections of a server."""

    def __init__(self, settings: Settings, descriptors: int | None) -> None:
        self.seconds = settings.request_seconds
        self.most = most_connections(settings.connections, descriptors)
        self.most_per_client = SOCKETS_PER_PAGE * settings.connections_per_client
        self.trusted = [part.strip() for part in settings.trusted_proxies.split(",")]
        self.open: Counter[str] = Counter()
        """By client."""
        self._told_at = -SECONDS_BETWEEN_LINES

    def is_proxy(self, host: str) -> bool:
        """Whether others come through this address, so that it is not one client."""
        return any(part in ("*", host) or _within(host, part) for part in self.trusted)

    def enter(self, host: str | None) -> bool:
        """Whether somebody may connect from there, who is counted then."""
        client = client_key(host) if host else "local"
        crowd = host is not None and not self.is_proxy(host) and self.open[client] >= self.most_per_client
        if crowd or self.open.total() >= self.most:
            self._tell("from one address" if crowd else "at all")
            return False
        self.open[client] += 1
        return True

    def leave(self, host: str | None) -> None:
        """Somebody who had come in is gone."""
        client = client_key(host) if host else "local"
        self.open[client] -= 1
        if self.open[client] <= 0:
            del self.open[client]

    def _tell(self, which: str) -> None:
        """Log that somebody was turned away, though not for each of them."""
        now = time.monotonic()
        if now - self._told_at >= SECONDS_BETWEEN_LINES:
            self._told_at = now
            log.warning(f"connections are refused: too many {which}", extra={"open": self.open.total()})


def _within(host: str, network: str) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(network, strict=False)
    except ValueError:  # a name, or a socket of this machine
        return False


class GuardedConfig(uvicorn.Config):
    """How uvicorn runs the application, and the doors of its connections."""

    def __init__(self, app: Any, doors: Doors, **more: Any) -> None:
        super().__init__(app, **more)
        self.doors = doors


class LimitedHttp(HttpToolsProtocol):
    """A connection for requests: counted, and closed when a whole request, or the reading of an answer, takes too long.

    uvicorn itself closes connections that are idle after an answer.
    """

    def __init__(self, config: GuardedConfig, *given: Any, **more: Any) -> None:
        super().__init__(config, *given, **more)
        self.doors = config.doors
        self.counted = False
        self.waiting: asyncio.TimerHandle | None = None
        """Runs while the client owes us something."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a client in, if there is room."""
        peer = transport.get_extra_info("peername")
        self.host: str | None = peer[0] if isinstance(peer, tuple) else None
        if not self.doors.enter(self.host):
            self.transport = transport
            transport.write(FULL)
            self._close()
            return
        self.counted = True
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a client."""
        self._stop_waiting()
        if self.counted:
            self.doors.leave(self.host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what the client sends; it has begun a request now and must end it."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # a WebSocket by now, which owes us nothing
            return
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.waiting is None and self.timeout_keep_alive_task is None and self.parser is not None:
            self._wait()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self.waiting is None:
            self._wait()

    def on_message_complete(self) -> None:
        """A request is complete: now it is our turn."""
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket, which is counted on by its own class."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        cast("LimitedSocket", self.transport.get_protocol()).host = self.host

    def pause_writing(self) -> None:
        """The client does not read its answer."""
        super().pause_writing()
        if self.waiting is None:
            self._wait()

    def resume_writing(self) -> None:
        """The client reads on."""
        super().resume_writing()
        self._stop_waiting()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that is idle."""
        if not self.transport.is_closing():
            self._close()

    def _wait(self) -> None:
        self.waiting = self.loop.call_later(self.doors.seconds, self._close)

    def _stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _close(self) -> None:
        """Hang up, even if the client does not read what it was sent."""
        self.transport.close()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)
