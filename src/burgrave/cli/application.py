"""The application that every command joins, and what can be asked before any command."""

from __future__ import annotations

import os
from typing import Annotated

import typer

app = typer.Typer(
    name="burgrave",
    help="Five euro games: play them, program them, study them.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
