"""The learner: what needs no torch is tested here, training in `tests/clients`."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.envs.foresight import Foresight

EXAMPLE = Path(__file__).parents[2] / "examples/learn.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn"] = module
    spec.loader.exec_module(module)
    return module


def weights_for(game: Game, hidden: int = 4) -> dict[str, Any]:
    """Weights that like all moves alike."""
    width = game.players * len(Foresight(game).names)
    shapes = {
        "first": (hidden, 2 * width),
        "second": (hidden, hidden),
        "policy": (1, hidden),
        "straight": (1, 2 * width),
    }
    arrays: dict[str, Any] = {f"scale.{name}": np.ones(width) for name in ("middle", "spread", "change")}
    for name, shape in shapes.items():
        arrays[f"{name}.weight"], arrays[f"{name}.bias"] = np.zeros(shape), np.zeros(shape[0])
    return arrays


def moment(example: ModuleType, seat: int, expected: float, gain: tuple[float, float], ended: bool) -> Any:
    """A step of one row in which a seat had a choice."""
    nothing: Any = np.zeros(0, np.float32)
    numbers = np.array([expected], np.float32), np.array([gain], np.float32), np.array([ended])
    return example.Moment(np.array([0]), np.array([seat]), *[nothing] * 5, *numbers)


def test_a_choice_is_judged_by_what_its_own_seat_gains_until_its_next_choice(example: ModuleType) -> None:
    """One row, two seats: seat 0 chooses, seat 1 chooses and gains 2 over it, seat 0 chooses and wins 5."""
    told = ((0, 1.0, (0, 0), False), (1, 0.5, (-2, 2), False), (0, 3.0, (5, -5), True))
    surprises, worth, known = example.hindsight([moment(example, *one) for one in told])
    last = 5 - 3.0
    assert surprises[2] == pytest.approx(last)
    assert surprises[1] == pytest.approx(2 - 5 - 0.5)
    assert surprises[0] == pytest.approx(-2 + example.DISCOUNT * (3.0 + example.FORESIGHT * last) - 1.0)
    assert worth == pytest.approx(surprises + np.array([1.0, 0.5, 3.0]))
    assert known.all()


def test_a_choice_whose_outcome_is_not_known_yet_is_not_learned_from(example: ModuleType) -> None:
    _, _, known = example.hindsight([moment(example, 0, 1.0, (0, 0), False)] * 2)
    assert known.tolist() == [True, False]


def test_games_that_random_moves_never_win_by_a_point_have_a_margin_too(example: ModuleType) -> None:
    game = burgrave.game("hansa", players=2, max_rounds=2)
    assert example.usual(game, np.random.default_rng(1))[0] == 1


def test_lists_of_allowed_ids_stand_one_after_the_other(example: ModuleType) -> None:
    counts, lists = np.array([2, 1, 3], np.int16), np.array([[7, 8, 0], [5, 0, 0], [1, 2, 3]], np.int16)
    allowed = example.lists_of(counts, lists, np.array([0, 2]))
    assert allowed.ids.tolist() == [7, 8, 1, 2, 3]
    assert allowed.first.tolist() == [0, 2]
    assert allowed.owner.tolist() == [0, 0, 1, 1, 1]
    assert allowed.places(np.array([1, 0, 1])).tolist() == [2, 3, 4, 0, 1, 2, 3, 4]


def test_ids_are_drawn_by_their_probability(example: ModuleType) -> None:
    allowed = example.Allowed(np.arange(5), np.array([2, 3]))
    logs, rng = np.log(np.array([0.8, 0.2, 0.1, 0.1, 0.8])), np.random.default_rng(1)
    chosen = np.array([example.drawn(logs, allowed, rng) for _ in range(2000)])
    assert (chosen[:, 0] == 0).mean() == pytest.approx(0.8, abs=0.05)
    assert [(chosen[:, 1] == place).mean() for place in range(3)] == pytest.approx([0.1, 0.1, 0.8], abs=0.05)


def test_points_are_counted_over_the_mean_of_the_others(example: ModuleType) -> None:
    assert example.over_others(np.array([[6.0, 2.0, 1.0]])).tolist() == [[4.5, -1.5, -3.0]]


@pytest.mark.parametrize("name", ["barony", "hansa"])
def test_published_weights_beat_random_bots_in_the_protocol_and_have_a_card(example: ModuleType, name: str) -> None:
    folder = EXAMPLE.parent / "learned" / name
    policy = example.Policy.load(folder / "weights.npz")
    game = burgrave.game(name, **policy.about["options"])
    share, _, _ = example.played(policy, game, "random", 6)
    assert share == 1
    share, _, _ = example.played(policy, game, "greedy", 10)
    assert share >= 0.5
    assert policy.about["command"] in (folder / "card.md").read_text(encoding="utf-8")
    assert (folder / "weights.npz").stat().st_size < 500_000


def test_weights_are_an_opponent_as_they_are(example: ModuleType) -> None:
    from burgrave.envs.gymnasium import BurgraveEnv

    game = burgrave.game("hansa", players=2, max_rounds=3)
    env = BurgraveEnv(game, opponents=example.Policy(weights_for(game)), observation="flat")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_every_deal_is_played_from_every_seat_and_the_figures_repeat(example: ModuleType) -> None:
    game = burgrave.game("hansa", players=2, max_rounds=3)
    policy = example.Policy(weights_for(game) | {"about": json.dumps({"game": "hansa"})})
    share, low, high = example.played(policy, game, "random", 8)
    assert 0 <= low <= share <= high <= 1
    assert policy.about == {"game": "hansa"}
    assert example.played(policy, game, "random", 8) == (share, low, high)


def test_weights_are_judged_and_get_a_card(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example, "PROTOCOL", (("random", 4), ("greedy", 2)))
    options = {"players": 2, "max_rounds": 2}
    game = burgrave.game("hansa", players=2, max_rounds=2)
    about = {"game": "hansa", "options": options, "decisions": 1000, "seconds": 2, "command": "learn"}
    np.savez_compressed(tmp_path / "weights.npz", **weights_for(game), about=json.dumps(about))
    example.judge(tmp_path / "weights.npz")
    card = (tmp_path / "card.md").read_text(encoding="utf-8")
    assert "Hansa Teutonica, players 2, max_rounds 2" in card
    assert "| `greedy` | 2 |" in card
