"""What of a position may be set by hand: estates, storage, goods, silver, workers, dice, points, the turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgrave.core.editing import NONE, Editable, counts, places, seats, stored
from burgrave.core.errors import Mistake
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    A_SHIP,
    BLACK_TILES,
    COLOUR_COUNT,
    DEPOT_COUNT,
    FACES,
    GOODS,
    GOODS_COUNT,
    GOODS_OF_A_TYPE,
    HEX_COLOUR,
    HEXES,
    KIND_COLOUR,
    KIND_COUNT,
    KINDS,
    NORMAL_TILES,
    NOTHING,
    STORAGE_SPACES,
    TRACK_SPACES,
)
from burgrave.games.burgundy.checking import POINTS_OF_TURN, Look, complete_colours, points_between
from burgrave.games.burgundy.state import NOBODY, Point

MOST_SILVER = MOST_WORKERS = 20
MOST_POINTS = 300


def editables(s: Any) -> list[Editable]:
    """What may be set; the starting castles stay."""
    players = int(s.players)
    sat = seats(players)
    hexes = [(seat, place) for seat in range(players) for place in range(HEXES) if s.start[seat] != place]
    kinds = ((NONE,), *places(KINDS))

    def tile(s: Any, place: int) -> int:
        return int(s.tiles[hexes[place]]) + 1

    def lay(s: Any, place: int, value: int) -> None:
        exchange(s, int(s.tiles[hexes[place]]), value - 1)
        s.tiles[hexes[place]] = value - 1

    def coloured(s: Any, place: int, value: int) -> bool:
        seat, number = hexes[place]
        return value == 0 or bool(HEX_COLOUR[s.board[seat], number] == KIND_COLOUR[value - 1])

    def store(s: Any, place: int, value: int) -> None:
        spot = divmod(place, STORAGE_SPACES)
        exchange(s, int(s.storage[spot]), value - 1)
        s.storage[spot] = value - 1

    def hold(s: Any, place: int, value: int) -> None:
        seat, goods = divmod(place, GOODS_COUNT)
        for _ in range(value, int(s.goods[seat, goods])):
            s.goods[seat, goods] -= 1
            s.depot_goods[0, goods] += 1
        for _ in range(int(s.goods[seat, goods]), value):
            take_goods(s, goods)
            s.goods[seat, goods] += 1

    def begin(s: Any, place: int, value: int) -> None:
        order = s.order[:players].tolist()
        s.turn = order.index(value)

    return [
        Editable(
            "turn", ((),), places(sat), lambda s, place: max(0, int(s.order[min(int(s.turn), players - 1)])), begin
        ),
        Editable("tile", [(sat[seat], str(place)) for seat, place in hexes], kinds, tile, lay, "x{1}", fits=coloured),
        Editable(
            "storage",
            places(sat, map(str, range(1, STORAGE_SPACES + 1))),
            kinds,
            stored("storage", players, STORAGE_SPACES, first=NOTHING)[0],
            store,
        ),
        Editable("goods", places(sat, GOODS), counts(GOODS_OF_A_TYPE), stored("goods", players, GOODS_COUNT)[0], hold),
        Editable("silver", places(sat), counts(MOST_SILVER), *stored("silver", players)),
        Editable("workers", places(sat), counts(MOST_WORKERS), *stored("workers", players)),
        Editable("points", places(sat), counts(MOST_POINTS), *stored("points", players)),
        Editable("die", places(sat, ("1", "2")), ((NONE,), *counts(FACES, 1)), *stored("dice", players, 2)),
    ]


def exchange(s: Any, old: int, new: int) -> None:
    """A tile is put aside for another: what has come to the board so far stays as many of each colour."""
    if old == new:
        return
    if old != NOTHING:
        s.removed[old] += 1
    if new != NOTHING:
        take(s, new)


def take(s: Any, kind: int) -> None:
    """A tile from those put aside or from the depots; one that is still face down changes with one of its colour."""
    if lift(s, [kind]) != NOTHING:
        return
    alike = [other for other in range(KIND_COUNT) if KIND_COLOUR[other] == KIND_COLOUR[kind]]
    for supply, backs in ((s.supply, NORMAL_TILES), (s.black_supply, BLACK_TILES)):
        if supply[kind] == 0:
            continue
        found = lift(s, [other for other in alike if supply[other] < backs[other]])
        if found != NOTHING:
            supply[found] += 1
            supply[kind] -= 1
            return
    raise Mistake.of("impossible.tile", GAME.package, tile=Mistake(KINDS[kind], f"arg.{KINDS[kind]}", GAME.package))


def lift(s: Any, kinds: list[int]) -> int:
    """Take a tile of one of these kinds from those put aside, or from a depot; NOTHING where there is none."""
    for kind in kinds:
        if s.removed[kind] > 0:
            s.removed[kind] -= 1
            return kind
    for kind in kinds:
        for field in (s.depots.reshape(-1), s.black):
            places = np.flatnonzero(field == kind)
            if len(places):
                field[places[0]] = NOTHING
                return kind
    return NOTHING


def take_goods(s: Any, goods: int) -> None:
    """A goods tile from a depot; one that is still face down changes with one that lies there."""
    for depot in range(DEPOT_COUNT):
        if s.depot_goods[depot, goods] > 0:
            s.depot_goods[depot, goods] -= 1
            return
    for depot, other in zip(*np.nonzero(s.depot_goods), strict=True):
        if s.unseen_goods[goods] > 0:
            s.depot_goods[depot, other] -= 1
            s.unseen_goods[other] += 1
            s.unseen_goods[goods] -= 1
            return
    raise Mistake.of("impossible.goods", GAME.package)


def settle(s: Any, edited: frozenset[str]) -> None:
    """Pawns, bonus tiles, points and dice follow from the estates; a turn begins, or goes on with the die left."""
    players = int(s.players)
    if s.point not in POINTS_OF_TURN:
        raise Mistake.of("edit.too_early")
    if s.taking != NOTHING:
        s.removed[s.taking] += 1
    s.taking, s.die, s.point = NOTHING, 0, Point.TURN
    s.ship_depots[:] = NOTHING
    for seat in range(players):
        kinds = sorted(kind for kind in s.storage[seat].tolist() if kind != NOTHING)
        s.storage[seat] = kinds + [NOTHING] * (STORAGE_SPACES - len(kinds))
        sail(s, seat, sum(KIND_COLOUR[kind] == A_SHIP for kind in s.tiles[seat].tolist() if kind != NOTHING))
    reading = [int(seat) for stack in s.track[::-1] for seat in stack[::-1] if seat != NOBODY]
    order, turn = s.order[:players].tolist(), int(s.turn)
    later = order[turn + 1 :]
    s.order[turn + 1 : players] = [seat for seat in reading if seat in later]
    s.to_act = order[turn]
    settle_dice(s, players, "turn" in edited, "die" in edited)
    award(s, players)
    if "points" not in edited:
        look = Look(s)
        for seat in range(players):
            s.points[seat] = np.clip(s.points[seat], *points_between(look, seat))


def settle_dice(s: Any, players: int, begins: bool, set_by_hand: bool) -> None:
    """Who has finished has no dice, who is yet to act two; where one is missing, and none was set, it shows 1."""
    for place in range(players):
        seat = int(s.order[place])
        dice = sorted(value for value in s.dice[seat].tolist() if value)
        if place < s.turn and not set_by_hand:
            dice = []
        elif place >= s.turn and (begins or not set_by_hand) and (place > s.turn or begins or not dice):
            dice = sorted(dice + [1] * (2 - len(dice)))
        s.dice[seat] = dice + [0] * (2 - len(dice))
    if begins:
        s.bought = 0


def sail(s: Any, seat: int, ships: int) -> None:
    """A pawn stands one space on for each ship, on top of those that are there."""
    for space in range(TRACK_SPACES):
        stack = [int(other) for other in s.track[space] if other != NOBODY]
        if seat in stack and space != ships:
            stack.remove(seat)
            s.track[space] = stack + [NOBODY] * (len(s.track[space]) - len(stack))
            above = [int(other) for other in s.track[ships] if other != NOBODY] + [seat]
            s.track[ships] = above + [NOBODY] * (len(s.track[ships]) - len(above))
            return


def award(s: Any, players: int) -> None:
    """Who has completed a colour before keeps the bonus tile; whoever has now gets what is left, by seats."""
    look = Look(s)
    complete = [complete_colours(look, seat) for seat in range(players)]
    kept = [
        [tile for tile in s.bonus[seat].tolist() if tile != NOTHING and tile // 2 in complete[seat]]
        for seat in range(players)
    ]
    for colour in range(COLOUR_COUNT):
        holders = [seat for seat in range(players) if colour in complete[seat]]
        ranked = sorted(holders, key=lambda seat: next((tile % 2 for tile in kept[seat] if tile // 2 == colour), 2))
        for place, seat in enumerate(ranked):
            kept[seat] = [tile for tile in kept[seat] if tile // 2 != colour] + (
                [2 * colour + place] if place < 2 else []
            )
    for seat in range(players):
        s.bonus[seat] = kept[seat] + [NOTHING] * (COLOUR_COUNT - len(kept[seat]))
