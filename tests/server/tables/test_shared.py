"""Two processes that share tables: each knows at once whom the other has admitted and who is there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.server.store.database import DATABASE_SECONDS
from burgrave.server.tables import hub
from burgrave.server.tables.keys import digest
from server.conftest import application, client_of, fresh_database
from server.tables.test_hub import until
from server.web.test_api import ME, Chair, make

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def apps(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[FastAPI, FastAPI]]:
    """Two applications on one database whose rounds never come: they know only what they are told."""
    monkeypatch.setattr(hub, "ROUND_SECONDS", 3600.0)
    url = await fresh_database(postgres)
    one, other = application(tmp_path, database_url=url), application(tmp_path, database_url=url)
    async with one.router.lifespan_context(one), other.router.lifespan_context(other):
        yield one, other


async def test_a_seat_link_opened_at_one_process_is_known_at_the_other(apps: tuple[FastAPI, FastAPI]) -> None:
    one, other = apps
    async with client_of(one) as maker, client_of(one, headers={"origin": "http://testserver"}) as guest:
        made = await make(maker, [ME, ME])
        there = await other.state.burgrave.hub.get(made["id"])
        await guest.get("/")
        await guest.post("/seat", data={"secret": made["tokens"]["1"]})
        player = one.state.burgrave.signer.read(guest.cookies["burgrave"]).player
        await until(lambda: there.seats_of(player) == [1])


async def test_a_secret_that_was_forgotten_at_one_process_opens_nothing_at_the_other(
    apps: tuple[FastAPI, FastAPI],
) -> None:
    one, other = apps
    async with client_of(one) as here, client_of(other) as there:
        made = await make(here, [ME, ME])
        old = made["tokens"]["1"]
        assert (await Chair(there, made["id"], old).get()).status_code == 200
        for _ in range(20):
            assert (await Chair(here, made["id"], old).post("/seats/1/link")).status_code in (200, 401)
        await until(lambda: digest(old) not in other.state.burgrave.hub.tables[made["id"]].secrets)
        assert (await Chair(there, made["id"], old).get()).status_code == 401
        assert (await Chair(here, made["id"], old).get()).status_code == 401


async def test_a_person_at_one_process_cannot_be_replaced_at_the_other(apps: tuple[FastAPI, FastAPI]) -> None:
    one, other = apps
    async with client_of(one) as client:
        made = await make(client, [ME, ME])
        host = Chair(client, made["id"], made["host_token"])
        here = one.state.burgrave.hub.tables[made["id"]]
        there = await other.state.burgrave.hub.get(made["id"])
        here.sitters.clear()  # two people, not one with both seats
        there.sitters.clear()
        async with one.state.burgrave.storage.engine.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM sitters")
        there.arrive(1)
        await until(lambda: here.is_here(1))
        assert not here.is_here(0)
        answer = await host.post("/seats/1/bot", level="random")
        assert answer.status_code == 409
        there.leave(1)
        await until(lambda: not here.is_here(1))
        assert (await host.post("/seats/1/bot", level="random")).status_code == 200


async def test_a_process_that_was_told_nothing_looks_before_it_replaces_a_person(
    apps: tuple[FastAPI, FastAPI], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = apps
    async with client_of(one) as client:
        made = await make(client, [ME, ME])
        here = one.state.burgrave.hub.tables[made["id"]]
        monkeypatch.setattr(one.state.burgrave.storage, "heard_change", lambda table_id, notice: None)
        there = await other.state.burgrave.hub.get(made["id"])
        there.arrive(1)
        await other.state.burgrave.storage.presences.tell()
        assert not here.is_here(1)
        answer = await Chair(client, made["id"], made["host_token"]).post("/seats/1/bot", level="random")
        assert answer.status_code == 409


async def test_a_frozen_database_gives_503_on_moves_lobby_and_health_until_it_thaws(
    postgres: str, tmp_path: Path
) -> None:
    from server.store.test_several_processes import Between

    url = await fresh_database(postgres)
    async with contextlib.AsyncExitStack() as stack:
        between = await stack.enter_async_context(Between(url, tmp_path))
        app = application(tmp_path, database_url=between.url, database_seconds=DATABASE_SECONDS)
        await stack.enter_async_context(app.router.lifespan_context(app))
        client, browser = [await stack.enter_async_context(client_of(app, timeout=PATIENCE)) for _ in range(2)]
        made = await make(client, [ME, ME])
        chairs = [Chair(client, made["id"], made["tokens"][seat]) for seat in "01"]
        before = await chairs[0].state()
        actor = chairs[before["to_act"]]
        move = (await actor.state())["moves"][0]["text"]
        assert (await client.get("/health")).status_code == 200

        async def answers() -> set[int]:
            asked = [actor.post("/moves", seq=before["seq"], move=move), browser.get("/"), client.get("/health")]
            return {answer.status_code for answer in await asyncio.gather(*asked)}

        between.thawed.clear()
        app.state.burgrave.health._tried_at = None
        assert await answers() == {503}
        between.thawed.set()
        async with asyncio.timeout(PATIENCE):
            while (await client.get("/health")).status_code != 200:
                await asyncio.sleep(0.1)
        assert (await browser.get("/")).status_code == 200
        assert (await actor.post("/moves", seq=before["seq"], move=move)).status_code in (200, 409)
