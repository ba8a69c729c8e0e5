"""All tables of a process: the rounds go on whatever happens, and what was cleared away is gone from memory too."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.core.errors import RecordError
from burgrave.server.store import schema
from burgrave.server.store.kinds import SeatKind
from burgrave.server.tables import hub
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import FEW_EVENTS
from server.conftest import application, by_hand, client_of, fresh_database
from server.store.test_storage import refuse_connections
from server.web.test_api import ME, PERSON, Chair, in_turn, make

pytestmark = pytest.mark.asyncio


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


def rounds(app: FastAPI) -> list[asyncio.Task[None]]:
    return app.state.burgrave.hub._rounds  # type: ignore[no-any-return]


async def test_the_rounds_go_on_when_the_database_comes_back(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "ROUND_SECONDS", 0.05)
    url = await fresh_database(postgres)
    app = application(tmp_path, database_url=url)
    async with app.router.lifespan_context(app):
        storage = app.state.burgrave.storage
        await refuse_connections(postgres, url, True)
        await until(lambda: "the database cannot be used" in caplog.text)
        await refuse_connections(postgres, url, False)
        await until(lambda: not storage._listener.is_closed())
        assert not any(work.done() for work in rounds(app))


async def test_the_rounds_go_on_when_a_table_cannot_be_loaded(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "ROUND_SECONDS", 0.02)
    made = await make(client, [ME, ME], clock=600)
    tables, games = app.state.burgrave.hub.tables, app.state.burgrave.games
    async with app.state.burgrave.storage.engine.begin() as connection:
        await connection.execute(schema.tables.update().values(due_at=0.0))

    async def ready(name: str) -> None:
        raise RuntimeError("the rules cannot be compiled")

    with monkeypatch.context() as changed:
        changed.setattr(games, "ready", ready)
        await tables.pop(made["id"]).stop()
        await by_hand(app)
        await app.state.burgrave.hub.open()
        await until(lambda: "the rules cannot be compiled" in caplog.text)
    await until(lambda: made["id"] in tables)


async def test_a_table_that_was_cleared_away_is_not_found_any_more(tmp_path: Path) -> None:
    app = application(tmp_path, forget_unstarted_after=0.0)
    async with app.router.lifespan_context(app), client_of(app) as client:
        tables = await by_hand(app)
        made = await make(client, [ME, PERSON])
        await tables._clear()
        assert (await client.get(f"/api/tables/{made['id']}")).status_code == 404
        assert made["id"] not in tables.tables


async def test_a_game_that_was_closed_cannot_be_continued(tmp_path: Path) -> None:
    app = application(tmp_path, close_abandoned_after=0.0)
    async with app.router.lifespan_context(app), client_of(app) as client:
        tables = await by_hand(app)
        made = await make(client, [ME, ME])
        chairs = [Chair(client, made["id"], made["tokens"][seat]) for seat in "01"]
        actor, _ = await in_turn(*chairs)
        before = await actor.state()
        await tables._clear()
        answer = await actor.post("/moves", seq=before["seq"], move=before["moves"][0]["text"])
        assert answer.status_code == 409
        assert (await actor.state())["status"] == "closed"
        await actor.post("/chat", text="where is everybody?")
        assert (await app.state.burgrave.storage.table(made["id"])).head.status == "closed"


async def test_a_table_somebody_has_just_asked_for_is_not_forgotten(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, ME])
    tables = await by_hand(app)
    table = tables.tables[made["id"]]
    table.used_at -= 2 * hub.IDLE_SECONDS
    assert await tables.get(made["id"]) is table
    await tables._forget()
    assert tables.tables[made["id"]] is table
    table.used_at -= 2 * hub.IDLE_SECONDS
    await tables._forget()
    assert made["id"] not in tables.tables


async def test_a_table_whose_clock_runs_for_days_is_forgotten_meanwhile(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    slow, fast = await make(client, [ME, ME], clock=7 * 24 * 3600), await make(client, [ME, ME], clock=60)
    tables = await by_hand(app)
    for made in (slow, fast):
        tables.tables[made["id"]].used_at -= 2 * hub.IDLE_SECONDS
    await tables._forget()
    assert slow["id"] not in tables.tables
    assert fast["id"] in tables.tables


async def test_of_more_due_tables_than_are_looked_at_together_each_is_woken(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [await make(client, [ME, ME], clock=600) for _ in range(3)]
    tables = await by_hand(app)
    for table in made:
        await tables.tables.pop(table["id"]).stop()
    async with app.state.burgrave.storage.engine.begin() as connection:
        await connection.execute(schema.tables.update().values(due_at=0.0))
    asked: list[str] = []

    async def held(table_id: str) -> None:
        asked.append(table_id)

    monkeypatch.setattr(hub, "MOST_WOKEN", 2)
    monkeypatch.setattr(tables, "_held", held)
    assert [await tables._wake() for _ in range(3)] == [True, False, True]
    assert sorted(asked[:3]) == sorted(table["id"] for table in made)
    assert asked[3:] == asked[:2]


async def test_clocks_run_out_however_long_the_other_work_takes_and_however_many_there_are(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [await make(client, [ME, ME], clock=600) for _ in range(5)]
    tables = app.state.burgrave.hub
    await by_hand(app)
    for table in made:
        await tables._drop(tables.tables[table["id"]])
    async with app.state.burgrave.storage.engine.begin() as connection:
        for kept, moment in ((schema.tables, "due_at"), (schema.events, "at")):
            column = kept.c[moment]
            await connection.execute(kept.update().where(column.is_not(None)).values({moment: column - 3600.0}))

    async def for_ever() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(hub, "MOST_WOKEN", 2)
    monkeypatch.setattr(hub, "ROUND_SECONDS", 1e6)  # it goes on at once where not all could be looked at
    monkeypatch.setattr(tables, "_catch_up", for_ever)
    await tables.open()

    def all_out() -> bool:
        found = [tables.tables.get(table["id"]) for table in made]
        return all(table and any(seat.kind == SeatKind.BOT for seat in table.state.seats) for table in found)

    await until(all_out)


async def test_a_record_with_too_many_moves_is_refused_before_it_is_played(app: FastAPI) -> None:
    tables = app.state.burgrave.hub
    head = "burgrave 1\ngame: catan\nplayers: 2\nturn_limit: 10000\n\n"
    most = hub.MOST_UPLOADED_MOVES
    with pytest.raises(RecordError) as refused:
        await tables.store_record(head + "chance: roll 1 1\n" * (most + 1), "player", "client")
    assert refused.value.told("en") == f"Line {most + 6}: more than {most} moves are not accepted here."
    assert refused.value.told("pl") == f"Wiersz {most + 6}: więcej niż {most} ruchów nie można tu przesłać."
    with pytest.raises(RecordError, match="line 6: "):
        await tables.store_record(head + "chance: roll 1 1\n" * most, "player", "client")


async def test_a_long_game_is_read_in_another_thread(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(client, [ME, ME])
    tables = app.state.burgrave.hub
    table = tables.tables.pop(made["id"])
    await table.stop()
    assert table.seq > FEW_EVENTS
    threads: list[int] = []
    replayed = TableState.replayed

    def noted(state: TableState, events: Any) -> TableState:
        threads.append(threading.get_ident())
        return replayed(state, events)

    monkeypatch.setattr(TableState, "replayed", noted)
    again = await tables.get(made["id"])
    assert again.state.match.position == table.state.match.position
    assert threads
    assert threading.get_ident() not in threads


async def test_a_table_that_is_cleared_away_while_it_is_loaded_is_not_found(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(client, [ME, PERSON])
    tables, storage = app.state.burgrave.hub, app.state.burgrave.storage
    await tables.tables.pop(made["id"]).stop()
    sitters = storage.sitters

    async def cleared_meanwhile(table_id: str) -> Any:
        await storage.clear(time.time() + 10, 0.0)
        return await sitters(table_id)

    monkeypatch.setattr(storage, "sitters", cleared_meanwhile)
    assert (await client.get(f"/api/tables/{made['id']}")).status_code == 404
    assert made["id"] not in tables.tables
