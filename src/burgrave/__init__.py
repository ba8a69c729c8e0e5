"""Burgrave: five euro games to play, to program and to study.

>>> import burgrave
>>> game = burgrave.game("catan", players=4)
>>> match = game.match(seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgrave.core.errors import ContractError, IllegalMove, RecordError, UndoError, UnknownGame, UnknownMove
from burgrave.core.spec import CHANCE

if TYPE_CHECKING:
    from os import PathLike

    from burgrave.bots import Bot
    from burgrave.core.game import Game
    from burgrave.core.match import Match

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "ContractError",
    "IllegalMove",
    "RecordError",
    "UndoError",
    "UnknownGame",
    "UnknownMove",
    "bot",
    "game",
    "games",
    "load",
]


def games() -> tuple[str, ...]:
    """The names of all games there are."""
    from burgrave.core import registry

    return registry.games()


def game(name: str, /, **options: Any) -> Game:
    """The rules of a game with its options fixed: `game("catan", players=4)`."""
    from burgrave.core import game as module

    return module.game(name, **options)


def load(path: str | PathLike[str]) -> Match:
    """A match from a record file."""
    from burgrave.core import records

    return records.load(path)


def bot(name: str, game: Game, **settings: Any) -> Bot:
    """A bot for a game: `bot("greedy", game, seed=1)`."""
    from burgrave import bots

    return bots.bot(name, game, **settings)
