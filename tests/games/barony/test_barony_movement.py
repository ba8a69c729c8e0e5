"""Action B: knights move, share hexes in peace, and destroy."""

import pytest
from barony_table import Baron, reserve, table, tokens
from playing import legal, play, refusal


def test_one_knight_may_move_and_the_other_stay():
    position = play(table(Baron(knights=[24])), "move 24 31", "done")
    assert position.s.knights[31, 0] == 1
    assert position.to_act == 1


def test_two_knights_move_independently_and_then_the_turn_ends():
    position = play(table(Baron(knights=[24, 43])), "move 24 31", "move 43 36")
    assert position.s.knights[31, 0] == position.s.knights[36, 0] == 1
    assert (position.point, position.to_act) == ("turn", 1)


def test_two_knights_may_go_from_one_hex_to_another():
    assert play(table(Baron(knights=[24, 24])), "move 24 31", "move 24 31").s.knights[31, 0] == 2


def test_done_is_asked_even_when_no_other_knight_can_move():
    position = table(Baron(knights=[24])).play("move 24 31")
    assert position.point == "second"
    assert [move.text for move in position.moves()] == ["done"]


def test_the_same_knight_does_not_move_twice():
    position = table(Baron(knights=[24])).play("move 24 31")
    assert refusal(position, "move 31 38") == "knight_has_moved"


def test_a_knight_that_stood_on_the_target_may_go_on():
    position = table(Baron(knights=[24, 31])).play("move 24 31")
    assert "move 31 39" in legal(position, "move")
    assert play(position, "move 31 39").s.knights[31, 0] == 1


def test_two_knights_may_change_places():
    before = table(Baron(knights=[23, 16]), Baron())
    after = play(before, "move 23 16", "move 16 23")
    assert (after.s.knights == before.s.knights).all()
    assert after.to_act == 1


def test_a_knight_moves_one_step_only():
    assert refusal(table(Baron(knights=[24])), "move 23 16") == "no_knight_to_move"
    assert "move 24 30" not in [move.text for move in table(Baron()).game.rules.verbs.moves]


def test_hexes_that_are_neighbours_on_another_board_only_are_not_adjacent():
    game = table(Baron(knights=[5])).game
    far = [move.text for move in game.rules.verbs.moves if move.verb == "move" and move.args[0] == "5"]
    refused = [text for text in far if refusal(table(Baron(knights=[5])), text) == "not_adjacent"]
    assert refused
    assert refusal(table(Baron(knights=[5])), "move 5 11") == "knight_on_lake"


def test_no_knight_enters_a_lake():
    assert refusal(table(Baron(knights=[24])), "move 24 25") == "knight_on_lake"
    assert refusal(table(Baron(knights=[24])), "move 24 32") == "knight_on_lake"


def test_no_knight_enters_an_opponents_city():
    assert refusal(table(Baron(knights=[31])), "move 31 38") == "walls"


def test_no_knight_enters_an_opponents_stronghold():
    assert refusal(table(Baron(knights=[24]), Baron(strongholds=[31])), "move 24 31") == "walls"


def test_own_cities_and_strongholds_can_be_entered():
    position = table(Baron(knights=[31, 23], strongholds=[16]))
    assert {"move 31 24", "move 23 16"} <= set(legal(position, "move"))


@pytest.mark.parametrize("pieces", [{"knights": [31, 31]}, {"knights": [31], "villages": [31]}])
def test_no_knight_enters_a_hex_with_two_pieces_of_one_opponent(pieces):
    assert refusal(table(Baron(knights=[24]), Baron(**pieces)), "move 24 31") == "two_pieces"


def test_pieces_of_different_opponents_do_not_add_up():
    position = table(Baron(knights=[35]), Baron(knights=[36]), Baron(villages=[36]))
    assert position.play("move 35 36").s.knights[36].tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("pieces", [{"knights": [23]}, {"villages": [23]}])
def test_one_piece_of_an_opponent_holds_a_mountain(pieces):
    assert refusal(table(Baron(knights=[24]), Baron(**pieces)), "move 24 23") == "mountain_held"


def test_an_empty_mountain_can_be_entered():
    assert table(Baron(knights=[24])).why_not("move 24 23") is None


def test_a_single_knight_shares_the_hex_in_peace():
    position = table(Baron(knights=[24]), Baron(knights=[31])).play("move 24 31")
    assert position.s.knights[31].tolist() == [1, 1, 0, 0]
    assert position.point == "second"


def test_a_knight_shares_the_hex_of_a_lone_village():
    position = table(Baron(knights=[24]), Baron(villages=[31])).play("move 24 31")
    assert position.s.owners[31] == 1


