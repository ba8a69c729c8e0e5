"""Whether moves can be stored: a write that is tried now and then, however often somebody asks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from burgrave.server.store.rows import UnavailableError

REMEMBERED_SECONDS = 2.0


class Health:
    """The last try and how it went."""

    def __init__(self, write: Callable[[], Awaitable[object]], patience: float) -> None:
        self._write, self._patience = write, patience
        self._tried_at: float | None = None
        self._good = False
        self._trying: asyncio.Task[None] | None = None

    async def is_good(self) -> bool:
        """Whether the database has just been written to; a write that is not done in time is none."""
        if self._trying is None and (self._tried_at is None or time.monotonic() - self._tried_at > REMEMBERED_SECONDS):
            self._trying = asyncio.create_task(self._try(), name="health")
        if self._trying is not None:
            done, _ = await asyncio.wait({self._trying}, timeout=self._patience)
            if not done:
                return False
        return self._good

    async def _try(self) -> None:
        try:
            await self._write()
            self._good = True
        except UnavailableError:
            self._good = False
        finally:
            self._tried_at, self._trying = time.monotonic(), None

    async def stop(self) -> None:
        """Wait for a write that is under way."""
        if self._trying is not None:
            await asyncio.wait({self._trying}, timeout=self._patience)
