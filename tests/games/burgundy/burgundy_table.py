"""A table set up for one test: name what matters, and the rest of the box is put where the rules allow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from playing import Table

import burgrave
from burgrave.core.game import Game
from burgrave.core.position import Position
from burgrave.games.burgundy.board import (
    BLACK_TILES,
    BLACK_USED,
    FIXED_TILE,
    GOODS,
    KIND_COLOUR,
    KINDS,
    NORMAL_TILES,
    NOTHING,
    PHASES,
    SLOT_COLOUR,
    SLOT_PLAYERS,
    filled_by_chance,
)
from burgrave.games.burgundy.checking import Look, points_between
from burgrave.games.burgundy.state import Point

SEATS = 4
CENTRE = 18


def kind_of(word: str) -> int:
    return KINDS.index(word)


def padded(values: Sequence[int], length: int, blank: int = NOTHING) -> list[int]:
    return [*values, *[blank] * (length - len(values))]


def goods_counts(counts: Mapping[str, int]) -> list[int]:
    return [counts.get(goods, 0) for goods in GOODS]


def seat(
    tiles: Mapping[int, str] | None = None,
    *,
    board: int = 1,
    start: int = CENTRE,
    storage: Sequence[str] = (),
    goods: Mapping[str, int] | None = None,
    sold: Mapping[str, int] | None = None,
    silver: int = 0,
    workers: int = 0,
    dice: Sequence[int] = (),
    bonus: Sequence[tuple[str, str]] = (),
    points: int | None = None,
) -> dict[str, Any]:
    """One seat: its starting castle lies on the centre unless said otherwise; points are the fewest possible."""
    return {
        "board": board,
        "start": start,
        "tiles": {start: "castle"} | dict(tiles or {}),
        "storage": sorted(map(kind_of, storage)),
        "goods": goods or {},
        "sold": sold or {},
        "silver": silver,
        "workers": workers,
        "dice": sorted(dice),
        "bonus": bonus,
        "points": points,
    }


def table(
    *seats: dict[str, Any],
    phase: str = "C",
    round_number: int = 2,
    depots: Mapping[int, Sequence[str]] | None = None,
    black: Sequence[str] = (),
    depot_goods: Mapping[int, Mapping[str, int]] | None = None,
    order: Sequence[int] | None = None,
    turn: int = 0,
) -> Position:
    """A position at `turn`: the seat whose turn it is has the dice it was given, later seats have a 1 and a 1."""
    players = len(seats)
    basic = all(one["board"] == 1 and one["start"] == CENTRE for one in seats)
    estates = "basic" if basic else "".join(str(one["board"]) for one in seats)
    game = burgrave.game("burgundy", players=players, estates=estates)
    laid_out = Table(game.start())
    fields = laid_out.fields
    order = list(order if order is not None else range(players))
    fields |= {
        "point": int(Point.TURN),
        "to_act": order[turn],
        "phase": PHASES.index(phase),
        "round_number": round_number,
        "first": order[0],
        "order": padded(order, SEATS),
        "turn": turn,
    }
    lay_seats(fields, seats, order, turn)
    fields["depots"] = lay_depots(depots or {}, players)
    fields["black"] = padded(sorted(map(kind_of, black)), 8)
    count_tiles(fields, players)
    count_goods(fields, depot_goods or {}, players)
    set_points(game, fields, seats)
    return laid_out.position()


def lay_seats(fields: dict[str, Any], seats: Sequence[dict[str, Any]], order: list[int], turn: int) -> None:
    """Put every seat's things into the record; the track shows its ships, in the turn order."""
    track: list[list[int]] = [[] for _ in range(7)]
    for number, one in enumerate(seats):
        fields["board"][number] = one["board"]
        fields["start"][number] = one["start"]
        fields["tiles"][number] = [kind_of(one["tiles"][h]) if h in one["tiles"] else NOTHING for h in range(37)]
        fields["storage"][number] = padded(one["storage"], 3)
        fields["goods"][number] = goods_counts(one["goods"])
        fields["sold"][number] = goods_counts(one["sold"])
        fields["silver"][number], fields["workers"][number] = one["silver"], one["workers"]
        dice = one["dice"] if order.index(number) == turn else [1, 1] if order.index(number) > turn else []
        fields["dice"][number] = padded(dice, 2, 0)
        colours = ("building", "animal", "knowledge", "castle", "mine", "ship")
        won = [2 * colours.index(colour) + ("large", "small").index(size) for colour, size in one["bonus"]]
        fields["bonus"][number] = padded(won, 6)
    for number in reversed(order):
        track[list(seats[number]["tiles"].values()).count("ship")].append(number)
    fields["track"] = [padded(stack, SEATS) for stack in track]


