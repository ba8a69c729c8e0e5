"""What every game must pass. `check_game("catan")` runs it all; outside packages call it in their own tests."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import accumulate, combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from burgrave.core import registry
from burgrave.core.dice import dice_of
from burgrave.core.game import Game, game
from burgrave.core.loader import load_rules
from burgrave.core.match import Match
from burgrave.core.position import Position
from burgrave.core.spec import CHANCE, Option, OptionValue, Spec
from burgrave.core.words import LANGUAGES

LONGEST_GAME = 1 << 20
PYTHON_SHARE = 0.01
"""The share of positions that get the slow checks."""
LATE = 16
"""So many last positions are asked what moves tell: winning with hidden things is rare before."""
COMPLETIONS = 100
"""Tries to complete a pair of options without contradiction; after so many none is believed to exist."""
SAMPLES = 4
MOVES_TRIED = 6
GAMES_AT_ONCE = 4
"""How many games of a run a process takes at a time."""
UNCOMPILED = """
import json, pathlib, sys
folder = pathlib.Path(sys.argv[2])
sys.path[:] = json.loads((folder / "path").read_text())
from burgrave.core.conformance import compare_uncompiled
compare_uncompiled(sys.argv[1], folder)
"""
"""Run by a process that compiles nothing."""


class Nonconformance(AssertionError):
    """A game broke a promise of the contract; `record` is the game so far as a loadable text."""

    def __init__(self, complaint: str, record: str) -> None:
        super().__init__(complaint)
        self.record = record


@dataclass
class Finding:
    """One failure of a fuzz run."""

    complaint: str
    record: str


@dataclass
class Tally:
    """What a run of checks has seen."""

    games: int = 0
    moves: int = 0
    positions_looked_at: int = 0
    findings: list[Finding] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.moves + other.moves,
            self.positions_looked_at + other.positions_looked_at,
            self.findings + other.findings,
        )


def notable_values(option: Option) -> tuple[OptionValue, ...]:
    """The values worth trying: all words, and of a range both ends and the default."""
    if isinstance(option.values, range):
        return tuple(dict.fromkeys((option.default, option.values[0], option.values[-1])))
    return tuple(option.values)


def option_sets(spec: Spec) -> list[dict[str, OptionValue]]:
    """Options to test with: the defaults for each number of players, then sets in which all pairs of values occur."""
    choices: dict[str, tuple[OptionValue, ...]] = {"players": spec.players}
    choices |= {option.name: notable_values(option) for option in spec.options}
    sets: list[dict[str, OptionValue]] = [{"players": players} for players in spec.players]
    missing: set[frozenset[tuple[str, OptionValue]]] = {
        frozenset(((one, a), (two, b)))
        for one, two in combinations(choices, 2)
        for a, b in product(choices[one], choices[two])
    }
    dice = random.Random(spec.name)
    defaults = {option.name: option.default for option in spec.options}
    while missing:
        wanted = dice.choice(in_order(missing))
        for attempt in range(COMPLETIONS):
            chosen = completed(dict(wanted), choices, missing if attempt == 0 else set(), dice)
            if spec.conflict(defaults | chosen) is None:
                sets.append(chosen)
                missing -= {frozenset(pair) for pair in combinations(chosen.items(), 2)}
                break
        else:  # these two contradict each other whatever the rest is
            missing.remove(frozenset(wanted))
    return sets


def completed(
    chosen: dict[str, OptionValue],
    choices: Mapping[str, tuple[OptionValue, ...]],
    missing: set[frozenset[tuple[str, OptionValue]]],
    dice: random.Random,
) -> dict[str, OptionValue]:
    """A value for every option not chosen yet: the one with the most missing pairs, else any."""
    names = [name for name in choices if name not in chosen]
    dice.shuffle(names)
    for name in names:
        values = list(choices[name])
        dice.shuffle(values)
        news = [sum(frozenset(((name, value), pair)) in missing for pair in chosen.items()) for value in values]
        chosen[name] = values[news.index(max(news))]
    return chosen


def in_order(pairs: set[frozenset[tuple[str, OptionValue]]]) -> list[list[tuple[str, OptionValue]]]:
    """Pairs of options in a stable order."""
    return sorted((sorted(pair, key=str) for pair in pairs), key=str)


class Checker:
    """Plays one game's random games with all checks on."""

    def __init__(self, rules: Game, *, views: int = 1) -> None:
        self.game = rules
        self.views = views
        loaded = rules.rules
        self.checks: Any = loaded.bind("burgrave.core.checks")
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
        start = self.game.start()
        self.work[0] = start._records[0]
        dice, rng = dice_of(seed), dice_of(f"players {seed}")[:1].copy()
        complaint = self.checks.checked_game(
            self.work, self.raw, self.scratch, self.moves, self.others, self.weights, dice, rng, self.liking(seed),
            self.ids, self.game.rules.verbs.player_ids, self.views,
        )  # fmt: skip
        match = self.game.replay(self.ids[: int(dice[2])].tolist())
        if complaint:
            raise Nonconformance(f"{self.checks.COMPLAINTS[complaint]} (seed {seed})", match.text())
        if not match.fits_seed(seed):
            raise Nonconformance(f"the same seed drew other chance moves in the match (seed {seed})", match.text())
        return match


