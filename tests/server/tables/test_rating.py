"""Ratings: places with ties, people and bots on one scale, and the same ratings whenever they are made anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from fastapi import FastAPI

from burgrave.bots import LEVELS
from burgrave.bots.level_ratings import level_ratings, measured_games
from burgrave.server.store import schema
from burgrave.server.store.kinds import EventKind, SeatKind, Status
from burgrave.server.store.ratings import RatedGame, Skill
from burgrave.server.store.rows import EventRow, Head, Seat
from burgrave.server.store.storage import Storage
from burgrave.server.tables.rating import FIRST, first, fold, places, shown
from burgrave.server.web.html import level_name
from server.conftest import Command
from server.store.test_storage import a_table
from server.web.people import Person, person
from server.web.test_leaving import ME, PERSON
from server.web.test_leaving import shown as state_of

pytestmark = pytest.mark.asyncio

EASY = {"kind": "bot", "level": "easy"}


def game(table_id: str, at: float, people: tuple[str, ...], *place: int) -> RatedGame:
    return RatedGame(table_id, "catan", at, people, place)


async def test_places_are_by_points_with_winners_first_and_who_gave_up_last() -> None:
    assert places([10, 7, 7, 3], [0], ()) == (0, 1, 1, 3)
    assert places([5, 9, 5], [0, 2], ()) == (0, 2, 0)  # a tie that the rules let two win
    assert places([12, 8, 3], [1], [0]) == (2, 0, 1)
    assert places([4, 4, 9], [2], [0, 1]) == (1, 1, 0)


async def test_who_wins_rises_who_loses_falls_and_every_game_makes_it_surer() -> None:
    steps = fold([game("1", 1.0, ("anna", "berta", "cyryl"), 0, 1, 2)], {})
    first, second, third = (step.skill for step in steps)
    assert first.mean > second.mean > third.mean
    assert all(skill.deviation < FIRST.deviation for skill in (first, second, third))
    assert first.mean > FIRST.mean > third.mean


async def test_equal_places_leave_equals_equal_and_two_bots_of_a_level_share_a_rating() -> None:
    drawn = fold([game("1", 1.0, ("anna", "berta"), 0, 0)], {})
    assert drawn[0].skill == drawn[1].skill
    shared = fold([game("1", 1.0, ("anna", "bot:easy", "bot:easy"), 1, 0, 2)], {})
    assert shared[1].skill == shared[2].skill


async def test_a_rating_is_told_around_1500_with_how_far_off_it_can_be() -> None:
    assert shown(FIRST) == (1500, 667)
    assert shown(Skill(30.0, 1.0)) == (1700, 80)


async def steps_of(storage: Storage) -> list[Any]:
    r = schema.rating_steps
    async with storage.reading() as connection:
        return [tuple(row) for row in await connection.execute(sa.select(r).order_by(r.c.table_id, r.c.seat))]


async def store(storage: Storage, at: float, scores: list[int], winner: int, forfeits: tuple[int, ...] = ()) -> str:
    """A finished rated game of two people and a bot."""
    table = a_table(Status.OVER)
    seats = (Seat(0, SeatKind.PERSON, "Anna"), Seat(1, SeatKind.PERSON, "Berta"), Seat(2, SeatKind.BOT, "Bo", "easy"))
    result = {"scores": scores, "winners": [winner]}
    made = replace(table.made, game="catan", rated=True, seats=seats)
    head = Head(Status.OVER, len(forfeits), 0, result=result, changed_at=at)
    events = [EventRow(k, at, EventKind.FORFEIT, seat, {}) for k, seat in enumerate(forfeits, 1)]
    await storage.create(replace(table, made=made, head=head, seats=seats), events, [(0, "anna"), (1, "berta")], [])
    return made.id


async def test_ratings_made_anew_are_those_that_were_made_game_by_game(storage: Storage) -> None:
    luck = [([10, 5, 3], 0, ()), ([3, 9, 10], 2, ()), ([8, 8, 2], 1, (0,)), ([1, 2, 3], 2, ())]
    for number, (scores, winner, forfeits) in enumerate(luck):
        await store(storage, 100.0 + number, scores, winner, forfeits)
        assert await storage.ratings.update(fold, places) == 1
    assert await storage.ratings.update(fold, places) == 0
    by_and_by = await steps_of(storage)
    assert len(by_and_by) == 12
    assert await storage.ratings.recompute(fold, places) == 4
    assert await steps_of(storage) == by_and_by


async def test_a_game_that_is_found_late_is_counted_in_its_place(storage: Storage) -> None:
    await store(storage, 300.0, [10, 5, 3], 0)
    await storage.ratings.update(fold, places)
    await store(storage, 200.0, [2, 9, 3], 1)
    assert await storage.ratings.update(fold, places) == 1
    one_after_the_other = await steps_of(storage)
    await storage.ratings.recompute(fold, places)
    assert await steps_of(storage) == one_after_the_other


async def test_ratings_outlive_their_tables_and_a_second_device_changes_nobody(storage: Storage) -> None:
    gone = await store(storage, 100.0, [10, 5, 3], 0)
    kept = await store(storage, 200.0, [10, 5, 3], 0)
    await storage.ratings.update(fold, places)
    before = await steps_of(storage)
    await storage.add_sitter(kept, 0, "zofia")
    async with storage.writing() as connection:
        await connection.execute(schema.tables.delete().where(schema.tables.c.id == gone))
    await storage.ratings.recompute(fold, places)
    assert await steps_of(storage) == before
    ranking = await storage.ratings.ranking("catan")
    assert [(one.who, one.name, one.games) for one in ranking] == [
        ("anna", "Anna", 2),
        ("berta", "Berta", 2),
        ("bot:easy", "Bo", 2),
    ]


async def test_of_many_processes_each_game_is_rated_once(storage: Storage) -> None:
    for number in range(5):
        await store(storage, 100.0 + number, [10, 5, 3], 0)
    if storage.shared:
        await asyncio.gather(*(storage.ratings.update(fold, places) for _ in range(4)))
    else:
        await storage.ratings.update(fold, places)
    found = await steps_of(storage)
    assert len(found) == 15
    await storage.ratings.recompute(fold, places)
    assert await steps_of(storage) == found


@pytest_asyncio.fixture
async def host(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Hanna") as made:
        yield made


@pytest_asyncio.fixture
async def guest(app: FastAPI) -> AsyncIterator[Person]:
    async with person(app, "Gustaw") as made:
        yield made


async def test_a_rated_game_has_no_hints_no_asked_undo_no_stand_in_and_one_seat_each(
    host: Person, guest: Person
) -> None:
    table = await host.make(ME, PERSON, EASY, clock=600, rated=True, hints="all")
    assert (await host.post(f"{table}/seats/1")).status_code == 409
    assert (await host.post(f"{table}/seats/1/bot", level="easy")).status_code == 409
    assert (await guest.post(f"{table}/seats/1")).status_code == 201
    now = await state_of(host, table)
    assert (now["rated"], now["clock"]["time_out"]) == (True, "forfeit")
    answers = [
        await guest.post(f"{table}/seats/1/bot", level="easy"),
        await host.post(f"{table}/seats/1/kick"),
        await host.post(f"{table}/seats/0/link"),
        await host.post(f"{table}/hints", who="all"),
    ]
    assert [answer.status_code for answer in answers] == [409, 409, 409, 409]
    assert (await host.post(f"{table}/hint", seq=now["seq"])).status_code == 403
    page = (await host.page(f"/table/{table.rpartition('/')[2]}")).text
    assert "Rated game: no hints, and no bot takes over a seat" in page
    for deed in ("bot", "kick", "hand-over", "sit"):  # what is always refused is not offered
        assert f'data-act="{deed}"' not in page
    assert "data-hints" not in page


@pytest.mark.parametrize(("rated", "status"), [(False, 200), (True, 409)])
async def test_in_a_rated_game_nobody_is_asked_to_take_back_what_others_have_answered(
    host: Person, guest: Person, rated: bool, status: int
) -> None:
    table = await host.make(ME, PERSON, clock=600, rated=rated)
    await guest.post(f"{table}/seats/1")
    people = [host, guest]
    movers = list[int]()
    while len(set(movers)) < 2:  # each of them has moved since the other did
        movers.append((await state_of(host, table))["to_act"])
        now = await state_of(people[movers[-1]], table)
        move = now["moves"][0]["text"]
        assert (await people[movers[-1]].post(f"{table}/moves", seq=now["seq"], move=move)).status_code == 200
    first = people[movers[0]]
    answer = await first.post(f"{table}/undo", seq=(await state_of(first, table))["seq"])
    assert answer.status_code == status, answer.text
    assert ((await state_of(host, table))["undo_request"] is None) is rated


@pytest.mark.parametrize(
    ("seats", "more", "sentence"),
    [
        ([ME, PERSON], {}, "needs a clock"),
        ([ME, ME], {"clock": 60}, "everybody has one seat"),
        ([ME, PERSON], {"clock": 60, "by_hand": True}, "the server's dice"),
        ([EASY, EASY], {"clock": 60}, "at least one person"),
    ],
)
async def test_what_cannot_be_rated_is_refused_with_a_sentence(
    host: Person, seats: list[dict[str, Any]], more: dict[str, Any], sentence: str
) -> None:
    answer = await host.post("/api/tables", game="catan", seats=seats, rated=True, **more)
    assert (answer.status_code, sentence in answer.json()["detail"]) == (422, True), answer.text


@pytest.mark.parametrize("name", measured_games())
async def test_every_level_has_a_number_before_anybody_has_played(guest: Person, name: str) -> None:
    ranking = (await guest.get(f"/api/ratings/{name}")).json()
    told = {one["bot"]: one["rating"] for one in ranking}
    assert set(told) == set(LEVELS)
    assert told["normal"] == 1500
    assert told["random"] < told["easy"] < told["normal"] <= told["hard"] <= told["master"]
    assert all((one["games"], one["last_at"], one["within"] >= 160) == (0, None, True) for one in ranking)
    form, page = [(await guest.page(f"/{place}/{name}")).text for place in ("new", "ratings")]
    for level, rating in told.items():
        assert f"{level_name(level, 'en')} ({rating})" in form
        assert f"<b>{rating}</b>" in page
    measured = level_ratings(name)
    assert all(one.games > 0 and one.played_as for one in measured.values())


async def test_a_bots_first_rated_game_begins_with_what_was_measured() -> None:
    game = RatedGame("1", "catan", 1.0, ("anna", "bot:hard", "bot:random"), (0, 1, 2))
    anna, hard, chance = (step.skill for step in fold([game], {}))
    assert abs(hard.mean - level_ratings("catan")["hard"].mean) < 2.0
    assert abs(chance.mean - level_ratings("catan")["random"].mean) < 2.0
    assert first("bot:outside", "catan") == first("anna", "catan") == FIRST
    beaten = fold([replace(game, people=("anna", "bot:random", "bot:random"))], {})[0].skill
    assert anna.mean > beaten.mean > FIRST.mean, "to beat a stronger bot tells more"


async def test_the_ranking_has_people_and_bots_and_the_command_makes_it_anew(
    app: FastAPI, host: Person, guest: Person, command: Command
) -> None:
    for loser in (guest, guest, host):
        table = await host.make(ME, PERSON, EASY, clock=600, rated=True)
        await guest.post(f"{table}/seats/1")
        await loser.post(f"{table}/seats/{int(loser is guest)}/resign")
        await (host if loser is guest else guest).post(f"{table}/seats/{int(loser is host)}/resign")
    await app.state.burgrave.hub.rate()
    ranking = (await guest.get("/api/ratings/catan")).json()
    assert [one["place"] for one in ranking] == list(range(1, len(ranking) + 1))
    sure = [one["rating"] - one["within"] for one in ranking]
    assert all(above >= below - 1 for above, below in pairwise(sure))  # but for rounding
    played = [one for one in ranking if one["games"]]
    assert {(one["name"], one["bot"], one["games"]) for one in played} == {
        ("Bot: easy", "easy", 3),
        ("Hanna", None, 3),
        ("Gustaw", None, 3),
    }
    easy = next(one["rating"] for one in played if one["bot"] == "easy")
    assert easy > shown(first("bot:easy", "catan"))[0]  # both have resigned each time
    assert all(len(one["history"]) == 3 and one["within"] < 667 for one in played)
    page = (await guest.page("/ratings/catan")).text
    assert "Hanna" in page
    assert page.count('class="sparkline"') == 3
    assert "Nobody has finished a rated game" in (await guest.page("/ratings/barony")).text
    assert (await guest.get("/api/ratings/chess")).status_code == 404
    folder: Path = app.state.burgrave.settings.data_dir
    code, told, _ = await asyncio.to_thread(command, "operator", "ratings", "--data-dir", str(folder))
    assert (code, told.strip()) == (0, "Rated games counted: 3.")
    assert (await guest.get("/api/ratings/catan")).json() == ranking
