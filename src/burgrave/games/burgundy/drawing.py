"""Burgundy as a picture: the own estate large, the main board and the own stores beside it, the others' estates below.

Everything comes from a view. A spectator's board shows all estates side by side.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any

from burgrave.core import drawing as kit
from burgrave.core.drawing import ACCENT, EDGE, GOLD, INK, LAST, PAPER, QUIET_INK, Drawing, Panel
from burgrave.core.grids import Point, hex_centre, hex_corners, shrunk
from burgrave.core.words import Words, seat_name, words
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    BLACK_USED,
    BONUS_POINTS,
    COLOURS,
    DEPOTS,
    FIRST_ANIMAL,
    GOODS,
    HEX_COLOUR,
    HEX_NUMBER,
    HEX_Q,
    HEX_R,
    HEXES,
    KIND_COLOUR,
    KINDS,
    NEIGHBOURS,
    NOTHING,
    PHASE_POINTS,
    PHASES,
    REGION,
    REGION_POINTS,
    ROUNDS,
    SHEETS,
    SLOT_COLOUR,
    SLOT_PLAYERS,
    SPECIES,
    STORAGE_SPACES,
    TRACK_SPACES,
    knowledge_tile,
)
from burgrave.games.burgundy.knowledge_tiles import Knowledge
from burgrave.games.burgundy.reading import bonus_left, in_set_up
from burgrave.games.burgundy.state import NOBODY
from burgrave.games.burgundy.symbols import BLACK_FILL, FACE, FILL, GROUND, SYMBOLS
from burgrave.games.burgundy.words import goods_words, hex_words, short, tile_words

WIDTH = 352
"""Panels fit a phone of 390 pixels with its margins."""
SIZE = 44
"""The outer radius of a hex of the large estate."""
SMALL = 12.5
"""The same of the others' estates, where three of them lie below each other."""
MIDDLE = 17
"""The same where there are two of them at most."""


def draw(view: Any, language: str) -> Drawing:
    """The picture of a view."""
    say = words(GAME.package, language)
    shown = range(view.game.players) if view.seat is None else (view.seat,)
    places = _places(len(shown))
    pieces = "".join(
        kit.group(estate_pieces(view, seat, SIZE, language), *place) for seat, place in zip(shown, places, strict=True)
    )
    ground = "".join(
        kit.group(estate_ground(int(view.s.board[seat]), SIZE, language), *place)
        + _owner(view, seat, place, len(shown), language)
        for seat, place in zip(shown, places, strict=True)
    )
    clickable = "" if view.seat is None else sites(view, language)
    if view.point == "side" and view.to_act == view.seat:
        ground, clickable = _sides(view, say)
    return Drawing(
        symbols=symbols(language),
        box=_box(len(shown)),
        ground=ground,
        pieces=pieces,
        sites=clickable,
        figures=tuple(figures(view, seat, say) for seat in range(view.game.players)),
        panels=tuple(panel for panel in panels(view, say, language) if panel),
    )


def _sides(view: Any, say: Words) -> tuple[str, str]:
    """The two sides of the own sheet, where the estate will lie, and the places that choose one."""
    width, height = 3.5 * sqrt(3) * SIZE, 6.4 * SIZE
    ground, places = [], []
    for board, x in zip(SHEETS[int(view.s.sheet[view.seat])], (-width - 4, 4.0), strict=True):
        ground.append(kit.rectangle(x, -height / 2, width, height, PAPER, EDGE, 1.2, 9, class_="paper"))
        ground.append(kit.text(say("board", number=board), x + width / 2, 22 - height / 2, 20, bold=True))
        ground.append(kit.group(estate_ground(board, SIZE * 0.48, say.language), x + width / 2, 10))
        name = say("site.side", number=board)
        places.append(kit.site_rectangle(f"side-{board}", name, x, -height / 2, width, height))
    return "".join(ground), "".join(places)


def colours(view: Any) -> tuple[str, ...]:
    """The seats' colours."""
    return tuple(view.colours)


# ---- estates


@cache
def centre(hexagon: int, size: float) -> Point:
    """Where a hex of an estate lies; the middle of the estate is the origin."""
    return hex_centre((int(HEX_Q[hexagon]), int(HEX_R[hexagon])), size, flat=False)


