"""Catan as a picture: the island, the pieces on it, and the cards beside it. Everything comes from a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from burgrave.core import drawing as kit
from burgrave.core.drawing import ACCENT, ALARM, INK, PAPER, QUIET_INK, Drawing, Panel
from burgrave.core.grids import Point, between, bounds, hex_centre, hex_corners, lattice_point, shrunk
from burgrave.core.palette import OPEN_SEA
from burgrave.core.words import Words, capital, seat_name, words
from burgrave.games.catan import GAME
from burgrave.games.catan.board import (
    CARDS,
    COST,
    HARBOUR_HEX,
    HARBOUR_INTERSECTION,
    HARBOURS,
    HEX_AT,
    HEX_INTERSECTION,
    INTERSECTION_AT,
    INTERSECTION_HARBOUR,
    INTERSECTION_HEX,
    PATH_ENDS,
    PIPS,
    RATIO_BANK,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    RED,
    RESOURCES,
    TERRAINS,
)
from burgrave.games.catan.state import A_CITY, ACCEPTED, COUNTERED, NOBODY, REFUSED, WAITING
from burgrave.games.catan.symbols import RESOURCE_FILL, SYMBOLS, TERRAIN_FILL
from burgrave.games.catan.words import harbour_words, hex_words

Codes = tuple[int, ...]

SIZE = 54
CORNER: list[Point] = [lattice_point(point, SIZE) for point in INTERSECTION_AT]
CENTRE: list[Point] = [hex_centre(place, SIZE) for place in HEX_AT]
SHORE = 92
BOX = bounds(CORNER, SHORE / 2 + 4)
WIDTH = 352
"""Panels fit a phone of 390 pixels with its margins."""

SHALLOWS, BEACH = "#a9ccd3", "#dfc98f"
PIER = "#7a5a36"


def draw(view: Any, language: str) -> Drawing:
    """The picture of a view."""
    say, s = words(GAME.package, language), view.s
    island = tuple(s.terrain.tolist()), tuple(s.number.tolist()), tuple(s.harbour.tolist())
    return Drawing(
        symbols=SYMBOLS,
        box=BOX,
        ground=ground(*island),
        pieces=pieces(view),
        sites=sites(view, island, language),
        figures=tuple(figures(view, seat, say) for seat in range(view.game.players)),
        panels=tuple(panel for panel in panels(view, say, language) if panel),
    )


def colours(view: Any) -> tuple[str, ...]:
    """The seats' colours."""
    return tuple(view.colours)


# ---- the island


@lru_cache(maxsize=128)
def ground(terrains: Codes, tokens: Codes, harbours: Codes) -> str:
    """Sea, beach, terrain, number tokens and harbours: what the set-up decides."""
    parts = [_sea()]
    for place, kind in enumerate(harbours):
        if kind >= 0:
            parts.append(_harbour(place, HARBOURS[kind]))
    for number, terrain in enumerate(terrains):
        x, y = CENTRE[number]
        if terrain < 0:
            parts.append(kit.hexagon((x, y), SIZE, BEACH, stroke="#d8c79a", stroke_width=1))
            continue
        name = TERRAINS[terrain]
        parts.append(kit.hexagon((x, y), SIZE, TERRAIN_FILL[name], class_=f"terrain {name}"))
        parts.append(kit.use(f"catan-{name}", x, y, 2 * SIZE))
        if tokens[number]:
            parts.append(_token(x, y + 15, tokens[number]))
    return "".join(parts)


@cache
def _sea() -> str:
    shapes = "".join(f'<polygon points="{kit.points_text(hex_corners(centre, SIZE))}"/>' for centre in CENTRE)
    rings = ((SHORE * 0.8, SHALLOWS, "shallows"), (13, BEACH, "beach"))
    return kit.rectangle(*BOX, OPEN_SEA, None, radius=20, class_="open-sea") + "".join(
        f'<g class="{name}" fill="{colour}" stroke="{colour}" stroke-width="{kit.number(width)}" '
        f'stroke-linejoin="round">{shapes}</g>'
        for width, colour, name in rings
    )


