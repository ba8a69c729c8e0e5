"""Commands to study: simulate games, let bots compete, judge a recorded game."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from typer.core import TyperCommand

from burgrave.cli.application import app
from burgrave.cli.arguments import (
    AsJson,
    GameName,
    Language,
    Options,
    Players,
    Seed,
    load_game,
    load_record,
    parse_options,
    prepare,
)
from burgrave.cli.output import STOPPED, err, out, plain_table, progress_bar, stopping

if TYPE_CHECKING:
    from burgrave.arena.analysis import Decision
    from burgrave.arena.standings import Standing
    from burgrave.arena.tournament import Outcome
    from burgrave.core.game import Game
    from burgrave.core.match import Match

LIVE_SECONDS = 0.5
LIVE_PATIENCE = 10
"""Standings are counted anew while an arena plays: not oftener than this, and for a tenth of the time at most."""
LOCAL_CLUSTER = "local"
"""What Ray calls a cluster that it starts on this machine."""


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each: `hard,search:iterations=500,random`.")
    ] = "random",
    seed: Seed = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads.", show_default="all cores")] = os.cpu_count() or 1,
    as_json: AsJson = False,
) -> None:
    """Play many games and sum them up: length, points and wins by seat.

    The same seeds give the same games, whatever the number of threads. Ctrl-C stops early and sums up what was played.
    """
    rules = load_game(game, players, option)
    from burgrave.arena.simulation import Results, simulate
    from burgrave.bots import listed

    seats = listed(bots)
    seats = seats * rules.players if len(seats) == 1 else seats
    parts: list[Results] = []
    began = time.perf_counter()
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task(rules.spec.title, total=games)
        for part in simulate(rules, games, seats, seed=seed, threads=threads):
            parts.append(part)
            progress.advance(task, len(part))
    seconds = time.perf_counter() - began
    if not parts:
        raise typer.Exit(STOPPED)
    results = Results.joined(parts)
    summary = {"game": rules.name, "options": rules.options, "bots": seats, "seed": seed, **results.summary()}
    summary |= {"seconds": round(seconds, 3), "interrupted": bool(stopped)}
    if as_json:
        print(json.dumps(summary, indent=2))
    else:
        show_summary(rules, summary, int(results.moves.sum()))
    if stopped:
        raise typer.Exit(STOPPED)


def show_summary(rules: Game, summary: dict[str, Any], moves: int) -> None:
    """A simulation's summary as a table."""
    length, seconds = summary["moves"], max(summary["seconds"], 1e-3)
    count = f"{summary['games']:,} games" if summary["games"] > 1 else "1 game"
    out.print(f"[b]{escape(rules.spec.title)}[/b], {rules.players} players: {count} in {seconds:.1f} s")
    out.print(f"{summary['games'] / seconds:,.0f} games/s, {moves / seconds:,.0f} moves/s", highlight=False)
    spread = f"{length['mean']:,.0f} on average, {length['least']:,} to {length['most']:,}"
    out.print(f"moves in a game, chance's included: {spread}", highlight=False)
    table = plain_table("seat", "bot", figures=("wins", "share", "points", "least", "most"))
    for number, (seat, bot) in enumerate(zip(summary["seats"], summary["bots"], strict=True)):
        points = seat["points"]
        figures = (f"{seat['wins']:,}", f"{seat['share']:.1%}", f"{points['mean']:.1f}")
        table.add_row(f"p{number}", bot, *figures, str(points["least"]), str(points["most"]))
    out.print(table)
    if summary["shared_wins"]:
        out.print(f"{summary['shared_wins']:,} wins were shared", highlight=False)
    if summary["without_winner"]:
        out.print(f"{summary['without_winner']:,} games ended without a winner", highlight=False)


class ArenaCommand(TyperCommand):
    """A command whose option `--ray` may stand alone: a cluster on this machine."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give a lonely `--ray` its address."""
        given = []
        for word, following in zip(args, [*args[1:], "-"], strict=True):
            given.append(word)
            if word == "--ray" and following.startswith("-"):
                given.append(LOCAL_CLUSTER)
        return super().parse_args(ctx, given)


