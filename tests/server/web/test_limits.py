"""What one address may take: tokens by route, tables and seats; and what only the operator is told."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.core import registry
from burgrave.server.process import JsonLines
from burgrave.server.settings import Settings
from burgrave.server.web.costs import COSTS, cost_of
from burgrave.server.web.guard import Bucket
from server.conftest import application, client_of
from server.web.test_event_loop import routes_of

pytestmark = pytest.mark.asyncio

ROOT = Path(__file__).parents[3]
NOWHERE = "A" * 22
HTML = {"accept": "text/html"}


def someone(app: FastAPI, address: str, **headers: str) -> httpx.AsyncClient:
    """A client at an address."""
    transport = httpx.ASGITransport(app=app, client=(address, 5))
    origin = {"origin": "http://testserver"}
    return httpx.AsyncClient(transport=transport, base_url="http://testserver", headers={**origin, **headers})


async def make(app: FastAPI, address: str, public: bool = True, players: int = 4) -> httpx.Response:
    """A table made by a browser that has just got its cookie."""
    async with someone(app, address) as browser:
        await browser.get("/", headers=HTML)
        seats = [{"kind": "me"}, *[{"kind": "person"}] * (players - 1)]
        return await browser.post("/api/tables", json={"game": "catan", "seats": seats, "public": public})


async def sit(app: FastAPI, address: str, table: str, seat: int) -> httpx.Response:
    async with someone(app, address) as browser:
        await browser.get("/", headers=HTML)
        return await browser.post(f"/api/tables/{table}/seats/{seat}", json={"name": "Bo"})


async def test_every_cost_is_that_of_a_route(tmp_path: Path) -> None:
    assert set(COSTS) <= set(routes_of(application(tmp_path).routes))


async def test_a_move_is_cheap_and_a_search_is_dear() -> None:
    assert cost_of("POST", f"/api/tables/{NOWHERE}/moves") == 1
    assert cost_of("GET", "/static/play.js") == 0
    assert cost_of("HEAD", "/") == cost_of("GET", "/") > 1
    assert cost_of("GET", f"/replay/{NOWHERE}/advice") > cost_of("GET", f"/replay/{NOWHERE}/parts") > 1
    assert cost_of("GET", "/no such page") == 1


async def test_whoever_plays_or_steps_as_fast_as_fingers_can_is_never_refused() -> None:
    allowed = Settings().requests_per_second
    decision = cost_of("POST", f"/api/tables/{NOWHERE}/moves") + cost_of("GET", f"/api/tables/{NOWHERE}/previews")
    assert allowed / decision >= 8  # decisions a second
    apart = re.search(r"const APART = (\d+)", (ROOT / "web" / "replay.js").read_text())
    assert apart is not None
    assert 1000 / int(apart[1]) * cost_of("GET", f"/replay/{NOWHERE}/parts") <= allowed


async def test_dear_requests_use_an_allowance_up_sooner_and_the_refusal_says_until_when(tmp_path: Path) -> None:
    app = application(tmp_path, requests_per_second=0.01, request_burst=121)
    async with app.router.lifespan_context(app), client_of(app) as client:
        answers = [await client.get(f"/replay/{NOWHERE}/advice") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [404, 404, 429]
        assert 5_800 <= int(answers[2].headers["retry-after"]) <= 5_900
        assert (await client.get("/api/tables")).status_code == 200
        refused = await client.get("/api/tables")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 100


@pytest.mark.parametrize(("language", "sentence"), [("en", "Too many requests"), ("pl", "Za dużo zapytań")])
async def test_whoever_asks_too_often_gets_a_page_that_costs_nothing(
    tmp_path: Path, language: str, sentence: str
) -> None:
    app = application(tmp_path, requests_per_second=0.001, request_burst=1)
    async with app.router.lifespan_context(app), client_of(app) as client:
        headers = {**HTML, "accept-language": language}
        assert (await client.get("/", headers=headers)).status_code == 200
        answer = await client.get("/", headers=headers)
        assert answer.status_code == 429
        assert sentence in answer.text
        assert len(answer.text) < 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_a_small_allowance_pays_for_anything_when_it_is_full(tmp_path: Path) -> None:
    app = application(tmp_path, requests_per_second=0.001, request_burst=5)
    async with app.router.lifespan_context(app), client_of(app) as client:
        codes = [(await client.get(f"/replay/{NOWHERE}/advice")).status_code for _ in range(2)]
    assert codes == [404, 429]


async def test_the_time_until_an_allowance_will_do_is_true() -> None:
    bucket = Bucket(0.5, 10)
    assert bucket.seconds_until("a", 0.0, cost=10) == 0
    assert bucket.take("a", 0.0, cost=8)
    assert bucket.seconds_until("a", 0.0, cost=5) == 6
    assert not bucket.take("a", 5.9, cost=5)
    assert bucket.take("a", 6.0, cost=5)
    assert not bucket.take("a", 1000.0, cost=11)


async def test_fresh_cookies_make_no_more_tables(tmp_path: Path) -> None:
    app = application(tmp_path, tables_per_client=2)
    async with app.router.lifespan_context(app):
        assert [(await make(app, "192.0.2.1")).status_code for _ in range(4)] == [201, 201, 429, 429]
        assert (await make(app, "192.0.2.2")).status_code == 201
        await app.state.burgrave.storage.clear(time.time() + 1, 0)
        assert (await make(app, "192.0.2.1")).status_code == 201


async def test_a_restart_and_another_server_forget_no_tables_of_an_address(database_url: str, tmp_path: Path) -> None:
    for _ in range(2):
        app = application(tmp_path, database_url=database_url, tables_per_client=2)
        async with app.router.lifespan_context(app):
            assert (await make(app, "192.0.2.1")).status_code == 201
    one, other = (application(tmp_path, database_url=database_url, tables_per_client=2) for _ in range(2))
    async with one.router.lifespan_context(one), other.router.lifespan_context(other):
        assert [(await make(app, "192.0.2.1")).status_code for app in (one, other)] == [429, 429]
        assert (await make(one, "192.0.2.2")).status_code == 201


async def test_a_restart_forgets_no_seats_of_an_address(tmp_path: Path) -> None:
    app = application(tmp_path, seats_per_client=1)
    async with app.router.lifespan_context(app):
        tables = [(await make(app, f"192.0.2.{number}")).json()["id"] for number in range(2)]
        assert (await sit(app, "198.51.100.1", tables[0], 1)).status_code == 201
    again = application(tmp_path, seats_per_client=1)
    async with again.router.lifespan_context(again):
        assert (await sit(again, "198.51.100.1", tables[1], 1)).status_code == 429
        assert (await sit(again, "198.51.100.2", tables[1], 1)).status_code == 201


async def test_who_holds_a_table_is_stored_without_an_address_and_until_the_table_is_finished(tmp_path: Path) -> None:
    app = application(tmp_path)
    async with app.router.lifespan_context(app):
        storage = app.state.burgrave.storage
        table = (await make(app, "192.0.2.1")).json()["id"]
        assert (await sit(app, "198.51.100.1", table, 1)).status_code == 201

        async def stored() -> list[Any]:
            async with storage.reading() as connection:
                return [tuple(row) for row in await connection.exec_driver_sql("SELECT * FROM holdings")]

        assert sorted(seat for _, _, seat in await stored()) == [-1, 1]
        assert not {"192.0.2.1", "198.51.100.1"} & {client for client, _, _ in await stored()}
        async with storage.writing() as connection:
            await connection.exec_driver_sql("UPDATE tables SET status = 'over'")
        await storage.clear(0, 0)
        assert await stored() == []


async def test_a_table_that_could_not_be_made_is_not_counted(tmp_path: Path) -> None:
    app = application(tmp_path, tables_per_client=1)
    async with app.router.lifespan_context(app):
        assert [(await make(app, "192.0.2.1", players=9)).status_code for _ in range(3)] == [422] * 3
        async with someone(app, "192.0.2.1") as browser:
            wrong = {"game": "catan", "seats": [{"kind": "me"}] * 2, "options": {"target": 99}}
            assert (await browser.post("/api/tables", json=wrong)).status_code == 422
        assert (await make(app, "192.0.2.1")).status_code == 201


async def test_one_address_does_not_get_all_seats_however_fast_it_asks(tmp_path: Path) -> None:
    app = application(tmp_path, seats_per_client=4)
    async with app.router.lifespan_context(app):
        tables = [(await make(app, f"192.0.2.{k}")).json()["id"] for k in range(4)]
        wanted = [(table, seat) for table in tables for seat in (1, 2)]
        answers = await asyncio.gather(*(sit(app, "198.51.100.1", *one) for one in wanted))
        codes = [answer.status_code for answer in answers]
        assert sorted(codes) == [201] * 4 + [429] * 4
        assert "let others sit down" in next(answer for answer in answers if answer.status_code == 429).text
        left = next(one for one, code in zip(wanted, codes, strict=True) if code == 429)
        assert (await sit(app, "198.51.100.2", *left)).status_code == 201


async def test_seats_of_private_and_of_running_tables_are_not_counted(tmp_path: Path) -> None:
    app = application(tmp_path, seats_per_client=1)
    async with app.router.lifespan_context(app):
        for public in (False, True):
            for number in range(3):
                table = (await make(app, f"192.0.2.{number}", public=public, players=2)).json()["id"]
                assert (await sit(app, "198.51.100.1", table, 1)).status_code == 201


async def test_whoever_sits_down_by_the_dozen_is_told_when_to_come_again(tmp_path: Path) -> None:
    app = application(tmp_path, tables_per_minute=2)
    async with app.router.lifespan_context(app):
        table = (await make(app, "192.0.2.1")).json()["id"]
        answers = [await sit(app, "198.51.100.1", table, seat) for seat in (1, 2, 3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert 1 <= int(answers[2].headers["retry-after"]) <= 30


@pytest.mark.parametrize(
    ("secret", "address", "headers", "status"),
    [
        ("", "127.0.0.1", {}, 200),
        ("", "::1", {}, 200),
        ("", "192.0.2.1", {}, 404),
        ("", "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("word", "127.0.0.1", {}, 404),
        ("word", "192.0.2.1", {"authorization": "Bearer wrong"}, 404),
        ("word", "192.0.2.1", {"authorization": "Bearer word"}, 200),
    ],
)
async def test_only_the_operator_reads_metrics(
    tmp_path: Path, secret: str, address: str, headers: dict[str, str], status: int
) -> None:
    app = application(tmp_path, metrics_secret=secret)
    async with app.router.lifespan_context(app), someone(app, address, **headers) as watcher:
        answer = await watcher.get("/metrics")
    assert answer.status_code == status
    assert ("burgrave_moves_total" in answer.text) == (status == 200)


async def test_samples_of_proxies_keep_metrics_to_themselves() -> None:
    text = (ROOT / "docs/server.md").read_text()
    samples = [re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)[0] for kind in ("caddyfile", "nginx")]
    for sample in (*samples, (ROOT / "deploy/Caddyfile").read_text()):
        assert "/metrics" in sample


async def test_the_service_has_a_bound_on_memory() -> None:
    assert re.search(r"^MemoryMax=\d+[MG]$", (ROOT / "deploy/burgrave.service").read_text(), re.MULTILINE)


async def test_a_body_of_unknown_length_that_becomes_too_long_is_refused(client: httpx.AsyncClient) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b" " * 50_000

    for path in ("/api/tables", "/api/records"):
        answer = await client.post(path, content=pieces(), headers={"content-type": "application/json"})
        assert (answer.status_code, json.loads(answer.text)["detail"]) == (413, "Too long: more than 1000000 bytes.")


async def test_what_goes_wrong_at_a_table_is_logged_without_its_address(
    app: FastAPI, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = (await client.post("/api/tables", json={"game": "catan", "seats": seats})).json()

    async def fail(*_: Any) -> None:
        raise LookupError("a mistake of ours")

    table = app.state.burgrave.hub.tables[made["id"]]
    monkeypatch.setattr(table, "refresh", fail)
    await app.state.burgrave.hub._refresh(made["id"])
    await table.autoplay.stop()
    monkeypatch.setattr(table.autoplay, "_mechanical", lambda: True)
    monkeypatch.setattr(table.autoplay, "_lease", fail)
    table.autoplay.nudge()
    async with asyncio.timeout(PATIENCE):
        while not any("bot failed" in record.getMessage() for record in caplog.records):
            await asyncio.sleep(0.02)
    lines = [JsonLines().format(record) for record in caplog.records if record.levelno >= logging.WARNING]
    assert {json.loads(line)["message"] for line in lines} >= {"a round failed", "a table's bot failed"}
    assert not [line for line in lines if made["id"] in line]
    assert len({json.loads(line)["table"] for line in lines}) == 1


async def test_a_long_range_of_an_option_is_told_by_its_ends(client: httpx.AsyncClient) -> None:
    games = (await client.get("/api/games")).json()
    options = {(game["name"], option["name"]): option for game in games for option in game["options"]}
    ranged = {key for key, option in options.items() if option["range"] is not None}
    assert ("catan", "turn_limit") in ranged
    for (game, name), option in options.items():
        values = next(one for one in registry.spec(game).options if one.name == name).values
        if (game, name) in ranged:
            assert (option["values"], option["range"]) == (None, [values[0], values[-1]])
        else:
            assert option["values"] == list(values)
            assert len(values) <= 20