def _harbour(place: int, kind: str) -> str:
    one, two = (CORNER[v] for v in HARBOUR_INTERSECTION[place])
    middle, land = between(one, two), CENTRE[HARBOUR_HEX[place]]
    x, y = between(land, middle, 1.56)
    piers = "".join(
        kit.line(between(end, (x, y), 0.1), between(end, (x, y), 0.72), PIER, 4.5)
        + kit.line(between(end, (x, y), 0.1), between(end, (x, y), 0.72), "#c79b63", 2, stroke_dasharray="1.5 4")
        for end in (one, two)
    )
    face = kit.circle(x, y, 18.5, PAPER, INK, 1.2, class_="paper")
    if kind == "generic":
        return piers + face + kit.text(f"{RATIO_GENERIC}:1", x, y, 15, bold=True)
    return (
        piers
        + face
        + kit.use(f"catan-{kind}", x, y - 6, 19)
        + kit.text(f"{RATIO_SPECIAL}:1", x, y + 9.5, 11, bold=True)
    )


def _token(x: float, y: float, number: int) -> str:
    ink, pips = (ALARM if RED[number] else INK), int(PIPS[number])
    dots = "".join(kit.circle(x - (pips - 1) * 2.1 + k * 4.2, y + 10.2, 1.55, ink, None) for k in range(pips))
    return (
        kit.circle(x, y, 17.5, PAPER, INK, 1.1, class_="paper")
        + kit.text(number, x, y - 2.6, 19 if RED[number] else 17, bold=True, fill=ink)
        + dots
    )


# ---- pieces


def pieces(view: Any) -> str:
    """Roads, buildings, the robber and the mark of the last move."""
    s, seat_colours = view.s, colours(view)
    buildings = s.building.tolist()
    verb, places = _last(view)
    parts = []
    for path, owner in enumerate(s.road.tolist()):
        if owner != NOBODY:
            if verb == "road" and path in places:
                parts.append(kit.outline(_road(path, 19, 4)))
            parts.append(_road_piece(path, owner, seat_colours[owner]))
    for corner, owner in enumerate(s.owner.tolist()):
        if owner != NOBODY:
            if verb in ("settle", "city") and corner in places:
                parts.append(kit.halo(CORNER[corner][0], CORNER[corner][1] - 1, 21))
            parts.append(_building(corner, buildings[corner] == A_CITY, owner, seat_colours[owner]))
    if s.robber >= 0:
        x, y = CENTRE[s.robber]
        mark = kit.halo(x + 27, y - 2, 21) if verb == "robber" else ""
        parts.append(
            mark + kit.group(kit.use("catan-robber", 0, 0, 25, 39), x + 27, y - 4, id="robber", data_from="dice")
        )
    return "".join(parts)


@cache
def _road_piece(path: int, owner: int, colour: str) -> str:
    shape = kit.polygon(_road(path, 14, 6.5), INK, INK, 1, opacity=0.3)
    shape += kit.tinctured(kit.polygon(_road(path), "{fill}", stroke_width=1.9), colour)
    return kit.group(shape, id=f"road-{path}", class_="piece", data_from=f"p{owner}")


@cache
def _building(corner: int, city: bool, owner: int, colour: str) -> str:
    (x, y), symbol, size = CORNER[corner], *(("catan-city", 35) if city else ("catan-settlement", 28))
    shadow = kit.use(symbol, 0, 0, size * 1.22, fill=INK, opacity=0.3)
    shape = kit.tinctured(kit.use(symbol, 0, 0, size, fill="{fill}"), colour)
    return kit.group(shadow + shape, x, y - 1, id=f"building-{corner}", data_from=f"p{owner}", class_="piece")


def _last(view: Any) -> tuple[str, tuple[int, ...]]:
    """The verb of the last move on the board and its place."""
    text = (view.last or "").split()
    if len(text) == 2 and text[1].isdecimal():
        return text[0], (int(text[1]),)
    return "", ()


@cache
def _road(path: int, width: float = 9.5, inset: float = 8.5) -> list[Point]:
    one, two = PATH_ENDS[path]
    return kit.bar(CORNER[one], CORNER[two], width, inset)


# ---- sites


def sites(view: Any, island: tuple[Codes, Codes, Codes], language: str) -> str:
    """Everything on the board that a person may click, hexes below paths below intersections, and what is there."""
    say, s = words(GAME.package, language), view.s
    names = dict(site_names(*island, language))
    here = [(f"h{int(s.robber)}", say("robber"))] if s.robber >= 0 else []
    for path, owner in enumerate(s.road.tolist()):
        if owner != NOBODY:
            here.append((f"e{path}", say("site.road", who=seat_name(owner, view.names, language))))
    for corner, (owner, building) in enumerate(zip(s.owner.tolist(), s.building.tolist(), strict=True)):
        if owner != NOBODY:
            key = "site.city" if building == A_CITY else "site.settlement"
            here.append((f"v{corner}", say(key, who=seat_name(owner, view.names, language))))
    for site, what in here:
        if site in names:
            names[site] = say("site.with", place=names[site], what=what)
    return "".join(_site(site, name) for site, name in names.items())


