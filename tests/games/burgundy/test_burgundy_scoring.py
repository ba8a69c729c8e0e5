"""Regions, bonus tiles, the final scoring and who wins."""

import pytest
from burgundy_table import gained, seat, table
from playing import legal, play

MINES = {24: "mine", 29: "mine"}
"""Two of the three mines of board 1; the third goes on hex 33, which takes a 3."""


def last_turn(*seats, order, **more):
    """The last seat of the last round has one die left; then the game is over."""
    return table(*seats, phase="E", round_number=5, order=order, turn=len(seats) - 1, **more)


@pytest.mark.parametrize(("phase", "bonus"), [("B", 8), ("C", 6), ("D", 4), ("E", 2)])
def test_a_full_region_scores_its_size_and_the_phase(phase, bonus):
    position = table(seat(storage=["bank"], dice=[3, 3]), seat(), phase=phase)
    after = play(position, "die 3", "place bank 11")
    assert gained(position, after) == 1 + bonus


def test_in_phase_a_a_full_region_scores_ten_more():
    position = table(seat(storage=["bank"], dice=[3, 3]), seat(), phase="A")
    assert gained(position, play(position, "die 3", "place bank 11")) == 1 + 10


@pytest.mark.parametrize(
    ("size", "points", "board", "start", "tiles", "kind", "hexagon", "die"),
    [
        (1, 1, 1, 18, {}, "bank", 11, 3),
        (2, 3, 2, 3, {8: "bank"}, "inn", 14, 3),
        (3, 6, 1, 18, {17: "ship", 16: "ship"}, "ship", 15, 6),
        (4, 10, 3, 18, {12: "k2", 6: "castle", 0: "cow2", 1: "cow3", 2: "pig2"}, "pig3", 3, 3),
        (5, 15, 1, 18, {25: "bank", 26: "inn", 31: "church", 32: "market"}, "carpenter", 36, 3),
    ],
)
def test_larger_regions_score_more(size, points, board, start, tiles, kind, hexagon, die):
    own = seat(tiles, board=board, start=start, storage=[kind], dice=[die, die])
    position = table(own, seat(), phase="E")
    after = play(position, f"die {die}", f"place {kind} {hexagon}")
    region_and_phase = gained(position, after)
    heads = 3 + 2 if kind == "pig3" else 0
    assert region_and_phase == points + 2 + heads


def test_the_starting_castle_scores_nothing_even_in_a_region_of_one_hex():
    position = table(seat(dice=[1, 1]), seat())
    assert position.fields["points"][0] == 0


def test_a_region_with_the_starting_castle_scores_with_its_full_size():
    own = seat({2: "castle"}, start=1, storage=["castle"], dice=[6, 6])
    position = table(own, seat(start=1), phase="E")
    after = play(position, "die 6", "place castle 6")
    assert gained(position, after) == 6 + 2


def test_the_first_to_complete_a_colour_wins_the_large_bonus_tile_and_the_second_the_small_one():
    first = seat(MINES, storage=["mine"], dice=[3, 3])
    second = seat(MINES, storage=["mine"])
    position = table(first, second, phase="E")
    after = play(position, "die 3", "place mine 33")
    assert gained(position, after) == 6 + 2 + 5
    assert after.view(None).score_parts()[0]["bonus_tiles"] == 5
    done = {**MINES, 33: "mine"}
    late = table(
        seat(done, bonus=[("mine", "large")]),
        seat(MINES, storage=["mine"], dice=[3, 3]),
        order=[0, 1],
        turn=1,
        phase="E",
    )
    assert gained(late, play(late, "die 3", "place mine 33"), 1) == 6 + 2 + 2


