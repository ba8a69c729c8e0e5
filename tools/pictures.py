"""Draws the pictures of the README and the docs from the records beside them; a game without a record gets one."""

from __future__ import annotations

import sys
from pathlib import Path

import burgrave
from burgrave.core.match import Match

FOLDER = Path("docs/pictures")
NAMES = ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay")
SEED = 7
SHOWN = 0.6
"""How far into a game its picture is taken."""


def played(name: str) -> Match:
    """A game between greedy bots, up to the point that the picture shows."""
    game = burgrave.game(name)
    bot = burgrave.bot("greedy", game, seed=SEED)
    match = game.match(seed=SEED, names=NAMES[: game.players])
    while not match.is_over:
        match.play(bot.choose(match.view(match.position.to_act)))
    part = Match(game, chance="manual", names=match.names)
    for move in match.moves[: int(len(match.moves) * SHOWN)]:
        part.play(move)
    while part.position.to_act == burgrave.CHANCE:
        part.play(match.moves[len(part.moves)])
    return part


def main() -> None:
    """Draw the games named, or all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or burgrave.games():
        record = FOLDER / f"{name}.txt"
        if not record.exists():
            played(name).save(record)
        match = burgrave.load(record)
        picture = match.view(match.position.to_act).svg()
        (FOLDER / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")
        print(f"{FOLDER}/{name}.svg: {len(picture):,} bytes after {len(match.moves):,} moves")


if __name__ == "__main__":
    main()
