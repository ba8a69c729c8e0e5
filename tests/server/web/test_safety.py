"""Nobody in, nothing out: origins, limits, headers, secrets, and nonsense on every field."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from burgrave.core.lines import BETWEEN_NAMES, fits_line
from burgrave.core.people import LONGEST_NAME, clean_name, told_apart
from burgrave.server.process import JsonLines
from burgrave.server.tables.keys import digest, new_secret
from burgrave.server.web.cookies import Browser, Signer
from burgrave.server.web.guard import Bucket, client_key, same_origin
from burgrave.server.web.pages.frame import own_path
from server.conftest import application, client_of

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html"}


@pytest_asyncio.fixture
async def browser(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on one of the server's own pages."""
    async with client_of(app, headers={"origin": "http://testserver"}) as made:
        await made.get("/", headers=HTML)
        yield made


async def test_every_answer_carries_a_strict_policy(client: httpx.AsyncClient) -> None:
    for path in ("/", "/new/catan", "/static/play.js", "/api/games", "/nowhere"):
        headers = (await client.get(path, headers=HTML)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


async def test_pages_hold_no_inline_script_and_no_style_attributes(client: httpx.AsyncClient) -> None:
    for path in ("/", "/new/catan", "/guide/catan", "/seat"):
        html = (await client.get(path, headers=HTML)).text
        assert " style=" not in html
        assert not re.search(r"\son[a-z]+=", html)
        for script in re.findall(r"<script([^>]*)>", html):
            assert "src=" in script or "application/json" in script


async def test_the_cookie_is_signed_and_stays_on_this_site(client: httpx.AsyncClient) -> None:
    cookie = (await client.get("/", headers=HTML)).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


async def test_a_forged_cookie_is_nobody() -> None:
    signer = Signer("key")
    value = signer.sign(Browser("player", "Zażółć"))
    assert signer.read(value) == Browser("player", "Zażółć")
    assert signer.read(value.replace("player", "prayer")) is None
    assert Signer("other key").read(value) is None
    for nonsense in ("", "a.b.c", "..", "é.é.é", "x" * 1000):
        assert signer.read(nonsense) is None


async def test_another_site_cannot_act_with_the_cookie(browser: httpx.AsyncClient) -> None:
    wanted = {"game": "catan", "seats": [{"kind": "me"}, {"kind": "me"}]}
    for origin in ("http://evil.example", "null"):
        answer = await browser.post("/api/tables", json=wanted, headers={"origin": origin})
        assert answer.status_code == 403
    del browser.headers["origin"]
    assert (await browser.post("/api/tables", json=wanted)).status_code == 403
    assert (await browser.post("/preferences", content="name=x")).status_code == 403


async def test_the_origin_is_compared_whole() -> None:
    assert same_origin("http://a.example", "a.example", "")
    assert not same_origin("http://a.example.evil", "a.example", "")
    assert not same_origin(None, "a.example", "")
    assert not same_origin("http://[", "a.example", "")
    assert same_origin("https://games.example", "127.0.0.1:8000", "https://games.example")


async def test_one_goes_back_only_to_this_server() -> None:
    assert own_path("/table/x?seat=1") == "/table/x?seat=1"
    for elsewhere in ("//evil.example", "//[", "/\t/[", "http://evil.example", "/\\evil.example", "javascript:1", ""):
        assert own_path(elsewhere) == "/"


async def test_a_client_that_hurries_is_slowed_down(tmp_path: Path) -> None:
    app = application(tmp_path, requests_per_second=1.0, request_burst=5)
    async with app.router.lifespan_context(app), client_of(app) as client:
        codes = [(await client.get("/api/tables")).status_code for _ in range(8)]
    assert codes[:5] == [200] * 5
    assert 429 in codes[5:]


async def test_an_allowance_fills_up_again() -> None:
    bucket = Bucket(1.0, 2)
    assert [bucket.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert bucket.take("b", 0.0)
    assert bucket.take("a", 1.0)


async def test_tables_per_client_are_limited(tmp_path: Path) -> None:
    app = application(tmp_path, tables_per_client=2)
    async with app.router.lifespan_context(app), client_of(app, headers={"origin": "http://testserver"}) as client:
        await client.get("/", headers=HTML)
        wanted = {"game": "catan", "seats": [{"kind": "me"}, {"kind": "person"}]}
        codes = [(await client.post("/api/tables", json=wanted)).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


async def test_a_body_that_is_too_long_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/records", content=b"x" * 1_100_000, headers={"content-type": "text/plain"})
    assert answer.status_code == 413


async def test_secrets_are_stored_hashed_and_never_logged(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    made = (await client.post("/api/tables", json={"game": "catan", "seats": [{"kind": "me"}, {"kind": "me"}]})).json()
    for token in (*made["tokens"].values(), made["host_token"]):
        await client.get(f"/api/tables/{made['id']}", headers={"authorization": f"Bearer {token}"})
        await client.post("/seat", content=f"secret={token}")
        lines = "\n".join(JsonLines().format(record) for record in caplog.records)
        assert token not in lines
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("burgrave.db*"))
        assert token.encode() not in stored
        assert digest(token).encode() in stored


async def test_a_secret_has_128_bits() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(new_secret()) == 22


async def test_names_cannot_break_records_or_pages() -> None:
    assert clean_name("  a\n, b#c\u202e:<b> ") == "a b c <b>"
    assert len(clean_name("x" * 100)) == 24
    names = [clean_name("".join(map(chr, range(k, k + 24)))) for k in range(0, 0x3000, 24)]
    assert all(fits_line(name, BETWEEN_NAMES) for name in names)


async def test_what_a_person_typed_is_text_on_every_page(browser: httpx.AsyncClient) -> None:
    evil = "<script>1</script>"[:24]
    form = f"name={evil}&players=2&seat0=me&seat1=bot:random&public=yes"
    made = await browser.post("/new/catan", content=form, headers={"content-type": "application/x-www-form-urlencoded"})
    table = made.headers["location"]
    for path in ("/", table):
        assert evil not in (await browser.get(path, headers=HTML)).text


NONSENSE: list[Any] = [
    None,
    True,
    -1,
    2**63,
    1e308,
    "",
    "\0",
    "𐍈" * 5000,
    [],
    {},
    [[[]]],
    {"a": {"b": []}},
    "../../etc",
    "' OR 1=1",
]


async def test_nonsense_on_every_field_is_the_clients_fault(client: httpx.AsyncClient) -> None:
    chance = random.Random(3)
    made = (await client.post("/api/tables", json={"game": "catan", "seats": [{"kind": "me"}, {"kind": "me"}]})).json()
    headers = {"authorization": f"Bearer {made['tokens']['0']}"}
    described = (await client.get("/api/openapi.json")).json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for _ in range(6):
                address = path.replace("{table_id}", made["id"]).replace("{seat}", chance.choice(["0", "9", "x", "-1"]))
                schema = (
                    operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
                )
                name = schema.get("$ref", "").rpartition("/")[2]
                fields = described["components"]["schemas"].get(name, {}).get("properties", {})
                body = {field: chance.choice(NONSENSE) for field in fields}
                sent = chance.choice(
                    [{"json": body}, {"content": chance.randbytes(200)}, {"json": chance.choice(NONSENSE)}]
                )
                if method == "get":
                    sent = {"params": {"move": "\0", "after": "x", "seat": chance.choice(["", "y", "99"])}}
                answer = await client.request(method, address, headers=headers, **sent)
                assert answer.status_code < 500, (method, address, sent, answer.text)


async def test_odd_addresses_are_not_found_rather_than_failures(client: httpx.AsyncClient) -> None:
    for path in (
        "/table/%00",
        "/table/" + "x" * 22,
        "/replay/x",
        "/result/x",
        "/guide/x",
        "/static/../app.py",
        "/picture/x.svg",
        "/seat/x",
    ):
        for accept in ("text/html", "application/json"):
            answer = await client.get(path, headers={"accept": accept})
            assert answer.status_code == 404, path


async def test_health_and_metrics_are_there(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health")).json()["database"] is True
    text = (await client.get("/metrics")).text
    assert "burgrave_moves_total" in text
    assert "burgrave_request_seconds" in text


async def test_addresses_that_are_none_are_refused(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/preferences", content="theme=dark", headers={"origin": "http://["})
    assert answer.status_code == 403
    answer = await browser.post("/preferences", content="theme=dark&back=//[")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    for host in ("[", "a b", "http://x", "[::1"):
        for headers in (HTML, {}):
            assert (await browser.get("/", headers={**headers, "host": host})).status_code < 500


async def test_a_form_of_unknown_length_that_becomes_too_long_is_refused(
    app: FastAPI, browser: httpx.AsyncClient
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b"x" * 50_000

    answer = await browser.post("/upload", content=pieces(), headers=HTML)
    assert answer.status_code == 413
    assert "1000000" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_a_client_that_hangs_up_in_the_middle_of_a_form_is_no_failure(app: FastAPI) -> None:
    messages = [{"type": "http.request", "body": b"name=", "more_body": True}, {"type": "http.disconnect"}]
    sent: list[Any] = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/preferences",
        "raw_path": b"/preferences",
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "client": ("1.2.3.4", 5),
        "server": ("testserver", 80),
        "scheme": "http",
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    assert sent == []
    async with client_of(app) as client:
        assert 'route="/preferences",status="499"' in (await client.get("/metrics")).text


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Something went wrong on this server"), ("pl", "Coś poszło nie tak na serwerze")]
)
async def test_a_failure_of_ours_is_told_guarded_and_counted(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    async def fail(*_: Any) -> None:
        raise LookupError("a mistake of ours")

    monkeypatch.setattr(app.state.burgrave.storage, "public_tables", fail)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
        for path, accept in (("/", "text/html"), ("/api/tables", "application/json")):
            answer = await client.get(path, headers={"accept": accept, "accept-language": language})
            assert answer.status_code == 500
            assert sentence in answer.text
            assert "a mistake" not in answer.text
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"
            assert f'route="{path}",status="500"' in (await client.get("/metrics")).text


async def test_all_addresses_of_one_ipv6_network_are_one_client(tmp_path: Path) -> None:
    app = application(tmp_path, requests_per_second=0.001, request_burst=5, tables_per_minute=0.001)
    codes = []
    async with app.router.lifespan_context(app):
        for number in range(8):
            transport = httpx.ASGITransport(app=app, client=(f"2001:db8:0:7:{number:x}::1", 5))
            async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
                codes.append((await client.get("/api/tables")).status_code)
        transport = httpx.ASGITransport(app=app, client=("2001:db8:0:8::1", 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            codes.append((await client.get("/api/tables")).status_code)
    assert codes == [200] * 5 + [429] * 3 + [200]


async def test_a_client_is_counted_by_what_it_cannot_change_at_will() -> None:
    assert client_key("192.0.2.7") == client_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert client_key("192.0.2.7") != client_key("192.0.2.8")
    assert client_key("fe80::1%eth0") == client_key("fe80::2%eth0")
    assert client_key("testclient") == "testclient"


async def test_a_name_that_nobody_could_see_is_none() -> None:
    for unseen in ("\u3164", "\u2800\u2800", "\u115f \u1160", "\uffa0\u034f", "\u200b\u2060"):
        assert clean_name(unseen) == ""
    assert clean_name("\u2800Anna\u3164") == "Anna"
    assert clean_name("한글 Zażółć ⠓") == "한글 Zażółć ⠓"


async def test_two_people_at_a_table_are_told_apart(client: httpx.AsyncClient) -> None:
    wanted = {"game": "catan", "name": "Anna", "seats": [{"kind": "me"}, {"kind": "person"}, {"kind": "me"}]}
    made = (await client.post("/api/tables", json={**wanted, "options": {"players": 3}})).json()
    answer = await client.post(f"/api/tables/{made['id']}/seats/1", json={"name": "ANNA\u3164"})
    assert answer.status_code == 201
    seats = (await client.get(f"/api/tables/{made['id']}")).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "ANNA 3", "Anna 2"]
    long = "x" * LONGEST_NAME
    assert told_apart(long, [long]) == "x" * (LONGEST_NAME - 2) + " 2"
    assert told_apart("Berta", ["Anna", ""]) == "Berta"
