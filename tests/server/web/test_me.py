"""Somebody without an account: settings that follow, other devices, a held name, all one's data, and going away."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from burgrave.core import records
from burgrave.server.store.desk import Desk
from burgrave.server.store.people import Passkey, People
from burgrave.server.store.storage import Storage
from burgrave.server.tables.keys import digest, new_id
from burgrave.server.web.cookies import COOKIE, Signer
from burgrave.server.web.identity import TAKE_SECONDS
from server.conftest import application, client_of
from server.store.test_storage import a_table
from server.web.people import HTML, Person, person

pytestmark = pytest.mark.asyncio

ME, FRIEND, BOT = {"kind": "me"}, {"kind": "person"}, {"kind": "bot", "level": "random"}


def player_of(app: FastAPI, somebody: Person) -> str:
    found = app.state.burgrave.signer.read(somebody.client.cookies[COOKIE])
    assert found is not None
    return str(found.player)


async def patch(somebody: Person, **chosen: Any) -> httpx.Response:
    return await somebody.client.patch("/api/me", json=chosen)


async def moved(somebody: Person, other: Person, bring: bool = False) -> None:
    """Take one's identity to another device."""
    link = (await somebody.post("/api/me/transfer")).json()
    answer = await other.post("/api/me/take", token=link["token"], bring=bring)
    assert answer.status_code == 200, answer.text


async def finished_game(app: FastAPI, anna: Person, bo: Person) -> str:
    """A game between two people that Bo has given up."""
    table = await anna.make(ME, FRIEND)
    assert (await bo.post(f"{table}/seats/1", name="Bo")).status_code == 201
    assert (await anna.post(f"{table}/chat", text="good luck, Bo")).status_code == 200
    assert (await bo.post(f"{table}/chat", text="the same to you")).status_code == 200
    assert (await bo.post(f"{table}/seats/1/resign")).status_code == 200
    assert (await anna.get(table)).json()["status"] == "over"
    return table


# Another device


async def test_a_link_takes_tables_name_and_settings_to_another_device(app: FastAPI) -> None:
    async with person(app, "Anna") as desk, person(app, "") as phone:
        table = await desk.make(ME, FRIEND)
        await patch(desk, theme="dark", speed="fast", confirm=True)
        await moved(desk, phone)
        assert player_of(app, phone) == player_of(app, desk)
        told = (await phone.get("/api/me")).json()
        assert (told["name"], told["settings"]) == ("Anna", {"theme": "dark", "speed": "fast", "confirm": True})
        assert phone.client.cookies["theme"] == "dark"
        assert (await phone.get(table)).json()["seat"] == 0
        assert "Anna" in (await phone.page("/me")).text


async def test_what_is_chosen_on_one_device_is_known_to_the_other(app: FastAPI) -> None:
    async with person(app, "Anna") as desk, person(app, "") as phone:
        await moved(desk, phone)
        before = (await desk.get("/api/me")).json()["revision"]
        await phone.send("/preferences", name="Ania", language="pl")
        after = (await desk.get("/api/me")).json()
        assert after["revision"] > before
        assert (after["name"], after["settings"]["language"]) == ("Ania", "pl")
        assert app.state.burgrave.signer.read(desk.client.cookies[COOKIE]).name == "Ania"
        assert desk.client.cookies["language"] == "pl"


async def test_a_link_works_once_and_a_new_one_ends_the_last(app: FastAPI) -> None:
    async with person(app, "Anna") as desk, person(app, "") as phone, person(app, "") as stranger:
        first = (await desk.post("/api/me/transfer")).json()["token"]
        second = (await desk.post("/api/me/transfer")).json()["token"]
        assert (await stranger.post("/api/me/take", token=first)).status_code == 404
        assert (await phone.post("/api/me/ticket", token=second)).json() == {"name": "Anna", "games": 0}
        assert (await phone.post("/api/me/take", token=second)).status_code == 200
        assert (await stranger.post("/api/me/take", token=second)).status_code == 404
        assert player_of(app, stranger) != player_of(app, desk)


