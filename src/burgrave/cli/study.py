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

from burgrave.cli.application import app
from burgrave.cli.arguments import (
    AsJson,
    ClusterCommand,
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
from burgrave.cli.output import STOPPED, CommandError, err, out, plain_table, progress_bar, stopping

if TYPE_CHECKING:
    from burgrave.arena.analysis import Analysis
    from burgrave.arena.standings import Standing
    from burgrave.arena.tournament import Outcome
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.envs.dataset import Plan

LIVE_SECONDS = 0.5
LIVE_PATIENCE = 10
"""Standings are counted anew while an arena plays: not oftener than this, and for a tenth of the time at most."""


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


@app.command(cls=ClusterCommand)
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
        typer.Option("--out", help="Folder for results.csv and report.html; an interrupted run resumes there."),
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
        different = standings.distinct_games(outcomes)
        out.print(f"{len(outcomes):,} games, {different:,} of them different", highlight=False)
        if (left := standings.spread_without_luck(outcomes)) is not None:
            out.print(f"without luck {left:.0%} of the variance of wins is left", highlight=False)
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
    table = plain_table(
        "bot", figures=("seats", "wins", "95 % interval", "without luck", "fair", "points", "rating", "faults")
    )
    for row in standings:
        interval = f"{row.low:.1%} to {row.high:.1%}"
        rating = f"{row.rating:.1f} ± {row.spread:.1f}"
        adjusted = f"{row.adjusted:.1%} ± {(row.adjusted_high - row.adjusted_low) / 2:.1%}"
        figures = (
            f"{row.games:,}",
            f"{row.rate:.1%}",
            interval,
            adjusted,
            f"{row.fair:.1%}",
            f"{row.points:.1f}",
            rating,
        )
        table.add_row(row.bot, *figures, str(row.faults))
    return table


@app.command()
def analyse(
    record: Annotated[Path, typer.Argument(help="A record file.", show_default=False)],
    iterations: Annotated[int, typer.Option(min=1, help="How long the search thinks about each decision.")] = 200,
    samples: Annotated[int, typer.Option(min=1, help="How many times each comparison is played on.")] = 32,
    html: Annotated[Path | None, typer.Option(help="Write a report with pictures, complete in one file.")] = None,
    seed: Seed = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads.", show_default="all cores")] = os.cpu_count() or 1,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Spread the work over a Ray cluster (`burgrave[cluster]`).")
    ] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Explain a recorded game: everybody's chance to win, what luck brought, and what moves gave away.

    A search looks at every decision, seeing only what its seat saw; every move of chance is compared with what else it
    could have brought. Ctrl-C stops early and tells what was found out so far. The same settings give the same figures,
    whatever the number of threads.
    """
    from burgrave.arena import analysis
    from burgrave.arena.analysis_report import page
    from burgrave.arena.judge import MODULE
    from burgrave.bots import COMPILED

    match = load_record(record)
    if html is not None and not html.parent.is_dir():
        raise CommandError(f"there is no folder {html.parent}")
    for module in (None, COMPILED["search"], MODULE):
        prepare(match.game.name, module)
    settings = analysis.Settings(iterations, samples, seed)
    found: list[analysis.Finding] = []
    with progress_bar() as progress, stopping() as stopped:
        wanted = analysis.tasks(match)
        task = progress.add_task(match.game.spec.title, total=len(wanted))
        for one in analysis.found_by(match, settings, wanted, threads=threads, cluster=ray):
            found.append(one)
            progress.advance(task)
    made = analysis.Analysis(match, settings, found)
    if html is not None:
        html.write_text(page(made, language), encoding="utf-8")
    if as_json:
        print(json.dumps(made.to_json(), indent=2))
    else:
        show_analysis(made, language)
        if html is not None:
            out.print(f"report: {html}", highlight=False)
    if stopped:
        raise typer.Exit(STOPPED)


def show_analysis(made: Analysis, language: str) -> None:
    """An analysis on the terminal: the verdict, what results are made of, and the key moments."""
    from burgrave.arena import telling
    from burgrave.core.words import core_words

    say = core_words(language)
    for sentence in telling.verdict(made, language=language):
        out.print(sentence, markup=False, highlight=False)
    out.print()
    for headings, lines in (telling.table(made, language), telling.grades(made, language)):
        table = plain_table(headings[0], figures=tuple(headings[1:]))
        for line in lines:
            table.add_row(*map(escape, line))
        out.print(table)
        out.print()
    moments = telling.moments(made, language=language)
    if moments:
        out.print(say("analysis.moments"), style="bold")
    for one in moments:
        where = f"{say('analysis.turn', n=one.turn)}, {say('analysis.move', n=one.number + 1)}"
        kind = say("analysis.luck" if one.kind == "luck" else f"analysis.grade.{one.kind}")
        out.print(f"{where}: {kind}. {one.text}", markup=False, highlight=False)


@app.command("set-up")
def set_up(
    source: Annotated[str, typer.Argument(help="A record file, or a game to begin with.", show_default=False)],
    at: Annotated[int | None, typer.Option(min=0, help="After this many moves.", show_default="the end")] = None,
    edits: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", help="What stands where: `road 5 p1`, `hand p0 ore 3`, `turn p1`."),
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the position as a record that begins with it.")] = None,
    iterations: Annotated[int, typer.Option(min=1, help="How long the search thinks.")] = 200,
    samples: Annotated[int, typer.Option(min=1, help="How many times the position is played on.")] = 128,
    players: Players = None,
    option: Options = None,
    seed: Seed = 1,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Set up a position by hand and judge it: everybody's chance to win, and the best moves.

    Without `--set` it lists what can be set, as it stands. What follows from what is set is put right by itself, and
    what cannot be is refused with a sentence. `burgrave replay` shows the record that `--save` writes.
    """
    from burgrave.core.editing import named
    from burgrave.core.errors import Mistake
    from burgrave.core.match import Match

    path = Path(source)
    match = load_record(path) if path.suffix or path.exists() else load_game(source, players, option).match(seed=seed)
    if match.knows is not None:
        raise CommandError("this record holds only what one seat knew, so nothing can be set up from it")
    if at is not None:
        if at > match.length:
            raise CommandError(f"the game has {match.length} moves, so --at goes from 0 to {match.length}")
        match = match.first(at)
    try:
        if not edits:
            listed = match.position.editable()
            print(json.dumps(listed, indent=2) if as_json else "\n".join(listed))
            return
        start = match.position.edited(*edits)
    except Mistake as error:
        raise CommandError(named(error, match.names).told(language)) from None
    made = Match(match.game, chance="manual", names=match.names, start=start)
    if save is not None:
        made.save(save)
    show_judged(made, iterations, samples, seed, language, as_json)


