"""Loads a game's rules: imports its modules, which compiles them or reads them from the cache, and binds drivers."""

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
from collections.abc import Callable, Iterator
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

_loaded: dict[str, Rules] = {}
_lock = threading.RLock()


class Rules:
    """A game's rules, compiled and bound: one object per game, whatever the options.

    With `compiling=False` everything is imported and nothing is compiled yet.
    """

    def __init__(self, spec: Spec, *, compiling: bool = True) -> None:
        from burgrave.core.rule import compiler, driver_kinds

        self.spec = spec
        self.sources = Sources(spec.package)
        self.sources.read()
        self.folder = folder(spec.name, self.sources, DRIVERS)
        self._compiling = compiling
        self._checked = False
        self._bound: dict[str, ModuleType] = {}
        self._binding = threading.RLock()
        self.parts = contract.parts(spec)
        for module in self.sources.rule_holders:
            importlib.import_module(module)
        self.state, self.scratch = self.parts.state, self.parts.scratch
        self._check_record()
        kinds = driver_kinds(self.state, self.scratch)
        self._given = ModuleType(BOUND)
        vars(self._given).update(kinds=kinds, rule=compiler(kinds, entry=True), inner=compiler(kinds))
        vars(self._given).update({name: getattr(self.parts, name) for name in contract.DRIVEN})
        self._compile(spec.package, self.folder)
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
        """A module of bound code with this game's rules in it (see `core/bound`); once for all threads."""
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
        kept_in = folder(self.spec.name, self.sources, module)
        bound = importlib.util.module_from_spec(own)
        vars(bound)["__builtins__"] = vars(builtins) | {"__import__": self._import}
        sys.modules[own.name] = bound
        own.loader.exec_module(bound)
        self._compile(own.name, kept_in)
        if self._compiling and not PLAIN:
            cache.mark_ready(kept_in)
        return bound

    def _import(self, name: str, *how: Any) -> Any:
        """How bound code imports: rules from this game, other bound code bound to this game, and all else as usual."""
        if name == BOUND:
            return self._given
        if name not in sys.modules and is_bound(name):
            return self.bind(name)
        return builtins.__import__(name, *how)

    def _compile(self, module: str, kept_in: Path) -> None:
        """Compile the entries of a module or package, or read them from their folder."""
        from burgrave.core.rule import PLAIN, compile_entries, entries_in

        if PLAIN or not cache.is_ready(kept_in):
            self._check_rules()
        if self._compiling:
            with cache.caching_in(kept_in):
                compile_entries(entries_in(module))

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
    label = game if module == DRIVERS else f"{game}.{module.rpartition('.')[2]}"
    return cache.folder(label, sources.of(module))


def load_rules(name: str) -> Rules:
    """The rules of a game; compiles them when that has not been done before."""
    with _lock:
        if name not in _loaded:
            if not (is_ready(name) or os.environ.get("NUMBA_DISABLE_JIT") == "1"):
                with contextlib.suppress(RuntimeError):  # what is wrong with the rules shows better here
                    compile_apart(name)
            _loaded[name] = Rules(registry.spec(name))
        return _loaded[name]


def is_ready(name: str, module: str = DRIVERS) -> bool:
    """Whether loading this game's rules, and binding this code to them, takes no compilation."""
    rules = _loaded.get(name)
    if rules is not None and module in rules._bound:
        return True
    sources = rules.sources if rules is not None else Sources(registry.spec(name).package)
    return all(cache.is_ready(folder(name, sources, needed)) for needed in sources.bound(module))


def compile_apart(name: str, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Compile a game's rules in another process; `progress` hears how many functions of how many are done."""
    for done, total in compiling(name):
        progress(done, total)


def compiling(name: str) -> Iterator[tuple[int, int]]:
    """Compile in other processes and tell, a few times a second, how many functions of how many are done."""
    total = cache.expected_functions()
    kept_in = folder(name, Sources(registry.spec(name).package), DRIVERS)
    if cache.is_ready(kept_in):
        yield total, total
        return
    code = "import sys; from burgrave.core.loader import compile_share; compile_share(*sys.argv[1:])"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with tempfile.TemporaryDirectory() as claims, tempfile.TemporaryFile("w+") as said:
        processes = [
            subprocess.Popen([sys.executable, "-c", code, name, claims, end], stderr=said, env=environment)
            for end in ENDS[: os.cpu_count()]
        ]
        try:
            while any(process.poll() is None for process in processes):
                yield min(cache.compiled_functions(kept_in), total), total
                if any(process.poll() for process in processes):
                    break
                time.sleep(0.2)
            if any(process.poll() for process in processes):
                said.seek(0)
                raise_what_was_said(name, said.read(), Path(claims) / REFUSED)
        finally:
            for process in processes:
                process.terminate()
                process.wait()
    cache.mark_ready(kept_in)
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

    gc.disable()  # a sixth of the time, and the process ends soon
    try:
        rules = Rules(registry.spec(name), compiling=False)
        entries = entries_in(rules.spec.package) + entries_in(rules.drivers.__name__)
        with cache.caching_in(rules.folder):
            compile_entries(entries if end == ENDS[0] else reversed(entries), claim)
    except ContractError as error:
        (Path(claims) / REFUSED).write_text(str(error), encoding="utf-8")
        traceback.print_exc()
        sys.exit(1)
