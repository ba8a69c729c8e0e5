"""Development cards and the Largest Army."""

import pytest
from catan_table import Seat, hand, table, walk
from playing import legal, odds, play, play_until, refusal

PLACE = {"settlements": [24], "roads": walk(24, 18)}
FAR = Seat(settlements=[46], roads=walk(46, 50))
CARD = {"ore": 1, "wool": 1, "grain": 1}
BUYER = Seat(**PLACE, hand=CARD, old=["soldier"] * 7 + ["point"] * 3)
COLLECTOR = Seat(settlements=[46], roads=walk(46, 50), old=["soldier"] * 7 + ["point"] * 2)


def holder(*old, new=(), **more):
    return Seat(**PLACE, old=old, new=new, **more)


def test_a_bought_card_is_drawn_from_the_deck_by_chance():
    position = table(Seat(**PLACE, hand=CARD), FAR).play("buy")
    assert (position.to_act, position.point) == (-1, "draw")
    assert odds(position) == {
        "draw soldier": 14,
        "draw roads": 2,
        "draw plenty": 2,
        "draw monopoly": 2,
        "draw point": 5,
    }
    after = position.play("draw soldier")
    assert (after.point, after.fields["new"][0], after.fields["deck_size"]) == ("main", [1, 0, 0, 0, 0], 24)


def test_the_deck_is_not_shuffled_again_when_it_is_empty():
    assert refusal(table(BUYER, COLLECTOR, deck={}), "buy") == "deck_empty"


def test_the_last_card_is_drawn_although_it_is_the_only_one():
    assert odds(table(BUYER, COLLECTOR, deck={"monopoly": 1}).play("buy")) == {"draw monopoly": 1}


def test_buying_ends_trading():
    rich = Seat(**PLACE, hand={**CARD, "lumber": 4})
    after = play(table(rich, FAR), "buy", "draw point")
    assert refusal(after, "bank lumber ore") == "trading_closed"


@pytest.mark.parametrize("card", ["soldier", "roads", "plenty", "monopoly"])
def test_a_card_bought_this_turn_cannot_be_played(card):
    position = table(holder(new=[card]), FAR)
    assert refusal(position, f"play {card}") == "card_just_bought"
    assert legal(position, "play") == []


def test_an_older_equal_card_may_be_played():
    position = table(holder("soldier", new=["soldier"]), FAR)
    after = position.play("play soldier")
    assert (after.fields["old"][0][0], after.fields["new"][0][0]) == (0, 1)


def test_a_new_card_is_old_in_the_next_turn():
    position = play(table(holder(new=["soldier"]), FAR), "end", "roll", "roll 1 1", "end")
    assert "play soldier" in legal(position)


@pytest.mark.parametrize("first", ["soldier", "roads", "plenty", "monopoly"])
def test_one_card_a_turn(first):
    position = table(holder(*["soldier", "roads", "plenty", "monopoly"] * 2), FAR).play(f"play {first}")
    position = play_until(position, "main")
    assert refusal(position, "play monopoly") == "one_card_a_turn"
    assert legal(position, "play") == []


def test_a_card_that_is_not_held_cannot_be_played():
    assert refusal(table(holder(), FAR), "play soldier") == "card_not_held"


def test_cards_may_be_played_before_the_roll():
    position = table(holder("soldier", "roads", "plenty", "monopoly", "point"), FAR, point="before_roll")
    assert legal(position) == ["play soldier", "play roads", "play plenty", "play monopoly", "play point", "roll"]
    after = play(position, "play soldier", "robber 0")
    assert after.point == "before_roll"
    assert legal(after) == ["play point", "roll"]


def test_a_seven_after_a_soldier_moves_the_robber_again():
    position = play(table(holder("soldier"), FAR, point="before_roll"), "play soldier", "robber 0", "roll", "roll 3 4")
    assert position.point == "robber"


def test_no_card_is_played_inside_another_action():
    position = table(holder("soldier", "monopoly"), FAR, point="robber", cause=1)
    assert refusal(position, "play monopoly") == "robber_first"


def test_a_soldier_moves_the_robber_and_stays_face_up():
    victim = Seat(settlements=[31], roads=walk(31, 37), hand={"wool": 9})
    position = table(holder("soldier"), victim).play("play soldier")
    assert (position.point, position.fields["soldiers"][0]) == ("robber", 1)
    after = play(position, "robber 10")
    assert legal(after) == ["rob p1"]
    after = play(after, "rob p1", "steal wool")
    assert (after.point, hand(after, 0), after.fields["owed"]) == ("main", {"wool": 1}, [0, 0, 0, 0])