@lru_cache(maxsize=128)
def site_names(terrains: Codes, tokens: Codes, harbours: Codes, language: str) -> tuple[tuple[str, str], ...]:
    """The names of all places of an island that may be clicked: what lies around them."""
    say = words(GAME.package, language)
    land = [
        hex_words(terrain, token, language) if terrain >= 0 else ""
        for terrain, token in zip(terrains, tokens, strict=True)
    ]

    def around(hexes: Sequence[int], most: int) -> str:
        return ", ".join([land[number] for number in hexes if land[number]] + [say("sea")] * (len(hexes) < most))

    found = [(f"h{number}", capital(name)) for number, name in enumerate(land) if name]
    for path, (one, two) in enumerate(PATH_ENDS):
        beside = sorted(set(INTERSECTION_HEX[one]) & set(INTERSECTION_HEX[two]) - {-1})
        found.append((f"e{path}", say("site.path", what=around(beside, 2))))
    for corner in range(len(CORNER)):
        what = around([number for number in INTERSECTION_HEX[corner] if number >= 0], 3)
        place = INTERSECTION_HARBOUR[corner]
        if place >= 0 and harbours[place] >= 0:
            what += ", " + harbour_words(harbours[place], language)
        found.append((f"v{corner}", say("site.intersection", what=what)))
    return tuple(found)


@lru_cache(maxsize=4096)
def _site(site: str, name: str) -> str:
    number = int(site[1:])
    if site[0] == "h":
        corners = shrunk((CORNER[v] for v in HEX_INTERSECTION[number]), CENTRE[number], 0.86)
        return kit.site_polygon(site, name, corners)
    if site[0] == "e":
        one, two = PATH_ENDS[number]
        return kit.site_polygon(site, name, kit.bar(CORNER[one], CORNER[two], 15, 13))
    return kit.site_circle(site, name, *CORNER[number], 15.5)


# ---- beside the board


def figures(view: Any, seat: int, say: Words) -> Panel:
    """What everybody may count of a seat: cards, soldiers, road; a golden ground marks who holds a special card."""
    s = view.s
    cards = int(s.old_size[seat]) + int(s.new_size[seat]) + int(s.shown[seat])
    army = "holds.largest_army" if s.largest_army == seat else "soldiers"
    road = "holds.longest_road" if s.longest_road == seat else "road_length"
    items = [
        ("hand", int(s.hand_size[seat]), say("resource_cards")),
        ("card-back", cards, say("development_cards")),
        ("catan-card-soldier", int(s.soldiers[seat]), say(army)),
        ("catan-longest_road", int(s.road_length[seat]), say(road)),
    ]
    honoured = [k for k, key in ((2, army), (3, road)) if key.startswith("holds")]
    body = kit.figures_row(items, 170, 26, honoured)
    return Panel(f"figures-{seat}", seat_name(seat, view.names, say.language), 170, 26, body, "seat", seat)


def panels(view: Any, say: Words, language: str) -> list[Panel | None]:
    """Own cards first, then what lies on the table."""
    own = view.seat is not None
    return [
        _hand(view, say) if own else None,
        _own_cards(view, say) if own else None,
        _offer(view, say, language),
        _bank(view, say),
        _dice(view, say),
        _costs(view, say),
    ]


def _hand(view: Any, say: Words) -> Panel:
    s, seat = view.s, view.seat
    on_offer = s.counter_given[seat] if view.point == "counter" else s.given if seat == s.active else s.given * 0
    parts = []
    for code, resource in enumerate(RESOURCES):
        x, count = code * 71, int(s.hand[seat, code])
        ratio, offered, aside = int(s.ratio[seat, code]), int(on_offer[code]), int(s.aside[seat, code])
        name = say(f"arg.{resource}")
        parts.append(
            kit.card(x + 1, 1, 66, 76, f"catan-{resource}", count, name, RESOURCE_FILL[resource], faded=not count)
        )
        if 0 < ratio < RATIO_BANK:
            parts.append(kit.text(say("rate", ratio=ratio), x + 62, 11, 11, "end", fill=QUIET_INK))
        if offered or aside:
            parts.append(_badge(x + 13, 14, f"\N{MINUS SIGN}{offered + aside}"))
        parts.append(
            kit.site_rectangle(f"hand-{resource}", say("site.hand", resource=name, count=count), x + 1, 1, 66, 76)
        )
    return Panel("hand", say("panel.hand"), WIDTH, 78, "".join(parts), "hand")


