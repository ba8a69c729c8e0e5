"""The JSON API: a program makes a table, sits down, reads its view and plays texts."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from waiting import PATIENCE

import burgrave
from burgrave.core import records, registry
from burgrave.server.tables import hub
from burgrave.server.web.why_not import why_not_there
from server.conftest import application, client_of

pytestmark = pytest.mark.asyncio

ME, BOT, PERSON = {"kind": "me"}, {"kind": "bot", "level": "easy"}, {"kind": "person"}


class Chair:
    """One seat of a table as a program holds it."""

    def __init__(self, client: httpx.AsyncClient, table: str, token: str | None) -> None:
        self.client, self.table = client, table
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    async def get(self, path: str = "", **params: Any) -> httpx.Response:
        return await self.client.get(f"/api/tables/{self.table}{path}", headers=self.headers, params=params)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.client.post(f"/api/tables/{self.table}{path}", headers=self.headers, json=body)

    async def state(self) -> dict[str, Any]:
        answer = await self.get()
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def play(self, number: int = 0) -> httpx.Response:
        state = await self.state()
        return await self.post("/moves", seq=state["seq"], move=state["moves"][number]["text"])


async def make(client: httpx.AsyncClient, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    answer = await client.post("/api/tables", json={"game": "catan", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def two_seats(client: httpx.AsyncClient, **more: Any) -> tuple[Chair, Chair]:
    made = await make(client, [ME, ME], **more)
    return Chair(client, made["id"], made["tokens"]["0"]), Chair(client, made["id"], made["tokens"]["1"])


async def in_turn(*chairs: Chair) -> tuple[Chair, Chair]:
    """The seat to act, then the other."""
    state = await chairs[0].state()
    return (chairs[0], chairs[1]) if state["to_act"] == 0 else (chairs[1], chairs[0])


async def finished(chair: Chair) -> dict[str, Any]:
    """The table's state once its game is over."""
    async with asyncio.timeout(PATIENCE):
        while (state := await chair.state())["status"] != "over":
            await asyncio.sleep(0.05)
    return state


