"""Scenes: positions that a text names, for the pictures of a guide and the steps of lessons.

    players: 2
    first: p0
    seed: 5
    moves: place trader hamburg-lubeck, place trader stade-hamburg,
      end

Every line is a field and its value; a line that begins with a space goes on with the one before, and `#` begins a
remark. `moves` are played from the beginning: those of chance may be written too, and what chance does before the next
written move is drawn from `seed`. Every other field is one of the game's options. A game keeps scenes as
`scenes/<name>.txt` in its package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from burgrave.core import registry
from burgrave.core.errors import IllegalMove, UnknownMove
from burgrave.core.spec import CHANCE

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match

SEED = "1"
"""What chance draws from where a text names no seed."""


class TextError(ValueError):
    """What is wrong with a scene or a lesson, and where."""


def fields_of(lines: Iterable[str], where: str) -> dict[str, str]:
    """The fields of a text by name; a line that begins with a space belongs to the one before it."""
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not name:
                raise TextError(f"{where}: {line.strip()!r} goes on with a field, but none has begun")
            found[name] = f"{found[name]} {line.strip()}".strip()
            continue
        name, colon, value = line.partition(":")
        name = name.strip()
        if not colon:
            raise TextError(f"{where}: {line.strip()!r} is no field; a field is written 'name: value'")
        if name in found:
            raise TextError(f"{where}: the field {name!r} is there twice")
        found[name] = value.strip()
    return found


def listed(texts: str) -> list[str]:
    """The moves of a list between commas."""
    return [text for part in texts.split(",") if (text := " ".join(part.split()))]


def game_of(name: str, options: Mapping[str, str], where: str) -> Game:
    """The game with options as a text gives them."""
    from burgrave.core.game import game

    try:
        return game(name, **options)
    except ValueError as error:
        raise TextError(f"{where}: {error}") from None


def play_on(match: Match, texts: Sequence[str], seed: str, where: str) -> Match:
    """The match after further moves; chance's are drawn from the seed where the texts leave them out."""
    after = match.copy()
    for text in texts:
        try:
            move = after.game.move(text)
            while after.position.to_act == CHANCE and move not in after.position.moves():
                after.play(after.drawn_by(seed))
            after.play(move)
        except (IllegalMove, UnknownMove) as error:
            raise TextError(f"{where}: the move {text!r} cannot be played: {error}") from None
    return draw(after, seed)


def draw(match: Match, seed: str) -> Match:
    """Chance's moves until a seat must decide."""
    while match.position.to_act == CHANCE:
        match.play(match.drawn_by(seed))
    return match


def begun(name: str, fields: Mapping[str, str], where: str) -> Match:
    """A match from a text's fields: its options, its seed and its moves."""
    options = {key: value for key, value in fields.items() if key not in ("seed", "moves")}
    match = game_of(name, options, where).match(chance="manual")
    return play_on(match, listed(fields.get("moves", "")), fields.get("seed", SEED), where)


@lru_cache(maxsize=128)
def scene(name: str, key: str) -> Match:
    """A scene of a game: the match that leads to it."""
    where = f"scenes/{key}.txt"
    found = files(registry.spec(name).package).joinpath("scenes", f"{key}.txt")
    if not found.is_file():
        raise TextError(f"the game {name!r} has no {where}")
    return begun(name, fields_of(found.read_text(encoding="utf-8").splitlines(), where), where)


def scenes(name: str) -> tuple[str, ...]:
    """The names of a game's scenes."""
    folder = files(registry.spec(name).package).joinpath("scenes")
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt")))


def forget() -> None:
    """Play every scene anew when it is next asked for."""
    scene.cache_clear()
