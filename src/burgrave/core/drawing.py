"""What a game's drawing gives, and the kit of helpers that all drawings share.

A drawing is text: f-strings with these helpers. The look is in presentation attributes, so that browser, notebook and
PNG agree; classes are only hooks for the page's themes and glow. Points are `(x, y)`, sizes in units of the board's
viewBox. Whatever a person typed goes through `escape`; the helpers do that for every text and name they take.

Hooks: `on-table` is ink that lies on the bare table (a dark theme makes it light), `paper` the face of cards and
tokens, `last` marks the last move, `data-name` names a thing for hover, focus and long press, `data-site` makes it
clickable, `data-from` names the element a new piece glides from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape as html_escape
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Literal

from burgrave.core.grids import Point, hex_corners
from burgrave.core.palette import ACCENT as ACCENT
from burgrave.core.palette import ALARM as ALARM
from burgrave.core.palette import CHOSEN as CHOSEN
from burgrave.core.palette import EDGE as EDGE
from burgrave.core.palette import GOLD as GOLD
from burgrave.core.palette import INK as INK
from burgrave.core.palette import LAST as LAST
from burgrave.core.palette import PAPER as PAPER
from burgrave.core.palette import PARCHMENT as PARCHMENT
from burgrave.core.palette import QUIET_INK as QUIET_INK
from burgrave.core.palette import SEA as SEA
from burgrave.core.palette import TINCTURES as TINCTURES
from burgrave.core.spec import Spec
from burgrave.core.typeface import FONT as FONT


@dataclass(frozen=True)
class Panel:
    """A small picture beside the board: a hand, a bank, a seat's figures, a player's own board.

    One unit is one CSS pixel at normal size, so text of 14 units and more is readable. Sites inside carry `data-site`
    and `data-name`. `place`: "hand" is always in sight below the prompt; "table" belongs to everybody; "seat" to one
    seat.
    """

    key: str
    title: str
    width: float
    height: float
    body: str
    place: Literal["hand", "table", "seat"]
    seat: int | None = None


@dataclass(frozen=True)
class Drawing:
    """A position as a picture: symbols once per page, the ground that only set-up decides, and what changes."""

    symbols: str
    """<symbol>s and <pattern>s; their ids begin with the game's name (seat patterns and shields come from the kit)."""
    box: tuple[float, float, float, float]
    """The board's viewBox."""
    ground: str
    pieces: str
    sites: str
    """The board's clickable places, invisible shapes above everything: data-site and data-name."""
    figures: tuple[Panel, ...]
    """One compact panel (width 170, height at most 44) per seat: what everybody may count; beside name and score."""
    panels: tuple[Panel, ...]


# ---- hatchings

_LINE = f'fill="none" stroke="{INK}" stroke-opacity=".55" stroke-width=".9"'
_LIGHT_LINE = 'fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".8"'
_DOT = f'fill="{INK}" fill-opacity=".6"'

HATCHINGS = {
    "red": f'<path d="M1.5 0V6M4.5 0V6" {_LINE}/>',
    "blue": f'<path d="M0 1.5H6M0 4.5H6" {_LIGHT_LINE}/>',
    "green": f'<path d="M-1 -1L7 7M-1 5L1 7M5 -1L7 1" {_LINE}/>',
    "purple": f'<path d="M7 -1L-1 7M1 -1L-1 1M7 5L5 7" {_LIGHT_LINE}/>',
    "yellow": f'<circle cx="1.5" cy="1.5" r=".9" {_DOT}/><circle cx="4.5" cy="4.5" r=".9" {_DOT}/>',
    "black": f'<path d="M1.5 0V6M4.5 0V6M0 1.5H6M0 4.5H6" {_LIGHT_LINE}/>',
    "white": "",
    "orange": f'<path d="M0 4.5H6" {_LINE}/><circle cx="3" cy="1.5" r="1" {_DOT}/>',
}
"""Petra Sancta: the lines and dots that stand for a colour, in a tile of 6 x 6."""


def hatching_pattern(colour: str, tile: float = 7.5) -> str:
    """A transparent pattern of a colour's hatching, `#hatch-<colour>`, to lie above the plain tincture."""
    return (
        f'<pattern id="hatch-{colour}" width="{number(tile)}" height="{number(tile)}" viewBox="0 0 6 6" '
        f'patternUnits="userSpaceOnUse">{HATCHINGS[colour]}</pattern>'
    )


