"""Notices end to end: from a move to a push service, a mail server and a web address that really listen."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from fastapi import FastAPI

from burgrave.server.notices import noticing
from burgrave.server.notices.noticing import Noticing
from burgrave.server.store import schema
from burgrave.server.store.notices import Channel, ChannelKind, Notices
from burgrave.server.store.storage import Storage
from server.conftest import application, client_of
from server.notices.receivers import MailReceiver, PushBrowser, WebReceiver
from server.running import SHARED_KEY
from server.store.test_storage import a_table
from server.web.people import Person, person

pytestmark = pytest.mark.asyncio

ME, FRIEND = {"kind": "me"}, {"kind": "person"}
PAUSE = 1000.0
FREE = {"notice_after": PAUSE, "allow_private_addresses": 1, "identity_deeds_per_hour": 1e6}


@pytest.fixture(autouse=True)
def no_rounds_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test looks and sends when it wants to, and nobody sends beside it."""
    monkeypatch.setattr(noticing, "ROUND_SECONDS", PAUSE)


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    made = application(tmp_path, **FREE)
    async with made.router.lifespan_context(made):
        yield made


@pytest_asyncio.fixture
async def web() -> AsyncIterator[WebReceiver]:
    async with WebReceiver() as receiver:
        yield receiver


async def rounds(app: FastAPI) -> None:
    """Everything that is due by now is looked for and sent."""
    worker: Noticing = app.state.burgrave.noticing
    await worker.look(time.time() + PAUSE + 0.01)
    await worker.send()


async def hooked(somebody: Person, web: WebReceiver, path: str = "/hook", **more: Any) -> str:
    answer = await somebody.post("/api/me/channels", kind="webhook", address=web.address + path, **more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@contextlib.asynccontextmanager
async def two(app: FastAPI) -> AsyncIterator[tuple[Person, Person, str]]:
    """Anna and Bo, and a table that waits for him."""
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, FRIEND)
        yield anna, bo, table


async def begin(bo: Person, table: str) -> None:
    assert (await bo.post(f"{table}/seats/1", name="Bo")).status_code == 201


async def to_act(somebody: Person, table: str) -> int:
    return int((await somebody.get(table)).json()["to_act"])


async def play(mover: Person, table: str) -> None:
    state = (await mover.get(table)).json()
    answer = await mover.post(f"{table}/moves", seq=state["seq"], move=state["moves"][0]["text"])
    assert answer.status_code == 200, answer.text


async def play_until(people: tuple[Person, Person], table: str, seat: int) -> None:
    """Play until it has become a seat's turn, which it was not before."""
    while (now := await to_act(people[0], table)) != seat:
        await play(people[now], table)


async def test_a_turn_is_told_once_with_what_happened_since_ones_own_move(app: FastAPI, web: WebReceiver) -> None:
    browser = PushBrowser()
    async with two(app) as (anna, bo, table):
        subscribed = {"kind": "push", "address": f"{web.address}/push", "keys": browser.keys}
        assert (await bo.post("/api/me/channels", **subscribed)).status_code == 201
        await begin(bo, table)
        await play_until((anna, bo), table, 0)
        await rounds(app)
        web.got.clear()
        await play_until((anna, bo), table, 1)
        await rounds(app)
        (got,) = web.got
        key = (await bo.get("/api/me/channels")).json()["push_key"]
        claims = browser.proven(got.headers["authorization"], key)
        assert claims["aud"] == web.address
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        assert (got.headers["content-encoding"], got.headers["ttl"]) == ("aes128gcm", str(3 * 24 * 3600))
        told = json.loads(browser.read(got.body))
        assert told["title"] == "Your turn: Settlers of Catan"
        assert told["path"] == f"/table/{table.rpartition('/')[2]}?seat=1"
        assert "Anna" in told["body"]
        await rounds(app)
        await play(bo, table)  # more moves of the same turn, or Anna's turn: neither is news to him
        await rounds(app)
        assert len(web.got) == 1


