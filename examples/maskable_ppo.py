"""MaskablePPO of sb3-contrib learns Hansa Teutonica for two, against random moves, in about a minute.

    pip install 'burgrave[gymnasium,torch]' sb3-contrib
    python examples/maskable_ppo.py

It is paid the points that it gains; how good it is, is counted in games won, from both seats and from deals that it has
not learned from.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from burgrave.envs.gymnasium import BurgraveEnv

# A short game; the observation as one array, as "MlpPolicy" wants it; another seat in each game.
FORM: dict[str, Any] = {
    "players": 2, "max_rounds": 20, "observation": "flat", "constants": False, "seat": "random",
}  # fmt: skip
UNSEEN = 10**9  # where the seeds of games begin that nobody learns from


def learned(steps: int, seed: int = 1) -> MaskablePPO:
    """A policy that has learned from so many decisions; the environment gives it the masks by itself."""
    torch.set_num_threads(1)  # the network is so small that threads would wait for each other
    model = MaskablePPO(
        "MlpPolicy", BurgraveEnv("hansa", rewards="score_gain", **FORM), n_steps=1024, batch_size=256, n_epochs=4,
        seed=seed, learning_rate=1e-3, ent_coef=0.01, gamma=1.0, policy_kwargs={"net_arch": [64]},
    )  # fmt: skip
    return model.learn(steps)


def won(model: MaskablePPO, games: int) -> float:
    """The share of games that it wins against random moves."""
    env, shares = BurgraveEnv("hansa", rewards="win", **FORM), 0.0
    for game in range(games):
        seen, _ = env.reset(seed=UNSEEN + game)
        over, reward = False, 0.0
        while not over:
            chosen, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, over, _, _ = env.step(int(chosen))
        shares += reward
    return shares / games


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--steps", type=int, default=16_384, help="decisions to learn from")
    chosen = options.parse_args()
    print(f"{won(learned(chosen.steps), 200):.0%} of 200 games against random moves won")
