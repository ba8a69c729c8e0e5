"""The advanced variant: special shovels and the open row."""

import pytest
from amber_table import table, tile_on
from playing import legal, play

import burgrave

CASTLES = "d8 h8 h4 d4"
ROW = "curve curve bridge swamp"


@pytest.fixture(scope="module")
def four():
    return burgrave.game("amber", players=4, variant="advanced")


def test_the_basic_game_has_neither_special_shovels_nor_an_open_row():
    position = table(burgrave.game("amber", players=4), CASTLES)
    for text in ("tile special_shovel", "take curve", "stack"):
        assert "advanced variant" in position.why_not(text)


def test_the_special_shovel_digs_like_a_shovel_and_nothing_is_drawn(four):
    before = table(four, CASTLES, "e8 straight 90", row=ROW)
    assert "tile special_shovel" in legal(before)
    after = play(before, "tile special_shovel", "dig e8")
    assert tile_on(after, "e8") == ""
    assert after.fields["hand_size"][0] == 6
    assert after.fields["special_shovel"][:4] == [0, 1, 1, 1]
    assert (after.point, after.to_act) == ("tile", 1)


def test_the_special_shovel_serves_once(four):
    position = table(four, CASTLES, "e8 straight 90", row=ROW, special_shovel=[0, 1, 1, 1, 0, 0])
    assert "tile special_shovel" not in legal(position)
    assert "once per game" in position.why_not("tile special_shovel")


def test_a_special_shovel_goes_neither_to_the_box_nor_counts_as_a_tile(four):
    before = table(four, CASTLES, "e8 straight 90", row=ROW)
    after = play(before, "tile special_shovel", "dig e8")
    assert after.fields["box"][12] == before.fields["box"][12]


def test_with_nothing_else_to_play_the_special_shovel_must_be_used(four):
    walls = "c8 swamp, d9 swamp, e8 swamp, d7 swamp"
    hand = "curve curve curve curve curve curve"
    position = table(four, CASTLES, walls, (hand,), row="tee tee tee tee")
    assert set(legal(position)) == {"tile special_shovel"}


def test_a_special_shovel_without_a_target_is_no_move(four):
    position = table(four, CASTLES, hands=("shovel " * 6,), row=ROW, point=10)
    assert position.point == "swap"


def test_a_drawn_tile_is_one_of_the_row_or_the_top_of_the_stack(four):
    position = play(table(four, CASTLES, hands=("straight",), row=ROW), "tile straight", "lay e8 90")
    assert (position.point, position.to_act) == ("take", 0)
    assert set(legal(position)) == {"take curve", "take bridge", "take swamp", "stack"}


def test_a_tile_taken_from_the_row_is_replaced_at_once(four):
    position = play(table(four, CASTLES, hands=("straight",), row=ROW), "tile straight", "lay e8 90", "take bridge")
    assert (position.point, position.to_act) == ("row", burgrave.CHANCE)
    position = position.play("reveal tee")
    assert sum(position.fields["row"]) == 4
    assert (position.point, position.to_act) == ("tile", 1)


def test_drawing_from_the_stack_leaves_the_row_alone(four):
    position = play(table(four, CASTLES, hands=("straight",), row=ROW), "tile straight", "lay e8 90", "stack")
    assert (position.point, position.to_act) == ("draw", burgrave.CHANCE)
    assert position.play("draw tee").fields["row"] == position.fields["row"]


def test_two_tiles_are_drawn_one_after_the_other_with_the_refill_between(four):
    before = table(four, CASTLES, "f8 straight 0", ("straight bridge",), row="curve curve swamp swamp")
    position = play(
        before, "tile straight", "lay e8 90", "tile bridge", "rebuild f8", "take swamp", "reveal roundabout"
    )
    assert position.point == "take"
    assert "take roundabout" in legal(position)
    position = play(position, "take roundabout", "reveal tee")
    assert position.fields["hand_size"][0] == 6
    assert position.to_act == 1


def test_with_an_empty_stack_the_row_is_drawn_down(four):
    position = play(table(four, CASTLES, hands=("straight",), row="curve tee", stack=""), "tile straight", "lay e8 90")
    assert set(legal(position)) == {"take curve", "take tee"}
    assert "stack is empty" in position.why_not("stack")
    position = position.play("take tee")
    assert (position.point, position.to_act) == ("tile", 1)
    assert sum(position.fields["row"]) == 1


def test_the_end_phase_begins_when_stack_and_row_are_both_empty(four):
    position = play(table(four, CASTLES, hands=("straight",), row="", stack=""), "tile straight", "lay e8 90")
    assert (position.point, position.to_act) == ("tile", 1)
    assert position.fields["hand_size"][0] == 5


def test_a_swap_takes_its_tile_from_the_stack_only(four):
    position = table(four, CASTLES, hands=("shovel " * 6,), row=ROW, point=10).play("swap shovel")
    assert (position.point, position.to_act) == ("draw", burgrave.CHANCE)


def test_in_the_end_phase_the_special_shovel_costs_no_tile_of_the_hand(four):
    before = table(four, CASTLES, "e8 straight 90", row="", stack="", sizes=(4, 3, 3, 3))
    after = play(before, "tile special_shovel", "dig e8")
    assert after.fields["hand_size"][0] == 4
    assert (after.point, after.to_act) == ("tile", 0)


def test_an_unused_special_shovel_is_lost_with_three_tiles(four):
    before = table(four, CASTLES, "e8 straight 90", ("straight",), row="", stack="", sizes=(4, 3, 3, 3))
    after = play(before, "tile straight", "lay f8 90")
    assert after.to_act is None
    assert after.fields["special_shovel"][:4] == [1, 1, 1, 1]


def test_the_game_ends_when_nobody_can_move_although_tiles_lie_in_the_row():
    game = burgrave.game("amber", players=2, variant="advanced")
    walls = "c8 swamp, b7 swamp, c6 swamp, d7 straight 0, i6 swamp, h5 straight 0, i4 straight 90, j4 straight 90"
    hands = ("tee tee tee tee curve curve", "curve tee tee tee tee curve")
    before = table(game, "c7 i5", walls, hands, turn=1, row="shovel", stack="", special_shovel=[0] * 6)
    after = play(before, "tile curve", "lay j5 90", "pass", "take shovel")
    assert after.to_act is not None
    before = table(game, "c7 i5", walls, hands, turn=1, row="curve curve", stack="", special_shovel=[0] * 6)
    after = play(before, "tile curve", "lay j5 90", "pass", "take curve")
    assert after.to_act is None
    assert sum(after.fields["row"]) == 1
