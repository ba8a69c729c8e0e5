"""Reaching: roads, arrows, bridges, castles and villages. Castles d8 and h8 of layout 4A face each other."""

import pytest
from amber_table import has_coin, table
from playing import legal, play

import burgrave

CASTLES = "d8 h8 h4 d4"
RED, BLUE = 0, 1


def laid_fields(position, kind: str) -> set[str]:
    """The empty fields on which the seat to act may lay a kind of tile."""
    return {move.args[0] for move in position.play(f"tile {kind}").moves() if move.verb == "lay"}


def test_a_one_way_road_connects_red_with_blue_but_not_blue_with_red(four):
    # The example of the rulebook: the red castle has a connection with the blue one, the blue one has none.
    before = table(four, CASTLES, "e8 straight_oneway 90, f8 straight 90", ("straight",))
    after = play(before, "tile straight", "lay g8 90")
    assert after.scores[:2] == (3, 0)
    assert not has_coin(after, "h8")
    assert has_coin(after, "d8")


def test_blue_reaches_the_wrong_end_of_a_one_way_road_but_does_not_enter_it(four):
    position = table(four, CASTLES, "e8 straight_oneway 90, f8 straight 90, g8 straight 90", ("", "shovel"), turn=BLUE)
    assert "dig e8" in legal(position.play("tile shovel"))


def test_a_two_way_link_laid_last_lets_each_take_the_others_coin(four):
    before = table(four, CASTLES, "f8 straight 90, g8 straight 90", ("straight",))
    after = play(before, "tile straight", "lay e8 90")
    assert after.fields["coins"][:2] == [1, 1]
    assert after.scores[:2] == (3, 3)


def test_cutting_the_link_leaves_the_coin_and_takes_the_points(four):
    roads = "e8 straight_oneway 90, f8 straight 90, g8 straight 90"
    before = table(four, CASTLES, roads, ("", "shovel"), turn=BLUE, coins=(1,))
    assert before.scores[RED] == 3
    assert play(before, "tile shovel", "dig f8").scores[RED] == 1


def test_a_castle_is_a_start_on_all_four_sides(four):
    position = table(four, CASTLES, hands=("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "e8", "d7", "c8"}


def test_nobody_drives_through_a_castle(four):
    # Red drives up to blue's castle at h8; what lies behind it stays out of reach.
    roads = "e8 straight 90, f8 straight 90, g8 straight 90, i8 straight 90"
    position = table(four, CASTLES, roads, ("swamp",))
    assert "j8" not in laid_fields(position, "swamp")


def test_a_road_may_end_at_ones_own_castle_and_counts_nothing(four):
    position = table(four, CASTLES, "d9 curve 0, e9 curve 90", ("curve",))
    after = play(position, "tile curve", "lay e8 180")
    assert after.scores[RED] == 0
    assert has_coin(after, "d8")


def test_a_curve_turns_and_does_not_go_straight_on(four):
    position = table(four, CASTLES, "e8 curve 90", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "e7"}


def test_a_bridge_leads_across_and_not_to_the_sides(four):
    position = table(four, CASTLES, "e8 bridge", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "f8"}


@pytest.mark.parametrize("kind", ["roundabout", "crossroads"])
def test_a_roundabout_and_a_crossroads_lead_everywhere(four, kind):
    position = table(four, CASTLES, f"e8 {kind}", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "f8", "e9", "e7"}


def test_the_stem_of_a_tee_that_only_leads_in_is_no_exit(four):
    position = table(four, CASTLES, "e8 tee_stem_in 0", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "f8"}


def test_one_drives_in_over_the_stem_of_a_tee_that_only_leads_in(four):
    position = table(four, CASTLES, "e8 tee_stem_in 90", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "e9", "e7"}


def test_the_stem_of_a_tee_that_only_leads_out_is_an_exit(four):
    position = table(four, CASTLES, "e8 tee_stem_out 0", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "f8", "e7"}


def test_one_does_not_drive_in_over_the_stem_of_a_tee_that_only_leads_out(four):
    position = table(four, CASTLES, "e8 tee_stem_out 90", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8"}


@pytest.mark.parametrize(("turn", "leads_on"), [(90, True), (180, False)])
def test_a_one_way_curve_to_the_right_serves_only_along_its_arrow(four, turn, leads_on):
    # Turned by 90 it leads from the west to the south, turned by 180 from the north to the west.
    position = table(four, CASTLES, f"e8 curve_oneway_right {turn}", ("swamp",))
    assert ("e7" in laid_fields(position, "swamp")) == leads_on


def test_a_one_way_curve_to_the_left_turns_left(four):
    position = table(four, CASTLES, "e8 curve_oneway_left 90", ("swamp",))
    assert laid_fields(position, "swamp") == {"d9", "d7", "c8", "e9"}


def test_a_road_over_the_edge_of_the_board_leads_nowhere():
    game = burgrave.game("amber", players=6)
    position = table(game, "b8 f10 j8 j4 f2 b4", "a8 straight 90", ("swamp",))
    assert laid_fields(position, "swamp") == {"b9", "c8", "b7"}


def test_all_roads_are_neutral(four):
    # Blue's road to the village is red's as well, once red can drive onto it.
    roads = "e8 tee 180, e9 straight 0"
    red = table(four, CASTLES, roads, ("swamp",))
    assert {"f8", "e10"} <= laid_fields(red, "swamp")


def test_standing_at_the_edge_of_a_village_field_is_not_enough(four):
    position = table(four, CASTLES, "d7 straight 0, d6 curve 180, c6 straight 90")
    assert position.scores[RED] == 0
    assert has_coin(position, "b6")


def test_a_village_is_connected_by_either_road_of_a_bridge(four):
    position = table(four, CASTLES, "d7 straight 0, d6 curve 180, c6 straight 90, b6 bridge")
    assert position.scores[RED] == 1


def test_a_village_behind_a_wrong_way_arrow_is_not_connected(four):
    position = table(four, CASTLES, "d7 straight 0, d6 curve 180, c6 straight 90, b6 straight_oneway 90")
    assert position.scores[RED] == 0


def test_a_village_under_a_blank_side_is_not_connected(four):
    position = table(four, CASTLES, "d7 straight 0, d6 curve 180, c6 straight 90, b6 straight 0")
    assert position.scores[RED] == 0


def test_a_castle_is_connected_over_any_of_its_sides(four):
    # Round to the north side of blue's castle.
    roads = "e8 curve 180, e9 curve 0, f9 straight 90, g9 straight 90, h9 curve 90"
    position = table(four, CASTLES, roads)
    assert position.scores[RED] == 2
    assert position.scores[BLUE] == 2
