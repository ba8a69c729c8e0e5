"""Where compiled code is kept: folders named by a hash of everything that went into them (`core/sources`).

numba does not notice that a called module changed, nor that bounds checking was switched, so the folder's name does.
A wheel for one platform brings such folders along (`make build`), made for any processor of its kind; they are used
where sources and versions are those of the wheel. Everything else is compiled into the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

READY = "ready"
FOLDERS_KEPT = 12
"""So many versions of the same rules are kept, a few megabytes each: some people have several checkouts."""
SHIPPED = Path(__file__).parents[1] / "compiled"
"""What came with the package."""

_lock = threading.RLock()


def cache_root() -> Path:
    """The folder of all compiled rules; BURGRAVE_CACHE overrides the user's cache directory."""
    chosen = os.environ.get("BURGRAVE_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("burgrave") / "rules"


def folders(label: str, sources: Iterable[tuple[str, bytes]]) -> tuple[Path, Path]:
    """Where code from these sources can be, under this interpreter, numba, numpy and bounds checking.

    First the folder that may have come with the package, for any build of this Python; then that of the user's cache.
    """
    checking = os.environ.get("NUMBA_BOUNDSCHECK", "")
    kind = sys.implementation.cache_tag, sys.platform, platform.machine(), version("numba"), version("numpy"), checking
    digest = hashlib.sha256(repr(kind).encode())
    for name, content in sources:
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    own = digest.copy()
    own.update(sys.version.encode())
    return SHIPPED / f"{label}-{digest.hexdigest()[:16]}", cache_root() / f"{label}-{own.hexdigest()[:16]}"


def folder(label: str, sources: Iterable[tuple[str, bytes]]) -> Path:
    """The folder that is used for these sources."""
    shipped, own = folders(label, sources)
    return shipped if is_ready(shipped) else own


def is_shipped(path: Path) -> bool:
    """Whether a folder came with the package."""
    return path.parent == SHIPPED


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


def is_ready(path: Path) -> bool:
    """Whether everything that belongs into this folder is compiled."""
    return (path / READY).exists()


def mark_ready(path: Path) -> None:
    """Note that everything in this folder is compiled, and forget the oldest folders of former sources."""
    if is_shipped(path):
        return
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
