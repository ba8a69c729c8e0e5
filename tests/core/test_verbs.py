"""Ids and texts come from one table."""

from __future__ import annotations

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.core.verbs import Verb, Verbs, numbers, seats


def test_players_ids_come_before_chances() -> None:
    verbs = Verbs(players=[Verb("go", numbers(3)), Verb("end")], chance=[Verb("roll", numbers(6, 1))])
    assert verbs.player_ids == 4
    assert [move.text for move in verbs.moves][:5] == ["go 0", "go 1", "go 2", "end", "roll 1"]
    assert [move.by_chance for move in verbs.moves] == [False] * 4 + [True] * 6


def test_combinations_can_be_left_out() -> None:
    verbs = Verbs(players=[Verb("swap", seats(3), seats(3), where=lambda a, b: a != b)], chance=[])
    assert len(verbs) == 6
    assert verbs.table("swap").tolist() == [[-1, 0, 1], [2, -1, 3], [4, 5, -1]]
    assert verbs.id("swap", 1, 2) == 3


def test_two_moves_cannot_share_a_text() -> None:
    with pytest.raises(ValueError, match="same text"):
        Verbs(players=[Verb("roll")], chance=[Verb("roll", key="rolled")])


def test_more_than_4096_moves_are_refused() -> None:
    with pytest.raises(ValueError, match="4096"):
        Verbs(players=[Verb("go", numbers(4097))], chance=[])


def test_a_move_is_found_by_text_id_and_itself(pebbles: Game) -> None:
    move = pebbles.move("take 2")
    assert pebbles.move(move.id) is move
    assert pebbles.move(move) is move
    assert pebbles.move("  Take   2 ") is move


@pytest.mark.parametrize("unknown", ["take 9", "", "tak 1", 99, -1, True])
def test_an_unknown_move_is_refused(pebbles: Game, unknown: object) -> None:
    with pytest.raises(burgrave.UnknownMove, match="pebbles has no move"):
        pebbles.move(unknown)  # type: ignore[arg-type]


def test_an_unknown_text_names_the_nearest(pebbles: Game) -> None:
    with pytest.raises(burgrave.UnknownMove, match="take 1"):
        pebbles.start().play("tke 1")
