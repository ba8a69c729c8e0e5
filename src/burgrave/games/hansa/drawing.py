"""Hansa Teutonica as a picture: the map of the Hanse, the pieces on it, and the desks beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from types import SimpleNamespace
from typing import Any

from burgrave.core import drawing as kit
from burgrave.core.drawing import ACCENT, EDGE, INK, PAPER, QUIET_INK, SEA, Drawing, Panel
from burgrave.core.grids import Point
from burgrave.core.words import Words, seat_name, words
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import (
    ALL,
    CITIES,
    CITY_NAMES,
    KINDS,
    LAST_COMPLETED_CITY,
    LAST_TRACK_POINT,
    LINK_POINTS,
    MARKERS,
    MERCHANT,
    NEUTRAL,
    OWNERS,
    PRIVILEGE,
    ROUTES,
    SKILL_KIND,
    SKILL_OF_CITY,
    SKILL_STEPS,
    SKILL_VALUE,
    SKILLS,
    SLOT_COIN,
    SLOT_COLOUR,
    SLOT_KIND,
    SLOTS,
    SPACES,
    TABLE_COLOUR,
    TABLE_POINTS,
    TAVERNS,
    TRADER,
)
from burgrave.games.hansa.reading import (
    control,
    extra_offices,
    has_neutral,
    largest_network,
    markers_owned,
    printed_offices,
    routes_on_board,
)
from burgrave.games.hansa.state import NOBODY, NOTHING
from burgrave.games.hansa.symbols import COIN, RED, SYMBOLS
from burgrave.games.hansa.words import city_words, owner_name, pieces_text, route_words, skill_value_name, table_words

BOX = (-30.0, 0.0, 1040.0, 740.0)
BEYOND = 400.0
WIDTH = 352
"""Panels fit a phone of 390 pixels with its margins."""

CITY_AT: dict[str, Point] = {
    "groningen": (72, 122),
    "emden": (272, 100),
    "stade": (482, 84),
    "hamburg": (690, 76),
    "lubeck": (918, 84),
    "kampen": (66, 262),
    "osnabruck": (262, 304),
    "bremen": (460, 198),
    "luneburg": (752, 238),
    "perleberg": (938, 250),
    "hannover": (590, 322),
    "arnheim": (66, 404),
    "munster": (252, 434),
    "minden": (438, 392),
    "brunswiek": (712, 370),
    "stendal": (924, 400),
    "duisburg": (66, 548),
    "dortmund": (240, 556),
    "paderborn": (436, 560),
    "hildesheim": (598, 462),
    "goslar": (788, 514),
    "magdeburg": (936, 576),
    "coellen": (66, 694),
    "warburg": (344, 702),
    "gottingen": (546, 694),
    "quedlinburg": (736, 634),
    "halle": (930, 700),
}
BEND: dict[str, float] = {
    "groningen-emden": -14,
    "stade-hamburg": -8,
    "hamburg-lubeck": 26,
    "hamburg-luneburg": -32,
    "bremen-hamburg": 26,
    "emden-osnabruck": 26,
    "kampen-arnheim": -8,
    "osnabruck-bremen": -18,
    "bremen-minden": 14,
    "minden-hannover": -20,
    "munster-minden": -20,
    "arnheim-munster": -14,
    "arnheim-duisburg": -14,
    "dortmund-paderborn": 16,
    "perleberg-stendal": -18,
    "luneburg-perleberg": 24,
    "stendal-magdeburg": -10,
    "brunswiek-stendal": 18,
    "goslar-quedlinburg": 52,
    "quedlinburg-halle": 44,
    "gottingen-quedlinburg": 22,
    "hildesheim-goslar": -16,
    "hannover-luneburg": 12,
    "bremen-hannover": 14,
    "coellen-warburg": 8,
    "warburg-gottingen": 14,
    "minden-brunswiek": 10,
}
"""How far a route's middle lies beside the straight line between its cities."""
TABLE_AT: Point = (140, 634)
COMPLETED_AT: Point = (0, 26)

SLOT = 25.0
PIECE = 20.0
SPACE = 12.0
SHIELD = 19.0
NAME_SIZE = 18
NAME_HEIGHT = 23.0
NUMERAL_SIZE = 16
CITY_HEIGHT = NAME_HEIGHT + SLOT + 10

