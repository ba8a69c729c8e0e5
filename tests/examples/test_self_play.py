"""The self-play example: what needs no torch is tested here, training in `tests/clients`."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.envs.vector import VectorEnv

EXAMPLE = Path(__file__).parents[2] / "examples/self_play.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("self_play", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def weights_for(env: VectorEnv, width: int = 4) -> dict[str, Any]:
    """Weights that like all ids alike."""
    ids = env.now.mask.shape[1]
    shapes = {"first": (width, env.form.size), "second": (width, width), "policy": (ids, width)}
    arrays: dict[str, Any] = {}
    for name, shape in shapes.items():
        arrays[f"{name}.weight"], arrays[f"{name}.bias"] = np.zeros(shape), np.zeros(shape[0])
    return arrays


def test_a_choice_is_judged_by_what_its_own_seat_gains_until_its_next_choice(example: ModuleType) -> None:
    """One row, two seats: seat 0 chooses, seat 1 chooses and gains 2 over it, seat 0 chooses and wins 5."""
    nothing = np.zeros((0, 2), np.float32)

    def moment(seat: int, expected: float, gain: tuple[float, float], ended: bool) -> tuple[Any, ...]:
        numbers = np.array([expected], np.float32), np.array([gain], np.float32), np.array([ended])
        return np.array([0]), np.array([seat]), nothing, nothing, nothing, nothing, *numbers

    lived = [moment(0, 1.0, (0, 0), False), moment(1, 0.5, (-2, 2), False), moment(0, 3.0, (5, -5), True)]
    surprises, worth, known = example.hindsight(lived)
    last = 5 - 3.0
    assert surprises[2] == pytest.approx(last)
    assert surprises[1] == pytest.approx(2 - 5 - 0.5)
    assert surprises[0] == pytest.approx(-2 + example.DISCOUNT * (3.0 + example.FORESIGHT * last) - 1.0)
    assert worth == pytest.approx(surprises + np.array([1.0, 0.5, 3.0]))
    assert known.all()


def test_a_choice_whose_outcome_is_not_known_yet_is_not_learned_from(example: ModuleType) -> None:
    nothing = np.zeros((0, 2), np.float32)
    one = np.array([0]), np.array([0]), nothing, nothing, nothing, nothing, np.ones(1, np.float32)
    _, _, known = example.hindsight([(*one, np.zeros((1, 2), np.float32), np.array([False]))] * 2)
    assert known.tolist() == [True, False]


def test_points_are_counted_over_the_mean_of_the_others(example: ModuleType) -> None:
    assert example.over_others(np.array([[6.0, 2.0, 1.0]])).tolist() == [[4.5, -1.5, -3.0]]


def test_weights_play_only_what_is_allowed_and_are_an_opponent_as_they_are(example: ModuleType) -> None:
    from burgrave.envs.gymnasium import BurgraveEnv

    options: dict[str, Any] = {"players": 2, "max_rounds": 3}
    policy = example.Policy(weights_for(VectorEnv("hansa", 1, observation="egocentric", **options)))
    env = BurgraveEnv("hansa", opponents=policy, observation="flat", **options)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_every_deal_is_played_from_every_seat_and_the_figures_repeat(example: ModuleType) -> None:
    game = burgrave.game("hansa", players=2, max_rounds=3)
    env = VectorEnv(game, 1, observation="egocentric", constants=False)
    policy = example.Policy(weights_for(env) | {"about": json.dumps({"game": "hansa"})})
    share, low, high = example.played(policy, game, "random", 8)
    assert 0 <= low <= share <= high <= 1
    assert policy.about == {"game": "hansa"}
    assert example.played(policy, game, "random", 8) == (share, low, high)
