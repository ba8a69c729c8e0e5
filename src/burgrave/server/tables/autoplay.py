"""Who plays for a seat that does not need its person: a bot, a standing answer, or the stand-in when time is up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from typing import TYPE_CHECKING, Any

from burgrave.server import metrics
from burgrave.server.store.rows import ConflictError, UnavailableError
from burgrave.server.tables.refusal import Refusal

if TYPE_CHECKING:
    from burgrave.core.position import View
    from burgrave.server.tables.table import Table

log = logging.getLogger("burgrave.server")

LEASE_SECONDS = 15.0
LONGEST_SLEEP = 5.0
PASS = "pass"
ACCEPT = "accept"
ANSWER = "answer"
"""The decision point at which a seat is asked to accept something or pass."""
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
        table = self.table
        playing = [seat for seat in table.seats if table.status == "playing" and seat.kind == "bot"]
        table.games.programs.keep(table.id, {(table.id, seat.seat, seat.level or STAND_IN) for seat in playing})
        due = self._mechanical() or self.table.deadline is not None
        if due and (self._work is None or self._work.done()) and not self.table.problem:
            self._work = asyncio.create_task(self._go_on(), name=f"table {self.table.id}")

    async def stop(self) -> None:
        """Leave the rest to another process or another day."""
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work
        self.table.games.programs.keep(self.table.id, ())

    def _mechanical(self) -> bool:
        table, seat = self.table, self.table.to_act
        return seat is not None and (table.seats[seat].kind == "bot" or self._standing_answer(seat) is not None)

    def _standing_answer(self, seat: int) -> str | None:
        chosen, match = self.table.standing.get(seat), self.table.match
        if not chosen or match is None:
            return None
        texts = [move.text for move in match.position.moves()]
        if "forced" in chosen and len(texts) == 1:
            return texts[0]
        point = match.position.point
        refused = f"pass {point}" in chosen or ("refuse" in chosen and point == ANSWER and ACCEPT not in texts)
        return PASS if refused and PASS in texts else None

    async def _go_on(self) -> None:
        table = self.table
        while not table.problem:
            try:
                if self._mechanical():
                    if not await self._lease():
                        await asyncio.sleep(LEASE_SECONDS / 3)
                        await table.refresh()
                        continue
                    await self._play()
                elif (deadline := table.deadline) is not None:
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
        if seq == table.seq and time.time() >= deadline and table.to_act is not None:
            await table.fill(table.to_act, STAND_IN)

    async def _lease(self) -> bool:
        now = time.monotonic()
        if now < self._leased_until:
            return True
        if await self.table.storage.lease_bots(self.table.id, LEASE_SECONDS):
            self._leased_until = now + LEASE_SECONDS / 2
            return True
        return False

    async def _play(self) -> None:
        table, seat, seq = self.table, self.table.to_act, self.table.seq
        if seat is None or table.match is None:
            return
        answer = self._standing_answer(seat)
        if answer is not None and table.seats[seat].kind == "person":
            await table.play(seat, seq, answer, "standing")
            return
        begun = time.perf_counter()
        level = self._level(seat)
        if level not in table.games.levels:
            await table.stand_in(seat, STAND_IN)
            return
        await table.games.bot_ready(table.stored.game, level)
        if seq != table.seq:
            return
        view = table.view(seat)
        text = await self._chosen(seat, level, view)
        thought = time.perf_counter() - begun
        metrics.BOT_SECONDS.labels(level).observe(thought)
        if self._watched_by_people():
            pause = table.bot_pause * random.uniform(0.6, 1.2)
            await asyncio.sleep(max(0.0, pause - thought))
        await table.play(seat, seq, text, "bot")

    def _level(self, seat: int) -> str:
        """The level of the bot that plays a seat; one that has forfeited plays anything that is allowed."""
        level = self.table.seats[seat].level or STAND_IN
        forfeit = self.table.forfeits.get(seat)
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