async def test_whoever_has_the_page_open_hears_nothing_of_it_later_either(app: FastAPI, web: WebReceiver) -> None:
    async with two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        live = app.state.burgrave.hub.tables[table.rpartition("/")[2]]
        live.arrive(1)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        live.leave(1)
        await rounds(app)
        assert web.got == []
        await play_until((anna, bo), table, 0)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        assert len(web.got) == 1


async def test_who_has_moved_meanwhile_is_not_told(app: FastAPI, web: WebReceiver) -> None:
    async with two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        await play_until((anna, bo), table, 1)
        await app.state.burgrave.noticing.look(time.time() + PAUSE + 0.01)
        await play_until((anna, bo), table, 0)
        await app.state.burgrave.noticing.send()
        assert web.got == []


async def test_one_chooses_what_to_hear_of_and_of_which_table(app: FastAPI, web: WebReceiver) -> None:
    async with two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        assert (await bo.client.put(f"{table}/notices", json={"on": False})).status_code == 200
        await play_until((anna, bo), table, 1)
        await rounds(app)
        await bo.client.put(f"{table}/notices", json={"on": True})
        await bo.client.put("/api/me/notices", json={"refused": ["turn"]})
        await play_until((anna, bo), table, 0)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        assert web.got == []
        await bo.client.put("/api/me/notices", json={"refused": []})
        await anna.post(f"{table}/seats/0/resign")
        await rounds(app)
        assert [post.json["title"] for post in web.got] == ["The game is over: Settlers of Catan"]
        assert "Won by Bo" in web.got[0].json["lines"][0]


