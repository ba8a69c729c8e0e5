"""Players that choose moves from views; none of them ever holds a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules
    from burgrave.core.position import View


class Bot(Protocol):
    """Anything that chooses a move from a view."""

    name: str

    def choose(self, view: View) -> Move:
        """The move this bot makes when its seat is to act."""


@runtime_checkable
class HasProgram(Protocol):
    """A bot that is a program of its own: it can fail, and it must be stopped."""

    fault: str | None

    def close(self) -> None:
        """Stop the program."""


def _random(game: Game, /, **settings: Any) -> Bot:
    from burgrave.bots.simple import RandomBot

    return RandomBot(game, **settings)


def _greedy(game: Game, /, **settings: Any) -> Bot:
    from burgrave.bots.simple import GreedyBot

    return GreedyBot(game, **settings)


def _search(game: Game, /, **settings: Any) -> Bot:
    from burgrave.bots.search import SearchBot

    return SearchBot(game, **settings)


def _outside(game: Game, /, **settings: Any) -> Bot:
    from burgrave.bots.outside import OutsideBot

    return OutsideBot(game, **settings)


COMPILED = {"greedy": "burgrave.bots.judgement", "search": "burgrave.bots.tree_search"}
"""Bots with compiled code of their own, one version for each game."""

BOTS: dict[str, Callable[..., Bot]] = {"random": _random, "greedy": _greedy, "search": _search, "outside": _outside}

LEVELS: dict[str, tuple[str, dict[str, Any]]] = {
    "random": ("random", {}),
    "easy": ("greedy", {"learned": 0, "blur": 0.2}),
    "normal": ("search", {"seconds": 0.5}),
    "hard": ("search", {"seconds": 2.0}),
    "master": ("search", {"seconds": 8.0}),
}
"""How strong a bot is, the weakest first: which one, with which settings. People wait for them, so time bounds them;
what must come out the same again is bounded by iterations (`search:iterations=500`)."""


SETTING = re.compile(r"\s*\w+\s*=\s*[\d.]+\s*")
NO_SUCH = re.compile(r"^\S+\(\) got (an unexpected keyword argument|multiple values for argument)")
"""How Python says that a bot has no such setting."""


def bot(name: str, game: Game, /, **settings: Any) -> Bot:
    """A bot for a game: `bot("search", game, iterations=2000, seed=1)`."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; valid: {', '.join(BOTS)}")
    if name == "greedy":  # it plays uncompiled too, and only slowly
        from burgrave.core.beside import compile_beside

        compile_beside(game.rules, COMPILED[name])
    try:
        return BOTS[name](game, **settings)
    except TypeError as error:
        told = re.sub(NO_SUCH, "it has no setting", str(error))
        told = re.sub(r"^\S+\(\) missing \d+ required keyword-only arguments?:", "it needs", told)
        raise ValueError(f"the bot {name!r} does not take these settings: {told}") from None


def dismissed(bots: Sequence[Bot]) -> dict[int, str]:
    """Let the bots of a finished game go, by seat; what those that have failed did wrong."""
    for one in bots:
        if isinstance(one, HasProgram):
            one.close()
    return {seat: one.fault for seat, one in enumerate(bots) if isinstance(one, HasProgram) and one.fault}


def is_prepared(rules: Rules, name: str) -> bool:
    """Whether a bot plays by these rules without anything being compiled first."""
    from burgrave.core import loader

    return name not in COMPILED or loader.is_ready(rules.spec.name, COMPILED[name])


class PatientBot:
    """Stands in for a bot whose code is not compiled yet: it plays greedily, then as that bot."""

    def __init__(self, name: str, game: Game, **settings: Any) -> None:
        self.name = name
        self._rules = game.rules
        self._now, self._later = _greedy(game, samples=1), BOTS[name](game, **settings)
        self.is_whole = False
        """Whether it plays as the bot it stands for."""

    def choose(self, view: View) -> Move:
        """A move, at once."""
        self.is_whole = self.is_whole or is_prepared(self._rules, self.name)
        return (self._later if self.is_whole else self._now).choose(view)


def bot_at_once(name: str, game: Game, **settings: Any) -> Bot:
    """A bot that plays without waiting for a compiler."""
    make = BOTS[name] if is_prepared(game.rules, name) else partial(PatientBot, name)
    return make(game, **settings)


def is_bot(text: str) -> bool:
    """Whether somebody who types this means a bot; `described` tells which one, or what is wrong with it."""
    name = text.partition(":")[0]
    return name in BOTS or name in LEVELS


def listed(text: str) -> list[str]:
    """Several bots or people, as one types them: `Ada,greedy,search:iterations=500,threads=2`.

    A setting belongs to the bot before it.
    """
    found: list[str] = []
    for part in text.split(","):
        if found and SETTING.fullmatch(part):
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found


def described(text: str) -> tuple[str, dict[str, Any]]:
    """A bot as people type it: `greedy`, `search:iterations=500`, a level, or `outside:python3 my_bot.py`."""
    name, _, rest = str(text).partition(":")
    if name == "outside":
        if not rest.strip():
            raise ValueError("an outside bot needs its command: outside:python3 my_bot.py")
        return name, {"command": rest.strip()}
    if name in LEVELS and not rest:
        kind, chosen = LEVELS[name]
        return kind, dict(chosen)
    if name in LEVELS and name not in BOTS:
        raise ValueError(f"the level {name!r} has its settings; a bot takes others: {LEVELS[name][0]}:{rest}")
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; valid: {', '.join(dict.fromkeys((*BOTS, *LEVELS)))}")
    settings: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        key, _, value = (word.strip() for word in part.partition("="))
        try:
            if not key:
                raise ValueError
            settings[key] = float(value) if "." in value else int(value)
        except ValueError:
            raise ValueError(f"{part!r} is not a setting like iterations=500") from None
    return name, settings


def make_bot(text: str, game: Game, seed: str) -> Bot:
    """A bot as people type it, for a game; a seed in the text comes before the one that is given."""
    name, settings = described(text)
    return bot(name, game, **{"seed": seed} | settings)
