"""What each seat knows, what it may remember, and positions drawn to fit a view."""

from collections import Counter
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from catan_table import Seat, cards, hand, table, walk
from playing import changed, play

import burgrave
from burgrave.games.catan.board import RESOURCES

THIEF = Seat(settlements=[35], roads=walk(35, 40), hand={"ore": 1})
RICH = Seat(settlements=[24], roads=walk(24, 19), hand={"wool": 3, "grain": 1}, old=["soldier", "point"], new=())
THIRD = Seat(settlements=[12], roads=walk(12, 17), hand={"brick": 2})
SAMPLES = 1500


def robbed(*texts):
    """Seat 0 has taken a grain card from seat 1; the others only saw that a card moved."""
    position = table(THIEF, RICH, THIRD, point="robber", cause=1)
    return play(position, "robber 9", "rob p1", "steal grain", *texts)


def near(found, expected, samples=SAMPLES):
    """Frequencies within five standard deviations."""
    for key in set(found) | set(expected):
        p = expected.get(key, 0.0)
        assert abs(found[key] - p * samples) <= 5 * (p * (1 - p) * samples) ** 0.5, (key, found[key], p * samples)


def drawn(view, read, samples=SAMPLES):
    """How often each reading comes up in positions drawn to fit a view."""
    rng = np.random.default_rng(5)
    return Counter(read(view.sample(rng)) for _ in range(samples))


def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others():
    view = table(THIEF, RICH, THIRD).view(2)
    assert view.fields["hand"] == [[0] * 5, [0] * 5, [0, 0, 0, 2, 0], [0] * 5]
    assert view.fields["hand_size"] == [1, 4, 2, 0]


def test_a_spectator_sees_no_hand():
    view = table(THIEF, RICH, THIRD).view(None)
    assert view.fields["hand"] == [[0] * 5] * 4
    assert view.fields["old_size"] == [0, 2, 0, 0]


def test_hidden_development_cards_show_their_number_and_which_are_new():
    position = table(Seat(settlements=[24], roads=walk(24, 19), old=["soldier"], new=["point"]), THIRD)
    view = position.view(1)
    assert (view.fields["old"], view.fields["new"]) == ([[0] * 5] * 4, [[0] * 5] * 4)
    assert (view.fields["old_size"][0], view.fields["new_size"][0]) == (1, 1)
    assert position.view(0).fields["new"][0] == [0, 0, 0, 0, 1]


def test_the_deck_is_known_to_nobody_but_its_size():
    position = table(THIEF, RICH, THIRD)
    for seat in (None, 0, 1, 2):
        assert position.view(seat).fields["deck"] == [0] * 5
        assert position.view(seat).fields["deck_size"] == 23


def test_unseen_cards_are_those_in_the_deck_and_in_other_hands():
    position = table(THIEF, RICH, THIRD)
    assert position.view(1).fields["unseen_cards"] == [13, 2, 2, 2, 4]
    assert position.view(0).fields["unseen_cards"] == [14, 2, 2, 2, 5]
    assert position.view(None).fields["unseen_cards"] == [14, 2, 2, 2, 5]


def test_a_view_counts_only_the_points_it_can_see():
    position = table(THIEF, RICH, THIRD)
    assert position.scores == (1, 2, 1)
    assert position.view(1).scores == (1, 2, 1)
    assert position.view(0).scores == position.view(None).scores == (1, 1, 1)


def test_everything_is_remembered_but_steals_between_others():
    assert table(THIEF, RICH, THIRD).view(2).fields["seen"][1] == [0, 3, 1, 0, 0]
    view = robbed().view(2)
    assert view.fields["seen"][:3] == [[0, 0, 0, 0, 1], [0, 3, 1, 0, 0], [0, 0, 0, 2, 0]]
    assert view.fields["unseen_steals"][0] == [0, 1, 0, 0]


def test_thief_and_victim_know_the_stolen_card():
    for seat in (0, 1):
        view = robbed().view(seat)
        assert view.fields["unseen_steals"] == [[0] * 4] * 4
        assert view.fields["seen"][:2] == [[0, 0, 1, 0, 1], [0, 3, 0, 0, 0]]


def test_a_spectator_remembers_as_somebody_who_never_held_a_card():
    view = robbed().view(None)
    assert view.fields["unseen_steals"][0][1] == 1
    assert view.fields["seen"][1] == [0, 3, 1, 0, 0]


