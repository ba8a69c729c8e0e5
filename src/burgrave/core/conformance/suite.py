"""The whole suite over a game, and endless runs of it."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from burgrave.core import registry
from burgrave.core.conformance.faces import Face, check_face, check_ground, end_of_set_up, examine_face
from burgrave.core.conformance.filling import check_fill
from burgrave.core.conformance.findings import Finding, Nonconformance, Tally, default_folder, noting, require, watching
from burgrave.core.conformance.playing import checker
from burgrave.core.conformance.positions import check_position
from burgrave.core.conformance.secrets import check_histories, check_readings, check_reveals, check_undo
from burgrave.core.conformance.sets import option_sets
from burgrave.core.conformance.telling import check_effects
from burgrave.core.conformance.twice import check_batch, check_uncompiled
from burgrave.core.game import game
from burgrave.core.match import Match
from burgrave.core.records import read
from burgrave.core.spec import CHANCE

PYTHON_SHARE = 0.01
"""The share of positions that get the slow checks."""
CLOSE_LOOKS = 12
"""So many positions of a game get them in the suite, more or less."""
PICTURED = 3
"""Of these positions every so many are looked at as people see them, and each decision point when it first comes."""
FUZZ_LOOKS = 3
"""And so many in a longer run."""
LATE = 16
"""So many last positions are asked what moves tell: winning with hidden things is rare before."""
SECRETS = 4
"""So many moves that not everybody can read are looked at in each game."""
EFFECTS = 400
"""So many moves of a game are asked what they brought, and the last ones."""
SHORT_GAME = 100
KEPT = 24
"""So many matches are played again without compilation."""
GAMES_AT_ONCE = 4
"""How many games of a run a process takes at a time."""


@cache
def face_of(name: str) -> Face:
    """What a game shows to people, found once in a process."""
    return Face(registry.spec(name))


def first_at_points(match: Match, seen: set[str]) -> list[int]:
    """Where a match first comes to decision points that are not among those seen; they are from then on."""
    numbers = []
    for number, position in enumerate(match.positions):
        if position.point not in seen:
            seen.add(position.point)
            numbers.append(number)
    return numbers


class MatchChecks:
    """The slow checks on a share of a match's positions."""

    def __init__(self, match: Match, dice: random.Random, *, looks: int, points: set[str], face: bool) -> None:
        self.match, self.dice = match, dice
        share = min(PYTHON_SHARE, looks / len(match.positions))
        chosen = [number for number in range(len(match.positions)) if dice.random() < share]
        always = {0, len(match.positions) - 1, *first_at_points(match, points)}
        self.numbers = sorted({*always, *chosen})
        self.pictured = sorted({*always, *chosen[::PICTURED]})
        self.seats = (None, *range(match.game.players))
        self.face = face_of(match.game.name) if face else None

    def findings(self, seed: int) -> Iterator[Finding]:
        """The first finding of each kind of check."""
        for check in (
            *(self.positions, self.readings, self.undo, self.reveals, self.courses, self.record),
            *(self.effects, self.faces),
        ):
            try:
                with watching(self.match):
                    check()
            except Nonconformance as error:
                for finding in error.findings:
                    finding.seed = seed
                    yield finding

    def positions(self) -> None:
        """Lists, refusals, JSON, samples."""
        for number in self.numbers:
            check_position(self.match, number)

    def readings(self) -> None:
        """What one move tells, at the first secrets of a game too."""
        read = zip(self.match.log, self.match.log_for(None), strict=True)
        secret = [number for number, (text, seen) in enumerate(read) if text != seen][:SECRETS]
        for number in sorted({*self.numbers, *secret}):
            with watching(self.match, number):
                check_readings(self.match, number)

    def undo(self) -> None:
        """What can be taken back."""
        for number in self.numbers:
            with watching(self.match, number):
                check_undo(self.match, number)

    def reveals(self) -> None:
        """What a move tells its own player."""
        last = [number for number, mover in enumerate(self.match.movers) if mover != CHANCE][-LATE:]
        for number in sorted({*self.numbers, *last}):
            with watching(self.match, number):
                check_reveals(self.match, number, self.dice)

    def courses(self) -> None:
        """What every seat knows after the whole course of a game, or one seat if that was long."""
        for seat in self.seats if len(self.match.moves) <= SHORT_GAME else (self.dice.choice(self.seats),):
            check_histories(self.match, seat, self.dice)
            check_fill(self.match, seat, self.dice)

    def record(self) -> None:
        """The text record gives the match back."""
        require(read(self.match.text()).log == self.match.log, "the text record does not read back", self.match)

    def effects(self) -> None:
        """What moves brought, each as one of the seats sees it: all of a short game, every so many of a long one."""
        every = 1 + self.match.length // EFFECTS
        numbers = range(1 + self.dice.randrange(every), self.match.length + 1, every)
        for number in sorted({*numbers, *range(max(1, self.match.length - LATE), self.match.length + 1)}):
            check_effects(self.match, number, self.dice.choice(self.seats))

    def faces(self) -> None:
        """Pictures and words, each position as one of the seats sees it."""
        if self.face is not None:
            for turn, number in enumerate(self.pictured):
                acts = self.match.positions[number].to_act
                others = self.seats[turn % len(self.seats)]
                for seat in dict.fromkeys((others, others if acts is None or acts == CHANCE else acts)):
                    check_face(self.match, number, seat, self.face)
            check_ground(self.match, self.pictured, self.face, end_of_set_up(self.match))