def _badge(x: float, y: float, content: str) -> str:
    return kit.circle(x, y, 11, ACCENT, None) + kit.text(content, x, y, 12, bold=True, fill="#fff")


def _own_cards(view: Any, say: Words) -> Panel | None:
    s, seat = view.s, view.seat
    parts: list[str] = []
    for code, card in enumerate(CARDS):
        old, new = int(s.old[seat, code]), int(s.new[seat, code])
        shown = int(s.shown[seat]) if card == "point" else 0
        if not old + new + shown:
            continue
        x, name = len(parts) * 71 + 1, say(f"arg.{card}")
        notes = [
            say("goods", count=count, resource=say(key))
            for key, count in (("new_card", new), ("shown_card", shown))
            if count
        ]
        full = f"{name}: {old + new + shown}" + (f" ({', '.join(notes)})" if notes else "") + f". {say(f'card.{card}')}"
        body = kit.rectangle(
            x, 1, 66, 50, PAPER, kit.EDGE, 1.2, 7, class_="paper", stroke_dasharray=None if old else "4 3"
        )
        body += kit.use(f"catan-card-{card}", x + 24, 26, 34) + kit.text(old + new + shown, x + 52, 31, 17, bold=True)
        if new:
            body += _badge(x + 54, 12, f"+{new}")
        body += kit.site_rectangle(f"card-{card}", full, x, 1, 66, 50)
        parts.append(kit.group(body))
    if not parts:
        return None
    return Panel("cards", say("panel.cards"), WIDTH, 52, "".join(parts), "hand")


def _bank(view: Any, say: Words) -> Panel:
    s, step, width = view.s, 59, 55
    parts = []
    for code, resource in enumerate(RESOURCES):
        x, count = code * step + 1, int(s.bank[code])
        parts.append(kit.pile(x, 1, width, 44, f"catan-{resource}", count, faded=not count))
        name = say("site.bank", resource=say(f"arg.{resource}"), count=count)
        parts.append(kit.site_rectangle(f"bank-{resource}", name, x, 1, width, 44))
    x, count = len(RESOURCES) * step + 1, int(s.deck_size)
    parts.append(kit.pile(x, 1, width, 44, "card-back", count, faded=not count))
    parts.append(kit.site_rectangle("deck", say("site.deck", count=count), x, 1, width, 44))
    return Panel("bank", say("panel.bank"), WIDTH, 46, "".join(parts), "table")


def _dice(view: Any, say: Words) -> Panel:
    s = view.s
    old = not s.rolled
    body = "".join(kit.die(int(value), 22 + k * 42, 23, 34, faded=old) for k, value in enumerate(s.roll))
    if s.roll[0]:
        body += kit.text(
            int(s.roll[0]) + int(s.roll[1]), 102, 23, 22, bold=True, on_table=True, opacity=0.4 if old else None
        )
    body += kit.site_rectangle("dice", say("site.dice"), 1, 1, 86, 44)
    for k, (honour, holder) in enumerate((("longest_road", s.longest_road), ("largest_army", s.largest_army))):
        x = 132 + k * 111
        paper = kit.rectangle(
            x, 3, 106, 40, PAPER, kit.EDGE, 1.2, 7, class_="paper", stroke_dasharray=None if holder >= 0 else "4 3"
        )
        card = kit.use(f"catan-{honour}", x + 22, 23, 28)
        if holder >= 0:
            size = int(s.road_length[holder] if honour == "longest_road" else s.soldiers[holder])
            card += kit.shield(colours(view)[holder], x + 54, 23, 26) + kit.text(size, x + 86, 23, 18, bold=True)
            name = f"{say(f'holds.{honour}')}: {seat_name(int(holder), view.names, say.language)}, {size}"
        else:
            card += kit.text("\N{EN DASH}", x + 70, 23, 16, fill=QUIET_INK)
            name = say(f"holds.{honour}")
        body += kit.named(paper + kit.group(card, opacity=None if holder >= 0 else 0.6), name)
    return Panel("dice", say("panel.dice"), WIDTH, 46, body, "table")


PRICED = (("road", "road"), ("settlement", "settle"), ("city", "city"), ("card", "buy"))
"""What has a price, in the order of the table of costs, and the word of the move that pays it."""


