"""The games as PettingZoo AEC environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core.given import whole
from burgrave.envs.observing import check_rewards, final_rewards, flatten, gains, make, missing, rgb_array, size

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo")(error) from None

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match

RENDER_MODES = ("svg", "rgb_array")


class BurgraveEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game for PettingZoo: agents `player_0`, `player_1`, …; observations with an `action_mask`.

    Chance is played by the environment from its seed, as in `game.match(seed)`.
    """

    def __init__(
        self, game: str | Game, *, rewards: str = "win", render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.game = make(game, options)
        self.metadata = {"name": f"burgrave_{self.game.name}", "render_modes": RENDER_MODES, "is_parallelizable": False}
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode cannot be {render_mode!r}; valid: {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self._kind = check_rewards(rewards)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = list(self.possible_agents)
        self._actions = self.game.rules.verbs.player_ids
        bounds = np.iinfo(np.int16)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(bounds.min, bounds.max, (size(self.game.rules),), np.int16),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._episodes = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same game."""
        if seed is not None:
            self._episodes = np.random.default_rng(seed)
        self.match: Match = self.game.match(seed=int(self._episodes.integers(1 << 62)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.position.to_act or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat may know, and which ids it may play now."""
        seat = self.possible_agents.index(agent)
        view = self.match.position.view(seat)
        mask = np.zeros(self._actions, np.int8)
        for move in view.moves():
            mask[move.id] = 1
        return {"observation": flatten(self.game.rules, view._records)[0], "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play the selected agent's id, and chance's moves after it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before = self.match.position.scores if self._kind == "score_gain" else ()
        self.match.play(whole(action, "an action"))
        position = self.match.position
        paid = gains(before, position.scores) if before else [0.0] * self.game.players
        if position.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            if self._kind != "score_gain":
                paid = final_rewards(self.game.players, position.winners, position.scores, self._kind)
        else:
            self.agent_selection = self.possible_agents[position.to_act]
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the selected agent sees it: SVG text, or an array of red, green and blue."""
        seat = self.possible_agents.index(self.agent_selection)
        svg = self.match.view(seat).svg()
        return rgb_array(svg) if self.render_mode == "rgb_array" else svg

    def close(self) -> None:
        """Nothing to close."""


def env(game: str | Game, **settings: Any) -> BurgraveEnv:
    """An environment: `env("barony", players=2)`."""
    return BurgraveEnv(game, **settings)
