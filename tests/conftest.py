"""Fixtures that many tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from outside import build_pebbles

import burgrave
from burgrave.core import registry
from burgrave.core.game import Game


@pytest.fixture(scope="session")
def pebbles_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the small game from docs/adding-a-game.md, installed for this run."""
    folder = tmp_path_factory.mktemp("outside")
    build_pebbles(folder)
    registry._found.cache_clear()
    yield folder
    registry._found.cache_clear()


@pytest.fixture
def pebbles(pebbles_folder: Path) -> Game:
    """The small game for two."""
    return burgrave.game("pebbles", players=2)
