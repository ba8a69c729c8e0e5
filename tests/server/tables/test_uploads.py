"""Uploaded records are told apart from games of this server, limited by address, and deleted in time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from burgrave.server.web import api
from burgrave.server.web.pages import replay, result
from server.conftest import application, by_hand
from server.web.test_api import ME, PERSON, make
from server.web.test_pages import HTML, RECORDS

pytestmark = pytest.mark.asyncio

RECORD = (RECORDS / "catan-target-in-own-turn.txt").read_text(encoding="utf-8")
MARK = {"en": "An uploaded record; this game was not played here.", "pl": "Przesłany zapis; tej gry nie rozegrano"}


@asynccontextmanager
async def server(folder: Path, **chosen: Any) -> AsyncIterator[FastAPI]:
    made = application(folder, **chosen)
    async with made.router.lifespan_context(made):
        yield made


def somebody(app: FastAPI, address: str) -> httpx.AsyncClient:
    """A client at some address."""
    transport = httpx.ASGITransport(app=app, client=(address, 1234))
    return httpx.AsyncClient(transport=transport, base_url="http://testserver")


async def upload(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/records", content=RECORD, headers=HTML | {"content-type": "text/plain"})


@pytest.mark.parametrize("language", MARK)
async def test_pages_of_an_uploaded_record_say_so(client: httpx.AsyncClient, language: str) -> None:
    table_id = (await upload(client)).json()["id"]
    for page in ("replay", "result", "table"):
        answer = await client.get(f"/{page}/{table_id}?language={language}", headers=HTML)
        assert answer.status_code == 200
        assert answer.text.count(MARK[language]) == 1
    assert (await client.get(f"/api/tables/{table_id}")).json()["uploaded"] is True


async def test_a_game_of_this_server_has_no_such_mark(client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, PERSON])
    assert MARK["en"] not in (await client.get(f"/table/{made['id']}", headers=HTML)).text
    assert (await client.get(f"/api/tables/{made['id']}")).json()["uploaded"] is False


async def test_an_uploaded_record_is_in_no_list_of_games(app: FastAPI, client: httpx.AsyncClient) -> None:
    await client.get("/", headers=HTML)
    answer = await client.post("/upload", data={"record": RECORD}, headers=HTML)
    assert answer.status_code == 303
    table_id = answer.headers["location"].split("/")[2].split("?")[0]
    assert table_id not in (await client.get("/", headers=HTML)).text
    assert all(table["id"] != table_id for table in (await client.get("/api/tables")).json())


@pytest.mark.parametrize(("language", "told"), [("en", "No more than 2 uploaded"), ("pl", "najwyżej 2 przesłanych")])
async def test_so_many_are_kept_for_one_address(tmp_path: Path, language: str, told: str) -> None:
    async with server(tmp_path, uploads_per_client=2) as app, somebody(app, "192.0.2.1") as client:
        assert [(await upload(client)).status_code for _ in range(3)] == [201, 201, 429]
        page = {**HTML, "accept-language": language}
        refused = await client.post("/upload", data={"record": RECORD}, headers=page)  # another cookie each time
        assert refused.status_code == 429
        assert told in refused.text
        async with somebody(app, "192.0.2.2") as other:
            assert (await upload(other)).status_code == 201


async def test_nobody_gets_past_the_limit_by_uploading_everything_at_once(tmp_path: Path) -> None:
    async with server(tmp_path, uploads_per_client=2) as app, somebody(app, "192.0.2.1") as client:
        answers = await asyncio.gather(*(upload(client) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers) == [201, 201, 429, 429, 429]


async def test_uploads_are_deleted_after_some_time_and_games_are_not(tmp_path: Path) -> None:
    async with server(tmp_path, uploads_per_client=1) as app, somebody(app, "192.0.2.1") as client:
        table_id, made = (await upload(client)).json()["id"], await make(client, [ME, ME])
        assert (await client.get(f"/replay/{table_id}", headers=HTML)).status_code == 200
        await app.state.burgrave.hub._clear()
        assert (await client.get(f"/replay/{table_id}", headers=HTML)).status_code == 200
    later = server(tmp_path, uploads_per_client=1, forget_uploads_after=0.0)
    async with later as app, somebody(app, "192.0.2.1") as client:
        hub = await by_hand(app)
        await client.get(f"/api/tables/{table_id}")
        await hub._clear()
        assert (await client.get(f"/replay/{table_id}", headers=HTML)).status_code == 404
        assert table_id not in app.state.burgrave.hub.tables
        assert (await client.get(f"/api/tables/{made['id']}")).status_code == 200
        assert (await upload(client)).status_code == 201


async def test_the_address_itself_is_not_stored(tmp_path: Path) -> None:
    async with server(tmp_path) as app, somebody(app, "192.0.2.1") as client:
        table_id = (await upload(client)).json()["id"]
        uploaded_by = (await app.state.burgrave.storage.table(table_id)).made.uploaded_by
        assert uploaded_by
        assert "192.0.2" not in uploaded_by


MADE: list[tuple[Any, str, Callable[[str], str]]] = [
    (replay, "replay_page", "/replay/{}".format),
    (replay, "replay_parts", "/replay/{}/parts".format),
    (result, "result_page", "/result/{}".format),
    (api, "events_json", "/api/tables/{}/events".format),
    (api, "record_text", "/api/tables/{}/record".format),
]


@pytest.mark.parametrize(("module", "name", "path"), MADE, ids=[name for _, name, _ in MADE])
async def test_what_is_made_of_a_long_record_is_made_in_another_thread(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, path: Callable[[str], str]
) -> None:
    table_id = (await upload(client)).json()["id"]
    threads: list[int] = []
    make_it = getattr(module, name)

    def noted(*given: Any) -> Any:
        threads.append(threading.get_ident())
        return make_it(*given)

    monkeypatch.setattr(module, name, noted)
    assert (await client.get(path(table_id))).status_code == 200
    assert len(threads) == 1
    assert threading.get_ident() not in threads
