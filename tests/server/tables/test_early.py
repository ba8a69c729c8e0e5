"""Answers to an offer before their turn: kept to themselves, spoken in the order of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from catan.catan_table import Seat as Player
from catan.catan_table import table as catan_table
from hypothesis import given
from hypothesis import strategies as st

from burgrave.core.errors import IllegalMove
from burgrave.core.growing import Growing
from burgrave.core.match import Match
from burgrave.core.position import Position
from burgrave.core.table import table_of
from burgrave.core.trade import Said
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables import commands, early
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import AnsweredEarly, Closed, Ended, Event, Moved, Sat, Undone, decoded, encoded
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import TableState
from burgrave.server.web.json import events_json

HANDS = ({"wool": 2, "brick": 1}, {"ore": 1, "grain": 1}, {"ore": 2}, {"lumber": 3})
WOOL_FOR_ORE = ("give wool", "want ore", "offer")
COUNTER = ("give ore", "want wool", "want wool", "offer")


def traders(**options: Any) -> Position:
    """Four players with cards, the first to trade."""
    return catan_table(*(Player(hand=hand) for hand in HANDS), options=options)


def table_with(position: Position) -> TableState:
    """A table of people at which a position is being played."""
    seats = tuple(Seat(k, SeatKind.PERSON, name) for k, name in enumerate(("Ada", "Bea", "Cyd", "Dan")))
    made = Made("t" * 22, "catan", position.game.options, True, "host", None, "s", "c", 1000.0, seats)
    match = Match(position.game, chance="manual")
    match._positions = Growing((position,))
    state = TableState.of(made, position.game)
    return replace(state, status=Status.PLAYING, match=match, seed="1")


def said(state: TableState) -> list[str]:
    assert state.match is not None
    return list(state.match.log)


@pytest.fixture
def offered() -> Draft:
    """Ada has offered wool for ore; Bea is asked first."""
    draft = Draft(table_with(traders()), 2000.0)
    commands.trade(draft, 0, 0, WOOL_FOR_ORE)
    assert draft.state.to_act == 1
    return draft


def test_an_offer_is_spoken_as_a_whole_or_not_at_all() -> None:
    draft = Draft(table_with(traders()), 2000.0)
    with pytest.raises(IllegalMove):
        commands.trade(draft, 0, 0, ("give wool", "want wool", "offer"))
    draft = Draft(table_with(traders()), 2000.0)
    commands.trade(draft, 0, 0, WOOL_FOR_ORE)
    assert said(draft.state) == list(WOOL_FOR_ORE)


def test_answers_in_any_order_are_spoken_in_the_order_of_the_rules(offered: Draft) -> None:
    commands.trade(offered, 3, offered.state.seq, ("pass",))
    commands.trade(offered, 2, offered.state.seq, COUNTER)
    assert said(offered.state) == list(WOOL_FOR_ORE)
    assert set(offered.state.early) == {2, 3}
    commands.trade(offered, 1, offered.state.seq, ("accept",))
    assert said(offered.state) == [*WOOL_FOR_ORE, "accept", *COUNTER, "pass"]
    assert offered.state.early == {}
    assert offered.state.match is not None
    assert offered.state.match.position.point == "choose"
    commands.trade(offered, 0, offered.state.seq, ("deal p2",))
    assert said(offered.state)[-1] == "deal p2"


def test_who_saw_the_offer_and_not_the_answers_since_may_answer(offered: Draft) -> None:
    spoken = offered.state.seq
    commands.trade(offered, 1, spoken, ("accept",))
    commands.trade(offered, 3, spoken, ("pass",))
    commands.trade(offered, 2, spoken, ("accept",))  # it is Cyd's turn by now
    assert said(offered.state)[-3:] == ["accept", "accept", "pass"]


def test_an_answer_to_another_offer_is_late(offered: Draft) -> None:
    with pytest.raises(Late):
        commands.trade(offered, 2, offered.state.seq - 1, ("accept",))
    with pytest.raises(Late):
        commands.trade(offered, 2, offered.state.seq + 1, ("accept",))


@pytest.mark.parametrize(
    "texts",
    [
        ("accept",),
        ("give ore", "want brick", "offer"),
        ("give lumber", "want ore", "want ore", "want ore", "want ore", "offer"),
    ],
)
def test_what_the_rules_forbid_is_refused_early_too(offered: Draft, texts: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove):
        commands.trade(offered, 3, offered.state.seq, texts)
    assert offered.state.early == {}


def test_half_an_answer_is_none(offered: Draft) -> None:
    with pytest.raises(Refusal, match="half_an_answer"):
        commands.trade(offered, 2, offered.state.seq, ("give ore", "want wool"))
    with pytest.raises(Refusal, match="not_your_turn"):
        commands.trade(offered, 2, offered.state.seq, ("pass", "accept"))
    with pytest.raises(Refusal, match="not_your_turn"):
        commands.trade(offered, 0, offered.state.seq, ("pass",))


def test_other_moves_are_no_trade(offered: Draft) -> None:
    with pytest.raises(Refusal, match="no_trade"):
        commands.trade(offered, 2, offered.state.seq, ("end",))


def test_an_answer_is_changed_and_taken_back(offered: Draft) -> None:
    commands.trade(offered, 2, offered.state.seq, ("accept",))
    commands.trade(offered, 2, offered.state.seq, ("pass",))
    assert offered.state.early[2].moves == ("pass",)
    commands.trade(offered, 2, offered.state.seq, ())
    assert offered.state.early == {}
    before = offered.state.seq
    commands.trade(offered, 2, offered.state.seq, ())
    assert offered.state.seq == before


def test_nobody_else_is_told(offered: Draft) -> None:
    commands.trade(offered, 2, offered.state.seq, ("accept",))
    kinds = {seat: [event["kind"] for event in events_json(offered.state, seat, 0)] for seat in (None, 0, 1, 2, 3)}
    assert "early" in kinds[2]
    assert all("early" not in kinds[seat] for seat in (None, 0, 1, 3))


def after(state: TableState, *happened: Any) -> TableState:
    for what in happened:
        state = state.after(Event(state.seq + 1, 2001.0, what))
    return state


def test_answers_end_with_what_they_answer(offered: Draft) -> None:
    commands.trade(offered, 3, offered.state.seq, ("pass",))
    commands.trade(offered, 2, offered.state.seq, ("pass",))
    both = offered.state
    assert set(after(both, Moved(1, "accept"), Undone(1, 1)).early) == {2, 3}  # the offer still stands
    assert after(both, Undone(0, 1)).early == {}
    assert set(after(both, Sat(3, SeatKind.BOT, "Dan", "easy")).early) == {2}
    assert after(both, Closed()).early == {}
    commands.kick(offered, 2, "easy", ("easy",))
    assert set(offered.state.early) == {3}


def test_the_game_that_is_over_waits_for_no_answer(offered: Draft) -> None:
    commands.trade(offered, 2, offered.state.seq, ("pass",))
    broken = replace(offered.state, match=None)
    assert broken.after(Event(broken.seq + 1, 2001.0, Ended((0, 0, 0, 0), ()))).early == {}


def test_who_may_not_say_it_any_more_is_asked_again(offered: Draft) -> None:
    """No answer of Catan's changes what a later one may say; so an answer is put in that never was allowed."""
    offered.add(AnsweredEarly(2, ("give brick", "want wool", "offer"), 3))
    commands.trade(offered, 1, offered.state.seq, ("pass",))
    assert (offered.state.to_act, offered.state.early) == (2, {})
    assert said(offered.state) == [*WOOL_FOR_ORE, "pass"]


