"""The clock is told as a deadline, with the server's own time beside it, and stands still while no server runs."""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI

from burgrave.server.tables import table as tables_table
from burgrave.server.web import json as web_json
from burgrave.server.web.pages import table as table_page
from server.conftest import application, client_of
from server.web.people import Person, person
from server.web.test_api import ME, Chair, in_turn, make

pytestmark = pytest.mark.asyncio


async def test_a_program_reads_the_deadline_and_the_servers_time(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.time()
    made = await make(client, [ME, ME], clock=600)
    chair = Chair(client, made["id"], made["tokens"]["0"])
    first = await chair.state()
    assert began <= first["deadline"] - 600 <= first["now"] <= time.time()
    monkeypatch.setattr(web_json, "time", SimpleNamespace(time=lambda: time.time() + 12))
    later = await chair.state()  # nothing has changed, and nothing was made anew
    assert later["deadline"] == first["deadline"]
    assert first["now"] <= later["now"] - 12 <= time.time()


async def test_a_table_without_a_clock_has_no_deadline(client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, ME])
    assert (await Chair(client, made["id"], None).state())["deadline"] is None


async def test_a_page_that_is_opened_later_counts_from_then(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async with client_of(app) as client:
        began = time.time()
        made = await make(client, [ME, ME], clock=600)

        async def told() -> tuple[float, float]:
            page = (await client.get(f"/table/{made['id']}")).text
            now, deadline = re.search(r'data-now="([\d.]+)"', page), re.search(r'"deadline": ([\d.]+)', page)
            assert now
            assert deadline
            return float(now[1]), float(deadline[1])

        now, deadline = await told()
        assert began <= deadline - 600 <= now <= time.time()
        monkeypatch.setattr(table_page, "time", SimpleNamespace(time=lambda: time.time() + 12))
        later, same = await told()
        assert same == deadline
        assert now <= later - 12 <= time.time()


async def test_a_move_taken_back_and_a_seat_left_do_not_refill_the_clock(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(client, [ME, ME], clock=600)
    actor, other = await in_turn(*(Chair(client, made["id"], made["tokens"][seat]) for seat in "01"))
    before = await actor.state()

    now = before["now"]

    def pass_to(seconds: float) -> None:
        passing = SimpleNamespace(time=lambda: now + seconds, monotonic=time.monotonic, perf_counter=time.perf_counter)
        monkeypatch.setattr(tables_table, "time", passing)

    pass_to(100)
    await actor.play()
    pass_to(150)
    await actor.post("/undo", seq=(await actor.state())["seq"])
    pass_to(200)
    seat = 1 - before["to_act"]
    await other.post(f"/seats/{seat}/bot", level="random")
    await other.post(f"/seats/{seat}/return")
    after = await actor.state()
    assert after["seq"] == before["seq"] + 4
    # a hundred seconds were spent there, and fifty on the decision after it, which was the same seat's
    assert after["deadline"] == pytest.approx(before["deadline"] + 50, abs=20)


async def test_a_seat_keeps_its_time_while_the_server_is_down(tmp_path: Path) -> None:
    down = 5000.0
    app = application(tmp_path)
    async with app.router.lifespan_context(app), client_of(app) as client:
        made = await make(client, [ME, ME], clock=3000)
    with closing(sqlite3.connect(tmp_path / "burgrave.db")) as database, database:  # as if all of that were long ago
        database.execute("UPDATE events SET at = at - ?", [down])
        database.execute("UPDATE tables SET due_at = due_at - ?, changed_at = changed_at - ?", [down, down])
        beaten = float(database.execute("SELECT value FROM server WHERE name = 'heartbeat'").fetchone()[0])
        database.execute("UPDATE server SET value = ? WHERE name = 'heartbeat'", [str(beaten - down)])
    app = application(tmp_path)
    async with app.router.lifespan_context(app), client_of(app) as client:
        chair = Chair(client, made["id"], made["tokens"]["0"])
        state = await chair.state()
        assert [seat["kind"] for seat in state["seats"]] == ["person", "person"]
        assert 2000 < state["deadline"] - state["now"] <= 3000
        events = (await chair.get("/events")).json()
        assert events[-1]["kind"] == "pause"
        assert events[-1]["seconds"] >= down
        table = app.state.burgrave.hub.tables[made["id"]]
        stored = await app.state.burgrave.storage.table(made["id"])
        assert (stored.head.seq, stored.seats) == (table.seq, table.state.seats)
        assert (await in_turn(chair, Chair(client, made["id"], made["tokens"]["1"])))[0] is not None
        actor, _ = await in_turn(chair, Chair(client, made["id"], made["tokens"]["1"]))
        assert (await actor.play()).status_code == 200


async def test_a_table_with_a_running_clock_goes_on_where_the_data_folder_was_moved_to(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    app = application(here)
    async with app.router.lifespan_context(app), person(app, "Hanna") as hanna:
        table = await hanna.make(ME, ME, clock=3000, bank=500)
        before = (await hanna.get(table)).json()
        assert (await hanna.post(f"{table}/moves", seq=before["seq"], move=before["moves"][0]["text"])).is_success
        before = (await hanna.get(table)).json()
        browser = {"cookies": dict(hanna.client.cookies), "headers": dict(hanna.client.headers)}
    shutil.move(here, there)
    app = application(there)
    async with app.router.lifespan_context(app), client_of(app, **browser) as client:
        hanna = Person(client)
        after = (await hanna.get(table)).json()
        for same in ("seat", "to_act", "seats", "clock", "moves", "view"):
            assert after[same] == before[same]
        assert before["deadline"] <= after["deadline"] <= after["now"] + 3500  # it stood still while no server ran
        assert (await hanna.post(f"{table}/moves", seq=after["seq"], move=after["moves"][0]["text"])).is_success
        assert not here.exists()