@pytest_asyncio.fixture
async def stranger(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Another program without any secret."""
    async with client_of(app) as made:
        yield made


async def test_the_games_are_listed_with_their_options(client: httpx.AsyncClient) -> None:
    games = (await client.get("/api/games")).json()
    catan = next(game for game in games if game["name"] == "catan")
    assert {"name", "title", "players", "minutes", "options", "levels"} <= set(catan)


async def test_a_table_of_bots_plays_to_the_end_by_itself(client: httpx.AsyncClient) -> None:
    made = await make(client, [BOT, BOT], options={"target_points": 5})
    looker = Chair(client, made["id"], None)
    state = await finished(looker)
    assert state["winners"]
    assert state["seed"]


async def test_a_move_is_played_by_its_text(client: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    before = await actor.state()
    answer = await actor.play()
    assert answer.status_code == 200
    assert (await actor.state())["seq"] == answer.json()["seq"] > before["seq"]


async def test_the_other_seat_is_refused_with_a_sentence(client: httpx.AsyncClient) -> None:
    actor, other = await in_turn(*await two_seats(client))
    state = await actor.state()
    answer = await other.post("/moves", seq=state["seq"], move=state["moves"][0]["text"])
    assert answer.status_code == 409
    assert answer.json()["detail"] == "It is not your move."


async def test_a_move_for_a_position_that_is_gone_is_late(client: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    old = await actor.state()
    await actor.play()
    answer = await actor.post("/moves", seq=old["seq"], move=old["moves"][1]["text"])
    assert answer.status_code == 409


async def test_chat_in_between_does_not_make_a_move_late(client: httpx.AsyncClient) -> None:
    actor, other = await in_turn(*await two_seats(client))
    state = await actor.state()
    assert (await other.post("/chat", text="good luck")).status_code == 200
    answer = await actor.post("/moves", seq=state["seq"], move=state["moves"][0]["text"])
    assert answer.status_code == 200


async def test_an_illegal_move_is_refused_with_the_rule(client: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    state = await actor.state()
    answer = await actor.post("/moves", seq=state["seq"], move="end")
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith(".")
    asked = await actor.get("/why_not", move="end")
    assert asked.json()["why_not"] == answer.json()["detail"]


async def test_an_unknown_text_names_near_ones(client: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    state = await actor.state()
    answer = await actor.post("/moves", seq=state["seq"], move="setle 12")
    assert answer.status_code == 422
    assert "settle 12" in answer.json()["detail"]


async def test_a_forbidden_site_tells_its_rule(client: httpx.AsyncClient) -> None:
    actor, other = await in_turn(*await two_seats(client))
    settle = (await actor.state())["moves"][0]
    await actor.play()
    await actor.play()
    asked = await other.get("/why_not", sites=",".join(settle["sites"]))
    assert asked.json()["why_not"]


@pytest.mark.parametrize(
    ("game", "site", "sentence"),
    [
        ("amber", "a1", "No castle stands on that field. Castles are free on i5, c7."),
        ("burgundy", "x13", "Every action uses a die: choose one of your dice first."),
        ("catan", "e5", "First place your settlement on a free intersection."),
    ],
)
async def test_a_forbidden_site_tells_one_rule_that_fits_the_moment(game: str, site: str, sentence: str) -> None:
    position = burgrave.game(game).match(seed=1).position
    assert why_not_there(position.view(position.to_act), [site], "en") == sentence


async def test_nobody_plays_without_a_secret(client: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    state = await actor.state()
    nobody = Chair(stranger, actor.table, None)
    answer = await nobody.post("/moves", seq=state["seq"], move=state["moves"][0]["text"])
    assert answer.status_code == 403
    wrong = Chair(stranger, actor.table, "A" * 22)
    assert (await wrong.get()).status_code == 401
    assert (await nobody.state())["moves"] == []


async def test_a_secret_opens_only_its_own_table(client: httpx.AsyncClient) -> None:
    one, _ = await two_seats(client)
    other, _ = await two_seats(client)
    mixed = Chair(client, other.table, None)
    mixed.headers = one.headers
    assert (await mixed.get()).status_code == 401


async def test_people_sit_down_and_the_game_begins_with_the_last(client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, PERSON], name="Anna")
    anna = Chair(client, made["id"], made["tokens"]["0"])
    assert (await anna.state())["status"] == "open"
    sat = await client.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Berta", "entropy": "ab" * 16})
    assert sat.status_code == 201
    berta = Chair(client, made["id"], sat.json()["token"])
    state = await berta.state()
    assert state["status"] == "playing"
    assert [seat["name"] for seat in state["seats"]] == ["Anna", "Berta"]
    again = await client.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Cyryl"})
    assert again.status_code == 409


async def test_a_bot_is_not_called_like_a_person_at_the_table(client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, {"kind": "bot", "level": "random"}], name="ada")
    state = await Chair(client, made["id"], made["tokens"]["0"]).state()
    assert [seat["name"] for seat in state["seats"]] == ["ada", "Bruno"]


async def test_the_host_gives_an_empty_seat_to_a_bot(client: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    made = await make(client, [ME, PERSON])
    refused = await Chair(stranger, made["id"], None).post("/seats/1/bot", level="easy")
    assert refused.status_code == 403
    host = Chair(client, made["id"], made["host_token"])
    assert (await host.post("/seats/1/bot", level="random")).status_code == 200
    assert (await host.state())["status"] == "playing"


async def test_nobody_who_is_here_is_replaced_by_the_host(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, ME])
    host = Chair(client, made["id"], made["host_token"])
    mine = Chair(client, made["id"], made["tokens"]["1"])
    table = app.state.burgrave.hub.tables[made["id"]]
    table.arrive(1)
    answer = await host.post("/seats/1/bot", level="random")
    assert answer.status_code == 409
    assert "abandoned" in answer.json()["detail"]
    assert (await host.post("/seats/9/bot", level="random")).status_code == 422
    assert (await mine.post("/seats/1/bot", level="random")).status_code == 200
    await mine.post("/seats/1/return")
    table.leave(1)
    assert (await host.post("/seats/1/bot", level="random")).status_code == 200


async def test_a_bot_takes_over_when_the_time_is_up(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "SHORTEST_CLOCK", 1)
    made = await make(client, [ME, ME], clock=1)
    looker = Chair(client, made["id"], None)
    async with asyncio.timeout(PATIENCE):
        while all(seat["kind"] == "person" for seat in (await looker.state())["seats"]):
            await asyncio.sleep(0.1)
    assert (await client.post("/api/tables", json={"game": "catan", "seats": [ME, ME], "clock": 0})).status_code == 422


async def test_a_person_takes_the_seat_back_from_the_bot(client: httpx.AsyncClient) -> None:
    made = await make(client, [ME, ME])
    host = Chair(client, made["id"], made["host_token"])
    mine = Chair(client, made["id"], made["tokens"]["1"])
    await host.post("/seats/1/bot", level="random")
    assert (await mine.state())["seats"][1]["kind"] == "bot"
    assert (await mine.post("/seats/1/return")).status_code == 200
    assert (await mine.state())["seats"][1]["kind"] == "person"


async def test_the_last_move_is_taken_back(client: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    before = await actor.state()
    await actor.play()
    after = await actor.state()
    answer = await actor.post("/undo", seq=after["seq"])
    assert answer.json()["done"] is True
    now = await actor.state()
    assert now["view"] == before["view"]
    assert now["seq"] > after["seq"]


async def test_an_undo_after_somebody_else_moved_needs_consent(client: httpx.AsyncClient) -> None:
    one, two = await in_turn(*await two_seats(client))
    before = await one.state()
    await one.play()
    await one.play()
    assert (await two.play()).status_code == 200
    answer = await one.post("/undo", seq=(await one.state())["seq"])
    assert answer.json()["done"] is False
    assert (await two.state())["undo_request"] == before["to_act"]
    assert (await one.post("/undo/answer", yes=True)).status_code == 409
    assert (await two.post("/undo/answer", yes=True)).status_code == 200
    state = await one.state()
    assert state["to_act"] == before["to_act"]
    assert state["undo_request"] is None


async def three_and_a_request(client: httpx.AsyncClient) -> tuple[list[Chair], Chair, dict[str, Any]]:
    """Three seats, the asker first, and the host; the second has moved since, so the others are asked for an undo."""
    made = await make(client, [ME, ME, ME])
    chairs = [Chair(client, made["id"], made["tokens"][str(seat)]) for seat in range(3)]
    before = await chairs[0].state()
    first = before["to_act"]
    chairs = chairs[first:] + chairs[:first]
    await chairs[0].play()
    await chairs[0].play()
    await chairs[1].play()
    answer = await chairs[0].post("/undo", seq=(await chairs[0].state())["seq"])
    assert answer.json()["done"] is False
    return chairs, Chair(client, made["id"], made["host_token"]), before


async def test_the_last_consent_and_the_undo_are_stored_together(app: FastAPI, client: httpx.AsyncClient) -> None:
    (asker, two, three), _, before = await three_and_a_request(client)
    await two.post("/undo/answer", yes=True)
    commits = app.state.burgrave.storage.commits
    await three.post("/undo/answer", yes=True)
    assert app.state.burgrave.storage.commits == commits + 1
    assert [event["kind"] for event in (await asker.get("/events")).json()[-2:]] == ["answer_undo", "undo"]
    assert (await asker.state())["to_act"] == before["to_act"]


async def test_who_left_a_seat_to_a_bot_is_not_waited_for(client: httpx.AsyncClient) -> None:
    (asker, two, three), host, before = await three_and_a_request(client)
    await two.post("/undo/answer", yes=True)
    seat = (await three.state())["seat"]
    assert (await host.post(f"/seats/{seat}/bot", level="random")).status_code == 200
    state = await asker.state()
    assert state["undo_request"] is None
    assert state["to_act"] == before["to_act"]


async def test_an_undo_can_be_refused(client: httpx.AsyncClient) -> None:
    one, two = await in_turn(*await two_seats(client))
    await one.play()
    await one.play()
    await two.play()
    before = await two.state()
    await one.post("/undo", seq=before["seq"])
    await two.post("/undo/answer", yes=False)
    after = await two.state()
    assert after["undo_request"] is None
    assert after["view"] == before["view"]


async def test_an_undo_never_crosses_chance(client: httpx.AsyncClient) -> None:
    one, two = await two_seats(client)
    for _ in range(9):
        actor, _ = await in_turn(one, two)
        await actor.play()
    state = await one.state()
    roller = one if state["to_act"] == 0 else two
    events = (await one.get("/events")).json()
    assert any(event["kind"] == "move" and event["seat"] == "chance" for event in events[-3:])
    answer = await (two if roller is one else one).post("/undo", seq=state["seq"])
    assert answer.status_code in (200, 409)
    if answer.status_code == 200:
        assert answer.json()["done"] is False


async def test_a_standing_answer_plays_the_only_move(client: httpx.AsyncClient) -> None:
    one, two = await two_seats(client)
    for chair in (one, two):
        assert (await chair.post("/standing", answer="forced", on=True)).status_code == 200
    actor, _ = await in_turn(one, two)
    for unknown in ("pass nowhere", "before_roll", "pass pass before_roll"):
        assert (await actor.post("/standing", answer=unknown, on=True)).status_code == 422
    for _ in range(6):
        actor, _ = await in_turn(one, two)
        await actor.play()
    events = (await one.get("/events")).json()
    kinds = [event["kind"] for event in events if event.get("answer")]
    assert kinds == ["standing"]  # one sees its own, not the other's


async def test_events_are_what_happened_in_order(client: httpx.AsyncClient) -> None:
    actor, _ = await in_turn(*await two_seats(client))
    await actor.play()
    events = (await actor.get("/events")).json()
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert (await actor.get("/events", after=events[-1]["seq"])).json() == []


async def test_the_record_comes_with_the_seed_when_the_game_is_over(client: httpx.AsyncClient) -> None:
    made = await make(client, [BOT, BOT], options={"target_points": 5})
    looker = Chair(client, made["id"], None)
    await finished(looker)
    text = (await looker.get("/record")).text
    assert text.startswith("burgrave 1\n")
    assert f"# commitment: {made['commitment']}" in text
    assert "\nseed: " in text
    uploaded = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert uploaded.status_code == 201
    copy = Chair(client, uploaded.json()["id"], None)
    assert (await copy.state())["scores"] == (await looker.state())["scores"]


async def test_the_record_of_a_running_game_is_not_given_away(client: httpx.AsyncClient) -> None:
    one, _ = await two_seats(client)
    assert (await one.get("/record")).status_code == 409
    assert "seed" not in await one.state()


async def test_an_unfinished_record_is_replayed_after_a_restart(tmp_path: Path) -> None:
    record = burgrave.game("catan", players=2).match(seed=1)
    record.play(record.position.moves()[0])
    first = application(tmp_path)
    async with first.router.lifespan_context(first), client_of(first) as client:
        made = await client.post("/api/records", content=record.text(), headers={"content-type": "text/plain"})
    second = application(tmp_path)
    async with second.router.lifespan_context(second), client_of(second) as client:
        state = await Chair(client, made.json()["id"], None).state()
    assert state["status"] == "closed"
    assert state["view"] == json.loads(record.view(None).to_json())


async def test_a_record_is_read_when_its_rules_are_ready_and_nobody_waits_meanwhile(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, read, readers = app.state.burgrave.games, records.read, []

    def reading(*given: Any, **limits: Any) -> Any:
        assert games.preparations["catan"].ready
        readers.append(threading.current_thread())
        return read(*given, **limits)

    monkeypatch.setattr(records, "read", reading)
    text = burgrave.game("catan", players=2).match(seed=1).text().replace("game: catan", "  game :catan  # the island")
    made = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert made.status_code == 201, made.text
    made = await client.post("/upload", data={"record": text}, headers={"origin": "http://testserver"})
    assert made.status_code == 303, made.text
    assert len(readers) == 2
    assert threading.current_thread() not in readers


async def test_a_broken_record_names_its_line(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/api/records", content="burgrave 1\ngame: catan\n\np0: fly\n", headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 422
    assert "line 4" in answer.json()["detail"]


async def test_a_rematch_seats_the_same_bots(client: httpx.AsyncClient) -> None:
    made = await make(client, [BOT, BOT], options={"target_points": 5})
    host = Chair(client, made["id"], made["host_token"])
    await finished(host)
    answer = await host.post("/rematch")
    assert answer.status_code == 200
    assert (await host.state())["rematch"] == answer.json()["id"]
    again = await Chair(client, answer.json()["id"], None).state()
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "bot"]


async def played_out(client: httpx.AsyncClient) -> tuple[Chair, Chair, Chair]:
    """A short game that is over: both seats and the host."""
    made = await make(client, [ME, ME], options={"turn_limit": 1})
    one, two = (Chair(client, made["id"], made["tokens"][seat]) for seat in "01")
    async with asyncio.timeout(PATIENCE):
        while (await one.state())["status"] != "over":
            actor, _ = await in_turn(one, two)
            await actor.play(-1)
    return one, two, Chair(client, made["id"], made["host_token"])


async def test_who_asks_for_a_rematch_is_told_the_secret_of_the_own_seat(client: httpx.AsyncClient) -> None:
    one, two, _ = await played_out(client)
    made = (await two.post("/rematch")).json()
    assert list(made["tokens"]) == ["1"]
    assert (await Chair(client, made["id"], made["tokens"]["1"]).state())["seat"] == 1
    found = (await one.post("/rematch")).json()
    assert (found["id"], found["tokens"]) == (made["id"], {})
    taken = await Chair(client, made["id"], None).post("/seats/0", name="Anna")
    assert taken.status_code == 201
    assert (await Chair(client, made["id"], taken.json()["token"]).state())["status"] == "playing"


async def test_the_host_gets_the_own_seats_of_a_rematch(client: httpx.AsyncClient) -> None:
    _, _, host = await played_out(client)
    made = (await host.post("/rematch")).json()
    assert list(made["tokens"]) == ["0", "1"]
    assert (await Chair(client, made["id"], made["host_token"]).get()).status_code == 200


async def test_two_who_ask_for_a_rematch_at_once_get_the_same_one(app: FastAPI, client: httpx.AsyncClient) -> None:
    one, two, host = await played_out(client)
    made = await asyncio.gather(one.post("/rematch"), two.post("/rematch"), host.post("/rematch"))
    assert len({answer.json()["id"] for answer in made}) == 1
    assert len(app.state.burgrave.hub.tables) == 2


async def test_a_new_link_opens_the_same_seat(client: httpx.AsyncClient) -> None:
    one, _ = await two_seats(client)
    made = await one.post("/seats/0/link")
    again = Chair(client, one.table, made.json()["token"])
    assert (await again.state())["seat"] == 0
    assert (await one.post("/seats/1/link")).status_code == 403


async def test_a_game_whose_rules_cannot_be_prepared_is_unavailable(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, preparation: object) -> None:
        raise RuntimeError("no compiler")

    monkeypatch.setattr(app.state.burgrave.games, "_load", broken)
    answer = await client.post("/api/tables", json={"game": "barony", "seats": [ME, ME]})
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The rules of this game could not be prepared; the server's log says why."
    text = burgrave.game("barony", players=2).match(seed=1).text()
    upload = await client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert upload.status_code == 503


async def test_wrong_options_name_the_valid_ones(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/api/tables", json={"game": "catan", "seats": [ME, ME], "options": {"target_points": 99}}
    )
    assert answer.status_code == 422
    assert "valid" in answer.json()["detail"]
    assert (await client.post("/api/tables", json={"game": "chess", "seats": [ME, ME]})).status_code == 422


async def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    first = application(tmp_path)
    async with first.router.lifespan_context(first), client_of(first) as client:
        one, two = await two_seats(client)
        actor, _ = await in_turn(one, two)
        await actor.play()
        await actor.play()
        await actor.post("/chat", text="see you")
        before, headers = await actor.state(), actor.headers
    second = application(tmp_path)
    async with second.router.lifespan_context(second), client_of(second) as client:
        actor = Chair(client, one.table, None)
        actor.headers = headers
        assert await actor.state() == before
        assert (await actor.get("/events")).json()[-1]["text"] == "see you"


async def test_a_seat_has_the_colour_that_was_chosen_for_it(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = await make(client, [{**ME, "colour": "white"}, {**PERSON, "colour": "red"}, BOT])
    table = await app.state.burgrave.hub.get(made["id"])
    assert table.made.chosen_colours == ("white", "red", "")
    assert registry.spec("catan").seat_colours(3, table.made.chosen_colours) == ("white", "red", "orange")
    page = (await client.get(f"/table/{made['id']}", headers={"accept": "text/html"})).text
    assert "(white)" in page.partition('id="p0"')[2].partition('id="p1"')[0]


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ([{**ME, "colour": "pink"}, BOT], "The game has no colour “pink”. It has: red, blue, white, orange."),
        ([{**ME, "colour": "red"}, {**BOT, "colour": "red"}], "Two seats cannot have the same colour."),
    ],
)
async def test_a_colour_that_cannot_be_is_refused(
    client: httpx.AsyncClient, seats: list[dict[str, Any]], sentence: str
) -> None:
    answer = await client.post("/api/tables", json={"game": "catan", "seats": seats})
    assert (answer.status_code, answer.json()["detail"]) == (422, sentence)