def require(holds: bool, complaint: str, match: Match) -> None:
    """Complain with the record when something does not hold."""
    if not holds:
        raise Nonconformance(complaint, match.text())


def check_position(match: Match, number: int, *, face: bool = True) -> None:
    """The slow checks of one position: lists and refusals by text, JSON, conservation, samples, pictures."""
    rules, position = match.game, match.positions[number]
    try:
        rules.rules.parts.check(position.s)
    except ValueError as error:
        raise Nonconformance(f"check refuses a reachable position: {error}", match.text()) from error
    legal = set(position.moves())
    for move in rules.rules.verbs.moves:
        refused = position.why_not(move)
        require((refused is None) == (move in legal), f"why_not and moves disagree about {move.text!r}", match)
        require(refused is None or (len(refused) > 3), f"why_not of {move.text!r} is no sentence", match)
        if move in legal:
            position.play(move.text)
    again = rules.position(position.to_json())
    require(again == position, "a position does not survive JSON", match)
    for seat in (None, *range(rules.players)):
        view = position.view(seat)
        other = view.sample(number)
        require(other.view(seat) == view, f"a sample for seat {seat} does not fit its view", match)
        try:
            rules.rules.parts.check(other.s)
        except ValueError as error:
            raise Nonconformance(f"check refuses a sample for seat {seat}: {error}", match.text()) from error
        if seat is not None and position.to_act == seat:
            require(view.moves() == position.moves(), "a view lists other moves than the position", match)
        json.loads(view.to_json())
        if face:
            check_face(match, position, other, seat)


def check_face(match: Match, position: Position, other: Position, seat: int | None) -> None:
    """Pictures, prompts and words are made, and the same for positions that the seat cannot tell apart."""
    for language in LANGUAGES:
        ours, theirs = position.view(seat), other.view(seat)
        require(ours.drawing(language) == theirs.drawing(language), f"the picture tells seat {seat} a secret", match)
        require(ours.prompt(language) == theirs.prompt(language), f"the prompt tells seat {seat} a secret", match)
        require(ours.describe(language) == theirs.describe(language), f"the words tell seat {seat} a secret", match)
    parts = position.view(seat).score_parts()
    totals = tuple(sum(part.values()) for part in parts)
    require(totals == position.view(seat).scores, "the points by source do not add up to the scores", match)


def check_secrets_in_log(match: Match, number: int) -> None:
    """Moves whose results a seat cannot tell apart read the same to it."""
    position, seen_as = match.positions[number], match.game.rules.parts.seen_as
    moves = position.moves()
    if len(moves) > 60:
        return
    for seat in (None, *range(match.game.players)):
        if seat is not None and position.to_act == seat:
            continue
        readings: dict[Any, tuple[str, Position]] = {}
        for move in moves:
            after = position.play(move)
            reading = seen_as(move, seat, position.s, after.s)
            other, elsewhere = readings.setdefault(after.view(seat), (reading, after))
            same = other == reading or elsewhere == after  # dice may lie either way round without a secret
            require(same, f"the log tells seat {seat} a secret", match)


