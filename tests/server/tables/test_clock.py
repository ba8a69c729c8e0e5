"""A seat's time for a decision is spent once: nothing that people do refills it, and downtime is nobody's."""

from __future__ import annotations

from typing import Any

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.server.store.kinds import SeatKind
from burgrave.server.tables import commands
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import Paused
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.state import TableState
from server.tables.test_state import LEVELS, PERSON, made_with

BEGUN = 5000.0
SECONDS, GRACE = 60, 20.0


class Sitting:
    """Three people at a clocked game, and what they do at which second."""

    def __init__(self, game: Game) -> None:
        self.state = TableState.of(made_with(game, PERSON, PERSON, PERSON, clock=SECONDS), game)
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

    @property
    def up(self) -> float | None:
        """The second at which the time of whoever is to act is up."""
        return None if self.state.deadline is None else self.state.deadline - BEGUN


@pytest.fixture
def sitting(pebbles: Game) -> Sitting:
    return Sitting(burgrave.game("pebbles", players=3, heap=30, dice="off"))


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
