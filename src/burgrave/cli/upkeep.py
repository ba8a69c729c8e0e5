"""Commands for upkeep: check records and rules, compile and measure, copy a server's database."""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, GameName, Options, Players, Seed, parse_options, prepare, record_files
from burgrave.cli.output import FAILURES, STOPPED, WRONG, CommandError, err, out, progress_bar, sentence, stopping
from burgrave.core.errors import RecordError

if TYPE_CHECKING:
    from burgrave.core.fair import Kept

ENVIRONMENTS = ("burgrave.envs.vector_step", "burgrave.envs.foresight_rows")
FURTHER = ("burgrave.arena.judging", "burgrave.bots.self_play", *ENVIRONMENTS, "burgrave.core.checks")
"""What is compiled beside rules and bots, by whoever needs it."""
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
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you were shown before the game.")
    ] = None,
    kept_bytes: Annotated[
        list[str] | None,
        typer.Option("--bytes", metavar="SEAT=HEX", help="The bytes you gave for a seat, as p0=0123…; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay records on the present rules and say which no longer fit, and where.

    Dice that a server had promised are verified, tampered or not verifiable; what you have kept of a game is compared.
    The exit code is 1 when a record does not fit or was tampered with.
    """
    from burgrave.core.fair import NOTHING_KEPT

    kept = kept_by_player(commitment, kept_bytes)
    if live:
        if kept != NOTHING_KEPT:
            raise typer.BadParameter("what you have kept is compared with a record, not with --live")
        check_stored(database_url, data_dir, as_json)
        return
    if not records:
        raise typer.BadParameter("name record files, or a server's games with --live")
    files = record_files(records)
    if kept != NOTHING_KEPT and len(files) > 1:
        raise CommandError("what you have kept belongs to one game: name its record only")
    verdicts: list[dict[str, Any]] = []
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task("checking", total=len(files))
        for path in files:
            verdicts.append(verdict(path, kept))
            progress.advance(task)
    wrong = [item for item in verdicts if item["problem"]]
    if as_json:
        print(json.dumps(verdicts, indent=2))
    else:
        for item in wrong:
            out.print(f"{item['file']}: {item['problem']}", markup=False, highlight=False, soft_wrap=True)
        tell_dice(verdicts)
        fit = sum("game" in item for item in verdicts)
        out.print(f"{fit} of {len(verdicts)} records fit the present rules", highlight=False)
    if stopped:
        raise typer.Exit(STOPPED)
    if wrong:
        raise typer.Exit(WRONG)


def tell_dice(verdicts: list[dict[str, Any]]) -> None:
    """What can be said about the dice: the sentence of a single record, the numbers of many."""
    found = [item["dice"] for item in verdicts if item["dice"]]
    if len(verdicts) == 1 and found and not verdicts[0]["problem"]:
        line = f"dice {found[0]['verdict']}: {found[0]['reason']}"
        out.print(line, markup=False, highlight=False, soft_wrap=True)
    elif found:
        counts = Counter(one["verdict"] for one in found)
        out.print(f"dice: {', '.join(f'{n} {name}' for name, n in counts.items())}", highlight=False)


def kept_by_player(commitment: str | None, pairs: list[str] | None) -> Kept:
    """What the player has kept, as given on the command line."""
    from burgrave.core.fair import COMMITMENT, Kept

    if commitment and not COMMITMENT.fullmatch(commitment.lower()):
        raise CommandError(f"a commitment has 64 hexadecimal digits, not {commitment!r}")
    entropy = {}
    for pair in pairs or []:
        found = re.fullmatch(r"p?(\d)=([0-9a-f]{2,64})", pair.lower())
        if not found:
            raise CommandError(f"bytes are given as SEAT=HEX, for example p0=0123abcd, not as {pair!r}")
        entropy[int(found[1])] = found[2]
    return Kept((commitment or "").lower(), entropy)


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


def verdict(path: Path, kept: Kept) -> dict[str, Any]:
    """Whether one record fits the present rules, and what can be said about its dice."""
    import burgrave
    from burgrave.core.fair import Verdict, check_record

    try:
        match = burgrave.load(path)
        finding = check_record(path.read_text(encoding="utf-8"), match, kept)
    except (ValueError, OSError) as error:
        if is_other_seed(error):
            return found_in(path, f"dice tampered: {error}", {"verdict": Verdict.TAMPERED, "reason": str(error)})
        return found_in(path, str(error))
    dice = {"verdict": finding.verdict, "reason": finding.told()}
    problem = f"dice tampered: {dice['reason']}" if finding.verdict == Verdict.TAMPERED else None
    facts = found_in(path, problem, dice) | {"game": match.game.name, "moves": len(match.moves), "over": match.is_over}
    return facts | {"scores": match.position.scores, "winners": match.winners}


def found_in(path: Path, problem: str | None, dice: dict[str, str] | None = None) -> dict[str, Any]:
    """What is wrong with a record, if something is, and what can be said about its dice."""
    return {"file": str(path), "problem": problem, "dice": dice}


def is_other_seed(error: Exception) -> bool:
    """Whether a record cannot be read because its chance moves are not those of its seed."""
    return isinstance(error, RecordError) and getattr(error.args[1], "key", "") == "record.other_seed"


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


@app.command()
def playthrough(
    game: GameName,
    players: Players = None,
    folder: Annotated[
        Path | None, typer.Option(help="Write a file for each number of players into this folder instead.")
    ] = None,
) -> None:
    """Write a step-by-step transcript of a game, for regression diffs: a change of its rules shows as a difference."""
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
    environments: Annotated[bool, typer.Option("--environments", help="The environments for learners too.")] = False,
    everything: Annotated[
        bool, typer.Option("--everything", help="And what analyses, training, environments and checks use.")
    ] = False,
) -> None:
    """Compile the rules of games ahead of time, once for each version of them."""
    from burgrave.bots import COMPILED
    from burgrave.core import loader, registry

    names = games or list(registry.games())
    for name in names:
        registry.spec(name)
    modules = (loader.DRIVERS, *(COMPILED.values() if bots or everything else ()))
    modules += FURTHER if everything else ENVIRONMENTS if environments else ()
    ready = [name for name in names if all(loader.is_ready(name, module) for module in modules)]
    waiting = sorted(set(names) - set(ready), key=loader.size, reverse=True)  # the longest work first
    for name in ready:
        out.print(f"{name}: ready", highlight=False)
    with progress_bar() as progress, ThreadPoolExecutor(os.cpu_count()) as together:
        tasks = {name: progress.add_task(f"{name} is being prepared (once)", total=None) for name in waiting}

        def compile_one(name: str) -> tuple[str, float]:
            began = time.perf_counter()
            for done, total in loader.compiling(name, *modules, share=len(waiting) == 1):
                progress.update(tasks[name], completed=done, total=total)
            return name, time.perf_counter() - began

        for name, seconds in together.map(compile_one, waiting):
            out.print(f"{name}: compiled in {seconds:.1f} s", highlight=False)


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
    """Copy a server's database to a file while the server keeps running."""
    from burgrave.server.upkeep import backup

    backup(target, database_url, data_dir)
    out.print(
        f"{target} holds all tables and the seeds of running games: let nobody else read it. It holds not the key that "
        "signs cookies: keep signing.key of the data folder, or your BURGRAVE_SIGNING_KEY, in another place.",
        highlight=False,
        soft_wrap=True,
    )