def test_a_bot_answers_when_it_is_asked(offered: Draft) -> None:
    offered.add(Sat(2, SeatKind.BOT, "Cyd", "easy"))
    with pytest.raises(Refusal, match="not_your_turn"):
        commands.trade(offered, 2, offered.state.seq, ("pass",))


def test_an_early_answer_is_stored(offered: Draft) -> None:
    commands.trade(offered, 2, offered.state.seq, COUNTER)
    event = offered.events[-1]
    row = encoded(event)
    assert decoded(replace(row, data={**row.data, "moves": list(row.data["moves"])})) == event


RESOURCES = ("lumber", "wool", "grain", "brick", "ore")
amounts = st.lists(st.integers(0, 3), min_size=5, max_size=5)


@given(amounts, amounts, st.booleans())
def test_the_means_of_a_seat_are_what_the_rules_allow(given_: list[int], wanted: list[int], answers: bool) -> None:
    position, seat = traders(), 0
    if answers:
        for text in (*WOOL_FOR_ORE, "pass"):
            position = position.play(text)
        seat = 2
    trade = table_of(position.game.spec).trade
    assert trade is not None
    means = trade.read(position.view(seat)).means
    assert means is not None
    both = any(one and other for one, other in zip(given_, wanted, strict=True))
    within = (
        all(one <= most for one, most in zip(given_, means.given, strict=True))
        and all(one <= most for one, most in zip(wanted, means.wanted, strict=True))
        and 0 < sum(wanted) <= means.cards
        and sum(given_) > 0
        and not both
    )
    texts = [
        f"{verb} {word}"
        for verb, side in (("give", given_), ("want", wanted))
        for word, n in zip(RESOURCES, side, strict=True)
        for _ in range(n)
    ]
    try:
        for text in (*texts, "offer"):
            position = position.play(text)
        legal = True
    except IllegalMove:
        legal = False
    assert legal == within


def test_what_a_view_tells_of_an_offer(offered: Draft) -> None:
    commands.trade(offered, 1, offered.state.seq, ("give grain", "want wool", "offer"))
    trade = table_of(offered.state.made and offered.state.game.spec).trade  # type: ignore[union-attr]
    assert trade is not None
    told = trade.read(offered.state.view(None))
    assert (told.by, told.offer.given, told.offer.wanted, told.means) == (0, (0, 1, 0, 0, 0), (0, 0, 0, 0, 1), None)
    assert told.answers == {1: Said.COUNTERS, 2: Said.WAITING, 3: Said.WAITING}
    assert told.counters[1].given == (0, 0, 1, 0, 0)
    assert early.trade_of(None) is None
