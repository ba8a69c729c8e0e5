"""A game's guide: its rules for a player, as Markdown whose pictures the code draws.

A picture's address says what to draw, so a guide never goes stale:

- `board?set_up=beginner&players=3` the board of a new game with these options;
- `panel/costs?seat=0` one panel beside it, as that seat sees it;
- `symbol/catan-wool` one symbol, as large as the text.

Every address takes the game's options, and `seat`, `seed` and `moves`: how many moves (of chance and of players without
a plan) were played before the picture. Instead of them `scene=<name>` shows a scene of the game (see
`burgrave.core.scenes`), or that scene after the moves of `then`. On a board, `mark` rings sites, and `around` shows
only the part with these sites; sites stand between commas.

A heading that ends with `{#robber}` begins a section of that name, in every language: other sections link to it with
`[the robber](#robber)`, and so do the sentences that say why a move is not possible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token

from burgrave.core import drawing as kit
from burgrave.core import registry, scenes
from burgrave.core.spec import Spec
from burgrave.core.words import LANGUAGES, core_words, own_part, title

if TYPE_CHECKING:
    from burgrave.core.drawing import Drawing
    from burgrave.core.position import View

IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
ALONE = re.compile(r"^!\[([^\]]*)\]\(([^)]*)\)$", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(#([^)]*)\)")
ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}\s*$")
HEADING = re.compile(r"^#{2,4} (.*?)\s*\{#([a-z0-9-]+)\}\s*$", re.MULTILINE)
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")
ROOM = 0.35
"""How much of what `around` names is shown beyond it on each side."""


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


def for_terminal(name: str, language: str = "en", section: str = "") -> str:
    """The guide, or one section, without pictures: captions and names stand for them, words for links."""
    written = one_section(name, section, language) if section else text(name, language)
    captioned = ALONE.sub(lambda found: f"*[{found[1]}]*", written)
    worded = LINK.sub(lambda found: found[1], IMAGE.sub(lambda found: found[1], captioned))
    return re.sub(r"[ \t]*\{#[a-z0-9-]+\}[ \t]*$", "", worded, flags=re.MULTILINE)


def sections(name: str, language: str = "en") -> dict[str, str]:
    """The titles of a guide's sections by their names; none for a game without a guide."""
    if not languages(name):
        return {}
    return {found[2]: found[1] for found in HEADING.finditer(text(name, language))}


def one_section(name: str, section: str, language: str = "en") -> str:
    """One section of a guide as Markdown, with those below it."""
    lines, kept, depth = text(name, language).splitlines(keepends=True), [], 0
    for line in lines:
        level = len(line) - len(line.lstrip("#")) if line.startswith("#") else 0
        if depth and 0 < level <= depth:
            break
        if level and line.rstrip().endswith(f"{{#{section}}}"):
            depth = level
        if depth:
            kept.append(line)
    if not kept:
        valid = ", ".join(sections(name, language))
        raise ValueError(f"the guide of {name} has no section {section!r}; valid: {valid}")
    return "".join(kept)


def links(name: str, language: str = "en") -> list[str]:
    """The sections that a guide's own links lead to."""
    return [found[2] for found in LINK.finditer(text(name, language))]


def section_of(spec: Spec, reason: str) -> str | None:
    """The section of a game's guide that states the rule a move broke: `SECTIONS` of its `reasons.py`, by reason."""
    found: str | None = (own_part(spec.package, "reasons", "SECTIONS") or {}).get(reason)
    return found


def addresses(name: str, language: str = "en") -> list[str]:
    """The addresses of all pictures in a guide."""
    return [found[2] for found in IMAGE.finditer(text(name, language))]


@lru_cache(maxsize=64)
def _view(name: str, query: str) -> View:
    from burgrave.core.game import game

    wishes = dict(parse_qsl(query, strict_parsing=True)) if query else {}
    seat, scene, then = (wishes.pop(key, None) for key in ("seat", "scene", "then"))
    if scene is not None:
        if wishes:
            raise ValueError(f"a picture of the scene {scene!r} takes no {', '.join(wishes)}")
        shown = scenes.play_on(scenes.scene(name, scene), scenes.listed(then or ""), scenes.SEED, query)
        return shown.view(None if seat is None else int(seat))
    seed, moves = (wishes.pop(key, None) for key in ("seed", "moves"))
    match = game(name, **wishes).match(seed=seed or 1)
    luck = Random(seed or 1)
    while moves is not None and len(match.log) < int(moves) and not match.is_over:
        match.play(luck.choice(match.position.moves()))
    return match.view(None if seat is None else int(seat))


def picture(name: str, address: str, language: str = "en", symbols: bool = True) -> str:
    """The picture of an address as SVG; without `symbols` where the page already has them."""
    parts = urlsplit(address)
    wishes = parse_qsl(parts.query, strict_parsing=True) if parts.query else []
    framing = {key: value.split(",") for key, value in wishes if key in ("mark", "around")}
    view = _view(name, urlencode([wish for wish in wishes if wish[0] not in framing]))
    drawing = view.drawing(language)
    kind, _, key = parts.path.partition("/")
    if kind == "board":
        rings = "".join(_ring(site_box(drawing, site)) for site in framing.get("mark", ()))
        box = _frame(drawing, framing["around"]) if "around" in framing else drawing.box
        return _svg(box, drawing.ground + drawing.pieces + rings, symbols and drawing.symbols)
    if kind == "symbol":
        return _svg((0, 0, 24, 24), kit.use(key, 12, 12, 24), symbols and drawing.symbols)
    if kind == "panel":
        found = [panel for panel in (*drawing.panels, *drawing.figures) if panel.key == key]
        if found:
            return _svg((0, 0, found[0].width, found[0].height), found[0].body, symbols and drawing.symbols)
    raise ValueError(f"the guide of {name} asks for a picture {address!r} that nobody can draw")


