"""A table set up for one test: name the pieces on the board; reserves and markers follow from them.

Each number of players has one land, drawn below with a letter per hex: mountain, forest, g for a (green) field, plain
and ~ for a lake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from playing import Table, play

import burgrave
from burgrave.core.position import Position
from burgrave.games.barony.board import (
    COORDINATES,
    DUKE,
    KINDS,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECE_COUNT,
    PIECES,
    SOCKET,
    SOCKETS,
    START_CITIES,
    TERRAINS,
)
from burgrave.games.barony.state import Point

LETTERS = dict(zip("mfgp~", TERRAINS, strict=True))
LAND = {
    2: "gmmmff ggpfp~ fggmgfp mmgmmm~f pff~p~m gpfppggg mggppp ~f~gfp",
    3: "fgmf~mp p~~gfmmm pggggpfmm ff~mmp~ff mpgg~gp mmggmppp fm~gggg~f mfmfp~ggf ~~pggg~ ppmpmgfg",
    4: "fgmf~mppf p~~gfmmmf ggmgffmmm ~gmpp~fmm pgm~ppfm~ gggpgpmfm "
    "gggg~f~~p fp~ggfppm ggg~fpg~p pmgfgpgfp fgfmffpff pmm~ffmpf",
}
CITIES = {
    2: ((24, 43, 0), (38, 13, 18)),
    3: ((15, 45, 59), (20, 41, 64), (13, 68, 47)),
    4: ((9, 36, 64), (12, 50, 86), (16, 48, 99), (26, 80, 106)),
}
"""Where the barons' starting cities stand unless a test says otherwise."""


@dataclass
class Baron:
    """What one seat has on the board and beside it; a hex named twice has two knights."""

    knights: Sequence[int] = ()
    villages: Sequence[int] = ()
    strongholds: Sequence[int] = ()
    new_cities: Sequence[int] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    title: int = 0
    removed: int = 0
    cities: Sequence[int] | None = None


def tiles(players: int) -> list[str]:
    """The chance moves that lay the land of a number of players."""
    letters = LAND[players].replace(" ", "")
    return [
        "tile " + " ".join(LETTERS[letters[hex]] for hex in SOCKET[players, socket])
        for socket in range(int(SOCKETS[players]))
    ]


@cache
def laid(players: int, **options: Any) -> Position:
    """The position after the last tile."""
    game = burgrave.game("barony", players=players, **options)
    return Table(play(game.start(), *tiles(players))).position()


def table(*barons: Baron, players: int | None = None, turn: int = 0, round: int = 20, **options: Any) -> Position:
    """The position in which a seat begins its turn with these pieces on the board."""
    players = players or max(len(barons), 2)
    laid_out = Table(laid(players, **options))
    fields = laid_out.fields
    reserve = [[0] * len(PIECES) for _ in fields["reserve"]]
    for seat in range(players):
        baron = barons[seat] if seat < len(barons) else Baron()
        cities = [*(CITIES[players][seat] if baron.cities is None else baron.cities), *baron.new_cities]
        built = (baron.villages, baron.strongholds, cities)
        for kind, hexes in enumerate(built, start=1):
            for hex in hexes:
                fields["buildings"][hex], fields["owners"][hex] = kind, seat
        for hex in baron.knights:
            fields["knights"][hex][seat] += 1
        used = (len(baron.knights) + baron.removed, *map(len, built))
        reserve[seat] = [int(count) - gone for count, gone in zip(PIECE_COUNT, used, strict=True)]
        fields["tokens"][seat] = [baron.tokens.get(kind, 0) for kind in KINDS]
        if options.get("token_supply") == "limited_per_type":
            for kind, name in enumerate(KINDS):
                fields["pool"][kind] -= baron.tokens.get(name, 0)
        fields["title"][seat] = baron.title
        fields["new_cities"][seat] = len(cities) - START_CITIES
        fields["knights_removed"][seat] = baron.removed
    last = round == options.get("max_rounds") or DUKE in fields["title"]
    fields |= {"reserve": reserve, "placements_left": 0, "point": int(Point.TURN), "to_act": turn}
    fields |= {"turn_of": turn, "round_number": round, "last_round": int(last)}
    return laid_out.position()


def next_to(players: int, hex: int) -> list[int]:
    """The neighbours of a hex."""
    return NEIGHBOUR[players, hex, : NEIGHBOURS[players, hex]].tolist()


def tokens(position: Position, seat: int) -> dict[str, int]:
    """A seat's tokens by kind, those it has."""
    return {kind: int(count) for kind, count in zip(KINDS, position.s.tokens[seat], strict=True) if count}


def reserve(position: Position, seat: int) -> dict[str, int]:
    """A seat's reserve by piece."""
    return dict(zip(PIECES, position.s.reserve[seat].tolist(), strict=True))


def hexes_of(players: int, terrain: str) -> list[int]:
    """The hexes of one terrain on the tests' land."""
    letters = LAND[players].replace(" ", "")
    return [hex for hex in range(len(COORDINATES[players])) if LETTERS[letters[hex]] == terrain]
