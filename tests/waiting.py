"""Waiting for what must happen: until it does, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

Found = TypeVar("Found")

PATIENCE = 240.0
"""After so many seconds something has not become slow but will never happen; nothing that works needs them."""


PATIENT_SOCKET: dict[str, Any] = {"open_timeout": PATIENCE, "ping_timeout": PATIENCE}
"""What a WebSocket's client is told, which otherwise gives up after ten seconds."""


def wait_for(
    look: Callable[[], Found], pause: Callable[[float], object] = time.sleep, patience: float = PATIENCE
) -> Found:
    """Look again and again until something is found; `pause` lets that many seconds pass."""
    ends = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < ends, "it does not happen"
        pause(0.02)
    return found


def wait_until(
    condition: Callable[[], bool], pause: Callable[[float], object] = time.sleep, patience: float = PATIENCE
) -> None:
    """The same for what is so or not."""
    wait_for(condition, pause, patience)
