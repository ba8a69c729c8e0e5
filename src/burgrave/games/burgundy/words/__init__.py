"""Burgundy in words: names of tiles and hexes, prompts, the whole position for a reader, points by source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from burgrave.core.grids import compass, hex_centre, neighbour_words
from burgrave.core.words import capital, colour_name, core_words, plain_prompt, possible, seat_name, words
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    BONUS_POINTS,
    CASTLE,
    CENTRE,
    COLOURS,
    DEPOTS,
    FIRST_ANIMAL,
    FIRST_KNOWLEDGE,
    GOODS,
    GOODS_POINTS,
    HEX_COLOUR,
    HEX_NUMBER,
    HEX_Q,
    HEX_R,
    HEXES,
    KINDS,
    NEIGHBOURS,
    NOTHING,
    PHASES,
    PRICE,
    REGION,
    REGION_HEX,
    REGION_SIZE,
    ROW_FIRST_Q,
    ROW_LENGTHS,
    WATCHTOWER,
    WATCHTOWER_POINTS,
    WORKERS_FOR_A_POINT,
    knowledge_tile,
)
from burgrave.games.burgundy.reading import bonus_left, in_set_up
from burgrave.games.burgundy.state import NOBODY, Point


def tile_name(kind: int, language: str, form: str = "") -> str:
    """A tile's name: "bank", "3 cows", "knowledge tile 1 (buildings may repeat)"; `.acc` for "the bank"."""
    return words(GAME.package, language)(f"arg.{KINDS[kind]}{form}")


def tile_words(kind: int, language: str) -> str:
    """A tile's name and what it does."""
    say = words(GAME.package, language)
    animal = FIRST_ANIMAL <= kind < FIRST_KNOWLEDGE
    effect = say("tile.animal" if animal else f"tile.{KINDS[kind]}")
    if FIRST_KNOWLEDGE <= kind < CASTLE:
        return say("tile", name=say("tile.knowledge", number=knowledge_tile(kind).value), effect=effect)
    return say("tile", name=capital(tile_name(kind, language)), effect=effect)


def hex_words(board: int, hexagon: int, tiles: Sequence[int], language: str) -> str:
    """A hex of an estate: the tile on it and what that does; or region, die, and whether a tile lies next to it."""
    say, kind = words(GAME.package, language), int(tiles[hexagon])
    if kind != NOTHING:
        return tile_words(kind, language)
    die = int(HEX_NUMBER[hexagon])
    if not board:
        return say("site.hex.unknown", die=die)
    region, size = say(f"region.{COLOURS[HEX_COLOUR[board, hexagon]]}"), int(REGION_SIZE[board, REGION[board, hexagon]])
    key = "site.hex.reachable" if is_reachable(tiles, hexagon) else "site.hex"
    return capital(say(key, region=region, size=size, die=die))


def is_reachable(tiles: Sequence[int], hexagon: int) -> bool:
    """True for an empty hex next to a tile of the estate."""
    return bool(tiles[hexagon] == NOTHING and any(tiles[other] != NOTHING for other in NEIGHBOURS[hexagon]))


def place(view: Any, site: str, language: str) -> str:
    """A site as people find it on the board; in Polish in the form that follows "na" (hexes), "z" and "do" (depots)."""
    word, _, rest = site.partition("-")
    if word[0] == "x":
        seat = view.seat if view.to_act is None or view.to_act < 0 else view.to_act
        return hex_place(0 if seat is None else int(view.s.board[seat]), int(word[1:]), language)
    if word == "depot" or (word[0] == "d" and word[1:] in DEPOTS):
        return words(GAME.package, language)(f"arg.buy.{rest if word == 'depot' else word[1:]}")
    return rest if word in ("die", "side") else site


@cache
def hex_place(board: int, hexagon: int, language: str) -> str:
    """A hex by colour and die, by where it lies if another looks the same, and by its row if nothing else helps."""
    say, (row, column) = words(GAME.package, language), row_and_column(hexagon)
    if not board:
        return say("place.hex.unknown", row=row, column=column)
    alike = [other for other in range(HEXES) if look(board, other) == look(board, hexagon)]
    hue, die = say(f"place.hue.{COLOURS[HEX_COLOUR[board, hexagon]]}"), int(HEX_NUMBER[hexagon])
    if len(alike) == 1:
        return say("place.hex", hue=hue, die=die)
    where = direction(hexagon)
    if where is None:
        return say("place.hex.middle", hue=hue, die=die)
    name = say("place.hex.where", hue=hue, die=die, where=say(f"compass.{where}"))
    same_way = [other for other in alike if direction(other) == where]
    return name if len(same_way) == 1 else say("place.hex.row", place=name, row=row, column=column)


def row_and_column(hexagon: int) -> tuple[int, int]:
    """In which row of an estate a hex lies, and which of the row's hexes it is from the left; both from 1."""
    row = int(HEX_R[hexagon] - HEX_R[0])
    return row + 1, int(HEX_Q[hexagon]) - ROW_FIRST_Q[row] + 1


