"""Ships, animals, castles and mines."""

from burgundy_table import gained, goods_of, seat, stored, table
from playing import legal, play, play_until, refusal

import burgrave

PASTURE = {11: "bank", 10: "cow3"}


def ship(goods=None, *, depot_goods, tiles=None):
    own = seat(tiles, storage=["ship"], dice=[5, 5], goods=goods or {})
    return play(table(own, seat(), depot_goods=depot_goods), "die 5", "place ship 19")


# ---- ships


def test_a_ship_takes_goods_from_any_depot_whatever_the_die():
    position = ship(depot_goods={1: {"red": 2}, 4: {"pink": 1, "brown": 1}})
    assert position.point == "ship"
    assert legal(position) == ["goods 1", "goods 4", "pass"]
    assert goods_of(position.play("goods 4")) == {"pink": 1, "brown": 1}


def test_goods_that_do_not_fit_stay_in_the_depot_as_in_the_rulebook():
    held = {"turquoise": 1, "purple": 1}
    position = ship(held, depot_goods={2: {"turquoise": 1, "pink": 1, "brown": 1}}).play("goods 2")
    assert position.point == "keep"
    assert goods_of(position) == {"turquoise": 2, "purple": 1}
    assert legal(position) == ["keep pink", "keep brown"]
    after = position.play("keep brown")
    assert goods_of(after) == {"turquoise": 2, "purple": 1, "brown": 1}
    assert sum(after.fields["depot_goods"][1]) == 1
    assert after.point == "turn"


def test_goods_are_kept_one_type_at_a_time_while_a_space_is_free():
    position = ship({"orange": 1}, depot_goods={2: {"red": 2, "pink": 1, "brown": 1}}).play("goods 2")
    position = position.play("keep red")
    assert position.point == "keep"
    assert legal(position) == ["keep pink", "keep brown"]
    assert goods_of(position.play("keep pink")) == {"red": 2, "pink": 1, "orange": 1}


def test_with_full_goods_spaces_only_types_already_held_are_taken():
    held = {"turquoise": 1, "purple": 1, "pink": 1}
    position = ship(held, depot_goods={2: {"pink": 1, "brown": 1}, 3: {"red": 1}})
    assert legal(position) == ["goods 2", "pass"]
    after = position.play("goods 2")
    assert goods_of(after) == {"turquoise": 1, "purple": 1, "pink": 2}
    assert after.point == "turn"
    assert refusal(position, "goods 3") == "depot_offers_nothing"


def test_without_goods_in_any_depot_a_ship_asks_nothing_and_moves_the_pawn():
    position = ship(depot_goods={})
    assert position.point == "turn"
    assert position.fields["track"][1][0] == 0


def test_goods_must_be_taken_when_every_depot_offers_some():
    types = ("turquoise", "purple", "pink", "red", "brown", "orange")
    position = ship(depot_goods={depot: {types[depot - 1]: 1} for depot in range(1, 7)})
    assert "pass" not in legal(position)
    assert position.why_not("pass") == "Every depot offers goods that fit, so you must load some."


def test_a_ship_without_goods_moves_the_pawn_all_the_same():
    position = ship(depot_goods={1: {"red": 1}}).play("pass")
    assert goods_of(position) == {}
    assert position.fields["track"][1][0] == 0


def test_the_pawn_moves_only_after_the_goods():
    position = ship(depot_goods={1: {"red": 1}})
    assert position.fields["track"][0][:2] == [1, 0]
    after = position.play("goods 1")
    assert after.fields["track"][0][:2] == [1, -1]
    assert after.fields["track"][1][0] == 0


# ---- turn order


def test_a_pawn_goes_on_top_of_the_pawns_already_there():
    own = seat(storage=["ship"], dice=[5, 5])
    position = play(table(seat({17: "ship"}), own, order=[0, 1], turn=1), "die 5", "place ship 19")
    assert position.fields["track"][1][:2] == [0, 1]
    after = play(position, "die 5", "workers")
    assert after.point == "roll"
    assert after.fields["order"][:2] == [1, 0]


def test_a_ship_never_changes_the_running_round():
    own = seat(storage=["ship"], dice=[5])
    position = table(seat(), seat(storage=["ship"], dice=[5]), own, order=[0, 1, 2], turn=1)
    after = play(position, "die 5", "place ship 19")
    assert after.to_act == 2
    assert after.fields["order"][:3] == [0, 1, 2]


