"""What each seat may know: all but the secret choice of sides and start hexes."""

from __future__ import annotations

from typing import Any

from burgrave.core.dice import below
from burgrave.core.verbs import Move
from burgrave.games.burgundy.board import A_CASTLE, CASTLE, COLOUR_HEX, COLOUR_SIZE, HEXES, NOTHING, SHEET_SIDE
from burgrave.games.burgundy.consistency import check
from burgrave.games.burgundy.state import AT_START, BASIC, SECRET, SHEETS_DEALT, rule

__all__ = ["check", "fill", "mask", "reveals", "seen_as"]


@rule
def mask(s, w, seat):
    """Until the last seat has chosen, nobody sees the secret choices of others."""
    if s.choice != SECRET or s.point > AT_START:
        return
    for other in range(s.players):
        if other == seat or s.estates == BASIC:
            continue
        if s.estates == SHEETS_DEALT:
            s.board[other] = 0
        s.start[other] = NOTHING
        for hexagon in range(HEXES):
            s.tiles[other, hexagon] = NOTHING


@rule
def choose_side_by_lot(s, seat, dice):
    """Give a seat one of the two sides of its sheet."""
    s.board[seat] = SHEET_SIDE[s.sheet[seat], below(dice, 2)]


@rule
def fill(s, w, seat, dice):
    """Every side and every start hex that a seat may have chosen in secret is equally likely."""
    if s.choice != SECRET or s.point > AT_START:
        return
    for place in range(s.turn):
        other = s.order[place]
        if s.start[other] == NOTHING:
            if s.estates == SHEETS_DEALT:
                choose_side_by_lot(s, other, dice)
            board = s.board[other]
            s.start[other] = COLOUR_HEX[board, A_CASTLE, below(dice, COLOUR_SIZE[board, A_CASTLE])]
            s.tiles[other, s.start[other]] = CASTLE
    if s.point == AT_START and s.board[s.to_act] == 0:
        choose_side_by_lot(s, int(s.to_act), dice)


def seen_as(move: Move, seat: int | None, before: Any, now: Any) -> str:
    """A secret choice reads `side ?` or `start ?` to the others until all have chosen."""
    secret = move.verb in ("side", "start") and before.choice == SECRET and now.point <= AT_START
    if secret and seat != int(before.to_act):
        return f"{move.verb} ?"
    return move.text


def reveals(move: Move, before: Any, after: Any) -> bool:
    """The last secret choice shows its player what the others have chosen."""
    return bool(move.verb == "start" and before.choice == SECRET and after.point > AT_START)
