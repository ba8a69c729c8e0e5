"""What of a position may be set by hand: buildings, knights, tokens, titles, the round, and whose turn it is."""

from __future__ import annotations

from typing import Any

from burgrave.core.editing import NONE, Editable, counts, places, seats, stored
from burgrave.core.errors import Mistake
from burgrave.games.barony.board import (
    CITY,
    DUKE,
    HEXES,
    KINDS,
    KNIGHT,
    LAKE,
    PIECE_COUNT,
    START_CITIES,
    STRONGHOLD,
    TITLES,
    TOKENS_PER_KIND,
    VILLAGE,
)
from burgrave.games.barony.state import LIMITED, Point
from burgrave.games.barony.state import NONE as NOTHING

BUILDINGS = {"village": VILLAGE, "stronghold": STRONGHOLD, "city": CITY}


def editables(s: Any) -> list[Editable]:
    """What may be set."""
    sat, hexes = seats(int(s.players)), int(HEXES[s.players])
    numbers = tuple(map(str, range(hexes)))
    kinds = tuple(BUILDINGS.values())

    def building(s: Any, place: int) -> int:
        owned = s.owners[place] != NOTHING
        return 1 + len(kinds) * int(s.owners[place]) + kinds.index(int(s.buildings[place])) if owned else 0

    def build(s: Any, place: int, value: int) -> None:
        s.owners[place] = (value - 1) // len(kinds) if value else NOTHING
        s.buildings[place] = kinds[(value - 1) % len(kinds)] if value else NOTHING

    def dry(s: Any, place: int, value: int) -> bool:
        return bool(s.terrain[place] != LAKE)

    def guarded(s: Any, place: int, value: int) -> bool:
        return bool(s.terrain[place // len(sat)] != LAKE)

    def begin(s: Any, place: int, value: int) -> None:
        s.turn_of = value

    def count(s: Any, place: int, value: int) -> None:
        s.round_number = value + 1

    return [
        Editable("turn", ((),), places(sat), lambda s, place: max(0, int(s.turn_of)), begin),
        Editable("round", ((),), counts(int(s.max_rounds), 1), lambda s, place: max(0, int(s.round_number) - 1), count),
        Editable(
            "building",
            places(numbers),
            ((NONE,), *((kind, seat) for seat in sat for kind in BUILDINGS)),
            building,
            build,
            "h{0}",
            fits=dry,
        ),
        Editable(
            "knights",
            places(numbers, sat),
            counts(int(PIECE_COUNT[KNIGHT])),
            *stored("knights", hexes, len(sat)),
            site="h{0}",
            fits=guarded,
        ),
        Editable("tokens", places(sat, KINDS), counts(TOKENS_PER_KIND), *stored("tokens", len(sat), len(KINDS))),
        Editable("title", places(sat), places(TITLES), *stored("title", len(sat))),
    ]


def settle(s: Any, edited: frozenset[str]) -> None:
    """Reserves, new cities and the pool follow from the board; enough rounds are over; a turn begins."""
    if s.point == Point.TILE:
        raise Mistake.of("edit.too_early")
    players = int(s.players)
    s.winners = s.placements_left = s.knights_moved = 0
    s.first_knight_at = s.robbed = NOTHING
    for kind in range(len(KINDS)):
        if s.to_act >= 0:  # who was paying for a title
            s.tokens[s.to_act, kind] += s.paid[kind]
        s.paid[kind] = 0
    s.turn_of = max(0, int(s.turn_of))
    s.to_act, s.point = s.turn_of, Point.TURN
    s.round_number = max(1, int(s.round_number))
    for seat in range(players):
        own = s.owners == seat
        s.reserve[seat, KNIGHT] = PIECE_COUNT[KNIGHT] - int(s.knights[:, seat].sum()) - int(s.knights_removed[seat])
        for piece in (VILLAGE, STRONGHOLD, CITY):
            s.reserve[seat, piece] = PIECE_COUNT[piece] - int((s.buildings[own] == piece).sum())
        s.new_cities[seat] = int((s.buildings[own] == CITY).sum()) - START_CITIES
        spent = int(s.title[seat]) + int(s.new_cities[seat]) + int(s.knights_removed[seat])
        if "round" not in edited:
            s.round_number = max(int(s.round_number), spent + int(s.turn_of <= seat))
    duke = any(s.title[seat] == DUKE for seat in range(players))
    s.last_round = int(duke or s.round_number == s.max_rounds)
    if s.token_supply == LIMITED:
        for kind in range(len(KINDS)):
            s.pool[kind] = TOKENS_PER_KIND - int(s.tokens[:players, kind].sum())
