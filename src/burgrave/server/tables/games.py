"""Games and bots for the server: rules are compiled in another process, and nothing here blocks the event loop."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from burgrave.bots import COMPILED, LEVELS, Bot, bot, is_prepared, try_bot
from burgrave.core import registry
from burgrave.core.spec import Spec
from burgrave.server.tables.programs import Place, Programs, in_daemon_thread
from burgrave.server.tables.refusal import Refusal

if TYPE_CHECKING:
    from burgrave.bots.outside import OutsideBot
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules
    from burgrave.core.position import View

log = logging.getLogger("burgrave.server")

Thought = TypeVar("Thought")
RULES = "rules"
OUTSIDE = "outside"


@dataclass
class Preparation:
    """How far the rules of a game are: functions compiled, of how many."""

    done: int = 0
    total: int = 1
    ready: bool = False
    problem: str | None = None


class Games:
    """The games this server can play, and the threads in which bots think."""

    def __init__(
        self, threads: int, outside: Iterable[tuple[str, str]] = (), seconds: float = 10.0, programs: int = 16
    ) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.programs = Programs(programs)
        self.levels: dict[str, tuple[str, dict[str, Any]]] = dict(LEVELS)
        """The bots people can choose, each with its settings: the weakest first, then the operator's own."""
        for name, command in outside:
            self.levels[name] = OUTSIDE, {"command": command, "seconds": seconds}
        self.when_loaded: Callable[[], object] = lambda: None
        self.preparations: dict[str, Preparation] = {}
        self._waiting: list[tuple[str, str]] = []
        self._settled: dict[tuple[str, str], asyncio.Event] = {}
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
        self.programs.close()

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
        """How far the rules of a game are; asking starts the work, and a game somebody waits for comes first."""
        self.preparations.setdefault(name, Preparation())
        self._want(name, RULES, urgent)
        return self.preparations[name]

    def _want(self, name: str, stage: str, urgent: bool) -> asyncio.Event:
        """See to it that a stage of a game (its rules, or a bot) is prepared; the event tells when it is settled."""
        key = name, stage
        if key not in self._settled:
            self._settled[key] = asyncio.Event()
            self._waiting.append(key)
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._prepare_all(), name="rules")
        if urgent and key in self._waiting:
            self._waiting.remove(key)
            self._waiting.insert(0, key)
        return self._settled[key]

    async def _prepare_all(self) -> None:
        while self._waiting:
            name, stage = self._waiting.pop(0)
            preparation = self.preparations[name]
            try:
                if stage == RULES:
                    await in_daemon_thread(partial(self._load, name, preparation))
                    preparation.ready = name in self._rules
                else:
                    await in_daemon_thread(partial(self._load_bot, name, stage))
                self.when_loaded()
                log.info("ready", extra={"game": name, "stage": stage})
            except Exception as error:
                if stage == RULES:
                    preparation.problem = str(error)
                log.exception("could not be loaded", extra={"game": name, "stage": stage})
            self._settled[name, stage].set()

    def _load(self, name: str, preparation: Preparation) -> None:
        """Compile a game's rules in another process if need be, then load them here."""
        from burgrave.core import loader

        for preparation.done, preparation.total in loader.compiling(name):
            if self._closing:
                return
        rules = loader.load_rules(name)
        rules.draw  # noqa: B018  the drawing is imported here and not by the first page
        self._rules[name] = rules

    def _load_bot(self, name: str, kind: str) -> None:
        """Compile a bot's code for a game in another process if need be, then load it here."""
        if name not in self._rules:
            return
        if not is_prepared(self._rules[name], kind):
            code = "import sys; from burgrave.bots import try_bot; try_bot(*sys.argv[1:])"
            process = subprocess.Popen([sys.executable, "-c", code, name, kind])
            while process.poll() is None:
                if self._closing:
                    process.terminate()
                    process.wait()
                    return
                time.sleep(0.1)
        try_bot(name, kind)

    async def ready(self, name: str) -> None:
        """Wait until a game can be played; a Refusal when that cannot be."""
        preparation = self.preparation(name)
        await self._want(name, RULES, True).wait()
        if preparation.problem:
            raise Refusal("unprepared", 503)

    async def bot_ready(self, name: str, level: str) -> None:
        """Wait until a bot of this level can choose without compiling anything first."""
        await self.ready(name)
        kind, _ = self.levels[level]
        if kind in COMPILED:
            await self._want(name, kind, True).wait()

    def prepare_all(self) -> None:
        """Begin with the rules of all games, then their bots, the quickest to compile first."""
        names = [spec.name for spec in self.specs()]
        for name in names:
            self.preparation(name, urgent=False)
        for kind in dict.fromkeys(kind for kind, _ in self.levels.values()):
            for name in names if kind in COMPILED else ():
                self._want(name, kind, urgent=False)

    def loaded(self) -> list[Rules]:
        """The rules that are ready."""
        return list(self._rules.values())

    def game(self, name: str, options: Mapping[str, Any]) -> Game:
        """A prepared game with its options fixed, one object for all tables that play it."""
        from burgrave.core.game import Game

        key = name, tuple(sorted(options.items()))
        if key not in self._games:
            rules = self._rules[name]  # and not the loader's: it may be busy with another game
            self._games[key] = Game(rules, rules.spec.settle_options(options))
        return self._games[key]

    def make_bot(self, level: str, game: Game) -> Bot:
        """A bot of a level."""
        kind, chosen = self.levels[level]
        return bot(kind, game, **chosen)

    def is_outside(self, level: str) -> bool:
        """Whether a level is a program of the operator's."""
        return self.levels[level][0] == OUTSIDE

    async def ask_outside(self, place: Place, view: View) -> tuple[str, OutsideBot]:
        """The move of the program that plays a seat, and the bot, which tells whether it has failed."""
        return await self.programs.choose(place, lambda: cast("OutsideBot", self.make_bot(place[2], view.game)), view)

    async def think(self, choose: Callable[[], Thought]) -> Thought:
        """Run a bot's choice in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, choose)
