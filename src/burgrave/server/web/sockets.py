"""WebSockets as the server speaks them: what a client may send is limited, and nothing of it stands in the logs."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from burgrave.server.web.doors import LINGER_SECONDS, GuardedConfig
from burgrave.server.web.guard import Bucket

BYTES_AT_ONCE = 8_192
BYTES_PER_SECOND = 256
"""Pages and streams only listen; what they must send are answers to pings, ten bytes every twenty seconds."""
TOO_MUCH = 1008

WINDOW_BITS, MEMORY_LEVEL = 15, 5
"""What is sent may refer to the last 32 kB that the same page was sent, so a table's updates are small; each open page
takes 144 kB of memory for that."""
COMPRESSION = ServerPerMessageDeflateFactory(
    server_max_window_bits=WINDOW_BITS, client_max_window_bits=12, compress_settings={"memLevel": MEMORY_LEVEL}
)

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

log = logging.getLogger("uvicorn.error.sockets")
log.setLevel(logging.WARNING)


class LimitedSocket(WebSocketsSansIOProtocol):
    """A connection that is closed when its client sends too much, pings included; what it sent then is not even parsed.

    uvicorn's own line for every connection has the client's address and the table's; it is not written.
    """

    def __init__(
        self, config: GuardedConfig, server_state: ServerState, app_state: dict[str, object], **more: object
    ) -> None:
        super().__init__(config, server_state, app_state, **more)  # type: ignore[arg-type]
        self.doors = config.doors
        self.host: str | None = None
        """Where it was counted from; the one that let it in says so."""
        self.logger = log
        self.conn.logger = log
        self.conn.available_extensions = [COMPRESSION]
        self.allowance = Bucket(BYTES_PER_SECOND, BYTES_AT_ONCE)
        self.sent_away = False

    def data_received(self, data: bytes) -> None:
        """Take what the client sends, as long as it is little; the handshake was measured by the HTTP server."""
        if self.sent_away:
            return
        if self.handshake_initiated and not self.allowance.take("", cost=len(data)):
            self.send_away()
            return
        super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Hang up on a client that sends no frames; before the end of the handshake there is no telling it why."""
        if self.conn.close_sent is None:
            self.sent_away = True
            self.transport.abort()
            return
        super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send something; who has hung up during the handshake counts as gone before everything is cleared away."""
        if not self.handshake_complete and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a client."""
        self.doors.leave(self.host)
        super().connection_lost(exc)

    def send_away(self) -> None:
        """Say why, read nothing more, and hang up."""
        self.sent_away = True
        self.stop_keepalive()
        if not self.handshake_complete:
            self.transport.abort()
            return
        if not self.close_sent:
            self.conn.fail(TOO_MUCH, "Too many messages.")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH, "reason": "Too many messages."})
        self.read_paused = False  # so that nobody resumes it
        self.transport.pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
