"""What several commands are given: a game and its options, records, and how the answer is wanted."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from burgrave.cli.output import CommandError
from burgrave.core.progress import shown

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match

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

LOCAL_CLUSTER = "local"
"""What Ray calls a cluster that it starts on this machine."""


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


def prepare(name: str, module: str | None = None) -> float:
    """Compile a game's rules, or code bound to them, in another process if that is due; the seconds it took."""
    from burgrave.core import loader, registry

    title, module = registry.spec(name).title, module or loader.DRIVERS
    if loader.is_ready(name, module):
        return 0.0
    began = time.perf_counter()
    with shown(f"compiled code of {title} is being prepared (once)") as tell:
        for done, total in loader.compiling(name, module):
            tell(done, total)
    return time.perf_counter() - began


def load_record(path: Path) -> Match:
    """A match from a record file, with the file's name in front of what is wrong."""
    import burgrave
    from burgrave.core.errors import RecordError

    try:
        return burgrave.load(path)
    except RecordError as error:
        raise CommandError(f"{path}, {error}") from None


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


class ClusterCommand(TyperCommand):
    """A command whose option `--ray` may stand alone: a cluster on this machine."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give a lonely `--ray` its address."""
        given = []
        for word, following in zip(args, [*args[1:], "-"], strict=True):
            given.append(word)
            if word == "--ray" and following.startswith("-"):
                given.append(LOCAL_CLUSTER)
        return super().parse_args(ctx, given)
