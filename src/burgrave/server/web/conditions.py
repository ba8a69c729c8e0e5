"""What people sit down to: a table's or a tournament's clock and options, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgrave.core import registry, words
from burgrave.server.store.rows import Made
from burgrave.server.web.html import say
from burgrave.server.web.timing import timing_told


def conditions(made: Made, language: str) -> list[str]:
    """What was settled when a table was made: its clock, what happens without time, whether it counts, its options."""
    tell, told = say(language), list[str]()
    if made.clock is not None:
        told += [timing_told(made.clock, language), tell(f"conditions.{made.clock.out}")]
    if made.rated:
        told.append(tell("conditions.rated"))
    return [*told, *chosen_options(made.game, made.options, language)]


def chosen_options(game: str, options: Mapping[str, Any], language: str) -> list[str]:
    """The game's options that are not as usual, in words."""
    spec = registry.spec(game)
    return [
        f"{words.option_name(spec, option.name, language)}: {words.option_value(spec, option, value, language)}"
        for option in spec.options
        if (value := options.get(option.name, option.default)) != option.default
    ]
