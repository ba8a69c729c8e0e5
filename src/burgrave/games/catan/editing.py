"""What of a position may be set by hand: buildings, roads, the robber, cards, soldiers, and whose turn it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgrave.core.editing import NONE, Editable, counts, places, seats, stored
from burgrave.core.errors import Mistake
from burgrave.games.catan.board import (
    BANK,
    CARD_KINDS,
    CARDS,
    CITY,
    DECK,
    GENERIC,
    HARBOUR_INTERSECTION,
    HEXES,
    INTERSECTIONS,
    LEAST_ARMY,
    LEAST_ROAD,
    PATHS,
    PIECES,
    RATIO_BANK,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    SOLDIER,
    VICTORY_POINT,
)
from burgrave.games.catan.checking import LAYING, longest_trail
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, NO_BUILDING, NO_CAUSE, NOBODY, Point

MOST_CARDS = int(DECK.max())


def editables(s: Any) -> list[Editable]:
    """What may be set."""
    sat = seats(int(s.players))
    buildings = ((NONE,), *((kind, seat) for seat in sat for kind in ("settlement", "city")))

    def building(s: Any, place: int) -> int:
        return 0 if s.owner[place] == NOBODY else 2 * int(s.owner[place]) + int(s.building[place])

    def build(s: Any, place: int, value: int) -> None:
        s.owner[place] = NOBODY if value == 0 else (value - 1) // 2
        s.building[place] = NO_BUILDING if value == 0 else (A_SETTLEMENT, A_CITY)[(value - 1) % 2]

    def move_robber(s: Any, place: int, value: int) -> None:
        s.robber = value

    def begin(s: Any, place: int, value: int) -> None:
        s.active = value

    return [
        Editable("turn", ((),), places(sat), lambda s, place: max(0, int(s.active)), begin),
        Editable("building", places(map(str, range(INTERSECTIONS))), buildings, building, build, "v{0}"),
        Editable(
            "road",
            places(map(str, range(PATHS))),
            ((NONE,), *places(sat)),
            *stored("road", PATHS, first=NOBODY),
            site="e{0}",
        ),
        Editable(
            "robber", ((),), counts(HEXES - 1), lambda s, place: max(0, int(s.robber)), move_robber, value_site="h{0}"
        ),
        Editable("hand", places(sat, RESOURCES), counts(BANK), *stored("hand", len(sat), len(RESOURCES))),
        Editable("cards", places(sat, CARDS), counts(MOST_CARDS), *stored("old", len(sat), CARD_KINDS)),
        Editable("soldiers", places(sat), counts(int(DECK[SOLDIER])), *stored("soldiers", len(sat))),
    ]


def settle(s: Any, edited: frozenset[str]) -> None:
    """What follows from the rest: supplies, ratios, honours; and the turn begins, or goes on after its throw."""
    if s.point in LAYING or s.point == Point.FIRST:
        raise Mistake.of("edit.too_early")
    players = int(s.players)
    tidy(s, players, begins="turn" in edited)
    for seat in range(players):
        own = s.owner == seat
        s.stock[seat, ROAD] = PIECES[ROAD] - int((s.road == seat).sum())
        s.stock[seat, SETTLEMENT] = PIECES[SETTLEMENT] - int((s.building[own] == A_SETTLEMENT).sum())
        s.stock[seat, CITY] = PIECES[CITY] - int((s.building[own] == A_CITY).sum())
        s.ratio[seat] = ratios(s, seat)
        s.road_length[seat] = longest_trail(s.road.tolist(), s.owner.tolist(), seat)
        s.hand_size[seat] = int(s.hand[seat].sum())
        s.old_size[seat], s.new_size[seat] = int(s.old[seat].sum()), int(s.new[seat].sum())
    s.bank[:] = BANK - s.hand.astype(np.int64).sum(axis=0)
    left = DECK - s.old.astype(np.int64).sum(axis=0) - s.new.sum(axis=0) - s.used
    left[SOLDIER] -= int(s.soldiers.sum())
    left[VICTORY_POINT] -= int(s.shown.sum())
    s.deck[:] = left
    s.deck_size = int(left.sum())
    s.longest_road = holder(s.road_length[:players].tolist(), int(s.longest_road), LEAST_ROAD)
    army = holder(s.soldiers[:players].tolist(), int(s.largest_army), LEAST_ARMY)
    s.largest_army = int(s.soldiers.argmax()) if army == NOBODY and s.soldiers.max() >= LEAST_ARMY else army


def tidy(s: Any, players: int, begins: bool) -> None:
    """Whatever was under way is over: discards are back in hand, no offer stands, and hands are known to all."""
    s.hand += s.aside
    for name in (
        "aside",
        "aside_size",
        "owed",
        "given",
        "wanted",
        "answer",
        "counter_given",
        "counter_wanted",
        "steals",
    ):
        s[name][:] = 0
    s.victim = s.placed = NOBODY
    s.cause, s.free_roads, s.picks, s.step, s.winners = NO_CAUSE, 0, 0, 0, 0
    if s.turn == 0:
        s.turn, s.first = 1, s.active
        s.point = Point.BEFORE_ROLL
    if s.point != Point.MAIN or begins:
        s.point, s.rolled, s.trading, s.offers, s.card_played = Point.BEFORE_ROLL, 0, 0, 0, 0
    s.to_act = s.active
    for seat in range(players):
        if seat != s.active or s.point == Point.BEFORE_ROLL:
            s.old[seat] += s.new[seat]
            s.new[seat] = 0


def ratios(s: Any, seat: int) -> list[int]:
    """How many cards the bank wants from a seat for one."""
    found = [RATIO_BANK] * len(RESOURCES)
    for place, ends in enumerate(HARBOUR_INTERSECTION.tolist()):
        if seat in (s.owner[ends[0]], s.owner[ends[1]]):
            kind = int(s.harbour[place])
            if kind == GENERIC:
                found = [min(value, RATIO_GENERIC) for value in found]
            else:
                found[kind] = RATIO_SPECIAL
    return found


def holder(numbers: list[int], before: int, least: int) -> int:
    """Who holds an honour: whoever has most; of several, the one who has held it so far, or nobody."""
    most = max(numbers)
    leading = [seat for seat, number in enumerate(numbers) if number == most >= least]
    if before in leading:
        return before
    return leading[0] if len(leading) == 1 else NOBODY
