"""More points than the others."""

from hoard.scoring import points
from hoard.state import rule


@rule
def value(s, w, seat):
    """A point is worth half a unit of log-odds."""
    return 0.5 * points(s, seat)
