"""A request with a key happens once however often it is sent, and always has the same answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.server.store import requests, schema
from server.conftest import application, by_hand, client_of
from server.running import ServerProcess
from server.web.test_api import BOT, ME, PERSON, Chair, finished, make

pytestmark = pytest.mark.asyncio

KEY = {"idempotency-key": "3b1c" * 4}
WISH = {"game": "catan", "seats": [ME, PERSON], "name": "Anna"}


async def create(client: httpx.AsyncClient, key: str = "3b1c" * 4, **other: Any) -> httpx.Response:
    return await client.post("/api/tables", json={**WISH, **other}, headers={"idempotency-key": key})


async def tables(app: FastAPI) -> int:
    async with app.state.burgrave.storage.engine.connect() as connection:
        return int(await connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)) or 0)


async def test_a_table_is_made_once_and_its_secrets_are_told_again(app: FastAPI, client: httpx.AsyncClient) -> None:
    first, again = await create(client), await create(client, entropy="0123")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert await tables(app) == 1
    made = again.json()
    mine = await Chair(client, made["id"], made["tokens"]["0"]).state()
    assert mine["seat"] == 0
    host = Chair(client, made["id"], made["host_token"])
    assert (await host.post("/seats/1/bot", level="easy")).status_code == 200


async def test_two_at_the_same_time_make_one_table(app: FastAPI, client: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(create(client) for _ in range(8)))
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].status_code == 201
    assert await tables(app) == 1


async def test_promised_dice_are_used_once_however_often_the_table_is_asked_for(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    seal = (await client.post("/api/dice")).json()["commitment"]
    dice = {"commitment": seal, "entropy": "0a" * 16}
    answers = [*await asyncio.gather(*(create(client, **dice) for _ in range(4))), await create(client, **dice)]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].json()["commitment"] == seal
    assert (await create(client, "another key of mine", **dice)).status_code == 409


async def test_a_seat_that_the_host_gives_is_asked_for_once(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = (await create(client, "the key of the table", approval=True)).json()
    path = f"/api/tables/{made['id']}/seats/1"
    answers = [await client.post(path, json={"name": "Bo"}, headers=KEY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    host = Chair(client, made["id"], made["host_token"])
    assert len((await host.get("/requests")).json()) == 1


async def test_a_key_for_something_else_is_refused(app: FastAPI, client: httpx.AsyncClient) -> None:
    await create(client)
    answer = await create(client, public=True)
    assert answer.status_code == 422
    assert answer.json() == {"detail": "This key belongs to another request: choose a new one."}
    assert await tables(app) == 1


async def test_other_keys_and_none_make_other_tables(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = [(await create(client, key)).json() for key in ("a" * 16, "b" * 16)]
    made += [await make(client, [ME, PERSON]) for _ in range(2)]
    assert len({table["id"] for table in made}) == await tables(app) == 4


async def test_a_key_is_its_clients_own(app: FastAPI, client: httpx.AsyncClient) -> None:
    mine = (await create(client)).json()
    transport = httpx.ASGITransport(app=app, client=("203.0.113.7", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as stranger:
        theirs = (await create(stranger)).json()
    assert theirs["id"] != mine["id"]
    assert not set(theirs["tokens"].values()) & set(mine["tokens"].values())


async def test_a_key_that_others_could_guess_and_one_too_long_are_refused(client: httpx.AsyncClient) -> None:
    for key in ("", "1", "x" * 201):
        assert (await create(client, key)).status_code == 422


async def test_a_key_is_forgotten_after_a_day_and_can_be_used_again(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, first = await by_hand(app), (await create(client)).json()
    await tables._clear()
    assert (await create(client)).json() == first
    monkeypatch.setattr(requests, "KEPT_SECONDS", -1.0)
    await tables._clear()
    again = await create(client)
    assert again.status_code == 201
    assert again.json()["id"] != first["id"]
    assert again.json()["tokens"] != first["tokens"]


async def test_a_seat_is_taken_once_and_its_secret_is_told_again(client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, PERSON, PERSON])
    path = f"/api/tables/{made['id']}/seats"
    first, again = [await client.post(f"{path}/1", json={"name": "Ben"}, headers=KEY) for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    state = await Chair(client, made["id"], again.json()["token"]).state()
    assert (state["seat"], [seat["name"] for seat in state["seats"]][1:]) == (1, ["Ben", ""])
    assert (await client.post(f"{path}/2", json={"name": "Ben"}, headers=KEY)).status_code == 422
    assert (await client.post(f"{path}/1", json={"name": "Ben"})).status_code == 409
    at_once = (client.post(f"{path}/2", json={}, headers={"idempotency-key": "other key of mine"}) for _ in range(5))
    answers = await asyncio.gather(*at_once)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1


async def test_a_rematch_is_made_once_and_its_secrets_are_told_again(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = await make(client, [BOT, BOT], options={"target_points": 5})
    host = Chair(client, made["id"], made["host_token"])
    await finished(host)
    headers = {**host.headers, **KEY}
    path = f"/api/tables/{made['id']}/rematch"
    first, again = [await client.post(path, json={}, headers=headers) for _ in range(2)]
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert first.json()["host_token"]
    assert await tables(app) == 2
    assert (await client.post(path, json={}, headers=host.headers)).json() == {"id": first.json()["id"], "tokens": {}}


async def test_a_form_that_is_sent_twice_makes_one_table(app: FastAPI) -> None:
    form = {"players": "2", "seat0": "me", "seat1": "person", "key": "1f00", "entropy": "aa"}
    async with client_of(app, headers={"origin": "http://testserver"}) as browser:
        page = await browser.get("/new/catan")
        assert '<input type="hidden" name="key" value="" data-random>' in page.text
        first, again = await browser.post("/new/catan", data=form), await browser.post("/new/catan", data=form)
        assert first.status_code == again.status_code == 303
        assert first.headers["location"] == again.headers["location"]
        assert await tables(app) == 1
        changed = await browser.post("/new/catan", data={**form, "public": "yes"})
        assert "This key belongs to another request" in changed.text
        assert await tables(app) == 1


async def test_a_rematch_that_broke_off_is_not_made_again(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(client, [BOT, BOT], options={"target_points": 5})
    host = Chair(client, made["id"], made["host_token"])
    await finished(host)
    headers, path = {**host.headers, **KEY}, f"/api/tables/{made['id']}/rematch"
    table = app.state.burgrave.hub.tables[made["id"]]

    async def break_off(table_id: str) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr(table, "follow_with", break_off)
        with pytest.raises(ConnectionResetError):
            await client.post(path, json={}, headers=headers)
    answer = await client.post(path, json={}, headers=headers)
    assert answer.status_code == 200
    assert table.state.rematch == answer.json()["id"]
    assert await tables(app) == 2


async def test_what_was_stored_before_the_server_was_killed_is_answered_afterwards(tmp_path: Path) -> None:
    kill = "import os, signal; from burgrave.server.tables.hub import Hub; "
    kill += "Hub._begun = lambda hub, new: os.kill(os.getpid(), signal.SIGKILL)"
    body = {"game": "catan", "seats": [ME, ME]}
    dying = ServerProcess(tmp_path, before=kill).start()
    async with httpx.AsyncClient(base_url=dying.address) as client:
        with pytest.raises(httpx.TransportError):
            await client.post("/api/tables", json=body, headers=KEY, timeout=PATIENCE)
    assert dying.process is not None
    dying.process.wait(PATIENCE)
    app = application(tmp_path)
    async with app.router.lifespan_context(app):
        assert await tables(app) == 1
        async with client_of(app) as client:
            answer = await client.post("/api/tables", json=body, headers=KEY)
            assert answer.status_code == 201
            made = answer.json()
            assert await tables(app) == 1
            assert (await Chair(client, made["id"], made["tokens"]["1"]).state())["status"] == "playing"
