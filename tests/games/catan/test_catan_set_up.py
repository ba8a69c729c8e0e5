"""The island, the beginners' boards, the placement rounds, and the sample record of the notation."""

from collections import Counter

import pytest
from catan_table import hand
from playing import legal, odds, play, refusal

import burgrave
from burgrave.games.catan.board import (
    HEX_AT,
    HEX_HEX,
    HEX_INTERSECTION,
    INTERSECTION_HEX,
    INTERSECTION_PATH,
    INTERSECTIONS,
    PATHS,
    PIPS,
    TERRAINS,
)


def game(**options):
    return burgrave.game("catan", **options)


def after_island(**options):
    """A match that stands right after the last move about the island."""
    match = game(**options).match(chance="manual")
    while match.position.point in ("hex", "harbour", "corner", "token"):
        match.play(match.position.moves()[0])
    return match


def test_the_island_has_19_hexes_54_intersections_and_72_paths():
    assert (len(HEX_AT), INTERSECTIONS, PATHS) == (19, 54, 72)
    touching = Counter(sum(h >= 0 for h in row) for row in INTERSECTION_HEX.tolist())
    assert touching == {3: 24, 2: 12, 1: 18}
    ends = Counter(sum(e >= 0 for e in row) for row in INTERSECTION_PATH.tolist())
    assert ends == {3: 36, 2: 18}


def test_hexes_are_numbered_column_by_column():
    assert HEX_HEX[9].tolist() == [8, 13, 14, 10, 5, 4]
    assert HEX_INTERSECTION[0].tolist() == [12, 8, 4, 0, 3, 7]


def test_pips_are_the_throws_of_36_that_bring_a_number():
    assert [PIPS[n] for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)] == [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]


def test_a_variable_game_begins_with_the_hexes_one_by_one():
    position = game().start()
    assert (position.to_act, position.point) == (burgrave.CHANCE, "hex")
    expected = {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
    assert odds(position) == {f"hex 0 {terrain}": n for terrain, n in expected.items()}
    assert odds(position.play("hex 0 desert")).get("hex 1 desert") is None
    assert odds(position.play("hex 0 hills"))["hex 1 hills"] == 2


def test_the_last_hex_is_drawn_although_only_one_is_left():
    match = game().match(chance="manual")
    for _ in range(18):
        match.play(match.position.moves()[-1])
    assert odds(match.position) == {"hex 18 forest": 1}


def test_harbours_follow_the_hexes():
    match = game().match(chance="manual")
    for _ in range(19):
        match.play(match.position.moves()[0])
    assert odds(match.position)["harbour 0 generic"] == 4
    assert odds(match.position)["harbour 0 ore"] == 1
    for _ in range(9):
        match.play(match.position.moves()[0])
    assert odds(match.position) == {f"corner {h}": 1 for h in (0, 2, 7, 11, 16, 18)}


def test_tokens_lie_in_letter_order_along_the_spiral_and_skip_the_desert():
    match = after_island()
    numbers, terrain = match.position.fields["number"], match.position.fields["terrain"]
    order = [0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3, 4, 5, 10, 14, 13, 8, 9]
    letters = [numbers[h] for h in order if TERRAINS[terrain[h]] != "desert"]
    assert letters == [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
    assert TERRAINS[terrain[match.position.fields["robber"]]] == "desert"


@pytest.mark.parametrize(
    ("corner", "first", "inner"),
    [
        ("upper-left", 0, 4),
        ("lower-left", 2, 5),
        ("bottom", 11, 10),
        ("lower-right", 18, 14),
        ("upper-right", 16, 13),
        ("top", 7, 8),
    ],
)
def test_a_named_corner_needs_no_chance_and_takes_token_a(corner, first, inner):
    match = game(spiral_start_corner=corner).match(chance="manual")
    for terrain in ["forest"] * 4 + ["pasture"] * 4 + ["fields"] * 4 + ["hills"] * 3 + ["mountains"] * 3:
        h = len(match.log)
        if h == 9:
            match.play("hex 9 desert")
            h += 1
        match.play(f"hex {h} {terrain}")
    for _ in range(9):
        match.play(match.position.moves()[0])
    assert match.position.point == "first"
    assert match.position.fields["number"][first] == 5
    assert match.position.fields["number"][inner] == 9


def test_random_tokens_begin_with_the_red_ones_which_never_touch():
    match = game(number_tokens_mode="random_no_adjacent_red").match(chance="manual")
    for _ in range(28):
        match.play(match.position.moves()[0])
    desert = match.position.fields["terrain"].index(TERRAINS.index("desert"))
    assert odds(match.position) == {f"token {h} 6": 1 for h in range(19) if h != desert}
    match.play("token 9 6")
    assert odds(match.position) == {f"token {h} 6": 1 for h in range(19) if h not in (4, 5, 8, 9, 10, 13, 14, desert)}
    match.play("token 0 6")
    assert all(text.endswith(" 8") for text in legal(match.position))
    match.play("token 2 8")
    match.play(match.position.moves()[0])
    first_bare = next(h for h in range(19) if match.position.fields["number"][h] == 0 and h != desert)
    assert odds(match.position) == {
        f"token {first_bare} {n}": weight
        for n, weight in ((2, 1), (3, 2), (4, 2), (5, 2), (9, 2), (10, 2), (11, 2), (12, 1))
    }


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 40), marks=pytest.mark.slow)])
def test_no_two_red_tokens_touch_in_any_drawn_game(seeds):
    for seed in seeds:
        numbers = game(number_tokens_mode="random_no_adjacent_red").match(seed=seed).position.fields["number"]
        red = [h for h in range(19) if numbers[h] in (6, 8)]
        assert len(red) == 4
        assert not any(a in HEX_HEX[b] for a in red for b in red)


