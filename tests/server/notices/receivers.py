"""Receivers on this machine, to which notices really go: a web server, a mail server, a browser's push keys."""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text_of(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Posted:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Something that listens on a port of this machine."""

    port: int = 0
    _server: asyncio.Server | None = None

    async def __aenter__(self) -> Any:
        self._server = await asyncio.start_server(self._met, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self.serve(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


@dataclass
class WebReceiver(Receiver):
    """Takes posts, and answers with the statuses it was given, the last one for ever."""

    statuses: list[int] = field(default_factory=lambda: [201])
    got: list[Posted] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.got.append(Posted(head[0].split()[1], headers, body))
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        writer.write(f"HTTP/1.1 {status} x\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()


@dataclass
class MailReceiver(Receiver):
    """A mail server that takes every letter."""

    got: list[tuple[str, EmailMessage]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 here")
        to = ""
        while line := (await reader.readline()).decode().strip():
            verb = line.upper()
            if verb.startswith("RCPT TO:"):
                to = line[8:].strip().strip("<>").partition(">")[0]
            if verb == "DATA":
                say("354 go on")
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
                self.got.append((to, message_from_bytes(text, policy=policy.default)))
            say("221 bye" if verb == "QUIT" else "250 good")
            if verb == "QUIT":
                return


class PushBrowser:
    """A browser that has subscribed: it alone reads what is sent to it (RFC 8291), and checks who sends (RFC 8292)."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"0123456789abcdef") -> None:
        self.key, self.auth = key or ec.generate_private_key(ec.SECP256R1()), auth
        self.public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": text_of(self.public), "auth": text_of(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What a message says."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        secret = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        mixed = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + self.public + sender).derive(secret)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(mixed)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(mixed)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain.endswith(b"\x02")
        return plain[:-1]

    @staticmethod
    def proven(authorization: str, server_key: str) -> dict[str, Any]:
        """What the sender claims; an error when the signature is not that of the key one has subscribed with."""
        scheme, _, rest = authorization.partition(" ")
        given = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, given["k"]) == ("vapid", server_key)
        signed, _, signature = given["t"].rpartition(".")
        raw = bytes_of(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(server_key))
        pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
        head, claims = (json.loads(bytes_of(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        return dict(claims)
