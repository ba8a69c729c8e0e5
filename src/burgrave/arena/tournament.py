"""Matches between bots: seats rotated, every deal played by each bot from each seat, resumable, on many processes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core.given import whole
from burgrave.core.spec import MOST_SEATS

if TYPE_CHECKING:
    from burgrave.arena.greedy_games import Played
    from burgrave.core.game import Game
    from burgrave.core.match import Match


@dataclass(frozen=True)
class Plan:
    """Which game, which bots, how many games. A plan tells everything: the same plan gives the same results.

    The first bots take one seat each, the last one all seats that are left. Every seed is played once for each rotation
    of the seats, so that no bot gains by its deals or its place.
    """

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int = 1

    def __post_init__(self) -> None:
        from burgrave.bots import described

        if len(self.bots) < 2:
            raise ValueError("an arena needs two bots at least")
        if len(self.bots) > self.players:
            raise ValueError(f"{len(self.bots)} bots for {self.players} seats")
        whole(self.games, "the number of games", 1)
        for bot in self.bots:
            described(bot)

    @property
    def players(self) -> int:
        """How many seats the game has."""
        from burgrave.core import registry

        return int(registry.spec(self.game).settle_options(self.options)["players"])

    def lineup(self, number: int) -> tuple[str, ...]:
        """The bots by seat in one game."""
        seats = (*self.bots, *(self.bots[-1] for _ in range(self.players - len(self.bots))))
        turn = number % self.players
        return seats[-turn:] + seats[:-turn] if turn else seats

    def deal(self, number: int) -> int:
        """The seed of one game."""
        return self.seed + number // self.players

    def to_json(self) -> str:
        """The plan as one line of JSON."""
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True)
class Outcome:
    """How one game of a plan ended."""

    number: int
    seed: int
    lineup: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    parts: tuple[dict[str, int], ...]
    verbs: tuple[dict[str, int], ...]
    faults: dict[str, str] = field(default_factory=dict)
    luck: tuple[float, ...] = ()
    """What chance has brought each seat, in shares of the win; nothing on average, whoever plays."""
    course: str = ""
    """A short hash of all moves: two games with the same one are the same game."""

    def to_json(self) -> str:
        """The outcome as one line of JSON."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(line: str) -> Outcome:
        """An outcome from its line."""
        read = json.loads(line)
        for name in ("lineup", "winners", "scores", "parts", "verbs", "luck"):
            read[name] = tuple(read.get(name, ()))
        return Outcome(**read)

    def share(self, seat: int) -> float:
        """The seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def adjusted(self, seat: int) -> float:
        """The seat's share of the win without what chance has brought it: as right on average, and less spread."""
        return self.share(seat) - (self.luck[seat] if self.luck else 0.0)


@cache
def rules_of(name: str, options: str) -> Game:
    """The rules of a plan, made once in each process."""
    from burgrave.core.game import game

    return game(name, **json.loads(options))


def play_game(plan: Plan, number: int) -> Outcome:
    """Play one game of a plan; the result depends on nothing but the plan and the number."""
    from burgrave.arena.greedy_games import Played, play
    from burgrave.bots import dismissed, make_bot
    from burgrave.bots.simple import GreedyBot

    rules = rules_of(plan.game, json.dumps(plan.options, sort_keys=True))
    lineup, deal = plan.lineup(number), plan.deal(number)
    players = [make_bot(text, rules, f"{deal} {number} {seat}") for seat, text in enumerate(lineup)]
    if all(type(player) is GreedyBot for player in players):
        return told(plan, number, play(rules, players, deal))  # type: ignore[arg-type]
    match = rules.match(seed=deal)
    while (seat := match.position.to_act) is not None:
        match.play(players[seat].choose(match.view(seat)))
    faults = dismissed(players)
    match.forfeited = frozenset(faults)
    steps = list(zip(match.movers, match.moves, strict=True))
    outcome = told(plan, number, Played(steps, match.position, luck_of(match)))
    return replace(outcome, winners=match.winners, faults={str(seat): fault for seat, fault in faults.items()})


def told(plan: Plan, number: int, played: Played) -> Outcome:
    """What is kept of a game."""
    lineup, end = plan.lineup(number), played.end
    counts: list[Counter[str]] = [Counter() for _ in lineup]
    for mover, move in played.steps:
        if mover >= 0:
            counts[mover][move.verb] += 1
    course = sha256("\n".join(move.text for _, move in played.steps).encode()).hexdigest()[:16]
    return Outcome(
        number, plan.deal(number), lineup, end.winners, end.scores, len(played.steps), points_by_source(end),
        tuple(dict(count) for count in counts), luck=tuple(round(luck, 6) for luck in played.luck), course=course,
    )  # fmt: skip


