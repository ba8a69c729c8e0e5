"""What callers hand over, looked at before anything is done with it: what cannot be gets a sentence with what can."""

from __future__ import annotations

from math import inf
from numbers import Real
from operator import index
from typing import Any

from burgrave.core.errors import Mistake, shown
from burgrave.core.lines import fits_line

MOST_THREADS = 1024
"""More threads at once than machines have cores; a slip of the hand would fill the memory with them."""


def whole(value: Any, what: str, least: int | None = None, most: int | None = None) -> int:
    """The value as a whole number within its bounds; numpy's whole numbers are some too, True and 3.0 are not."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{what} must be a whole number{_bounds(least, most)}, not {shown(repr(value))}")
    return number


def real(value: Any, what: str, least: float, most: float = inf) -> float:
    """The value as a number within its bounds, and less than infinite; True is none."""
    if isinstance(value, bool) or not isinstance(value, Real) or not least <= float(value) <= most or value == inf:
        raise ValueError(f"{what} must be a number{_bounds(least, most)}, not {shown(repr(value))}")
    return float(value)


def threads_of(value: Any) -> int:
    """The value as a number of threads."""
    return whole(value, "the number of threads", 1, MOST_THREADS)


def _bounds(least: float | None, most: float | None) -> str:
    if least is None:
        return ""
    return f", at least {least}" if most is None or most == inf else f" from {least} to {most}"


def made_of(game: Any) -> None:
    """See to it that what matches and batches are made of is a game."""
    from burgrave.core.game import Game

    if not isinstance(game, Game):
        raise ValueError(f"a game is what burgrave.game() gives, not {shown(repr(game))}")


def seed_of(value: Any) -> int | str:
    """The value as a seed: a whole number, or a text that a record can hold."""
    seed = value if isinstance(value, str) else whole(value, "a seed that is not a text")
    if not fits_line(str(seed)):
        raise Mistake.of("mistake.seed", seed=shown(repr(seed)))
    return seed
