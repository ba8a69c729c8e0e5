"""WebSockets as the server speaks them: what a client may send is limited, and nothing of it stands in the logs."""

from __future__ import annotations

import logging

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from burgrave.server.web.guard import Bucket

BYTES_AT_ONCE = 8_192
BYTES_PER_SECOND = 256
"""Pages and streams only listen; what they must send are answers to pings, ten bytes every twenty seconds."""
TOO_MUCH = 1008
LINGER_SECONDS = 2.0
"""How long a client has to read why it is sent away."""

log = logging.getLogger("uvicorn.error.sockets")
log.setLevel(logging.WARNING)


class LimitedSocket(WebSocketsSansIOProtocol):
    """A connection that is closed when its client sends too much, pings included; what it sent then is not even parsed.

    uvicorn's own line for every connection has the client's address and the table's; it is not written.
    """

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, object], **more: object) -> None:
        super().__init__(config, server_state, app_state, **more)  # type: ignore[arg-type]
        self.logger = log
        self.conn.logger = log
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
