"""Others' learners take the environments as they are; `make clients` installs them, other tests do without."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.envs.vector import VectorEnv

EXAMPLES = Path(__file__).parents[2] / "examples"
QUICK: dict[str, Any] = {"players": 2, "max_rounds": 20}


def test_maskable_ppo_learns_without_a_wrapper() -> None:
    learners = pytest.importorskip("sb3_contrib")
    from burgrave.envs.gymnasium import BurgraveEnv

    env = BurgraveEnv("hansa", observation="flat", rewards="score_difference", **QUICK)
    model = learners.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1)
    model.learn(256)
    seen, _ = env.reset(seed=1)
    chosen, _ = model.predict(seen, action_masks=env.action_masks())
    assert env.action_masks()[int(chosen)]


def example(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_maskable_ppo_example_learns_to_beat_random_moves() -> None:
    """In about a minute: half the games before, about four of five after it."""
    pytest.importorskip("sb3_contrib")
    maskable_ppo = example("maskable_ppo")
    assert maskable_ppo.won(maskable_ppo.learned(8192), 60) > 0.65


def test_the_cleanrl_example_learns_to_beat_random_moves_from_its_past_selves() -> None:
    pytest.importorskip("torch")
    cleanrl_ppo = example("cleanrl_ppo")
    agent, league = cleanrl_ppo.learned(8)
    assert cleanrl_ppo.won(agent, 100) > 0.8
    assert "start" in league.players
    assert league.share("learner", "start") > 0.5


def test_maskable_ppo_takes_environments_made_by_name(tmp_path: Path) -> None:
    learners = pytest.importorskip("sb3_contrib")
    several = pytest.importorskip("stable_baselines3.common.env_util")
    import burgrave.envs.gymnasium  # noqa: F401

    envs = several.make_vec_env("burgrave/Hansa-v0", n_envs=2, env_kwargs={"observation": "egocentric", **QUICK})
    model = learners.MaskablePPO("MultiInputPolicy", envs, n_steps=64, batch_size=64, n_epochs=1, seed=1)
    model.learn(128).save(tmp_path / "model")
    again = learners.MaskablePPO.load(tmp_path / "model", envs)
    masks = np.stack(envs.env_method("action_masks"))
    chosen, _ = again.predict(envs.reset(), action_masks=masks)
    assert masks[np.arange(2), chosen].all()


def test_torchrls_collector_gathers_whole_games_with_a_masked_policy() -> None:
    """Two lots of steps: every game that ends in them has paid somebody, and a new one has begun in its place."""
    torch = pytest.importorskip("torch")
    envs, collectors = pytest.importorskip("torchrl.envs"), pytest.importorskip("torchrl.collectors")
    modules, tensors = pytest.importorskip("torchrl.modules"), pytest.importorskip("tensordict.nn")
    from burgrave.envs.gymnasium import BurgraveEnv

    made = envs.GymWrapper(
        BurgraveEnv("hansa", observation="egocentric", players=2, max_rounds=3), categorical_action_encoding=True
    )
    as_bool = envs.DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    env = envs.TransformedEnv(made, envs.Compose(as_bool, envs.ActionMask()))
    size, ids = made.observation_spec["observation"].shape[-1], made.action_spec.space.n
    net = tensors.TensorDictModule(torch.nn.Linear(size, ids), in_keys=["observation"], out_keys=["logits"])
    policy = modules.ProbabilisticActor(
        net, in_keys={"logits": "logits", "mask": "action_mask"}, out_keys=["action"],
        distribution_class=modules.MaskedCategorical,
    )  # fmt: skip
    collector = collectors.Collector(
        env, policy, frames_per_batch=100, total_frames=200, auto_register_policy_transforms=True
    )
    lots = list(collector)
    collector.shutdown()
    assert [lot.numel() for lot in lots] == [100, 100]
    ended = 0
    for lot in lots:
        assert lot["action_mask"].gather(-1, lot["action"][..., None]).all()
        assert ((lot["next", "reward"] != -1) | ~lot["next", "done"]).all()
        ended += int(lot["next", "done"].sum())
    assert ended >= 2


def test_tianshous_collector_gathers_whole_games_of_all_seats() -> None:
    envs = pytest.importorskip("tianshou.env")
    several_of = pytest.importorskip("tianshou.algorithm.multiagent.marl").MultiAgentOffPolicyAlgorithm
    anything = pytest.importorskip("tianshou.algorithm.random").MARLRandomDiscreteMaskedOffPolicyAlgorithm
    data = pytest.importorskip("tianshou.data")
    from burgrave.envs.pettingzoo import hansa_v0

    def table() -> Any:
        return envs.PettingZooEnv(hansa_v0.env(players=2, max_rounds=3))

    one = table()
    everybody = several_of(algorithms=[anything(one.action_space) for _ in one.agents], env=one)
    several = envs.DummyVectorEnv([table] * 2)
    collector = data.Collector(everybody, several, data.VectorReplayBuffer(2000, 2))
    told = collector.collect(n_episode=4, reset_before_collect=True)
    assert told.n_collected_episodes == 4
    kept = collector.buffer.sample(0)[0]
    assert len(kept) == told.n_collected_steps
    ends = kept.rew[kept.terminated]
    assert ends.shape == (4, 2)
    assert ends.sum(axis=1).tolist() == [1.0] * 4


@pytest.mark.parametrize("name", burgrave.games())
def test_torch_shares_every_array(name: str) -> None:
    torch = pytest.importorskip("torch")
    env = VectorEnv(name, 4, observation="egocentric", players=2)
    now = env.now
    arrays = [getattr(now, field.name) for field in fields(now) if field.name != "records"]
    arrays += [*env.legal_lists, *(now.records[field] for field in now.records.dtype.names)]
    shared = [torch.from_numpy(array) for array in arrays]
    env.step(now.mask.argmax(axis=1))
    for tensor, array in zip(shared, arrays, strict=True):
        assert (tensor.numpy() == array).all()
        assert tensor.data_ptr() == array.ctypes.data or not array.size


def test_polars_and_torch_read_a_dataset(tmp_path: Path) -> None:
    polars, torch = pytest.importorskip("polars"), pytest.importorskip("torch")
    command = [sys.executable, "-m", "burgrave", "dataset", "hansa", str(tmp_path), "--games", "3", "--players", "2"]
    subprocess.run([*command, "--bots", "greedy", "-o", "max_rounds=3", "--observation", "egocentric"], check=True)
    frame = polars.read_parquet(tmp_path / "*.parquet")
    assert frame["seed"].n_unique() == 3
    assert all(move in legal for move, legal in zip(frame["move"], frame["legal"].to_list(), strict=True))
    seen = torch.from_numpy(np.stack(frame["observation"].to_numpy()))
    assert seen.dtype == torch.int8
    assert len(seen) == len(frame) > 0


def test_the_example_teaches_itself_and_its_weights_are_judged(tmp_path: Path) -> None:
    """A few lessons: that it runs to its end; how strong it gets, its card says."""
    pytest.importorskip("torch")
    command = [sys.executable, str(EXAMPLES / "learn.py")]
    sizes = [
        "--decisions",
        "2000",
        "-o",
        "max_rounds=4",
        "--rows",
        "16",
        "--games",
        "4",
        "--threads",
        "1",
    ]
    subprocess.run([*command, "train", "hansa", *sizes, "--out", str(tmp_path)], check=True)
    curve = json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))
    assert curve[-1]["decisions"] >= 2000
    assert "</svg>" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    with np.load(tmp_path / "weights.npz") as weights:
        assert np.isfinite(weights["policy.weight"]).all()
        assert json.loads(str(weights["about"]))["game"] == "hansa"
