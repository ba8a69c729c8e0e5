"""What a game gives: the modules of its package and the names in them. See docs/adding-a-game.md."""

from __future__ import annotations

from types import ModuleType

from burgrave.core.errors import ContractError

COMPILED = {
    "rules": ("start", "legal", "apply", "weigh", "luck", "reason", "scores"),
    "knowledge": ("mask", "fill"),
    "evaluation": ("value",),
}
"""Rules over the record, by module: everything the drivers call."""

REQUIRED = {
    "state": ("STATE", "SCRATCH", "POINTS"),
    "moves": ("VERBS", "REASONS", "sites"),
    **COMPILED,
    "knowledge": ("mask", "fill", "seen_as", "reveals", "check"),
}
"""What must be there before a game can be played."""

FACE = {"words": ("describe", "score_parts"), "drawing": ("draw",)}
"""What must be there before a game can be shown."""

HEADER = ("to_act", "point", "players", "winners")


def part(module: ModuleType, name: str, game: str) -> object:
    """A part of a game, or an error that says which is missing and where."""
    if not hasattr(module, name):
        raise ContractError(f"the game {game!r} lacks {name!r} in {module.__name__}")
    return getattr(module, name)
