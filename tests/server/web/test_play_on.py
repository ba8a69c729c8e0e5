"""Playing on from a position of a finished game: the same position, new dice, bots on the other seats."""

from __future__ import annotations

import json

import httpx
import pytest
from fastapi import FastAPI

from burgrave.core import fair, records
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.tables.table import Table
from server.tables.test_hub import until
from server.web.test_lines import ORIGIN, RECORD, START, another_move
from server.web.test_pages import hot_seat, uploaded

pytestmark = pytest.mark.asyncio


async def play(client: httpx.AsyncClient, table_id: str, **wanted: object) -> httpx.Response:
    return await client.post(f"/replay/{table_id}/play", json=wanted, headers=ORIGIN)


async def found(app: FastAPI, answer: httpx.Response) -> Table:
    assert answer.status_code == 201, answer.text
    table: Table = await app.state.burgrave.hub.get(answer.json()["id"])
    return table


async def test_the_new_table_has_the_position_the_seat_and_bots(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, RECORD)
    old = (await app.state.burgrave.hub.get(table_id)).state.match.first(START)
    seat = old.position.to_act
    table = await found(app, await play(client, table_id, after=START, seat=seat, level="random"))
    assert table.state.status == Status.PLAYING
    assert table.state.match is not None
    assert table.state.match.log == old.log
    assert table.state.match.position == old.position
    kinds = [one.kind for one in table.state.seats]
    assert kinds == [SeatKind.PERSON if number == seat else SeatKind.BOT for number in range(2)]
    move = old.position.moves()[0].text
    body = {"seq": table.seq, "move": move}
    assert (await client.post(f"/api/tables/{table.id}/moves", json=body, headers=ORIGIN)).status_code == 200
    assert table.state.match.log[: START + 1] == (*old.log, move)


async def test_a_side_line_can_be_played_on(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, RECORD)
    other = await another_move(client, table_id)
    table = await found(app, await play(client, table_id, after=START, moves=[other], seat=0, level="random"))
    assert table.state.match is not None
    assert table.state.match.log[START] == other


async def test_what_was_played_elsewhere_is_not_taken_back(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, RECORD)
    match = (await app.state.burgrave.hub.get(table_id)).state.match
    after = next(k for k in range(START, match.length) if match.movers[k - 1] == match.movers[k] == 0)
    table = await found(app, await play(client, table_id, after=after, seat=0, level="random"))
    refused = await client.post(f"/api/tables/{table.id}/undo", json={"seq": table.seq}, headers=ORIGIN)
    assert refused.status_code == 409
    assert table.state.match is not None
    assert table.state.match.length == after


async def test_it_is_read_again_as_it_was_and_its_record_promises_no_dice(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    table_id = await uploaded(app, client, RECORD)
    whole = (await app.state.burgrave.hub.get(table_id)).state.match
    hub = app.state.burgrave.hub
    table = await found(app, await play(client, table_id, after=whole.length - 6, seat=0, level="random"))
    events = (await client.get(f"/api/tables/{table.id}/events")).json()
    assert table.state.seed not in json.dumps(events)
    state = table.state
    await hub._drop(table)
    again = await hub.get(table.id)
    assert again.state.match.log == state.match.log
    assert (again.state.given, again.state.seed) == (whole.length - 6, state.seed)
    for _ in range(200):
        await until(lambda: again.state.is_finished or again.state.to_act == 0)
        if again.state.is_finished:
            break
        await again.play(0, again.seq, again.state.view(0).moves()[-1].text)
    assert again.state.status == Status.OVER
    text = (await client.get(f"/api/tables/{table.id}/record")).text
    match = records.read(text)
    assert match.is_over
    assert fair.check_record(text, match).verdict == fair.Verdict.NOT_VERIFIABLE


@pytest.mark.parametrize(
    ("wanted", "status", "told"),
    [
        ({"after": 100_000, "seat": 0}, 422, "The game is over in that position"),
        ({"after": START, "seat": 5}, 422, ""),
        ({"after": START, "seat": 0, "level": "grandmaster"}, 422, "grandmaster"),
        ({"after": START, "seat": 0, "moves": ["fly to the moon"]}, 422, "cannot be played there"),
        ({"after": START, "seat": 0, "moves": ["x" * 5000]}, 422, ""),
        ({"after": -1, "seat": 0}, 422, ""),
        ({"after": START, "seat": 0, "dice": "loaded"}, 422, ""),
    ],
)
async def test_what_cannot_be_played_on_is_refused(
    app: FastAPI, client: httpx.AsyncClient, wanted: dict[str, object], status: int, told: str
) -> None:
    table_id = await uploaded(app, client, RECORD)
    answer = await play(client, table_id, **wanted)
    assert answer.status_code == status
    assert told in answer.json()["detail"]
    assert set(app.state.burgrave.hub.tables) <= {table_id}


async def test_a_running_game_cannot_be_played_on_by_others(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    answer = await play(client, table_id, after=0, seat=0)
    assert answer.status_code == 409


async def test_a_position_that_was_set_up_is_played_on_and_nobody_reads_what_the_others_hold(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    table_id = await uploaded(app, client, RECORD)
    after, edits = START + 12, ["turn p1", "tokens p1 plain 3"]
    old = (await app.state.burgrave.hub.get(table_id)).state.match.first(after)
    table = await found(app, await play(client, table_id, after=after, edits=edits, seat=1, level="random"))
    assert table.state.match is not None
    assert table.state.match.beginning == old.position.edited(*edits)
    assert table.state.match.length == 0
    for seat in (None, 0, 1):
        assert not any(event.kind == "set_up" for event in table.state.events if event.is_told_to(seat))
    assert any(event.kind == "set_up" for event in table.state.events)