def test_a_second_piece_destroys_the_opponents_knight_which_returns_to_reserve():
    position = table(Baron(knights=[24, 31]), Baron(knights=[31], tokens={"plain": 1})).play("move 24 31")
    assert position.s.knights[31].tolist() == [2, 0, 0, 0]
    assert reserve(position, 1)["knight"] == 7
    assert position.point == "second"


def test_nothing_is_taken_for_a_destroyed_knight():
    position = table(Baron(knights=[24, 31]), Baron(knights=[31], tokens={"plain": 1})).play("move 24 31")
    assert tokens(position, 1) == {"plain": 1}


def test_two_knights_of_one_action_destroy_a_village():
    position = play(
        table(Baron(knights=[24, 24]), Baron(villages=[31], tokens={"plain": 1, "forest": 2})),
        "move 24 31",
        "move 24 31",
    )
    assert position.s.buildings[31] == -1
    assert reserve(position, 1)["village"] == 14
    assert (position.point, position.to_act) == ("take", 0)


def test_the_attacker_chooses_the_token():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"plain": 1, "forest": 2}))
    position = position.play("move 24 31")
    assert legal(position, "take") == ["take forest", "take plain"]
    position = position.play("take plain")
    assert tokens(position, 0) == {"plain": 1}
    assert tokens(position, 1) == {"forest": 2}


def test_the_attacker_chooses_even_when_the_victim_has_one_kind_only():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"forest": 1})).play("move 24 31")
    assert [move.text for move in position.moves()] == ["take forest"]


def test_a_token_that_the_victim_lacks_cannot_be_taken():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"forest": 1})).play("move 24 31")
    assert refusal(position, "take plain") == "victim_has_no_such_token"
    assert refusal(position, "done") == "take_first"


def test_nothing_is_taken_from_who_has_no_tokens():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31])).play("move 24 31")
    assert position.point == "second"


def test_after_the_token_of_the_first_knight_a_second_one_may_move():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"forest": 1}))
    position = play(position, "move 24 31", "take forest")
    assert position.point == "second"
    assert "move 31 39" in legal(position, "move")


def test_after_the_token_of_the_second_knight_the_turn_ends():
    position = table(Baron(knights=[24, 24]), Baron(villages=[31], tokens={"forest": 1}))
    position = play(position, "move 24 31", "move 24 31", "take forest")
    assert (position.point, position.to_act) == ("turn", 1)


def test_two_villages_destroyed_in_one_action_bring_a_token_each():
    victim = Baron(villages=[31, 36], tokens={"forest": 1, "plain": 1})
    position = table(Baron(knights=[24, 31, 43, 36]), victim)
    position = play(position, "move 24 31", "take plain", "move 43 36", "take forest")
    assert tokens(position, 0) == {"forest": 1, "plain": 1}
    assert position.to_act == 1


def test_the_token_taken_need_not_fit_the_hex():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"mountain": 1}))
    assert tokens(play(position, "move 24 31", "take mountain"), 0) == {"mountain": 1}


def test_a_village_and_a_knight_of_its_owner_clear_an_intruder():
    position = table(Baron(knights=[24], villages=[31]), Baron(knights=[31])).play("move 24 31")
    assert position.s.knights[31].tolist() == [1, 0, 0, 0]
    assert position.s.owners[31] == 0


def test_conflict_destroys_the_pieces_of_all_opponents_at_once():
    first = Baron(knights=[36], tokens={"plain": 1})
    position = table(Baron(knights=[35, 36]), first, Baron(villages=[36], tokens={"field": 1})).play("move 35 36")
    assert position.s.knights[36].tolist() == [2, 0, 0, 0]
    assert position.s.buildings[36] == -1
    assert legal(position, "take") == ["take field"]


def test_conflict_comes_before_the_second_knight_moves():
    position = table(Baron(knights=[24, 31]), Baron(knights=[31])).play("move 24 31")
    assert position.point == "second"
    assert position.s.knights[31, 1] == 0


def test_a_knight_may_leave_a_shared_hex():
    position = table(Baron(knights=[31]), Baron(knights=[31]))
    assert "move 31 39" in legal(position, "move")


def test_destroying_a_village_moves_no_score_marker():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], new_cities=[53], title=1)).play("move 24 31")
    assert position.scores == (0, 25)


def test_moving_is_one_action():
    position = table(Baron(knights=[24, 31])).play("move 24 16")
    for text in ("recruit 24 1", "village 31", "expedition 53", "pay plain", "pass", "city 31"):
        assert refusal(position, text) == "one_action"


def test_a_village_on_a_mountain_cannot_be_attacked():
    position = table(Baron(knights=[24, 16]), Baron(villages=[23]))
    assert refusal(position, "move 24 23") == refusal(position, "move 16 23") == "mountain_held"
