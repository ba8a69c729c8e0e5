"""What a seat is told of its moves before it makes them."""

from __future__ import annotations

import numpy as np
import pytest

import burgrave
from burgrave.envs.foresight import Foresight
from burgrave.envs.vector import VectorEnv


def test_what_is_foreseen_of_a_move_is_what_comes_of_it() -> None:
    """Barony hides nothing and has no chance once it is set up."""
    env = VectorEnv("barony", 4, seed=1, players=2)
    foresight, rows = Foresight(env.game), np.arange(4)
    for _ in range(60):
        counts, lists = env.legal_lists
        ids = np.concatenate([lists[row, : counts[row]] for row in rows])
        first, seats = np.cumsum(counts) - counts, env.now.seats.copy()
        _, after = foresight.of(env.now.records, ids, counts)
        env.step(lists[:, 0].astype(np.int64))
        counts, lists = env.legal_lists
        before, _ = foresight.of(env.now.records, lists[:, 0], np.ones(4, np.int64))
        for row in rows:
            turned = int(env.now.seats[row] - seats[row])
            np.testing.assert_array_equal(np.roll(after[first[row]], -turned, axis=0), before[row])


@pytest.mark.parametrize("name", burgrave.games())
def test_every_game_can_be_foreseen_to_its_end(name: str) -> None:
    options = {"domestic_trade": "off", "target_points": 5} if name == "catan" else {}
    game = burgrave.game(name, players=2, **options)
    env, foresight, rng = VectorEnv(game, 8, seed=1), Foresight(game), np.random.default_rng(1)
    won = False
    while not won:
        counts, lists = env.legal_lists
        ids = np.concatenate([lists[row, : counts[row]] for row in range(8)])
        before, after = foresight.of(env.now.records, ids, counts)
        assert np.isfinite(before).all()
        assert np.isfinite(after).all()
        won = bool((after[:, :, -1] == 1).any())
        if not won:
            env.step(lists[np.arange(8), (rng.random(8) * counts).astype(np.int64)])


def test_counts_that_do_not_fit_get_a_sentence() -> None:
    env = VectorEnv("barony", 1, seed=1, players=2)
    with pytest.raises(ValueError, match="take as many counts"):
        Foresight(env.game).of(env.now.records, np.zeros(3, np.int64), np.array([2]))


def test_ids_and_records_that_cannot_be_get_a_sentence() -> None:
    env = VectorEnv("barony", 1, seed=1, players=2)
    foresight, one = Foresight(env.game), np.ones(1, np.int64)
    for ids in ([10**6], [-1], [0.5]):
        with pytest.raises(ValueError, match="ids are whole numbers from 0 to 1713"):
            foresight.of(env.now.records, np.array(ids), one)
    with pytest.raises(ValueError, match="records are positions of"):
        foresight.of(np.zeros(1), np.zeros(1, np.int64), one)
