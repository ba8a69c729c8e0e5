"""Gathers what is compiled of rules and bots, as a wheel for this platform carries it.

`make build` lets it be compiled for any processor of this kind before (NUMBA_CPU_NAME=generic).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from importlib.metadata import distribution, version
from pathlib import Path

import burgrave
from burgrave.bots import COMPILED
from burgrave.core import cache, registry
from burgrave.core.loader import DRIVERS, label
from burgrave.core.sources import Sources

NEEDS = "needs.txt"
"""The file that says which versions the code was compiled with."""
TAG = "tag.txt"
"""The file that says for which Python and which systems it is: the code calls nothing but what numba brings along, so
it runs wherever that wheel of numba does, which an index accepts too."""


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
    (target / TAG).write_text(f"{tag_of('numba')}\n")
    return sum(file.stat().st_size for file in target.rglob("*") if file.is_file())


def tag_of(package: str) -> str:
    """The tag of the wheel that an installed package came in, of several systems in one."""
    lines = (distribution(package).read_text("WHEEL") or "").splitlines()
    tags = [line.removeprefix("Tag: ").split("-") for line in lines if line.startswith("Tag: ")]
    return "-".join(".".join(dict.fromkeys(part)) for part in zip(*tags, strict=True))


if __name__ == "__main__":
    print(f"{gather(Path(sys.argv[1]), sys.argv[2:]) / 1e6:.1f} MB of machine code in {sys.argv[1]}")