def test_what_is_seen_and_unseen_adds_up_to_the_hand_sizes():
    game = burgrave.game("catan", players=4)
    bot = burgrave.bot("random", game, seed=3)
    match = game.match(seed=3)
    while not match.is_over and len(match.log) < 1200:
        match.play(bot.choose(match.position.view(match.position.to_act)))
        if len(match.log) % 20:
            continue
        for viewer in (None, 0, 1, 2, 3):
            fields = match.position.view(viewer).fields
            for seat in range(4):
                gained = sum(fields["unseen_steals"][seat])
                lost = sum(row[seat] for row in fields["unseen_steals"])
                held = fields["hand_size"][seat] + fields["aside_size"][seat]
                assert sum(fields["seen"][seat]) + gained - lost == held
            if viewer is not None:
                own = [a + b for a, b in zip(fields["hand"][viewer], fields["aside"][viewer], strict=True)]
                assert fields["seen"][viewer] == own


def discards():
    first = Seat(settlements=[35], roads=walk(35, 40), hand={"ore": 8})
    second = Seat(settlements=[24], roads=walk(24, 19), hand={"wool": 4, "grain": 4})
    position = table(first, second, THIRD, point="dice", to_act=-1)
    return position.game, play(position, "roll 3 4", "discard wool", "discard grain")


def test_discards_are_secret_until_the_last_is_made():
    _, position = discards()
    view = position.view(2)
    assert (view.fields["aside"][1], view.fields["aside_size"][1], view.fields["owed"][1]) == ([0] * 5, 2, 2)
    assert view.fields["seen"][1] == [0, 4, 4, 0, 0]
    assert position.view(1).fields["aside"][1] == [0, 1, 1, 0, 0]
    after = play(position, "discard wool", "discard wool", *["discard ore"] * 4)
    assert after.view(2).fields["seen"][1] == [0, 1, 3, 0, 0]


def test_laid_aside_cards_come_at_random_out_of_the_same_hand():
    _, position = discards()
    found = drawn(position.view(2), lambda sample: tuple(sample.fields["aside"][1]))
    expected = {(0, k, 2 - k, 0, 0): comb(4, k) * comb(4, 2 - k) / comb(8, 2) for k in range(3)}
    near(found, expected)


def match_with_secrets():
    """A three-player beginners' game with a steal and a purchase in it."""
    texts = ["roll", "roll 3 4", "robber 10", "rob p2", "steal lumber", "end"]
    return burgrave.game("catan", players=3, set_up="beginner").replay(texts)


def test_the_log_hides_a_stolen_card_from_those_who_did_not_see_it():
    match = match_with_secrets()
    assert match.log_for(0)[4] == match.log_for(2)[4] == "steal lumber"
    assert match.log_for(1)[4] == match.log_for(None)[4] == "steal ?"


def played(position, *texts):
    """How the last of some moves reads to everybody right after it, and the record before it."""
    before = play(position, *texts[:-1])
    after = before.play(texts[-1])
    parts = position.game.rules.parts
    move = position.game.move(texts[-1])
    seats = (None, *range(position.game.players))
    return {seat: parts.seen_as(move, seat, before.s, after.s) for seat in seats}


def test_a_drawn_card_is_read_by_its_buyer_only():
    buyer = Seat(settlements=[24], roads=walk(24, 19), hand={"ore": 1, "wool": 1, "grain": 1})
    assert played(table(buyer, THIRD), "buy", "draw plenty") == {None: "draw ?", 0: "draw plenty", 1: "draw ?"}


def test_a_discard_is_read_by_everybody_once_the_last_is_made():
    _, position = discards()
    assert played(position, "discard wool") == {None: "discard ?", 0: "discard ?", 1: "discard wool", 2: "discard ?"}
    rest = ["discard wool", "discard wool", *["discard ore"] * 4]
    assert set(played(position, *rest).values()) == {"discard ore"}


def test_monopoly_reveals_hands_and_a_robber_move_does_not():
    position = table(Seat(settlements=[35], roads=walk(35, 40), old=["monopoly"]), RICH)
    parts = position.game.rules.parts
    named = position.play("play monopoly")
    assert not parts.reveals(position.game.move("play monopoly"), position.s, named.s)
    assert parts.reveals(position.game.move("name ore"), named.s, named.play("name ore").s)


def test_the_last_discard_reveals_what_others_discarded():
    _, position = discards()
    reveals = position.game.rules.parts.reveals
    for text in ["discard wool", "discard wool", *["discard ore"] * 4]:
        after = position.play(text)
        last = after.point != "discard"
        assert reveals(position.game.move(text), position.s, after.s) == last
        position = after


@pytest.mark.slow
def test_one_unseen_steal_took_each_card_of_the_victim_equally_likely():
    found = drawn(robbed().view(2), lambda sample: tuple(hand(sample, 0).items()))
    near(found, {(("wool", 1), ("ore", 1)): 3 / 4, (("grain", 1), ("ore", 1)): 1 / 4})


