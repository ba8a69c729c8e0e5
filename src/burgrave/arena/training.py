"""How nets learn: rounds of games against themselves, a fit after each, and a match against the weights before.

Everything follows from the settings: the same settings give the same weights, whatever the number of threads or
computers, and a training that was broken off goes on after its last whole round.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from burgrave.arena.standings import interval
from burgrave.arena.tournament import cluster
from burgrave.bots.fitting import AIMS, FARSIGHTED, Fit, Sample, joined
from burgrave.bots.search import Candidate, SearchBot
from burgrave.core.dice import dice_of
from burgrave.core.game import Game, game
from burgrave.core.net import ASKED, LEAF, MOVES, NEXT_TURN
from burgrave.core.spec import MOST_SEATS
from burgrave.core.verbs import Move
from burgrave.core.weights import Floats, Weights, from_bytes, mean, no_net

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
SEARCH_COSTS = 10
"""A round of searching plays so many times fewer games than others: each costs more, and tells more."""
TRIED = 0.1
"""How often a searching seat plays another move than the most visited one."""
IMITATING_EPOCHS = 6.0
"""How often a new net goes through all positions to learn to judge as the hand-written evaluation does."""


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
    aim: str = AIMS[0]
    turns: bool = False
    """Whether only positions count in which another seat is to act than before: where turns begin."""
    search: int = 0
    """Iterations of the searches that play the last rounds; 0 is no search."""
    searched: int = 1
    """How many last rounds searches play."""
    searched_games: int = 0
    """Games of a round that searches play; 0: a tenth of the others'."""
    asked: int = MOVES
    leaf: int = NEXT_TURN
    """What the search asks the net, and how far it plays on before (`core/net`)."""
    mean_of: int = 1
    """The weights in the end are the mean of so many last rounds'; 1: those of the best round."""
    farsighted: float = FARSIGHTED
    """How much of what came later counts with each position before it; 1: nets learn from results only."""

    def __post_init__(self) -> None:
        if self.aim not in AIMS:
            raise ValueError(f"a net aims at one of {', '.join(AIMS)}, not at {self.aim!r}")
        if not 0 <= self.farsighted <= 1:
            raise ValueError(f"a net is farsighted by 0 to 1, not by {self.farsighted}")
        if self.search < 0:
            raise ValueError(f"a search has 0 iterations (none is made) or more, not {self.search}")
        if self.searched_games < 0:
            raise ValueError(f"searches play 0 games (a tenth of the others) or more, not {self.searched_games}")
        if not 0 <= self.whim <= 1:
            raise ValueError(f"a whim is a share from 0 to 1, not {self.whim}")
        for name in ("rounds", "games", "match_games", "epochs", "searched", "mean_of"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 at least, not {getattr(self, name)}")

    def to_json(self) -> str:
        """The settings as one line of JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(line: str) -> Settings:
        """Settings from their line."""
        read = json.loads(line)
        return Settings(**{**read, "players": tuple(read["players"])})

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
    def surprise(self) -> float:
        """The log loss of what was seen, summed over the positions."""
        return -float((self.sample.shares * np.log(np.maximum(self.seen, 1e-9))).sum())

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
        self,
        seed: str,
        nets: Floats,
        seats: Sequence[int],
        *,
        whim: float = 0.0,
        noise: float = 0.0,
        kept: float = 0.0,
        turns: bool = False,
    ) -> Played:
        """Play one game, each seat by one of the nets."""
        states, players = self.rules.blank(), self.rules.players
        dice, rng = dice_of(seed), np.array([int(dice_of(f"{seed} whims")[0])], np.uint64)
        count = self.code.play_game(
            states, self.work, self.scratch, nets, np.array(seats, np.int64), self.moves, self.shares, self.totals,
            dice, np.zeros(4, np.uint64), rng, self.rows, self.judged, self.out, whim, noise, kept, turns, LONGEST,
        )  # fmt: skip
        won = (int(states["winners"][0]) >> np.arange(players)) & 1
        return self._played(
            count, won.astype(bool), self.out[:players], int(self.out[players]), np.full((0, 0), np.nan)
        )

    def search(self, seed: str, net: Floats, iterations: int, *, kept: float = 0.0, turns: bool = False) -> Played:
        """Play one game in which all seats search, and keep what they thought of the positions."""
        match, luck = self.rules.match(seed=seed), random.Random(f"{seed} kept")
        bots = [
            SearchBot(self.rules, iterations=iterations, seed=f"{seed} {seat}", net=net)
            for seat in range(self.rules.players)
        ]
        thought, count, before = np.full(self.judged.shape, np.nan, np.float32), 0, -1
        while (seat := match.position.to_act) is not None and len(match.moves) < LONGEST:
            view = match.view(seat)
            found = bots[seat].considered(view) if len(view.moves()) > 1 else []
            if not (turns and seat == before) and count < MOST_POSITIONS and luck.random() < kept:
                self.code.note_at(
                    match.position._records, self.scratch, net, self.rows, self.judged, self.shares, count
                )
                if found:
                    thought[count] = self._thought(found, seat, count)
                count += 1
            before = seat
            match.play(self._tried(found, luck) if found else view.moves()[0])
        won = np.array([seat in match.winners for seat in range(self.rules.players)])
        return self._played(count, won, np.array(match.position.scores), len(match.moves), thought[:count])

    def _tried(self, found: Sequence[Candidate], luck: random.Random) -> Move:
        """Mostly the most visited move; now and then another one, as often as it was visited, so that games differ."""
        if luck.random() < TRIED:
            return luck.choices([one.move for one in found], [one.visits + 1 for one in found])[0]
        return found[0].move

    def _thought(self, found: Sequence[Candidate], seat: int, row: int) -> Floats:
        """Everybody's share of the win as a search sees it: the others share what the seat leaves as the net thinks."""
        visits = sum(one.visits for one in found)
        own = sum(one.visits * one.value for one in found) / visits if visits else found[0].value
        shares: Floats = self.judged[row].astype(np.float32)
        rest = max(1e-6, 1 - shares[seat])
        shares *= (1 - own) / rest
        shares[seat] = own
        return shares

    def _played(self, count: int, won: Any, points: Any, moves: int, thought: Any) -> Played:
        players = self.rules.players
        shares = (won / won.sum() if won.any() else np.full(players, 1 / players)).astype(np.float32)
        sample = Sample(
            self.rows[:count].copy(),
            np.tile(shares, (count, 1)),
            np.tile(points.astype(np.float32), (count, 1)),
            np.array([count]),
            thought.astype(np.float32),
        )
        return Played(sample, self.judged[:count].astype(np.float32), shares, moves)


@dataclass(frozen=True)
class Job:
    """A game to be played: at which table, from which luck, each seat by which net, how loosely, and what is kept."""

    table: int
    name: str
    seats: tuple[int, ...]
    whim: float
    noise: float
    kept: float
    turns: bool = False
    iterations: int = 0
    """Of the searches that play the game, by the last net; without any it is played move by move."""

    def play(self, table: Table, nets: Floats) -> Played:
        """Play it."""
        if self.iterations:
            return table.search(self.name, nets[-1].copy(), self.iterations, kept=self.kept, turns=self.turns)
        return table.play(
            self.name, nets.copy(), self.seats, whim=self.whim, noise=self.noise, kept=self.kept, turns=self.turns
        )


def stacked(nets: Sequence[Floats]) -> Floats:
    """Nets of different sizes as one table."""
    size = max(map(len, nets))
    return np.stack([np.append(net, np.zeros(size - len(net), np.float32)) for net in nets])


@cache
def _tables(settings: str) -> list[Table]:
    """The tables of a training, made once in each process of a cluster."""
    return [Table(rules) for rules in Settings.from_json(settings).rules()]


def _play_apart(settings: str, job: Job, nets: Floats) -> Played:
    """Play a game in a process of a cluster."""
    return job.play(_tables(settings)[job.table], nets)


def on_cluster(settings: Settings, jobs: Sequence[Job], nets: Floats, address: str) -> Iterator[Played]:
    """Play on the Ray cluster at an address, in order; a game whose worker dies is played again and ends alike."""
    ray = cluster(address)
    task, shared, plan = ray.remote(max_retries=-1)(_play_apart), ray.put(nets), settings.to_json()
    waiting = [task.remote(plan, job, shared) for job in jobs]
    for one in waiting:
        yield ray.get(one)


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
    log_loss_before: float
    """The log loss of what was thought in play, by the net before or by hand."""
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

    def __init__(self, settings: Settings, folder: Path, threads: int = 1, cluster: str | None = None) -> None:
        self.settings, self.folder, self.threads, self.cluster = settings, folder, threads, cluster
        self.tables = settings.rules()
        self.features = self.tables[0].rules.parts.feature_names
        self.rounds: list[Round] = []
        self._room = threading.local()
        self._read()

    # Files

    def _read(self) -> None:
        plan = json.loads(self.settings.to_json())
        if self._journal.exists():
            found = json.loads(self._journal.read_text(encoding="utf-8"))
            free = {} if self.settings.search else {"rounds": 0}  # the last round is another one when it is searched
            begun = json.loads(Settings.from_json(json.dumps(found["settings"])).to_json())
            if {**begun, **free} != {**plan, **free}:
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
        """The best weights so far: the mean of the last rounds' where that is wanted."""
        if self.settings.mean_of > 1 and self.rounds:
            return mean([self.weights(one.number) for one in self.rounds[-self.settings.mean_of :]])
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

    def _played(self, jobs: Sequence[Job], nets: Floats, progress: Callable[[int, int], None]) -> Iterator[Played]:
        """Play games, in this process or on a cluster; they come in the order of the jobs."""
        if self.cluster:
            games = on_cluster(self.settings, jobs, nets, self.cluster)
        elif self.threads == 1:
            games = (job.play(self._table(self.tables[job.table]), nets) for job in jobs)
        else:
            games = self._in_threads(jobs, nets)
        for done, one in enumerate(games, 1):
            progress(done, len(jobs))
            yield one

    def _in_threads(self, jobs: Sequence[Job], nets: Floats) -> Iterator[Played]:
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                yield from pool.map(lambda job: job.play(self._table(self.tables[job.table]), nets), jobs)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def games_of(self, number: int, progress: Callable[[int, int], None]) -> Iterator[Played]:
        """The games of a round: mostly by the newest net, some seats by older ones or by hand."""
        nets = [self._net(None)] + [self._net(k) for k in range(max(0, number - ROUNDS_LEARNED), number)]
        plan = self.settings
        kept = [min(1.0, KEPT / self._length(rules)) for rules in self.tables]
        loose = LOOSE if number == 0 else 1.0
        iterations = plan.search if number >= plan.rounds - plan.searched else 0
        if iterations:
            nets[-1][ASKED], nets[-1][LEAF] = plan.asked, plan.leaf
        jobs = []
        searched = plan.searched_games or plan.games // SEARCH_COSTS + 1
        for k in range(searched if iterations else plan.games):
            luck = random.Random(f"{plan.seed} round {number} game {k}")
            which = k % len(self.tables)
            seats = tuple(self._policy(luck, len(nets)) for _ in range(self.tables[which].players))
            name, whim, noise = f"{plan.seed} {number} {k}", plan.whim * loose, plan.noise * loose
            jobs.append(Job(which, name, seats, whim, noise, kept[which], plan.turns, iterations))
        return self._played(jobs, stacked(nets), progress)

    def _length(self, rules: Game) -> int:
        """The moves of a game between seats that play by hand, or its turns where those count."""
        played = self._table(rules).play(
            f"{self.settings.seed} length",
            no_net()[None],
            [0] * rules.players,
            noise=1e-3,
            kept=float(self.settings.turns),
            turns=self.settings.turns,
        )
        return max(1, len(played.sample) if self.settings.turns else played.moves)

    @staticmethod
    def _policy(luck: random.Random, nets: int) -> int:
        chance = luck.random()
        if nets == 1 or chance < BY_HAND:
            return 0
        return luck.randrange(1, nets) if chance < BY_HAND + OTHERS else nets - 1

    def match(self, new: Floats, old: Floats, number: int, progress: Callable[[int, int], None]) -> tuple[Match, ...]:
        """The new net in one seat against the old one in the others; every deal is played from every seat."""
        wins, games = [0.0] * len(self.tables), [0] * len(self.tables)
        jobs = []
        for k in range(self.settings.match_games):
            which, deal = k % len(self.tables), k // len(self.tables)
            players = self.tables[which].players
            seats = tuple(0 if seat == deal % players else 1 for seat in range(players))
            jobs.append(Job(which, f"{self.settings.seed} match {deal // players}", seats, 0.0, 1e-3, 0.0))
        for job, played in zip(jobs, self._played(jobs, stacked([new, old]), progress), strict=True):
            wins[job.table] += float(played.shares[job.seats.index(0)])
            games[job.table] += 1
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
        """The net after a round, and how many positions it has learned from.

        A net that is not told the hand-written evaluation imitates it in the first round.
        """
        rng = np.random.default_rng([self.settings.seed, number])
        if number == 0:
            fit = Fit(self.features, new, rng, self.settings.aim)
            if not fit.begins_by_hand:
                lessons = joined([one.lesson for one in played])
                fit.train(lessons, rng, IMITATING_EPOCHS, imitating=True)
                return fit, sum(map(len, lessons))
        else:
            with np.load(self.folder / f"round-{number - 1}.fit.npz") as read:
                fit = Fit.from_arrays(self.features, read, self.settings.aim)
        former = [one for k in range(max(0, number - ROUNDS_LEARNED + 1), number) for one in self._kept(k)]
        samples = joined([*former, *new])
        for _ in range(self.settings.epochs):
            fit.train([fit.foreseen(one, self.settings.farsighted) for one in samples], rng, 1)
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
        before = sum(one.surprise for one in played[:back]) / total
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
            number, positions, length, log_loss, before, points_off, against_hand, against_best,
            edge(against_best) > 1,
        )  # fmt: skip
