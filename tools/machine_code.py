"""Gathers what is compiled of rules and bots, as a wheel for this platform carries it.

`make build` lets it be compiled for any processor of this kind before (NUMBA_CPU_NAME=generic).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import burgrave
from burgrave.bots import COMPILED
from burgrave.core import cache, registry
from burgrave.core.loader import DRIVERS, label
from burgrave.core.sources import Sources

NEEDS = "needs.txt"
"""The file that says which versions the code was compiled with."""


def gather(target: Path, games: Iterable[str] = ()) -> int:
    """Copy the compiled rules and bots of these games, or of all, into a new folder; how many bytes that are."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in games or burgrave.games():
        sources = Sources(registry.spec(name).package)
        for module in (DRIVERS, *COMPILED.values()):
            shipped, own = cache.folders(label(name, module), sources.of(module))
            if not cache.is_ready(own):
                raise SystemExit(f"{own.name} is not compiled: burgrave compile --bots")
            shutil.copytree(own, target / shipped.name)
    (target / NEEDS).write_text("".join(f"{name}=={version(name)}\n" for name in ("numba", "numpy")))
    return sum(file.stat().st_size for file in target.rglob("*") if file.is_file())


if __name__ == "__main__":
    print(f"{gather(Path(sys.argv[1]), sys.argv[2:]) / 1e6:.1f} MB of machine code in {sys.argv[1]}")
