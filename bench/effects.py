"""What it costs to tell what happens: the effects of a move, the update of a page, the previews of a decision.

Times are of the processor, so that a busy machine counts less.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Iterator
from statistics import mean
from typing import Any

import burgrave
from burgrave.bench import GOALS, Row, figure, goal
from burgrave.core import effects
from burgrave.core.match import Match
from burgrave.core.previews import previews
from burgrave.core.registry import spec
from burgrave.core.story import Reader
from burgrave.server.store.kinds import SeatKind
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables.events import Event, Moved, Started
from burgrave.server.tables.games import Games
from burgrave.server.tables.state import TableState
from burgrave.server.web.live import news
from burgrave.server.web.parts import drawn_parts
from burgrave.server.web.rendered import Glance
from burgrave.server.web.requests import Asker
from burgrave.server.web.sockets import MEMORY_LEVEL, WINDOW_BITS

OURS = ("amber", "barony", "burgundy", "catan", "hansa")
GOALS |= {"effects": dict.fromkeys(OURS, 50.0), "page update": dict.fromkeys(OURS, 3.0)}
MOST_MOVES = 400
ROUNDS = 7


def played(name: str, players: int | None = None) -> Match:
    """A game of random moves, or its first part."""
    match, luck = burgrave.game(name, players=players or burgrave.game(name).players).match(seed=1), random.Random(1)
    while not match.is_over and match.length < MOST_MOVES:
        match.play(luck.choice(match.position.moves()))
    return match


@figure("effects", per_game=True)
def effects_of_moves(name: str) -> Iterator[Row]:
    """What the moves of a game brought, from two views of one seat."""
    match, reader = played(name), Reader(0)
    best = float("inf")
    for _ in range(ROUNDS):
        asked = []
        for number in range(1, match.length + 1):  # fresh views: what they remember must not count
            _, before, after = match.move_at(number)
            asked.append((reader.view(before), reader.text(match, number, after), before.to_act, reader.view(after)))
        began = time.thread_time()
        for before_view, text, by, after_view in asked:
            assert by is not None
            effects.effects(before_view, text, by, after_view)
        best = min(best, time.thread_time() - began)
    yield Row("effects of a move", best / len(asked) * 1e6, "µs", name, goal("effects", name), at_least=False)


@figure("previews", per_game=True)
def previews_of_decisions(name: str) -> Iterator[Row]:
    """What all legal moves of a decision would cost and bring."""
    match = played(name)
    taken = []
    for number in range(1, match.length + 1, 10):
        _, before, _ = match.move_at(number)
        if before.to_act is not None and before.to_act >= 0:
            began = time.thread_time()
            previews(before.view(before.to_act), "en")
            taken.append(time.thread_time() - began)
    yield Row("previews of a decision", mean(taken) * 1e3, "ms", name)


@figure("page update", per_game=True)
def page_update(name: str) -> Iterator[Row]:
    """What a page is sent after each move, its effects included, in bytes on the wire.

    A connection compresses all its messages in one go, as the server does.
    """
    match, games = played(name, max(spec(name).players)), Games(1)
    seats = tuple(Seat(seat, SeatKind.PERSON, f"Player {seat}") for seat in range(match.game.players))
    made = Made("bench", name, match.game.options, False, "", None, "", "", 0.0, seats)
    state = TableState.of(made, match.game).after(Event(1, 0.0, Started(None)))
    who = Asker((0,), 0, False, "", None)
    shown: dict[str, Any] = {}
    connection = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=MEMORY_LEVEL)
    sizes = []
    for number in range(1, match.length + 1):
        move, before, _ = match.move_at(number)
        assert before.to_act is not None
        state = state.after(Event(number + 1, 0.0, Moved(before.to_act, move.text)))
        if state.to_act == burgrave.CHANCE:
            continue  # chance's moves are sent with the move before them
        parts = drawn_parts(Glance(made, state, games, frozenset(), {}, frozenset()), 0, "en", who)
        text, shown = news(parts, shown)
        sent = connection.compress(text.encode()) + connection.flush(zlib.Z_SYNC_FLUSH)
        sizes.append(len(sent) / 1000)
    later = sorted(sizes[1:])
    yield Row("page update, mean", mean(later), "kB", name)
    yield Row("page update, 95 of 100", later[len(later) * 95 // 100], "kB", name)
    yield Row("page update, largest", later[-1], "kB", name, goal("page update", name), at_least=False)
    games.close()
