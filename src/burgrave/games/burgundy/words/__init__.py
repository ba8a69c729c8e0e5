"""Burgundy in words: names of tiles and hexes, prompts, the whole position for a reader, points by source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from burgrave.core.words import core_words, plain_prompt, seat_name, words
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    BONUS_POINTS,
    COLOURS,
    FIRST_ANIMAL,
    FIRST_KNOWLEDGE,
    GOODS,
    GOODS_POINTS,
    HEX_COLOUR,
    HEX_NUMBER,
    HEXES,
    KINDS,
    NOTHING,
    PHASES,
    PRICE,
    WATCHTOWER,
    WATCHTOWER_POINTS,
    WORKERS_FOR_A_POINT,
)
from burgrave.games.burgundy.reading import bonus_left, in_set_up
from burgrave.games.burgundy.state import Point


def tile_name(kind: int, language: str) -> str:
    """A tile's name: "bank", "3 cows", "knowledge tile 8"."""
    return words(GAME.package, language)(f"arg.{KINDS[kind]}")


def tile_words(kind: int, language: str) -> str:
    """A tile's name and what it does."""
    say = words(GAME.package, language)
    animal = FIRST_ANIMAL <= kind < FIRST_KNOWLEDGE
    effect = say("tile.animal" if animal else f"tile.{KINDS[kind]}")
    return say("tile", name=capital(tile_name(kind, language)), effect=effect)


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def hex_words(board: int, hexagon: int, kind: int, language: str) -> str:
    """A hex of an estate: its region and number, or the tile on it and what that does."""
    say = words(GAME.package, language)
    if kind != NOTHING:
        return say("site.hex.tile", number=hexagon, tile=tile_words(kind, language))
    region = say(f"region.{COLOURS[HEX_COLOUR[board, hexagon]]}") if board else "?"
    return say("site.hex", number=hexagon, region=region, die=int(HEX_NUMBER[hexagon]))


def counted(counts: Iterable[int], names: Iterable[str], language: str) -> str:
    """Things with their counts as one phrase: "2 red, 1 pink"."""
    say = words(GAME.package, language)
    items = [say("count", count=int(n), what=name) for n, name in zip(counts, names, strict=True) if n]
    return ", ".join(items) or say("none")


def goods_words(counts: Iterable[int], language: str) -> str:
    """Goods by type: "2 red, 1 pink"."""
    say = words(GAME.package, language)
    return counted(counts, [say(f"arg.{goods}") for goods in GOODS], language)


def tiles_words(kinds: Iterable[int], language: str) -> str:
    """Tiles by name: "bank, castle, 3 cows"."""
    names = [tile_name(int(kind), language) for kind in kinds if kind != NOTHING]
    return ", ".join(names) or words(GAME.package, language)("none")


def prompt(view: Any, language: str) -> str:
    """What is to be done now."""
    if view.seat is None or view.to_act != view.seat:
        return plain_prompt(view, language)
    s, seat = view.s, view.seat
    if view.point == "action":
        return plain_prompt(view, language, die=int(s.die))
    if view.point == "discard":
        return plain_prompt(view, language, tile=tile_name(int(s.taking), language))
    if view.point == "turn":
        say = words(GAME.package, language)
        if s.dice[seat, 0] == 0:
            return say("prompt.turn.end")
        if not s.bought and s.silver[seat] >= PRICE:
            return say("prompt.turn.buy")
    return plain_prompt(view, language)


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """Points by source; the score track does not tell regions from animals."""
    s, players = view.s, view.game.players
    parts = []
    for seat in range(players):
        sales = int(s.sold[seat].sum()) * int(GOODS_POINTS[players])
        towers = WATCHTOWER_POINTS * int((s.tiles[seat] == WATCHTOWER).sum())
        bonus = sum(int(BONUS_POINTS[players, tile % 2]) for tile in s.bonus[seat] if tile != NOTHING)
        left_over = {
            "unsold_goods": int(s.goods[seat].sum()),
            "silver": int(s.silver[seat]),
            "workers": int(s.workers[seat]) // WORKERS_FOR_A_POINT,
        }
        track = int(s.points[seat])
        parts.append(
            {
                "regions_and_animals": track - sales - towers - bonus,
                "sales": sales,
                "watchtowers": towers,
                "bonus_tiles": bonus,
                **left_over,
                "knowledge": view.scores[seat] - track - sum(left_over.values()),
            }
        )
    return tuple(parts)