def show_judged(match: Match, iterations: int, samples: int, seed: int, language: str, as_json: bool) -> None:
    """A position's worth to everybody, and what a search would play there."""
    from burgrave.arena.analysis import BEST, advice
    from burgrave.arena.judge import MODULE, Judge
    from burgrave.bots import COMPILED
    from burgrave.bots.search import SearchBot
    from burgrave.core import words

    for module in (None, COMPILED["search"], MODULE):
        prepare(match.game.name, module)
    found = Judge(match.game).position(match.position, samples, f"{seed}")
    candidates = advice(match, SearchBot(match.game, iterations=iterations, seed=seed))[:BEST]
    chances, errors = found.chances[0].tolist(), found.error
    if as_json:
        best = [{"move": one.move.text, "value": round(one.value, 4)} for one in candidates]
        told = {"chances": [round(one, 4) for one in chances], "error": [round(one, 4) for one in errors], "best": best}
        print(json.dumps({"to_act": match.position.to_act, **told, "position": match.position.fields}, indent=2))
        return
    view = match.view(match.position.to_act) if candidates else match.view(None)
    out.print(view.prompt(language), markup=False, highlight=False)
    table = plain_table("", figures=("%", "±"))
    for name, chance, error in zip(match.names, chances, errors, strict=True):
        table.add_row(escape(name), f"{100 * chance:.0f}", f"{200 * error:.0f}")
    for one in candidates:
        table.add_row(escape(words.label_in(view, one.move, language)), f"{100 * one.value:.0f}", "")
    out.print(table)


@app.command(cls=ClusterCommand)
def dataset(
    game: GameName,
    folder: Annotated[Path, typer.Argument(help="Where the files go; an unfinished dataset there is gone on with.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each: `greedy,search:iterations=200`.")
    ] = "greedy",
    games_per_file: Annotated[int, typer.Option(min=1, help="Games of each file.")] = 100,
    observation: Annotated[
        str, typer.Option(help="`record` (whole numbers as in the position) or `egocentric` (the own seat first).")
    ] = "record",
    seed: Seed = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads.", show_default="all cores")] = os.cpu_count() or 1,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Spread the files over a Ray cluster (`burgrave[cluster]`).")
    ] = None,
) -> None:
    """Write games among bots as Parquet files (`burgrave[reports]`): observations, legal moves, moves, results.

    Ctrl-C stops after the files under way; the same command goes on with the missing ones. Columns are described in
    `_dataset.json` and in docs/environments.md.
    """
    from burgrave.bots import COMPILED, described, listed
    from burgrave.envs.dataset import Plan, begin
    from burgrave.envs.egocentric import STEP

    rules = load_game(game, players, option)
    seats = listed(bots)
    seats = seats * rules.players if len(seats) == 1 else seats
    if len(seats) != rules.players:
        raise CommandError(f"{rules.players} seats take {rules.players} bots, not {len(seats)}")
    for name in {described(text)[0] for text in seats}:
        if name in COMPILED:
            prepare(rules.name, COMPILED[name])
    if observation == "egocentric":
        prepare(rules.name, STEP)
    plan = Plan(rules.name, dict(rules.options), tuple(seats), games, games_per_file, seed, observation)
    waiting = begin(plan, folder)
    decisions = 0
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task(rules.spec.title, total=len(plan.files), completed=len(plan.files) - len(waiting))
        for count in written(plan, folder, waiting, threads, ray):
            decisions += count
            progress.advance(task)
    out.print(f"{len(waiting)} files with {decisions:,} decisions in {folder}", highlight=False)
    if stopped:
        raise typer.Exit(STOPPED)


def written(plan: Plan, folder: Path, names: list[str], threads: int, ray: str | None) -> Iterator[int]:
    """Write files, several at a time, here or on a cluster; how many decisions each holds."""
    from concurrent.futures import ThreadPoolExecutor

    from burgrave.arena.tournament import cluster
    from burgrave.envs.dataset import write

    if ray is not None:
        connected = cluster(ray)
        task = connected.remote(max_retries=-1)(write)
        waiting = [task.remote(plan, folder.resolve(), name) for name in names]
        while waiting:
            ready, waiting = connected.wait(waiting)
            yield from connected.get(ready)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(lambda name: write(plan, folder, name), names)
