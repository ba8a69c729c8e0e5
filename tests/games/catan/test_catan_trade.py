"""Trade with the bank and between players."""

import pytest
from catan_table import Seat, hand, table, walk
from playing import legal, play, refusal

INLAND = {"settlements": [24], "roads": walk(24, 18)}
FAR = Seat(settlements=[46], roads=walk(46, 50))


def test_four_equal_cards_buy_one_without_any_harbour():
    position = table(Seat(**INLAND, hand={"wool": 4}), FAR)
    assert legal(position, "bank") == ["bank wool lumber", "bank wool grain", "bank wool brick", "bank wool ore"]
    after = position.play("bank wool ore")
    assert (hand(after, 0), after.point) == ({"ore": 1}, "main")
    assert after.fields["bank"] == [19, 19, 19, 19, 18]


def test_three_cards_are_too_few_without_a_harbour():
    position = table(Seat(**INLAND, hand={"wool": 3}), FAR)
    assert refusal(position, "bank wool ore") == "too_few_for_bank"


def test_a_coastal_building_without_a_harbour_gives_nothing_special():
    position = table(Seat(settlements=[21], roads=walk(21, 27), hand={"wool": 3}), FAR)
    assert refusal(position, "bank wool ore") == "too_few_for_bank"


def test_a_generic_harbour_takes_three_of_any_kind():
    position = table(Seat(settlements=[0], roads=walk(0, 4), hand={"wool": 3}), FAR)
    assert hand(position.play("bank wool ore"), 0) == {"ore": 1}


def test_a_special_harbour_takes_two_of_its_kind():
    position = table(
        Seat(settlements=[49], roads=walk(49, 45), hand={"wool": 6, "brick": 3}),
        Seat(settlements=[12], roads=walk(12, 17)),
    )
    assert hand(position.play("bank wool ore"), 0) == {"wool": 4, "brick": 3, "ore": 1}
    after = play(position, "bank wool ore", "bank wool ore", "bank wool grain")
    assert hand(after, 0) == {"brick": 3, "ore": 2, "grain": 1}


def test_a_special_harbour_gives_no_better_ratio_for_other_goods():
    position = table(
        Seat(settlements=[49], roads=walk(49, 45), hand={"brick": 3}), Seat(settlements=[12], roads=walk(12, 17))
    )
    assert refusal(position, "bank brick ore") == "too_few_for_bank"


def test_the_best_ratio_is_always_used():
    seat = Seat(settlements=[0, 49], roads=walk(0, 4) + walk(49, 45), hand={"wool": 4, "brick": 4})
    position = table(seat, Seat(settlements=[12], roads=walk(12, 17)))
    assert hand(position.play("bank wool ore"), 0) == {"wool": 2, "brick": 4, "ore": 1}
    assert hand(position.play("bank brick ore"), 0) == {"wool": 4, "brick": 1, "ore": 1}


def test_a_city_keeps_its_harbour():
    position = table(
        Seat(cities=[49], roads=walk(49, 45), hand={"wool": 2}), Seat(settlements=[12], roads=walk(12, 17))
    )
    assert "bank wool ore" in legal(position)


def test_the_bank_gives_only_what_it_has():
    rich = Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 19})
    position = table(Seat(**INLAND, hand={"wool": 4}), rich)
    assert refusal(position, "bank wool ore") == "bank_lacks_resource"


def test_a_harbour_built_this_turn_helps_from_the_next_turn_on():
    cards = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1, "ore": 2}
    seat = Seat(settlements=[28], roads=walk(28, 33, 38), hand=cards)
    after = table(seat, FAR).play("settle 38")
    assert refusal(after, "bank ore wool") == "trading_closed"
    later = play(after, "end", "roll", "roll 1 1", "end", "roll", "roll 1 1")
    assert "bank ore wool" in legal(later)


# Between players. Seat 0 is active.
A = Seat(**INLAND, hand={"lumber": 2, "ore": 1})
B = Seat(settlements=[12], roads=walk(12, 17), hand={"brick": 2})
C = Seat(settlements=[46], roads=walk(46, 50), hand={"brick": 1})
MINER = Seat(settlements=[46], roads=walk(46, 50), hand={"brick": 1, "ore": 2})


