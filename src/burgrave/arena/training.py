"""How nets learn: rounds of games against themselves, a fit after each, and a match against the weights before.

Everything follows from the settings: the same settings give the same weights, whatever the number of threads, and a
training that was broken off goes on after its last whole round.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from burgrave.arena.standings import interval
from burgrave.bots.fitting import Fit, Sample, joined
from burgrave.core.dice import dice_of
from burgrave.core.game import Game, game
from burgrave.core.spec import MOST_SEATS
from burgrave.core.weights import Floats, Weights, from_bytes, no_net

LONGEST = 5000
"""Moves after which a game is broken off; nobody has won it then."""
MOST_POSITIONS = 400
"""Positions kept of one game, at most."""
KEPT = 50
"""About how many positions are kept of a game."""
ROUNDS_LEARNED = 3
"""A net learns from the games of so many last rounds."""
HELD_BACK = 0.1
"""The share of the games that a net does not learn from, so that its errors can be measured on them."""
OTHERS, BY_HAND = 0.15, 0.1
"""How often a seat plays by former weights, and by the hand-written evaluation, so that games differ."""
LOOSE = 2.0
"""How much more loosely seats choose in the first round."""
IMITATING, IMITATING_STRAIGHT, IMITATING_EPOCHS = 2e-3, 6e-4, 6.0
"""How fast, and how often through all positions, a new net learns to judge as the hand-written evaluation does."""


@dataclass(frozen=True)
class Settings:
    """What a training is: everything that its result follows from."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    rounds: int = 6
    games: int = 2000
    match_games: int = 400
    epochs: int = 2
    whim: float = 0.02
    noise: float = 0.05
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("rounds", "games", "match_games", "epochs"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 at least, not {getattr(self, name)}")

    def rules(self) -> list[Game]:
        """The game for each number of players that is trained."""
        from burgrave.core import registry

        return [game(self.game, **self.options, players=n) for n in self.players or registry.spec(self.game).players]


@dataclass(frozen=True)
class Played:
    """A game that a net may learn from."""

    sample: Sample
    seen: Floats
    """The shares of the win that the newest net, or the hand-written evaluation, saw in each position."""
    shares: Floats
    moves: int

    @property
    def lesson(self) -> Sample:
        """The game for a net that shall judge as was judged in it."""
        return Sample(self.sample.features, self.seen, self.sample.points, self.sample.ends)


class Table:
    """Room to play games in, for one thread."""

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self.code: Any = rules.rules.compiled("burgrave.bots.self_play")
        ids, kinds = len(rules.rules.verbs) + 1, rules.rules
        self.work, self.scratch = np.zeros(2, kinds.state), np.zeros(1, kinds.scratch)
        self.moves, self.totals = np.zeros(ids, np.int16), np.zeros(ids)
        self.shares, self.out = np.zeros(2 * MOST_SEATS), np.zeros(MOST_SEATS + 1, np.int64)
        features = len(kinds.parts.feature_names)
        self.rows = np.zeros((MOST_POSITIONS, rules.players, features), np.float32)
        self.judged = np.zeros((MOST_POSITIONS, rules.players))

    def play(
        self, seed: str, nets: Floats, seats: Sequence[int], *, whim: float = 0.0, noise: float = 0.0, kept: float = 0.0
    ) -> Played:
        """Play one game, each seat by one of the nets."""
        states, players = self.rules.blank(), self.rules.players
        dice, rng = dice_of(seed), np.array([int(dice_of(f"{seed} whims")[0])], np.uint64)
        count = self.code.play_game(
            states, self.work, self.scratch, nets, np.array(seats, np.int64), self.moves, self.shares, self.totals,
            dice, np.zeros(4, np.uint64), rng, self.rows, self.judged, self.out, whim, noise, kept, LONGEST,
        )  # fmt: skip
        won = (int(states["winners"][0]) >> np.arange(players)) & 1
        shares = (won / won.sum() if won.any() else np.full(players, 1 / players)).astype(np.float32)
        points = self.out[:players].astype(np.float32)
        sample = Sample(
            self.rows[:count].copy(), np.tile(shares, (count, 1)), np.tile(points, (count, 1)), np.array([count])
        )
        return Played(sample, self.judged[:count].astype(np.float32), shares, int(self.out[players]))


@dataclass(frozen=True)
class Match:
    """How one net in one seat has done against another in all other seats."""

    players: int
    games: int
    wins: float

    @property
    def rate(self) -> float:
        """Its share of the wins."""
        return self.wins / self.games

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return interval(self.wins, self.games)

    @property
    def edge(self) -> float:
        """Its wins as a multiple of its fair share."""
        return self.rate * self.players


@dataclass(frozen=True)
class Round:
    """One round of a training: what was played and learned, and how the new net has done."""

    number: int
    positions: int
    length: float
    log_loss: float
    points_off: float
    against_hand: tuple[Match, ...]
    against_best: tuple[Match, ...]
    is_best: bool

    def to_json(self) -> dict[str, Any]:
        """The round as plain data."""
        return asdict(self)

    @staticmethod
    def from_json(read: dict[str, Any]) -> Round:
        """A round from plain data."""
        for name in ("against_hand", "against_best"):
            read[name] = tuple(Match(**one) for one in read[name])
        return Round(**read)


def edge(matches: Sequence[Match]) -> float:
    """How well a net has done over all numbers of players: 1 is as good as the others."""
    return sum(match.edge for match in matches) / len(matches)


class Training:
    """A training in a folder: its settings, its finished rounds, their weights and games."""

    def __init__(self, settings: Settings, folder: Path, threads: int = 1) -> None:
        self.settings, self.folder, self.threads = settings, folder, threads
        self.tables = settings.rules()
        self.features = self.tables[0].rules.parts.feature_names
        self.rounds: list[Round] = []
        self._room = threading.local()
        self._read()

    # Files

    def _read(self) -> None:
        plan = json.loads(json.dumps(asdict(self.settings)))
        if self._journal.exists():
            found = json.loads(self._journal.read_text(encoding="utf-8"))
            if {**found["settings"], "rounds": 0} != {**plan, "rounds": 0}:
                raise ValueError(f"{self.folder} holds another training; choose another folder or remove it")
            self.rounds = [Round.from_json(one) for one in found["rounds"]]

    @property
    def _journal(self) -> Path:
        return self.folder / "training.json"

    def _write(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = self._journal.with_suffix(".part")
        rounds = [one.to_json() for one in self.rounds]
        partial.write_text(json.dumps({"settings": asdict(self.settings), "rounds": rounds}, indent=1) + "\n")
        partial.replace(self._journal)

    def weights(self, number: int) -> Weights:
        """The weights of a finished round."""
        return from_bytes((self.folder / f"round-{number}.weights").read_bytes(), self.features)

    @property
    def best(self) -> Weights | None:
        """The best weights so far."""
        best = [one.number for one in self.rounds if one.is_best]
        return self.weights(best[-1]) if best else None

    def _net(self, number: int | None) -> Floats:
        return no_net() if number is None else self.weights(number).flat()

    # Playing

    def _table(self, rules: Game) -> Table:
        known: dict[int, Table] = self._room.__dict__.setdefault("tables", {})
        if rules.players not in known:
            known[rules.players] = Table(rules)
        return known[rules.players]

    def _over(self, count: int, play: Callable[[int], Any], progress: Callable[[int, int], None]) -> Iterator[Any]:
        if self.threads == 1:
            for k in range(count):
                yield play(k)
                progress(k + 1, count)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for done, one in enumerate(pool.map(play, range(count)), 1):
                    progress(done, count)
                    yield one
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def games_of(self, number: int, progress: Callable[[int, int], None]) -> Iterator[Played]:
        """The games of a round: mostly by the newest net, some seats by older ones or by hand."""
        nets = [self._net(None)] + [self._net(k) for k in range(max(0, number - ROUNDS_LEARNED), number)]
        size = max(len(net) for net in nets)
        stacked = np.stack([np.resize(np.append(net, np.zeros(size - len(net), np.float32)), size) for net in nets])
        plan = self.settings
        kept = [min(1.0, KEPT / self._length(rules)) for rules in self.tables]

        def play(k: int) -> Played:
            luck = random.Random(f"{plan.seed} round {number} game {k}")
            which = k % len(self.tables)
            table = self._table(self.tables[which])
            seats = [self._policy(luck, len(nets)) for _ in range(table.rules.players)]
            loose = LOOSE if number == 0 else 1.0
            name, whim, noise = f"{plan.seed} {number} {k}", plan.whim * loose, plan.noise * loose
            return table.play(name, stacked.copy(), seats, whim=whim, noise=noise, kept=kept[which])

        return self._over(plan.games, play, progress)

    def _length(self, rules: Game) -> int:
        """The moves of a game between seats that play by hand."""
        played = self._table(rules).play(
            f"{self.settings.seed} length", no_net()[None], [0] * rules.players, noise=1e-3
        )
        return max(1, played.moves)

    @staticmethod
    def _policy(luck: random.Random, nets: int) -> int:
        chance = luck.random()
        if nets == 1 or chance < BY_HAND:
            return 0
        return luck.randrange(1, nets) if chance < BY_HAND + OTHERS else nets - 1

    def match(self, new: Floats, old: Floats, number: int, progress: Callable[[int, int], None]) -> tuple[Match, ...]:
        """The new net in one seat against the old one in the others; every deal is played from every seat."""
        size = max(len(new), len(old))
        nets = np.stack([np.append(net, np.zeros(size - len(net), np.float32)) for net in (new, old)])
        wins, games = [0.0] * len(self.tables), [0] * len(self.tables)

        def play(k: int) -> tuple[int, float]:
            which, deal = k % len(self.tables), k // len(self.tables)
            table = self._table(self.tables[which])
            players = table.rules.players
            seats = [0 if seat == deal % players else 1 for seat in range(players)]
            played = table.play(f"{self.settings.seed} match {deal // players}", nets.copy(), seats, noise=1e-3)
            return which, float(played.shares[deal % players])

        for which, share in self._over(self.settings.match_games, play, progress):
            wins[which] += share
            games[which] += 1
        return tuple(
            Match(rules.players, count, won)
            for rules, won, count in zip(self.tables, wins, games, strict=True)
            if count
        )

    # Learning

    def _kept(self, number: int) -> list[Sample]:
        with np.load(self.folder / f"round-{number}.npz") as read:
            counts = sorted({int(name.split()[1]) for name in read})
            return [Sample(*(read[f"{part.name} {n}"] for part in fields(Sample))) for n in counts]

    def _keep(self, number: int, samples: Sequence[Sample], fit: Fit) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays = {f"{part.name} {one.players}": getattr(one, part.name) for one in samples for part in fields(Sample)}
        np.savez(self.folder / f"round-{number}.npz", **arrays)
        np.savez(self.folder / f"round-{number}.fit.npz", **fit.arrays())
        (self.folder / f"round-{number - ROUNDS_LEARNED}.npz").unlink(missing_ok=True)

    def _fitted(self, number: int, played: Sequence[Played], new: list[Sample]) -> tuple[Fit, int]:
        """The net after a round, and how many positions it has learned from: the first round imitates."""
        rng = np.random.default_rng([self.settings.seed, number])
        if number == 0:
            lessons = joined([one.lesson for one in played])
            fit = Fit(self.features, new, rng)
            fit.train(lessons, rng, IMITATING_EPOCHS, IMITATING, IMITATING_STRAIGHT)
            return fit, sum(map(len, lessons))
        with np.load(self.folder / f"round-{number - 1}.fit.npz") as read:
            fit = Fit.from_arrays(self.features, read)
        former = [one for k in range(max(0, number - ROUNDS_LEARNED + 1), number) for one in self._kept(k)]
        samples = joined([*former, *new])
        for _ in range(self.settings.epochs):
            fit.train([fit.foreseen(one) for one in samples], rng, 1)
        return fit, sum(map(len, samples))

    def run(self, progress: Callable[[str, int, int], None] = lambda what, done, total: None) -> Iterator[Round]:
        """Play, fit and compare, round after round; those that were finished before come first."""
        yield from self.rounds
        for number in range(len(self.rounds), self.settings.rounds):
            self.rounds.append(self._round(number, progress))
            self._write()
            yield self.rounds[-1]

    def _round(self, number: int, progress: Callable[[str, int, int], None]) -> Round:
        played = list(self.games_of(number, lambda done, total: progress("games", done, total)))
        back = max(1, int(len(played) * HELD_BACK))
        test = joined([one.sample for one in played[:back]])
        new = joined([one.sample for one in played[back:]])
        progress("fitting", 0, 1)
        fit, positions = self._fitted(number, played[back:], new)
        self._keep(number, new, fit)
        losses = [(*fit.losses(one), len(one)) for one in test]
        total = sum(count for _, _, count in losses)
        log_loss = sum(loss * count for loss, _, count in losses) / total
        points_off = sum(off * count for _, off, count in losses) / total
        weights = fit.weights(**asdict(self.settings), round=number, positions=positions)
        weights.write(self.folder / f"round-{number}.weights")
        net, best = weights.flat(), self.best
        against_hand = self.match(net, no_net(), number, lambda done, total: progress("match", done, total))
        against_best = against_hand
        if best is not None:
            against_best = self.match(net, best.flat(), number, lambda done, total: progress("match", done, total))
        length = float(np.mean([one.moves for one in played]))
        return Round(
            number, positions, length, log_loss, points_off, against_hand, against_best,
            edge(against_best) > 1,
        )  # fmt: skip
