"""Set-up, phases and rounds: what chance brings, in which order and with which weights."""

from collections import Counter

import pytest
from burgundy_table import seat, table
from playing import legal, odds, play, play_until, refusal, story_with_chance, texts_in

import burgrave
from burgrave.core.records import read
from burgrave.games.burgundy.board import GOODS, KINDS
from burgrave.games.burgundy.moves import VERBS

SAMPLE = """
deal p0 pink, deal p0 orange, deal p0 red, deal p1 red, deal p1 orange, deal p1 brown, first p1
fill 1 bank, fill 2 k2, fill 3 chicken4, fill 3 cityhall, fill 4 warehouse, fill 5 k23, fill 6 market, fill 6 sheep3
fill black cow4, fill black k24, fill black cityhall, fill black sheep4
lay red, lay turquoise, lay brown, lay turquoise, lay brown
roll p0 4 5, roll p1 6 6, white 4
die 6, take 1 ship, die 6, take 6 market, die 5, take 3 cityhall, die 4, take 4 warehouse
roll p0 4 5, roll p1 5 1, white 3
die 5, place ship 19, goods 4, die 1, place market 26, take 4 ship
die 4, workers, die 5, place cityhall 11, place warehouse 25, sell red, buy black cityhall
roll p0 2 2, roll p1 3 1, white 1
"""
TEXTS = texts_in(SAMPLE)


def game(players: int = 2, **options):
    return burgrave.game("burgundy", players=players, **options)


# ---- goods and the first player


def test_three_goods_are_dealt_to_each_seat_in_seat_order():
    position = game().start()
    assert position.point == "deal"
    assert odds(position) == {f"deal p0 {goods}": 7 for goods in GOODS}
    position = play(position, "deal p0 pink")
    assert odds(position)["deal p0 pink"] == 6
    position = play(position, "deal p0 pink", "deal p0 red")
    assert legal(position)[0] == "deal p1 turquoise"
    assert position.play("deal p1 pink").odds()[2] == 4


def test_the_first_player_is_drawn_and_workers_follow_the_turn_order():
    position = play_until(game(4).start(), "first")
    assert odds(position) == {"first p0": 1, "first p1": 1, "first p2": 1, "first p3": 1}
    position = position.play("first p2")
    assert position.fields["workers"] == [3, 4, 1, 2]
    assert position.fields["silver"] == [1, 1, 1, 1]
    assert position.fields["order"] == [2, 3, 0, 1]


def test_with_basic_estates_everybody_has_board_1_and_a_castle_in_the_centre():
    fields = game(3).start().fields
    assert fields["board"][:3] == [1, 1, 1]
    assert [row.index(KINDS.index("castle")) for row in fields["tiles"][:3]] == [18, 18, 18]
    assert fields["supply"][KINDS.index("castle")] == 14 - 3


# ---- the variant for experienced players


def test_sheets_are_dealt_once_each_and_the_seat_chooses_its_side_and_its_start_hex():
    position = play_until(game(2, estates="sheets").start(), "first").play("first p1")
    assert odds(position) == {
        "sheet p0 1 2": 1,
        "sheet p0 1 3": 1,
        "sheet p0 1 4": 1,
        "sheet p0 1 5": 1,
        "sheet p0 6 7": 1,
        "sheet p0 8 9": 1,
    }
    position = position.play("sheet p0 8 9")
    assert "sheet p1 8 9" not in legal(position)
    position = position.play("sheet p1 1 4")
    assert (position.to_act, position.point) == (1, "side")
    assert legal(position) == ["side 1", "side 4"]
    assert refusal(position, "side 9") == "not_on_your_sheet"
    assert position.why_not("start 18") == "Choose the side of your sheet before the start hex."
    position = position.play("side 4")
    assert legal(position) == ["start 0", "start 13", "start 23", "start 36"]
    assert position.why_not("start 18") == (
        "The starting castle goes on a dark green hex of your board: the dark green 6 hex; the dark green 2 hex; "
        "the dark green 5 hex; the dark green 3 hex."
    )
    assert position.why_not("side 1") == "The board is settled; now choose the start hex."
    position = play(position, "start 23", "side 9", "start 2")
    assert position.point == "fill"
    assert position.fields["board"][:2] == [9, 4]
    assert position.fields["points"][:2] == [0, 0]


def test_agreed_boards_leave_the_start_hex_to_the_player_on_board_1_too():
    position = play_until(game(2, estates="19").start(), "first").play("first p0")
    assert legal(position) == ["start 1", "start 2", "start 6", "start 18"]
    position = position.play("start 2")
    assert (position.to_act, legal(position)) == (1, ["start 2", "start 15", "start 20", "start 34"])
    assert position.fields["supply"][KINDS.index("castle")] == 13


def test_nothing_else_can_be_done_before_the_estates_are_chosen():
    position = play_until(game(2, estates="19").start(), "first").play("first p0")
    assert position.why_not("workers") == "Choose your estate first: the game has not begun."
    assert table(seat(dice=[1, 1]), seat()).why_not("start 18") == "Estates are chosen only before phase A."


