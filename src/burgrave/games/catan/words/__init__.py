"""Catan in words: prompts that name numbers and goods, the whole position for a reader, points by source."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import atan2, pi, sqrt
from typing import Any, NamedTuple

from burgrave.core.grids import compass
from burgrave.core.spec import CHANCE
from burgrave.core.words import capital, colour_name, core_words, joined, plain_prompt, possible, seat_name, words
from burgrave.games.catan import GAME
from burgrave.games.catan.board import (
    BUILDING_POINTS,
    CARDS,
    HARBOUR_INTERSECTION,
    HARBOURS,
    HEX_AT,
    HEX_INTERSECTION,
    HEXES,
    HONOUR_POINTS,
    INTERSECTION_AT,
    INTERSECTION_HARBOUR,
    INTERSECTION_HEX,
    INTERSECTION_NEXT,
    INTERSECTIONS,
    PATH_INTERSECTION,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    RESOURCES,
    TERRAINS,
    VICTORY_POINT,
    centre,
)
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, COUNTERED, NOBODY

HALF_SIDE = 1 / sqrt(3)
"""What the lattice's x unit is in its y units, half a hex's height."""


def goods(counts: Any, language: str, form: str = "") -> str:
    """Cards of several kinds as one phrase: "2 ore and 1 wool"."""
    say = words(GAME.package, language)
    items = [
        say("goods", count=int(count), resource=say(f"arg.{resource}{form}"))
        for resource, count in zip(RESOURCES, counts, strict=True)
        if count
    ]
    return joined(items, language) or say("nothing")


def offered(counts: Any, language: str) -> str:
    """What an offer gives or wants."""
    return goods(counts, language, ".acc")


ACTIONS = {
    "trade": ("give", "bank"),
    "build": ("road", "settle", "city"),
    "buy": ("buy",),
    "play": ("play",),
    "end": ("end",),
}
"""The verbs of what can be done after the roll."""


def prompt(view: Any, language: str) -> str:
    """What is to be done now; counts and goods are named where the point has them."""
    s, seat = view.s, view.to_act
    if seat is None or seat == CHANCE or seat != view.seat:
        return plain_prompt(view, language)
    counts = {"discard": int(s.owed[seat]), "free_road": int(s.free_roads), "plenty": int(s.picks)}
    if view.point in counts:
        return plain_prompt(view, language, counts[view.point])
    say, legal = words(GAME.package, language), {move.verb for move in view.moves()}
    if view.point == "compose" and not s.wanted.any():
        return say(f"prompt.compose.{'want' if 'want' in legal else 'stuck'}", given=offered(s.given, language))
    if view.point == "counter" and not s.counter_wanted[seat].any():
        given = offered(s.counter_given[seat], language)
        return say(f"prompt.counter.{'want' if 'want' in legal else 'stuck'}", given=given)
    if view.point in ("compose", "answer"):
        who = seat_name(int(s.active), view.names, language)
        return plain_prompt(
            view, language, given=offered(s.given, language), wanted=offered(s.wanted, language), who=who
        )
    if view.point == "counter":
        given, wanted = offered(s.counter_given[seat], language), offered(s.counter_wanted[seat], language)
        return plain_prompt(view, language, given=given, wanted=wanted)
    if view.point == "before_roll" and len(view.moves()) == 1:
        return say("prompt.before_roll.plain")
    if view.point == "choose" and "deal" not in legal:
        return say("prompt.choose.nobody")
    if view.point == "main" and legal == {"end"}:
        return say("prompt.main.end")
    if view.point == "main":
        return say("prompt.main", list=capital(possible(view, ACTIONS, language)))
    return plain_prompt(view, language)


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """Points by source; cards that the viewer cannot see count nothing."""
    s = view.s
    standing = Counter(zip(s["owner"].tolist(), s["building"].tolist(), strict=True))
    road, army, shown = int(s["longest_road"]), int(s["largest_army"]), s["shown"].tolist()
    hidden = (s["old"][:, VICTORY_POINT] + s["new"][:, VICTORY_POINT]).tolist()
    return tuple(
        {
            "settlements": standing[seat, A_SETTLEMENT] * int(BUILDING_POINTS[A_SETTLEMENT]),
            "cities": standing[seat, A_CITY] * int(BUILDING_POINTS[A_CITY]),
            "longest_road": HONOUR_POINTS * (road == seat),
            "largest_army": HONOUR_POINTS * (army == seat),
            "shown_cards": shown[seat],
            "hidden_cards": hidden[seat],
        }
        for seat in range(view.game.players)
    )


def hex_words(terrain: int, token: int, language: str, form: str = "") -> str:
    """A hex by terrain and number, "forest 8", in the form that a sentence needs ("gen", "ins")."""
    say = words(GAME.package, language)
    name = say(f"arg.{TERRAINS[terrain]}.{form}" if form else f"arg.{TERRAINS[terrain]}")
    return say("token", terrain=name, number=token) if token else name


class Island(NamedTuple):
    """What the names of places depend on: the terrains and the numbers of the hexes."""

    terrain: tuple[int, ...]
    number: tuple[int, ...]


def island(s: Any) -> Island:
    """The island of a position."""
    return Island(tuple(s.terrain.tolist()), tuple(s.number.tolist()))


def place(view: Any, site: str, language: str) -> str:
    """A site as people find it on the board: by the hexes around it.

    In Polish a corner or a path comes with its preposition, so that it follows what is built there.
    """
    return site_place(island(view.s), site, language)


@lru_cache(maxsize=4096)
def site_place(land: Island, site: str, language: str) -> str:
    """A hex, an intersection or a path of an island; any other site by its name."""
    number = int(site[1:]) if site[1:].isdigit() else -1
    if site[0] == "h" and number >= 0:
        return hex_place(land, number, language)
    if site[0] == "v" and number >= 0:
        return corner_place(land, number, language)
    if site[0] == "e" and number >= 0:
        return path_place(land, number, language)
    return site


def hex_place(land: Island, number: int, language: str, form: str = "") -> str:
    """A hex by terrain and number, and by where it lies if another one is the same."""
    if land.terrain[number] < 0:
        return str(number)
    say, name = words(GAME.package, language), hex_words(land.terrain[number], land.number[number], language, form)
    looks = list(zip(land.terrain, land.number, strict=True))
    alike = [other for other in range(HEXES) if looks[other] == looks[number]]
    if len(alike) == 1:
        return name
    where = direction(number)
    if where is None:
        return say("place.hex.middle", what=name)
    name = say("place.hex", what=name, where=say(f"compass.{where}"))
    same_way = [other for other in alike if direction(other) == where]
    return name if len(same_way) == 1 else say("place.hex.number", place=name, number=number)


def direction(number: int) -> int | None:
    """Where a hex lies on the island, one of eight directions clockwise from the north; None for the middle one."""
    x, y = centre(*HEX_AT[number])
    return None if (x, y) == (0, 0) else compass((x * HALF_SIDE, y))


def corner_place(land: Island, number: int, language: str) -> str:
    """An intersection by the hexes that meet there, the sea among them; of one hex alone, by which corner it is."""
    say, hexes = words(GAME.package, language), hexes_at(number)
    if len(hexes) > 1:
        return say("place.corner", list=around(land, hexes, 3, language, "gen"))
    where = say(f"side.{side_of(hexes[0], [number])}")
    return say("place.corner.coast", list=around(land, hexes, 1, language, "gen"), where=where)


def path_place(land: Island, number: int, language: str) -> str:
    """A path by the hexes on its two sides; by which coast of a hex it is."""
    say, ends = words(GAME.package, language), PATH_INTERSECTION[number].tolist()
    sides = [h for h in hexes_at(ends[0]) if h in hexes_at(ends[1])]
    if len(sides) > 1:
        return say("place.path", list=around(land, sides, 1, language, "ins"))
    listed = around(land, sides, 1, language, "gen")
    return say("place.path.coast", list=listed, where=say(f"side.{side_of(sides[0], ends)}"))


def side_of(number: int, corners: list[int]) -> int:
    """On which side of a hex these of its corners lie, one of eight directions clockwise from the north."""
    x, y = centre(*HEX_AT[number])
    a, b = (sum(INTERSECTION_AT[corner][k] for corner in corners) / len(corners) for k in range(2))
    return compass(((a - x) * HALF_SIDE, b - y))


def hexes_at(corner: int) -> list[int]:
    """The land hexes that meet at an intersection."""
    return [int(h) for h in INTERSECTION_HEX[corner] if h >= 0]


def around(land: Island, hexes: list[int], most: int, language: str, form: str = "") -> str:
    """Hexes as one phrase, with the sea where there are fewer than could be."""
    names = [hex_place(land, h, language, form) for h in hexes]
    if len(names) < most:
        names.append(words(GAME.package, language)(f"place.sea.{form}" if form else "place.sea"))
    return joined(names, language)


def describe(view: Any, language: str) -> str:
    """The whole position: turn, island, seats, own cards, bank and the offer under way."""
    say, s = words(GAME.package, language), view.s
    names = [seat_name(seat, view.names, language) for seat in range(view.game.players)]
    lines = [say("say.turn", number=int(s.turn), who=names[s.active]) if s.turn else say("say.set_up")]
    if s.roll[0]:
        lines.append(say("say.roll", one=int(s.roll[0]), two=int(s.roll[1]), sum=int(s.roll[0]) + int(s.roll[1])))
    lines += _island(s, language)
    for seat, who in enumerate(names):
        lines += _seat(view, seat, who, language)
    if view.seat is not None:
        lines += _own(s, view.seat, language)
    lines.append(say("say.bank", list=goods(s.bank, language), deck=int(s.deck_size)))
    if s.given.any():
        lines.append(
            say("say.offer", who=names[s.active], given=offered(s.given, language), wanted=offered(s.wanted, language))
        )
    for seat, who in enumerate(names):
        if s.answer[seat] == COUNTERED:
            given, wanted = offered(s.counter_given[seat], language), offered(s.counter_wanted[seat], language)
            lines.append(say("say.counter", who=who, given=given, wanted=wanted))
    return "\n".join([*lines, *_map(language)])


@cache
def _map(language: str) -> list[str]:
    """Which intersections lie around each hex, and which two every path joins."""
    say = words(GAME.package, language)
    hexes = [f"{number}: {' '.join(str(int(corner)) for corner in clockwise(number))}" for number in range(HEXES)]
    paths = [f"{number}: {one}–{two}" for number, (one, two) in enumerate(PATH_INTERSECTION.tolist())]
    return [say("say.corners", list="; ".join(hexes)), say("say.paths", list="; ".join(paths))]


def clockwise(number: int) -> list[int]:
    """The intersections around a hex, clockwise from the upper left."""
    x, y = centre(*HEX_AT[number])
    corners = HEX_INTERSECTION[number].tolist()

    def angle(corner: int) -> float:
        a, b = INTERSECTION_AT[corner]
        return (atan2((a - x) * HALF_SIDE, y - b) + pi / 4) % (2 * pi)

    return sorted(corners, key=angle)


def corner_words(s: Any, corner: int, language: str) -> str:
    """An intersection by its number, with the hexes and the harbour there."""
    say, what = words(GAME.package, language), around(island(s), hexes_at(corner), 3, language)
    at = INTERSECTION_HARBOUR[corner]
    if at >= 0 and s.harbour[at] >= 0:
        what = say("say.at_harbour", what=what, harbour=harbour_words(int(s.harbour[at]), language))
    return say("say.corner", number=corner, what=what)


def harbour_words(kind: int, language: str) -> str:
    """A harbour with its rate: "harbour 2:1 for ore"."""
    say, resource = words(GAME.package, language), HARBOURS[kind]
    ratio = RATIO_GENERIC if resource == "generic" else RATIO_SPECIAL
    return say("harbour", ratio=ratio, resource=say(f"arg.{resource}"))


def path_ends(path: int, language: str) -> str:
    """A path by its number and its two ends."""
    one, two = PATH_INTERSECTION[path].tolist()
    return words(GAME.package, language)("say.path", number=int(path), one=one, two=two)


def is_free(s: Any, corner: int) -> bool:
    """Whether nothing stands on an intersection, nor on those next to it."""
    return all(s.owner[near] == NOBODY for near in (corner, *INTERSECTION_NEXT[corner]) if near >= 0)


def building_spots(s: Any, seat: int) -> tuple[list[int], list[int]]:
    """Where a seat could settle and lay roads if it could pay: free intersections at its roads, paths it may use."""
    joined_up = {corner for path in (s.road == seat).nonzero()[0] for corner in PATH_INTERSECTION[path].tolist()}
    free = [corner for corner in sorted(joined_up) if is_free(s, corner)]
    open_to = {corner for corner in joined_up if s.owner[corner] in (NOBODY, seat)}
    open_to |= set((s.owner == seat).nonzero()[0].tolist())
    paths = [
        path for path, ends in enumerate(PATH_INTERSECTION.tolist()) if s.road[path] == NOBODY and open_to & set(ends)
    ]
    return free, paths


def _island(s: Any, language: str) -> list[str]:
    say = words(GAME.package, language)
    columns: dict[int, list[str]] = {}
    for number, (q, _) in enumerate(HEX_AT):
        if s.terrain[number] < 0:
            continue
        text = say("say.hex", number=number, what=hex_words(s.terrain[number], int(s.number[number]), language))
        columns.setdefault(q, []).append(say("say.robber_here", what=text) if s.robber == number else text)
    lines = [say("say.island"), *("  " + "; ".join(column) for column in columns.values())] if columns else []
    harbours = [
        say(
            "say.harbour",
            resource=say(f"arg.{HARBOURS[kind]}"),
            ratio=RATIO_GENERIC if HARBOURS[kind] == "generic" else RATIO_SPECIAL,
            one=int(HARBOUR_INTERSECTION[place, 0]),
            two=int(HARBOUR_INTERSECTION[place, 1]),
        )
        for place, kind in enumerate(s.harbour)
        if kind >= 0
    ]
    return [*lines, say("say.harbours", list="; ".join(harbours))] if harbours else lines


def _seat(view: Any, seat: int, who: str, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s

    settlements, cities = (
        "; ".join(
            corner_words(s, int(corner), language) for corner in ((s.owner == seat) & (s.building == kind)).nonzero()[0]
        )
        for kind in (A_SETTLEMENT, A_CITY)
    )
    roads = ", ".join(path_ends(path, language) for path in (s.road == seat).nonzero()[0])
    colour = colour_name(view.colours[seat], language)
    text = [say("say.seat", who=who, colour=colour, points=core_words(language)("points", view.scores[seat]))]
    if s.longest_road == seat:
        text.append(say("holds.longest_road") + ".")
    if s.largest_army == seat:
        text.append(say("holds.largest_army") + ".")
    if settlements:
        text.append(say("say.settlements", list=settlements))
    if cities:
        text.append(say("say.cities", list=cities))
    if roads:
        text.append(say("say.roads", list=roads, length=int(s.road_length[seat])))
    cards = int(s.old_size[seat]) + int(s.new_size[seat])
    text.append(say("say.cards", resources=int(s.hand_size[seat]), cards=cards, soldiers=int(s.soldiers[seat])))
    return [text[0], "  " + " ".join(text[1:])]


def _own(s: Any, seat: int, language: str) -> list[str]:
    say = words(GAME.package, language)

    def kinds(counts: Any) -> str:
        return joined(
            [
                say("goods", count=int(n), resource=say(f"arg.{card}"))
                for card, n in zip(CARDS, counts, strict=True)
                if n
            ],
            language,
        )

    lines = [say("say.hand", list=goods(s.hand[seat], language))]
    if s.old[seat].any():
        lines.append(say("say.own_cards", list=kinds(s.old[seat])))
    if s.new[seat].any():
        lines.append(say("say.new_cards", list=kinds(s.new[seat])))
    rates = [
        f"{say(f'arg.{resource}')} {say('rate', ratio=int(ratio))}"
        for resource, ratio in zip(RESOURCES, s.ratio[seat], strict=True)
    ]
    lines.append(say("say.rates", list=", ".join(rates)))
    if s.turn:
        corners, paths = building_spots(s, seat)
        where = [corner_words(s, corner, language) for corner in corners]
        lines.append(say("say.may_settle", list="; ".join(where) or say("say.none")))
        lines.append(say("say.may_lay", list=", ".join(path_ends(path, language) for path in paths) or say("say.none")))
    elif (s.number > 0).any():
        free = [corner_words(s, corner, language) for corner in range(INTERSECTIONS) if is_free(s, corner)]
        lines.append(say("say.may_place", list="; ".join(free)))
    return lines
