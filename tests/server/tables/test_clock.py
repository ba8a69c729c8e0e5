"""A seat's time for a decision is spent once: nothing that people do refills it, and downtime is nobody's."""

from __future__ import annotations

from typing import Any

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.server.store.kinds import SeatKind, Status, TimeOut
from burgrave.server.store.rows import Timing
from burgrave.server.tables import commands, leaving, pausing
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import Paused
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.state import TableState
from server.tables.test_state import LEVELS, PERSON, made_with

BEGUN = 5000.0
SECONDS, GRACE = 60, 20.0


class Sitting:
    """Three people at a clocked game, and what they do at which second."""

    def __init__(self, game: Game, clock: Timing) -> None:
        self.state = TableState.of(made_with(game, PERSON, PERSON, PERSON, clock=clock), game)
        self.at(0, commands.begin)

    def at(self, second: float, command: Any, *given: Any) -> None:
        draft = Draft(self.state, BEGUN + second)
        command(draft, *given)
        self.state = draft.state

    def move(self, second: float) -> int:
        seat = self.state.to_act
        assert self.state.match is not None
        assert seat is not None
        self.at(second, commands.play, seat, self.state.seq, self.state.match.position.moves()[0].text)
        return seat

    def undo(self, second: float, seat: int) -> None:
        self.at(second, commands.take_back, seat, self.state.seq)

    def leave(self, second: float, seat: int) -> None:
        self.at(second, commands.fill, seat, "easy", LEVELS)

    def run_out(self, second: float) -> None:
        self.at(second, leaving.run_out, self.state.to_act, {0, 1, 2}, LEVELS)

    @property
    def up(self) -> float | None:
        """The second at which the time of whoever is to act is up."""
        return None if self.state.deadline is None else self.state.deadline - BEGUN


@pytest.fixture
def sitting(pebbles: Game) -> Sitting:
    return Sitting(burgrave.game("pebbles", players=3, heap=30, dice="off"), Timing(SECONDS))


def test_every_new_decision_has_the_whole_time(sitting: Sitting) -> None:
    assert sitting.up == 60
    sitting.move(50)
    assert sitting.up == 110


def test_a_move_that_is_taken_back_does_not_refill_the_clock(sitting: Sitting) -> None:
    seat = sitting.move(20)
    sitting.undo(25, seat)
    assert sitting.up == 60  # twenty seconds to think and five to think better of it
    sitting.move(30)
    assert sitting.up == 90  # who comes next has lost nothing by it
    sitting.undo(50, seat)
    assert sitting.up == 50 + GRACE
    sitting.move(55)
    sitting.undo(60, seat)
    assert sitting.up == 70  # the grace comes once
    sitting.move(65)
    with pytest.raises(Refusal, match="no_time_to_undo"):
        sitting.undo(71, seat)


def test_asking_for_an_undo_gives_everybody_what_they_had_left(sitting: Sitting) -> None:
    first = sitting.move(20)
    second = sitting.move(30)
    sitting.undo(35, first)
    for seat in {0, 1, 2} - {first}:
        sitting.at(40, commands.answer_undo, seat, True)
    assert sitting.up == 40 + 40
    sitting.move(45)
    assert (sitting.state.to_act, sitting.up) == (second, 45 + 50)


def test_a_bot_and_the_persons_return_do_not_refill_the_clock(sitting: Sitting) -> None:
    seat = sitting.state.to_act
    assert seat is not None
    sitting.leave(10, seat)
    assert sitting.up is None
    sitting.at(12, commands.come_back, seat)
    assert sitting.up == 62
    sitting.leave(52, seat)
    sitting.at(53, commands.come_back, seat)
    assert sitting.up == 53 + GRACE
    sitting.leave(70, seat)
    sitting.at(71, commands.come_back, seat)
    assert sitting.up == 74  # the grace comes once
    sitting.leave(74, seat)
    with pytest.raises(Refusal, match="time_up"):
        sitting.at(75, commands.come_back, seat)


