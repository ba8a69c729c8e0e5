"""Hansa Teutonica in words: prompts that name routes and counts, the whole position for a reader, points by source."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from burgrave.core.spec import CHANCE
from burgrave.core.words import Words, colour_name, core_words, either, joined, plain_prompt, possible, seat_name, words
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import (
    ALL,
    BOOK,
    CITIES,
    COLOURS,
    DISPLACE_PAYS,
    KINDS,
    LAST_COMPLETED_CITY,
    LAST_TRACK_POINT,
    LINK_POINTS,
    MARKERS,
    MOST_REMOVED,
    NEUTRAL,
    PRIVILEGE,
    ROUTES,
    SKILL_OF_CITY,
    SKILLS,
    SLOT_COIN,
    SLOT_COLOUR,
    SLOT_KIND,
    SLOTS,
    TABLE_COLOUR,
    TABLE_POINTS,
)
from burgrave.games.hansa.reading import (
    Office,
    control,
    has_neutral,
    largest_network,
    offices,
    points_by_source,
    printed_offices,
    routes_on_board,
    skill,
    turn_number,
)
from burgrave.games.hansa.state import NOBODY, NOTHING

ACTIONS = {
    "income": ("income",),
    "place": ("place",),
    "displace": ("displace",),
    "move": ("lift",),
    "establish": ("establish",),
    "use": ("use",),
}
"""The verbs of what can be done in a turn."""
GAINS = ("office", "extra", "develop", "table")
"""The verbs for what an established route can bring."""


class Names(NamedTuple):
    """All that the names of owners need of a view."""

    names: tuple[str, ...]


def owner_name(view: Any, owner: int, say: Words) -> str:
    """A seat's name, neutral, or nobody."""
    if owner in (NEUTRAL, NOBODY):
        return say("neutral" if owner == NEUTRAL else "nobody")
    return seat_name(owner, view.names, say.language)


def route_name(route: int, say: Words) -> str:
    """A route by its two cities."""
    return say(f"arg.{ROUTES[route]}")


class Place(str):
    """A place as people call it; `{place:name}` is its name alone: "Stade–Hamburg" instead of "the route …"."""

    name: str

    def __format__(self, form: str) -> str:
        return self.name if form == "name" else str(self)


def place(view: Any, site: str, language: str) -> str:
    """A site as people find it on the board: routes by their two cities, cities by their names."""
    say = words(GAME.package, language)
    name = say(f"arg.{site}") if site in ROUTES or site in CITIES else ""
    if site.startswith("table-"):
        name = say("place.table", points=site.removeprefix("table-"))
    found = Place(say("place.route", route=name) if site in ROUTES else name or site)
    found.name = name or site
    return found


def piece_name(kind: int, say: Words) -> str:
    """A kind of piece, as the thing that something happens to."""
    return say(f"arg.{KINDS[kind]}.acc")


def skill_value_name(s: Any, seat: int, number: int, say: Words) -> str:
    """The value of a skill as it is printed."""
    value = skill(s, seat, number)
    if number == PRIVILEGE:
        return say(COLOURS[value])
    return say("all") if value == ALL else str(value)


def prompt(view: Any, language: str) -> str:
    """What is to be done now, with the route, the piece or the number it is about."""
    say, s = words(GAME.package, language), view.s
    if view.to_act is None or view.to_act == CHANCE or view.to_act != view.seat:
        return plain_prompt(view, language)
    match view.point:
        case "turn":
            if s.actions_left == 0:
                return say("prompt.turn.markers")
            todo = possible(view, ACTIONS, language)
            return plain_prompt(view, language, int(s.actions_left), list=todo) if todo else say("prompt.turn.nothing")
        case "with":
            return plain_prompt(view, language, route=route_name(s.route, say))
        case "establish":
            return establishing_prompt(view, say)
        case "pay":
            return plain_prompt(view, language, int(DISPLACE_PAYS[s.displaced_kind]))
        case "relocate":
            return relocation_prompt(s, say)
        case "move":
            if s.queued:
                kind, route = piece_name(s.queue_kind[0], say), route_name(s.queue_route[0], say)
                more = ".more" if any(move.verb == "lift" for move in view.moves()) else ""
                return say(f"prompt.move.put{more}", kind=kind, route=route)
            return plain_prompt(view, language, skill(s, s.active, BOOK) - int(s.lifts))
        case "remove":
            return plain_prompt(view, language, MOST_REMOVED - int(s.removed))
        case "marker":
            return plain_prompt(view, language, marker=say(f"arg.{MARKERS[s.drawn]}"))
    return plain_prompt(view, language)


