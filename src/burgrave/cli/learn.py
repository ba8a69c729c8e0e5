"""The command that makes bots stronger: train a game's weights."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import ClusterCommand, GameName, Options, Players, Seed, parse_options, prepare
from burgrave.cli.output import STOPPED, out, progress_bar, stopping

WAYS = ("turns", "moves", "everything")
PLAYED = ("round", "turn", "move")
AIMS = ("both", "win", "points")
"""As `core.weights` and `bots.fitting` have them; commands start without what those import."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from burgrave.arena.training import Match, Round, Training


@app.command(cls=ClusterCommand)
def train(
    game: GameName,
    players: Players = None,
    option: Options = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of play, fit and match.")] = 10,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to learn from in a round.")] = 2000,
    match: Annotated[int, typer.Option(min=1, help="Games of the match after each round.")] = 240,
    epochs: Annotated[int, typer.Option(min=1, help="How often a fit goes through all positions.")] = 2,
    noise: Annotated[
        float, typer.Option(min=0, help="How far apart, in log-odds, moves may be and still be confused in play.")
    ] = 0.05,
    aim: Annotated[
        str,
        typer.Option(help=f"What a net judges by: {', '.join(AIMS)}; both is points to come and the win."),
    ] = "both",
    whim: Annotated[float, typer.Option(min=0, max=1, help="How often a seat plays anything, in play.")] = 0.02,
    mean_of: Annotated[
        int, typer.Option(min=1, help="The weights are the mean of so many last rounds', not those of the best one.")
    ] = 1,
    turns: Annotated[
        bool, typer.Option("--turns", help="Learn only where turns begin, for weights that are asked only there.")
    ] = False,
    farsighted: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="How much later positions count for what a net learns about one, step by step; 1: only results do.",
        ),
    ] = 0.8,
    search: Annotated[int, typer.Option(min=0, help="Iterations of the searches that play the last rounds.")] = 0,
    searched: Annotated[int, typer.Option(min=1, help="How many last rounds searches play.")] = 1,
    searched_games: Annotated[
        int, typer.Option(min=0, help="Games of such a round.", show_default="a tenth of the others")
    ] = 0,
    seed: Seed = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads.", show_default="all cores")] = os.cpu_count() or 1,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on a Ray cluster; without an address, on one of this machine (extra `burgrave[cluster]`).",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Folder of the training; an interrupted one goes on there.", show_default="build/train/GAME"
        ),
    ] = None,
    asked: Annotated[
        str, typer.Option(help=f"What bots ask these weights about: {', '.join(WAYS)}; more of it costs more time.")
    ] = "moves",
    leaf: Annotated[
        str,
        typer.Option(
            help=f"How far the search plays on before it asks these weights: a {', '.join(PLAYED)}; less is quicker."
        ),
    ] = "round",
    install: Annotated[
        bool, typer.Option(help="Put the weights into the game's package if they beat what it has now.")
    ] = True,
) -> None:
    """Let a game's bots learn from games against themselves, and keep the weights if they are clearly stronger.

    Without --players all numbers of players are trained together. The same settings give the same weights, whatever the
    number of threads or computers. Ctrl-C stops; the same command goes on after the last whole round.
    """
    if asked not in WAYS:
        raise typer.BadParameter(f"weights are asked about {', '.join(WAYS)}, not {asked!r}", param_hint="--asked")
    if leaf not in PLAYED:
        raise typer.BadParameter(f"a search plays on a {', '.join(PLAYED)}, not {leaf!r}", param_hint="--leaf")
    if aim not in AIMS:
        raise typer.BadParameter(f"a net aims at one of {', '.join(AIMS)}, not at {aim!r}", param_hint="--aim")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the nets are so small that more threads only wait
    options = parse_options(game, players, option)
    counts = () if players is None else (int(options.pop("players")),)
    prepare(game)
    from burgrave.arena.training import Settings, Training

    plan = Settings(
        game, options, counts, rounds, games, match, epochs, whim=whim, noise=noise, seed=seed, aim=aim, turns=turns,
        search=search, searched=searched, searched_games=searched_games, asked=WAYS.index(asked),
        leaf=PLAYED.index(leaf), farsighted=farsighted, mean_of=mean_of,
    )  # fmt: skip
    training = Training(plan, folder or Path("build/train") / game, threads, ray)
    with progress_bar() as progress, stopping() as stopped:
        task = progress.add_task("", total=1)
        for one in training.run(
            lambda what, done, all: progress.update(task, description=what, completed=done, total=all)
        ):
            show_round(one)
            if one.number:
                out.print(f"  {curve(training.rounds)}", highlight=False)
    if training.rounds:
        finish(training, WAYS.index(asked), PLAYED.index(leaf), install and not stopped)
    if stopped:
        raise typer.Exit(STOPPED)


BARS = "▁▂▃▄▅▆▇█"


def curve(rounds: Sequence[Round]) -> str:
    """How strong the nets of all rounds so far are: wins against the hand-written evaluation, by the fair share."""
    from burgrave.arena.training import edge

    edges = [edge(one.against_hand) for one in rounds]
    highest = max(2.0, *edges)
    bars = "".join(BARS[min(len(BARS) - 1, int(len(BARS) * one / highest))] for one in edges)
    return f"round by round, 1 is as strong as by hand:  {bars}  {', '.join(f'{one:.2f}' for one in edges)}"


def rates(matches: Sequence[Match]) -> str:
    """The results of a match by number of players."""
    return ", ".join(
        f"{one.players}p {one.rate:.1%} ({one.bounds[0]:.1%} to {one.bounds[1]:.1%}, fair {1 / one.players:.0%})"
        for one in matches
    )


def show_round(one: Round) -> None:
    """What a round has brought, in three lines."""
    out.print(
        f"round {one.number + 1}: {one.positions:,} positions, {one.length:.0f} moves a game, "
        f"log loss {one.log_loss:.3f} (in play {one.log_loss_before:.3f}), "
        f"points off by {one.points_off:.1f}{', the best so far' if one.is_best else ''}",
        highlight=False,
    )
    out.print(f"  against the hand-written evaluation: {rates(one.against_hand)}", highlight=False)
    out.print(f"  against the best before:             {rates(one.against_best)}", highlight=False)


def finish(training: Training, asked: int, leaf: int, install: bool) -> None:
    """Compare the best weights with what bots use now, and put them in its place when they are clearly better."""
    from burgrave.core.net import TURNS
    from burgrave.core.weights import net_of, place

    best = training.best
    if best is None:
        last = training.weights(training.rounds[-1].number)
        replace(last, asked=TURNS, leaf=leaf).write(training.folder / "best.weights")
        out.print(
            "no round has beaten the hand-written evaluation move by move; where turns begin, for a search, the last "
            f"one's weights may still be good: {training.folder / 'best.weights'}",
            highlight=False,
        )
        return
    best = replace(best, asked=asked, leaf=leaf)
    rules = training.tables[0].rules
    matches = training.match(best.flat(), net_of(rules), -1, lambda done, total: None)
    out.print(f"against what bots use now: {rates(matches)}", highlight=False)
    best.write(training.folder / "best.weights")
    target = place(rules)
    is_better = all(one.bounds[0] > 1 / one.players for one in matches)
    if install and is_better and isinstance(target, Path):
        best.write(target)
        out.print(f"installed: {target}", highlight=False)
    else:
        out.print(f"weights: {training.folder / 'best.weights'}", highlight=False)
