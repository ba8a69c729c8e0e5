"""Dice, workers, the four actions, the purchase, storage, and when a turn ends."""

import pytest
from burgundy_table import gained, goods_of, seat, stored, table
from playing import legal, play, refusal

DEPOTS = {1: ["bank", "ship"], 2: ["k2", "castle"], 6: ["inn", "pig3"]}


def test_two_workers_turn_a_two_into_a_six_as_in_the_rulebook():
    position = play(table(seat(workers=2, dice=[2, 2]), seat(), depots=DEPOTS), "die 2")
    assert position.play("take 6 inn").fields["workers"][0] == 0


def test_a_move_needs_the_workers_that_it_costs():
    position = play(table(seat(workers=1, dice=[2, 2]), seat(), depots=DEPOTS), "die 2")
    assert refusal(position, "take 6 inn") == "too_few_workers"
    assert [text for text in legal(position) if text.startswith("take")] == [
        "take 1 bank",
        "take 1 ship",
        "take 2 k2",
        "take 2 castle",
    ]


def test_every_change_costs_the_fewest_workers():
    for value in range(1, 7):
        position = play(table(seat(workers=3, dice=[value, value]), seat(), depots=DEPOTS), f"die {value}")
        distance = min(abs(value - 6), 6 - abs(value - 6))
        assert position.play("take 6 inn").fields["workers"][0] == 3 - distance


def test_equal_dice_are_one_move():
    assert legal(table(seat(dice=[4, 4]), seat())) == ["die 4"]
    assert legal(table(seat(dice=[4, 5]), seat())) == ["die 4", "die 5"]


def test_a_taken_tile_goes_to_storage():
    position = play(table(seat(dice=[1, 1]), seat(), depots=DEPOTS), "die 1", "take 1 ship")
    assert stored(position) == ["ship"]
    assert refusal(position, "die 2") == "no_such_die"
    assert refusal(play(position, "die 1"), "take 1 ship") == "not_in_depot"


def test_with_full_storage_an_old_tile_is_discarded_first():
    own = seat(storage=["mine", "k3", "mine"], dice=[1, 1])
    position = play(table(own, seat(), depots=DEPOTS), "die 1", "take 1 ship")
    assert position.point == "discard"
    assert legal(position) == ["discard k3", "discard mine"]
    assert refusal(position, "discard ship") == "not_in_storage"
    assert refusal(position, "end") == "discard_first"
    assert position.fields["depots"][0] != table(own, seat(), depots=DEPOTS).fields["depots"][0]
    after = position.play("discard mine")
    assert stored(after) == ["k3", "mine", "ship"]


def test_a_purchase_with_full_storage_is_paid_before_the_discard():
    own = seat(storage=["mine", "k3", "bank"], silver=2, dice=[1, 1])
    position = play(table(own, seat(), black=["k7"]), "buy black k7")
    assert position.point == "discard"
    assert position.fields["silver"][0] == 0
    after = position.play("discard bank")
    assert after.point == "turn"
    assert stored(after) == ["k3", "k7", "mine"]


def test_tiles_are_discarded_at_no_other_time():
    position = table(seat(storage=["mine"], dice=[1, 1]), seat())
    assert refusal(position, "discard mine") == "storage_is_not_full"


# ---- placing


def test_the_hex_must_show_the_number_of_the_die():
    position = play(table(seat(storage=["bank"], dice=[3, 3]), seat()), "die 3")
    assert [text for text in legal(position) if text.startswith("place")] == ["place bank 11", "place bank 25"]


def test_the_hex_must_have_the_colour_of_the_tile():
    position = play(table(seat(storage=["bank"], dice=[1, 1]), seat()), "die 1")
    assert refusal(position, "place bank 6") == "wrong_colour"


def test_the_first_tile_must_touch_the_starting_castle():
    position = play(table(seat(storage=["bank"], dice=[1, 1]), seat()), "die 1")
    assert refusal(position, "place bank 26") == "no_tile_next_to_it"
    said = position.why_not("place bank 26")
    assert said is not None
    assert said.startswith("A new tile must lie next to a tile of your estate. This one could lie on: ")


def test_the_hex_must_be_empty():
    position = play(table(seat({25: "inn"}, storage=["bank"], dice=[3, 3]), seat()), "die 3")
    assert refusal(position, "place bank 25") == "hex_is_taken"


def test_the_tile_must_be_in_storage():
    position = play(table(seat(dice=[3, 3]), seat()), "die 3")
    assert refusal(position, "place bank 25") == "not_in_storage"


def test_a_city_holds_each_building_only_once():
    position = play(table(seat({25: "bank"}, storage=["bank"], dice=[1, 1]), seat()), "die 1")
    assert refusal(position, "place bank 26") == "building_is_in_city"


def test_another_city_may_hold_the_same_building():
    position = play(table(seat({25: "bank"}, storage=["bank"], dice=[3, 3]), seat()), "die 3")
    assert "place bank 11" in legal(position)


