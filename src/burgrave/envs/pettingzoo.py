"""The games as PettingZoo AEC environments: `env("catan")`, or by module, `catan_v0.env()`."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core import registry
from burgrave.core.given import whole
from burgrave.envs.egocentric import egocentric, program
from burgrave.envs.observing import (
    check_rewards,
    final_rewards,
    flatten,
    gains,
    make,
    missing,
    rgb_array,
    shared_scores,
    size,
)

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo")(error) from None

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match

RENDER_MODES = ("svg", "rgb_array", "ansi")
OBSERVATIONS = ("record", "egocentric")


class BurgraveEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game for PettingZoo: agents `player_0`, `player_1`, …; observations with an `action_mask`.

    Chance is played by the environment from its seed, as in `game.match(seed)`. Observations are "record" (whole
    numbers) or "egocentric" (the own seat first, -1 to 1). Nothing opens a window: pictures come as SVG text or as
    arrays, "ansi" is the position in words.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        rewards: str = "win",
        observation: str = "record",
        constants: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = make(game, options)
        self.metadata = {
            "name": f"{self.game.name}_v0",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if observation not in OBSERVATIONS:
            raise ValueError(f"observation cannot be {observation!r}; valid: {', '.join(OBSERVATIONS)}")
        self.form = observation
        self._program = program(self.game.rules, self.game.players, constants)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode cannot be {render_mode!r}; valid: {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self._kind = check_rewards(rewards)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = list(self.possible_agents)
        self._actions = self.game.rules.verbs.player_ids
        bounds = np.iinfo(np.int16)
        self.state_space = spaces.Box(bounds.min, bounds.max, (size(self.game.rules),), np.int16)
        columns = egocentric(self.game.rules, constants).size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self.state_space
                    if observation == "record"
                    else spaces.Box(-1.0, 1.0, (columns,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._episodes = np.random.default_rng()
        self._closed = False

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; valid: {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same game. There are no options, and PettingZoo wants any taken."""
        if self._closed:
            raise ValueError("this environment is closed")
        if seed is not None:
            seed = whole(seed, "the seed of an episode")
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
        seat = self.possible_agents.index(self._known(agent))
        view = self._begun().position.view(seat)
        mask = np.full(self._actions, view.to_act is None, np.int8)
        mask[[move.id for move in view.moves()]] = 1
        return {"observation": self._seen(view._records, seat), "action_mask": mask}

    def _seen(self, records: npt.NDArray[Any], seat: int) -> npt.NDArray[Any]:
        if self.form == "record":
            row: npt.NDArray[Any] = flatten(self.game.rules, records)[0]
            return row
        seen: npt.NDArray[Any] = self._program.observe(records, np.full(1, seat, np.int8))[0]
        return seen

    def state(self) -> npt.NDArray[np.int16]:
        """The whole position as numbers, hidden things included: for critics that may know more than a player."""
        row: npt.NDArray[np.int16] = flatten(self.game.rules, self._begun().position._records)[0]
        return row

    def _begun(self) -> Match:
        if self._closed or not hasattr(self, "match"):
            raise ValueError("this environment is closed" if self._closed else "it has not begun: call reset() first")
        return self.match

    def last(self, observe: bool = True) -> Any:
        """What the selected agent sees, what it was paid since its last decision, and whether it is over."""
        self._begun()
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order of their decisions."""
        self._begun()
        return super().agent_iter(max_iter)

    def step(self, action: Any) -> None:
        """Play the selected agent's id, and chance's moves after it."""
        self._begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before = shared_scores(self.match.position) if self._kind == "score_gain" else ()
        self.match.play(whole(action, "an action"))
        position = self.match.position
        paid = gains(before, shared_scores(position)) if before else [0.0] * self.game.players
        if position.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            if self._kind != "score_gain":
                paid = final_rewards(self.game.players, position.winners, position.scores, self._kind)
        else:
            self.agent_selection = self.possible_agents[position.to_act]
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the selected agent sees it: SVG text, an array of red, green and blue, or words."""
        view = self._begun().view(self.possible_agents.index(self.agent_selection))
        if self.render_mode == "ansi":
            return view.describe()
        return rgb_array(view.svg()) if self.render_mode == "rgb_array" else view.svg()

    def close(self) -> None:
        """Nothing is held open; a closed environment plays no more."""
        self._closed = True


def env(game: str | Game, **settings: Any) -> BurgraveEnv:
    """An environment: `env("barony", players=2)`."""
    return BurgraveEnv(game, **settings)


def __getattr__(name: str) -> ModuleType:
    """A game as a module by PettingZoo's habit: `from burgrave.envs.pettingzoo import catan_v0; catan_v0.env()`."""
    game = name.removesuffix("_v0")
    if not name.endswith("_v0") or game not in registry.games():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = ModuleType(f"{__name__}.{name}", f"{registry.spec(game).title} for PettingZoo.")
    vars(module).update(env=partial(env, game), raw_env=partial(BurgraveEnv, game))
    return module
