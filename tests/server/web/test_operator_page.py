"""The operator's page: a door with a secret of its own, and what can be done behind it."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.server import upkeep
from burgrave.server.process import JsonLines
from burgrave.server.settings import Settings, settings
from burgrave.server.tables import hub
from burgrave.server.web import operator_door
from burgrave.server.web.operator_door import COOKIE
from server.conftest import application, by_hand
from server.web.people import HTML, Person, person

pytestmark = pytest.mark.asyncio

SECRET = "a secret of the operator's own"
ME, PERSON = {"kind": "me"}, {"kind": "person"}


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    made = application(tmp_path, operator_secret=SECRET)
    async with made.router.lifespan_context(made):
        yield made


@pytest_asyncio.fixture
async def host(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Hanna") as made:
        yield made


@pytest_asyncio.fixture
async def operator(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Operator") as made:
        answer = await made.send("/operator/door", secret=SECRET)
        assert (answer.status_code, answer.headers["location"]) == (303, "/operator")
        yield made


async def test_without_a_secret_there_is_no_such_page(tmp_path: Path) -> None:
    app = application(tmp_path)
    async with app.router.lifespan_context(app), person(app, "Ola") as somebody:
        assert (await somebody.page("/operator")).status_code == 404
        for path in ("/operator/door", "/operator/leave", "/operator/delete_table"):
            assert (await somebody.send(path, secret="", table="x")).status_code == 404


async def test_nobody_sees_or_does_anything_without_the_secret(app: FastAPI, host: Person) -> None:
    table = await host.make(ME, PERSON)
    await host.post(f"{table}/reports", reason="a very special reason")
    door = await host.page("/operator")
    assert (door.status_code, "a very special reason" in door.text, table[-22:] in door.text) == (200, False, False)
    assert (await host.send("/operator/door", secret="wrong")).status_code == 403
    forged = f"{int(time.time()) + 1000}.{'0' * 64}"
    for value in ("", "x", forged, "9" * 30, f"-1.{'0' * 64}"):
        host.client.cookies.set(COOKIE, value, path="/operator")
        assert "a very special reason" not in (await host.page("/operator")).text
        for act in ("delete_table", "delete_line", "forget_name", "block", "unblock", "settle", "leave", "nothing"):
            answer = await host.send(
                f"/operator/{act}", table=table[-22:], sure="yes", name="Hanna", report="1", line="1"
            )
            assert answer.status_code == 404
    assert (await host.get(table)).status_code == 200


async def test_the_cookie_is_for_this_page_only_and_for_some_hours(
    app: FastAPI, operator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await operator.send("/operator/door", secret=SECRET)
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/operator", "Max-Age=14400"):
        assert part in cookie
    assert SECRET not in cookie
    later = time.time() + 5 * 3600
    monkeypatch.setattr(operator_door.time, "time", lambda: later)
    assert "password" in (await operator.page("/operator")).text


async def test_a_cookie_of_a_former_secret_is_worth_nothing(tmp_path: Path, app: FastAPI, operator: Person) -> None:
    value = operator.client.cookies[COOKIE]
    again = application(tmp_path, operator_secret="another secret of the operator")
    async with again.router.lifespan_context(again), person(again, "Operator") as late:
        late.client.cookies.set(COOKIE, value, path="/operator")
        assert "password" in (await late.page("/operator")).text


async def test_secrets_cannot_be_tried_for_long(app: FastAPI, host: Person) -> None:
    codes = [(await host.send("/operator/door", secret=str(k))).status_code for k in range(8)]
    assert codes[0] == 403
    assert codes[-1] == 429
    assert (await host.send("/operator/door", secret=SECRET)).status_code == 429


async def test_another_site_cannot_act_for_the_operator(operator: Person, host: Person) -> None:
    table = (await host.make(ME, PERSON))[-22:]
    operator.client.headers["origin"] = "http://evil.example"
    assert (await operator.send("/operator/delete_table", table=table, sure="yes")).status_code == 403
    assert (await host.get(f"/api/tables/{table}")).status_code == 200


async def test_the_operator_reads_reports_and_deletes_the_line(app: FastAPI, operator: Person, host: Person) -> None:
    table = await host.make(ME, PERSON)
    line = (await host.post(f"{table}/chat", text="something unpleasant")).json()["seq"]
    await host.post(f"{table}/reports", line=line, reason="an insult")
    page = (await operator.page("/operator")).text
    assert "an insult" in page
    assert "something unpleasant" in page
    answer = await operator.send("/operator/delete_line", table=table[-22:], line=str(line))
    assert answer.status_code == 303
    assert "something unpleasant" not in (await operator.page(f"/operator?table={table[-22:]}")).text
    assert "something unpleasant" not in (await host.get(f"{table}/events")).text
    there = (await host.page(f"/table/{table[-22:]}")).text
    assert "something unpleasant" not in there
    assert "(deleted by the operator)" in there
    assert (await operator.send("/operator/delete_line", table=table[-22:], line=str(line))).status_code == 404
    number = re.search(r'name="report" value="(\d+)"', page)
    assert number
    await operator.send("/operator/settle", report=number[1])
    assert "an insult" not in (await operator.page("/operator")).text


async def test_the_operator_deletes_a_table_when_sure(operator: Person, host: Person) -> None:
    table = await host.make(ME, PERSON)
    assert (await operator.send("/operator/delete_table", table=table[-22:])).status_code == 422
    assert (await operator.send("/operator/delete_table", table=table[-22:], sure="yes")).status_code == 303
    assert (await host.get(table)).status_code == 404
    assert (await operator.send("/operator/delete_table", table=table[-22:], sure="yes")).status_code == 404


async def test_a_deleted_name_is_nowhere_any_more(operator: Person, host: Person) -> None:
    table = await host.make(ME, PERSON, public=True)
    await host.post(f"{table}/chat", text="hello")
    assert (await operator.send("/operator/forget_name", name="Hanna", former="nobody", sure="yes")).status_code == 303
    state = await host.get(table)
    assert state.json()["seats"][0]["name"] == "nobody"
    assert "Hanna" not in state.text
    assert "Hanna" not in (await host.get(f"{table}/events")).text
    assert "Hanna" not in (await operator.page("/")).text
    assert (await operator.send("/operator/forget_name", name="Hanna", sure="yes")).status_code == 404


async def test_a_blocked_browser_or_address_is_refused_but_not_the_operators_page(
    app: FastAPI, operator: Person, host: Person
) -> None:
    table = await host.make(ME, PERSON)
    hosts_key = app.state.burgrave.hub.tables[table[-22:]].made.host
    assert (await operator.send("/operator/block", key=hosts_key, days="7", reason="spam")).status_code == 303
    for refused in (await host.get(table), await host.page("/"), await host.post(f"{table}/chat", text="hello")):
        assert refused.status_code == 403
    assert "The operator of this server has blocked you for now." in (await host.page("/")).text
    assert (await operator.page("/")).status_code == 200
    assert hosts_key in (await operator.page("/operator")).text
    await operator.send("/operator/unblock", key=hosts_key)
    assert (await host.get(table)).status_code == 200
    await operator.send("/operator/block", key="127.0.0.1", days="1")
    assert (await host.get(table)).status_code == 403
    assert (await operator.page("/")).status_code == 403
    assert "127.0.0.1" not in (await operator.page("/operator")).text
    assert (await operator.send("/operator/block", key="x", days="0")).status_code == 404


async def test_what_the_operator_does_is_logged_without_secrets(
    operator: Person, host: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await host.make(ME, PERSON)
    await operator.send("/operator/door", secret="not the secret")
    await operator.send("/operator/forget_name", name="Hanna", sure="yes")
    await operator.send("/operator/delete_table", table=table[-22:], sure="yes")
    text = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert '"act": "forget_name"' in text
    assert '"act": "delete_table"' in text
    for secret in (SECRET, "not the secret", "Hanna", table[-22:], operator.client.cookies[COOKIE]):
        assert secret not in text
    page = (await operator.page("/operator")).text
    assert "Delete the table" in page
    assert table[-22:] in page  # the operator's own list of deeds


async def test_the_operators_secret_must_be_long_and_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="OPERATOR_SECRET"):
        settings(data_dir=tmp_path, operator_secret="short")
    assert SECRET not in repr(Settings(operator_secret=SECRET))


async def test_what_the_command_does_to_the_database_a_running_server_heeds(
    tmp_path: Path, app: FastAPI, host: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, table = await by_hand(app), await host.make(ME, PERSON)
    line = (await host.post(f"{table}/chat", text="something unpleasant")).json()["seq"]
    await asyncio.to_thread(upkeep.at_desk, lambda desk: desk.delete_line(table[-22:], line), None, tmp_path)
    await rounds.heed_operator()
    assert "something unpleasant" not in (await host.get(f"{table}/events")).text
    await asyncio.to_thread(upkeep.at_desk, lambda desk: desk.forget_name("Hanna", lambda _: "nobody"), None, tmp_path)
    await rounds.heed_operator()
    assert "Hanna" not in (await host.get(table)).text
    await asyncio.to_thread(upkeep.at_desk, lambda desk: desk.delete_table(table[-22:]), None, tmp_path)
    await rounds.heed_operator()
    assert (await host.get(table)).status_code == 404


async def test_finished_games_and_chats_are_kept_as_long_as_the_operator_wants(tmp_path: Path) -> None:
    app = application(tmp_path, keep_finished_days=2.0, keep_chats_days=1.0)
    async with app.router.lifespan_context(app), person(app, "Hanna") as host:
        table = await host.make({"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"})
        await host.post(f"{table}/chat", text="well played")
        rounds = await by_hand(app)
        async with asyncio.timeout(PATIENCE):
            while (await host.get(table)).json()["status"] != "over":
                await asyncio.sleep(0.1)
        ended = (await host.get(f"{table}/events")).json()[-1]["at"]
        for days, said, there in ((0.5, True, 200), (1.5, False, 200), (2.5, False, 404)):
            rounds._tidied_at = 0.0
            await rounds._tidy(ended + days * hub.DAY)
            assert ("well played" in (await host.get(f"{table}/events")).text) == said
            assert (await host.get(table)).status_code == there


async def test_the_page_speaks_the_operators_language(operator: Person) -> None:
    answer = await operator.client.get("/operator?language=pl", headers=HTML)
    assert "Biurko operatora" in answer.text
