"""Identifiers of tables and browsers, and the secrets that open seats."""

from __future__ import annotations

import hashlib
import re
import secrets

ID = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id() -> str:
    """A fresh identifier of almost 128 bits that fits into an address and, since no "-" begins it, into a command."""
    while (found := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return found


def is_id(text: str) -> bool:
    """Whether a text can be such an identifier at all."""
    return ID.fullmatch(text) is not None


def new_secret() -> str:
    """A fresh 128-bit secret."""
    return secrets.token_urlsafe(16)


def mark(table_id: str) -> str:
    """What the logs call a table: enough to tell tables apart, and it opens none."""
    return digest(table_id)[:8]


def address_key(signing_key: str, client: str) -> str:
    """The number that stands for an address; nobody without the server's key can tell which."""
    return digest(f"{signing_key.encode()!r} {client}")[:22]


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
