"""Every refusal names the rule that forbids the move, in both languages."""

import pytest
from amber_table import table
from playing import play, play_until, refusal

import burgrave
from burgrave.core.names import texts
from burgrave.core.words import LANGUAGES, reason_sentence
from burgrave.games.amber.moves import Reason

CASTLES = "d8 h8 h4 d4"
STUCK = ("shovel " * 6,)


def at_castles(game):
    return play_until(game.start().play("start p0"), "castle")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("castle e8", "no_castle_there"),
        ("tile curve", "choose_castle_now"),
        ("pass", "choose_castle_now"),
        ("stack", "choose_castle_now"),
    ],
)
def test_while_castles_are_chosen(four, text, reason):
    assert refusal(at_castles(four), text) == reason


def test_a_castle_is_chosen_once(four):
    assert refusal(at_castles(four).play("castle d8"), "castle d8") == "castle_taken"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("castle d8", "castles_chosen"),
        ("tile tee", "not_in_hand"),
        ("tile shovel", "nothing_to_dig"),
        ("tile special_shovel", "only_advanced"),
        ("take curve", "only_advanced"),
        ("stack", "only_advanced"),
        ("lay e8 90", "choose_tile_now"),
        ("dig e8", "choose_tile_now"),
        ("rebuild e8", "choose_tile_now"),
        ("pass", "must_move"),
        ("swap curve", "move_possible"),
    ],
)
def test_while_a_tile_is_chosen(four, text, reason):
    position = table(four, CASTLES, hands=("curve curve curve bridge shovel shovel",))
    assert refusal(position, text) == reason


def test_a_road_needs_an_empty_field_within_reach(four):
    walls = "c8 swamp, d9 swamp, e8 swamp, d7 swamp"
    position = table(four, CASTLES, walls, ("curve curve curve curve curve shovel",))
    assert refusal(position, "tile curve") == "nowhere_to_lay"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lay e8 180", "same_picture"),
        ("lay e8 0", "cannot_enter"),
        ("lay d9 90", "cannot_enter"),
        ("lay a1 0", "not_reached"),
        ("lay c8 90", "field_taken"),
        ("lay h8 0", "castle_stands"),
        ("rebuild c8", "needs_rebuild_tile"),
        ("dig c8", "needs_shovel"),
        ("tile straight", "place_now"),
        ("pass", "must_move"),
        ("swap straight", "move_possible"),
        ("castle d8", "castles_chosen"),
    ],
)
def test_while_a_road_is_laid(four, text, reason):
    position = table(four, CASTLES, "c8 straight 0", ("straight",)).play("tile straight")
    assert refusal(position, text) == reason


def test_when_touching_is_enough_a_blank_side_still_is_not():
    game = burgrave.game("amber", players=4, placement_join="touch")
    position = table(game, CASTLES, hands=("straight",)).play("tile straight")
    assert refusal(position, "lay e8 0") == "cannot_touch"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rebuild c8", "allowed"),
        ("rebuild e8", "not_from_the_side"),
        ("rebuild d9", "not_straight"),
        ("rebuild d7", "not_straight"),
        ("rebuild h7", "not_from_the_side"),
    ],
)
def test_while_a_bridge_is_placed(four, text, reason):
    roads = "c8 straight 0, e8 straight 90, d9 curve 0, h7 straight 0"
    position = table(four, CASTLES, roads, ("bridge",)).play("tile bridge")
    assert refusal(position, text) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [("dig d8", "castle_stands"), ("dig e8", "nothing_there"), ("dig h7", "not_reached"), ("lay e8 0", "shovel_digs")],
)
def test_while_a_shovel_is_used(four, text, reason):
    position = table(four, CASTLES, "c8 straight 0, h7 straight 0", ("shovel",)).play("tile shovel")
    assert refusal(position, text) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tile roundabout", "not_in_hand"),
        ("tile curve", "second_only_rebuilds"),
        ("lay d9 0", "second_now"),
        ("swap curve", "move_possible"),
        ("rebuild f8", "second_now"),
    ],
)
def test_while_a_second_tile_is_offered(four, text, reason):
    before = table(four, CASTLES, "f8 straight 0", ("straight bridge",))
    assert refusal(play(before, "tile straight", "lay e8 90"), text) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rebuild c8", "not_from_first_tile"),
        ("lay d9 0", "second_only_rebuilds"),
        ("dig f8", "needs_shovel"),
        ("tile curve", "place_now"),
        ("pass", "place_now"),
    ],
)
def test_while_the_second_tile_is_placed(four, text, reason):
    before = table(four, CASTLES, "f8 straight 0, c8 straight 0", ("straight bridge",))
    assert refusal(play(before, "tile straight", "lay e8 90", "tile bridge"), text) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [("tile shovel", "swap_now"), ("pass", "swap_now"), ("lay e8 0", "swap_now"), ("swap curve", "not_in_hand")],
)
def test_while_a_tile_is_swapped(four, text, reason):
    assert refusal(table(four, CASTLES, hands=STUCK, point=10), text) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [("take swamp", "not_in_row"), ("tile curve", "draw_now"), ("pass", "draw_now"), ("swap curve", "move_possible")],
)
def test_while_a_tile_is_drawn_from_the_row(advanced, text, reason):
    before = table(advanced, CASTLES, hands=("straight",), row="tee tee tee tee")
    assert refusal(play(before, "tile straight", "lay e8 90"), text) == reason


def test_an_empty_stack_gives_nothing(advanced):
    before = table(advanced, CASTLES, hands=("straight",), row="tee tee", stack="")
    assert refusal(play(before, "tile straight", "lay e8 90"), "stack") == "stack_empty"


def test_tiles_are_drawn_after_one_was_played(advanced):
    position = table(advanced, CASTLES, hands=("straight",), row="tee tee tee tee")
    assert refusal(position, "take tee") == "drawn_after_laying"
    swapping = table(advanced, CASTLES, hands=STUCK, row="tee tee tee tee", point=10)
    assert refusal(swapping, "take tee") == "swap_now"


def test_a_used_special_shovel_is_refused(advanced):
    used = [0, 1, 1, 1, 0, 0]
    position = table(advanced, CASTLES, "e8 straight 90", row="tee tee tee tee", special_shovel=used)
    assert refusal(position, "tile special_shovel") == "special_shovel_used"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", texts(Reason)[1:])
def test_every_reason_is_a_sentence(four, name, language):
    assert reason_sentence(four, name, language).endswith(".")
