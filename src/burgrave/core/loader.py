"""Loads a game's rules: imports its modules, which compiles them or reads them from the cache, and binds drivers."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from burgrave.core import cache, registry
from burgrave.core.contract import COMPILED, FACE, HEADER, REQUIRED, part
from burgrave.core.errors import ContractError
from burgrave.core.spec import Spec

DRIVERS = "burgrave.core.drivers"

_loaded: dict[str, Rules] = {}
_lock = threading.RLock()


class Rules:
    """A game's rules, compiled and bound: one object per game, whatever the options."""

    def __init__(self, spec: Spec) -> None:
        from burgrave.core.rule import compiler, driver_kinds

        self.spec = spec
        self.folder = cache.game_folder(spec.name, spec.package)
        parts = SimpleNamespace()
        with cache.caching_in(self.folder):
            for module_name, names in REQUIRED.items():
                module = self._module(module_name)
                for name in names:
                    setattr(parts, name, part(module, name, spec.name))
            self.parts = parts
            self.state, self.scratch = parts.STATE, parts.SCRATCH
            self._check_record()
            kinds = driver_kinds(self.state, self.scratch)
            self._tools = {
                "compiler": compiler,
                "kinds": kinds,
                "rule": compiler(kinds, entry=True),
                "inner": compiler(kinds),
            }
            self._bound: dict[str, ModuleType] = {}
            self.drivers: Any = self.bind(DRIVERS)
        self.points: tuple[str, ...] = parts.POINTS
        self.verbs = parts.VERBS
        self.reasons: tuple[str, ...] = parts.REASONS

    def _module(self, name: str) -> ModuleType:
        full = f"{self.spec.package}.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name == full:
                raise ContractError(f"the game {self.spec.name!r} lacks the module {full}") from None
            raise

    def _check_record(self) -> None:
        fields = self.state.names or ()
        for name in (*HEADER, *(option.name for option in self.spec.options)):
            if name not in fields:
                raise ContractError(f"the record of {self.spec.name!r} lacks the field {name!r}")

    def bind(self, module: str) -> ModuleType:
        """A module of generic drivers, executed anew with this game's rules in its namespace."""
        if module in self._bound:
            return self._bound[module]
        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            raise ModuleNotFoundError(f"no module {module!r}")
        own = importlib.util.spec_from_file_location(f"{module}_{self.spec.name}", found.origin)
        if own is None or own.loader is None:
            raise ModuleNotFoundError(f"no source of {module!r}")
        bound = importlib.util.module_from_spec(own)
        for names in COMPILED.values():
            for name in names:
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
        cache.mark_ready(folder)
        self._bound[module] = bound
        return bound

    @cached_property
    def face(self) -> Any:
        """The parts that people see: words and drawing."""
        face = SimpleNamespace()
        for module_name, names in FACE.items():
            module = self._module(module_name)
            for name in names:
                setattr(face, name, part(module, name, self.spec.name))
        return face


def load_rules(name: str) -> Rules:
    """The rules of a game; compiles them when that has not been done before."""
    with _lock:
        if name not in _loaded:
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
    """Compile in another process and tell, a few times a second, how many functions of how many are done."""
    spec = registry.spec(name)
    total = cache.expected_functions()
    folder: Path = cache.game_folder(name, spec.package)
    if cache.is_ready(name, spec.package):
        yield total, total
        return
    code = "import sys; from burgrave.core.loader import load_rules; load_rules(sys.argv[1])"
    process = subprocess.Popen([sys.executable, "-c", code, name], stderr=subprocess.PIPE, text=True)
    try:
        while process.poll() is None:
            yield min(cache.compiled_functions(folder), total), total
            time.sleep(0.2)
        if process.returncode:
            tail = (process.stderr.read() if process.stderr else "").strip().splitlines()
            raise RuntimeError(f"the rules of {name} could not be compiled: {tail[-1] if tail else 'no message'}")
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        if process.stderr:
            process.stderr.close()
    yield total, total
