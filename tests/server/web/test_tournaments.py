"""Tournaments: friends join by an address, tables open by themselves, standings tell who is ahead."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from server.conftest import application
from server.web.people import Person, person

pytestmark = pytest.mark.asyncio

DAY = 24 * 3600
CUP = {"name": "Cup", "game": "catan", "players": 2, "rounds": 2, "clock": DAY, "bank": 3 * DAY}


@contextlib.asynccontextmanager
async def friends(app: FastAPI, *names: str) -> AsyncIterator[list[Person]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(person(app, name)) for name in names]


async def made(host: Person, **more: Any) -> str:
    answer = await host.post("/api/tournaments", **CUP | more)
    assert answer.status_code == 201, answer.text
    return f"/api/tournaments/{answer.json()['id']}"


async def seen(who: Person, cup: str) -> dict[str, Any]:
    return (await who.get(cup)).json()  # type: ignore[no-any-return]


async def finish_round(app: FastAPI, cup: str, people: list[Person], names: list[str]) -> None:
    """Whoever's name comes last in the alphabet gives up, at every table of the present round."""
    state = await seen(people[0], cup)
    for table in state["tables"]:
        if table["status"] == "playing":
            seats = table["seats"]
            loser = max(range(len(seats)), key=lambda seat: seats[seat] or "")
            who = people[names.index(seats[loser])]
            assert (await who.post(f"/api/tables/{table['id']}/seats/{loser}/resign")).status_code == 200
    await app.state.burgrave.hub.tournaments.go_on_everywhere()


async def test_friends_play_a_tournament_to_its_end(app: FastAPI) -> None:
    names = ["Anna", "Berta", "Cyryl", "Dorota"]
    async with friends(app, *names) as people:
        host = people[0]
        cup = await made(host)
        for who, name in zip(people, names, strict=True):
            assert (await who.post(f"{cup}/join", name=name)).status_code == 200
        assert (await people[1].post(f"{cup}/start")).status_code == 403
        assert (await host.post(f"{cup}/start")).json() == {"status": "playing"}
        state = await seen(host, cup)
        assert (state["round"], [table["status"] for table in state["tables"]]) == (1, ["playing", "playing"])
        for who, name in zip(people, names, strict=True):  # everybody sits at a table of their own
            (mine,) = [table for table in state["tables"] if name in table["seats"]]
            at_table = (await who.get(f"/api/tables/{mine['id']}")).json()
            assert (at_table["seat"], at_table["clock"]["bank"]) == (mine["seats"].index(name), 3 * DAY)
            assert mine["id"] in (await who.page("/")).text
        assert (await people[1].post(f"{cup}/join", name="Late")).status_code == 409
        await finish_round(app, cup, people, names)
        state = await seen(host, cup)
        assert (state["round"], len(state["tables"])) == (2, 4)
        first = {frozenset(table["seats"]) for table in state["tables"][:2]}
        assert not first & {frozenset(table["seats"]) for table in state["tables"][2:]}
        await finish_round(app, cup, people, names)
        state = await seen(host, cup)
        assert state["status"] == "over"
        standings = state["standings"]
        assert (standings[0]["name"], standings[0]["points"], standings[-1]["name"]) == ("Anna", 2.0, "Dorota")
        assert sum(line["points"] for line in standings) == 4
        page = (await people[3].page(cup.replace("/api/tournaments", "/tournament"))).text
        assert "The tournament is over." in page
        assert page.count("/result/") == 4


async def test_bots_fill_tables_and_play(app: FastAPI) -> None:
    async with friends(app, "Anna", "Berta", "Cyryl") as people:
        cup = await made(people[0], bots="random", players=2, rounds=1)
        for who, name in zip(people, ("Anna", "Berta", "Cyryl"), strict=True):
            await who.post(f"{cup}/join", name=name)
        await people[0].post(f"{cup}/start")
        tables = (await seen(people[0], cup))["tables"]
        assert sorted(table["seats"].count(None) for table in tables) == [0, 1]
        (with_bot,) = [table["id"] for table in tables if None in table["seats"]]
        kinds = [seat["kind"] for seat in (await people[0].get(f"/api/tables/{with_bot}")).json()["seats"]]
        assert sorted(kinds) == ["bot", "person"]


async def test_people_join_by_the_page_and_can_withdraw(app: FastAPI) -> None:
    async with friends(app, "Hanna", "Gustaw") as (host, guest):
        answer = await host.send("/tournament/new/catan", title="Kubek", players="3", rounds="2", clock="86400")
        address = answer.headers["location"]
        page = (await guest.page(address)).text
        assert "Kubek" in page
        assert f"http://testserver{address}" in page
        assert (await guest.send(f"{address}/join", name="Gustaw")).status_code == 303
        page = (await host.page(address)).text
        assert ("Gustaw" in page, "Start the first round" in page) == (True, True)
        assert "Start the first round" not in (await guest.page(address)).text
        assert address in (await guest.page("/")).text
        ((mine, his),) = zip(
            (await host.get("/api/tournaments")).json(), (await guest.get("/api/tournaments")).json(), strict=True
        )
        assert (mine["id"], mine["you_are_host"], his["you_are_host"]) == (address.rsplit("/", 1)[1], True, False)
        await guest.send(f"{address}/withdraw")
        assert (await guest.send(f"{address}/withdraw")).status_code == 409
        assert (await host.send(f"{address}/start")).status_code == 409  # alone
        assert (await host.send(f"{address}/close")).status_code == 303
        assert "ended this tournament early" in (await guest.page(address)).text
        assert (await host.send(f"{address}/explode")).status_code == 404


