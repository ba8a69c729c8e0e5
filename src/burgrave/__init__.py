"""Burgrave: five euro games to play, to program and to study.

>>> import burgrave
>>> burgrave.games()                                # which games there are
('amber', 'barony', 'burgundy', 'catan', 'hansa')
>>> game = burgrave.game("catan", players=4)        # the rules, with the options fixed; `game.options` lists them all
>>> match = game.match(seed=7)                      # a game being played; chance has moved until somebody must decide
>>> position = match.position                       # immutable: `position.play("settle 12")` gives another one
>>> seat = position.to_act                          # a seat, CHANCE, or None when the game is over
>>> view = match.view(seat)                         # what that seat may know, and nothing more
>>> bot = burgrave.bot("search:iterations=50", game, seed=1)
>>> match.play(bot.choose(view)) == match.position  # a move is a text, a number, or a Move as bots give it
True

`match.save(path)` and `burgrave.load(path)` keep games as texts, `game.replay(texts)` plays them again, and
`game.batch(1000, seed=1)` plays a thousand at once. Whatever cannot be done raises one of the errors below, or a
ValueError, with a sentence that says what could.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from burgrave.core.errors import BadOption, ContractError, IllegalMove, RecordError, UndoError, UnknownGame, UnknownMove
from burgrave.core.spec import CHANCE, OVER

if TYPE_CHECKING:
    from os import PathLike

    from burgrave.bots import Bot
    from burgrave.core.batch import Batch
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import Position, View
    from burgrave.core.verbs import Move

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "OVER",
    "BadOption",
    "Batch",
    "Bot",
    "ContractError",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Position",
    "RecordError",
    "UndoError",
    "UnknownGame",
    "UnknownMove",
    "View",
    "bot",
    "game",
    "games",
    "load",
]

_CLASSES = {
    "Batch": "burgrave.core.batch",
    "Bot": "burgrave.bots",
    "Game": "burgrave.core.game",
    "Match": "burgrave.core.match",
    "Move": "burgrave.core.verbs",
    "Position": "burgrave.core.position",
    "View": "burgrave.core.position",
}
"""Where the classes are; they are imported when somebody asks for one, since numpy comes with them."""


def __getattr__(name: str) -> Any:
    if name not in _CLASSES:
        raise AttributeError(f"module 'burgrave' has no attribute {name!r}")
    return getattr(import_module(_CLASSES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def games() -> tuple[str, ...]:
    """The names of all games there are: ours, and those of installed packages."""
    from burgrave.core import registry

    return registry.games()


def game(name: str, /, **options: Any) -> Game:
    """The rules of a game with its options fixed: `game("catan", players=4)`.

    Options that are left out have the rulebook's value; a name or value that does not exist is a `BadOption` that lists
    those that do. The game can be played at once; its rules are compiled beside, the first time.
    """
    from burgrave.core import game as module

    return module.game(name, **options)


def load(path: str | PathLike[str]) -> Match:
    """A match from a record file, each move checked by the rules; a `RecordError` names a line that does not fit."""
    from burgrave.core import records

    return records.load(path)


def bot(name: str, game: Game, **settings: Any) -> Bot:
    """A bot for a game, named as in the shell: `bot("greedy", game, seed=1)`, `bot("search:iterations=50", game)`.

    The levels of the table have names too: `bot("hard", game)`. Settings may stand in the name or beside it.
    """
    from burgrave import bots
    from burgrave.core.game import Game

    if not isinstance(game, Game):
        raise ValueError(f"a bot plays a game as burgrave.game() gives it, not {game!r}")
    if name in bots.BOTS:
        return bots.bot(name, game, **settings)
    kind, described = bots.described(name)
    return bots.bot(kind, game, **(described | settings))
