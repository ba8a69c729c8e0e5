"""The server does what its own page says, whatever is sent to it: never a failure of ours."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_from_bytes

import httpx
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from waiting import PATIENCE

from burgrave.core import puzzles
from server.conftest import application, client_of
from server.running import RunningServer
from server.web.people import person

pytestmark = pytest.mark.slow

TABLE = {"game": "catan", "seats": [{"kind": "me"}, {"kind": "me"}]}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("data"), identity_deeds_per_hour=1e6).start()
    yield server
    server.stop()


TOURNAMENT = {"name": "Cup", "game": "catan", "players": 2, "rounds": 2, "clock": 86400}
AS_SOMEBODY = ("/api/me", "/api/passkeys", "/api/tournaments", "/api/tables/{table_id}/notices")
"""What is asked by somebody with a browser of their own; other operations are asked with a seat's secret."""


def identity(address: str) -> tuple[dict[str, str], str]:
    """The headers of a browser that the server knows, and a tournament of its own."""
    with httpx.Client(base_url=address, headers={"origin": address}, timeout=PATIENCE) as browser:
        browser.get("/", headers={"accept": "text/html"})
        browser.patch("/api/me", json={"name": "Ada"})
        tournament = browser.post("/api/tournaments", json=TOURNAMENT).json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return {"cookie": cookie, "origin": address}, tournament


def bombard(operation: Any, mode: GenerationMode, address: str, place: dict[str, Any], headers: dict[str, str]) -> int:
    """Send what the operation's description makes of it; how many requests that were."""
    sent = 0

    @settings(
        max_examples=15,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=place or None))
    def send(case: Any) -> None:
        nonlocal sent
        case.call_and_validate(base_url=address, headers=headers, checks=CHECKS)
        sent += 1

    with contextlib.suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked
        send()
    return sent


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "malformed"])
def test_every_answer_to_generated_requests_is_one_that_the_page_describes(
    running: RunningServer, mode: GenerationMode
) -> None:
    made = httpx.post(f"{running.address}/api/tables", json=TABLE, timeout=PATIENCE).json()
    somebody, tournament = identity(running.address)
    there = {"table_id": made["id"], "seat": 0, "tournament_id": tournament}
    rights = {"authorization": f"Bearer {made['tokens']['0']}"}
    schema = schemathesis.openapi.from_url(f"{running.address}/api/openapi.json")
    sent = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        place = {name: value for name, value in there.items() if f"{{{name}}}" in operation.path}
        asker = somebody if operation.path.startswith(AS_SOMEBODY) else rights
        sent += bombard(operation, mode, running.address, {}, {})
        sent += bombard(operation, mode, running.address, place, asker) if place or asker is somebody else 0
    assert sent > 100


def odd_values(chance: random.Random) -> Iterator[bytes]:
    """What may stand where JSON expects a value, as it goes over the wire."""
    yield from (b"null", b"true", b"-1", b"1e999", b"NaN", b"9" * 5000, b"[]", b"{}", b"[" * 2000, b'""', b"")
    yield from (b'"\\u0000"', b'"\\ud800"', b'"' + "𐍈".encode() * 5000 + b'"', b'"../../etc"', b'"\' OR 1=1"')
    for _ in range(4):
        yield chance.randbytes(40)
        yield b'"' + chance.randbytes(40).replace(b'"', b"") + b'"'
        yield json.dumps("".join(chr(chance.randrange(0x11000)) for _ in range(20))).encode()


def odd_bodies(fields: dict[str, Any], chance: random.Random) -> Iterator[bytes]:
    """Bodies in which one field, or a field's name, or everything is odd."""
    yield from odd_values(chance)
    for name in fields:
        others = [
            f"{json.dumps(other)}: {json.dumps(value)}".encode() for other, value in fields.items() if other != name
        ]
        for value in odd_values(chance):
            yield b"{" + b", ".join([*others, b'"' + name.encode() + b'": ' + value]) + b"}"
    for value in odd_values(chance):
        yield b"{" + value + b": 1}"


