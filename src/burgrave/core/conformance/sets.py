"""The options that a game is tested with: sets in which all pairs of values occur."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations, product

from burgrave.core.spec import Option, OptionValue, Spec

COMPLETIONS = 100
"""Tries to complete a pair of options without contradiction; after so many none is believed to exist."""


def notable_values(option: Option) -> tuple[OptionValue, ...]:
    """The values worth trying: all words, and of a range both ends and the default."""
    if isinstance(option.values, range):
        return tuple(dict.fromkeys((option.default, option.values[0], option.values[-1])))
    return tuple(option.values)


def option_sets(spec: Spec) -> list[dict[str, OptionValue]]:
    """Options to test with: the defaults for each number of players, then sets in which all pairs of values occur."""
    choices: dict[str, tuple[OptionValue, ...]] = {"players": spec.players}
    choices |= {option.name: notable_values(option) for option in spec.options}
    sets: list[dict[str, OptionValue]] = [{"players": players} for players in spec.players]
    missing: set[frozenset[tuple[str, OptionValue]]] = {
        frozenset(((one, a), (two, b)))
        for one, two in combinations(choices, 2)
        for a, b in product(choices[one], choices[two])
    }
    dice = random.Random(spec.name)
    defaults = {option.name: option.default for option in spec.options}
    while missing:
        wanted = dice.choice(in_order(missing))
        for attempt in range(COMPLETIONS):
            chosen = completed(dict(wanted), choices, missing if attempt == 0 else set(), dice)
            if spec.conflict(defaults | chosen) is None:
                sets.append(chosen)
                missing -= {frozenset(pair) for pair in combinations(chosen.items(), 2)}
                break
        else:  # these two contradict each other whatever the rest is
            missing.remove(frozenset(wanted))
    return sets


def completed(
    chosen: dict[str, OptionValue],
    choices: Mapping[str, tuple[OptionValue, ...]],
    missing: set[frozenset[tuple[str, OptionValue]]],
    dice: random.Random,
) -> dict[str, OptionValue]:
    """A value for every option not chosen yet: the one with the most missing pairs, else any."""
    names = [name for name in choices if name not in chosen]
    dice.shuffle(names)
    for name in names:
        values = list(choices[name])
        dice.shuffle(values)
        news = [sum(frozenset(((name, value), pair)) in missing for pair in chosen.items()) for value in values]
        chosen[name] = values[news.index(max(news))]
    return chosen


def in_order(pairs: set[frozenset[tuple[str, OptionValue]]]) -> list[list[tuple[str, OptionValue]]]:
    """Pairs of options in a stable order."""
    return sorted((sorted(pair, key=str) for pair in pairs), key=str)
