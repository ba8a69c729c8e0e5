"""Steps a second of the vectorised environment, masks and observations included, beside others'."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from catanatron_peer import peer_python

from burgrave.bench import Row, best_rate, figure, goal, output_of
from burgrave.core.loader import load_rules
from burgrave.envs.egocentric import STEP
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

PGX_STEPS = """
import json, os, sys, time

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

name, rows, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
env = pgx.make(name)
begin = jax.vmap(env.init)
go_on = jax.vmap(auto_reset(env.step, env.init))


@jax.jit
def step(state, key):
    chosen, luck, key = jax.random.split(key, 3)
    ids = jax.random.categorical(chosen, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
    return go_on(state, ids, jax.random.split(luck, rows)), key


state, key = jax.jit(begin)(jax.random.split(jax.random.key(1), rows)), jax.random.key(2)
state, key = step(state, key)
jax.block_until_ready(state)
best = 0.0
for _ in range(3):
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        state, key = step(state, key)
        jax.block_until_ready(state)
        steps += rows
    best = max(best, steps / (time.perf_counter() - began))
print(json.dumps(best))
"""


def vector_rate(name: str, observation: str = "records", **options: Any) -> float:
    """Steps a second on one thread, random legal ids: masks, and what each seat sees as records or as numbers too."""
    env, rng = VectorEnv(name, ROWS, seed=1, observation=observation, **options), np.random.default_rng(1)
    rows = np.arange(ROWS)
    shares = [rng.random(ROWS) for _ in range(STEPS)]
    counts, lists = env.legal_lists

    def work() -> float:
        for share in shares:
            env.step(lists[rows, (share * counts).astype(np.int64)])
        return ROWS * STEPS

    return best_rate(work)


def single_rate(name: str) -> float:
    """Steps a second of one Gymnasium environment against random moves: the first legal move of a random half."""
    from burgrave.envs.gymnasium import BurgraveEnv

    load_rules(name).compiled(STEP)
    env, rng = BurgraveEnv(name, players=2, observation="flat"), np.random.default_rng(1)
    _, info = env.reset(seed=1)

    def work() -> float:
        nonlocal info
        for _ in range(1000):
            allowed = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = env.step(int(allowed[int(rng.random() * len(allowed))]))
            if over:
                _, info = env.reset()
        return 1000

    return best_rate(work)


def backgammon_rate() -> float:
    """Steps a second of OpenSpiel's backgammon, with legal actions and observation tensors; chance's do not count."""
    import pyspiel

    game, rng = pyspiel.load_game("backgammon"), np.random.default_rng(1)
    state = game.new_initial_state()

    def work() -> float:
        nonlocal state
        steps = 0
        while steps < 1000:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                state.observation_tensor()
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return best_rate(work)


@figure("environment", per_game=True)
def environment(name: str) -> Iterator[Row]:
    """The vectorised environment with the game's usual options, and one Gymnasium environment for two."""
    yield Row(f"vectorised steps, {ROWS} rows", vector_rate(name), "/s", name)
    rate = vector_rate(name, "egocentric")
    yield Row("the same, egocentric observations", rate, "/s", name, goal("environment", name))
    yield Row("Gymnasium, one environment, steps", single_rate(name), "/s", name, 30_000.0)


@figure("peer environment")
def peer_environment() -> Iterator[Row]:
    """Two-player Catan without trade beside the peer's environment, which is one seat against one random bot.

    And beside small games of two suites: OpenSpiel's where it is installed, pgx's in an environment of its own.
    """
    ours = vector_rate("catan", players=2, domestic_trade="off")
    peers = max(json.loads(output_of(peer_python(), "-c", PEER_STEPS, "3")) for _ in range(3))
    yield Row("catan for two without trade, vectorised steps", ours, "/s")
    yield Row("catanatron's Gymnasium environment, steps", peers, "/s")
    yield Row("catan, our steps for each of catanatron's", ours / peers, "×")
    if find_spec("pyspiel"):
        yield Row("OpenSpiel's backgammon, steps, installed here", backgammon_rate(), "/s")
    for name in ("backgammon", "connect_four"):
        words = (peer_python("pgx"), "-c", PGX_STEPS, name, str(ROWS), "3")
        theirs = json.loads(output_of(*words))
        yield Row(f"pgx's {name.replace('_', ' ')}, steps, {ROWS} rows, one core", theirs, "/s")
