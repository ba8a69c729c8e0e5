"""Setting up: layouts, the deal, the open row, and who gets which castle."""

from itertools import combinations

import pytest
from amber_table import set_up, tile_on
from playing import legal, play, play_past

import burgrave
from burgrave.games.amber.board import CASTLES, FIELD_NAMES, LAYOUTS, NEIGHBOUR, OFF_BOARD, SUPPLY, VILLAGES, WIDTH

COUNTS = range(2, 7)
BEFORE_CASTLES = ("start", "deal", "row")


def steps(one: int, other: int) -> int:
    return abs(one // WIDTH - other // WIDTH) + abs(one % WIDTH - other % WIDTH)


def deal(position, kinds: str):
    return play(position, *(f"draw {kind}" for kind in kinds.split()))


def test_the_defaults_are_two_players_and_the_basic_game():
    options = burgrave.game("amber").options
    assert options == {
        "players": 2,
        "layout": "A",
        "variant": "basic",
        "castles": "choose",
        "start": "random",
        "placement_join": "enter",
    }


def test_an_unknown_layout_is_refused_with_the_valid_ones():
    with pytest.raises(ValueError, match="A, B, C"):
        burgrave.game("amber", layout="D")


def test_there_are_82_roads_4_swamps_and_6_shovels():
    assert SUPPLY.sum() == 92
    assert SUPPLY[:11].sum() == 82
    assert SUPPLY[11:].tolist() == [4, 6]


@pytest.mark.parametrize("name", LAYOUTS)
def test_castles_have_room_and_keep_their_distance(name):
    number = list(LAYOUTS).index(name)
    castles = [field for field in CASTLES[number] if field >= 0]
    villages = [field for field in VILLAGES[number] if field >= 0]
    assert len(castles) == int(name[0])
    assert all(OFF_BOARD not in NEIGHBOUR[castle] for castle in castles)
    assert all(steps(one, other) >= 4 for one, other in combinations(castles, 2))
    assert all(steps(castle, village) >= 2 for castle in castles for village in villages)
    assert all(steps(one, other) >= 3 for one, other in combinations(villages, 2))


@pytest.mark.parametrize(("name", "places"), [("6A", 14), ("6C", 14), ("4A", 9), ("2A", 8)])
def test_one_coin_lies_on_each_castle_and_under_each_village(name, places):
    game = burgrave.game("amber", players=int(name[0]), layout=name[1])
    assert sum(game.start().fields["coin"]) == places


@pytest.mark.parametrize("players", COUNTS)
def test_the_start_player_is_any_seat_with_equal_chances(players):
    position = burgrave.game("amber", players=players).start()
    assert position.point == "start"
    assert [str(move) for move in position.moves()] == [f"start p{seat}" for seat in range(players)]
    assert position.odds() == (1,) * players


def test_with_the_option_seat_0_begins_without_a_draw():
    position = burgrave.game("amber", start="p0").start()
    assert position.point == "deal"
    assert position.fields["start_player"] == 0


def test_tiles_are_drawn_by_how_many_the_stack_holds():
    position = burgrave.game("amber").start().play("start p0")
    assert position.odds() == tuple(SUPPLY.tolist())
    assert position.play("draw swamp").odds()[11] == 3


def test_the_start_player_gets_six_tiles_and_then_the_next_seat():
    position = burgrave.game("amber", players=3).start().play("start p1")
    position = deal(position, "curve " * 6)
    assert position.fields["hand_size"][:3] == [0, 6, 0]
    position = deal(position, "straight " * 6)
    assert position.fields["hand_size"][:3] == [0, 6, 6]


@pytest.mark.parametrize(
    ("players", "variant", "stack"),
    [
        *zip(COUNTS, ["basic"] * 5, (80, 74, 68, 62, 56), strict=True),
        *zip(COUNTS, ["advanced"] * 5, (78, 71, 64, 57, 50), strict=True),
    ],
)
def test_the_rest_is_the_stack(players, variant, stack):
    position = play_past(burgrave.game("amber", players=players, variant=variant).start(), *BEFORE_CASTLES)
    assert position.point == "castle"
    assert position.fields["stack_size"] == stack


def test_the_advanced_variant_opens_as_many_tiles_as_there_are_players():
    game = burgrave.game("amber", players=4, variant="advanced", start="p0")
    position = play_past(game.start(), "deal")
    assert position.point == "row"
    position = play(position, "reveal swamp", "reveal swamp", "reveal tee", "reveal bridge")
    assert position.point == "castle"
    assert sum(position.fields["row"]) == 4


def test_castles_are_chosen_from_the_left_of_the_start_player_who_chooses_last():
    position = play_past(burgrave.game("amber", players=3).start().play("start p1"), "deal")
    assert position.to_act == 2
    assert set(legal(position)) == {"castle b10", "castle j10", "castle f2"}
    position = position.play("castle f2")
    assert position.to_act == 0
    position = position.play("castle b10")
    assert position.to_act == 1
    assert set(legal(position)) == {"castle j10"}
    position = position.play("castle j10")
    assert (position.point, position.to_act) == ("tile", 1)


def test_chance_can_turn_the_ring_of_castles():
    position = play_past(burgrave.game("amber", players=4, castles="clockwise", start="p0").start(), *BEFORE_CASTLES)
    assert position.to_act == burgrave.CHANCE
    assert set(legal(position)) == {"castle d8", "castle h8", "castle h4", "castle d4"}
    assert position.odds() == (1, 1, 1, 1)
    position = position.play("castle h4")
    assert [FIELD_NAMES[field] for field in position.fields["castle"][:4]] == ["h4", "d4", "d8", "h8"]
    assert (position.point, position.to_act) == ("tile", 0)


@pytest.mark.parametrize("layout", "ABC")
@pytest.mark.parametrize("players", COUNTS)
def test_castles_stand_on_the_board_from_the_start(players, layout):
    position = burgrave.game("amber", players=players, layout=layout).start()
    for castle in LAYOUTS[f"{players}{layout}"][0].split():
        assert tile_on(position, castle) == "castle"


def test_nobody_has_points_before_every_castle_has_an_owner():
    position = play_past(burgrave.game("amber").start(), *BEFORE_CASTLES)
    assert position.scores == (0, 0)


def test_the_first_tile_goes_next_to_ones_own_castle():
    position = set_up(burgrave.game("amber"), "c7 i5")
    kind = position.moves()[0].args[0]
    fields = {move.args[0] for move in position.play(f"tile {kind}").moves()}
    assert fields == {"c8", "d7", "c6", "b7"}