LAND, LAND_EDGE = "#e2dcb0", "#b9b07c"
ROAD, ROAD_EDGE = "#d9bf8c", "#8a6d3b"
BANNERS = {"skill": "#f0cf57", "red": RED, "plain": "#efe3c6"}
SLOT_FILL = ("#fffdf6", "#eba24a", "#eba7bd", "#4c443d")
SLOT_INK = (INK, INK, INK, "#ffffff")
PRIVILEGE_MARK = ("I", "II", "III", "IV")
"""What tells the four privileges apart without colour."""
NEUTRAL_COLOUR = "white"
RED_CITIES = ("stendal", "arnheim")


class Seen:
    """A view whose record is unpacked once: reading a field of a record costs more than drawing a piece."""

    def __init__(self, view: Any) -> None:
        record = view.s
        self.s = SimpleNamespace(**{name: record[name] for name in record.dtype.names})
        self.game, self.seat, self.names, self.last = view.game, view.seat, view.names, view.last
        self.colours = view.colours


def colours(view: Any) -> tuple[str, ...]:
    """The owners' colours, neutral last."""
    seats = view.colours
    return (*seats, *[NEUTRAL_COLOUR] * (len(OWNERS) - len(seats)))


def draw(view: Any, language: str) -> Drawing:
    """The picture of a view."""
    say, view = words(GAME.package, language), Seen(view)
    return Drawing(
        symbols=SYMBOLS,
        box=BOX,
        ground=ground(int(view.s.side)),
        pieces=pieces(view, say),
        sites=sites(view, say),
        figures=tuple(figures(view, seat, say) for seat in range(view.game.players)),
        panels=tuple(panel for panel in panels(view, say) if panel),
    )


# ---- where things are


@cache
def city_box(side: int, city: int) -> tuple[float, float, float, float]:
    """A city's plate: left, top, width, height."""
    x, y = CITY_AT[CITIES[city]]
    icon = 20 if SKILL_OF_CITY[city] != NOTHING else 0
    width = max(kit.text_width(CITY_NAMES[city], NAME_SIZE, bold=True) + icon + 8, int(SLOTS[side, city]) * SLOT + 8)
    return x - width / 2, y - CITY_HEIGHT / 2, width, CITY_HEIGHT


@cache
def slot_at(side: int, city: int, slot: int) -> Point:
    """The middle of a slot; negative slots are the places of extra offices, beside the city."""
    left, top, width, height = city_box(side, city)
    if slot < 0:
        (x, y), (across, down) = _extra_row(side, city)
        return x + across * (-slot - 1), y + down * (-slot - 1)
    first = left + width / 2 - (int(SLOTS[side, city]) - 1) * SLOT / 2
    return first + slot * SLOT, top + height - SLOT / 2 - 4


@cache
def _extra_row(side: int, city: int) -> tuple[Point, Point]:
    """Where extra offices stand, and the step from one to the next: where they cover no space of a route."""
    left, top, width, height = city_box(side, city)
    right, bottom, step = left + width, top + height, PIECE + 3
    low = bottom - SLOT / 2 - 4
    rows = (
        ((left + 2 - step / 2, low), (-step, 0.0)),
        ((right - 2 + step / 2, low), (step, 0.0)),
        ((left + step / 2, bottom - 2 + step / 2), (step, 0.0)),
        ((right - step / 2, bottom - 2 + step / 2), (-step, 0.0)),
        ((left + step / 2, top + 2 - step / 2), (step, 0.0)),
    )
    spaces = all_spaces(side)

    def room(row: tuple[Point, Point]) -> float:
        (x, y), (across, down) = row
        places = [(x + k * across, y + k * down) for k in range(2)]
        inside = all(BOX[0] + step / 2 < a < BOX[0] + BOX[2] - step / 2 and b < BOX[3] - step / 2 for a, b in places)
        near = min(hypot(a - c, b - d) for a, b in places for c, d in spaces)
        return min(near, SPACE + PIECE) if inside else 0.0

    return max(rows, key=room)


@cache
def all_spaces(side: int) -> tuple[Point, ...]:
    """The middles of all spaces of routes."""
    return tuple(
        space_at(side, route, space) for route in range(len(ROUTES)) for space in range(int(SPACES[side, route]))
    )


@cache
def shield_at(side: int, city: int) -> Point:
    """The corner of a city where its controller's shield neither covers a space of a route nor lies below one."""
    left, top, width, height = city_box(side, city)
    right, bottom = left + width - 1, top + height - 1
    corners = ((right, top + 1), (left + 1, top + 1), (right, bottom), (left + 1, bottom))

    def room(corner: Point) -> float:
        return min(min(hypot(corner[0] - x, corner[1] - y) for x, y in all_spaces(side)), SPACE + SHIELD / 2)

    return max(corners, key=room)


