"""Puzzles: every shipped one is replayed on the present rules; a broken one is named by file and number."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

import burgrave
from burgrave.core import puzzles, registry
from burgrave.core.glicko import BEGINNING, UNSURE, Rating, rated
from burgrave.core.puzzles import Puzzle, puzzle, read
from burgrave.core.scenes import TextError
from burgrave.core.words import LANGUAGES, words

GAMES = [game for game in burgrave.games() if puzzles.are_there(game)]
LEAST, LEAST_LEAD = 50, 15
"""How many puzzles a game of ours ships, and how many points of the chance to win their best moves are ahead."""


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_fits_the_present_rules(game: str) -> None:
    complaints = [complaint for _, complaint in puzzles.check((game,)) if complaint]
    assert complaints == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ships_its_puzzles_by_kind_and_from_easy_to_hard(game: str) -> None:
    shipped = puzzles.puzzles(game)
    assert [(one.kind, one.rating) for one in shipped] == sorted((one.kind, one.rating) for one in shipped)
    assert len({one.key for one in shipped}) == len(shipped)
    for language in LANGUAGES:
        assert all(one.kind in words(registry.spec(game).package, language) for one in shipped)


def test_every_game_of_ours_ships_puzzles() -> None:
    assert {"amber", "barony", "burgundy", "catan", "hansa"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ships_fifty_puzzles_whose_best_moves_are_far_ahead(game: str) -> None:
    shipped = puzzles.puzzles(game)
    assert len(shipped) >= LEAST
    for one in shipped:
        best, second = sorted(one.values, reverse=True)[:2]
        assert best - second >= LEAST_LEAD, one.where


@pytest.mark.parametrize("game", GAMES)
def test_a_games_puzzles_differ_in_kind_difficulty_and_players(game: str) -> None:
    shipped = puzzles.puzzles(game)
    assert len({one.kind for one in shipped}) > 1
    assert len({one.level for one in shipped}) > 1
    assert len({one.options["players"] for one in shipped}) > 1
    assert max(Counter(one.seed for one in shipped).values()) <= 3  # of one game


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_begins_with_a_view_in_which_its_moves_are_known(game: str) -> None:
    one = puzzles.puzzles(game)[0]
    view = one.view()
    assert view.seat == view.to_act
    assert one.best in [move.text for move in view.moves()]
    assert one.best != one.greedy


def barony() -> Puzzle:
    return puzzles.puzzles("barony")[0]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"moves": ("place 999",)}, "cannot be played"),
        ({"best": "fly"}, "is not legal"),
        ({"values": (1, 2)}, "legal moves, and values for 2"),
        ({"options": {"players": 9}}, "players"),
        ({"moves": ()}, "barony/puzzles.jsonl, puzzle 1"),
    ],
)
def test_a_puzzle_that_a_change_of_rules_has_broken_is_named(changes: dict[str, object], complaint: str) -> None:
    broken = replace(barony(), **changes)  # type: ignore[arg-type]
    with pytest.raises(TextError) as error:
        broken.check()
    assert str(error.value).startswith("barony/puzzles.jsonl, puzzle 1")
    assert complaint in str(error.value)


def test_a_line_that_is_no_puzzle_is_named() -> None:
    for line in ("nonsense", "{}", '{"moves": 3}', json.dumps([1])):
        with pytest.raises(TextError, match=r"catan/puzzles.jsonl, puzzle 7: this is no puzzle"):
            read("catan", line, 7)


def test_a_puzzle_is_the_same_after_it_was_written_and_read() -> None:
    one = barony()
    assert read("barony", one.to_json(), one.place) == one


def test_an_unknown_puzzle_is_said_to_be_unknown() -> None:
    with pytest.raises(TextError, match="has no puzzle '0-0'"):
        puzzle("barony", "0-0")


def test_the_puzzle_of_the_day_changes_daily_and_comes_again_only_when_all_have_come() -> None:
    games, day = tuple(GAMES), date(2026, 1, 1)
    count = min(len(puzzles.puzzles(game)) for game in games)
    shown = [puzzles.of_the_day(day + timedelta(days=n), games) for n in range(count * len(games))]
    assert len({(one.game, one.key) for one in shown if one}) == len(shown)
    assert {one.game for one in shown[: len(games)] if one} == set(games)
    assert puzzles.of_the_day(day, games) == shown[0]
    assert puzzles.of_the_day(day, ()) is None


def test_a_rating_rises_with_solved_puzzles_and_becomes_surer() -> None:
    assert Rating() == Rating(BEGINNING, UNSURE)
    won, lost = rated([(1200, True)]), rated([(1200, False)])
    assert won.value - BEGINNING == pytest.approx(BEGINNING - lost.value)
    assert rated([(1500, True)]).value > won.value > BEGINNING
    assert rated([(1200, True)] * 9).deviation < won.deviation < UNSURE
    steady = rated([(1400, k % 2 == 0) for k in range(400)])
    assert steady.value == pytest.approx(1400, abs=40)
