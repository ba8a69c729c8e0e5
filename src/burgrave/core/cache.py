"""Where compiled rules are kept: one folder per game, named by a hash of everything that went into it.

numba does not notice that a called module changed, nor that bounds checking was switched, so the folder's name does.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

READY = "ready"
FOLDERS_KEPT = 3
UNCOMPILED = ("drawing.py", "symbols.py")
"""Files of a game's package that hold nothing compiled; changing them keeps everything."""
EVALUATION = "evaluation.py"
"""Only bots look through it; changing it keeps the compiled rules."""
IMPORTED = re.compile(r"^from burgrave\.\w+\.(\w+) import", re.MULTILINE)

_lock = threading.RLock()


def cache_root() -> Path:
    """The folder of all compiled rules; BURGRAVE_CACHE overrides the user's cache directory."""
    chosen = os.environ.get("BURGRAVE_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("burgrave") / "rules"


def package_folder(package: str) -> Path:
    """The folder of a package's sources."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"no package {package!r}")
    return Path(found.origin).parent


def rule_sources(package: str) -> list[Path]:
    """The files of a game's package that may hold rules."""
    return sorted(path for path in package_folder(package).glob("*.py") if path.name not in UNCOMPILED)


def core_sources() -> list[Path]:
    """The files of the core that every game's compiled rules are made with."""
    here = Path(__file__).parent
    return [
        here / name
        for name in (
            "rule.py",
            "linking.py",
            "dice.py",
            "lists.py",
            "draws.py",
            "verbs.py",
            "actions.py",
            "contract.py",
            "drivers.py",
        )
    ]


def folder(name: str, sources: list[Path]) -> Path:
    """The cache folder for these sources under this interpreter, numba, numpy and bounds checking."""
    digest = hashlib.sha256()
    for part in (sys.version, version("numba"), version("numpy"), os.environ.get("NUMBA_BOUNDSCHECK", "")):
        digest.update(part.encode() + b"\0")
    for source in sources:
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return cache_root() / f"{name}-{digest.hexdigest()[:16]}"


def game_folder(name: str, package: str) -> Path:
    """The cache folder of a game's compiled rules."""
    rules = [source for source in rule_sources(package) if source.name != EVALUATION]
    return folder(name, core_sources() + rules)


def bound_folder(name: str, package: str, module: Path) -> Path:
    """The cache folder of further drivers bound to a game: they depend on their neighbours too."""
    neighbours = [module] if module.parent == Path(__file__).parent else compiled_neighbours(module.parent)
    return folder(f"{name}.{module.stem}", core_sources() + rule_sources(package) + neighbours)


def compiled_neighbours(package: Path) -> list[Path]:
    """The files of a package that hold compiled code, and those whose constants such code imports."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(package.glob("*.py"))}
    compiled = {path: text for path, text in sources.items() if "\n@rule" in text}
    imported = {name for text in compiled.values() for name in IMPORTED.findall(text)}
    return [path for path in sources if path in compiled or path.stem in imported]


@contextmanager
def caching_in(path: Path) -> Iterator[None]:
    """Let numba keep what it compiles in this folder for a while."""
    import numba

    with _lock:
        settings: Any = numba.config
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(path)
        try:
            yield
        finally:
            settings.CACHE_DIR = before


def is_ready(name: str, package: str) -> bool:
    """Whether the rules of a game are compiled already."""
    return (game_folder(name, package) / READY).exists()


def mark_ready(path: Path) -> None:
    """Note that everything in this folder is compiled, and forget the oldest folders of former sources."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        (path / READY).touch()
    except OSError:
        return  # a cache that cannot be written costs time, never a result
    name = path.name.rpartition("-")[0]
    former = [old for old in path.parent.iterdir() if old.name.rpartition("-")[0] == name]
    for old in sorted(former, key=last_change)[:-FOLDERS_KEPT]:
        if old != path:
            shutil.rmtree(old, ignore_errors=True)


def compiled_functions(path: Path) -> int:
    """How many functions of a cache folder are compiled so far."""
    return sum(1 for _ in path.rglob("*.nbi"))


def expected_functions() -> int:
    """How many functions a game's cache folder holds when its rules are ready."""
    drivers = Path(__file__).parent / "drivers.py"
    return drivers.read_text(encoding="utf-8").count("\n@rule")


def last_change(path: Path) -> float:
    """When something was last put into a folder; long ago if another process has removed it meanwhile."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
