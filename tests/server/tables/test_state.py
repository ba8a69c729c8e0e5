"""A table is the fold of its events: whatever people do, cut anywhere and read again, gives the same table."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields, replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import burgrave
from burgrave.core.errors import Mistake
from burgrave.core.game import Game
from burgrave.server.store.kinds import EventKind, SeatKind, Status
from burgrave.server.store.rows import EventRow, Made, Seat, StoredTable
from burgrave.server.store.storage import Storage
from burgrave.server.tables import commands, undo
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import CLASSES, Closed, Event, Moved, Said, decoded, encoded
from burgrave.server.tables.games import Games, Preparation
from burgrave.server.tables.keys import new_id
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import CHAT_KEPT, TableState
from burgrave.server.tables.table import Table

LEVELS = ("random", "easy", "Mine")
STEPS = 60
PERSON, BOT = Seat(0, SeatKind.PERSON, "Anna", None, "0a"), Seat(0, SeatKind.BOT, "Bruno", "Mine")
FREE = Seat(0, SeatKind.FREE)


def made_with(game: Game, *seats: Seat, clock: int | None = None) -> Made:
    placed = tuple(replace(seat, seat=number) for number, seat in enumerate(seats))
    return Made(new_id(), game.name, game.options, True, "host", clock, "5ec2e7", "c0", 1000.0, placed)


def picture(state: TableState) -> dict[str, Any]:
    """Everything there is to a state, to be compared."""
    found = {field.name: getattr(state, field.name) for field in fields(state) if field.name not in ("game", "match")}
    match = state.match
    if match is not None:
        found["match"] = (
            match.log,
            match.position.s.tobytes(),
            match.names,
            match.forfeited,
            match.seed,
            match.winners,
        )
    return found


def stored(events: list[Event]) -> list[EventRow]:
    """Events as they come back from the database."""
    rows = []
    for event in events:
        row = encoded(event)
        text = json.dumps(asdict(row))
        back = json.loads(text)
        rows.append(EventRow(back["seq"], back["at"], EventKind(back["kind"]), back["seat"], back["data"]))
    return rows


class Life(RuleBasedStateMachine):
    """A table's life: people and bots do whatever comes to their mind."""

    game: Game

    @initialize(seats=st.lists(st.sampled_from((PERSON, BOT, BOT, FREE)), min_size=3, max_size=3))
    def make(self, seats: list[Seat]) -> None:
        self.made = made_with(self.game, *seats)
        self.state = TableState.of(self.made, self.game)
        self.rows: list[EventRow] = []
        self.states, self.pictures = [self.state], [picture(self.state)]
        self.head, self.seats = self.state.head, list(self.state.seats)
        self.now = 1000.0
        self.do(commands.begin)

    def do(self, command: Callable[[Draft], object]) -> None:
        """Let a command be stored as a server does, unless it is refused."""
        self.now += 1.0
        before, draft = picture(self.state), Draft(self.state, self.now)
        try:
            command(draft)
        except (Refusal, Mistake):
            assert picture(self.state) == before
            return
        append = draft.append()
        assert append.after == self.state.seq
        for event in draft.events:
            self.state = self.state.after(event)
            self.states.append(self.state)
            self.pictures.append(picture(self.state))
        assert picture(self.state) == picture(draft.state)
        self.rows += stored(draft.events)
        self.head = append.head
        for seat in append.seats:
            self.seats[seat.seat] = seat

    seat = st.integers(0, 2)

    @rule(seat=seat, entropy=st.sampled_from(("", "0123", "not hexadecimal")))
    def sit(self, seat: int, entropy: str) -> None:
        self.do(lambda draft: commands.sit(draft, seat, f"Person {seat}", entropy))

    @rule(seat=st.integers(-1, 3), level=st.sampled_from((*LEVELS, "nobody")))
    def fill(self, seat: int, level: str) -> None:
        self.do(lambda draft: commands.fill(draft, seat, level, LEVELS))

    @rule(seat=seat)
    def come_back(self, seat: int) -> None:
        self.do(lambda draft: commands.come_back(draft, seat))

    @rule(seat=seat)
    def miss_a_bot(self, seat: int) -> None:
        self.do(lambda draft: commands.stand_in(draft, seat, "easy", LEVELS[:-1]))

    @rule(seat=seat)
    def fail(self, seat: int) -> None:
        self.do(lambda draft: commands.forfeit(draft, seat, "Mine", "late"))

    @rule(number=st.integers(0, 1000), count=st.integers(1, 4))
    def play(self, number: int, count: int) -> None:
        for _ in range(count):
            to_act = self.state.to_act
            if self.state.match is not None and to_act is not None:
                moves = self.state.match.position.moves()
                text = moves[number % len(moves)].text
                self.do(lambda draft, to_act=to_act, text=text: commands.play(draft, to_act, draft.state.seq, text))

    @rule(seat=seat, back=st.integers(0, 3), text=st.sampled_from(("pass", "roll", "take 1", "nonsense")))
    def play_anything(self, seat: int, back: int, text: str) -> None:
        self.do(lambda draft: commands.play(draft, seat, draft.state.seq - back, text))

    @rule(seat=seat)
    def take_back(self, seat: int) -> None:
        self.do(lambda draft: commands.take_back(draft, seat, draft.state.seq))

    @rule(seat=seat, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        self.do(lambda draft: commands.answer_undo(draft, seat, yes))

    @rule(seat=seat, answer=st.sampled_from(("forced", "refuse", "pass main", "pass answer", "pass")), on=st.booleans())
    def stand(self, seat: int, answer: str, on: bool) -> None:
        self.do(lambda draft: commands.stand(draft, seat, answer, on))

    @rule(seat=st.one_of(st.none(), seat), text=st.sampled_from(("hello", "", "zażółć gęślą")))
    def say(self, seat: int | None, text: str) -> None:
        self.do(lambda draft: commands.say(draft, seat, "Name", text))

    @rule()
    def play_again(self) -> None:
        self.do(lambda draft: commands.follow_with(draft, "another"))

    @invariant()
    def the_row_says_what_the_state_is(self) -> None:
        assert self.head == self.state.head
        assert tuple(self.seats) == self.state.seats

    def teardown(self) -> None:
        """Read it again, cut at every event: each part is what it was then, and the rest leads to the same end."""
        assert [picture(state) for state in self.states] == self.pictures  # none has changed since
        fresh = TableState.of(self.made, self.game)
        events = [decoded(row) for row in self.rows]
        for cut, then in enumerate(self.pictures):
            part = fresh.replayed(events[:cut])
            assert part.problem is None
            assert picture(part) == then
            assert picture(part.replayed(events[cut:])) == self.pictures[-1]


def live(game: Game, examples: int) -> None:
    machine = type("LifeOf" + game.name.title(), (Life,), {"game": game})
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine, settings=settings(max_examples=examples, stateful_step_count=STEPS, deadline=None)
    )


