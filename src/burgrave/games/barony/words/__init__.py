"""Barony in words: prompts that name gold and victims, the whole position for a reader, points by source."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from burgrave.core.grids import neighbour_words
from burgrave.core.spec import CHANCE
from burgrave.core.words import capital, colour_name, core_words, joined, plain_prompt, possible, seat_name, words
from burgrave.games.barony import GAME
from burgrave.games.barony.board import (
    CITY_POINTS,
    COORDINATES,
    GOLD,
    HEXES,
    KINDS,
    KNIGHT,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECES,
    PLACEMENTS,
    PLACER,
    SIDES,
    SILVER,
    SOCKETS,
    TERRAINS,
    TITLE_POINTS,
    TITLE_PRICE,
    TITLES,
)
from burgrave.games.barony.state import NONE

ACTIONS = {
    "recruit": ("recruit",),
    "move": ("move",),
    "build": ("village", "stronghold"),
    "city": ("city",),
    "expedition": ("expedition",),
    "title": ("pay",),
    "pass": ("pass",),
}
"""The verbs of each action."""


def prompt(view: Any, language: str) -> str:
    """What is to be done now; the gold paid and the victim are named where the point has them."""
    s, seat = view.s, view.to_act
    if seat is None or seat == CHANCE or seat != view.seat:
        return plain_prompt(view, language)
    if view.point == "take":
        return plain_prompt(view, language, who=seat_name(int(s.robbed), view.names, language))
    if view.point == "pay":
        return plain_prompt(view, language, paid=int(GOLD @ s.paid), price=TITLE_PRICE)
    say, legal = words(GAME.package, language), [move.verb for move in view.moves()]
    if view.point == "turn":
        if legal == ["pass"]:
            return say("prompt.turn.pass")
        return say("prompt.turn.last" if s.last_round else "prompt.turn", list=possible(view, ACTIONS, language))
    if view.point in ("second", "build") and legal == ["done"]:
        return say(f"prompt.{view.point}.done")
    return plain_prompt(view, language)


def phrases(verb: str, args: Sequence[str], language: str) -> dict[str, str]:
    """How many knights a city recruits."""
    return {"knights": words(GAME.package, language)("recruits", int(args[1]))} if verb == "recruit" else {}


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """Points by source: the two ways of the marker, and the silver of tokens kept."""
    s = view.s
    titles, cities, silver = s["title"].tolist(), s["new_cities"].tolist(), (s["tokens"] @ SILVER).tolist()
    return tuple(
        {"titles": TITLE_POINTS * titles[seat], "new_cities": CITY_POINTS * cities[seat], "silver": silver[seat]}
        for seat in range(view.game.players)
    )


def counted(names: tuple[str, ...], counts: Any, prefix: str, language: str) -> str:
    """Several kinds with their numbers, those that are not there left out: "plain 2, field 1"."""
    say = words(GAME.package, language)
    return ", ".join(
        say("count", what=say(f"{prefix}.{name}"), count=int(count))
        for name, count in zip(names, counts, strict=True)
        if count
    )


def hex_words(view: Any, hex: int, language: str) -> str:
    """A hex for whoever cannot see it: terrain, edge, and who stands there."""
    say, s, players = words(GAME.package, language), view.s, view.game.players
    near = NEIGHBOUR[players, hex, : NEIGHBOURS[players, hex]]
    parts = [say(f"arg.{TERRAINS[s.terrain[hex]]}")]
    if NEIGHBOURS[players, hex] < SIDES:
        parts.append(say("site.edge"))
    if s.buildings[hex] != NONE:
        who = seat_name(int(s.owners[hex]), view.names, language)
        name = PIECES[s.buildings[hex]]
        parts.append(say("site.building", building=say(f"building.{name}"), who=who))
        if name == "city" and (s.terrain[near] == TERRAINS.index("lake")).any():
            parts.append(say("site.by_lake"))
    for seat in range(players):
        if s.knights[hex, seat]:
            who = seat_name(seat, view.names, language)
            parts.append(say("site.knights", who=who, count=int(s.knights[hex, seat])))
    return ", ".join(parts)


def hex_name(view: Any, hex: int, language: str) -> str:
    """A hex by what is there, and by its row and place in the row."""
    row, column = row_and_column(view.game.players, hex)
    what = capital(hex_words(view, hex, language))
    return words(GAME.package, language)("site.hex", row=row, column=column, what=what)


def place(view: Any, site: str, language: str) -> str:
    """A hex as people find it on the board: terrain, row from the top, and which one of the row from the west."""
    if site[0] != "h" or not site[1:].isdigit():
        return site
    number = int(site[1:])
    if number >= len(COORDINATES[view.game.players]) or view.s.terrain[number] == NONE:
        return site[1:]
    row, column = row_and_column(view.game.players, number)
    say = words(GAME.package, language)
    return say("place.hex", what=say(f"arg.{TERRAINS[view.s.terrain[number]]}"), row=row, column=column)


@cache
def row_and_column(players: int, hex: int) -> tuple[int, int]:
    """In which row from the north a hex lies, and which of the row's hexes it is from the west; both from 1."""
    hexes = COORDINATES[players]
    q, r = hexes[hex]
    rows, columns = sorted({row for _, row in hexes}), sorted(column for column, row in hexes if row == r)
    return rows.index(r) + 1, columns.index(q) + 1


