"""Amber as a picture: the board with its roads, castles and villages, the hand and the tiles beside it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from burgrave.core import drawing as kit
from burgrave.core.drawing import ACCENT, CHOSEN, EDGE, INK, PAPER, Drawing, Panel
from burgrave.core.grids import Point, square_centre, square_corners
from burgrave.core.words import Words, seat_name, words
from burgrave.games.amber import GAME
from burgrave.games.amber.board import (
    CASTLE,
    COLUMNS,
    CURVE,
    CURVE_ONEWAY_LEFT,
    CURVE_ONEWAY_RIGHT,
    EMPTY,
    ENTRANCES,
    FIELD_NAMES,
    FIELDS,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    MOST_VILLAGES,
    NOWHERE,
    ROTATION_NAMES,
    ROTATION_OF,
    ROTATIONS,
    SHOVEL,
    SPECIAL_SHOVEL,
    VILLAGE_COUNT,
    VILLAGES,
    WIDTH,
)
from burgrave.games.amber.reading import castle_links, layout_of, links_of, reach, village_links
from burgrave.games.amber.state import ADVANCED
from burgrave.games.amber.symbols import SYMBOLS
from burgrave.games.amber.words import arrival_words, field_words, tile_name, turned_words

SIZE = 60.0
RIM = 30.0
BOX = (-RIM, -8.0, WIDTH * SIZE + RIM + 8, WIDTH * SIZE + RIM + 8)
CENTRE: list[Point] = [square_centre((field % WIDTH, WIDTH - 1 - field // WIDTH), SIZE) for field in range(FIELDS)]
PANEL = 352.0
"""Panels fit a phone of 390 pixels with its margins."""

FRAME, LAND, LAND_SHADE, GRID = "#c9a45c", "#ece3c6", "#e5dbb9", "#c4b88f"


def draw(view: Any, language: str) -> Drawing:
    """The picture of a view."""
    say = words(GAME.package, language)
    return Drawing(
        symbols=SYMBOLS,
        box=BOX,
        ground=ground(),
        pieces=pieces(view, say),
        sites=sites(view, say),
        figures=tuple(figures(view, seat, say) for seat in range(view.game.players)),
        panels=tuple(panel for panel in panels(view, say) if panel),
    )


def colours(view: Any) -> tuple[str, ...]:
    """The seats' colours."""
    return tuple(view.colours)


# ---- the board


