"""Which games there are."""

from __future__ import annotations

import importlib

import burgrave


def test_games_can_be_listed_before_and_after_their_packages_are_imported() -> None:
    names = burgrave.games()
    importlib.import_module("burgrave.games.catan")
    assert burgrave.games() == names
    assert {"amber", "barony", "burgundy", "catan", "hansa"} <= set(names)
