"""Income, placing and moving pieces, and how a turn goes on and closes."""

import pytest
from hansa_table import Table, general, on_route, personal
from playing import legal, play, refusal

from burgrave import IllegalMove

# ---- the turn


def test_a_player_has_two_actions_at_first_and_then_the_next_seat_is_to_act():
    p = Table(3).position()
    p = play(p, "place trader minden-hannover", "place trader minden-hannover")
    assert (p.to_act, p.point, int(p.fields["actions_left"])) == (1, "turn", 2)


def test_unused_actions_are_lost():
    assert Table(3).position().play("end").to_act == 1


def test_the_turn_stays_open_at_no_actions_while_a_marker_can_be_used():
    p = Table(3).give(0, "actions_3").position()
    p = play(p, "place trader minden-hannover", "place trader minden-hannover")
    assert legal(p) == ["end", "use actions_3"]
    assert p.to_act == 0


def test_the_turn_closes_by_itself_when_the_marker_could_do_nothing():
    p = Table(3).give(0, "swap_offices").position()
    p = play(p, "place trader minden-hannover", "place trader minden-hannover")
    assert p.to_act == 1


def test_no_action_is_possible_without_actions():
    p = Table(3).give(0, "actions_3").position()
    p = play(p, "place trader minden-hannover", "place trader minden-hannover")
    assert p.why_not("place trader minden-hannover") == "You have no action left in this turn."


# ---- income


def test_income_takes_as_many_pieces_as_the_purse_shows():
    p = Table(3).supply(0, 0).position()
    assert legal(p, "income") == ["income 2 1", "income 3 0"]
    p = p.play("income 2 1")
    assert personal(p, 0) == (2, 1)
    assert general(p, 0) == (9, 0)


def test_income_takes_everything_when_the_general_supply_is_smaller():
    p = Table(3).supply(0, 10, 0).position()
    assert general(p, 0) == (1, 1)
    assert legal(p, "income") == ["income 1 1"]


def test_income_cannot_take_fewer():
    p = Table(3).supply(0, 0).position()
    assert refusal(p, "income 2 0") == "income_amount"


@pytest.mark.parametrize(("steps", "size"), [(0, 3), (1, 5), (2, 7)])
def test_the_purse_shows_three_five_seven(steps, size):
    p = Table(3).skill(0, purse=steps).supply(0, 0).position()
    assert f"income {size} 0" in legal(p, "income")


def test_the_full_purse_takes_the_whole_general_supply():
    p = Table(3).skill(0, purse=3).supply(0, 0).position()
    assert legal(p, "income") == ["income 14 1"]


def test_income_needs_a_general_supply():
    p = Table(3).supply(0, 11, 1).position()
    assert legal(p, "income") == []
    assert p.why_not("income 3 0") == "Income needs a piece in your general supply."


def test_income_cannot_take_a_kind_that_is_not_there():
    p = Table(3).supply(0, 0, 1).position()
    assert refusal(p, "income 2 1") == "income_supply"


# ---- place


def test_a_piece_goes_on_any_empty_space_whoever_else_is_there():
    p = Table(3).stand("hamburg-lubeck", "p1", "p2 merchant").position()
    p = p.play("place trader hamburg-lubeck")
    assert on_route(p, "hamburg-lubeck") == {"p0 trader": 1, "p1 trader": 1, "p2 merchant": 1}
    assert personal(p, 0) == (4, 1)


def test_any_space_takes_a_trader_or_a_merchant():
    p = Table(3).position().play("place merchant kampen-osnabruck")
    assert on_route(p, "kampen-osnabruck") == {"p0 merchant": 1}


def test_a_full_route_takes_no_piece():
    p = Table(3).stand("kampen-osnabruck", "p1", "p2").position()
    assert p.why_not("place trader kampen-osnabruck") == "This route has no empty space."


def test_only_the_personal_supply_can_be_placed():
    p = Table(3).supply(0, 0, 1).position()
    assert refusal(p, "place trader hamburg-lubeck") == "not_in_personal"


# ---- move


