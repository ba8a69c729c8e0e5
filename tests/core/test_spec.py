"""Options: parsed, refused with what is valid, and kept in records as whole numbers."""

from __future__ import annotations

import re

import pytest

import burgrave
from burgrave.core import registry
from burgrave.core.drawing import HATCHINGS, TINCTURES
from burgrave.core.game import Game
from burgrave.core.spec import COLOURS, Option, Spec


def test_options_get_their_defaults(pebbles: Game) -> None:
    assert pebbles.options == {"players": 2, "heap": 12, "dice": "on"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"heap": 5}, "option heap cannot be 5; valid: 6 to 30"),
        ({"heap": "many"}, "option heap cannot be 'many'; valid: 6 to 30"),
        ({"heap": True}, "option heap cannot be True; valid: 6 to 30"),
        ({"dice": "maybe"}, "option dice cannot be 'maybe'; valid: on, off"),
        ({"cards": 3}, "pebbles has no option 'cards'; valid: players, heap, dice"),
        ({"players": 4}, "option players cannot be 4; valid: 2 to 3"),
    ],
)
def test_a_bad_option_is_refused_with_what_is_valid(pebbles: Game, options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        burgrave.game("pebbles", **options)


def test_numbers_and_truth_may_come_as_text() -> None:
    assert Option("turns", 3, range(1, 9)).parse(" 7 ") == 7
    assert Option("fast", False, (False, True)).parse("True") is True
    with pytest.raises(ValueError, match="valid: false, true"):
        Option("fast", False, (False, True)).parse("quick")


def test_a_default_must_be_valid() -> None:
    with pytest.raises(ValueError, match="default"):
        Option("turns", 30, range(1, 9))


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    with pytest.raises(burgrave.UnknownGame, match="did you mean 'catan'"):
        burgrave.game("catann")


def test_every_colour_that_a_game_may_name_can_be_drawn() -> None:
    assert set(COLOURS) == set(TINCTURES) == set(HATCHINGS)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"default_players": 5}, "the game 'heap': default_players is 5; valid: 2, 3"),
        ({"players": ()}, "the game 'heap': players are (); a game is for 1 to 8"),
        ({"players": (2, 9)}, "the game 'heap': players are (2, 9); a game is for 1 to 8"),
        ({"colours": {2: ("red", "pink")}}, "there is no colour 'pink'; valid: red, blue, green, purple, yellow"),
        ({"colours": {3: ("red", "blue")}}, "3 players need 3 colours, not 2 (red, blue)"),
        ({"colours": {2: ("red", "red")}}, "2 players need 2 colours, not 1 (red, red)"),
        ({"colours": {4: ("red", "blue", "green", "black")}}, "given for 4 players, but players are 2, 3"),
        (
            {"options": (Option("point", 1, range(3)),)},
            "an option cannot be called 'point', since every game's record has a field of that name",
        ),
        ({"options": (Option("players", 2, range(2, 4)),)}, "an option cannot be called 'players'"),
        (
            {"options": (Option("class", 1, range(3)),)},
            "an option cannot be called 'class', since rules could not read it as a field",
        ),
        ({"options": (Option("long game", 1, range(3)),)}, "an option cannot be called 'long game'"),
        ({"options": (Option("fast", 1, range(3)),) * 2}, "2 options are called 'fast'"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(declared: dict[str, object], message: str) -> None:
    fine = {"name": "heap", "title": "Heap", "package": "heap", "players": (2, 3), "default_players": 2}
    Spec(**fine)
    with pytest.raises(ValueError, match=re.escape(message)):
        Spec(**fine | declared)


def test_seats_without_a_choice_take_colours_that_are_left():
    catan = registry.spec("catan")
    assert catan.seat_colours(3) == catan.colours[3]
    assert catan.seat_colours(4, ("white", "", "", "")) == ("white", "blue", "red", "orange")
    assert len(set(catan.seat_colours(2, ("", catan.colours[2][0])))) == 2
