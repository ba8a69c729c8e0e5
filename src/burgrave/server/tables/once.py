"""A request that happens once however often it is sent: its client has named it by a key.

The answer's secrets follow from the server's own key, the client's and the table: they can be told again and need not
be stored.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time

from burgrave.server.store.requests import RequestRow
from burgrave.server.tables.refusal import Refusal

SHORTEST_KEY, LONGEST_KEY = 16, 200
"""A program's key must be hard to guess for others who share its address."""


class Once:
    """A client's request under a key, and what it asks for."""

    def __init__(self, server_key: bytes, client: str, key: str, *asked: object) -> None:
        self._secret = hmac.digest(server_key, json.dumps(["once", client, key]).encode(), "sha256")
        self.mark = hashlib.sha256(b"mark" + self._secret).hexdigest()
        self.asked = hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()

    def secret(self, table_id: str, place: int | str) -> str:
        """The secret of a seat, or of the host's chair, at the table that the request leads to."""
        made = hmac.digest(self._secret, f"secret {table_id} {place}".encode(), "sha256")
        return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")

    def answered(self, table_id: str, seats: tuple[int, ...]) -> RequestRow:
        """What is kept of it once it has happened."""
        return RequestRow(self.mark, self.asked, table_id, seats, time.time())

    def check(self, found: RequestRow) -> None:
        """Refuse a key that was used for something else."""
        if found.asked != self.asked:
            raise Refusal("key_used", 422)
