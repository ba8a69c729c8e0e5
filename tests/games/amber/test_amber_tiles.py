"""Laying, rebuilding and digging."""

import pytest
from amber_table import has_coin, table, tile_on
from playing import legal, play

import burgrave

CASTLES = "d8 h8 h4 d4"


ORIENTATIONS = {
    "straight": 1,
    "straight_oneway": 1,
    "curve": 2,
    "curve_oneway_right": 1,
    "curve_oneway_left": 1,
    "tee": 3,
    "tee_stem_out": 2,
    "tee_stem_in": 3,
    "crossroads": 1,
    "bridge": 1,
    "roundabout": 1,
    "swamp": 1,
}


@pytest.mark.parametrize("kind", ORIENTATIONS)
def test_on_the_first_turn_a_tile_fits_so_many_ways_on_each_of_four_fields(four, kind):
    position = table(four, CASTLES, hands=(kind,)).play(f"tile {kind}")
    by_field: dict[str, int] = {}
    for move in position.moves():
        by_field[move.args[0]] = by_field.get(move.args[0], 0) + 1
    assert by_field == dict.fromkeys(("d9", "e8", "d7", "c8"), ORIENTATIONS[kind])


def test_a_hand_of_swamps_and_shovels_can_only_lay_swamps_at_first(four):
    position = table(four, CASTLES, hands=("swamp swamp swamp swamp shovel shovel",))
    assert set(legal(position)) == {"tile swamp"}


def test_later_a_tile_goes_on_from_an_earlier_one_or_from_another_side_of_the_castle(four):
    # The rulebook: in later turns one adds to a tile laid before or builds on another side of the castle.
    position = table(four, CASTLES, "e8 straight 90", ("straight",)).play("tile straight")
    assert set(legal(position)) == {"lay f8 90", "lay d9 0", "lay d7 0", "lay c8 90"}


def test_nobody_builds_on_a_field_that_only_another_reaches(four):
    position = table(four, CASTLES, hands=("straight",)).play("tile straight")
    assert "drive to that field" in position.why_not("lay g8 90")