async def test_a_link_expires(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async with person(app, "Anna") as desk, person(app, "") as phone:
        token = (await desk.post("/api/me/transfer")).json()["token"]
        later = time.time() + TAKE_SECONDS + 1
        monkeypatch.setattr("burgrave.server.store.people.time.time", lambda: later)
        refused = await phone.post("/api/me/take", token=token)
        assert refused.status_code == 404
        assert "too old" in refused.json()["detail"]


async def test_a_link_is_stored_as_its_digest_only(app: FastAPI, tmp_path: Path) -> None:
    async with person(app, "Anna") as desk:
        link = (await desk.post("/api/me/transfer")).json()
        assert link["address"] == f"http://testserver/take#{link['token']}"
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("burgrave.db*"))
        assert link["token"].encode() not in stored
        assert digest(link["token"]).encode() in stored


async def test_the_games_of_the_other_device_come_along_if_wanted(app: FastAPI) -> None:
    async with person(app, "Anna") as desk, person(app, "Ann") as phone, person(app, "Ann") as tablet:
        kept, left = await phone.make(ME, FRIEND), await tablet.make(ME, FRIEND)
        await moved(desk, phone, bring=True)
        await moved(desk, tablet, bring=False)
        assert (await desk.get(kept)).json()["seat"] == 0
        assert (await desk.post(f"{kept}/close")).status_code == 200  # its host, too
        assert (await desk.get(left)).json()["seat"] is None


async def test_leaving_all_other_devices_makes_them_strangers(app: FastAPI) -> None:
    async with person(app, "Anna") as desk, person(app, "") as phone:
        table = await desk.make(ME, FRIEND)
        await moved(desk, phone)
        assert (await phone.get(table)).json()["seat"] == 0
        assert (await desk.post("/api/me/elsewhere")).status_code == 200
        assert (await desk.get(table)).json()["seat"] == 0
        assert (await desk.get("/api/me")).json()["name"] == "Anna"
        assert (await phone.get(table)).json()["seat"] is None
        assert (await phone.post(f"{table}/close")).status_code == 403


async def test_another_site_cannot_take_or_give_an_identity(app: FastAPI) -> None:
    async with person(app, "Anna") as desk:
        for path, body in (("transfer", {}), ("take", {"token": "x"}), ("delete", {"sure": True}), ("elsewhere", {})):
            answer = await desk.client.post(f"/api/me/{path}", json=body, headers={"origin": "http://evil.example"})
            assert answer.status_code == 403
        refused = await desk.client.patch("/api/me", json={"theme": "dark"}, headers={"origin": "http://evil.example"})
        assert refused.status_code == 403


async def test_whoever_has_no_cookie_is_nobody(client: httpx.AsyncClient) -> None:
    for path in ("/api/me", "/api/me/tables", "/api/me/export", "/api/me/passkeys"):
        assert (await client.get(path)).status_code == 401
    assert (await client.post("/api/me/transfer", json={})).status_code == 401
    assert (await client.post("/api/me/delete", json={"sure": True})).status_code == 401
    assert "passkey" in (await client.get("/me", headers=HTML)).text