@cache
def route_curve(route: int) -> tuple[Point, ...]:
    """Points along a route from city to city."""
    one, other = (CITY_AT[city] for city in ROUTES[route].split("-"))
    across, down = other[0] - one[0], other[1] - one[1]
    bend = 2 * BEND.get(ROUTES[route], 0) / hypot(across, down)
    middle = ((one[0] + other[0]) / 2 - down * bend, (one[1] + other[1]) / 2 + across * bend)
    points = []
    for k in range(81):
        t = k / 80
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * one[0] + b * middle[0] + c * other[0], a * one[1] + b * middle[1] + c * other[1]))
    return tuple(points)


@cache
def open_road(side: int, route: int) -> tuple[Point, ...]:
    """The part of a route's curve that no city covers."""
    boxes = [city_box(side, CITIES.index(city)) for city in ROUTES[route].split("-")]
    pad = 3.0

    def covered(point: Point) -> bool:
        return any(
            left - pad < point[0] < left + width + pad and top - pad < point[1] < top + height + pad
            for left, top, width, height in boxes
        )

    return tuple(point for point in route_curve(route) if not covered(point))


def along(points: Sequence[Point], share: float) -> Point:
    """The point at a share of a curve's length."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    left = share * sum(lengths)
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return points[-1]


@cache
def space_at(side: int, route: int, space: int) -> Point:
    """The middle of a route's space."""
    spaces = int(SPACES[side, route])
    return along(open_road(side, route), (space + 0.5) / spaces)


@cache
def marker_at(side: int, route: int) -> Point:
    """Where a route's marker lies: beside its middle, on the outer side of its bend."""
    road = open_road(side, route)
    before, middle, after = along(road, 0.4), along(road, 0.5), along(road, 0.6)
    across, down = after[0] - before[0], after[1] - before[1]
    length = hypot(across, down) or 1
    turn = 1 if BEND.get(ROUTES[route], 0) >= 0 and ROUTES[route] != "quedlinburg-halle" else -1
    return middle[0] - down / length * 30 * turn, middle[1] + across / length * 30 * turn


@cache
def ribbon(side: int, route: int, width: float) -> tuple[Point, ...]:
    """The outline of a route's spaces."""
    road = open_road(side, route)
    spaces = int(SPACES[side, route])
    shares = [0.5 / spaces - 0.13, *[k / 8 for k in range(1, 8)], 1 - 0.5 / spaces + 0.13]
    shares = [share for share in shares if shares[0] <= share <= shares[-1]]
    middle = [along(road, min(max(share, 0.0), 1.0)) for share in shares]
    left, right = [], []
    for k, (x, y) in enumerate(middle):
        a, b = middle[max(k - 1, 0)], middle[min(k + 1, len(middle) - 1)]
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1
        across, down = -(b[1] - a[1]) / length * width / 2, (b[0] - a[0]) / length * width / 2
        left.append((x + across, y + down))
        right.append((x - across, y - down))
    return (*left, *reversed(right))


# ---- the map


@cache
def ground(side: int) -> str:
    """Land and sea, roads with their spaces, cities with their slots, the Coellen table."""
    there = [route for route in range(len(ROUTES)) if SPACES[side, route]]
    parts = [_land(), *(_road(route) for route in there)]
    parts += [
        kit.circle(*space_at(side, route, space), SPACE, "#fbf4df", ROAD_EDGE, 1.3)
        for route in there
        for space in range(int(SPACES[side, route]))
    ]
    parts += [kit.use("hansa-tavern", *marker_at(side, int(route)), 34) for route in TAVERNS]
    parts += [_city(side, city) for city in range(len(CITIES))]
    parts += [_table(), _completed()]
    return "".join(parts)


@cache
def _land() -> str:
    """The land goes on beyond the picture's edge, so that it fills whatever place a window has for it."""
    left, top, width, height = BOX
    around = (left - BEYOND, top - BEYOND, width + 2 * BEYOND, height + 2 * BEYOND)
    coast = (
        f"M{left - BEYOND} 60H-30L0 62"
        "C60 66 88 78 132 66S200 34 248 44S330 62 372 40S420 22 466 34S560 44 600 34S700 20 744 34"
        "S850 44 900 34"
        f"S970 40 1010 30H{left + width + BEYOND}V{top - BEYOND}H{left - BEYOND}Z"
    )
    return (
        kit.rectangle(*around, LAND, None, radius=0, class_="land")
        + f'<path d="{coast}" fill="{SEA}" stroke="{LAND_EDGE}" stroke-width="2" class="sea"/>'
        + "".join(
            f'<path d="{river}" fill="none" stroke="{SEA}" stroke-width="7" stroke-linecap="round" opacity=".75"/>'
            for river in (
                "M528 36C560 120 540 160 566 240S540 330 556 430S590 560 520 640S500 700 490 740V1140",
                "M640 34C660 140 830 130 846 270S800 320 836 440S880 560 868 640S880 700 870 740V1140",
                "M-430 474H-30L0 470C60 480 130 470 150 500S160 600 130 640S120 720 150 740V1140",
            )
        )
    )


