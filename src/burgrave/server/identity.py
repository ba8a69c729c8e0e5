"""Who asks: a browser by its signed cookie, a program by a seat's secret."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from burgrave.core.lines import BETWEEN_NAMES, REMARK

COOKIE = "burgrave"
COOKIE_DAYS = 400
LONGEST_NAME = 24
ID = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True)
class Browser:
    """A browser that has been here: an identifier that means nothing, and the name its user chose."""

    player: str
    name: str = ""


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


def clean_name(text: str) -> str:
    """A name as people may type it: no control characters, nothing that a record's seat line could not hold."""
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text[:200])
    plain = re.sub(f"[{BETWEEN_NAMES}{REMARK}:]", " ", plain)
    return " ".join(plain.split())[:LONGEST_NAME].strip()


BOT_NAMES = ("Ada", "Bruno", "Celina", "Dobromir", "Elza", "Felix", "Gerda", "Horst", "Irma", "Jarek", "Klara", "Lech")
"""More than a table has seats, so that enough are left when people are called alike."""


def free_bot_names(taken: Iterable[str]) -> list[str]:
    """The names that a bot can have where these are taken."""
    known = {name.casefold() for name in taken}
    return [name for name in BOT_NAMES if name.casefold() not in known]


class Signer:
    """Signs and reads the cookie."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def _mark(self, body: str) -> str:
        return base64.urlsafe_b64encode(hmac.new(self.key, body.encode(), hashlib.sha256).digest()[:18]).decode()

    def sign(self, browser: Browser) -> str:
        """The cookie's value."""
        name = base64.urlsafe_b64encode(browser.name.encode()).decode().rstrip("=")
        body = f"{browser.player}.{name}"
        return f"{body}.{self._mark(body)}"

    def read(self, value: str | None) -> Browser | None:
        """The browser of a cookie; None when it is missing or not ours."""
        if not value or value.count(".") != 2 or len(value) > 400:
            return None
        body, _, mark = value.rpartition(".")
        if not hmac.compare_digest(mark.encode(), self._mark(body).encode()):
            return None
        player, _, name = body.partition(".")
        return Browser(player, base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode())
