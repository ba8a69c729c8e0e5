"""The operator's own bots at tables: a program for each seat, so many at once, and none left behind."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeVar

from burgrave.server.tables.thinking import Claim, FairQueue

if TYPE_CHECKING:
    from burgrave.bots.outside import OutsideBot
    from burgrave.core.position import View

Done = TypeVar("Done")
Place = tuple[str, int, str]
"""Which table, which seat, which bot."""


class Programs:
    """Asks programs for moves. They wait for nobody's thinking: each answers in a thread of its own.

    A program knows nothing from one move to the next that it is not told again. So one that has not been asked for
    long is stopped when another needs its room, and started again when its seat is to act.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._room = FairQueue(most)
        self._asked = 0
        self._idle: dict[Place, OutsideBot] = {}

    async def choose(
        self, claim: Claim, place: Place, make: Callable[[], OutsideBot], view: View
    ) -> tuple[str, OutsideBot]:
        """The move of whatever plays there, and the bot, which tells whether it has failed."""
        async with self._room.place(claim):
            bot = self._idle.pop(place, None) or make()
            self._asked += 1
            while len(self._idle) + self._asked > self.most:
                stop(self._idle.pop(next(iter(self._idle))))
            try:
                move = await in_daemon_thread(lambda: bot.choose(view))
            except BaseException:
                stop(bot)
                raise
            finally:
                self._asked -= 1
            if bot.fault is None:
                self._idle[place] = bot
            return str(move), bot

    def keep(self, table_id: str, wanted: Collection[Place]) -> None:
        """Stop those of a table's programs that are not needed any more."""
        for place in [place for place in self._idle if place[0] == table_id and place not in wanted]:
            stop(self._idle.pop(place))

    def close(self) -> None:
        """Stop them all."""
        while self._idle:
            stop(self._idle.popitem()[1])


def stop(bot: OutsideBot) -> None:
    """Stop a program, which takes a moment; the process does not end before it is done."""
    threading.Thread(target=bot.close, name="stopping a bot").start()


async def in_daemon_thread(work: Callable[[], Done]) -> Done:
    """Run something long that must not keep the process from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Done] = loop.create_future()

    def settle(result: Done | None, error: BaseException | None) -> None:
        if not done.cancelled():
            done.set_result(result) if error is None else done.set_exception(error)  # type: ignore[arg-type]

    def run() -> None:
        result: Done | None = None
        error: BaseException | None = None
        try:
            result = work()
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True, name="aside").start()
    return await done
