"""Who is the operator: whoever knows the operator's secret, for a few hours, by a signed cookie of its own."""

from __future__ import annotations

import hashlib
import hmac
import time

from starlette.requests import HTTPConnection

from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.guard import Bucket, client_of

COOKIE = "burgrave_operator"
SECONDS = 4 * 3600
TRIES, TRIES_OF_ALL = 5, 30
"""How often a client, and all clients together, may try secrets before they must wait."""
REST_SECONDS = 300.0


class OperatorDoor:
    """Lets the operator in. Without a secret there is no door."""

    def __init__(self, secret: str, signing_key: str) -> None:
        self.secret = secret
        self._key = hashlib.sha256(f"operator {signing_key} {secret}".encode()).digest()
        self._tries = Bucket(TRIES / REST_SECONDS, TRIES)
        self._tries_of_all = Bucket(TRIES_OF_ALL / REST_SECONDS, TRIES_OF_ALL)

    def check_there(self) -> None:
        """A Refusal, as for a page that is not there, when no operator's secret was set."""
        if not self.secret:
            raise Refusal("no_page", 404)

    def opens(self, request: HTTPConnection, secret: str) -> bool:
        """Whether this is the secret; a Refusal for a client that tries too many."""
        self.check_there()
        if not self._tries.take(client_of(request.scope)) or not self._tries_of_all.take(""):
            raise Refusal("too_many_tries", 429, {"retry-after": "60"})
        return hmac.compare_digest(*(hashlib.sha256(text.encode()).digest() for text in (secret, self.secret)))

    def pass_until(self, ends: float) -> str:
        """The cookie that lets the operator in until some time."""
        mark = hmac.new(self._key, str(int(ends)).encode(), hashlib.sha256).hexdigest()
        return f"{int(ends)}.{mark}"

    def is_open_to(self, request: HTTPConnection) -> bool:
        """Whether whoever asks has come in as the operator, not too long ago."""
        ends, _, _ = request.cookies.get(COOKIE, "").partition(".")
        if not self.secret or not ends.isascii() or not ends.isdecimal() or len(ends) > 12:
            return False
        known = hmac.compare_digest(request.cookies[COOKIE].encode(), self.pass_until(int(ends)).encode())
        return known and time.time() < int(ends)
