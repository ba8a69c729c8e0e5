"""Barony as a picture: the land, the pieces on it, and score board, tokens and reserves beside it."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any

from burgrave.core import drawing as kit
from burgrave.core.drawing import ALARM, EDGE, INK, LAST, PAPER, QUIET_INK, Drawing, Panel
from burgrave.core.grids import Point, between, bounds, hex_centre, hex_corners, shrunk
from burgrave.core.words import Words, seat_name, words
from burgrave.games.barony import GAME
from burgrave.games.barony.board import (
    CITY_POINTS,
    COORDINATES,
    GOLD,
    HEXES,
    KINDS,
    KNIGHT,
    LAKE,
    NEIGHBOUR,
    NEIGHBOURS,
    NEW_CITIES,
    PIECES,
    SIDES,
    SILVER,
    TERRAINS,
    TITLE_POINTS,
    TITLE_PRICE,
    TITLES,
)
from burgrave.games.barony.state import NONE
from burgrave.games.barony.symbols import SYMBOLS, TERRAIN_FILL
from burgrave.games.barony.words import hex_name, row_and_column

SIZE = 40
WIDTH = 352
"""Panels fit a phone of 390 pixels with its margins."""

RIM, BARE = "#8a6a45", "#e6d7b3"
LAND = {"mountain": "#8f857c", "forest": "#5f8457", "field": "#9ab768", "plain": "#cda94f", "lake": "#6ba0b2"}
"""The lines between hexes, darker than the land."""

SLOTS: dict[int, tuple[Point, ...]] = {
    1: ((0, -1),),
    2: ((-15, 4), (15, -4)),
    3: ((0, -16), (-15, 10), (15, 10)),
    4: ((-14, -13), (14, -13), (-14, 14), (14, 14)),
    5: ((-17, -13), (17, -13), (-17, 14), (17, 14), (0, 0)),
}
"""Where things stand on a hex, by how many there are."""
PIECE_SIZES = (50, 38, 31)
"""How large they are, by how many there are."""


def draw(view: Any, language: str) -> Drawing:
    """The picture of a view."""
    say = words(GAME.package, language)
    players = view.game.players
    return Drawing(
        symbols=SYMBOLS,
        box=box(players),
        ground=ground(view.s, players),
        pieces=pieces(view),
        sites=sites(view, say),
        figures=tuple(figures(view, seat, say) for seat in range(players)),
        panels=tuple(panel for panel in panels(view, say) if panel),
    )


def colours(view: Any) -> tuple[str, ...]:
    """The seats' colours."""
    return tuple(view.colours)


# ---- the land


@cache
def centres(players: int) -> tuple[Point, ...]:
    """Where the hexes of a board lie."""
    return tuple(hex_centre(place, SIZE, flat=False) for place in COORDINATES[players])


@cache
def corners(players: int, hex: int, share: float = 1) -> list[Point]:
    """A hex's corners, or those of a smaller one within it."""
    centre = centres(players)[hex]
    return shrunk(hex_corners(centre, SIZE, flat=False), centre, share)


@cache
def box(players: int) -> tuple[float, float, float, float]:
    """The board's viewBox."""
    points = [point for hex in range(int(HEXES[players])) for point in corners(players, hex)]
    return bounds(points, 24)


def ground(s: Any, players: int) -> str:
    """The board's rim and the terrain of every hex laid."""
    parts = [rim(players)]
    for hex, (x, y) in enumerate(centres(players)):
        if s.terrain[hex] == NONE:
            parts.append(kit.polygon(corners(players, hex), BARE, "#cdb98a", 1))
            continue
        name = TERRAINS[s.terrain[hex]]
        shape = kit.polygon(corners(players, hex), TERRAIN_FILL[name], LAND[name], 1.6, class_=f"terrain {name}")
        parts.append(
            kit.group(
                shape + kit.use(f"barony-{name}", x, y, 62, opacity=0.62),
                id=f"hex-{hex}",
            )
        )
    return "".join(parts)