def test_within_one_stack_the_top_pawn_acts_first():
    position = burgrave.game("burgundy", players=4).start()
    position = play_until(position, "first").play("first p2")
    assert position.fields["track"][0] == [1, 0, 3, 2]
    assert position.fields["order"] == [2, 3, 0, 1]


# ---- animals


def test_animals_score_themselves_and_their_kind_in_the_pasture_as_in_the_rulebook():
    own = seat(PASTURE, storage=["cow4", "cow4"], dice=[5, 2])
    position = table(own, seat(), phase="D")
    after = play(position, "die 5", "place cow4 9")
    assert gained(position, after) == 4 + 3
    assert gained(after, play(after, "die 2", "place cow4 4")) == 4 + 4 + 3


def test_animals_of_another_kind_score_only_themselves():
    position = table(seat(PASTURE, storage=["pig2"], dice=[5, 5]), seat())
    assert gained(position, play(position, "die 5", "place pig2 9")) == 2


def test_scored_tiles_need_not_touch_the_new_one():
    estate = {**PASTURE, 9: "pig2"}
    position = table(seat(estate, storage=["cow2"], dice=[2, 2]), seat())
    assert gained(position, play(position, "die 2", "place cow2 4")) == 2 + 3


def test_animals_in_another_pasture_do_not_count():
    estate = {**PASTURE, 25: "inn", 26: "market"}
    position = table(seat(estate, storage=["cow2"], dice=[2, 2]), seat())
    after = play(position, "die 2", "place cow2 27")
    assert gained(position, after) == 2 + 1 + 6


# ---- castles


def castle(**more):
    depots = more.pop("depots", {})
    storage = ["castle", *more.pop("storage", ())]
    own = seat({11: "bank", **more.pop("tiles", {})}, storage=storage, dice=[6, 6], **more)
    return play(table(own, seat(), depots=depots, black=["k7"]), "die 6", "place castle 6")


def test_a_castle_gives_one_more_action_with_any_number():
    depots = {1: ["ship"], 3: ["church"], 5: ["mine"]}
    position = castle(storage=["mine"], goods={"pink": 1, "orange": 2}, depots=depots)
    assert position.point == "castle"
    assert legal(position) == [
        "take 1 ship",
        "take 3 church",
        "take 5 mine",
        "place mine 24",
        "sell pink",
        "sell orange",
        "workers",
    ]
    after = position.play("take 5 mine")
    assert after.fields["workers"][0] == position.fields["workers"][0]
    assert after.point == "turn"


def test_a_castles_action_is_compulsory_and_is_no_purchase():
    position = castle(silver=2)
    assert legal(position) == ["workers"]
    assert position.why_not("pass") == "The castle's action must be taken; taking workers is always possible."
    assert position.why_not("buy black k7") == "You may buy only before, between or after whole actions."


def test_knowledge_of_sales_and_workers_counts_for_a_castles_action():
    position = castle(tiles={12: "k3", 7: "k13"}, goods={"pink": 1})
    assert position.play("sell pink").fields["silver"][0] == 2
    assert position.play("workers").fields["silver"][0] == 1


def test_castle_city_hall_and_ship_follow_one_another():
    position = castle(storage=["cityhall", "ship"])
    position = position.play("place cityhall 25")
    assert position.point == "cityhall"
    position = position.play("place ship 19")
    assert position.point == "turn"
    assert stored(position) == []


# ---- mines


def test_a_mine_does_nothing_when_placed_and_gives_a_silver_at_the_end_of_the_phase():
    own = seat(storage=["mine"], dice=[4, 4])
    position = play(table(own, seat(), order=[1, 0], turn=1, round_number=5), "die 4", "place mine 24")
    assert position.fields["silver"][0] == 0
    after = play(position, "die 4", "workers")
    assert after.fields["silver"][0] == 1


def test_mines_pay_at_the_end_of_phase_e_before_the_final_scoring():
    own = seat({24: "mine", 29: "mine"}, dice=[4])
    position = table(own, seat(), order=[1, 0], turn=1, round_number=5, phase="E")
    after = play(position, "die 4", "workers")
    assert after.to_act is None
    assert after.fields["silver"][0] == 2
    assert after.scores[0] == position.scores[0] + 2 + 1
