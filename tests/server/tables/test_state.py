"""A table is the fold of its events: whatever people do, cut anywhere and read again, gives the same table."""

from __future__ import annotations

import asyncio
import inspect
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import burgrave
from burgrave.core.errors import Mistake
from burgrave.core.game import Game
from burgrave.core.spec import CHANCE
from burgrave.server.store.kinds import EventKind, SeatKind, Status, TimeOut
from burgrave.server.store.rows import EventRow, Made, Seat, StoredTable, Timing
from burgrave.server.store.storage import Storage
from burgrave.server.tables import commands, leaving, pausing, undo
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import (
    CLASSES,
    ByHand,
    ChatCleared,
    Closed,
    Event,
    Hinted,
    Kicked,
    LineDeleted,
    Moved,
    NameForgotten,
    Paused,
    Said,
    SeatAsked,
    SpectatorsMay,
    Undone,
    decoded,
    encoded,
)
from burgrave.server.tables.games import Games, Preparation
from burgrave.server.tables.keys import new_id
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import CHAT_KEPT, TableState
from burgrave.server.tables.table import Table

LEVELS = ("random", "easy", "Mine")
STEPS = 60
PERSON, BOT = Seat(0, SeatKind.PERSON, "Anna", None, "0a"), Seat(0, SeatKind.BOT, "Bruno", "Mine")
CLOCKS = (None, Timing(30), Timing(0, 40, 5), Timing(20, 30, 0, TimeOut.FORFEIT), Timing(12 * 3600, 3600))
FREE = Seat(0, SeatKind.FREE)


def made_with(game: Game, *seats: Seat, clock: Timing | None = None) -> Made:
    placed = tuple(replace(seat, seat=number) for number, seat in enumerate(seats))
    return Made(new_id(), game.name, game.options, True, "host", clock, "5ec2e7", "c0", 1000.0, placed)


