"""Roads, settlements, cities, supplies, and the Longest Road with its breaks and ties."""

from catan_table import Seat, hand, table, walk
from playing import legal, play, refusal

NORTH = Seat(settlements=[12], roads=walk(12, 17))
FAR = Seat(settlements=[46], roads=walk(46, 50))
ALL = {"lumber": 4, "wool": 3, "grain": 4, "brick": 4, "ore": 4}
ROAD = {"lumber": 1, "brick": 1}
SETTLEMENT = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
CITY = {"ore": 3, "grain": 2}


def test_each_building_costs_what_the_card_says():
    seat = Seat(settlements=[24], roads=walk(24, 18, 23), hand=ALL)
    position = table(seat, FAR)
    assert hand(position.play("road 35"), 0) == {"lumber": 3, "wool": 3, "grain": 4, "brick": 3, "ore": 4}
    assert hand(position.play("settle 23"), 0) == {"lumber": 3, "wool": 2, "grain": 3, "brick": 3, "ore": 4}
    assert hand(position.play("city 24"), 0) == {"lumber": 4, "wool": 3, "grain": 2, "brick": 4, "ore": 1}
    assert hand(position.play("buy"), 0) == {"lumber": 4, "wool": 2, "grain": 3, "brick": 4, "ore": 3}


def test_costs_go_back_to_the_bank():
    position = table(Seat(settlements=[24], roads=walk(24, 18), hand=ROAD), FAR).play("road 27")
    assert position.fields["bank"] == [19] * 5


def test_nothing_is_built_without_its_cost():
    position = table(Seat(settlements=[24], roads=walk(24, 18, 23)), FAR)
    assert legal(position) == ["end"]
    assert refusal(position, "road 35") == "cannot_pay_road"
    assert refusal(position, "settle 23") == "cannot_pay_settlement"
    assert refusal(position, "city 24") == "cannot_pay_city"
    assert refusal(position, "buy") == "cannot_pay_card"


def test_a_road_joins_an_own_building_or_road():
    position = table(Seat(settlements=[24], roads=walk(24, 18), hand=ROAD), FAR)
    assert legal(position, "road") == ["road 20", "road 27", "road 29", "road 36"]
    assert refusal(position, "road 0") == "road_not_connected"
    assert refusal(position, "road 28") == "path_taken"


def test_a_road_may_run_along_the_coast():
    position = table(Seat(settlements=[0], roads=walk(0, 4), hand=ROAD), FAR)
    assert legal(position, "road") == ["road 0", "road 2", "road 7"]


def test_no_road_is_built_behind_another_players_settlement():
    white = Seat(settlements=[18], roads=walk(18, 13))
    black = Seat(settlements=[29], roads=walk(29, 23, 18), hand=ROAD)
    position = table(black, white)
    assert refusal(position, "road 28") == "road_cut_off"
    assert "road 28" not in legal(position)
    assert "road 26" in legal(position)


def test_the_owner_of_that_settlement_may_build_there():
    white = Seat(settlements=[18], roads=walk(18, 13), hand=ROAD)
    black = Seat(settlements=[29], roads=walk(29, 23, 18))
    assert "road 28" in legal(table(white, black))


def test_settlements_keep_the_distance_rule():
    others = Seat(settlements=[23], roads=walk(23, 17))
    builder = Seat(settlements=[36], roads=walk(36, 30, 24, 18, 13), hand=SETTLEMENT)
    position = table(builder, others)
    assert legal(position, "settle") == ["settle 13", "settle 24"]
    assert refusal(position, "settle 18") == "too_close"
    assert refusal(position, "settle 23") == "intersection_taken"
    assert refusal(position, "settle 30") == "too_close"


def test_a_settlement_needs_an_own_road():
    position = table(Seat(settlements=[36], roads=walk(36, 30, 24), hand=SETTLEMENT), FAR)
    assert legal(position, "settle") == ["settle 24"]
    assert refusal(position, "settle 0") == "no_road_there"


def test_a_city_replaces_an_own_settlement_and_its_piece_comes_back():
    position = table(Seat(settlements=[24], roads=walk(24, 18), hand=CITY), NORTH)
    assert refusal(position, "city 12") == "city_needs_settlement"
    assert refusal(position, "city 0") == "city_needs_settlement"
    after = position.play("city 24")
    assert after.fields["stock"][0] == [14, 5, 3]
    assert after.scores == (2, 1)
    assert refusal(after, "city 24") == "already_a_city"


def test_a_settlement_built_this_turn_may_become_a_city_when_both_are_paid():
    both = {"lumber": 1, "brick": 1, "wool": 1, "grain": 3, "ore": 3}
    position = table(Seat(settlements=[36], roads=walk(36, 30, 24), hand=both), FAR)
    after = play(position, "settle 24", "city 24")
    assert (after.scores[0], hand(after, 0)) == (3, {})