def fields_of(described: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    """A valid value for each field of an operation's body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    known: dict[str, Any] = {
        **TABLE,
        "seq": 0,
        "move": "roll",
        "yes": True,
        "on": True,
        "answer": "forced",
        "text": "x",
    }
    properties = described["components"]["schemas"].get(name, {}).get("properties", {})
    return {field: known.get(field, about.get("default", "x")) for field, about in properties.items()}


def odd_texts(chance: random.Random) -> Iterator[str]:
    """What may stand in an address or a form."""
    for raw in (
        b"",
        b"\0",
        b"-1",
        b"9" * 30,
        b"9" * 5000,
        b"..",
        b"%",
        b"\xff\xfe",
        "𐍈".encode(),
        b"x" * 3000,
        chance.randbytes(30),
    ):
        yield quote_from_bytes(raw, safe="")


def odd_requests(
    described: dict[str, Any], there_are: dict[str, str], chance: random.Random
) -> Iterator[tuple[str, str, Any]]:
    """Method, address and what is sent, for every operation and every field of it."""

    def filled(path: str) -> str:
        for name, value in there_are.items():
            path = path.replace(f"{{{name}}}", value)
        return path

    table, tournament = there_are["table_id"], there_are["tournament_id"]
    for path, methods in described["paths"].items():
        there = filled(path)
        for method, operation in methods.items():
            if "requestBody" in operation:
                (kind,) = operation["requestBody"]["content"]
                for body in odd_bodies(fields_of(described, operation), chance):
                    yield method, there, {"content": body, "headers": {"content-type": kind}}
            for text in odd_texts(chance):
                for place in operation.get("parameters", ()):
                    if place["in"] == "query":
                        yield method, f"{there}?{place['name']}={text}", {}
                    elif place["in"] == "path":
                        yield method, filled(path.replace(f"{{{place['name']}}}", text)), {}
    for path in (
        f"/table/{table}",
        f"/replay/{table}",
        f"/replay/{table}/parts",
        f"/result/{table}",
        "/new/catan",
        "/",
    ):
        for text in odd_texts(chance):
            for name in ("seat", "n", "language", "problem"):
                yield "get", f"{path}?{name}={text}", {"headers": {"accept": "text/html"}}
    for path, names in {
        "/me": ("older",),
        "/finished": ("game", "name", "page", "players"),
        "/share": ("url", "text"),
        f"/tournament/{tournament}": ("language",),
    }.items():
        for text in odd_texts(chance):
            for name in names:
                yield "get", f"{path}?{name}={text}", {"headers": {"accept": "text/html"}}
    for text in odd_texts(chance):
        for path in ("/table/{}", "/replay/{}", "/result/{}", "/guide/{}", "/new/{}", "/picture/{}.svg", "/static/{}"):
            yield "get", path.format(text), {"headers": {"accept": "text/html"}}
        for path in ("/ratings/{}", "/tournament/{}", "/tournament/new/{}", "/notices/stop/{0}/{0}", "/icon-{}.png"):
            yield "get", path.format(text), {"headers": {"accept": "text/html"}}
        for path, names in {
            "/new/catan": (
                *("name", "players", "seat0", "seat1", "public", "clock", "target_points"),
                *("entropy", "commitment"),
            ),
            "/seat": ("secret",),
            "/preferences": ("name", "theme", "language", "back"),
            "/upload": ("record", "text"),
            "/tournament/new/catan": (
                *("title", "name", "players", "rounds", "clock", "time_out", "bots", "rated"),
                "target_points",
            ),
            f"/tournament/{tournament}/join": ("name",),
        }.items():
            for name in names:
                form = "&".join(f"{other}={text if other == name else 2}" for other in names)
                yield "post", path, {"content": form, "headers": FORM}
    yield from odd_practice(chance)
    for _ in range(30):
        for name in ("authorization", "cookie", "accept-language", "content-type", "origin", "accept"):
            value = bytes(byte for byte in chance.randbytes(40) if byte not in b"\r\n\0")
            yield "get", f"/api/tables/{table}", {"headers": {name: value}}
            yield "post", f"/api/tables/{table}/chat", {"content": b'{"text": "x"}', "headers": {name: value}}


def odd_practice(chance: random.Random) -> Iterator[tuple[str, str, Any]]:
    """The same for lessons and puzzles, which no description lists."""
    lesson, puzzle = "/learn/catan/01-first", f"/puzzles/catan/{puzzles.puzzles('catan')[0].key}"
    places = [quote(json.dumps({"step": 2, name: odd})) for name in ("done", "begun") for odd in (3, "x", [["fly"]])]
    for text in (*odd_texts(chance), *places):
        for path in (lesson, f"{lesson}/parts", f"{lesson}/why_not"):
            yield "get", f"{path}?at={text}", {}
        for path in (lesson, puzzle):
            for name in ("move", "sites", "language"):
                yield "get", f"{path}/why_not?{name}={text}", {}
        for path in ("/learn/{}", "/learn/{}/01-first", "/learn/catan/{}", "/puzzles/{}", "/puzzles/catan/{}"):
            yield "get", path.format(text), {"headers": {"accept": "text/html"}}
        yield "get", f"/puzzles/catan/next?after={text}", {}
        yield "post", f"{lesson}/moves?at={text}", {"json": {"move": "roll"}}
    for path in (f"{lesson}/moves", f"{puzzle}/moves", f"{puzzle}/trade"):
        for body in odd_bodies({"move": "roll", "moves": ["roll"]}, chance):
            yield "post", path, {"content": body, "headers": {"content-type": "application/json"}}


@pytest.mark.asyncio
async def test_random_bytes_on_every_field_are_never_our_failure(database_url: str, tmp_path: Path) -> None:
    app = application(tmp_path, database_url=database_url, identity_deeds_per_hour=1e6)
    async with app.router.lifespan_context(app), client_of(app) as client:
        made = (await client.post("/api/tables", json=TABLE)).json()
        described = (await client.get("/api/openapi.json")).json()
        rights = {"authorization": f"Bearer {made['tokens']['0']}"}
        async with person(app, "Ada") as ada:
            tournament = (await ada.post("/api/tournaments", **TOURNAMENT)).json()["id"]
            there_are = {"table_id": made["id"], "seat": "0", "tournament_id": tournament}
            for method, address, sent in odd_requests(described, there_are, random.Random(11)):
                with_secret = address.startswith("/api/tables") and not address.startswith(
                    f"/api/tables/{made['id']}/notices"
                )
                asker, own = (client, rights) if with_secret else (ada.client, {})
                answer = await asker.request(method, address, **{**sent, "headers": {**own, **sent.get("headers", {})}})
                assert answer.status_code < 500, (method, address, sent, answer.text)
        assert (await client.get(f"/api/tables/{made['id']}", headers=rights)).json()["status"] == "playing"


def test_odd_streams_are_refused_and_odd_messages_end_them(running: RunningServer) -> None:
    made = httpx.post(f"{running.address}/api/tables", json=TABLE, timeout=PATIENCE).json()
    base, chance = running.address.replace("http", "ws"), random.Random(5)
    outcomes: dict[str, int] = {}

    async def open_stream(address: str, message: bytes | str) -> None:
        async with websockets.connect(address) as stream:
            await stream.send(message)
            while True:
                await asyncio.wait_for(stream.recv(), 0.3)

    async def knock(address: str, message: bytes | str = "x" * 3000) -> None:
        try:
            await open_stream(address, message)
        except websockets.exceptions.InvalidStatus as refusal:
            outcomes[address] = refusal.response.status_code
        except websockets.exceptions.ConnectionClosed as closed:
            outcomes[address] = closed.rcvd.code if closed.rcvd else 0
        except TimeoutError:
            outcomes[address] = 0  # it goes on, and nobody minds the message

    async def all_of_them() -> None:
        for text in odd_texts(chance):
            for path in (f"/table/{text}/live", f"/api/tables/{text}/stream", f"/tournament/{text}/live"):
                await knock(base + path)
            for name in ("after", "seat"):
                await knock(f"{base}/api/tables/{made['id']}/stream?{name}={text}")
        for path in (f"/table/{made['id']}/live", f"/api/tables/{made['id']}/stream"):
            for message in (b"\0\xff", "x", "x" * 10_000):
                await knock(base + path, message)

    asyncio.run(all_of_them())
    assert not {address for address, code in outcomes.items() if 500 <= code < 600 or code == 1011}
    assert httpx.get(f"{running.address}/health", timeout=PATIENCE).json()["database"] is True
