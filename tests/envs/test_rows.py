"""The vectorised environment's rows: new games, own buffers, start positions, legal lists, honest points."""

from __future__ import annotations

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.envs.vector import Buffers, VectorEnv


def first_allowed(env: VectorEnv) -> np.ndarray:
    return env.now.mask.argmax(axis=1)


def until_one_ends(env: VectorEnv) -> None:
    while not env.step(first_allowed(env)).ended.any():
        pass


def test_callers_buffers_are_written_in_place(pebbles: Game) -> None:
    columns, ids = VectorEnv(pebbles, 1).form.size, pebbles.rules.verbs.player_ids
    buffers = Buffers(
        observations=np.zeros((3, columns), np.float32),
        mask=np.zeros((3, ids), np.uint8),
        rewards=np.zeros((3, 2), np.float32),
        ended=np.zeros(3, np.uint8),
    )
    env = VectorEnv(pebbles, 3, seed=1, observation="egocentric", buffers=buffers)
    plain = VectorEnv(pebbles, 3, seed=1, observation="egocentric")
    for _ in range(12):
        ids_now = first_allowed(plain)
        plain.step(ids_now)
        env.step(ids_now)
        assert (buffers.observations == plain.now.observations).all()
        assert (buffers.mask == plain.now.mask).all()
        assert (buffers.rewards == plain.now.rewards).all()
        assert (buffers.ended == plain.now.ended).all()


def test_a_callers_flags_for_every_seat_tell_whose_game_has_ended(pebbles: Game) -> None:
    buffers = Buffers(ended=np.zeros((3, 2), np.uint8))
    env = VectorEnv(pebbles, 3, seed=20, buffers=buffers)
    until_one_ends(env)
    assert (buffers.ended == env.now.ended[:, None]).all()
    env.step(first_allowed(env))
    assert (buffers.ended == env.now.ended[:, None]).all()


@pytest.mark.parametrize(
    ("buffers", "sentence"),
    [
        (
            Buffers(mask=np.zeros((3, 3), np.int32)),
            "the mask must be one contiguous array .* bool or uint8",
        ),
        (Buffers(rewards=np.zeros((2, 3), np.float32)), "rewards must be"),
        (Buffers(ended=[0, 0, 0]), "what has ended must be .* not a list"),  # type: ignore[arg-type]
        (Buffers(ended=np.zeros((3, 3), np.uint8)), r"what has ended must be .* \(3, 2\)"),
        (Buffers(observations=np.zeros((3, 1), np.float32)), "needs observation="),
    ],
)
def test_buffers_that_do_not_fit_get_a_sentence(pebbles: Game, buffers: Buffers, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        VectorEnv(pebbles, 3, buffers=buffers)


def test_a_row_that_has_ended_tells_points_length_and_last_observation(pebbles: Game) -> None:
    env, match = VectorEnv(pebbles, 1, seed=20, observation="egocentric"), pebbles.match(seed=20)
    while not match.is_over:
        chosen = first_allowed(env)
        mover = match.position.to_act
        match.play(int(chosen[0]))
        now = env.step(chosen)
    assert now.final_scores[0].tolist() == list(match.position.scores)
    assert now.final_lengths[0] == match.length
    assert mover is not None
    last = env.egocentric(match.position.view(mover)._records, np.full(1, mover, np.int8))
    assert (now.final_observations == last).all()


def test_with_the_next_step_a_finished_row_begins_anew(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 2, seed=20, autoreset="next_step")
    until_one_ends(env)
    over = np.flatnonzero(env.now.ended)
    assert (env.now.seats[over] == -2).all()
    assert env.now.mask[over].all()
    now = env.step(first_allowed(env))
    assert (now.seats[over] >= 0).all()
    assert not now.ended[over].any()
    assert not now.rewards[over].any()


def test_without_new_games_a_finished_row_waits_until_it_is_told_to_begin(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 2, seed=20, autoreset="disabled")
    until_one_ends(env)
    over = np.flatnonzero(env.now.ended)
    env.step(first_allowed(env))
    assert (env.now.seats[over] == -2).all()
    env.reset_rows(over, seeds=[77] * len(over))
    match = pebbles.match(seed=77)
    assert env.position(int(over[0])) == match.position


def test_rows_begin_from_positions(pebbles: Game) -> None:
    env, match = VectorEnv(pebbles, 2, seed=1), pebbles.match(seed=9)
    match.play(match.position.moves()[0])
    before = env.position(0)
    env.reset_rows([1], positions=[match.position])
    assert env.position(1) == match.position
    assert env.position(0) == before
    with pytest.raises(ValueError, match="not over"):
        env.reset_rows([1], positions=[before, before][:1] and [None])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="1 rows take 1 seeds, not 2"):
        env.reset_rows([1], seeds=[1, 2])
    with pytest.raises(ValueError, match="a row must be"):
        env.reset_rows([2])


def test_legal_lists_are_the_mask(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 3, seed=4)
    counts, ids = env.legal_lists
    for row in range(3):
        assert ids[row, : counts[row]].tolist() == np.flatnonzero(env.now.mask[row]).tolist()


def test_every_array_is_what_other_frameworks_take(pebbles: Game) -> None:
    now = VectorEnv(pebbles, 3, seed=4, observation="egocentric").now
    for array in (now.seats, now.mask, now.rewards, now.ended, now.observations, now.final_scores):
        assert array.flags.aligned
        assert all(stride % array.itemsize == 0 and stride > 0 for stride in array.strides)
    assert now.seats.flags.c_contiguous


@pytest.mark.parametrize("name", burgrave.games())
def test_every_field_of_the_records_is_what_other_frameworks_take(name: str) -> None:
    records = VectorEnv(name, 2, seed=4).now.records
    for field in records.dtype.names:
        array = records[field]
        assert all(stride % array.itemsize == 0 and stride >= 0 for stride in array.strides), field
        assert array.dtype.newbyteorder("=") == array.dtype


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_environment_plays_no_more(pebbles: Game, threads: int) -> None:
    env = VectorEnv(pebbles, 3, seed=4, threads=threads)
    ids = first_allowed(env)
    env.close()
    env.close()
    for ask in (lambda: env.step(ids), env.reset, lambda: env.reset_rows([0])):
        with pytest.raises(ValueError, match="this environment is closed"):
            ask()
    assert (first_allowed(env) == ids).all()


def test_points_that_others_cannot_see_are_not_paid_before_the_end() -> None:
    game = burgrave.game("catan", players=2, domestic_trade="off", turn_limit=60)
    env, rng = VectorEnv(game, 16, seed=3, rewards="score_gain"), np.random.default_rng(1)
    paid = np.zeros((16, 2))
    hidden = 0
    for row in range(16):
        paid[row] = env.position(row).view(None).scores
    for _ in range(1500):
        counts, ids = env.legal_lists
        now = env.step(ids[np.arange(16), (rng.random(16) * counts).astype(int)].astype(np.int64))
        paid += now.rewards
        for row in np.flatnonzero(now.ended).tolist():
            assert paid[row].tolist() == now.final_scores[row].tolist()
            paid[row] = env.position(row).view(None).scores
        row = int(rng.integers(16))
        position = env.position(row)
        assert paid[row].tolist() == list(position.view(None).scores)
        hidden += position.scores != position.view(None).scores
    assert hidden
