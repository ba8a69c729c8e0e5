"""The turn-order track."""

from __future__ import annotations

from burgrave.games.burgundy.board import TRACK_SPACES
from burgrave.games.burgundy.state import NOBODY, SEATS, rule


@rule
def read_order(s):
    """The pawn farther right acts first; within one stack from top to bottom."""
    place = 0
    for back in range(TRACK_SPACES):
        for down in range(SEATS):
            seat = s.track[TRACK_SPACES - 1 - back, SEATS - 1 - down]
            if seat != NOBODY:
                s.order[place] = seat
                place += 1
    s.turn = 0


@rule
def advance_pawn(s, seat):
    """Move a pawn one space to the right, on top of the pawns already there."""
    for space in range(TRACK_SPACES - 1):
        for height in range(SEATS):
            if s.track[space, height] != seat:
                continue
            for above in range(height, SEATS - 1):
                s.track[space, above] = s.track[space, above + 1]
            s.track[space, SEATS - 1] = NOBODY
            top = 0
            while s.track[space + 1, top] != NOBODY:
                top += 1
            s.track[space + 1, top] = seat
            return
