"""Points: the score track and the final scoring."""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    A_BUILDING,
    A_KNOWLEDGE,
    COLOUR_HEX,
    COLOUR_SIZE,
    GOODS_COUNT,
    NOTHING,
    WORKERS_FOR_A_POINT,
)
from burgrave.games.burgundy.estate import bonus_tiles_of, count_of, empty_hexes, number_of, species_in_estate
from burgrave.games.burgundy.goods import goods_held
from burgrave.games.burgundy.knowledge_tiles import AMOUNT, COUNTS, NOT_COUNTED, Counted
from burgrave.games.burgundy.state import rule


@rule
def types_sold(s, seat):
    """How many types of goods a seat has sold."""
    types = 0
    for goods in range(GOODS_COUNT):
        if s.sold[seat, goods] > 0:
            types += 1
    return types


@rule
def tiles_sold(s, seat):
    """How many goods tiles a seat has sold."""
    tiles = 0
    for goods in range(GOODS_COUNT):
        tiles += int(s.sold[seat, goods])
    return tiles


@rule
def counted(s, seat, what):
    """How many things a seat has of those that a knowledge tile counts."""
    if what == Counted.SPECIES:
        return species_in_estate(s, seat)
    if what == Counted.TYPES_SOLD:
        return types_sold(s, seat)
    if what == Counted.TILES_SOLD:
        return tiles_sold(s, seat)
    if what == Counted.BONUS_TILES:
        return bonus_tiles_of(s, seat)
    return count_of(s, seat, A_BUILDING, what)


@rule
def knowledge_points(s, seat, tile):
    """What a knowledge tile scores at the end if it lies in the estate."""
    return 0 if COUNTS[tile] == NOT_COUNTED else AMOUNT[tile] * counted(s, seat, COUNTS[tile])


@rule
def all_knowledge_points(s, seat):
    """What the knowledge tiles in the estate score at the end."""
    board = s.board[seat]
    points = 0
    for k in range(COLOUR_SIZE[board, A_KNOWLEDGE]):
        kind = s.tiles[seat, COLOUR_HEX[board, A_KNOWLEDGE, k]]
        if kind != NOTHING:
            points += knowledge_points(s, seat, number_of(kind))
    return points


@rule
def score_now(s, seat):
    """The score track, and the final scoring as if it were held now."""
    left_over = goods_held(s, seat) + int(s.silver[seat]) + int(s.workers[seat]) // WORKERS_FOR_A_POINT
    return int(s.points[seat]) + left_over + all_knowledge_points(s, seat)


@rule
def scores(s, w, out):
    """Everybody's points if they were counted now."""
    for seat in range(s.players):
        out[seat] = score_now(s, seat)


@rule
def winner(s):
    """Most points win; a tie goes to more empty hexes, then to the later turn in the last round."""
    best = int(s.order[0])
    for place in range(1, s.players):
        seat = int(s.order[place])
        ahead = score_now(s, seat) - score_now(s, best)
        if ahead > 0 or (ahead == 0 and empty_hexes(s, seat) >= empty_hexes(s, best)):
            best = seat
    return best
