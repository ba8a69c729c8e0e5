"""Who a browser is: a signed cookie with an identifier that means nothing and the name its user chose."""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

COOKIE = "burgrave"
COOKIE_DAYS = 400
LANGUAGE_COOKIE = "language"
THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Browser:
    """A browser that has been here: an identifier that means nothing, and the name its user chose."""

    player: str
    name: str = ""


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
