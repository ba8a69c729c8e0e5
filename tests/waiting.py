"""Waiting for what must happen: until it does, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 240.0
"""After so many seconds something has not become slow but will never happen; nothing that works needs them."""


def wait_until(
    condition: Callable[[], bool], pause: Callable[[float], object] = time.sleep, patience: float = PATIENCE
) -> None:
    """Look again and again until something is so; `pause` lets that many seconds pass."""
    ends = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < ends, "it does not happen"
        pause(0.02)
