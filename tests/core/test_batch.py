"""Batches: the same rules for many games at once."""

from __future__ import annotations

import numpy as np
import pytest

import burgrave
from burgrave.core.conformance.twice import check_batch
from burgrave.core.game import Game


def test_rows_play_exactly_as_matches(pebbles: Game) -> None:
    check_batch(pebbles)


def test_playouts_are_the_same_on_any_number_of_threads(pebbles: Game) -> None:
    results = [pebbles.batch(301, seed=4, threads=threads).playouts() for threads in (1, 2, 3)]
    assert (results[0] == results[1]).all()
    assert (results[0] == results[2]).all()


def test_playouts_leave_the_batch_as_it_is(pebbles: Game) -> None:
    batch = pebbles.batch(20, seed=4)
    before = batch.records.copy()
    scores = batch.playout()
    assert scores.shape == (20, 2)
    assert batch.records.tobytes() == before.tobytes()
    assert (scores.sum(axis=1) >= 14).all()
    assert (batch.playout(seed=1) != scores).any()


def test_masks_agree_with_lists(pebbles: Game) -> None:
    batch = pebbles.batch(8, seed=2)
    counts, ids = batch.legal_lists()
    mask = batch.legal_mask()
    assert mask.shape == (8, pebbles.rules.verbs.player_ids)
    for row in range(8):
        assert np.flatnonzero(mask[row]).tolist() == ids[row, : counts[row]].tolist()


def test_one_bad_id_names_its_row_and_changes_nothing(pebbles: Game) -> None:
    batch = pebbles.batch(4, seed=2)
    before = batch.records.copy()
    with pytest.raises(burgrave.IllegalMove, match="row 2: pebbles has no move 77"):
        batch.play([0, 0, 77, 0])
    with pytest.raises(burgrave.IllegalMove, match="row 1: Only chance makes this move"):
        batch.play([0, 4, 0, 0])
    with pytest.raises(burgrave.IllegalMove, match="row 3: the game is not over"):
        batch.play([0, 0, 0, -1])
    with pytest.raises(ValueError, match="take 4 ids"):
        batch.play([0])
    assert batch.records.tobytes() == before.tobytes()


def test_a_finished_row_takes_minus_one(pebbles: Game) -> None:
    batch = pebbles.batch(2, seed=2)
    for _ in range(6):
        batch.play([1, 1])
    assert batch.is_over
    assert batch.legal_lists()[0].tolist() == [0, 0]
    batch.play([-1, -1])
    with pytest.raises(burgrave.IllegalMove, match="The game is over"):
        batch.play([0, -1])


def test_rows_begin_anew_from_their_own_seeds(pebbles: Game) -> None:
    batch = pebbles.batch(3, seed=2)
    batch.play([1, 1, 1])
    batch.restart([1], [99])
    assert batch.position(1) == pebbles.match(seed=99).position


def test_masked_rows_are_the_views_of_their_seats(pebbles: Game) -> None:
    batch = pebbles.batch(5, seed=2)
    seen = batch.masked()
    for row in range(5):
        assert seen[row].tobytes() == batch.position(row).view(int(batch.to_act[row]))._records[0].tobytes()


@pytest.mark.parametrize(("count", "threads"), [(0, 1), (1, 0)])
def test_a_batch_needs_rows_and_threads(pebbles: Game, count: int, threads: int) -> None:
    with pytest.raises(ValueError, match="must be a whole number"):
        pebbles.batch(count, threads=threads)
