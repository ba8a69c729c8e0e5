"""Options: parsed, refused with what is valid, and kept in records as whole numbers."""

from __future__ import annotations

import re

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.core.spec import Option


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
