"""Requests to addresses that people have given us: never into our own network, never for long, never elsewhere."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpcore

SECONDS = 15.0
"""What an answer may take, from the first packet to the last."""
LONGEST_ADDRESS = 1000
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Behind these stand addresses of version 4, ours perhaps."""


class ForbiddenAddress(Exception):
    """We do not send anything there."""


class OutOfReach(Exception):
    """Nobody has answered; that may change."""


def is_public(text: str) -> bool:
    """Whether an address is one of the whole internet, and of no private network, this machine or group."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inside is not None:
            return is_public(str(inside))
        if address in TRANSLATED:
            return False
    return address.is_global and not address.is_multicast


def check(address: str, private: bool) -> None:
    """A ForbiddenAddress when it cannot be an address to send to, whatever its name leads to."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ForbiddenAddress from None
    schemes = ("http", "https") if private else ("https",)
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    if not plain or parts.scheme not in schemes or not host or parts.username or parts.password:
        raise ForbiddenAddress
    if not private and (port not in (None, 443, 8443) or (_is_address(host) and not is_public(host))):
        raise ForbiddenAddress


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class _Network(httpcore.AsyncNetworkBackend):
    """Looks where a name leads and connects to just that, so that it cannot lead elsewhere a moment later."""

    def __init__(self, private: bool) -> None:
        self._private, self._inner = private, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to a public address of that name."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not self._private and not all(map(is_public, addresses)):
            raise ForbiddenAddress
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Nobody's address is a socket of this machine."""
        raise ForbiddenAddress

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class Outgoing:
    """Sends to addresses that people have given; `private` where the operator allows their own network."""

    def __init__(self, private: bool) -> None:
        self.private = private
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something; the status of the answer. Nobody is followed to another address."""
        check(address, self.private)
        if self._pool is None:
            trusted = await asyncio.to_thread(ssl.create_default_context)
            self._pool = self._pool or httpcore.AsyncConnectionPool(
                ssl_context=trusted, max_connections=16, keepalive_expiry=5.0, network_backend=_Network(self.private)
            )
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._pool.stream("POST", address, headers=list(headers.items()), content=body) as answer,
            ):
                return answer.status
        except ForbiddenAddress:
            raise
        except (
            TimeoutError,
            OSError,
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
        ) as error:
            raise OutOfReach(type(error).__name__) from error

    async def close(self) -> None:
        """Let go of all connections."""
        if self._pool is not None:
            await self._pool.aclose()
