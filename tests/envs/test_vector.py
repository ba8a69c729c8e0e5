"""The vectorised environment: the same episodes as matches, masks and views, rewards, and new games by themselves."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.envs.observing import flatten, layout, named, size
from burgrave.envs.vector import VectorEnv


def first_allowed(env: VectorEnv) -> np.ndarray:
    """The first legal id of each row."""
    return env.now.mask.argmax(axis=1)


def test_rows_play_the_games_of_their_seeds(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 4, seed=20)
    matches = [pebbles.match(seed=20 + row) for row in range(4)]
    for _ in range(5):
        for row, match in enumerate(matches):
            assert env.now.seats[row] == match.position.to_act
            view = match.position.view(match.position.to_act)
            assert env.now.records[row].tobytes() == view._records[0].tobytes()
            assert np.flatnonzero(env.now.mask[row]).tolist() == [move.id for move in view.moves()]
        chosen = first_allowed(env)
        for row, match in enumerate(matches):
            match.play(int(chosen[row]))
        env.step(chosen)


def test_a_finished_game_pays_and_a_new_one_begins(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 2, seed=20)
    match = pebbles.match(seed=20)
    while not match.is_over:
        chosen = first_allowed(env)
        match.play(int(chosen[0]))
        step = env.step(chosen)
        assert bool(step.ended[0]) == match.is_over
    winners = match.position.winners
    assert step.rewards[0].tolist() == [1 / len(winners) if seat in winners else 0 for seat in range(2)]
    fresh = pebbles.match(seed=22)
    assert step.records[0].tobytes() == fresh.position.view(fresh.position.to_act)._records[0].tobytes()


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_nothing(pebbles: Game, threads: int) -> None:
    env, alone = VectorEnv(pebbles, 7, seed=1, threads=threads), VectorEnv(pebbles, 7, seed=1)
    for _ in range(30):
        chosen = first_allowed(alone)
        one, two = env.step(chosen), alone.step(chosen)
        assert one.records.tobytes() == two.records.tobytes()
        assert (one.rewards == two.rewards).all()


def test_points_gained_add_up_to_the_score(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 1, seed=3, rewards="score_gain")
    start = np.array(pebbles.match(seed=3).view(None).scores, float)
    total = start.copy()
    match = pebbles.match(seed=3)
    while not match.is_over:
        chosen = first_allowed(env)
        match.play(int(chosen[0]))
        total += env.step(chosen).rewards[0]
    assert total.tolist() == list(match.position.scores)


def test_points_ahead_are_paid_at_the_end(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 1, seed=3, rewards="score_difference")
    match = pebbles.match(seed=3)
    while not match.is_over:
        chosen = first_allowed(env)
        match.play(int(chosen[0]))
        step = env.step(chosen)
    mine, theirs = match.position.scores
    assert step.rewards[0].tolist() == [mine - theirs, theirs - mine]


def test_a_bad_id_names_its_row_and_changes_nothing(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 2, seed=3)
    before = env.now.records.copy()
    with pytest.raises(burgrave.IllegalMove, match="row 1: pebbles has no move 99"):
        env.step([0, 99])
    with pytest.raises(ValueError, match="2 rows take 2 ids"):
        env.step([0])
    assert before.tobytes() == env.now.records.tobytes()


@pytest.mark.parametrize("settings", [{"rows": 0}, {"rows": 1, "threads": 0}, {"rows": 1, "rewards": "fame"}])
def test_wrong_settings_are_refused(pebbles: Game, settings: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"a whole number|valid: win, score_difference, score_gain"):
        VectorEnv(pebbles, **settings)  # type: ignore[arg-type]


def test_buffers_and_kinds_of_numbers_that_cannot_be_get_a_sentence(pebbles: Game) -> None:
    with pytest.raises(ValueError, match=r"buffers are `Buffers\(\.\.\.\)`, not a int"):
        VectorEnv(pebbles, 1, buffers=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="float32 or int8, not quark"):
        VectorEnv(pebbles, 1, observation="egocentric", dtype="quark")


@pytest.mark.parametrize("name", burgrave.games())
def test_the_layout_is_the_record_field_by_field(name: str) -> None:
    game = burgrave.game(name)
    position = game.match(seed=1).position
    records = position.view(0)._records
    parts = layout(game.rules)
    assert [part.name for part in parts] == list(game.rules.state.names)
    assert parts[0].start == 0
    assert all(one.stop == two.start for one, two in pairwise(parts))
    row = flatten(game.rules, records)[0]
    assert len(row) == parts[-1].stop == size(game.rules)
    for part in parts:
        values, field = named(game.rules, row)[part.name], records[0][part.name]
        if part.bits:
            width = part.shape[-1]
            numbers = [int(number) % (1 << width) for number in np.atleast_1d(field).flat]
            expected = [[number >> bit & 1 for bit in range(width)] for number in numbers]
            assert values.reshape(-1, width).tolist() == expected
        else:
            assert values.tolist() == field.tolist()


@pytest.mark.parametrize("name", burgrave.games())
def test_nothing_a_seat_may_not_know_is_observed(name: str) -> None:
    game = burgrave.game(name)
    env = VectorEnv(game, 3, seed=5)
    rng = np.random.default_rng(1)
    for _ in range(60):
        step = env.step([rng.choice(np.flatnonzero(mask)) for mask in env.now.mask])
    for row in range(3):
        seat = int(step.seats[row])
        position = burgrave.core.position.Position(game, env._states[row : row + 1].copy())
        other = position.view(seat).sample(rng)
        rows = [flatten(game.rules, where.view(seat)._records)[0] for where in (position, other)]
        assert (rows[0] == rows[1]).all()
        assert (rows[0] == env.observations()[row]).all()