async def test_tickets_and_names_by_the_dozen_are_refused(tmp_path: Path) -> None:
    app = application(tmp_path, identity_deeds_per_hour=3)
    async with app.router.lifespan_context(app), person(app, "Anna") as anna:
        codes = [(await anna.post("/api/me/transfer")).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


# A held name


async def test_a_held_name_is_nobody_elses(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "anna") as other, person(app, "Bo") as bo:
        assert (await anna.post("/api/me/name", on=True)).json() == {"name": "Anna", "held": True}
        table = await bo.make(ME, FRIEND, FRIEND)
        refused = await other.post(f"{table}/seats/1", name="ＡＮＮＡ")
        assert refused.status_code == 409
        assert (
            refused.json()["detail"] == "Somebody else holds the name ＡＮＮＡ on this server. Please choose another."
        )
        for answer in (
            await other.post(f"{table}/chat", text="I am she"),
            await other.post("/api/tables", game="catan", seats=[ME, ME]),
            await other.post("/api/tables", game="catan", name="Cleo", seats=[ME, {**ME, "name": "ANNA"}]),
            await other.send("/preferences", name="anna"),
            await other.send("/new/catan", seat0="me", seat1="bot:easy", players="2"),
            await other.post("/api/me/name", on=True),
        ):
            assert answer.status_code == 409, answer.text
        assert (await anna.post(f"{table}/seats/1", name="Anna")).status_code == 201


async def test_a_name_is_free_again_when_it_is_let_go_or_changed(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as other:
        await anna.post("/api/me/name", on=True)
        assert (await other.send("/preferences", name="Anna")).status_code == 409
        await anna.post("/api/me/name", on=False)
        assert (await other.send("/preferences", name="Anna")).status_code == 303
        assert (await other.post("/api/me/name", on=True)).json()["held"] is True
        await other.send("/preferences", name="Cleo")
        assert (await anna.post("/api/me/name", on=True)).json()["held"] is True


async def test_the_operator_frees_a_name(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as other:
        await anna.post("/api/me/name", on=True)
        await app.state.burgrave.hub.desk.forget_name("Anna", lambda others: "former player")
        assert (await other.send("/preferences", name="Anna")).status_code == 303


# Tables and statistics


async def test_the_page_tells_whose_turn_it_is(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, FRIEND)
        await bo.post(f"{table}/seats/1", name="Bo")
        to_act = (await anna.get(table)).json()["to_act"]
        whose, other = (anna, bo) if to_act == 0 else (bo, anna)
        assert "Your turn" in (await whose.page("/me")).text
        assert f"Turn: {'Anna' if to_act == 0 else 'Bo'}" in (await other.page("/me")).text
        slow = await anna.make(ME, FRIEND, clock=3 * 24 * 3600)
        await bo.post(f"{slow}/seats/1", name="Bo")
        assert "2 d 23 h left" in (await anna.page("/me")).text


async def test_games_are_counted_by_game_and_by_opponent(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        await finished_game(app, anna, bo)
        await finished_game(app, anna, bo)
        alone = await anna.make(ME, ME)  # both seats are hers: nobody has won against anybody
        await anna.post(f"{alone}/seats/0/resign")
        mine, his = (await anna.get("/api/me/tables")).json(), (await bo.get("/api/me/tables")).json()
        assert {name: (one["played"], one["won"]) for name, one in mine["games"].items()} == {"catan": (2, 2)}
        assert {name: (one["played"], one["won"]) for name, one in his["games"].items()} == {"catan": (2, 0)}
        assert mine["opponents"] == [{"name": "Bo", "level": None, "played": 2, "ahead": 2, "behind": 0}]
        assert his["opponents"] == [{"name": "Anna", "level": None, "played": 2, "ahead": 0, "behind": 2}]
        shown = (await anna.page("/me")).text
        assert "2 (100%)" in shown
        assert "You won" in shown


async def test_an_opponent_is_the_same_person_under_another_name_and_a_bot_is_its_level(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        await finished_game(app, anna, bo)
        with_bot = await anna.make(ME, BOT)
        await anna.post(f"{with_bot}/seats/0/resign")
        opponents = (await anna.get("/api/me/tables")).json()["opponents"]
        assert sorted((one["name"], one["level"]) for one in opponents if one["level"] is None) == [("Bo", None)]
        assert [(one["level"], one["behind"]) for one in opponents if one["level"]] == [("random", 1)]


# All one's data


async def test_an_export_holds_everything_of_ones_own_and_nothing_of_others(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await finished_game(app, anna, bo)
        running = await anna.make(ME, FRIEND)
        await bo.post(f"{running}/seats/1", name="Bo")
        for mover, seat in ((anna, 0), (bo, 1)):
            state = (await mover.get(running)).json()
            if state["to_act"] == seat:
                await mover.post(f"{running}/moves", seq=state["seq"], move=state["moves"][0]["text"])
        await patch(anna, theme="dark")
        rated = await anna.make(ME, FRIEND, clock=600, rated=True)
        await bo.post(f"{rated}/seats/1", name="Bo")
        await bo.post(f"{rated}/seats/1/resign")
        await app.state.burgrave.hub.rate()
        await anna.client.put(f"{running}/notices", json={"on": False})
        cup = {"name": "Cup", "game": "catan", "players": 2, "rounds": 1, "clock": 86400}
        cup_id = (await anna.post("/api/tournaments", **cup)).json()["id"]
        await anna.post(f"/api/tournaments/{cup_id}/join", name="Anna")
        await bo.post(f"/api/tournaments/{cup_id}/join", name="Bo")
        for who, puzzle in ((anna, "1-20"), (bo, "2-30")):
            await app.state.burgrave.storage.puzzling.note(player_of(app, who), "barony", puzzle, 1234, True)
        mine = (await anna.get("/api/me/tables")).json()
        assert mine["ratings"]["catan"]["rating"] > 1500
        assert [one["turn_at"] is not None for one in mine["tables"]] == [
            one["status"] == "playing" for one in mine["tables"]
        ]
        answer = await anna.get("/api/me/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="burgrave-me.json"'
        told = answer.json()
        assert (told["me"]["name"], told["me"]["settings"]) == ("Anna", {"theme": "dark"})
        assert [(one["game"], one["puzzle"], one["at_once"]) for one in told["me"]["puzzles"]] == [
            ("barony", "1-20", True)
        ]
        tables = {f"/api/tables/{one['table']}": one for one in told["tables"]}
        assert tables.keys() == {table, running, rated}
        (step,) = told["me"]["ratings"]
        assert (f"/api/tables/{step['table_id']}", step["place"]) == (rated, 0)
        assert [one["tournament_id"] for one in told["me"]["tournaments"]] == [cup_id]
        assert [one["id"] for one in told["me"]["hosted_tournaments"]] == [cup_id]
        assert [f"/api/tables/{one['table_id']}" for one in told["me"]["quiet_tables"]] == [running]
        assert [one["text"] for one in tables[table]["did"] if one["kind"] == "chat"] == ["good luck, Bo"]
        assert tables[table]["result"]["winners"] == [0]
        assert {one["seat"] for each in tables.values() for one in each["did"]} <= {0}
        for secret in ("the same to you", "entropy", "secret_seed", player_of(app, bo)):
            assert secret not in answer.text


# Going away


async def test_whoever_deletes_themself_is_a_former_player_and_games_still_replay(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await finished_game(app, anna, bo)
        table_id, gone = table.rpartition("/")[2], player_of(app, bo)
        before = (await anna.get(f"{table}/record")).text
        assert (await bo.post("/api/me/delete", sure=False)).status_code == 422
        answer = await bo.post("/api/me/delete", sure=True)
        assert answer.status_code == 200
        assert COOKIE not in bo.client.cookies
        state = (await anna.get(table)).json()
        assert [seat["name"] for seat in state["seats"]] == ["Anna", "former player"]
        after = (await anna.get(f"{table}/record")).text
        assert after == before.replace("Bo", "former player")
        assert records.read(after).text() == records.read(before).text().replace("Bo", "former player")
        events = json.dumps((await anna.get(f"{table}/events")).json())
        assert "the same to you" not in events
        assert "good luck" in events
        assert (await anna.page(f"/replay/{table_id}")).status_code == 200
        assert "former player" in (await anna.page(f"/result/{table_id}")).text
        opponents = (await anna.get("/api/me/tables")).json()["opponents"]
        assert [one["name"] for one in opponents] == ["former player"]
        await nothing_is_left(app, gone)


async def nothing_is_left(app: FastAPI, player: str) -> None:
    """No row of any table holds somebody's number."""
    from burgrave.server.store.schema import metadata

    async with app.state.burgrave.storage.reading() as connection:
        for stored in metadata.sorted_tables:
            rows = (await connection.execute(stored.select())).all()
            assert not [row for row in rows if player in str(tuple(row))], stored.name


async def test_whoever_deletes_themself_leaves_and_gives_up(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        waiting, hosted = await anna.make(ME, FRIEND, FRIEND), await bo.make(ME, FRIEND)
        await bo.post(f"{waiting}/seats/1", name="Bo")
        running = await anna.make(ME, FRIEND, BOT)
        await bo.post(f"{running}/seats/1", name="Bo")
        await bo.post("/api/me/name", on=True)
        await bo.post("/api/me/delete", sure=True)
        seats = (await anna.get(waiting)).json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "open", "open"]
        assert (await anna.get(hosted)).json()["status"] == "closed"
        state = (await anna.get(running)).json()
        assert state["status"] == "playing"
        assert (state["seats"][1]["kind"], state["seats"][1]["name"]) == ("bot", "former player")
        assert "Bo" not in json.dumps((await anna.get(f"{waiting}/events")).json())
        assert (await anna.send("/preferences", name="Bo")).status_code == 303


# On both databases


async def test_people_tickets_and_passkeys_are_kept(storage: Storage) -> None:
    people = People(storage, Desk(storage))
    player, other = new_id(), new_id()
    assert await people.find(player) is None
    await people.keep(player, "Anna", {"theme": "dark"})
    kept = await people.keep(player, None, {"sound": False})
    assert (kept.name, kept.settings, kept.revision) == ("Anna", {"theme": "dark", "sound": False}, 2)
    assert await people.find(player) == kept
    assert await people.hold(player, "anna")
    await people.keep(other, "Anna")
    assert not await people.hold(other, "anna")
    assert await people.holders(["anna", "bo"]) == {"anna": player}
    await people.give_ticket("take", "aa", player, 60)
    assert [await people.use_ticket("take", "aa") for _ in range(2)] == [player, None]
    key = Passkey("ff", player, "credential", "public", 2**32 - 1, "Phone", 1.5)
    assert await people.add_passkey(key)
    assert not await people.add_passkey(key)
    assert await people.passkeys(player) == [key]
    assert not await people.remove_passkey(other, "ff")
    new = new_id()
    await people.renumber(player, new)
    assert [one.player for one in await people.passkeys(new)] == [new]
    assert await people.passkeys(player) == []
    assert await people.holders(["anna"]) == {"anna": new}


async def test_seats_and_tables_move_to_another_number(storage: Storage) -> None:
    people = People(storage, Desk(storage))
    table, shared = a_table(host="old"), a_table(host="somebody")
    await storage.create(table, [], [(0, "old")], [])
    await storage.create(shared, [], [(0, "old"), (0, "new"), (1, "old")], [])
    moved = await people.bring_games("old", "new")
    assert sorted(moved) == sorted([table.made.id, shared.made.id])
    assert await storage.host(table.made.id) == "new"
    assert await storage.sitters(table.made.id) == {0: {"new"}}
    assert await storage.sitters(shared.made.id) == {0: {"new"}, 1: {"new"}}


async def test_whoever_was_not_here_for_long_is_forgotten_unless_a_passkey_can_bring_them_back(
    storage: Storage,
) -> None:
    people = People(storage, Desk(storage))
    await people.keep("gone", "Anna")
    await people.keep("kept", "Bo")
    await people.add_passkey(Passkey("ff", "kept", "credential", "public", 0, "Phone", 1.5))
    await people.forget(time.time() + 401 * 24 * 3600)
    assert await people.find("gone") is None
    assert await people.find("kept") is not None


async def test_deleting_works_on_both_databases(database_url: str, tmp_path: Path) -> None:
    app = application(tmp_path, database_url=database_url)
    async with app.router.lifespan_context(app), person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await finished_game(app, anna, bo)
        player = player_of(app, bo)
        await bo.post("/api/me/delete", sure=True)
        seats = (await anna.get(table)).json()["seats"]
        assert [seat["name"] for seat in seats] == ["Anna", "former player"]
        await nothing_is_left(app, player)


async def test_a_cookie_of_somebody_deleted_opens_nothing(app: FastAPI) -> None:
    async with person(app, "Bo") as bo, client_of(app, headers={"origin": "http://testserver"}) as other:
        table = await bo.make(ME, FRIEND)
        cookie = bo.client.cookies[COOKIE]
        assert isinstance(app.state.burgrave.signer, Signer)
        await bo.post("/api/me/delete", sure=True)
        other.cookies.set(COOKIE, cookie)
        assert (await other.get(table)).json()["seat"] is None
        assert (await other.get("/api/me")).json()["name"] == "Bo"  # what the cookie itself says, and nothing more
        assert (await other.get("/api/me")).json()["revision"] == 0


async def test_whoever_leaves_a_tournament_for_good_is_a_former_player_there(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        made = await anna.post("/api/tournaments", game="catan", name="Cup", players=2, rounds=1, clock=86400)
        assert made.status_code == 201, made.text
        cup = f"/api/tournaments/{made.json()['id']}"
        for one, name in ((anna, "Anna"), (bo, "Bo")):
            assert (await one.post(f"{cup}/join", name=name)).status_code == 200
        gone = player_of(app, bo)
        await bo.post("/api/me/delete", sure=True)
        assert "former player" in (await anna.get(cup)).text
        await nothing_is_left(app, gone)


async def test_the_page_shows_ones_ratings(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, FRIEND, clock=600, rated=True)
        assert (await bo.post(f"{table}/seats/1", name="Bo")).status_code == 201
        assert (await bo.post(f"{table}/seats/1/resign")).status_code == 200
        mine = None
        while mine is None:  # the bots' levels are listed before anybody has played
            ranked = (await anna.get("/api/ratings/catan")).json()
            mine = next((one["rating"] for one in ranked if one["name"] == "Anna"), None)
            await asyncio.sleep(0.05)
        assert f"<td>{mine}</td>" in (await anna.page("/me")).text