def describe(view: Any, language: str) -> str:
    """The whole position: phase and order, depots, bonus tiles, then every seat with its estate."""
    say, s = words(GAME.package, language), view.s
    names = [seat_name(seat, view.names, language) for seat in range(view.game.players)]
    if in_set_up(s):
        lines = [say("say.setup")]
    elif s.point == Point.OVER:
        lines = [say("say.over")]
    else:
        lines = [say("say.phase", letter=PHASES[s.phase], number=int(s.round_number))]
    if s.first != NOTHING:
        lines.append(say("say.order", list=", ".join(names[seat] for seat in s.order[: view.game.players])))
    coming = [say(f"arg.lay.{GOODS[goods]}") for goods in s.round_goods if goods != NOTHING]
    if coming:
        lines.append(say("say.round_goods", list=", ".join(coming)))
    if not in_set_up(s) and s.point != Point.OVER:
        for depot, kinds in enumerate(s.depots):
            goods = goods_words(s.depot_goods[depot], language)
            lines.append(say("say.depot", number=depot + 1, list=tiles_words(kinds, language), goods=goods))
        lines.append(say("say.black", list=tiles_words(s.black, language)))
    lines.append(say("say.bonus", list=", ".join(_bonus_left(view, language)) or say("none")))
    for seat, who in enumerate(names):
        lines += _seat(view, seat, who, language)
    return "\n".join(lines)


def _bonus_left(view: Any, language: str) -> list[str]:
    say = words(GAME.package, language)
    return [
        say("say.bonus_item", colour=say(f"colour.{COLOURS[colour]}"), points=" + ".join(map(str, points)))
        for colour, points in enumerate(bonus_left(view.s, view.game.players))
        if points
    ]


def _seat(view: Any, seat: int, who: str, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    points = core_words(language)("points", view.scores[seat])
    board = int(s.board[seat])
    head = say("say.seat", who=who, points=points, board=board) if board else ""
    lines = [head or say("say.seat.unknown", who=who, points=points)]
    dice = ", ".join(str(int(value)) for value in sorted(s.dice[seat]) if value) or say("none")
    lines.append(say("say.means", silver=int(s.silver[seat]), workers=int(s.workers[seat]), dice=dice))
    lines.append(say("say.storage", list=tiles_words(s.storage[seat], language)))
    held, sold = goods_words(s.goods[seat], language), goods_words(s.sold[seat], language)
    lines.append(say("say.goods", held=held, sold=sold))
    placed = [
        say("say.tile", tile=tile_name(int(kind), language), hex=hexagon)
        for hexagon, kind in enumerate(s.tiles[seat])
        if kind != NOTHING
    ]
    lines.append(say("say.estate", list=", ".join(placed) or say("none")))
    if board:
        lines.append(say("say.hexes", list="; ".join(_free_hexes(s, seat, board, language)) or say("none")))
    won = [
        say(
            "say.bonus_item",
            colour=say(f"colour.{COLOURS[tile // 2]}"),
            points=int(BONUS_POINTS[view.game.players, tile % 2]),
        )
        for tile in s.bonus[seat]
        if tile != NOTHING
    ]
    if won:
        lines.append(say("say.won", list=", ".join(won)))
    return [lines[0], *("  " + line for line in lines[1:])]


def _free_hexes(s: Any, seat: int, board: int, language: str) -> list[str]:
    """The empty hexes of each colour as "12 (1)": number and die."""
    say = words(GAME.package, language)
    lists = []
    for colour, name in enumerate(COLOURS):
        free = [
            f"{hexagon} ({HEX_NUMBER[hexagon]})"
            for hexagon in range(HEXES)
            if HEX_COLOUR[board, hexagon] == colour and s.tiles[seat, hexagon] == NOTHING
        ]
        if free:
            lists.append(say("say.hex", region=say(f"colour.{name}"), list=", ".join(free)))
    return lists


def short(kind: int, language: str) -> str:
    """The letters or the figure that a tile carries, so that it is known without its colour."""
    return words(GAME.package, language)(f"short.{KINDS[kind]}")
