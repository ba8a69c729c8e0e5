"""A view as one picture: board, prompt, seats and panels laid out in a single SVG, and that SVG as PNG."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from burgrave.core import drawing as kit
from burgrave.core import typeface
from burgrave.core.drawing import ACCENT, EDGE, FONT, PAPER, PARCHMENT, QUIET_INK, Drawing, Panel
from burgrave.core.extras import needs
from burgrave.core.words import prompt, seat_name, title

if TYPE_CHECKING:
    from burgrave.core.position import View

MARGIN = 14
GAP = 10
SIDE = 358
"""The width of the column beside the board: a phone of 390 pixels less its margins."""
BOARD_WIDTH = 980
BOARD_HEIGHTS = (620.0, 760.0)
"""The least and the most: between them the board is as high as the column beside it."""
CAPTION = 18
DEFINITIONS = ("symbol", "pattern", "clipPath", "linearGradient")
REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')


class Picture:
    """Things placed on a table, and how far they reach."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.width = 0.0
        self.height = 0.0

    def place(self, body: str, x: float, y: float, width: float, height: float, scale: float = 1) -> None:
        """Put something down."""
        self.parts.append(kit.group(body, x, y, scale))
        self.width, self.height = max(self.width, x + width), max(self.height, y + height)

    def svg(self, title: str) -> str:
        """The table with everything on it."""
        width, height = kit.number(self.width + MARGIN), kit.number(self.height + MARGIN)
        size = f'width="{width}" height="{height}"'
        body = "".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} font-family="{FONT}" '
            f'role="img"><title>{kit.escape(title)}</title>{typeface.carried(body)}'
            f'<rect {size} fill="{PARCHMENT}"/>{body}</svg>'
        )


def to_svg(view: View, language: str = "en", tall: bool = False) -> str:
    """The view as one standalone SVG; `tall` is the layout of a phone: everything below the board."""
    drawing: Drawing = view.drawing(language)
    beside = [panel for panel in drawing.panels if panel.place != "seat"]
    column = _column(view, drawing, beside, language)
    left, top, box_width, box_height = drawing.box
    least, most = BOARD_HEIGHTS
    highest = 1.3 * SIDE if tall else min(max(column, least), most)
    scale = min((SIDE if tall else BOARD_WIDTH) / box_width, highest / box_height)
    width, height = box_width * scale, box_height * scale
    picture = Picture()
    picture.parts.append(kit.kit_symbols() + drawing.symbols)
    board = kit.group(_framed(drawing) + drawing.pieces, -left, -top)
    picture.place(board, MARGIN + (SIDE - width) / 2 * tall, MARGIN, width, height, scale)
    x, y = (MARGIN, MARGIN + height + GAP) if tall else (MARGIN + width + 2 * GAP, MARGIN)
    y = _prompt(picture, prompt(view, language), x, y)
    for figures in drawing.figures:
        y = _seat(picture, view, figures, language, x, y)
    ends = (None,) if tall else (MARGIN + height, None)
    _columns(picture, beside, x, y + GAP / 2, min(ends, key=lambda end: _area(beside, x, y, MARGIN + height, end)))
    _rows(picture, [panel for panel in drawing.panels if panel.place == "seat"], tall)
    return picture.svg(title(view.game, language))


def _framed(drawing: Drawing) -> str:
    """The ground, cut off at the edge of the board: on a page it may go on beyond it."""
    left, top, width, height = map(kit.number, drawing.box)
    size = f'x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}"'
    return f"<svg {size}>{drawing.ground}</svg>"


def _column(view: View, drawing: Drawing, panels: list[Panel], language: str) -> float:
    """How high prompt, seats and panels are below each other."""
    trial = Picture()
    y = _prompt(trial, prompt(view, language), 0, 0)
    for figures in drawing.figures:
        y = _seat(trial, view, figures, language, 0, y)
    _columns(trial, panels, 0, y + GAP / 2, None)
    return trial.height


def _prompt(picture: Picture, sentence: str, x: float, y: float) -> float:
    lines = kit.lines_of(sentence, SIDE - 28, 16, bold=True)
    height = 20 + 21 * len(lines)
    body = kit.rectangle(0, 0, SIDE, height, PAPER, EDGE, 1.2, 8)
    body += "".join(kit.text(line, 14, 20 + 21 * number, 16, "start", bold=True) for number, line in enumerate(lines))
    picture.place(body, x, y, SIDE, height)
    return y + height + GAP / 2


