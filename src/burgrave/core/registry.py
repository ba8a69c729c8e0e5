"""Which games there are: the entry points of the group `burgrave.games`, ours and other packages'."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from burgrave.core.errors import ContractError, UnknownGame, shown
from burgrave.core.spec import Spec

GROUP = "burgrave.games"


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def games() -> tuple[str, ...]:
    """The names of all games there are: ours, and those of installed packages."""
    return tuple(_found())


def spec(name: str) -> Spec:
    """The declaration of a game."""
    return _declared(name if isinstance(name, str) else shown(repr(name)))


@cache
def _declared(name: str) -> Spec:
    point = _found().get(name)
    if point is None:
        near = get_close_matches(str(name), games(), 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        valid = ", ".join(games())
        raise UnknownGame(
            f"there is no game {name!r}; {hint}valid: {valid}", "mistake.no_game", name=shown(name), valid=valid
        )
    declared = point.load()
    if not isinstance(declared, Spec):
        raise ContractError(f"the entry point of {name!r} gives {declared!r}, not a burgrave.core.spec.Spec")
    if declared.name != name:
        raise ContractError(f"the entry point {name!r} declares a game called {declared.name!r}")
    return declared
