"""The games as OpenSpiel games: importing this module registers `python_burgrave_<name>` for each of them.

Chance is explicit. An information state is the seat's log of the moves as it saw them; an observation is its masked
record. Options are game parameters: `pyspiel.load_game("python_burgrave_catan", {"players": 3})`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import burgrave
from burgrave.core import registry
from burgrave.core.spec import CHANCE, Spec
from burgrave.envs.observing import flatten, missing, size

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel")(error) from None

LONGEST_GAME = 1_000_000
PREFIX = "python_burgrave_"


def game_type(spec: Spec) -> Any:
    """What OpenSpiel wants to know about a kind of game."""
    parameters: dict[str, Any] = {"players": spec.default_players}
    parameters |= {option.name: option.default for option in spec.options}
    return pyspiel.GameType(
        short_name=PREFIX + spec.name,
        long_name=f"Burgrave: {spec.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(spec.players),
        min_num_players=min(spec.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class BurgraveState(pyspiel.State):  # type: ignore[misc]
    """A match in OpenSpiel's words."""

    def __init__(self, game: BurgraveGame) -> None:
        super().__init__(game)
        self._match = game.rules.match(chance="manual")

    def current_player(self) -> int:
        """The seat to act, OpenSpiel's chance player, or its terminal mark."""
        actor = self._match.position.to_act
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return [move.id for move in self._match.position.moves()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Chance's moves with their probabilities."""
        weights = self._match.position.odds()
        total = sum(weights)
        return [(move.id, weight / total) for move, weight in zip(self._match.position.moves(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self._match.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._match.game.move(action).text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._match.is_over

    def returns(self) -> list[float]:
        """Each seat's share of the win; nothing before the end."""
        winners = self._match.position.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self._match.game.players)]

    def information_state_string(self, player: int | None = None) -> str:
        """The moves so far as the seat saw them."""
        seat = self.current_player() if player is None else player
        return "\n".join(self._match.log_for(seat))

    def observation_string(self, player: int | None = None) -> str:
        """The seat's view as JSON."""
        seat = self.current_player() if player is None else player
        return self._match.position.view(seat).to_json()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The seat's masked record as numbers, laid out as `burgrave.envs.observing.layout` says."""
        seat = self.current_player() if player is None else player
        view = self._match.position.view(seat)
        row: list[float] = flatten(view.game.rules, view._records)[0].astype(float).tolist()
        return row

    def __str__(self) -> str:
        return "\n".join(self._match.log)


class Observer:
    """OpenSpiel's observer: a tensor and a string of what a player may know."""

    def __init__(self, rules: Any) -> None:
        self.tensor = np.zeros(size(rules), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BurgraveState, player: int) -> None:
        """Fill the tensor from a state."""
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: BurgraveState, player: int) -> str:
        """The moves so far as the player saw them."""
        return state.information_state_string(player)


class BurgraveGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options in OpenSpiel's words."""

    spec: Spec
    kind: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = {name: value for name, value in (parameters or {}).items() if value is not None}
        self.rules = burgrave.game(self.spec.name, **given)
        verbs = self.rules.rules.verbs
        information = pyspiel.GameInfo(
            num_distinct_actions=len(verbs),
            max_chance_outcomes=len(verbs),
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(self.kind, information, given)

    def new_initial_state(self) -> BurgraveState:
        """The state before the first move."""
        return BurgraveState(self)

    def observation_tensor_shape(self) -> list[int]:
        """How many numbers an observation has."""
        return [size(self.rules.rules)]

    def max_chance_nodes_in_history(self) -> int:
        """A bound on chance's moves."""
        return LONGEST_GAME

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of this game."""
        return Observer(self.rules.rules)


def register() -> tuple[str, ...]:
    """Register every game that is not registered yet; the names."""
    known = set(pyspiel.registered_names())
    names = []
    for name in registry.games():
        spec = registry.spec(name)
        kind = game_type(spec)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(f"Burgrave_{name}", (BurgraveGame,), {"spec": spec, "kind": kind}))
    return tuple(names)


NAMES = register()
