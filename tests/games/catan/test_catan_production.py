"""Production, the bank's shortage, the seven, discards and the robber."""

import pytest
from catan_table import Seat, hand, table, walk
from playing import legal, odds, play, refusal

NORTH = Seat(settlements=[12], roads=walk(12, 17))
WEST = Seat(settlements=[14], roads=walk(14, 9))
CENTRE = Seat(settlements=[35], roads=walk(35, 40))
SOUTH = Seat(settlements=[31], roads=walk(31, 37))


def with_hand(seat, **cards):
    return Seat(seat.settlements, seat.cities, seat.roads, cards)


def before_throw(*seats, **changes):
    return table(*seats, point="dice", to_act=-1, **changes)


def test_all_36_throws_are_equally_likely():
    weights = odds(before_throw(CENTRE, NORTH))
    assert len(weights) == 36
    assert set(weights.values()) == {1}
    assert {"roll 2 5", "roll 5 2"} < set(weights)


def test_a_settlement_earns_one_card_and_a_city_two():
    black = Seat(settlements=[34], cities=[40], roads=walk(34, 39) + walk(40, 45))
    white = Seat(cities=[9], roads=walk(9, 5))
    after = before_throw(black, white).play("roll 2 4")
    assert hand(after, 0) == {"ore": 3}
    assert hand(after, 1) == {"lumber": 2}


def test_a_settlement_between_two_hexes_of_the_number_is_paid_by_both():
    hexes = {0: "mountains", 4: "pasture"}
    first = Seat(settlements=[12], roads=walk(12, 7))
    second = Seat(settlements=[18], roads=walk(18, 24))
    after = before_throw(first, second, terrain=hexes, number={0: 4, 4: 4}).play("roll 1 3")
    assert hand(after, 0) == {"ore": 1, "wool": 1}
    assert hand(after, 1) == {"wool": 1}


def test_a_city_there_would_have_earned_two():
    first = Seat(settlements=[12], roads=walk(12, 7))
    second = Seat(cities=[18], roads=walk(18, 24))
    after = before_throw(first, second, terrain={4: "pasture"}, number={0: 4, 4: 4}).play("roll 1 3")
    assert hand(after, 1) == {"wool": 2}


def test_every_building_at_a_hex_is_paid():
    both = Seat(settlements=[24, 36], roads=walk(24, 19) + walk(36, 41))
    assert hand(before_throw(both, NORTH).play("roll 2 2"), 0) == {"lumber": 2}


def test_the_hex_under_the_robber_pays_nothing():
    both = Seat(settlements=[24], roads=walk(24, 19))
    assert hand(before_throw(both, NORTH, robber=10).play("roll 2 2"), 0) == {}


def test_the_desert_and_the_sea_pay_nothing():
    coast = Seat(settlements=[21], roads=walk(21, 27))
    position = before_throw(coast, NORTH)
    for first in range(1, 7):
        after = position.play(f"roll {first} {6 if first != 1 else 1}")
        assert hand(after, 0) == {}


def test_after_production_the_turn_goes_on_with_trading_open():
    after = before_throw(CENTRE, NORTH).play("roll 1 1")
    assert (after.point, after.to_act, after.fields["trading"]) == ("main", 0, 1)


def scarce(first_building, *, lumber, **options):
    """Two claimants of lumber on a throw of 4, with few lumber cards in the bank."""
    first = Seat(**{first_building: [24]}, roads=walk(24, 19))
    second = Seat(settlements=[31], roads=walk(31, 37))
    third = with_hand(NORTH, lumber=19 - lumber)
    return before_throw(first, second, third, options=options).play("roll 2 2")


def test_a_scarce_resource_that_two_are_owed_is_paid_to_nobody():
    after = scarce("settlements", lumber=1)
    assert hand(after, 0) == hand(after, 1) == {}
    assert after.fields["bank"][0] == 1


def test_other_resources_of_the_throw_are_paid_all_the_same():
    first = Seat(settlements=[24, 39], roads=walk(24, 19) + walk(39, 44))
    after = before_throw(first, SOUTH, with_hand(NORTH, lumber=18)).play("roll 2 2")
    assert hand(after, 0) == {"brick": 1}


