"""Amber in words: prompts that name the tile, the whole position for a reader, points by source."""

from __future__ import annotations

from functools import cache
from typing import Any

from burgrave.core.spec import CHANCE
from burgrave.core.words import argument, colour_name, core_words, joined, plain_prompt, seat_name, words
from burgrave.games.amber import GAME
from burgrave.games.amber.board import (
    CASTLE,
    CASTLE_POINTS,
    COIN_POINTS,
    EMPTY,
    FIELD_NAMES,
    FIELDS,
    KIND_NAMES,
    KIND_OF,
    LAYOUT_NAMES,
    MOST_VILLAGES,
    NOBODY,
    NOWHERE,
    REBUILD_SIDES,
    ROTATION_NAMES,
    ROTATION_OF,
    ROTATIONS,
    SHOVEL,
    SIDES,
    SPECIAL_SHOVEL,
    VILLAGE_COUNT,
    VILLAGE_POINTS,
    VILLAGES,
    WIDTH,
    roads,
)
from burgrave.games.amber.reading import castle_links, layout_of, links_of, reach, village_links


def tile_name(kind: int, language: str) -> str:
    """A kind of tile as a person reads it; `{tile:acc}` gives its other form."""
    name = "special_shovel" if kind == SPECIAL_SHOVEL else KIND_NAMES[kind]
    return argument(GAME, "tile", name, language)


def tiles(counts: Any, language: str) -> str:
    """Tiles of several kinds as one phrase: "2 curve, 1 bridge"."""
    say = words(GAME.package, language)
    items = [
        say("count", count=int(count), tile=tile_name(kind, language)) for kind, count in enumerate(counts) if count
    ]
    return ", ".join(items) or say("nothing")


def prompt(view: Any, language: str) -> str:
    """What is to be done now, naming the tile that was picked up."""
    s, seat = view.s, view.to_act
    say = words(GAME.package, language)
    if seat == CHANCE and view.point == "castle":
        return say("prompt.castle.chance")
    if seat is None or seat == CHANCE or seat != view.seat:
        return plain_prompt(view, language)
    if view.point == "second" and len(view.moves()) == 1:
        return say("prompt.second.none")
    if view.point != "place":
        return plain_prompt(view, language)
    kind = int(s.chosen)
    if kind in (SHOVEL, SPECIAL_SHOVEL):
        return say("prompt.place.dig")
    key = "prompt.place" if ROTATIONS[kind] > 1 else "prompt.place.simple"
    ways = {move.verb for move in view.moves()}
    if "rebuild" in ways:
        key = "prompt.place.rebuild" if "lay" in ways else "prompt.place.rebuild_only"
    return say(key, tile=tile_name(kind, language))


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """Points by source: coins, connected villages, connected castles."""
    parts = []
    for seat in range(view.game.players):
        links = links_of(view.s, seat)
        parts.append(
            {
                "coins": int(view.s.coins[seat]) * COIN_POINTS,
                "villages": len(village_links(links)) * VILLAGE_POINTS,
                "castles": len(castle_links(links)) * CASTLE_POINTS,
            }
        )
    return tuple(parts)


@cache
def road_words(kind: int, rotation: int, language: str) -> str:
    """Where the roads of a tile lead as it lies: "road from south to east", "road from south to north only"."""
    say, ways = words(GAME.package, language), roads(kind, rotation)
    sides = sorted({side for way in ways for side in way})
    if len(ways) == len(sides) * (len(sides) - 1) and len(sides) > 2:
        return say("road.between", list=joined([say(f"side.{side}") for side in sides], language))
    told = []
    for one, other in ways:
        both = (other, one) in ways
        if not both or one < other:
            key = "road.both" if both else "road.one_way"
            told.append(say(key, one=say(f"side.from.{one}"), other=say(f"side.to.{other}")))
    return ", ".join(told)


def turned_words(kind: int, rotation: int, language: str) -> str:
    """A tile to be laid by where its roads would lead, one without roads by its name."""
    return road_words(kind, rotation, language) or tile_name(kind, language)


def lying_words(code: int, language: str) -> str:
    """Where the roads of the tile on a field lead; nothing where a tile has only one way to lie."""
    if code in (EMPTY, CASTLE) or ROTATIONS[KIND_OF[code]] == 1:
        return ""
    return road_words(int(KIND_OF[code]), int(ROTATION_OF[code]), language)


@cache
def arrival_words(sides: int, language: str) -> str:
    """The sides over which a field is reached: "from the east and from the south"."""
    say = words(GAME.package, language)
    return joined([say(f"side.over.{side}") for side in range(SIDES) if sides >> side & 1], language)


class Field(str):
    """A field by its name; `{place:roads}` adds where the roads of the tile on it lead, if that needs telling."""

    roads = ""

    def __format__(self, form: str) -> str:
        return self.roads if form == "roads" else str(self)


def place(view: Any, site: str, language: str) -> str:
    """A field by its name; a turn of the tile picked up by where its roads would lead."""
    word, _, turn = site.partition("-")
    if word == "turn" and view.s.chosen != NOWHERE:
        return turned_words(int(view.s.chosen), ROTATION_NAMES.index(turn), language)
    found = Field(site)
    if site in FIELD_NAMES:
        lies = lying_words(int(view.s.tile[FIELD_NAMES.index(site)]), language)
        found.roads = f": {lies}" if lies else ""
    return found


