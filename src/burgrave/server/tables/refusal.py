"""Why something cannot be done at a table now."""

from __future__ import annotations

from collections.abc import Mapping

from burgrave.core.words import words


class Refusal(Exception):
    """Something cannot be done at this table now; the message key says why."""

    def __init__(self, key: str, status: int = 409, headers: Mapping[str, str] | None = None, **values: object) -> None:
        super().__init__(key)
        self.key, self.status, self.headers, self.values = key, status, dict(headers or {}), values

    def told(self, language: str) -> str:
        """The sentence in that language."""
        return words("burgrave.server", language)(f"refusal.{self.key}", **self.values)


class Late(Refusal):
    """The submission was made for a position that is no longer there."""

    def __init__(self) -> None:
        super().__init__("late")


class Forbidden(Refusal):
    """Whoever asks may not do this."""

    def __init__(self, key: str, status: int = 403, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(key, status, headers)