def check_undo(match: Match, number: int) -> None:
    """A move that told nothing can be taken back, and gives the very position before; chance's cannot."""
    if not number:
        return
    short = match.first(number)
    refusal = short.may_undo()
    if match.positions[number - 1].to_act == CHANCE:
        require(refusal is not None, "chance's move could be undone", match)
    elif refusal is None:
        require(short.undo() == match.positions[number - 1], "undo gives another position", match)


def check_reveals(match: Match, number: int, dice: random.Random) -> None:
    """A move after which its player sees something that hung on what it did not know is one that told it something."""
    before = match.positions[number]
    seat = before.to_act
    if seat is None or seat == CHANCE:
        return
    reveals, view = match.game.rules.parts.reveals, before.view(seat)
    samples = [view.sample(dice) for _ in range(SAMPLES)]
    moves = before.moves()
    for move in dice.sample(moves, min(MOVES_TRIED, len(moves))):
        after = before.play(move)
        seen, told = after.view(seat), bool(reveals(move, before.s, after.s))
        for sample in samples:
            other = sample.play(move)
            if other.view(seat) != seen:
                require(told, f"{move.text!r} tells its player something new, and `reveals` denies it", match)
            else:
                same = bool(reveals(move, sample.s, other.s)) == told
                require(same, f"whether {move.text!r} can be undone tells its player a secret", match)


def check_match(match: Match, dice: random.Random, *, share: float = PYTHON_SHARE, face: bool = True) -> int:
    """The slow checks on a share of a match's positions; how many were looked at."""
    numbers = [number for number in range(len(match.positions)) if dice.random() < share]
    numbers = sorted({0, len(match.positions) - 1, *numbers})
    for number in numbers:
        check_position(match, number, face=face)
        check_secrets_in_log(match, number)
        check_undo(match, number)
    last = [number for number, mover in enumerate(match.movers) if mover != CHANCE][-LATE:]
    for number in sorted({*numbers, *last}):
        check_reveals(match, number, dice)
    from burgrave.core.records import read

    require(read(match.text()).log == match.log, "the text record does not read back", match)
    return len(numbers)


def check_uncompiled(matches: list[Match], dice: random.Random, count: int = 300) -> None:
    """On sampled positions the uncompiled `legal` and `apply` agree byte for byte with the compiled."""
    samples = []
    for _ in range(count):
        match = dice.choice(matches)
        if match.moves:
            samples.append((match, dice.randrange(len(match.moves))))
    before = np.concatenate([match.positions[number]._records for match, number in samples])
    after = np.concatenate([match.positions[number + 1]._records for match, number in samples])
    played = np.array([match.moves[number].id for match, number in samples], np.int64)
    listed = [[move.id for move in match.positions[number].moves()] for match, number in samples]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        before.tofile(path / "before")
        after.tofile(path / "after")
        played.tofile(path / "played")
        (path / "listed").write_text(json.dumps(listed))
        (path / "path").write_text(json.dumps(sys.path))
        command = [sys.executable, "-c", UNCOMPILED, matches[0].game.name, folder]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            tail = done.stderr.strip().splitlines()
            raise Nonconformance(f"uncompiled rules differ: {tail[-1] if tail else ''}", matches[0].text())


