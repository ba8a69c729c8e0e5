"""PPO in the style of CleanRL, one loop in one file: Hansa Teutonica for two, against a league of past selves.

    pip install 'burgrave[gymnasium,torch]'
    python examples/cleanrl_ppo.py

Many games run in one compiled step (`gymnasium.make_vec`); the agent has one seat in each, a past self the other. A
season is some lessons against the same opponent, whom the league chooses; an agent that wins becomes one of those whom
later ones meet.
"""

from __future__ import annotations

import argparse
import copy
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import burgrave.envs.gymnasium
from burgrave.envs.league import LEARNER, League

gymnasium.register_envs(burgrave.envs.gymnasium)  # the import has done it already

ENVS, STEPS, LESSONS = 64, 64, 4  # games at once, decisions of each between two lessons, lessons of a season
EPOCHS, PORTION = 4, 512
RATE, DISCOUNT, LAMBDA, CLIP, CURIOSITY = 1e-3, 1.0, 0.95, 0.2, 0.01
GAME: dict[str, Any] = {
    "id": "burgrave/Hansa-v0", "players": 2, "max_rounds": 20, "constants": False, "seat": "random",
}  # fmt: skip
UNSEEN = 10**9  # where the seeds of games begin that nobody learns from


class Agent(nn.Module):
    """From what a seat sees: the chances of its legal moves, and what it may expect."""

    def __init__(self, numbers: int, ids: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 64), nn.Tanh())
        self.actor, self.critic = nn.Linear(64, ids), nn.Linear(64, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """What is not legal has no chance."""
        hidden = self.body(seen)
        liking = self.actor(hidden).masked_fill(~mask, -torch.inf)
        return Categorical(logits=liking), self.critic(hidden)[:, 0]

    @torch.no_grad()
    def play(self, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Ids for some decisions: what an environment asks of an opponent."""
        chances, _ = self(torch.from_numpy(seen), torch.from_numpy(masks).bool())
        return chances.sample().numpy()


def learned(lessons: int, seed: int = 1) -> tuple[Agent, League]:
    """An agent after so many lessons, and the league that it has met."""
    torch.set_num_threads(1)  # the network is so small that threads would wait for each other
    torch.manual_seed(seed)
    past: Agent

    def opponent(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return past.play(seen, masks)

    envs = gymnasium.make_vec(num_envs=ENVS, opponents=opponent, rewards="score_gain", **GAME)
    agent = Agent(envs.single_observation_space.shape[0], envs.single_action_space.n)
    optimizer = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    league = League(seed=seed)
    league.add("start", copy.deepcopy(agent))
    shape = STEPS, ENVS
    for lesson in range(lessons):
        if lesson % LESSONS == 0:
            rival, past = league.opponent()
            seen, infos = envs.reset(seed=seed + lesson * ENVS)
        kept: list[list[torch.Tensor]] = []
        rewards, over = torch.zeros(shape), torch.zeros(shape)
        for step in range(STEPS):
            now, mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool()
            with torch.no_grad():
                chances, value = agent(now, mask)
            action = chances.sample()
            kept.append([now, mask, action, chances.log_prob(action), value])
            seen, reward, ended, _, infos = envs.step(action.numpy())
            rewards[step], over[step] = torch.from_numpy(reward), torch.from_numpy(ended)
            for row in np.flatnonzero(ended):
                winners = infos["final_winners"][row]
                league.tell(LEARNER, rival, winners[infos["final_seat"][row]] / winners.sum())
        with torch.no_grad():
            _, later = agent(torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool())
        columns = [torch.stack(column) for column in zip(*kept, strict=True)]
        values, surprises, surprise = columns[-1], torch.zeros(shape), torch.zeros(ENVS)
        for step in reversed(range(STEPS)):  # generalised advantage estimation
            goes_on = 1 - over[step]
            surprise = rewards[step] + DISCOUNT * goes_on * (later + LAMBDA * surprise) - values[step]
            surprises[step], later = surprise, values[step]
        improve(agent, optimizer, columns, surprises)
        if lesson % LESSONS == LESSONS - 1:
            share = league.share(LEARNER, rival)
            print(f"{lesson + 1} lessons: {share:.0%} of the last games against {rival!r} won", flush=True)
            if share > 0.55:
                league.add(f"after {lesson + 1} lessons", copy.deepcopy(agent))
    envs.close()
    return agent, league


def improve(
    agent: Agent, optimizer: torch.optim.Optimizer, columns: list[torch.Tensor], surprises: torch.Tensor
) -> None:
    """What went better than expected becomes likelier, a little at a time."""
    observations, masks, actions, logs, values = (column.flatten(0, 1) for column in columns)
    surprises = surprises.flatten()
    worth = surprises + values
    better = (surprises - surprises.mean()) / (surprises.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).split(PORTION):
            chances, value = agent(observations[part], masks[part])
            ratio = (chances.log_prob(actions[part]) - logs[part]).exp()
            gain = torch.min(ratio * better[part], ratio.clamp(1 - CLIP, 1 + CLIP) * better[part]).mean()
            loss = 0.5 * (value - worth[part]).square().mean() - gain - CURIOSITY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def won(agent: Agent, games: int) -> float:
    """The share of games that it wins against random moves, from deals that it has not learned from."""
    envs = gymnasium.make_vec(num_envs=games, opponents="random", autoreset="disabled", **GAME)
    seen, infos = envs.reset(seed=UNSEEN)
    shares, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        seen, rewards, ended, _, infos = envs.step(agent.play(seen, infos["action_mask"]))
        shares += rewards
        over |= ended
    envs.close()
    return float(shares.mean())


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--lessons", type=int, default=40)
    chosen = options.parse_args()
    agent, league = learned(chosen.lessons)
    for name, rating in league.table():
        print(f"{name:20}{rating:6.1f}")
    print(f"{won(agent, 400):.0%} of 400 games against random moves won")