def test_any_table_of_a_short_game_is_the_fold_of_its_events(pebbles: Game) -> None:
    live(burgrave.game("pebbles", players=3, heap=6), 60)


@pytest.mark.parametrize(("name", "options"), [("catan", {"set_up": "beginner"}), ("barony", {})])
def test_any_table_of_a_long_game_is_the_fold_of_its_events(name: str, options: dict[str, Any]) -> None:
    live(burgrave.game(name, players=3, **options), 20)


@pytest.fixture
def begun(pebbles: Game) -> TableState:
    """Two people at a game that has begun."""
    draft = Draft(TableState.of(made_with(pebbles, PERSON, PERSON), pebbles), 1001.0)
    commands.begin(draft)
    return draft.state


def after(state: TableState, *happened: Any) -> TableState:
    for what in happened:
        state = state.after(Event(state.seq + 1, state.changed_at + 1, what))
    return state


def test_every_kind_of_event_has_its_class() -> None:
    assert set(CLASSES) == set(EventKind)
    assert len(set(CLASSES.values())) == len(EventKind)


def test_a_state_does_not_change(begun: TableState) -> None:
    before = picture(begun)
    assert begun.match is not None
    move = begun.match.position.moves()[0].text
    assert begun.to_act is not None
    further = after(begun, Moved(begun.to_act, move), Said(0, "Anna", "hello"))
    assert picture(begun) == before
    assert further.seq == begun.seq + 2
    assert further.position_seq == begun.seq + 1


def test_a_move_that_the_rules_refuse_is_no_event(begun: TableState) -> None:
    assert begun.to_act is not None
    with pytest.raises(ValueError, match="turn"):
        after(begun, Moved(1 - begun.to_act, "take 1"))
    with pytest.raises(Mistake):
        after(begun, Moved(begun.to_act, "take 99"))