def site_box(drawing: Drawing, site: str) -> tuple[float, float, float, float]:
    """Where a site of the board is: left, top, right, bottom."""
    found = re.search(rf'<(\w+)[^>]*data-site="{re.escape(site)}"[^>]*>', drawing.sites)
    if found is None:
        raise ValueError(f"the board has no site {site!r}")
    given = dict(re.findall(r'(\w+)="([^"]*)"', found[0]))
    if found[1] == "circle":
        x, y, radius = (float(given[key]) for key in ("cx", "cy", "r"))
        return x - radius, y - radius, x + radius, y + radius
    if found[1] == "rect":
        x, y, width, height = (float(given[key]) for key in ("x", "y", "width", "height"))
        return x, y, x + width, y + height
    if found[1] == "path":  # circles one after the other, each from its leftmost point
        begins = [[float(one) for one in NUMBERS.findall(part)[:3]] for part in given["d"].split("M")[1:]]
        spots = [(x, y - radius) for x, y, radius in begins] + [(x + 2 * radius, y + radius) for x, y, radius in begins]
    else:
        every = [float(one) for one in NUMBERS.findall(given["points"])]
        spots = list(zip(every[::2], every[1::2], strict=True))
    across, down = [x for x, _ in spots], [y for _, y in spots]
    return min(across), min(down), max(across), max(down)


def _ring(box: tuple[float, float, float, float]) -> str:
    """A mark around a site."""
    left, top, right, bottom = box
    round_ = min(right - left, bottom - top) / 2 + 4
    shape = {"rx": round_, "fill": "none", "stroke_linejoin": "round"}
    place = (left - 4, top - 4, right - left + 8, bottom - top + 8)
    inner = {"x": place[0], "y": place[1], "width": place[2], "height": place[3], **shape}
    pale = kit.attributes({**inner, "stroke": kit.PAPER, "stroke_width": 7.0})
    dark = kit.attributes({**inner, "stroke": kit.ALARM, "stroke_width": 3.5})
    return f"<rect{pale}/><rect{dark}/>"


def _frame(drawing: Drawing, sites: Sequence[str]) -> tuple[float, float, float, float]:
    """The part of a board with some sites and a little room around them, within the board."""
    boxes = [site_box(drawing, site) for site in sites]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    room = ROOM * max(right - left, bottom - top)
    x, y, width, height = drawing.box
    left, top = max(x, left - room), max(y, top - room)
    return left, top, min(x + width, right + room) - left, min(y + height, bottom + room) - top


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

    def heading(renderer: RendererProtocol, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        inline, tag = tokens[index + 1], tokens[index].tag
        found = ANCHOR.search(inline.content)
        if found is None or not inline.children:
            return f"<{tag}>"
        last = inline.children[-1]
        last.content = ANCHOR.sub("", last.content)
        return f'<{tag} id="{found[1]}">'

    reader.add_render_rule("image", image)
    reader.add_render_rule("heading_open", heading)
    reader.add_render_rule("table_open", lambda *_: '<div class="scroller" tabindex="0"><table>')
    reader.add_render_rule("table_close", lambda *_: "</table></div>")
    shared, written = kit.kit_symbols() + _view(name, "").drawing(language).symbols, text(name, language)
    article = reader.render(written).replace("</h1>", f"</h1>{contents(written, language)}", 1)
    return (
        '<svg class="symbols" xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
        f"{shared}</svg>{article}"
    )


def contents(written: str, language: str) -> str:
    """A guide's sections as a list of links; nothing where there are none."""
    lines = [
        f'<li><a href="#{found[2]}">{kit.escape(found[1])}</a></li>'
        for found in HEADING.finditer(written)
        if found[0].startswith("## ")
    ]
    label = kit.escape(core_words(language)("guide.contents"))
    return f'<nav class="contents" aria-label="{label}"><ul>{"".join(lines)}</ul></nav>' if lines else ""


STYLE = """
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: #f3e7cf; color: #2b2118;
  font: 1.05rem/1.55 FONT; }
h1, h2 { line-height: 1.2; } table { border-collapse: collapse; } .scroller { overflow-x: auto; }
td, th { padding: .3rem .7rem; text-align: left;
  border-bottom: 1px solid #c9b27f; } .symbols { position: absolute; }
.symbol svg { width: 1.4em; height: 1.4em; vertical-align: -.3em; }
.contents ul { display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; list-style: none; }
.picture { display: block; text-align: center; } .picture svg { max-width: 100%; height: auto; }
.caption { display: block; font-size: .9rem; color: #6b5c48; }
""".replace("FONT", kit.FONT)


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
    scenes.forget()
    _view.cache_clear()
    to_html.cache_clear()