def test_who_comes_back_for_the_next_decision_has_its_whole_time(sitting: Sitting) -> None:
    seat = sitting.state.to_act
    assert seat is not None
    sitting.leave(60, seat)
    sitting.move(61)
    sitting.at(62, commands.come_back, seat)
    assert sitting.state.seats[seat].kind == SeatKind.PERSON
    assert sitting.up == 121


def test_somebody_else_who_leaves_and_returns_does_not_refill_the_clock(sitting: Sitting) -> None:
    other = (sitting.state.to_act or 0) + 1
    for second in (10, 20, 30):
        sitting.leave(second, other)
        sitting.at(second + 1, commands.come_back, other)
        sitting.at(second + 2, commands.say, other, "Anna", "hello")
    assert sitting.up == 60


def test_time_in_which_no_server_ran_is_nobodys(sitting: Sitting) -> None:
    sitting.at(1010, lambda draft: draft.add(Paused(1000.0)))
    assert sitting.up == 1060
    seat = sitting.move(1020)
    sitting.at(2025, lambda draft: draft.add(Paused(1000.0)))
    assert sitting.up == 2080
    sitting.undo(2025, seat)
    assert sitting.up == 2025 + 60 - 20 - 5


def test_a_pause_that_began_before_the_decision_gives_no_more_than_passed(sitting: Sitting) -> None:
    sitting.move(10)
    sitting.at(13, lambda draft: draft.add(Paused(1000.0)))
    assert sitting.up == 13 + 60


def test_an_earlier_moment_than_the_last_one_costs_nothing(sitting: Sitting) -> None:
    sitting.move(-30)
    assert sitting.up == 30


@pytest.fixture
def game(pebbles: Game) -> Game:
    return burgrave.game("pebbles", players=3, heap=30, dice="off")


def test_a_bank_is_spent_when_a_decisions_own_time_is_not_enough(game: Game) -> None:
    sitting = Sitting(game, Timing(60, 100))
    assert sitting.up == 160
    first = sitting.move(50)
    assert sitting.state.clock.bank(first) == 100
    second = sitting.move(120)  # seventy seconds: ten of the bank
    assert sitting.state.clock.bank(second) == 90
    sitting.undo(130, second)
    assert sitting.up == 210  # none of it comes back, and the ten since then are paid too
    assert sitting.state.clock.bank(second) == 80


def test_every_decision_brings_the_bank_its_increment_once(game: Game) -> None:
    sitting = Sitting(game, Timing(0, 300, 10))
    assert sitting.up == 310
    seat = sitting.move(30)
    assert sitting.state.clock.bank(seat) == 280
    sitting.undo(35, seat)
    assert sitting.state.clock.bank(seat) == 275
    sitting.move(40)
    assert sitting.state.clock.bank(seat) == 270


def test_who_has_spent_everything_has_the_increment_for_the_next_decision(game: Game) -> None:
    sitting = Sitting(game, Timing(0, 30, 10))
    seat = sitting.state.to_act
    assert seat is not None
    sitting.run_out(40)
    assert sitting.state.seats[seat].kind == SeatKind.BOT
    for second in (41, 42, 43):
        sitting.move(second)
    assert sitting.state.to_act == seat
    sitting.at(50, commands.come_back, seat)
    assert sitting.up == 60


def test_time_is_not_up_before_it_is(game: Game) -> None:
    sitting = Sitting(game, Timing(60))
    with pytest.raises(Refusal, match="not_playing"):
        sitting.run_out(59.9)


def test_at_a_table_that_was_made_so_a_seat_whose_time_is_up_has_lost(game: Game) -> None:
    sitting = Sitting(game, Timing(60, out=TimeOut.FORFEIT))
    seat = sitting.state.to_act
    assert seat is not None
    sitting.run_out(60)
    state = sitting.state
    assert (state.given_up, state.forfeits[seat].reason, state.seats[seat].kind) == ({seat}, "time", SeatKind.BOT)
    assert [line.notice for line in state.chat] == ["forfeit.time"]
    with pytest.raises(Refusal, match="time"):
        sitting.at(61, commands.come_back, seat)
    sitting.move(61)
    other = sitting.state.to_act
    sitting.run_out(200)
    assert sitting.state.status == Status.OVER
    assert sitting.state.result is not None
    assert sitting.state.result.winners == tuple({0, 1, 2} - {seat, other})


