"""Players that choose moves from views; none of them ever holds a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import View


class Bot(Protocol):
    """Anything that chooses a move from a view."""

    name: str

    def choose(self, view: View) -> Move:
        """The move this bot makes when its seat is to act."""


def _random(game: Game, **settings: Any) -> Bot:
    from burgrave.bots.simple import RandomBot

    return RandomBot(game, **settings)


def _greedy(game: Game, **settings: Any) -> Bot:
    from burgrave.bots.simple import GreedyBot

    return GreedyBot(game, **settings)


def _search(game: Game, **settings: Any) -> Bot:
    from burgrave.bots.search import SearchBot

    return SearchBot(game, **settings)


BOTS: dict[str, Callable[..., Bot]] = {"random": _random, "greedy": _greedy, "search": _search}


def bot(name: str, game: Game, **settings: Any) -> Bot:
    """A bot for a game: `bot("search", game, iterations=2000, seed=1)`."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; valid: {', '.join(BOTS)}")
    try:
        return BOTS[name](game, **settings)
    except TypeError as error:
        raise ValueError(f"the bot {name!r} does not take these settings: {error}") from None
