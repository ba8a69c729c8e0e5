"""Draws the maps of the docs: every site of a board, from the drawings' own sites, with the word that moves call it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from xml.etree import ElementTree

import burgrave
from burgrave.core import drawing as kit
from burgrave.core.drawing import FONT, INK, PAPER, QUIET_INK
from burgrave.core.game import Game

FOLDER = Path(__file__).parent.parent / "docs/pictures"
PLAYERS: dict[str, tuple[int, ...]] = {
    "amber": (4,),
    "barony": (2, 3, 4),
    "burgundy": (2,),
    "catan": (4,),
    "hansa": (3, 5),
}
"""For how many players a game is mapped: one number for each board it has."""
SCALE = 1.5
SMALL, LARGE = 9.0, 15.0
"""How large a site's name is written: where sites lie close together, and elsewhere."""
BAR_CORNERS = 4
SHAPE = ("d", "cx", "cy", "r", "x", "y", "width", "height", "rx")
FIELD = re.compile(r"{(\w+)}")
RING = re.compile(r"M([-\d.]+) ([-\d.]+)")
CORNERS = re.compile(r"M[-\d. ]+l[-\d. ]+z")
"""A polygon: where it begins, then how far each corner is from the one before."""
NUMBER = re.compile(r"-?[\d.]+")
ROUTE = re.compile(r"[a-z]+-[a-z]+")
"""Sites that are named after two others need no name of their own on a map."""


def words(game: Game) -> dict[str, str]:
    """What moves call each site: `settle 12` means the site v12, `lay a1 0` the site a1."""
    found: dict[str, str] = {}
    for verb in game.rules.verbs.verbs:
        for name, choices in zip(verb.arguments, verb.ranges, strict=True):
            for pattern in verb.sites:
                if FIELD.findall(pattern) == [name]:
                    found |= {pattern.format(**{name: choice}): choice for choice in choices}
    return found


def centre(element: ElementTree.Element) -> tuple[float, float]:
    """The middle of a site's shape."""
    if "cx" in element.attrib:
        return float(element.attrib["cx"]), float(element.attrib["cy"])
    if "d" in element.attrib:
        points = corners(element) or [(float(x), float(y)) for x, y in RING.findall(element.attrib["d"])]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """The corners of a polygon; nothing is said of other shapes."""
    if not CORNERS.fullmatch(element.attrib.get("d", "")):
        return []
    numbers = [float(number) for number in NUMBER.findall(element.attrib["d"])]
    return list(zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True))


def marked(element: ElementTree.Element, word: str, crowded: bool) -> Iterator[str]:
    """A site's outline and its name."""
    site, (x, y) = element.attrib["data-site"], centre(element)
    shape = {name: value for name, value in element.attrib.items() if name in SHAPE}
    outline = " ".join(f'{name}="{value}"' for name, value in shape.items())
    yield f'<{element.tag} {outline} fill="{PAPER}" stroke="{QUIET_INK}" stroke-width="0.7" data-name="{site}"/>'
    if not ROUTE.fullmatch(word):
        narrow = element.tag == "circle" or len(corners(element)) == BAR_CORNERS
        size = SMALL if narrow and crowded else LARGE
        yield kit.text(word, x, y, size, bold=element.tag == "circle")


def board(name: str, players: int) -> str:
    """The map of a game's board."""
    game = burgrave.game(name, players=players)
    drawing = game.match(seed=1).position.view(0).drawing("en")
    sites = list(ElementTree.fromstring(f"<g>{drawing.sites}</g>"))
    called = words(game)
    crowded = len({element.tag for element in sites}) > 1
    body = "".join(part for element in sites for part in marked(element, called[element.attrib["data-site"]], crowded))
    left, top, width, height = drawing.box
    box = " ".join(kit.number(value) for value in (left, top, width, height))
    size = f'width="{kit.number(width * SCALE)}" height="{kit.number(height * SCALE)}"'
    whole = f'x="{kit.number(left)}" y="{kit.number(top)}" width="{kit.number(width)}" height="{kit.number(height)}"'
    title = f"{game.spec.title}: the sites of the board for {players} players"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} font-family="{FONT}" role="img">'
        f'<title>{title}</title><rect {whole} fill="#fff"/><g fill="{INK}">{body}</g></svg>\n'
    )


def maps() -> dict[Path, str]:
    """Every map, by its file."""
    return {
        FOLDER / f"{name}-map-{players}.svg": board(name, players)
        for name, numbers in PLAYERS.items()
        for players in numbers
    }
