"""Builds the small game of docs/adding-a-game.md as an installed outside package."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def build_pebbles(folder: Path) -> None:
    """Write the page's files and what pip would write beside them."""
    files = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    info = folder / "pebbles-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[burgrave.games]\npebbles = pebbles:GAME\n")
