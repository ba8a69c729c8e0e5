"""Finding puzzles: the same settings find the same ones, a stopped finder goes on, and what it finds is a puzzle."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from burgrave.arena.puzzle_finder import Found, Search, Settings, gap, kind_of, mean_values, rating_of
from burgrave.arena.puzzle_verifier import verdicts
from burgrave.bots.search import Candidate
from burgrave.core.game import game
from burgrave.core.puzzles import read

SETTINGS = Settings("barony", least=0.02, iterations=16, quick=8, seed=3)
"""So little that some games take a moment."""


def found_in(games: list[Found]) -> list[dict[str, object]]:
    return [puzzle for one in games for puzzle in one.puzzles]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Search:
    """Some games, looked through without a stop."""
    search = Search(SETTINGS, tmp_path_factory.mktemp("finder") / "whole.jsonl")
    list(search.run(1000, 4))
    return search


def test_the_same_settings_find_the_same_puzzles_and_a_stopped_finder_goes_on(whole: Search, tmp_path: Path) -> None:
    stopped = Search(SETTINGS, tmp_path / "stopped.jsonl")
    next(stopped.run(1000, 4))
    again = Search(SETTINGS, tmp_path / "stopped.jsonl")
    assert len(again.games) == 1
    list(again.run(1000, 4))
    assert found_in(whole.games) == found_in(again.games) != []
    assert [one.to_json() for one in whole.chosen(50)] == [one.to_json() for one in again.chosen(50)]


def test_what_is_found_is_a_puzzle_by_the_rules(whole: Search) -> None:
    for told in found_in(whole.games):
        one = read("barony", json.dumps(told), 1)
        one.check()
        first, second = sorted(one.values, reverse=True)[:2]
        assert first > second
    figures = whole.figures
    assert figures["puzzles"] <= figures["agreed"] <= figures["candidates"] <= figures["decisions"]


def test_puzzles_are_chosen_from_all_kinds_and_difficulties_in_turn(whole: Search, tmp_path: Path) -> None:
    search = Search(SETTINGS, tmp_path / "journal.jsonl")
    (told, *_) = found_in(whole.games)
    search.games = [
        Found(number, puzzles=[{**told, "seed": number, "kind": kind, "rating": rating}] * 3)
        for number, (kind, rating) in enumerate(
            [("kind.movement", 1000)] * 8 + [("kind.title", 1000), ("kind.title", 1300)]
        )
    ]
    assert len(search.puzzles()) == 2 * 10  # two of a game at most
    chosen = search.chosen(6)
    assert [(one.kind, one.level) for one in chosen] == [
        *[("kind.movement", "easy")] * 2,
        *[("kind.title", "easy")] * 2,
        *[("kind.title", "medium")] * 2,
    ]
    assert [one.place for one in chosen] == [1, 2, 3, 4, 5, 6]
    assert len(search.chosen(1000)) == 20


def test_another_search_agrees_or_says_what_it_would_play(whole: Search) -> None:
    one = whole.chosen(50)[0]
    (verdict,) = verdicts([one], 2, 7)
    assert [verdict] == list(verdicts([one], 2, 7))
    other = replace(one, best=one.greedy) if verdict.agrees else one
    disagreeing = replace(verdict, puzzle=other, best="pass")
    assert not disagreeing.agrees
    assert not disagreeing.confirms(0.0)
    assert "would play 'pass'" in str(disagreeing)
    agreeing = replace(verdict, best=one.best, lead=0.2)
    assert agreeing.confirms(0.15)
    assert not agreeing.confirms(0.25)
    assert "20 points ahead" in str(agreeing)


def test_a_journal_of_other_settings_is_left_alone(tmp_path: Path) -> None:
    Search(SETTINGS, tmp_path / "journal.jsonl")
    with pytest.raises(ValueError, match="begun with other settings"):
        Search(replace(SETTINGS, seed=4), tmp_path / "journal.jsonl")


@pytest.mark.parametrize("wrong", [{"least": 0.0}, {"least": 1.0}, {"iterations": 0}, {"quick": 0}, {"early": 1.0}])
def test_settings_that_find_nothing_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="least"):
        replace(SETTINGS, **wrong)  # type: ignore[arg-type]


def test_a_difference_is_measured_against_the_best_of_all_others() -> None:
    moves = game("barony", players=2).rules.verbs.moves
    looked = [Candidate(moves[k], visits, 0.1, value) for k, visits, value in ((0, 9, 0.6), (1, 5, 0.2), (2, 1, 0.5))]
    assert gap(looked) == pytest.approx(0.1)
    twice = [looked, [Candidate(moves[0], 19, 0.1, 0.9)]]
    assert mean_values(twice)[moves[0]] == pytest.approx((10 * 0.6 + 20 * 0.9) / 30)


def test_a_puzzle_is_harder_the_deeper_one_must_look_and_the_more_moves_there_are() -> None:
    assert rating_of(160, [60, 30]) > rating_of(10, [60, 30])
    assert rating_of(10, [60, *[30] * 20]) > rating_of(10, [60, 30]) > rating_of(10, [90, 30])


def test_a_kind_is_the_kind_of_action_or_else_the_decision() -> None:
    match = game("barony", players=2).match(seed=1)
    view = match.view(match.position.to_act)
    assert kind_of(view, view.moves()[0]) == "point.place"