_ICON = f'stroke="{INK}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'
_LAUREL = "M{0}1 9C{0}9 7 {0}10 -3 {0}5 -9M{0}7.5 4L{0}4 2.5M{0}8.6 -.5L{0}4.6 -1.5M{0}7.6 -5L{0}4 -4.5"

EVENT_ICONS = {
    "points": (
        f'<path d="{_LAUREL.format("-")}{_LAUREL.format("")}" fill="none" stroke="#5d7a35" stroke-width="2" '
        f'stroke-linecap="round"/><path d="M0 -5.5L1.6 -1.8L5 -1.5L2.4 .8L3.2 4.5L0 2.5L-3.2 4.5L-2.4 .8L-5 -1.5'
        f'L-1.6 -1.8Z" fill="{GOLD}" {_ICON}/>'
    ),
    "end": (
        f'<path d="M-7 11V-10" fill="none" {_ICON}/><path d="M-7 -10H9L6 -5L9 0H-7Z" fill="{PAPER}" {_ICON}/>'
        f'<path d="M-7 -10H-3V-6.7H1V-10H5V-6.7H1V-3.3H-3V-6.7H-7ZM-7 -3.3H-3V0H-7ZM1 -3.3H5V0H1Z" fill="{INK}"/>'
    ),
    "time": (
        f'<path d="M-6.5 -10H6.5C6.5 -4 1.5 -3 1.5 0S6.5 4 6.5 10H-6.5C-6.5 4 -1.5 3 -1.5 0S-6.5 -4 -6.5 -10Z" '
        f'fill="{PAPER}" {_ICON}/><path d="M-4 -5.5H4L0 -1.5ZM-5 9C-4 5.5 -1.5 5 0 3.5C1.5 5 4 5.5 5 9Z" '
        f'fill="#d8a24a"/><path d="M-8.5 -10H8.5M-8.5 10H8.5" fill="none" {_ICON}/>'
    ),
    "dice": (
        f'<rect x="-9.5" y="-9.5" width="19" height="19" rx="4" fill="{PAPER}" {_ICON}/><circle cx="-4.5" cy="-4.5" '
        f'r="2" fill="{INK}"/><circle r="2" fill="{INK}"/><circle cx="4.5" cy="4.5" r="2" fill="{INK}"/>'
    ),
    "nothing": (
        f'<circle r="9" fill="{PAPER}" stroke="{ALARM}" stroke-width="2.6"/><path d="M-6.2 6.2L6.2 -6.2" fill="none" '
        f'stroke="{ALARM}" stroke-width="2.6"/>'
    ),
    "crown": (
        f'<path d="M-9 8L-11 -6L-5 -1L0 -9L5 -1L11 -6L9 8Z" fill="{GOLD}" {_ICON}/>'
        f'<circle cx="0" cy="3.6" r="1.7" fill="{ALARM}"/>'
    ),
}
"""Symbols of what happens in all games alike, for logs: `icon-points`, `icon-end`, and so on."""


def _pips(value: int) -> str:
    """The dots of a die, in the stroke of whoever uses them: lines with round ends and no length are dots."""
    dots = "".join(f"M{number(across * 26)} {number(down * 26)}h.01" for across, down in PIPS[value])
    return f'<path d="{dots}" stroke-width="18" stroke-linecap="round"/>'


def kit_symbols() -> str:
    """What every page and picture needs once: the hatchings, the shield, the curtain's card back, icons of events."""
    patterns = "".join(hatching_pattern(colour) for colour in TINCTURES)
    return (
        f"<defs>{patterns}</defs>"
        '<symbol id="shield" viewBox="-12 -13 24 27" overflow="visible">'
        f'<path d="M-10 -11H10V1C10 7 5 11 0 13C-5 11 -10 7 -10 1Z" stroke="{INK}" stroke-width="1.6" '
        'stroke-linejoin="round"/></symbol>'
        '<symbol id="card-back" viewBox="0 0 24 32" overflow="visible">'
        f'<rect x="1" y="1" width="22" height="30" rx="3" fill="#7c5f46" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M12 6L19 16L12 26L5 16Z" fill="none" stroke="{PARCHMENT}" stroke-width="1.4"/></symbol>'
        '<symbol id="hand" viewBox="0 0 24 24" overflow="visible">'
        f'<rect x="3" y="4" width="12" height="17" rx="2" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/>'
        f'<rect x="9" y="3" width="12" height="17" rx="2" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/></symbol>'
        + "".join(symbol(f"icon-{name}", body, (-12, -12, 24, 24)) for name, body in EVENT_ICONS.items())
        + "".join(symbol(f"pips-{value}", _pips(value), (-50, -50, 100, 100)) for value in PIPS)
    )


