"""A table set up for one test: name what matters; banks, supplies, ratios and road lengths follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from playing import Table

import burgrave
from burgrave.games.catan import board
from burgrave.games.catan.board import CARDS, HARBOURS, PATH_ENDS, RESOURCES, TERRAINS
from burgrave.games.catan.checking import longest_trail
from burgrave.games.catan.state import Point

NOBODY = -1
BOARD_OF_PAGE = {"players": 4, "set_up": "fixed_board", "first_player": "p0"}


@dataclass
class Seat:
    """What lies before one player."""

    settlements: Sequence[int] = ()
    cities: Sequence[int] = ()
    roads: Sequence[int] = ()
    hand: Mapping[str, int] = field(default_factory=dict)
    old: Sequence[str] = ()
    new: Sequence[str] = ()
    soldiers: int = 0
    shown: int = 0


def walk(*intersections: int) -> list[int]:
    """The paths along neighbouring intersections."""
    return [PATH_ENDS.index(tuple(sorted(step))) for step in pairwise(intersections)]


def counts(words: Sequence[str], names: Sequence[str]) -> list[int]:
    return [list(words).count(name) for name in names]


def cards(hand: Mapping[str, int]) -> list[int]:
    return [hand.get(resource, 0) for resource in RESOURCES]


def ratios(owner: Sequence[int], harbours: Sequence[int], seat: int) -> list[int]:
    ratio = [4] * 5
    for kind, (one, two) in zip(harbours, board.HARBOUR_INTERSECTION.tolist(), strict=True):
        if seat in (owner[one], owner[two]):
            ratio = [min(3, n) for n in ratio] if HARBOURS[kind] == "generic" else ratio
            if HARBOURS[kind] != "generic":
                ratio[kind] = 2
    return ratio


def table(
    *seats: Seat,
    point: str = "main",
    options: Mapping[str, Any] = {},
    terrain: Mapping[int, str] = {},
    number: Mapping[int, int] = {},
    used: Mapping[str, int] = {},
    deck: Mapping[str, int] | None = None,
    **changes: Any,
) -> burgrave.Position:
    """A position in the first seat's turn, after the roll unless `point` says otherwise, on the classic board.

    `terrain` and `number` name hexes that differ; the ones they came from take the others in exchange. `deck` names the
    cards left in the deck: all others have been used. Any field may be given in `changes`.
    """
    game = burgrave.game("catan", **{**BOARD_OF_PAGE, "players": len(seats), **options})
    laid_out = Table(game.start())
    fields = laid_out.fields
    if fields["terrain"][0] < 0:
        fields["terrain"], fields["number"] = (board.LAYOUTS[0][name] for name in ("terrain", "number"))
        fields["harbour"] = board.LAYOUTS[0]["harbour"]
    lay(fields, terrain, number)
    padded = [*seats, *[Seat()] * (4 - len(seats))]
    owner, building, road = [NOBODY] * 54, [0] * 54, [NOBODY] * 72
    for k, seat in enumerate(seats):
        for v in seat.settlements:
            owner[v], building[v] = k, 1
        for v in seat.cities:
            owner[v], building[v] = k, 2
        for e in seat.roads:
            road[e] = k
    fields |= {"owner": owner, "building": building, "road": road}
    fields["hand"] = [cards(seat.hand) for seat in padded]
    fields["bank"] = [19 - sum(column) for column in zip(*fields["hand"], strict=True)]
    fields["hand_size"] = [sum(hand) for hand in fields["hand"]]
    for age in ("old", "new"):
        fields[age] = [counts(getattr(seat, age), CARDS) for seat in padded]
        fields[f"{age}_size"] = [sum(held) for held in fields[age]]
    fields["soldiers"] = [seat.soldiers for seat in padded]
    fields["shown"] = [seat.shown for seat in padded]
    put_away_cards(fields, used, deck)
    present = range(len(seats))
    pieces = [[15 - len(s.roads), 5 - len(s.settlements), 4 - len(s.cities)] for s in seats]
    fields["stock"] = pieces + [[0] * 3] * (4 - len(seats))
    fields["ratio"] = [ratios(owner, fields["harbour"], k) if k in present else [0] * 5 for k in range(4)]
    fields["road_length"] = [longest_trail(road, owner, k) if k in present else 0 for k in range(4)]
    fields["longest_road"] = sole_leader(fields["road_length"], 5)
    fields["largest_army"] = sole_leader(fields["soldiers"], 3)
    fields |= {"first": 0, "active": 0, "to_act": 0, "turn": 5, "step": 0, "placed": NOBODY}
    fields["robber"] = fields["terrain"].index(TERRAINS.index("desert"))
    fields["point"] = Point[point.upper()]
    rolled = point not in ("before_roll", "dice")
    fields |= {"rolled": int(rolled), "trading": int(rolled), "roll": [1, 2]}
    return laid_out.set(**changes).position()


def lay(fields: dict[str, Any], terrain: Mapping[int, str], number: Mapping[int, int]) -> None:
    """Exchange hexes and tokens so that the named ones lie where they should."""
    for name, wanted in (("terrain", {h: TERRAINS.index(word) for h, word in terrain.items()}), ("number", number)):
        laid = fields[name]
        for h, kind in wanted.items():
            if laid[h] == kind:
                continue
            other = next(k for k in range(19) if laid[k] == kind and k not in wanted)
            laid[h], laid[other] = laid[other], laid[h]
            if name == "terrain" and 0 in (fields["number"][h], fields["number"][other]):
                tokens = fields["number"]
                tokens[h], tokens[other] = tokens[other], tokens[h]


def put_away_cards(fields: dict[str, Any], used: Mapping[str, int], deck: Mapping[str, int] | None) -> None:
    """What is not in hands, face up or used is in the deck."""
    away = [sum(held) for held in zip(*fields["old"], *fields["new"], strict=True)]
    away[0] += sum(fields["soldiers"])
    away[4] += sum(fields["shown"])
    left = [total - gone for total, gone in zip(board.DECK.tolist(), away, strict=True)]
    fields["used"] = [used.get(card, 0) for card in CARDS]
    if deck is not None:
        fields["used"] = [n - deck.get(card, 0) for n, card in zip(left, CARDS, strict=True)]
    fields["deck"] = [n - gone for n, gone in zip(left, fields["used"], strict=True)]
    fields["deck_size"] = sum(fields["deck"])


def sole_leader(lengths: Sequence[int], least: int) -> int:
    longest = max(lengths)
    return list(lengths).index(longest) if longest >= least and list(lengths).count(longest) == 1 else NOBODY


def hand(position: Any, seat: int) -> dict[str, int]:
    """The resource cards a seat holds, by name."""
    held = position.fields["hand"][seat]
    return {resource: n for resource, n in zip(RESOURCES, held, strict=True) if n}
