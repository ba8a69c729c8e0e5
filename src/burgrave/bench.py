"""Figures: how fast everything is, measured the same way every time and printed as one table.

A figure is a function that measures and yields rows; `@figure` puts it on the list, per game or once. Figures that need
more than the package (peers, a server under load) are files in a checkout's folder bench/, which register theirs the
same way: `from burgrave.bench import Row, figure`.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Group

    from burgrave.core.game import Game

SECONDS = 1.0
"""How long a rate is measured, three times over; the best of the three counts, since a busy machine only slows down."""
ROUNDS = 3

ONCE = "any game"
"""The column of figures that belong to no game."""

GOALS: dict[str, dict[str, float]] = {}
"""What is aimed at, by figure and game; a checkout's folder bench/ sets it for our own games."""


@dataclass(frozen=True)
class Row:
    """One measured value; with a goal, `at_least` says on which side of it is good."""

    figure: str
    value: float
    unit: str
    game: str = ONCE
    goal: float | None = None
    at_least: bool = True

    @property
    def reached(self) -> bool:
        """Whether the goal, if any, is reached."""
        return self.goal is None or (self.value >= self.goal if self.at_least else self.value <= self.goal)

    def as_dict(self) -> dict[str, Any]:
        """The row as data."""
        return {**asdict(self), "reached": self.reached}


@dataclass(frozen=True)
class Step:
    """One thing to measure."""

    name: str
    measure: Callable[[], list[Row]]


@dataclass(frozen=True)
class Figure:
    """A registered measurement."""

    name: str
    run: Callable[..., Iterator[Row]]
    per_game: bool


FIGURES: dict[str, Figure] = {}


def goal(figure: str, game: str) -> float | None:
    """What is aimed at in a figure of a game, if anything."""
    return GOALS.get(figure, {}).get(game)


def figure(
    name: str, *, per_game: bool = False
) -> Callable[[Callable[..., Iterator[Row]]], Callable[..., Iterator[Row]]]:
    """Register a function that yields rows; with `per_game` it is called with each game's name."""

    def register(run: Callable[..., Iterator[Row]]) -> Callable[..., Iterator[Row]]:
        FIGURES[name] = Figure(name, run, per_game)
        return run

    return register


def load_folder(folder: Path) -> None:
    """Register the figures of a checkout's folder, whose files may import each other; nothing where there is none."""
    if not folder.is_dir():
        return
    sys.path.insert(0, str(folder.resolve()))
    for path in sorted(folder.glob("*.py")):
        if not path.stem.startswith("_"):
            importlib.import_module(path.stem)


def plan(names: list[str]) -> list[Step]:
    """What to measure: the figures and games named, or everything."""
    import burgrave

    games = burgrave.games()
    for name in names:
        if name not in FIGURES and name not in games:
            raise ValueError(f"there is no figure or game {name!r}; valid: {', '.join((*FIGURES, *games))}")
    chosen_figures = [figure for figure in FIGURES.values() if figure.name in names]
    chosen_games = tuple(name for name in games if name in names)
    if not chosen_figures:
        chosen_figures = [figure for figure in FIGURES.values() if figure.per_game or not chosen_games]
    steps = []
    for chosen in chosen_figures:
        if chosen.per_game:
            steps += [_step(chosen, name) for name in chosen_games or games]
        else:
            steps.append(_step(chosen))
    return steps


def _step(figure: Figure, *game: str) -> Step:
    return Step(" ".join((figure.name, *game)), lambda: list(figure.run(*game)))


def best_rate(work: Callable[[], float]) -> float:
    """How many units a second `work`, which returns the units it has done, manages at best."""
    rates = []
    for _ in range(ROUNDS):
        began, units = time.perf_counter(), 0.0
        while (spent := time.perf_counter() - began) < SECONDS:
            units += work()
        rates.append(units / spent)
    return max(rates)


def output_of(*command: str | Path, **environment: str) -> str:
    """What a command prints; an error tells the last line of its complaint."""
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode:
        complaint = done.stderr.strip().splitlines() or ["no message"]
        raise RuntimeError(f"{Path(command[0]).name} failed: {complaint[-1]}")
    return done.stdout


def python_seconds(code: str, *arguments: str, **environment: str) -> float:
    """The seconds until a Python process has run this code."""
    began = time.perf_counter()
    output_of(sys.executable, "-c", code, *arguments, **environment)
    return time.perf_counter() - began


def playout_rates(rules: Game, rows: int = 256) -> tuple[float, float]:
    """Moves and games a second in compiled random playouts on one thread."""
    batch = rules.batch(rows, seed=1)
    moves = 0
    rounds = 0

    def work() -> float:
        nonlocal moves, rounds
        moves += int(batch.playouts(seed=rounds)[:, -1].sum())
        rounds += 1
        return rows

    games_a_second = best_rate(work)
    return games_a_second * moves / (rounds * rows), games_a_second


@figure("playouts", per_game=True)
def playouts(name: str) -> Iterator[Row]:
    """Compiled random playouts, usual options."""
    import burgrave

    moves, games = playout_rates(burgrave.game(name))
    yield Row("random playouts, moves", moves, "/s", name, goal("playouts", name))
    yield Row("random playouts, games", games, "/s", name)


