"""The evaluation: a player who follows it builds, trades sensibly, and beats chance."""

import pytest
from catan_table import Seat, table, walk
from playing import greedy_choice, play, played_out

import burgrave
from burgrave.games.catan.board import INTERSECTION_HEX

FAR = Seat(settlements=[46], roads=walk(46, 50))
SAMPLES = 4


def test_a_greedy_player_takes_the_win():
    seat = Seat(settlements=[8], cities=[24], roads=walk(4, 8, 13, 18) + walk(24, 30), hand={"lumber": 1, "brick": 1})
    position = table(seat, FAR, options={"target_points": 5})
    assert position.play(greedy_choice(position, SAMPLES)).winners == (0,)


def test_a_greedy_player_builds_a_city_when_it_can():
    seat = Seat(settlements=[24], roads=walk(24, 18), hand={"ore": 3, "grain": 2})
    assert greedy_choice(table(seat, FAR), SAMPLES) == "city 24"


def test_a_greedy_player_starts_where_production_is_good():
    position = burgrave.game("catan", set_up="fixed_board", first_player="p0").start()
    after = position.play(greedy_choice(position, SAMPLES))
    pips = [0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1]
    numbers = [after.fields["number"][h] for h in hexes_around(after.fields["owner"].index(0))]
    assert sum(pips[n] for n in numbers) >= 10


def hexes_around(intersection):
    return [h for h in INTERSECTION_HEX[intersection].tolist() if h >= 0]


def test_a_greedy_player_does_not_give_its_cards_away():
    asked = Seat(settlements=[24], roads=walk(24, 18, 23), hand={"lumber": 1, "brick": 1, "wool": 1, "grain": 1})
    rich = Seat(settlements=[12], roads=walk(12, 17), hand={"wool": 1, "ore": 1})
    position = play(table(rich, asked), "give ore", "want lumber", "want brick", "offer")
    assert greedy_choice(position, SAMPLES) != "accept"


@pytest.mark.slow
def test_a_greedy_player_beats_three_random_ones():
    for seed in range(6):
        game = burgrave.game("catan", domestic_trade="off")
        seats = ["random", "random", "random"]
        seats.insert(seed % 4, "greedy")
        bots = [burgrave.bot(name, game, seed=f"{seed}-{k}") for k, name in enumerate(seats)]
        assert played_out(game, bots, seed).position.winners == (seed % 4,)
