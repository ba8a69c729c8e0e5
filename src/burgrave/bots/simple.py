"""The two simplest bots: any legal move, and the move that looks best at once."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core.dice import dice_of
from burgrave.core.errors import shown
from burgrave.core.given import real, seed_of, whole
from burgrave.core.net import ASKED, MOVES
from burgrave.core.spec import MOST_SEATS
from burgrave.core.verbs import Move
from burgrave.core.weights import net_of, no_net

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import Records, View

NEAR = 1e-9
"""Moves whose prospects differ by less than this look the same."""
MOST_SAMPLES = 1_000_000
"""More guesses for one decision than anybody waits for; compiled code does not hear an interrupt meanwhile."""


def own_moves(game: Game, view: View) -> tuple[Move, ...]:
    """The moves a bot of this game may choose from; an error unless it got its own game's view, seat to act."""
    from burgrave.core.position import View

    if not isinstance(view, View):
        raise ValueError(f"a bot chooses from a view, as match.view(seat) gives it, not from {shown(repr(view))}")
    if (view.game.name, view.game.players) != (game.name, game.players):
        raise ValueError(f"this bot plays {game!r}, and the view is of {view.game!r}")
    moves = view.moves()
    if not moves:
        raise ValueError("a bot chooses only from a view whose seat is to act")
    return moves


class RandomBot:
    """Chooses any legal move, all equally likely."""

    name = "random"

    def __init__(self, game: Game, *, seed: int | str | None = None) -> None:
        self.game = game
        self._random = random.Random(secrets.token_hex(16) if seed is None else str(seed_of(seed)))

    def choose(self, view: View) -> Move:
        """Any legal move."""
        return self._random.choice(own_moves(self.game, view))

    def __repr__(self) -> str:
        return f"<random bot for {self.game!r}>"


class GreedyBot:
    """Chooses the move after which its seat stands best, over several guesses at what is hidden.

    With `blur` it errs as people do: it knows what to do and not where, so moves of the kind that is best look much the
    same to it when they differ by about so much, in log-odds.
    """

    name = "greedy"

    def __init__(
        self,
        game: Game,
        *,
        seed: int | str | None = None,
        samples: int = 4,
        blur: float = 0.0,
        learned: int | None = None,
    ) -> None:
        self.game = game
        self.samples, self.blur = whole(samples, "samples", 1, MOST_SAMPLES), real(blur, "a blur", 0)
        self.net = net_of(game.rules, learned)
        if learned is None and self.net[ASKED] < MOVES:
            self.net = no_net()
        self._seed = secrets.token_hex(16) if seed is None else str(seed_of(seed))
        self._random = random.Random(self._seed)
        self._choices = 0
        self._dice = dice_of(self._seed)
        self._shares = np.zeros(2 * MOST_SEATS)

    def choose(self, view: View) -> Move:
        """The move with the best prospect; one of the best when several look the same."""
        moves = own_moves(self.game, view)
        if len(moves) == 1:
            return moves[0]
        chosen: Move = self.game.rules.verbs.moves[self.best_of(view._records, view.seat)]
        return chosen

    def best_of(self, records: Records, seat: int | None) -> int:
        """The id of the move with the best prospect, for the record of a seat's view with several legal moves."""
        ids, prospects = self._weighed(records, seat)
        if self.blur:
            moves, reach = self.game.rules.verbs.moves, self.blur * self.samples
            best = moves[ids[prospects.index(max(prospects))]].verb
            alike = [(move, seen) for move, seen in zip(ids, prospects, strict=True) if moves[move].verb == best]
            ids = [move for move, _ in alike]
            prospects = [seen + self._random.gauss(0, reach) for _, seen in alike]
        near = max(prospects) - NEAR
        return self._random.choice([move for move, seen in zip(ids, prospects, strict=True) if seen > near])

    def prospects(self, view: View) -> dict[int, float]:
        """How the seat stands after each sensible move, in log-odds summed over the samples, by the move's id."""
        own_moves(self.game, view)
        return dict(zip(*self._weighed(view._records, view.seat), strict=True))

    def _weighed(self, records: Records, seat: int | None) -> tuple[list[int], list[float]]:
        room, self._dice[2] = self.game.workspace, self._choices
        self._dice[3] = 0
        self._choices += 1
        code: Any = self.game.rules.bind("burgrave.bots.judgement")
        code.greedy_at(
            records, room.work, room.scratch, self.net, room.moves, self._shares, room.totals, seat, self._dice,
            self.samples,
        )  # fmt: skip
        count = int(room.moves[0])
        return room.moves[1 : count + 1].tolist(), room.totals[:count].tolist()

    def __repr__(self) -> str:
        return f"<greedy bot for {self.game!r}, samples={self.samples}>"
