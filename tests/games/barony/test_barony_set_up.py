"""Set-up: the land of tiles and the starting cities."""

import pytest
from barony_table import LAND, hexes_of, laid, next_to, tiles
from playing import legal, refusal

import burgrave
from burgrave.games.barony.board import COORDINATES, EDGE_HEXES, HEXES, NEIGHBOURS, SIDES, SOCKETS, TERRAINS, TILES
from burgrave.games.barony.moves import VERBS

ORDER = {2: [0, 1, 1, 1, 0, 0], 3: [0, 1, 2, 2, 2, 1, 1, 0, 0], 4: [0, 1, 2, 3, 3, 3, 2, 2, 1, 1, 0, 0]}


def test_there_are_36_tiles_of_108_hexes():
    assert sum(TILES.values()) == 36
    hexes = [terrain for tile, count in TILES.items() for terrain in tile * count]
    assert [hexes.count(terrain) for terrain in range(len(TERRAINS))] == [22, 25, 25, 22, 14]


def test_no_tile_has_two_lakes():
    assert all(tile.count(TERRAINS.index("lake")) <= 1 for tile in TILES)


@pytest.mark.parametrize(("players", "sockets", "edge"), [(2, 18, 25), (3, 27, 33), (4, 36, 38)])
def test_each_player_brings_nine_tiles(players, sockets, edge):
    assert SOCKETS[players] == sockets
    assert HEXES[players] == 3 * sockets
    assert EDGE_HEXES[players] == edge


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_socket_is_three_mutually_adjacent_hexes(players):
    from burgrave.games.barony.board import SOCKET

    for one, two, three in SOCKET[players, : SOCKETS[players]].tolist():
        assert {two, three} <= set(next_to(players, one))
        assert three in next_to(players, two)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hexes_are_numbered_row_by_row(players):
    assert list(COORDINATES[players]) == sorted(COORDINATES[players], key=lambda hex: (hex[1], hex[0]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_edge_hex_has_fewer_than_six_neighbours(players):
    edge = [hex for hex in range(int(HEXES[players])) if NEIGHBOURS[players, hex] < SIDES]
    assert len(edge) == EDGE_HEXES[players]


def test_the_first_tile_has_82_outcomes_of_weight_108_in_all():
    position = burgrave.game("barony", players=3).start()
    assert position.to_act == burgrave.CHANCE
    assert position.point == "tile"
    assert (len(position.moves()), sum(position.odds())) == (82, 108)


def test_tiles_that_look_alike_add_up_and_equal_terrains_have_one_turning():
    position = burgrave.game("barony", players=2).start()
    odds = dict(zip(map(str, position.moves()), position.odds(), strict=True))
    assert odds["tile mountain mountain mountain"] == 3
    assert odds["tile forest forest forest"] == 6
    assert odds["tile mountain forest mountain"] == 1
    assert odds["tile lake plain plain"] == 2


def test_a_tile_is_turned_but_never_flipped():
    texts = {move.text for move in burgrave.game("barony", players=2).start().moves()}
    assert {"tile mountain field forest", "tile field forest mountain", "tile forest mountain field"} <= texts
    assert "tile mountain forest field" not in {move.text for move in VERBS.moves}


def test_a_tile_that_is_laid_leaves_the_box():
    position = burgrave.game("barony", players=2).start().play("tile mountain mountain mountain")
    assert "tile mountain mountain mountain" not in {move.text for move in position.moves()}
    assert sum(position.odds()) == 105
    assert position.why_not("tile mountain mountain mountain") == "Chance cannot bring this outcome now."


def test_a_tile_gives_its_terrains_to_the_socket_clockwise():
    position = burgrave.game("barony", players=2).start().play("tile plain forest lake")
    terrain = [TERRAINS[code] if code >= 0 else None for code in position.s.terrain]
    assert (terrain[0], terrain[7], terrain[6]) == ("plain", "forest", "lake")
    assert set(terrain[1:6]) == {None}


def test_unused_tiles_stay_in_the_box():
    assert laid(2).s.tiles_left.sum() == 18
    assert laid(4).s.tiles_left.sum() == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_player_places_three_cities_and_the_others_one_and_then_two_backwards(players):
    position = laid(players)
    seats = []
    while position.point == "place":
        seats.append(position.to_act)
        position = position.play(position.moves()[0])
    assert seats == ORDER[players]
    assert (position.point, position.to_act, position.s.round_number) == ("turn", 0, 1)


def test_after_set_up_everybody_has_three_cities_with_a_knight_each():
    position = laid(3)
    while position.point == "place":
        position = position.play(position.moves()[-1])
    assert position.s.reserve[:3].tolist() == [[4, 14, 2, 2]] * 3
    assert position.s.knights.sum(axis=0).tolist() == [3, 3, 3, 0]
    assert position.scores == (0, 0, 0)
    assert not position.s.tokens.any()


def test_a_starting_city_stands_neither_on_lake_nor_on_forest():
    position = laid(2)
    assert refusal(position, "place 11") == "city_on_lake"
    assert refusal(position, "place 4") == "city_on_forest"
    assert {int(text.split()[1]) for text in legal(position, "place")} == {
        hex for terrain in ("mountain", "field", "plain") for hex in hexes_of(2, terrain)
    }


def test_a_starting_city_stands_neither_on_nor_next_to_any_city_own_ones_included():
    position = laid(2).play("place 24").play("place 38")
    assert position.to_act == 1
    assert refusal(position, "place 24") == "city_here"
    assert [refusal(position, f"place {hex}") for hex in (16, 23, 37, 45)] == ["city_next_to_city"] * 4
    assert position.why_not("place 13") is None


def test_hexes_of_a_larger_board_are_refused():
    assert refusal(laid(2), "place 54") == "not_on_this_board"
    assert laid(2).why_not("place 107") == "This board has no such hex."


def test_no_other_move_comes_before_the_starting_cities():
    for text in ("move 24 16", "recruit 24 1", "pass", "done", "pay plain"):
        assert refusal(laid(2), text) == "set_up_first"


NARROW_LAND = """
forest lake forest | forest lake mountain | forest forest plain | forest forest forest | lake field forest
lake mountain mountain | plain plain lake | lake field field | mountain lake mountain | mountain forest forest
field lake field | lake plain plain | lake plain forest | field forest forest | lake forest forest
lake field mountain | mountain lake plain | forest forest forest
"""
"""Lakes and forests, and so little other land that four cities can leave no room for a fifth."""


def test_set_up_starts_again_when_no_hex_is_left_for_the_next_city():
    game = burgrave.game("barony", players=2)
    rows = NARROW_LAND.strip().replace("\n", " | ").split(" | ")
    match = game.replay(f"tile {tile}" for tile in rows)
    for text in ("place 25", "place 44", "place 15"):
        match.play(text)
    assert (match.position.point, match.position.to_act) == ("place", 1)
    match.play("place 28")
    assert match.position == game.start()


def test_the_tests_land_can_be_laid():
    assert {players: len(tiles(players)) for players in LAND} == {2: 18, 3: 27, 4: 36}