def moving(**steps):
    """p0 has three traders on Stade-Hamburg and a merchant on Hamburg-Lübeck."""
    return Table(3).skill(0, **steps).stand("stade-hamburg", "p0", "p0", "p0").stand("hamburg-lubeck", "p0 merchant")


def test_the_book_allows_two_pieces_at_first_and_the_action_closes_by_itself():
    p = moving().position()
    p = play(p, "lift trader stade-hamburg", "put trader minden-hannover")
    assert p.point == "move"
    p = play(p, "lift trader stade-hamburg", "put trader minden-hannover")
    assert (p.point, int(p.fields["actions_left"])) == ("turn", 1)
    assert on_route(p, "minden-hannover") == {"p0 trader": 2}


@pytest.mark.parametrize(("steps", "lifts"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_the_book_shows_two_three_four_five(steps, lifts):
    p = moving(book=steps).stand("kampen-osnabruck", "p0", "p0").position()
    lifted = 0
    while legal(p, "lift"):
        p = p.play(legal(p, "lift")[0])
        lifted += 1
    assert lifted == lifts


def test_fewer_pieces_may_be_moved():
    p = play(moving().position(), "lift trader stade-hamburg", "put trader minden-hannover", "done")
    assert (p.point, int(p.fields["actions_left"])) == ("turn", 1)


def test_pieces_in_hand_must_be_put_down_before_the_action_ends():
    p = moving().position().play("lift trader stade-hamburg")
    assert p.why_not("done") == "First put down the pieces that you have lifted."
    assert p.why_not("end") == "First finish moving your pieces."


def test_a_piece_does_not_return_to_its_own_route():
    p = moving().position().play("lift trader stade-hamburg")
    assert refusal(p, "put trader stade-hamburg") == "own_route_again"


def test_a_trader_and_a_merchant_exchange_places_with_two_lifts():
    p = moving().position()
    p = play(p, "lift trader stade-hamburg", "lift merchant hamburg-lubeck")
    assert legal(p, "put")[0].startswith("put trader")
    p = play(p, "put trader hamburg-lubeck", "put merchant stade-hamburg")
    assert on_route(p, "stade-hamburg") == {"p0 trader": 2, "p0 merchant": 1}
    assert on_route(p, "hamburg-lubeck") == {"p0 trader": 1}


def test_the_first_piece_lifted_is_the_first_put_down():
    p = play(moving().position(), "lift trader stade-hamburg", "lift merchant hamburg-lubeck")
    assert refusal(p, "put merchant minden-hannover") == "queue_order"


def test_a_piece_moved_twice_counts_twice():
    p = play(moving().position(), "lift trader stade-hamburg", "put trader minden-hannover")
    p = play(p, "lift trader minden-hannover", "put trader bremen-hannover")
    assert p.point == "turn"


def test_no_more_pieces_than_the_book_shows_are_lifted():
    p = play(moving().position(), "lift trader stade-hamburg", "lift trader stade-hamburg")
    assert refusal(p, "lift trader stade-hamburg") == "lifts_used"


def test_others_pieces_and_offices_cannot_be_moved():
    p = Table(3).stand("hamburg-lubeck", "p1").office("hamburg", "p0").position()
    assert legal(p, "lift") == []
    assert refusal(p, "lift trader hamburg-lubeck") == "no_own_piece"


def test_a_piece_goes_back_to_its_own_route_only_if_no_other_has_an_empty_space():
    t = Table(5).stand("hamburg-lubeck", "p0", "p0", "p0")
    for seat in range(5):
        t.skill(seat, keys=4, actions=5, privilege=3, purse=3)
    p = t.fill_others("hamburg-lubeck").position()
    p = p.play("lift trader hamburg-lubeck")
    assert legal(p, "put") == ["put trader hamburg-lubeck"]


def test_an_illegal_move_says_why_and_changes_nothing():
    p = Table(3).position()
    with pytest.raises(IllegalMove, match="you must hold all of its 3 spaces; you hold 0"):
        p.play("establish hamburg-lubeck")
    assert p == Table(3).position()