def test_the_first_player_is_drawn_evenly():
    position = after_island().position
    assert odds(position) == {"first p0": 1, "first p1": 1, "first p2": 1, "first p3": 1}
    assert odds(after_island(players=3).position) == {"first p0": 1, "first p1": 1, "first p2": 1}


def test_a_named_first_player_is_not_drawn():
    position = after_island(first_player="p2").position
    assert (position.point, position.to_act) == ("place_settlement", 2)


def test_a_first_player_who_is_not_in_the_game_is_an_error():
    with pytest.raises(ValueError, match=r"first_player.*valid: rule, random, p0, p1, p2"):
        game(players=3, first_player="p3")


def test_a_fixed_board_has_no_chance_but_the_first_player():
    position = game(set_up="fixed_board").start()
    assert position.point == "first"
    assert position.fields["number"] == [5, 2, 6, 8, 10, 9, 3, 0, 3, 11, 4, 8, 4, 6, 5, 10, 11, 12, 9]
    assert position.play("first p3").point == "place_settlement"


def place_all(position, places):
    """Placement rounds on the given intersections, each with its first free path."""
    order = []
    for v in places:
        order.append(position.to_act)
        position = position.play(f"settle {v}")
        assert position.point == "place_road"
        position = position.play(position.moves()[0])
    return position, order


def test_placement_goes_clockwise_and_back():
    position = game(set_up="fixed_board", first_player="p1").start()
    position, order = place_all(position, [8, 17, 18, 29, 39, 45, 36, 25])
    assert order == [1, 2, 3, 0, 0, 3, 2, 1]
    assert (position.point, position.to_act, position.fields["turn"]) == ("before_roll", 1, 1)
    assert position.scores == (2, 2, 2, 2)


def test_the_first_settlement_gives_no_cards_and_the_second_one_for_each_hex():
    position = game(set_up="fixed_board", players=2, first_player="p0").start()
    position = play(position, "settle 8", "road 7", "settle 17", "road 19")
    assert hand(position, 0) == hand(position, 1) == {}
    position = position.play("settle 39")
    assert hand(position, 1) == {"brick": 1, "ore": 1, "lumber": 1}
    position = play(position, "road 56", "settle 53")
    assert hand(position, 0) == {"grain": 1}


def test_the_desert_gives_no_first_card():
    position = game(set_up="fixed_board", players=2, first_player="p0").start()
    position = play(position, "settle 8", "road 7", "settle 40", "road 51", "settle 22")
    assert hand(position, 1) == {"brick": 1, "lumber": 1}


def test_placement_keeps_the_distance_rule_and_needs_no_road():
    position = play(game(set_up="fixed_board", first_player="p0").start(), "settle 8", "road 7")
    assert not {"settle 8", "settle 4", "settle 12", "settle 13"} & set(legal(position))
    assert position.why_not("settle 8") is not None
    assert len(legal(position)) == 50


def test_the_set_up_road_touches_the_settlement_just_placed():
    position = play(game(set_up="fixed_board", players=2, first_player="p0").start(), "settle 8")
    assert legal(position) == ["road 7", "road 12", "road 13"]
    position = play(position, "road 7", "settle 24", "road 28", "settle 36")
    assert legal(position) == ["road 45", "road 46", "road 52"]


def test_placement_comes_before_everything_else():
    position = game(set_up="fixed_board", players=2, first_player="p0").start()
    assert refusal(position, "roll") == "place_settlement_first"
    position = position.play("settle 8")
    assert refusal(position, "end") == "place_road_first"
    assert refusal(position, "road 0") == "road_not_at_settlement"


