"""Whose bot thinks next: where people look on first, and then everybody in turn, however much one of them asks for."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, TypeVar

Thought = TypeVar("Thought")
SERVED_REMEMBERED = 10_000


class Urgency(IntEnum):
    """Who waits for a thought: the less urgent ones wait for the more urgent ones, and the last kind is not thought."""

    WATCHED = 0
    """Somebody has a page of the table open."""
    LOOKED_AT = 1
    """Somebody has asked for the table a moment ago, as programs do."""
    ADVICE = 2
    """Somebody has asked what a search would play."""
    UNWATCHED = 3
    """Nobody looks, but it will be a person's turn."""
    ANALYSIS = 4
    """Somebody wants a finished game explained."""
    UNWANTED = 5
    """Bots play among themselves and nobody looks."""


class Claim(Protocol):
    """Something that wants a thought. It may become more or less urgent while it waits."""

    @property
    def client(self) -> str:
        """For whom it is thought."""

    @property
    def table_id(self) -> str:
        """For which table."""

    @property
    def urgency(self) -> Urgency:
        """Who waits for it now."""


@dataclass(frozen=True)
class Advice:
    """Somebody's wish to know what a search would play at a table."""

    client: str
    table_id: str
    urgency: Urgency = Urgency.ADVICE


class UnwantedError(Exception):
    """Nobody waits for the thought any more; it was not begun."""


class FairQueue:
    """So many places at once, for the most urgent claim: among equals the client, then the table, served least lately.

    One client never has all the places, unless there is only one: somebody else's quick thought need not wait for the
    end of long ones.
    """

    def __init__(self, places: int) -> None:
        self.places, self.most_for_one = places, max(1, places - 1)
        self._waiting: list[tuple[Claim, asyncio.Future[str]]] = []
        self._taken: Counter[str] = Counter()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    async def take(self, claim: Claim) -> str:
        """Wait for a place, which has to be given back with the answer; UnwantedError when nobody waits any more."""
        granted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((claim, granted))
        self._grant()
        try:
            return await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled() and granted.exception() is None:
                self.give_back(granted.result())
            raise
        finally:
            self._waiting = [one for one in self._waiting if one[1] is not granted]

    def give_back(self, client: str) -> None:
        """Leave the place that this client had."""
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]
        self._grant()

    @contextlib.asynccontextmanager
    async def place(self, claim: Claim) -> AsyncIterator[None]:
        """Have a place for a while."""
        client = await self.take(claim)
        try:
            yield
        finally:
            self.give_back(client)

    def _grant(self) -> None:
        for claim, granted in self._waiting:
            if claim.urgency == Urgency.UNWANTED and not granted.done():
                granted.set_exception(UnwantedError())
        while self._taken.total() < self.places:
            ready = [
                one for one in self._waiting if not one[1].done() and self._taken[one[0].client] < self.most_for_one
            ]
            if not ready:
                return
            claim, granted = min(ready, key=lambda one: self._order(one[0]))
            self._taken[claim.client] += 1
            self._note(f"client {claim.client}", f"table {claim.table_id}")
            granted.set_result(claim.client)

    def _order(self, claim: Claim) -> tuple[int, int, int]:
        served = self._served
        return claim.urgency, served.get(f"client {claim.client}", 0), served.get(f"table {claim.table_id}", 0)

    def _note(self, *names: str) -> None:
        """Remember who was served when; who is forgotten was served before all others."""
        self._count += 1
        for name in names:
            self._served[name] = self._count
            self._served.move_to_end(name)
        while len(self._served) > SERVED_REMEMBERED:
            self._served.popitem(last=False)


class Thinking:
    """The threads in which bots think, and the queue before them."""

    def __init__(self, threads: int) -> None:
        self.queue = FairQueue(threads)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    async def think(self, claim: Claim, choose: Callable[[], Thought]) -> Thought:
        """Run a choice in a thread when its turn has come; given up while it runs, it keeps its place until its end."""
        client, loop = await self.queue.take(claim), asyncio.get_running_loop()

        def ended(_: Future[Thought]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self.queue.give_back, client)

        thought = self._pool.submit(choose)
        thought.add_done_callback(ended)
        return await asyncio.wrap_future(thought)

    def close(self) -> None:
        """Let the threads end; a thought that is under way is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)