def picture(state: TableState, deleted: Mapping[int, dict[str, str]] | None = None) -> dict[str, Any]:
    """Everything there is to a state, to be compared; what was deleted of some lines of chat is nowhere any more."""
    deleted = deleted or {}
    found = {field.name: getattr(state, field.name) for field in fields(state) if field.name not in ("game", "match")}
    found["events"] = [
        replace(event, what=replace(event.what, **deleted[event.seq])) if event.seq in deleted else event
        for event in state.events
    ]
    found["chat"] = [replace(line, **deleted.get(line.seq, {})) for line in state.chat]
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

    @initialize(
        seats=st.lists(st.sampled_from((PERSON, BOT, BOT, FREE)), min_size=3, max_size=3),
        clock=st.sampled_from(CLOCKS),
        verifiable_by=st.sampled_from((None, (), (0,))),
        rated=st.sampled_from((False, False, True)),
        by_hand=st.sampled_from((False, False, True)),
    )
    def make(
        self,
        seats: list[Seat],
        clock: Timing | None,
        verifiable_by: tuple[int, ...] | None,
        rated: bool,
        by_hand: bool,
    ) -> None:
        if rated and clock is not None:
            clock = replace(clock, out=TimeOut.FORFEIT)
        made = made_with(self.game, *seats, clock=clock)
        self.made = replace(made, public=False, verifiable_by=verifiable_by, rated=rated)
        self.state = TableState.of(self.made, self.game)
        self.rows: list[EventRow] = []
        self.states, self.pictures = [self.state], [picture(self.state)]
        self.deleted: dict[int, dict[str, str]] = {}
        self.head, self.seats = self.state.head, list(self.state.seats)
        self.now = 1000.0
        self.given: dict[tuple[int, int], float] = {}
        self.at_position = self.at_a_stretch = 0.0
        if by_hand:
            self.do(lambda draft: draft.add(ByHand()))
        self.do(commands.begin)

    def do(self, command: Callable[[Draft], object]) -> None:
        """Let a command come a second later."""
        self.let_pass(1.0)
        self.do_now(command)

    def let_pass(self, seconds: float) -> None:
        """Let time pass; whose time is up loses the seat to the stand-in or for good, as at a server."""
        while seconds > 0:
            if self.state.halted_at is not None:
                self.now += seconds
                return
            decision, deadline = self.decision(), self.state.deadline
            passed = seconds if deadline is None else max(0.0, min(seconds, deadline - self.now))
            away = self.state.clock.away.get(decision[1]) if decision else None
            thought = passed if away is None else max(0.0, min(passed, self.now + passed - away.until))
            self.now += passed
            seconds -= passed
            self.at_position += passed
            if decision is not None:
                self.at_a_stretch += thought
                self.given[decision] = self.given.get(decision, 0.0) + thought
            if deadline is not None and self.now >= deadline:
                people = {seat.seat for seat in self.state.seats if seat.kind == SeatKind.PERSON}
                self.do_now(lambda draft, people=people: leaving.run_out(draft, draft.state.to_act, people, LEVELS))
                assert self.state.deadline != deadline

    def decision(self) -> tuple[int, int] | None:
        """The decision that a person has to make now."""
        seat = self.state.to_act
        if seat is None or seat == CHANCE or self.state.halted_at is not None:
            return None
        if self.state.seats[seat].kind != SeatKind.PERSON:
            return None
        return len(self.state.move_seqs), seat

    def note(self, before: TableState, decision: tuple[int, int] | None, event: Event) -> None:
        """Who takes a move back unasked has had the time since it, and not who was to act."""
        now, what = self.decision(), event.what
        unasked = isinstance(what, Undone) and before.undo_request is None and now is not None and now[1] == what.seat
        if unasked and (decision is None or decision[1] != what.seat):
            self.given[now] = self.given.get(now, 0.0) + self.at_position
            if decision is not None:
                self.given[decision] -= self.at_a_stretch
        if decision != now:
            self.at_a_stretch = 0.0
        if len(before.move_seqs) != len(self.state.move_seqs):
            self.at_position = 0.0

    def do_now(self, command: Callable[[Draft], object]) -> None:
        """Let a command be stored as a server does, unless it is refused."""
        before, draft = picture(self.state), Draft(self.state, self.now)
        try:
            command(draft)
        except (Refusal, Mistake):
            assert picture(self.state) == before
            return
        append = draft.append()
        assert append.after == self.state.seq
        for event in draft.events:
            state, decision = self.state, self.decision()
            self.state = state.after(event)
            self.note(state, decision, event)
            self.states.append(self.state)
            self.pictures.append(picture(self.state))
        assert picture(self.state) == picture(draft.state)
        self.rows += stored(draft.events)
        self.delete(draft.events)
        self.head = append.head
        for seat in append.seats:
            self.seats[seat.seat] = seat

    def delete(self, events: list[Event]) -> None:
        """Blank what an event deletes, as the database does."""
        for event in events:
            if isinstance(event.what, LineDeleted):
                self.deleted[event.what.line] = {"text": ""}
            elif isinstance(event.what, ChatCleared):
                self.deleted |= {row.seq: {"name": "", "text": ""} for row in self.rows if row.kind == EventKind.CHAT}
        self.rows = [replace(row, data={**row.data, **self.deleted.get(row.seq, {})}) for row in self.rows]

    seat = st.integers(0, 2)

    player = st.sampled_from((None, "one", "two"))

    @rule(seat=seat, entropy=st.sampled_from(("", "0123", "not hexadecimal")), player=player)
    def sit(self, seat: int, entropy: str, player: str | None) -> None:
        self.do(lambda draft: commands.sit(draft, seat, f"Person {seat}", entropy, player))

    @rule(seat=seat, player=player)
    def ask_seat(self, seat: int, player: str | None) -> None:
        self.do(lambda draft: commands.ask_seat(draft, SeatAsked(seat, "Person", "0123", player, "digest")))

    @rule(number=st.integers(0, 3), yes=st.booleans())
    def answer_seat(self, number: int, yes: bool) -> None:
        waiting = [*self.state.requests, 0]
        self.do(lambda draft: commands.answer_seat(draft, waiting[number % len(waiting)], yes))

    @rule(seat=st.integers(-1, 3), level=st.sampled_from((*LEVELS, "nobody")), player=player)
    def kick(self, seat: int, level: str, player: str | None) -> None:
        self.do(lambda draft: commands.kick(draft, seat, level, LEVELS, (player,) if player else ()))

    @rule(seat=st.integers(-1, 3))
    def leave(self, seat: int) -> None:
        self.do(lambda draft: leaving.leave(draft, seat))

    @rule(seat=seat, people=st.sets(seat))
    def resign(self, seat: int, people: set[int]) -> None:
        self.do(lambda draft: leaving.resign(draft, seat, people))

    @rule(others=st.sets(seat))
    def close(self, others: set[int]) -> None:
        self.do(lambda draft: leaving.close(draft, others))

    @rule(seat=seat)
    def ask_for_a_pause(self, seat: int) -> None:
        self.do(lambda draft: pausing.ask_halt(draft, seat))

    @rule(seat=seat, yes=st.booleans())
    def answer_about_the_pause(self, seat: int, yes: bool) -> None:
        self.do(lambda draft: pausing.answer_halt(draft, seat, yes))

    @rule(seat=seat)
    def go_on(self, seat: int) -> None:
        self.do(lambda draft: pausing.go_on(draft, seat))

    @rule(seat=seat, seconds=st.sampled_from((-5.0, 20.0, 5000.0, 20 * 86400.0)))
    def go_away(self, seat: int, seconds: float) -> None:
        self.do(lambda draft: pausing.go_away(draft, seat, draft.at + seconds))

    @rule(number=st.integers(0, 3))
    def let_in(self, number: int) -> None:
        removed = [*self.state.turned_away, 0]
        self.do(lambda draft: commands.let_in(draft, removed[number % len(removed)]))

    @rule(seat=st.integers(-1, 3), on=st.booleans())
    def mute(self, seat: int, on: bool) -> None:
        self.do(lambda draft: commands.mute(draft, seat, on))

    @rule(watch=st.booleans(), chat=st.booleans())
    def rule_spectators(self, watch: bool, chat: bool) -> None:
        self.do(lambda draft: commands.rule_spectators(draft, SpectatorsMay(watch, chat)))

    @rule(who=st.sampled_from(Hinted))
    def rule_hints(self, who: Hinted) -> None:
        self.do(lambda draft: commands.rule_hints(draft, who))

    @rule(seat=st.integers(-1, 3))
    def renew_links(self, seat: int) -> None:
        self.do(lambda draft: commands.renew_links(draft, seat))

    @rule(number=st.integers(0, 5))
    def delete_a_line(self, number: int) -> None:
        said = [event.seq for event in self.state.events if event.kind == EventKind.CHAT and event.data["text"]]
        if said:
            self.do(lambda draft: draft.add(LineDeleted(said[number % len(said)])))

    @rule()
    def clear_the_chat(self) -> None:
        if self.state.is_finished:
            self.do(lambda draft: draft.add(ChatCleared()))

    @rule(seldom=st.integers(0, 9))
    def be_abandoned(self, seldom: int) -> None:
        if self.state.status == Status.PLAYING and seldom == 0:
            self.do(lambda draft: draft.add(Closed()))

    @rule()
    def forget_a_name(self) -> None:
        self.do(lambda draft: draft.add(NameForgotten()))

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
                by = max(0, to_act)  # at a real table anybody enters what chance has brought
                self.do(lambda draft, by=by, text=text: commands.play(draft, by, draft.state.seq, text))

    @rule()
    def draw(self) -> None:
        self.do(lambda draft: commands.draw(draft, draft.state.seq))

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

    @rule(
        seat=seat,
        back=st.integers(0, 6),
        texts=st.sampled_from(
            (
                (),
                ("accept",),
                ("pass",),
                ("give wool", "want ore", "offer"),
                ("give ore", "want wool", "want wool", "offer"),
            )
        ),
    )
    def trade(self, seat: int, back: int, texts: tuple[str, ...]) -> None:
        self.do(lambda draft: commands.trade(draft, seat, draft.state.seq - back, texts))

    @rule(seat=st.one_of(st.none(), seat), text=st.sampled_from(("hello", "", "zażółć gęślą")))
    def say(self, seat: int | None, text: str) -> None:
        self.do(lambda draft: commands.say(draft, seat, "Name", text))

    @rule()
    def play_again(self) -> None:
        self.do(lambda draft: commands.follow_with(draft, "another"))

    @rule(seconds=st.sampled_from((0.5, 7.0, 9.9, 29.0, 31.0, 43000.0)))
    def wait(self, seconds: float) -> None:
        self.let_pass(seconds)

    @rule(seconds=st.sampled_from((3.0, 40.0, 4000.0)))
    def be_down(self, seconds: float) -> None:
        deadline = self.state.deadline
        if deadline is None:
            return
        left = deadline - self.now
        self.now += seconds
        self.do_now(lambda draft: draft.add(Paused(seconds)))
        assert self.state.deadline is not None
        assert self.state.deadline - self.now == pytest.approx(left)

    @invariant()
    def the_row_says_what_the_state_is(self) -> None:
        assert self.head == self.state.head
        assert tuple(self.seats) == self.state.seats

    @invariant()
    def nobody_is_asked_who_has_answered(self) -> None:
        assert self.state.to_act not in self.state.early
        assert all(self.state.seats[seat].kind == SeatKind.PERSON for seat in self.state.early)

    @invariant()
    def only_seats_with_bytes_can_verify(self) -> None:
        later = {row.seat for row in self.rows if row.kind == EventKind.SIT and row.data["entropy"]}
        known = self.made.verifiable_by
        assert self.state.verifiable_by <= (set() if known is None else {*known} | later)

    @invariant()
    def no_decision_has_more_time_than_its_budget_and_one_grace(self) -> None:
        assert (self.state.deadline is not None) == (self.made.clock is not None and self.decision() is not None)
        clock = self.made.clock
        if clock is None:
            return
        assert all(given >= -0.001 for given in self.given.values()), self.given
        own = clock.seconds + self.state.clock.grace
        for seat in range(self.state.players):
            given = [spent for (_, by), spent in self.given.items() if by == seat]
            begun = sum(by == seat for _, by in self.state.clock.left)
            assert sum(max(0.0, spent - own) for spent in given) <= clock.bank + clock.increment * begun + 0.001
            assert self.state.clock.time_away(seat, self.now + pausing.MOST_AWAY) <= pausing.MOST_AWAY + 0.001

    @invariant()
    def nobody_who_has_given_up_plays(self) -> None:
        assert all(self.state.seats[seat].kind == SeatKind.BOT for seat in self.state.given_up if not self.over())

    def over(self) -> bool:
        return self.state.is_finished

    def teardown(self) -> None:
        """Read it again, cut at every event: each part is what it was then, and the rest leads to the same end."""
        assert [picture(state) for state in self.states] == self.pictures  # none has changed since
        fresh = TableState.of(self.made, self.game)
        events = [decoded(row) for row in self.rows]
        for cut, then in enumerate(self.states):
            part = fresh.replayed(events[:cut])
            assert part.problem is None
            assert picture(part) == picture(then, self.deleted)
            assert picture(part.replayed(events[cut:])) == self.pictures[-1]


