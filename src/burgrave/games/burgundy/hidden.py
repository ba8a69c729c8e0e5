"""What each seat may know: all but the secret choice of sides and start hexes."""

from __future__ import annotations

from typing import Any

from burgrave.core.dice import below
from burgrave.games.burgundy.board import (
    A_CASTLE,
    CASTLE,
    COLOUR_HEX,
    COLOUR_SIZE,
    HEXES,
    NOTHING,
    SHEET_SIDE,
    UNKNOWN_BOARD,
)
from burgrave.games.burgundy.state import BASIC, SECRET, SHEETS_DEALT, Point, rule


def chosen_in_secret(s: Any) -> bool:
    """True while sides and start hexes are chosen in secret."""
    return bool(s.choice == SECRET and (s.point == Point.SIDE or s.point == Point.START))


is_secret = rule(chosen_in_secret)


@rule
def mask(s, w, seat):
    """Until the last seat has chosen, nobody sees the secret choices of others."""
    if not is_secret(s):
        return
    for other in range(s.players):
        if other == seat or s.estates == BASIC:
            continue
        if s.estates == SHEETS_DEALT:
            s.board[other] = UNKNOWN_BOARD
        s.start[other] = NOTHING
        for hexagon in range(HEXES):
            s.tiles[other, hexagon] = NOTHING


@rule
def choose_side_by_lot(s, seat, dice):
    """Give a seat one of the two sides of its sheet."""
    s.board[seat] = SHEET_SIDE[s.sheet[seat], below(dice, len(SHEET_SIDE[0]))]


@rule
def fill(s, w, seat, dice):
    """Every side and every start hex that a seat may have chosen in secret is equally likely."""
    if not is_secret(s):
        return
    for place in range(s.turn):
        other = s.order[place]
        if s.start[other] == NOTHING:
            if s.estates == SHEETS_DEALT:
                choose_side_by_lot(s, other, dice)
            board = s.board[other]
            s.start[other] = COLOUR_HEX[board, A_CASTLE, below(dice, COLOUR_SIZE[board, A_CASTLE])]
            s.tiles[other, s.start[other]] = CASTLE
    if s.point == Point.START and s.board[s.to_act] == UNKNOWN_BOARD:
        choose_side_by_lot(s, int(s.to_act), dice)


def reads_choice(seat: int | None, before: Any, now: Any) -> bool:
    """A secret choice is read by its own player, and by the others when all have chosen."""
    return not chosen_in_secret(now) or seat == int(before.to_act)


def shows_all_choices(before: Any, after: Any) -> bool:
    """The last secret choice shows its player what the others have chosen."""
    return chosen_in_secret(before) and not chosen_in_secret(after)