def test_a_tile_just_taken_may_be_placed_with_the_second_die():
    position = table(seat(dice=[1, 3]), seat(), depots=DEPOTS)
    after = play(position, "die 1", "take 1 bank", "die 3", "place bank 25")
    assert stored(after) == []
    assert after.fields["silver"][0] == 2


# ---- selling


def test_a_sale_takes_all_tiles_of_the_type():
    position = play(table(seat(goods={"purple": 4, "red": 1}, dice=[2, 2]), seat()), "die 2")
    assert [text for text in legal(position) if text.startswith("sell")] == ["sell purple"]
    after = position.play("sell purple")
    assert goods_of(after) == {"red": 1}
    assert after.fields["silver"][0] == 1
    assert gained(position, after) == 4 * 2


def test_a_sold_tile_brings_as_many_points_as_there_are_players():
    for players in (2, 3, 4):
        others = [seat() for _ in range(players - 1)]
        position = table(seat(goods={"purple": 2}, dice=[2, 2]), *others)
        assert gained(position, play(position, "die 2", "sell purple")) == 2 * players


def test_workers_change_the_die_of_a_sale():
    position = play(table(seat(goods={"red": 1}, workers=2, dice=[2, 2]), seat()), "die 2")
    assert position.play("sell red").fields["workers"][0] == 0
    assert refusal(position, "sell pink") == "no_goods_of_that_type"


# ---- taking workers


def test_any_die_takes_two_workers():
    for value in range(1, 7):
        position = play(table(seat(dice=[value, value]), seat()), f"die {value}", "workers")
        assert position.fields["workers"][0] == 2


# ---- the purchase


def test_a_purchase_costs_two_silver_and_comes_from_the_black_depot():
    position = table(seat(silver=3, dice=[1, 1]), seat(), black=["bank", "bank", "k7"], depots=DEPOTS)
    assert legal(position) == ["die 1", "buy black bank", "buy black k7"]
    after = position.play("buy black bank")
    assert after.fields["silver"][0] == 1
    assert stored(after) == ["bank"]
    assert after.why_not("buy black bank") == "You may buy only one tile in a turn."


def test_a_purchase_needs_two_silver():
    position = table(seat(silver=1, dice=[1, 1]), seat(), black=["bank"])
    assert refusal(position, "buy black bank") == "too_little_silver"


def test_a_purchase_is_possible_before_between_and_after_the_actions():
    position = table(seat(silver=2, dice=[1, 1]), seat(), black=["bank"])
    assert "buy black bank" in legal(position)
    between = play(position, "die 1", "workers")
    assert "buy black bank" in legal(between)
    after = play(between, "die 1", "workers")
    assert legal(after) == ["buy black bank", "end"]
    assert after.play("buy black bank").to_act == 1
    assert after.play("end").to_act == 1


def test_no_purchase_is_possible_inside_an_action():
    position = play(table(seat(silver=2, dice=[1, 1]), seat(), black=["bank"]), "die 1")
    assert position.why_not("buy black bank") == "You may buy only before, between or after whole actions."


def test_the_purchase_is_possible_again_in_the_next_turn():
    position = table(seat(silver=4, dice=[1, 1]), seat(silver=2), black=["bank", "inn"])
    after = play(position, "buy black bank", "die 1", "workers", "die 1", "workers")
    assert after.to_act == 1
    assert "buy black inn" in legal(after)


# ---- the end of a turn


def test_a_turn_ends_by_itself_when_nothing_can_be_bought():
    position = play(table(seat(silver=1, dice=[1, 1]), seat(), black=["bank"]), "die 1", "workers", "die 1", "workers")
    assert position.to_act == 1


def test_a_turn_ends_by_itself_when_the_black_depot_is_empty():
    position = play(table(seat(silver=5, dice=[1, 1]), seat()), "die 1", "workers", "die 1", "workers")
    assert position.to_act == 1


def test_a_die_cannot_stay_unused():
    position = table(seat(dice=[1, 1]), seat())
    assert refusal(position, "end") == "dice_left"
    assert refusal(play(position, "die 1"), "pass") == "die_cannot_stay_unused"


def test_an_action_needs_a_die_first():
    position = table(seat(dice=[1, 1], storage=["bank"]), seat())
    assert position.why_not("workers") == "Every action uses a die: choose one of your dice first."
    assert position.why_not("place bank 25") == "Every action uses a die: choose one of your dice first."


def test_a_chosen_die_cannot_be_exchanged():
    position = play(table(seat(dice=[1, 2]), seat()), "die 1")
    assert position.why_not("die 2") == "Finish the action under way first."


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The black depot has no tiles left."), ("pl", "W czarnym magazynie nie ma już żetonów.")],
)
def test_an_empty_black_depot_says_so(language, sentence):
    position = table(seat(silver=2, dice=(1, 2)), seat())
    assert position.why_not("buy black bank", language) == sentence
