"""Commands for upkeep: check records and rules, compile and measure, copy a server's database."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, GameName, Options, Players, Seed, parse_options, prepare, record_files
from burgrave.cli.output import FAILURES, STOPPED, WRONG, err, out, progress_bar, sentence, stopping

FUZZ_SHARE = 100
"""So many games of a fuzz run are worth a further process."""


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


def verdict(path: Path) -> dict[str, Any]:
    """Whether one record fits the present rules, and whether its seed is the one that a server had promised."""
    import burgrave
    from burgrave.core.fair import check_record

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
                written.append(str(finding.save(folder)))
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
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)],
    database_url: Annotated[str | None, typer.Option(help="Where the server keeps its tables.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="The server's data folder.")] = None,
) -> None:
    """Copy a server's database to a file while the server goes on."""
    from burgrave.server.upkeep import backup

    backup(target, database_url, data_dir)
