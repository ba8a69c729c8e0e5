"""Loads a game's rules: imports its modules, reads what is compiled from the cache, and binds drivers.

What is not compiled yet runs as plain Python, a few hundred times slower and with the same results, until somebody asks
for the compiled form (`Rules.compiled`); then calls go there. Nobody waits for a compiler who only plays.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from burgrave.core import cache, contract, registry
from burgrave.core.errors import ContractError
from burgrave.core.sources import BOUND, Sources, is_bound
from burgrave.core.spec import HEADER, Spec

if TYPE_CHECKING:
    from burgrave.core.nearest import Nearest
    from burgrave.core.verbs import Verbs

DRIVERS = "burgrave.core.drivers"
ENDS = ("first", "last")
"""Where the processes that compile a game's drivers begin."""
REFUSED = "refused"
"""The file in which such a process says what is wrong with the rules."""

GENTLE = 10
"""The niceness of processes for which nobody waits."""

_loaded: dict[str, Rules] = {}
_lock = threading.RLock()


class Rules:
    """A game's rules, bound: one object per game, whatever the options.

    With `reading=False` nothing is read from the cache: this process is one that fills it.
    """

    def __init__(self, spec: Spec, *, reading: bool = True) -> None:
        from burgrave.core.rule import compiler, driver_kinds

        self.spec = spec
        self.sources = Sources(spec.package)
        self.sources.read()
        self.folder = folder(spec.name, self.sources, DRIVERS)
        self._reading = reading
        self._checked = False
        self._bound: dict[str, ModuleType] = {}
        self._compiled: set[str] = set()
        self.awaited: set[str] = set()
        """The modules of bound code that somebody waits for, or has waited for, to run compiled."""
        self._binding, self._compiling = threading.RLock(), threading.RLock()
        self.parts = contract.parts(spec)
        for module in self.sources.rule_holders:
            importlib.import_module(module)
        self.state, self.scratch = self.parts.state, self.parts.scratch
        self._check_record()
        kinds = driver_kinds(self.state, self.scratch)
        self._given = ModuleType(BOUND)
        vars(self._given).update(kinds=kinds, rule=compiler(kinds, entry=True), inner=compiler(kinds))
        vars(self._given).update({name: getattr(self.parts, name) for name in contract.DRIVEN})
        self.drivers: Any = self.bind(DRIVERS)
        self.points: tuple[str, ...] = self.parts.points
        self.verbs: Verbs = self.parts.verbs
        self.reasons: tuple[str, ...] = self.parts.reasons

    def _check_rules(self) -> None:
        """Say what is wrong with the rules before the compiler does."""
        if not self._checked:
            from burgrave.core.rule_errors import check_rules

            check_rules(self.parts, self.spec.package, self.sources.folders[self.spec.package])
            self._checked = True

    def _check_record(self) -> None:
        import numpy as np

        fields = self.state.names or ()
        for name in (*HEADER, *(option.name for option in self.spec.options)):
            if name not in fields:
                raise ContractError(f"the record of {self.spec.name!r} lacks the field {name!r}")
        for name in fields:
            if hasattr(np.record, name):
                raise ContractError(
                    f"the record of {self.spec.name!r} has a field {name!r}, as every numpy record has an attribute: "
                    "choose another name"
                )

    def bind(self, module: str) -> ModuleType:
        """A module of bound code with this game's rules in it (see `core/bound`); once for all threads.

        It runs compiled if that is in the cache, else as plain Python until `compiled` is asked for it.
        """
        with self._binding:
            if module not in self._bound:
                self._bound[module] = self._bind(module)
            return self._bound[module]

    def _bind(self, module: str) -> ModuleType:
        from burgrave.core.rule import PLAIN

        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            raise ModuleNotFoundError(f"no module {module!r}")
        own = importlib.util.spec_from_file_location(f"{module}_{self.spec.name}", found.origin)
        if own is None or own.loader is None:
            raise ModuleNotFoundError(f"no source of {module!r}")
        bound = importlib.util.module_from_spec(own)
        vars(bound)["__builtins__"] = vars(builtins) | {"__import__": self._import}
        sys.modules[own.name] = bound
        own.loader.exec_module(bound)
        if PLAIN or not cache.is_ready(self.folder_of(module)):
            self._check_rules()
        elif self._reading:
            self._compile(module, bound)
        return bound

    def folder_of(self, module: str) -> Path:
        """Where the compiled form of a module of bound code is kept."""
        return folder(self.spec.name, self.sources, module)

    def is_compiled(self, module: str = DRIVERS) -> bool:
        """Whether a module of bound code runs compiled here."""
        return module in self._compiled

    def compiled(self, module: str = DRIVERS, *, here: bool = False) -> ModuleType:
        """A module of bound code that runs compiled; what is not compiled yet is compiled now, which takes a while.

        Two other processes compile the drivers, unless this one, with `here`, is one of those that compile. Whoever
        waits in a terminal or a notebook sees how far it is.
        """
        from burgrave.core.rule import PLAIN

        bound = self.bind(module)
        self.awaited.add(module)
        with self._compiling:
            if module not in self._compiled and not PLAIN:
                if here or (cache.is_ready(self.folder) and cache.is_ready(self.folder_of(module))):
                    self._compile(module, bound)
                else:
                    self._compile_shown(module, bound)
                cache.mark_ready(self.folder_of(module))
        return bound

    def _compile_shown(self, module: str, bound: ModuleType) -> None:
        """Compile while somebody waits for it."""
        from burgrave.core.progress import shown

        with shown(f"compiled code of {self.spec.title} is being prepared (once)") as tell:
            if not cache.is_ready(self.folder):
                with contextlib.suppress(RuntimeError):  # what is wrong with the rules shows better here
                    compile_apart(self.spec.name, tell)
            self._compile(module, bound)

    def _compile(self, module: str, bound: ModuleType) -> None:
        """Compile the entries of a module of bound code, or read them from their folder; from now on calls go there."""
        from burgrave.core.rule import Entry, compile_entries, entries_in

        if module == DRIVERS:
            with cache.caching_in(self.folder):
                compile_entries(entries_in(self.spec.package))
        with cache.caching_in(self.folder_of(module)):
            compile_entries(entries_in(bound.__name__))
        for name, thing in list(vars(bound).items()):
            if isinstance(thing, Entry) and thing.is_compiled:
                setattr(bound, name, thing.inside)  # a call without the detour
        self._compiled.add(module)

    def _import(self, name: str, *how: Any) -> Any:
        """How bound code imports: rules from this game, other bound code bound to this game, and all else as usual."""
        if name == BOUND:
            return self._given
        if name not in sys.modules and is_bound(name):
            return self.bind(name)
        return builtins.__import__(name, *how)

    @cached_property
    def nearest(self) -> Nearest:
        """The move texts, ready to be compared with one that no move has."""
        from burgrave.core.nearest import Nearest

        return Nearest(self.verbs.by_text)

    @cached_property
    def draw(self) -> Any:
        """How people see a view: the game's drawing, or its fields as a table."""
        if contract.has_module(self.spec, "drawing"):
            return contract.part(self.spec, "drawing", "draw")
        from burgrave.core.plain_face import draw

        return draw