def test_a_pause_needs_everybody_and_stops_the_clock(game: Game) -> None:
    sitting = Sitting(game, Timing(60))
    sitting.at(10, pausing.ask_halt, 0)
    sitting.at(11, pausing.answer_halt, 1, True)
    assert sitting.up == 60
    sitting.at(12, pausing.answer_halt, 2, True)
    assert (sitting.up, sitting.state.due_at) == (None, None)
    sitting.at(1012, pausing.go_on, 1)
    assert sitting.up == 1060
    assert [line.notice for line in sitting.state.chat] == ["halted", "went_on"]
    with pytest.raises(Refusal, match="not_halted"):
        sitting.at(1013, pausing.go_on, 1)


def test_one_refusal_is_enough_against_a_pause(game: Game) -> None:
    sitting = Sitting(game, Timing(60))
    sitting.at(10, pausing.ask_halt, 0)
    sitting.at(11, pausing.answer_halt, 2, False)
    assert sitting.state.halt_request is None
    assert sitting.up == 60


def test_a_move_ends_a_pause_and_the_pause_is_no_time_of_whoever_takes_it_back(game: Game) -> None:
    sitting = Sitting(game, Timing(60))
    first = sitting.move(20)
    sitting.at(25, pausing.ask_halt, 0)
    for seat in (1, 2):
        sitting.at(25, pausing.answer_halt, seat, True)
    sitting.undo(1025, first)
    assert sitting.state.halted_at is None
    assert sitting.up == 1025 + 60 - 20 - 5


def test_bots_do_not_move_during_a_pause(game: Game) -> None:
    sitting = Sitting(game, Timing(60))
    sitting.leave(1, sitting.state.to_act or 0)
    bot = sitting.state.to_act
    people = [seat for seat in range(3) if seat != bot]
    sitting.at(2, pausing.ask_halt, people[0])
    sitting.at(3, pausing.answer_halt, people[1], True)
    assert sitting.state.due_at is None
    with pytest.raises(Refusal, match="halted"):
        sitting.move(4)


def test_the_time_of_somebody_who_is_away_stands_still_until_they_are_back(game: Game) -> None:
    sitting = Sitting(game, Timing(86400))
    seat = sitting.state.to_act
    assert seat is not None
    sitting.at(1000, pausing.go_away, seat, BEGUN + 5 * 86400)
    assert sitting.up == 5 * 86400 + 86400 - 1000
    sitting.at(2 * 86400, pausing.go_away, seat, 0.0)
    assert sitting.up == 2 * 86400 + 86400 - 1000  # back earlier
    with pytest.raises(Refusal, match="not_away"):
        sitting.at(2 * 86400 + 1, pausing.go_away, seat, 0.0)
    assert [line.notice for line in sitting.state.chat] == ["away", "back"]


def test_somebody_is_away_for_thirty_days_of_a_game_at_most(game: Game) -> None:
    sitting = Sitting(game, Timing(86400))
    sitting.at(0, pausing.go_away, 0, BEGUN + 20 * 86400)
    sitting.at(10 * 86400, pausing.go_away, 0, 0.0)
    with pytest.raises(Refusal, match="away_too_long"):
        sitting.at(11 * 86400, pausing.go_away, 0, BEGUN + 32 * 86400)
    sitting.at(11 * 86400, pausing.go_away, 0, BEGUN + 31 * 86400)


def test_nobody_is_away_from_a_game_of_minutes(sitting: Sitting) -> None:
    with pytest.raises(Refusal, match="not_slow"):
        sitting.at(1, pausing.go_away, 0, BEGUN + 1000)