def describe(view: Any, language: str) -> str:
    """The whole position: round and turn, the land, every baron's pieces, tokens and reserve, the action under way."""
    say, s = words(GAME.package, language), view.s
    names = [seat_name(seat, view.names, language) for seat in range(view.game.players)]
    lines = [_clock(view, names, language)]
    if s.last_round and view.to_act is not None:
        lines.append(say("say.last_round"))
    lines += _land(view, language)
    for seat, who in enumerate(names):
        lines += _seat(view, seat, who, language)
    if s.pool[0] != NONE:
        lines.append(say("say.pool", list=counted(KINDS, s.pool, "arg", language)))
    if s.knights_moved:
        lines.append(say("say.moved", count=int(s.knights_moved)))
    if s.robbed != NONE:
        lines.append(say("say.robbed", who=names[s.robbed]))
    if s.paid.any():
        lines.append(say("say.paid", list=counted(KINDS, s.paid, "arg", language)))
    lines += _steps(view, language)
    return "\n".join([*lines, *_map(view.game.players, language)])


def _steps(view: Any, language: str) -> list[str]:
    """Where the knights of the seat to act can go now."""
    say = words(GAME.package, language)
    steps: dict[str, list[str]] = {}
    for move in view.moves():
        if move.verb == "move":
            steps.setdefault(move.args[0], []).append(move.args[1])
    told = [say("say.steps", here=here, list=" ".join(there)) for here, there in steps.items()]
    return [say("say.may_go", list="; ".join(told))] if told else []


@cache
def _map(players: int, language: str) -> list[str]:
    """Which hexes lie next to each other, and in which direction."""
    return [words(GAME.package, language)("say.neighbours", list=neighbour_words(COORDINATES[players]))]


def _clock(view: Any, names: list[str], language: str) -> str:
    say, s, players = words(GAME.package, language), view.s, view.game.players
    if view.point == "tile":
        return say("say.tiles", laid=int(s.next_socket), all=int(SOCKETS[players]))
    if view.point == "place":
        done = int(PLACEMENTS[players]) - int(s.placements_left)
        to_come = list(dict.fromkeys(names[seat] for seat in PLACER[players, done : PLACEMENTS[players]]))
        return say("say.placing", list=joined(to_come, language))
    if view.to_act is None:
        return say("say.over", number=int(s.round_number))
    return say("say.turn", number=int(s.round_number), who=names[s.turn_of])


def _land(view: Any, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    rows: dict[int, list[str]] = {}
    for hex, (_, row) in enumerate(COORDINATES[view.game.players]):
        if s.terrain[hex] != NONE:
            text = say("count", what=hex, count=say(f"arg.{TERRAINS[s.terrain[hex]]}"))
            rows.setdefault(row, []).append(text)
    return [say("say.land"), *("  " + "; ".join(row) for row in rows.values())] if rows else []


def _seat(view: Any, seat: int, who: str, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    colour = colour_name(view.colours[seat], language)
    points = core_words(language)("points", view.scores[seat])
    head = say("say.seat", who=who, colour=colour, points=points, title=say(f"title.{TITLES[s.title[seat]]}"))
    text = []
    for piece, name in enumerate(PIECES):
        places = []
        for hex in range(int(HEXES[view.game.players])):
            if piece == KNIGHT:
                count = int(s.knights[hex, seat])
            else:
                count = int(s.buildings[hex] == piece and s.owners[hex] == seat)
            if count:
                places.append(str(hex) if count == 1 else say("stack", hex=hex, count=count))
        if places:
            text.append(say("say.pieces", piece=say(f"piece.{name}").capitalize(), list=", ".join(places)))
    tokens = counted(KINDS, s.tokens[seat], "arg", language)
    if tokens:
        gold, silver = int(GOLD @ s.tokens[seat]), int(SILVER @ s.tokens[seat])
        text.append(say("say.tokens", list=tokens, gold=gold, silver=silver))
    else:
        text.append(say("say.no_tokens"))
    reserve = counted(PIECES, s.reserve[seat], "piece", language)
    if reserve:
        text.append(say("say.reserve", list=reserve))
    if s.knights_removed[seat]:
        text.append(say("say.lost", count=int(s.knights_removed[seat])))
    return [head, "  " + " ".join(text)]