def establishing_prompt(view: Any, say: Words) -> str:
    """What the established route can bring."""
    route, legal = route_name(view.s.route, say), {move.verb for move in view.moves()}
    gains = [say(f"gain.{gain}") for gain in GAINS if gain in legal]
    if not gains:
        return say("prompt.establish.nothing", route=route)
    return say("prompt.establish", route=route, list=either(gains, say.language))


def relocation_prompt(s: Any, say: Words) -> str:
    """What the owner of a displaced piece is to do now."""
    route = route_name(s.route, say)
    if s.queued:
        return say("prompt.relocate.lifted", kind=piece_name(s.queue_kind[0], say), route=route)
    if s.displaced_owner == NEUTRAL:
        return say("prompt.relocate.neutral", route=route)
    if s.displaced_kind == NOTHING:
        return say("prompt.relocate.additional", int(s.additional), route=route)
    return say("prompt.relocate", kind=piece_name(s.displaced_kind, say), route=route)


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """Points by source: the score track, and what would be added if the game ended now."""
    return tuple(points_by_source(view.s, seat) for seat in range(view.game.players))


def describe(view: Any, language: str) -> str:
    """The whole position: turn, seats, offices, routes, the Coellen table and the markers."""
    say, s = words(GAME.package, language), view.s
    lines = [say("say.set_up")]
    if s.active != NOBODY:
        who = owner_name(view, s.active, say)
        lines = [say("say.turn", number=turn_number(s), who=who, actions=int(s.actions_left))]
    lines += _in_hand(view, say)
    for seat in range(view.game.players):
        lines += _seat(view, seat, say)
    lines += _cities(view, say)
    lines += _routes(view, say)
    places = [
        say("say.table_place", points=int(points), colour=say(COLOURS[colour]), who=owner_name(view, int(owner), say))
        for points, colour, owner in zip(TABLE_POINTS, TABLE_COLOUR, s.table, strict=True)
    ]
    lines.append(say("say.table", list=", ".join(places)))
    stack = _counted({say(f"arg.{marker}"): int(n) for marker, n in zip(MARKERS, s.stack, strict=True)}, say)
    lines.append(say("say.completed", count=int(s.completed_cities), most=LAST_COMPLETED_CITY, stack=stack))
    if has_neutral(s):
        lines.append(say("say.neutral", count=int(s.neutral_stock)))
    return "\n".join(lines)


def _counted(counts: dict[str, int], say: Words) -> str:
    items = [what if n == 1 else say("several", count=n, what=what) for what, n in counts.items() if n]
    return joined(items, say.language) or say("none")


def pieces_text(counts: Any, say: Words) -> str:
    """Traders and merchants as one phrase, without the kind of which there are none."""
    there = [say(f"count.{kind}", int(n)) for kind, n in zip(KINDS, counts, strict=True) if n]
    return joined(there, say.language) or say("none")


def piece_of(view: Any, owner: int, kind: int, say: Words) -> str:
    """A piece with its owner."""
    kind_name = say(f"arg.{KINDS[kind]}")
    if owner == NEUTRAL:
        return say("piece.neutral", kind=kind_name)
    return say("piece", kind=kind_name, who=owner_name(view, owner, say))


def phrases(verb: str, args: Sequence[str], language: str) -> dict[str, str]:
    """What an income brings, as one phrase."""
    return {"pieces": pieces_text([int(n) for n in args], words(GAME.package, language))} if verb == "income" else {}


def _in_hand(view: Any, say: Words) -> list[str]:
    s = view.s
    lines = []
    if s.displaced_owner != NOBODY and s.displaced_kind != NOTHING:
        piece = piece_of(view, s.displaced_owner, s.displaced_kind, say)
        lines.append(say("say.displaced", route=route_name(s.route, say), piece=piece))
    if s.queued:
        held = [
            f"{say(f'arg.{KINDS[s.queue_kind[k]]}')} ({route_name(s.queue_route[k], say)})" for k in range(s.queued)
        ]
        lines.append(say("say.hand", list=joined(held, say.language)))
    if s.drawn != NOTHING:
        lines.append(say("say.drawn", marker=say(f"arg.{MARKERS[s.drawn]}")))
    return lines


