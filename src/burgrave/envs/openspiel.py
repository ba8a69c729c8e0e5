"""The games as OpenSpiel games: importing this module registers `python_burgrave_<name>` for each of them.

Chance is explicit; its outcomes are numbered from 0, apart from the players' ids. An information state is the seat's
log of the moves as it saw them and what it sees now; an observation is its masked record. Options are game parameters:
`pyspiel.load_game("python_burgrave_catan", {"players": 3})`.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

import burgrave
from burgrave.core import registry
from burgrave.core.game import Game
from burgrave.core.growing import Growing
from burgrave.core.spec import CHANCE, Spec
from burgrave.envs.observing import flatten, missing, size

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel")(error) from None

ROUND_LIMITS = ("turn_limit", "max_rounds")
"""Options that bound how long a game lasts."""
MOST_IN_A_ROUND = 10_000
"""More moves, chance's included, than any turn or round can have."""
MOST_WITHOUT_LIMIT = 1_000_000
"""More than a game has that ends by itself: Burgundy after 25 rounds, Amber when its tiles are laid."""
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
        self._first_chance = game.rules.rules.verbs.player_ids
        self._told_before: tuple[str, ...] = ()

    def current_player(self) -> int:
        """The seat to act, OpenSpiel's chance player, or its terminal mark."""
        actor = self._match.position.to_act
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return [self._action(move.id) for move in self._match.position.moves()]

    def _action(self, move: int) -> int:
        """OpenSpiel's number of a move."""
        return move - self._first_chance if self._match.position.to_act == CHANCE else move

    def _move(self, action: int) -> int:
        """The move of OpenSpiel's number."""
        return action + self._first_chance if self._match.position.to_act == CHANCE else action

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Chance's moves with their probabilities."""
        weights = self._match.position.odds()
        total = sum(weights)
        moves = self._match.position.moves()
        return [(self._action(move.id), weight / total) for move, weight in zip(moves, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self._match.play(self._move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        by_chance = player == int(pyspiel.PlayerId.CHANCE)
        return self._match.game.move(action + self._first_chance if by_chance else action).text

    def resample_from_infostate(self, player: int, sampler: Any) -> BurgraveState:
        """A state that the player cannot tell from this one: what it may not know is dealt anew by `view.sample`.

        Of the moves before, everybody in it knows what the player has read of them.
        """
        position = self._match.position.view(player).sample(int(sampler() * (1 << 53)))
        state: BurgraveState = self.clone()
        state._told_before = self._told(player)
        state._match = self._match.copy()
        state._match._moves, state._match._positions = Growing(), Growing((position,))
        return state

    def _told(self, player: int | None) -> tuple[str, ...]:
        return self._told_before + self._match.log_for(player)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._match.is_over

    def returns(self) -> list[float]:
        """Each seat's share of the win; nothing before the end."""
        winners = self._match.position.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self._match.game.players)]

    def information_state_string(self, player: int | None = None) -> str:
        """The moves so far as the seat reads them, and what it sees now: a card seen long ago is in either."""
        seat = self.current_player() if player is None else player
        return "\n".join((*self._told(seat), self._match.position.view(seat).to_json()))

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
        return "\n".join((*self._told_before, *self._match.log))


class Observer:
    """OpenSpiel's observer: a tensor and a string of what a player may know, as far as the kind asked for goes.

    Public is what a spectator sees, private what a player's masked record has beyond that; the private parts of all
    players are the whole position. With perfect recall there is a string only, since a log has no fixed length.
    """

    def __init__(self, rules: Any, kind: Any = None) -> None:
        self.kind = kind or pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
        self.tensor = None if self.kind.perfect_recall else np.zeros(size(rules), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def _look(self, state: BurgraveState, player: int) -> Any:
        """The position with all that is private, or a view with what is asked for."""
        private = self.kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return state._match.position
        return state._match.position.view(None if private == pyspiel.PrivateInfoType.NONE else player)

    def set_from(self, state: BurgraveState, player: int) -> None:
        """Fill the tensor from a state."""
        if self.tensor is None:
            return
        look = self._look(state, player)
        row = flatten(look.game.rules, look._records)[0]
        if not self.kind.public_info:
            public = flatten(look.game.rules, state._match.position.view(None)._records)[0]
            row = np.where(row != public, row, 0)
        self.tensor[:] = row

    def string_from(self, state: BurgraveState, player: int) -> str:
        """What the player may know in words, with perfect recall all it has ever been told."""
        look = self._look(state, player)
        fields: dict[str, Any] = look.fields
        if not self.kind.public_info:
            public = state._match.position.view(None).fields
            fields = {name: value for name, value in fields.items() if value != public[name]}
        lines = [json.dumps({"fields": fields})]
        if self.kind.perfect_recall:
            spectator = self.kind.private_info == pyspiel.PrivateInfoType.NONE
            lines = [*state._told(None if spectator else player), *lines]
        return "\n".join(lines)


def longest(game: Game) -> int:
    """A bound on a game's moves, chance's included."""
    rounds = [int(game.options[name]) for name in ROUND_LIMITS if name in game.options]
    return MOST_IN_A_ROUND * rounds[0] if rounds else MOST_WITHOUT_LIMIT


class BurgraveGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options in OpenSpiel's words."""

    spec: Spec
    kind: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = {name: value for name, value in (parameters or {}).items() if value is not None}
        self.rules = burgrave.game(self.spec.name, **given)
        verbs = self.rules.rules.verbs
        information = pyspiel.GameInfo(
            num_distinct_actions=verbs.player_ids,
            max_chance_outcomes=len(verbs) - verbs.player_ids,
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=longest(self.rules),
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
        return longest(self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of this game."""
        return Observer(self.rules.rules, iig_obs_type)


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