def folder(game: str, sources: Sources, module: str) -> Path:
    """Where a game's bound code is kept."""
    return cache.folder(label(game, module), sources.of(module))


def label(game: str, module: str) -> str:
    """What folders of a game's bound code are called."""
    return game if module == DRIVERS else f"{game}.{module.rpartition('.')[2]}"


def size(name: str) -> int:
    """How much there is to compile of a game, more or less: the length of its rules."""
    return sum(len(content) for _, content in Sources(registry.spec(name).package).of(DRIVERS))


def load_rules(name: str) -> Rules:
    """The rules of a game; they can be played at once, compiled or not."""
    with _lock:
        if name not in _loaded:
            _loaded[name] = Rules(registry.spec(name))
        return _loaded[name]


def runs_plain() -> bool:
    """Whether nothing is ever compiled in this process."""
    return os.environ.get("NUMBA_DISABLE_JIT") == "1"


def is_ready(name: str, module: str = DRIVERS) -> bool:
    """Whether running this game's rules, and this code bound to them, compiled takes no compilation."""
    rules = _loaded.get(name)
    if runs_plain() or (rules is not None and rules.is_compiled(module)):
        return True
    sources = rules.sources if rules is not None else Sources(registry.spec(name).package)
    return all(cache.is_ready(folder(name, sources, needed)) for needed in sources.bound(module))