@cache
def _road(route: int) -> str:
    curve = route_curve(route)
    path = "M" + "L".join(f"{kit.number(x)} {kit.number(y)}" for x, y in curve[::4])
    ends = 'fill="none" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {ends} stroke="{ROAD_EDGE}" stroke-width="9" opacity=".55"/>'
        f'<path d="{path}" {ends} stroke="{ROAD}" stroke-width="6.5"/>'
    )


def _slot(x: float, y: float, colour: int, kind: int, size: float = SLOT - 3, mark: str | None = None) -> str:
    """A place for an office: a square for a trader, a circle for a merchant, in the colour of its privilege."""
    fill, ink = SLOT_FILL[colour], SLOT_INK[colour]
    shape = (
        kit.circle(x, y, size / 2, fill, INK, 1.2)
        if kind == MERCHANT
        else kit.rectangle(x - size / 2, y - size / 2, size, size, fill, INK, 1.2, 2)
    )
    return shape + kit.text(PRIVILEGE_MARK[colour] if mark is None else mark, x, y, NUMERAL_SIZE, bold=True, fill=ink)


def _city(side: int, city: int) -> str:
    left, top, width, height = city_box(side, city)
    name, skill = CITIES[city], int(SKILL_OF_CITY[city])
    banner = BANNERS["red" if name in RED_CITIES else "skill" if skill != NOTHING or name == "coellen" else "plain"]
    ink = "#ffffff" if name in RED_CITIES else INK
    body = kit.rectangle(left, top, width, height, "#fbf4e2", INK, 1.3, 6)
    body += (
        f'<path d="M{kit.number(left)} {kit.number(top + NAME_HEIGHT)}v{kit.number(6 - NAME_HEIGHT)}a6 6 0 0 1 6 -6'
        f'h{kit.number(width - 12)}a6 6 0 0 1 6 6v{kit.number(NAME_HEIGHT - 6)}z" fill="{banner}" stroke="{INK}" '
        'stroke-width="1.3"/>'
    )
    middle = left + width / 2 - (10 if skill != NOTHING else 0)
    body += kit.text(CITY_NAMES[city], middle, top + NAME_HEIGHT / 2, NAME_SIZE, bold=True, fill=ink)
    if skill != NOTHING:
        body += kit.use(f"hansa-{SKILLS[skill]}", left + width - 13, top + NAME_HEIGHT / 2, 17)
    for slot in range(int(SLOTS[side, city])):
        x, y = slot_at(side, city, slot)
        body += _slot(x, y, int(SLOT_COLOUR[side, city, slot]), int(SLOT_KIND[side, city, slot]))
        if SLOT_COIN[side, city, slot]:
            body += kit.circle(x + 10.5, y - 13, 6.5, COIN, INK, 0.9) + kit.text("1", x + 10.5, y - 13, 11, bold=True)
    return body


@cache
def table_place(place: int) -> Point:
    """A place at the Coellen table."""
    return TABLE_AT[0] + 22 + place * 34, TABLE_AT[1] + 18


@cache
def _table() -> str:
    x, y = TABLE_AT
    body = kit.rectangle(x, y, 146, 36, BANNERS["skill"], INK, 1.3, 8)
    for place, points in enumerate(TABLE_POINTS):
        px, py = table_place(place)
        body += _slot(px, py, int(TABLE_COLOUR[place]), MERCHANT, 27, str(points))
    return body


@cache
def _completed() -> str:
    x, y = COMPLETED_AT
    body = kit.rectangle(x - 14, y - 14, 11 * 22 + 6, 28, PAPER, INK, 1.2, 8) + kit.use("hansa-city", x + 1, y, 20)
    for k in range(1, LAST_COMPLETED_CITY + 1):
        last = k == LAST_COMPLETED_CITY
        body += kit.circle(x + k * 22, y, 9, "#f2c7b5" if last else "#fffdf6", EDGE, 1)
        body += kit.text(k, x + k * 22, y, 10, fill=QUIET_INK)
    return body


# ---- pieces


