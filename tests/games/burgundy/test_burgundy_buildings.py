"""One test for each kind of building, and what they have in common. Board 1: a bank's hex 11 takes a 3, as does 25."""

import pytest
from burgundy_table import gained, goods_of, seat, stored, table
from playing import legal, play

FULL = {
    1: ["bank", "ship"],
    2: ["k2", "castle"],
    3: ["cow2", "church"],
    4: ["church", "ship"],
    5: ["k3", "mine"],
    6: ["inn", "pig3"],
}


def building(kind: str, **more):
    """p0 has a die of 3 for the building in its storage."""
    storage = [kind, *more.pop("storage", ())]
    depots = more.pop("depots", FULL)
    depot_goods = more.pop("depot_goods", None)
    own = seat(storage=storage, dice=[3, 3], **more)
    return table(own, seat(), depots=depots, depot_goods=depot_goods)


def test_a_warehouse_sells_all_goods_of_one_type_without_a_die():
    position = play(building("warehouse", goods={"red": 3, "pink": 1}), "die 3", "place warehouse 25")
    assert position.point == "warehouse"
    assert legal(position) == ["sell pink", "sell red", "pass"]
    after = position.play("sell red")
    assert gained(position, after) == 3 * 2
    assert after.fields["silver"][0] == 1
    assert goods_of(after) == {"pink": 1}
    assert goods_of(after, field="sold") == {"red": 3}
    assert after.point == "turn"


def test_a_carpenters_workshop_takes_a_building_from_a_numbered_depot():
    position = play(building("carpenter"), "die 3", "place carpenter 25")
    assert position.point == "carpenter"
    assert legal(position) == ["take 1 bank", "take 3 church", "take 4 church", "take 6 inn", "pass"]
    assert stored(position.play("take 6 inn")) == ["inn"]


def test_a_church_takes_a_castle_a_mine_or_a_knowledge_tile():
    position = play(building("church"), "die 3", "place church 25")
    assert position.point == "church"
    assert legal(position) == ["take 2 k2", "take 2 castle", "take 5 k3", "take 5 mine", "pass"]
    assert stored(position.play("take 5 mine")) == ["mine"]


def test_a_market_takes_a_ship_or_animals():
    position = play(building("market"), "die 3", "place market 25")
    assert position.point == "market"
    assert legal(position) == ["take 1 ship", "take 3 cow2", "take 4 ship", "take 6 pig3", "pass"]
    assert stored(position.play("take 3 cow2")) == ["cow2"]


def test_a_boarding_house_gives_four_workers():
    position = play(building("inn"), "die 3", "place inn 25")
    assert position.fields["workers"][0] == 4
    assert position.point == "turn"


def test_a_bank_gives_two_silver():
    position = play(building("bank"), "die 3", "place bank 25")
    assert position.fields["silver"][0] == 2
    assert position.point == "turn"


def test_a_city_hall_places_one_more_tile_whatever_its_number():
    position = play(building("cityhall", storage=["mine", "castle"]), "die 3", "place cityhall 25")
    assert position.point == "cityhall"
    assert legal(position) == ["place mine 24", "pass"]
    after = position.play("place mine 24")
    assert after.fields["workers"][0] == position.fields["workers"][0]
    assert stored(after) == ["castle"]


def test_a_watchtower_scores_four_points():
    before = building("watchtower")
    after = play(before, "die 3", "place watchtower 25")
    assert gained(before, after) == 4


def test_the_effect_of_the_tile_that_a_city_hall_places_is_used_in_full():
    before = building("cityhall", storage=["warehouse"], goods={"red": 2})
    position = play(before, "die 3", "place cityhall 25", "place warehouse 11", "sell red")
    assert goods_of(position, field="sold") == {"red": 2}
    assert position.point == "turn"


def test_a_city_hall_may_place_another_city_hall_in_another_city():
    position = play(building("cityhall", storage=["cityhall", "mine"]), "die 3", "place cityhall 25")
    assert "place cityhall 11" in legal(position)
    assert "place cityhall 26" not in legal(position)
    position = position.play("place cityhall 11")
    assert position.point == "cityhall"
    assert legal(position) == ["place mine 24", "pass"]


def test_a_city_hall_keeps_all_other_rules_of_placing():
    position = play(building("cityhall", storage=["mine"]), "die 3", "place cityhall 25")
    assert position.why_not("place mine 29") == (
        "A new tile must lie next to a tile of your estate. This one could lie on: the grey 4 hex."
    )


@pytest.mark.parametrize("kind", ["warehouse", "carpenter", "church", "market", "cityhall"])
def test_an_effect_that_cannot_be_used_lapses(kind):
    position = play(building(kind, depots={}), "die 3", f"place {kind} 25")
    assert position.point == "turn"
    assert position.to_act == 0


def test_a_carpenter_finds_nothing_when_only_other_tiles_lie_in_the_depots():
    position = play(building("carpenter", depots={1: ["ship"], 2: ["k2"]}), "die 3", "place carpenter 25")
    assert position.point == "turn"


@pytest.mark.parametrize("kind", ["warehouse", "carpenter", "church", "market"])
def test_an_effect_may_be_declined(kind):
    position = play(building(kind, goods={"red": 1}), "die 3", f"place {kind} 25")
    after = position.play("pass")
    assert after.point == "turn"
    assert after.scores == position.scores


def test_a_city_hall_may_be_declined():
    position = play(building("cityhall", storage=["mine"]), "die 3", "place cityhall 25", "pass")
    assert stored(position) == ["mine"]


def test_a_building_takes_nothing_from_the_black_depot():
    own = seat(storage=["carpenter"], dice=[3, 3])
    position = play(table(own, seat(), black=["bank"], depots={1: ["inn"]}), "die 3", "place carpenter 25")
    assert legal(position) == ["take 1 inn", "pass"]


def test_the_refusal_at_a_building_says_what_it_takes():
    position = play(building("market"), "die 3", "place market 25")
    assert position.why_not("take 1 bank").startswith("The market takes a ship or animals")
    assert position.why_not("buy black bank") == "You may buy only before, between or after whole actions."
