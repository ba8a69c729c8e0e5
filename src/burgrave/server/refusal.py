"""Why something cannot be done at a table now."""

from __future__ import annotations


class Refusal(Exception):
    """Something cannot be done at this table now; the message key says why."""

    def __init__(self, key: str, status: int = 409, **values: object) -> None:
        super().__init__(key)
        self.key, self.status, self.values = key, status, values


class Late(Refusal):
    """The submission was made for a position that is no longer there."""

    def __init__(self) -> None:
        super().__init__("late")
