"""What callers hand over, looked at before anything is done with it: what cannot be gets a sentence with what can."""

from __future__ import annotations

from operator import index
from typing import Any

from burgrave.core.errors import Mistake, shown
from burgrave.core.lines import fits_line


def whole(value: Any, what: str, least: int | None = None, most: int | None = None) -> int:
    """The value as a whole number within its bounds; numpy's whole numbers are some too, True and 3.0 are not."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{what} must be a whole number{_bounds(least, most)}, not {shown(repr(value))}")
    return number


def _bounds(least: int | None, most: int | None) -> str:
    if least is None:
        return ""
    return f", at least {least}" if most is None else f" from {least} to {most}"


def seed_of(value: Any) -> int | str:
    """The value as a seed: a whole number, or a text that a record can hold."""
    seed = value if isinstance(value, str) else whole(value, "a seed that is not a text")
    if not fits_line(str(seed)):
        raise Mistake.of("mistake.seed", seed=shown(repr(seed)))
    return seed
