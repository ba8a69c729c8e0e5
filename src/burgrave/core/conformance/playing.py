"""Random games with compiled checks at every position."""

from __future__ import annotations

import random
import traceback
from functools import cache
from typing import Any

import numpy as np

from burgrave.core.conformance.findings import Finding, Nonconformance, finding_in, told
from burgrave.core.dice import dice_of
from burgrave.core.game import Game, game
from burgrave.core.match import Match
from burgrave.core.position import Position
from burgrave.core.spec import OptionValue

LONGEST_GAME = 1 << 20
MOVES_BETWEEN_VALUES = 7
"""An evaluation takes longer than other rules, so it is asked now and then."""


class Checker:
    """Plays one game's random games with all checks on."""

    def __init__(self, rules: Game, *, views: int = 1) -> None:
        self.game = rules
        self.views = views
        loaded = rules.rules
        self.checks: Any = loaded.compiled("burgrave.core.checks")
        self.work = np.zeros(4, loaded.state)
        self.raw = self.work.view(np.uint8).reshape(4, -1)
        self.ids = np.zeros(LONGEST_GAME, np.int64)
        ids = len(loaded.verbs) + 1
        self.moves, self.others = np.zeros(ids, np.int16), np.zeros(ids, np.int16)
        self.weights, self.scratch = np.zeros(ids, np.int64), np.zeros(1, loaded.scratch)

    def liking(self, seed: int) -> Any:
        """How much each move is liked: all alike in even games, verb by verb at random in odd ones."""
        verbs = self.game.rules.verbs
        if seed % 2 == 0:
            return np.ones(len(verbs))
        dice = random.Random(seed)
        by_verb = np.array([dice.choice((0.05, 0.3, 1.0, 3.0, 20.0)) for _ in verbs.verbs])
        return by_verb[verbs.verb_of]

    def random_game(self, seed: int) -> Match:
        """A random game from a seed, checked at every position by compiled code; the whole match."""
        rules = self.game.rules
        try:
            self.work[0] = self.game.start()._records[0]
        except Exception as error:
            finding = Finding(told(error), self.game.name, self.game.options, trace=traceback.format_exc())
            raise Nonconformance(finding) from error
        dice, rng = dice_of(seed), dice_of(f"players {seed}")[:1].copy()
        complaint, trace = 0, ""
        try:
            complaint = self.checks.checked_game(
                self.work, self.raw, self.scratch, self.moves, self.others, self.weights, dice, rng, self.liking(seed),
                self.ids, rules.verbs.player_ids, len(rules.reasons), MOVES_BETWEEN_VALUES, self.views,
            )  # fmt: skip
            sentence = self.checks.COMPLAINTS[complaint]
        except Exception as error:
            sentence, trace = told(error), traceback.format_exc()
        match = self.game.replay(self.ids[: int(dice[2])].tolist())
        if complaint == self.checks.UNKNOWN_REASON:
            sentence = unknown_reason(match.position)
        if complaint or trace:
            raise Nonconformance(finding_in(match, sentence, trace=trace))
        if not match.fits_seed(seed):
            raise Nonconformance(finding_in(match, "the same seed drew other chance moves in the match"))
        check_winners(match)
        return match


def unknown_reason(position: Position) -> str:
    """Which move is refused for a reason that the game does not have."""
    rules, scratch = position.game.rules, position.game.workspace.scratch
    for move in rules.verbs.moves[: rules.verbs.player_ids]:
        code = int(rules.drivers.reason_at(position._records, 0, scratch, move.id))
        if not 0 <= code < len(rules.reasons):
            return f"{move.text!r} is refused for reason {code}, but the last of the list is {len(rules.reasons) - 1}"
    return "a move is refused for a reason that is not on the list"


def check_winners(match: Match) -> None:
    """Somebody has won when the game is over, unless its declaration says that it may end without a winner."""
    won, players = int(match.position.s.winners), match.game.players
    if won == 0 and not match.game.spec.may_end_without_winner:
        complaint = "the game is over and nobody has won (a game that may end so says `may_end_without_winner`)"
        raise Nonconformance(finding_in(match, complaint))
    if not 0 <= won < 1 << players:
        raise Nonconformance(finding_in(match, f"the winners ({won}) are not seats of the game"))


@cache
def checker(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Checker:
    """The checker of a game with these options, made once in a process."""
    return Checker(game(name, **dict(options)))
