"""Points, victory in the own turn, the turn limit, and the incremental fields against a recount."""

import pytest
from catan_table import Seat, table, walk
from playing import legal, play, refusal

import burgrave
from burgrave.games.catan.checking import check

FAR = Seat(settlements=[46], roads=walk(46, 50))
ROAD = {"lumber": 1, "brick": 1}
SETTLEMENT = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
LINE = walk(0, 4, 8, 13, 18, 24, 30, 35)
FIVE = {"target_points": 5}


def test_each_source_of_points_counts():
    seat = Seat(settlements=[8], cities=[24], roads=LINE, old=["point"], new=["point"], shown=1, soldiers=3)
    assert table(seat, FAR, options={"target_points": 15}).scores == (10, 1)


def test_reaching_the_target_in_the_own_turn_wins_at_once():
    seat = Seat(settlements=[8], cities=[24], roads=walk(4, 8, 13, 18) + walk(24, 30), hand=ROAD)
    position = table(seat, FAR, options=FIVE)
    assert position.scores == (3, 1)
    after = position.play("road 28")
    assert (after.to_act, after.point, after.winners, after.scores) == (None, "over", (0,), (5, 1))
    assert legal(after) == []


def test_a_settlement_wins():
    seat = Seat(cities=[8, 18], roads=walk(8, 13, 18, 24, 30), hand=SETTLEMENT)
    after = table(seat, FAR, options=FIVE).play("settle 30")
    assert after.winners == (0,)


def test_hidden_victory_points_count_and_are_turned_up_at_the_end():
    seat = Seat(cities=[8, 18], roads=walk(8, 13, 18), hand={"ore": 1, "wool": 1, "grain": 1})
    position = table(seat, Seat(settlements=[46], roads=walk(46, 50), old=["point", "soldier"]), options=FIVE)
    after = play(position, "buy", "draw point")
    assert after.winners == (0,)
    assert after.fields["shown"] == [1, 1, 0, 0]
    assert after.fields["old_size"] == [0, 1, 0, 0]
    assert after.view(1).scores == after.view(None).scores == (5, 2)


def test_a_soldier_wins_before_the_robber_moves():
    seat = Seat(settlements=[8], cities=[18], roads=walk(8, 13, 18), old=["soldier"], soldiers=2)
    after = table(seat, FAR, options=FIVE).play("play soldier")
    assert (after.point, after.winners, after.fields["robber"]) == ("over", (0,), 7)


def test_the_first_of_two_free_roads_may_win():
    seat = Seat(settlements=[8], cities=[24], roads=walk(4, 8, 13, 18) + walk(24, 30), old=["roads"])
    after = play(table(seat, FAR, options=FIVE), "play roads", "road 28")
    assert after.winners == (0,)


def out_of_turn(**more):
    """Seat 0 breaks the Longest Road of seat 2; it goes to seat 1, which then has the points to win."""
    breaker = Seat(settlements=[22], roads=walk(18, 23, 17, 22), hand={**SETTLEMENT, **more})
    second = Seat(settlements=[46], cities=[37], roads=walk(50, 46, 42, 37, 32, 26))
    holder = Seat(settlements=[8], roads=walk(4, 8, 13, 18, 24, 30, 35))
    return table(breaker, second, holder, options=FIVE).play("settle 18")


def test_the_target_reached_in_anothers_turn_wins_when_the_own_turn_begins():
    position = out_of_turn()
    assert (position.to_act, position.scores) == (0, (2, 5, 1))
    after = position.play("end")
    assert (after.to_act, after.point, after.winners) == (None, "over", (1,))


def test_points_lost_again_before_the_own_turn_do_not_win():
    position = play(out_of_turn(lumber=4, brick=4), "road 34", "road 41")
    assert (position.to_act, position.scores) == (0, (2, 5, 1))
    position = position.play("road 42")
    assert (position.to_act, position.scores) == (0, (4, 3, 1))
    assert position.play("end").point == "before_roll"