def compare_uncompiled(name: str, folder: Path) -> None:
    """The other half of `check_uncompiled`, in a process without compilation."""
    rules = load_rules(name)
    before, after = (np.fromfile(folder / part, rules.state) for part in ("before", "after"))
    played = np.fromfile(folder / "played", np.int64)
    listed = json.loads((folder / "listed").read_text())
    scratch = np.zeros(1, rules.scratch)
    moves, weights = np.zeros(len(rules.verbs) + 1, np.int16), np.zeros(len(rules.verbs) + 1, np.int64)
    out = np.zeros(8, np.int64)
    np.seterr(all="raise")
    for row, move in enumerate(played):
        where = f"at {rules.points[int(before[row]['point'])]}, {rules.verbs.moves[move].text!r}"
        rules.drivers.moves_at(before, row, scratch, moves, weights)
        assert moves[1 : moves[0] + 1].tolist() == listed[row], f"other legal moves {where}"
        rules.drivers.apply_at(before, row, scratch, int(move))
        wrong = [field for field in before.dtype.names or () if np.any(before[row][field] != after[row][field])]
        assert not wrong, f"other {', '.join(wrong)} {where}"
        rules.drivers.scores_at(before, row, scratch, out)


def check_game(
    name: str,
    *,
    games: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tally:
    """The whole suite: random games over all player counts and pairs of option values, with every check.

    `games` bounds the number of games (at least one for each number of players is played).
    """
    spec = registry.spec(name)
    sets = option_sets(spec)
    if games is not None:
        sets = sets[: max(games, len(spec.players))]
    tally, dice = Tally(), random.Random(seed)
    kept: list[Match] = []
    for number, options in enumerate(sets):
        checker = Checker(game(name, **options))
        match = checker.random_game(seed + number)
        tally.games += 1
        tally.moves += len(match.moves)
        share = min(PYTHON_SHARE, 12 / len(match.positions))
        tally.positions_looked_at += check_match(match, dice, share=share)
        if len(kept) < 24:
            kept.append(match)
        progress(number + 1, len(sets))
    check_batch(game(name))
    check_uncompiled(kept, dice)
    return tally


def check_batch(rules: Game, rows: int = 5, moves: int = 40) -> None:
    """Rows of a batch play exactly as matches with the same seeds, on any number of threads."""
    for threads in (1, 2):
        batch = rules.batch(rows, seed=11, threads=threads)
        matches = [rules.match(seed=11 + row) for row in range(rows)]
        for step in range(moves):
            counts, ids = batch.legal_lists()
            chosen = np.array(
                [int(ids[row, (step * 7 + row) % counts[row]]) if counts[row] else -1 for row in range(rows)]
            )
            batch.play(chosen)
            for row, match in enumerate(matches):
                if chosen[row] >= 0:
                    match.play(int(chosen[row]))
                require(batch.position(row) == match.position, f"row {row} of a batch differs from its match", match)


@cache
def checker(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Checker:
    """The checker of a game with these options, made once in a process."""
    return Checker(game(name, **dict(options)))


def fuzz_game(name: str, number: int, *, seed: int, options: dict[str, Any], face: bool) -> Tally:
    """One random game of a run, with all checks on; a run goes through all player counts and options."""
    sets = option_sets(registry.spec(name))
    try:
        checks = checker(name, tuple(sorted({**sets[number % len(sets)], **options}.items())))
    except ValueError:  # this set contradicts the options that were given
        checks = checker(name, tuple(sorted(options.items())))
    tally = Tally(games=1)
    try:
        match = checks.random_game(seed + number)
        tally.moves = len(match.moves)
        share = min(PYTHON_SHARE, 3 / len(match.positions))
        dice = random.Random(f"{seed} {number}")
        tally.positions_looked_at = check_match(match, dice, share=share, face=face)
    except Nonconformance as error:
        tally.findings.append(Finding(str(error), error.record))
    return tally


def fuzz(
    name: str,
    *,
    games: int,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    face: bool = False,
    processes: int = 1,
) -> Iterator[Tally]:
    """Random games with all checks on, over all player counts and options unless some are given; a tally after each.

    The same games are played, with the same checks, whatever the number of processes.
    """
    play = partial(fuzz_game, name, seed=seed, options=options or {}, face=face)
    if processes == 1:
        yield from accumulate(map(play, range(games)))
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    ignore_interrupts = (signal.SIGINT, signal.SIG_IGN)  # whoever started the run ends it
    with ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, ignore_interrupts) as pool:
        try:
            yield from accumulate(pool.map(play, range(games), chunksize=GAMES_AT_ONCE))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
