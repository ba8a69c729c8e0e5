"""What stands between the network and the application: headers, Origin check, limits on size and rate."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from burgrave.server import metrics
from burgrave.server.settings import Settings
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.costs import FREE, WEBSOCKET, cost_of

log = logging.getLogger("burgrave.server")

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
CLIENTS_REMEMBERED = 10_000
TOO_MANY = "too_many_requests"
UNBLOCKED = ("/static/", "/operator")
"""What is answered to everybody: an operator who has blocked their own address can still undo it."""
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
GUARDED = frozenset(name for name, _ in UNCACHED)
Header = tuple[bytes, bytes]


class Bucket:
    """A client's allowance: `burst` at once, refilled at `rate` per second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, now: float | None = None, cost: float = 1) -> bool:
        """Whether the client may go on, and has then paid for it."""
        now = time.monotonic() if now is None else now
        left = self._left(client, now)
        allowed = left >= cost
        self.filled.pop(client, None)
        self.filled[client] = (left - cost if allowed else left, now)
        while len(self.filled) > CLIENTS_REMEMBERED:
            self.filled.popitem(last=False)
        return allowed

    def seconds_until(self, client: str, now: float | None = None, cost: float = 1) -> int:
        """After how many whole seconds the client may go on."""
        now = time.monotonic() if now is None else now
        return max(0, math.ceil((cost - self._left(client, now)) / self.rate))

    def _left(self, client: str, now: float) -> float:
        left, before = self.filled.get(client, (self.burst, now))
        return min(self.burst, left + (now - before) * self.rate)


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


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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


def lacking(given: Iterable[Header], wanted: Sequence[Header]) -> Sequence[Header]:
    """Those of the wanted headers that an answer does not have."""
    names = {name.lower() for name, _ in given}
    return wanted if names.isdisjoint(GUARDED) else [pair for pair in wanted if pair[0] not in names]


class Guard:
    """The outermost layer of the application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        refused: Callable[[Request, Refusal], Awaitable[Response]],
        blocked: Callable[[Scope], bool],
    ) -> None:
        self.app, self.settings, self.refused, self.blocked = app, settings, refused, blocked
        self.bucket = Bucket(settings.requests_per_second, settings.request_burst)

    def price(self, method: str, path: str) -> float:
        """What a request costs; a full allowance pays for any."""
        return min(cost_of(method, path), max(1.0, self.bucket.burst))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, pass it on, and see to the answer's headers."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = client_of(scope)
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, headers, client)
            return
        await self._http(scope, receive, send, headers, client)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, headers: Headers, client: str) -> None:
        """Let a page or program listen; whoever has too many connections open is refused before it is one more."""
        connections: Counter[str] = scope["app"].state.burgrave.connections
        crowded = connections[client] >= self.settings.connections_per_client
        allowed = not crowded and self._origin_allowed(headers, websocket=True) and not self.blocked(scope)
        if not allowed or not self.bucket.take(client, cost=self.price(WEBSOCKET, scope["path"])):
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": ""})
            return
        connections[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            connections[client] -= 1
            if not connections[client]:
                del connections[client]

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
        refusal: Refusal | None = None

        async def answer(message: Message) -> None:
            nonlocal status
            if body.too_long and status is None and refusal is None:
                return  # whatever the application makes of half a body
            if message["type"] == "http.response.start":
                status = message["status"]
                wanted = HEADERS if scope["path"].startswith(FREE) else UNCACHED
                message["headers"] = [*message["headers"], *lacking(message["headers"], wanted)]
            await send(message)

        cost = self.price(scope["method"], scope["path"])
        if cost and not self.bucket.take(client, cost=cost):
            refusal = too_soon(TOO_MANY, self.bucket, client, cost)
        elif scope["method"] not in SAFE_METHODS and not self._origin_allowed(headers):
            refusal = Refusal("other_site", 403)
        elif _too_long(headers, self.settings.largest_body):
            refusal = Refusal("too_long", 413, most=self.settings.largest_body)
        elif not scope["path"].startswith(UNBLOCKED) and self.blocked(scope):
            refusal = Refusal("blocked", 403)
        try:
            if refusal is None:
                with contextlib.suppress(ClientDisconnect):  # it has hung up, or we have let it: nothing was done
                    await self.app(scope, body.receive, answer)
                if body.too_long and status is None:
                    refusal = Refusal("too_long", 413, most=self.settings.largest_body)
            if refusal is not None:
                await (await self.refused(Request(scope), refusal))(scope, receive, answer)
        except Exception:
            if status is None:
                refusal = Refusal("http_500", 500)
                await (await self.refused(Request(scope), refusal))(scope, receive, answer)
            raise
        finally:
            self._note(scope, HUNG_UP if status is None else status, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request and log it, without saying whose it was."""
        route = getattr(scope.get("route"), "path", "other")
        metrics.requests(scope["method"], route, status).observe(seconds)
        if not route.startswith("/static") and route not in ("/health", "/metrics"):
            log.info(
                "request",
                extra={"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)},
            )


def too_soon(key: str, bucket: Bucket, client: str, cost: float = 1) -> Refusal:
    """The refusal of somebody whose allowance is used up, with the time when it will do."""
    return Refusal(key, 429, {"retry-after": str(max(1, bucket.seconds_until(client, cost=cost)))})


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
