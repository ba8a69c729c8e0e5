"""Points: the score track and the final scoring."""

from __future__ import annotations

from burgrave.games.burgundy.board import (
    A_BUILDING,
    BONUS_TILE_POINTS,
    BUILDING_POINTS,
    FIRST_BUILDING_SCORER,
    GOODS_COUNT,
    SCORED_BUILDING,
    SOLD_TILE_POINTS,
    SOLD_TYPE_POINTS,
    SPECIES_POINTS,
    WORKERS_FOR_A_POINT,
)
from burgrave.games.burgundy.estate import bonus_tiles_of, count_of, has, knowledge, species_in_estate
from burgrave.games.burgundy.state import rule


@rule
def knowledge_points(s, seat, number):
    """What one knowledge tile in the estate scores at the end."""
    if number == 15:
        types = 0
        for goods in range(GOODS_COUNT):
            if s.sold[seat, goods] > 0:
                types += 1
        return SOLD_TYPE_POINTS * types
    if number == 24:
        return SPECIES_POINTS * species_in_estate(s, seat)
    if number == 25:
        tiles = 0
        for goods in range(GOODS_COUNT):
            tiles += int(s.sold[seat, goods])
        return SOLD_TILE_POINTS * tiles
    if number == 26:
        return BONUS_TILE_POINTS * bonus_tiles_of(s, seat)
    scorer = number - FIRST_BUILDING_SCORER
    if 0 <= scorer < len(SCORED_BUILDING):
        return BUILDING_POINTS * count_of(s, seat, A_BUILDING, SCORED_BUILDING[scorer])
    return 0


@rule
def all_knowledge_points(s, seat):
    """What the knowledge tiles in the estate score at the end."""
    known = knowledge(s, seat)
    points = 0
    for number in range(15, 27):
        if has(known, number):
            points += knowledge_points(s, seat, number)
    return points


@rule
def goods_held(s, seat):
    """How many unsold goods tiles a seat has."""
    tiles = 0
    for goods in range(GOODS_COUNT):
        tiles += int(s.goods[seat, goods])
    return tiles


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
