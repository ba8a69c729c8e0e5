"""The pictures that the rulebook describes in words, one test each.

Four barons: blue is p0, yellow p1, green p2 and red p3.
"""

from barony_table import CITIES, Baron, hexes_of, next_to, reserve, table, tokens
from playing import legal, play, refusal

BLUE, YELLOW, GREEN, RED = range(4)


def test_a_red_city_by_a_lake_recruits_three_knights():
    position = table(Baron(), Baron(), Baron(), Baron(), turn=RED)
    assert any(hex in hexes_of(4, "lake") for hex in next_to(4, 80))
    assert position.play("recruit 80 3").s.knights[80, RED] == 3


def test_blue_moves_two_knights():
    position = play(table(Baron(knights=[36, 64]), Baron(), Baron(), Baron()), "move 36 37", "move 64 73")
    assert position.s.knights[:, BLUE].nonzero()[0].tolist() == [37, 73]
    assert position.to_act == YELLOW


def test_the_green_knight_can_move_to_two_hexes_only():
    position = table(
        Baron(strongholds=[21]),
        Baron(knights=[20]),
        Baron(knights=[30]),
        Baron(knights=[31], villages=[31]),
        turn=GREEN,
    )
    assert legal(position, "move") == ["move 30 29", "move 30 38"]
    assert refusal(position, "move 30 39") == "knight_on_lake"
    assert refusal(position, "move 30 21") == "walls"
    assert refusal(position, "move 30 31") == "two_pieces"
    assert refusal(position, "move 30 20") == "mountain_held"


def test_yellow_destroys_a_red_knight_and_a_blue_village_and_takes_one_token_from_blue():
    position = table(
        Baron(villages=[40], tokens={"plain": 1, "forest": 1}),
        Baron(knights=[40, 41]),
        Baron(),
        Baron(knights=[40], tokens={"field": 2}),
        turn=YELLOW,
    )
    position = position.play("move 41 40")
    assert position.s.knights[40].tolist() == [0, 2, 0, 0]
    assert position.s.buildings[40] == -1
    assert reserve(position, RED)["knight"] == 7
    assert reserve(position, BLUE)["village"] == 14
    assert legal(position, "take") == ["take forest", "take plain"]
    position = position.play("take plain")
    assert tokens(position, YELLOW) == {"plain": 1}
    assert tokens(position, RED) == {"field": 2}


def test_red_can_build_on_one_of_two_hexes_only():
    position = table(
        Baron(villages=[77]),
        Baron(knights=[87]),
        Baron(),
        Baron(knights=[77, 87, 78, 88, 80]),
        turn=RED,
    )
    assert legal(position, "village") == ["village 78", "village 88"]
    assert legal(position, "stronghold") == ["stronghold 78", "stronghold 88"]
    assert refusal(position, "village 77") == refusal(position, "village 80") == "building_here"
    assert refusal(position, "village 87") == "enemy_knight_here"


def test_a_stronghold_on_a_mountain_and_a_village_on_a_field_bring_their_tokens():
    position = table(Baron(knights=[29, 28]), Baron(), Baron(), Baron())
    assert 29 in hexes_of(4, "mountain")
    assert 28 in hexes_of(4, "field")
    position = play(position, "stronghold 29", "village 28", "done")
    assert tokens(position, BLUE) == {"mountain": 1, "field": 1}


def test_only_two_of_the_villages_can_become_cities():
    forest, beside_city, disturbed = 13, 37, 69
    assert forest in hexes_of(4, "forest")
    assert any(city in next_to(4, beside_city) for city in CITIES[4][BLUE])
    position = table(
        Baron(villages=[forest, beside_city, disturbed, 30, 62]), Baron(), Baron(), Baron(knights=[disturbed])
    )
    assert legal(position, "city") == ["city 30", "city 62"]
    assert refusal(position, f"city {forest}") == "city_on_forest"
    assert refusal(position, f"city {beside_city}") == "city_next_to_city"
    assert refusal(position, f"city {disturbed}") == "enemy_knight_here"


def test_blue_founds_a_city_and_now_has_25_points():
    position = table(Baron(villages=[30], title=1), Baron(), Baron(), Baron())
    assert position.scores[BLUE] == 15
    assert position.play("city 30").scores[BLUE] == 25


def test_a_green_expedition_reaches_an_empty_forest_at_the_edge_behind_red_villages():
    position = table(Baron(), Baron(), Baron(), Baron(villages=[7, 6]), turn=GREEN)
    assert 8 in hexes_of(4, "forest")
    position = position.play("expedition 8")
    assert position.s.knights[8, GREEN] == 1
    assert position.s.knights_removed[GREEN] == 1
    assert reserve(position, GREEN)["knight"] == 5


def test_yellow_pays_15_and_becomes_marquis_with_45_points():
    position = table(Baron(), Baron(title=2, tokens={"plain": 3}), Baron(), Baron(), turn=YELLOW)
    position = play(position, "pay plain", "pay plain", "pay plain")
    assert position.s.title[YELLOW] == 3
    assert position.scores[YELLOW] == 45


def test_seventy_on_the_board_and_four_silver_in_three_tokens_are_74_points():
    rich = {"plain": 4, "forest": 1, "mountain": 1}
    position = table(Baron(), Baron(title=3, new_cities=[30], tokens=rich), Baron(), Baron(), turn=YELLOW)
    position = play(position, "pay plain", "pay plain", "pay plain", "recruit 16 1", "recruit 26 1")
    assert tokens(position, YELLOW) == {"plain": 1, "forest": 1, "mountain": 1}
    assert position.scores[YELLOW] == 74
    assert position.winners == (YELLOW,)