def test_the_soldier_of_the_rulebook_robs_one_of_two_and_stops_the_forest():
    y = Seat(settlements=[31], roads=walk(31, 37), hand={"ore": 1})
    z = Seat(settlements=[19], roads=walk(19, 14), hand={"brick": 1})
    x = Seat(settlements=[12], roads=walk(12, 17), old=["soldier"])
    position = play(table(x, y, z, robber=0), "play soldier", "robber 10")
    assert legal(position) == ["rob p1", "rob p2"]
    after = play(position, "rob p1", "steal ore", "end", "roll", "roll 2 2")
    assert (hand(after, 1), hand(after, 2)) == ({}, {"brick": 1})


def test_three_soldiers_take_the_largest_army_before_the_robber_moves():
    after = table(holder("soldier", soldiers=2), FAR).play("play soldier")
    assert (after.point, after.fields["largest_army"], after.scores[0]) == ("robber", 0, 3)


def test_two_soldiers_are_not_enough():
    assert table(holder("soldier", soldiers=1), FAR).play("play soldier").fields["largest_army"] == -1


def test_only_a_larger_army_takes_the_card():
    general = Seat(settlements=[46], roads=walk(46, 50), soldiers=3)
    equal = table(holder("soldier", soldiers=2), general).play("play soldier")
    assert (equal.fields["largest_army"], equal.scores) == (1, (1, 3))
    position = table(holder("soldier", soldiers=3), general, largest_army=1)
    assert position.play("play soldier").fields["largest_army"] == 0


def test_road_building_lays_two_free_roads():
    position = table(holder("roads"), FAR).play("play roads")
    assert (position.point, position.fields["free_roads"]) == ("free_road", 2)
    position = position.play("road 27")
    assert (position.point, position.fields["free_roads"]) == ("free_road", 1)
    after = position.play("road 26")
    assert (after.point, after.fields["stock"][0][0], after.fields["used"][1]) == ("main", 12, 1)


def test_both_free_roads_must_be_laid():
    position = play(table(holder("roads"), FAR), "play roads", "road 27")
    assert all(text.startswith("road ") for text in legal(position))
    assert refusal(position, "end") == "free_roads_first"


FOURTEEN = walk(0, 4, 8, 13, 18, 24, 30, 35, 40, 45, 49, 53) + walk(49, 52, 48, 51)


def test_road_building_with_one_road_left_lays_one():
    seat = Seat(settlements=[8], roads=FOURTEEN, old=["roads"])
    position = play(table(seat, Seat(settlements=[32], roads=walk(32, 37))), "play roads", "road 12")
    assert position.point == "main"


def test_road_building_cannot_be_played_without_a_road():
    seat = Seat(settlements=[8], roads=FOURTEEN + walk(8, 12), old=["roads"])
    position = table(seat, Seat(settlements=[32], roads=walk(32, 37)))
    assert refusal(position, "play roads") == "no_road_left"


def test_road_building_cannot_be_played_without_a_place():
    enclosed = Seat(settlements=[0], roads=walk(0, 3) + walk(0, 4), old=["roads"])
    other = Seat(settlements=[8], roads=walk(8, 4, 1))
    ajar = Seat(settlements=[7], roads=walk(7, 12))
    assert legal(table(enclosed, ajar, other).play("play roads")) == ["road 6"]
    shut = Seat(settlements=[7], roads=walk(7, 3))
    assert refusal(table(enclosed, shut, other), "play roads") == "no_place_for_road"


def test_road_building_ends_when_no_place_is_left():
    enclosed = Seat(settlements=[0], roads=walk(0, 4), old=["roads"])
    shut = Seat(settlements=[7], roads=walk(7, 3))
    other = Seat(settlements=[8], roads=walk(8, 4, 1))
    position = play(table(enclosed, shut, other), "play roads", "road 0")
    assert position.point == "main"


def test_road_building_does_not_end_trading():
    seat = Seat(**PLACE, old=["roads"], hand={"ore": 4})
    after = play(table(seat, FAR), "play roads", "road 27", "road 26")
    assert "bank ore wool" in legal(after)