CHARGES = {
    "red": "M0 -9V9",
    "blue": "M-9 0H9",
    "green": "M-7 -7L7 7",
    "purple": "M7 -7L-7 7",
    "yellow": "M0 -3V3M-3 0H3",
}
"""One bold stroke of each colour's hatching, for pieces so small that the hatching blurs."""


@cache
def _piece(colour: str, kind: int, size: float, neutral: bool = False) -> str:
    body = kit.tinctured(kit.use(f"hansa-{KINDS[kind]}", 0, 0, size, fill="{fill}"), colour)
    if neutral:
        return body + kit.text("N", 0, 0, size * 0.62, bold=True)
    width = 8 if colour == "yellow" else 4
    stroke = (
        f'<path d="{CHARGES[colour]}" fill="none" stroke="{kit.seat_text_colour(colour)}" stroke-width="{width}" '
        'stroke-linecap="round" opacity=".85"/>'
    )
    return body + kit.group(stroke, scale=size / 32)


def piece(
    owner: int,
    kind: int,
    x: float,
    y: float,
    view: Any,
    size: float = PIECE,
    id: str | None = None,
    glide: bool = False,
) -> str:
    """A trader or a merchant in its owner's colour; with `glide` it comes from its player."""
    body = _piece(colours(view)[owner], kind, size, owner == NEUTRAL)
    origin = f"p{owner}" if glide and owner != NEUTRAL else None
    return kit.group(body, x, y, class_="piece", id=id, data_from=origin)


def pieces(view: Any, say: Words) -> str:
    """Pieces on routes, offices, markers, the Coellen table and the mark of the last move."""
    s, side = view.s, int(view.s.side)
    parts, on_routes = [_last(view)], s.pieces.tolist()
    for route in routes_on_board(s):
        if s.route_marker[route] != NOTHING:
            x, y = marker_at(side, route)
            parts.append(_marker(MARKERS[s.route_marker[route]], x, y, say, id=f"at-{ROUTES[route]}"))
        space = 0
        for owner in range(len(OWNERS)):
            for kind in (MERCHANT, TRADER):
                for number in range(on_routes[owner][kind][route]):
                    x, y = space_at(side, route, space)
                    key = f"{ROUTES[route]}-{OWNERS[owner]}-{KINDS[kind]}-{number}"
                    parts.append(piece(owner, kind, x, y, view, id=key, glide=True))
                    space += 1
    for city in range(len(CITIES)):
        for slot, (owner, kind) in enumerate(printed_offices(s, city)):
            x, y = slot_at(side, city, slot)
            key = f"office-{CITIES[city]}-{slot}"
            parts.append(piece(owner, kind, x, y, view, id=key, glide=True))
        for place, (owner, kind) in enumerate(extra_offices(s, city)):
            x, y = slot_at(side, city, -1 - place)
            parts.append(kit.rectangle(x - 11, y - 11, 22, 22, "#fbf4e2", INK, 1, 4, stroke_dasharray="3 2"))
            parts.append(piece(owner, kind, x, y, view, id=f"extra-{CITIES[city]}-{place}", glide=True))
        parts.append(_control(view, city, say))
    for place, owner in enumerate(s.table):
        if owner != NOBODY:
            x, y = table_place(place)
            parts.append(piece(int(owner), MERCHANT, x, y, view, 25, id=f"table-{place}", glide=True))
    x, y = COMPLETED_AT
    if s.completed_cities:
        parts.append(
            kit.rectangle(x + int(s.completed_cities) * 22 - 8, y - 8, 16, 16, INK, "#ffffff", 1.4, 3, id="done")
        )
    return "".join(parts)


def _control(view: Any, city: int, say: Words) -> str:
    """A shield on the city's corner shows who controls it."""
    owner = control(view.s, city)
    if owner == NOBODY:
        return ""
    x, y = shield_at(int(view.s.side), city)
    shield = kit.shield(colours(view)[owner], x, y, SHIELD)
    if owner == NEUTRAL:
        shield += kit.text("N", x, y, 10, bold=True)
    return kit.named(shield, say("controlled_by", who=owner_name(view, owner, say)))


def _marker(marker: str, x: float, y: float, say: Words, size: float = 32, **more: object) -> str:
    """A bonus marker with its name and what it does."""
    body = kit.circle(x, y, size / 2, "#f7df9b", INK, 1.4) + kit.use(f"hansa-{marker}", x, y, size * 0.8)
    return kit.named(body, f"{say(f'arg.{marker}')}: {say(f'marker.{marker}')}", **more)


