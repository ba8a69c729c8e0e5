"""Nobody gets more than a view: what goes to each seat, spectator and replay during whole games of every game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core import registry
from burgrave.core.growing import Growing
from burgrave.core.story import Reader, line_of, story
from burgrave.server.notices.writing import LOOK_BACK, MOST_LINES, written
from burgrave.server.store.kinds import SeatKind
from burgrave.server.store.notices import Notice, NoticeKind
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables.events import Event, Moved, Started
from burgrave.server.tables.games import Games
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.happenings import happenings
from burgrave.server.web.history import marks
from burgrave.server.web.json import events_json, state_json
from burgrave.server.web.page_state import Parts
from burgrave.server.web.pages.replay import older_turns, perspective
from burgrave.server.web.parts import drawn_parts, replay_parts
from burgrave.server.web.rendered import Glance
from burgrave.server.web.requests import Asker

LOOKED_AT = 24
"""How many positions of a game are compared, spread over its whole length."""


@pytest.fixture(scope="module")
def games() -> Iterator[Games]:
    made = Games(1)
    for name in registry.games():
        made._load(name)
    yield made
    made.close()


def table_of(games: Games, match: Any) -> Table:
    """A table at which this match is being played, without a database."""
    names = tuple(f"Name{seat}" for seat in range(match.game.players))
    seats = tuple(Seat(seat, SeatKind.PERSON, name) for seat, name in enumerate(names))
    made = Made("t" * 22, match.game.name, match.game.options, True, "host", None, "s", "c", 0.0, seats)
    table = Table(made, None, games, 0.0)  # type: ignore[arg-type]
    happened = [
        Started("wire"),
        *(Moved(mover, move.text) for move, mover in zip(match.moves, match.movers, strict=True)),
    ]
    events = [Event(number, 0.0, what) for number, what in enumerate(happened, 1)]
    match.names = names
    table.state = replace(TableState.of(made, match.game).replayed(events), match=match, problem=None)
    return table


def random_matches(name: str) -> Iterator[tuple[Any, random.Random]]:
    """A whole game of random moves, stopped at some of its positions."""
    chance = random.Random(f"wire {name}")
    game = burgrave.game(name)
    match = game.match(seed="wire")
    whole = match.copy()
    while not whole.is_over:
        whole.play(chance.choice(whole.position.moves()))
    total = len(whole.moves)
    stops = sorted(chance.sample(range(total), min(LOOKED_AT, total)))
    for stop in stops:
        yield whole.first(stop), chance


@pytest.mark.parametrize("name", registry.games())
def test_a_program_gets_its_view_and_its_log_and_nothing_else(name: str, games: Games) -> None:
    for match, _ in random_matches(name):
        table = table_of(games, match)
        for seat in (None, *range(match.game.players)):
            state = state_json(table, seat, "en")
            assert state["view"] == json.loads(match.view(seat).to_json())
            assert [move["text"] for move in state["moves"]] == [move.text for move in match.view(seat).moves()]
            assert "seed" not in state
            texts = [event["text"] for event in events_json(table.state, seat, 1)]
            assert "wire" not in json.dumps(events_json(table.state, seat, 0))
            assert tuple(texts) == match.log_for(seat)


def without_story(parts: Parts) -> tuple[dict[str, str], dict[str, Any]]:
    """What a page shows of the position alone; what led to it has a test of its own."""
    return {**parts.html, "log": "", "latest": ""}, {**parts.state.told, "happened": []}


@pytest.mark.parametrize("name", registry.games())
def test_a_page_is_the_same_whatever_the_hidden_things_are(name: str, games: Games) -> None:
    rng = np.random.default_rng(5)
    for match, _ in random_matches(name):
        if match.position.to_act == burgrave.CHANCE:
            continue
        for seat in (None, *range(match.game.players)):
            who = Asker(() if seat is None else (seat,), seat, False, "", None)
            real = drawn_parts(Glance.at(table_of(games, match)), seat, "pl", who)
            other = match.copy()
            other._positions = other._positions.first(match.length).plus(match.view(seat).sample(rng))
            imagined = drawn_parts(Glance.at(table_of(games, other)), seat, "pl", who)
            assert without_story(real) == without_story(imagined)


def log_pages(table: Table, seat: int | None, language: str) -> list[str]:
    """A seat's whole log as a page gets it: the newest turns, then the older ones as somebody scrolls."""
    match, who = table.state.match, Asker(() if seat is None else (seat,), seat, False, "", None)
    assert match is not None
    pages = [drawn_parts(Glance.at(table), seat, language, who).html["log"]]
    found = re.search(r'data-first="(\d+)"', pages[0])
    first = int(found[1]) if found else 1
    while first > 1:
        answer = json.loads(bytes(older_turns(table.id, match, first, seat, False, language).body))
        pages.append(answer["html"])
        first = answer["first"]
    return pages


def words_in(html: str, tag: str, kind: str) -> list[str]:
    """The texts of all elements of a kind, without what is in them."""
    found = re.findall(rf"<{tag}\s[^>]*{kind}[^>]*>(.*?)</{tag}>", html, re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]*>", "", one)).split()) for one in found]