@cache
def field_words(code: int, owner: str | None, village: bool, coin: bool, language: str) -> str:
    """What lies and stands on a field: "village, empty field, with its coin", "curve, road from north to east"."""
    say = words(GAME.package, language)
    if code == CASTLE:
        what = say("site.castle_free") if owner is None else say("site.castle", who=owner)
    elif code == EMPTY:
        what = say("site.empty")
    else:
        what, lies = str(tile_name(int(KIND_OF[code]), language)), lying_words(code, language)
        if lies:
            what = say("site.turned", tile=what, roads=lies)
    if village:
        what = say("site.village", what=what)
    return say("site.coin", what=what) if coin else what


def describe(view: Any, language: str) -> str:
    """The whole position: turn, villages, seats, tiles on the board, own hand, row, stack and box."""
    say, s = words(GAME.package, language), view.s
    lines = [_layout(view, language), say("say.board", width=WIDTH), *_turn(view, language), _villages(view, language)]
    free = [FIELD_NAMES[field] for field in range(FIELDS) if s.tile[field] == CASTLE and field not in s.castle]
    if free:
        lines.append(say("say.free_castles", list=", ".join(free)))
    for seat in range(view.game.players):
        lines += _seat(view, seat, language)
    lines += _board(view, language)
    if view.seat is not None:
        lines += _own(view, language)
    if s.variant:
        lines.append(say("say.row", list=tiles(s.row, language)))
    lines.append(say("say.stack", stack=int(s.stack_size), list=tiles(s.box, language)))
    if s.unseen.any():
        lines.append(say("say.unseen", list=tiles(s.unseen, language)))
    return "\n".join(lines)


def _layout(view: Any, language: str) -> str:
    say, name = words(GAME.package, language), LAYOUT_NAMES[layout_of(view.s)]
    return say("say.layout", None, players=view.game.players, letter=name[1:], name=say(f"layout.{name}"))


def _turn(view: Any, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    lines = []
    if view.to_act is None:
        lines.append(say("say.over"))
    elif NOWHERE in s.castle[: s.players]:
        lines.append(say("say.set_up"))
    elif s.turn != NOBODY:
        lines.append(say("say.turn", who=seat_name(int(s.turn), view.names, language)))
    if s.sudden_win_off:
        lines.append(say("say.no_sudden_win"))
    if s.skipped:
        lines.append(say("say.skipped", count=int(s.skipped)))
    if s.chosen != NOWHERE:
        lines.append(say("say.chosen", tile=tile_name(int(s.chosen), language)))
    if s.first != NOWHERE:
        lines.append(say("say.first", field=FIELD_NAMES[s.first]))
    return lines


def _villages(view: Any, language: str) -> str:
    say, s = words(GAME.package, language), view.s
    layout, items = layout_of(s), []
    for village in range(VILLAGE_COUNT[layout]):
        name = FIELD_NAMES[VILLAGES[layout, village]]
        items.append(say("say.village_coin", field=name) if s.coin[village] else name)
    return say("say.villages", list=", ".join(items))


def _seat(view: Any, seat: int, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    colour = colour_name(view.colours[seat], language)
    points = core_words(language)("points", view.scores[seat])
    first = say("say.seat", who=seat_name(seat, view.names, language), colour=colour, points=points)
    text = []
    if s.castle[seat] != NOWHERE:
        key = "say.castle_coin" if s.coin[MOST_VILLAGES + seat] else "say.castle"
        text.append(say(key, field=FIELD_NAMES[s.castle[seat]]))
    text.append(say("say.holds", coins=int(s.coins[seat]), tiles=int(s.hand_size[seat])))
    if s.special_shovel[seat]:
        text.append(say("say.shovel"))
    if s.known[seat].any():
        text.append(say("say.known", list=tiles(s.known[seat], language)))
    links, layout = links_of(s, seat), layout_of(s)
    villages = [FIELD_NAMES[VILLAGES[layout, village]] for village in village_links(links)]
    if villages:
        text.append(say("say.linked_villages", list=", ".join(villages)))
    castles = [seat_name(other, view.names, language) for other in castle_links(links)]
    if castles:
        text.append(say("say.linked_castles", list=", ".join(castles)))
    return [first, "  " + " ".join(text)]


def _board(view: Any, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    lines = []
    for row in reversed(range(WIDTH)):
        items = []
        for field in range(row * WIDTH, (row + 1) * WIDTH):
            code = int(s.tile[field])
            if code not in (EMPTY, CASTLE):
                tile, lies = tile_name(int(KIND_OF[code]), language), lying_words(code, language)
                key = "say.tile_turned" if lies else "say.tile"
                items.append(say(key, field=FIELD_NAMES[field], tile=tile, roads=lies))
        if items:
            lines.append("  " + "; ".join(items))
    return [say("say.roads"), *lines] if lines else []


def _own(view: Any, language: str) -> list[str]:
    say, s, seat = words(GAME.package, language), view.s, view.seat
    lines = [say("say.hand", list=tiles(s.hand[seat], language))]
    if s.castle[seat] != NOWHERE:
        _, arrivals = reach(s, seat)
        there = [field for field in range(FIELDS) if arrivals[field]]
        reached = [
            say("say.reached", field=FIELD_NAMES[field], sides=arrival_words(arrivals[field], language))
            for field in there
            if s.tile[field] == EMPTY
        ]
        lines.append(say("say.reach", list=", ".join(reached) or say("nothing")))
        tiles_there = [field for field in there if s.tile[field] not in (EMPTY, CASTLE)]
        straight = [field for field in tiles_there if arrivals[field] & int(REBUILD_SIDES[s.tile[field]])]
        for key, fields in (("say.dig", tiles_there), ("say.rebuild", straight)):
            if fields:
                lines.append(say(key, list=", ".join(FIELD_NAMES[field] for field in fields)))
    return lines
