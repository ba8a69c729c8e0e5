"""The command that finds puzzles, and sees whether those that are shipped fit the rules and another search's mind."""

from __future__ import annotations

import json
import math
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, Options, Players, Seed, parse_options, prepare
from burgrave.cli.output import STOPPED, WRONG, out, plain_table, progress_bar, stopping

if TYPE_CHECKING:
    from burgrave.arena.puzzle_finder import Search

JOURNAL = "journal.jsonl"
MOST_COUNTS = 3
"""Games for so many numbers of players are looked through, the small ones: the more play, the less a move decides."""
LEAST_AGREEMENT = 0.95
"""The share of shipped puzzles that another, longer search must solve with the same move."""


@app.command()
def puzzles(
    game: Annotated[
        str | None, typer.Argument(help="A game's name.", show_default="with --check and --verify: all")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Play the shipped puzzles on the present rules.")] = False,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Search the shipped puzzles again, ten times as long and with other luck."),
    ] = False,
    drop: Annotated[
        bool, typer.Option("--drop", help="With --verify: take out of the package what is not confirmed.")
    ] = False,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many puzzles are wanted.")] = 50,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="Look through so many games at most.", show_default="no limit")
    ] = None,
    least: Annotated[
        float, typer.Option(help="How much more of the win the best move must promise than any other.")
    ] = 0.15,
    iterations: Annotated[int, typer.Option(min=1, help="Iterations of the searches that must agree.")] = 200,
    quick: Annotated[
        int, typer.Option(min=1, help="Iterations of the search that plays and looks first; more find harder ones.")
    ] = 24,
    early: Annotated[
        float, typer.Option(help="The share of each game that is not looked at: early on hardly a move decides much.")
    ] = 0.3,
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
    if drop and not verify:
        raise typer.BadParameter("only --verify tells what to take out", param_hint="--drop")
    if check:
        raise typer.Exit(check_all(game))
    if verify:
        raise typer.Exit(verify_all(game, least, iterations, seed, drop=drop, as_json=as_json))
    if game is None:
        raise typer.BadParameter("name a game, or ask for --check or --verify", param_hint="GAME")
    options = parse_options(game, players, option)
    from burgrave.arena.puzzle_finder import SURPLUS, Search, Settings
    from burgrave.bots import COMPILED
    from burgrave.core import registry
    from burgrave.core.puzzles import FILE

    for module in (None, *COMPILED.values()):
        prepare(game, module)
    chosen = (players,) if players is not None else registry.spec(game).players[:MOST_COUNTS]
    options.pop("players", None)
    folder = folder or Path("build/puzzles") / game
    search = Search(Settings(game, options, chosen, least, iterations, quick, early, seed), folder / JOURNAL)
    with progress_bar() as progress, stopping() as stopped:
        total = math.ceil(SURPLUS * count)
        task = progress.add_task(registry.spec(game).title, total=total, completed=len(search.puzzles()))
        for _ in search.run(count, games):
            progress.update(task, completed=len(search.puzzles()))
    places = [folder / FILE]
    if install and not stopped:
        places.append(shipped_file(game))
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


def shipped_file(game: str) -> Path:
    """Where a game's package keeps its puzzles."""
    from importlib.resources import files

    from burgrave.core import registry
    from burgrave.core.puzzles import FILE

    return Path(str(files(registry.spec(game).package).joinpath(FILE)))


def asked_for(game: str | None) -> tuple[str, ...]:
    """One game, or all of them."""
    import burgrave
    from burgrave.core import registry

    return (registry.spec(game).name,) if game else tuple(burgrave.games())


def check_all(game: str | None) -> int:
    """Play all shipped puzzles, or those of one game, on the present rules."""
    from burgrave.core import puzzles as shipped

    games = asked_for(game)
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


def verify_all(game: str | None, least: float, iterations: int, seed: int, *, drop: bool, as_json: bool) -> int:
    """Let another search solve all shipped puzzles, or those of one game, and tell how often it agrees."""
    from burgrave.arena.puzzle_verifier import verdicts
    from burgrave.bots import COMPILED
    from burgrave.core import puzzles as shipped

    told: list[dict[str, Any]] = []
    table = plain_table("game", figures=("puzzles", "same move", f"{100 * least:.0f} points ahead", "seconds"))
    for name in (one for one in asked_for(game) if shipped.puzzles(one)):
        for module in (None, *COMPILED.values()):
            prepare(name, module)
        began, found = time.process_time(), []
        with progress_bar() as progress:
            task = progress.add_task(name, total=len(shipped.puzzles(name)))
            for verdict in verdicts(shipped.puzzles(name), iterations, seed):
                progress.advance(task)
                found.append(verdict)
                if not verdict.confirms(least) and not as_json:
                    out.print(str(verdict), markup=False, highlight=False)
        confirmed = [one for one in found if one.confirms(least)]
        count, agreeing = len(found), sum(one.agrees for one in found)
        seconds = round(time.process_time() - began, 1)
        told.append(
            {
                "game": name,
                "puzzles": count,
                "agreement": agreeing / count,
                "confirmed": len(confirmed) / count,
                "seconds": seconds,
            }
        )
        table.add_row(name, str(count), f"{agreeing / count:.1%}", f"{len(confirmed) / count:.1%}", f"{seconds:,.0f}")
        if drop:
            text = "".join(one.puzzle.to_json() + "\n" for one in confirmed)
            shipped_file(name).write_text(text, encoding="utf-8")
    if as_json:
        print(json.dumps(told))
    else:
        out.print(table)
    return 0 if all(figures["agreement"] >= LEAST_AGREEMENT for figures in told) else WRONG
