"""Identifiers of tables and browsers, and the secrets that open seats."""

from __future__ import annotations

import hashlib
import re
import secrets

ID = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id() -> str:
    """A fresh 128-bit identifier that fits into an address."""
    return secrets.token_urlsafe(16)


def is_id(text: str) -> bool:
    """Whether a text can be such an identifier at all."""
    return ID.fullmatch(text) is not None


def new_secret() -> str:
    """A fresh 128-bit secret."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