# ---- text and attributes


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A coordinate as SVG: at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: object) -> str:
    """Text that cannot break out of its place in the picture, quotes included."""
    return html_escape(str(text), quote=True)


def attributes(values: dict[str, object]) -> str:
    """Keyword arguments as attributes: `stroke_width=2` becomes `stroke-width="2"`; None leaves one out."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else escape(value)}"'
        for name, value in values.items()
        if value is not None
    )


def text(
    content: object,
    x: float,
    y: float,
    size: float = 14,
    anchor: Literal["start", "middle", "end"] = "middle",
    bold: bool = False,
    fill: str = INK,
    on_table: bool = False,
    **more: object,
) -> str:
    """A line of text; `y` is the middle of its figures. `on_table`: no paper of its own lies below it."""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    weight = ' font-weight="700"' if bold else ""
    hook = ' class="on-table"' if on_table else ""
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.36)}" font-size="{number(size)}"{place}{weight}{hook} '
        f'fill="{fill}"{attributes(more)}>{escape(content)}</text>'
    )


LETTER_WIDTHS = dict.fromkeys("iIjl.,:;'| ", 0.3) | dict.fromkeys("ftrł!()[]-", 0.39) | dict.fromkeys("mwMW@%→", 0.86)
"""Letters far from the width of most, in sizes of our typeface."""


def text_width(content: object, size: float = 14, bold: bool = False) -> float:
    """About how wide a text will be, rather too much than too little."""
    units = sum(LETTER_WIDTHS.get(c, 0.66 if c.isupper() else 0.55) for c in str(content))
    return units * size * (1.06 if bold else 1)


def lines_of(content: str, width: float, size: float = 14, bold: bool = False) -> list[str]:
    """A sentence broken into lines that fit a width."""
    lines: list[str] = []
    for word in content.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# ---- shapes


def points_text(points: Iterable[Point]) -> str:
    """Points as a polygon wants them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def polygon(points: Iterable[Point], fill: str, stroke: str = INK, stroke_width: float = 1.5, **more: object) -> str:
    """A polygon with a thin ink line."""
    return (
        f'<polygon points="{points_text(points)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{number(stroke_width)}" stroke-linejoin="round"{attributes(more)}/>'
    )


def hexagon(
    centre: Point,
    size: float,
    fill: str,
    flat: bool = True,
    stroke: str = PARCHMENT,
    stroke_width: float = 3.5,
    **more: object,
) -> str:
    """A hex of a board; `size` is its outer radius."""
    return polygon(hex_corners(centre, size, flat), fill, stroke, stroke_width, **more)


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    stroke: str | None = INK,
    stroke_width: float = 1.4,
    radius: float = 4,
    **more: object,
) -> str:
    """A rectangle with rounded corners from its upper left corner."""
    line = f' stroke="{stroke}" stroke-width="{number(stroke_width)}"' if stroke else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" fill="{fill}"{line}{attributes(more)}/>'
    )


def circle(
    x: float, y: float, radius: float, fill: str, stroke: str | None = INK, stroke_width: float = 1.4, **more: object
) -> str:
    """A circle."""
    line = f' stroke="{stroke}" stroke-width="{number(stroke_width)}"' if stroke else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{line}{attributes(more)}/>'


def line(one: Point, other: Point, stroke: str = INK, stroke_width: float = 2, **more: object) -> str:
    """A straight line."""
    return (
        f'<path d="M{number(one[0])} {number(one[1])}L{number(other[0])} {number(other[1])}" fill="none" '
        f'stroke="{stroke}" stroke-width="{number(stroke_width)}" stroke-linecap="round"{attributes(more)}/>'
    )