async def test_the_form_has_the_games_options_and_the_page_tells_those_that_are_not_usual(app: FastAPI) -> None:
    async with friends(app, "Hanna", "Gustaw", "Iga") as people:
        host, *others = people
        form = (await host.page("/tournament/new/catan")).text
        assert 'name="target_points"' in form
        wrong = {"title": "Kubek", "players": "3", "rounds": "1", "clock": "86400", "target_points": "99"}
        refused = await host.send("/tournament/new/catan", **wrong)
        assert (refused.status_code, "99" in refused.text) == (422, True)
        address = (await host.send("/tournament/new/catan", **wrong | {"target_points": "7"})).headers["location"]
        page = (await others[0].page(address)).text
        assert "Points to win: 7" in page
        for who, name in zip(others, ("Gustaw", "Iga"), strict=True):
            await who.send(f"{address}/join", name=name)
        assert (await host.send(f"{address}/start")).status_code == 303
        (table,) = (await seen(host, address.replace("/tournament", "/api/tournaments")))["tables"]
        assert (await host.get(f"/api/tables/{table['id']}")).json()["options"]["target_points"] == 7


async def test_options_that_go_with_full_tables_only_have_bots_fill_them(app: FastAPI) -> None:
    async with friends(app, "Anna", "Berta", "Cyryl", "Dorota") as people:
        cup = await made(people[0], players=3, rounds=1, options={"first_player": "p2"})
        for who, name in zip(people, ("Anna", "Berta", "Cyryl", "Dorota"), strict=True):
            await who.post(f"{cup}/join", name=name)
        assert (await people[0].post(f"{cup}/start")).status_code == 200
        assert [len(table["seats"]) for table in (await seen(people[0], cup))["tables"]] == [3, 3]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"clock": 1}, "must be 10 to"),
        ({"players": 7}, "players"),
        ({"bots": "genius"}, "genius"),
        ({"game": "chess"}, "chess"),
    ],
)
async def test_a_tournament_that_cannot_be_is_refused_with_a_sentence(
    app: FastAPI, wrong: dict[str, Any], sentence: str
) -> None:
    async with person(app, "Hanna") as host:
        answer = await host.post("/api/tournaments", **CUP | wrong)
        assert (answer.status_code, sentence in answer.json()["detail"]) == (422, True), answer.text


async def test_nobody_learns_from_a_tournament_who_a_browser_is(app: FastAPI) -> None:
    async with friends(app, "Hanna", "Gustaw") as (host, guest):
        cup = await made(host)
        for who, name in ((host, "Hanna"), (guest, "Gustaw")):
            await who.post(f"{cup}/join", name=name)
        await host.post(f"{cup}/start")
        players = [one.player for one in await app.state.burgrave.storage.tournaments.entrants(cup.rsplit("/", 1)[1])]
        told = (await guest.get(cup)).text + (await guest.page(cup.replace("/api/tournaments", "/tournament"))).text
        assert not any(player in told for player in players)


async def test_a_server_that_dies_while_tables_open_opens_the_others_later_and_none_twice(tmp_path: Path) -> None:
    app = application(tmp_path)
    names = ["Anna", "Berta", "Cyryl", "Dorota"]
    async with app.router.lifespan_context(app), friends(app, *names) as people:
        cup = await made(people[0], game="barony")
        for who, name in zip(people, names, strict=True):
            await who.post(f"{cup}/join", name=name)
        directing, opened = app.state.burgrave.hub.tournaments, []
        note_made = directing.kept.note_made

        async def die(_: str, table_id: str) -> None:
            opened.append(table_id)
            raise RuntimeError("the power is out")

        directing.kept.note_made = die
        with pytest.raises(RuntimeError, match="power"):
            await directing.start(cup.rsplit("/", 1)[1], (await directing.find(cup.rsplit("/", 1)[1])).host)
        directing.kept.note_made = note_made
        await directing.go_on_everywhere()
        await directing.go_on_everywhere()
        tables = (await seen(people[0], cup))["tables"]
        assert [table["status"] for table in tables] == ["playing", "playing"]
        assert opened == [tables[0]["id"]]


async def test_a_name_that_the_operator_forgets_stands_in_no_tournament_either(app: FastAPI) -> None:
    async with person(app, "Hanna") as host:
        cup = await made(host)
        await host.post(f"{cup}/join", name="Hanna")
        await app.state.burgrave.hub.desk.forget_name("Hanna", lambda others: "Somebody")
        assert [line["name"] for line in (await seen(host, cup))["standings"]] == ["Somebody"]
