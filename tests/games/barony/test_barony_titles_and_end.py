"""Action F, passing, the last round, scores and the king."""

from itertools import product

import pytest
from barony_table import Baron, table, tokens
from playing import legal, play, refusal

from burgrave.games.barony.board import GOLD, KINDS, TITLE_PRICE

RICH = {"mountain": 8, "forest": 5, "field": 4, "plain": 3}


def test_fifteen_gold_buy_the_next_title():
    position = table(Baron(tokens={"plain": 3}))
    after = play(position, "pay plain", "pay plain", "pay plain")
    assert after.s.title[0] == 1
    assert tokens(after, 0) == {}
    assert (after.point, after.to_act) == ("turn", 1)


def test_silver_counts_until_the_token_is_paid_and_the_title_once_it_is_gained():
    position = table(Baron(tokens={"plain": 3}))
    assert position.scores == (9, 0)
    assert position.play("pay plain").scores == (6, 0)
    assert play(position, "pay plain", "pay plain", "pay plain").scores == (15, 0)


def test_one_title_per_turn_even_with_gold_for_several():
    position = play(table(Baron(tokens={"plain": 9})), "pay plain", "pay plain", "pay plain")
    assert position.s.title[0] == 1
    assert position.to_act == 1


def test_no_change_is_given():
    position = play(table(Baron(tokens={"field": 4})), *["pay field"] * 4)
    assert position.s.title[0] == 1
    assert tokens(position, 0) == {}


def test_fourteen_gold_buy_nothing():
    position = table(Baron(tokens={"field": 3, "mountain": 1}))
    assert legal(position, "pay") == []
    assert refusal(position, "pay field") == "too_little_gold"


def test_a_token_that_is_not_held_cannot_be_paid():
    assert refusal(table(Baron(tokens={"plain": 3})), "pay field") == "token_not_held"


def test_tokens_are_paid_from_the_dearest_down():
    position = table(Baron(tokens={"plain": 2, "field": 4})).play("pay field")
    assert refusal(position, "pay plain") == "dearest_token_first"
    assert legal(position, "pay") == ["pay field"]


def test_a_kind_that_cannot_complete_the_payment_cannot_begin_it():
    position = table(Baron(tokens={"plain": 2, "forest": 2}))
    assert legal(position, "pay") == ["pay plain"]
    assert refusal(position, "pay forest") == "too_little_gold"


def test_a_payment_once_begun_is_paid_to_the_end():
    position = table(Baron(tokens={"plain": 3}, knights=[24])).play("pay plain")
    assert refusal(position, "move 24 31") == "payment_begun"
    assert refusal(position, "done") == "payment_too_small"


def payments(position, paid=()):
    """Every way to pay for a title, as multisets of kinds."""
    if position.point != "pay" and paid:
        return [paid]
    found = []
    for text in legal(position, "pay"):
        found += payments(position.play(text), (*paid, text.split()[1]))
    return found


def test_a_full_hand_has_36_payments_none_with_a_needless_token():
    found = payments(table(Baron(tokens=RICH)))
    assert len(found) == len(set(found)) == 36
    for paid in found:
        gold = [int(GOLD[KINDS.index(kind)]) for kind in paid]
        assert sum(gold) >= TITLE_PRICE > sum(gold) - min(gold)


@pytest.mark.parametrize("hand", [{"plain": 2, "field": 1, "mountain": 2}, {"forest": 4, "mountain": 3}, {"field": 5}])
def test_the_payments_are_exactly_the_minimal_ones_that_the_hand_allows(hand):
    expected = set()
    for counts in product(*(range(hand.get(kind, 0) + 1) for kind in KINDS)):
        gold = [int(GOLD[kind]) for kind, count in enumerate(counts) for _ in range(count)]
        if sum(gold) >= TITLE_PRICE > sum(gold) - min(gold):
            expected.add(
                tuple(kind for kind, count in reversed(list(zip(KINDS, counts, strict=True))) for _ in range(count))
            )
    assert set(payments(table(Baron(tokens=hand)))) == expected


def test_free_payments_go_on_until_done():
    position = table(Baron(tokens={"plain": 4, "mountain": 1}), noble_title_overpay="free")
    position = play(position, "pay plain", "pay plain", "pay plain")
    assert position.s.title[0] == 0
    assert [move.text for move in position.moves()] == ["pay mountain", "pay plain", "done"]
    position = play(position, "pay plain", "done")
    assert position.s.title[0] == 1
    assert tokens(position, 0) == {"mountain": 1}


def test_a_free_payment_below_the_price_cannot_end():
    position = table(Baron(tokens={"plain": 4}), noble_title_overpay="free").play("pay plain")
    assert refusal(position, "done") == "payment_too_small"


def test_done_is_asked_even_when_nothing_else_can_be_paid():
    position = table(Baron(tokens={"plain": 3}), noble_title_overpay="free")
    position = play(position, "pay plain", "pay plain", "pay plain")
    assert [move.text for move in position.moves()] == ["done"]


