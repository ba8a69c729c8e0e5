"""The greedy bot understands the game."""

import pytest
from playing import played_out

import burgrave


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("estates", ["basic", "sheets"])
def test_greedy_wins_nearly_always_against_players_without_a_plan(players, estates):
    rules = burgrave.game("burgundy", players=players, estates=estates)
    won = 0
    for seed in range(20):
        own = seed % players
        bots = [burgrave.bot("greedy" if seat == own else "random", rules, seed=seed) for seat in range(players)]
        won += played_out(rules, bots, seed).position.winners == (own,)
    assert won >= 17
