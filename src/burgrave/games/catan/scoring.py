"""What counts: settlements, cities, the two special cards and victory-point cards."""

from burgrave.games.catan.board import BUILDING_POINTS, CITY, HONOUR_POINTS, PIECES, SETTLEMENT, VICTORY_POINT
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, rule


@rule
def points(s, seat):
    """Settlements 1, cities 2, each special card 2, each victory-point card 1, hidden ones included."""
    total = (PIECES[SETTLEMENT] - s.stock[seat, SETTLEMENT]) * BUILDING_POINTS[A_SETTLEMENT]
    total += (PIECES[CITY] - s.stock[seat, CITY]) * BUILDING_POINTS[A_CITY]
    if s.longest_road == seat:
        total += HONOUR_POINTS
    if s.largest_army == seat:
        total += HONOUR_POINTS
    return total + s.shown[seat] + s.old[seat, VICTORY_POINT] + s.new[seat, VICTORY_POINT]


@rule
def scores(s, w, out):
    """The points that would be counted now, hidden victory-point cards included."""
    for seat in range(s.players):
        out[seat] = points(s, seat)
