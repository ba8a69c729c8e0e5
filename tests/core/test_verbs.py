"""Verbs: ids and texts are generated from one table."""

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.core.verbs import Verbs, numbers, seats


def test_ids_follow_the_table_players_first_then_chance():
    verbs = Verbs()
    settle = verbs.player("settle", corner=numbers(3))
    verbs.player("end")
    dice = verbs.chance("roll", one=numbers(2, 1), two=numbers(2, 1), key="dice")
    assert [str(move) for move in verbs.moves] == [
        "settle 0", "settle 1", "settle 2", "end", "roll 1 1", "roll 1 2", "roll 2 1", "roll 2 2",
    ]  # fmt: skip
    assert verbs.player_ids == 4
    assert dice.base == 4
    assert verbs.verb_of.tolist() == [0, 0, 0, 1, 2, 2, 2, 2]
    assert verbs.arg[settle.ids[2]].tolist() == [2, -1, -1]
    assert verbs.arg[dice.ids[2, 1]].tolist() == [2, 1, -1]
    assert verbs.moves[4].by_chance
    assert not verbs.moves[3].by_chance


def test_combinations_can_be_left_out():
    verbs = Verbs()
    bank = verbs.player(
        "bank", given=("wood", "wool"), wanted=("wood", "wool"), where=lambda given, wanted: given != wanted
    )
    assert [str(move) for move in verbs.moves] == ["bank wood wool", "bank wool wood"]
    assert bank.ids.tolist() == [[-1, 0], [1, -1]]


def test_a_verb_without_arguments_has_one_id_and_others_a_table():
    verbs = Verbs()
    ask = verbs.player("ask", who=seats(4))
    assert verbs.player("end").id == 4
    with pytest.raises(ValueError, match="ask has 4 moves; their ids are in `ids`"):
        _ = ask.id


def test_the_path_of_sites_is_written_with_the_arguments_words():
    verbs = Verbs()
    verbs.player("place", kind=("trader", "merchant"), route=numbers(2), sites="hand-{kind} r{route}")
    verbs.player("end")
    assert verbs.sites(verbs.by_text["place merchant 1"]) == ("hand-merchant", "r1")
    assert verbs.sites(verbs.by_text["end"]) == ()


def test_two_moves_cannot_share_a_text():
    verbs = Verbs()
    verbs.player("roll")
    with pytest.raises(ValueError, match="two moves have the text 'roll'"):
        verbs.player("roll", key="again")


def test_two_verbs_cannot_share_a_key():
    verbs = Verbs()
    verbs.player("ask", who=seats(2))
    with pytest.raises(ValueError, match="two verbs have the key 'ask'"):
        verbs.player("ask", amount=numbers(2))


def test_a_move_is_found_by_text_id_and_itself(pebbles: Game) -> None:
    move = pebbles.move("take 2")
    assert pebbles.move(move.id) is move
    assert pebbles.move(move) is move
    assert pebbles.move("  Take   2 ") is move


@pytest.mark.parametrize("unknown", ["take 9", "", "tak 1", 99, -1])
def test_an_unknown_move_is_refused(pebbles: Game, unknown: object) -> None:
    with pytest.raises(burgrave.UnknownMove, match="pebbles has no move"):
        pebbles.move(unknown)  # type: ignore[arg-type]


@pytest.mark.parametrize("none", [True, None, 1.0])
def test_what_is_no_move_at_all_is_refused(pebbles: Game, none: object) -> None:
    with pytest.raises(burgrave.UnknownMove, match="a move is a text, its id or a Move"):
        pebbles.move(none)  # type: ignore[arg-type]


def test_an_unknown_text_names_the_nearest(pebbles: Game) -> None:
    with pytest.raises(burgrave.UnknownMove, match="take 1"):
        pebbles.start().play("tke 1")
