"""PettingZoo, Gymnasium and OpenSpiel accept the games, by their own checks."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.envs.observing import flatten, rgb_array

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
    quick: dict[str, Any] = {"turn_limit": 60, "offers_per_turn": 2} if name == "catan" else {}
    game = pyspiel.load_game(f"python_burgrave_{name}", quick)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


HOLDING_SECRETS = ("amber", "catan")
"""Games in which players hold what others do not see."""


def spiel_pebbles(pebbles: Game, *texts: str) -> Any:
    """The small game in OpenSpiel after these moves."""
    pyspiel = pytest.importorskip("pyspiel")
    from burgrave.envs import openspiel

    openspiel.register()
    state = pyspiel.load_game("python_burgrave_pebbles").new_initial_state()
    for text in texts:
        move = pebbles.move(text)
        state.apply_action(move.id - pebbles.rules.verbs.player_ids if state.is_chance_node() else move.id)
    return state


def test_an_information_state_is_the_seats_own_log_and_what_it_sees(pebbles: Game) -> None:
    state = spiel_pebbles(pebbles)
    assert state.is_chance_node()
    assert [round(chance, 3) for _, chance in state.chance_outcomes()] == [0.333, 0.333, 0.333]
    game = state.get_game()
    assert game.num_distinct_actions() == pebbles.rules.verbs.player_ids
    assert all(action < game.max_chance_outcomes() for action in state.legal_actions())
    assert len(state.legal_actions_mask()) == game.max_chance_outcomes()
    state = spiel_pebbles(pebbles, "deal 3", "deal 1", "take 2")
    *log, seen = state.information_state_string(0).split("\n")
    assert log == ["deal 3", "deal ?", "take 2"]
    assert seen == state.observation_string(0)
    assert state.information_state_string(1).startswith("deal ?\ndeal 1\ntake 2\n")
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()
    assert state.action_to_string(1, state.legal_actions()[0]) == "take 1"


def test_a_resampled_state_looks_the_same_to_its_player_only(pebbles: Game) -> None:
    state, rng = spiel_pebbles(pebbles, "deal 3", "deal 1", "take 2"), np.random.default_rng(1)
    others = set()
    for _ in range(20):
        again = state.resample_from_infostate(1, rng.random)
        assert again.information_state_string(1) == state.information_state_string(1)
        assert again.legal_actions() == state.legal_actions()
        others.add(again.observation_string(0))
        again.apply_action(again.legal_actions()[0])
    assert len(others) > 1


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_dealt_anew_without_its_player_noticing(name: str) -> None:
    """At twelve decisions of a random game; where others hold secrets, they would notice."""
    pyspiel = pytest.importorskip("pyspiel")
    from burgrave.envs import openspiel

    assert f"python_burgrave_{name}" in openspiel.NAMES
    game, rng = pyspiel.load_game(f"python_burgrave_{name}", {"players": 3}), np.random.default_rng(1)
    state = game.new_initial_state()
    asked, differing = 0, False
    while asked < 12:
        if not state.is_chance_node() and rng.random() < 0.03:
            player, asked = state.current_player(), asked + 1
            again = state.resample_from_infostate(player, rng.random)
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_tensor(player) == state.observation_tensor(player)
            assert again.legal_actions() == state.legal_actions()
            differing |= any(again.observation_string(seat) != state.observation_string(seat) for seat in range(3))
            again.apply_action(int(rng.choice(again.legal_actions())))
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            state = game.new_initial_state()
    assert differing == (name in HOLDING_SECRETS)


def test_observers_show_what_is_asked_for(pebbles: Game) -> None:
    state = spiel_pebbles(pebbles, "deal 3", "deal 1", "take 2")
    pyspiel = pytest.importorskip("pyspiel")
    private = pyspiel.PrivateInfoType

    def observer(public: bool, recall: bool, whose: Any) -> Any:
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=whose)
        return state.get_game().make_py_observer(kind)

    def tensor(public: bool, whose: Any, player: int) -> list[float]:
        one = observer(public, False, whose)
        one.set_from(state, player)
        return one.tensor.tolist()

    assert tensor(True, private.NONE, 0) == tensor(True, private.NONE, 1)
    assert tensor(True, private.SINGLE_PLAYER, 0) != tensor(True, private.SINGLE_PLAYER, 1)
    assert tensor(True, private.ALL_PLAYERS, 0) == tensor(True, private.ALL_PLAYERS, 1)
    public, own, alone = (tensor(True, private.NONE, 0), tensor(True, private.SINGLE_PLAYER, 0),
                          tensor(False, private.SINGLE_PLAYER, 0))  # fmt: skip
    assert alone == [mine if mine != shown else 0 for mine, shown in zip(own, public, strict=True)]
    remembering = observer(True, True, private.SINGLE_PLAYER)
    assert remembering.tensor is None
    assert remembering.string_from(state, 0).startswith("deal 3\ndeal ?\ntake 2\n")
    assert observer(True, True, private.NONE).string_from(state, 0).startswith("deal ?\ndeal ?\ntake 2\n")


def play_with_openspiels_searches(game: Any, judge: Any, simulations: int) -> Any:
    """A whole game of OpenSpiel's MCTS against its IS-MCTS; the last state."""
    from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

    rng = np.random.RandomState(1)
    bots = [
        mcts.MCTSBot(game, 2, simulations, judge, random_state=rng),
        ismcts.ISMCTSBot(game=game, evaluator=judge, uct_c=2, max_simulations=simulations, random_state=rng),
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state


def test_openspiels_searches_play_a_whole_game(pebbles: Game) -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    judge = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
    assert sum(play_with_openspiels_searches(spiel_pebbles(pebbles).get_game(), judge, 10).returns()) == 1


SHORT: dict[str, dict[str, Any]] = {
    "amber": {},
    "barony": {"max_rounds": 3},
    "burgundy": {},
    "catan": {"turn_limit": 8, "domestic_trade": "off"},
    "hansa": {"max_rounds": 3},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_searches_play_a_whole_game_of_each(name: str) -> None:
    """Games as short as their options make them; the searches look ahead and judge nothing, which is quick."""
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    from burgrave.envs import openspiel

    class NoJudgement(mcts.Evaluator):  # type: ignore[misc]
        def evaluate(self, state: Any) -> Any:
            return np.zeros(state.num_players())

        def prior(self, state: Any) -> list[tuple[int, float]]:
            if state.is_chance_node():
                return list(state.chance_outcomes())
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

    game = pyspiel.load_game(f"python_burgrave_{name}", {"players": 2, **SHORT[name]})
    assert game.get_type().short_name in openspiel.NAMES
    last = play_with_openspiels_searches(game, NoJudgement(), 2)
    paid = 0 if "turn_limit" in SHORT[name] else 1  # nobody wins a game that its turns have ended
    assert sum(last.returns()) == pytest.approx(paid)


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
    for action, sentence in (
        (2, "This game is played without the die."),
        (99, "pebbles has no move 99"),
        (-1, "pebbles has no move -1"),
    ):
        observation, _ = env.reset(seed=1)
        assert observation["action_mask"].tolist() == [1, 1, 0]
        observation, reward, terminated, _, info = env.step(action)
        assert (reward, terminated) == (-1.0, True)
        assert info["illegal"].startswith(sentence)
        assert observation["action_mask"].all()
        with pytest.raises(ValueError, match=r"the episode is over: call reset\(\)"):
            env.step(0)


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


def test_gymnasium_makes_games_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    name = "burgrave.envs.gymnasium:burgrave/Barony-v0"  # the module before the colon registers the names
    env = gymnasium.make(name, players=2, opponents="greedy", observation="flat", max_rounds=2)
    assert "burgrave/Catan-v0" in gymnasium.registry
    observation, info = env.reset(seed=7)
    assert env.observation_space.contains(observation)
    assert env.unwrapped.action_masks().sum() == info["action_mask"].sum() > 0
    assert (info["seat"], len(info["scores"]), info["winners"]) == (0, 2, ())
    over = False
    while not over:
        observation, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert info["winners"]
    assert info["action_mask"].all()
    assert info["length"] == env.unwrapped.match.length
    assert tuple(info["scores"]) == env.unwrapped.match.position.scores
    assert reward == (1 / len(info["winners"]) if 0 in info["winners"] else 0)


def test_gymnasiums_own_wrappers_take_flat_observations(pebbles: Game) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.wrappers import FlattenObservation, NormalizeObservation

    from burgrave.envs.gymnasium import BurgraveEnv

    env = FlattenObservation(NormalizeObservation(BurgraveEnv(pebbles, observation="flat")))
    assert env.reset(seed=1)[0].shape == env.observation_space.shape


def test_opponents_are_names_bots_callables_or_a_list() -> None:
    pytest.importorskip("gymnasium")
    from burgrave.envs.gymnasium import BurgraveEnv

    asked = []

    def network(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        asked.append((observations.shape, masks.shape))
        return masks.argmax(axis=1)

    game = burgrave.game("barony", players=3, max_rounds=2)
    bot = burgrave.bot("random", game, seed=1)
    env = BurgraveEnv(game, opponents=[network, bot], observation="egocentric", seat="random")
    seats = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            observation, _, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    assert seats == {0, 1, 2}
    assert set(asked) == {((1, len(observation["observation"])), (1, 1714))}
    for wrong, sentence in ((["random"], "2 opponents"), ("nobody", "there is no bot"), (3, "an opponent is")):
        with pytest.raises(ValueError, match=sentence):
            BurgraveEnv(game, opponents=wrong)
    careless = BurgraveEnv(game, opponents=lambda seen, masks: masks.argmin(axis=1), seat=0)
    first = int(careless.reset(seed=1)[0]["action_mask"].argmax())
    with pytest.raises(burgrave.IllegalMove, match="an opponent may not do that"):
        careless.step(first)


def test_an_environment_that_cannot_play_says_why(pebbles: Game) -> None:
    pytest.importorskip("pettingzoo")
    from burgrave.envs.gymnasium import BurgraveEnv as Single
    from burgrave.envs.gymnasium import BurgraveVectorEnv as Many
    from burgrave.envs.pettingzoo import BurgraveEnv as several  # noqa: N813

    for env in (Single(pebbles), Many(pebbles, 2), several(pebbles)):
        asked: list[Callable[[], Any]] = [lambda env=env: env.step([0, 0] if isinstance(env, Many) else 0)]
        if isinstance(env, Single):
            asked += [env.action_masks, env.render, lambda env=env: env.match]
        elif isinstance(env, Many):
            asked += [env.action_masks]
        else:
            asked += [env.last, env.agent_iter, env.state, env.render, lambda env=env: env.observe("player_0")]
        for ask in asked:
            with pytest.raises(ValueError, match=r"it has not begun: call reset\(\) first"):
                ask()
        if not isinstance(env, several):
            with pytest.raises(ValueError, match="reset has no option 'begin'"):
                env.reset(seed=1, options={"begin": 1})
        env.reset(seed=1)
        env.close()
        with pytest.raises(ValueError, match="this environment is closed"):
            env.reset(seed=1)


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_gymnasiums_vector_environment_plays_on(autoreset: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")

    env = gymnasium.make_vec(
        "burgrave.envs.gymnasium:burgrave/Barony-v0",
        4,
        vectorization_mode="vector_entry_point",
        players=2,
        max_rounds=1,
        autoreset=autoreset,
        seat="random",
    )
    observations, infos = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    assert (observations == again).all()
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        observations, rewards, ended, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert env.observation_space.contains(observations)
    row = int(np.flatnonzero(ended)[0])
    assert infos["_final_scores"][row]
    winners = infos["final_winners"][row]
    assert rewards[row] == winners[infos["final_seat"][row]] / winners.sum()
    assert infos["final_length"][row] > 0
    if autoreset == "same_step":
        assert infos["final_obs"][row].shape == observations[row].shape
        assert not infos["action_mask"][row].all()
    else:
        assert infos["action_mask"][row].all()
        _, rewards, after, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert (rewards[row], after[row]) == (0, False)
        assert infos["action_mask"][row].all() == (autoreset == "disabled")
    if autoreset == "disabled":
        _, infos = env.reset(options={"reset_mask": ended})
        assert not infos["action_mask"][row].all()
    with pytest.raises(ValueError, match="4 rows take 4 ids"):
        env.step([0])
    with pytest.raises(ValueError, match="row 0"):
        env.step(infos["action_mask"].argmin(axis=1))


def test_episodes_begin_from_positions() -> None:
    pytest.importorskip("gymnasium")
    from burgrave.envs.gymnasium import BurgraveEnv, BurgraveVectorEnv

    game = burgrave.game("barony", players=2)
    match = game.match(seed=9)
    for _ in range(6):
        match.play(match.position.moves()[0])
    seat = match.position.to_act
    expected = flatten(game.rules, match.position.view(seat)._records)[0]
    seen, _ = BurgraveEnv(game, seat=seat).reset(seed=1, options={"position": match.position})
    assert (seen["observation"] == expected).all()
    many = BurgraveVectorEnv(game, 3, seat=seat, observation="record")
    before, _ = many.reset(seed=1)
    second = np.arange(3) == 1
    after, _ = many.reset(options={"reset_mask": second, "positions": [match.position]})
    assert (after["observation"][1] == expected).all()
    assert (after["observation"][~second] == before["observation"][~second]).all()


def test_pettingzoo_has_states_modules_and_egocentric_observations() -> None:
    pytest.importorskip("pettingzoo")
    from burgrave.envs import pettingzoo
    from burgrave.envs.observing import size

    table = pettingzoo.catan_v0.env(players=3, observation="egocentric", render_mode="ansi")
    table.reset(seed=1)
    assert table.metadata["name"] == "catan_v0"
    assert table.state().shape == table.state_space.shape == (size(table.game.rules),)
    assert table.observation_space("player_1").contains(table.observe("player_1"))
    assert "Hex 0: " in table.render()
    with pytest.raises(AttributeError, match="chess_v0"):
        _ = pettingzoo.chess_v0
    for ask in (table.observe, table.observation_space, table.action_space):
        with pytest.raises(ValueError, match="there is no agent 'player_9'"):
            ask("player_9")


def test_pettingzoos_own_wrapper_ends_a_game_with_an_illegal_id() -> None:
    wrappers = pytest.importorskip("pettingzoo.utils.wrappers")
    from burgrave.envs.pettingzoo import barony_v0

    table = wrappers.TerminateIllegalWrapper(barony_v0.env(players=2), illegal_reward=-1)
    table.reset(seed=1)
    observation, *_ = table.last()
    table.step(int(observation["action_mask"].argmin()))
    assert table.rewards == {"player_0": -1, "player_1": 0}
    assert all(table.terminations.values())


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
    with pytest.raises(ValueError, match="valid: svg, rgb_array, ansi"):
        env("barony", render_mode="human")


def test_gymnasiums_own_wrappers_collect_pictures() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("burgrave.envs.gymnasium:burgrave/Barony-v0", render_mode="rgb_array", players=2)
    collected = gymnasium.wrappers.RenderCollection(env)
    _, info = collected.reset(seed=1)
    collected.step(int(info["action_mask"].argmax()))
    assert [picture.shape[1:] for picture in collected.render()] == [(800, 3)] * 2
    assert "rgb_array_list" not in env.metadata["render_modes"]


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
