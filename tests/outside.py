"""Small games as installed outside packages: the one that `burgrave new-game` writes, and the tests' own, Hoard."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from burgrave.new_game import write_game

HOARD = Path(__file__).parent / "hoard"
SOURCES = (".py", ".po", ".md")

Edit = tuple[str, str, str]
"""A file, a text in it, and what stands there instead."""


def build_pebbles(folder: Path) -> None:
    """The game's package as `burgrave new-game` writes it, and what pip would write beside it."""
    write_game("pebbles", (2, 3), folder / "written")
    (folder / "written" / "pebbles" / "pebbles").rename(folder / "pebbles")
    (folder / "written" / "pebbles" / "tests").rename(folder / "tests")
    register(folder, "pebbles")


def build_hoard(folder: Path, name: str = "hoard", edits: Iterable[Edit] = (), without: Iterable[str] = ()) -> None:
    """Write Hoard under a name of its own, with some texts replaced and without some files or folders."""
    for source in sorted(path for path in HOARD.rglob("*") if path.suffix in SOURCES):
        file = source.relative_to(HOARD).as_posix()
        if any(file == left_out or file.startswith(f"{left_out}/") for left_out in without):
            continue
        text = source.read_text(encoding="utf-8")
        for edited, old, new in edits:
            if edited == file:
                assert old in text, f"{file} of Hoard has no {old!r}"
                text = text.replace(old, new)
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(re.sub(r"\bhoard\b", name, text), encoding="utf-8")
    register(folder, name)


def register(folder: Path, name: str) -> None:
    """What pip would write beside a game's package."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[burgrave.games]\n{name} = {name}:GAME\n")
