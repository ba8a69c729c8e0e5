"""Hansa Teutonica in words: prompts that name routes and counts, the whole position for a reader, points by source."""

from __future__ import annotations

from typing import Any

from burgrave.core.spec import CHANCE
from burgrave.core.words import Words, colour_name, core_words, joined, plain_prompt, seat_name, words
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import (
    ALL,
    BOOK,
    CITIES,
    COLOURS,
    DISPLACE_PAYS,
    KINDS,
    LAST_COMPLETED_CITY,
    LINK_POINTS,
    MARKERS,
    MOST_REMOVED,
    NEUTRAL,
    OWNERS,
    PRIVILEGE,
    ROUTES,
    SKILLS,
    TABLE_POINTS,
)
from burgrave.games.hansa.reading import control, has_neutral, offices, points_by_source, routes_on_board, skill
from burgrave.games.hansa.state import NOBODY, NOTHING


def owner_name(view: Any, owner: int, say: Words) -> str:
    """A seat's name, neutral, or nobody."""
    if owner in (NEUTRAL, NOBODY):
        return say("neutral" if owner == NEUTRAL else "nobody")
    return seat_name(owner, view.names, say.language)


def route_name(route: int, say: Words) -> str:
    """A route by its two cities."""
    return say(f"arg.{ROUTES[route]}")


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
            return plain_prompt(view, language, int(s.actions_left))
        case "with" | "establish":
            return plain_prompt(view, language, route=route_name(s.route, say))
        case "pay":
            return plain_prompt(view, language, int(DISPLACE_PAYS[s.displaced_kind]))
        case "relocate":
            return relocation_prompt(s, say)
        case "move":
            if s.queued:
                kind, route = piece_name(s.queue_kind[0], say), route_name(s.queue_route[0], say)
                return say("prompt.move.put", kind=kind, route=route)
            return plain_prompt(view, language, skill(s, s.active, BOOK) - int(s.lifts))
        case "remove":
            return plain_prompt(view, language, MOST_REMOVED - int(s.removed))
        case "marker":
            return plain_prompt(view, language, marker=say(f"arg.{MARKERS[s.drawn]}"))
    return plain_prompt(view, language)


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


def turn_number(s: Any) -> int:
    """Which turn of the game this is; while its markers are replaced, and after the last round, it is finished."""
    finished = int(s.turns_finished)
    begun = (int(s.starting) + finished) % int(s.players) == s.active
    return finished + int(begun)


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
        say("say.table_place", points=int(points), who=owner_name(view, int(owner), say))
        for points, owner in zip(TABLE_POINTS, s.table, strict=True)
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
    """Traders and merchants as one phrase."""
    return say("pieces", traders=int(counts[0]), merchants=int(counts[1]))


def _in_hand(view: Any, say: Words) -> list[str]:
    s = view.s
    lines = []
    if s.displaced_owner != NOBODY and s.displaced_kind != NOTHING:
        kind, who = say(f"arg.{KINDS[s.displaced_kind]}"), owner_name(view, s.displaced_owner, say)
        lines.append(say("say.displaced", route=route_name(s.route, say), piece=say("piece", kind=kind, who=who)))
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
    colour = colour_name(GAME.colours[view.game.players][seat], say.language)
    points = core_words(say.language)("points", view.scores[seat])
    lines = [say("say.seat", who=owner_name(view, seat, say), colour=colour, points=points)]
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
    s, lines = view.s, []
    for city, name in enumerate(CITIES):
        there = [
            say("piece", kind=say(f"arg.{KINDS[kind]}"), who=owner_name(view, owner, say))
            for owner, kind in offices(s, city)
        ]
        if there:
            who = owner_name(view, control(s, city), say)
            lines.append("  " + say("say.city", city=say(f"arg.{name}"), list=", ".join(there), who=who))
    return [say("say.cities"), *lines] if lines else []


def _routes(view: Any, say: Words) -> list[str]:
    s, lines = view.s, []
    for route in routes_on_board(s):
        there = []
        for owner in range(len(OWNERS)):
            for kind, name in enumerate(KINDS):
                if s.pieces[owner, kind, route]:
                    piece = say("piece", kind=say(f"arg.{name}"), who=owner_name(view, owner, say))
                    there.append(_counted({piece: int(s.pieces[owner, kind, route])}, say))
        if s.route_marker[route] != NOTHING:
            there.append(say("say.marker", marker=say(f"arg.{MARKERS[s.route_marker[route]]}")))
        if there:
            empty = int(s.empty[route])
            lines.append("  " + say("say.route", route=route_name(route, say), list=", ".join(there), empty=empty))
    return [say("say.routes"), *lines] if lines else []