@cache
def rim(players: int) -> str:
    """The wood around the board."""
    shapes = "".join(
        f'<polygon points="{kit.points_text(corners(players, hex))}"/>' for hex in range(int(HEXES[players]))
    )
    wood = "".join(
        f'<g fill="{colour}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" class="rim">{shapes}</g>'
        for width, colour in ((26, RIM), (20, "#a9865a"), (6, "#5e4630"))
    )
    return wood + row_numbers(players)


def row_numbers(players: int) -> str:
    """The number of each row at its western end: texts name a hex by its row and its place in the row."""
    parts = []
    for hex, (x, y) in enumerate(centres(players)):
        row, column = row_and_column(players, hex)
        if column == 1:
            west = x - SIZE * sqrt(3) / 2 - 10
            parts.append(kit.circle(west, y, 11, "#5e4630") + kit.text(row, west, y, 14, bold=True, fill=PAPER))
    return "".join(parts)


# ---- pieces


def pieces(view: Any) -> str:
    """Ways in for expeditions, buildings, knights, and the mark of the last move."""
    s, players = view.s, view.game.players
    verb, places = _last(view)
    parts = []
    if places:
        parts.append(kit.outline(corners(players, places[-1], 0.9)))
    for hex in range(int(HEXES[players])):
        if s.buildings[hex] != NONE or s.knights[hex].any():
            parts.append(_pieces_on(view, hex, verb, places))
        elif NEIGHBOURS[players, hex] < SIDES and s.terrain[hex] != LAKE and s.round_number > 0:
            parts.append(_way_in(players, hex))
    if verb == "move":
        parts.append(_arrow(centres(players)[places[0]], centres(players)[places[1]]))
    return "".join(parts)


def _pieces_on(view: Any, hex: int, verb: str, places: tuple[int, ...]) -> str:
    """The building and every baron's knights on one hex; a knight that has just moved comes from where it was."""
    s, players, seat_colours = view.s, view.game.players, colours(view)
    x, y = centres(players)[hex]
    standing = [seat for seat in range(players) if s.knights[hex, seat]]
    building = int(s.buildings[hex])
    things = len(standing) + (building != NONE)
    slots = [(x + across, y + down) for across, down in SLOTS[things]]
    size = PIECE_SIZES[min(things, len(PIECE_SIZES)) - 1]
    parts = [_plinth(*slot, size) for slot in slots]
    if building != NONE:
        name, owner = PIECES[building], int(s.owners[hex])
        width = size * (1.03 if name == "city" else 0.92)
        parts.append(
            kit.piece(
                f"barony-{name}", seat_colours[owner], *slots.pop(0), width, id=f"building-{hex}", origin=f"p{owner}"
            )
        )
    for seat, slot in zip(standing, slots, strict=True):
        arrived = verb == "move" and places[1] == hex and seat == view.last_by
        origin = f"hex-{places[0]}" if arrived else f"p{seat}"
        count = int(s.knights[hex, seat])
        parts.append(_knights(seat_colours[seat], *slot, size, count, f"{seat}-{hex}", origin))
    return "".join(parts)


def _plinth(x: float, y: float, size: float) -> str:
    """A pale stand, so that a piece shows on every terrain."""
    return (
        f'<ellipse cx="{kit.number(x)}" cy="{kit.number(y + size * 0.2)}" rx="{kit.number(size * 0.5)}" '
        f'ry="{kit.number(size * 0.36)}" fill="{PAPER}" fill-opacity=".8"/>'
    )


def _knights(colour: str, x: float, y: float, size: float, count: int, key: str, origin: str) -> str:
    """A baron's knights on one hex: one figure, and how many there are."""
    shape = kit.tinctured(kit.use("barony-knight", 0, 0, size * 0.94, fill="{fill}"), colour)
    if count > 1:
        shape += kit.circle(size * 0.32, size * 0.26, 9.5, PAPER, INK, 1.4)
        shape += kit.text(count, size * 0.32, size * 0.26, 15, bold=True)
    return kit.group(shape, x, y, id=f"knights-{key}", data_from=origin, class_="piece")


