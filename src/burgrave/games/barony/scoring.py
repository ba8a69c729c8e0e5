"""Points: noble titles, new cities and the silver of tokens."""

from burgrave.games.barony.board import CITY_POINTS, KINDS, SILVER, TITLE_POINTS
from burgrave.games.barony.state import rule


@rule
def score(s, seat):
    """The marker's place on the score board and the silver of the tokens held."""
    points = TITLE_POINTS * s.title[seat] + CITY_POINTS * s.new_cities[seat]
    for kind in range(len(KINDS)):
        points += SILVER[kind] * s.tokens[seat, kind]
    return points


@rule
def scores(s, w, out):
    """The points of every seat if they were counted now."""
    for seat in range(s.players):
        out[seat] = score(s, seat)