def _costs(view: Any, say: Words) -> Panel:
    """What everything costs and, for a player, how many pieces are left."""
    s, seat = view.s, view.seat
    parts = [kit.sheet(WIDTH, 64)]
    for kind, (name, verb) in enumerate(PRICED):
        x, y = 4 + (kind % 2) * 174, 2 + (kind // 2) * 30
        if name == "card":
            parts.append(kit.use("card-back", x + 13, y + 15, 18, 24))
        elif seat is None:
            parts.append(kit.use(f"catan-{name}", x + 13, y + 15, 24, fill=PAPER))
        else:
            parts.append(
                kit.tinctured(kit.use(f"catan-{name}", x + 13, y + 15, 24, fill="{fill}"), colours(view)[seat])
            )
        full = say(f"cost.{name}")
        if name != "card" and seat is not None:
            left = int(s.stock[seat, kind])
            full = say("left", name=full, count=left)
            parts.append(kit.text(f"\N{MULTIPLICATION SIGN}{left}", x + 28, y + 15, 14, "start"))
        paid = [code for code in range(len(RESOURCES)) for _ in range(int(COST[kind, code]))]
        for k, code in enumerate(paid):
            parts.append(kit.use(f"catan-{RESOURCES[code]}", x + 71 + k * 20.5, y + 15, 18))
        place = kit.rectangle(x, y, 170, 30, "none", None, pointer_events="all")
        parts.append(kit.named(place, full, data_kind=verb))
    return Panel("costs", say("panel.costs"), WIDTH, 64, "".join(parts), "table")


def _offer(view: Any, say: Words, language: str) -> Panel | None:
    """The offer under way: who gives what for what, and what the others say."""
    s = view.s
    if not (s.given.any() or s.wanted.any()):
        return None
    rows = [_terms(view, int(s.active), s.given, s.wanted, 0)]
    status: dict[int, Callable[[], str]] = {
        WAITING: lambda: say("answer.waiting"),
        REFUSED: lambda: say("answer.refused"),
        ACCEPTED: lambda: say("answer.accepted"),
    }
    for seat in range(view.game.players):
        y = len(rows) * 34
        if s.answer[seat] == COUNTERED or (view.point == "counter" and view.to_act == seat):
            rows.append(
                _terms(view, seat, s.counter_given[seat], s.counter_wanted[seat], y) + _partner(view, seat, y, language)
            )
        elif int(s.answer[seat]) in status:
            text = status[int(s.answer[seat])]()
            rows.append(
                kit.shield(colours(view)[seat], 18, y + 17, 24)
                + kit.text(seat_name(seat, view.names, language), 38, y + 17, 14, "start", bold=True)
                + kit.text(text, WIDTH - 10, y + 17, 14, "end")
                + _partner(view, seat, y, language)
            )
    height = len(rows) * 34
    return Panel("offer", say("panel.offer"), WIDTH, height, kit.sheet(WIDTH, height) + "".join(rows), "table")


def _partner(view: Any, seat: int, y: float, language: str) -> str:
    """The line of a seat that answers: whoever offers deals with it by a click on it."""
    return str(kit.site_rectangle(f"p{seat}", seat_name(seat, view.names, language), 2, y + 2, WIDTH - 4, 30))


def _terms(view: Any, seat: int, given: Any, wanted: Any, y: float) -> str:
    parts = [kit.shield(colours(view)[seat], 18, y + 17, 24)]
    parts += [*_goods(given, 38, y), _arrows(190, y + 17), *_goods(wanted, 212, y)]
    return "".join(parts)


def _goods(counts: Any, x: float, y: float) -> list[str]:
    parts = []
    held = [(code, int(count)) for code, count in enumerate(counts) if count]
    step = 46 if len(held) < 4 else 28
    for k, (code, count) in enumerate(held):
        parts.append(kit.use(f"catan-{RESOURCES[code]}", x + k * step + 11, y + 17, 22))
        parts.append(kit.text(count, x + k * step + 24, y + 17, 15, "start", bold=True))
    return parts


def _arrows(x: float, y: float) -> str:
    arrow = "M-11 -1.2H5L1.5 -4.7L3.2 -6.4L9.6 0L3.2 6.4L1.5 4.7L5 1.2H-11Z"
    both = "".join(
        f'<path transform="translate(0 {down}) scale({way} .8)" d="{arrow}"/>' for down, way in ((-5, 1), (5, -1))
    )
    return kit.group(both, x, y, fill=INK)
