"""Side lines of a finished game: shown, judged, kept in a record, and refused with a sentence."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from burgrave.core import variations
from server.web.test_pages import HTML, hot_seat, uploaded

pytestmark = pytest.mark.asyncio

RECORD = "barony-duke-2-players"
START = 18
"""After so many moves of the record the first seat has to decide: it placed a city on hex 7."""
ORIGIN = {"origin": "http://testserver"}


async def another_move(client: httpx.AsyncClient, table_id: str) -> str:
    """A legal move instead of the one that was played."""
    found = (await client.get(f"/replay/{table_id}/line", params={"n": START})).json()
    return str(next(move["text"] for move in found["moves"] if move["text"] != "place 7"))


async def test_any_other_move_can_be_tried_and_gone_on_with(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, RECORD)
    path = f"/replay/{table_id}/line"
    first = (await client.get(path, params={"n": START})).json()
    assert first["line"] == []
    other = next(move["text"] for move in first["moves"] if move["text"] != "place 7")
    then = (await client.get(path, params={"n": START, "line": other})).json()
    assert then["state"]["at"] == START + 1
    assert then["line"][0].startswith("p0 ")
    assert "pieces" in then["parts"]
    assert other not in [move["text"] for move in then["moves"]]
    assert all(move["label"] for move in then["moves"])


async def test_a_position_off_the_game_is_judged(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, RECORD)
    asked = {"n": START, "line": await another_move(client, table_id), "samples": 2}
    answer = await client.get(f"/replay/{table_id}/line/chances", params=asked)
    found = answer.json()
    assert sum(found["chances"]) == pytest.approx(1)
    assert found["names"] == ["p0", "p1"]


@pytest.mark.parametrize(("language", "told"), [("en", "cannot be played there"), ("pl", "Nie można tam zagrać")])
async def test_an_illegal_move_is_refused_with_a_sentence(
    app: FastAPI, client: httpx.AsyncClient, language: str, told: str
) -> None:
    table_id = await uploaded(app, client, RECORD)
    for path in ("line", "line/chances"):
        for line in ("done", "nonsense"):
            answer = await client.get(f"/replay/{table_id}/{path}?n={START}&line={line}&language={language}")
            assert answer.status_code == 422
            assert told in answer.json()["detail"]


async def test_kept_lines_stand_in_the_record(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await uploaded(app, client, RECORD)
    move = await another_move(client, table_id)
    lines = [{"after": START, "moves": [move], "comment": "Nearer to\nthe field."}]
    answer = await client.post(f"/replay/{table_id}/record", json={"lines": lines}, headers=ORIGIN)
    match, notes = variations.read(answer.json()["text"])
    assert match.is_over
    assert notes.lines == (variations.SideLine(START, (move,), {1: "Nearer to the field."}),)
    lines = [{"after": START, "moves": ["done"]}]
    answer = await client.post(f"/replay/{table_id}/record", json={"lines": lines}, headers=ORIGIN)
    assert answer.status_code == 422


async def test_nothing_is_tried_at_a_running_game(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    for method, path in (("GET", "line?n=3"), ("GET", "line/chances?n=3"), ("POST", "record")):
        answer = await client.request(
            method, f"/replay/{table_id}/{path}", headers=ORIGIN, json={"lines": []} if method == "POST" else None
        )
        assert answer.status_code == 409
        assert set(answer.json()) == {"detail"}
    assert 'id="lines"' not in (await client.get(f"/replay/{table_id}", headers=HTML)).text


@pytest.mark.parametrize(
    ("language", "told", "above"),
    [
        ("en", "No such position can be", "A position set up by hand."),
        ("pl", "Taka pozycja jest niemożliwa", "Pozycja ustawiona ręcznie."),
    ],
)
async def test_a_position_is_set_up_tried_and_kept(
    app: FastAPI, client: httpx.AsyncClient, language: str, told: str, above: str
) -> None:
    table_id = await uploaded(app, client, RECORD)
    after = START + 12
    asked: dict[str, str | int] = {"n": after, "language": language}
    things = (await client.get(f"/replay/{table_id}/set-up", params=asked)).json()["things"]
    assert {"turn", "building", "knights", "tokens"} <= {name for name, *_ in things}
    edits = "turn p1~tokens p1 plain 3"
    found = (await client.get(f"/replay/{table_id}/line", params={**asked, "edits": edits})).json()
    assert found["actor"] == "p1"
    assert found["line"] == []
    assert any(above in part for part in found["parts"].values())
    move = found["moves"][0]["text"]
    chances = await client.get(
        f"/replay/{table_id}/line/chances", params={**asked, "edits": edits, "line": move, "samples": 2}
    )
    assert sum(chances.json()["chances"]) == pytest.approx(1)
    for wrong in ("title p0 duke", "turn p7", "nonsense"):
        answer = await client.get(f"/replay/{table_id}/set-up", params={**asked, "edits": wrong})
        assert answer.status_code == 422
        assert told in answer.json()["detail"]
    kept = [{"after": after, "moves": [move], "edits": edits.split("~"), "comment": "If."}]
    text = (await client.post(f"/replay/{table_id}/record", json={"lines": kept}, headers=ORIGIN)).json()["text"]
    _, notes = variations.read(text)
    assert notes.lines == (variations.SideLine(after, (move,), {0: "If."}, (), tuple(edits.split("~"))),)


async def test_nothing_is_set_up_at_a_running_game(app: FastAPI, client: httpx.AsyncClient) -> None:
    table_id = await hot_seat(app, client)
    assert (await client.get(f"/replay/{table_id}/set-up", params={"n": 1})).status_code == 409