def _last(view: Any) -> str:
    """The mark of the last move: its route or its city."""
    side, text = int(view.s.side), (view.last or "").split()
    for word in text[1:]:
        if word in ROUTES and SPACES[side, ROUTES.index(word)]:
            return kit.outline(ribbon(side, ROUTES.index(word), 32))
        if word in CITIES:
            left, top, width, height = city_box(side, CITIES.index(word))
            corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
            return kit.outline(corners)
    return ""


# ---- sites


def sites(view: Any, say: Words) -> str:
    """Routes, cities and the places of the Coellen table, each with what stands there."""
    side = int(view.s.side)
    routes = [route for route in range(len(ROUTES)) if SPACES[side, route]]
    parts = [_route_site(side, route, route_words(view, route, say)) for route in routes]
    for city in range(len(CITIES)):
        parts.append(_city_site(side, city, say("site.city", city=city_words(view, city, say))))
    for place, points in enumerate(TABLE_POINTS):
        parts.append(kit.site_circle(f"table-{points}", table_words(view, place, say), *table_place(place), 15))
    return "".join(parts)


@lru_cache(maxsize=2048)
def _route_site(side: int, route: int, name: str) -> str:
    spaces = [space_at(side, route, space) for space in range(int(SPACES[side, route]))]
    return kit.site_rings(ROUTES[route], name, spaces, SPACE + 1.5)


@lru_cache(maxsize=2048)
def _city_site(side: int, city: int, name: str) -> str:
    left, top, width, height = city_box(side, city)
    return kit.site_rectangle(CITIES[city], name, left, top, width, height)


# ---- beside the board


def figures(view: Any, seat: int, say: Words) -> Panel:
    """What everybody may count of a seat: supply, markers, largest network, points on the track; and its skills."""
    s = view.s
    items = [
        ("hansa-supply", int(s.personal[seat].sum()), say("personal")),
        ("hansa-marker", markers_owned(s, seat), say("markers_owned")),
        ("hansa-keys", largest_network(s, seat), say("offices")),
        ("hansa-track", int(s.track_vp[seat]), say("track_points")),
    ]
    skills = [
        (f"hansa-{name}", _step_text(skill, int(s.skill_steps[seat, skill])), say(f"arg.{name}"))
        for skill, name in enumerate(SKILLS)
    ]
    body = kit.figures_row(items, 170, 22) + kit.group(kit.figures_row(skills, 170, 22), 0, 22)
    return Panel(f"figures-{seat}", seat_name(seat, view.names, say.language), 170, 44, body, "seat", seat)


def panels(view: Any, say: Words) -> list[Panel | None]:
    """The own supplies, markers and desk first, then the table, then the others' desks."""
    own = view.seat
    found: list[Panel | None] = []
    if own is not None:
        found += [_supplies(view, own, say), _markers(view, own, say), _desk(view, own, say, own=True)]
    found.append(_on_table(view, say))
    found += [_desk(view, seat, say, own=False) for seat in range(view.game.players) if seat != own]
    return found


def _supply_box(view: Any, seat: int, kind: int, x: float, say: Words) -> str:
    """A kind of piece of the personal supply, to click."""
    count, kind_name = int(view.s.personal[seat, kind]), say(f"arg.{KINDS[kind]}")
    paper = kit.rectangle(x, 1, 82, 56, PAPER, EDGE, 1.2, 8, class_="paper")
    body = piece(seat, kind, x + 27, 22, view, 28) + kit.text(count, x + 58, 22, 22, bold=True)
    body += kit.text(kind_name, x + 41, 47, 12, fill=QUIET_INK)
    site = kit.site_rectangle(
        f"personal-{KINDS[kind]}", say("site.personal", kind=kind_name, count=count), x, 1, 82, 56
    )
    return paper + kit.group(body, opacity=None if count else 0.5) + site


def _supplies(view: Any, seat: int, say: Words) -> Panel:
    """Personal supply, general supply and the actions left."""
    s = view.s
    body = _supply_box(view, seat, TRADER, 1, say) + _supply_box(view, seat, MERCHANT, 87, say)
    traders, merchants = (int(n) for n in s.general[seat])
    body += kit.rectangle(173, 1, 106, 56, "none", EDGE, 1.2, 8, stroke_dasharray="4 3")
    body += piece(seat, TRADER, 192, 22, view, 19) + kit.text(traders, 214, 22, 17, bold=True, on_table=True)
    body += piece(seat, MERCHANT, 242, 22, view, 19) + kit.text(merchants, 264, 22, 17, bold=True, on_table=True)
    body += kit.text(say("general"), 226, 47, 12, on_table=True)
    body += kit.site_rectangle("general", say("site.general", list=pieces_text(s.general[seat], say)), 173, 1, 106, 56)
    left = int(s.actions_left) if s.active == seat else 0
    count = kit.use("hansa-actions", 302, 22, 26) + kit.text(left, 333, 22, 22, bold=True, on_table=True)
    count += kit.text(say("arg.actions"), 317, 47, 12, on_table=True)
    body += kit.named(kit.group(count, opacity=None if left else 0.5), f"{say('actions_left')}: {left}")
    return Panel("supply", say("panel.supply"), WIDTH, 58, body, "hand")


