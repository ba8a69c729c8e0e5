"""Games of Amber that many tests share."""

import pytest

import burgrave
from burgrave.core.game import Game


@pytest.fixture(scope="session")
def four() -> Game:
    """The basic game for four."""
    return burgrave.game("amber", players=4)


@pytest.fixture(scope="session")
def advanced() -> Game:
    """The advanced game for four."""
    return burgrave.game("amber", players=4, variant="advanced")