@figure("python", per_game=True)
def python_loop(name: str) -> Iterator[Row]:
    """The loop a beginner writes: `moves()`, choose one, `play()`."""
    import burgrave

    rules, dice = burgrave.game(name), random.Random(1)
    position = rules.start()

    def work() -> float:
        nonlocal position
        for _ in range(1000):
            moves = position.moves()
            position = position.play(dice.choice(moves)) if moves else rules.start()
        return 1000

    yield Row("moves() and play()", best_rate(work), "/s", name, 60_000.0)


@figure("samples", per_game=True)
def samples(name: str) -> Iterator[Row]:
    """Guessing what is hidden: compiled `fill`, and `view.sample()` from Python, over a random game's positions."""
    import numpy as np

    import burgrave
    from burgrave.core.dice import dice_of

    rules, dice = burgrave.game(name), random.Random(1)
    match = rules.match(seed=1)
    while not match.is_over:
        match.play(dice.choice(match.position.moves()))
    positions = [position for position in match.positions if position.to_act is not None and position.to_act >= 0]
    views = [position.view(position.to_act) for position in dice.sample(positions, min(len(positions), 200))]
    room, fill_at, generator = rules.workspace, rules.rules.drivers.fill_at, np.random.default_rng(1)
    words = dice_of("bench")
    records = np.concatenate([view._records for view in views])
    seats = [view.seat for view in views]
    work_room = records.copy()

    def fill() -> float:
        work_room[:] = records
        for row, seat in enumerate(seats):
            fill_at(work_room, row, room.scratch, seat, words)
        return len(seats)

    def sample() -> float:
        for view in views:
            view.sample(generator)
        return len(views)

    yield Row("a sample, compiled", 1e6 / best_rate(fill), "µs", name, 50.0, at_least=False)
    yield Row("view.sample()", 1e6 / best_rate(sample), "µs", name)


@figure("memory", per_game=True)
def memory(name: str) -> Iterator[Row]:
    """What a batch of 100,000 positions takes."""
    import tracemalloc

    import burgrave

    rules = burgrave.game(name)
    rules.batch(1)
    tracemalloc.start()
    batch = rules.batch(100_000, seed=1)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    yield Row("a position", float(batch.records.itemsize), "bytes", name)
    yield Row("a batch of 100,000", taken / 1e6, "MB", name, goal("memory", name), at_least=False)


@figure("compile", per_game=True)
def compilation(name: str) -> Iterator[Row]:
    """A process that needs the rules: for the first time ever, and with everything compiled before."""
    code = "import sys, burgrave; burgrave.game(sys.argv[1]).rules.compiled()"
    with tempfile.TemporaryDirectory() as folder:
        cold = python_seconds(code, name, BURGRAVE_CACHE=folder)
        warm = min(python_seconds(code, name, BURGRAVE_CACHE=folder) for _ in range(ROUNDS))
    yield Row("first use, compiling", cold, "s", name, goal("compile", name), at_least=False)
    yield Row("start, compiled before", warm, "s", name, 2.0, at_least=False)


@figure("import")
def import_time() -> Iterator[Row]:
    """`import burgrave` in a fresh process, Python's own start left out."""
    empty = min(python_seconds("") for _ in range(2 * ROUNDS))
    full = min(python_seconds("import burgrave") for _ in range(2 * ROUNDS))
    yield Row("import burgrave", max(full - empty, 0.0), "s", goal=0.1, at_least=False)


def written(value: float) -> str:
    """A figure with three digits that matter."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e4, " k")):
        if value >= size:
            scaled = value / (1e3 if letter == " k" else size)
            return f"{scaled:.{max(0, 3 - len(str(int(scaled))))}f}{letter}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cell(row: Row) -> str:
    """A measured value, starred when it misses its goal."""
    return written(row.value) if row.reached else f"[red]{written(row.value)}*[/red]"


def table(rows: list[Row]) -> Group:
    """All figures as one table: a line each, a column for every game; then those of no game, then the goals missed."""
    from rich.console import Group
    from rich.table import Table

    games = sorted({row.game for row in rows} - {ONCE})
    by_game = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    by_game.add_column("figure", no_wrap=True)
    for game in games:
        by_game.add_column(game, justify="right", no_wrap=True)
    lines: dict[str, dict[str, str]] = {}
    for row in rows:
        lines.setdefault(f"{row.figure} [dim]{row.unit}[/dim]", {})[row.game] = cell(row)
    once = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for name, cells in lines.items():
        if ONCE in cells:
            once.add_row(name, cells[ONCE])
        else:
            by_game.add_row(name, *(cells.get(game, "") for game in games))
    missed = [
        f"* {row.figure}{'' if row.game == ONCE else f', {row.game}'}: {written(row.value)} {row.unit}, "
        f"the goal is {'at least' if row.at_least else 'at most'} {written(row.goal or 0)}"
        for row in rows
        if not row.reached
    ]
    return Group(*([by_game] if games else []), *([once] if once.row_count else []), *missed)