def live(game: Game, examples: int) -> None:
    machine = type("LifeOf" + game.name.title(), (Life,), {"game": game})
    chosen = settings(max_examples=examples, stateful_step_count=STEPS)
    run_state_machine_as_test(machine, settings=chosen)  # type: ignore[no-untyped-call]


def test_every_command_is_part_of_a_tables_life() -> None:
    known = {
        f"{command.__module__.rpartition('.')[2]}.{name}"
        for module in (commands, leaving, pausing)
        for name, command in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and "draft" in inspect.signature(command).parameters
    }
    lived = inspect.getsource(Life)
    known -= {"pausing.settle", "pausing.go_on_by_moving"}  # what other commands do by the way
    assert {"commands.play", "leaving.resign", "pausing.go_away"} < known
    assert [name for name in sorted(known) if name not in lived] == []


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


def test_bots_among_themselves_are_not_due(pebbles: Game) -> None:
    for others, due in (((BOT, BOT), False), ((BOT, PERSON), True)):
        draft = Draft(TableState.of(made_with(pebbles, *others), pebbles), 1001.0)
        commands.begin(draft)
        assert draft.state.to_act == 0
        assert (draft.state.due_at is not None) == due


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


def test_who_sits_down_with_bytes_can_verify_the_dice_and_a_bot_in_the_same_chair_cannot(pebbles: Game) -> None:
    game = burgrave.game("pebbles", players=3)
    draft = Draft(TableState.of(made_with(game, PERSON, FREE, FREE), game), 1001.0)
    commands.sit(draft, 1, "Berta", "0b" * 16)
    commands.fill(draft, 0, "easy", LEVELS)
    assert draft.state.verifiable_by == {1}
    commands.sit(draft, 2, "Cyryl", "")
    assert draft.state.verifiable_by == {1}