@pytest.mark.parametrize("name", registry.games())
def test_the_log_of_a_page_is_what_the_seat_may_read(name: str, games: Games) -> None:
    for match, _ in list(random_matches(name))[::4]:
        table = table_of(games, match)
        for seat in (None, *range(match.game.players)):
            html = "".join(log_pages(table, seat, "en"))
            events = [event for turn in reversed(story(match, Reader(seat), "en")) for event in turn.events]
            assert words_in(html, "a", "data-n") == [" ".join(line_of(event, "en").split()) for event in events]
            details = [detail for event in events for detail in event.details]
            assert [unescape(one) for one in re.findall("<p>(.*?)</p>", html)] == details


@pytest.mark.parametrize("name", registry.games())
def test_a_log_is_the_same_whatever_the_hidden_things_were(name: str, games: Games) -> None:
    rng = np.random.default_rng(7)
    *_, (match, _) = random_matches(name)
    for seat in (None, *range(match.game.players)):
        other = match.copy()
        imagined = [
            position if position.to_act == burgrave.CHANCE else position.view(seat).sample(rng)
            for position in match.positions
        ]
        other._positions = Growing(imagined)
        logs = [log_pages(table_of(games, one), seat, "pl") for one in (match, other)]
        assert logs[0] == logs[1]
        told = [happenings(one, seat, "pl") for one in (match, other)]
        assert told[0] == told[1]
        assert marks(match, seat, False) == marks(other, seat, False)


def notice(kind: NoticeKind, seat: int | None) -> Notice:
    return Notice("channel", "t" * 22, kind, 1, seat, 0.0, 0, 0.0)


@pytest.mark.parametrize("name", registry.games())
def test_a_notice_says_what_its_seat_may_read_whatever_the_hidden_things_were(name: str, games: Games) -> None:
    rng = np.random.default_rng(9)
    told = 0
    for match, _ in list(random_matches(name))[::3]:
        table = table_of(games, match)
        for seat in range(match.game.players):
            other = match.copy()
            other._positions = Growing(
                [
                    position if position.to_act == burgrave.CHANCE else position.view(seat).sample(rng)
                    for position in match.positions
                ]
            )
            imagined = table_of(games, other)
            message = written(table.state, notice(NoticeKind.TURN, seat), "en")
            assert message == written(imagined.state, notice(NoticeKind.TURN, seat), "en")
            own = [n for n in range(1, match.length + 1) if match.move_at(n)[1].to_act == seat]
            begin = max(own[-1] + 1 if own else 1, match.length - LOOK_BACK + 1)
            turns = story(match, Reader(seat), "en", begin, match.length) if begin <= match.length else []
            readable = [line for turn in turns for event in turn.events if (line := line_of(event, "en"))]
            assert list(message.lines) == readable[-MOST_LINES:]
            told += len(message.lines)
            for kind in (NoticeKind.UNDO, NoticeKind.SEAT, NoticeKind.REMATCH, NoticeKind.OVER):  # of a running game
                assert not any(written(table.state, notice(kind, seat), "en").lines)
    assert told


@pytest.mark.parametrize("name", registry.games())
def test_a_log_marks_only_sites_that_the_seat_may_know(name: str, games: Games) -> None:
    for match, _ in random_matches(name):
        if not match.length:
            continue
        for seat in (None, *range(match.game.players)):
            if match.log_for(seat)[-1] != match.log[-1]:
                _, _, brought = Reader(seat).effects(match, match.length)
                known = {place for effect in brought for place in (effect.source, effect.target)}
                assert set(marks(match, seat, False)) <= known


def test_an_estates_hexes_are_marked_for_whoever_placed_there() -> None:
    match = burgrave.load(Path(__file__).parents[2] / "records/burgundy-two-players.txt")
    numbers = range(1, match.length + 1)
    number = next(n for n in numbers if match.log[n - 1].startswith("place ") and match.move_at(n)[1].to_act == 1)
    placed = match.first(number)
    hexagon = f"x{match.log[number - 1].split()[-1]}"
    assert hexagon in marks(placed, 1, False)
    for seat, everything in ((0, False), (None, False), (0, True), (None, True)):
        found = marks(placed, seat, everything)
        assert hexagon not in found
        assert "p1" in found


def test_a_running_game_is_replayed_with_ones_own_eyes_only(games: Games) -> None:
    name = registry.games()[0]
    match, _ = next(random_matches(name))
    table = table_of(games, match)
    sitting = Asker((0,), 0, True, "", "me")
    assert perspective(table, sitting, "all") == (0, False)
    assert perspective(table, sitting, "1") == (0, False)
    assert perspective(table, sitting, "none") == (None, False)
    assert perspective(table, Asker((), None, False, "", None), "0") == (None, False)
    parts = replay_parts(Glance.at(table), match.length, 0, "en", False)
    assert parts.html["pieces"] == drawn_parts(Glance.at(table), 0, "en", sitting).html["pieces"]
