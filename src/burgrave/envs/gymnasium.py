"""The games as Gymnasium environments: one seat learns, others play the rest; one game or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core import registry
from burgrave.core.batch import whole_ids
from burgrave.core.given import whole
from burgrave.core.spec import OVER
from burgrave.envs.egocentric import STEP
from burgrave.envs.observing import make, missing, reset_options, rgb_array, size
from burgrave.envs.seats import OBSERVATIONS, Opponent, Seats
from burgrave.envs.vector import VectorEnv

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium", "gymnasium")(error) from None

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import Position

RENDER_MODES = ("svg", "rgb_array")
ILLEGAL = -1.0
"""The reward of an id that is not allowed; the episode ends with it."""
FIRST_HISTORY = 1 << 12
SEEDS = 1 << 62


def check_form(observation: str) -> str:
    """The form of observations, if there is such a form."""
    if observation not in OBSERVATIONS:
        raise ValueError(f"observation cannot be {observation!r}; valid: {', '.join(OBSERVATIONS)}")
    return observation


def check_render_mode(render_mode: str | None) -> str | None:
    """The way to draw, if there is such a way."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode cannot be {render_mode!r}; valid: {', '.join(RENDER_MODES)}")
    return render_mode


def observation_space(game: Game, form: str, columns: int) -> spaces.Space[Any]:
    """What one seat observes."""
    ids, whole_numbers = game.rules.verbs.player_ids, np.iinfo(np.int16)
    seen: spaces.Space[Any]
    if form == "record":
        seen = spaces.Box(whole_numbers.min, whole_numbers.max, (size(game.rules),), np.int16)
    else:
        seen = spaces.Box(-1.0, 1.0, (columns,), np.float32)
    return (
        seen if form == "flat" else spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ids,), np.int8)})
    )


class BurgraveEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; `opponents` play the other seats.

    An opponent is a bot as `burgrave arena` names them, a bot object, or a callable that takes observations and masks
    (n rows each) and gives n ids; a list has one for each other seat, from the one after the own. `seat="random"` takes
    another seat in each episode. `observation` is "record" (whole numbers, with an `action_mask`), "egocentric" (the
    own seat first, -1 to 1, with an `action_mask`) or "flat" (the same as one array; the mask is in the step's info).

    An id that is not allowed ends the episode with a reward of -1, and the step's info says which rule forbids it.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | str = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        rewards: str = "win",
        observation: str = "record",
        constants: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        from burgrave.core.beside import compile_beside

        self.game = make(game, options)
        self.render_mode = check_render_mode(render_mode)
        self.form = check_form(observation)
        compile_beside(self.game.rules, STEP)
        form = "records" if observation == "record" else "egocentric"
        self._env = VectorEnv(
            self.game, 1, rewards=rewards, observation=form, constants=constants, autoreset="disabled", compiled=False
        )
        self._seats = Seats(self._env, seat, opponents, observation)
        self.action_space = spaces.Discrete(self.game.rules.verbs.player_ids)
        self.observation_space = observation_space(self.game, observation, self._env.form.size)
        self._ids = np.zeros(1, np.int64)
        self._state = NOT_BEGUN

    @property
    def seat(self) -> int:
        """The own seat in this episode."""
        return int(self._seats.own[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the same seed gives the same game and the same opponents.

        `options={"position": position}` begins from a position instead.
        """
        if self._state == CLOSED:
            raise ValueError(CLOSED)
        given = reset_options(options, "position")
        super().reset(seed=seed)
        episode = int(self.np_random.integers(SEEDS)) if seed is None else seed
        position = given.get("position")
        self._first: Position | None = position
        self._env._history = np.zeros((1, FIRST_HISTORY), np.int16)
        self._seats.begin([0], [episode], self.np_random, None if position is None else [position])
        self._state = ""
        return self._observation(), self._info()

    def _observation(self) -> Any:
        seen = self._seats.observations()[0]
        return seen if self.form == "flat" else {"observation": seen, "action_mask": self._mask()}

    def _mask(self) -> npt.NDArray[np.int8]:
        mask: npt.NDArray[np.int8] = self._env._mask[0].view(np.int8).copy()
        return mask

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which ids are allowed now, as MaskablePPO asks; all of them when the episode is over."""
        self._check_begun()
        mask: npt.NDArray[np.bool_] = self._env._mask[0].copy()
        return mask

    def _check_begun(self) -> None:
        """An episode that is over can still be looked at."""
        if self._state in (NOT_BEGUN, CLOSED):
            raise ValueError(self._state)

    def _info(self) -> dict[str, Any]:
        over = self._env._actors[0] == OVER
        winners = int(self._env._states["winners"][0]) if over else 0
        return {
            "action_mask": self._mask(),
            "seat": self.seat,
            "scores": self._seats.scores()[0],
            "winners": tuple(seat for seat in range(self.game.players) if winners >> seat & 1),
            "length": int(self._env._dice[0, 2]),
        }

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an id, then let chance and the others play until it is this seat's decision again."""
        if self._state:
            raise ValueError(self._state)
        chosen = whole(action, "an action")
        if not 0 <= chosen < self.game.rules.verbs.player_ids or not self._env._mask[0, chosen]:
            return self._end_illegally(chosen)
        self._ids[0] = chosen
        self._seats.play(self._ids)
        self._make_history()
        over = bool(self._env._actors[0] == OVER)
        if over:
            self._state = "the episode is over: call reset()"
        return self._observation(), float(self._env._rewards[0, self.seat]), over, False, self._info()

    def _end_illegally(self, chosen: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            sentence = self._env.position(0).why_not(chosen)
        except ValueError as error:
            sentence = str(error)
        self._state = "the episode is over: call reset()"
        self._env._mask[0] = True
        self._env._moves[0, 0] = self._env._code.EVERYTHING
        return self._observation(), ILLEGAL, True, False, self._info() | {"illegal": sentence}

    def _make_history(self) -> None:
        """Room for more moves, before it is needed."""
        history = self._env._history
        if 2 * int(self._env._dice[0, 2]) > history.shape[1]:
            self._env._history = np.concatenate([history, np.zeros_like(history)], axis=1)

    @property
    def match(self) -> Match:
        """The match so far, replayed from its moves; everything is in it, hidden things too."""
        from burgrave.core.match import Match

        if self._state == NOT_BEGUN:
            raise ValueError(NOT_BEGUN)
        if self._first is not None:
            raise ValueError("an episode that begins from a position has no record of the moves before it")
        match, length = Match(self.game, chance="manual"), int(self._env._dice[0, 2])
        if length > self._env._history.shape[1]:
            raise ValueError("this episode has too many moves in one step to be replayed")
        for move in self._env._history[0, :length].tolist():
            match.play(move)
        return match

    def render(self) -> Any:
        """The position as the seat sees it: SVG text, or an array of red, green and blue."""
        self._check_begun()
        view = self._env.position(0).view(self.seat) if self._first is not None else self.match.view(self.seat)
        return rgb_array(view.svg()) if self.render_mode == "rgb_array" else view.svg()

    def close(self) -> None:
        """Let opponents go that are programs of their own."""
        self._seats.close()
        self._state = CLOSED


NOT_BEGUN, CLOSED = "it has not begun: call reset() first", "this environment is closed"
AUTORESET = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class BurgraveVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games in one compiled step, one own seat in each; settings as `BurgraveEnv`'s, and `autoreset`.

    An id that is not allowed raises and nothing has changed: a policy that masks gives none. The mask is in the
    observations, or with `observation="flat"` in the infos; after the end all ids are allowed, and ignored.
    """

    metadata = {"render_modes": (), "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | str = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        rewards: str = "win",
        observation: str = "flat",
        constants: bool = True,
        threads: int = 1,
        autoreset: str | AutoresetMode = "same_step",
        **options: Any,
    ) -> None:
        modes = {mode: name for name, mode in AUTORESET.items()}
        name = modes.get(autoreset, "") if isinstance(autoreset, AutoresetMode) else autoreset
        if name not in AUTORESET:
            raise ValueError(f"autoreset cannot be {autoreset!r}; valid: {', '.join(AUTORESET)}")
        self.autoreset = name
        self.metadata = {**self.metadata, "autoreset_mode": AUTORESET[name]}
        self.game = make(game, options)
        self.form = check_form(observation)
        self.num_envs = whole(num_envs, "the number of environments", 1)
        form = "records" if observation == "record" else "egocentric"
        self._env = VectorEnv(
            self.game, num_envs, rewards=rewards, observation=form, constants=constants, threads=threads,
            autoreset="disabled",
        )  # fmt: skip
        self._seats = Seats(self._env, seat, opponents, observation)
        self.single_action_space = spaces.Discrete(self.game.rules.verbs.player_ids)
        self.single_observation_space = observation_space(self.game, observation, self._env.form.size)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._state = NOT_BEGUN
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew, or with `options={"reset_mask": flags}` some; `"positions"` are where those begin."""
        if self._state == CLOSED:
            raise ValueError(CLOSED)
        given = reset_options(options, "reset_mask", "positions")
        several = [] if seed is None or isinstance(seed, int) else list(seed)
        if several and len(several) != self.num_envs:
            raise ValueError(f"{self.num_envs} environments take {self.num_envs} seeds, not {len(several)}")
        super().reset(seed=seed if isinstance(seed, int) else None)
        flags = np.asarray(given.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if flags.shape != (self.num_envs,) or flags.dtype != np.bool_:
            raise ValueError(f"a reset_mask has one True or False for each of {self.num_envs} environments")
        rows = np.flatnonzero(flags).tolist()
        if isinstance(seed, int):
            seeds = [seed + row for row in rows]
        else:
            drawn = self.np_random.integers(SEEDS, size=len(rows)).tolist()
            wanted = [several[row] if several else None for row in rows]
            seeds = [new if old is None else old for old, new in zip(wanted, drawn, strict=True)]
        if rows:
            self._seats.begin(rows, seeds, self.np_random, given.get("positions"))
        self._over[rows] = False
        self._state = ""
        return self._observations(), self._infos()

    def _observations(self) -> Any:
        seen = self._seats.observations()
        return seen if self.form == "flat" else {"observation": seen, "action_mask": self._masks()}

    def _masks(self) -> npt.NDArray[np.int8]:
        return self._env._mask.view(np.int8).copy()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which ids are allowed now (environments x ids)."""
        if self._state:
            raise ValueError(self._state)
        return self._env._mask.copy()

    def _infos(self) -> dict[str, Any]:
        all_rows = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._masks(),
            "_action_mask": all_rows,
            "seat": self._seats.own.copy(),
            "_seat": all_rows,
        }

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one id in each game, then let chance and the others play until it is the own seat's decision again."""
        if self._state:
            raise ValueError(self._state)
        env, ids = self._env, whole_ids(actions, self.num_envs)
        bad = int(env._code.forbidden_row(env._mask, ids, env._moves, 0, env.rows))
        if bad >= 0 or (ids < 0).any():
            bad = bad if bad >= 0 else int(np.argmin(ids))
            raise ValueError(env._complaint(bad, int(ids[bad])))
        if self._over.any():
            ids = np.where(self._over, -1, ids)
        self._seats.play(ids)
        rewards, ended = self._seats.rewards().astype(np.float64), env._ended.copy()
        beginning = np.flatnonzero(self._over if self.autoreset == "next_step" else ()).tolist()
        infos: dict[str, Any] = {}
        if ended.any():
            infos = self._final(ended)
        self._over |= ended
        if self.autoreset == "same_step":
            beginning = np.flatnonzero(ended).tolist()
        if beginning:
            self._seats.begin(beginning, self.np_random.integers(SEEDS, size=len(beginning)).tolist(), self.np_random)
            self._over[beginning] = False
        cut_off = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, ended, cut_off, self._infos() | infos

    def _final(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """What is told of games that have ended: points, winners, length, own seat; and what was seen last."""
        env = self._env
        won = env._states["winners"][:, None] >> np.arange(self.game.players) & 1
        told = {
            "scores": env.now.final_scores.copy(),
            "winners": np.where(ended[:, None], won, 0).astype(np.bool_),
            "length": env.now.final_lengths.copy(),
            "seat": self._seats.own.copy(),
        }
        infos: dict[str, Any] = {f"final_{name}": values for name, values in told.items()}
        infos |= {f"_final_{name}": ended for name in told}
        if self.autoreset == "same_step":
            seen = np.full(self.num_envs, None, object)
            everything = self._seats.observations()
            ones = np.ones(self.game.rules.verbs.player_ids, np.int8)
            for row in np.flatnonzero(ended):
                last = everything[row].copy()
                seen[row] = last if self.form == "flat" else {"observation": last, "action_mask": ones}
            infos |= {"final_obs": seen, "_final_obs": ended, "final_info": dict(told), "_final_info": ended}
        return infos

    def close_extras(self, **settings: Any) -> None:
        """Let opponents go that are programs of their own, and the threads."""
        self._seats.close()
        self._env.close()
        self._state = CLOSED


def register() -> None:
    """Put all games into Gymnasium's registry: `burgrave/Catan-v0` and so on."""
    for name in registry.games():
        entry = f"burgrave/{name.capitalize()}-v0"
        if entry not in gymnasium.registry:
            gymnasium.register(
                id=entry,
                entry_point=f"{__name__}:BurgraveEnv",
                vector_entry_point=f"{__name__}:BurgraveVectorEnv",
                kwargs={"game": name},
                disable_env_checker=True,
            )


register()
