"""A device that makes and uses passkeys as WebAuthn has it, without a browser."""

from __future__ import annotations

import hashlib
import json
import os
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


def text_of(given: bytes) -> str:
    return urlsafe_b64encode(given).decode().rstrip("=")


class Device:
    """One key for one site, and how often it was used."""

    def __init__(self, origin: str) -> None:
        self.origin, self.credential, self.uses = origin, os.urandom(16), 0
        self.key = ec.generate_private_key(ec.SECP256R1())

    def made(self, wish: dict[str, Any]) -> dict[str, Any]:
        """The answer to a wish for a new passkey."""
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        key = bytes(16) + len(self.credential).to_bytes(2) + self.credential + public
        told = self._told(wish["rp"]["id"], PRESENT_AND_VERIFIED | WITH_KEY) + key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": told})
        return self._answer("webauthn.create", wish, attestationObject=attested)

    def used(self, wish: dict[str, Any]) -> dict[str, Any]:
        """The answer to a wish to enter."""
        self.uses += 1
        told = self._told(wish["rpId"], PRESENT_AND_VERIFIED)
        asked = hashlib.sha256(self._asked("webauthn.get", wish)).digest()
        signature = self.key.sign(told + asked, ec.ECDSA(hashes.SHA256()))
        return self._answer("webauthn.get", wish, authenticatorData=told, signature=signature)

    def _told(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4)

    def _asked(self, kind: str, wish: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": wish["challenge"], "origin": self.origin}).encode()

    def _answer(self, kind: str, wish: dict[str, Any], **more: bytes) -> dict[str, Any]:
        response = {"clientDataJSON": self._asked(kind, wish), **more}
        name = text_of(self.credential)
        told = {field: text_of(value) for field, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": told, "clientExtensionResults": {}}
