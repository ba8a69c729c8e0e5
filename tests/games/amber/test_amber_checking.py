"""Damaged positions are refused with a sentence."""

import pytest
from amber_table import table
from playing import at, changed, more_at, play

import burgrave
from burgrave.games.amber.board import FIELD_NAMES

CASTLES = "d8 h8 h4 d4"


def refused(position, sentence, **changes):
    """Whether the position with these changes is refused with that sentence."""
    with pytest.raises(ValueError, match=sentence):
        changed(position, **changes)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"start_player": 4}, "start player"),
        ({"start_player": -1}, "start player is drawn first"),
        ({"turn": 5}, "of no seat"),
        ({"turn": 1}, "the seat on turn acts"),
        ({"to_act": -1}, "the seat on turn acts"),
        ({"chosen": 3}, "picked up"),
        ({"chosen": 14}, "no kind"),
        ({"first": 7}, "first tile"),
        ({"first": 121}, "not on the board"),
        ({"sudden_win_off": 2}, "on or off"),
        ({"skipped": 1}, "stack is empty"),
        ({"skipped": -1}, "skipped"),
        ({"winners": 1}, "before the game is over"),
        ({"coin": at(0, value=2)}, "only 0 and 1"),
        ({"coin": at(5, value=1)}, "neither village nor castle"),
        ({"coins": at(0, value=-1)}, "less than nothing"),
        ({"coins": at(0, value=1)}, "more coins"),
        ({"coins": at(5, value=1)}, "no seat p5"),
        ({"castle": at(0, value=0)}, "castle"),
        ({"castle": at(0, value=FIELD_NAMES.index("h8"))}, "same castle"),
        ({"castle": at(0, value=-1)}, "every seat has a castle"),
        ({"castle": at(4, value=3)}, "no seat p4"),
        ({"tile": at(0, value=53)}, "layout"),
        ({"tile": at(0, value=3)}, "no such tile"),
        ({"tile": at(0, value=1)}, "13 tiles of the kind straight"),
        ({"tile": at(FIELD_NAMES.index("d8"), value=0)}, "layout"),
        ({"hand": more_at(0, 0, by=1)}, "tiles of the kind straight"),
        ({"hand_size": at(0, value=5)}, "another size"),
        ({"known": more_at(0, 11, by=1)}, "everybody knows of"),
        ({"stack_size": 3}, "stack's size"),
        ({"unseen": at(0, value=1)}, "only a view"),
        ({"special_shovel": at(0, value=1)}, "special shovels"),
        ({"point": 0}, "chance acts"),
        ({"point": 8}, "no point 'take'"),
        ({"point": 10}, "need not swap"),
        ({"point": 11}, "nobody acts"),
    ],
)
def test_a_damaged_position_is_refused(four, changes, sentence):
    refused(table(four, CASTLES, hands=("tee",)), sentence, **changes)


def test_a_coin_that_is_due_cannot_lie_on(four):
    roads = "e8 straight 90, f8 straight 90, g8 straight 90"
    refused(table(four, CASTLES, roads), "somebody is connected with it", coin=at(8, value=1))


def test_an_unsettled_sudden_win_is_refused(four):
    network = (
        "d7 straight, d5 straight, h7 straight, h5 straight, d6 crossroads, h6 crossroads, f6 crossroads,"
        "b6 straight 90, c6 straight 90, e6 straight 90, g6 straight 90, i6 straight 90, j6 straight 90,"
        "f2 straight, f3 straight, f4 bridge, f5 bridge, f7 bridge, f8 bridge, f9 bridge, f10 roundabout"
    )
    position = table(four, CASTLES, network, sudden_win_off=1)
    refused(position, "somebody has won already", sudden_win_off=0)


def test_the_open_row_is_full_while_there_is_a_stack(advanced):
    position = table(advanced, CASTLES, row="tee tee tee tee")
    refused(position, "open row", row=[0] * 13, box=more_at(5, by=4))


def test_a_second_tile_needs_a_first_that_leads_to_it(four):
    position = play(table(four, CASTLES, "f8 straight 0", ("straight",)), "tile straight", "lay e8 90")
    refused(position, "does not lead to a second", first=FIELD_NAMES.index("f8"))


def test_a_picked_up_tile_is_known_to_all(four):
    position = table(four, CASTLES, hands=("tee",)).play("tile tee")
    refused(position, "tile picked up", known=more_at(0, 5, by=-1))


def test_a_finished_game_has_the_winners_it_must_have():
    game = burgrave.game("amber", players=3)
    before = table(game, "b10 j10 f2", "", ("straight",), sizes=(4, 3, 3), stack="")
    over = play(before, "tile straight", "lay c10 90")
    refused(over, "most points win", winners=1)


def test_the_deal_comes_before_the_castles(four):
    position = four.start().play("start p0")
    refused(position, "after the deal", castle=at(0, value=FIELD_NAMES.index("d8")))
    dealt = position.play("draw curve")
    refused(dealt, "which the deal does not give", turn=1)


def test_every_position_of_a_game_is_accepted():
    for variant, castles in (("basic", "clockwise"), ("advanced", "choose")):
        game = burgrave.game("amber", players=5, variant=variant, castles=castles)
        match = game.match(seed=11)
        while not match.is_over:
            match.play(match.position.moves()[len(match.log) % len(match.position.moves())])
        for position in match.positions:
            assert game.position(position.to_json()) == position
