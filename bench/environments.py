"""Steps a second of the vectorised environment, masks and observations included, beside the peer's Gymnasium one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from catanatron_peer import peer_python

from burgrave.bench import Row, best_rate, figure, goal, output_of
from burgrave.envs.vector import VectorEnv

ROWS = 1024
STEPS = 50

PEER_STEPS = """
import json, random, sys, time
import gymnasium

env = gymnasium.make("catanatron_gym:catanatron-v1")
env.reset(seed=1)
seconds, steps = float(sys.argv[1]), 0
began = time.perf_counter()
while time.perf_counter() - began < seconds:
    _, _, ended, cut_off, _ = env.step(random.choice(env.unwrapped.get_valid_actions()))
    steps += 1
    if ended or cut_off:
        env.reset()
print(json.dumps(steps / (time.perf_counter() - began)))
"""


def vector_rate(name: str, *, as_rows: bool = False, **options: Any) -> float:
    """Steps a second on one thread, random legal ids: masks, and what each seat sees as records or as rows too."""
    env, rng = VectorEnv(name, ROWS, seed=1, **options), np.random.default_rng(1)
    rows = np.arange(ROWS)
    shares = [rng.random(ROWS) for _ in range(STEPS)]
    room = env.observations() if as_rows else None

    def work() -> float:
        for share in shares:
            lists = env._moves
            env.step(lists[rows, 1 + (share * lists[:, 0]).astype(np.int64)])
            if room is not None:
                env.observations(room)
        return ROWS * STEPS

    return best_rate(work)


@figure("environment", per_game=True)
def environment(name: str) -> Iterator[Row]:
    """The vectorised environment with the game's usual options."""
    yield Row(f"vectorised steps, {ROWS} rows", vector_rate(name), "/s", name, goal("environment", name))
    yield Row("the same, observations as rows", vector_rate(name, as_rows=True), "/s", name, goal("environment", name))


@figure("peer environment")
def peer_environment() -> Iterator[Row]:
    """Two-player Catan without trade beside the peer's environment, which is one seat against one random bot."""
    ours = vector_rate("catan", players=2, domestic_trade="off")
    peers = max(json.loads(output_of(peer_python(), "-c", PEER_STEPS, "3")) for _ in range(3))
    yield Row("catan for two without trade, vectorised steps", ours, "/s")
    yield Row("catanatron's Gymnasium environment, steps", peers, "/s")
    yield Row("catan, our steps for each of catanatron's", ours / peers, "×")