def compile_apart(name: str, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Compile a game's rules in another process; `progress` hears how many functions of how many are done."""
    for done, total in compiling(name):
        progress(done, total)


SHARE = "import sys; from burgrave.core.loader import compile_share; compile_share(*sys.argv[1:])"
WHOLE = "import sys; from burgrave.core.loader import compile_whole; compile_whole(*sys.argv[1:])"


def compiling(name: str, *modules: str, gently: bool = False, share: bool = True) -> Generator[tuple[int, int]]:
    """Compile in other processes and tell, a few times a second, how many functions of how many are done.

    Without modules of bound code it is the drivers. If only they are to be compiled two processes `share` the work, for
    whoever waits; several modules are compiled one after the other by one process, which costs half as much: what they
    have in common is compiled once. `gently` lets everything else on this machine go first.
    """
    sources = Sources(registry.spec(name).package)
    folders = {module: folder(name, sources, module) for module in modules or (DRIVERS,)}
    sizes = {module: cache.expected_functions() if module == DRIVERS else 1 for module in folders}
    waiting = [module for module, kept_in in folders.items() if not cache.is_ready(kept_in)]
    total = sum(sizes.values())

    def done(module: str) -> int:
        kept_in, size = folders[module], sizes[module]
        return size if cache.is_ready(kept_in) else min(cache.compiled_functions(kept_in), size - 1)

    if not waiting:
        yield total, total
        return
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with tempfile.TemporaryDirectory() as claims, tempfile.TemporaryFile("w+") as said:
        shares = [[SHARE, name, claims, end] for end in ENDS[: os.cpu_count()]]
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", *work],
                stdin=subprocess.PIPE,  # which tells it when this process is no more
                stderr=said,
                env=environment,
                start_new_session=True,  # an interrupt from the keyboard is for this process to handle
            )
            for work in (shares if share and waiting == [DRIVERS] else [[WHOLE, name, claims, *waiting]])
        ]
        try:
            for process in processes if gently and hasattr(os, "setpriority") else ():
                with contextlib.suppress(OSError):  # it may have ended already
                    os.setpriority(os.PRIO_PROCESS, process.pid, GENTLE)
            while any(process.poll() is None for process in processes):
                yield sum(map(done, folders)), total
                if any(process.poll() for process in processes):
                    break
                time.sleep(0.2)
            if any(process.poll() for process in processes):
                said.seek(0)
                raise_what_was_said(name, said.read(), Path(claims) / REFUSED)
        finally:
            for process in processes:
                process.terminate()
                process.communicate()
    for module in waiting:
        cache.mark_ready(folders[module])
    yield total, total


def raise_what_was_said(name: str, said: str, refused: Path) -> None:
    """What is wrong with the rules, in the sentences of the process that could not compile them; its words beneath."""
    whole = RuntimeError(said)
    if refused.exists():
        raise ContractError(refused.read_text(encoding="utf-8")) from whole
    lines = said.strip().splitlines()
    raise RuntimeError(f"the rules of {name} could not be compiled: {lines[-1] if lines else 'no message'}") from whole


def compile_share(name: str, claims: str, end: str) -> None:
    """Compile those of a game's entries that no other process has claimed, from this end of their list."""
    from burgrave.core.rule import Made, compile_entries, entries_in

    def claim(one: Made) -> bool:
        """Whether no other process has begun with it."""
        try:
            (Path(claims) / f"{one.entry.__module__}.{one.entry.__name__}").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    with compiling_for(claims):
        rules = Rules(registry.spec(name), reading=False)
        entries = entries_in(rules.spec.package) + entries_in(rules.drivers.__name__)
        with cache.caching_in(rules.folder):
            compile_entries(entries if end == ENDS[0] else reversed(entries), claim)


def compile_whole(name: str, claims: str, *modules: str) -> None:
    """Compile modules of bound code, each completely before the next."""
    with compiling_for(claims):
        for module in modules:
            load_rules(name).compiled(module, here=True)


@contextlib.contextmanager
def compiling_for(claims: str) -> Iterator[None]:
    """Do nothing else in this process, and leave what is wrong with the rules for the one that has started it."""
    threading.Thread(target=_end_with_starter, daemon=True).start()
    gc.disable()  # a sixth of the time, and the process ends soon
    try:
        yield
    except ContractError as error:
        (Path(claims) / REFUSED).write_text(str(error), encoding="utf-8")
        traceback.print_exc()
        sys.exit(1)


def _end_with_starter() -> None:
    """End this process as soon as the one that has started it is no more, however that ended."""
    os.read(sys.stdin.fileno(), 1)  # returns at the end of the pipe; holds no lock that the end of Python would need
    os._exit(1)
