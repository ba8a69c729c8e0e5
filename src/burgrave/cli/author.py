"""For authors of games: begin one, and see how one flows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, GameName
from burgrave.cli.output import WRONG, err, out, plain_table, progress_bar

FIRST_LOOK = """
import sys
from burgrave.core.conformance import first_look
first_look(*sys.argv[1:])
"""


@app.command()
def rules(game: GameName, as_json: AsJson = False) -> None:
    """Print how a game flows: at each point the moves, the rules that must allow them, and what they do."""
    from burgrave.core import contract, registry
    from burgrave.core.actions import flow

    rows = flow(contract.part(registry.spec(game), "actions", "ACTIONS"))
    if as_json:
        names = ("point", "move", "rules", "does")
        print(json.dumps([dict(zip(names, row, strict=True)) for row in rows], indent=2))
        return
    table = plain_table("point", "move", "allowed or weighed by", "does")
    for row in rows:
        table.add_row(*row)
    out.print(table)


@app.command(name="new-game")
def new_game(
    name: Annotated[str, typer.Argument(help="The new game's name: small letters, digits and _.")],
    players: Annotated[str, typer.Option("--players", "-p", help="How many can play, like 2-6.")] = "2-4",
    folder: Annotated[Path, typer.Option("--in", help="The folder that the new one is made in.")] = Path(),
) -> None:
    """Write a package with a small complete game in it, to be turned into your own."""
    from burgrave.new_game import read_players, write_game

    written = write_game(name, read_players(players), folder)
    for path in written:
        out.print(str(path), highlight=False)
    out.print(f"\nNow: [b]pip install --editable {folder / name}[/b], then [b]burgrave check-game {name}[/b].")


@app.command(name="check-game")
def check_game(
    game: GameName,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Where records of findings go.", show_default="a temporary folder")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the first random game.")] = 0,
) -> None:
    """Check a game: its rules uncompiled, then compiled with every index checked, then everything that it promises."""
    from burgrave.core import registry
    from burgrave.core.conformance import examine_game

    registry.spec(game)
    for what, switch in (("uncompiled", "NUMBA_DISABLE_JIT"), ("compiled, every index checked", "NUMBA_BOUNDSCHECK")):
        out.print(f"{game}, {what} …", highlight=False)
        environment = os.environ | {switch: "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run([sys.executable, "-c", FIRST_LOOK, game, str(seed)], env=environment, check=False)
        if done.returncode:
            raise typer.Exit(WRONG)
    with progress_bar() as progress:
        task = progress.add_task(f"{game}, everything a game promises", total=None)
        tally = examine_game(
            game,
            seed=seed,
            folder=folder,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    for notice in tally.notices:
        out.print(f"notice: {notice}", markup=False, highlight=False, soft_wrap=True)
    for finding in tally.findings:
        err.print(str(finding), markup=False, highlight=False, soft_wrap=True)
    looked = f"{tally.games:,} games, {tally.moves:,} moves, {tally.positions_looked_at:,} positions looked at closely"
    out.print(f"{game}: {looked}, {len(tally.findings)} findings", highlight=False)
    if tally.findings:
        raise typer.Exit(WRONG)
