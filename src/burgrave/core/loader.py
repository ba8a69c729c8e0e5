"""Loads a game's rules: imports its modules, which compiles them or reads them from the cache, and binds drivers."""

from __future__ import annotations

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
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from burgrave.core import cache, contract, registry
from burgrave.core.contract import HEADER
from burgrave.core.errors import ContractError
from burgrave.core.spec import Spec

if TYPE_CHECKING:
    from burgrave.core.verbs import Verbs

DRIVERS = "burgrave.core.drivers"
ENDS = ("first", "last")
"""Where the processes that compile a game's drivers begin."""

_loaded: dict[str, Rules] = {}
_lock = threading.RLock()


class Rules:
    """A game's rules, compiled and bound: one object per game, whatever the options."""

    def __init__(self, spec: Spec) -> None:
        from burgrave.core.rule import compiler, driver_kinds

        self.spec = spec
        self.folder = cache.game_folder(spec.name, spec.package)
        with cache.caching_in(self.folder):
            self.parts = contract.parts(spec)
            self.state, self.scratch = self.parts.state, self.parts.scratch
            self._check_record()
            kinds = driver_kinds(self.state, self.scratch)
            self._tools = {
                "compiler": compiler,
                "kinds": kinds,
                "rule": compiler(kinds, entry=True),
                "inner": compiler(kinds),
            }
            self._bound: dict[str, ModuleType] = {}
            self._binding = threading.RLock()
            self.drivers: Any = self.bind(DRIVERS)
        self.points: tuple[str, ...] = self.parts.points
        self.verbs: Verbs = self.parts.verbs
        self.reasons: tuple[str, ...] = self.parts.reasons

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
        """A module of generic drivers, executed anew with this game's rules in its namespace; once for all threads."""
        with self._binding:
            if module not in self._bound:
                self._bound[module] = self._bind(module)
            return self._bound[module]

    def _bind(self, module: str) -> ModuleType:
        from burgrave.core import rule

        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            raise ModuleNotFoundError(f"no module {module!r}")
        own = importlib.util.spec_from_file_location(f"{module}_{self.spec.name}", found.origin)
        if own is None or own.loader is None:
            raise ModuleNotFoundError(f"no source of {module!r}")
        bound = importlib.util.module_from_spec(own)
        for name in contract.DRIVEN:
            setattr(bound, name, getattr(self.parts, name))
        vars(bound).update(self._tools)
        for name, other in self._bound.items():
            setattr(bound, name.rpartition(".")[2], other)
        sys.modules[own.name] = bound
        folder = self.folder
        if module != DRIVERS:
            folder = cache.bound_folder(self.spec.name, self.spec.package, Path(found.origin))
        with cache.caching_in(folder):
            own.loader.exec_module(bound)
        if rule.postponed is None and not rule.PLAIN:
            cache.mark_ready(folder)
        return bound

    @cached_property
    def draw(self) -> Any:
        """How people see a view: the game's drawing, or its fields as a table."""
        if contract.has_module(self.spec, "drawing"):
            return contract.part(self.spec, "drawing", "draw")
        from burgrave.core.plain_face import draw

        return draw


def load_rules(name: str) -> Rules:
    """The rules of a game; compiles them when that has not been done before."""
    with _lock:
        if name not in _loaded:
            if not (is_ready(name) or os.environ.get("NUMBA_DISABLE_JIT") == "1"):
                with contextlib.suppress(RuntimeError):  # what is wrong with the rules shows better here
                    compile_apart(name)
            _loaded[name] = Rules(registry.spec(name))
        return _loaded[name]


def is_ready(name: str) -> bool:
    """Whether loading this game's rules takes no compilation."""
    if name in _loaded:
        return True
    spec = registry.spec(name)
    return cache.is_ready(name, spec.package)


def compile_apart(name: str, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Compile a game's rules in another process; `progress` hears how many functions of how many are done."""
    for done, total in compiling(name):
        progress(done, total)


def compiling(name: str) -> Iterator[tuple[int, int]]:
    """Compile in other processes and tell, a few times a second, how many functions of how many are done."""
    spec = registry.spec(name)
    total = cache.expected_functions()
    folder: Path = cache.game_folder(name, spec.package)
    if cache.is_ready(name, spec.package):
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
                yield min(cache.compiled_functions(folder), total), total
                time.sleep(0.2)
            if any(process.returncode for process in processes):
                said.seek(0)
                tail = said.read().strip().splitlines()
                raise RuntimeError(f"the rules of {name} could not be compiled: {tail[-1] if tail else 'no message'}")
        finally:
            for process in processes:
                process.terminate()
                process.wait()
    cache.mark_ready(folder)
    yield total, total


def compile_share(name: str, claims: str, end: str) -> None:
    """Compile those of a game's drivers that no other process has claimed, from this end of their list."""
    from burgrave.core import rule
    from burgrave.core.linking import compile_once

    gc.disable()  # a sixth of the time, and the process ends soon
    rule.postponed = []
    Rules(registry.spec(name))
    for function, signature in rule.postponed if end == ENDS[0] else reversed(rule.postponed):
        with contextlib.suppress(FileExistsError):
            (Path(claims) / function.__name__).touch(exist_ok=False)
            compile_once(function, signature)