async def test_quiet_hours_put_a_notice_off(app: FastAPI, web: WebReceiver, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        quiet = {"begin": "00:00", "end": "23:59", "zone": "UTC"}
        assert (await bo.client.put("/api/me/notices", json={"quiet": quiet})).status_code == 200
        ends = time.time() + 3600
        monkeypatch.setattr(noticing, "quiet_until", lambda hours, now: ends if hours and now < ends else None)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        await rounds(app)
        assert web.got == []
        monkeypatch.setattr("burgrave.server.store.notices.time.time", lambda: ends + 1)
        monkeypatch.setattr(noticing, "quiet_until", lambda hours, now: None)
        await app.state.burgrave.noticing.send()
        assert len(web.got) == 1
        refused = await bo.client.put("/api/me/notices", json={"quiet": {**quiet, "zone": "Mars/Base"}})
        assert refused.status_code == 422


async def test_questions_reach_whoever_is_asked(app: FastAPI, web: WebReceiver) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        await hooked(anna, web, "/anna")
        await hooked(bo, web, "/bo")
        table = await anna.make(ME, FRIEND, approval=True)
        assert (await bo.post(f"{table}/seats/1", name="Bo")).status_code == 202
        await rounds(app)
        assert [(post.path, post.json["title"]) for post in web.got] == [
            ("/anna", "Bo asks for a seat at your table: Settlers of Catan")
        ]
        number = (await anna.get(f"{table}/requests")).json()[0]["number"]
        await anna.post(f"{table}/requests/{number}", yes=True)
        await bo.post(f"{table}/seats/1/resign")
        await rounds(app)
        web.got.clear()
        again = (await anna.post(f"{table}/rematch")).json()["id"]
        await rounds(app)
        assert [(post.path, post.json["title"]) for post in web.got] == [
            ("/bo", "Play again? A new table waits for you: Settlers of Catan")
        ]
        assert web.got[0].json["url"] == f"http://testserver/table/{again}"


async def test_a_letter_comes_only_to_an_address_whose_owner_has_said_yes(tmp_path: Path) -> None:
    async with MailReceiver() as post:
        mail = {
            "mail_host": "127.0.0.1",
            "mail_port": post.port,
            "mail_security": "none",
            "mail_from": "b@games.example",
        }
        app = application(tmp_path, **FREE, **mail)
        async with app.router.lifespan_context(app), two(app) as (anna, bo, table):
            assert (await bo.post("/api/me/channels", kind="mail", address="not an address")).status_code == 422
            answer = await bo.post("/api/me/channels", kind="mail", address="bo@home.example")
            assert answer.json()["confirmed"] is False
            await begin(bo, table)
            await play_until((anna, bo), table, 1)
            await rounds(app)
            ((to, asked),) = post.got
            assert (to, asked["Subject"]) == ("bo@home.example", "Burgrave: notices to this address?")
            assert "Yes, send me notices: http" in asked.get_body(("plain",)).get_content()
            yes = link_in(asked, "confirm")
            async with client_of(app, headers={"origin": "http://testserver"}) as reader, client_of(app) as stranger:
                # a letter is opened anywhere; its one click comes from a mail program, which has no cookie
                assert (await reader.get(yes)).status_code == 200
                assert not (await bo.get("/api/me/channels")).json()["channels"][0]["confirmed"]
                assert (await reader.post(yes)).status_code == 200
                await play_until((anna, bo), table, 0)
                await play_until((anna, bo), table, 1)
                await rounds(app)
                _, told = post.got[-1]
                assert told["Subject"] == "Your turn: Settlers of Catan"
                assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
                stop = told["List-Unsubscribe"].strip("<>").replace("http://testserver", "")
                body = "List-Unsubscribe=One-Click"
                assert (await stranger.post(stop[:-1] + "x", content=body)).status_code == 404
                assert (await stranger.post(stop, content=body)).status_code == 200
            assert (await bo.get("/api/me/channels")).json()["channels"] == []


def link_in(mail: Any, deed: str) -> str:
    text = mail.get_body(("plain",)).get_content()
    found = re.search(rf"http://testserver(/notices/{deed}/\S+)", text)
    assert found is not None
    return found.group(1)


async def test_what_does_not_arrive_is_tried_again_later_and_later(
    app: FastAPI, web: WebReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.statuses = [500, 503, 201]
    now = time.time()
    async with two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        await app.state.burgrave.noticing.send()
        assert len(web.got) == 1
        assert (await bo.get("/api/me/channels")).json()["channels"][0]["problem"] == "HTTP 500"
        for later, expected in ((61, 2), (122, 2), (600, 3), (90_000, 3)):
            monkeypatch.setattr("burgrave.server.store.notices.time.time", lambda later=later: now + later + 60)
            monkeypatch.setattr("burgrave.server.notices.noticing.time.time", lambda later=later: now + later + 60)
            await app.state.burgrave.noticing.send()
            assert len(web.got) == expected, later
        assert (await bo.get("/api/me/channels")).json()["channels"][0]["problem"] == ""


async def test_after_days_it_is_given_up_with_a_note(
    app: FastAPI, web: WebReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.statuses = [500]
    now = time.time()
    async with two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        for hours in range(0, 200, 7):
            monkeypatch.setattr("burgrave.server.store.notices.time.time", lambda hours=hours: now + hours * 3600)
            monkeypatch.setattr("burgrave.server.notices.noticing.time.time", lambda hours=hours: now + hours * 3600)
            await app.state.burgrave.noticing.send()
        assert 8 < len(web.got) < 20
        assert (await bo.get("/api/me/channels")).json()["channels"][0]["problem"] == "HTTP 500"


async def test_a_browser_that_listens_no_more_is_forgotten(app: FastAPI, web: WebReceiver) -> None:
    web.statuses = [410]
    async with two(app) as (anna, bo, table):
        subscribed = {"kind": "push", "address": f"{web.address}/push", "keys": PushBrowser().keys}
        await bo.post("/api/me/channels", **subscribed)
        await begin(bo, table)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        assert (await bo.get("/api/me/channels")).json()["channels"] == []


async def test_what_came_up_while_no_server_ran_is_told_by_the_next(tmp_path: Path, web: WebReceiver) -> None:
    first = application(tmp_path, **FREE)
    async with first.router.lifespan_context(first), two(first) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        await play_until((anna, bo), table, 1)
    second = application(tmp_path, **FREE)
    async with second.router.lifespan_context(second):
        await rounds(second)
    assert len(web.got) == 1


async def test_however_much_came_up_while_no_server_ran_all_of_it_is_told(
    tmp_path: Path, web: WebReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("notices.noticing", "store.notices"):
        monkeypatch.setattr(f"burgrave.server.{module}.AT_A_LOOK", 2)
    first = application(tmp_path, **FREE)
    async with first.router.lifespan_context(first), person(first, "Bo") as bo:
        await hooked(bo, web)
        for _ in range(5):
            await bo.make(ME, ME)
        async with first.state.burgrave.storage.writing() as connection:  # all of it was hours ago
            for moment in (schema.channels.c.created_at, schema.tables.c.turn_at):
                await connection.execute(sa.update(moment.table).values({moment: moment - 5 * 3600}))
    second = application(tmp_path, **FREE)
    async with second.router.lifespan_context(second):
        await rounds(second)
        await rounds(second)
    assert len({post.json["url"] for post in web.got}) == len(web.got) == 5


async def test_of_several_processes_one_tells(postgres: str, tmp_path: Path, web: WebReceiver) -> None:
    from server.conftest import fresh_database

    url = await fresh_database(postgres)
    one = application(tmp_path / "one", database_url=url, signing_key=SHARED_KEY, **FREE)
    other = application(tmp_path / "other", database_url=url, signing_key=SHARED_KEY, **FREE)
    async with one.router.lifespan_context(one), other.router.lifespan_context(other), two(one) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        for _ in range(4):
            await play_until((anna, bo), table, 1)
            await asyncio.gather(*(rounds(app) for app in (one, other, one, other)))
            await play_until((anna, bo), table, 0)
        assert len(web.got) == 4


async def test_a_channel_of_mine_is_nobody_elses(app: FastAPI, web: WebReceiver) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        mine = await hooked(anna, web, "/secret-path")
        assert (await bo.post(f"/api/me/channels/{mine}/try")).status_code == 404
        assert (await bo.client.delete(f"/api/me/channels/{mine}")).status_code == 404
        assert "secret-path" not in (await bo.get("/api/me/export")).text
        assert "secret-path" in (await anna.get("/api/me/export")).text
        assert (await anna.post(f"/api/me/channels/{mine}/try")).status_code == 200
        assert web.got[-1].json["title"] == "Burgrave: notices arrive here"
        await anna.post("/api/me/delete", sure=True)
        async with app.state.burgrave.storage.reading() as connection:
            rows = (await connection.exec_driver_sql("SELECT address FROM channels")).all()
        assert rows == []


async def test_without_leave_nothing_goes_into_our_own_network(tmp_path: Path, web: WebReceiver) -> None:
    app = application(tmp_path, **{**FREE, "allow_private_addresses": 0})
    async with app.router.lifespan_context(app), person(app, "Anna") as anna:
        for address in (web.address, f"https://127.0.0.1:{web.port}/", "https://10.0.0.1/", "https://[::1]/"):
            answer = await anna.post("/api/me/channels", kind="webhook", address=address)
            assert answer.status_code == 422, address
        answer = await anna.post("/api/me/channels", kind="webhook", address="https://localhost/")
        assert answer.status_code == 201  # a name may lead anywhere; where to is looked at when something is sent
        tried = await anna.post(f"/api/me/channels/{answer.json()['id']}/try")
        assert tried.status_code == 422
        assert tried.json()["detail"] == "It did not arrive: address."
    assert web.got == []


async def test_channels_and_claims_on_both_databases(storage: Storage) -> None:
    kept, table = Notices(storage), a_table()
    await storage.create(table, [], [(0, "me")], [])
    channel = Channel("c" * 22, "me", ChannelKind.WEBHOOK, "https://x.example", {"style": "json"}, True, 1.0)
    assert await kept.add_channel(channel)
    assert await kept.add_channel(channel)  # the same again replaces it
    assert await kept.channels(["me"]) == [channel]
    await kept.hush("me", table.made.id, True)
    assert await kept.is_quiet("me", table.made.id)
    assert not await kept.remove_channel(channel.id, "somebody")
    assert await kept.remove_channel(channel.id, "me")


async def test_turns_are_told_to_both_databases(database_url: str, tmp_path: Path, web: WebReceiver) -> None:
    app = application(tmp_path, database_url=database_url, **FREE)
    async with app.router.lifespan_context(app), two(app) as (anna, bo, table):
        await hooked(bo, web)
        await begin(bo, table)
        await play_until((anna, bo), table, 1)
        await rounds(app)
        await rounds(app)
    assert len(web.got) == 1