def test_the_seed_is_no_part_of_what_a_running_table_tells_about_its_dice(begun: TableState) -> None:
    assert begun.seed
    assert begun.claim.seed is None


def test_the_oldest_lines_of_chat_are_forgotten(begun: TableState) -> None:
    state = after(begun, *(Said(0, "Anna", str(number)) for number in range(CHAT_KEPT + 5)))
    assert [line.text for line in state.chat] == [str(number) for number in range(5, CHAT_KEPT + 5)]


def test_a_deleted_line_is_blank_in_the_chat_and_in_the_story(begun: TableState) -> None:
    said = after(begun, Said(0, "Anna", "something bad"), Said(None, "Ola", "something good"))
    state = after(said, LineDeleted(said.seq - 1))
    assert [line.text for line in state.chat] == ["", "something good"]
    assert "something bad" not in repr(state.events)
    assert "something bad" in repr(said.events)


def test_a_cleared_chat_holds_no_words_and_no_names(begun: TableState) -> None:
    state = after(begun, Said(0, "Anna", "hello"), Said(None, "Ola", "hi"), Kicked(1, "Bruno"), ChatCleared())
    assert [line.notice for line in state.chat] == ["kicked.bot"]
    assert [event.data for event in state.events if event.kind == EventKind.CHAT] == [{"name": "", "text": ""}] * 2


