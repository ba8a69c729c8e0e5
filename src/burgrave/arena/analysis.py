"""A game explained: everybody's chance to win over the whole game, what luck brought, and what moves gave away.

Chance is a player, so a result is a sum. At every move of chance, what it brought each seat is its chance to win then
less the mean over all that could have happened: luck. At every decision, what it changed is the chance after the played
move less the chance after the best one, both as far as the seat that moved could know: mistakes. A search finds the
best moves, and a judge (`arena/judge`) plays all that is compared on with the same luck. The chance at the start, luck,
one's own mistakes and the others' add up to the result, but for what the judge has come to see otherwise on the way:
that is told as the rest, with an error to measure it by.

Every figure depends on nothing but the match, the settings and the number of the move, so findings can be made in any
order, by several threads or machines, kept, and gone on with later.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from burgrave.arena.judge import Judge
from burgrave.bots.search import Candidate, SearchBot
from burgrave.core.given import whole
from burgrave.core.spec import CHANCE
from burgrave.core.story import turn_of

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import Position
    from burgrave.core.verbs import Move

EXACT = 40
"""So many outcomes of chance at most are all looked at; of more, and of several moves of chance in a row, a sample."""
SAMPLED_OUTCOMES = 24
RUN_SAMPLES = 4
"""Several moves of chance in a row are many outcomes: so many times as many samples tell their mean."""
BEST = 3
"""How many of the best moves are compared, beside the one that was played."""
LINE = 4
"""How many moves of a line that the search expects are kept."""
PIECES, TRUSTED = 8, 2.18
"""A game is cut into so many pieces to measure how far the sums can be trusted: long ones, since what is judged wrongly
at one decision often is at the next. It is cut in every way, since eight pieces alone are few: their squares together
tell as much as twelve independent pieces do (overlapping batch means), and of twelve a sum is 19 of 20 times nearer to
nothing than this times the root of their squares (Student's distribution)."""
SURE = 2.0
"""A difference of less than so many standard errors counts as none, and errors are told as that many."""
GRADES = {"best": 0.0, "good": 0.0, "inaccuracy": 0.02, "mistake": 0.05, "blunder": 0.10}
"""From how much of the win that a move gives away it gets its grade; the best move is the one the search chose too."""
FORGIVENESS = 0.2
"""A move that gives away so much of the win is 1/e = 37 % accurate; one that gives away nothing, 100 %."""
RANDOM = 0.6
"""Who gives away more than this share of what random moves would have given away, and hits on the best move no oftener
than they would, plays as if at random."""
LEAST_DECISIONS = 10
"""Of fewer decisions nobody can tell that."""

Chances = tuple[float, ...]
"""A figure for each seat, in shares of the win."""


@dataclass(frozen=True)
class Settings:
    """How deep an analysis goes; the same settings give the same figures."""

    iterations: int = 200
    """How long a search thinks about each decision."""
    samples: int = 32
    """How many times everything that is compared is played on."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("iterations", "samples"):
            whole(getattr(self, name), f"an analysis' {name}", 1)
        whole(self.seed, "the seed of an analysis")

    @property
    def name(self) -> str:
        """The settings as one word, which tells stored analyses apart."""
        return f"{self.iterations}-{self.samples}-{self.seed}"

    @staticmethod
    def named(name: str) -> Settings:
        """The settings of a name."""
        return Settings(*map(int, name.split("-")))


QUICK_SAMPLES = 4
"""For the first curve, which is there before anything else."""


@dataclass(frozen=True)
class Glance:
    """How everybody seems to stand after so many moves, at first sight."""

    number: int
    chances: Chances
    kind: str = "glance"


@dataclass(frozen=True)
class Considered:
    """A move of a decision: every seat's chance to win after it, its share of the search, and what is expected then."""

    move: str
    chances: Chances
    share: float
    line: tuple[tuple[int, str], ...] = ()
    """Who makes which move, the considered one first."""


@dataclass(frozen=True)
class Choice:
    """A decision after `number` moves: how everybody stands if the best move is played, and what the move changed."""

    number: int
    seat: int
    chances: Chances
    change: Chances
    error: Chances
    options: tuple[Considered, ...]
    """The best moves, the search's own first, and the one that was played among them."""
    played: str
    searched: float
    """What the move gave away in the eyes of the search alone."""
    random: float
    """What a move chosen at random would have given away on average, in the same eyes."""
    moves: int
    """How many legal moves there were."""
    kind: str = "choice"

    @property
    def best(self) -> Considered:
        """What the search would have played."""
        return self.options[0]

    @property
    def loss(self) -> float:
        """The share of the win that the move gave away, as far as that is sure."""
        given = -self.change[self.seat]
        return given if given > SURE * self.error[self.seat] else 0.0

    @property
    def grade(self) -> str:
        """One of GRADES."""
        if self.played == self.best.move:
            return "best"
        return [name for name, least in GRADES.items() if self.loss >= least][-1]

    @property
    def accuracy(self) -> float:
        """1 for a move that gives nothing away, less the more it does."""
        return math.exp(-self.loss / FORGIVENESS)


@dataclass(frozen=True)
class Luck:
    """What chance has brought with the moves after `number` others, up to the one of number `last`."""

    number: int
    last: int
    change: Chances
    error: Chances
    exact: bool
    """Whether all outcomes were looked at."""
    kind: str = "luck"


Finding = Glance | Choice | Luck


def finding_of(found: Mapping[str, Any]) -> Finding:
    """A finding from what was made of it as JSON."""
    kinds: dict[str, Callable[..., Finding]] = {"glance": Glance, "choice": Choice, "luck": Luck}
    made = dict(found)
    for name in ("chances", "change", "error"):
        if name in made:
            made[name] = tuple(made[name])
    if "options" in made:
        made["options"] = tuple(
            Considered(
                one["move"], tuple(one["chances"]), one["share"], tuple((seat, text) for seat, text in one["line"])
            )
            for one in made["options"]
        )
    return kinds[made.pop("kind")](**made)


def as_json(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    return asdict(finding)


@dataclass(frozen=True)
class Task:
    """One finding that is to be made: its kind, and from after which move to which."""

    kind: str
    number: int
    last: int

    @property
    def key(self) -> tuple[str, int]:
        """What tells its finding from all others."""
        return self.kind, self.number


def is_decision(position: Position) -> bool:
    """Whether a seat has to choose between several moves."""
    return position.to_act is not None and position.to_act >= 0 and len(position.moves()) > 1


def advice(match: Match, bot: SearchBot, stop: threading.Event | None = None) -> tuple[Candidate, ...]:
    """What a search thinks of the moves of the seat to act, the best first; it sees only what the seat sees.

    When `stop` is set meanwhile, it ends early.
    """
    return tuple(bot.candidates(match.view(match.position.to_act), stop)) if is_decision(match.position) else ()


def decisions(match: Match) -> list[int]:
    """After how many moves a seat had to choose between several."""
    return [number for number, position in enumerate(match.positions[: match.length]) if is_decision(position)]


def start_of(match: Match) -> int:
    """After how many moves the first seat had to act: what chance has laid out before belongs to the start."""
    return next((number for number, mover in enumerate(match.movers) if mover != CHANCE), match.length)


def tasks(match: Match, seat: int | None = None) -> list[Task]:
    """Everything to be found out about a match, or about one seat's decisions: a curve first, then the rest.

    Where only one seat's knowledge was entered, the others' decisions cannot be judged.
    """
    chosen = set(decisions(match))
    if match.knows is not None:
        seat = match.knows
    start, movers, found = start_of(match), match.movers, []
    number = start
    while number < match.length:
        last = number + 1
        if movers[number] == CHANCE:
            while last < match.length and movers[last] == CHANCE:
                last += 1
            found.append(Task("luck", number, last))
        elif number in chosen and seat in (None, movers[number]):
            found.append(Task("choice", number, last))
        number = last
    glances = [Task("glance", one.number, one.number) for one in found]
    if not match.is_over:
        glances.append(Task("glance", match.length, match.length))
    return glances + found


class Analyst:
    """Makes findings about a match, one after the other; each thread needs its own."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self.match, self.settings = match, settings
        self.judge = Judge(match.game)
        self.positions, self.movers, self.moves = match.positions, match.movers, match.moves

    def found(self, task: Task) -> Finding:
        """The finding of a task."""
        make: Callable[[Task], Finding] = getattr(self, f"_{task.kind}")
        return make(task)

    def _seed(self, what: str, number: int) -> str:
        return f"{self.settings.seed} {what} {number}"

    def _chances(self, number: int, samples: int) -> tuple[Chances, list[float]]:
        """How everybody stands after so many moves, and the standard error."""
        position, seed = self.positions[number], self._seed("stands", number)
        if self.match.knows is None:
            found = self.judge.position(position, samples, seed)
        else:
            found = self.judge.seen(position.view(self.match.knows), samples, seed)
        return tuple(found.chances[0].tolist()), found.error

    def _glance(self, task: Task) -> Glance:
        return Glance(task.number, rounded(self._chances(task.number, QUICK_SAMPLES)[0]))

    def _choice(self, task: Task) -> Choice:
        number, seat, played = task.number, self.movers[task.number], self.moves[task.number]
        samples, seed = self.settings.samples, self._seed("choice", number)
        view = self.match.first(number).view(seat)
        bot = SearchBot(self.match.game, iterations=self.settings.iterations, seed=seed)
        candidates = bot.candidates(view)
        own = next(one for one in candidates if one.move == played)
        compared = candidates[:BEST] if own in candidates[:BEST] else [*candidates[:BEST], own]
        judged = self.judge.moves(view, [one.move for one in compared], samples, seed)
        stands = judged
        if self.match.knows is None:
            stands = self.judge.outcomes(self.positions[number], [compared[0].move], samples, seed)
        change, error = judged.difference(compared.index(own), 0)
        top = candidates[0].value
        return Choice(
            number,
            seat,
            rounded(stands.chances[0]),
            rounded(change),
            rounded(error),
            tuple(
                Considered(
                    one.move.text,
                    rounded(judged.chances[k]),
                    round(one.share, 4),
                    tuple((seat, move.text) for seat, move in bot.line(one.move, LINE)),
                )
                for k, one in enumerate(compared)
            ),
            played.text,
            round(max(0.0, top - own.value), 5),
            round(sum(max(0.0, top - one.value) for one in candidates) / len(candidates), 5),
            len(candidates),
        )

    def _luck(self, task: Task) -> Luck:
        position, outcomes = self.positions[task.number], self.positions[task.number].moves()
        if task.last > task.number + 1 or self.match.knows is not None:
            return self._luck_of_several(task)
        happened = self.moves[task.number]
        odds = position.odds()
        exact = len(outcomes) <= EXACT
        if not exact:
            outcomes, odds = self._sampled(position, happened, task.number)
        weights = [one / sum(odds) for one in odds]
        judged = self.judge.outcomes(position, outcomes, self.settings.samples, self._seed("luck", task.number))
        change, error = judged.above_mean(outcomes.index(happened), weights)
        if not exact:  # what was drawn stands for all outcomes, with an error of its own
            spread = judged.chances[1:].std(axis=0, ddof=1) / math.sqrt(len(outcomes) - 1)
            error = [math.hypot(one, other) for one, other in zip(error, spread.tolist(), strict=True)]
        return Luck(task.number, task.last, rounded(change), rounded(error), exact)

    def _sampled(self, position: Position, happened: Move, number: int) -> tuple[tuple[Move, ...], tuple[int, ...]]:
        """What happened, and some of what could have, drawn by the odds."""
        from burgrave.core.dice import dice_of

        drivers, room = self.match.game.rules.drivers, self.match.game.workspace
        drawn = [
            int(drivers.luck_at(position._records, 0, room.scratch, dice_of(self._seed("outcomes", number), k)))
            for k in range(SAMPLED_OUTCOMES)
        ]
        moves = self.match.game.rules.verbs.moves
        return (happened, *(moves[one] for one in drawn)), (0, *(1 for _ in drawn))

    def _luck_of_several(self, task: Task) -> Luck:
        """What several moves of chance in a row have brought: what is expected after them less what was before."""
        samples = RUN_SAMPLES * self.settings.samples
        before, error_before = self._chances(task.number, samples)
        after, error_after = self._chances(task.last, samples)
        change = [new - old for new, old in zip(after, before, strict=True)]
        error = [math.hypot(one, other) for one, other in zip(error_before, error_after, strict=True)]
        return Luck(task.number, task.last, rounded(change), rounded(error), False)


def rounded(figures: Iterable[float]) -> Chances:
    """Figures as they are kept."""
    return tuple(round(float(figure), 5) for figure in figures)


def findings(
    match: Match,
    settings: Settings,
    wanted: Iterable[Task],
    *,
    threads: int = 1,
    stop: threading.Event | None = None,
) -> Iterator[Finding]:
    """Make findings on some threads, about in the order of the tasks; the figures do not depend on the threads."""
    own = threading.local()

    def made(task: Task) -> Finding | None:
        if stop is not None and stop.is_set():
            return None
        if not hasattr(own, "analyst"):
            own.analyst = Analyst(match, settings)
        found: Finding = own.analyst.found(task)
        return found

    left, running = iter(wanted), set[Future[Finding | None]]()
    with ThreadPoolExecutor(threads, thread_name_prefix="analysis") as pool:
        try:
            for task in left:
                running.add(pool.submit(made, task))
                if len(running) > 2 * threads:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (found for one in done if (found := one.result()) is not None)
            for one in running:
                if (found := one.result()) is not None:
                    yield found
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def found_by(
    match: Match, settings: Settings, wanted: list[Task], *, threads: int = 1, cluster: str | None = None
) -> Iterator[Finding]:
    """Make findings on this machine, or on the Ray cluster at an address."""
    if cluster is None:
        return findings(match, settings, wanted, threads=threads)
    return on_cluster(match, settings, wanted, cluster)


@cache
def analyst_of(record: str, settings: Settings) -> Analyst:
    """Who makes findings about a record in this process."""
    from burgrave.core.records import read

    return Analyst(read(record), settings)


def found_apart(record: str, settings: Settings, task: Task) -> Finding:
    """A finding about a record, in a process that knows nothing of it."""
    return analyst_of(record, settings).found(task)


def on_cluster(match: Match, settings: Settings, wanted: Iterable[Task], address: str) -> Iterator[Finding]:
    """Make findings on a Ray cluster, as they finish; one whose worker dies is made again, with the same figures."""
    try:
        import ray
    except ImportError:
        raise ValueError("a cluster needs Ray: pip install 'burgrave[cluster]'") from None
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, include_dashboard=False)
    remote, record = ray.remote(max_retries=-1)(found_apart), match.text()
    waiting = [remote.remote(record, settings, task) for task in wanted]
    while waiting:
        ready, waiting = ray.wait(waiting)
        yield from ray.get(ready)


def analyse(match: Match, settings: Settings | None = None, *, threads: int = 1) -> Analysis:
    """Everything about a match; the same match and settings give the same figures."""
    chosen = settings or Settings()
    return Analysis(match, chosen, findings(match, chosen, tasks(match), threads=threads))


@dataclass(frozen=True)
class Parts:
    """What a seat's result is made of, in shares of the win."""

    seat: int
    start: float
    luck: float
    own: float
    """Its own decisions compared with the best ones: mistakes."""
    others: float
    """The others' decisions."""
    result: float
    error: float
    """How far the four parts may be from the result."""

    @property
    def rest(self) -> float:
        """What the parts leave of the result."""
        return self.result - self.start - self.luck - self.own - self.others


@dataclass(frozen=True)
class SeatSummary:
    """How a seat has played."""

    seat: int
    decisions: int
    agreed: int
    accuracy: float
    grades: dict[str, int]
    given_away: float
    """What its inaccuracies, mistakes and blunders gave away."""
    at_random: bool
    parts: Parts


def looks_random(own: list[Choice]) -> bool:
    """Whether a seat's decisions are no better than moves chosen at random."""
    hits = sum(1 / one.moves for one in own)
    spread = math.sqrt(sum((1 - 1 / one.moves) / one.moves for one in own))
    agreed = sum(one.grade == "best" for one in own)
    gives_away = sum(one.searched for one in own) > RANDOM * sum(one.random for one in own)
    return len(own) >= LEAST_DECISIONS and gives_away and agreed <= hits + SURE * spread


class Analysis:
    """What was found out about a match; with few findings so far, what they tell."""

    def __init__(self, match: Match, settings: Settings, found: Iterable[Finding]) -> None:
        self.match, self.settings = match, settings
        self.glances: dict[int, Glance] = {}
        self.choices: dict[int, Choice] = {}
        self.lucks: dict[int, Luck] = {}
        kept: dict[str, dict[int, Any]] = {"glance": self.glances, "choice": self.choices, "luck": self.lucks}
        for one in sorted(found, key=lambda one: one.number):  # sums depend on their order, and findings come in any
            kept[one.kind][one.number] = one

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The number of the turn to which each move belongs, the set-up being turn 0."""
        found, turn, before = [], 0, None
        for number in range(1, self.match.length + 1):
            key = turn_of(self.match, number)
            if key != before and key[0] is not None:
                turn += 1
            before = key
            found.append(turn)
        return tuple(found)

    @cached_property
    def total(self) -> int:
        """How many findings a whole analysis has."""
        return len(tasks(self.match))

    @property
    def done(self) -> int:
        """How many are there."""
        return len(self.glances) + len(self.choices) + len(self.lucks)

    @cached_property
    def result(self) -> Chances:
        """Every seat's share of the win; of a game that is not over, its chance now."""
        players = self.match.game.players
        if not self.match.is_over:
            at_end = self.glances.get(self.match.length)
            return at_end.chances if at_end else (1 / players,) * players
        winners = self.match.position.winners or range(players)
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))

    @cached_property
    def curve(self) -> list[Chances]:
        """Every seat's chance to win after each number of moves."""
        length, start = self.match.length, start_of(self.match)
        curve = [self.result] * (length + 1)
        number = length
        runs = {luck.last: luck for luck in self.lucks.values()}
        while number > start:
            if number in runs:
                luck = runs[number]
                before = tuple(now - change for now, change in zip(curve[number], luck.change, strict=True))
                for at in range(luck.number, number):
                    curve[at] = before
                number = luck.number
                continue
            number -= 1
            known = self.choices.get(number) or self.glances.get(number)
            curve[number] = known.chances if known else curve[number + 1]
        curve[:start] = [curve[start]] * start
        return curve

    def parts(self, seat: int) -> Parts:
        """What a seat's result is made of."""
        choices = self.choices.values()
        return Parts(
            seat,
            self.curve[0][seat],
            sum(luck.change[seat] for luck in self.lucks.values()),
            sum(choice.change[seat] for choice in choices if choice.seat == seat),
            sum(choice.change[seat] for choice in choices if choice.seat != seat),
            self.result[seat],
            self.error(seat),
        )

    def error(self, seat: int) -> float:
        """How far a seat's parts may be from its result: about 19 of 20 times they are nearer.

        In each of some pieces of the game the curve moves by what luck and decisions tell and by a rest; what the rests
        come to when they go either way is the error.
        """
        numbers = sorted(self.choices)
        rests = [
            self.curve[number + 1][seat] - self.curve[number][seat] - self.choices[number].change[seat]
            for number in numbers
        ]
        size = max(1, math.ceil(len(rests) / PIECES))
        around = rests + rests[: size - 1]  # the end goes with the beginning, so that every decision counts alike
        pieces = [sum(around[k : k + size]) for k in range(len(rests))]
        return TRUSTED * math.sqrt(sum(piece * piece for piece in pieces) / size)

    def seat(self, seat: int) -> SeatSummary:
        """How a seat has played."""
        own = [choice for choice in self.choices.values() if choice.seat == seat]
        return SeatSummary(
            seat,
            len(own),
            sum(one.grade == "best" for one in own),
            sum(one.accuracy for one in own) / len(own) if own else 1.0,
            {grade: sum(one.grade == grade for one in own) for grade in GRADES},
            sum(one.loss for one in own if one.grade not in ("best", "good")),
            looks_random(own),
            self.parts(seat),
        )

    @cached_property
    def seats(self) -> list[SeatSummary]:
        """How everybody has played."""
        return [self.seat(seat) for seat in range(self.match.game.players)]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "game": self.match.game.name,
            "names": list(self.match.names),
            "settings": asdict(self.settings),
            "complete": self.done == self.total,
            "seats": [{**asdict(one), "parts": {**asdict(one.parts), "rest": one.parts.rest}} for one in self.seats],
            "curve": [list(rounded(chances)) for chances in self.curve],
            "choices": [
                {**as_json(one), "number": one.number + 1, "grade": one.grade, "loss": one.loss}
                for _, one in sorted(self.choices.items())
            ],
            "luck": [{**as_json(one), "number": one.number + 1} for _, one in sorted(self.lucks.items())],
        }

    def mistakes(self, seat: int | None = None) -> list[Choice]:
        """The moves that gave something away, the costliest first."""
        found = [one for one in self.choices.values() if one.grade not in ("best", "good")]
        return sorted((one for one in found if seat in (None, one.seat)), key=lambda one: (-one.loss, one.number))

    def strokes(self, seat: int | None = None) -> list[Luck]:
        """The moves of chance that brought a seat most, or that changed most for anybody."""

        def brought(luck: Luck) -> float:
            return luck.change[seat] if seat is not None else max(map(abs, luck.change))

        return sorted(self.lucks.values(), key=lambda luck: (-brought(luck), luck.number))
