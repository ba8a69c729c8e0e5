"""What a move of Amber brings: tiles, coins and who loses them for being stuck, points, the sudden win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from burgrave.core.effects import Effect, SeenMove, changed, ending, gain, loss, points_by_source
from burgrave.games.amber.board import (
    END_HAND_SIZE,
    FIELD_NAMES,
    KIND_NAMES,
    MOST_VILLAGES,
    NOBODY,
    NOWHERE,
    SPECIAL_SHOVEL,
    TARGETS,
    VILLAGES,
)
from burgrave.games.amber.reading import can_be_drawn, is_complete, layout_of, links_of

STOCKS = {
    "coins": lambda s: s.coins,
    "tiles": lambda s: s.hand_size,
    "special_shovel": lambda s: s.special_shovel,
}
LAID = ("lay", "rebuild", "dig")

SILENT = ("tile", "lay", "rebuild", "dig", "stack", "draw", "reveal")
"""Moves that the log leaves out: mechanical ones, and those that their effects tell better."""
TILE_ICONS = {kind: f"amber-{kind}" for kind in KIND_NAMES}
ICONS = {
    "coins": "amber-coin",
    "coin_lost": "amber-coin",
    "tiles": TILE_ICONS,
    "draws": "amber-back",
    "draws.known": TILE_ICONS,
    "special_shovel": "amber-special_shovel",
    "dug_up": "amber-shovel",
    **dict.fromkeys(("stuck", "passed_over"), "icon-nothing"),
}


def turn_of(s: Any) -> tuple[Any, ...]:
    """Whose turn it is; nobody's before every castle has its owner. A seat's next turn comes after another's."""
    return (None,) if NOWHERE in s.castle[: s.players] or s.turn == NOBODY else (int(s.turn),)


def effects(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Everything the move brought."""
    yield from tiles(before, move, after)
    won = coins_won(before, after)
    yield from won
    if changed(before, after, "tile", "castle", "coins"):
        yield from points_by_source(before, after, quiet=("coins",))
    yield from stuck(before, after, won)
    yield from over(before, move, after)


def tiles(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The tile that leaves a hand or comes into it, and where it goes."""
    if move.verb in LAID:
        yield from played(before, move)
    elif move.verb == "draw":
        seat = int(before.s["turn"])
        kind = move.args[0] if move.args[0] in KIND_NAMES else ""
        target = f"hand-{kind}" if kind and seat == after.seat else f"p{seat}"
        yield gain("tiles", seat, 1, kind, kind="draws.known" if kind else "draws", source="stack", target=target)
    elif move.verb == "take":
        kind = move.args[0]
        target = f"hand-{kind}" if move.by == after.seat else f"p{move.by}"
        yield gain("tiles", move.by, 1, kind, kind="takes", source=f"row-{kind}", target=target)
    elif move.verb == "swap":
        yield loss("tiles", move.by, 1, move.args[0], kind="to_box", source=f"p{move.by}")


def played(before: Any, move: SeenMove) -> Iterator[Effect]:
    """The picked-up tile is used on a field; digging takes another one off the board."""
    field, chosen = move.args[0], int(before.s["chosen"])
    if chosen == SPECIAL_SHOVEL:
        yield loss("special_shovel", move.by, 1, "special_shovel", kind=f"uses.{move.verb}", target=field)
    else:
        kind = f"uses.{move.verb}"
        yield loss("tiles", move.by, 1, KIND_NAMES[chosen], kind=kind, source=f"p{move.by}", target=field)
    if move.verb == "dig":
        yield Effect("dug_up", move.by, 1, source=field)


def field_of(s: Any, target: int) -> str:
    """The field of a village or a castle that coins lie for."""
    if target < MOST_VILLAGES:
        return FIELD_NAMES[int(VILLAGES[layout_of(s), target])]
    return FIELD_NAMES[int(s.castle[target - MOST_VILLAGES])]


def coins_won(before: Any, after: Any) -> list[Effect]:
    """Coins that somebody gets for being the only one connected, or that leave the game because several are."""
    old, new = before.s["coin"].tolist(), after.s["coin"].tolist()
    gone = [target for target in range(TARGETS) if old[target] and not new[target]] if old != new else []
    found = []
    for target in gone:
        connected = [seat for seat in range(before.game.players) if links_of(after.s, seat) >> target & 1]
        field = field_of(after.s, target)
        where = "village" if target < MOST_VILLAGES else "castle"
        if len(connected) == 1:
            found.append(gain("coins", connected[0], 1, kind=f"coin.{where}", source=field, target=f"p{connected[0]}"))
        else:
            found.append(Effect(f"coin_lost.{where}", source=field, target=field))
    return found


def stuck(before: Any, after: Any, won: list[Effect]) -> Iterator[Effect]:
    """Whoever comes to their turn without a possible move loses a coin, if they have one, and may be passed over."""
    players = before.game.players
    gained = [sum(effect.amount for effect in won if effect.seat == seat) for seat in range(players)]
    had, has = before.s["coins"].tolist(), after.s["coins"].tolist()
    lost = [had[seat] + gained[seat] - has[seat] for seat in range(players)]
    over = passed_over(before, after)
    for seat in over:
        yield Effect("passed_over", seat)
    if after.point == "swap" and before.point != "swap" and after.to_act not in over:
        yield Effect("stuck", after.to_act)
    for seat in range(players):
        if lost[seat]:
            yield loss("coins", seat, lost[seat], source=f"p{seat}")


def passed_over(before: Any, after: Any) -> list[int]:
    """The seats that were passed over since the last move, in turn order."""
    old, new = int(before.s["skipped"]), int(after.s["skipped"])
    count = new - (old if new >= old else 0)
    if count <= 0 or before.s["turn"] == NOBODY:
        return []
    players, drawing = before.game.players, can_be_drawn(after.s)
    seats: list[int] = []
    seat = int(before.s["turn"])
    while len(seats) < count and len(seats) < players:
        seat = (seat + 1) % players
        if drawing or after.s.hand_size[seat] > END_HAND_SIZE:
            seats.append(seat)
    return seats


def over(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The sudden win of a seat connected to everything, or nobody plays any more."""
    for end in ending(before, after, "nobody_moves"):
        complete = []
        if move.verb in LAID and not before.s["sudden_win_off"]:
            complete = [
                seat for seat in range(after.game.players) if is_complete(after.s, seat, links_of(after.s, seat))
            ]
        yield replace(end, kind="end.sudden", seat=complete[0]) if len(complete) == 1 else end
