"""`burgrave new-game`: a package with a small complete game in it, to be turned into one's own."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

MODEL = "pebbles"
MODEL_PLAYERS = "players=(2, 3),"
NAME = re.compile(r"[a-z][a-z0-9_]*")
PLAYERS = re.compile(r"(\d+)(?:-(\d+))?")
LEAST_PLAYERS, MOST_PLAYERS = 2, 6


def check_name(name: str) -> str:
    """A name that a game, its package and its entry point can have."""
    from burgrave.core import registry

    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ValueError(f"a game's name is small letters, digits and _, beginning with a letter; {name!r} is not")
    if name in (*registry.games(), "burgrave"):
        raise ValueError(f"there is a game {name!r} already; choose another name")
    return name


def read_players(text: str) -> tuple[int, ...]:
    """Numbers of players as one types them: "2-6", or "3"."""
    found = PLAYERS.fullmatch(text.strip())
    if found:
        least, most = int(found[1]), int(found[2] or found[1])
        if LEAST_PLAYERS <= least <= most <= MOST_PLAYERS:
            return tuple(range(least, most + 1))
    raise ValueError(f"players are written like 2-4, from {LEAST_PLAYERS} to {MOST_PLAYERS}; {text!r} is not")


def game_files(name: str, players: tuple[int, ...]) -> dict[str, str]:
    """The text of every file of a new game, by its path in the new folder."""
    model = files(__package__).joinpath("template")
    return {renamed(path, name): filled(text.read_text(encoding="utf-8"), name, players) for path, text in walk(model)}


def walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    """All files of a folder with their paths in it."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from walk(entry, f"{above}{entry.name}/")
        elif entry.is_file():
            yield above + entry.name, entry


def renamed(text: str, name: str) -> str:
    """The model's name replaced by the new game's."""
    title = name.replace("_", " ").title()
    return text.replace(MODEL, name).replace(MODEL.title(), title)


def filled(text: str, name: str, players: tuple[int, ...]) -> str:
    """A file of the model as one of the new game."""
    counts = f"{players[0]}," if len(players) == 1 else ", ".join(map(str, players))
    text = text.replace(MODEL_PLAYERS, f"players=({counts}),").replace(
        "default_players=2", f"default_players={players[0]}"
    )
    return renamed(text, name)


def write_game(name: str, players: tuple[int, ...], folder: Path) -> list[Path]:
    """Write a new game's package into a folder of its name; nothing that is there already is touched."""
    root = folder / check_name(name)
    if root.exists():
        raise FileExistsError(f"{root} exists already")
    written = []
    for path, text in game_files(name, players).items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written
