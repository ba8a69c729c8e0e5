"""Commands that show: the games and their options, the rules, a recorded game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson, GameName, Language, load_record, prepare
from burgrave.cli.output import CommandError, actor, option_text, out, plain_table

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View
    from burgrave.core.spec import Spec


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(help="A game, to see its options.", show_default="all games")] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """List the games; with a name, that game's options."""
    from burgrave.core import registry

    specs = [registry.spec(name) for name in ((game,) if game else registry.games())]
    if as_json:
        declared = [declaration(spec) for spec in specs]
        print(json.dumps(declared[0] if game else declared, indent=2))
    elif game:
        show_options(specs[0], language)
    else:
        table = plain_table("game", "title", "players", "minutes")
        for spec in specs:
            table.add_row(f"[b]{spec.name}[/b]", escape(spec.title), stretch(spec.players), stretch(spec.minutes))
        out.print(table)


def stretch(numbers: tuple[int, ...]) -> str:
    """From the first number to the last, as one reads it."""
    return f"{numbers[0]}–{numbers[-1]}" if numbers[0] != numbers[-1] else str(numbers[0])


def declaration(spec: Spec) -> dict[str, Any]:
    """A game's declaration as data."""
    from burgrave.core import loader

    head = {"name": spec.name, "title": spec.title, "players": spec.players, "default_players": spec.default_players}
    options = {option.name: {"default": option.default, "valid": option.valid()} for option in spec.options}
    return head | {"minutes": spec.minutes, "options": options, "compiled": loader.is_ready(spec.name)}


def show_options(spec: Spec, language: str) -> None:
    """A game's options with their defaults, values and what they change."""
    from burgrave.core import words

    out.print(f"[b]{escape(words.title(spec, language))}[/b], {stretch(spec.players)} players", highlight=False)
    out.print(words.tagline(spec, language), markup=False, highlight=False)
    out.print()
    table = plain_table("option", "default", "values and what they change", padding=(0, 3, 1, 0))
    for option in spec.options:
        change = words.option_help(spec, option.name, language)
        table.add_row(option.name, option_text(option.default), f"[b]{escape(option.valid())}[/b]\n{escape(change)}")
    out.print(table)


@app.command()
def guide(
    game: GameName,
    language: Language = "en",
    html: Annotated[Path | None, typer.Option(help="Write a page with pictures to this file instead.")] = None,
) -> None:
    """Print the rules of a game, written for players."""
    from rich.markdown import Markdown

    from burgrave.core import guide

    if html is not None:
        prepare(game)
        html.write_text(guide.page(game, language), encoding="utf-8")
        return
    text = guide.for_terminal(game, language)
    if out.is_terminal:
        out.print(Markdown(text), width=min(out.width, 100))
    else:
        print(text, end="")


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(help="A record file.", show_default=False)],
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many moves.", show_default="the end")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Show only what this seat may know.", show_default="everything")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture of the position to this file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a picture of the position to this file.")] = None,
    width: Annotated[int, typer.Option(min=100, max=8000, help="Pixels across, for --png.")] = 1280,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game move by move, and show the position it leads to."""
    match = load_record(record)
    if at is not None:
        if at > len(match.moves):
            raise CommandError(f"the game has {len(match.moves)} moves, so --at goes from 0 to {len(match.moves)}")
        match = match.first(at)
    view = look(match, seat)
    if svg is not None:
        svg.write_text(view.svg(language), encoding="utf-8")
    if png is not None:
        from burgrave.core.picture import to_png

        png.write_bytes(to_png(view.svg(language), width))
    texts = match.log if seat is None else match.log_for(seat)
    if as_json:
        moves = [{"by": actor(mover), "move": text} for mover, text in zip(match.movers, texts, strict=True)]
        head = {"game": match.game.name, "options": match.game.options, "seats": match.names, "moves": moves}
        print(json.dumps(head | {"position": json.loads(view.to_json())}, indent=2))
    elif svg is None and png is None:
        tell(match, texts, view, language)


def look(match: Match, seat: int | None) -> View:
    """What a seat sees of the match now; without a seat, everything."""
    from burgrave.core.position import OpenView

    if seat is not None:
        return match.view(seat)
    last = match.log[-1] if match.log else None
    view = OpenView(match.position, last, match.movers[-1] if match.log else None)
    view.names, view.decided = match.names, match.decided
    return view


def tell(match: Match, texts: tuple[str, ...], view: View, language: str) -> None:
    """Print a match: every move with its sentence, then the position in words."""
    from burgrave.core import words

    options = ", ".join(f"{name} {option_text(value)}" for name, value in match.game.options.items())
    out.print(f"[b]{escape(words.title(match.game, language))}[/b] ({options})", highlight=False)
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim")
    for number, (mover, text) in enumerate(zip(match.movers, texts, strict=True), 1):
        sentence = words.tell(match.game, text, mover, language, match.names)
        table.add_row(str(number), actor(mover), f"[b]{escape(text)}[/b]", escape(sentence))
    out.print(table)
    out.print()
    out.print(view.describe(language), markup=False, highlight=False, soft_wrap=not out.is_terminal)
    out.print(view.prompt(language), markup=False, highlight=False, style="bold")