def test_a_secret_choice_is_seen_by_nobody_else_until_all_have_chosen():
    rules = game(2, estates="sheets", choice="secret")
    match = rules.replay(story_with_chance(rules, "first p0", "sheet p0 8 9", "sheet p1 1 4", "side 9", "start 2"))
    other, own = match.view(1), match.view(0)
    assert list(match.log_for(1))[-2:] == ["side ?", "start ?"]
    assert list(match.log_for(None))[-2:] == ["side ?", "start ?"]
    assert list(match.log_for(0))[-2:] == ["side 9", "start 2"]
    assert (other.fields["board"][0], other.fields["start"][0], max(other.fields["tiles"][0])) == (0, -1, -1)
    assert (own.fields["board"][0], own.fields["start"][0]) == (9, 2)
    assert other.fields["turn"] == 1
    match.play("side 1")
    match.play("start 6")
    assert list(match.log_for(1))[-4:] == ["side 9", "start 2", "side 1", "start 6"]
    assert match.view(1).fields["board"][:2] == [9, 1]


def test_an_agreed_board_is_public_while_the_start_hex_is_secret():
    rules = game(2, estates="39", choice="secret")
    match = rules.replay(story_with_chance(rules, "first p0", "start 6"))
    assert match.view(1).fields["board"][:2] == [3, 9]
    assert match.view(1).fields["start"][0] == -1


def test_the_last_secret_choice_cannot_be_taken_back():
    rules = game(2, estates="39", choice="secret")
    match = rules.replay(story_with_chance(rules, "first p0", "start 6", "start 2"))
    assert match.may_undo() is not None
    open_choice = game(2, estates="39")
    match = open_choice.replay(story_with_chance(open_choice, "first p0", "start 6", "start 2"))
    assert match.may_undo() is None


# ---- options


@pytest.mark.parametrize("value", ["", "1", "10", "0123", "12345", "ab", 39, None, "Basic"])
def test_estates_are_a_named_way_or_digits_from_1_to_9(value):
    with pytest.raises(ValueError, match="basic, sheets, or a text with one digit 1 to 9 for each seat"):
        game(2, estates=value)


def test_agreed_boards_need_one_digit_for_each_seat():
    with pytest.raises(ValueError, match="names 3 boards for 2 players"):
        game(2, estates="123")


@pytest.mark.parametrize("text", ["11", "39", "99", "111", "987", "1111", "9999", "1159"])
def test_every_text_of_boards_gives_each_seat_its_board(text):
    rules = game(len(text), estates=text)
    assert rules.start().fields["board"][: len(text)] == [int(digit) for digit in text]
    assert rules.options["estates"] == text
    assert read(rules.match(seed=1).text()).game == rules


# ---- filling the main board


@pytest.mark.parametrize(("players", "numbered", "black"), [(2, 8, 4), (3, 12, 6), (4, 16, 8)])
def test_depots_are_filled_in_the_order_of_the_board_then_the_black_one(players, numbered, black):
    position = play_until(game(players).start(), "fill")
    depots = []
    while position.point == "fill":
        depots.append(legal(position)[0].split()[1])
        position = position.play(position.moves()[-1])
    assert len(depots) == numbered + black
    assert depots[:numbered] == sorted(depots[:numbered])
    assert depots[numbered:] == ["black"] * black
    assert position.point == "lay"


def test_a_hex_is_filled_from_the_supply_of_its_colour_by_counts():
    position = play_until(game(2).start(), "fill")
    assert odds(position) == {f"fill 1 {kind}": 5 for kind in KINDS[:8]}
    position = play(position, "fill 1 bank", "fill 2 k2", "fill 3 cow2")
    assert odds(position)["fill 3 bank"] == 4
    position = play(position, "fill 3 bank", "fill 4 inn")
    assert len(legal(position)) == 19
    assert "fill 5 k7" not in legal(position)
    position = play(position, "fill 5 k3", "fill 6 inn")
    assert odds(position)["fill 6 cow2"] == 1
    assert odds(position)["fill 6 pig4"] == 1


def test_the_black_supply_is_one_bag_of_forty_tiles():
    position = play_until(game(2).start(), "fill")
    while not legal(position)[0].startswith("fill black"):
        position = position.play(position.moves()[0])
    weights = odds(position)
    assert sum(weights.values()) == 40
    assert (weights["fill black bank"], weights["fill black ship"], weights["fill black k7"]) == (2, 6, 1)
    assert "fill black cow2" not in weights


def test_ships_castles_and_mines_lie_there_without_a_draw():
    position = play_until(game(4).start(), "fill")
    words = [[KINDS[kind] for kind in row if kind >= 0] for row in position.fields["depots"]]
    assert words == [["ship"], ["castle"], ["ship"], ["mine", "ship"], ["mine"], ["castle", "ship"]]