def test_a_removed_person_leaves_a_free_seat_before_the_game_and_a_bot_during_it(pebbles: Game) -> None:
    waiting = Draft(TableState.of(made_with(pebbles, PERSON, FREE), pebbles), 1001.0)
    commands.sit(waiting, 1, "Ola", "0b", "her browser")
    playing = Draft(waiting.state, 1002.0)
    commands.kick(playing, 1, "easy", LEVELS, ("her browser",))
    assert (playing.state.seats[1].kind, playing.state.seats[1].name) == (SeatKind.BOT, "Ola")
    assert [line.notice for line in playing.state.chat] == ["kicked.bot"]

    draft = Draft(TableState.of(made_with(burgrave.game("pebbles", players=3), PERSON, FREE, FREE), pebbles), 1001.0)
    commands.sit(draft, 1, "Ola", "0b", "her browser")
    commands.kick(draft, 1, "easy", LEVELS, ("her browser",))
    assert draft.state.seats[1] == replace(FREE, seat=1)
    with pytest.raises(Refusal, match="turned_away"):
        commands.sit(draft, 2, "Ola", "0b", "her browser")
    commands.let_in(draft, draft.state.seq)
    commands.sit(draft, 2, "Ola", "0b", "her browser")


def test_who_asks_for_a_seat_sits_down_when_the_host_agrees(pebbles: Game) -> None:
    draft = Draft(TableState.of(made_with(burgrave.game("pebbles", players=3), PERSON, FREE, FREE), pebbles), 1001.0)
    commands.ask_seat(draft, SeatAsked(1, "Ola", "0b", "her browser", "digest"))
    assert draft.state.seats[1].kind == SeatKind.FREE
    with pytest.raises(Refusal, match="asked_already"):
        commands.ask_seat(draft, SeatAsked(2, "Ola", "0b", "her browser", "digest"))
    commands.answer_seat(draft, draft.state.seq, True)
    assert (draft.state.seats[1].name, draft.state.seats[1].entropy) == ("Ola", "0b")
    assert not draft.state.requests


def test_who_is_muted_cannot_chat(begun: TableState) -> None:
    draft = Draft(begun, 2000.0)
    commands.mute(draft, 0, True)
    with pytest.raises(Refusal, match="muted"):
        commands.say(draft, 0, "Anna", "hello")
    commands.say(draft, 1, "Anna 2", "hello")
    commands.rule_spectators(draft, SpectatorsMay(True, False))
    with pytest.raises(Refusal, match="spectators_silent"):
        commands.say(draft, None, "Ola", "hello")
    commands.say(draft, None, "the host", "hello", host=True)


def test_a_closed_game_waits_for_nobody(begun: TableState) -> None:
    closed = after(begun, Closed())
    assert (closed.status, closed.to_act, closed.deadline) == (Status.CLOSED, None, None)
    assert undo.possible(closed, 0) is None


@pytest.mark.asyncio
async def test_a_table_read_from_the_database_is_the_one_that_was_played(storage: Storage, pebbles: Game) -> None:
    games = Games(1)
    games._load("pebbles")
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
