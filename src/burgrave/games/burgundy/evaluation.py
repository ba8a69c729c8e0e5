"""What makes a position good: the greedy bot's and the search bot's eye."""

from __future__ import annotations

from burgrave.games.burgundy.scoring import score_now
from burgrave.games.burgundy.state import rule


@rule
def value(s, w, seat):
    """How good the position is for the seat, in log-odds."""
    return 0.1 * score_now(s, seat)
