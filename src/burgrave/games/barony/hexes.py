"""What stands on a hex and what lies next to it."""

from burgrave.games.barony.board import HEXES, LAKE, NEIGHBOUR, NEIGHBOURS
from burgrave.games.barony.moves import Reason
from burgrave.games.barony.state import rule


@rule
def is_on_board(s, hex):
    """The board of fewer players has fewer hexes."""
    return Reason.ALLOWED if hex < HEXES[s.players] else Reason.NOT_ON_THIS_BOARD


@rule
def has_no_enemy_knight(s, seat, hex):
    """No opponent's knight stands on the hex."""
    for other in range(s.players):
        if other != seat and s.knights[hex, other] > 0:
            return Reason.ENEMY_KNIGHT_HERE
    return Reason.ALLOWED


@rule
def lake_adjacent(s, hex):
    """Whether a neighbouring hex is a lake."""
    for k in range(NEIGHBOURS[s.players, hex]):
        if s.terrain[NEIGHBOUR[s.players, hex, k]] == LAKE:
            return True
    return False


@rule
def pieces(s, hex, seat):
    """A seat's pieces on a hex: its knights and its building."""
    count = int(s.knights[hex, seat])
    if s.owners[hex] == seat:
        count += 1
    return count


@rule
def find_camps(s, w, seat):
    """List the hexes with own knights."""
    camps = 0
    for hex in range(HEXES[s.players]):
        w.camps[camps + 1] = hex
        camps += s.knights[hex, seat] > 0
    w.camps[0] = camps


@rule
def find_estates(s, w, seat):
    """List the hexes with own buildings."""
    estates = 0
    for hex in range(HEXES[s.players]):
        w.estates[estates + 1] = hex
        estates += s.owners[hex] == seat
    w.estates[0] = estates
