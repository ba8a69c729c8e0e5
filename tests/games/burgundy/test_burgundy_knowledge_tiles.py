"""One test for each of the 26 knowledge tiles, by number. On board 1 a knowledge tile on hex 12 touches the centre."""

import pytest
from burgundy_table import gained, goods_of, seat, stored, table
from playing import legal, play, refusal

from burgrave.games.burgundy.board import BUILDINGS, COLOURS
from burgrave.games.burgundy.knowledge_tiles import Counted, Effect, Knowledge, Occasion

PASTURE = {11: "bank", 10: "sheep4"}
"""Hexes 10, 9, 5, 4 and 0 of board 1 are one pasture; a bank on 11 leads there."""


def by_knowledge(position, number: int = 0) -> int:
    """Points that knowledge tiles would score for a seat now."""
    return position.view(None).score_parts()[number]["knowledge"]


def test_1_the_same_building_may_repeat_within_a_city():
    without = play(table(seat({25: "bank"}, storage=["bank"], dice=[1, 1]), seat()), "die 1")
    assert refusal(without, "place bank 26") == "building_is_in_city"
    position = play(table(seat({25: "bank", 12: "k1"}, storage=["bank"], dice=[1, 1]), seat()), "die 1")
    assert "place bank 26" in legal(position)


def test_2_a_worker_for_each_silver_from_a_mine_at_the_end_of_a_phase():
    estate = {24: "mine", 29: "mine", 12: "k2"}
    own = seat(estate, dice=[1], silver=0)
    position = table(own, seat(), order=[1, 0], turn=1, round_number=5)
    after = play(position, "die 1", "workers")
    assert after.point == "fill"
    assert after.fields["silver"][0] == 2
    assert after.fields["workers"][0] == 2 + 2


def test_3_a_sale_brings_two_silver():
    position = table(seat({12: "k3"}, goods={"pink": 2}, dice=[3, 3]), seat())
    after = play(position, "die 3", "sell pink")
    assert after.fields["silver"][0] == 2
    assert gained(position, after) == 4


def test_3_counts_for_a_warehouse_too():
    position = table(seat({12: "k3"}, goods={"pink": 1}, storage=["warehouse"], dice=[3, 3]), seat())
    assert play(position, "die 3", "place warehouse 25", "sell pink").fields["silver"][0] == 2


def test_4_a_sale_brings_a_worker_too():
    position = table(seat({12: "k4"}, goods={"pink": 2}, dice=[3, 3]), seat())
    after = play(position, "die 3", "sell pink")
    assert (after.fields["silver"][0], after.fields["workers"][0]) == (1, 1)


def test_4_counts_for_a_warehouse_and_for_a_castle():
    own = seat({12: "k4"}, goods={"pink": 1, "red": 1}, storage=["warehouse"], dice=[3, 3])
    assert play(table(own, seat()), "die 3", "place warehouse 25", "sell red").fields["workers"][0] == 1
    own = seat({12: "k4", 11: "bank"}, goods={"red": 1}, storage=["castle"], dice=[6, 6])
    assert play(table(own, seat()), "die 6", "place castle 6", "sell red").fields["workers"][0] == 1


def test_5_a_ship_loads_from_two_neighbouring_depots():
    goods = {6: {"red": 1}, 1: {"red": 2}, 3: {"pink": 1}}
    own = seat({12: "k5"}, storage=["ship"], dice=[5, 5])
    position = play(table(own, seat(), depot_goods=goods), "die 5", "place ship 19")
    assert legal(position) == ["goods 1", "goods 3", "goods 6", "pass"]
    position = position.play("goods 6")
    assert position.point == "ship2"
    assert legal(position) == ["goods 1", "pass"]
    assert refusal(position, "goods 3") == "not_a_neighbour"
    assert goods_of(position.play("goods 1")) == {"red": 3}
    assert goods_of(position.play("pass")) == {"red": 1}


def test_5_asks_for_a_second_depot_only_if_a_neighbour_offers_something():
    own = seat({12: "k5"}, storage=["ship"], dice=[5, 5])
    position = table(own, seat(), depot_goods={6: {"red": 1}, 3: {"pink": 1}})
    assert play(position, "die 5", "place ship 19", "goods 6").point == "turn"


def test_5_both_depots_are_named_before_goods_are_chosen_among_both():
    own = seat({12: "k5"}, storage=["ship"], dice=[5, 5], goods={"orange": 1, "brown": 1})
    goods = {1: {"red": 1}, 2: {"pink": 1, "purple": 1}}
    position = play(table(own, seat(), depot_goods=goods), "die 5", "place ship 19", "goods 1", "goods 2")
    assert position.point == "keep"
    assert legal(position) == ["keep purple", "keep pink", "keep red"]
    after = position.play("keep pink")
    assert goods_of(after) == {"pink": 1, "brown": 1, "orange": 1}
    assert sum(after.fields["depot_goods"][0]) == 1