@cache
def ground() -> str:
    """The land in its frame of amber wood, field by field, with the names of columns and rows."""
    side = WIDTH * SIZE
    parts = [
        kit.rectangle(-RIM, -8, side + RIM + 8, side + RIM + 8, FRAME, INK, 1.4, 10),
        kit.rectangle(0, 0, side, side, LAND, INK, 1.2, 2),
    ]
    for field, (x, y) in enumerate(CENTRE):
        if (field + field // WIDTH * (WIDTH + 1)) % 2:
            parts.append(kit.rectangle(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE, LAND_SHADE, None, 0, 0))
    grid = "".join(f"M{k * SIZE:g} 0V{side:g}M0 {k * SIZE:g}H{side:g}" for k in range(1, WIDTH))
    parts.append(f'<path d="{grid}" fill="none" stroke="{GRID}" stroke-width="1"/>')
    for k, column in enumerate(COLUMNS):
        parts.append(kit.text(column, (k + 0.5) * SIZE, side + 15, 18, bold=True))
        parts.append(kit.text(k + 1, -15, side - (k + 0.5) * SIZE, 18, bold=True))
    return "".join(parts)


def pieces(view: Any, say: Words) -> str:
    """Tiles, castles, villages with their coins, the mark of the last move, and what each castle reaches on demand."""
    s = view.s
    marked = _last_field(view)
    codes = s.tile.tolist()
    parts = [_tile(view, field, code, marked) for field, code in enumerate(codes) if code not in (EMPTY, CASTLE)]
    parts += [_castle(view, field) for field, code in enumerate(codes) if code == CASTLE]
    parts.append(_own_reach(view))
    for seat in range(view.game.players):
        if s.castle[seat] != NOWHERE:
            parts.append(_reach(view, seat))
    layout = layout_of(s)
    parts += [_village(s, village, int(VILLAGES[layout, village])) for village in range(VILLAGE_COUNT[layout])]
    if marked is not None:
        parts.append(kit.outline(square_corners(CENTRE[marked], SIZE - 3)))
    return "".join(parts)


def _last_field(view: Any) -> int | None:
    """The field of the last move, if it had one; the road just laid while a second tile may follow."""
    if view.s.first != NOWHERE:
        return int(view.s.first)
    text = (view.last or "").split()
    return FIELD_NAMES.index(text[1]) if len(text) > 1 and text[1] in FIELD_NAMES else None


def turned(kind: int, quarters: int, x: float, y: float, size: float = SIZE, **more: Any) -> str:
    """A tile with its middle at a point, turned clockwise."""
    return kit.group(kit.use(f"amber-{KIND_NAMES[kind]}", 0, 0, size), x, y, turn=90 * quarters, **more)


def _tile(view: Any, field: int, code: int, marked: int | None) -> str:
    origin = f"p{view.last_by}" if field == marked and view.last_by is not None and view.last_by >= 0 else None
    x, y = CENTRE[field]
    return turned(
        int(KIND_OF[code]), int(ROTATION_OF[code]), x, y, id=f"tile-{field}", class_="piece", data_from=origin
    )


def _castle(view: Any, field: int) -> str:
    """A castle with its four roads; without an owner it is as white as paper."""
    s, (x, y) = view.s, CENTRE[field]
    owners = [seat for seat in range(view.game.players) if s.castle[seat] == field]
    roads = kit.use("amber-castle_roads", x, y, SIZE)
    if not owners:
        return roads + kit.use("amber-castle", x, y, 40, 36, fill=PAPER) + _coin(x + 19, y - 19)
    tower = kit.tinctured(kit.use("amber-castle", x, y, 40, 36, fill="{fill}"), colours(view)[owners[0]])
    return roads + tower + (_coin(x + 19, y - 19) if s.coin[MOST_VILLAGES + owners[0]] else "")


def _village(s: Any, village: int, field: int) -> str:
    """A village in the middle of its field, or in the corner of the tile that lies there, away from its road."""
    x, y = CENTRE[field]
    code = int(s.tile[field])
    if code == EMPTY:
        house, coin, width = (x - 2, y + 1), (x + 19, y - 19), 40.0
    else:
        right, down = _free_corner(int(KIND_OF[code]), int(ROTATION_OF[code]))
        house, coin, width = (x + 16 * right, y + 17 * down - 1), (x - 20 * right, y + 20 * down), 27.0
    body = kit.group(
        kit.use("amber-village", 0, 0, width, width * 5 / 6), *house, id=f"village-{village}", class_="piece"
    )
    return body + (_coin(*coin) if s.coin[village] else "")


def _free_corner(kind: int, quarters: int) -> tuple[int, int]:
    """The corner farthest from a curve's road, as steps to the right and down; other tiles leave every corner free."""
    right, down = (1, -1) if kind == CURVE_ONEWAY_LEFT else (-1, -1)
    if kind in (CURVE, CURVE_ONEWAY_RIGHT, CURVE_ONEWAY_LEFT):
        for _ in range(quarters):
            right, down = -down, right
    return right, down


def _coin(x: float, y: float) -> str:
    return kit.use("amber-coin", x, y, 21)


# ---- what a seat reaches


def _own_reach(view: Any) -> str:
    """Small dots where the viewer could build now."""
    s, seat = view.s, view.seat
    if seat is None or view.to_act != seat or s.castle[seat] == NOWHERE or view.point not in ("tile", "place"):
        return ""
    return "".join(
        kit.circle(*CENTRE[field], 4.5, ACCENT, "#fff", 1.5)
        for field, sides in enumerate(reach(s, seat)[1])
        if sides and s.tile[field] == EMPTY
    )


def _reach(view: Any, seat: int) -> str:
    """Roads a seat drives and fields it gets to, shown while somebody points at its castle."""
    s, colour = view.s, colours(view)[seat]
    parts = []
    for field, (sides, code) in enumerate(zip(reach(s, seat)[1], s.tile.tolist(), strict=True)):
        if sides & int(ENTRANCES[code]):
            parts.append(_driven(field, colour))
        elif sides and code != CASTLE:
            parts.append(_arrived(field, colour))
    trigger = f"amber_castle_{FIELD_NAMES[s.castle[seat]]}"
    # Not by its visibility: to Firefox that is a style, which a page's policy keeps out.
    shown = (
        '<animateTransform attributeName="transform" type="scale" values="1;1" dur="1s" repeatCount="indefinite" '
        f'begin="{trigger}.mouseover;{trigger}.focusin" end="{trigger}.mouseout;{trigger}.focusout"/>'
    )
    return f'<g class="reach" transform="scale(0)" pointer-events="none">{shown}{"".join(parts)}</g>'


@cache
def _driven(field: int, colour: str) -> str:
    x, y = CENTRE[field]
    return kit.tinctured(kit.rectangle(x - 28, y - 28, 56, 56, "{fill}", INK, 1.6, 5, fill_opacity=0.42), colour)


@cache
def _arrived(field: int, colour: str) -> str:
    return kit.tinctured(kit.circle(*CENTRE[field], 10, "{fill}", INK, 1.6), colour)


# ---- sites


def sites(view: Any, say: Words) -> str:
    """Every field, with whether and whence the viewer reaches it; castles show on demand what they reach."""
    s = view.s
    settled = view.seat is not None and s.castle[view.seat] != NOWHERE
    reached = reach(s, view.seat)[1] if settled else [0] * FIELDS
    coins, castles = s.coin.tolist(), s.castle.tolist()
    villages = {int(field): place for place, field in enumerate(VILLAGES[layout_of(s)]) if field != NOWHERE}
    parts = []
    for field, code in enumerate(s.tile.tolist()):
        seat = castles.index(field) if field in castles else None
        owner = None if seat is None else seat_name(seat, view.names, say.language)
        village = villages.get(field)
        target = village if seat is None else MOST_VILLAGES + seat
        coin = target is not None and bool(coins[target])
        sides = reached[field] if code != CASTLE else 0
        parts.append(_site(field, code, owner, village is not None, coin, sides, say.language))
    return "".join(parts)


@lru_cache(maxsize=4096)
def _site(field: int, code: int, owner: str | None, village: bool, coin: bool, sides: int, language: str) -> str:
    what = field_words(code, owner, village, coin, language)
    if sides:
        what = words(GAME.package, language)("site.reached", what=what, sides=arrival_words(sides, language))
    name = words(GAME.package, language)("site.field", name=FIELD_NAMES[field], what=what)
    (x, y), site = CENTRE[field], FIELD_NAMES[field]
    place = kit.site_rectangle(site, name, x - 28, y - 28, 56, 56, 4)
    return place.replace("<rect ", f'<rect id="amber_castle_{site}" ', 1) if code == CASTLE else place


# ---- beside the board


def figures(view: Any, seat: int, say: Words) -> Panel:
    """What everybody may count of a seat: tiles, coins, connected villages and castles, the special shovel."""
    s = view.s
    links = links_of(s, seat)
    items: list[tuple[str, object, str]] = [
        ("amber-back", int(s.hand_size[seat]), say("figure.tiles")),
        ("amber-coin", int(s.coins[seat]), say("figure.coins")),
        ("amber-village", len(village_links(links)), say("figure.villages")),
        ("amber-tower", len(castle_links(links)), say("figure.castles")),
    ]
    if s.variant == ADVANCED:
        items.append(("amber-shovel", int(s.special_shovel[seat]), say("figure.shovel")))
    body = kit.figures_row(items, 170, 26)
    return Panel(f"figures-{seat}", seat_name(seat, view.names, say.language), 170, 26, body, "seat", seat)


def panels(view: Any, say: Words) -> list[Panel | None]:
    """Own tiles and how to turn one, then what everybody can draw from, then what nobody has seen."""
    own = view.seat is not None
    return [
        _hand(view, say) if own else None,
        _turns(view, say) if own else None,
        _supply(view, say),
        _unseen(view, say),
    ]


def tile_face(view: Any, kind: int, x: float, y: float, size: float) -> str:
    """A kind of tile as it looks in a hand; the special shovel in its owner's colour."""
    if kind == SPECIAL_SHOVEL:
        return kit.tinctured(kit.use("amber-special_shovel", x, y, size, fill="{fill}"), colours(view)[view.seat])
    return kit.use(f"amber-{KIND_NAMES[kind]}", x, y, size)


def _card(view: Any, kind: int, count: int, x: float, width: float, chosen: bool) -> str:
    """A tile on a card, with its number when there are several."""
    face = kit.rectangle(
        x, 1, width, width + 4, PAPER, CHOSEN if chosen else EDGE, 3 if chosen else 1.2, 7, class_="paper"
    )
    face += tile_face(view, kind, x + width / 2, 3 + width / 2, width - 8)
    if count > 1:
        face += kit.circle(x + width - 9, 11, 10, INK, "#fff", 1.2)
        face += kit.text(count, x + width - 9, 11, 14, bold=True, fill="#fff")
    return face


def _hand(view: Any, say: Words) -> Panel:
    s, seat = view.s, view.seat
    kinds = [kind for kind in range(KINDS) if s.hand[seat, kind]]
    if s.special_shovel[seat]:
        kinds.append(SPECIAL_SHOVEL)
    step = PANEL / (7 if s.variant == ADVANCED else 6)
    parts = []
    for place, kind in enumerate(kinds):
        name = "special_shovel" if kind == SPECIAL_SHOVEL else KIND_NAMES[kind]
        count = 1 if kind == SPECIAL_SHOVEL else int(s.hand[seat, kind])
        x = place * step + 1
        chosen = view.to_act == seat and s.chosen == kind
        parts.append(_card(view, kind, count, x, step - 4, chosen))
        full = say("site.hand", tile=tile_name(kind, say.language), count=count, text=say(f"card.{name}"))
        parts.append(kit.site_rectangle(f"hand-{name}", full, x, 1, step - 4, step))
    return Panel("hand", say("panel.hand"), PANEL, step + 2, "".join(parts), "hand")


def _turns(view: Any, say: Words) -> Panel | None:
    """The tile picked up, turned each way; a field is clicked first, then one of these. Without one the room stays."""
    kind, step = int(view.s.chosen), PANEL / 4
    if view.to_act is None:
        return None
    card = [kit.rectangle(k * step + 6, 1, step - 12, 72, PAPER, EDGE, 1.2, 7, class_="paper") for k in range(4)]
    if view.to_act != view.seat or view.point != "place" or kind >= SHOVEL:
        return Panel("turn", say("panel.turn"), PANEL, 74, kit.group("".join(card), opacity=0.3), "hand")
    parts = []
    for quarters in range(ROTATIONS[kind]):
        x = quarters * step
        parts.append(card[quarters])
        parts.append(turned(kind, quarters, x + step / 2, 37, 60))
        name = say("site.turn", roads=turned_words(kind, quarters, say.language))
        parts.append(kit.site_rectangle(f"turn-{ROTATION_NAMES[quarters]}", name, x + 6, 1, step - 12, 72))
    return Panel("turn", say("panel.turn"), PANEL, 74, "".join(parts), "hand")


def _supply(view: Any, say: Words) -> Panel:
    """The stack, the box and, in the advanced variant, the open row."""
    s = view.s
    stack, box = int(s.stack_size), int(s.box.sum())
    size = 44.0
    parts = [
        kit.use("amber-back", 24, 25, size, opacity=None if stack else 0.35),
        kit.circle(24, 25, 14, INK, None) + kit.text(stack, 24, 25, 16, bold=True, fill="#fff"),
        kit.site_rectangle("stack", say("site.stack", count=stack), 1, 1, 46, 48),
    ]
    if s.variant != ADVANCED:
        parts.append(kit.text(say("site.stack", count=stack), 58, 25, 16, "start", on_table=True))
        parts.append(kit.text(say("box", count=box), PANEL - 8, 25, 16, "end", on_table=True))
        return Panel("supply", say("panel.stack"), PANEL, 50, "".join(parts), "table")
    lying = [kind for kind in range(KINDS) for _ in range(int(s.row[kind]))]
    step = min(50.0, (PANEL - 56) / max(len(lying), 1))
    for place, kind in enumerate(lying):
        parts.append(kit.use(f"amber-{KIND_NAMES[kind]}", 56 + place * step + step / 2, 25, min(size, step - 3)))
    for kind in range(KINDS):
        if s.row[kind]:
            first, count = lying.index(kind), int(s.row[kind])
            text = say(f"card.{KIND_NAMES[kind]}")
            name = say("site.row", tile=tile_name(kind, say.language), count=count, text=text)
            parts.append(
                kit.site_rectangle(f"row-{KIND_NAMES[kind]}", name, 57 + first * step, 1, count * step - 2, 48)
            )
    return Panel("supply", say("panel.row"), PANEL, 50, "".join(parts), "table")


def _unseen(view: Any, say: Words) -> Panel | None:
    """How many tiles of each kind the viewer has not seen yet."""
    s = view.s
    counts = s.unseen if s.unseen.any() else s.stack
    if not counts.any():
        return None
    step, parts = PANEL / 7, []
    for kind in range(KINDS):
        x, y, count = (kind % 7) * step, (kind // 7) * 34, int(counts[kind])
        body = kit.use(f"amber-{KIND_NAMES[kind]}", x + 14, y + 16, 26)
        body += kit.text(count, x + 30, y + 16, 14, "start", on_table=True, bold=bool(count))
        name = say("site.unseen", tile=tile_name(kind, say.language), count=count)
        parts.append(kit.named(kit.group(body, opacity=None if count else 0.4), name))
    return Panel("unseen", say("panel.unseen"), PANEL, 68, "".join(parts), "table")
