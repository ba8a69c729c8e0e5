"""Coins, having no possible move, and every way the game ends."""

import pytest
from amber_table import has_coin, table
from playing import legal, play

import burgrave

CASTLES = "d8 h8 h4 d4"
RED, BLUE = 0, 1

NETWORK = (
    "d7 straight, d5 straight, h7 straight, h5 straight, d6 crossroads, h6 crossroads,"
    "b6 straight 90, c6 straight 90, e6 straight 90, g6 straight 90, i6 straight 90, j6 straight 90,"
    "f2 straight, f3 straight, f4 bridge, f5 bridge, f7 bridge, f8 bridge, f9 bridge, f10 roundabout"
)
"""Roads of layout 4A that join everything, but for the field f6 in the middle."""


@pytest.fixture(scope="module")
def two():
    return burgrave.game("amber", players=2)


# --- coins


def test_the_only_seat_connected_with_a_village_takes_its_coin(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90"
    after = play(table(four, CASTLES, roads, ("curve",)), "tile curve", "lay b6 0")
    assert after.fields["coins"][:4] == [1, 0, 0, 0]
    assert after.scores[RED] == 2


def test_if_several_are_connected_at_the_same_moment_the_coin_goes_to_the_box(four):
    # Red arrives at the village f6 from the west, blue from the east; neither can drive on to the other.
    roads = "d7 straight 0, d6 curve 270, e6 straight_oneway 90, h7 straight 0, h6 curve 180, g6 straight_oneway 270"
    after = play(table(four, CASTLES, roads, ("straight",)), "tile straight", "lay f6 90")
    assert after.fields["coins"][:4] == [0, 0, 0, 0]
    assert not has_coin(after, "f6")
    assert after.scores == (1, 1, 0, 0)


def test_a_one_way_road_on_the_village_keeps_the_rival_out(four):
    roads = "d7 straight 0, d6 curve 270, e6 straight 90, h7 straight 0, h6 curve 180, g6 straight 90"
    before = table(four, CASTLES, roads, ("straight_oneway",))
    after = play(before, "tile straight_oneway", "lay f6 90")
    assert after.fields["coins"][:4] == [2, 0, 0, 0]
    assert after.scores[BLUE] == 0


def test_a_coin_is_taken_even_in_anothers_turn():
    # Blue's tile opens the road for red's merchants only: touching is enough, and the arrow points away from blue.
    game = burgrave.game("amber", players=4, placement_join="touch")
    roads = "e8 straight 90, f8 straight 90"
    before = table(game, CASTLES, roads, ("", "straight_oneway"), turn=BLUE)
    after = play(before, "tile straight_oneway", "lay g8 90")
    assert after.fields["coins"][:2] == [1, 0]


def test_an_owner_never_counts_at_its_own_castle(four):
    roads = "d9 curve 0, e9 curve 90"
    after = play(table(four, CASTLES, roads, ("curve",)), "tile curve", "lay e8 180")
    assert has_coin(after, "d8")


def test_a_coin_in_the_box_never_comes_back(four):
    roads = "e8 straight 90, f8 straight 90, g8 straight 90"
    before = table(four, CASTLES, roads, ("shovel", "", "", "straight"), coins=(1, 1))
    after = play(before, "tile shovel", "dig f8")
    assert not has_coin(after, "h8")
    assert after.scores[:2] == (1, 1)


def test_digging_settles_no_coins(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90"
    after = play(table(four, CASTLES, roads, ("shovel",)), "tile shovel", "dig c6")
    assert sum(after.fields["coins"]) == 0


def test_points_are_one_for_a_coin_one_for_a_village_and_two_for_a_castle(four):
    roads = "e8 straight 90, f8 straight 90, g8 straight 90, d7 straight 0, d6 curve 180, c6 straight 90, b6 curve 0"
    position = table(four, CASTLES, roads, coins=(2, 1))
    assert position.scores == (2 + 1 + 2, 1 + 2, 0, 0)


# --- no possible move

WALLS = "c8 swamp, d9 swamp, e8 swamp, d7 swamp"


def stuck(game, **more):
    """Blue's last tile walls red in; red holds nothing but roads."""
    hand = "curve curve curve curve curve curve"
    return table(game, CASTLES, WALLS, (hand, "straight"), turn=3, **more)


def end_turn(position):
    """Seat 3 lays a road to the south of its castle."""
    return play(position, "tile curve_oneway_left", "lay d3 180")


def test_without_a_possible_move_a_coin_is_lost_before_the_swap(four):
    position = end_turn(stuck(four, coins=(2,), no_coin="b6 f2"))
    position = position.play(position.moves()[0])
    assert (position.point, position.to_act) == ("swap", RED)
    assert position.fields["coins"][RED] == 1
    assert set(legal(position)) == {"swap curve"}


def test_without_coins_nothing_is_lost(four):
    position = end_turn(stuck(four))
    position = position.play(position.moves()[0])
    assert (position.point, position.fields["coins"][RED]) == ("swap", 0)


def test_the_swapped_tile_goes_to_the_box_and_the_new_one_is_not_played(four):
    position = end_turn(stuck(four))
    position = position.play(position.moves()[0])
    after = position.play("swap curve")
    assert after.fields["box"][2] == position.fields["box"][2] + 1
    assert (after.point, after.to_act) == ("draw", burgrave.CHANCE)
    after = after.play(after.moves()[0])
    assert (after.point, after.to_act) == ("tile", BLUE)
    assert after.fields["hand_size"][RED] == 6


def test_who_can_move_may_not_swap_or_pass(four):
    position = table(four, CASTLES, hands=("curve",))
    assert "without any possible move" in position.why_not("swap curve")
    assert "must make it" in position.why_not("pass")


def test_a_hand_of_shovels_without_a_target_is_no_move(four):
    position = table(four, CASTLES, hands=("shovel " * 6,), turn=0, point=10)
    assert position.point == "swap"
    assert set(legal(position)) == {"swap shovel"}


def test_walled_in_a_shovel_or_a_rebuild_is_still_a_move(four):
    walls = "c8 swamp, d9 swamp, e8 straight 0, d7 swamp"
    assert set(legal(table(four, CASTLES, walls, ("curve curve curve curve bridge shovel",)))) == {
        "tile bridge",
        "tile shovel",
    }


def test_with_an_empty_stack_the_coin_still_goes_but_there_is_no_swap(four):
    before = stuck(four, coins=(2,), no_coin="b6 f2", stack="", sizes=(6, 6, 6, 6))
    after = end_turn(before)
    assert (after.point, after.to_act) == ("tile", BLUE)
    assert after.fields["coins"][RED] == 1
    assert after.fields["skipped"] == 1


def test_a_placement_ends_the_counting_of_skipped_turns(four):
    position = end_turn(stuck(four, stack="", sizes=(6, 6, 6, 6)))
    after = play(position, "tile straight", "lay h9 0")
    assert after.fields["skipped"] == 0


def test_the_game_ends_when_all_who_take_turns_were_skipped_one_after_another(two):
    # Both castles of layout 2A are walled in, but for j5, where blue's own curve runs into the side of j4.
    walls = "c8 swamp, b7 swamp, c6 swamp, d7 straight 0, i6 swamp, h5 straight 0, i4 straight 90, j4 straight 90"
    hands = ("tee tee tee tee", "curve tee tee tee tee")
    before = table(two, "c7 i5", walls, hands, turn=1, sizes=(4, 5), stack="", coins=(2, 1), no_coin="a1 e1 c10")
    after = play(before, "tile curve", "lay j5 90", "pass")
    assert after.to_act is None
    assert after.fields["coins"][:2] == [1, 0]
    assert after.winners == (0,)


# --- the end


def test_once_nothing_can_be_drawn_who_holds_three_takes_no_more_turns():
    # Hands 4, 3 and 3 with an empty stack: only the first player moves, then the game ends.
    game = burgrave.game("amber", players=3)
    before = table(game, "b10 j10 f2", "", ("straight",), sizes=(4, 3, 3), stack="")
    after = play(before, "tile straight", "lay c10 90")
    assert after.to_act is None
    assert after.point == "over"
    assert after.scores == (0, 0, 0)
    assert after.winners == (0, 1, 2)


def test_with_an_empty_stack_the_turn_may_come_to_the_same_seat_again():
    game = burgrave.game("amber", players=3)
    before = table(game, "b10 j10 f2", "", ("straight",), sizes=(5, 3, 3), stack="")
    after = play(before, "tile straight", "lay c10 90")
    assert (after.point, after.to_act) == ("tile", 0)


@pytest.mark.parametrize(("size", "point"), [(5, "second"), (4, "over")])
def test_with_nothing_to_draw_a_second_tile_needs_five_in_hand(size, point):
    game = burgrave.game("amber", players=3)
    before = table(game, "b10 j10 f2", "d10 straight 0", ("straight bridge",), sizes=(size, 3, 3), stack="")
    after = play(before, "tile straight", "lay c10 90")
    assert after.point == point


def test_the_most_points_win_and_ties_are_shared():
    game = burgrave.game("amber", players=3)
    before = table(
        game, "b10 j10 f2", "", ("straight",), sizes=(4, 3, 3), stack="", coins=(0, 2, 2), no_coin="b6 d3 j6 h3"
    )
    after = play(before, "tile straight", "lay c10 90")
    assert after.scores == (0, 2, 2)
    assert after.winners == (1, 2)


def test_if_several_complete_everything_at_the_same_moment_play_goes_on_without_a_sudden_win(four):
    before = table(four, CASTLES, NETWORK, ("crossroads",))
    after = play(before, "tile crossroads", "lay f6 0")
    assert after.fields["sudden_win_off"] == 1
    assert after.to_act is not None
    assert after.scores == (11, 11, 11, 11)


def test_the_sudden_win_stays_off_when_one_of_the_completed_is_cut_off_later(four):
    # Blue's castle is cut off by digging up h7, laid again as a one-way road: blue alone is complete, and does not win.
    roads = f"{NETWORK}, f6 crossroads".replace("h7 straight, ", "")
    before = table(four, CASTLES, roads, ("", "straight_oneway"), turn=BLUE, sudden_win_off=1)
    after = play(before, "tile straight_oneway", "lay h7 180")
    assert after.scores[BLUE] == 11
    assert max(after.scores[0], after.scores[2], after.scores[3]) == 9
    assert after.winners == ()
    assert after.point == "draw"


def test_who_alone_is_connected_to_everything_wins_at_once(four):
    roads = f"{NETWORK}, f6 crossroads".replace("h7 straight, ", "")
    before = table(four, CASTLES, roads, ("", "straight_oneway"), turn=BLUE)
    after = play(before, "tile straight_oneway", "lay h7 180")
    assert after.to_act is None
    assert after.winners == (BLUE,)


def test_the_sudden_win_counts_whatever_the_points(four):
    roads = f"{NETWORK}, f6 crossroads".replace("h7 straight, ", "")
    before = table(four, CASTLES, roads, ("", "straight_oneway"), turn=BLUE, coins=(4,))
    after = play(before, "tile straight_oneway", "lay h7 180")
    assert after.scores[RED] > after.scores[BLUE]
    assert after.winners == (BLUE,)


def test_a_player_whose_turn_it_is_not_can_win_suddenly(four):
    # Only red can leave its castle against nobody's arrow: d7 leads out of d8 and not back. Blue closes the gap.
    roads = NETWORK.replace("d7 straight, ", "d7 straight_oneway 180, ")
    before = table(four, CASTLES, roads, ("", "crossroads"), turn=BLUE)
    after = play(before, "tile crossroads", "lay f6 0")
    assert after.winners == (RED,)


def test_a_rebuild_can_win_suddenly_too(four):
    # h7 lies across blue's way out, d7 leads out of red's castle only. Blue's bridge completes red's connections.
    roads = f"{NETWORK}, f6 crossroads".replace("f9 bridge", "f9 roundabout")
    roads = roads.replace("h7 straight, ", "h7 straight_oneway 90, ").replace(
        "d7 straight, ", "d7 straight_oneway 180, "
    )
    before = table(four, CASTLES, roads, ("", "bridge"), turn=BLUE)
    after = play(before, "tile bridge", "rebuild h7")
    assert after.winners == (RED,)