def played(name: str, options: dict[str, Any], seed: int, tally: Tally) -> Match | None:
    """A random game with the compiled checks on; None, and a finding, if it breaks off."""
    tally.games += 1
    try:
        match = checker(name, tuple(sorted(options.items()))).random_game(seed)
    except Nonconformance as error:
        for finding in error.findings:
            finding.seed = seed
        tally.add_new(error.findings)
        return None
    tally.moves += len(match.moves)
    return match


def examine_game(
    name: str,
    *,
    games: int | None = None,
    seed: int = 0,
    face: bool = True,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tally:
    """The whole suite: everything people see, and random games over all player counts and pairs of option values.

    The tally has one finding for each kind of fault, and notices of what the game lacks. `games` bounds the number of
    games (at least one for each number of players is played); without `face` nothing that people see is looked at.
    Records of findings are written to `folder`, a folder for temporary files unless given.
    """
    spec = registry.spec(name)
    sets = option_sets(spec)
    if games is not None:
        sets = sets[: max(games, len(spec.players))]
    dice, points = random.Random(seed), set[str]()
    matches: list[Match] = []
    tally = examine_face(name) if face else Tally()
    for number, options in enumerate(sets):
        match = played(name, options, seed + number, tally)
        if match is not None:
            checks = MatchChecks(match, dice, looks=CLOSE_LOOKS, points=points, face=face)
            tally.positions_looked_at += len(checks.numbers)
            tally.add_new(checks.findings(seed + number))
            matches.append(match)
        progress(number + 1, len(sets))
    with noting(tally, name):
        check_batch(game(name))
    with noting(tally, name):
        check_uncompiled(matches[:KEPT], dice)
    if matches and not any(map(hides_something, matches)):
        tally.notices.append("nothing in this game is hidden from anybody: every view shows the whole position")
    for finding in tally.findings:
        finding.save(folder or default_folder())
    return tally


def check_game(
    name: str,
    *,
    games: int | None = None,
    seed: int = 0,
    face: bool = True,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tally:
    """The whole suite for a game's own tests: what `examine_game` finds is raised as a Nonconformance."""
    tally = examine_game(name, games=games, seed=seed, face=face, folder=folder, progress=progress)
    if tally.findings:
        raise Nonconformance(*tally.findings)
    return tally


def first_look(name: str, seed: str = "0") -> None:
    """One random game for each number of players, printed with Python's own traceback where the game's code fails."""
    for players in registry.spec(name).players:
        tally = Tally()
        match = played(name, {"players": players}, int(seed), tally)
        if match is not None:
            checks = MatchChecks(match, random.Random(seed), looks=FUZZ_LOOKS, points=set(), face=False)
            tally.add_new(checks.findings(int(seed)))
        for finding in tally.findings:
            print(finding.trace or finding, file=sys.stderr)
        if tally.findings:
            raise SystemExit(1)


def hides_something(match: Match) -> bool:
    """Whether there is anything in a match that a spectator may not know."""
    return match.log_for(None) != match.log or any(
        position.view(None)._records.tobytes() != position._records.tobytes() for position in match.positions
    )


def fuzz_game(name: str, number: int, *, seed: int, options: dict[str, Any], face: bool) -> Tally:
    """One random game of a run, with all checks on; a run goes through all player counts and options."""
    spec = registry.spec(name)
    sets = option_sets(spec)
    chosen = {**sets[number % len(sets)], **options}
    try:
        spec.settle_options(chosen)
    except ValueError:  # this set contradicts the options that were given
        chosen = options
    tally = Tally()
    match = played(name, chosen, seed + number, tally)
    if match is not None:
        dice = random.Random(f"{seed} {number}")
        checks = MatchChecks(match, dice, looks=FUZZ_LOOKS, points=set(match.game.rules.points), face=face)
        tally.positions_looked_at = len(checks.numbers)
        tally.add_new(checks.findings(seed + number))
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