def test_a_stored_move_that_the_rules_refuse_today_is_the_tables_problem(begun: TableState) -> None:
    assert begun.to_act is not None
    event = Event(begun.seq + 1, 2000.0, Moved(begun.to_act, "take 99"))
    broken = begun.replayed([event, Event(event.seq + 1, 2001.0, Said(None, "Anna", "what now?"))])
    assert broken.problem is not None
    assert broken.problem.seq == event.seq
    assert (broken.seq, [line.text for line in broken.chat]) == (event.seq + 1, ["what now?"])
    assert broken.match is begun.match
    with pytest.raises(Refusal, match="broken"):
        commands.play(Draft(broken, 2002.0), begun.to_act, broken.seq, "take 1")


def test_chance_that_the_seed_did_not_draw_is_a_problem(begun: TableState) -> None:
    fresh = TableState.of(begun.made, begun.game)
    forged = [replace(event, what=Moved(-1, text)) for event, text in forgeries(begun)]
    assert forged
    for event in forged:
        state = fresh.replayed([*begun.events[: event.seq - 1], event])
        assert state.problem is not None
        assert state.problem.seq == event.seq


def forgeries(state: TableState) -> Iterator[tuple[Event, str]]:
    """Chance's moves, each with another that it could have made."""
    assert state.match is not None
    for seq, (move, position) in zip(state.move_seqs, state.match.steps(), strict=True):
        others = [other.text for other in position.moves() if position.to_act == burgrave.CHANCE and other != move]
        if others:
            yield state.events[seq - 1], others[0]


def test_what_was_submitted_for_an_earlier_position_is_late(begun: TableState) -> None:
    assert begun.to_act is not None
    draft = Draft(after(begun, Said(0, "Anna", "wait")), 2000.0)
    commands.play(draft, begun.to_act, begun.seq, "take 1")
    with pytest.raises(Late):
        commands.play(Draft(draft.state, 2001.0), begun.to_act, begun.seq, "take 1")


def test_the_oldest_lines_of_chat_are_forgotten(begun: TableState) -> None:
    state = after(begun, *(Said(0, "Anna", str(number)) for number in range(CHAT_KEPT + 5)))
    assert [line.text for line in state.chat] == [str(number) for number in range(5, CHAT_KEPT + 5)]


def test_a_closed_game_waits_for_nobody(begun: TableState) -> None:
    closed = after(begun, Closed())
    assert (closed.status, closed.to_act, closed.deadline) == (Status.CLOSED, None, None)
    assert undo.possible(closed, 0) is None


@pytest.mark.asyncio
async def test_a_table_read_from_the_database_is_the_one_that_was_played(storage: Storage, pebbles: Game) -> None:
    games = Games(1)
    games._load("pebbles", Preparation())
    games.preparations["pebbles"] = Preparation(ready=True)
    games._settled["pebbles", "rules"] = asyncio.Event()
    games._settled["pebbles", "rules"].set()
    chance = random.Random(4)
    for seats in ((PERSON, PERSON, FREE), (PERSON, FREE, BOT)):
        game = burgrave.game("pebbles", players=3, heap=30)
        state = TableState.of(made_with(game, *seats))
        await storage.create(StoredTable(state.made, state.head, state.seats), [], [(0, "me")], [])
        table = Table(state.made, storage, games, 0.0)
        await table.load()
        for _ in range(60):
            await do_something(table, chance)
            async with table.lock:  # a bot may be about to move
                row = await storage.table(table.id)
                assert row is not None
                assert (row.head, row.seats) == (table.state.head, table.state.seats)
        await table.stop()
        again = Table(row.made, storage, games, 0.0)
        await again.load()
        assert picture(again.state) == picture(table.state)
        assert again.sitters == table.sitters
        await again.stop()
    games.close()


async def do_something(table: Table, chance: random.Random) -> None:
    seat, state = chance.randrange(3), table.state
    try:
        match chance.randrange(7):
            case 0:
                await table.sit(seat, f"Person {seat}", "12", f"player {seat}", new_id())
            case 1:
                await table.say(seat, "Anna", "hello")
            case 2:
                await table.undo(seat, state.seq)
            case 3:
                await table.answer_undo(seat, chance.random() < 0.7)
            case 4 if chance.random() < 0.3:
                await table.fill(seat, "easy")
            case 5 if chance.random() < 0.3:
                await table.come_back(seat)
            case _ if state.match is not None and state.to_act is not None:
                await table.play(state.to_act, state.seq, chance.choice(state.match.position.moves()).text)
    except Refusal:
        pass