def offer_of_the_rulebook():
    """A wants 1 brick for 1 ore; B answers 2 brick for 3 ore, C 1 brick for 1 lumber and 1 ore."""
    position = play(table(A, B, MINER), "give ore", "want brick", "offer")
    position = play(position, "give brick", "give brick", "want ore", "want ore", "want ore", "offer")
    return play(position, "give brick", "want lumber", "want ore", "offer")


def test_the_trade_of_the_rulebook_goes_to_the_better_counter_offer():
    position = offer_of_the_rulebook()
    assert (position.point, position.to_act) == ("choose", 0)
    assert legal(position) == ["deal p2", "pass"]
    assert refusal(position, "deal p1") == "cannot_pay_counter"
    after = position.play("deal p2")
    assert [hand(after, seat) for seat in range(3)] == [
        {"lumber": 1, "brick": 1},
        {"brick": 2},
        {"lumber": 1, "ore": 3},
    ]
    assert (after.point, after.to_act) == ("main", 0)


def test_only_the_active_player_opens_a_trade_and_the_others_never_trade_with_each_other():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "give brick", "want ore", "offer")
    assert position.to_act == 2
    assert "deal p1" not in legal(position)
    assert refusal(position, "deal p1") == "answer_first"


def test_giving_the_first_card_begins_an_offer_and_uses_it_up():
    position = table(A, B, C).play("give ore")
    assert (position.point, position.fields["offers"]) == ("compose", 1)
    after = position.play("pass")
    assert (after.point, after.fields["offers"], after.fields["given"]) == ("main", 1, [0] * 5)


def test_cards_given_come_before_cards_wanted():
    position = table(A, B, C).play("give lumber")
    assert legal(position) == ["give lumber", "give ore", "want brick", "pass"]
    position = position.play("give lumber")
    assert refusal(position, "give lumber") == "card_not_in_hand"
    position = position.play("want brick")
    assert refusal(position, "give ore") == "give_before_want"


def test_nobody_wants_what_he_gives():
    position = table(A, B, Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 2})).play("give ore")
    assert refusal(position, "want ore") == "want_what_you_give"


def test_no_more_cards_are_wanted_than_the_largest_hand_holds():
    position = play(table(A, B, C), "give ore", "want brick", "want brick")
    assert refusal(position, "want brick") == "want_more_than_a_hand"
    assert legal(position) == ["pass", "offer"]


def test_no_more_of_a_resource_is_wanted_than_the_others_hold_together():
    rich = Seat(settlements=[46], roads=walk(46, 50), hand={"brick": 1, "wool": 5})
    position = play(table(A, B, rich), "give ore", "want brick", "want brick", "want brick")
    assert refusal(position, "want brick") == "want_more_than_there_is"
    assert refusal(position, "want grain") == "want_more_than_there_is"
    assert "want wool" in legal(position)


def test_an_offer_needs_a_card_on_each_side():
    position = table(A, B, C).play("give ore")
    assert refusal(position, "offer") == "offer_needs_both_sides"
    assert "offer" in legal(position.play("want brick"))


def test_every_other_seat_with_a_card_answers_in_turn():
    without = Seat(settlements=[12], roads=walk(12, 17))
    position = play(table(A, without, C), "give ore", "want brick", "offer")
    assert position.to_act == 2
    position = play(table(A, B, C), "give ore", "want brick", "offer")
    assert position.to_act == 1
    assert position.play("pass").to_act == 2


def test_a_seat_that_cannot_pay_is_asked_but_cannot_accept():
    other = Seat(settlements=[12], roads=walk(12, 17), hand={"wool": 1})
    position = play(table(A, other, C), "give ore", "want brick", "offer")
    assert position.to_act == 1
    assert legal(position) == ["give wool", "pass"]
    assert refusal(position, "accept") == "cannot_pay_offer"


def test_when_all_refuse_the_turn_goes_on():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "pass", "pass")
    assert (position.point, position.to_act, position.fields["given"]) == ("main", 0, [0] * 5)


def test_the_active_seat_picks_freely_among_those_who_accept():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "accept", "accept")
    assert legal(position) == ["deal p1", "deal p2", "pass"]
    after = position.play("deal p2")
    assert (hand(after, 0), hand(after, 2)) == ({"lumber": 2, "brick": 1}, {"ore": 1})
    declined = position.play("pass")
    assert (declined.point, hand(declined, 0)) == ("main", {"lumber": 2, "ore": 1})