def luck_of(match: Match) -> list[float]:
    """What chance has brought each seat in a game, judged move by move with the bots' own evaluation.

    At every move of chance the share of the win after it is compared with its mean over all outcomes. That difference
    is nothing on average, so taking it off a result leaves the result right on average and spreads it less.
    """
    from burgrave.core.weights import net_of

    rules, room = match.game.rules, match.game.workspace
    code: Any = rules.bind("burgrave.bots.judgement")
    net, shares, totals = net_of(rules), np.zeros(2 * MOST_SEATS), np.zeros(MOST_SEATS)
    for before, move in zip(match.positions, match.moves, strict=False):
        if move.by_chance:
            code.luck_at(
                before._records, 0, room.work, room.scratch, net, room.moves, room.weights, shares, totals, move.id
            )
    return totals[: match.game.players].tolist()  # type: ignore[no-any-return]


def points_by_source(position: Any) -> tuple[dict[str, int], ...]:
    """Everybody's final points by source."""
    parts: tuple[dict[str, int], ...] = position.view(None).score_parts()
    return parts


class Journal:
    """The outcomes of a plan in a file, one line each, so that a broken-off arena goes on where it stopped."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan

    def read(self) -> list[Outcome]:
        """What was played so far; a ValueError if the file belongs to another plan."""
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        if not lines:
            return []
        before = json.loads(lines[0])
        mine = json.loads(self.plan.to_json())
        if {**before, "games": 0} != {**mine, "games": 0}:
            raise ValueError(f"{self.path} holds the results of another plan; choose another folder or remove it")
        outcomes = []
        for line in lines[1:]:
            try:
                outcomes.append(Outcome.from_json(line))
            except (ValueError, TypeError):
                break  # the last line of a run that was killed while it wrote
        return [outcome for outcome in outcomes if outcome.number < self.plan.games]

    def begin(self) -> list[Outcome]:
        """Read what there is and write it anew, whole lines only."""
        done = self.read()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".part")
        partial.write_text("\n".join([self.plan.to_json(), *(outcome.to_json() for outcome in done)]) + "\n")
        partial.replace(self.path)
        return done

    def add(self, outcome: Outcome) -> None:
        """Write one more outcome."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(outcome.to_json() + "\n")


def serially(plan: Plan, numbers: Iterable[int]) -> Iterator[Outcome]:
    """Play in this process."""
    for number in numbers:
        yield play_game(plan, number)


def in_processes(plan: Plan, numbers: Iterable[int], processes: int) -> Iterator[Outcome]:
    """Play in several processes of this machine, as they finish."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        games = [pool.submit(play_game, plan, number) for number in numbers]
        try:
            for game in as_completed(games):
                yield game.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cluster(address: str) -> Any:
    """Ray, connected to the cluster at an address; "local" starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise ValueError("a cluster needs Ray: pip install 'burgrave[cluster]'") from None
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, include_dashboard=False)
    return ray


def on_cluster(plan: Plan, numbers: Iterable[int], address: str) -> Iterator[Outcome]:
    """Play on the Ray cluster at an address; a game whose worker dies is played again, with the same result."""
    ray = cluster(address)
    task = ray.remote(max_retries=-1)(play_game)
    waiting = [task.remote(plan, number) for number in numbers]
    while waiting:
        ready, waiting = ray.wait(waiting)
        yield from ray.get(ready)


def run(
    plan: Plan,
    journal: Journal | None = None,
    *,
    processes: int = 1,
    cluster: str | None = None,
) -> Iterator[Outcome]:
    """Play what is left of a plan; each outcome is written before it is given.

    `cluster` is the address of a Ray cluster; "local" starts one on this machine.
    """
    done = journal.begin() if journal else []
    yield from done
    played = {outcome.number for outcome in done}
    numbers = [number for number in range(plan.games) if number not in played]
    if cluster:
        outcomes = on_cluster(plan, numbers, cluster)
    elif processes > 1:
        outcomes = in_processes(plan, numbers, processes)
    else:
        outcomes = serially(plan, numbers)
    for outcome in outcomes:
        if journal:
            journal.add(outcome)
        yield outcome
