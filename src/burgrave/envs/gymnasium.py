"""The games as Gymnasium environments: one seat learns, bots play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core.given import whole
from burgrave.envs.observing import check_rewards, final_rewards, flatten, make, missing, rgb_array, size

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("Gymnasium", "gymnasium")(error) from None

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match

RENDER_MODES = ("svg", "rgb_array")
ILLEGAL = -1.0
"""The reward of an id that is not allowed; the episode ends with it."""


class BurgraveEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; `opponents` (a bot as `burgrave arena` names them) play the other seats.

    Observations hold an `action_mask`. An id outside the mask ends the episode with a reward of -1, and the step's info
    says which rule forbids it.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int = 0,
        opponents: str = "random",
        rewards: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = make(game, options)
        checked = self.game.check_seat(seat)
        self.seat = 0 if checked is None else checked
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode cannot be {render_mode!r}; valid: {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self.opponents = opponents
        self._kind = check_rewards(rewards)
        actions, bounds = self.game.rules.verbs.player_ids, np.iinfo(np.int16)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(bounds.min, bounds.max, (size(self.game.rules),), np.int16),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the same seed gives the same game and the same opponents."""
        from burgrave.bots import make_bot

        super().reset(seed=seed)
        episode = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self._bots = [
            None if seat == self.seat else make_bot(self.opponents, self.game, f"{episode} {seat}")
            for seat in range(self.game.players)
        ]
        self.match: Match = self.game.match(seed=episode)
        self._let_others_play()
        return self._observation(), {}

    def _let_others_play(self) -> None:
        while (seat := self.match.position.to_act) is not None and seat != self.seat:
            bot = self._bots[seat]
            assert bot is not None
            self.match.play(bot.choose(self.match.view(seat)))

    def _observation(self) -> dict[str, Any]:
        view = self.match.position.view(self.seat)
        mask = np.zeros(self.game.rules.verbs.player_ids, np.int8)
        for move in view.moves():
            mask[move.id] = 1
        return {"observation": flatten(self.game.rules, view._records)[0], "action_mask": mask}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an id, then let chance and the others play until it is this seat's decision again."""
        chosen = whole(action, "an action")
        sentence = self.match.position.why_not(chosen)
        if sentence:
            return self._observation(), ILLEGAL, True, False, {"illegal": sentence}
        before = self.match.position.scores[self.seat]
        self.match.play(chosen)
        self._let_others_play()
        position = self.match.position
        over, reward = position.to_act is None, 0.0
        if self._kind == "score_gain":
            reward = float(position.scores[self.seat] - before)
        elif over:
            reward = final_rewards(self.game.players, position.winners, position.scores, self._kind)[self.seat]
        return self._observation(), reward, over, False, {}

    def render(self) -> Any:
        """The position as the seat sees it: SVG text, or an array of red, green and blue."""
        svg = self.match.view(self.seat).svg()
        return rgb_array(svg) if self.render_mode == "rgb_array" else svg
