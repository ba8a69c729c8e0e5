"""A game's guide: its rules for a player, as Markdown whose pictures the code draws.

A picture's address says what to draw, so a guide never goes stale:

- `board?set_up=beginner&players=3` the board of a new game with these options;
- `panel/costs?seat=0` one panel beside it, as that seat sees it;
- `symbol/catan-wool` one symbol, as large as the text.

Every address takes the game's options, and `seat`, `seed` and `moves`: how many moves (of chance and of players without
a plan) were played before the picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token

from burgrave.core import drawing as kit
from burgrave.core import registry
from burgrave.core.words import LANGUAGES, title

if TYPE_CHECKING:
    from burgrave.core.position import View

IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
ALONE = re.compile(r"^!\[([^\]]*)\]\(([^)]*)\)$", re.MULTILINE)


def languages(name: str) -> tuple[str, ...]:
    """The languages in which a game has a guide."""
    folder = files(registry.spec(name).package).joinpath("guide")
    return tuple(language for language in LANGUAGES if folder.joinpath(f"{language}.md").is_file())


def text(name: str, language: str = "en") -> str:
    """The guide of a game as Markdown; in another language where this one is missing."""
    if language not in LANGUAGES:
        raise ValueError(f"no guide in the language {language!r}; valid: {', '.join(LANGUAGES)}")
    written = languages(name)
    if not written:
        raise FileNotFoundError(f"the game {name!r} has no guide")
    language = language if language in written else written[0]
    return files(registry.spec(name).package).joinpath("guide", f"{language}.md").read_text(encoding="utf-8")


def for_terminal(name: str, language: str = "en") -> str:
    """The guide without pictures: a picture's caption stands for it, a symbol's name for the symbol."""
    captioned = ALONE.sub(lambda found: f"*[{found[1]}]*", text(name, language))
    return IMAGE.sub(lambda found: found[1], captioned)


def addresses(name: str, language: str = "en") -> list[str]:
    """The addresses of all pictures in a guide."""
    return [found[2] for found in IMAGE.finditer(text(name, language))]


@lru_cache(maxsize=64)
def _view(name: str, query: str) -> View:
    from burgrave.core.game import game

    wishes = dict(parse_qsl(query, strict_parsing=True)) if query else {}
    seat, seed, moves = (wishes.pop(key, None) for key in ("seat", "seed", "moves"))
    match = game(name, **wishes).match(seed=seed or 1)
    luck = Random(seed or 1)
    while moves is not None and len(match.log) < int(moves) and not match.is_over:
        match.play(luck.choice(match.position.moves()))
    return match.view(None if seat is None else int(seat))


def picture(name: str, address: str, language: str = "en", symbols: bool = True) -> str:
    """The picture of an address as SVG; without `symbols` where the page already has them."""
    parts = urlsplit(address)
    view = _view(name, parts.query)
    drawing = view.drawing(language)
    kind, _, key = parts.path.partition("/")
    if kind == "board":
        left, top, width, height = drawing.box
        return _svg((left, top, width, height), drawing.ground + drawing.pieces, symbols and drawing.symbols)
    if kind == "symbol":
        return _svg((0, 0, 24, 24), kit.use(key, 12, 12, 24), symbols and drawing.symbols)
    if kind == "panel":
        found = [panel for panel in (*drawing.panels, *drawing.figures) if panel.key == key]
        if found:
            return _svg((0, 0, found[0].width, found[0].height), found[0].body, symbols and drawing.symbols)
    raise ValueError(f"the guide of {name} asks for a picture {address!r} that nobody can draw")


def _svg(box: tuple[float, float, float, float], body: str, symbols: str | bool) -> str:
    width, height = kit.number(box[2]), kit.number(box[3])
    own = kit.kit_symbols() + str(symbols) if symbols else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(kit.number, box))}" width="{width}" '
        f'height="{height}" font-family="{kit.FONT}" role="img">{own}{body}</svg>'
    )


@cache
def to_html(name: str, language: str = "en") -> str:
    """The guide as an HTML fragment, pictures inside; the symbols they share come first. Made once per language."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def image(renderer: RendererProtocol, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        address, caption = str(tokens[index].attrs["src"]), tokens[index].content
        drawn = picture(name, address, language, symbols=False)
        if caption:
            drawn = drawn.replace("<svg ", f'<svg aria-label="{kit.escape(caption)}" ', 1)
        else:  # the word beside it says what it is
            drawn = drawn.replace('role="img"', 'aria-hidden="true"', 1)
        if address.startswith("symbol/"):
            return f'<span class="symbol">{drawn}</span>'
        return f'<span class="picture">{drawn}<span class="caption">{kit.escape(caption)}</span></span>'

    reader.add_render_rule("image", image)
    reader.add_render_rule("table_open", lambda *_: '<div class="scroller" tabindex="0"><table>')
    reader.add_render_rule("table_close", lambda *_: "</table></div>")
    shared = kit.kit_symbols() + _view(name, "").drawing(language).symbols
    return (
        '<svg class="symbols" xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
        f"{shared}</svg>{reader.render(text(name, language))}"
    )


STYLE = """
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: #f3e7cf; color: #2b2118;
  font: 1.05rem/1.55 "Alegreya Sans", Candara, "DejaVu Sans", sans-serif; }
h1, h2 { line-height: 1.2; } table { border-collapse: collapse; } .scroller { overflow-x: auto; }
td, th { padding: .3rem .7rem; text-align: left;
  border-bottom: 1px solid #c9b27f; } .symbols { position: absolute; }
.symbol svg { width: 1.4em; height: 1.4em; vertical-align: -.3em; }
.picture { display: block; text-align: center; } .picture svg { max-width: 100%; height: auto; }
.caption { display: block; font-size: .9rem; color: #6b5c48; }
"""


def page(name: str, language: str = "en") -> str:
    """The guide as an HTML page that stands alone."""
    heading = kit.escape(title(registry.spec(name), language))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{heading}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body>{to_html(name, language)}</body></html>"
    )


def forget() -> None:
    """Make guides and their pictures anew when they are next asked for."""
    _view.cache_clear()
    to_html.cache_clear()