def test_6_the_purchase_may_be_made_at_any_depot():
    own = seat({12: "k6"}, silver=2, dice=[1, 1])
    position = table(own, seat(), depots={3: ["bank"], 5: ["mine"]}, black=["k7"])
    assert legal(position) == ["die 1", "buy 3 bank", "buy 5 mine", "buy black k7"]
    after = position.play("buy 5 mine")
    assert stored(after) == ["mine"]
    assert after.why_not("buy black k7") == "You may buy only one tile in a turn."


def test_6_laid_in_this_turn_may_be_used_for_this_turns_purchase():
    own = seat(storage=["k6"], silver=2, dice=[1, 1])
    position = table(own, seat(), depots={3: ["bank"]})
    assert position.why_not("buy 3 bank").startswith("You may buy from the black depot only")
    assert "buy 3 bank" in legal(play(position, "die 1", "place k6 12"))


def test_7_one_point_more_for_each_animal_tile_as_in_the_rulebook():
    own = seat({**PASTURE, 12: "k7"}, storage=["sheep3", "pig2"], dice=[5, 2])
    position = table(own, seat())
    after = play(position, "die 5", "place sheep3 9")
    assert gained(position, after) == (3 + 1) + (4 + 1)
    assert gained(after, play(after, "die 2", "place pig2 4")) == 3


def test_8_a_worker_changes_a_die_by_two_as_in_the_rulebook():
    own = seat({12: "k8"}, workers=2, dice=[6, 6])
    position = play(table(own, seat(), depots={3: ["bank"]}), "die 6")
    assert position.play("take 3 bank").fields["workers"][0] == 0
    poor = play(table(seat({12: "k8"}, workers=1, dice=[6, 6]), seat(), depots={3: ["bank"]}), "die 6")
    assert refusal(poor, "take 3 bank") == "too_few_workers"


def test_9_a_free_shift_for_placing_a_building():
    own = seat({12: "k9"}, storage=["bank", "ship"], dice=[2, 4])
    position = table(own, seat())
    assert "place bank 25" in legal(play(position, "die 2"))
    assert "place bank 25" in legal(play(position, "die 4"))
    assert "place ship 19" not in legal(play(position, "die 4"))


def test_10_a_free_shift_for_placing_a_ship_or_animals():
    own = seat({**PASTURE, 12: "k10"}, storage=["bank", "ship", "cow2"], dice=[4, 4])
    texts = legal(play(table(own, seat()), "die 4"))
    assert "place ship 19" in texts
    assert "place cow2 9" in texts
    assert "place bank 25" not in texts


def test_11_a_free_shift_for_placing_a_castle_a_mine_or_a_knowledge_tile():
    estate = {12: "k11", 11: "bank"}
    position = table(seat(estate, storage=["castle", "mine", "k2"], dice=[1, 5]), seat())
    assert "place castle 6" in legal(play(position, "die 1"))
    assert "place mine 24" in legal(play(position, "die 5"))
    free = seat({12: "k11"}, storage=["k2"], dice=[4, 6])
    assert "place k2 7" in legal(play(table(free, seat()), "die 4"))


def test_11_does_not_help_its_own_placement():
    position = play(table(seat(storage=["k11"], dice=[2, 2]), seat()), "die 2")
    assert refusal(position, "place k11 12") == "too_few_workers"


def test_12_a_free_shift_for_taking_a_tile():
    own = seat({12: "k12"}, dice=[6, 6])
    position = play(table(own, seat(), depots={1: ["bank"], 5: ["mine"], 4: ["inn"]}), "die 6")
    assert [text for text in legal(position) if text.startswith("take")] == ["take 1 bank", "take 5 mine"]


def test_13_a_silver_with_each_action_of_taking_workers():
    own = seat({12: "k13"}, dice=[3, 3], storage=["inn"])
    position = table(own, seat())
    after = play(position, "die 3", "workers")
    assert (after.fields["workers"][0], after.fields["silver"][0]) == (2, 1)
    assert play(position, "die 3", "place inn 25").fields["silver"][0] == 0


def test_14_four_workers_instead_of_two():
    own = seat({12: "k14"}, dice=[3, 3], storage=["inn"])
    position = table(own, seat())
    assert play(position, "die 3", "workers").fields["workers"][0] == 4
    assert play(position, "die 3", "place inn 25").fields["workers"][0] == 4