@cache
def _way_in(players: int, hex: int) -> str:
    """The mark of an edge hex that an expedition can reach: a small arrow from outside."""
    x, y = centres(players)[hex]
    near = [centres(players)[other] for other in NEIGHBOUR[players, hex, : NEIGHBOURS[players, hex]]]
    inward = (sum(px - x for px, _ in near), sum(py - y for _, py in near))
    length = (inward[0] ** 2 + inward[1] ** 2) ** 0.5
    ux, uy = inward[0] / length, inward[1] / length
    turn = kit.angle((0, 0), (ux, uy)) - 90
    return kit.group(
        kit.use("barony-way", 0, 0, 26), x - ux * SIZE * 0.86, y - uy * SIZE * 0.86, turn=turn, opacity=0.85
    )


def _arrow(one: Point, other: Point) -> str:
    """The way of the last knight."""
    start, end = between(one, other, 0.3), between(one, other, 0.62)
    head = f'<path d="M-5 -5L4 0L-5 5Z" fill="{LAST}" stroke="#fff" stroke-width="1.2"/>'
    shaft = kit.line(start, end, "#fff", 6, stroke_opacity=0.9) + kit.line(start, end, LAST, 3)
    return kit.group(shaft + kit.group(head, *end, turn=kit.angle(one, other)), class_="last")


def _last(view: Any) -> tuple[str, tuple[int, ...]]:
    """The verb of the last move on the board and its hexes, the one that matters last."""
    text = (view.last or "").split()
    if text and text[0] in ("place", "village", "stronghold", "city", "expedition", "recruit"):
        return text[0], (int(text[1]),)
    if text and text[0] == "move":
        return text[0], (int(text[1]), int(text[2]))
    return "", ()


# ---- sites


def sites(view: Any, say: Words) -> str:
    """Every hex can be clicked."""
    players = view.game.players
    return "".join(
        kit.site_polygon(
            f"h{hex}",
            hex_name(view, hex, say.language),
            corners(players, hex, 0.92),
        )
        for hex in range(int(HEXES[players]))
        if view.s.terrain[hex] != NONE
    )


# ---- beside the board


def figures(view: Any, seat: int, say: Words) -> Panel:
    """A baron's tokens and reserve in two rows."""
    s, colour = view.s, colours(view)[seat]
    parts = []
    for kind, name in enumerate(KINDS):
        count, x = int(s.tokens[seat, kind]), kind * 43
        body = kit.use(f"barony-token-{name}", x + 10, 11, 19)
        body += kit.text(count, x + 23, 11, 14, "start", bold=count > 0, on_table=True)
        parts.append(
            kit.named(
                kit.group(body, opacity=None if count else 0.5),
                say("tokens.kind", kind=say(f"arg.{name}"), count=count),
            )
        )
    for piece, name in enumerate(PIECES):
        count, x = int(s.reserve[seat, piece]), piece * 43
        body = kit.tinctured(kit.use(f"barony-{name}", x + 10, 33, 20, fill="{fill}"), colour)
        body += kit.text(count, x + 23, 34, 14, "start", on_table=True)
        full = say("reserve.piece", piece=say(f"piece.{name}"), count=count)
        if piece == KNIGHT and s.knights_removed[seat]:
            full += ". " + say("reserve.lost", count=int(s.knights_removed[seat]))
        parts.append(kit.named(kit.group(body, opacity=None if count else 0.5), full))
    return Panel(f"figures-{seat}", seat_name(seat, view.names, say.language), 170, 44, "".join(parts), "seat", seat)


