"""The command that finds puzzles, and sees whether those that are shipped fit the rules."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, Options, Players, Seed, parse_options, prepare
from burgrave.cli.output import STOPPED, WRONG, out, plain_table, progress_bar, stopping

if TYPE_CHECKING:
    from burgrave.arena.puzzle_finder import Search

JOURNAL = "journal.jsonl"


@app.command()
def puzzles(
    game: Annotated[str | None, typer.Argument(help="A game's name.", show_default="with --check: all")] = None,
    check: Annotated[bool, typer.Option("--check", help="Play the shipped puzzles on the present rules.")] = False,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many puzzles are wanted.")] = 50,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="Look through so many games at most.", show_default="no limit")
    ] = None,
    least: Annotated[
        float, typer.Option(help="How much more of the win the best move must promise than any other.")
    ] = 0.15,
    iterations: Annotated[int, typer.Option(min=1, help="Iterations of the searches that must agree.")] = 200,
    players: Players = None,
    option: Options = None,
    seed: Seed = 1,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Folder of the finder; a stopped one goes on there.", show_default="build/puzzles/GAME"
        ),
    ] = None,
    install: Annotated[bool, typer.Option("--install", help="Put them into the game's package.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find positions of self-played games in which one move is clearly best, and not the one that is seen first.

    Three searches, three that are twice as long and one that is ten times as long must agree. The same settings find
    the same puzzles. Ctrl-C stops; the same command goes on with the next game.
    """
    if check:
        raise typer.Exit(check_all(game))
    if game is None:
        raise typer.BadParameter("name a game, or ask for --check", param_hint="GAME")
    options = parse_options(game, players, option)
    from burgrave.arena.puzzle_finder import Search, Settings
    from burgrave.bots import COMPILED
    from burgrave.core import registry
    from burgrave.core.puzzles import FILE

    for module in (None, *COMPILED.values()):
        prepare(game, module)
    chosen = (players,) if players is not None else registry.spec(game).players[:2]
    options.pop("players", None)
    folder = folder or Path("build/puzzles") / game
    search = Search(Settings(game, options, chosen, least, iterations, seed=seed), folder / JOURNAL)
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task(registry.spec(game).title, total=count, completed=len(search.chosen(count)))
        for _ in search.run(count, games):
            progress.update(task, completed=len(search.chosen(count)))
    places = [folder / FILE]
    if install and not stopped:
        from importlib.resources import files

        places.append(Path(str(files(registry.spec(game).package).joinpath(FILE))))
    text = "".join(one.to_json() + "\n" for one in search.chosen(count))
    for place in places:
        place.write_text(text, encoding="utf-8")
    if as_json:
        print(json.dumps({**search.figures, "chosen": len(search.chosen(count)), "bytes": len(text.encode())}))
    else:
        show(search, count, places[-1])
    if stopped:
        raise typer.Exit(STOPPED)


def show(search: Search, count: int, place: Path) -> None:
    """What a finder has found, by kind, and what it cost."""
    from collections import Counter

    from burgrave.core import registry
    from burgrave.core.words import kind_name

    spec = registry.spec(search.settings.game)
    chosen, figures = search.chosen(count), search.figures
    table = plain_table("kind", figures=("puzzles", "ratings"))
    for kind, number in sorted(Counter(one.kind for one in chosen).items()):
        ratings = sorted(one.rating for one in chosen if one.kind == kind)
        table.add_row(kind_name(spec, kind, "en"), str(number), f"{ratings[0]} to {ratings[-1]}")
    out.print(table)
    out.print(
        f"{figures['games']:,} games, {figures['decisions']:,} decisions, {figures['candidates']:,} candidates, "
        f"{figures['kept']:.0%} of them kept; the longest search agreed with {figures['agreement']:.0%} of what the "
        f"others agreed on; {figures['seconds']:,.0f} s of processor time",
        highlight=False,
    )
    out.print(f"{len(chosen)} puzzles, {os.path.getsize(place) / 1000:.0f} kB: {place}", highlight=False)


def check_all(game: str | None) -> int:
    """Play all shipped puzzles, or those of one game, on the present rules."""
    import burgrave
    from burgrave.core import puzzles as shipped
    from burgrave.core import registry

    games = (registry.spec(game).name,) if game else tuple(burgrave.games())
    wrong = total = 0
    with progress_bar() as progress:
        task = progress.add_task("puzzles", total=sum(len(shipped.puzzles(name)) for name in games))
        for _, complaint in shipped.check(games):
            progress.advance(task)
            total += 1
            if complaint:
                wrong += 1
                out.print(complaint, markup=False, highlight=False)
    out.print(f"{total} puzzles, {wrong} of them do not fit the rules", highlight=False)
    return WRONG if wrong else 0
