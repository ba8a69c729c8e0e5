"""Draws the pictures of the README and the docs, and the games' covers, from the records in docs/pictures.

A game without a record gets one.
"""

from __future__ import annotations

import gzip
import sys
from importlib.resources import files
from pathlib import Path

import burgrave
from burgrave.core.match import Match
from burgrave.core.picture import cover
from burgrave.core.registry import spec
from burgrave.core.words import LANGUAGES

Box = tuple[float, float, float, float]
FOLDER = Path("docs/pictures")
NAMES = ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay")
SEED = 7
SHOWN = 0.6
"""How far into a game its picture is taken."""
CLOSER = {"hansa": (0.26, 0.3, 0.52)}
"""A large map's cover shows a part of it, so that it can be made out: where that begins, and how much of it it is."""


def played(name: str) -> Match:
    """A game between greedy bots, up to the point that the picture shows."""
    game = burgrave.game(name)
    bot = burgrave.bot("greedy", game, seed=SEED)
    match = game.match(seed=SEED, names=NAMES[: game.players])
    while not match.is_over:
        match.play(bot.choose(match.view(match.position.to_act)))
    shown = int(len(match.moves) * SHOWN)
    while match.movers[shown] == burgrave.CHANCE:
        shown += 1
    return match.first(shown)


def write(path: Path, content: bytes) -> None:
    """Write a picture and say so."""
    path.write_bytes(content)
    print(f"{path}: {len(content):,} bytes")


def part(box: Box, across: float, down: float, share: float) -> Box:
    """A part of a drawing, of the same shape."""
    left, top, width, height = box
    return left + across * width, top + down * height, share * width, share * height


def drawn_cover(match: Match, language: str) -> str:
    """The board as whoever leads sees it."""
    scores = match.position.scores
    view = match.position.view(scores.index(max(scores)))
    return cover(view, language, part(view.drawing(language).box, *CLOSER.get(match.game.name, (0, 0, 1))))


def main() -> None:
    """Draw the games named, or all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or burgrave.games():
        record = FOLDER / f"{name}.txt"
        if not record.exists():
            played(name).save(record)
        match = burgrave.load(record)
        write(FOLDER / f"{name}.svg", match.view(match.position.to_act).svg().encode() + b"\n")
        for language in LANGUAGES:
            target = Path(str(files(spec(name).package))) / f"cover.{language}.svgz"
            write(target, gzip.compress(drawn_cover(match, language).encode(), mtime=0))


if __name__ == "__main__":
    main()
