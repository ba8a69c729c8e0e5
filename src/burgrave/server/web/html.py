"""Pieces of pages: templates, the server's own words, shields and panels as small pictures, names of levels."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from burgrave.bots import LEVELS
from burgrave.bots.level_ratings import level_ratings
from burgrave.core import registry
from burgrave.core.drawing import Panel, number, shield
from burgrave.core.words import Words, core_words
from burgrave.server.store.ratings import BOT
from burgrave.server.store.rows import Made
from burgrave.server.tables.games import Games
from burgrave.server.tables.rating import first, shown

environment = Environment(
    loader=PackageLoader("burgrave.server.web"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def inner(svg: str) -> Markup:
    """A layer without its wrapper."""
    return Markup(svg.removeprefix("<svg>").removesuffix("</svg>"))


environment.filters["inner"] = inner


@cache
def say(language: str) -> Words:
    """The server's own words."""
    return Words("burgrave.server", language)


def picture(panel: Panel) -> Markup:
    """A panel as an SVG of its own size."""
    return Markup(
        f'<svg class="panel" viewBox="0 0 {number(panel.width)} {number(panel.height)}" width="{number(panel.width)}" '
        f'height="{number(panel.height)}" role="group" aria-label="{Markup.escape(panel.title)}">{panel.body}</svg>'
    )


def badge(colour: str, height: float = 30) -> Markup:
    """A seat's shield as a small picture."""
    width = height * 24 / 27 + 2
    body = shield(colour, width / 2, height / 2, height - 2)
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    return Markup(f'<svg class="shield" {size} aria-hidden="true">{body}</svg>')


def layer(name: str, body: str) -> str:
    """One layer of the board, wrapped so that a parser knows it is SVG."""
    return f'<svg><g id="{name}">{body}</g></svg>'


def colours_of(made: Made, players: int) -> tuple[str, ...]:
    """The colours of a table's seats."""
    return registry.spec(made.game).seat_colours(players, made.chosen_colours)


def colours(game: str, players: int) -> tuple[str, ...]:
    """The colours of a game's seats, where nobody chooses."""
    return registry.spec(game).seat_colours(players)


def level_name(level: str, language: str) -> str:
    """What people call a level; the operator's own bots have the name that was given to them."""
    return core_words(language)(f"bot.{level}") if level in LEVELS else level


def level_help(level: str, language: str) -> str:
    """How a bot of a level plays, in a few words."""
    return say(language)(f"level.{level}.help")


def bot_levels(games: Games, language: str, game: str = "") -> list[dict[str, str]]:
    """The bots one can choose; at a game's form with their ratings, where those were measured."""
    rated = level_ratings(game)

    def name(level: str) -> str:
        told = level_name(level, language)
        return f"{told} ({shown(first(f'{BOT}{level}', game))[0]})" if level in rated else told

    return [{"id": level, "name": name(level)} for level in games.levels]