def _places(count: int) -> list[Point]:
    """Where the middles of the shown estates are: one alone, else two in a row."""
    across, down = 7.4 * sqrt(3) * SIZE, 11.9 * SIZE
    return [(0.0, 0.0)] if count == 1 else [((k % 2) * across, (k // 2) * down) for k in range(count)]


def _box(count: int) -> tuple[float, float, float, float]:
    width, height = 7.2 * sqrt(3) * SIZE, 11.4 * SIZE
    points = _places(count)
    reach, fall = max(x for x, _ in points), max(y for _, y in points)
    return (-width / 2, -height / 2, width + reach, height + fall)


@cache
def estate_ground(board: int, size: float, language: str) -> str:
    """A board without tiles: hexes in pale colours, thicker lines between regions; large, with the die numbers too.

    The numbers are the same on all boards, so a small one shows only what belongs where.
    """
    parts = []
    detailed = size > 2 * SMALL
    for hexagon in range(HEXES):
        x, y = centre(hexagon, size)
        colour = COLOURS[HEX_COLOUR[board, hexagon]] if board else None
        parts.append(kit.hexagon((x, y), size, GROUND[colour] if colour else PAPER, False, "#fff", size * 0.05))
        if detailed or not colour:
            low, high = (y + size * 0.2, size * 0.62) if detailed else (y, size * 0.9)
            parts.append(
                kit.text(int(HEX_NUMBER[hexagon]), x, low, high, bold=True, fill=INK if detailed else QUIET_INK)
            )
        if colour:
            high, wide = (y - size * 0.5, size * 0.42) if detailed else (y, size * 0.86)
            parts.append(kit.use(f"burgundy-{colour}", x, high, wide, opacity=0.55))
    parts.append(_borders(board, size))
    if detailed and board:
        say = words(GAME.package, language)
        left, top, width, height = _box(1)
        parts.append(kit.text(say("board", number=board), left + 8, top + 14, 17, "start", bold=True, on_table=True))
        parts.append(_region_table(left + width - 8, top + height - 6, say))
    return "".join(parts)


def _region_table(right: float, bottom: float, say: Words) -> str:
    """What full regions score by their size, in the lower right corner."""
    rows = []
    for size in range(1, len(REGION_POINTS)):
        column, row = (size - 1) // 4, (size - 1) % 4
        x, y = right - 92 + column * 56, bottom - 62 + row * 17
        rows.append(kit.hexagon((x, y), 8.5, PAPER, False, QUIET_INK, 1))
        rows.append(kit.text(size, x, y, 11, fill=QUIET_INK))
        rows.append(kit.text(int(REGION_POINTS[size]), x + 34, y, 14, "end", bold=True, on_table=True))
    return kit.named("".join(rows), say("region_points"))


def _finished(board: int, tiles: Any) -> list[int]:
    """The regions of an estate in which every hex has its tile."""
    if not board:
        return []
    empty = {int(region) for region, kind in zip(REGION[board], tiles, strict=True) if kind == NOTHING}
    return sorted({int(region) for region in REGION[board]} - empty)


@cache
def _rim(board: int, region: int, size: float) -> str:
    """The gold rim of a region that is finished."""
    edges = _edges(board, size, region)
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{edges}" {line} stroke="{INK}" stroke-width="{kit.number(size * 0.15)}"/>'
        f'<path d="{edges}" {line} stroke="{GOLD}" stroke-width="{kit.number(size * 0.09)}"/>'
    )


@cache
def _borders(board: int, size: float) -> str:
    """The lines between regions and around the estate."""
    return (
        f'<path d="{_edges(board, size)}" fill="none" stroke="#6f5f47" stroke-width="{kit.number(size * 0.075)}" '
        'stroke-linecap="round"/>'
    )


def _edges(board: int, size: float, region: int | None = None) -> str:
    """The edges between regions and around the estate, or around one region, as a path."""
    edges = []
    for hexagon in range(HEXES):
        if region is not None and REGION[board, hexagon] != region:
            continue
        middle = centre(hexagon, size)
        corners = hex_corners(middle, size, flat=False)
        for k in range(6):
            one, two = corners[k], corners[(k + 1) % 6]
            across = ((one[0] + two[0]) - middle[0], (one[1] + two[1]) - middle[1])
            other = next((h for h in NEIGHBOURS[hexagon] if _near(centre(h, size), across)), None)
            inside = other is not None and bool(REGION[board, other] == REGION[board, hexagon])
            if not inside and (other is None or other > hexagon or region is not None):
                edges.append(f"M{kit.number(one[0])} {kit.number(one[1])}L{kit.number(two[0])} {kit.number(two[1])}")
    return "".join(edges)


def _near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 1 and abs(one[1] - other[1]) < 1


def _owner(view: Any, seat: int, place: Point, count: int, language: str) -> str:
    """Whose estate it is, where several are shown."""
    if count == 1:
        return ""
    left, top = place[0] + 3.6 * sqrt(3) * SIZE - 8, place[1] - 5.7 * SIZE + 14
    name = seat_name(seat, view.names, language)
    return kit.shield(colours(view)[seat], left - 12, top + 4, 30) + kit.text(
        name, left - 32, top, 17, "end", bold=True, on_table=True
    )


def estate_pieces(view: Any, seat: int, size: float, language: str) -> str:
    """The tiles of an estate, the mark of the last one, and the bonus tiles won."""
    parts = []
    word, *args = (view.last or "").split() or [""]
    last = int(args[-1]) if word in ("place", "start") and args[-1].isdecimal() and view.last_by == seat else NOTHING
    for hexagon, kind in enumerate(view.s.tiles[seat]):
        if kind == NOTHING:
            continue
        x, y = centre(hexagon, size)
        body = tile(int(kind), 0, 0, size * 0.93)
        origin = f"store-{KINDS[kind]}" if seat == view.seat else f"p{seat}"
        name = hex_words(int(view.s.board[seat]), hexagon, view.s.tiles[seat], language)
        parts.append(
            kit.group(body, x, y, id=f"tile-{seat}-{hexagon}", data_from=origin, data_name=name, class_="piece")
        )
        if hexagon == int(view.s.start[seat]):
            parts.append(kit.circle(x + size * 0.52, y - size * 0.36, size * 0.12, PAPER, INK, size * 0.03))
        if hexagon == last:
            parts.append(kit.outline(shrunk(hex_corners((x, y), size, False), (x, y), 0.92)))
    board = int(view.s.board[seat])
    parts += [_rim(board, region, size) for region in _finished(board, view.s.tiles[seat])]
    if size > 2 * SMALL:
        left, top, width, _ = _box(1)
        drop = 44 if view.seat is None else 20
        parts.append(kit.group(_bonus_won(view, seat, 34, language), left + width - 20, top + drop))
    return "".join(parts)


def _bonus_won(view: Any, seat: int, size: float, language: str) -> str:
    """The bonus tiles that a seat has won, two in a row from the right: as many as there are fit beside the estate."""
    say, players = words(GAME.package, language), view.game.players
    return "".join(
        _bonus_tile(code // 2, int(BONUS_POINTS[players, code % 2]), -(k % 2) * size, k // 2 * size, size, say)
        for k, code in enumerate(int(code) for code in view.s.bonus[seat] if code != NOTHING)
    )


def _bonus_tile(colour: int, points: int, x: float, y: float, size: float, say: Words, won: bool = True) -> str:
    name = say("site.bonus.won" if won else "site.bonus", colour=say(f"colour.{COLOURS[colour]}"), points=points)
    body = kit.rectangle(x - size * 0.45, y - size * 0.45, size * 0.9, size * 0.9, FILL[COLOURS[colour]], INK, 1.2, 4)
    body += kit.use(f"burgundy-{COLOURS[colour]}", x - size * 0.2, y - size * 0.22, size * 0.42)
    ink = "#fff" if COLOURS[colour] == "castle" else INK
    body += kit.text(points, x + size * 0.2, y + size * 0.2, size * 0.52, bold=True, fill=ink)
    return kit.named(body, name)


# ---- tiles


def tile(kind: int, x: float, y: float, size: float) -> str:
    """A tile with its middle at a point; small ones carry less."""
    look = "small" if size < 1.5 * SMALL else "tile"
    return kit.use(f"burgundy-{look}-{KINDS[kind]}", x, y, size * 32 / FACE)


@cache
def symbols(language: str) -> str:
    """All artwork, the tiles with their letters included."""
    tiles = (
        kit.symbol(f"burgundy-{look}-{name}", _face(kind, look == "small", language))
        for look in ("tile", "small")
        for kind, name in enumerate(KINDS)
    )
    return SYMBOLS + "".join(tiles)


def _face(kind: int, small: bool, language: str) -> str:
    """A tile's colour, symbol, and letters or a figure that tell it apart without colour."""
    colour, size = COLOURS[KIND_COLOUR[kind]], FACE
    face = kit.use(f"burgundy-face-{colour}", 0, 0, 32)
    if colour == "knowledge":
        return face + _knowledge_face(knowledge_tile(kind), size, small)
    icon = SPECIES[(kind - FIRST_ANIMAL) // 3] if colour == "animal" else KINDS[kind]
    if small:
        return face + kit.use(f"burgundy-{icon}", 0, 0, size * 1.25)
    ink = "#fff" if colour == "castle" else INK
    letters = kit.text(
        short(kind, language), 0, size * 0.58, size * (0.5 if colour == "animal" else 0.42), bold=True, fill=ink
    )
    return face + kit.use(f"burgundy-{icon}", 0, -size * 0.2, size * 1.02) + letters


def _knowledge_face(tile: Knowledge, size: float, small: bool) -> str:
    if small:
        return kit.text(tile.value, 0, 0, size * 0.95, bold=True)
    return (
        kit.text(tile.value, 0, -size * 0.36, size * 0.62, bold=True)
        + kit.line((-size * 0.42, -size * 0.02), (size * 0.42, -size * 0.02), INK, size * 0.03)
        + kit.text(tile.figure, -size * 0.27, size * 0.36, size * 0.36, bold=True)
        + kit.use(f"burgundy-{tile.symbol}", size * 0.26, size * 0.36, size * 0.52)
    )


def goods_stack(goods: int, count: int, x: float, y: float, size: float) -> str:
    """Goods of one type and how many; the die face tells the type."""
    body = kit.use(f"burgundy-goods-{GOODS[goods]}", x, y, size)
    if count > 1:
        body += kit.circle(x + size * 0.42, y - size * 0.38, size * 0.29, PAPER, INK, 1)
        body += kit.text(count, x + size * 0.42, y - size * 0.38, size * 0.42, bold=True)
    return body


# ---- sites on the own estate


def sites(view: Any, language: str) -> str:
    """The hexes of the own estate."""
    board, tiles = int(view.s.board[view.seat]), view.s.tiles[view.seat].tolist()
    parts = []
    for hexagon in range(HEXES):
        middle = centre(hexagon, SIZE)
        corners = shrunk(hex_corners(middle, SIZE, flat=False), middle, 0.92)
        parts.append(kit.site_polygon(f"x{hexagon}", hex_words(board, hexagon, tiles, language), corners))
    return "".join(parts)


# ---- beside the board


def figures(view: Any, seat: int, say: Words) -> Panel:
    """What everybody may count of a seat: silver, workers, goods, stored tiles, and the unused dice."""
    s = view.s
    items = [
        ("burgundy-silver", int(s.silver[seat]), say("score.silver")),
        ("burgundy-worker", int(s.workers[seat]), say("score.workers")),
        ("burgundy-goods", int(s.goods[seat].sum()), say("figure.goods")),
        ("burgundy-tile", int((s.storage[seat] != NOTHING).sum()), say("figure.stored")),
    ]
    body = kit.figures_row(items, 156, 22)
    dice = "".join(
        kit.die(int(value), 10 + k * 23, 33, 18, faded=not value) for k, value in enumerate(_all_dice(view, seat))
    )
    values = ", ".join(str(int(value)) for value in sorted(s.dice[seat]) if value) or say("none")
    body += kit.named(dice, f"{say('figure.dice')}: {values}")
    body += "".join(goods_stack(g, int(n), 62 + k * 20, 34, 15) for k, (g, n) in enumerate(_held(s.goods[seat])))
    if view.to_act is not None:
        now = say("figure.points", n=int(s.points[seat]))
        body += kit.named(kit.text(now, 169, 33, 13, "end", on_table=True, opacity=0.85), say("figure.points.help"))
    return Panel(f"figures-{seat}", seat_name(seat, view.names, say.language), 170, 44, body, "seat", seat)


def _all_dice(view: Any, seat: int) -> list[int]:
    """Both dice of a seat; 0 for one that is used or not thrown yet."""
    return sorted((int(value) for value in view.s.dice[seat]), key=lambda value: value or 7)


def _held(counts: Any) -> list[tuple[int, int]]:
    return [(goods, int(count)) for goods, count in enumerate(counts) if count]


def panels(view: Any, say: Words, language: str) -> list[Panel | None]:
    """Own things first, then the main board, then the others' estates."""
    return [
        None if view.seat is None else _hand(view, say, language),
        _main_board(view, say, language),
        *(_estate(view, seat, say, language) for seat in _others(view)),
    ]


def _others(view: Any) -> list[int]:
    """The other seats, from the left neighbour on; for a spectator all."""
    players = view.game.players
    if view.seat is None:
        return list(range(players))
    return [(view.seat + k) % players for k in range(1, players)]


def _hand(view: Any, say: Words, language: str) -> Panel:
    """Dice and storage in the first row, goods, workers and silver in the second."""
    s, seat = view.s, view.seat
    keeping = view.point == "keep" and view.to_act == seat
    parts = [_own_dice(view, say), _to_keep(view, say) if keeping else _storage(view, say, language)]
    if view.point == "discard" and view.to_act == seat:
        name = say("site.taking", tile=tile_words(int(s.taking), language))
        parts.append(kit.named(tile(int(s.taking), 318, 29, 26), name))
        parts.append(_arrow(284, 29))
    parts += [_own_goods(view, say), _means(view, say)]
    return Panel("hand", say("panel.hand"), WIDTH, 112, "".join(parts), "hand")


def _arrow(x: float, y: float) -> str:
    return f'<path d="M{x + 7} {y - 7}L{x - 1} {y}L{x + 7} {y + 7}" fill="none" stroke="{ACCENT}" stroke-width="3"/>'


def _own_dice(view: Any, say: Words) -> str:
    """Both dice, ascending; the one that an action is made with stays where it lay and has a frame."""
    now = int(view.s.die) if view.to_act == view.seat else 0
    unused = [value for value in _all_dice(view, view.seat) if value]
    row = sorted([*((value, False) for value in unused), *([(now, True)] if now else [])])
    parts = []
    for k, (value, chosen) in enumerate([*row, *[(0, False)] * (2 - len(row))]):
        x = 24 + k * 48
        body = kit.die(value, x, 29, 34 if chosen else 38, faded=not value)
        if chosen:
            frame = kit.chosen_frame(x - 22, 7, 44, 44, 10)
            parts.append(kit.named(frame + body, say("site.die.now", value=value)))
            continue
        parts.append(body)
        if not value:
            parts.append(kit.named(kit.rectangle(x - 19, 10, 38, 38, "none", None, pointer_events="all"),
                                   say("site.die.used")))  # fmt: skip
    for value in sorted(set(unused)):
        places = [k for k, one in enumerate(row) if one == (value, False)]
        x, width = 1 + places[0] * 48, 46 + 48 * (len(places) - 1)
        parts.append(kit.site_rectangle(f"die-{value}", say("site.die", value=value), x, 6, width, 46))
    return "".join(parts)


def _storage(view: Any, say: Words, language: str) -> str:
    s, seat = view.s, view.seat
    parts = []
    word, *args = (view.last or "").split() or [""]
    taken = f"d{args[0]}-{args[1]}" if word in ("take", "buy") and view.last_by == seat else None
    for space in range(STORAGE_SPACES):
        x, kind = 126 + space * 52, int(s.storage[seat, space])
        slot = kit.hexagon((x, 29), 26, "none", False, EDGE, 1.4, stroke_dasharray="4 3")
        if kind == NOTHING:
            parts.append(kit.named(slot, say("site.store.empty")))
            continue
        origin = taken if taken and taken.endswith(f"-{KINDS[kind]}") else None
        parts.append(slot + kit.group(tile(kind, 0, 0, 25), x, 29, id=f"store-{seat}-{space}",
                                      data_from=origin, class_="piece"))  # fmt: skip
        name = say("site.store", tile=tile_words(kind, language))
        corners = hex_corners((x, 29), 26, flat=False)
        parts.append(kit.site_polygon(f"store-{KINDS[kind]}", name, corners))
    return "".join(parts)


def _to_keep(view: Any, say: Words) -> str:
    """The new types of goods in the named depots, to choose from, where the stored tiles lie else."""
    s, parts = view.s, list[str]()
    named = [int(depot) for depot in s.ship_depots if depot != NOTHING]
    for goods, name in enumerate(GOODS):
        count = sum(int(s.depot_goods[depot, goods]) for depot in named)
        if count and not s.goods[view.seat, goods]:
            x = 100 + len(parts) * 42
            body = kit.rectangle(x, 6, 39, 46, PAPER, EDGE, 1.2, 7, class_="paper")
            body += goods_stack(goods, count, x + 18.5, 30, 28)
            full = say("site.keep", goods=say(f"arg.{name}"), count=count)
            parts.append(body + kit.site_rectangle(f"keep-{name}", full, x, 6, 39, 46))
    return "".join(parts)


def _own_goods(view: Any, say: Words) -> str:
    held = _held(view.s.goods[view.seat])
    parts = []
    for space in range(3):
        x = 1 + space * 51
        parts.append(kit.rectangle(x, 63, 46, 46, "none", EDGE, 1.4, 7, stroke_dasharray="4 3"))
        if space >= len(held):
            continue
        goods, count = held[space]
        parts.append(kit.use(f"burgundy-goods-{GOODS[goods]}", x + 19, 86, 32))
        parts.append(kit.text(count, x + 40, 75, 16, bold=True, on_table=True))
        name = say("site.goods", goods=say(f"arg.{GOODS[goods]}"), count=count)
        parts.append(kit.site_rectangle(f"good-{GOODS[goods]}", name, x, 63, 46, 46))
    return "".join(parts)


def _means(view: Any, say: Words) -> str:
    s, seat = view.s, view.seat
    items = (
        ("worker", int(s.workers[seat]), "site.workers"),
        ("silver", int(s.silver[seat]), "site.silver"),
        ("sold", int(s.sold[seat].sum()), "site.sold"),
    )
    parts = []
    for k, (icon, count, key) in enumerate(items):
        x = 159 + k * 65
        body = kit.rectangle(x, 63, 62, 46, PAPER, EDGE, 1.2, 7, class_="paper")
        body += kit.use(f"burgundy-{icon}", x + 19, 86, 28) + kit.text(count, x + 46, 86, 18, bold=True)
        name = say(key, count=count)
        if icon == "worker":
            parts.append(body + kit.site_rectangle("workers", name, x, 63, 62, 46))
        else:
            parts.append(kit.named(body, name))
    return "".join(parts)


# ---- the main board

BOARD_WIDTH, BOARD_HEIGHT = 516, 472
DEPOT_WIDTH, DEPOT_HEIGHT = 172, 141
UPPER, BLACK_TOP, LOWER, TRACK_TOP = 38, 180, 263, 405
DEPOT_AT = {
    number: (across * DEPOT_WIDTH, top)
    for top, row in ((UPPER, (6, 1, 2)), (LOWER, (5, 4, 3)))
    for across, number in enumerate(row)
}
"""The depots stand in a ring: 6 1 2 above the black depot, 5 4 3 below it."""
TILE = 37.2
"""A tile is 64 units wide, so that it can be read where the main board is as wide as it wants."""


GOODS_PLACES: dict[int, list[Point]] = {
    2: [(153 - 27 * k, 122) for k in range(6)],
    3: [(153, 122), (126, 122), (153, 95), (99, 122), (126, 95), (17, 48)],
    4: [(153, 122), (153, 95), (17, 48), (153, 68), (17, 75), (17, 102)],
}
"""By the number of a depot's tiles where its goods lie: beside them, as far as there is room."""


def _main_board(view: Any, say: Words, language: str) -> Panel:
    """Phases, rounds and the score track, six depots around the black one, the turn-order track and the bonus tiles."""
    body = _phases(view, say)
    for number in DEPOT_AT:
        body += _depot(view, number, say, language)
    body += _black_depot(view, say, language) + _track(view, say) + _bonus_row(view, say)
    return Panel("depots", say("panel.board"), BOARD_WIDTH, BOARD_HEIGHT, body, "table")


def _phases(view: Any, say: Words) -> str:
    s = view.s
    parts = []
    for k, letter in enumerate(PHASES):
        x, now = 1 + k * 36, k == s.phase and not in_set_up(s)
        body = kit.rectangle(x, 1, 34, 32, ACCENT if now else PAPER, EDGE, 1.2, 6, class_=None if now else "paper")
        ink = "#fff" if now else QUIET_INK if k < s.phase else INK
        body += kit.text(letter, x + 11, 17, 16, bold=True, fill=ink)
        body += kit.text(int(PHASE_POINTS[k]), x + 25, 17, 12, fill=ink)
        parts.append(kit.named(body, say("site.phase", letter=letter, points=int(PHASE_POINTS[k]))))
    parts += [_round_space(view, number, 171 + number * 31, say) for number in range(1, ROUNDS + 1)]
    for seat in range(view.game.players):
        x = BOARD_WIDTH - 38 * (view.game.players - seat)
        body = kit.shield(colours(view)[seat], x + 6, 17, 16)
        body += kit.text(int(s.points[seat]), x + 15, 17, 13, "start", bold=True, on_table=True)
        name = f"{seat_name(seat, view.names, say.language)}. {say('figure.points.help')}"
        parts.append(kit.named(body, name))
    return "".join(parts)


def _round_space(view: Any, number: int, x: float, say: Words) -> str:
    """A round's space: its goods while they wait, then the white die that has sent them to a depot, then its number."""
    s, goods, name = view.s, _goods_of_round(view, number), say("site.round", number=number)
    now = number == s.round_number and not in_set_up(s)
    white = _white_die(view) if now else 0
    body = kit.rectangle(x - 13, 3, 28, 28, "none", EDGE, 1.2, 5, stroke_dasharray="4 3")
    if goods != NOTHING:
        body += kit.use(f"burgundy-goods-{GOODS[goods]}", x + 1, 17, 24)
        name = say("site.round.goods", goods=say(f"arg.lay.{GOODS[goods]}"))
    elif white:
        body += kit.die(white, x + 1, 17, 26, "#fff")
        name = f"{name}. {say('site.white', number=white)}"
    else:
        body += kit.text(number, x + 1, 17, 14, bold=now, fill=INK if now else QUIET_INK, on_table=True)
    return kit.named(body, name)


def _white_die(view: Any) -> int:
    """What the white die shows until it is thrown again; 0 where nobody knows."""
    word, *args = (view.thrown or "").split() or [""]
    return int(args[0]) if word == "white" else 0


def _goods_of_round(view: Any, number: int) -> int:
    """The goods tile on a round's space: while they are laid from the top, later what is left for the last rounds."""
    waiting = [int(goods) for goods in view.s.round_goods if goods != NOTHING]
    first = 1 if view.point == "lay" else ROUNDS - len(waiting) + 1
    return waiting[number - first] if 0 <= number - first < len(waiting) else NOTHING


def _depot(view: Any, number: int, say: Words, language: str) -> str:
    """A depot: its number, its tiles on hexes of their colour, its goods below."""
    s, (x, y) = view.s, DEPOT_AT[number]
    depot = number - 1
    goods = _held(s.depot_goods[depot])
    name = say("site.depot", number=number)
    if goods:
        name = say("site.depot.goods", number=number, list=goods_words(s.depot_goods[depot], language))
    mark = number in _last_depots(view)
    body = kit.rectangle(x + 1, y + 1, DEPOT_WIDTH - 3, DEPOT_HEIGHT - 3, PAPER, LAST if mark else EDGE,
                         2.4 if mark else 1.2, 9, class_="paper")  # fmt: skip
    body += kit.die(number, x + 19, y + 19, 27, "#fff")
    body += kit.site_rectangle(f"depot-{number}", name, x + 1, y + 1, DEPOT_WIDTH - 3, DEPOT_HEIGHT - 3, 9)
    used = [slot for slot in range(4) if SLOT_PLAYERS[depot, slot] <= view.game.players]
    for slot, place in zip(used, _depot_places(len(used)), strict=True):
        kind = int(s.depots[depot, slot])
        if kind == NOTHING:
            fill = GROUND[COLOURS[SLOT_COLOUR[depot, slot]]]
            held = kit.hexagon((0, 0), TILE, fill, False, "#fff", 1, opacity=0.7)
        else:
            held = _waiting_tile(kind, f"depot-{number}-{slot}", f"d{number}", language)
        body += kit.group(held, x + place[0], y + place[1])
    for (kind, count), place in zip(goods, GOODS_PLACES[len(used)], strict=False):
        body += kit.named(goods_stack(kind, count, x + place[0], y + place[1], 24), name)
    return body


@cache
def _waiting_tile(kind: int, tile_id: str, depot: str, language: str) -> str:
    """A tile that can be taken; written alike for all spaces, so that a new phase's are cheap to send."""
    drawn = kit.group(tile(kind, 0, 0, TILE), id=tile_id, class_="piece")
    corners = hex_corners((0, 0), TILE, flat=False)
    return drawn + kit.site_polygon(f"{depot}-{KINDS[kind]}", tile_words(kind, language), corners)


def _depot_places(count: int) -> list[Point]:
    """Where the tiles of a depot lie, beside its number."""
    step, down = TILE * sqrt(3) + 0.8, TILE * 1.5 + 0.8
    left, top = 70.5, 42.0
    if count == 2:
        return [(left, top + 14), (left + step, top + 14)]
    if count == 3:
        return [(left, top), (left + step, top), (left - step / 2, top + down)]
    return [(left, top), (left + step, top), (left - step / 2, top + down), (left + step / 2, top + down)]


def _last_depots(view: Any) -> list[int]:
    """The depots that the last move has named."""
    word, *args = (view.last or "").split() or [""]
    return [int(args[0])] if word in ("take", "buy", "goods", "white") and args[0] in DEPOTS[:6] else []


def _black_depot(view: Any, say: Words, language: str) -> str:
    s, y = view.s, BLACK_TOP
    used = int(BLACK_USED[view.game.players])
    body = kit.named(kit.rectangle(1, y, BOARD_WIDTH - 2, 81, BLACK_FILL, INK, 1.2, 9), say("site.black"))
    step = TILE * sqrt(3) + 0.1
    first = BOARD_WIDTH / 2 - (used - 1) * step / 2
    for slot in range(used):
        x, kind = first + slot * step, int(s.black[slot])
        if kind == NOTHING:
            held = kit.hexagon((0, 0), TILE - 1, "none", False, "#8d8375", 1, stroke_dasharray="3 3")
        else:
            held = _waiting_tile(kind, f"black-{slot}", "dblack", language)
        body += kit.group(held, x, y + 40.5)
    price = kit.use("burgundy-silver", 10, y + 10, 18) + kit.text("2", 10, y + 10, 11, bold=True)
    return body + kit.named(price, say("site.black"))


def _track(view: Any, say: Words) -> str:
    """The turn-order track: stacks of pawns, the farther right the earlier."""
    s, y = view.s, TRACK_TOP
    parts = []
    for space in range(TRACK_SPACES):
        x = 1 + space * 29
        stack = [int(seat) for seat in s.track[space] if seat != NOBODY]
        body = kit.rectangle(x, y + 2, 27, 64, PAPER, EDGE, 1.2, 6, class_="paper")
        body += kit.text(space, x + 13.5, y + 10, 10, fill=QUIET_INK) if not stack else ""
        for height, seat in enumerate(stack):
            shape = kit.piece(
                "burgundy-pawn", colours(view)[seat], x + 13.5, y + 54 - height * 14, 22, id=f"pawn-{seat}"
            )
            parts_of = shape
            body += parts_of
        names = ", ".join(seat_name(seat, view.names, say.language) for seat in stack)
        name = say("site.track.pawns", number=space, list=names) if stack else say("site.track", number=space)
        parts.append(kit.named(body, name))
    return "".join(parts)


def _bonus_row(view: Any, say: Words) -> str:
    """The bonus tiles that can still be won: large above, small below."""
    parts = []
    players = view.game.players
    for colour, left in enumerate(bonus_left(view.s, players)):
        for size in range(2):
            points = int(BONUS_POINTS[players, size])
            x, y = 232 + (colour % 6) * 51.5, TRACK_TOP + 18 + size * 32
            if points in left:
                parts.append(_bonus_tile(colour, points, x, y, 31, say, won=False))
            else:
                winner = next(seat for seat in range(players) if 2 * colour + size in view.s.bonus[seat])
                name = say("site.bonus.taken", who=seat_name(winner, view.names, say.language), points=points)
                parts.append(kit.named(kit.shield(colours(view)[winner], x, y, 27), name))
    return "".join(parts)


# ---- the others' estates


def _estate(view: Any, seat: int, say: Words, language: str) -> Panel:
    """A seat's estate small, and beside it what it has in store; a spectator has the estates on the board."""
    s, who = view.s, seat_name(seat, view.names, language)
    if view.seat is None:
        body = _stored(view, seat, say, language)
        body += kit.group(_goods_of(view, seat, say), 136, 26) + _sold(view, seat, 262, 26, say)
        return Panel(f"estate-{seat}", say("panel.stores", who=who), WIDTH, 50, body, "seat", seat)
    roomy = view.game.players < 4
    size, height, across, beside = (MIDDLE, 194, 106, 216) if roomy else (SMALL, 150, 84, 184)
    ground = estate_ground(int(s.board[seat]), size, language) + estate_pieces(view, seat, size, language)
    bonus, means, dice, sold, now = (
        (98, 152, (11, 180), (100, 152), 180) if roomy else (101, 134, (106, 134), (126, 68), 12)
    )
    stores = _stored(view, seat, say, language) + kit.group(_goods_of(view, seat, say), 0, 68)
    for k, code in enumerate(int(code) for code in s.bonus[seat] if code != NOTHING):
        x, y = (14 + k % 4 * 27, bonus + k // 4 * 28) if roomy else (14 + k * 27, bonus)
        stores += _bonus_tile(code // 2, int(BONUS_POINTS[view.game.players, code % 2]), x, y, 26, say)
    workers, silver = int(s.workers[seat]), int(s.silver[seat])
    stores += _counted("worker", workers, 12, means, 21, say("site.workers", count=workers))
    stores += _counted("silver", silver, 56, means, 21, say("site.silver", count=silver))
    stores += _sold(view, seat, *sold, say)
    for k, value in enumerate(_all_dice(view, seat)):
        stores += kit.die(value, dice[0] + k * 27, dice[1], 22, faded=not value)
    body = kit.group(ground, across, height / 2 - 1) + kit.group(stores, beside, 0)
    if view.to_act is not None:
        points = kit.text(say("figure.points", n=int(s.points[seat])), WIDTH - 2, now, 13, "end", on_table=True)
        body += kit.named(points, say("figure.points.help"))
    return Panel(f"estate-{seat}", say("panel.estate", who=who), WIDTH, height, body, "seat", seat)


def _stored(view: Any, seat: int, say: Words, language: str) -> str:
    """The spaces of a seat's storage and the tiles on them."""
    parts = []
    for space in range(STORAGE_SPACES):
        kind, x = int(view.s.storage[seat, space]), 20 + space * 40
        if kind == NOTHING:
            slot = kit.hexagon((x, 24), 20, "none", False, EDGE, 1.2, stroke_dasharray="4 3")
            parts.append(kit.named(slot, say("site.store.empty")))
        else:
            parts.append(kit.named(tile(kind, x, 24, 20), say("site.store", tile=tile_words(kind, language))))
    return "".join(parts)


def _goods_of(view: Any, seat: int, say: Words) -> str:
    """A seat's goods, by type."""
    held = enumerate(_held(view.s.goods[seat]))
    return "".join(
        kit.named(
            goods_stack(goods, count, 17 + k * 36, 0, 27),
            say("site.goods.of", goods=say(f"arg.{GOODS[goods]}"), count=count),
        )
        for k, (goods, count) in held
    )


def _sold(view: Any, seat: int, x: float, y: float, say: Words) -> str:
    """How many goods a seat has sold."""
    count = int(view.s.sold[seat].sum())
    return _counted("sold", count, x, y, 24, say("site.sold", count=count))


def _counted(icon: str, count: int, x: float, y: float, size: float, name: str) -> str:
    """A symbol and how many of it there are."""
    number = kit.text(count, x + size / 2 + 4, y, 15, "start", bold=True, on_table=True)
    return kit.named(kit.use(f"burgundy-{icon}", x, y, size) + number, name)
