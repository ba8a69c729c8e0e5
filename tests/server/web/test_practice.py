"""Lessons and puzzles tell no more than their seat's view, whatever the hidden things are."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from burgrave.core import lessons, puzzles, registry
from burgrave.core.match import Match
from burgrave.core.puzzles import Puzzle
from burgrave.core.spec import CHANCE
from burgrave.server.tables.games import Games
from burgrave.server.web.pages import practice
from burgrave.server.web.pages import puzzles as pages

GAMES = registry.games()
EVERY = 18
"""So few puzzles of a game are compared."""


@pytest.fixture(scope="module")
def app() -> Iterator[Any]:
    """What the pages ask of the application: its games."""
    games = Games(1)
    for name in GAMES:
        games._load(name)
    yield SimpleNamespace(games=games)
    games.close()


def imagined(match: Match, seat: int) -> Match:
    """The match with other hidden things than the true ones, of which the seat cannot tell them apart."""
    other = match.copy()
    position = match.view(seat).sample(np.random.default_rng(5))
    other._positions = other._positions.first(match.length).plus(position)
    return other


def shown(app: Any, match: Match, seat: int) -> tuple[dict[str, str], dict[str, Any]]:
    """What a page shows of the position; what led to it is the log's, which has a test of its own."""
    parts = practice.board_parts(app, match, seat, 1, "pl", asked=True)
    return {**parts.html, "log": "", "latest": ""}, {**parts.state.told, "happened": []}


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_looks_the_same_whatever_is_hidden(name: str, app: Any) -> None:
    for one in puzzles.puzzles(name)[::EVERY]:
        match = pages.match_of(one)
        seat = one.seat_of(match.position)
        assert shown(app, match, seat) == shown(app, imagined(match, seat), seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzles_answers_are_the_same_whatever_is_hidden(
    name: str, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(one: Puzzle, match: Match) -> list[Any]:
        monkeypatch.setattr(pages, "match_of", lambda _: match)
        wrong = [pages.answer_to(app, name, one.key, [text], "en")[1] for text in (one.greedy, *one.lines)]
        return [*(answer for answer in wrong if not answer["solved"]), pages.told_line(one, match, one.best, "en")]

    for one in puzzles.puzzles(name)[::EVERY]:
        match = one.match()
        seat = one.seat_of(match.position)
        assert answers(one, match) == answers(one, imagined(match, seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_looks_the_same_whatever_is_hidden(name: str, app: Any) -> None:
    for one in lessons.lessons(name):
        for step in one.steps[::3]:
            match = one.at(step.number)
            if match.position.to_act != CHANCE:
                assert shown(app, match, one.seat) == shown(app, imagined(match, one.seat), one.seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_lessons_picture_is_drawn_from_its_learners_view(name: str) -> None:
    for outline in (lessons.outline(name, key) for key in lessons.names(name)):
        assert lessons.picture(name, outline.name, "en").startswith("<svg")
        assert 2 <= outline.minutes <= 15
        assert set(outline.about) == set(outline.title)
