"""What a seat may know, and positions that fit what it knows."""

from collections import Counter

import numpy as np
from amber_table import counts, table
from playing import legal, play, play_past

import burgrave
from burgrave.games.amber.board import KIND_NAMES

CASTLES = "d8 h8 h4 d4"
BRIDGE, SHOVEL = KIND_NAMES.index("bridge"), KIND_NAMES.index("shovel")


def test_hands_and_stack_are_hidden_and_their_sizes_are_open(four):
    position = table(four, CASTLES, hands=("bridge tee tee tee tee tee",))
    view = position.view(1).fields
    assert view["hand"][0] == [0] * 13
    assert view["hand"][1] == position.fields["hand"][1]
    assert view["hand_size"] == position.fields["hand_size"]
    assert view["stack"] == [0] * 13
    assert view["stack_size"] == position.fields["stack_size"]


def test_a_spectator_sees_no_hand(four):
    assert not np.any(table(four, CASTLES).view(None).fields["hand"])


def test_a_drawn_tile_is_read_by_its_owner_only():
    match = burgrave.game("amber", start="p0").replay(["draw bridge"])
    assert match.log_for(0) == ("draw bridge",)
    assert match.log_for(1) == ("draw ?",)
    assert match.log_for(None) == ("draw ?",)


def test_all_other_moves_are_open_to_everybody(advanced):
    match = advanced.match(seed=3)
    while len(match.log) < 120:
        match.play(match.position.moves()[0])
    hidden = {text.split()[0] for text, seen in zip(match.log, match.log_for(None), strict=True) if text != seen}
    assert hidden == {"draw"}


def test_no_view_lists_what_can_be_drawn(four):
    position = play(table(four, CASTLES, hands=("straight",)), "tile straight", "lay e8 90")
    assert position.point == "draw"
    assert all(position.view(seat).moves() == () for seat in range(4))
    assert position.view(2).fields["turn"] == 0


def test_a_tile_taken_from_the_row_is_known_to_all_until_it_is_played(advanced):
    before = table(advanced, CASTLES, hands=("straight",), row="bridge tee tee tee")
    position = play(before, "tile straight", "lay e8 90", "take bridge", "reveal tee")
    assert position.view(2).fields["known"][0][BRIDGE] == 1
    assert position.view(2).fields["unseen"][BRIDGE] == position.view(0).fields["unseen"][BRIDGE]


def test_the_tile_picked_up_is_known_until_it_is_laid(four):
    position = table(four, CASTLES, hands=("bridge bridge",)).play("tile bridge")
    assert position.view(1).fields["known"][0][BRIDGE] == 1
    assert position.play("lay e8 0").view(1).fields["known"][0][BRIDGE] == 0


def test_of_two_equal_tiles_the_known_one_goes_first(advanced):
    # Two bridges, one of them taken from the row: after playing one nobody knows of the other.
    known = [counts("bridge"), *[[0] * 13] * 5]
    before = table(advanced, CASTLES, hands=("bridge bridge",), row="tee tee tee tee", known=known)
    assert before.view(1).fields["known"][0][BRIDGE] == 1
    after = play(before, "tile bridge", "lay e8 0")
    assert after.view(1).fields["known"][0][BRIDGE] == 0
    assert after.fields["hand"][0][BRIDGE] == 1


def test_unseen_is_everything_but_board_box_row_known_tiles_and_own_hand(four):
    position = table(four, CASTLES, "e8 bridge, f8 bridge", hands=("", "bridge"))
    assert position.view(1).fields["unseen"][BRIDGE] == 2
    assert position.view(0).fields["unseen"][BRIDGE] == 3
    assert position.view(None).fields["unseen"][BRIDGE] == 3


def test_what_a_seat_cannot_know_makes_no_difference_to_its_view(four):
    one = table(four, CASTLES, hands=("tee", "bridge swamp"))
    other = table(four, CASTLES, hands=("tee", "roundabout shovel"))
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_a_sample_fits_the_view(four):
    position = table(four, CASTLES, "e8 straight 90, f8 swamp", hands=("bridge", "shovel"))
    for seat in (0, 1, 2, 3, None):
        sample = position.view(seat).sample(7)
        assert sample.view(seat) == position.view(seat)
        assert four.position(sample.to_json()) == sample


WALLS = "c8 swamp, d9 swamp, e8 swamp, d7 swamp"


def test_a_sample_of_a_seat_that_chooses_a_tile_can_play_one(four):
    # Red is walled in: only a shovel is a move, so every sample gives red one.
    position = table(four, CASTLES, WALLS, ("shovel curve curve curve curve curve",))
    for seed in range(40):
        sample = position.view(1).sample(seed)
        assert set(legal(sample)) == {"tile shovel"}


def test_a_sample_of_a_seat_that_has_to_swap_can_play_nothing(four):
    position = table(four, CASTLES, WALLS, ("curve curve curve curve curve curve",), point=10)
    for seed in range(40):
        hand = position.view(1).sample(seed).fields["hand"][0]
        assert hand[SHOVEL] == 0
        assert sum(hand) == 6


def test_hidden_tiles_are_dealt_as_a_shuffle_would_deal_them(four):
    # At a castle choice nothing is known of the hands: a sampled hand holds a bridge as often as chance says.
    game = burgrave.game("amber", players=2, start="p0")
    position = play_past(game.start(), "deal")
    view = position.view(0)
    unseen = view.fields["unseen"]
    tally: Counter[int] = Counter()
    samples = 3000
    for seed in range(samples):
        for kind, count in enumerate(view.sample(seed).fields["hand"][1]):
            tally[kind] += count
    for kind, count in enumerate(unseen):
        expected = 6 * count / sum(unseen)
        assert abs(tally[kind] / samples - expected) < 5 * (expected / samples) ** 0.5 + 0.01


def test_a_move_can_be_taken_back_until_a_tile_is_drawn(four):
    match = four.match(seed=2)
    while match.position.point != "tile":
        match.play(match.position.moves()[0])
    before = match.position
    match.play(before.moves()[0])
    assert match.undo() == before


def test_learning_that_the_next_seat_is_stuck_cannot_be_taken_back(four):
    # With an empty stack blue's hidden hand decides whether its turn is skipped.
    walls = "g8 swamp, h9 swamp, i8 swamp, h7 swamp"
    hands = ("straight", "curve curve curve curve curve curve")
    before = table(four, CASTLES, walls, hands, stack="")
    position = before.play("tile straight")
    after = position.play("lay e8 90")
    assert after.fields["skipped"] == 1
    move = four.move("lay e8 90")
    assert four.rules.parts.reveals(move, position.s, after.s)
    assert not four.rules.parts.reveals(four.move("tile straight"), before.s, position.s)
