"""Games and bots for the server: rules are compiled in another process, and nothing here blocks the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from burgrave.core import registry
from burgrave.core.spec import Spec

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules

log = logging.getLogger("burgrave.server")


@dataclass
class Preparation:
    """How far the rules of a game are: functions compiled, of how many."""

    done: int = 0
    total: int = 1
    ready: bool = False
    problem: str | None = None


class Engine:
    """The games this server can play, and the threads in which bots think."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.preparations: dict[str, Preparation] = {}
        self._waiting: list[str] = []
        self._settled: dict[str, asyncio.Event] = {}
        self._worker: asyncio.Task[None] | None = None
        self._closing = False
        self._rules: dict[str, Rules] = {}
        self._games: dict[tuple[str, tuple[tuple[str, Any], ...]], Game] = {}

    def close(self) -> None:
        """Let the threads end; a thought that is under way is not waited for."""
        self._closing = True
        if self._worker is not None:
            self._worker.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def specs(self) -> list[Spec]:
        """All registered games that can be declared; one that cannot is left out and logged."""
        found = []
        for name in registry.games():
            try:
                found.append(registry.spec(name))
            except (ImportError, TypeError, ValueError) as error:
                log.warning("a registered game cannot be used", extra={"game": name, "error": str(error)})
        return found

    def preparation(self, name: str, urgent: bool = True) -> Preparation:
        """How far a game is; asking starts the work, and a game somebody waits for comes first."""
        if name not in self.preparations:
            self.preparations[name] = Preparation()
            self._settled[name] = asyncio.Event()
            self._waiting.append(name)
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._prepare_all(), name="rules")
        if urgent and name in self._waiting:
            self._waiting.remove(name)
            self._waiting.insert(0, name)
        return self.preparations[name]

    async def _prepare_all(self) -> None:
        while self._waiting:
            name = self._waiting.pop(0)
            preparation = self.preparations[name]
            try:
                await in_daemon_thread(partial(self._load, name, preparation))
                preparation.ready = True
                log.info("the rules are ready", extra={"game": name})
            except Exception as error:
                preparation.problem = str(error)
                log.exception("the rules could not be loaded", extra={"game": name})
            self._settled[name].set()

    def _load(self, name: str, preparation: Preparation) -> None:
        from burgrave.core import loader

        for preparation.done, preparation.total in loader.compiling(name):
            if self._closing:
                return
        rules = self._rules[name] = loader.load_rules(name)
        rules.face  # noqa: B018  words and drawing are imported here and not by the first page

    async def ready(self, name: str) -> None:
        """Wait until a game can be played."""
        preparation = self.preparation(name)
        await self._settled[name].wait()
        if preparation.problem:
            raise RuntimeError(preparation.problem)

    def game(self, name: str, options: Mapping[str, Any]) -> Game:
        """A prepared game with its options fixed, one object for all tables that play it."""
        from burgrave.core.game import Game

        key = name, tuple(sorted(options.items()))
        if key not in self._games:
            rules = self._rules[name]  # and not the loader's: it may be busy with another game
            self._games[key] = Game(rules, rules.spec.settle_options(options))
        return self._games[key]

    async def think(self, choose: Callable[[], str]) -> str:
        """Run a bot's choice in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, choose)


async def in_daemon_thread(work: Callable[[], None]) -> None:
    """Run something long that must not keep the process from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(error: BaseException | None) -> None:
        if not done.cancelled():
            done.set_result(None) if error is None else done.set_exception(error)

    def run() -> None:
        error: BaseException | None = None
        try:
            work()
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, error)

    threading.Thread(target=run, daemon=True, name="rules").start()
    await done


LEVELS: dict[str, tuple[str, dict[str, Any]]] = {
    "random": ("random", {}),
    "greedy": ("greedy", {}),
    "search": ("search", {"seconds": 0.5}),
    "deep": ("search", {"seconds": 2.0}),
}
"""The levels people can choose: a bot and its settings, the weakest first."""


def levels() -> tuple[str, ...]:
    """The levels whose bots exist."""
    from burgrave.bots import BOTS

    return tuple(level for level, (bot, _) in LEVELS.items() if bot in BOTS)


def make_bot(level: str, game: Game) -> Any:
    """A bot of a level."""
    from burgrave.bots import bot

    name, chosen = LEVELS[level]
    return bot(name, game, **chosen)
