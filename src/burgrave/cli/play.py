"""Commands to play: at the terminal, in the browser, with others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import Options, OwnBots, Players, parse_options
from burgrave.core.extras import needs


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
    from burgrave.bots.commands import outside_bots

    sitting = None if seats is None else listed(seats)
    own_bots = dict(outside_bots(bot or ()))
    table.play(game, sitting, options, language=language or "en", record=record, own_bots=own_bots)


def play_in_browser(game: str | None, bots: list[str] | None) -> NoReturn:
    """Serve the games, beginning with the form for a table of the one that was named."""
    from burgrave.core import registry

    with needs("the server", "server"):
        from burgrave.server.process import serve

    first_page = f"/new/{registry.spec(game).name}" if game else ""
    raise typer.Exit(serve(None, None, None, None, True, bots, first_page))


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
    reload: Annotated[
        bool, typer.Option("--reload", help="Show words, drawings and guides as you save them, for authors of games.")
    ] = False,
) -> None:
    """Serve the games in the browser. Options can also be set as BURGRAVE_HOST, BURGRAVE_PORT and so on."""
    with needs("the server", "server"):
        from burgrave.server.process import serve

    raise typer.Exit(serve(host, port, database_url, data_dir, browser, bot, reload=reload))


@app.command()
def mcp() -> None:
    """Let an assistant play: an MCP server on standard input and output (`burgrave[mcp]`).

    The assistant lists games, reads their rules, plays a seat against bots and analyses finished games. It is told what
    its seat may know, and nothing more.
    """
    from burgrave.assistant import server

    server().run("stdio")
