"""Who plays for a seat that does not need its person: a bot, a standing answer, or the stand-in when time is up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from typing import TYPE_CHECKING, Any

from burgrave.core.spec import CHANCE
from burgrave.server import metrics
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import ConflictError, UnavailableError
from burgrave.server.tables import early, standing
from burgrave.server.tables.keys import mark
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.thinking import UnwantedError, Urgency

if TYPE_CHECKING:
    from burgrave.core.position import View
    from burgrave.server.tables.table import Table

log = logging.getLogger("burgrave.server")

LEASE_SECONDS = 15.0
LONGEST_SLEEP = 5.0
MOVE_SECONDS = 0.15
"""Between two moves of bots, so that each is sent by itself."""
STAND_IN = "easy"
"""The level of the bot that takes over a seat."""
FORFEITED = "random"
"""The level at which a seat plays on whose program has failed."""


class Autoplay:
    """Plays a table's mechanical moves; where processes share a database, one of them holds the lease to do so.

    Bots that are among themselves play as long as somebody looks, and go on when somebody looks again.
    """

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
        if due and not (self.is_at_work or self.rests or state.problem or table.stopped):
            self._work = asyncio.create_task(self._go_on(), name=f"table {table.id}")

    @property
    def is_at_work(self) -> bool:
        """Whether it plays, or waits for a moment to play."""
        return self._work is not None and not self._work.done()

    @property
    def rests(self) -> bool:
        """Whether nobody would see what it does, now or later."""
        return self.table.state.only_bots and not self.table.is_watched

    @property
    def client(self) -> str:
        """For whom its bots think."""
        return self.table.client

    @property
    def table_id(self) -> str:
        """For which table."""
        return self.table.id

    @property
    def urgency(self) -> Urgency:
        """Who waits for its bots."""
        if self.table.is_open_somewhere:
            return Urgency.WATCHED
        if self.table.is_watched:
            return Urgency.LOOKED_AT
        return Urgency.UNWANTED if self.table.state.only_bots else Urgency.UNWATCHED

    async def stop(self) -> None:
        """Leave the rest to another process or another day."""
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work
        self.table.games.programs.keep(self.table.id, ())

    def _mechanical(self) -> bool:
        state = self.table.state
        seat = state.to_act if state.halted_at is None else None
        return (
            seat is not None
            and seat != CHANCE
            and (state.seats[seat].kind == SeatKind.BOT or self._standing_answer(seat) is not None)
        )

    def _standing_answer(self, seat: int) -> str | None:
        state = self.table.state
        if state.match is None:
            return None
        return standing.answer_at(state.match.position, state.standing.get(seat, ()))

    async def _go_on(self) -> None:
        table = self.table
        while not table.state.problem:
            try:
                if self.rests:
                    if not self._leased_until:
                        return
                    self._leased_until = 0.0
                    await table.storage.release_bots(table.id)
                elif self._mechanical():
                    if not await self._lease():
                        await asyncio.sleep(LEASE_SECONDS / 3)
                        await table.refresh()
                        continue
                    await self._play()
                elif (deadline := table.state.deadline) is not None:
                    await self._wait_for(deadline)
                else:
                    return
            except UnwantedError:
                continue
            except (Refusal, ConflictError):
                await table.refresh()
            except UnavailableError as error:
                log.error("the database cannot be used", extra={"table": mark(table.id), "error": str(error)})
                await asyncio.sleep(1.0)
            except Exception:
                log.exception("a table's bot failed", extra={"table": mark(table.id)})
                await asyncio.sleep(LEASE_SECONDS)

    async def _wait_for(self, deadline: float) -> None:
        """Let the clock run; when it is out and nothing has happened, the seat is lost to a bot or for good."""
        table, seq = self.table, self.table.seq
        await asyncio.sleep(max(0.05, min(deadline - time.time(), LONGEST_SLEEP)))
        to_act = table.state.to_act
        now, steady = time.time(), table.storage.heartbeat.is_steady(time.time())
        if seq == table.seq and now >= deadline and steady and to_act is not None:
            await table.run_out(to_act)

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
        await table.games.ready(table.made.game)
        if seq != table.seq:
            return
        view = state.view(seat)
        texts = await self._chosen_whole(seat, level, view)
        thought = time.perf_counter() - begun
        metrics.BOT_SECONDS.labels(level).observe(thought)
        await asyncio.sleep(max(0.0, self._pause(view) - thought))
        await table.play_all(seat, seq, texts, "bot")

    def _pause(self, view: View) -> float:
        """How long a bot seems to think: long enough that each of its moves is seen by itself, not for its only move.

        A page shows moves at the pace its person has chosen; only where bots are among themselves the table sets it.
        """
        table = self.table
        if not table.is_open_somewhere or len(view.moves()) == 1:
            return 0.0
        pause = table.bot_pause * random.uniform(0.6, 1.2)
        return pause if table.state.only_bots else min(pause, MOVE_SECONDS)

    def _level(self, seat: int) -> str:
        """The level of the bot that plays a seat; one that has forfeited plays anything that is allowed."""
        level = self.table.state.seats[seat].level or STAND_IN
        forfeit = self.table.state.forfeits.get(seat)
        return FORFEITED if forfeit is not None and forfeit.bot == level else level

    async def _chosen_whole(self, seat: int, level: str, view: View) -> list[str]:
        """A bot's move; of an offer, or of an answer that is one, all its moves, so that people see it whole."""
        assert self.table.state.match is not None
        trade, match = early.trade_of(view.game), self.table.state.match.copy()
        texts = [await self._chosen(seat, level, view)]
        while trade is not None and texts[-1].partition(" ")[0] in (trade.give, trade.want):
            match.play(texts[-1])
            if len(texts) == early.LONGEST_OFFER or match.position.point not in trade.composing:
                break
            texts.append(await self._chosen(seat, level, match.view(seat)))
        return texts

    async def _chosen(self, seat: int, level: str, view: View) -> str:
        table = self.table
        if not table.games.is_outside(level):
            return await table.games.thinking.think(self, lambda: self._choose(seat, level, view))
        text, bot = await table.games.ask_outside(self, (table.id, seat, level), view)
        if bot.fault_kind is not None:
            log.warning(
                "a bot forfeits", extra={"table": mark(table.id), "seat": seat, "bot": level, "fault": bot.fault}
            )
            await table.forfeit(seat, level, bot.fault_kind)
        return text

    def _choose(self, seat: int, level: str, view: View) -> str:
        if seat not in self._bots or self._bots[seat][0] != level:
            self._bots[seat] = level, self.table.games.make_bot(level, view.game)
        return str(self._bots[seat][1].choose(view))
