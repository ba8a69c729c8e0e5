"""What stands between the network and the application: headers, Origin check, limits on size and rate."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgrave.server import metrics
from burgrave.server.settings import Settings
from burgrave.server.tables.refusal import Refusal

log = logging.getLogger("burgrave.server")

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
CLIENTS_REMEMBERED = 10_000
HUNG_UP = 499
"""How a request is counted whose client did not wait for the answer, as other servers do."""
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
UNCACHED = (*HEADERS, (b"cache-control", b"no-store"))


class Bucket:
    """A client's allowance: `burst` at once, refilled at `rate` per second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, now: float | None = None, cost: float = 1) -> bool:
        """Whether the client may go on, and has then paid for it."""
        now = time.monotonic() if now is None else now
        left, before = self.filled.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - before) * self.rate)
        allowed = left >= cost
        self.filled[client] = (left - cost if allowed else left, now)
        while len(self.filled) > CLIENTS_REMEMBERED:
            self.filled.popitem(last=False)
        return allowed


@lru_cache(maxsize=CLIENTS_REMEMBERED)
def client_key(host: str) -> str:
    """What a client is counted by: its address, or the /64 that a household or a rented server has all of in IPv6."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a socket of this machine, or a test
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))


def client_of(scope: Scope) -> str:
    """What the client of a request or a connection is counted by."""
    return client_key(scope["client"][0]) if scope.get("client") else "local"


def same_origin(origin: str | None, host: str | None, public_url: str) -> bool:
    """Whether a page of this very server asks."""
    if not origin or origin == "null":
        return False
    try:
        asked = urlsplit(origin)
    except ValueError:  # not even an address
        return False
    if public_url and asked.netloc == urlsplit(public_url).netloc:
        return True
    return asked.netloc == host


class Guard:
    """The outermost layer of the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, refused: Callable[[Request, Refusal], Awaitable[Response]]
    ) -> None:
        self.app, self.settings, self.refused = app, settings, refused
        self.bucket = Bucket(settings.requests_per_second, settings.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, pass it on, and see to the answer's headers."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = client_of(scope)
        if scope["type"] == "websocket":
            if not self.bucket.take(client) or not self._origin_allowed(headers, websocket=True):
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": ""})
                return
            await self.app(scope, receive, send)
            return
        await self._http(scope, receive, send, headers, client)

    def _origin_allowed(self, headers: Headers, websocket: bool = False) -> bool:
        """A browser must come from our own pages; a program that holds a seat's secret may come from anywhere."""
        origin = headers.get("origin")
        if origin is None:
            return "cookie" not in headers or (headers.get("sec-fetch-site") == "same-origin" and not websocket)
        return same_origin(origin, headers.get("host"), self.settings.public_url)

    async def _http(self, scope: Scope, receive: Receive, send: Send, headers: Headers, client: str) -> None:
        begun = time.perf_counter()
        status: int | None = None
        body = _Limited(receive, self.settings.largest_body)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                wanted = HEADERS if scope["path"].startswith("/static/") else UNCACHED
                message["headers"] = [*message["headers"], *(pair for pair in wanted if pair[0] not in given)]
            await send(message)

        refusal: Refusal | None = None
        if not scope["path"].startswith("/static/") and not self.bucket.take(client):
            refusal = Refusal("too_many_requests", 429, {"retry-after": "1"})
        elif scope["method"] not in SAFE_METHODS and not self._origin_allowed(headers):
            refusal = Refusal("other_site", 403)
        elif _too_long(headers, self.settings.largest_body):
            refusal = Refusal("too_long", 413, most=self.settings.largest_body)
        try:
            if refusal is None:
                await self.app(scope, body.receive, answer)
            else:
                await (await self.refused(Request(scope), refusal))(scope, receive, answer)
        except ClientDisconnect:  # it has hung up, or we have let it: nothing was done
            if body.too_long and status is None:
                refusal = Refusal("too_long", 413, most=self.settings.largest_body)
                await (await self.refused(Request(scope), refusal))(scope, receive, answer)
        except Exception:
            if status is None:
                await (await self.refused(Request(scope), Refusal("http_500", 500)))(scope, receive, answer)
            raise
        finally:
            self._note(scope, HUNG_UP if status is None else status, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request and log it, without saying whose it was."""
        route = getattr(scope.get("route"), "path", "other")
        metrics.REQUESTS.labels(scope["method"], route, str(status)).observe(seconds)
        if not route.startswith("/static") and route not in ("/health", "/metrics"):
            log.info(
                "request",
                extra={"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)},
            )


def _too_long(headers: Headers, largest: int) -> bool:
    length = headers.get("content-length", "0")
    return not length.isdecimal() or len(length) > len(str(largest)) or int(length) > largest


class _Limited:
    """A body without a length is cut off where it becomes too long; what is left of it is not valid for anything."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._left = receive, largest

    @property
    def too_long(self) -> bool:
        """Whether it was cut off."""
        return self._left < 0

    async def receive(self) -> Message:
        """The body's next piece."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.too_long else message
