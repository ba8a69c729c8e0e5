"""The command `burgrave`. What a command needs is imported when it runs, so that every start is quick."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from typer.core import TyperCommand

if TYPE_CHECKING:
    from rich.progress import Progress

    from burgrave.arena.analysis import Decision
    from burgrave.arena.standings import Standing
    from burgrave.arena.tournament import Outcome
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import View
    from burgrave.core.spec import Spec

WRONG = 1
"""The exit code when something was found wrong; 2 is a wrong command line, 130 an interruption."""
STOPPED = 130
FUZZ_SHARE = 100
"""So many games of a fuzz run are worth a further process."""
LIVE_SECONDS = 0.5
LIVE_PATIENCE = 10
"""Standings are counted anew while an arena plays: not oftener than this, and for a tenth of the time at most."""
LOCAL_CLUSTER = "local"
"""What Ray calls a cluster that it starts on this machine."""


class CommandError(Exception):
    """A command that cannot go on: one sentence for the person at the terminal."""


FAILURES = (CommandError, ValueError, TypeError, OSError, RuntimeError, ImportError)
"""What is told in one sentence instead of a traceback."""

app = typer.Typer(
    name="burgrave",
    help="Five euro games: play them, program them, study them.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console()
err = Console(stderr=True)

GameName = Annotated[str, typer.Argument(help="A game's name, as `burgrave games` lists them.", show_default=False)]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Seats.", show_default="the game's usual number")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="One of the game's options; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Seed = Annotated[int, typer.Option("--seed", help="The first seed; each further game takes the next one.")]
OwnBots = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME=COMMAND", help="A program that people can choose as a bot; repeatable."),
]
Language = Annotated[str, typer.Option("--language", "-l", help="en or pl.")]


def version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        import burgrave

        print(f"burgrave {burgrave.__version__}")
        raise typer.Exit


@app.callback()
def settings(
    version: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")] = (
        False
    ),
    traceback: Annotated[bool, typer.Option(help="Show Python's traceback when something fails.")] = False,
) -> None:
    """Five euro games: play them, program them, study them."""
    if traceback:
        os.environ["BURGRAVE_TRACEBACK"] = "1"


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(help="A game, to see its options.", show_default="all games")] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """List the games; with a name, that game's options."""
    from burgrave.core import registry

    specs = [registry.spec(name) for name in ((game,) if game else registry.games())]
    if as_json:
        declared = [declaration(spec) for spec in specs]
        print(json.dumps(declared[0] if game else declared, indent=2))
    elif game:
        show_options(specs[0], language)
    else:
        table = plain_table("game", "title", "players", "minutes")
        for spec in specs:
            table.add_row(f"[b]{spec.name}[/b]", escape(spec.title), stretch(spec.players), stretch(spec.minutes))
        out.print(table)


def stretch(numbers: tuple[int, ...]) -> str:
    """From the first number to the last, as one reads it."""
    return f"{numbers[0]}–{numbers[-1]}" if numbers[0] != numbers[-1] else str(numbers[0])


def declaration(spec: Spec) -> dict[str, Any]:
    """A game's declaration as data."""
    from burgrave.core import loader

    head = {"name": spec.name, "title": spec.title, "players": spec.players, "default_players": spec.default_players}
    options = {option.name: {"default": option.default, "valid": option.valid()} for option in spec.options}
    return head | {"minutes": spec.minutes, "options": options, "compiled": loader.is_ready(spec.name)}


