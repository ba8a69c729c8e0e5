"""Clocks with a reserve, seats that lose when their time is up, pauses by consent, and people who are away for days."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
import pytest_asyncio
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.server.tables import autoplay
from burgrave.server.tables import table as tables_table
from burgrave.server.web.timing import as_clock, day
from server.web.people import Person, person
from server.web.test_leaving import ME, PERSON, page_of, shown

pytestmark = pytest.mark.asyncio

DAY = 24 * 3600


@pytest_asyncio.fixture
async def host(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Hanna") as made:
        yield made


@pytest_asyncio.fixture
async def guest(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Gustaw") as made:
        yield made


async def begun(host: Person, guest: Person, **clock: object) -> str:
    table = await host.make(ME, PERSON, **clock)
    await guest.post(f"{table}/seats/1")
    return table


async def test_a_clock_of_minutes_with_increment_is_told_with_every_seats_reserve(host: Person, guest: Person) -> None:
    began = time.time()
    table = await begun(host, guest, clock=0, bank=900, increment=10, time_out="forfeit")
    now = await shown(host, table)
    assert now["clock"] == {
        "seconds": 0,
        "bank": 900,
        "increment": 10,
        "time_out": "forfeit",
        "banks": [910.0, 900.0] if now["to_act"] == 0 else [900.0, 910.0],
    }
    assert began <= now["deadline"] - 910 <= now["now"] <= time.time()
    page = (await host.page(page_of(table))).text
    assert "<li>15 minutes + 10 seconds a move</li><li>Who runs out of time has lost</li>" in page
    assert "+ 15:00" in page
    assert "+ 15:10" in page


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (75.9, "1:15"), (3599, "59:59"), (3600, "1:00 h"), (DAY, "1 d"), (DAY + 2 * 3600, "1 d 2 h")],
)
async def test_a_reserve_is_as_short_as_on_a_clock(seconds: float, shown: str) -> None:
    assert as_clock(seconds) == shown


async def test_who_comes_to_a_table_reads_what_was_settled_there(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, clock=DAY, bank=3 * DAY, public=True, options={"target_points": 6})
    page = (await guest.page(page_of(table))).text
    assert "<li>1 day a move, 3 days in reserve</li>" in page
    assert "<li>When the time is up, a bot plays until the person returns</li>" in page
    assert "<li>Points to win: 6</li>" in page
    assert "1 day a move, 3 days in reserve" in (await guest.page("/")).text


@pytest.mark.parametrize(
    ("clock", "sentence"),
    [
        ({"clock": 5}, "must be 10 to 604800 seconds"),
        ({"bank": 900}, "must bring 5 to 86400 seconds"),
        ({"clock": 60, "bank": 31 * DAY}, "at most 2592000 seconds"),
        ({"clock": 60, "increment": -1}, "must bring"),
    ],
)
async def test_a_clock_nobody_can_play_with_is_refused_with_a_sentence(
    host: Person, clock: dict[str, int], sentence: str
) -> None:
    answer = await host.post("/api/tables", game="catan", seats=[ME, PERSON], **clock)
    assert (answer.status_code, sentence in answer.json()["detail"]) == (422, True)


async def test_the_form_offers_clocks_for_a_move_for_a_game_and_for_days(host: Person) -> None:
    page = (await host.page("/new/catan")).text
    assert "15 minutes + 10 seconds a move" in page
    assert "1 day a move, 3 days in reserve" in page
    form = {"players": "2", "seat0": "me", "seat1": "person", "clock": "86400+259200+0", "time_out": "forfeit"}
    made = await host.send("/new/catan", **form)
    now = await shown(host, made.headers["location"].replace("/table", "/api/tables"))
    told = now["clock"]
    assert (told["seconds"], told["bank"], told["time_out"]) == (DAY, 3 * DAY, "forfeit")
    assert "must be 10 to 604800 seconds" in (await host.send("/new/catan", **form | {"clock": "60+x"})).text


async def test_whose_time_is_up_has_lost_where_the_table_says_so(
    host: Person, guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(host, guest, clock=60, time_out="forfeit")
    late = (await shown(host, table))["to_act"]
    later = SimpleNamespace(time=lambda: time.time() + 61, monotonic=time.monotonic, perf_counter=time.perf_counter)
    monkeypatch.setattr(tables_table, "time", later)
    monkeypatch.setattr(autoplay, "time", later)
    monkeypatch.setattr("burgrave.server.store.heartbeat.LONGEST_GAP", 1000.0)
    monkeypatch.setattr(autoplay, "LONGEST_SLEEP", 0.05)
    await host.post(f"{table}/chat", text="where are you?")
    async with asyncio.timeout(PATIENCE):
        while (now := await shown(host, table))["status"] != "over":
            await asyncio.sleep(0.05)
    assert now["winners"] == [1 - late]
    assert now["forfeits"] == [{"seat": late, "bot": "", "reason": "time"}]
    result = (await host.page(page_of(table, "result"))).text
    assert f"{['Hanna', 'Gustaw'][late]} ran out of time." in result


async def test_a_pause_stops_the_clock_when_all_agree_and_ends_when_anybody_goes_on(
    host: Person, guest: Person
) -> None:
    table = await begun(host, guest, clock=600)
    assert (await host.post(f"{table}/pause")).json()["paused"] is False
    assert "Hanna asks for a pause" in (await guest.page(page_of(table))).text
    assert (await host.post(f"{table}/pause/answer", yes=True)).status_code == 409
    assert (await guest.post(f"{table}/pause/answer", yes=True)).status_code == 200
    now = await shown(guest, table)
    assert (now["paused"], now["deadline"]) == (True, None)
    assert "The game is paused" in (await host.page(page_of(table))).text
    assert (await guest.post(f"{table}/continue")).status_code == 200
    now = await shown(guest, table)
    assert (now["paused"], now["deadline"] is not None) == (False, True)
    assert "Gustaw ends the pause." in (await host.page(page_of(table))).text


async def test_without_a_clock_there_is_nothing_to_pause(host: Person, guest: Person) -> None:
    table = await begun(host, guest)
    assert (await host.post(f"{table}/pause")).status_code == 422
    assert "Ask for a pause" not in (await host.page(page_of(table))).text


async def test_somebody_is_away_from_a_slow_game_until_a_day(host: Person, guest: Person) -> None:
    table = await begun(host, guest, clock=DAY)
    seat = (await shown(host, table))["to_act"]
    who, other = (host, guest) if seat == 0 else (guest, host)
    assert (await other.post(f"{table}/seats/{seat}/away", until=time.time() + DAY)).status_code == 403
    until = time.time() + 5 * DAY
    assert (await who.post(f"{table}/seats/{seat}/away", until=until)).status_code == 200
    now = await shown(other, table)
    assert now["away"] == [{"seat": seat, "until": until}]
    assert 5.9 * DAY < now["deadline"] - now["now"] <= 6 * DAY
    page = (await other.page(page_of(table))).text
    assert f"away until {day(until, 'en')}</span>" in page
    assert f"is away until {day(until, 'en')}.</em>" in page
    assert f'value="{time.strftime("%Y-%m-%d", time.gmtime(until))}"' in (await who.page(page_of(table))).text
    too_long = await who.post(f"{table}/seats/{seat}/away", until=time.time() + 40 * DAY)
    assert (too_long.status_code, "30 days in all" in too_long.json()["detail"]) == (422, True)
    back = await who.post(f"{table}/seats/{seat}/away", until=None)
    assert back.status_code == 200, back.text
    now = await shown(other, table)
    assert (now["away"], now["deadline"] - now["now"] <= DAY) == ([], True)


async def test_what_people_do_while_clocks_stood_still_is_done_all_the_same(
    app: FastAPI, host: Person, guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that got no processor for a while writes so to every table; nobody's click comes late by that."""
    storage = app.state.burgrave.hub.storage
    table = await begun(host, guest, clock=DAY)
    who = host if (await shown(host, table))["to_act"] == 0 else guest
    before = await shown(who, table)
    monkeypatch.setattr(storage.heartbeat, "_tell_of_pause", lambda connection: None)
    for hour, (what, given) in enumerate(
        [
            ("moves", {"move": before["moves"][0]["text"], "seq": before["seq"]}),
            ("chat", {"text": "Sorry, slow machine."}),
        ]
    ):
        assert await storage.heartbeat.beat(time.time() + (hour + 1) * 3600) > 3000
        answer = await who.post(f"{table}/{what}", **given)
        assert answer.status_code in (200, 201), answer.text
    assert (await shown(host, table))["seq"] > before["seq"] + 3


async def test_a_rematch_has_the_same_clock(host: Person, guest: Person) -> None:
    table = await begun(host, guest, clock=DAY, bank=3 * DAY, time_out="forfeit")
    await guest.post(f"{table}/seats/1/resign")
    again = (await host.post(f"{table}/rematch")).json()["id"]
    now = await shown(host, f"/api/tables/{again}")
    assert (now["clock"]["seconds"], now["clock"]["bank"], now["clock"]["time_out"]) == (DAY, 3 * DAY, "forfeit")
