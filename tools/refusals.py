"""Writes tests/refusals: what the rules say to every move of a game, at points of recorded games that show it all.

A file that changes is a difference to review line by line, as with playthroughs.
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from pathlib import Path

import burgrave
from burgrave.core.match import Match
from burgrave.core.position import Position

TESTS = Path(__file__).parents[1] / "tests"
FOLDER = TESTS / "refusals"
SHOWN = 4
"""Moves that are named for each reason; the others are counted, and a checksum knows them all."""
OFTEN = 1
"""In how many positions each verb should be refused for each of its reasons."""

Answers = dict[str, list[str]]
"""The moves' texts by the reason against them, "allowed" among these."""


def answers(position: Position) -> Answers:
    """What the rules say to every move, chance's left out."""
    found: Answers = {}
    for move in position.game.rules.verbs.moves:
        if not move.by_chance:
            found.setdefault(position.game.reason(position, move) or "allowed", []).append(move.text)
    return found


def lines(number: int, position: Position) -> list[str]:
    """A position's answers, a line for each reason."""
    told = [f"{number} {position.point}"]
    for reason, texts in sorted(answers(position).items()):
        more = ", …" if len(texts) > SHOWN else ""
        checksum = zlib.crc32("\n".join(texts).encode())
        told.append(f"  {reason} × {len(texts)} {checksum:08x}: {', '.join(texts[:SHOWN])}{more}")
    return told


def records(game: str) -> list[Path]:
    """A game's recorded games."""
    return sorted((TESTS / "records").glob(f"{game}-*.txt"))


def decisions(match: Match) -> list[tuple[int, Position]]:
    """The positions in which somebody decides, with the number of moves before them."""
    found = []
    for number, position in enumerate(match.positions):
        if position.to_act is not None and position.to_act >= 0:
            found.append((number, position))
    return found


def seen_in(position: Position) -> set[tuple[str, int, str]]:
    """Which verb is refused for which reason, on which board: what a position shows."""
    verbs = {move.text: move.verb for move in position.game.rules.verbs.moves}
    return {
        (verbs[text], position.game.players, reason) for reason, texts in answers(position).items() for text in texts
    }


def chosen(game: str) -> dict[Path, list[tuple[int, Position]]]:
    """Points of the recorded games that show every verb refused for every reason, each often enough."""
    shown: Counter[tuple[str, int, str]] = Counter()
    found: dict[Path, list[tuple[int, Position]]] = {}
    for path in records(game):
        for number, position in decisions(burgrave.load(path)):
            seen = seen_in(position)
            if any(shown[what] < OFTEN for what in seen):
                shown.update(seen)
                found.setdefault(path, []).append((number, position))
    return found


def main() -> int:
    """Write the files of the games named, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for game in sys.argv[1:] or burgrave.games():
        told: list[str] = []
        for path, places in chosen(game).items():
            told += [path.stem, *(line for number, position in places for line in lines(number, position)), ""]
        (FOLDER / f"{game}.txt").write_text("\n".join(told), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
