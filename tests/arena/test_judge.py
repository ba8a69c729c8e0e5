"""The judge: chances that add up, and that are as sure as results allow."""

from __future__ import annotations

import numpy as np
import pytest

import burgrave
from burgrave.arena.judge import Judge, calibrated, sharpness
from burgrave.core import registry


@pytest.mark.parametrize("name", burgrave.games())
def test_every_game_says_how_sure_it_may_be_with_any_number_of_players(name: str) -> None:
    for players in registry.spec(name).players:
        game = burgrave.game(name, players=players)
        sharp = sharpness(game.rules, players)
        assert 0.2 < sharp < 3.0, "at the end of what is tried, the evaluation means something else"
        told = Judge(game).position(game.match(seed=1).position, 2 * players, "a test").chances[0]
        assert told.sum() == pytest.approx(1.0)


def test_what_promises_too_much_is_brought_nearer_to_even_and_the_order_stays() -> None:
    shares = np.array([[0.7, 0.2, 0.1]])
    softer, surer = calibrated(shares, 0.5)[0], calibrated(shares, 2.0)[0]
    assert softer[0] < 0.7 < surer[0]
    for told in (softer, surer):
        assert told.sum() == pytest.approx(1.0)
        assert list(np.argsort(told)) == [2, 1, 0]
    assert (calibrated(shares, 1.0) == shares).all()
