"""What Python asks of a position through compiled rules."""

from burgrave.games.catan.board import DECK, VICTORY_POINT
from burgrave.games.catan.scoring import points
from burgrave.games.catan.state import entry


@entry
def could_have_won(s, seat, viewer):
    """Whether a seat's hidden cards might have brought it to the target, for all that another seat knows."""
    unseen = DECK[VICTORY_POINT] - s.old[viewer, VICTORY_POINT] - s.new[viewer, VICTORY_POINT]
    for other in range(s.players):
        unseen -= s.shown[other]
    most = min(int(s.old_size[seat]) + int(s.new_size[seat]), unseen)
    seen = points(s, seat) - s.old[seat, VICTORY_POINT] - s.new[seat, VICTORY_POINT]
    return seen + most >= s.target_points