def test_a_village_pawn_does_not_block_a_field(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90"
    after = play(table(four, CASTLES, roads, ("curve",)), "tile curve", "lay b6 0")
    assert tile_on(after, "b6") == "curve 0"
    assert after.fields["coins"][0] == 1


def test_no_edge_matching_a_road_may_run_into_anything(four):
    # The new straight ends at the blank side of the one on e9.
    after = play(table(four, CASTLES, "e9 straight 0", ("tee",)), "tile tee", "lay d9 270")
    assert tile_on(after, "d9") == "tee 270"


def test_a_tile_that_leads_nowhere_is_allowed_if_one_can_drive_onto_it(four):
    after = play(table(four, CASTLES, "e9 swamp", ("curve",)), "tile curve", "lay d9 0")
    assert tile_on(after, "d9") == "curve 0"


def test_with_two_arrivals_an_entrance_on_one_of_them_is_enough(four):
    # e9 is reached from d9 (over its west side) and from e8 (over its south side).
    roads = "d9 curve 0, e8 curve 180"
    moves = set(legal(table(four, CASTLES, roads, ("straight",)).play("tile straight")))
    assert {"lay e9 0", "lay e9 90"} <= moves


@pytest.mark.parametrize(
    ("join", "turns"),
    [("enter", {"lay e8 90"}), ("touch", {"lay e8 90", "lay e8 270"})],
)
def test_joining_by_touch_ignores_the_arrow(join, turns):
    game = burgrave.game("amber", players=4, placement_join=join)
    moves = set(legal(table(game, CASTLES, hands=("straight_oneway",)).play("tile straight_oneway")))
    assert {move for move in moves if move.startswith("lay e8")} == turns


def test_without_joining_a_road_lies_any_way_round():
    game = burgrave.game("amber", players=4, placement_join="none")
    moves = set(legal(table(game, CASTLES, hands=("straight_oneway straight",)).play("tile straight_oneway")))
    assert {move for move in moves if move.startswith("lay e8")} == {f"lay e8 {turn}" for turn in (0, 90, 180, 270)}


def test_a_swamp_lies_in_only_one_way_whatever_the_joining():
    game = burgrave.game("amber", players=4, placement_join="none")
    moves = set(legal(table(game, CASTLES, hands=("swamp",)).play("tile swamp")))
    assert moves == {f"lay {field} 0" for field in ("d9", "e8", "d7", "c8")}


def test_a_swamp_blocks_a_field_until_it_is_dug_up(four):
    position = table(four, CASTLES, "e8 swamp", ("straight shovel",))
    assert "lay e8 90" not in legal(position.play("tile straight"))
    assert "swamp" in position.play("tile straight").why_not("lay e8 90")
    after = play(position, "tile shovel", "dig e8")
    assert tile_on(after, "e8") == ""


def test_an_emptied_field_can_be_built_on_again(four):
    position = table(four, CASTLES, "e8 straight 90, f8 swamp, g8 straight 90", ("shovel", "straight"))
    position = play(position, "tile shovel", "dig f8", "draw straight")
    assert "lay f8 90" in legal(position.play("tile straight"))


def test_shovel_and_target_both_go_to_the_box(four):
    before = table(four, CASTLES, "e8 tee 0", ("shovel",))
    after = play(before, "tile shovel", "dig e8")
    gone = [after.fields["box"][kind] - before.fields["box"][kind] for kind in range(13)]
    assert gone[5] == 1
    assert gone[12] == 1


def test_a_shovel_never_digs_up_a_castle(four):
    roads = "e8 straight 90, f8 straight 90, g8 straight 90"
    position = table(four, CASTLES, roads, ("shovel",)).play("tile shovel")
    assert set(legal(position)) == {"dig e8", "dig f8", "dig g8"}
    assert "castle" in position.why_not("dig h8")


def test_a_shovel_needs_a_way_to_the_tile(four):
    position = table(four, CASTLES, "e8 straight 90, h7 straight 0", ("shovel",)).play("tile shovel")
    assert "drive to that field" in position.why_not("dig h7")


@pytest.mark.parametrize("tile", ["straight 0", "straight_oneway 270", "curve 270", "swamp"])
def test_a_tile_that_is_reached_but_not_entered_can_be_dug_up(four, tile):
    position = table(four, CASTLES, f"e8 {tile}", ("shovel",)).play("tile shovel")
    assert set(legal(position)) == {"dig e8"}


def test_digging_up_the_tile_under_a_village_leaves_the_village_and_brings_no_new_coin(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90, b6 curve 0"
    position = table(four, CASTLES, roads, ("shovel curve",), coins=(1,))
    after = play(position, "tile shovel", "dig b6")
    assert after.scores[0] == 1
    assert not has_coin(after, "b6")


def test_a_coin_waits_under_a_swamp_on_a_village_field(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90"
    after = play(table(four, CASTLES, roads, ("swamp",)), "tile swamp", "lay b6 0")
    assert has_coin(after, "b6")
    assert after.scores[0] == 0


# --- rebuilding


def test_a_straight_road_reached_over_its_side_is_rebuilt_as_the_one_tile_of_a_turn(four):
    before = table(four, CASTLES, "e8 straight 0", ("bridge",))
    position = before.play("tile bridge")
    assert "rebuild e8" in legal(position)
    after = position.play("rebuild e8")
    assert tile_on(after, "e8") == "bridge 0"
    assert after.fields["box"][0] == before.fields["box"][0] + 1
    assert after.point == "draw"


@pytest.mark.parametrize("kind", ["bridge", "roundabout"])
def test_both_kinds_of_straight_road_can_be_rebuilt_with_either_tile(four, kind):
    for turn in (0, 180):
        position = table(four, CASTLES, f"e8 straight_oneway {turn}", (kind,)).play(f"tile {kind}")
        assert "rebuild e8" in legal(position)


@pytest.mark.parametrize("tile", ["curve 0", "tee 270", "crossroads 0", "bridge 0", "roundabout 0"])
def test_no_other_tile_can_be_rebuilt(four, tile):
    position = table(four, CASTLES, f"e8 {tile}", ("bridge",)).play("tile bridge")
    assert "rebuild e8" not in legal(position)
    assert "Only a straight road" in position.why_not("rebuild e8")


@pytest.mark.parametrize("tile", ["straight 90", "straight_oneway 90", "straight_oneway 270"])
def test_the_open_end_of_a_straight_road_is_not_its_side(four, tile):
    # Against the arrow too: that side carries a road.
    position = table(four, CASTLES, f"e8 {tile}", ("bridge",)).play("tile bridge")
    assert "runs into its side" in position.why_not("rebuild e8")


def test_a_bridge_and_a_roundabout_are_ordinary_tiles_as_well(four):
    assert "lay e8 0" in legal(table(four, CASTLES, hands=("bridge",)).play("tile bridge"))


def test_a_bridge_makes_an_old_one_way_road_two_way(four):
    # Row 8 leads from red to blue only; red's second road comes down on f8 from the north.
    roads = "e8 straight 90, f8 straight_oneway 90, g8 straight 90, d9 curve 0, e9 straight 90, f9 curve 90"
    before = table(four, CASTLES, roads, ("bridge",), coins=(1,))
    assert before.scores[:2] == (3, 0)
    after = play(before, "tile bridge", "rebuild f8")
    assert after.scores[:2] == (3, 3)


def test_a_village_on_a_rebuilt_straight_stays_where_it_is(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90, b6 straight 0"
    after = play(table(four, CASTLES, roads, ("roundabout",)), "tile roundabout", "rebuild b6")
    assert after.fields["coins"][0] == 1
    assert after.scores[0] == 2


# --- the two-tile turn


def test_a_road_into_the_side_of_a_straight_allows_a_bridge_at_once(four):
    # Castle d8 drives east; f8 is a straight from north to south. The straight on e8 runs into its side.
    before = table(four, CASTLES, "f8 straight 0", ("straight bridge swamp",))
    position = play(before, "tile straight", "lay e8 90")
    assert position.point == "second"
    assert position.to_act == 0
    assert set(legal(position)) == {"pass", "tile bridge"}
    position = position.play("tile bridge")
    assert position.point == "second place"
    assert set(legal(position)) == {"rebuild f8"}
    after = position.play("rebuild f8")
    assert tile_on(after, "f8") == "bridge 0"
    assert after.fields["hand_size"][0] == 4
    after = play(after, "draw straight", "draw straight")
    assert after.fields["hand_size"][0] == 6
    assert after.to_act == 1


def test_over_the_bridge_one_drives_on_but_does_not_turn(four):
    before = table(four, CASTLES, "e8 straight 90, f8 bridge", ("swamp",))
    fields = {move.args[0] for move in before.play("tile swamp").moves()}
    assert "g8" in fields
    assert not {"f9", "f7"} & fields


def test_the_second_tile_may_be_declined(four):
    position = play(table(four, CASTLES, "f8 straight 0", ("straight bridge",)), "tile straight", "lay e8 90")
    after = position.play("pass")
    assert after.point == "draw"
    assert tile_on(after, "f8") == "straight 0"


def test_the_question_is_asked_even_without_a_bridge_or_a_roundabout(four):
    hand = "straight curve curve curve tee tee"
    position = play(table(four, CASTLES, "f8 straight 0", (hand,)), "tile straight", "lay e8 90")
    assert position.point == "second"
    assert set(legal(position)) == {"pass"}


def test_a_bridge_as_first_tile_can_lead_to_a_second(four):
    position = play(table(four, CASTLES, "f8 straight 0", ("bridge bridge",)), "tile bridge", "lay e8 0")
    assert set(legal(position)) == {"pass", "tile bridge"}


def test_a_rebuild_never_earns_a_further_tile(four):
    # Rebuilding e8 opens the way into the side of the straight on f8, but the turn is over.
    before = table(four, CASTLES, "e8 straight 0, f8 straight 0", ("bridge bridge",))
    assert play(before, "tile bridge", "rebuild e8").point == "draw"


def test_a_swamp_and_a_shovel_never_lead_to_a_second_tile(four):
    position = table(four, CASTLES, "f8 straight 0, e9 tee 0", ("swamp shovel bridge",))
    assert play(position, "tile swamp", "lay e8 0").point == "draw"


def test_there_is_no_second_tile_if_the_new_road_does_not_lead_into_the_side(four):
    # The curve on e8 turns away from the straight on f8.
    position = play(table(four, CASTLES, "f8 straight 0", ("curve bridge",)), "tile curve", "lay e8 90")
    assert position.point == "draw"


def test_an_arrow_away_from_the_straight_allows_no_second_tile():
    game = burgrave.game("amber", players=4, placement_join="touch")
    before = table(game, CASTLES, "f8 straight 0", ("straight_oneway bridge",))
    position = play(before, "tile straight_oneway", "lay e8 270")
    assert position.point == "draw"


def test_with_several_targets_only_one_is_rebuilt(four):
    roads = "f8 straight 0, e9 straight 90"
    position = play(table(four, CASTLES, roads, ("crossroads bridge bridge",)), "tile crossroads", "lay e8 0")
    position = position.play("tile bridge")
    assert set(legal(position)) == {"rebuild e9", "rebuild f8"}
    assert position.play("rebuild e9").point == "draw"


def test_the_second_tile_rebuilds_only_what_the_new_road_runs_into(four):
    # c8 is a straight that the castle itself meets from the side: that would be a tile of its own.
    before = table(four, CASTLES, "f8 straight 0, c8 straight 0", ("straight bridge",))
    position = play(before, "tile straight", "lay e8 90", "tile bridge")
    assert set(legal(position)) == {"rebuild f8"}
    assert "just laid" in position.why_not("rebuild c8")
    assert "second tile" in position.why_not("lay c8 0")


def test_a_picked_up_tile_cannot_be_put_back(four):
    position = table(four, CASTLES, hands=("straight curve",)).play("tile straight")
    assert "take that choice back first" in position.why_not("tile curve")
    assert all(move.verb == "lay" for move in position.moves())