def _seat(picture: Picture, view: View, figures: Panel, language: str, x: float, y: float) -> float:
    seat = figures.seat or 0
    height = max(44, figures.height + 8)
    colour = view.colours[seat]
    active = view.to_act == seat or seat in view.winners
    body = kit.rectangle(
        0, 0, SIDE, height, PAPER if active else "none", ACCENT if active else EDGE, 2.4 if active else 1, 8
    )
    body += kit.shield(colour, 22, height / 2, 28)
    name = seat_name(seat, view.names, language)
    size = min(15.0, 15 * 90 / max(kit.text_width(name, 15, bold=True), 1))
    body += kit.text(name, 42, height / 2, size, "start", bold=True)
    body += kit.group(figures.body, 136, (height - figures.height) / 2)
    body += kit.text(view.scores[seat], SIDE - 12, height / 2, 22, "end", bold=True)
    picture.place(body, x, y, SIDE, height)
    return y + height + GAP / 2


def _captioned(panel: Panel) -> str:
    return kit.text(panel.title, 0, 7, 12, "start", fill=QUIET_INK) + kit.group(panel.body, 0, CAPTION)


def _columns(picture: Picture, panels: list[Panel], x: float, y: float, bottom: float | None) -> None:
    """Panels below each other; where they would reach below the board, a further column begins at its top."""
    start, column = y, max([SIDE, *(panel.width for panel in panels)])
    for panel in panels:
        height = panel.height + CAPTION
        if bottom is not None and y + height > bottom + GAP and y > start:
            x, y, start = x + column + 2 * GAP, MARGIN, MARGIN
        picture.place(_captioned(panel), x, y, panel.width, height)
        y += height + GAP


def _area(panels: list[Panel], x: float, y: float, height: float, bottom: float | None) -> float:
    """How large the picture of a board of that height gets with panels beside it: the less, the less of it is empty."""
    trial = Picture()
    _columns(trial, panels, x, y + GAP / 2, bottom)
    return max(trial.width, x + SIDE) * max(trial.height, height)


def _rows(picture: Picture, panels: list[Panel], tall: bool) -> None:
    """Panels of single seats below everything, side by side as far as the picture reaches."""
    if not panels:
        return
    reach = MARGIN + SIDE if tall else picture.width
    x, y, row = float(MARGIN), picture.height + GAP, 0.0
    for panel in panels:
        if x > MARGIN and x + panel.width > reach:
            x, y, row = MARGIN, y + row + GAP, 0
        picture.place(_captioned(panel), x, y, panel.width, panel.height + CAPTION)
        x, row = x + panel.width + 2 * GAP, max(row, panel.height + CAPTION)


def with_fonts(svg: str) -> str:
    """A picture that carries the fonts it needs."""
    head, close, rest = svg.partition(">")
    return head + close + typeface.carried(rest) + rest


def cover(view: View, language: str = "en", box: tuple[float, float, float, float] | None = None) -> str:
    """The board alone, or a part of it, for a list: nothing that only a live page needs, no symbol that is not used."""
    drawing: Drawing = view.drawing(language)
    shown = " ".join(kit.number(value) for value in box or drawing.box)
    root = ElementTree.fromstring(
        f'<svg viewBox="{shown}" font-family="{FONT}">{kit.kit_symbols()}<defs>{drawing.symbols}</defs>'
        f"{drawing.ground}{drawing.pieces}</svg>"
    )
    for element in root.iter():
        for name in [name for name in element.attrib if name == "class" or name.startswith("data-")]:
            del element.attrib[name]
    while _drop_unused(root):
        pass
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return ElementTree.tostring(root, encoding="unicode")


def _drop_unused(root: ElementTree.Element) -> bool:
    """Take away definitions and names that nothing refers to; whether a definition was among them."""
    used = set(REFERENCE.findall(ElementTree.tostring(root, encoding="unicode")))
    dropped = False
    for parent in list(root.iter()):
        for child in list(parent):
            if child.get("id", "") in used or "id" not in child.attrib:
                continue
            del child.attrib["id"]
            if child.tag in DEFINITIONS:
                parent.remove(child)
                dropped = True
    return dropped


def to_png(svg: str, width: int | None = None) -> bytes:
    """An SVG as PNG, `width` pixels wide (its own size if none is given), in our fonts where they have its letters."""
    with needs("drawing to PNG", "pictures"):
        import resvg_py

    options: dict[str, Any] = {} if width is None else {"width": width}
    alone = typeface.covers(svg)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=typeface.files(), skip_system_fonts=alone, **options))
