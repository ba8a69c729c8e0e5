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
        show_games(specs, language)


def show_games(specs: list[Spec], language: str) -> None:
    """The games with their titles, numbers of players and minutes."""
    from burgrave.core import words

    say = words.core_words(language)
    table = plain_table(*(say(f"command.{heading}") for heading in ("game", "title", "players", "minutes")))
    for spec in specs:
        title = escape(words.title(spec, language))
        table.add_row(f"[b]{spec.name}[/b]", title, stretch(spec.players), stretch(spec.minutes))
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

    say, title = words.core_words(language), f"[b]{escape(words.title(spec, language))}[/b]"
    out.print(say("command.for_players", title=title, players=stretch(spec.players)), highlight=False)
    out.print(words.tagline(spec, language), markup=False, highlight=False)
    out.print()
    headings = (say(f"command.{heading}") for heading in ("option", "default", "values"))
    table = plain_table(*headings, padding=(0, 3, 1, 0))
    for option in spec.options:
        change = escape(words.option_help(spec, option.name, language))
        valid = option.valid()
        if isinstance(option.values, range):
            valid = say("mistake.range", least=option.values[0], most=option.values[-1])
        table.add_row(option.name, option_text(option.default), f"[b]{escape(valid)}[/b]\n{change}")
    out.print(table)


@app.command()
def guide(
    game: GameName,
    language: Language = "en",
    section: Annotated[str, typer.Option(help="Only the section of this name.", show_default="everything")] = "",
    html: Annotated[Path | None, typer.Option(help="Write a page with pictures to this file instead.")] = None,
) -> None:
    """Print the rules of a game, written for players."""
    from rich.markdown import Markdown

    from burgrave.core import guide

    if html is not None:
        prepare(game)
        html.write_text(guide.page(game, language), encoding="utf-8")
        return
    out.print(
        Markdown(guide.for_terminal(game, language, section)), width=min(out.width, 100) if out.is_terminal else 100
    )


@app.command()
def learn(
    game: GameName,
    lesson: Annotated[str | None, typer.Argument(help="A lesson's name or number.", show_default="lists them")] = None,
    language: Language = "en",
) -> None:
    """Learn a game at the terminal, step by step; in the browser `burgrave play` has the same lessons."""
    from burgrave import lesson_terminal

    lesson_terminal.learn(game, lesson, language=language)


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
    remarks: Annotated[
        bool, typer.Option("--remarks", help="Print the record itself, with what happened as remarks.")
    ] = False,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Print a recorded game as sentences, turn by turn, and the position it leads to."""
    if remarks and seat is not None:
        raise CommandError("a record holds everything, so --remarks cannot be combined with --seat")
    match = load_record(record)
    if at is not None:
        if at > len(match.moves):
            raise CommandError(f"the game has {len(match.moves)} moves, so --at goes from 0 to {len(match.moves)}")
        match = match.first(at)
    if remarks:
        print(match.text(remarks=language), end="")
        return
    if match.knows is not None:
        if seat not in (None, match.knows):
            raise CommandError(f"this record holds only what p{match.knows} knew; --seat {match.knows} is all there is")
        seat = match.knows
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
        tell(match, texts, view, seat, language)


def look(match: Match, seat: int | None) -> View:
    """What a seat sees of the match now; without a seat, everything."""
    return match.open_view() if seat is None else match.view(seat)


def moves_table() -> Table:
    """Columns for the moves of a turn: number, who, text, what happened."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for least in (4, 6, 16):
        table.add_column(justify="right" if least == 4 else "left", style="dim", min_width=least)
    table.add_column()
    return table


def tell(match: Match, texts: tuple[str, ...], view: View, seat: int | None, language: str) -> None:
    """Print a match: turn by turn every move with its sentence and what it brought, then the position in words."""
    from burgrave.core import words
    from burgrave.core.story import Reader, story

    game = match.game
    options = [f"{words.option_name(game, 'players', language)}: {game.players}"]
    for option in game.spec.options:
        value = words.option_value(game, option, game.options[option.name], language)
        options.append(f"{words.option_name(game, option.name, language)}: {value}")
    out.print(f"[b]{escape(words.title(game, language))}[/b]", highlight=False)
    out.print("; ".join(options), markup=False, highlight=False)
    turns = story(match, Reader(seat, everything=seat is None), language)
    told = {one.number: " ".join(one.lines) for turn in turns for one in turn.told}
    headlines = {turn.first: turn.headline for turn in turns}
    table = moves_table()
    for number, (mover, text) in enumerate(zip(match.movers, texts, strict=True), 1):
        if number in headlines:
            if table.row_count:
                out.print(table)
            out.print(headlines[number], markup=False, highlight=False, style="bold")
            table = moves_table()
        table.add_row(str(number), actor(mover), escape(text), escape(told.get(number, "")))
    out.print(table)
    out.print()
    out.print(view.describe(language), markup=False, highlight=False, soft_wrap=not out.is_terminal)
    out.print(view.prompt(language), markup=False, highlight=False, style="bold")