def _markers(view: Any, seat: int, say: Words) -> Panel | None:
    """The own bonus markers: unused ones to click, used ones counted."""
    s = view.s
    if not markers_owned(s, seat):
        return None
    body, x = "", 1.0
    for number, marker in enumerate(MARKERS):
        count = int(s.markers_unused[seat, number])
        if count:
            body += kit.rectangle(x, 1, 56, 46, PAPER, EDGE, 1.2, 8, class_="paper")
            body += kit.use(f"hansa-{marker}", x + (23 if count > 1 else 28), 24, 32)
            if count > 1:
                body += kit.text(f"×{count}", x + 46, 12, 13, bold=True)
            name = say("site.marker", marker=say(f"arg.{marker}"), count=count) + f". {say(f'marker.{marker}')}"
            body += kit.site_rectangle(f"marker-{marker}", name, x, 1, 56, 46)
            x += 59
    used = int(s.markers_used[seat].sum())
    if used:
        back = kit.use("hansa-marker", x + 20, 24, 28) + kit.text(used, x + 44, 24, 16, bold=True, on_table=True)
        body += kit.named(kit.group(back, opacity=0.6), f"{say('used_markers')}: {used}")
        x += 59
    if x < CAPTION:
        body += kit.text(say("panel.markers"), CAPTION, 24, 14, "start", on_table=True)
    return Panel("markers", say("panel.markers"), WIDTH, 48, body, "hand")


TRACK_HEIGHT = 27.0
CAPTION = 244.0
"""Where the names of the skills and of the markers begin."""


@cache
def _track(colour: str, skill: int, steps: int) -> str:
    """A skill track: uncovered values, the current one marked, and the pieces that cover the rest."""
    middle = TRACK_HEIGHT / 2 - 1.5
    body = kit.use(f"hansa-{SKILLS[skill]}", 13, middle + 0.5, 22)
    for step in range(int(SKILL_STEPS[skill]) + 1):
        x, current = 42 + step * 31.0, step == steps
        value = int(SKILL_VALUE[skill, step])
        fill, ink = (SLOT_FILL[value], SLOT_INK[value]) if skill == PRIVILEGE else (PAPER, INK)
        line, width = (ACCENT, 2.6) if current else (EDGE, 1.0)
        body += kit.rectangle(x - 14, 0, 28, TRACK_HEIGHT - 3, fill, line, width, 5)
        if step > steps:
            body += kit.group(_piece(colour, int(SKILL_KIND[skill]), 17), x, middle)
        else:
            body += kit.text(_step_text(skill, step), x, middle, 15 if current else 13, bold=current, fill=ink)
    return body


def _step_text(skill: int, step: int) -> str:
    value = int(SKILL_VALUE[skill, step])
    return PRIVILEGE_MARK[value] if skill == PRIVILEGE else "C" if value == ALL else str(value)


def _desk(view: Any, seat: int, say: Words, own: bool) -> Panel:
    """A player's desk: the five skill tracks; the own one to click, the others' with what else everybody may see."""
    s, row, body = view.s, TRACK_HEIGHT, ""
    for skill, name in enumerate(SKILLS):
        y = 1 + skill * row
        body += kit.group(_track(colours(view)[seat], skill, int(s.skill_steps[seat, skill])), 0, y)
        value = skill_value_name(s, seat, skill, say)
        title = say("site.skill", skill=say(f"arg.{name}"), value=value) + f" ({say(f'skill.{name}')})"
        if own:
            body += kit.text(say(f"arg.{name}"), CAPTION, y + row / 2 - 1.5, 14, "start", on_table=True)
            body += kit.site_rectangle(f"skill-{name}", title, 0, y - 1, WIDTH, row - 1)
        else:
            body += kit.named(kit.rectangle(0, y - 1, 230, row - 1, "none", None, pointer_events="all"), title)
    if own:
        return Panel(f"desk-{seat}", say("panel.desk"), WIDTH, 5 * row + 2, body, "table", seat)
    body += _beside_tracks(view, seat, say)
    title = say("panel.desk_of", who=seat_name(seat, view.names, say.language))
    return Panel(f"desk-{seat}", title, WIDTH, 5 * row + 2, body, "seat", seat)