def test_with_all_settlements_on_the_board_one_must_become_a_city_first():
    places = [2, 9, 18, 29, 40]
    roads = walk(2, 5, 9, 13, 18, 23, 29, 35, 40, 45, 49)
    rich = {"lumber": 1, "brick": 1, "wool": 1, "grain": 3, "ore": 3}
    position = table(Seat(settlements=places, roads=roads, hand=rich), Seat(settlements=[32], roads=walk(32, 37)))
    assert refusal(position, "settle 49") == "no_settlement_left"
    after = position.play("city 2")
    assert "settle 49" in legal(after)


def test_there_are_four_cities():
    roads = walk(2, 5, 9, 13, 18, 23, 29, 35, 40)
    seat = Seat(settlements=[29, 40], cities=[2, 9, 18], roads=roads, hand={"grain": 4, "ore": 6})
    position = table(seat, FAR, options={"target_points": 15})
    assert legal(position, "city") == ["city 29", "city 40"]
    assert refusal(position.play("city 29"), "city 40") == "no_city_left"


def test_there_are_fifteen_roads():
    roads = walk(0, 4, 8, 13, 18, 24, 30, 35, 40, 45, 49, 53) + walk(49, 52, 48, 51) + walk(8, 12)
    position = table(Seat(settlements=[8], roads=roads, hand=ROAD), Seat(settlements=[32], roads=walk(32, 37)))
    assert position.fields["stock"][0][0] == 0
    assert refusal(position, "road 11") == "no_road_left"
    assert legal(position, "road") == []


def line(count):
    """The first so many roads of a line across the island."""
    corners = (0, 4, 8, 13, 18, 24, 30, 35, 40, 45, 49, 53)
    return walk(*corners[: count + 1])


def test_side_branches_of_a_road_are_not_counted():
    white = Seat(settlements=[8], roads=walk(0, 4, 8, 13, 18, 24, 30, 35) + walk(8, 12) + walk(24, 19))
    position = table(white, FAR)
    assert position.fields["road_length"][0] == 7
    assert position.fields["longest_road"] == 0


def test_a_loop_counts_and_an_intersection_may_be_passed_twice():
    loop = Seat(settlements=[35], roads=walk(35, 30, 24, 18, 23, 29, 35, 40))
    position = table(loop, FAR)
    assert position.fields["road_length"][0] == 7


def test_own_buildings_do_not_cut_a_road():
    seat = Seat(settlements=[4, 13], cities=[24], roads=line(6))
    assert table(seat, FAR).fields["road_length"][0] == 6


def test_a_road_that_ends_at_anothers_building_counts_to_its_end():
    white = Seat(settlements=[18], roads=walk(18, 23))
    seat = Seat(settlements=[4], roads=walk(0, 4, 8, 13, 18))
    assert table(seat, white).fields["road_length"][0] == 4


def test_five_roads_take_the_card():
    position = table(Seat(settlements=[8], roads=line(4), hand=ROAD), FAR)
    assert position.fields["longest_road"] == -1
    after = position.play("road 12")
    assert (after.fields["longest_road"], after.scores[0]) == (-1, 1)
    after = position.play("road 28")
    assert (after.fields["road_length"][0], after.fields["longest_road"], after.scores[0]) == (5, 0, 3)


RIVAL = Seat(settlements=[48], roads=walk(51, 48, 44, 39, 34, 28))


def test_an_equal_road_does_not_take_the_card():
    after = table(Seat(settlements=[8], roads=line(4), hand=ROAD), RIVAL).play("road 28")
    assert after.fields["road_length"][:2] == [5, 5]
    assert after.fields["longest_road"] == 1


def test_a_longer_road_takes_the_card():
    position = table(Seat(settlements=[8], roads=line(5), hand=ROAD), RIVAL, longest_road=1)
    assert position.scores == (1, 3)
    after = position.play("road 36")
    assert (after.fields["longest_road"], after.scores) == (0, (3, 1))


BREAKER = Seat(settlements=[34], roads=walk(18, 23, 17, 22, 28, 34), hand=SETTLEMENT)
"""Black, whose road ends at intersection 18, where it can build."""


def test_a_settlement_breaks_a_road_and_its_builder_takes_the_card():
    white = Seat(settlements=[8], roads=walk(4, 8, 13, 18, 24, 30, 35), hand=SETTLEMENT)
    position = table(BREAKER, white)
    assert (position.fields["longest_road"], position.scores) == (1, (1, 3))
    after = position.play("settle 18")
    assert after.fields["road_length"][:2] == [5, 3]
    assert (after.fields["longest_road"], after.scores) == (0, (4, 1))
    white_turn = play(after, "end", "roll", "roll 1 1")
    assert "settle 30" in legal(white_turn)


