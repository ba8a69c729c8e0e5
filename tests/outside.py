"""The small game that `burgrave new-game` writes, as an installed outside package."""

from __future__ import annotations

from pathlib import Path

from burgrave.new_game import write_game


def build_pebbles(folder: Path) -> None:
    """Write the game's package and what pip would write beside it."""
    write_game("pebbles", (2, 3), folder / "written")
    (folder / "written" / "pebbles" / "pebbles").rename(folder / "pebbles")
    (folder / "written" / "pebbles" / "tests").rename(folder / "tests")
    info = folder / "pebbles-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[burgrave.games]\npebbles = pebbles:GAME\n")
