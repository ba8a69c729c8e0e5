"""PettingZoo, Gymnasium and OpenSpiel accept the games, by their own checks."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.envs.observing import rgb_array

GAMES = burgrave.games()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_tests_pass(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from burgrave.envs.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name), num_cycles=100, verbose_progress=False)
        seed_test(lambda: env(name), num_cycles=10)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_checker_passes(name: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from burgrave.envs.gymnasium import BurgraveEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(BurgraveEnv(name, render_mode="rgb_array"), skip_render_check=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from burgrave.envs import openspiel

    assert f"python_burgrave_{name}" in openspiel.NAMES
    quick: dict[str, Any] = {"domestic_trade": "off", "target_points": 5} if name == "catan" else {}
    game = pyspiel.load_game(f"python_burgrave_{name}", quick)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_an_information_state_is_the_seats_own_log(pebbles: Game) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from burgrave.envs import openspiel

    openspiel.register()
    state = pyspiel.load_game("python_burgrave_pebbles").new_initial_state()
    assert state.is_chance_node()
    assert [round(chance, 3) for _, chance in state.chance_outcomes()] == [0.333, 0.333, 0.333]
    for text in ("deal 3", "deal 1", "take 2"):
        state.apply_action(pebbles.move(text).id)
    assert state.information_state_string(0) == "deal 3\ndeal ?\ntake 2"
    assert state.information_state_string(1) == "deal ?\ndeal 1\ntake 2"
    assert len(state.observation_tensor(0)) == state.get_game().observation_tensor_size()
    assert state.action_to_string(1, state.legal_actions()[0]) == "take 1"


def test_the_same_seed_gives_the_same_episode_everywhere(pebbles: Game) -> None:
    pytest.importorskip("pettingzoo")
    from burgrave.envs.gymnasium import BurgraveEnv as Single
    from burgrave.envs.pettingzoo import env as several

    match = pebbles.match(seed=77)
    parallel = several(pebbles)
    parallel.reset(seed=77)
    single = Single(pebbles)
    single.reset(seed=77)
    assert parallel.match.log == single.match.log == match.log
    for each in (parallel, single):
        each.step(pebbles.move("roll").id)
    match.play("roll")
    assert parallel.match.log == match.log
    assert single.match.log[: len(match.log)] == match.log


def test_an_illegal_action_ends_a_gymnasium_episode(pebbles: Game) -> None:
    pytest.importorskip("gymnasium")
    from burgrave.envs.gymnasium import BurgraveEnv

    env = BurgraveEnv(burgrave.game("pebbles", dice="off"))
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].tolist() == [1, 1, 0]
    _, reward, terminated, _, info = env.step(2)
    assert (reward, terminated) == (-1.0, True)
    assert info["illegal"] == "This game is played without the die."


def test_a_gymnasium_seat_wins_its_share(pebbles: Game) -> None:
    pytest.importorskip("gymnasium")
    from burgrave.envs.gymnasium import BurgraveEnv

    env = BurgraveEnv("pebbles", seat=1, opponents="greedy", players=2)
    observation, _ = env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        observation, reward, over, _, _ = env.step(int(np.argmax(observation["action_mask"])))
    winners = env.match.position.winners
    assert reward == (1 / len(winners) if 1 in winners else 0)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        BurgraveEnv("pebbles", seat=2, players=2)


def test_environments_draw_themselves() -> None:
    pytest.importorskip("pettingzoo")
    from burgrave.envs.pettingzoo import env

    pictured = env("barony", render_mode="rgb_array")
    pictured.reset(seed=1)
    picture = pictured.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (800, 3)
    written = env("barony", render_mode="svg")
    written.reset(seed=1)
    assert written.render().startswith("<svg")
    with pytest.raises(ValueError, match="valid: svg, rgb_array"):
        env("barony", render_mode="human")


def test_without_pillow_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ValueError, match=r"pip install 'burgrave\[gymnasium\]'"):
        rgb_array('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')


@pytest.mark.parametrize("framework", ["pettingzoo", "gymnasium", "openspiel"])
def test_without_a_framework_the_error_says_what_to_install(tmp_path: Path, framework: str) -> None:
    module = {"openspiel": "pyspiel"}.get(framework, framework)
    (tmp_path / f"{module}.py").write_text("raise ImportError('not here')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import burgrave.envs.{framework}"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"pip install 'burgrave[{framework}]'" in failed.stderr
