"""The action bar's kinds of action: an impossible one says what is missing, not what is wrong with some place."""

from __future__ import annotations

from typing import Any

import pytest
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from hansa.hansa_table import Table as HansaTable

from burgrave.core import registry, words
from burgrave.core.table import table_of
from burgrave.server.web.actions import kinds_of

KINDS = [
    (game, kind)
    for game in registry.games()
    for kinds in table_of(registry.spec(game)).kinds.values()
    for kind in kinds
]


def refused(position: Any, verb: str, language: str) -> str | None:
    """Why the kind of action with a verb is not possible for whoever is to act."""
    told = kinds_of(position.view(position.to_act), table_of(position.game.spec), language)
    return next(kind["why_not"] for kind in told if verb in kind["verbs"])


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_the_reasons_that_tell_most_are_reasons_of_the_game(game: str, kind: Any) -> None:
    known = words.words(registry.spec(game).package, "en")
    assert all(f"reason.{reason}" in known for reason in kind.why)


def test_a_city_that_cannot_be_paid_says_what_is_missing() -> None:
    ada = Seat(settlements=[24], roads=walk(24, 18), hand={"ore": 2, "grain": 2})
    position = catan_table(ada, Seat(settlements=[46], roads=walk(46, 50)))
    assert refused(position, "city", "en") == "A city costs three ore and two grain; you lack 1 ore."


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "You must hold all spaces of a route, and you hold none completely."),
        ("pl", "Trzeba zająć wszystkie pola drogi, a nie masz żadnej w całości."),
    ],
)
def test_what_is_impossible_everywhere_names_no_single_place(language: str, sentence: str) -> None:
    assert refused(HansaTable(3).position(), "establish", language) == sentence
