"""Web push: a message that only one browser can read (RFC 8291), and a proof of who sends it (RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD = 4096
LONGEST = 3000
"""Bytes of a message; push services take about four thousand with what is added to it."""
PROOF_SECONDS = 12 * 3600
KEPT_SECONDS = 3 * 24 * 3600
"""For how long a push service keeps a message for a device that is off."""


def own_key(signing_key: str) -> ec.EllipticCurvePrivateKey:
    """The key that proves who sends: it follows from the server's signing key, so all servers have the same."""
    number = int.from_bytes(hashlib.sha512(f"push {signing_key}".encode()).digest()) % (ORDER - 1) + 1
    return ec.derive_private_key(number, CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """Its public half, as browsers want it."""
    return text_of(_point(key.public_key()))


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message for the browser that has told these keys; ValueError when they are none."""
    salt, sender = salt or os.urandom(16), sender or ec.generate_private_key(CURVE)
    theirs, ours = bytes_of(p256dh), _point(sender.public_key())
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    secret = sender.exchange(ec.ECDH(), receiver)
    key = _derived(secret, bytes_of(auth), b"WebPush: info\0" + theirs + ours, 32)
    cipher = AESGCM(_derived(key, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + cipher.encrypt(nonce, message + b"\x02", None)


def headers_for(
    endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str, topic: str, now: float | None = None
) -> Mapping[str, str]:
    """What goes with a message: a proof for this push service, and what it replaces if it still waits there."""
    parts = urlsplit(endpoint)
    until = int((time.time() if now is None else now) + PROOF_SECONDS)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": contact}
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    proof = f"{signed}.{text_of(r.to_bytes(32) + s.to_bytes(32))}"
    return {
        "authorization": f"vapid t={proof}, k={public_text(key)}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEPT_SECONDS),
        "topic": hashlib.sha256(topic.encode()).hexdigest()[:32],
        "urgency": "high",
    }


def check_keys(p256dh: str, auth: str) -> None:
    """A ValueError when no browser can have told such keys."""
    encrypted(b"", p256dh, auth)
    if len(bytes_of(auth)) != 16:
        raise ValueError("the secret has another length")


def text_of(given: bytes) -> str:
    """Bytes in the letters of addresses."""
    return base64.urlsafe_b64encode(given).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    """The bytes again."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _json(given: Mapping[str, object]) -> str:
    return text_of(json.dumps(given, separators=(",", ":")).encode())


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