def test_a_victim_that_has_spent_its_only_grain_was_not_robbed_of_it():
    rich = Seat(settlements=[24], roads=walk(24, 19), hand={"wool": 3, "grain": 2, "ore": 3})
    position = play(table(THIEF, rich, THIRD, point="robber", cause=1), "robber 9", "rob p1", "steal wool")
    position = play(position, "end", "roll", "roll 1 1", "city 24")
    found = drawn(position.view(2), lambda sample: tuple(hand(sample, 0).items()), 200)
    assert found == {(("wool", 1), ("ore", 1)): 200}


def unseen_world(view):
    """Every way to label the unseen steals of a view that leaves no hand negative, with the number of ways to steal."""
    fields = view.fields
    steals = [
        (thief, victim)
        for thief in range(4)
        for victim in range(4)
        for _ in range(fields["unseen_steals"][thief][victim])
    ]
    worlds: Counter[object] = Counter()
    for labels in product(range(5), repeat=len(steals)):
        held = [list(row) for row in fields["seen"]]
        handled = [list(row) for row in fields["seen"]]
        for (thief, victim), label in zip(steals, labels, strict=True):
            held[thief][label] += 1
            handled[thief][label] += 1
            held[victim][label] -= 1
        if min(min(row) for row in held) < 0:
            continue
        weight = prod(factorial(handled[seat][r]) // factorial(held[seat][r]) for seat in range(4) for r in range(5))
        worlds[tuple(map(tuple, held))] += weight
    total = sum(worlds.values())
    return {world: weight / total for world, weight in worlds.items()}


def crossed():
    """Seats 1 and 2 have robbed each other and seat 3; seat 0 saw none of it."""
    seats = [
        Seat(settlements=[35], roads=walk(35, 40), hand={"ore": 1}),
        Seat(settlements=[24], roads=walk(24, 19), hand={"wool": 2}),
        Seat(settlements=[23], roads=walk(23, 17), hand={"grain": 1, "brick": 1}),
        Seat(settlements=[46], roads=walk(46, 50), hand={"lumber": 1, "wool": 1}),
    ]
    steals = np.zeros((4, 4, 5), int)
    steals[1, 2, RESOURCES.index("wool")] = 1
    steals[2, 1, RESOURCES.index("brick")] = 1
    steals[2, 3, RESOURCES.index("grain")] = 1
    return table(*seats, steals=steals.tolist())


@pytest.mark.slow
def test_unseen_steals_are_drawn_as_often_as_there_are_ways_to_steal():
    view = crossed().view(0)
    expected = unseen_world(view)
    assert len(expected) > 3
    found = drawn(view, lambda sample: tuple(map(tuple, sample.s.hand.tolist())), 20 * SAMPLES)
    near(found, expected, 20 * SAMPLES)


def test_samples_of_steals_that_cross_fit_their_view_and_differ():
    view = crossed().view(0)
    samples = [view.sample(number) for number in range(20)]
    assert all(sample.view(0) == view for sample in samples)
    assert len({sample.s.hand.tobytes() for sample in samples}) > 1


def test_hidden_development_cards_are_dealt_as_a_shuffle():
    first = Seat(settlements=[24], roads=walk(24, 19), soldiers=12, shown=3)
    second = Seat(settlements=[12], roads=walk(12, 17), old=["soldier", "plenty"])
    position = table(first, second, deck={"soldier": 1, "point": 2})
    unseen = position.view(0).fields["unseen_cards"]
    assert unseen == [2, 0, 1, 0, 2]
    found = drawn(position.view(0), lambda sample: tuple(sample.fields["old"][1]))
    expected = {}
    for a, b, c in product(range(3), range(2), range(3)):
        if a + b + c == 2:
            expected[a, 0, b, 0, c] = comb(2, a) * comb(1, b) * comb(2, c) / comb(5, 2)
    near(found, expected)


def test_the_active_seat_has_not_the_points_to_have_won():
    first = Seat(settlements=[12], cities=[24], roads=walk(12, 17) + walk(24, 19), old=["soldier", "plenty"])
    second = Seat(settlements=[46], roads=walk(46, 50), soldiers=12, shown=2)
    position = table(first, second, deck={"soldier": 1, "point": 3}, options={"target_points": 5})
    found = drawn(position.view(1), lambda sample: sample.fields["old"][0][4])
    ways = {k: comb(3, k) * comb(3, 2 - k) for k in range(2)}
    near(found, {k: n / sum(ways.values()) for k, n in ways.items()})


def test_an_offer_shows_what_its_speakers_hold():
    thief = Seat(settlements=[35], roads=walk(35, 40), hand={"ore": 1, "brick": 1})
    position = play(table(thief, RICH, THIRD, point="robber", cause=1), "robber 9", "rob p1", "steal grain")
    position = play(position, "give grain", "want wool", "offer", "accept")
    found = drawn(position.view(2), lambda sample: sample.fields["hand"][0][RESOURCES.index("grain")], 100)
    assert found == {1: 100}


@pytest.mark.slow
def test_what_a_speaker_holds_leaves_the_other_cards_as_likely_as_they_were():
    victim = Seat(settlements=[24], roads=walk(24, 19), hand={"wool": 1, "grain": 6, "brick": 1})
    position = play(table(THIEF, victim, THIRD, point="robber", cause=1), "robber 9", "rob p1", "steal grain")
    position = play(position, "give ore", *["want grain"] * 5, "offer", "accept")
    found = drawn(position.view(2), lambda sample: tuple(hand(sample, 0)))
    near(found, {("wool", "ore"): 1 / 8, ("grain", "ore"): 6 / 8, ("brick", "ore"): 1 / 8})


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
def test_a_sample_fits_its_view_at_every_step_of_a_game(players):
    game = burgrave.game("catan", players=players)
    bot = burgrave.bot("random", game, seed=9)
    match = game.match(seed=9)
    for number in range(700):
        if match.is_over:
            break
        match.play(bot.choose(match.position.view(match.position.to_act)))
        for seat in (None, *range(players)):
            view = match.position.view(seat)
            sample = view.sample(number)
            assert sample.view(seat) == view
            assert sample.moves() == match.position.moves() or sample.to_act != seat
    assert number > 300


def test_after_the_end_nobody_hides_victory_points():
    seat = Seat(cities=[8, 18], roads=walk(8, 13, 18), hand={"ore": 1, "wool": 1, "grain": 1})
    other = Seat(settlements=[46], roads=walk(46, 50), old=["point", "soldier", "soldier"])
    over = play(table(seat, other, options={"target_points": 5}), "buy", "draw point")
    for number in range(50):
        assert over.view(0).sample(number).fields["old"][1][4] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"bank": [19, 19, 19, 19, 19]},
        {"hand_size": [2, 4, 2, 0]},
        {"deck_size": 25},
        {"old": [[0] * 5, [2, 0, 0, 0, 0], [0] * 5, [0] * 5]},
        {"used": [0, 1, 0, 0, 0]},
        {"shown": [1, 0, 0, 0]},
        {"soldiers": [-1, 1, 0, 0]},
        {"robber": 19},
        {"robber": -1},
        {"terrain": [0] * 19},
        {"number": [0] * 19},
        {"harbour": [5] * 9},
        {"ratio": [[3] * 5, [4] * 5, [4] * 5, [0] * 5]},
        {"road_length": [2, 1, 1, 0]},
        {"longest_road": 0},
        {"largest_army": 2},
        {"owner": [-1] * 54},
        {"road": [-1] * 72},
        {"stock": [[14, 5, 4], [14, 4, 4], [14, 4, 4], [0, 0, 0]]},
        {"turn": 0},
        {"turn": 2001},
        {"active": 3},
        {"active": 1},
        {"to_act": 1},
        {"winners": 1},
        {"point": 22},
        {"point": 13},
        {"cause": 1},
        {"victim": 1},
        {"rolled": 0},
        {"rolled": 2},
        {"roll": [0, 7]},
        {"free_roads": 1},
        {"picks": 1},
        {"offers": 11},
        {"given": [0, 0, 0, 0, 1]},
        {"answer": [0, 1, 0, 0]},
        {"owed": [0, 1, 0, 0]},
        {"viewer": 1},
        {"unseen_cards": [1, 0, 0, 0, 0]},
        {"seen": [[1] * 5] * 4},
        {"placed": 3},
        {"step": 1},
        {"steals": [[[1] * 5] * 4] * 4},
    ],
    ids=str,
)
def test_a_damaged_position_is_refused(changes):
    position = table(THIEF, RICH, THIRD)
    with pytest.raises(ValueError, match=r"\w"):
        changed(position, **changes)


def test_a_building_that_breaks_the_distance_rule_is_refused():
    with pytest.raises(ValueError, match="distance rule"):
        table(Seat(settlements=[24, 18], roads=walk(24, 18)), THIRD)


def test_a_road_that_joins_nothing_is_refused():
    with pytest.raises(ValueError, match="joins none of its buildings"):
        table(Seat(settlements=[24], roads=walk(24, 18) + walk(50, 53)), THIRD)


def test_cards_in_hands_are_conserved():
    position = table(THIEF, RICH, THIRD)
    totals = [sum(column) for column in zip(*position.fields["hand"], position.fields["bank"], strict=True)]
    assert totals == [19] * 5
    assert position.fields["hand"][0] == cards({"ore": 1})