def panels(view: Any, say: Words) -> list[Panel | None]:
    """Own tokens and reserve first, then what lies on the table."""
    return [
        _take(view, say),
        _tokens(view, say),
        _reserve(view, say),
        _paid(view, say),
        _score_board(view, say),
        _pool(view, say),
    ]


def _token_card(kind: int, x: float, count: int, say: Words, site: str, site_name: str) -> str:
    """Tokens of one kind: emblem, number, and what each is worth."""
    name, width = KINDS[kind], 84
    paper = kit.rectangle(x + 1, 1, width, 62, PAPER, EDGE, 1.2, 8, class_="paper")
    body = kit.use(f"barony-token-{name}", x + 21, 23, 32)
    body += kit.text(count, x + 51, 23, 24, bold=True)
    body += _coin(x + 74, 14, int(GOLD[kind]), "#f0c63f") + _coin(x + 74, 33, int(SILVER[kind]), "#d9dce0")
    body += kit.text(say(f"arg.{name}"), x + 1 + width / 2, 52, 13, fill=QUIET_INK)
    face = paper + kit.group(body, opacity=None if count else 0.5)
    return face + kit.site_rectangle(site, site_name, x + 1, 1, width, 62)


def _coin(x: float, y: float, value: int, fill: str) -> str:
    return kit.circle(x, y, 8.2, fill, INK, 1) + kit.text(value, x, y, 12.5, bold=True)


def _tokens(view: Any, say: Words) -> Panel | None:
    """The viewer's tokens; each is a site to pay with."""
    s, seat = view.s, view.seat
    if seat is None:
        return None
    parts = []
    for kind, name in enumerate(KINDS):
        count = int(s.tokens[seat, kind])
        full = say("site.pay", kind=say(f"arg.{name}"), count=count, gold=int(GOLD[kind]), silver=int(SILVER[kind]))
        parts.append(_token_card(kind, kind * 89, count, say, f"pay-{name}", full))
    title = f"{say('panel.tokens')}: {say('gold.total', int(GOLD @ s.tokens[seat]))}"
    return Panel("tokens", title, WIDTH, 64, "".join(parts), "hand")


def _take(view: Any, say: Words) -> Panel | None:
    """The tokens of who is being robbed; each is a site for the attacker."""
    s = view.s
    if s.robbed == NONE:
        return None
    who = seat_name(int(s.robbed), view.names, say.language)
    parts = []
    for kind, name in enumerate(KINDS):
        count = int(s.tokens[s.robbed, kind])
        full = say("site.take", who=who, kind=say(f"arg.{name}"), count=count)
        parts.append(_token_card(kind, kind * 89, count, say, f"take-{name}", full))
    place: Any = "hand" if view.seat is not None and view.seat == view.to_act else "table"
    return Panel("take", say("panel.take", who=who), WIDTH, 64, "".join(parts), place)


def _reserve(view: Any, say: Words) -> Panel | None:
    """The viewer's pieces off the board; the knights are a site for an expedition."""
    s, seat = view.s, view.seat
    if seat is None:
        return None
    parts = []
    for piece, name in enumerate(PIECES):
        x, count = piece * 89, int(s.reserve[seat, piece])
        body = kit.rectangle(x + 1, 1, 84, 44, "none", EDGE, 1.2, 8, stroke_dasharray="4 3")
        body += kit.tinctured(kit.use(f"barony-{name}", x + 25, 25, 32, fill="{fill}"), colours(view)[seat])
        body += kit.text(
            count, x + 60, 23 if piece or not s.knights_removed[seat] else 16, 20, bold=True, on_table=True
        )
        full = say("reserve.piece", piece=say(f"piece.{name}"), count=count)
        if piece == KNIGHT:
            full = say("site.expedition", count=count)
            if s.knights_removed[seat]:
                lost = int(s.knights_removed[seat])
                full += ". " + say("reserve.lost", count=lost)
                body += kit.use("barony-knight", x + 53, 35, 13, fill=EDGE)
                body += kit.line((x + 46, 41), (x + 60, 29), ALARM, 2) + kit.text(lost, x + 69, 35, 13, on_table=True)
            parts.append(
                kit.group(body, opacity=None if count else 0.5)
                + kit.site_rectangle("expedition", full, x + 1, 1, 84, 44)
            )
        else:
            parts.append(kit.named(kit.group(body, opacity=None if count else 0.5), full))
    return Panel("reserve", say("panel.reserve"), WIDTH, 46, "".join(parts), "hand")


