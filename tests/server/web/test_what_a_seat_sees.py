"""Nobody gets more than a view: what goes to each seat, spectator and replay during whole games of every game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core import registry, words
from burgrave.server.store.kinds import SeatKind
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables.events import Event, Moved, Started
from burgrave.server.tables.games import Games, Preparation
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.json import events_json, state_json
from burgrave.server.web.pages.replay import perspective
from burgrave.server.web.parts import LOG_LINES, replay_parts, table_parts
from burgrave.server.web.requests import Asker

LOOKED_AT = 24
"""How many positions of a game are compared, spread over its whole length."""


@pytest.fixture(scope="module")
def games() -> Iterator[Games]:
    made = Games(1)
    for name in registry.games():
        made._load(name, Preparation())
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
            texts = [event["text"] for event in events_json(table, seat, 1)]
            assert "wire" not in json.dumps(events_json(table, seat, 0))
            assert tuple(texts) == match.log_for(seat)


@pytest.mark.parametrize("name", registry.games())
def test_a_page_is_the_same_whatever_the_hidden_things_are(name: str, games: Games) -> None:
    rng = np.random.default_rng(5)
    for match, _ in random_matches(name):
        if match.position.to_act == burgrave.CHANCE:
            continue
        for seat in (None, *range(match.game.players)):
            who = Asker(() if seat is None else (seat,), seat, False, "", None)
            real = table_parts(table_of(games, match), seat, "pl", who)
            other = match.copy()
            other._positions = other._positions.first(match.length).plus(match.view(seat).sample(rng))
            imagined = table_parts(table_of(games, other), seat, "pl", who)
            assert {**real.html, "log": ""} == {**imagined.html, "log": ""}
            assert real.state == imagined.state


@pytest.mark.parametrize("name", registry.games())
def test_the_log_of_a_page_is_what_the_seat_may_read(name: str, games: Games) -> None:
    for match, _ in random_matches(name):
        table = table_of(games, match)
        for seat in (None, *range(match.game.players)):
            who = Asker(() if seat is None else (seat,), seat, False, "", None)
            html = table_parts(table, seat, "en", who).html["log"]
            shown = [unescape(re.sub("<[^>]*>", "", line)) for line in re.findall(r"<li.*?</li>", html, re.DOTALL)]
            readings = zip(match.log_for(seat), match.movers, strict=True)
            sentences = [words.tell(match.game, text, mover, "en", match.names) for text, mover in readings]
            assert [line.strip() for line in shown] == sentences[: -LOG_LINES - 1 : -1]


def test_a_running_game_is_replayed_with_ones_own_eyes_only(games: Games) -> None:
    name = registry.games()[0]
    match, _ = next(random_matches(name))
    table = table_of(games, match)
    sitting = Asker((0,), 0, True, "", "me")
    assert perspective(table, sitting, "all") == (0, False)
    assert perspective(table, sitting, "1") == (0, False)
    assert perspective(table, sitting, "none") == (None, False)
    assert perspective(table, Asker((), None, False, "", None), "0") == (None, False)
    parts = replay_parts(table, match, 0, "en", False)
    assert parts.html["pieces"] == table_parts(table, 0, "en", sitting).html["pieces"]