def test_beginners_start_with_the_cards_of_their_starred_settlement():
    position = game(set_up="beginner").start()
    assert hand(position, 0) == {"wool": 1, "grain": 1, "lumber": 1}
    assert hand(position, 1) == {"brick": 1, "wool": 1, "ore": 1}
    assert hand(position, 2) == {"lumber": 1, "wool": 1, "ore": 1}
    assert hand(position, 3) == {"lumber": 1, "grain": 1, "wool": 1}
    assert (position.to_act, position.point) == (0, "before_roll")
    assert position.scores == (2, 2, 2, 2)


def test_three_beginners_play_without_red():
    position = game(set_up="beginner", players=3).start()
    assert hand(position, 0) == {"brick": 1, "wool": 1, "ore": 1}
    owners = {v: seat for v, seat in enumerate(position.fields["owner"]) if seat >= 0}
    assert owners == {5: 0, 12: 0, 39: 1, 14: 1, 46: 2, 31: 2}


def test_two_beginners_are_blue_and_white():
    position = game(set_up="beginner", players=2).start()
    owners = {v: seat for v, seat in enumerate(position.fields["owner"]) if seat >= 0}
    assert owners == {5: 0, 12: 0, 39: 1, 14: 1}


def test_beginners_may_draw_their_first_player():
    position = game(set_up="beginner", first_player="random").start()
    assert odds(position) == {"first p0": 1, "first p1": 1, "first p2": 1, "first p3": 1}
    assert position.play("first p2").to_act == 2
    assert position.play("first p2").point == "before_roll"


def test_beginners_have_their_pieces_and_cards_before_the_first_player_is_drawn():
    position = game(set_up="beginner", players=3, first_player="random").start()
    assert (position.point, position.scores) == ("first", (2, 2, 2))
    assert hand(position, 0) == {"brick": 1, "wool": 1, "ore": 1}
    assert position.game.position(position.fields) == position


def test_the_fifth_edition_board_has_its_own_pieces_and_cards():
    position = game(set_up="beginner", beginner_layout="fifth_edition").start()
    assert hand(position, 0) == {"lumber": 2, "grain": 1}
    assert hand(position, 1) == {"brick": 1, "lumber": 1, "ore": 1}
    assert hand(position, 2) == {"lumber": 1, "ore": 1, "wool": 1}
    assert hand(position, 3) == {"grain": 2, "ore": 1}
    assert position.fields["robber"] == 9


@pytest.mark.parametrize(
    ("throw", "gains"),
    [
        ("roll 1 4", [{"brick": 1}, {"ore": 1}, {}, {}]),
        ("roll 2 2", [{"lumber": 1}, {}, {"brick": 1}, {"lumber": 1}]),
        ("roll 3 3", [{"ore": 1}, {"lumber": 1}, {"ore": 1, "lumber": 1}, {}]),
        ("roll 4 4", [{}, {"brick": 1}, {}, {"grain": 1}]),
        ("roll 4 5", [{"wool": 1}, {}, {"wool": 1}, {"grain": 1}]),
        ("roll 1 1", [{}, {"grain": 1}, {}, {}]),
        ("roll 5 5", [{}, {"wool": 1}, {}, {"wool": 2}]),
    ],
)
def test_the_beginners_board_pays_each_number(throw, gains):
    before = game(set_up="beginner").start()
    after = play(before, "roll", throw)
    for seat, gain in enumerate(gains):
        assert Counter(hand(after, seat)) - Counter(hand(before, seat)) == Counter(gain)


SAMPLE = """
p0: roll
chance: roll 2 3          # 5: blue gets 1 ore
p0: give ore
p0: want lumber
p0: offer
p1: accept
p2: give grain            # counter-offer: 1 grain for 2 ore
p2: want ore
p2: want ore
p2: offer
p0: deal p1
p0: road 25               # trading is over
p0: end
p1: roll
chance: roll 3 4          # nobody has more than 7 cards
p1: robber 4
p1: rob p0
chance: steal wool        # p2 reads "steal ?"
p1: end
p2: roll
"""


def test_the_sample_record_plays_as_written():
    texts = [line.partition("#")[0].partition(": ")[2].strip() for line in SAMPLE.strip().splitlines()]
    movers = [line.partition(": ")[0] for line in SAMPLE.strip().splitlines()]
    match = game(players=3, set_up="beginner").replay(texts)
    assert ["chance" if mover < 0 else f"p{mover}" for mover in match.movers] == movers
    position = match.position
    assert [hand(position, seat) for seat in range(3)] == [
        {"ore": 1},
        {"wool": 2, "ore": 2},
        {"lumber": 1, "wool": 1, "grain": 1},
    ]
    assert position.scores == (2, 2, 2)
    assert match.log_for(2)[17] == "steal ?"
    assert match.log_for(0)[17] == match.log_for(1)[17] == "steal wool"