@app.command(cls=ArenaCommand)
def arena(
    game: GameName,
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot", "-b", help="`greedy`, `search:iterations=500`, `outside:COMMAND`; the last one fills the table."
        ),
    ],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 200,
    players: Players = None,
    option: Options = None,
    seed: Seed = 1,
    processes: Annotated[int, typer.Option(min=1, help="Processes.", show_default="all cores")] = os.cpu_count() or 1,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on a Ray cluster; without an address, on one of this machine (extra `burgrave[cluster]`).",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for results.csv and report.html; a broken-off run goes on there."),
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write results.parquet too (extra `burgrave[reports]`).")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play against each other, seats rotated and deals repeated, and rate them.

    With bots bounded by iterations the same command gives the same results on one process, many, and a cluster.
    """
    options = parse_options(game, players, option)
    from burgrave.arena import standings, tournament
    from burgrave.arena.report import page

    plan = tournament.Plan(game, options, tuple(bot), games, seed)
    prepare(game)
    journal = tournament.Journal(folder / "games.jsonl", plan) if folder else None
    outcomes: list[tournament.Outcome] = []
    with live_standings(games) as show, stopping() as stopped:
        for outcome in tournament.run(plan, journal, processes=processes, cluster=ray):
            outcomes.append(outcome)
            show(outcomes)
    if not outcomes:
        raise typer.Exit(STOPPED)
    if folder:
        standings.write_table(outcomes, folder / "results.csv")
        if parquet:
            standings.write_table(outcomes, folder / "results.parquet")
        (folder / "report.html").write_text(page(plan, outcomes), encoding="utf-8")
    table = standings.standings(outcomes)
    if as_json:
        print(json.dumps([vars(row) for row in table], indent=2))
    else:
        out.print(standings_table(table))
        out.print(f"{len(outcomes):,} games", highlight=False)
        if folder:
            out.print(f"report: {folder / 'report.html'}", highlight=False)
    if stopped:
        raise typer.Exit(STOPPED)


@contextmanager
def live_standings(games: int) -> Iterator[Callable[[list[Outcome]], None]]:
    """On a terminal: the standings of an arena and a progress bar while it goes on, gone when it is over."""
    from rich.console import Group
    from rich.live import Live

    from burgrave.arena.standings import standings

    if not err.is_terminal:
        yield lambda outcomes: None
        return
    progress = progress_bar()
    task = progress.add_task("games", total=games)
    due = 0.0
    with Live(progress, console=err, transient=True) as live:

        def show(outcomes: list[Outcome]) -> None:
            nonlocal due
            progress.update(task, completed=len(outcomes))
            if (now := time.monotonic()) >= due:
                live.update(Group(standings_table(standings(outcomes)), progress))
                due = now + max(LIVE_SECONDS, LIVE_PATIENCE * (time.monotonic() - now))

        yield show


def standings_table(standings: list[Standing]) -> Table:
    """An arena's standings as a table."""
    table = plain_table("bot", figures=("seats", "wins", "95 % interval", "fair", "points", "rating", "faults"))
    for row in standings:
        interval = f"{row.low:.1%} to {row.high:.1%}"
        rating = f"{row.rating:.1f} ± {row.spread:.1f}"
        figures = (f"{row.games:,}", f"{row.rate:.1%}", interval, f"{row.fair:.1%}", f"{row.points:.1f}", rating)
        table.add_row(row.bot, *figures, str(row.faults))
    return table


@app.command()
def analyse(
    record: Annotated[Path, typer.Argument(help="A record file.", show_default=False)],
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat's moves.", show_default="everybody's")] = None,
    iterations: Annotated[int, typer.Option(min=1, help="How long the search thinks about each decision.")] = 500,
    worst: Annotated[int, typer.Option(min=0, help="How many of the dearest moves to show.")] = 20,
    seed: Seed = 1,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Tell what should have been played: a search looks at every decision, seeing only what its seat saw.

    A move's promise is the share of the win that the search expects after it; what a move promised less than the best
    one was given away.
    """
    from burgrave.arena import analysis

    match = load_record(record)
    match.game.check_seat(seat)
    numbers = [number for number in analysis.decisions(match) if seat in (None, match.movers[number])]
    found: list[analysis.Decision] = []
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task("decisions", total=len(numbers))
        for decision in analysis.analyse(match, iterations=iterations, seed=seed, seat=seat):
            found.append(decision)
            progress.advance(task)
    seats = analysis.summed(found, match.game.players)
    if as_json:
        judged = [
            {
                "number": decision.number + 1,
                "seat": decision.seat,
                "played": decision.played.move.text,
                "loss": decision.loss,
                "candidates": [{**vars(one), "move": one.move.text} for one in decision.candidates],
            }
            for decision in found
        ]
        print(json.dumps({"seats": seats, "decisions": judged}, indent=2))
    else:
        show_analysis(match, found, worst, language)
        table = plain_table("", figures=("decisions", "as the search", "given away in the mean"))
        for row in seats:
            agreed = f"{row['agreed'] / row['decisions']:.0%}"
            table.add_row(escape(match.names[row["seat"]]), f"{row['decisions']:,}", agreed, f"{row['loss']:.1%}")
        out.print(table)
    if stopped:
        raise typer.Exit(STOPPED)


def show_analysis(match: Match, found: list[Decision], worst: int, language: str) -> None:
    """The moves that gave most away, in the order of the game, each beside what the search would have played."""
    from burgrave.core import words

    dearest = sorted(found, key=lambda decision: -decision.loss)[:worst]
    table = plain_table("move", "played", "promise", "better", "promise")
    for decision in sorted((one for one in dearest if one.loss > 0), key=lambda decision: decision.number):
        told = [
            escape(words.tell(match.game, one.move.text, decision.seat, language, match.names))
            for one in (decision.played, decision.best)
        ]
        played, best = f"{decision.played.value:.1%}", f"{decision.best.value:.1%}"
        table.add_row(str(decision.number + 1), told[0], played, told[1], best)
    if table.row_count:
        out.print(table)
        out.print()