def _paid(view: Any, say: Words) -> Panel | None:
    """The tokens paid so far for the title under way."""
    s = view.s
    if not s.paid.any():
        return None
    paid = [kind for kind in reversed(range(len(KINDS))) for _ in range(int(s.paid[kind]))]
    step = min(40, (WIDTH - 36) / max(len(paid) - 1, 1))
    body = "".join(
        kit.named(kit.use(f"barony-token-{KINDS[kind]}", 18 + k * step, 17, 32), say(f"arg.{KINDS[kind]}"))
        for k, kind in enumerate(paid)
    )
    title = say("panel.paid", paid=int(GOLD @ s.paid), price=TITLE_PRICE)
    return Panel("paid", title, WIDTH, 34, body, "table")


def _score_board(view: Any, say: Words) -> Panel:
    """Titles from left to right, new cities from top to bottom, and every baron's marker."""
    s, players = view.s, view.game.players
    across, down, top = WIDTH / len(TITLES), 44, 20
    parts = []
    for column, title in enumerate(TITLES):
        name = say(f"title.{title}")
        size = 14 if kit.text_width(name, 14, bold=True) < across else 12.5
        parts.append(kit.text(name, (column + 0.5) * across, 9, size, bold=True, on_table=True))
        for row in range(NEW_CITIES + 1):
            x, y = column * across, top + row * down
            points = TITLE_POINTS * column + CITY_POINTS * row
            last = title == TITLES[-1]
            cell = kit.rectangle(
                x + 1.5, y + 1.5, across - 3, down - 3, "#f1dfa6" if last else PAPER, EDGE, 1.2, 6,
                class_=None if last else "paper",
            )  # fmt: skip
            seats = [seat for seat in range(players) if (s.title[seat], s.new_cities[seat]) == (column, row)]
            if seats:
                cell += kit.text(points, x + 6, y + 10, 12, "start", fill=QUIET_INK)
            else:
                cell += kit.text(points, x + across / 2, y + down / 2, 18, fill=QUIET_INK)
            spread = min(15.5, 44 / max(len(seats) - 1, 1))
            first = x + across / 2 - spread * (len(seats) - 1) / 2
            for k, seat in enumerate(seats):
                cell += kit.shield(colours(view)[seat], first + k * spread, y + 27, 24)
            who = ", ".join(seat_name(seat, view.names, say.language) for seat in seats)
            full = say("cell.name", title=name, cities=row, points=points)
            parts.append(kit.named(cell, f"{full}: {who}" if who else full))
    title = say("panel.score_board")
    if s.round_number > 0:
        title += f" \N{MIDDLE DOT} {say('round.last' if s.last_round else 'round', number=int(s.round_number))}"
    return Panel("score_board", title, WIDTH, top + down * (NEW_CITIES + 1), "".join(parts), "table")


def _pool(view: Any, say: Words) -> Panel | None:
    """The common pool, where it can run out."""
    s = view.s
    if s.pool[0] == NONE:
        return None
    body = "".join(
        kit.named(
            kit.pile(kind * 89 + 1, 1, 84, 40, f"barony-token-{name}", int(s.pool[kind]), faded=not s.pool[kind]),
            say("pool.kind", kind=say(f"arg.{name}"), count=int(s.pool[kind])),
        )
        for kind, name in enumerate(KINDS)
    )
    return Panel("pool", say("panel.pool"), WIDTH, 42, body, "table")
