"""What the trade window is told: the offer, the answers, what one can do, and nothing of what others answer early."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from catan.catan_table import Seat as Player
from catan.catan_table import table as catan_table

from burgrave.core.growing import Growing
from burgrave.core.match import Match
from burgrave.core.table import table_of
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Made, Seat
from burgrave.server.tables import commands
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.games import Games
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.page_state import ToldTrade
from burgrave.server.web.parts import drawn_parts, prompt_of
from burgrave.server.web.rendered import Glance
from burgrave.server.web.requests import Asker
from burgrave.server.web.trading import told_trade
from server.web.test_api import two_seats

HANDS: tuple[dict[str, int], ...] = ({"wool": 2, "brick": 4}, {"ore": 1, "grain": 1}, {"ore": 2}, {})
OFFER = ("give wool", "want ore", "offer")


@pytest.fixture(scope="module")
def games() -> Iterator[Games]:
    made = Games(1)
    made._load("catan")
    yield made
    made.close()


def begun(**options: Any) -> Draft:
    """Ada is to trade; Dan has no card."""
    position = catan_table(*(Player(hand=hand) for hand in HANDS), options=options)
    seats = tuple(Seat(k, SeatKind.PERSON, name) for k, name in enumerate(("Ada", "Bea", "Cid", "Dan")))
    made = Made("t" * 22, "catan", position.game.options, True, "host", None, "s", "c", 1000.0, seats)
    match = Match(position.game, chance="manual", names=tuple(seat.name for seat in seats))
    match._positions = Growing((position,))
    state = replace(TableState.of(made, position.game), status=Status.PLAYING, match=match, seed="1")
    return Draft(state, 2000.0)


def say(draft: Draft, seat: int, *texts: str) -> None:
    commands.trade(draft, seat, draft.state.seq, texts)


def told(draft: Draft, seat: int, language: str = "en") -> ToldTrade | None:
    assert draft.state.game is not None
    trade = table_of(draft.state.game.spec).trade
    assert trade is not None
    return told_trade(draft.state, draft.state.view(seat), trade, language)


def stages(draft: Draft) -> list[str | None]:
    found = [told(draft, seat) for seat in range(4)]
    return [one and one["stage"] for one in found]


def test_each_seat_knows_what_there_is_to_do() -> None:
    draft = begun()
    assert stages(draft) == ["begin", None, None, None]
    say(draft, 0, "give wool")
    assert stages(draft) == ["compose", None, None, None]
    say(draft, 0, "want ore", "offer")
    assert stages(draft) == ["wait", "asked", "asked", None]  # who has no card is not asked
    say(draft, 1, "give grain")
    assert stages(draft) == ["wait", "counter", "asked", None]
    say(draft, 1, "want wool", "offer")
    assert stages(draft) == ["wait", "answered", "asked", None]
    say(draft, 2, "accept")
    assert stages(draft) == ["choose", "answered", "answered", None]
    say(draft, 0, "deal p1")
    assert stages(draft) == ["begin", None, None, None]


def test_the_bank_and_the_players_say_why_not() -> None:
    draft = begun(domestic_trade="off")
    found = told(draft, 0)
    assert found is not None
    assert found["why_not"]["bank"] is None
    assert found["why_not"]["players"] == "In this game players do not trade with each other."


@pytest.mark.parametrize("seat", [1, 2])
def test_who_is_asked_knows_what_they_can_say_at_their_turn_and_before(seat: int) -> None:
    draft = begun(domestic_trade="no_counters")
    say(draft, 0, "give wool", "want ore", "want ore", "offer")
    found = told(draft, seat)
    assert found is not None
    assert (found["why_not"]["accept"] is None) == (seat == 2)
    assert found["why_not"]["counter"]


def test_whose_standing_answer_speaks_is_not_asked() -> None:
    draft = begun()
    commands.stand(draft, 2, "refuse", True)
    say(draft, 0, *OFFER)
    assert stages(draft)[2] == "asked"  # two ores: it can be paid
    say(draft, 1, "pass")
    say(draft, 2, "pass")
    say(draft, 0, "give brick", "want grain", "offer")
    assert stages(draft) == ["wait", "asked", None, None]


def test_deals_are_moves_and_a_counter_offer_that_cannot_be_paid_is_none() -> None:
    draft = begun()
    say(draft, 0, *OFFER)
    say(draft, 1, "pass")
    say(draft, 2, "give ore", "want grain", "offer")
    found = told(draft, 0)
    assert found is not None
    assert [(one["said"], one["deal"], bool(one["why_not"])) for one in found["answers"]] == [
        ("refuses", None, False),
        ("counters", "deal p2", True),
    ]


def test_the_offers_of_a_turn_are_remembered_and_those_of_another_are_not() -> None:
    draft = begun()
    for texts in (("bank brick ore",), OFFER):
        say(draft, 0, *texts)
    say(draft, 1, "pass")
    say(draft, 2, "pass")
    say(draft, 0, "give wool", "pass")  # begun and dropped: nobody heard of it
    say(draft, 0, *OFFER)
    say(draft, 2, "accept")
    say(draft, 1, "pass")
    say(draft, 0, "deal p2")
    found = told(draft, 0)
    assert found is not None
    newest, refused, bank = found["history"]
    assert (newest["dealt"], [one["said"] for one in newest["answers"]]) == (2, ["refuses", "accepts"])
    assert (refused["dealt"], [one["said"] for one in refused["answers"]]) == (None, ["refuses", "refuses"])
    assert bank["with_bank"]
    assert bank["terms"] == {"given": [0, 0, 0, 4, 0], "wanted": [0, 0, 0, 0, 1]}
    commands.play(draft, 0, draft.state.seq, "end")
    commands.play(draft, 1, draft.state.seq, "roll")
    later = told(draft, 1)
    assert later is None or later["history"] == []


def test_whoever_may_answer_before_their_turn_reads_what_they_are_asked_until_they_have_answered() -> None:
    draft = begun()
    say(draft, 0, *OFFER)
    assert prompt_of(draft.state, draft.state.view(2), "en").startswith("Ada offers 1 ")
    say(draft, 2, "pass")
    assert prompt_of(draft.state, draft.state.view(2), "en") == "Waiting for Bea…"


@pytest.mark.parametrize("answer", [("accept",), ("pass",), ("give ore", "want wool", "offer")])
def test_an_early_answer_changes_nobody_elses_page(games: Games, answer: tuple[str, ...]) -> None:
    draft = begun()
    say(draft, 0, *OFFER)
    silent = draft.state
    say(draft, 2, *answer)
    for seat in (None, 0, 1, 2, 3):
        before, after = (page(games, state, seat) for state in (silent, draft.state))
        assert (before == after) == (seat != 2)


def page(games: Games, state: TableState, seat: int | None) -> tuple[dict[str, str], dict[str, Any]]:
    """What a page shows, but for the number of the last event."""
    table = Table(state.made, None, games, 0.0)  # type: ignore[arg-type]
    table.state = state
    parts = drawn_parts(Glance.at(table), seat, "pl", Asker(() if seat is None else (seat,), seat, False, "", None))
    return parts.html, {**parts.state.told, "seq": 0}


@pytest.mark.asyncio
async def test_the_api_refuses_what_is_no_trade(client: httpx.AsyncClient) -> None:
    one, _ = await two_seats(client)
    for moves in (["settle 3"], ["nonsense"]):
        answer = await one.post("/trade", seq=0, moves=moves)
        assert (answer.status_code, answer.json()["detail"].split(",")[0]) == (422, "There is no trade in this game")
    assert (await one.post("/trade", seq=0, moves=["pass"] * 101)).status_code == 422