def bar(one: Point, other: Point, width: float, inset: float = 0) -> list[Point]:
    """The four corners of a straight bar between two points, drawn in at both ends by `inset`."""
    length = hypot(other[0] - one[0], other[1] - one[1])
    along = ((other[0] - one[0]) / length, (other[1] - one[1]) / length)
    side = (-along[1] * width / 2, along[0] * width / 2)
    start = (one[0] + along[0] * inset, one[1] + along[1] * inset)
    end = (other[0] - along[0] * inset, other[1] - along[1] * inset)
    return [
        (start[0] + side[0], start[1] + side[1]),
        (end[0] + side[0], end[1] + side[1]),
        (end[0] - side[0], end[1] - side[1]),
        (start[0] - side[0], start[1] - side[1]),
    ]


def angle(one: Point, other: Point) -> float:
    """The direction from one point to another in degrees, as `rotate` wants it."""
    return degrees(atan2(other[1] - one[1], other[0] - one[0]))


def group(body: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, **more: object) -> str:
    """Shapes moved, turned and scaled together."""
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({number(scale)})")
    transform = f' transform="{" ".join(moves)}"' if moves else ""
    return f"<g{transform}{attributes(more)}>{body}</g>"


def named(body: str, name: str, **more: object) -> str:
    """A thing with a name: hover, focus or long press tells what it is."""
    return f'<g data-name="{escape(name)}"{attributes(more)}>{body}</g>'


def symbol(symbol_id: str, body: str, box: tuple[float, float, float, float] = (-16, -16, 32, 32)) -> str:
    """The definition of a symbol, to be placed with `use`."""
    view = " ".join(number(value) for value in box)
    return f'<symbol id="{symbol_id}" viewBox="{view}" overflow="visible">{body}</symbol>'


def use(symbol_id: str, x: float, y: float, width: float, height: float | None = None, **more: object) -> str:
    """A symbol with its middle at a point."""
    height = width if height is None else height
    return (
        f'<use href="#{symbol_id}" x="{number(x - width / 2)}" y="{number(y - height / 2)}" '
        f'width="{number(width)}" height="{number(height)}"{attributes(more)}/>'
    )


# ---- seats


def seat_colours(spec: Spec, players: int) -> tuple[str, ...]:
    """The colours of a game's seats; a game that names none gets ours in their order."""
    return spec.seat_colours(players)


def tinctured(shape: str, colour: str) -> str:
    """A shape in a seat's colour and hatching: plain below, hatching above. `shape` has `{fill}` for its fill."""
    plain = shape.replace("{fill}", TINCTURES[colour])
    return plain if not HATCHINGS[colour] else plain + shape.replace("{fill}", f"url(#hatch-{colour})")


def shield(colour: str, x: float, y: float, height: float = 26) -> str:
    """A seat's shield."""
    return tinctured(use("shield", x, y, height * 24 / 27, height, fill="{fill}"), colour)


def piece(
    symbol_id: str,
    colour: str,
    x: float,
    y: float,
    width: float,
    height: float | None = None,
    id: str | None = None,
    origin: str | None = None,
    last: bool = False,
) -> str:
    """A seat's piece on the board: a symbol without a fill of its own, in the seat's colour and hatching.

    `id` stays with the piece while it moves, so that it glides; `origin` is the id of what a new piece comes from.
    """
    shape = tinctured(use(symbol_id, 0, 0, width, height, fill="{fill}"), colour)
    return group(shape, x, y, id=id, data_from=origin, class_="piece last" if last else "piece")


def seat_text_colour(colour: str) -> str:
    """Ink that is readable on a seat's tincture."""
    return "#fff" if colour in ("red", "blue", "green", "purple", "black") else INK


def halo(x: float, y: float, radius: float) -> str:
    """The mark of the last move: a double ring that shows on every ground."""
    return (
        f'<g class="last">{circle(x, y, radius, "none", "#fff", 5, stroke_opacity=0.9)}'
        f"{circle(x, y, radius, 'none', LAST, 2.4, stroke_dasharray='7 4')}</g>"
    )


def outline(points: Sequence[Point]) -> str:
    """The mark of the last move around a bar or a field instead of a point."""
    return (
        f'<g class="last">{polygon(points, "none", "#fff", 6, stroke_opacity=0.9)}'
        f"{polygon(points, 'none', LAST, 2.4, stroke_dasharray='7 4')}</g>"
    )


# ---- sites