def test_the_broken_player_keeps_building_from_both_parts():
    white = Seat(settlements=[8], roads=walk(4, 8, 13, 18, 24, 30, 35), hand={**SETTLEMENT, "brick": 2, "lumber": 2})
    after = play(table(BREAKER, white), "settle 18", "end", "roll", "roll 1 1")
    assert {"road 14", "road 29", "road 43"} <= set(legal(after))
    assert {"settle 30", "settle 35"} <= set(legal(after))


def tie_after_break(**options):
    """White's ten roads are cut into five and five; black's road has five too."""
    white = Seat(settlements=[8, 45], roads=walk(0, 4, 8, 13, 18, 24, 30, 35, 40, 45, 49))
    black = Seat(settlements=[37], roads=walk(24, 19, 25, 31, 37, 42), hand={**SETTLEMENT, "lumber": 2, "brick": 2})
    return table(black, white, options=options).play("settle 24")


def test_after_a_break_a_tie_puts_the_card_aside():
    after = tie_after_break()
    assert after.fields["road_length"][:2] == [5, 5]
    assert (after.fields["longest_road"], after.scores) == (-1, (2, 2))


def test_the_card_comes_back_when_one_road_alone_is_longest():
    after = tie_after_break().play("road 61")
    assert (after.fields["road_length"][0], after.fields["longest_road"]) == (6, 0)


def test_a_tied_holder_keeps_the_card_by_option():
    after = tie_after_break(longest_road_tied_holder_keeps_after_break=True)
    assert (after.fields["longest_road"], after.scores) == (1, (2, 4))


def test_a_third_player_takes_the_card_when_a_break_leaves_its_road_alone_longest():
    white = Seat(settlements=[8], roads=walk(4, 8, 13, 18, 24, 30, 35))
    black = Seat(settlements=[22], roads=walk(18, 23, 17, 22), hand=SETTLEMENT)
    third = Seat(settlements=[46], roads=walk(50, 46, 42, 37, 32, 26))
    after = table(black, white, third).play("settle 18")
    assert after.fields["longest_road"] == 2


def test_nobody_has_the_card_when_a_break_leaves_no_road_of_five():
    white = Seat(settlements=[8], roads=walk(4, 8, 13, 18, 24, 30, 35))
    black = Seat(settlements=[22], roads=walk(18, 23, 17, 22), hand=SETTLEMENT)
    after = table(black, white).play("settle 18")
    assert after.fields["longest_road"] == -1


def test_a_holder_who_is_still_alone_longest_keeps_the_card():
    white = Seat(settlements=[8, 45], roads=walk(0, 4, 8, 13, 18, 24, 30, 35, 40, 45, 49))
    black = Seat(settlements=[25], roads=walk(24, 19, 25), hand=SETTLEMENT)
    after = table(black, white).play("settle 24")
    assert (after.fields["road_length"][1], after.fields["longest_road"]) == (5, 1)


def test_a_cut_that_does_not_shorten_the_longest_trail_changes_nothing():
    branch = Seat(settlements=[8], roads=walk(0, 4, 8, 13, 18, 24, 30) + walk(18, 23, 29))
    cutter = Seat(settlements=[22], roads=walk(22, 17, 23), hand=SETTLEMENT)
    after = table(cutter, branch).play("settle 23")
    assert (after.fields["road_length"][1], after.fields["longest_road"]) == (6, 1)


def test_building_ends_trading():
    rich = Seat(settlements=[24], roads=walk(24, 18), hand={"lumber": 5, "brick": 1})
    position = table(rich, FAR)
    assert "bank lumber ore" in legal(position)
    after = position.play("road 27")
    assert refusal(after, "bank lumber ore") == "trading_closed"
    assert "bank lumber ore" not in legal(after)


def test_building_does_not_end_trading_by_option():
    rich = Seat(settlements=[24], roads=walk(24, 18), hand={"lumber": 5, "brick": 1})
    after = table(rich, FAR, options={"combined_trade_and_build": True}).play("road 27")
    assert "bank lumber ore" in legal(after)


def test_nothing_is_built_before_the_roll():
    position = table(Seat(settlements=[24], roads=walk(24, 18, 23), hand=ALL), FAR, point="before_roll")
    assert legal(position) == ["roll"]
    for text in ("road 35", "settle 23", "city 24", "buy", "bank lumber wool", "give lumber", "end"):
        assert refusal(position, text) == "roll_first"
