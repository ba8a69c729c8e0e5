"""Actions A, C, D and E: recruiting, building, new cities, expeditions."""

import pytest
from barony_table import Baron, hexes_of, next_to, reserve, table, tokens
from playing import legal, play, refusal

from burgrave.games.barony.board import EDGE_HEX, EDGE_HEXES

# A: recruit


def test_a_city_recruits_one_or_two_knights():
    position = table(Baron(knights=[0]))
    assert [text for text in legal(position, "recruit") if text.startswith("recruit 0 ")] == [
        "recruit 0 1",
        "recruit 0 2",
    ]
    assert refusal(position, "recruit 0 3") == "third_recruit_needs_lake"


def test_a_city_by_a_lake_recruits_up_to_three():
    position = table(Baron(knights=[0])).play("recruit 24 3")
    assert position.s.knights[24, 0] == 3
    assert reserve(position, 0)["knight"] == 3
    assert position.to_act == 1


def test_recruiting_is_limited_by_the_reserve():
    position = table(Baron(knights=[0, 0, 0, 0, 0, 0]))
    assert legal(position, "recruit") == ["recruit 0 1", "recruit 24 1", "recruit 43 1"]
    assert refusal(position, "recruit 24 2") == "too_few_knights_in_reserve"


def test_without_knights_in_reserve_nobody_recruits():
    assert refusal(table(Baron(knights=[0] * 7)), "recruit 24 1") == "no_knight_in_reserve"


def test_knights_are_recruited_in_own_cities_only():
    position = table(Baron(villages=[31]))
    assert refusal(position, "recruit 38 1") == "not_your_city"
    assert refusal(position, "recruit 31 1") == "not_your_city"


def test_any_number_of_own_knights_may_stand_on_a_hex():
    assert table(Baron(knights=[24] * 5)).play("recruit 24 2").s.knights[24, 0] == 7


# C: build


def test_a_village_replaces_a_knight_and_brings_a_token_of_the_terrain():
    position = play(table(Baron(knights=[31])), "village 31", "done")
    assert reserve(position, 0) == {"knight": 7, "village": 13, "stronghold": 2, "city": 2}
    assert tokens(position, 0) == {"plain": 1}
    assert position.s.owners[31] == 0
    assert position.to_act == 1


def test_a_stronghold_brings_a_token_like_a_village():
    position = table(Baron(knights=[23])).play("stronghold 23")
    assert tokens(position, 0) == {"mountain": 1}
    assert reserve(position, 0)["stronghold"] == 1


def test_any_number_of_knights_is_replaced_in_one_action_in_any_order():
    position = table(Baron(knights=[31, 16, 29]))
    one = play(position, "village 31", "stronghold 16", "village 29", "done")
    other = play(position, "village 29", "village 31", "stronghold 16", "done")
    assert one == other
    assert tokens(one, 0) == {"forest": 1, "field": 1, "plain": 1}


def test_of_several_knights_on_a_hex_only_one_is_replaced():
    position = table(Baron(knights=[31, 31])).play("village 31")
    assert position.s.knights[31, 0] == 1
    assert refusal(position, "village 31") == "building_here"
    assert refusal(position, "stronghold 31") == "building_here"


def test_done_is_asked_even_when_nothing_else_can_be_built():
    position = table(Baron(knights=[31])).play("village 31")
    assert [move.text for move in position.moves()] == ["done"]


@pytest.mark.parametrize("owner", [0, 1])
def test_nothing_is_built_where_a_building_stands_whoever_owns_it(owner):
    barons = [Baron(knights=[31]), Baron()]
    barons[owner].villages = [31]
    assert refusal(table(*barons), "village 31") == "building_here"


def test_nothing_is_built_in_a_city():
    assert refusal(table(Baron(knights=[24])), "stronghold 24") == "building_here"


def test_nothing_is_built_where_an_opponents_knight_stands():
    assert refusal(table(Baron(knights=[31]), Baron(knights=[31])), "village 31") == "enemy_knight_here"


def test_without_an_own_knight_nothing_is_built():
    assert refusal(table(Baron(), Baron(knights=[31])), "village 31") == "no_knight_to_replace"


def test_a_village_may_stand_next_to_cities_and_other_buildings():
    assert table(Baron(knights=[31], villages=[37])).why_not("village 31") is None


def test_the_two_strongholds_are_the_limit():
    position = table(Baron(knights=[31], strongholds=[16, 29]))
    assert refusal(position, "stronghold 31") == "no_stronghold_in_reserve"
    assert position.why_not("village 31") is None


