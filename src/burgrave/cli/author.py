"""For authors of games: begin one, and see how one flows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, GameName
from burgrave.cli.output import out, plain_table


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