def _seat(view: Any, seat: int, say: Words) -> list[str]:
    s = view.s
    colour = colour_name(view.colours[seat], say.language)
    points = core_words(say.language)("points", view.scores[seat])
    lines = [say("say.seat", who=owner_name(view, seat, say), colour=colour, points=points)]
    track, network = int(s.track_vp[seat]), largest_network(s, seat)
    lines.append("  " + say("say.progress", track=track, last=LAST_TRACK_POINT, offices=network))
    personal, general = pieces_text(s.personal[seat], say), pieces_text(s.general[seat], say)
    lines.append("  " + say("say.supplies", personal=personal, general=general))
    skills = [f"{say(f'arg.{name}')} {skill_value_name(s, seat, k, say)}" for k, name in enumerate(SKILLS)]
    lines.append("  " + say("say.skills", list=", ".join(skills)))
    owned: dict[str, int] = {}
    for number, name in enumerate(MARKERS):
        marker = say(f"arg.{name}")
        owned[marker] = int(s.markers_unused[seat, number])
        owned[say("say.used", marker=marker)] = int(s.markers_used[seat, number])
    if any(owned.values()):
        lines.append("  " + say("say.markers", list=_counted(owned, say)))
    if s.link_rank[seat]:
        lines.append("  " + say("say.link", points=int(LINK_POINTS[s.link_rank[seat]])))
    return lines


def _cities(view: Any, say: Words) -> list[str]:
    """Every city with its offices and slots."""
    return [say("say.cities"), *("  " + city_words(view, city, say) for city in range(len(CITIES)))]


def city_words(view: Any, city: int, say: Words) -> str:
    """A city: what it teaches, its offices from left to right, who controls it, its free slots, the next one first."""
    s = view.s
    there, taken = tuple(offices(s, city)), len(printed_offices(s, city))
    return _city_words(Names(tuple(view.names)), int(s.side), city, there, control(s, city), taken, say)


@lru_cache(maxsize=2048)
def _city_words(
    names: Names, side: int, city: int, there: tuple[Office, ...], controller: int, taken: int, say: Words
) -> str:
    text, taught = say(f"arg.{CITIES[city]}"), SKILL_OF_CITY[city]
    if taught != NOTHING:
        text = say("say.skill_city", city=text, skill=say(f"arg.{SKILLS[taught]}"))
    if there:
        pieces = ", ".join(piece_of(names, owner, kind, say) for owner, kind in there)
        text = say("say.city", city=text, list=pieces, who=owner_name(names, controller, say))
    free = [slot_name(side, city, slot, say) for slot in range(taken, SLOTS[side, city])]
    if len(free) > 1:
        return say("say.then", city=text, slot=free[0], list=", ".join(free[1:]))
    return say("say.next", city=text, slot=free[0] if free else say("say.full"))


@cache
def slot_name(side: int, city: int, slot: int, say: Words) -> str:
    """A slot of a city: its colour, its piece, its coin."""
    kind = piece_name(SLOT_KIND[side, city, slot], say)
    key = "slot.coin" if SLOT_COIN[side, city, slot] else "slot"
    return say(key, colour=say(COLOURS[SLOT_COLOUR[side, city, slot]]), kind=kind)


def route_pieces(view: Any, route: int, say: Words) -> str:
    """Who stands on a route, and the marker there."""
    s = view.s
    pieces = tuple(s.pieces[:, :, route].ravel().tolist())
    return _route_pieces(Names(tuple(view.names)), pieces, int(s.route_marker[route]), say)


@lru_cache(maxsize=2048)
def _route_pieces(names: Names, pieces: tuple[int, ...], marker: int, say: Words) -> str:
    there = []
    for place, count in enumerate(pieces):
        if count:
            owner, kind = divmod(place, len(KINDS))
            there.append(_counted({piece_of(names, owner, kind, say): count}, say))
    if marker != NOTHING:
        there.append(say("say.marker", marker=say(f"arg.{MARKERS[marker]}")))
    return ", ".join(there)


def route_words(view: Any, route: int, say: Words) -> str:
    """A route with its empty spaces and what stands there."""
    empty, name = int(view.s.empty[route]), route_name(route, say)
    text = say("site.route", empty, route=name) if empty else say("site.route.full", route=name)
    there = route_pieces(view, route, say)
    return say("site.route.pieces", route=text, list=there) if there else text


def table_words(view: Any, place: int, say: Words) -> str:
    """A place at the Coellen table: its points, its colour, who has it."""
    text = say("site.table", points=int(TABLE_POINTS[place]), colour=say(COLOURS[TABLE_COLOUR[place]]))
    owner = int(view.s.table[place])
    return text if owner == NOBODY else say("site.table.taken", place=text, who=owner_name(view, owner, say))


def _routes(view: Any, say: Words) -> list[str]:
    """Routes with pieces or a marker, each with its empty spaces; then the empty ones with their lengths."""
    s, lines, bare = view.s, [], []
    for route in routes_on_board(s):
        there, empty = route_pieces(view, route, say), int(s.empty[route])
        if there:
            lines.append("  " + say("say.route", route=route_name(route, say), list=there, empty=empty))
        else:
            bare.append(f"{route_name(route, say)} {empty}")
    lines = [say("say.routes"), *lines] if lines else []
    return [*lines, say("say.empty_routes", list=", ".join(bare))] if bare else lines