def test_a_resource_that_is_enough_for_all_is_paid():
    after = scarce("cities", lumber=3)
    assert (hand(after, 0), hand(after, 1)) == ({"lumber": 2}, {"lumber": 1})


def test_a_single_claimant_gets_what_is_left():
    single = Seat(cities=[24], roads=walk(24, 19))
    after = before_throw(single, NORTH, with_hand(WEST, lumber=18)).play("roll 2 2")
    assert hand(after, 0) == {"lumber": 1}


def test_in_turn_order_the_active_seat_is_paid_first_as_far_as_it_lasts():
    after = scarce("cities", lumber=1, bank_shortage="turn_order")
    assert (hand(after, 0), hand(after, 1)) == ({"lumber": 1}, {})
    after = scarce("settlements", lumber=1, bank_shortage="turn_order")
    assert (hand(after, 0), hand(after, 1)) == ({"lumber": 1}, {})


def test_turn_order_goes_clockwise_from_the_active_seat():
    first = Seat(settlements=[24], roads=walk(24, 19))
    second = Seat(settlements=[31], roads=walk(31, 37))
    third = with_hand(NORTH, lumber=18)
    position = before_throw(first, second, third, options={"bank_shortage": "turn_order"}, active=1)
    assert hand(position.play("roll 2 2"), 1) == {"lumber": 1}


@pytest.mark.parametrize(("cards", "discards"), [(7, 0), (8, 4), (9, 4), (11, 5)])
def test_on_a_seven_more_than_seven_cards_are_halved_rounded_down(cards, discards):
    after = before_throw(CENTRE, with_hand(NORTH, wool=cards)).play("roll 3 4")
    assert after.fields["owed"][1] == discards
    assert after.point == ("discard" if discards else "robber")


def test_development_cards_do_not_count_for_the_limit():
    rich = Seat(settlements=[12], roads=walk(12, 17), hand={"wool": 7}, old=["soldier", "point"])
    assert before_throw(CENTRE, rich).play("roll 3 4").point == "robber"


def test_nobody_receives_resources_on_a_seven():
    after = before_throw(CENTRE, NORTH).play("roll 1 6")
    assert after.fields["bank"] == [19] * 5


def discarding():
    seats = (with_hand(CENTRE, ore=8), with_hand(NORTH, wool=4, grain=4), with_hand(WEST, brick=9))
    return before_throw(*seats).play("roll 3 4")


def test_discards_begin_left_of_the_active_seat_and_end_with_it():
    position = discarding()
    order = []
    while position.point == "discard":
        order.append(position.to_act)
        position = position.play(position.moves()[0])
    assert order == [1] * 4 + [2] * 4 + [0] * 4
    assert (position.point, position.to_act) == ("robber", 0)


def test_a_seat_discards_what_it_chooses():
    assert legal(discarding()) == ["discard wool", "discard grain"]
    position = play(discarding(), *["discard wool"] * 4)
    assert hand(position, 1) == {"grain": 4}
    assert refusal(discarding(), "discard ore") == "card_not_in_hand"
    assert refusal(discarding(), "end") == "discard_first"


def test_the_bank_changes_only_after_the_last_discard():
    position = play(discarding(), *["discard wool"] * 4, *["discard brick"] * 4, *["discard ore"] * 3)
    assert position.fields["bank"] == [19, 15, 15, 10, 11]
    assert position.fields["aside_size"] == [3, 4, 4, 0]
    position = position.play("discard ore")
    assert position.fields["bank"] == [19, 19, 15, 14, 15]
    assert position.fields["aside_size"] == [0, 0, 0, 0]


def robbing(*seats, cause=1, **changes):
    return table(*seats, point="robber", cause=cause, **changes)


def test_the_robber_moves_to_another_hex_but_never_to_the_desert():
    position = robbing(CENTRE, NORTH, robber=0)
    assert legal(position) == [f"robber {h}" for h in range(19) if h not in (0, 7)]
    assert refusal(position, "robber 0") == "robber_must_move"
    assert refusal(position, "robber 7") == "robber_not_to_desert"