def test_a_seat_that_refused_is_no_partner():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "pass", "accept")
    assert refusal(position, "deal p1") == "seat_refused"
    assert refusal(position, "deal p0") == "not_yourself"
    assert refusal(position, "deal p3") == "seat_not_in_game"


def test_choosing_comes_even_when_only_pass_is_possible():
    position = play(table(A, B, MINER), "give lumber", "want brick", "offer")
    position = play(position, "give brick", "want ore", "want ore", "offer", "pass")
    assert (position.point, legal(position)) == ("choose", ["pass"])


def test_a_dropped_counter_offer_is_a_refusal():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "give brick", "pass", "pass")
    assert position.point == "main"


def test_a_counter_offer_wants_no_more_than_the_active_hand():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "give brick")
    assert (position.point, position.to_act) == ("counter", 1)
    position = play(position, "want lumber", "want lumber", "want ore")
    assert refusal(position, "want ore") == "want_more_than_a_hand"


def test_a_counter_offer_wants_no_more_of_a_resource_than_the_others_hold():
    position = play(table(A, B, C), "give ore", "want brick", "offer", "give brick", "want ore")
    assert refusal(position, "want ore") == "want_more_than_there_is"


def test_a_new_offer_may_follow():
    position = play(offer_of_the_rulebook(), "pass")
    assert "give lumber" in legal(position)


def test_offers_are_bounded():
    position = table(A, B, C, options={"offers_per_turn": 2})
    position = play(position, "give ore", "pass", "give ore", "pass")
    assert refusal(position, "give ore") == "no_more_offers"


def test_offers_count_anew_in_the_next_turn():
    position = play(table(A, B, C, options={"offers_per_turn": 1}), "give ore", "pass", "end", "roll", "roll 1 1")
    assert "give brick" in legal(position)


def test_nobody_offers_to_empty_hands():
    position = table(A, Seat(settlements=[12], roads=walk(12, 17)))
    assert refusal(position, "give ore") == "nobody_to_trade_with"


def test_without_counter_offers_answers_are_yes_or_no():
    position = play(table(A, B, C, options={"domestic_trade": "no_counters"}), "give ore", "want brick", "offer")
    assert legal(position) == ["pass", "accept"]
    assert refusal(position, "give brick") == "no_counter_offers"


def test_trade_between_players_can_be_off():
    position = table(A, B, C, options={"domestic_trade": "off"})
    assert legal(position, "give") == []
    assert refusal(position, "give ore") == "domestic_trade_off"


def test_no_offer_after_building():
    seat = Seat(**INLAND, hand={"lumber": 2, "brick": 1})
    after = table(seat, B, C).play("road 27")
    assert refusal(after, "give lumber") == "trading_closed"


def test_no_offer_of_a_card_that_is_not_held():
    assert refusal(table(A, B, C), "give wool") == "card_not_in_hand"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("roll", "already_rolled"),
        ("discard ore", "nothing_to_discard"),
        ("robber 3", "robber_rests"),
        ("rob p1", "nobody_to_rob"),
        ("take ore", "no_plenty_card_played"),
        ("name ore", "no_monopoly_card_played"),
        ("want ore", "no_offer_begun"),
        ("offer", "no_offer_begun"),
        ("accept", "nothing_to_answer"),
        ("deal p1", "nobody_to_deal_with"),
        ("pass", "nothing_to_decline"),
    ],
)
def test_moves_of_another_moment_are_refused(text, name):
    assert refusal(table(A, B, C), text) == name


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["play soldier"], "robber_first"),
        (["play soldier", "robber 0"], "victim_first"),
        (["play roads"], "free_roads_first"),
        (["play plenty"], "plenty_first"),
        (["play monopoly"], "monopoly_first"),
        (["give ore"], "finish_offer_first"),
        (["give ore", "want brick", "offer"], "answer_first"),
        (["give ore", "want brick", "offer", "give brick"], "finish_counter_first"),
        (["give ore", "want brick", "offer", "accept", "pass"], "choose_first"),
    ],
)
def test_nothing_ends_a_turn_while_something_is_pending(texts, name):
    rich = Seat(**INLAND, hand=A.hand, old=["soldier", "roads", "plenty", "monopoly"])
    assert refusal(play(table(rich, B, C), *texts), "end") == name
