"""What hosts decide at their tables, and what anybody can do against a nuisance."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
import websockets
from fastapi import FastAPI
from waiting import PATIENCE, PATIENT_SOCKET

from burgrave.server.process import JsonLines
from burgrave.server.store.storage import SECRETS_PER_SEAT
from server.conftest import application, fresh_database
from server.running import RunningServer
from server.web.people import HTML, Person, person

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


@pytest_asyncio.fixture
async def other(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Ola") as made:
        yield made


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def lines_of(who: Person, table: str) -> list[tuple[str, str]]:
    events = (await who.get(f"{table}/events")).json()
    return [(event["name"], event["text"]) for event in events if event["kind"] == "chat"]


async def test_before_the_game_a_removed_persons_seat_is_free_and_not_for_them(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, PERSON)
    token = (await guest.post(f"{table}/seats/1")).json()["token"]
    assert (await guest.get(table)).json()["seat"] == 1
    assert (await host.post(f"{table}/seats/1/kick")).status_code == 200
    assert (await host.get(table)).json()["seats"][1] == {"seat": 1, "kind": "open", "name": "", "level": None}
    assert (await guest.get(table)).json()["seat"] is None
    assert (await guest.client.get(table, headers=bearer(token))).status_code == 401
    assert (await guest.send("/seat", secret=token)).status_code == 404
    refused = await guest.post(f"{table}/seats/2")
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "The host of this table has removed you; you can sit down here again only when they let you in.",
    )
    page = (await guest.page(table.replace("/api/tables", "/table"))).text
    assert (refused.json()["detail"] in page, 'data-act="sit"' in page) == (True, False)
    [removed] = (await host.get(f"{table}/removed")).json()
    assert removed["name"] == "Gustaw"
    await host.post(f"{table}/removed/{removed['number']}/allow")
    assert (await guest.post(f"{table}/seats/2")).status_code == 201


async def test_during_the_game_a_bot_takes_the_seat_and_everybody_is_told(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON)
    token = (await guest.post(f"{table}/seats/1")).json()["token"]
    assert "hand" in json.dumps((await guest.get(table)).json()["view"])
    assert (await host.post(f"{table}/seats/1/kick", level="random")).status_code == 200
    seat = (await host.get(table)).json()["seats"][1]
    assert (seat["kind"], seat["name"], seat["level"]) == ("bot", "Gustaw", "random")
    page = (await host.page(table.removeprefix("/api").replace("tables", "table"))).text
    assert "The host gave Gustaw&#39;s seat to a bot." in page
    assert (await guest.get(table)).json()["seat"] is None
    assert (await guest.get(f"{table}?seat=1")).status_code == 403
    assert (await guest.client.get(table, headers=bearer(token))).status_code == 401
    assert (await guest.post(f"{table}/seats/1/return")).status_code == 403


async def test_the_host_is_not_removed_from_the_own_seat(host: Person) -> None:
    table = await host.make(ME, PERSON)
    assert (await host.post(f"{table}/seats/0/kick")).status_code == 422
    assert (await host.post(f"{table}/seats/1/kick")).status_code == 422


async def test_only_the_host_keeps_order(host: Person, guest: Person, other: Person) -> None:
    table = await host.make(ME, PERSON, PERSON, approval=True)
    await guest.post(f"{table}/seats/1")
    asked = (await host.get(f"{table}/requests")).json()[0]["number"]
    await host.post(f"{table}/requests/{asked}", yes=True)
    for stranger in (guest, other):
        before = (await host.get(table)).json()["seq"]
        answers = [
            await stranger.post(f"{table}/seats/1/kick"),
            await stranger.post(f"{table}/seats/1/mute", on=True),
            await stranger.post(f"{table}/spectators", watch=False),
            await stranger.post(f"{table}/requests/{asked}", yes=True),
            await stranger.post(f"{table}/removed/1/allow"),
            await stranger.get(f"{table}/requests"),
            await stranger.get(f"{table}/removed"),
        ]
        assert [answer.status_code for answer in answers] == [403] * 7
        assert (await host.get(table)).json()["seq"] == before
    assert (await other.post(f"{table}/seats/1/renew")).status_code == 403


async def test_another_site_cannot_remove_anybody_with_the_hosts_cookie(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, PERSON)
    await guest.post(f"{table}/seats/1")
    host.client.headers["origin"] = "http://evil.example"
    assert (await host.post(f"{table}/seats/1/kick")).status_code == 403
    assert (await guest.get(table)).json()["seat"] == 1


async def test_what_tells_browsers_apart_is_in_no_event_that_anybody_reads(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, PERSON, approval=True)
    await guest.post(f"{table}/seats/1")
    asked = (await host.get(f"{table}/requests")).json()[0]["number"]
    await host.post(f"{table}/requests/{asked}", yes=True)
    await host.post(f"{table}/seats/1/kick")
    kinds = {event["kind"]: event for event in (await guest.get(f"{table}/events")).json()}
    assert set(kinds["ask_seat"]) == set(kinds["kick"]) == {"seq", "at", "kind", "seat", "name"}


async def test_the_host_admits_who_asks_for_a_seat(host: Person, guest: Person, other: Person) -> None:
    table = await host.make(ME, PERSON, approval=True)
    page = table.removeprefix("/api").replace("tables", "table")
    assert "Ask for this seat" in (await guest.page(page)).text
    answer = await guest.post(f"{table}/seats/1")
    assert (answer.status_code, answer.json()["waiting"]) == (202, True)
    token = answer.json()["token"]
    assert (await guest.client.get(table, headers=bearer(token))).status_code == 401
    assert "You have asked for this seat" in (await guest.page(page)).text
    assert "You have asked for this seat" not in (await other.page(page)).text
    assert "Gustaw would like seat 2." in (await host.page(page)).text
    assert "Gustaw would like seat 2." not in (await other.page(page)).text
    assert (await guest.post(f"{table}/seats/1")).status_code == 409
    await other.post(f"{table}/seats/1")
    waiting = (await host.get(f"{table}/requests")).json()
    assert [(one["seat"], one["name"]) for one in waiting] == [(1, "Gustaw"), (1, "Ola")]
    await host.post(f"{table}/requests/{waiting[1]['number']}", yes=False)
    assert (await other.get(table)).json()["seat"] is None
    await host.post(f"{table}/requests/{waiting[0]['number']}", yes=True)
    state = (await guest.get(table)).json()
    assert (state["seat"], state["status"]) == (1, "playing")
    assert (await guest.client.get(table, headers=bearer(token))).json()["seat"] == 1
    assert (await host.post(f"{table}/requests/{waiting[0]['number']}", yes=True)).status_code == 404


async def test_the_host_sits_down_without_asking(host: Person) -> None:
    table = await host.make(ME, PERSON, PERSON, approval=True)
    assert (await host.post(f"{table}/seats/1")).status_code == 201


async def test_who_is_muted_cannot_chat_until_the_host_relents(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, PERSON)
    await guest.post(f"{table}/seats/1")
    await host.post(f"{table}/seats/1/mute", on=True)
    refused = await guest.post(f"{table}/chat", text="hello")
    assert (refused.status_code, refused.json()["detail"]) == (403, "The host has muted you at this table.")
    await host.post(f"{table}/seats/1/mute", on=False)
    assert (await guest.post(f"{table}/chat", text="hello")).status_code == 200


async def test_spectators_chat_only_where_the_host_lets_them(host: Person, other: Person) -> None:
    table = await host.make(ME, PERSON)
    assert (await other.post(f"{table}/chat", text="hello")).status_code == 200
    await host.post(f"{table}/spectators", chat=False)
    assert (await other.post(f"{table}/chat", text="hello")).status_code == 403
    assert (await host.post(f"{table}/chat", text="hello")).status_code == 200


async def test_spectators_lines_are_counted_and_players_lines_are_not(tmp_path: Path) -> None:
    app = application(tmp_path, spectator_lines_per_minute=3.0)
    async with app.router.lifespan_context(app), person(app, "Hanna") as host, person(app, "Ola") as other:
        table = await host.make(ME, PERSON)
        codes = [(await other.post(f"{table}/chat", text="hello")).status_code for _ in range(5)]
        assert codes[:3] == [200] * 3
        assert 429 in codes
        assert [(await host.post(f"{table}/chat", text="hello")).status_code for _ in range(5)] == [200] * 5


async def test_a_private_game_can_be_closed_to_spectators(host: Person, guest: Person, other: Person) -> None:
    table = await host.make(ME, PERSON, options={"target_points": 5})
    page = table.removeprefix("/api").replace("tables", "table")
    await host.post(f"{table}/spectators", watch=False)
    assert (await other.page(page)).status_code == 200  # a seat is still free
    assert (await guest.post(f"{table}/seats/1")).status_code == 201
    for path in (table, f"{table}/events", f"{table}/moves", page, page.replace("table", "replay")):
        assert (await other.page(path)).status_code == 403, path
        assert (await guest.page(path)).status_code == 200, path
    assert (await other.get(f"{table}/record")).status_code == 403
    assert (await other.page(f"{page}?seat=1")).status_code == 303
    public = await host.make(ME, PERSON, public=True)
    assert (await host.post(f"{public}/spectators", watch=False)).status_code == 422


async def test_old_links_are_invalid_when_their_owner_wants_that(host: Person, guest: Person, other: Person) -> None:
    table = await host.make(ME, PERSON)
    first = (await guest.post(f"{table}/seats/1")).json()["token"]
    second = (await guest.post(f"{table}/seats/1/link")).json()["token"]
    assert (await other.send("/seat", secret=second)).status_code == 303
    assert (await other.get(table)).json()["seat"] == 1
    third = (await guest.post(f"{table}/seats/1/renew")).json()["token"]
    for old in (first, second):
        assert (await host.client.get(table, headers=bearer(old))).status_code == 401
        assert (await other.send("/seat", secret=old)).status_code == 404
    assert (await other.get(table)).json()["seat"] is None
    assert (await guest.get(table)).json()["seat"] == 1
    async with httpx.AsyncClient(transport=guest.client._transport, base_url="http://testserver") as program:
        assert (await program.get(table, headers=bearer(third))).json()["seat"] == 1


async def test_a_secret_that_is_no_longer_kept_opens_nothing(host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON)
    first = (await guest.post(f"{table}/seats/1")).json()["token"]
    assert (await guest.client.get(table, headers=bearer(first))).status_code == 200
    for _ in range(SECRETS_PER_SEAT):
        last = (await guest.post(f"{table}/seats/1/link")).json()["token"]
    assert (await guest.client.get(table, headers=bearer(first))).status_code == 401
    assert (await guest.client.get(table, headers=bearer(last))).status_code == 200


async def test_a_blocked_persons_lines_are_hidden_from_who_blocked_them(
    host: Person, guest: Person, other: Person
) -> None:
    table = await host.make(ME, PERSON, PERSON)
    page = table.removeprefix("/api").replace("tables", "table")
    await guest.post(f"{table}/seats/1")
    line = (await guest.post(f"{table}/chat", text="something unpleasant")).json()["seq"]
    assert (await host.post(f"{table}/blocks", line=line)).json() == {"blocked": True}
    assert "something unpleasant" not in (await host.page(page)).text
    assert "A line from somebody you have blocked." in (await host.page(page)).text
    assert "something unpleasant" in (await other.page(page)).text
    elsewhere = await host.make(ME, PERSON)
    refused = await guest.post(f"{elsewhere}/seats/1", name="Another name")
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "The host of this table does not want to play with you.",
    )
    assert (await other.post(f"{elsewhere}/seats/1")).status_code == 201
    assert "Gustaw" in (lobby := (await host.page("/")).text)
    assert "People you have blocked" in lobby
    assert "People you have blocked" not in (await other.page("/")).text
    await host.send("/unblock", name="Gustaw")
    assert "People you have blocked" not in (await host.page("/")).text
    assert "something unpleasant" in (await host.page(page)).text
    await host.post(f"{table}/blocks", line=line)
    await host.post(f"{table}/blocks", line=line, on=False)
    assert "something unpleasant" in (await host.page(page)).text
    assert (await guest.post(f"{table}/blocks", line=line)).status_code == 422  # one's own line
    assert (await host.post(f"{table}/blocks", line=9999)).status_code == 404


async def test_reports_reach_the_operator_and_nobody_else(app: FastAPI, host: Person, guest: Person) -> None:
    table = await host.make(ME, PERSON, PERSON)
    await guest.post(f"{table}/seats/1")
    line = (await guest.post(f"{table}/chat", text="something unpleasant")).json()["seq"]
    assert (await host.post(f"{table}/reports", line=line, reason="an  insult")).status_code == 201
    assert (await host.post(f"{table}/reports", reason="spam")).status_code == 201
    assert (await host.post(f"{table}/reports", reason="   ")).status_code == 422
    assert (await host.post(f"{table}/reports", line=9999, reason="x")).status_code == 404
    desk = app.state.burgrave.hub.desk
    about_table, about_line = await desk.reports()
    assert (about_table.line, about_table.reason, about_table.about) == (None, "spam", ())
    assert (about_line.line, about_line.reason) == (line, "an insult")
    sitters = await app.state.burgrave.storage.sitters(about_line.table_id)
    assert sitters[1] <= set(about_line.about)
    assert "127.0.0.1" not in str(about_line)
    assert "insult" not in (await guest.get(f"{table}/events")).text


async def test_reports_are_limited(tmp_path: Path) -> None:
    app = application(tmp_path, reports_per_hour=2.0)
    async with app.router.lifespan_context(app), person(app, "Hanna") as host:
        table = await host.make(ME, PERSON)
        codes = [(await host.post(f"{table}/reports", reason="spam")).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


async def test_all_of_it_is_there_after_a_restart(tmp_path: Path) -> None:
    app = application(tmp_path)
    async with app.router.lifespan_context(app), person(app, "Hanna") as host, person(app, "Gustaw") as guest:
        table = await host.make(ME, PERSON, PERSON)
        token = (await guest.post(f"{table}/seats/1")).json()["token"]
        await host.post(f"{table}/seats/1/kick")
        await host.post(f"{table}/spectators", chat=False)
        cookies = guest.client.cookies
    again = application(tmp_path)
    async with again.router.lifespan_context(again), person(again, "Gustaw") as guest:
        guest.client.cookies = cookies
        assert (await guest.post(f"{table}/seats/2")).status_code == 403
        assert (await guest.client.get(table, headers=bearer(token))).status_code == 401
        assert (await guest.post(f"{table}/chat", text="hello")).status_code == 403


async def test_the_form_for_a_new_table_asks_who_decides_about_seats(host: Person, app: FastAPI) -> None:
    answer = await host.send("/new/catan", players="2", seat0="me", seat1="person", approval="yes")
    assert answer.status_code == 303
    table = app.state.burgrave.hub.tables[answer.headers["location"].rsplit("/", 1)[1]]
    assert table.made.approval


async def until_closed(connection: websockets.ClientConnection) -> list[dict[str, Any]]:
    """What still arrives before the server ends a connection."""
    frames = []
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                frames.append(json.loads(await connection.recv()))
    return frames


def visit(server: RunningServer, name: str) -> httpx.Client:
    client = httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=PATIENCE)
    client.get("/", headers=HTML)
    client.post("/preferences", content=f"name={name}")
    return client


async def test_an_open_page_and_stream_of_a_removed_person_end_at_once(tmp_path: Path) -> None:
    server = await asyncio.to_thread(RunningServer(tmp_path).start)
    try:
        host, guest = await asyncio.to_thread(visit, server, "Hanna"), await asyncio.to_thread(visit, server, "Gustaw")
        wanted = {"game": "catan", "seats": [ME, PERSON]}
        table = (await asyncio.to_thread(lambda: host.post("/api/tables", json=wanted))).json()["id"]
        sat = await asyncio.to_thread(lambda: guest.post(f"/api/tables/{table}/seats/1", json={}))
        token = sat.json()["token"]
        cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in guest.cookies.items())}
        ws = server.address.replace("http", "ws")
        page = await websockets.connect(
            f"{ws}/table/{table}/live?seat=1", origin=server.address, additional_headers=cookie, **PATIENT_SOCKET
        )
        stream = await websockets.connect(
            f"{ws}/api/tables/{table}/stream", additional_headers=bearer(token), **PATIENT_SOCKET
        )
        first = json.loads(await asyncio.wait_for(page.recv(), PATIENCE))
        assert first["state"]["yours"] == [1]
        kick = await asyncio.to_thread(lambda: host.post(f"/api/tables/{table}/seats/1/kick", json={}))
        assert kick.status_code == 200
        later, told = await until_closed(page), await until_closed(stream)
        assert (page.close_code, stream.close_code) == (4404, 4404)
        assert all(frame["state"]["seq"] <= first["state"]["seq"] for frame in later)  # nothing after the removal
        assert all(event["kind"] in ("sit", "start", "move") for event in told)
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(
                f"{ws}/table/{table}/live?seat=1", origin=server.address, additional_headers=cookie, **PATIENT_SOCKET
            )
        there = await asyncio.to_thread(lambda: guest.get(f"/table/{table}?seat=1", headers=HTML))
        assert there.headers["location"] == f"/table/{table}"
    finally:
        await asyncio.to_thread(server.stop)


async def test_whoever_loses_a_seat_at_one_server_has_lost_it_at_the_others(postgres: str, tmp_path: Path) -> None:
    url = await fresh_database(postgres)
    one, two = (application(tmp_path, database_url=url) for _ in range(2))
    async with (
        one.router.lifespan_context(one),
        two.router.lifespan_context(two),
        person(one, "Hanna") as host,
        person(one, "Gustaw") as guest,
        person(two, "Gustaw") as elsewhere,
    ):
        elsewhere.client.cookies = guest.client.cookies
        table = await host.make(ME, PERSON, PERSON)
        token = (await guest.post(f"{table}/seats/1")).json()["token"]
        assert (await elsewhere.get(table)).json()["seat"] == 1
        assert (await elsewhere.client.get(table, headers=bearer(token))).status_code == 200
        fresh = (await guest.post(f"{table}/seats/1/renew")).json()["token"]
        async with asyncio.timeout(PATIENCE):
            while (await elsewhere.client.get(table, headers=bearer(token))).status_code != 401:
                await asyncio.sleep(0.05)
        assert (await elsewhere.client.get(table, headers=bearer(fresh))).status_code == 200
        line = (await guest.post(f"{table}/chat", text="something unpleasant")).json()["seq"]
        await host.post(f"{table}/seats/1/kick")
        async with asyncio.timeout(PATIENCE):
            while (await elsewhere.get(table)).json()["seat"] is not None:
                await asyncio.sleep(0.05)
        assert (await elsewhere.client.get(table, headers=bearer(fresh))).status_code == 401
        assert "something unpleasant" in (await elsewhere.get(f"{table}/events")).text
        desk = one.state.burgrave.hub.desk
        await desk.delete_line(table[-22:], line)
        await desk.forget_name("Gustaw", lambda others: "nobody")
        async with asyncio.timeout(PATIENCE):
            while "Gustaw" in (text := (await elsewhere.get(f"{table}/events")).text):
                await asyncio.sleep(0.05)
        assert "something unpleasant" not in text
        await desk.delete_table(table[-22:])
        async with asyncio.timeout(PATIENCE):
            while (await elsewhere.get(table)).status_code != 404:
                await asyncio.sleep(0.05)


async def test_only_so_many_watch_a_table(tmp_path: Path) -> None:
    server = await asyncio.to_thread(RunningServer(tmp_path, spectators_per_table=2).start)
    try:
        host = await asyncio.to_thread(visit, server, "Hanna")
        made = await asyncio.to_thread(lambda: host.post("/api/tables", json={"game": "catan", "seats": [ME, ME]}))
        address = f"{server.address.replace('http', 'ws')}/api/tables/{made.json()['id']}/stream"
        watching = [await websockets.connect(address, **PATIENT_SOCKET) for _ in range(2)]
        for stream in watching:
            await asyncio.wait_for(stream.recv(), PATIENCE)
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(address, **PATIENT_SOCKET)
        player = await websockets.connect(
            address, additional_headers=bearer(made.json()["tokens"]["0"]), **PATIENT_SOCKET
        )
        await asyncio.wait_for(player.recv(), PATIENCE)
        for stream in (*watching, player):
            await stream.close()
    finally:
        await asyncio.to_thread(server.stop)


async def test_logs_hold_no_keys_of_people(
    host: Person, guest: Person, app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await host.make(ME, PERSON, PERSON)
    await guest.post(f"{table}/seats/1")
    players = [player for found in (await app.state.burgrave.storage.sitters(table[-22:])).values() for player in found]
    await host.post(f"{table}/seats/1/kick")
    text = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert players
    assert not any(player in text for player in players)
