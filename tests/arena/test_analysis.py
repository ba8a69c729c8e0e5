"""Analysis: what a search thinks of the moves of a match, through the eyes of those who made them."""

from __future__ import annotations

import pytest

from burgrave.arena.analysis import analyse, decisions, summed
from burgrave.bots.search import SearchBot
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.position import View


@pytest.fixture
def match(pebbles: Game) -> Match:
    """A game in which everybody always takes a single pebble."""
    match = pebbles.match(seed=5)
    while not match.is_over:
        match.play("take 1")
    return match


def test_every_choice_between_several_moves_is_judged(match: Match) -> None:
    found = list(analyse(match, iterations=50))
    assert [decision.number for decision in found] == decisions(match)
    assert len(found) < len(match.moves), "chance decides nothing"
    for decision in found:
        assert decision.seat == match.movers[decision.number]
        assert decision.played.move == match.moves[decision.number]
        assert {one.move for one in decision.candidates} == set(match.positions[decision.number].moves())
        assert decision.best.visits == max(one.visits for one in decision.candidates)
        assert 0 <= decision.loss <= 1


def test_taking_one_pebble_where_two_can_be_had_gives_something_away(match: Match) -> None:
    found = list(analyse(match, iterations=400))
    assert sum(decision.loss for decision in found) > 0.1
    assert any(decision.best.move.text != "take 1" and decision.loss > 0 for decision in found)


def test_the_search_sees_only_what_the_seat_saw(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []
    think = SearchBot.candidates

    def watched(bot: SearchBot, view: View) -> object:
        seen.append(view)
        return think(bot, view)

    monkeypatch.setattr(SearchBot, "candidates", watched)
    list(analyse(match, iterations=5))
    for number, view in zip(decisions(match), seen, strict=True):
        assert view == match.first(number).view(match.movers[number])


def test_one_seat_can_be_asked_about(match: Match) -> None:
    everybody = list(analyse(match, iterations=20))
    own = list(analyse(match, iterations=20, seat=1))
    assert [decision.number for decision in own] == [one.number for one in everybody if one.seat == 1]
    assert [row["seat"] for row in summed(own, 2)] == [1]


def test_the_same_arguments_give_the_same_judgements(match: Match) -> None:
    assert list(analyse(match, iterations=40, seed=3)) == list(analyse(match, iterations=40, seed=3))


def test_the_sums_count_who_agreed_with_the_search(match: Match) -> None:
    found = list(analyse(match, iterations=60))
    for row in summed(found, 2):
        own = [decision for decision in found if decision.seat == row["seat"]]
        assert row["decisions"] == len(own)
        assert row["agreed"] == sum(decision.best.move.text == "take 1" for decision in own)
        assert row["loss"] == pytest.approx(sum(decision.loss for decision in own) / len(own))
