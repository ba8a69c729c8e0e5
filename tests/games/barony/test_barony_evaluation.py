"""The greedy bot sees what is good: it pays exactly, builds, raids, and beats players without a plan."""

import pytest
from barony_table import Baron, table, tokens
from playing import greedy_choice, play, played_out

import burgrave


def test_it_pays_without_waste():
    position = table(Baron(tokens={"plain": 2, "field": 2, "mountain": 1})).play("pay plain")
    while position.point == "pay":
        position = position.play(greedy_choice(position, samples=1))
    assert tokens(position, 0) == {"plain": 1}


def test_it_takes_the_dearest_token():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"mountain": 3, "plain": 1}))
    assert greedy_choice(position.play("move 24 31"), samples=1) == "take plain"


def test_it_builds_before_it_says_done():
    position = play(table(Baron(knights=[31, 16])), "village 31")
    assert greedy_choice(position, samples=1) in ("village 16", "stronghold 16")


def test_it_founds_a_city_when_it_can():
    assert greedy_choice(table(Baron(villages=[53])), samples=1) == "city 53"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_players_without_a_plan(players):
    game, won = burgrave.game("barony", players=players), 0
    for number in range(20):
        seat = number % players
        bots = [burgrave.bot("random", game, seed=f"{number} {other}") for other in range(players)]
        bots[seat] = burgrave.bot("greedy", game, seed=number, samples=1)
        won += seat in played_out(game, bots, number).position.winners
    assert won >= 17
