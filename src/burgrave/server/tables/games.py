"""Games and bots for the server: playable at once, compiled in other processes; nothing here blocks the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from burgrave.bots import COMPILED, LEVELS, Bot, bot_at_once, is_prepared
from burgrave.core import registry
from burgrave.core.spec import Spec
from burgrave.server.tables.programs import Place, Programs, in_daemon_thread
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.thinking import Claim, Thinking

if TYPE_CHECKING:
    from burgrave.bots.outside import OutsideBot
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules
    from burgrave.core.position import View

log = logging.getLogger("burgrave.server")

RULES, CODE = "rules", "code"
"""A game's first stages: its rules can be played, and they run compiled. Then come its bots, by their kinds."""
ANALYSIS, JUDGE = "analysis", "burgrave.arena.judging"
"""The last stage, when somebody wants it, and its code: finished games can be analysed."""
OUTSIDE = "outside"


def all_cores_but_one() -> int:
    """How many games are compiled at a time: one core is for everything else."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass
class Preparation:
    """How far a game is: whether it can be played, and how many functions of its rules, of how many, are compiled."""

    done: int = 0
    total: int = 1
    ready: bool = False
    compiled: bool = False
    problem: str | None = None


class Games:
    """The games this server can play, and the threads in which bots think."""

    def __init__(
        self,
        threads: int,
        outside: Iterable[tuple[str, str]] = (),
        seconds: float = 10.0,
        programs: int = 16,
        compilers: int | None = None,
    ) -> None:
        self.thinking = Thinking(threads)
        self.programs = Programs(programs)
        self.levels: dict[str, tuple[str, dict[str, Any]]] = dict(LEVELS)
        """The bots people can choose, each with its settings: the weakest first, then the operator's own."""
        for name, command in outside:
            self.levels[name] = OUTSIDE, {"command": command, "seconds": seconds}
        self._kinds = [kind for kind in COMPILED if kind in {kind for kind, _ in self.levels.values()}]
        self.when_loaded: Callable[[], object] = lambda: None
        self.when_faster: Callable[[str], object] = lambda name: None
        """Told of a game whose rules, or one of whose bots, run compiled from now on."""
        self.preparations: dict[str, Preparation] = {}
        self._order: list[str] = []
        """The games, those first that somebody waits for."""
        self._waiting: list[tuple[str, str]] = []
        self._settled: dict[tuple[str, str], asyncio.Event] = {}
        self._compilers = compilers or all_cores_but_one()
        self._workers: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()
        """The games that somebody is at; each stage of a game stands on the one before."""
        self._closing = False
        self._rules: dict[str, Rules] = {}
        self._compiling: dict[tuple[str, bool], Generator[tuple[int, int]]] = {}
        """The processes that compile, by game, and whether it is for analyses; each goes on until a stage is ready."""
        self._games: dict[tuple[str, tuple[tuple[str, Any], ...]], Game] = {}

    def close(self) -> None:
        """Let everything end; a thought that is under way is not waited for."""
        self._closing = True
        for worker in self._workers:
            worker.cancel()
        for compiling in self._compiling.values():
            with suppress(ValueError):  # somebody waits for it, and will see that it is over
                compiling.close()
        self.thinking.close()
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
        """How far a game is; asking starts the work, and a game somebody waits for comes first, with all its bots."""
        self.preparations.setdefault(name, Preparation())
        if urgent and name in self._order[1:]:
            self._order.remove(name)
            self._order.insert(0, name)
        self._want(name, RULES)
        return self.preparations[name]

    def _want(self, name: str, stage: str) -> asyncio.Event:
        """See to it that a stage of a game is prepared; the event tells when it is settled."""
        key = name, stage
        if name not in self._order:
            self._order.append(name)
        if key not in self._settled:
            self._settled[key] = asyncio.Event()
            self._waiting.append(key)
            if sum(not worker.done() for worker in self._workers) < self._compilers:
                worker = asyncio.create_task(self._prepare_all(), name="rules")
                self._workers.add(worker)
                worker.add_done_callback(self._workers.discard)
        return self._settled[key]

    def _next(self, begun: str) -> tuple[str, str] | None:
        """What to prepare now: first that all games can be played, then the rest of the game begun, then others."""

        def turn(key: tuple[str, str]) -> tuple[bool, bool, int, int]:
            name, stage = key
            goes_on = name == begun and stage != ANALYSIS
            return stage != RULES, not goes_on, self._order.index(name), self._stage_number(stage)

        return min((key for key in self._waiting if key[0] not in self._busy), key=turn, default=None)

    def _stage_number(self, stage: str) -> int:
        return [RULES, CODE, *COMPILED, ANALYSIS].index(stage)

    async def _prepare_all(self) -> None:
        """Prepare what nobody is at, one game completely before the next, until there is nothing left of that."""
        begun = ""
        while found := self._next(begun):
            name, stage = found
            self._waiting.remove(found)
            self._busy.add(name)
            preparation = self.preparations[name]
            try:
                if stage == RULES:
                    await in_daemon_thread(partial(self._load, name))
                    preparation.ready = name in self._rules
                else:
                    begun = name
                    if await in_daemon_thread(partial(self._compile, name, stage, preparation)):
                        self.when_faster(name)
                self.when_loaded()
                log.info("ready", extra={"game": name, "stage": stage})
            except Exception as error:
                if stage == RULES:
                    preparation.problem = str(error)
                log.exception("could not be loaded", extra={"game": name, "stage": stage})
            self._busy.discard(name)
            self._settled[name, stage].set()

    def _load(self, name: str) -> None:
        """Make a game playable: its rules run compiled if that is in the cache, else as plain Python."""
        from burgrave.core import loader

        rules = loader.load_rules(name)
        rules.draw  # noqa: B018  the drawing is imported here and not by the first page
        rules.nearest  # noqa: B018  nor does the first mistyped move wait for all texts to be looked through
        self._rules[name] = rules

    def _compile(self, name: str, stage: str, preparation: Preparation) -> bool:
        """Compile rules or a bot in another process if need be, then let it run compiled here; whether need was."""
        from burgrave.core import loader

        if name not in self._rules or loader.runs_plain():
            return False
        module = {CODE: loader.DRIVERS, ANALYSIS: JUDGE}.get(stage) or COMPILED[stage]
        work, was_ready = (name, stage == ANALYSIS), loader.is_ready(name, module)
        if work not in self._compiling:  # the whole game in one process: what its parts have in common is compiled once
            modules = [JUDGE] if stage == ANALYSIS else [loader.DRIVERS, *(COMPILED[kind] for kind in self._kinds)]
            self._compiling[work] = loader.compiling(name, *modules, gently=True, share=False)
        for preparation.done, preparation.total in self._compiling[work]:
            if self._closing:
                self._compiling[work].close()
                return False
            if loader.is_ready(name, module):
                break
        self._rules[name].compiled(module)
        preparation.compiled |= stage == CODE
        return not was_ready

    async def ready(self, name: str) -> None:
        """Wait until a game can be played; a Refusal when that cannot be."""
        preparation = self.preparation(name)
        await self._want(name, RULES).wait()
        if preparation.problem:
            raise Refusal("unprepared", 503)

    async def bot_ready(self, name: str, level: str) -> None:
        """Wait until a bot of this level plays as well as it can."""
        await self.ready(name)
        kind, _ = self.levels[level]
        if kind in COMPILED:
            self._want(name, CODE)
            await self._want(name, kind).wait()

    def want_judge(self, name: str) -> list[asyncio.Event]:
        """See to it that games can be analysed and hints given; the events tell when what that needs is settled."""
        return [self._want(name, stage) for stage in (CODE, "search", ANALYSIS)]

    async def judge_ready(self, name: str) -> None:
        """Wait until games can be analysed and hints given."""
        await self.ready(name)
        for settled in self.want_judge(name):
            await settled.wait()

    def warming_up(self, name: str, level: str) -> int | None:
        """How far a game's code is, in per cent, if a bot of this level plays greedily until its own is compiled."""
        kind, _ = self.levels.get(level, ("", {}))
        if kind not in COMPILED or name not in self._rules or is_prepared(self._rules[name], kind):
            return None
        preparation = self.preparations[name]
        return 100 * preparation.done // preparation.total

    def prepare_all(self) -> None:
        """Begin with all games and their bots."""
        for spec in self.specs():
            self.preparation(spec.name, urgent=False)
            for stage in (CODE, *self._kinds):
                self._want(spec.name, stage)

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
        """A bot of a level, which plays greedily until its code is compiled."""
        kind, chosen = self.levels[level]
        return bot_at_once(kind, game, **chosen)

    def is_outside(self, level: str) -> bool:
        """Whether a level is a program of the operator's."""
        return self.levels[level][0] == OUTSIDE

    async def ask_outside(self, claim: Claim, place: Place, view: View) -> tuple[str, OutsideBot]:
        """The move of the program that plays a seat, and the bot, which tells whether it has failed."""

        def make() -> OutsideBot:
            return cast("OutsideBot", self.make_bot(place[2], view.game))

        return await self.programs.choose(claim, place, make, view)
