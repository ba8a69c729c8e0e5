"""How a game names the numbers that a net is told: parts of so many numbers each, in order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate


def names_of(parts: Mapping[str, int]) -> tuple[str, ...]:
    """A name for each number; a part of several numbers them."""
    return tuple(name if count == 1 else f"{name} {k}" for name, count in parts.items() for k in range(count))


def starts_of(parts: Mapping[str, int]) -> tuple[int, ...]:
    """Where each part begins."""
    return tuple(accumulate(parts.values(), initial=0))[:-1]
