"""Lays out a table of Amber for a test: castles, tiles on the board, hands; everything else follows."""

from __future__ import annotations

from playing import Table

import burgrave
from burgrave.core.game import Game
from burgrave.core.position import Position
from burgrave.games.amber.board import (
    CASTLE,
    FIELD_NAMES,
    KIND_NAMES,
    KIND_OF,
    LAYOUTS,
    MOST_VILLAGES,
    ROTATION_OF,
    SUPPLY,
    TARGETS,
    code,
)
from burgrave.games.amber.reading import links_of
from burgrave.games.amber.state import Point

HAND_SIZE = 6
FILLERS = ("curve", "curve_oneway_left", "curve_oneway_right", "tee_stem_out", "tee_stem_in", "straight_oneway", "tee")
"""Tiles that nobody asks about, to fill hands up to six."""


def counts(words: str) -> list[int]:
    """How many tiles of each kind: "straight bridge bridge"."""
    kinds = words.split()
    assert set(kinds) <= set(KIND_NAMES), words
    return [kinds.count(kind) for kind in KIND_NAMES]


def set_up(game: Game, castles: str) -> Position:
    """A position at the start player's first turn, in which seat 0 begins and the seats have these castles."""
    position = game.start()
    fields = castles.split()
    while position.point != "tile" or position.to_act == burgrave.CHANCE:
        if position.point == "start":
            position = position.play("start p0")
        elif position.point == "castle" and position.to_act != burgrave.CHANCE:
            position = position.play(f"castle {fields[position.to_act]}")
        elif position.point == "castle":
            position = position.play(f"castle {fields[0]}")
        else:
            roads = [move for move in position.moves() if not move.text.endswith(("swamp", "shovel"))]
            position = position.play(roads[0])
    return position


def table(
    game: Game,
    castles: str,
    tiles: str = "",
    hands: tuple[str, ...] = (),
    turn: int = 0,
    sizes: tuple[int, ...] = (),
    stack: str | None = None,
    row: str | None = None,
    coins: tuple[int, ...] = (),
    no_coin: str = "",
    **fields: object,
) -> Position:
    """A position in which `turn` chooses a tile (or has to swap).

    `tiles`: what lies on the board ("c8 straight 90, c9 swamp"). `hands`: tiles by seat, filled up to six, or to
    `sizes`. `row`: the open row of the advanced variant. `stack`: its tiles if not all that are left; the others are in
    the box. `no_coin`: villages and castles whose coin is gone although nobody is connected to them now.
    """
    laid_out = Table(set_up(game, castles))
    record = laid_out.fields
    left = [int(count) for count in SUPPLY]
    lay(record, tiles, left)
    if row is not None:
        record["row"] = counts(row)
        take(left, record["row"])
    deal(record, game, hands, sizes, left)
    record["stack"] = list(left) if stack is None else counts(stack)
    record["stack_size"] = sum(record["stack"])
    take(left, record["stack"])
    record["box"] = left
    record["coins"][: len(coins)] = coins
    laid_out.set(**{"turn": turn, "to_act": turn, "point": int(Point.TILE)} | fields)
    settle_coins(game, record, no_coin.split())
    return laid_out.position()


def lay(record: dict, tiles: str, left: list[int]) -> None:
    """Put tiles on the board."""
    for words in filter(None, (item.strip() for item in tiles.split(","))):
        field, kind, turn = (*words.split(), "0")[:3]
        record["tile"][FIELD_NAMES.index(field)] = int(code(KIND_NAMES.index(kind), int(turn) // 90))
        left[KIND_NAMES.index(kind)] -= 1


def deal(record: dict, game: Game, hands: tuple[str, ...], sizes: tuple[int, ...], left: list[int]) -> None:
    """Give everybody the tiles named, then tiles that nobody asks about."""
    named = [counts(words) for words in (*hands, *[""] * (game.players - len(hands)))]
    for hand in named:
        take(left, hand)
    for seat, hand in enumerate(named):
        size = sizes[seat] if sizes else HAND_SIZE
        record["hand"][seat] = fill(hand, size, left)
        record["hand_size"][seat] = size
        record["known"][seat] = [0] * len(left)


def fill(hand: list[int], size: int, left: list[int]) -> list[int]:
    """Fill a hand up from what is left."""
    hand = list(hand)
    for name in (*FILLERS, *KIND_NAMES):
        kind = KIND_NAMES.index(name)
        more = max(0, min(size - sum(hand), left[kind]))
        hand[kind] += more
        left[kind] -= more
    return hand


def take(left: list[int], tiles: list[int]) -> None:
    """Take tiles away from those left."""
    for kind, count in enumerate(tiles):
        left[kind] -= count
        assert left[kind] >= 0, f"too many tiles of the kind {KIND_NAMES[kind]}"


def settle_coins(game: Game, record: dict, gone: list[str]) -> None:
    """Coins that somebody must have taken, or that the test says are gone, lie no more."""
    record["coin"] = [0] * TARGETS
    castles = [FIELD_NAMES[field] for field in record["castle"][: game.players]]
    spots = dict.fromkeys(range(TARGETS), "")
    villages = village_names(game)
    spots |= dict(enumerate(villages)) | {MOST_VILLAGES + seat: castle for seat, castle in enumerate(castles)}
    blank = game.blank()
    for name in ("castle", "tile"):
        blank[0][name] = record[name]
    links = [links_of(blank[0], seat) for seat in range(game.players)]
    for target, name in spots.items():
        taken = any(link >> target & 1 for link in links) or name in gone
        record["coin"][target] = int(bool(name) and not taken)


def village_names(game: Game) -> list[str]:
    """The villages of the game's layout, in its order."""
    return LAYOUTS[f"{game.players}{game.options['layout']}"][1].split()


def tile_on(position: Position, field: str) -> str:
    """What lies on a field: "straight 90", "castle" or ""."""
    lying = position.fields["tile"][FIELD_NAMES.index(field)]
    if lying == CASTLE:
        return "castle"
    return f"{KIND_NAMES[KIND_OF[lying]]} {90 * ROTATION_OF[lying]}" if lying else ""


def has_coin(position: Position, field: str) -> bool:
    """Whether the coin of a village or castle is still there."""
    record = position.fields
    villages = village_names(position.game)
    if field in villages:
        return bool(record["coin"][villages.index(field)])
    return bool(record["coin"][MOST_VILLAGES + record["castle"].index(FIELD_NAMES.index(field))])
