"""Leaving a table: getting up before the game, giving the game up, closing a table that nobody needs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI

from burgrave.core import records
from burgrave.server.tables import leaving
from server.web.people import Person, person

pytestmark = pytest.mark.asyncio

ME, PERSON, BOT = {"kind": "me"}, {"kind": "person"}, {"kind": "bot", "level": "random"}


@pytest_asyncio.fixture
async def host(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Hanna") as made:
        yield made


@pytest_asyncio.fixture
async def guest(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Gustaw") as made:
        yield made


async def shown(who: Person, table: str) -> dict[str, Any]:
    return (await who.get(table)).json()  # type: ignore[no-any-return]


def page_of(table: str, kind: str = "table") -> str:
    return table.replace("/api/tables", f"/{kind}")


async def test_who_gets_up_before_the_game_leaves_a_free_seat_and_may_sit_down_again(
    host: Person, guest: Person
) -> None:
    table = await host.make(ME, PERSON, PERSON)
    await guest.post(f"{table}/seats/1")
    assert "Leave this seat" in (await guest.page(page_of(table))).text
    assert (await guest.post(f"{table}/seats/0/leave")).status_code == 403
    assert (await guest.post(f"{table}/seats/1/leave")).status_code == 200
    now = await shown(guest, table)
    assert (now["seat"], now["seats"][1]["kind"], now["seats"][1]["name"]) == (None, "open", "")
    assert "Gustaw has left the table." in (await host.page(page_of(table))).text
    assert (await guest.post(f"{table}/seats/2")).status_code == 201


async def test_nobody_gets_up_during_the_game(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON)
    await guest.post(f"{table}/seats/1")
    refused = await guest.post(f"{table}/seats/1/leave")
    assert (refused.status_code, (await shown(host, table))["status"]) == (409, "playing")


async def test_where_one_is_left_a_resignation_ends_the_game_and_the_other_has_won(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON)
    await guest.post(f"{table}/seats/1")
    assert (await host.post(f"{table}/seats/1/resign")).status_code == 403
    assert (await guest.post(f"{table}/seats/1/resign")).status_code == 200
    now = await shown(host, table)
    assert (now["status"], now["winners"], now["to_act"], now["moves"]) == ("over", [0], None, [])
    assert now["forfeits"] == [{"seat": 1, "bot": "", "reason": "resigned"}]
    result = (await guest.page(page_of(table, "result"))).text
    assert "Hanna wins" in result
    assert "Gustaw has resigned." in result
    record = (await guest.get(f"{table}/record")).text
    match = records.read(record)
    assert (match.forfeited, match.conceded, match.winners) == ({1}, True, (0,))
    again = await guest.post("/api/tables/" + table.rsplit("/", 1)[1] + "/rematch")
    assert again.status_code == 200


async def test_who_resigns_against_bots_only_ends_the_game(host: Person) -> None:
    table = await host.make(ME, BOT, BOT)
    await host.post(f"{table}/seats/0/resign")
    now = await shown(host, table)
    assert now["status"] == "over"
    assert now["winners"]
    assert 0 not in now["winners"]


async def test_among_several_a_bot_plays_on_for_who_resigned_and_cannot_be_sent_away(
    host: Person, guest: Person
) -> None:
    table = await host.make(ME, PERSON, BOT)
    await guest.post(f"{table}/seats/1")
    await guest.post(f"{table}/seats/1/resign")
    now = await shown(guest, table)
    assert (now["status"], now["seats"][1]["kind"], now["seats"][1]["name"]) == ("playing", "bot", "Gustaw")
    assert "Gustaw has resigned." in (await host.page(page_of(table))).text
    assert "Take your seat back" not in (await guest.page(page_of(table))).text
    answers = [
        await guest.post(f"{table}/seats/1/return"),
        await guest.post(f"{table}/seats/1/resign"),
        await guest.post(f"{table}/moves", seq=now["seq"], move="roll"),
        await guest.post(f"{table}/undo", seq=now["seq"]),
    ]
    assert [answer.status_code for answer in answers] == [409, 409, 403, 403]
    assert (await host.post(f"{table}/seats/0/resign")).status_code == 200
    assert (await shown(host, table))["winners"] == [2]


async def test_a_record_of_a_resigned_game_is_uploaded_as_a_finished_one(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON)
    await guest.post(f"{table}/seats/1")
    await host.post(f"{table}/seats/0/resign")
    record = (await host.get(f"{table}/record")).text
    uploaded = await host.client.post("/api/records", content=record, headers={"content-type": "text/plain"})
    now = await shown(host, f"/api/tables/{uploaded.json()['id']}")
    assert (now["status"], now["winners"]) == ("over", [1])


async def test_a_host_closes_a_table_that_has_not_begun(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, PERSON)
    await guest.post(f"{table}/seats/1")
    assert (await guest.post(f"{table}/close")).status_code == 403
    assert (await host.post(f"{table}/close")).status_code == 200
    assert (await shown(guest, table))["status"] == "closed"
    assert "This table was closed" in (await guest.page(page_of(table))).text
    assert (await guest.post(f"{table}/seats/2")).status_code == 409


async def test_a_host_closes_a_game_only_when_nobody_else_plays_it(
    host: Person, guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await host.make(ME, PERSON)
    await guest.post(f"{table}/seats/1")
    refused = await host.post(f"{table}/close")
    assert (refused.status_code, "nobody has moved for a day" in refused.json()["detail"]) == (409, True)
    assert "Close the table" not in (await host.page(page_of(table))).text
    monkeypatch.setattr(leaving, "ABANDONED_SECONDS", -1.0)
    assert (await host.post(f"{table}/close")).status_code == 200
    alone = await host.make(ME, BOT)
    assert "Close the table" in (await host.page(page_of(alone))).text
    assert (await host.post(f"{alone}/close")).status_code == 200
    assert (await shown(host, alone))["status"] == "closed"