def test_tokens_paid_return_to_the_pool_at_once():
    position = table(Baron(tokens={"plain": 3}), token_supply="limited_per_type")
    assert position.play("pay plain").s.pool.tolist() == [20, 20, 20, 18]


# passing


def stuck(**options):
    """A baron whose one knight left stands in his walls, with only lakes and walls around."""
    enemy = Baron(cities=(38, 13, 2), strongholds=[17, 26], villages=[])
    return table(Baron(cities=(18, 43, 0), knights=[18] * 1, removed=6), enemy, **options)


def test_who_can_do_nothing_passes():
    position = stuck()
    assert [move.text for move in position.moves()] == ["pass"]
    assert position.why_not("pass") is None
    assert position.play("pass").to_act == 1


def test_who_can_act_must_act():
    assert refusal(table(Baron(knights=[24])), "pass") == "must_act"


def test_with_voluntary_pass_everybody_may_pass():
    position = table(Baron(knights=[24]), voluntary_pass=True)
    assert legal(position, "pass") == ["pass"]
    assert position.play("pass").to_act == 1


def test_there_is_nothing_to_finish_before_an_action():
    assert refusal(table(Baron(knights=[24])), "done") == "nothing_to_finish"


def test_nothing_can_be_taken_without_a_conflict():
    assert refusal(table(Baron(), Baron(tokens={"plain": 1})), "take plain") == "nothing_to_take"


def test_starting_cities_are_not_placed_in_a_turn():
    assert refusal(table(Baron()), "place 53") == "set_up_is_over"


# the end


def rise(position):
    return play(position, "pay plain", "pay plain", "pay plain")


def test_when_somebody_becomes_duke_the_round_is_finished():
    position = rise(table(Baron(title=3, tokens={"plain": 3}), Baron(), Baron()))
    assert position.s.last_round == 1
    assert position.to_act == 1
    position = play(position, "recruit 20 1", "recruit 13 1")
    assert position.to_act is None
    assert position.winners == (0,)


def test_when_the_last_player_becomes_duke_the_game_ends_after_that_turn():
    position = rise(table(Baron(), Baron(title=3, tokens={"plain": 3}), turn=1))
    assert position.to_act is None
    assert position.point == "over"
    assert position.moves() == ()


def test_others_may_become_dukes_in_the_rest_of_the_round():
    rivals = (Baron(title=3, tokens={"plain": 3}), Baron(title=3, tokens={"plain": 4}))
    position = rise(rise(table(*rivals)))
    assert position.scores == (60, 63)
    assert position.winners == (1,)


def test_a_duke_need_not_win():
    position = rise(
        table(Baron(title=3, tokens={"plain": 9}, new_cities=[51, 3]), Baron(title=3, tokens={"plain": 3}), turn=1)
    )
    assert position.scores == (92, 60)
    assert position.winners == (0,)


def test_the_final_score_adds_the_silver_of_tokens_kept():
    position = table(Baron(title=3, new_cities=[51], tokens={"plain": 1, "forest": 1, "mountain": 1}))
    assert position.scores == (59, 0)


@pytest.mark.parametrize("titles", [0, 1, 2, 3])
@pytest.mark.parametrize("cities", [0, 1, 2])
def test_the_score_board_gives_15_a_title_and_10_a_new_city(titles, cities):
    position = table(Baron(title=titles, new_cities=[51, 3][:cities]))
    assert position.scores[0] == 15 * titles + 10 * cities


def test_a_tie_goes_to_the_seat_farthest_from_the_first_player():
    barons = (Baron(title=3, tokens={"plain": 3}), Baron(title=2), Baron(title=3, tokens={"plain": 5}))
    position = play(rise(table(*barons)), "recruit 20 1", "recruit 13 1")
    assert position.scores == (60, 30, 60)
    assert position.winners == (2,)


def test_the_last_round_allowed_ends_the_game():
    position = table(Baron(tokens={"field": 1}), Baron(tokens={"plain": 1}), max_rounds=5, round=5)
    position = play(position, "recruit 24 1", "recruit 38 1")
    assert position.to_act is None
    assert (position.scores, position.winners) == ((2, 3), (1,))


def test_the_round_before_the_last_one_allowed_goes_on():
    position = play(table(Baron(), Baron(), max_rounds=6, round=5), "recruit 24 1", "recruit 38 1")
    assert position.to_act == 0
    assert position.s.round_number == 6
    assert position.s.last_round == 1


def test_nobody_has_won_before_the_end():
    assert table(Baron(title=3)).winners == ()


def test_no_move_is_made_after_the_end():
    position = rise(table(Baron(), Baron(title=3, tokens={"plain": 3}), turn=1))
    assert position.why_not("recruit 24 1") == "The game is over."
