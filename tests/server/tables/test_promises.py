"""Promised dice: the seal comes before the bytes and is good for one table; everybody is told what holds."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.core import fair, records
from burgrave.core.game import Game
from burgrave.server.store import schema
from burgrave.server.store.rows import PromiseGoneError
from burgrave.server.store.storage import Storage
from burgrave.server.tables.hub import PROMISE_SECONDS
from server.conftest import application, by_hand, client_of
from server.store.test_storage import a_table
from server.web.test_api import BOT, ME, PERSON, Chair, in_turn

pytestmark = pytest.mark.asyncio

ENTROPY = "0a" * 16
HTML = {"accept": "text/html", "content-type": "application/x-www-form-urlencoded"}
SCRIPT = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}


async def seal(client: httpx.AsyncClient) -> str:
    answer = await client.post("/api/dice")
    assert answer.status_code == 201
    found: str = answer.json()["commitment"]
    return found


async def ask_table(client: httpx.AsyncClient, seats: list[dict[str, Any]], **more: Any) -> httpx.Response:
    return await client.post("/api/tables", json={"game": "pebbles", "seats": seats, "entropy": ENTROPY, **more})


async def make(client: httpx.AsyncClient, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    answer = await ask_table(client, seats, **more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def count(app: FastAPI, table: sa.Table) -> int:
    async with app.state.burgrave.storage.engine.connect() as connection:
        return int(await connection.scalar(sa.select(sa.func.count()).select_from(table)))


async def play_to_the_end(client: httpx.AsyncClient, made: dict[str, Any]) -> str:
    """Play the first moves until the game is over; its record."""
    chairs = {int(seat): Chair(client, made["id"], token) for seat, token in made["tokens"].items()}
    looker = Chair(client, made["id"], None)
    async with asyncio.timeout(PATIENCE):
        while (state := await looker.state())["status"] != "over":
            if state["to_act"] in chairs:
                assert (await chairs[state["to_act"]].play()).status_code == 200
            else:
                await asyncio.sleep(0.02)
    return (await looker.get("/record")).text


async def page(client: httpx.AsyncClient, path: str) -> str:
    """What somebody without a cookie reads there."""
    answer = await client.get(path, headers=HTML)
    client.cookies.clear()
    assert answer.status_code == 200, answer.text
    return answer.text


async def send_form(client: httpx.AsyncClient, form: str, headers: dict[str, str]) -> httpx.Response:
    answer = await client.post("/new/pebbles", content=form, headers=headers)
    client.cookies.clear()
    return answer


def verdict(text: str, kept: fair.Kept = fair.NOTHING_KEPT) -> fair.Verdict:
    return fair.check_record(text, records.read(text), kept).verdict


@pytest.mark.parametrize(("seats", "own"), [([ME, BOT], [0]), ([ME, ME], [0, 1])], ids=["solo", "hot seat"])
async def test_the_dice_of_a_table_are_those_promised_before_its_first_bytes(
    client: httpx.AsyncClient, pebbles: Game, seats: list[dict[str, Any]], own: list[int]
) -> None:
    promised = await seal(client)
    made = await make(client, seats, commitment=promised)
    assert (made["commitment"], made["verifiable_by"]) == (promised, own)
    text = await play_to_the_end(client, made)
    assert verdict(text) == fair.Verdict.VERIFIED
    kept = fair.Kept(promised, dict.fromkeys(own, ENTROPY))
    assert verdict(text, kept) == fair.Verdict.VERIFIED
    shown = await page(client, f"/result/{made['id']}")
    assert "This server says: The seed opens the commitment" in shown
    assert f"burgrave check pebbles-{made['id'][:6]}.txt" in shown


async def test_a_promise_is_good_for_one_table(app: FastAPI, client: httpx.AsyncClient, pebbles: Game) -> None:
    promised = await seal(client)
    await make(client, [ME, ME], commitment=promised)
    again = await ask_table(client, [ME, ME], commitment=promised)
    assert again.status_code == 409
    assert again.json()["detail"].startswith("This seal was used already")
    assert await count(app, schema.tables) == 1
    assert await count(app, schema.promises) == 0


async def test_of_two_tables_that_want_the_same_promise_one_is_made(
    app: FastAPI, client: httpx.AsyncClient, pebbles: Game
) -> None:
    promised = await seal(client)
    answers = await asyncio.gather(*(ask_table(client, [ME, PERSON], commitment=promised) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
    assert await count(app, schema.tables) == 1


@pytest.mark.parametrize("given", ["0" * 64, "zz", "0" * 63])
async def test_an_unknown_promise_is_refused_and_nothing_is_made(
    app: FastAPI, client: httpx.AsyncClient, pebbles: Game, given: str
) -> None:
    assert (await ask_table(client, [ME, ME], commitment=given)).status_code in (409, 422)
    form = f"players=2&seat0=me&seat1=me&entropy={ENTROPY}&commitment={given}"
    assert (await send_form(client, form, HTML)).status_code == 409
    told = await send_form(client, form, SCRIPT)
    assert told.status_code == 409
    assert "seal" in told.json()["detail"]
    assert await count(app, schema.tables) == 0


async def test_an_old_promise_is_refused_and_then_forgotten(
    app: FastAPI, client: httpx.AsyncClient, pebbles: Game
) -> None:
    old, young = await seal(client), await seal(client)
    async with app.state.burgrave.storage.engine.begin() as connection:
        kept = schema.promises
        late = time.time() - PROMISE_SECONDS - 1
        await connection.execute(kept.update().where(kept.c.commitment == old).values(created_at=late))
    assert (await ask_table(client, [ME, ME], commitment=old)).status_code == 409
    assert await count(app, schema.tables) == 0
    await (await by_hand(app))._clear()
    assert await count(app, schema.promises) == 1
    await make(client, [ME, ME], commitment=young)


async def test_a_table_that_is_refused_does_not_use_the_promise_up(client: httpx.AsyncClient, pebbles: Game) -> None:
    promised = await seal(client)
    assert (await ask_table(client, [ME, ME], commitment=promised, clock=1)).status_code == 422
    assert (await ask_table(client, [ME, ME], commitment=promised, options={"heap": 1})).status_code == 422
    await make(client, [ME, ME], commitment=promised)


async def test_promises_are_limited_like_tables(tmp_path: Path) -> None:
    app = application(tmp_path, tables_per_minute=3.0)
    async with app.router.lifespan_context(app), client_of(app) as client:
        answers = [await client.post("/api/dice") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]


async def test_without_a_promise_the_players_cannot_verify_and_are_told_so(
    client: httpx.AsyncClient, pebbles: Game
) -> None:
    made = await make(client, [ME, ME])
    assert made["verifiable_by"] == []
    table = await page(client, f"/table/{made['id']}")
    assert "The players cannot verify the dice of this table" in table
    text = await play_to_the_end(client, made)
    assert "\n# dice verifiable by: nobody\n" in text
    assert verdict(text) == fair.Verdict.NOT_VERIFIABLE
    shown = await page(client, f"/result/{made['id']}")
    assert "This server says: The dice cannot be verified" in shown


async def test_who_sits_down_later_has_seen_the_seal_and_can_verify(client: httpx.AsyncClient, pebbles: Game) -> None:
    made = await make(client, [ME, PERSON])
    looker = Chair(client, made["id"], None)
    before = await looker.state()
    assert before["commitment"] == made["commitment"]
    shown = await page(client, f"/table/{made['id']}")
    assert f'data-commitment="{made["commitment"]}"' in shown
    assert "whoever sits down now does" in shown
    sat = await looker.post("/seats/1", entropy="0b" * 16)
    assert (await looker.state())["verifiable_by"] == [1]
    text = await play_to_the_end(client, {**made, "tokens": {**made["tokens"], "1": sat.json()["token"]}})
    assert "\n# dice verifiable by: p1\n" in text
    assert verdict(text, fair.Kept(made["commitment"], {1: "0b" * 16})) == fair.Verdict.VERIFIED


async def test_a_rematch_has_promised_dice_too(client: httpx.AsyncClient, pebbles: Game) -> None:
    made = await make(client, [ME, BOT], commitment=await seal(client))
    await play_to_the_end(client, made)
    chair, promised = Chair(client, made["id"], made["tokens"]["0"]), await seal(client)
    assert (await chair.post("/rematch", entropy=ENTROPY, commitment="0" * 64)).status_code == 409
    again = (await chair.post("/rematch", entropy=ENTROPY, commitment=promised)).json()
    assert (again["commitment"], again["verifiable_by"]) == (promised, [0])
    assert verdict(await play_to_the_end(client, again), fair.Kept(promised, {0: ENTROPY})) == fair.Verdict.VERIFIED


async def test_the_form_tells_the_script_where_the_table_is_and_a_browser_goes_there(
    client: httpx.AsyncClient, pebbles: Game
) -> None:
    form = f"players=2&seat0=me&seat1=me&entropy={ENTROPY}&commitment={await seal(client)}"
    made = await send_form(client, form, SCRIPT)
    assert made.status_code == 201
    assert made.json()["seats"] == [0, 1]
    assert (await Chair(client, made.json()["id"], None).state())["verifiable_by"] == [0, 1]
    wrong = await send_form(client, "players=2&seat0=me&seat1=me&clock=x", SCRIPT)
    assert wrong.status_code == 422
    assert "seconds" in wrong.json()["detail"]
    plain = await send_form(client, "players=2&seat0=me&seat1=me", HTML)
    assert plain.status_code == 303


async def test_an_uploaded_record_gets_the_same_verdict(client: httpx.AsyncClient, pebbles: Game) -> None:
    promised = await seal(client)
    text = await play_to_the_end(client, await make(client, [ME, ME], commitment=promised))
    plain = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith(("#", "seed:")))
    for uploaded, sentence in (
        (text, "The seed opens the commitment that was made before"),
        (text.replace(promised, "0" * 64), "The seed does not open the commitment"),
        (text.replace("verifiable by: p0, p1", "verifiable by: p0, p7"), "p7 is said to have given bytes"),
        (plain, "no server had promised them before the game"),
    ):
        made = await client.post("/api/records", content=uploaded, headers={"content-type": "text/plain"})
        for kind in ("result", "replay"):
            shown = await page(client, f"/{kind}/{made.json()['id']}")
            assert sentence in shown.partition("This server says: ")[2].partition("</p>")[0]


async def test_nobody_reads_the_secret_before_the_end(app: FastAPI, client: httpx.AsyncClient, pebbles: Game) -> None:
    promised = await seal(client)
    secret = await app.state.burgrave.storage.promised(promised, 0.0)
    made = await make(client, [ME, ME], commitment=promised)
    one, two = (Chair(client, made["id"], made["tokens"][seat]) for seat in "01")
    actor, _ = await in_turn(one, two)
    await actor.play()
    for path in ("", "/events"):
        assert secret not in (await actor.get(path)).text
        assert ENTROPY not in (await actor.get(path)).text
    for kind in ("table", "replay"):
        shown = await page(client, f"/{kind}/{made['id']}")
        assert promised in shown or kind == "replay"
        assert secret not in shown
        assert ENTROPY not in shown


async def test_a_promise_is_used_up_only_together_with_its_table(storage: Storage) -> None:
    table = a_table()
    with pytest.raises(PromiseGoneError):
        await storage.create(table, [], [], [], promised=True)
    assert await storage.table(table.made.id) is None
    await storage.promise(table.made.commitment, "aa", 1000.0)
    with pytest.raises(sa.exc.IntegrityError):
        await storage.create(table, [], [(0, "me"), (0, "me")], [("same", 0), ("same", 0)], promised=True)
    assert await storage.promised(table.made.commitment, 1000.0) == "aa"
    await storage.create(table, [], [], [], promised=True)
    with pytest.raises(PromiseGoneError):
        await storage.promised(table.made.commitment, 0.0)