@pytest.mark.parametrize(("players", "large", "small"), [(2, 5, 2), (3, 6, 3), (4, 7, 4)])
def test_bonus_tiles_are_worth_more_with_more_players(players, large, small):
    others = [seat() for _ in range(players - 2)]
    won = [("mine", "large")]
    first = table(seat(MINES, storage=["mine"], dice=[3, 3]), seat(), *others, phase="E")
    assert gained(first, play(first, "die 3", "place mine 33")) == 6 + 2 + large
    done = seat({**MINES, 33: "mine"}, bonus=won)
    second = table(seat(MINES, storage=["mine"], dice=[3, 3]), done, *others, phase="E")
    assert gained(second, play(second, "die 3", "place mine 33")) == 6 + 2 + small


def test_the_third_to_complete_a_colour_wins_nothing():
    done = {**MINES, 33: "mine"}
    position = table(
        seat(MINES, storage=["mine"], dice=[3, 3]),
        seat(done, bonus=[("mine", "large")]),
        seat(done, bonus=[("mine", "small")]),
        phase="E",
    )
    assert gained(position, play(position, "die 3", "place mine 33")) == 6 + 2


def test_the_starting_castle_counts_towards_its_colour():
    castles = {11: "bank", 6: "castle", 1: "castle"}
    position = table(seat(castles, storage=["castle"], dice=[4, 4]), seat(), phase="E")
    after = play(position, "die 4", "place castle 2")
    assert gained(position, after) == 6 + 2 + 5


# ---- the final scoring


def test_scores_count_what_the_final_scoring_would_give_now():
    own = seat(goods={"red": 2, "pink": 1}, silver=4, workers=5, dice=[1, 1])
    position = table(own, seat())
    assert position.scores[0] == 3 + 4 + 2
    assert position.view(None).score_parts()[0] == {
        "regions_and_animals": 0,
        "sales": 0,
        "watchtowers": 0,
        "bonus_tiles": 0,
        "unsold_goods": 3,
        "silver": 4,
        "workers": 2,
        "knowledge": 0,
    }


def test_stored_tiles_are_worth_nothing():
    with_tiles = table(seat(storage=["k15", "castle"], dice=[1, 1]), seat())
    assert with_tiles.scores[0] == 0


def test_mine_income_to_come_is_not_counted():
    assert table(seat({24: "mine"}, dice=[1, 1]), seat()).scores[0] == 0


# ---- the winner


def test_most_points_win():
    position = last_turn(seat(silver=200), seat(dice=[1]), order=[0, 1])
    after = play(position, "die 1", "workers")
    assert after.to_act is None
    assert after.winners == (0,)
    assert after.point == "over"
    assert legal(after) == []


def test_nobody_has_won_while_somebody_is_to_act():
    assert table(seat(silver=50, dice=[1, 1]), seat()).winners == ()


def test_a_tie_goes_to_more_empty_hexes():
    rich = seat({25: "bank"})
    late = seat(dice=[1])
    position = last_turn(rich, late, order=[0, 1])
    sold = position.fields["points"][1] + 1
    tie = last_turn(seat({25: "bank"}, silver=sold), late, order=[0, 1])
    after = play(tie, "die 1", "workers")
    assert after.scores == (sold, sold)
    assert after.winners == (1,)
    more = last_turn(seat(silver=sold), seat({25: "bank"}, dice=[1]), order=[0, 1])
    after = play(more, "die 1", "workers")
    assert after.scores == (sold, sold)
    assert after.winners == (0,)


def test_a_tie_with_equally_many_empty_hexes_goes_to_the_later_turn():
    points = last_turn(seat(), seat(dice=[1]), order=[0, 1]).fields["points"][1]
    tie = last_turn(seat(silver=points + 1), seat(dice=[1]), order=[0, 1])
    assert play(tie, "die 1", "workers").winners == (1,)
    swapped = last_turn(seat(silver=points, dice=[1]), seat(), order=[1, 0])
    after = play(swapped, "die 1", "workers")
    assert after.scores[0] == after.scores[1] + 1
    swapped = last_turn(seat(silver=points - 1, dice=[1]), seat(), order=[1, 0])
    after = play(swapped, "die 1", "workers")
    assert after.scores[0] == after.scores[1]
    assert after.winners == (0,)
