"""A league for self-play: past selves with ratings, and whom to play against next. Plain numpy, any framework.

league = League(seed=1)
league.add("start", network.copy())
name, opponent = league.opponent()           # somebody near in strength, the newest more often
league.tell("learner", name, share)          # 1 for a win of the first, 0 for a loss, 0.5 for a draw
if league.share("learner", name) > 0.6: league.add("after 100 lessons", network.copy())
"""

from __future__ import annotations

from typing import Any

import numpy as np
from openskill.models import PlackettLuce

LEARNER = "learner"
"""The name of the one that learns; it is rated, and nobody's opponent."""


class League:
    """Players by name, each with whatever plays for it, a rating and its results."""

    def __init__(self, *, most: int = 32, seed: int = 0) -> None:
        if most < 1:
            raise ValueError(f"a league keeps one player at least, not {most}")
        self._model = PlackettLuce()
        self._rng = np.random.default_rng(seed)
        self._most = most
        self.players: dict[str, Any] = {}
        """Who can be played against, the oldest first."""
        self._ratings: dict[str, Any] = {LEARNER: self._model.rating(name=LEARNER)}
        self._results: dict[tuple[str, str], list[float]] = {}

    def add(self, name: str, player: Any) -> None:
        """A further player, rated as the learner is now; of too many the one most like its neighbours leaves."""
        if name in self._ratings:
            raise ValueError(f"the league has a player {name!r} already")
        self.players[name] = player
        learner = self._ratings[LEARNER]
        self._ratings[name] = self._model.rating(mu=learner.mu, sigma=learner.sigma, name=name)
        if len(self.players) > self._most:
            self._let_one_go()

    def _let_one_go(self) -> None:
        """Keep the first and the newest; of the others the one goes whose neighbours are rated most alike."""
        names = list(self.players)
        middle = names[1:-1] or names[:1]
        gaps = {
            name: abs(self.rating(names[max(0, k)]) - self.rating(names[min(len(names) - 1, k + 2)]))
            for k, name in enumerate(middle)
        }
        del self.players[min(gaps, key=lambda name: gaps[name])]

    def rating(self, name: str) -> float:
        """How strong a player is, with caution: three deviations below the estimate."""
        if name not in self._ratings:
            raise ValueError(f"the league has no player {name!r}; valid: {', '.join(self._ratings)}")
        return float(self._ratings[name].ordinal())

    def opponent(self) -> tuple[str, Any]:
        """Whom to play against next: the newest in half of the cases, else one who is hard to beat."""
        if not self.players:
            raise ValueError("the league has no players yet: add one")
        names = list(self.players)
        if self._rng.random() < 0.5:
            return names[-1], self.players[names[-1]]
        hard = np.array([(1 - self.share(LEARNER, name)) ** 2 + 0.05 for name in names])
        name = names[int(self._rng.choice(len(names), p=hard / hard.sum()))]
        return name, self.players[name]

    def tell(self, one: str, other: str, share: float) -> None:
        """A game between two: 1 when the first has won, 0 when the other has, between them for a shared win."""
        if not isinstance(share, int | float | np.number) or not 0 <= share <= 1:
            raise ValueError(f"a share of the win is 0 to 1, not {share!r}")
        for name in (one, other):
            self.rating(name)
        teams = [[self._ratings[one]], [self._ratings[other]]]
        rated = self._model.rate(teams, scores=[share, 1 - share])
        (self._ratings[one],), (self._ratings[other],) = rated
        self._results.setdefault((one, other), []).append(share)

    def share(self, one: str, other: str, last: int = 200) -> float:
        """The share of its last games against another that a player has won; a half where there were none."""
        told = self._results.get((one, other), [])[-last:]
        return float(np.mean(told)) if told else 0.5

    def table(self) -> list[tuple[str, float]]:
        """Everybody with their ratings, the strongest first."""
        return sorted(((name, self.rating(name)) for name in self._ratings), key=lambda row: -row[1])