@pytest.mark.parametrize(
    ("phase", "kind"), [("A", "castle"), ("B", "mine"), ("C", "castle"), ("D", "mine"), ("E", "castle")]
)
def test_with_three_players_depot_six_changes_between_castle_and_mine(phase, kind):
    from burgrave.games.burgundy.board import FIXED_TILE, PHASES

    assert KINDS[FIXED_TILE[3, PHASES.index(phase), 5].max()] == kind


def test_a_new_phase_clears_the_tiles_and_leaves_the_goods():
    own = seat(dice=[1])
    position = table(
        own,
        seat(),
        order=[1, 0],
        turn=1,
        round_number=5,
        depots={1: ["bank"]},
        black=["inn"],
        depot_goods={2: {"red": 2}},
    )
    after = play(position, "die 1", "workers")
    assert after.point == "fill"
    assert (after.fields["phase"], after.fields["round_number"]) == (3, 1)
    assert after.fields["removed"][KINDS.index("bank")] == position.fields["removed"][KINDS.index("bank")] + 1
    assert sum(after.fields["depot_goods"][1]) == 2


def test_five_goods_are_laid_on_the_round_spaces():
    position = play_until(game(2).start(), "lay")
    position = position.play(legal(position)[-1])
    for _ in range(4):
        position = position.play(position.moves()[0])
    assert position.point == "roll"
    assert min(position.fields["round_goods"]) >= 0


def test_dice_are_thrown_in_seat_order_as_they_fall():
    position = play_until(game(3).start(), "roll")
    assert len(legal(position)) == 36
    assert set(position.odds()) == {1}
    position = play(position, "roll p0 5 2", "roll p1 1 1", "roll p2 6 3")
    assert position.point == "white"
    assert odds(position) == {f"white {depot}": 1 for depot in range(1, 7)}


def test_dice_lie_in_ascending_order_however_they_fell():
    position = play_until(game(2).start(), "roll")
    thrown = position.play("roll p0 5 2")
    assert thrown.fields["dice"][0] == [2, 5]
    assert thrown == position.play("roll p0 2 5")


def test_the_white_die_sends_the_topmost_goods_to_a_depot():
    position = play_until(game(2).start(), "white")
    top = position.fields["round_goods"][0]
    after = position.play("white 4")
    assert after.fields["depot_goods"][3][top] == 1
    assert after.fields["round_goods"] == [*position.fields["round_goods"][1:], -1]
    assert (after.point, after.to_act) == ("turn", 0)


# ---- the sample game


def test_the_opening_on_the_notation_page_is_played_as_it_says():
    match = game(2).replay(TEXTS)
    position = match.position
    assert (position.to_act, position.point) == (1, "turn")
    assert position.fields["workers"][:2] == [0, 0]
    assert position.fields["silver"][:2] == [0, 1]
    assert position.fields["points"][:2] == [1 + 10 + 2, 0]
    assert position.fields["order"][:2] == [1, 0]
    assert match.position.play("die 3").point == "action"


def test_the_opening_ends_the_turn_by_itself_after_the_purchase():
    before = game(2).replay(TEXTS[: TEXTS.index("buy black cityhall")]).position
    assert legal(before)[-1] == "end"
    assert before.play("buy black cityhall").to_act == burgrave.CHANCE


def test_there_are_as_many_texts_as_the_notation_page_says():
    counts = Counter(move.verb for move in VERBS.moves)
    assert len(VERBS) == 2367
    assert counts == {
        "place": 1455, "buy": 210, "fill": 201, "take": 185, "roll": 144, "discard": 49, "deal": 24, "sheet": 24,
        "start": 23, "side": 9, "die": 6, "sell": 6, "keep": 6, "goods": 6, "lay": 6, "white": 6, "first": 4,
        "workers": 1, "pass": 1, "end": 1,
    }  # fmt: skip


def test_chance_never_acts_inside_a_turn():
    match = game(3).match(seed=4)
    while not match.is_over:
        before = match.position
        match.play(before.moves()[len(match.log) % len(before.moves())])
        after = match.position
        if after.to_act == before.to_act and after.fields["turn"] == before.fields["turn"]:
            assert after.fields["round_number"] == before.fields["round_number"] or after.fields["turn"] == 0
    assert len(match.position.winners) == 1


def test_a_sample_of_a_secret_choice_may_be_any_side_and_any_castle_hex():
    rules = game(2, estates="sheets", choice="secret")
    match = rules.replay(story_with_chance(rules, "first p0", "sheet p0 8 9", "sheet p1 1 4", "side 9", "start 2"))
    samples = [match.view(1).sample(seed).fields for seed in range(200)]
    seen = Counter((fields["board"][0], fields["start"][0]) for fields in samples)
    assert {board for board, _ in seen} == {8, 9}
    assert len(seen) == 8
    assert min(seen.values()) > 200 / 8 / 4