def test_the_fourteen_villages_are_the_limit():
    land = [hex for terrain in ("mountain", "forest") for hex in hexes_of(2, terrain) if hex not in (24,)]
    position = table(Baron(knights=[31], villages=land[:14]))
    assert refusal(position, "village 31") == "no_village_in_reserve"
    assert position.why_not("stronghold 31") is None


def test_building_is_one_action():
    position = table(Baron(knights=[31, 16], villages=[53])).play("village 31")
    for text in ("move 16 23", "city 53", "recruit 24 1", "pass"):
        assert refusal(position, text) == "one_action"


def test_a_limited_pool_gives_what_it_has():
    position = table(Baron(knights=[31]), Baron(tokens={"plain": 19}), token_supply="limited_per_type").play(
        "village 31"
    )
    assert tokens(position, 0) == {"plain": 1}
    assert position.s.pool.tolist() == [20, 20, 20, 0]


def test_a_builder_whose_kind_is_used_up_gets_no_token():
    position = table(Baron(knights=[31]), Baron(tokens={"plain": 20}), token_supply="limited_per_type").play(
        "village 31"
    )
    assert tokens(position, 0) == {}
    assert position.s.owners[31] == 0


def test_an_unlimited_pool_never_runs_out():
    position = table(Baron(knights=[31]), Baron(tokens={"plain": 100})).play("village 31")
    assert tokens(position, 0) == {"plain": 1}


# D: new city


def test_a_new_city_replaces_a_village_and_brings_ten_points_but_no_token():
    position = table(Baron(villages=[53])).play("city 53")
    assert reserve(position, 0) == {"knight": 7, "village": 14, "stronghold": 2, "city": 1}
    assert position.scores == (10, 0)
    assert tokens(position, 0) == {}
    assert position.to_act == 1


def test_own_knights_stay_in_the_new_city():
    assert table(Baron(villages=[53], knights=[53])).play("city 53").s.knights[53, 0] == 1


def test_no_city_rises_on_a_forest():
    assert refusal(table(Baron(villages=[52])), "city 52") == "city_on_forest"


@pytest.mark.parametrize("hex", [31, 16])
def test_no_city_rises_next_to_any_city(hex):
    assert any(city in next_to(2, hex) for city in (24, 38))
    assert refusal(table(Baron(villages=[hex])), f"city {hex}") == "city_next_to_city"


def test_no_city_rises_while_an_opponents_knight_is_on_the_hex():
    assert refusal(table(Baron(villages=[53]), Baron(knights=[53])), "city 53") == "enemy_knight_here"


def test_a_stronghold_never_becomes_a_city():
    assert refusal(table(Baron(strongholds=[53])), "city 53") == "not_your_village"


def test_another_barons_village_does_not_become_a_city():
    assert refusal(table(Baron(), Baron(villages=[53])), "city 53") == "not_your_village"


def test_two_new_cities_are_the_limit():
    position = table(Baron(villages=[53], new_cities=[51, 3]))
    assert position.scores == (20, 0)
    assert refusal(position, "city 53") == "no_city_in_reserve"


# E: expedition


def test_an_expedition_loses_one_knight_and_brings_the_other_to_the_edge():
    position = table(Baron()).play("expedition 53")
    assert position.s.knights[53, 0] == 1
    assert reserve(position, 0)["knight"] == 5
    assert position.s.knights_removed[0] == 1
    assert position.to_act == 1


def test_an_expedition_needs_two_knights_in_reserve():
    assert refusal(table(Baron(knights=[24] * 6)), "expedition 53") == "expedition_needs_two_knights"
    assert table(Baron(knights=[24] * 5)).why_not("expedition 53") is None


def test_an_expedition_arrives_on_every_empty_edge_hex_that_is_no_lake():
    position = table(Baron(villages=[53]), Baron(knights=[52], strongholds=[12]))
    edge = set(EDGE_HEX[2, : EDGE_HEXES[2]].tolist())
    taken = {53, 52, 12, 0, 18} | set(hexes_of(2, "lake"))
    assert {int(text.split()[1]) for text in legal(position, "expedition")} == edge - taken


@pytest.mark.parametrize(
    ("hex", "reason"), [(31, "not_on_the_edge"), (11, "knight_on_lake"), (52, "hex_not_empty"), (53, "hex_not_empty")]
)
def test_where_no_expedition_arrives(hex, reason):
    assert refusal(table(Baron(villages=[53]), Baron(knights=[52])), f"expedition {hex}") == reason


def test_a_knight_lost_to_an_expedition_never_comes_back():
    position = table(Baron(removed=6))
    assert reserve(position, 0)["knight"] == 1
    assert refusal(position, "expedition 53") == "expedition_needs_two_knights"