def _beside_tracks(view: Any, seat: int, say: Words) -> str:
    """To the right of the tracks: supplies, markers and the link of a seat."""
    s, x = view.s, 242.0
    rows = []
    for title, supply in (("personal", s.personal[seat]), ("general", s.general[seat])):
        counts = piece(seat, TRADER, x + 9, 0, view, 15) + kit.text(
            int(supply[0]), x + 22, 0, 14, "start", on_table=True
        )
        counts += piece(seat, MERCHANT, x + 54, 0, view, 15)
        counts += kit.text(int(supply[1]), x + 67, 0, 14, "start", on_table=True)
        label = kit.text(say(title), x, -17, 11, "start", fill=QUIET_INK, on_table=True)
        rows.append(kit.named(label + counts, f"{say(title)}: {pieces_text(supply, say)}"))
    body = kit.group(rows[0], 0, 26) + kit.group(rows[1], 0, 68)
    held = [marker for k, marker in enumerate(MARKERS) for _ in range(int(s.markers_unused[seat, k]))]
    used = int(s.markers_used[seat].sum())
    for k, marker in enumerate(held[:6]):
        token = kit.use(f"hansa-{marker}", x + 10 + (k % 3) * 24, 94 + (k // 3) * 24, 21)
        body += kit.named(token, f"{say(f'arg.{marker}')}: {say(f'marker.{marker}')}")
    if used:
        back = kit.use("hansa-marker", x + 84, 94, 19, opacity=0.6) + kit.text(used, x + 100, 94, 13, on_table=True)
        body += kit.named(back, f"{say('used_markers')}: {used}")
    if s.link_rank[seat]:
        points = int(LINK_POINTS[s.link_rank[seat]])
        link = kit.use("hansa-link", x + 84, 118, 22) + kit.text(points, x + 102, 118, 14, bold=True, on_table=True)
        body += kit.named(link, say("say.link", points=points))
    return body


def _on_table(view: Any, say: Words) -> Panel:
    """The race to the end: points on the track, cities, the stack; the link's awards and the new marker."""
    s = view.s
    body = ""
    for k in range(LAST_TRACK_POINT + 1):
        x = 9 + k * 16.6
        mark = k % 5 == 0
        body += kit.line((x, 30), (x, 36 if mark else 33), QUIET_INK, 1.2, class_="on-table")
        if mark:
            body += kit.text(k, x, 43, 11, fill=QUIET_INK, on_table=True)
    body += kit.line((9, 30), (9 + LAST_TRACK_POINT * 16.6, 30), QUIET_INK, 1.5, class_="on-table")
    stacked: dict[int, int] = {}
    for seat in range(view.game.players):
        points = min(int(s.track_vp[seat]), LAST_TRACK_POINT)
        level = stacked[points] = stacked.get(points, -1) + 1
        flag = piece(seat, TRADER, 9 + points * 16.6, 22 - level * 5, view, 14, id=f"track-{seat}")
        body += kit.named(flag, f"{owner_name(view, seat, say)}: {int(s.track_vp[seat])}")
    stack = int(s.stack.sum())
    items = [
        ("hansa-stack", stack, say("stack")),
        ("hansa-city", f"{int(s.completed_cities)}/{LAST_COMPLETED_CITY}", say("completed")),
    ]
    sites = {"stack": 0}
    if has_neutral(s):
        items.append(("hansa-supply", int(s.neutral_stock), say("neutral_stock")))
        sites["neutral-stock"] = 2
    body += kit.group(kit.figures_row(items, 70.0 * len(items), 26), 0, 54)
    for site, place in sites.items():
        _, count, name = items[place]
        body += kit.site_rectangle(site, f"{name}: {count}", 70.0 * place, 54, 66, 26)
    taken = sum(1 for rank in s.link_rank if rank)
    awards = [str(int(points)) for points in LINK_POINTS[1:4]]
    link = kit.use("hansa-link", 232, 67, 22)
    for k, award in enumerate(awards):
        faded = 0.35 if k < taken else None
        link += kit.text(award, 256 + k * 18, 67, 14, bold=k == taken, on_table=True, opacity=faded)
    body += kit.named(link, say("link", list="/".join(awards)))
    if s.drawn != NOTHING:
        body += _marker(MARKERS[s.drawn], 332, 66, say, 34, id="drawn")
    return Panel("table", say("panel.table"), WIDTH, 84, body, "table")