def site_circle(site: str, name: str, x: float, y: float, radius: float = 13) -> str:
    """A round clickable place."""
    return f'<circle {_site(site, name)} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def site_polygon(site: str, name: str, points: Iterable[Point]) -> str:
    """A clickable field or bar; equal ones are written alike, so that they cost little to send."""
    corners = list(points)
    steps = " ".join(f"{number(b[0] - a[0])} {number(b[1] - a[1])}" for a, b in pairwise(corners))
    return f'<path {_site(site, name)} d="M{number(corners[0][0])} {number(corners[0][1])}l{steps}z"/>'


def site_rings(site: str, name: str, middles: Iterable[Point], radius: float) -> str:
    """Several round spaces that are one clickable place."""
    turn = f"a{number(radius)} {number(radius)} 0 1 1"
    rings = "".join(
        f"M{number(x - radius)} {number(y)}{turn} {number(2 * radius)} 0{turn} {number(-2 * radius)} 0z"
        for x, y in middles
    )
    return f'<path {_site(site, name)} d="{rings}"/>'


def site_rectangle(site: str, name: str, x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """A clickable rectangle: a card, a tile, a square."""
    return (
        f'<rect {_site(site, name)} x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(radius)}"/>'
    )


def _site(site: str, name: str) -> str:
    return f'data-site="{escape(site)}" data-name="{escape(name)}" fill="none" stroke="none" pointer-events="all"'


# ---- cards, tokens, dice


def chosen_frame(x: float, y: float, width: float, height: float, radius: float) -> str:
    """The frame of what was chosen: gold edged with ink, since gold alone is pale on paper."""
    return "".join(
        rectangle(x, y, width, height, "none", colour, line_width, radius)
        for colour, line_width in ((INK, 4.6), (CHOSEN, 2.8))
    )


def card(
    x: float,
    y: float,
    width: float,
    height: float,
    picture: str,
    count: int | None = None,
    caption: str = "",
    band: str | None = None,
    faded: bool = False,
    selected: bool = False,
) -> str:
    """A card from its upper left corner: a symbol's id, a count below, a caption and a band of colour at the foot.

    What is on a `faded` card fades, its paper does not: half-transparent paper would be mud on a dark table.
    """
    middle, unit = x + width / 2, height / 72
    paper = rectangle(x, y, width, height, PAPER, EDGE, 1.2, 7, class_="paper")
    if selected:
        paper += chosen_frame(x, y, width, height, 7)
    parts = []
    if band:
        parts.append(
            f'<path d="M{number(x + 1)} {number(y + height - 6 * unit)}h{number(width - 2)}v{number(unit)}'
            f"a{number(5 * unit)} {number(5 * unit)} 0 0 1 {number(-5 * unit)} {number(4.4 * unit)}"
            f"h{number(-width + 2 + 10 * unit)}a{number(5 * unit)} {number(5 * unit)} 0 0 1 {number(-5 * unit)} "
            f'{number(-4.4 * unit)}z" fill="{band}"/>'
        )
    parts.append(use(picture, middle, y + (20 if count is not None else 26) * unit, 28 * unit))
    if count is not None:
        parts.append(text(count, middle, y + 42 * unit, 17 * unit, bold=True))
    if caption:
        parts.append(text(caption, middle, y + 58 * unit, 12.5 * unit, fill=QUIET_INK))
    return paper + group("".join(parts), opacity=0.5 if faded else None)


def pile(x: float, y: float, width: float, height: float, picture: str, count: int, faded: bool = False) -> str:
    """A small stack on the table: a symbol and how many lie there, from its upper left corner."""
    unit = height / 44
    paper = rectangle(x, y, width, height, PAPER, EDGE, 1.2, 7, stroke_dasharray="4 3", class_="paper")
    return paper + group(
        use(picture, x + width * 0.29, y + height / 2, 21 * unit)
        + text(count, x + width * 0.73, y + height / 2, 15 * unit, bold=True),
        opacity=0.5 if faded else None,
    )


def sheet(width: float, height: float) -> str:
    """Paper below a whole panel, so that ink and dark symbols show in a dark theme too."""
    return rectangle(0.6, 0.6, width - 1.2, height - 1.2, PAPER, EDGE, 1.2, 8, class_="paper")


def token(x: float, y: float, radius: float, content: object = "", fill: str = PAPER, ink: str = INK) -> str:
    """A round token with a figure on it."""
    face = circle(x, y, radius, fill, INK, 1, class_="paper" if fill == PAPER else None)
    return face + (text(content, x, y, radius * 1.05, bold=True, fill=ink) if content != "" else "")


PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(
    value: int, x: float, y: float, size: float = 30, fill: str = PAPER, ink: str = INK, faded: bool = False
) -> str:
    """A die with its middle at a point; value 0 is a die that was not thrown yet."""
    body = rectangle(x - size / 2, y - size / 2, size, size, fill, INK, 1.4, size * 0.2)
    if value:
        body += use(f"pips-{value}", x, y, size, stroke=ink)
    return group(body, class_="die", opacity=0.4 if faded else None)


def figures_row(
    items: Sequence[tuple[str, object, str]], width: float = 170, height: float = 26, honoured: Collection[int] = ()
) -> str:
    """A seat's counts in one row: a symbol's id, a figure and the name of both, for each; `honoured` ones on gold."""
    step, middle = width / max(len(items), 1), height / 2
    parts = []
    for k, (picture, figure, name) in enumerate(items):
        gold = rectangle(k * step - 1, 0, step - 0.5, height, GOLD, "#a3742f", 1.2, 8) if k in honoured else ""
        body = gold + use(picture, k * step + 10, middle, 18)
        body += text(figure, k * step + 22, middle, 14, "start", on_table=not gold)
        parts.append(named(body, f"{name}: {figure}"))
    return "".join(parts)


# ---- rows and boards that many games have


def dice_row(values: Sequence[int], x: float, y: float, size: float = 30, faded: Collection[int] = ()) -> str:
    """Dice side by side, the middle of the first one at a point; those at the places in `faded` are used up."""
    return "".join(die(value, x + k * size * 1.25, y, size, faded=k in faded) for k, value in enumerate(values))


def hand(
    cards: Sequence[tuple[str, str, int]], width: float = 352, height: float = 72, sites: str = ""
) -> tuple[str, float]:
    """Cards in a row with their counts, and how wide the row is: each a symbol's id, its name and how many.

    Kinds of which there is none are faded. With `sites`, each card can be clicked as `<sites>-<k>`.
    """
    step = min(58.0, width / max(len(cards), 1))
    parts = []
    for k, (picture, name, count) in enumerate(cards):
        parts.append(named(card(k * step, 0, step - 6, height, picture, count, faded=count == 0), f"{name}: {count}"))
        if sites:
            parts.append(site_rectangle(f"{sites}-{k}", name, k * step, 0, step - 6, height))
    return "".join(parts), step * len(cards)


def track(spaces: Sequence[object], x: float, y: float, size: float, markers: Sequence[tuple[int, str]] = ()) -> str:
    """A row of spaces with a figure in each; `markers` are the place and the colour of everybody who stands on it."""
    parts = [
        rectangle(x + k * size, y, size, size, PAPER, EDGE, 1.2, 4, class_="paper")
        + text(figure, x + (k + 0.5) * size, y + size * 0.3, size * 0.32, fill=QUIET_INK)
        for k, figure in enumerate(spaces)
    ]
    standing: dict[int, int] = {}
    for place, colour in markers:
        nth = standing[place] = standing.get(place, 0) + 1
        parts.append(shield(colour, x + place * size + nth * size * 0.22, y + size * 0.7, size * 0.4))
    return "".join(parts)


def number_board(
    rows: Sequence[Sequence[object]], x: float, y: float, size: float, site: str = "", name: str = ""
) -> tuple[str, str]:
    """A board of squares with a figure in each, and the sites above it: `<site><row>-<column>`, named by `name`."""
    squares, sites = [], []
    for down, row in enumerate(rows):
        for across, figure in enumerate(row):
            left, top = x + across * size, y + down * size
            squares.append(rectangle(left, top, size, size, PAPER, EDGE, 1.2, class_="paper"))
            if figure not in ("", None):
                squares.append(text(figure, left + size / 2, top + size / 2, size * 0.45, bold=True))
            if site:
                label = f"{name} {down + 1}, {across + 1}".strip()
                sites.append(site_rectangle(f"{site}{down}-{across}", label, left, top, size, size))
    return "".join(squares), "".join(sites)