def test_the_robber_leaves_the_desert():
    assert len(legal(robbing(CENTRE, NORTH))) == 18


def test_the_robber_may_return_to_the_desert_by_option():
    position = robbing(CENTRE, NORTH, robber=0, options={"robber_may_return_to_desert": True})
    assert "robber 7" in legal(position)


def victims(**changes):
    """The robber goes to hex 9, where the thief, two victims with cards and one without have buildings."""
    thief = Seat(settlements=[35], roads=walk(35, 40), hand={"ore": 2})
    rich = Seat(settlements=[24], roads=walk(24, 19), hand={"wool": 2, "grain": 1})
    richer = Seat(cities=[23], roads=walk(23, 17), hand={"brick": 1})
    poor = NORTH
    return robbing(thief, rich, richer, poor, **changes).play("robber 9")


def test_the_thief_chooses_among_opponents_at_the_hex_who_have_cards():
    position = victims()
    assert legal(position) == ["rob p1", "rob p2", "pass"]
    assert refusal(position, "rob p0") == "not_yourself"
    assert refusal(position, "rob p3") == "no_building_at_robber"


def test_a_victim_without_cards_is_not_eligible():
    poor = Seat(settlements=[24], roads=walk(24, 19))
    rich = Seat(settlements=[29], roads=walk(29, 34), hand={"wool": 1})
    position = robbing(NORTH, poor, rich).play("robber 9")
    assert legal(position) == ["rob p2", "pass"]
    assert refusal(position, "rob p1") == "no_cards_to_rob"


def test_a_single_victim_is_still_chosen():
    position = robbing(NORTH, with_hand(CENTRE, wool=1)).play("robber 9")
    assert (position.point, legal(position)) == ("victim", ["rob p1", "pass"])


def test_without_a_victim_nothing_is_taken_and_the_turn_goes_on():
    assert robbing(NORTH, CENTRE).play("robber 9").point == "main"
    assert robbing(with_hand(CENTRE, ore=1), NORTH).play("robber 9").point == "main"


def test_the_stolen_card_is_drawn_evenly_from_the_hand():
    position = victims().play("rob p1")
    assert (position.to_act, position.point) == (-1, "steal")
    assert odds(position) == {"steal wool": 2, "steal grain": 1}
    after = position.play("steal grain")
    assert (hand(after, 0), hand(after, 1)) == ({"ore": 2, "grain": 1}, {"wool": 2})
    assert (after.point, after.to_act) == ("main", 0)


def test_several_buildings_at_the_hex_make_no_difference():
    twice = Seat(settlements=[24, 29], roads=walk(24, 19) + walk(29, 34), hand={"wool": 3})
    position = play(robbing(NORTH, twice), "robber 9", "rob p1", "steal wool")
    assert hand(position, 1) == {"wool": 2}


def test_after_a_seven_the_thief_may_take_nothing():
    position = victims().play("pass")
    assert position.point == "main"
    assert hand(position, 0) == {"ore": 2}


def test_taking_is_mandatory_on_a_seven_by_option():
    position = victims(options={"steal_mandatory_on_seven": True})
    assert legal(position) == ["rob p1", "rob p2"]
    assert refusal(position, "pass") == "steal_is_mandatory"


def test_a_soldier_must_take_a_card():
    assert legal(victims(cause=2)) == ["rob p1", "rob p2"]


def test_the_turn_goes_on_with_trade_after_a_seven():
    rich = with_hand(CENTRE, ore=4)
    position = play(before_throw(rich, NORTH), "roll 3 4", "robber 0")
    assert "bank ore wool" in legal(position)


def test_the_robber_stops_neither_building_nor_harbours():
    seat = Seat(
        settlements=[33], roads=walk(33, 28, 22), hand={"ore": 2, "lumber": 1, "brick": 1, "wool": 1, "grain": 1}
    )
    position = table(seat, NORTH, robber=12)
    assert "settle 22" in legal(position)
    assert "bank ore wool" in legal(position)
