"""What bound code imports from a game: its rules, and decorators that know its records.

A module that imports from here is bound code (`core/drivers`, `bots/tree_search`, ...): it is never imported itself
but executed once for each game by `Rules.bind`. These names are then the rules of that game, and what it imports from
other bound code is bound to the same game. Calls are direct, so the compiler may inline across them.

Here the names only have their types; docs/adding-a-game.md tells what a game promises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

if not TYPE_CHECKING:
    raise ImportError("code that is bound to a game is not imported: use `game.rules.bind(module)`")

Function = TypeVar("Function", bound=Callable[..., Any])
Position: TypeAlias = Any
"""A game's record."""
Workspace: TypeAlias = Any
"""A game's scratch record."""
Whole: TypeAlias = int | np.integer[Any]
Numbers: TypeAlias = Any
"""A list of whole numbers; of moves and weights the first item counts, the others follow."""

kinds: dict[str, Any] = {}
"""The numba types of parameters by their names, for a `compiler` that knows more of them."""


def rule(function: Function) -> Function:
    """For what Python calls: compiled, with a copy of all it uses, so there are few of them."""
    return function


def inner(function: Function) -> Function:
    """For what only bound code calls."""
    return function


def start(s: Position, w: Workspace) -> None:
    """Set up a position whose options are filled in."""


def legal(s: Position, w: Workspace, moves: Numbers) -> None:
    """Put the legal moves of the seat to act on an empty list, in ascending order."""


def apply(s: Position, w: Workspace, move: Whole) -> None:
    """Carry out a legal move."""


def weigh(s: Position, w: Workspace, moves: Numbers, weights: Numbers) -> None:
    """Put chance's outcomes on an empty list, in ascending order, with their weights."""


def luck(s: Position, w: Workspace, dice: Numbers) -> int:
    """One of chance's outcomes, drawn by weight."""
    raise NotImplementedError


def reason(s: Position, w: Workspace, move: Whole) -> int:
    """Why the seat to act may not make a move; 0 when it may."""
    raise NotImplementedError


def scores(s: Position, w: Workspace, out: Numbers) -> None:
    """Everybody's points now."""


def mask(s: Position, w: Workspace, seat: Whole) -> None:
    """Blank what a seat (-1: a spectator) does not know."""


def fill(s: Position, w: Workspace, seat: Whole, dice: Numbers) -> None:
    """Put random things back for those that a seat does not know."""


def value(s: Position, w: Workspace, seat: Whole) -> float:
    """How well a seat stands, in log-odds."""
    raise NotImplementedError


def features(s: Position, w: Workspace, seat: Whole, inputs: Numbers) -> None:
    """What a net is told about a seat's position: numbers put into an empty list, the seat's points first."""


def consider(s: Position, w: Workspace, moves: Numbers) -> None:
    """Take off a list of legal moves what no sensible player would look at; one stays at least."""
