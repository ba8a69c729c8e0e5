"""What bots are called."""

from __future__ import annotations

from collections.abc import Iterable

BOT_NAMES = ("Ada", "Bruno", "Celina", "Dobromir", "Elza", "Felix", "Gerda", "Horst", "Irma", "Jarek", "Klara", "Lech")
"""More than a table has seats, so that enough are left when people are called alike."""


def free_bot_names(taken: Iterable[str]) -> list[str]:
    """The names that a bot can have where these are taken."""
    known = {name.casefold() for name in taken}
    return [name for name in BOT_NAMES if name.casefold() not in known]
