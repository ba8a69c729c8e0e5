"""What a move of Barony brings: tokens, pieces that are built, moved or destroyed, titles, points, the last round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from burgrave.core.effects import Effect, SeenMove, changed, changes, ending, gain, loss, points_by_source
from burgrave.games.barony.board import DUKE, KINDS, PIECES, TITLES
from burgrave.games.barony.state import NONE

RESERVES = {
    name: partial(lambda s, piece: s["reserve"][:, piece], piece=piece)
    for piece, name in enumerate(("knights", "villages", "strongholds", "cities"))
}
STOCKS = {**RESERVES, "tokens": lambda s: s["tokens"].sum(axis=1)}
"""Pieces in the reserve, and tokens."""

SILENT = ("pay", "take", "done", "tile")
"""Moves that the log leaves out: mechanical ones, and those that their effects tell better."""
ICONS = {
    "tokens": {kind: f"barony-token-{kind}" for kind in KINDS},
    **{stock: f"barony-{piece}" for stock, piece in zip(RESERVES, PIECES, strict=True)},
    **dict.fromkeys(("knight", "expedition"), "barony-knight"),
    "piece": {"recruit": "barony-knight", "place": "barony-city", **{piece: f"barony-{piece}" for piece in PIECES}},
    **{f"destroyed.{piece}": f"barony-{piece}" for piece in PIECES},
    "title": "icon-crown",
    **dict.fromkeys(("round", "last_round"), "icon-time"),
}


def turn_of(s: Any) -> tuple[Any, ...]:
    """Whose turn it is and in which round; nobody's while the land is laid out and the first cities are placed."""
    return (int(s.turn_of), int(s.round_number)) if s.round_number else (None,)


def effects(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Everything the move brought."""
    if move.verb != "tile":
        yield from destroyed(before, move, after)
        yield from moved(before, move)
        yield from tokens(before, move, after)
        yield from titles(before, after)
        if changed(before, after, "reserve"):
            yield from changes(RESERVES, before, after)
        if changed(before, after, "title", "new_cities", "tokens"):
            yield from points_by_source(before, after, quiet=("silver",))
    old, new = int(before.s["round_number"]), int(after.s["round_number"])
    if after.s["last_round"] and not before.s["last_round"] and after.to_act is not None:
        yield Effect("last_round.duke" if (after.s["title"] == DUKE).any() else "last_round.limit")
    elif new > old > 0:
        yield Effect("round", amount=new)
    if after.to_act is None:
        duke = (after.s["title"][: after.game.players] == DUKE).any()
        yield from ending(before, after, "duke" if duke else "rounds")


def moved(before: Any, move: SeenMove) -> Iterator[Effect]:
    """The piece that a baron moves or brings to the board, so that it is seen to go there."""
    if move.verb == "move":
        yield Effect("knight", move.by, 1, source=f"h{move.args[0]}", target=f"h{move.args[1]}")
    elif move.verb == "expedition":
        yield Effect("expedition", move.by, 1, source=f"p{move.by}", target=f"h{move.args[0]}")
    elif move.verb in ("place", "recruit", "village", "stronghold", "city"):
        yield Effect("piece", move.by, 1, what=move.verb, source=f"p{move.by}", target=f"h{move.args[0]}")


def destroyed(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """What others lose on the hex that a second knight enters."""
    if move.verb != "move":
        return
    hex, s = move.number(1), before.s
    stood, stand = s["knights"][hex].tolist(), after.s["knights"][hex].tolist()
    for seat in range(before.game.players):
        lost = stood[seat] - stand[seat]
        if seat != move.by and lost > 0:
            yield Effect("destroyed.knight", seat, lost, other=move.by, source=f"h{hex}", target=f"p{seat}")
    owner, built = int(s["owners"][hex]), int(s["buildings"][hex])
    if built != NONE and owner != move.by and after.s["buildings"][hex] == NONE:
        kind = PIECES[built]
        yield Effect(f"destroyed.{kind}", owner, 1, other=move.by, source=f"h{hex}", target=f"p{owner}")


def tokens(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Tokens earned by building, taken from a village's owner, or paid for a title."""
    old, new = before.s["tokens"], after.s["tokens"]
    if old.tobytes() == new.tobytes():
        return
    robbed = int(before.s["robbed"])
    for seat, counts in enumerate((new - old).tolist()):
        for kind, count in enumerate(counts):
            if count and move.verb == "take" and seat == robbed:
                where = {"other": move.by, "source": f"p{seat}", "target": f"p{move.by}"}
                yield loss("tokens", seat, -count, KINDS[kind], kind="robbed", **where)
            elif count > 0 and move.verb == "take":
                yield gain("tokens", seat, count, KINDS[kind], kind="robs", other=robbed)
            elif count > 0:
                yield gain("tokens", seat, count, KINDS[kind], source=f"h{move.args[0]}", target=f"p{seat}")
            elif count < 0:
                yield loss("tokens", seat, -count, KINDS[kind], kind="pays", source=f"p{seat}")


def titles(before: Any, after: Any) -> Iterator[Effect]:
    """Who rises to which title."""
    for seat, (old, new) in enumerate(zip(before.s["title"].tolist(), after.s["title"].tolist(), strict=True)):
        if new > old:
            yield Effect(f"title.{TITLES[new]}", seat, target=f"p{seat}")