def show_options(spec: Spec, language: str) -> None:
    """A game's options with their defaults, values and what they change."""
    from burgrave.core import words

    out.print(f"[b]{escape(words.title(spec, language))}[/b], {stretch(spec.players)} players", highlight=False)
    out.print(words.tagline(spec, language), markup=False, highlight=False)
    out.print()
    table = plain_table("option", "default", "values and what they change", padding=(0, 3, 1, 0))
    for option in spec.options:
        change = words.option_help(spec, option.name, language)
        table.add_row(option.name, show(option.default), f"[b]{escape(option.valid())}[/b]\n{escape(change)}")
    out.print(table)


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
def replay(
    record: Annotated[Path, typer.Argument(help="A record file.", show_default=False)],
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many moves.", show_default="the end")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Show only what this seat may know.", show_default="everything")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture of the position to this file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a picture of the position to this file.")] = None,
    width: Annotated[int, typer.Option(min=100, max=8000, help="Pixels across, for --png.")] = 1280,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game move by move, and show the position it leads to."""
    match = load_record(record)
    if at is not None:
        if at > len(match.moves):
            raise CommandError(f"the game has {len(match.moves)} moves, so --at goes from 0 to {len(match.moves)}")
        match = match.first(at)
    view = look(match, seat)
    if svg is not None:
        svg.write_text(view.svg(language), encoding="utf-8")
    if png is not None:
        from burgrave.core.picture import to_png

        png.write_bytes(to_png(view.svg(language), width))
    texts = match.log if seat is None else match.log_for(seat)
    if as_json:
        moves = [{"by": actor(mover), "move": text} for mover, text in zip(match.movers, texts, strict=True)]
        head = {"game": match.game.name, "options": match.game.options, "seats": match.names, "moves": moves}
        print(json.dumps(head | {"position": json.loads(view.to_json())}, indent=2))
    elif svg is None and png is None:
        tell(match, texts, view, language)


def tell(match: Match, texts: tuple[str, ...], view: View, language: str) -> None:
    """Print a match: every move with its sentence, then the position in words."""
    from burgrave.core import words

    options = ", ".join(f"{name} {show(value)}" for name, value in match.game.options.items())
    out.print(f"[b]{escape(words.title(match.game, language))}[/b] ({options})", highlight=False)
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim")
    for number, (mover, text) in enumerate(zip(match.movers, texts, strict=True), 1):
        sentence = words.tell(match.game, text, mover, language, match.names)
        table.add_row(str(number), actor(mover), f"[b]{escape(text)}[/b]", escape(sentence))
    out.print(table)
    out.print()
    out.print(view.describe(language), markup=False, highlight=False, soft_wrap=not out.is_terminal)
    out.print(view.prompt(language), markup=False, highlight=False, style="bold")


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


@app.command()
def check(
    records: Annotated[
        list[Path] | None, typer.Argument(help="Record files, or folders of them.", show_default=False)
    ] = None,
    live: Annotated[bool, typer.Option(help="Check the games that a server has stored.")] = False,
    database_url: Annotated[str | None, typer.Option(help="With --live: where the server keeps them.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="With --live: the server's data folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay records on the present rules and say which no longer fit, and where; a server's dice are verified too."""
    if live:
        check_stored(database_url, data_dir, as_json)
        return
    if not records:
        raise typer.BadParameter("name record files, or a server's games with --live")
    files = record_files(records)
    verdicts: list[dict[str, Any]] = []
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task("checking", total=len(files))
        for path in files:
            verdicts.append(verdict(path))
            progress.advance(task)
    wrong = [item for item in verdicts if item["problem"]]
    if as_json:
        print(json.dumps(verdicts, indent=2))
    else:
        for item in wrong:
            out.print(f"{item['file']}: {item['problem']}", markup=False, highlight=False, soft_wrap=True)
        fit = len(verdicts) - len(wrong)
        out.print(f"{fit} of {len(verdicts)} records fit the present rules", highlight=False)
    if stopped:
        raise typer.Exit(STOPPED)
    if wrong:
        raise typer.Exit(WRONG)


