"""The greedy bot sees what is good: it pays exactly, builds, raids, and beats players without a plan."""

import pytest
from barony_table import Baron, play, table, tokens

import burgrave


def greedy(position):
    """What the greedy bot plays."""
    return burgrave.bot("greedy", position.game, seed=1, samples=1).choose(position.view(position.to_act)).text


def test_it_pays_without_waste():
    position = table(Baron(tokens={"plain": 2, "field": 2, "mountain": 1})).play("pay plain")
    while position.point == "pay":
        position = position.play(greedy(position))
    assert tokens(position, 0) == {"plain": 1}


def test_it_takes_the_dearest_token():
    position = table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"mountain": 3, "plain": 1}))
    assert greedy(position.play("move 24 31")) == "take plain"


def test_it_builds_before_it_says_done():
    position = play(table(Baron(knights=[31, 16])), "village 31")
    assert greedy(position) in ("village 16", "stronghold 16")


def test_it_founds_a_city_when_it_can():
    assert greedy(table(Baron(villages=[53]))) == "city 53"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_players_without_a_plan(players):
    game, won = burgrave.game("barony", players=players), 0
    for number in range(20):
        seat = number % players
        bots = [burgrave.bot("random", game, seed=f"{number} {other}") for other in range(players)]
        bots[seat] = burgrave.bot("greedy", game, seed=number, samples=1)
        match = game.match(seed=number)
        while not match.is_over:
            actor = match.position.to_act
            match.play(bots[actor].choose(match.view(actor)))
        won += seat in match.position.winners
    assert won >= 17