SOLD = {"red": 4, "purple": 3, "pink": 3, "orange": 1}


def test_15_three_points_for_each_type_sold_as_in_the_rulebook():
    assert by_knowledge(table(seat({12: "k15"}, sold=SOLD, dice=[1, 1]), seat(), phase="D")) == 12


def test_15_does_not_count_unsold_goods():
    own = seat({12: "k15"}, sold={"red": 1}, goods={"pink": 2}, dice=[1, 1])
    assert by_knowledge(table(own, seat())) == 3


SCORED = {
    16: "warehouse",
    17: "watchtower",
    18: "carpenter",
    19: "church",
    20: "market",
    21: "inn",
    22: "bank",
    23: "cityhall",
}


@pytest.mark.parametrize("number", SCORED)
def test_16_to_23_four_points_for_each_building_of_one_kind(number):
    kind = SCORED[number]
    other = "bank" if kind != "bank" else "inn"
    own = seat({12: f"k{number}", 25: kind, 11: kind, 26: other}, dice=[1, 1])
    assert by_knowledge(table(own, seat())) == 2 * 4


def test_17_and_22_together_as_in_the_rulebook():
    banks = {25: "bank", 11: "bank", 13: "bank", 22: "bank"}
    towers = {26: "watchtower", 8: "watchtower"}
    way = {12: "k17", 7: "k22", 17: "ship", 24: "mine", 16: "ship", 23: "inn"}
    own = seat({**banks, **towers, **way, 14: "inn"}, dice=[1, 1])
    assert by_knowledge(table(own, seat(), phase="E")) == 2 * 4 + 4 * 4


def test_24_four_points_for_each_kind_of_animal_as_in_the_rulebook():
    animals = {10: "cow2", 9: "chicken3", 5: "sheep2", 4: "sheep3", 0: "sheep4"}
    own = seat({11: "bank", 12: "k24", **animals}, dice=[1, 1])
    assert by_knowledge(table(own, seat(), phase="E")) == 12


def test_25_a_point_for_each_goods_tile_sold_as_in_the_rulebook():
    assert by_knowledge(table(seat({12: "k25"}, sold=SOLD, dice=[1, 1]), seat(), phase="D")) == 11


def test_26_two_points_for_each_bonus_tile_large_or_small():
    mines = {24: "mine", 29: "mine", 33: "mine"}
    won = [("mine", "large")]
    own = seat({12: "k26", **mines}, dice=[1, 1], bonus=won)
    assert by_knowledge(table(own, seat(), phase="E")) == 2
    late = table(
        seat({12: "k26", **mines}, dice=[1, 1], bonus=[("mine", "small")]), seat(mines, bonus=won), seat(), phase="E"
    )
    assert by_knowledge(late) == 2


def test_free_shifts_combine_with_paid_workers():
    own = seat({12: "k12"}, workers=1, dice=[6, 6])
    position = play(table(own, seat(), depots={2: ["castle"], 3: ["bank"]}), "die 6")
    assert position.play("take 2 castle").fields["workers"][0] == 0
    assert refusal(position, "take 3 bank") == "too_few_workers"


def test_with_tile_8_the_free_shift_stays_one_step():
    own = seat({12: "k12", 7: "k8"}, workers=1, dice=[6, 6])
    position = play(table(own, seat(), depots={3: ["bank"]}), "die 6")
    assert position.play("take 3 bank").fields["workers"][0] == 0
    nothing = play(table(seat({12: "k12", 7: "k8"}, dice=[6, 6]), seat(), depots={2: ["castle"]}), "die 6")
    assert "take 2 castle" not in legal(nothing)


def test_a_knowledge_tile_acts_right_after_it_is_laid():
    own = seat(storage=["k14"], dice=[1, 2])
    position = play(table(own, seat()), "die 1", "place k14 12", "die 2", "workers")
    assert position.fields["workers"][0] == 4


def test_the_table_numbers_the_tiles_from_1_to_26():
    assert [tile.value for tile in Knowledge] == list(range(1, 27))


def test_the_table_gives_an_effect_on_an_occasion_to_one_tile_only():
    helps = [(tile.effect, occasion) for tile in Knowledge if tile.effect != Effect.SCORE for occasion in tile.of]
    assert len(set(helps)) == len(helps)


def test_occasions_and_counted_things_are_in_the_order_of_colours_and_kinds():
    assert [f"place_{colour}" for colour in COLOURS] == [when.name.lower() for when in Occasion][: len(COLOURS)]
    for kind, building in enumerate(BUILDINGS):
        scorer = next(tile for tile in Knowledge if tile.symbol == building)
        assert scorer.of == (Counted(kind),)