def check_stored(database_url: str | None, data_dir: Path | None, as_json: bool) -> None:
    """Replay every game that a server has stored; for before an upgrade."""
    from burgrave.server.upkeep import check_live

    checked, misfits = check_live(database_url, data_dir)
    if as_json:
        print(json.dumps({"checked": checked, "misfits": [vars(misfit) for misfit in misfits]}, indent=2))
    else:
        for misfit in misfits:
            line = f"table {misfit.table} ({misfit.game}), event {misfit.seq}: {misfit.reason}"
            out.print(line, markup=False, highlight=False, soft_wrap=True)
        out.print(f"{checked - len(misfits)} of {checked} stored games fit the present rules", highlight=False)
    if misfits:
        raise typer.Exit(WRONG)


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)],
    database_url: Annotated[str | None, typer.Option(help="Where the server keeps its tables.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="The server's data folder.")] = None,
) -> None:
    """Copy a server's database to a file while the server goes on."""
    from burgrave.server.upkeep import backup

    backup(target, database_url, data_dir)


def verdict(path: Path) -> dict[str, Any]:
    """Whether one record fits the present rules, and whether its seed is the one that a server had promised."""
    import burgrave
    from burgrave.server.fair import check_record

    try:
        match = burgrave.load(path)
        broken = check_record(path.read_text(encoding="utf-8")) if match.is_over else None
    except (ValueError, OSError) as error:
        return {"file": str(path), "problem": str(error)}
    if broken:
        return {"file": str(path), "problem": broken}
    scores, winners = match.position.scores, match.winners
    found = {"file": str(path), "problem": None, "game": match.game.name, "moves": len(match.moves)}
    return found | {"over": match.is_over, "scores": scores, "winners": winners}


@app.command()
def playthrough(
    game: GameName,
    players: Players = None,
    folder: Annotated[
        Path | None, typer.Option(help="Write a file for each number of players into this folder instead.")
    ] = None,
) -> None:
    """Write a game down step by step, so that a change of its rules shows as a readable difference."""
    from burgrave.core import playthrough, registry

    spec = registry.spec(game)
    options = parse_options(game, players, None)
    prepare(game)
    if folder:
        for path in playthrough.write_all(folder, (game,)):
            out.print(path, highlight=False)
    else:
        print(playthrough.playthrough(game, int(spec.settle_options(options)["players"])), end="")


@app.command()
def fuzz(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 2000,
    players: Players = None,
    option: Options = None,
    seed: Seed = 0,
    pictures: Annotated[bool, typer.Option("--pictures", help="Check pictures and words too, which is slow.")] = False,
    folder: Annotated[Path, typer.Option(help="Where to write the record of every failure.")] = Path("findings"),
    processes: Annotated[
        int, typer.Option(min=0, show_default="one for each core", help="How many processes share the games.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Play random games with every check on, over all numbers of players and options unless some are given.

    Every failure is written as a record that `burgrave replay` can load.
    """
    prepare(game)
    chosen = parse_options(game, players, option)
    from burgrave.core.conformance import Tally, fuzz

    tally = Tally()
    written: list[str] = []
    shared = min(processes or os.cpu_count() or 1, 1 + games // FUZZ_SHARE)
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task(f"fuzzing {game}", total=games)
        for tally in fuzz(game, games=games, seed=seed, options=chosen, face=pictures, processes=shared):
            for finding in tally.findings[len(written) :]:
                written.append(str(finding.save(folder) or ""))
                err.print(str(finding), markup=False, highlight=False, soft_wrap=True)
            progress.advance(task)
    if as_json:
        findings = [
            {"file": path, "complaint": finding.complaint}
            for path, finding in zip(written, tally.findings, strict=True)
        ]
        counts = {"games": tally.games, "moves": tally.moves, "positions": tally.positions_looked_at}
        print(json.dumps({"game": game, **counts, "findings": findings}, indent=2))
    else:
        looked = f"{tally.moves:,} moves, {tally.positions_looked_at:,} positions looked at closely"
        out.print(f"{tally.games:,} games of {game}, {looked}: {len(written)} findings", highlight=False)
    if stopped:
        raise typer.Exit(STOPPED)
    if written:
        raise typer.Exit(WRONG)


@app.command(name="compile")
def compile_rules(
    games: Annotated[list[str] | None, typer.Argument(help="Games.", show_default="all of them")] = None,
    bots: Annotated[bool, typer.Option("--bots", help="The bots that play them too.")] = False,
) -> None:
    """Compile the rules of games ahead of time, once for each version of them."""
    from burgrave.bots import COMPILED, is_prepared, try_bot
    from burgrave.core import registry
    from burgrave.core.loader import load_rules

    names = games or list(registry.games())
    for name in names:
        registry.spec(name)
    for name in names:
        seconds = prepare(name)
        for bot in COMPILED if bots else ():
            if not is_prepared(load_rules(name), bot):
                began = time.perf_counter()
                with progress_bar() as progress:
                    progress.add_task(f"the bot {bot} for {registry.spec(name).title} is being prepared", total=None)
                    try_bot(name, bot)
                seconds += time.perf_counter() - began
        out.print(f"{name}: {f'compiled in {seconds:.1f} s' if seconds else 'ready'}", highlight=False)


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Games or figures to measure.", show_default="everything")
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="A checkout's folder of further figures, the peers among them; taken if it is there.")
    ] = Path("bench"),
    as_json: AsJson = False,
) -> None:
    """Measure the speed of everything and print one table."""
    from burgrave import bench

    bench.load_folder(folder)
    measured: list[bench.Row] = []
    failed: list[str] = []
    with progress_bar() as progress, stopping() as stopped:
        plan = bench.plan(names or [])
        task = progress.add_task("measuring", total=len(plan))
        for step in plan:
            progress.update(task, description=step.name)
            try:
                measured += step.measure()
            except FAILURES as error:
                failed.append(step.name)
                err.print(f"{step.name}: {sentence(error)}", markup=False, highlight=False, soft_wrap=True)
            progress.advance(task)
    if as_json:
        print(json.dumps([row.as_dict() for row in measured], indent=2))
    else:
        out.print(bench.table(measured))
    if stopped:
        raise typer.Exit(STOPPED)
    if failed:
        raise typer.Exit(WRONG)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="A game's name.", show_default="asks")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here instead of in the browser.")] = False,
    players: Players = None,
    option: Options = None,
    seats: Annotated[
        str | None, typer.Option(help="Who sits where, people by name: `Ada,easy,hard`.", show_default="asks")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language: Annotated[str | None, typer.Option("--language", "-l", help="en or pl.", show_default="en")] = None,
    bot: OwnBots = None,
) -> None:
    """Play: in the browser, or with --terminal right here."""
    if not terminal:
        given = {"-p": players, "-o": option, "--seats": seats, "--record": record, "--language": language}
        needless = [name for name, value in given.items() if value is not None]
        if needless:
            raise typer.BadParameter(f"{', '.join(needless)} needs --terminal: in the browser the page asks for it")
        play_in_browser(game, bot)
    from burgrave import terminal as table

    options = parse_options(game, players, option) if game else {}
    from burgrave.bots import listed
    from burgrave.server.settings import outside_bots

    sitting = None if seats is None else listed(seats)
    own_bots = dict(outside_bots(bot or ()))
    table.play(game, sitting, options, language=language or "en", record=record, own_bots=own_bots)


def play_in_browser(game: str | None, bots: list[str] | None) -> NoReturn:
    """Serve the games, beginning with the form for a table of the one that was named."""
    from burgrave.core import registry
    from burgrave.server.process import serve

    first_page = f"/new/{registry.spec(game).name}" if game else ""
    raise typer.Exit(serve(None, None, None, None, True, bots, first_page))


@app.command()
def guide(
    game: GameName,
    language: Language = "en",
    html: Annotated[Path | None, typer.Option(help="Write a page with pictures to this file instead.")] = None,
) -> None:
    """Print the rules of a game, written for players."""
    from rich.markdown import Markdown

    from burgrave.core import guide

    if html is not None:
        prepare(game)
        html.write_text(guide.page(game, language), encoding="utf-8")
        return
    text = guide.for_terminal(game, language)
    if out.is_terminal:
        out.print(Markdown(text), width=min(out.width, 100))
    else:
        print(text, end="")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.", show_default="8000")] = None,
    database_url: Annotated[
        str | None, typer.Option(help="Where tables are kept.", show_default="a file in the data folder")
    ] = None,
    data_dir: Annotated[Path | None, typer.Option(help="The data folder.", show_default="the user's")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    bot: OwnBots = None,
) -> None:
    """Serve the games in the browser. Options can also be set as BURGRAVE_HOST, BURGRAVE_PORT and so on."""
    from burgrave.server.process import serve

    raise typer.Exit(serve(host, port, database_url, data_dir, browser, bot))


# ---- what several commands need


def plain_table(
    *headings: str, figures: tuple[str, ...] = (), padding: tuple[int, int, int, int] = (0, 3, 0, 0)
) -> Table:
    """A table without lines: columns of text, then columns of figures."""
    table = Table(box=None, pad_edge=False, padding=padding, header_style="bold")
    for heading in headings:
        table.add_column(heading)
    for heading in figures:
        table.add_column(heading, justify="right")
    return table


def show(value: object) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def actor(mover: int | None) -> str:
    """Who moved, as in records."""
    from burgrave.core.position import actor_name

    return actor_name(mover)


def parse_options(name: str, players: int | None, pairs: list[str] | None) -> dict[str, Any]:
    """The options given on the command line, checked."""
    from burgrave.core import registry

    options: dict[str, Any] = {} if players is None else {"players": players}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals:
            raise CommandError(f"an option is given as NAME=VALUE, not as {pair!r}")
        options[key.strip()] = value.strip()
    registry.spec(name).settle_options(options)
    return options


def load_game(name: str, players: int | None, pairs: list[str] | None) -> Game:
    """The game with its options; its rules are compiled first if that is due."""
    import burgrave

    options = parse_options(name, players, pairs)
    prepare(name)
    return burgrave.game(name, **options)


def prepare(name: str) -> float:
    """Compile a game's rules in another process if that is due; the seconds it took."""
    from burgrave.core import loader, registry

    title = registry.spec(name).title
    if loader.is_ready(name) or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return 0.0
    began = time.perf_counter()
    with progress_bar() as progress:
        task = progress.add_task(f"the rules of {title} are being prepared (once)", total=None)
        for done, total in loader.compiling(name):
            progress.update(task, completed=done, total=total)
    return time.perf_counter() - began


def load_record(path: Path) -> Match:
    """A match from a record file, with the file's name in front of what is wrong."""
    import burgrave
    from burgrave.core.errors import RecordError

    try:
        return burgrave.load(path)
    except RecordError as error:
        raise CommandError(f"{path}, {error}") from None


def look(match: Match, seat: int | None) -> View:
    """What a seat sees of the match now; without a seat, everything."""
    from burgrave.core.position import OpenView

    if seat is not None:
        return match.view(seat)
    last = match.log[-1] if match.log else None
    view = OpenView(match.position, last, match.movers[-1] if match.log else None)
    view.names, view.decided = match.names, match.decided
    return view


def record_files(paths: list[Path]) -> list[Path]:
    """The record files among paths; a folder stands for the .txt files in it."""
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise CommandError(f"there is no file or folder {path}")
        files += sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    if not files:
        raise CommandError(f"there are no records (*.txt) in {', '.join(map(str, paths))}")
    return files


def progress_bar() -> Progress:
    """A progress bar on the terminal's error stream, gone when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


@contextmanager
def stopping() -> Iterator[list[str]]:
    """Let Ctrl-C end the work inside; the list tells afterwards whether it did."""
    stopped: list[str] = []
    try:
        yield stopped
    except KeyboardInterrupt:
        stopped.append("interrupted")
        err.print("stopped", style="dim")


def main() -> None:
    """Run the command; whatever goes wrong is one sentence and a non-zero exit code."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG)
    except FAILURES as error:
        if os.environ.get("BURGRAVE_TRACEBACK"):
            raise
        err.print(f"burgrave: {sentence(error)}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(WRONG)


def sentence(error: Exception) -> str:
    """What went wrong, in one sentence."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__