def test_only_the_active_seat_wins():
    position = out_of_turn()
    assert position.to_act == 0
    assert position.winners == ()


def test_the_turn_limit_ends_the_game_without_a_winner():
    position = table(FAR, Seat(settlements=[12], roads=walk(12, 17), old=["point"]), options={"turn_limit": 5})
    after = position.play("end")
    assert (after.to_act, after.point, after.winners) == (None, "over", ())
    assert after.fields["shown"][1] == 1


def test_before_the_last_turn_the_game_goes_on():
    assert table(FAR, Seat(settlements=[12], roads=walk(12, 17)), options={"turn_limit": 6}).play("end").to_act == 1


def test_the_target_is_an_option():
    seat = Seat(settlements=[8], cities=[24], roads=walk(4, 8, 13, 18) + walk(24, 30), hand=ROAD)
    assert table(seat, FAR, options={"target_points": 6}).play("road 28").winners == ()


def test_an_end_hands_the_dice_to_the_left():
    position = table(FAR, Seat(settlements=[12], roads=walk(12, 17)), Seat(settlements=[24], roads=walk(24, 18)))
    assert [position.play("end").to_act, play(position, "end", "roll", "roll 1 1", "end").to_act] == [1, 2]
    last = play(position, "end", "roll", "roll 1 1", "end", "roll", "roll 1 1", "end")
    assert (last.to_act, last.fields["turn"]) == (0, 8)


def test_the_roll_is_mandatory_and_comes_once():
    position = table(FAR, Seat(settlements=[12], roads=walk(12, 17)), point="before_roll")
    assert legal(position) == ["roll"]
    assert refusal(position, "end") == "roll_first"
    assert refusal(play(position, "roll", "roll 1 1"), "roll") == "already_rolled"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_road_lengths_ratios_and_counts_agree_with_a_recount_in_random_games(seed):
    bots = burgrave.bot("random", game := burgrave.game("catan", players=2 + seed % 3), seed=seed)
    match = game.match(seed=seed)
    while not match.is_over and len(match.log) < 1500:
        match.play(bots.choose(match.position.view(match.position.to_act)))
        if len(match.log) % 7 == 0:
            check(match.position.s)


def told_by_the_end(next_seat, own_cards=(), used=None, target=5):
    """Whether seat 0 learns something when its turn ends and play goes on with the next seat."""
    mover = Seat(settlements=[8], roads=walk(4, 8), old=own_cards)
    position = table(mover, next_seat, FAR, options={"target_points": target}, used=used or {})
    after = position.play("end")
    assert after.point == "before_roll"
    return position.game.rules.parts.reveals(position.game.move("end"), position.s, after.s)


def test_ending_the_turn_tells_whether_the_next_seat_wins_with_hidden_cards():
    rival = Seat(cities=[24, 35], roads=walk(24, 30, 35), old=["soldier"])
    assert told_by_the_end(rival)
    assert not told_by_the_end(rival, target=6)


def test_ending_the_turn_tells_nothing_when_the_next_seat_has_no_hidden_card():
    assert not told_by_the_end(Seat(cities=[24, 35], roads=walk(24, 30, 35)))


def test_ending_the_turn_tells_nothing_when_no_victory_card_can_be_hidden_there():
    rival = Seat(cities=[24, 35], roads=walk(24, 30, 35), old=["soldier"])
    assert told_by_the_end(rival, own_cards=["point"] * 3, target=5)
    assert not told_by_the_end(rival, own_cards=["point"] * 5, target=7)
    assert not told_by_the_end(rival, own_cards=["soldier"] * 5, target=6)


def test_an_ended_turn_that_told_nothing_can_be_taken_back():
    game = burgrave.game("catan", players=2, target_points=5, set_up="beginner")
    match = game.match(seed=1)
    while match.position.point != "main":
        match.play(match.position.moves()[0])
    match.play("end")
    assert match.may_undo() is None
