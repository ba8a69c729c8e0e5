"""How knights leave the reserve: recruited in a city, or on an expedition to the edge of the board."""

from burgrave.games.barony.board import (
    CITY,
    EDGE_HEX,
    EDGE_HEXES,
    KNIGHT,
    KNIGHTS_FOR_EXPEDITION,
    LAKE,
    MOST_HEXES,
    NEIGHBOURS,
    RECRUITS,
    SIDES,
)
from burgrave.games.barony.hexes import lake_adjacent
from burgrave.games.barony.moves import EXPEDITION_IDS, Reason
from burgrave.games.barony.state import NONE, rule

# Recruiting


@rule
def is_own_city(s, seat, hex):
    """Knights are recruited in one own city."""
    return Reason.ALLOWED if s.buildings[hex] == CITY and s.owners[hex] == seat else Reason.NOT_YOUR_CITY


@rule
def has_knight_in_reserve(s, seat):
    """Recruits come from the reserve."""
    return Reason.ALLOWED if s.reserve[seat, KNIGHT] > 0 else Reason.NO_KNIGHT_IN_RESERVE


@rule
def may_recruit(s, seat, hex, count):
    """Up to two knights of the reserve go to the city, up to three if it lies by a lake."""
    if s.reserve[seat, KNIGHT] < count:
        return Reason.TOO_FEW_KNIGHTS_IN_RESERVE
    if count > RECRUITS and not lake_adjacent(s, hex):
        return Reason.THIRD_RECRUIT_NEEDS_LAKE
    return Reason.ALLOWED


@rule
def recruit(s, seat, hex, count):
    """Knights go from reserve to the city."""
    s.reserve[seat, KNIGHT] -= count
    s.knights[hex, seat] += count


# Expeditions


@rule
def has_expedition_in_reserve(s, seat):
    """Two knights of the reserve set out."""
    enough = s.reserve[seat, KNIGHT] >= KNIGHTS_FOR_EXPEDITION
    return Reason.ALLOWED if enough else Reason.EXPEDITION_NEEDS_TWO_KNIGHTS


@rule
def may_explore(s, hex):
    """An expedition arrives on an empty hex at the edge of the board that is not a lake."""
    if NEIGHBOURS[s.players, hex] == SIDES:
        return Reason.NOT_ON_THE_EDGE
    if s.terrain[hex] == LAKE:
        return Reason.KNIGHT_ON_LAKE
    if s.buildings[hex] != NONE:
        return Reason.HEX_NOT_EMPTY
    for seat in range(s.players):
        if s.knights[hex, seat] > 0:
            return Reason.HEX_NOT_EMPTY
    return Reason.ALLOWED


@rule
def find_taken(s, w):
    """Note the lakes and the hexes that are not empty."""
    for hex in range(MOST_HEXES):
        knights = s.knights[hex, 0] | s.knights[hex, 1] | s.knights[hex, 2] | s.knights[hex, 3]
        w.taken[hex] = (s.terrain[hex] == LAKE) | (s.buildings[hex] != NONE) | (knights != 0)


@rule
def legal_expeditions(s, w, moves):
    """Every hex of the edge that an expedition can reach."""
    find_taken(s, w)
    players = int(s.players)
    count = int(moves[0])
    for k in range(EDGE_HEXES[players]):
        hex = EDGE_HEX[players, k]
        moves[count + 1] = EXPEDITION_IDS[hex]
        count += w.taken[hex] == 0
    moves[0] = count


@rule
def explore(s, seat, hex):
    """One knight reaches the hex, the others of the expedition leave the game for good."""
    s.reserve[seat, KNIGHT] -= KNIGHTS_FOR_EXPEDITION
    s.knights_removed[seat] += KNIGHTS_FOR_EXPEDITION - 1
    s.knights[hex, seat] += 1