def look(board: int, hexagon: int) -> tuple[int, int]:
    """What an empty hex shows: its colour and its number for the die."""
    return int(HEX_COLOUR[board, hexagon]), int(HEX_NUMBER[hexagon])


def direction(hexagon: int) -> int | None:
    """Where a hex lies in an estate, one of eight directions clockwise from the north; None for the middle one."""
    place = hex_centre((int(HEX_Q[hexagon]), int(HEX_R[hexagon])), 1, flat=False)
    return None if hexagon == CENTRE else compass(place)


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


ACTIONS = {verb: (verb,) for verb in ("take", "place", "sell", "workers")}
"""What a die, or a castle, is good for."""


def prompt(view: Any, language: str) -> str:
    """What is to be done now."""
    if view.seat is None or view.to_act != view.seat:
        return plain_prompt(view, language)
    s, seat = view.s, view.seat
    if view.point in ("action", "castle"):
        return plain_prompt(view, language, die=int(s.die), list=possible(view, ACTIONS, language))
    if view.point == "discard":
        return plain_prompt(view, language, tile=tile_name(int(s.taking), language, ".acc"))
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
        if view.to_act is not None and view.to_act >= 0:
            lines[0] = say("say.turn", phase=lines[0], who=names[view.to_act])
            if s.bought:
                lines.append(say("say.bought"))
    if s.first != NOTHING:
        lines.append(say("say.order", list=", ".join(names[seat] for seat in s.order[: view.game.players])))
        stacks = [[names[seat] for seat in stack if seat != NOBODY] for stack in s.track]
        pawns = [say("say.space", number=space, list=", ".join(stack)) for space, stack in enumerate(stacks) if stack]
        lines.append(say("say.track", list="; ".join(pawns)))
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
    return "\n".join([*lines, *_map(language)])


@cache
def _map(language: str) -> list[str]:
    """How the hexes of every estate are numbered, and which lie next to each other in which direction."""
    say = words(GAME.package, language)
    starts = [sum(ROW_LENGTHS[:row]) for row in range(len(ROW_LENGTHS))]
    rows = [f"{start}–{start + length - 1}" for start, length in zip(starts, ROW_LENGTHS, strict=True)]
    near = neighbour_words(list(zip(HEX_Q.tolist(), HEX_R.tolist(), strict=True)))
    return [say("say.rows", list=", ".join(rows)), say("say.neighbours", list=near)]


def _bonus_left(view: Any, language: str) -> list[str]:
    say = words(GAME.package, language)
    return [
        say("say.bonus_item", colour=say(f"colour.{COLOURS[colour]}"), points=" + ".join(map(str, points)))
        for colour, points in enumerate(bonus_left(view.s, view.game.players))
        if points
    ]


def _seat(view: Any, seat: int, who: str, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s
    points, now = (core_words(language)("points", count) for count in (view.scores[seat], int(s.points[seat])))
    board, colour = int(s.board[seat]), colour_name(view.colours[seat], language)
    key = "say.seat" if board else "say.seat.unknown"
    lines = [say(key, who=who, colour=colour, points=points, now=now, board=board)]
    dice = ", ".join(str(int(value)) for value in sorted(s.dice[seat]) if value) or say("none")
    lines.append(say("say.means", silver=int(s.silver[seat]), workers=int(s.workers[seat]), dice=dice))
    lines.append(say("say.storage", list=tiles_words(s.storage[seat], language)))
    held, sold = goods_words(s.goods[seat], language), goods_words(s.sold[seat], language)
    lines.append(say("say.goods", held=held, sold=sold))
    if board:
        lines += _regions(s.tiles[seat].tolist(), board, language)
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


def _regions(tiles: Sequence[int], board: int, language: str) -> list[str]:
    """The regions of an estate, each with its tiles and its empty hexes, those next to a tile marked."""
    say = words(GAME.package, language)
    lines = []
    for number in range(int(REGION[board].max()) + 1):
        region = REGION_HEX[board, number, : REGION_SIZE[board, number]].tolist()
        items = []
        for hexagon in region:
            if tiles[hexagon] != NOTHING:
                items.append(say("say.tile", hex=hexagon, tile=tile_name(tiles[hexagon], language)))
            else:
                key = "say.hex.reachable" if is_reachable(tiles, hexagon) else "say.hex"
                items.append(say(key, hex=hexagon, die=int(HEX_NUMBER[hexagon])))
        name = capital(say(f"region.{COLOURS[HEX_COLOUR[board, region[0]]]}"))
        missing = sum(tiles[hexagon] == NOTHING for hexagon in region)
        key = "say.region" if missing else "say.region.full"
        lines.append(say(key, region=name, size=len(region), missing=missing, list=", ".join(items)))
    return lines


def short(kind: int, language: str) -> str:
    """The letters or the figure that a tile carries, so that it is known without its colour."""
    return words(GAME.package, language)(f"short.{KINDS[kind]}")
