"""Who plays for a seat that does not need its person: a bot, a standing answer, or the stand-in when time is up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from typing import TYPE_CHECKING, Any

from burgrave.server import metrics
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import ConflictError, UnavailableError
from burgrave.server.tables import standing
from burgrave.server.tables.refusal import Refusal

if TYPE_CHECKING:
    from burgrave.core.position import View
    from burgrave.server.tables.table import Table

log = logging.getLogger("burgrave.server")

LEASE_SECONDS = 15.0
LONGEST_SLEEP = 5.0
STAND_IN = "easy"
"""The level of the bot that takes over a seat."""
FORFEITED = "random"
"""The level at which a seat plays on whose program has failed."""


class Autoplay:
    """Plays a table's mechanical moves; where processes share a database, one of them holds the lease to do so."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._bots: dict[int, tuple[str, Any]] = {}
        self._work: asyncio.Task[None] | None = None
        self._leased_until = 0.0

    def nudge(self) -> None:
        """See to it that somebody plays for a seat that does not need its person now."""
        table, state = self.table, self.table.state
        playing = [seat for seat in state.seats if state.status == Status.PLAYING and seat.kind == SeatKind.BOT]
        table.games.programs.keep(table.id, {(table.id, seat.seat, seat.level or STAND_IN) for seat in playing})
        due = self._mechanical() or state.deadline is not None
        if due and (self._work is None or self._work.done()) and not state.problem:
            self._work = asyncio.create_task(self._go_on(), name=f"table {table.id}")

    async def stop(self) -> None:
        """Leave the rest to another process or another day."""
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work
        self.table.games.programs.keep(self.table.id, ())

    def _mechanical(self) -> bool:
        state = self.table.state
        seat = state.to_act
        return seat is not None and (state.seats[seat].kind == SeatKind.BOT or self._standing_answer(seat) is not None)

    def _standing_answer(self, seat: int) -> str | None:
        state = self.table.state
        if state.match is None:
            return None
        return standing.answer_at(state.match.position, state.standing.get(seat, ()))

    async def _go_on(self) -> None:
        table = self.table
        while not table.state.problem:
            try:
                if self._mechanical():
                    if not await self._lease():
                        await asyncio.sleep(LEASE_SECONDS / 3)
                        await table.refresh()
                        continue
                    await self._play()
                elif (deadline := table.state.deadline) is not None:
                    await self._wait_for(deadline)
                else:
                    return
            except (Refusal, ConflictError):
                await table.refresh()
            except UnavailableError as error:
                log.error("the database cannot be used", extra={"table": table.id, "error": str(error)})
                await asyncio.sleep(1.0)
            except Exception:
                log.exception("a table's bot failed", extra={"table": table.id})
                await asyncio.sleep(LEASE_SECONDS)

    async def _wait_for(self, deadline: float) -> None:
        """Let the clock run; when it is out and nothing has happened, the stand-in takes the seat."""
        table, seq = self.table, self.table.seq
        await asyncio.sleep(max(0.05, min(deadline - time.time(), LONGEST_SLEEP)))
        to_act = table.state.to_act
        if seq == table.seq and time.time() >= deadline and to_act is not None:
            await table.fill(to_act, STAND_IN)

    async def _lease(self) -> bool:
        now = time.monotonic()
        if now < self._leased_until:
            return True
        if await self.table.storage.lease_bots(self.table.id, LEASE_SECONDS):
            self._leased_until = now + LEASE_SECONDS / 2
            return True
        return False

    async def _play(self) -> None:
        table, state = self.table, self.table.state
        seat, seq = state.to_act, state.seq
        if seat is None:
            return
        answer = self._standing_answer(seat)
        if answer is not None and state.seats[seat].kind == SeatKind.PERSON:
            await table.play(seat, seq, answer, "standing")
            return
        begun = time.perf_counter()
        level = self._level(seat)
        if level not in table.games.levels:
            await table.stand_in(seat, STAND_IN)
            return
        await table.games.bot_ready(table.made.game, level)
        if seq != table.seq:
            return
        view = state.view(seat)
        text = await self._chosen(seat, level, view)
        thought = time.perf_counter() - begun
        metrics.BOT_SECONDS.labels(level).observe(thought)
        if self._watched_by_people():
            pause = table.bot_pause * random.uniform(0.6, 1.2)
            await asyncio.sleep(max(0.0, pause - thought))
        await table.play(seat, seq, text, "bot")

    def _level(self, seat: int) -> str:
        """The level of the bot that plays a seat; one that has forfeited plays anything that is allowed."""
        level = self.table.state.seats[seat].level or STAND_IN
        forfeit = self.table.state.forfeits.get(seat)
        return FORFEITED if forfeit is not None and forfeit.bot == level else level

    async def _chosen(self, seat: int, level: str, view: View) -> str:
        table = self.table
        if not table.games.is_outside(level):
            return await table.games.think(lambda: self._choose(seat, level, view))
        text, bot = await table.games.ask_outside((table.id, seat, level), view)
        if bot.fault_kind is not None:
            log.warning("a bot forfeits", extra={"table": table.id, "seat": seat, "bot": level, "fault": bot.fault})
            await table.forfeit(seat, level, bot.fault_kind)
        return text

    def _watched_by_people(self) -> bool:
        return self.table.bot_pause > 0 and any(count > 0 for count in self.table.present.values())

    def _choose(self, seat: int, level: str, view: View) -> str:
        if seat not in self._bots or self._bots[seat][0] != level:
            self._bots[seat] = level, self.table.games.make_bot(level, view.game)
        return str(self._bots[seat][1].choose(view))
