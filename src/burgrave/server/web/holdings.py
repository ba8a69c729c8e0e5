"""What one address holds of what is scarce: unfinished tables it has made, seats at tables that wait for people.

Cookies are had for the asking, addresses are not. What is stored is a number that stands for the address, as long as
the table is unfinished, so that a restart forgets nothing and all servers of a database count together.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from burgrave.server.store.holdings import Holding
from burgrave.server.tables.refusal import Refusal


@dataclass
class Held:
    """One more thing that a client holds, if it gets it."""

    holding: Holding | None = None

    def keep(self, table_id: str, seat: int | None = None) -> None:
        """The client has got it: a seat at this table, or the table itself."""
        self.holding = Holding(table_id, seat)


@dataclass(eq=False)
class _Client:
    """A client that takes something just now."""

    under_way: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """What is stored and what is under way are counted, and changed, together."""


class Holdings:
    """What every client holds, and how much that may be."""

    def __init__(
        self,
        most: int,
        count: Callable[[str], Awaitable[int]],
        hold: Callable[[str, Holding], Awaitable[None]],
        refusal: str,
    ) -> None:
        self.most, self.count, self.hold, self.refusal = most, count, hold, refusal
        self._clients: WeakValueDictionary[str, _Client] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def one_more(self, key: str) -> AsyncIterator[Held]:
        """Take one more; it counts from now on, so that nobody takes many at the same time."""
        client = self._clients.setdefault(key, _Client())
        async with client.lock:
            if await self.count(key) + client.under_way >= self.most:
                raise Refusal(self.refusal, 429)
            client.under_way += 1
        held = Held()
        try:
            yield held
        finally:
            async with client.lock:
                client.under_way -= 1
                if held.holding is not None:
                    await self.hold(key, held.holding)