def lay_depots(depots: Mapping[int, Sequence[str]], players: int) -> list[list[int]]:
    """Tiles on the hexes of their colour."""
    rows = [[NOTHING] * 4 for _ in range(6)]
    for number, words in depots.items():
        for kind in sorted(map(kind_of, words)):
            row = rows[number - 1]
            slot = next(
                slot
                for slot in range(4)
                if row[slot] == NOTHING
                and SLOT_PLAYERS[number - 1, slot] <= players
                and SLOT_COLOUR[number - 1, slot] == KIND_COLOUR[kind]
            )
            row[slot] = kind
    return rows


def count_tiles(fields: dict[str, Any], players: int) -> None:
    """As many tiles have been drawn as the phase says; those not on the table are out of the game."""
    phases = fields["phase"] + 1
    rows = [*fields["tiles"], *fields["storage"], *fields["depots"], fields["black"]]
    used = Counter(kind for row in rows for kind in row if kind != NOTHING)
    drawn = Counter(int(SLOT_COLOUR[place]) for place in filled_by_chance(players) * phases)
    drawn.update(int(KIND_COLOUR[kind]) for kind in FIXED_TILE[players, :phases].ravel() if kind != NOTHING)
    drawn[int(KIND_COLOUR[kind_of("castle")])] += players
    black_left = int(BLACK_USED[players]) * phases
    normal = [0] * len(KINDS)
    black = [0] * len(KINDS)
    for kind in sorted(used, key=lambda kind: (BLACK_TILES[kind] > 0, kind)):
        colour = int(KIND_COLOUR[kind])
        normal[kind] = min(used[kind], int(NORMAL_TILES[kind]), drawn[colour])
        drawn[colour] -= normal[kind]
        black[kind] = used[kind] - normal[kind]
        black_left -= black[kind]
        assert black[kind] <= BLACK_TILES[kind], f"too many {KINDS[kind]} for this phase"
    for kind in range(len(KINDS)):
        more = min(int(NORMAL_TILES[kind]) - normal[kind], drawn[int(KIND_COLOUR[kind])])
        normal[kind] += more
        drawn[int(KIND_COLOUR[kind])] -= more
        more = min(int(BLACK_TILES[kind]) - black[kind], black_left)
        black[kind] += more
        black_left -= more
    fields["supply"] = [int(NORMAL_TILES[kind]) - normal[kind] for kind in range(len(KINDS))]
    fields["black_supply"] = [int(BLACK_TILES[kind]) - black[kind] for kind in range(len(KINDS))]
    fields["removed"] = [normal[kind] + black[kind] - used[kind] for kind in range(len(KINDS))]


def count_goods(fields: dict[str, Any], depot_goods: Mapping[int, Mapping[str, int]], players: int) -> None:
    """Goods of past rounds that nobody names have been sold by the last seat."""
    fields["depot_goods"] = [goods_counts(depot_goods.get(depot, {})) for depot in range(1, 7)]
    left = [
        7 - sum(row[goods] for name in ("goods", "sold", "depot_goods") for row in fields[name]) for goods in range(6)
    ]
    unseen = 42 - 3 * players - 5 * fields["phase"] - 5
    waiting = 5 - fields["round_number"]
    laid = []
    for _ in range(waiting):
        goods = max(range(6), key=lambda goods: left[goods])
        left[goods] -= 1
        laid.append(goods)
    surplus = sum(left) - unseen
    assert surplus >= 0, "more goods are named than have been turned over"
    for _ in range(surplus):
        goods = max(range(6), key=lambda goods: left[goods])
        left[goods] -= 1
        fields["sold"][players - 1][goods] += 1
    fields["round_goods"] = padded(laid, 5)
    fields["unseen_goods"] = left


def set_points(game: Game, fields: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
    """The fewest points that the estates and sales have brought, unless a test names them."""
    records = game.blank()
    for name, value in fields.items():
        records[0][name] = value
    look = Look(records[0])
    for number, one in enumerate(seats):
        least, _ = points_between(look, number)
        fields["points"][number] = least if one["points"] is None else one["points"]


def gained(before: Position, after: Position, number: int = 0) -> int:
    """Points gained on the score track."""
    return int(after.fields["points"][number] - before.fields["points"][number])


def stored(position: Position, number: int = 0) -> list[str]:
    """The tiles in a seat's storage."""
    return [KINDS[kind] for kind in position.fields["storage"][number] if kind != NOTHING]


def goods_of(position: Position, number: int = 0, field: str = "goods") -> dict[str, int]:
    """A seat's goods by type."""
    return {goods: count for goods, count in zip(GOODS, position.fields[field][number], strict=True) if count}