def test_road_building_ends_trading_by_option_after_the_roll_only():
    seat = Seat(**PLACE, old=["roads"], hand={"ore": 4})
    rule = {"road_building_ends_trading": True}
    after = play(table(seat, FAR, options=rule), "play roads", "road 27", "road 26")
    assert refusal(after, "bank ore wool") == "trading_closed"
    early = play(table(seat, FAR, options=rule, point="before_roll"), "play roads", "road 27", "road 26")
    assert "bank ore wool" in legal(play(early, "roll", "roll 1 1"))
    both = {**rule, "combined_trade_and_build": True}
    assert "bank ore wool" in legal(play(table(seat, FAR, options=both), "play roads", "road 27", "road 26"))


def test_free_roads_may_bring_the_longest_road_after_the_first():
    seat = Seat(settlements=[8], roads=walk(0, 4, 8, 13, 18), old=["roads"])
    position = play(table(seat, FAR), "play roads", "road 28")
    assert (position.point, position.fields["longest_road"]) == ("free_road", 0)


def test_year_of_plenty_takes_two_cards_equal_or_different():
    position = table(holder("plenty"), FAR).play("play plenty")
    assert legal(position) == ["take lumber", "take wool", "take grain", "take brick", "take ore"]
    assert hand(play(position, "take ore", "take ore"), 0) == {"ore": 2}
    after = play(position, "take ore", "take wool")
    assert (hand(after, 0), after.point) == ({"ore": 1, "wool": 1}, "main")


def test_the_cards_of_plenty_can_be_used_at_once():
    seat = Seat(**PLACE, old=["plenty"])
    after = play(table(seat, FAR), "play plenty", "take lumber", "take brick")
    assert "road 27" in legal(after)


def hoard(**left):
    """A seat that holds the whole bank but for what is left."""
    return {resource: 19 - left.get(resource, 0) for resource in ("lumber", "wool", "grain", "brick", "ore")}


def test_plenty_takes_only_what_the_bank_has():
    rich = Seat(settlements=[46], roads=walk(46, 50), hand=hoard(ore=1, wool=1))
    position = table(holder("plenty"), rich).play("play plenty")
    assert legal(position) == ["take wool", "take ore"]
    assert legal(position.play("take ore")) == ["take wool"]
    assert refusal(position, "take grain") == "bank_lacks_resource"


def test_plenty_with_one_card_in_the_bank_takes_one():
    rich = Seat(settlements=[46], roads=walk(46, 50), hand=hoard(ore=1))
    after = play(table(holder("plenty"), rich), "play plenty", "take ore")
    assert (after.point, hand(after, 0)) == ("main", {"ore": 1})


def test_plenty_needs_a_card_in_the_bank():
    rich = Seat(settlements=[46], roads=walk(46, 50), hand=hoard())
    assert refusal(table(holder("plenty"), rich), "play plenty") == "bank_empty"


def test_monopoly_takes_every_card_of_the_named_resource():
    first = Seat(settlements=[46], roads=walk(46, 50), hand={"wool": 3, "ore": 1})
    second = Seat(settlements=[12], roads=walk(12, 17), hand={"wool": 2})
    position = table(holder("monopoly", hand={"wool": 1}), first, second).play("play monopoly")
    assert legal(position) == ["name lumber", "name wool", "name grain", "name brick", "name ore"]
    after = position.play("name wool")
    assert [hand(after, seat) for seat in range(3)] == [{"wool": 6}, {"ore": 1}, {}]
    assert (after.point, after.fields["used"][3]) == ("main", 1)
    assert after.fields["hand_size"][:3] == [6, 1, 0]


def test_progress_cards_in_the_building_phase_leave_trading_closed():
    seat = Seat(**PLACE, old=["plenty"], hand={"lumber": 1, "brick": 1, "ore": 3})
    after = play(table(seat, FAR), "road 27", "play plenty", "take ore", "take ore")
    assert refusal(after, "bank ore wool") == "trading_closed"


def test_victory_points_are_turned_up_in_any_number_even_when_just_bought():
    position = table(holder("soldier", "point", new=["point"]), FAR)
    after = play(position, "play point", "play point")
    assert (after.point, after.fields["shown"][0], after.fields["card_played"]) == ("main", 2, 0)
    assert "play soldier" in legal(after)
    assert after.scores[0] == position.scores[0] == 3


def test_a_played_card_does_not_stop_victory_points():
    position = play(table(holder("monopoly", "point"), FAR), "play monopoly", "name ore")
    assert legal(position, "play") == ["play point"]


def test_victory_points_stay_hidden_by_option():
    position = table(holder("point"), FAR, options={"victory_cards_only_revealed_to_win": True})
    assert refusal(position, "play point") == "victory_cards_stay_hidden"
    assert legal(position, "play") == []
