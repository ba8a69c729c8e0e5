"""Analyses of finished games: jobs that wait for every bot, keep what they find, and go on where they were broken off.

Each finding is a thought of its own in the bots' threads, behind all others, so that a running game waits for one of
them at most. Where several processes share a database, one of them makes each analysis.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgrave.server.store.analyses import Stage
from burgrave.server.store.rows import UnavailableError
from burgrave.server.store.storage import Storage
from burgrave.server.tables.games import Games
from burgrave.server.tables.keys import mark
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.thinking import Urgency

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from burgrave.arena.analysis import Analyst, Finding, Task
    from burgrave.core.match import Match
    from burgrave.server.tables.table import Table

log = logging.getLogger("burgrave.server")

LEASE_SECONDS = 30.0
KEEP_SECONDS = 1.0
"""How often what was found is stored, and the page can see more of it."""
ROUND_SECONDS = 5.0
AT_ONCE = 2
"""Games that are analysed at once."""


@dataclass(frozen=True)
class Claim:
    """A finding's wish to be thought."""

    table_id: str
    urgency: Urgency = Urgency.ANALYSIS

    place: int = 0
    """Which of a game's findings that are made at once; each is a client of its own, since none takes long."""

    @property
    def client(self) -> str:
        """For whom it is thought."""
        return f"analysis {self.table_id} {self.place}"


class Analysing:
    """The analyses that this process makes."""

    def __init__(self, storage: Storage, games: Games, table: Callable[[str], Awaitable[Table]], usual: str) -> None:
        self.storage, self.games, self._table = storage, games, table
        self.usual = usual
        """The settings of everybody's analysis, by their name (see `Settings` in arena/analysis.py)."""
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()

    async def open(self) -> None:
        """Begin with what was broken off."""
        if not self.storage.shared:
            await self.storage.analyses.release()
        self._rounds = asyncio.create_task(self._go_round(), name="analyses")

    async def close(self) -> None:
        """Stop; another process, or the next one, goes on."""
        going_on = [*self._running.values(), *([self._rounds] if self._rounds else [])]
        for work in going_on:
            work.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)
        try:
            await self.storage.analyses.release()
        except UnavailableError:
            log.warning("an analysis is taken up again only when its lease is over")

    async def want(self, table: Table) -> Stage:
        """See to it that a finished game is analysed."""
        if not table.state.is_finished or table.state.match is None:
            raise Refusal("not_over")
        stage = await self.storage.analyses.want(table.id, self.usual)
        self._wake.set()
        return stage

    async def cancel(self, table: Table) -> None:
        """Stop an analysis; what was found stays, and whoever asks again goes on from there."""
        await self.storage.analyses.end(table.id, self.usual, Stage.CANCELLED)
        running = self._running.get((table.id, self.usual))
        if running is not None:
            running.cancel()

    async def stage(self, table_id: str) -> Stage | None:
        """How far the analysis of a game is; None when nobody has asked for it."""
        return await self.storage.analyses.stage(table_id, self.usual)

    async def found(self, table_id: str) -> list[dict[str, Any]]:
        """What was found out so far."""
        return await self.storage.analyses.found(table_id, self.usual)

    async def _go_round(self) -> None:
        while True:
            self._wake.clear()
            try:
                for table_id, settings in await self.storage.analyses.waiting(AT_ONCE - len(self._running)):
                    if (table_id, settings) not in self._running and len(self._running) < AT_ONCE:
                        self._begin(table_id, settings)
            except UnavailableError as error:
                log.error("the database cannot be used", extra={"error": str(error)})
            try:
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass

    def _begin(self, table_id: str, settings: str) -> None:
        key = table_id, settings
        job = asyncio.create_task(self._make(table_id, settings), name=f"analysis {mark(table_id)}")
        self._running[key] = job

        def ended(_: object) -> None:
            self._running.pop(key, None)
            self._wake.set()

        job.add_done_callback(ended)

    async def _make(self, table_id: str, name: str) -> None:
        """Make one analysis, as long as it is wanted and this process may."""
        kept = self.storage.analyses
        try:
            if await kept.lease(table_id, name, LEASE_SECONDS):
                table = await self._table(table_id)
                assert table.state.match is not None
                await self.games.judge_ready(table.made.game)
                await Job(self, table_id, name, table.state.match).run()
        except Refusal:  # the table is gone, or its rules cannot be used
            await kept.end(table_id, name, Stage.CANCELLED)
        except UnavailableError as error:
            log.error("the database cannot be used", extra={"error": str(error)})
        except Exception:
            log.exception("an analysis failed", extra={"table": mark(table_id)})
            await kept.end(table_id, name, Stage.CANCELLED)


class Job:
    """The work on one analysis."""

    def __init__(self, owner: Analysing, table_id: str, name: str, match: Match) -> None:
        from burgrave.arena.analysis import Settings

        self.kept, self.thinking = owner.storage.analyses, owner.games.thinking
        self.table_id, self.name, self.match = table_id, name, match
        self.settings = Settings.named(name)
        self.found: list[dict[str, Any]] = []
        self._analysts: list[Analyst] = []
        self._kept_at = 0.0

    async def run(self) -> None:
        """Make what is not found yet, two things at a time, and keep it now and then."""
        left = await self._left()
        waiting: set[asyncio.Task[Finding]] = set()
        try:
            while left or waiting:
                while left and len(waiting) < self.thinking.queue.places:
                    waiting.add(asyncio.create_task(self._think(left.pop(0))))
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                self._take([task.result() for task in done])
                if time.monotonic() > self._kept_at + KEEP_SECONDS and not await self._keep():
                    return
        finally:
            for task in waiting:
                task.cancel()
        await self._keep()
        await self.kept.end(self.table_id, self.name, Stage.DONE)

    async def _left(self) -> list[Task]:
        """What is still to be found."""
        from burgrave.arena.analysis import tasks

        known = {(one["kind"], one["number"]) for one in await self.kept.found(self.table_id, self.name)}
        every = await asyncio.to_thread(tasks, self.match)
        return [task for task in every if task.key not in known]

    def _take(self, found: list[Finding]) -> None:
        from burgrave.arena.analysis import as_json

        self.found += [as_json(one) for one in found]

    async def _keep(self) -> bool:
        """Store what was found; whether the analysis is still wanted from this process."""
        found, self.found = self.found, []
        await self.kept.add(self.table_id, self.name, found)
        self._kept_at = time.monotonic()
        return await self.kept.lease(self.table_id, self.name, LEASE_SECONDS)

    async def _think(self, task: Task) -> Finding:
        claim = Claim(self.table_id, place=task.number % self.thinking.queue.places)
        return await self.thinking.think(claim, lambda: self._found(task))

    def _found(self, task: Task) -> Finding:
        """Make a finding, in one of the bots' threads; an analyst serves one thread at a time."""
        from burgrave.arena.analysis import Analyst

        analyst = self._analysts.pop() if self._analysts else Analyst(self.match, self.settings)
        try:
            return analyst.found(task)
        finally:
            self._analysts.append(analyst)
