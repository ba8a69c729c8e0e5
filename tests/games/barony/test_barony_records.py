"""Recorded games: one for each way to end."""

import pytest
from playing import recorded

from burgrave.games.barony.board import DUKE


@pytest.mark.parametrize(
    ("name", "dukes", "scores", "winner"),
    [
        ("duke-2-players", [0], (80, 66), 0),
        ("duke-3-players", [0], (83, 66, 66), 0),
        ("duke-4-players", [2], (68, 46, 81, 72), 2),
        ("last-seat-duke", [1], (69, 81), 1),
        ("two-dukes-tied", [0, 1], (80, 80), 1),
        ("king-who-is-no-duke", [1], (51, 70, 72, 70), 2),
        ("max-rounds", [], (22, 16, 28), 2),
        ("random-max-rounds", [], (65, 42), 0),
        ("all-options", [0], (80, 69, 72, 61), 0),
    ],
)
def test_the_recorded_game_ends_as_it_did(name, dukes, scores, winner):
    match = recorded(f"barony-{name}")
    titles = match.position.s.title.tolist()
    assert match.is_over
    assert [seat for seat, title in enumerate(titles) if title == DUKE] == dukes
    assert match.position.scores == scores
    assert match.position.winners == (winner,)


@pytest.mark.parametrize("name", ["max-rounds", "random-max-rounds"])
def test_a_game_without_a_duke_ends_with_the_last_round_allowed(name):
    match = recorded(f"barony-{name}")
    assert match.position.s.round_number == match.game.options["max_rounds"]


def test_a_duke_who_is_not_last_leaves_the_others_their_turns():
    match = recorded("barony-duke-3-players")
    movers = list(match.movers)
    rose = next(number for number, p in enumerate(match.positions) if p.s.title[0] == DUKE)
    assert set(movers[rose:]) == {1, 2}
